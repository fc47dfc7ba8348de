#!/bin/sh
# sh figures.sh <source tree> <analyze> <scratch folder>: the pictures of docs/figures are those that a page or a note of
# a probe links, small, and show what analyze --plots draws now. 77: gnuplot is not installed, and the pictures were not
# made again.
set -u
root=$1
analyze=$2
figures=$root/docs/figures
most_bytes=60000
wrong=0
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1

wrong() {
    echo "docs/figures: $*"
    wrong=1
}

for page in "$root"/README.md "$root"/docs/*/*.md "$root"/probes/*/NOTE.md; do
    grep -Eo '\]\((\.\./)*(docs/)?figures/[a-z_]+\.svg\)' "$page" | sed 's/.*figures\/\(.*\))/\1/'
done | sort -u >linked
find "$figures" -name '*.svg' -exec basename {} \; | sort >there
[ -s linked ] || wrong "no page links a figure"
if ! cmp -s linked there; then
    wrong "pages link other pictures than there are:"
    diff linked there
fi
for svg in "$figures"/*.svg; do
    [ "$(wc -c <"$svg")" -le "$most_bytes" ] || wrong "$svg has more than $most_bytes bytes"
done

# The words of a picture: title, axes, what was found. Versions of gnuplot draw them differently.
words() {
    sed -n 's/.*<text>\(<tspan[^>]*>\)*\([^<]*[a-zA-Z][^<]*\)<.*/\2/p' "$1"
}
status=0
sh "$figures/make.sh" "$analyze" "$PWD/now" || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 77 ] || wrong "the pictures cannot be made again"
for svg in now/*.svg; do
    [ -e "$svg" ] || continue
    words "$svg" >words_now
    words "$figures/$(basename "$svg")" >words_then
    [ -s words_now ] || wrong "this test finds no words in $svg"
    if ! cmp -s words_now words_then; then
        wrong "$(basename "$svg") is out of date: sh docs/figures/make.sh ANALYZE makes it again"
        diff words_then words_now
    fi
done
[ $wrong -eq 0 ] || exit 1
exit "$status"

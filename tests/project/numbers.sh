#!/bin/sh
# sh numbers.sh <source tree> <analyze> <scratch folder>: docs/numbers.md names every number that reports hold, and none
# that no report holds; every probe and every analysis; its pictures are there, small, and say what analyze
# --plots says now. 77: gnuplot is not installed, and the pictures were not made again.
set -u
root=$1
analyze=$2
page=$root/docs/numbers.md
figures=$root/docs/figures
most_bytes=60000
wrong=0
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1

wrong() {
    echo "docs/numbers.md: $*"
    wrong=1
}

# Ids on standard input, as the kinds that the page speaks of.
kinds() {
    sed -E -e 's/\.[0-9]+(\.|$)/.N\1/g' \
        -e 's/^op\.fma\.[a-z0-9]+\.exists$/op.fma.TYPE.exists/' \
        -e 's/^op\.[a-z]+\.[a-z0-9]+\./op.OP.TYPE./' -e 's/^regs\.[a-z][a-z0-9]*/regs.TYPE/' \
        -e 's/^region\.[a-z0-9_]+\./region.NAME./' \
        -e 's/^cpu\.frequency\.under\.[a-z0-9]+/cpu.frequency.under.TYPE/' \
        -e 's/^peak\..*/peak.TYPE.MIX/' -e 's/^roofline\.[a-z0-9]+/roofline.TYPE/' \
        -e 's/^kernel\.[a-z0-9_]+\.[a-z0-9_]+\.[a-z_]+(\.N)?\./kernel.NAME.VARIANT.STATE\1./' \
        -e 's/^pattern\.streams\.best\.(cache\.N|memory)/pattern.streams.best.LEVEL/' \
        -e 's/^pattern\.[a-z0-9_]+\.(sharing|barrier)$/pattern.NAME.\1/' \
        -e 's/^pattern\.[a-z0-9_]+\.[a-z0-9_]+\.(speedup|speedup\.at|traffic)$/pattern.NAME.VARIANT.\1/' \
        -e 's/^pattern\.[a-z0-9_]+\.[a-z0-9_]+\.(cache\.N|memory)$/pattern.NAME.VARIANT.LEVEL/' \
        -e 's/^fetch\.(cache\.N|memory)/fetch.LEVEL/' \
        -e 's/^(bandwidth|loaded)\.(cache\.N|memory)\.[a-z_]+/\1.LEVEL.OP/' \
        -e 's/^bandwidth\.LEVEL\.random(_dependent)?$/bandwidth.LEVEL.OP/' | sort -u
}

for log in "$root"/tests/data/recordings/*.log.gz "$root/tests/data/recordings/contexts/host-x86_64.log.gz" \
    "$root/tests/data/recordings/pipeline/host-x86_64.log.gz" "$root/tests/data/recordings/pipeline/vector-clock.log.gz" \
    "$root/tests/data/recordings/pipeline/code-sets.log.gz" "$root/tests/data/recordings/pipeline/jumps.log.gz" \
    "$root/tests/data/recordings/pipeline/waiting.log.gz" "$root/tests/data/recordings/pipeline/files.log.gz" \
    "$root/tests/data/recordings/pipeline/issue.log.gz" \
    "$root/tests/data/recordings/patterns/two-contexts.log.gz" \
    "$root/tests/data/recordings/regions/tcm-and-caches.log.gz" "$figures/board.log.gz"; do
    "$analyze" --format json "$log" 2>messages | sed -n 's/^ *"id": "\([^"]*\)",$/\1/p' >>ids
done
kinds <ids >measured
[ "$(wc -l <measured)" -gt 40 ] || wrong "too few kinds of numbers in the reports: this test no longer reads them"
# Words in code that look like an id: points between them, and the first is that of an id.
grep -Eo '`[a-z][a-z_]*(\.[A-Za-z0-9_]+)+`' "$page" | tr -d '`' | kinds | grep -vx 'cache\.N' >spoken # a level, not an id
sed 's/\..*//' measured | sort -u >first
awk -F. 'FNR == NR { first[$1]; next } $1 in first' first spoken >named
comm -23 measured named | while read -r id; do echo "docs/numbers.md: leaves out $id"; done >missing
comm -13 measured named | while read -r id; do echo "docs/numbers.md: no report has $id"; done >>missing
[ ! -s missing ] || { cat missing; wrong=1; }

# Probes and analyses, as the build finds them.
for file in "$root"/probes/*/*.c "$root"/analysis_host/infer/*.c; do
    name=$(basename "$file" .c)
    case ${file#"$root"/} in
    probes/run/* | probes/lib/* | probes/record/* | probes/generate/*) continue ;;
    probes/"$name"/* | analysis_host/*) ;;
    *) continue ;;
    esac
    grep -q "\`$name\`" "$page" || wrong "leaves out $name (${file#"$root"/})"
done

cat "$page" "$root/README.md" | grep -Eo '\]\((docs/)?figures/[a-z_]+\.svg\)' | sed 's/.*figures\/\(.*\))/\1/' | sort -u >linked
find "$figures" -name '*.svg' -exec basename {} \; | sort >there
[ -s linked ] || wrong "links no figure"
if ! cmp -s linked there; then
    wrong "links other pictures than there are in docs/figures:"
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

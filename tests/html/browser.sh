#!/bin/sh
# sh browser.sh <analyze> <recordings> <scratch folder> <ON where pages draw>: pages in a real browser: no
# message of it, every figure drawn, names on hovering, light and dark, and nothing that a log says runs.
analyze=$1
recordings=$2
scratch=$3
draws=$4
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
[ "$draws" = ON ] || { echo "skipped: built without the script that draws (npm could not install it)"; exit 77; }
command -v chromium >/dev/null 2>&1 || { echo "skipped: chromium is not installed"; exit 77; }
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1

fail() {
    echo "$*"
    exit 1
}

# browse <page> <option> ...: what the browser says goes to messages, its output to out.
browse() {
    page=$1
    shift
    timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage \
        --user-data-dir="$scratch/profile" --hide-scrollbars --enable-logging=stderr --v=0 \
        --virtual-time-budget=4000 "$@" "file://$scratch/$page" >out 2>messages ||
        { cat messages; fail "chromium ended with status $? on $page"; }
    if grep CONSOLE messages; then fail "$page: the browser has something to say"; fi
}

# check <page>: what the probe script counted in the page.
check() {
    { sed '/^<\/body>/,$d' "$1" && echo '<script>' && cat "$here/count.js" && echo '</script></body></html>'; } \
        >counted.html
    browse counted.html --window-size=1100,900 --dump-dom
    sed -n 's|.*<pre id="counted">\(.*\)</pre>.*|\1|p' out >counts
    [ -s counts ] || fail "$1: nothing was counted"
    if grep -o 'EMPTY [a-z]*' counts; then fail "$1: figures that are not drawn"; fi
    grep -q 'hover: [^;]*median' counts || fail "$1: no words on hovering: $(cat counts)"
    grep -q '^buttons: [1-9]' counts || fail "$1: nothing can be saved: $(cat counts)"
    grep -q 'foreign: 0;' counts || fail "$1: something comes from elsewhere: $(cat counts)"
    echo "$1: $(cat counts)"
}

# shot <page> <name> <0 dark, 1 light>
shot() {
    browse "$1" --window-size=1100,2600 --blink-settings=preferredColorScheme="$3" --screenshot="$scratch/$2"
    [ "$(wc -c <"$2")" -gt 50000 ] || fail "$2 shows next to nothing"
}

# Half of the series lose sentences in their middle.
halve() {
    awk -F, '$3 == "PROBE" { n++; lost = 0 } n % 2 == 0 && $3 == "S" && ++lost % 3 == 0 { next } { print }'
}

for log in "$recordings/cortex-a9.log.gz" "$recordings/flat.log.gz" "$here/host.log.gz"; do
    name=$(basename "$log" .log.gz)
    "$analyze" --html "$name.html" "$log" >report 2>&1
    [ $? -lt 2 ] || fail "$name: no page"
done
gzip -dc "$here/host.log.gz" | halve | "$analyze" --html damaged.html >report 2>&1
[ $? -eq 1 ] || fail "a damaged log is not told"
grep -q 'points lost' damaged.html || fail "the page does not tell of lost points"
for page in *.html; do
    [ "$(wc -c <"$page")" -lt 1000000 ] || fail "$page is too large"
done
for page in cortex-a9.html host.html damaged.html flat.html; do
    check "$page"
done
shot cortex-a9.html light.png 1
shot cortex-a9.html dark.png 0
cmp -s light.png dark.png && fail "dark is as light"

# Where a log's words became markup, the title would change.
"$analyze" --html hostile.html "$here/hostile.log" >report 2>&1
grep -q '&lt;/script&gt;' hostile.html || fail "the hostile log's target is not in its page"
browse hostile.html --dump-dom
grep -q '<title>OWNED' out && fail "a log's words were run"
exit 0

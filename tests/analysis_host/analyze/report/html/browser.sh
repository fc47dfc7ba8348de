#!/bin/sh
# sh browser.sh <analyze> <recordings> <scratch folder> <ON where pages draw>: pages in a real browser: no
# message of it, every figure drawn, names on hovering, light and dark, and nothing that a log says runs;
# of one board and of several.
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

# inject <page> <script>: the page with the script at its end.
inject() {
    sed '/^<\/body>/,$d' "$1" && echo '<script>' && cat "$here/$2" && echo '</script></body></html>'
}

# collect <what>: what a script told goes to counts.
collect() {
    sed -n 's|.*<pre id="counted">\(.*\)</pre>.*|\1|p' out >counts
    [ -s counts ] || fail "$1: nothing was counted"
    echo "$1: $(cat counts)"
}

# counts <page> <script>: what the script tells of the page goes to counts.
counts() {
    inject "$1" "$2" >counted.html
    browse counted.html --window-size=1100,900 --dump-dom
    collect "$1"
}

# layout <page> <width> ...: what layout.js tells of the page in frames that are so wide, one browser for all of them,
# goes to counts, a line a width in their order.
layout() {
    page_of_frames=$1
    inject "$1" layout.js >framed.html
    shift
    {
        echo '<!doctype html><body style="white-space:nowrap">'
        for width; do echo "<iframe src=\"framed.html\" width=\"$width\" height=\"900\" style=\"border:0\"></iframe>"; done
        cat <<EOF
<script>
const frames_ = [...document.querySelectorAll("iframe")], told = [];
addEventListener("message", (event) => {
  told[frames_.findIndex((frame) => frame.contentWindow === event.source)] = event.data;
  if (frames_.every((frame, i) => told[i]))
    told.forEach((data) => document.body.append("\\n", Object.assign(document.createElement("pre"), { id: "counted", textContent: data })));
});
</script></body>
EOF
    } >frame.html
    browse frame.html --window-size=3000,1000 --virtual-time-budget=20000 --dump-dom
    collect "$page_of_frames in frames"
    [ "$(wc -l <counts)" -eq $# ] || fail "$page_of_frames: not all of $* were counted: $(cat counts)"
    cp counts widths
}

# told <page> <pattern> <message if no line of counts matches>
told() {
    grep -Eq -e "$2" counts || fail "$1: $3: $(cat counts)"
}

# check <page>: figures, words on hovering, nothing from elsewhere.
check() {
    counts "$1" count.js
    if grep -o 'EMPTY [a-z]*' counts; then fail "$1: figures that are not drawn"; fi
    told "$1" 'hover: [^;]*median' "no words on hovering"
    told "$1" 'foreign: 0;' "something comes from elsewhere"
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

for log in "$recordings/cortex-a9.log.gz" "$recordings/flat.log.gz" "$recordings/contexts/host-x86_64.log.gz"; do
    name=$(basename "$log" .log.gz)
    "$analyze" --html "$name.html" "$log" >report 2>&1
    [ $? -lt 2 ] || fail "$name: no page"
done
gzip -dc "$recordings/contexts/host-x86_64.log.gz" | halve | "$analyze" --html damaged.html >report 2>&1
[ $? -eq 1 ] || fail "a damaged log is not told"
grep -q 'Points that are known to be lost: ' damaged.html || fail "the page does not say which probes lost points"
for page in *.html; do
    [ "$(wc -c <"$page")" -lt 1000000 ] || fail "$page is too large"
done
for page in cortex-a9.html host-x86_64.html damaged.html flat.html; do
    check "$page"
    told "$page" '^buttons: [1-9]' "nothing can be saved"
done
shot cortex-a9.html light.png 1
shot cortex-a9.html dark.png 0
cmp -s light.png dark.png && fail "dark is as light"

# Nothing is wider than the window or lies on another label, and links lead somewhere: of each page at three widths.
"$analyze" --html regions.html "$recordings/regions/tcm-and-caches.log.gz" >report 2>&1
"$analyze" --html one.html "$recordings/rtl/wally-whole-laps.log.gz" >report 2>&1
printf 'Executing ramlat on cpu0 (made), results in ns:\n\n       size:  1x32  2x32 1xPTR 2xPTR\n' >latencies.txt
for size in 4 8 16 32 64 128 256 512 1024 2048 4096; do
    printf '%10sk: 1.5 1.5 %s 1.0\n' $size $((size > 64 ? 90 : 2)).5
done >>latencies.txt
"$analyze" --html table.html latencies.txt >report 2>&1
"$analyze" --html kernels.html "$recordings/patterns/two-contexts.log.gz" >report 2>&1
for each in cortex-a9.html host-x86_64.html damaged.html regions.html one.html table.html kernels.html; do
    layout $each 390 1040 1400
    for width in 390 1040 1400; do
        grep "window: $width;" widths >counts
        told "$each at $width" "window: $width; wide: 0;" "the page is wider than the window"
        told "$each at $width" 'links: 0 broken' "a link leads nowhere"
        told "$each at $width" 'labels: [1-9][0-9]* figures, 0 over' "labels lie on each other, or nothing is drawn"
        [ $width -eq 390 ] || told "$each at $width" 'cut: 0;' "a table is cut off"
        [ $width -eq 390 ] || told "$each at $width" 'height: ([1-5])?[0-9]{3};' "the page is higher than 6,000 pixels"
    done
done

# Kernels: one at a time, its evidence, and the report out of the page.
counts kernels.html patterns.js
told kernels.html '^kernels: [2-9]' "no choice of kernels"
told kernels.html 'first: 1 true; second: 1 true;' "not one kernel at a time"
told kernels.html 'contexts: 1 thread,2 threads 0;' "no choice of contexts"
told kernels.html 'on two: ([1-9]) of \1;' "not the kernels of two contexts alone"
told kernels.html 'evidence: 1;' "a click does not lead to the evidence"
told kernels.html 'report: pontoon.report/2;' "the report cannot be saved"

# The title would change if a log's words became markup.
"$analyze" --html hostile.html "$here/hostile.log" >report 2>&1
grep -q '&lt;/script&gt;' hostile.html || fail "the hostile log's target is not in its page"
browse hostile.html --dump-dom
grep -q '<title>OWNED' out && fail "a log's words were run"

# Several boards: a report has no line; a table without a clock has nanoseconds only.
"$analyze" --format json "$recordings/pentium3.log.gz" >report.json
cp latencies.txt table.txt
"$analyze" --overlay --html boards.html "$recordings/cortex-a9.log.gz" report.json "$recordings/contexts/host-x86_64.log.gz" table.txt ||
    fail "several boards: status $?"
check boards.html
told boards.html 'hover: [^;]*[A-D] (cortex-a9|host-x86_64|table), [^;]*working set: [^;]*median' "a hover without board, x or y"
counts boards.html boards.js
told boards.html '^ns: 3 lines of load-to-use latency, ns;' "not all boards are drawn in nanoseconds"
told boards.html 'cycles: 2 lines of load-to-use latency, cycles, without D table;' "a board without cycles is drawn in cycles, or not told of"
told boards.html 'relative: 3 lines of load-to-use latency, loads of the first level;' "not all boards are relative to their first level"
told boards.html 'without A: 2 lines' "a board that is hidden is drawn"
told boards.html 'without all: 0 lines' "boards that are hidden are drawn"
told boards.html 'with all: 3 lines' "a board that is shown again is not drawn"
shot boards.html boards-light.png 1
shot boards.html boards-dark.png 0
cmp -s boards-light.png boards-dark.png && fail "several boards: dark is as light"

# The names of files become boards' names, and what a log says stands on its card.
evil='<img src=x onerror=document.title="OWNED">.log'
cp "$here/hostile.log" "$evil"
"$analyze" --overlay --html evil.html "$evil" "$evil" "$recordings/flat.log.gz" >report 2>&1
[ $? -lt 2 ] || fail "no page of hostile boards: $(cat report)"
grep -q '&lt;img src=x onerror' evil.html || fail "the hostile name is not in its page"
browse evil.html --dump-dom
grep -q '<title>OWNED' out && fail "a board's name or a log's words were run"
grep -q '<img' out && fail "a board's name became markup"
exit 0

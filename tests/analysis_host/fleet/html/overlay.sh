#!/bin/sh
# sh overlay.sh <analyze> <recordings> <scratch folder>: several boards in one page: what may be asked for,
# which files are boards, and what cannot be read.
analyze=$1
recordings=$2
scratch=$3
rm -rf "$scratch" && mkdir -p "$scratch/boards" "$scratch/empty" && cd "$scratch" || exit 1
wrong=0

# expect <rule> <exit status> <text in what is written, or none> <argument of analyze> ...
expect() {
    rule=$1
    want=$2
    text=$3
    shift 3
    rm -f page.html
    "$analyze" --overlay "$@" >out 2>err
    status=$?
    told=$(if [ -n "$text" ]; then grep -Ec -e "$text" err; elif [ -s err ]; then echo 0; else echo 1; fi)
    if [ "$status" -ne "$want" ] || [ -s out ] || [ "$told" -eq 0 ]; then
        echo "$rule: analyze --overlay $*: status $status, not $want; wanted \"$text\" in:"
        cat out err
        wrong=1
    fi
    if [ "$status" -gt 1 ] && [ -e page.html ]; then
        echo "$rule: there is a page all the same"
        wrong=1
    fi
}

# holds <rule> <pattern>: the page has a line like that.
holds() {
    grep -Eq -e "$2" page.html || { echo "$1: nothing like $2 in the page"; wrong=1; }
}

log() {
    echo "$recordings/$1.log.gz"
}
a=$(log pentium3)
b=$(log cortex-a9)
report=boards/board.json
"$analyze" --format json "$b" >$report

expect "no page" 2 '--html=FILE says where to' "$a"
expect "no board" 2 'which logs and reports' --html page.html
expect "standard input" 2 'not standard input' --html page.html -
for other in --format=json --format=text --compare=$report --export=gcc --plots=plots --verbose --run=1 --series=1; do
    expect "beside $other" 2 "there is no ${other%%=*} with it" --html page.html "$other" "$a"
done
expect "too many" 2 '9 boards; a page tells 8 apart' --html page.html 1 2 3 4 5 6 7 8 9
expect "nowhere to write" 4 '/proc/none/page.html: ' --html /proc/none/page.html $report
expect "nothing there" 3 'nowhere\.log: No such file' --html page.html nowhere.log
expect "an empty folder" 3 'empty: holds no report and no log' --html page.html empty
"$analyze" --html page.html "$a" "$b" >out 2>err
if [ $? -ne 2 ] || ! grep -q 'one FILE at a time' err; then echo "two files without --overlay"; wrong=1; fi

expect "two boards" 0 '' --html page.html "$a" "$b"
holds "a card each" '<b>A pentium3</b>'
holds "a card each" '<b>B cortex-a9</b>'
expect "options after files" 0 '' "$a" "$b" --html page.html
expect "the same file twice" 0 '' --html page.html "$b" "$b"
holds "the same file twice" '<b>B cortex-a9 \(2\)</b>'
expect "a log and a report" 0 '' --html page.html $report "$b"
holds "a report" 'A report, no log'
holds "a report has no part in a figure" '>A board: a report, which has no curves'
expect "one is missing" 1 'nowhere\.log: No such file' --html page.html nowhere.log "$a"
holds "the other is drawn" '<b>A pentium3</b>'
expect "the published rules" 0 '' --html page.html --method paper "$a" "$b"

# A folder with files that are no boards, a damaged log, and another tool's table, which has no cycles.
cp "$a" boards
gzip -dc "$b" | head -400 >boards/cut.log
printf 'Executing ramlat on cpu0 (made), results in ns:\n\n       size:  1x32  2x32 1xPTR 2xPTR\n' >boards/table.txt
for size in 4 8 16 32 64 128 256 512 1024 2048 4096; do
    printf '%10sk: 1.5 1.5 %s 1.0\n' $size $((size > 64 ? 90 : 2)).5
done >>boards/table.txt
expect "a folder" 1 'boards/cut\.log: is damaged' --html page.html boards
holds "whole boards" '<b>A board</b>'
holds "a damaged one" 'the run is not whole'
holds "another tool's" '<b>D table</b>'
echo nonsense >boards/text
expect "something else in it" 1 'boards/text: is no report and no log' --html page.html boards
grep -q '<b>[A-Z] text</b>' page.html && { echo "what cannot be read is a board"; wrong=1; }

# All recordings at once.
expect "many boards" 0 '' --html page.html "$recordings"/*.gz "$recordings/contexts/host-x86_64.log.gz"
[ "$(wc -c <page.html)" -lt 1000000 ] || { echo "the page is too large: $(wc -c <page.html)"; wrong=1; }
[ "$(grep -c 'class="card board"' page.html)" -eq 7 ] || { echo "not seven boards"; wrong=1; }
grep -Eq '(src|href)="http|@import|<link|url\(http' page.html && { echo "the page reaches for something"; wrong=1; }
holds "outliers" '<tr><th scope="row">cache\.1\.size</th>.*16 KiB \*'
exit $wrong

#!/bin/sh
# sh regions.sh <analyze> <recording of a board with several memories> <scratch folder>: its memories are in the text, no
# line of it longer than 80 columns, in the page, in JSON and among the figures; a log that is cut anywhere among them does
# no harm.
set -u
analyze=$1
log=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
wrong=0

wrong() {
    echo "$*"
    wrong=1
}

says() {
    where=$1
    shift
    for pattern; do
        grep -Eq -e "$pattern" "$where" || wrong "no $pattern in $where"
    done
}

"$analyze" --html page.html --plots plots "$log" >text 2>messages
[ $? -le 1 ] || wrong "analyze fails: $(cat messages)"
says text '^REGIONS ' '^  itcm +tcm +64 KiB +1 ' '^  xip +flash +8 MiB .* - +- ' '^  memory +dram '
sed -n '/^REGIONS/,/^TLB/p' text | awk 'length($0) > 80 { print; long = 1 } END { exit long }' || wrong "longer than 80"
says page.html '<h3>Memory regions of the board</h3>' '<th>dtcm</th><td>tcm</td><td>0x20000000</td>'
says plots/regions.gp 'Memory regions of the board'
"$analyze" --format json "$log" >report.json 2>messages
says report.json '"regions": \[' '"name": "ocram"' '"start": 805306368' '"id": "region.ocram.fetch.latency"'
gzip -dc "$log" >whole.log
bytes=$(wc -c <whole.log)
from=$(grep -abo 'PROBE,regions' whole.log | head -1 | cut -d: -f1)
at=$((from + 100))
while [ "$at" -lt "$bytes" ]; do
    head -c "$at" whole.log >cut.log
    "$analyze" cut.log --export link_map=cut.ld >text 2>messages
    [ $? -le 4 ] || wrong "cut at $at: status $?: $(tail -3 messages)"
    at=$((at + 331))
done
grep -v 'S,0,' whole.log | "$analyze" - >text 2>messages
says text '^  itcm .* \? '
exit $wrong

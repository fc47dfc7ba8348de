#!/bin/sh
# sh itself.sh <analyze> <folder of recordings> <scratch folder> [<probes> <folder of machine files>]: a board
# compared with itself has no difference: each recording, and a short log of each machine of the simulated board,
# by its log, by a copy under another name, of another time and unpacked, and by its report.
analyze=$1
recordings=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
probes=$4
machines=$5
wrong=0

# same <old> <log> <status that the log has alone>: that status, and nothing but the heading, the count of answers, the
# verdict, and what is wrong with the log.
same() {
    "$analyze" --compare "$1" "$2" >out 2>err
    status=$?
    grep -Ev ': doubts: |: is damaged; analyze it alone|:[0-9]+: the log ends in the middle' err >left
    if [ $status -ne "$3" ] || [ "$(wc -l <out)" -ne 3 ] || ! grep -Eq '^  0 of [0-9]+ answers changed' out ||
        ! grep -q '^  Verdict: the same machine' out || [ -s left ]; then
        echo "analyze --compare $1 $2: status $status"
        cat out err
        wrong=1
    fi
}

itself() {
    "$analyze" --format json "$1" >report.json 2>/dev/null
    alone=$?
    same "$1" "$1" $alone
    same report.json "$1" $alone
}

for log in "$recordings"/*.gz "$recordings"/*/*.gz; do
    itself "$log"
    gzip -dc "$log" >unpacked.copy
    touch -d '2001-01-01' unpacked.copy
    same unpacked.copy "$log" $alone
done
[ -n "$probes" ] || { echo "skipped: no simulated board"; exit $((wrong ? 1 : 77)); }
find "$machines" -name '*.machine' | sort >all
[ -s all ] || { echo "no machine files in $machines"; exit 1; }
while read -r machine; do
    if PONTOON_MACHINE=$machine "$probes" --quick --only timer_floor,add_chain,cache_size,bandwidth max=64K >log; then
        itself log
    else
        echo "$machine: no log"
        wrong=1
    fi
done <all
exit $wrong

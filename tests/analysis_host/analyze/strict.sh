#!/bin/sh
# sh strict.sh <analyze> <change_log> <folder of recordings> <scratch folder>: a log that measured ends with status 0,
# also where its answers contradict each other, which is a doubt, and 1 for --strict; a damaged one with 1.
set -u
analyze=$1 change=$2 log=$3/prediction/host-x86_64.log.gz
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
failed=0

fail() {
    echo "$*: out: $(head -c 600 out) err: $(cat err)"
    failed=1
}

# expect <status> <lines on standard error> <argument of analyze>...
expect() {
    wanted=$1 lines=$2
    shift 2
    "$analyze" "$@" >out 2>err
    got=$?
    [ $got -eq "$wanted" ] || fail "analyze $*: status $got in place of $wanted"
    [ "$(wc -l <err)" -eq "$lines" ] || fail "analyze $*: not $lines lines on standard error"
}

# says <file> <text>
says() {
    tr -s ' \n' ' ' <"$1" | grep -Fq -e "$2" || fail "$1 lacks: $2"
}

gzip -dc "$log" >whole.log || exit 1
# An outer level that moves more than the first one cannot be.
"$change" outer=0.05 <whole.log >other.log || exit 1
expect 0 0 --strict whole.log

expect 0 1 other.log
says err "analyze: other.log: doubts: answers contradict each other among bandwidths"
says err "; see analyze -v"
grep -q "problems in the log" out && fail "contradictions are taken for problems of the log"
says out "contradict"
expect 0 1 -v other.log
says out "! answers contradict each other: bandwidth.cache.2.read: "
expect 0 1 --export openmetrics other.log
expect 0 1 --html page.html other.log
says page.html "answers contradict each other: bandwidth.cache.2.read: "
expect 0 1 --format json other.log
says out '"problems": []'
says out '"among": "bandwidths'
cp out report.json
expect 0 1 --compare report.json other.log
says out "0 of "
expect 0 1 --compare other.log other.log
expect 0 0 --compare report.json report.json
expect 1 1 --strict other.log
expect 1 1 --strict --format json other.log
expect 1 1 --strict --export openmetrics other.log

# Damage is damage.
sed '3000s/[0-9],/x,/' whole.log >damaged.log
"$analyze" damaged.log >out 2>err
[ $? -eq 1 ] || fail "a damaged log"
exit $failed

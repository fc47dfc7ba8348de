#!/bin/sh
# sh kernels_damage.sh <analyze> <simulated board> <machine file> <scratch folder>: answers about kernels from a log that
# lost lines, has changed ones, was cut off or began again are those of the whole log, or none, or said to be in doubt; noise
# changes no count. 77: there is no simulated board, or it has no patterns.
set -u
analyze=$1 probes=$2
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
machine=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
PONTOON_MACHINE=$machine "$probes" --list --only pattern | grep -q 'pattern=.*triad:.*plain' || { echo "no pattern triad"; exit 77; }

fail() {
    echo "$*"
    exit 1
}

# measure <machine> <log>
measure() {
    PONTOON_MACHINE=$1 "$probes" --quick --only timer_floor,add_chain,pattern capacity=32K,2M state=cold \
        pattern=triad.plain,daxpy.plain n=5000 max=1M >"$2" 2>messages || fail "probes: $(cat messages)"
}

# answers <log> <file>: id and value of each answer about kernels; the exit status is in STATUS.
answers() {
    "$analyze" --strict --format json "$1" >report.json 2>messages
    status=$?
    [ $status -le 3 ] || fail "$1: status $status: $(cat messages)"
    sed -n 's/^ *"id": "\(kernel\.[^"]*\)",$/\1/p; s/^ *"value": \(.*\),$/\1/p' report.json |
        awk '/^kernel\./ { id = $0; next } id != "" { print id, $0; id = "" }' | sort >"$2"
}

# unlike <file>: answers there that are neither those of the whole log nor null.
unlike() {
    awk 'FNR == NR { value[$1] = $2; next } $2 != "null" && value[$1] != $2' whole "$1"
}

measure "$machine" board.log
answers board.log whole
[ "$(grep -c -v null whole)" -ge 6 ] || fail "too few answers: $(cat whole)"
lines=$(wc -l <board.log)

# try <what>: bad.log may lack answers, but what is other than it was has status 1 of --strict, damaged or contradicting.
tried=0
differ=0
try() {
    tried=$((tried + 1))
    answers bad.log bad
    other=$(unlike bad)
    [ -z "$other" ] && return
    differ=$((differ + 1))
    [ $status -eq 1 ] || fail "$1: status $status, and silently: $other"
}

at=1
while [ $at -le "$lines" ]; do
    sed "${at}d" board.log >bad.log && try "without line $at"
    sed "${at}s/[0-9],/7,/" board.log >bad.log && try "line $at changed"
    head -n $at board.log >bad.log && try "cut off after line $at"
    { head -n $at board.log && cat board.log; } >bad.log && try "begun again after line $at"
    tail -n +$at board.log >bad.log && try "from line $at on"
    at=$((at + 1))
done
[ $tried -ge 100 ] || fail "only $tried logs"
echo "$tried damaged logs: $differ with other answers, all of them said"

# Noise: other times, the same counts.
{ cat "$machine" && printf '[noise]\nseed = 3\njitter = 0.02\noutliers = 0.05\ninterrupt = 1000\ncost = 2000\n'; } >noisy.machine
measure noisy.machine noisy.log
answers noisy.log noisy
[ -n "$(unlike noisy | grep best)" ] || fail "the noise changed no time"
other=$(unlike noisy | grep -E '\.(at|intensity) ')
[ -z "$other" ] || fail "noise changed counts: $other"

#!/bin/sh
# predict, on a log of a host and on signatures made by hand: answers, exit statuses and messages.
# predict.sh <predict> <make_signatures> <recordings> <scratch folder>
set -u
predict=$1
make=$2
log=$3/prediction/host-x86_64.log.gz
sim=$3/cortex-a9.log.gz
dir=$4
rm -rf "$dir" && mkdir -p "$dir" || exit 1
"$make" "$dir" || exit 1
failed=0

fail() {
    echo "$*"
    failed=1
}

# check <status> <words that standard output or error must hold> <argument of predict>...
check() {
    wanted=$1 words=$2
    shift 2
    "$predict" "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    [ "$got" -eq "$wanted" ] || fail "predict $*: status $got in place of $wanted: $(head -3 "$dir/err")"
    cat "$dir/out" "$dir/err" | tr -s ' \n' ' ' | grep -qF -e "$words" || fail "predict $*: does not say: $words"
}

# cycles <signature> [option]...: as JSON has them
cycles() {
    name=$1
    shift
    "$predict" --format json "$@" "$log" "$dir/$name.sig" 2>"$dir/err" | sed -n 's/^ "cycles": \([0-9.e+]*\),$/\1/p'
}

# ratio <name> <low> <high> <a> <b>: B / A lies between LOW and HIGH
ratio() {
    awk -v a="$4" -v b="$5" -v low="$2" -v high="$3" 'BEGIN { exit !(a > 0 && b / a >= low && b / a <= high) }' ||
        fail "$1: $5 to $4 is not from $2 to $3"
}

# What is predicted: a chain of additions takes a cycle each, whatever memory does, and loads what memory says.
check 1 "1.6e+06 cycles of 1.6e+06 instructions, 1 each" "$log" "$dir/chain.sig"
check 1 "CAUSES dependence 100 %" "$log" "$dir/chain.sig"
check 1 "CAUSES memory 100 %" "$log" "$dir/far.sig"
chain=$(cycles chain)
far=$(cycles far)
middle=$(cycles middle)
double=op.add.i32.latency=2,op.add.i64.latency=2,op.and.i64.latency=2
ratio "doubled operations, chain" 1.95 2.05 "$chain" "$(cycles chain --what-if $double)"
ratio "doubled operations, memory" 0.95 1.05 "$far" "$(cycles far --what-if $double)"
latency=$(awk -v c="$far" 'BEGIN { printf "%.0f", 2 * c / 1.6e6 }')
ratio "doubled memory, chain" 0.999 1.001 "$chain" "$(cycles chain --what-if "memory.latency=$latency")"
ratio "doubled memory, memory" 1.9 2.1 "$far" "$(cycles far --what-if "memory.latency=$latency")"
ratio "a cache of 64 KiB, between" 5 100 "$middle" "$(cycles middle --what-if cache.3.size=64K,cache.2.size=64K)"
ratio "a cache of 64 KiB, chain" 0.999 1.001 "$chain" "$(cycles chain --what-if cache.3.size=64K,cache.2.size=64K)"

# On the simulated board an instruction takes a cycle; no burst and no fit are needed.
check 1 "counts lines of 64 bytes" "$sim" "$dir/arm.sig"
check 0 "1.6e+06 instructions" "$3/core2duo-e6600.log.gz" "$dir/arm.sig"

# A log that comes through a pipe.
mkfifo "$dir/pipe" || exit 1
zcat "$log" >"$dir/pipe" &
check 1 "CAUSES dependence 100 %" "$dir/pipe" "$dir/chain.sig"

# Several boards, comparison, what is missing.
check 1 "BOARD TIME 90 %" "$log" "$sim" "$dir/chain.sig"
check 1 "times as fast" --compare="$dir/far.sig" "$log" "$dir/chain.sig"
check 1 "issue.width (5)" -v "$log" "$dir/chain.sig"
check 1 '"schema": "pontoon.prediction/1"' --format json "$log" "$dir/chain.sig"
check 1 '\x1b[31mred on' "$log" "$dir/red.sig"

# Kernels that the log has timed: ten are enough for a fit, three are not, and those of another processor are refused.
timed=$3/prediction/kernels-x86_64.log.gz
check 0 "LIKE " --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
grep -q unfitted "$dir/out" && fail "ten kernels were not fitted"
check 1 "too few to fit" --kernels="$dir/few.kernels" "$timed" "$dir/chain.sig"
check 1 "unfitted" --kernels="$dir/few.kernels" "$timed" "$dir/chain.sig"
check 1 "3 kernels are timed in" --kernels="$dir/few.kernels" "$timed" "$dir/chain.sig"
check 3 "its kernels are for arm" --kernels="$dir/arm.kernels" "$timed" "$dir/chain.sig"
check 2 "No such file" --kernels="$dir/none.kernels" "$timed" "$dir/chain.sig"
check 3 "kernels" --kernels="$timed" "$timed" "$dir/chain.sig"
check 2 "Is a directory" --kernels="$dir" "$timed" "$dir/chain.sig"
check 3 "holds no kernel's signature" --kernels=/dev/null "$timed" "$dir/chain.sig"
cp "$timed" "$dir/board.log.gz" && cp "$dir/ten.kernels" "$dir/board.kernels"
check 0 "LIKE " "$dir/board.log.gz" "$dir/chain.sig"
check 0 "by formula (1), which has no interval" --method=paper --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
check 0 '"method": "paper"' --method=paper --format json --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
check 3 "--method=paper compares with kernels" --method=paper "$log" "$dir/chain.sig"
check 2 "there are replay and paper" --method=best "$log" "$dir/chain.sig"
check 2 "tells causes" --method=paper --compare="$dir/far.sig" "$log" "$dir/chain.sig"

check 1 "" --html="$dir/page.html" "$log" "$sim" "$dir/red.sig"
grep -q '<rect ' "$dir/page.html" || fail "the page has no bars"
grep -q 'cycles an instruction' "$dir/page.html" || fail "the page has no times"
grep -q "$(printf '\033')" "$dir/page.html" && fail "the page has a control character"
check 2 "nowhere" --html="$dir/nowhere/page.html" "$log" "$dir/chain.sig"
[ ! -e /dev/full ] || check 2 "predict: /dev/full: No space left" --html=/dev/full "$log" "$dir/chain.sig"

# Nothing that is read is written over, by whatever name.
cp "$timed" "$dir/own.log" && cp "$dir/ten.kernels" "$dir/own.kernels" && cp "$dir/chain.sig" "$dir/own.sig" &&
    cp "$dir/far.sig" "$dir/own_old.sig" && ln -s own.log "$dir/link.html" || exit 1
cksum "$dir"/own* >"$dir/sums"
own() {
    check 2 "predict: $dir/$1: --html would write over the input $dir/$2; nothing was written" \
        --html="$dir/$1" --compare="$dir/own_old.sig" "$dir/own.log" "$dir/own.sig"
}
own own.log own.log
own own.sig own.sig
own own_old.sig own_old.sig
own link.html own.log
own own.kernels own.kernels
cksum "$dir"/own* | cmp -s - "$dir/sums" || fail "an input was written over"

# What programs do that no prediction knows.
check 1 "1 burst: too few" "$log" "$dir/one_burst.sig"
check 1 "100000 threads: their instructions are added up" "$log" "$dir/threads.sig"
check 1 "signal 11 ended the program" "$log" "$dir/crashed.sig"
check 1 "started 2 processes" "$log" "$dir/forks.sig"
check 1 "became another one (exec)" "$log" "$dir/exec.sig"
check 1 "reads the clock 7 times" "$log" "$dir/clock.sig"
check 1 "asks 39 times which processor it runs on (cpuid)" "$log" "$dir/asks.sig"

# Nothing to predict from.
check 3 "is of a program for arm" "$log" "$dir/arm.sig"
check 3 "holds no instruction" "$log" "$dir/empty.sig"
zcat "$log" | awk '/,PROBE,ops,/ { out = 1 } !out { print } /,DONE,ops,/ { out = 0 }' >"$dir/no_ops.log"
check 3 "tells nothing of operations" "$dir/no_ops.log" "$dir/chain.sig"
zcat "$log" | head -20 >"$dir/head.log"
check 3 "tells" "$dir/head.log" "$dir/chain.sig"
: >"$dir/empty.log"
check 3 "is empty: no log has arrived" "$dir/empty.log" "$dir/chain.sig"
check 3 "no record stream" "$0" "$dir/chain.sig"

# Wrong usage.
check 2 "a LOG and a signature are expected"
check 2 "is no signature" "$log"
check 2 "is no signature" "$log" "$sim"
check 2 "is a second signature" "$log" "$dir/far.sig" "$dir/chain.sig"
check 2 "none.log: No such file" "$dir/none.log" "$dir/chain.sig"
check 2 "none.sig: No such file" "$log" "$dir/none.sig"
check 2 "is a directory" "$dir" "$dir/chain.sig"
check 2 "ID=VALUE is expected" --what-if cache "$log" "$dir/chain.sig"
check 2 "a number above 0 is expected" --what-if memory.latency=fast "$log" "$dir/chain.sig"
check 2 "no such number is used" --what-if colour=3 "$log" "$dir/chain.sig"
check 2 "there are text and json" --format=xml "$log" "$dir/chain.sig"

# Signatures cut anywhere end with a message and a status, never with a signal.
bytes=$(wc -c <"$dir/chain.sig")
at=0
while [ "$at" -lt "$bytes" ]; do
    head -c "$at" "$dir/chain.sig" >"$dir/cut.sig"
    "$predict" "$log" "$dir/cut.sig" >"$dir/out" 2>"$dir/err"
    got=$?
    [ "$got" -ge 1 ] && [ "$got" -le 3 ] || fail "cut at $at: status $got"
    [ -s "$dir/err" ] || [ -s "$dir/out" ] || fail "cut at $at: not a word"
    at=$((at + 97))
done
exit $failed

#!/bin/sh
# predict, on a log of a host and on signatures made by hand: answers, exit statuses and messages.
# predict.sh <predict> <make_signatures> <change_log> <recordings> <scratch folder>
set -u
predict=$1
make=$2
change=$3
log=$4/prediction/host-x86_64.log.gz
sim=$4/cortex-a9.log.gz
recordings=$4
dir=$5
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
check 0 "1.6e+06 cycles of 1.6e+06 instructions, 1 each" "$log" "$dir/chain.sig"
check 0 "CAUSES dependence 100 %" "$log" "$dir/chain.sig"
check 0 "CAUSES memory 100 %" "$log" "$dir/far.sig"
chain=$(cycles chain)
far=$(cycles far)
middle=$(cycles middle)
double=op.add.i32.latency=2,op.add.i64.latency=2,op.and.i64.latency=2
ratio "doubled operations, chain" 1.95 2.05 "$chain" "$(cycles chain --what-if $double)"
ratio "doubled operations, memory" 0.95 1.05 "$far" "$(cycles far --what-if $double)"
latency=$(awk -v c="$far" 'BEGIN { printf "%.0f", 2 * c / 1.6e6 }')
ratio "doubled memory, chain" 0.999 1.001 "$chain" "$(cycles chain --what-if "memory.latency=$latency")"
ratio "doubled memory, memory" 1.9 2.1 "$far" "$(cycles far --what-if "memory.latency=$latency")"
# The log lacks the size of the third cache, in which the loads are as its system reports it.
# 11.8 cycles of the second by 45.5 of the third.
ratio "a cache of 64 MiB, between" 0.25 0.27 "$middle" "$(cycles middle --what-if cache.2.size=64M)"
ratio "a cache of 64 KiB, chain" 0.999 1.001 "$chain" "$(cycles chain --what-if cache.2.size=64K)"

# Doubts are told, and count for --strict alone.
check 0 "unfitted" "$log" "$dir/chain.sig"
check 1 "unfitted" --strict "$log" "$dir/chain.sig"
check 1 "unfitted" --strict --compare="$dir/far.sig" "$log" "$dir/chain.sig"
check 0 "1.6e+06 instructions" --strict "$recordings/core2duo-e6600.log.gz" "$dir/arm.sig"

# -h is --help; an option without its value is named.
check 0 "Usage: predict [OPTION...] LOG" -h
check 2 "predict: --html wants a file: --html=FILE" --html= "$log" "$dir/chain.sig"
check 2 "predict: --what-if wants a value" --what-if= "$log" "$dir/chain.sig"

# The same by logs of boards that take twice as long.
zcat "$log" | "$change" ops=2 >"$dir/ops2.log" && zcat "$log" | "$change" memory=2 >"$dir/memory2.log" || exit 1
# cycles_on <log> <signature>
cycles_on() {
    "$predict" --format json "$dir/$1.log" "$dir/$2.sig" 2>"$dir/err" | sed -n 's/^ "cycles": \([0-9.e+]*\),$/\1/p'
}
ratio "a log of doubled operations, chain" 1.95 2.05 "$chain" "$(cycles_on ops2 chain)"
ratio "a log of doubled operations, memory" 0.95 1.05 "$far" "$(cycles_on ops2 far)"
ratio "a log of doubled memory, chain" 0.999 1.001 "$chain" "$(cycles_on memory2 chain)"
ratio "a log of doubled memory, memory" 1.95 2.05 "$far" "$(cycles_on memory2 far)"

# On the simulated board an instruction takes a cycle; no burst and no fit are needed.
check 0 "counts lines of 64 bytes" "$sim" "$dir/arm.sig"
check 0 "1.6e+06 instructions" "$recordings/core2duo-e6600.log.gz" "$dir/arm.sig"

# A log that comes through a pipe.
mkfifo "$dir/pipe" || exit 1
zcat "$log" >"$dir/pipe" &
check 0 "CAUSES dependence 100 %" "$dir/pipe" "$dir/chain.sig"

# Several boards, comparison, what is missing.
check 0 "BOARD TIME 90 %" "$log" "$sim" "$dir/chain.sig"
check 0 "issue.width (5)" -v "$log" "$dir/chain.sig"
check 0 '"schema": "pontoon.prediction/1"' --format json "$log" "$dir/chain.sig"
# formats.md lists the keys of the JSON that is written, and no others.
"$predict" --format json "$log" "$dir/chain.sig" 2>/dev/null | sed -n 's/^ "\([a-z_]*\)":.*/\1/p' | sort >"$dir/keys"
sed -n '/^## Predictions/,/^### /s/^| \(`[a-z_`, ]*`\) |.*/\1/p' "$(dirname -- "$0")/../../../docs/reference/formats.md" | tr -d '`' | tr -s ', ' '\n' |
    sort >"$dir/told"
echo schema | sort -m - "$dir/told" >"$dir/wanted"
cmp -s "$dir/keys" "$dir/wanted" || fail "JSON and docs/reference/formats.md differ: $(diff "$dir/keys" "$dir/wanted")"
check 0 '\x1b[31mred on' "$log" "$dir/red.sig"

# wide: no line of the answer is longer than 80 columns
wide() {
    awk 'length($0) > 80 { exit 1 }' "$dir/out" || fail "$1: $(awk 'length($0) > 80' "$dir/out" | head -1)"
}

# A program for each processor: every board takes its own; one that has none is listed. A simulated board takes any.
zcat "$log" | "$change" arch=arm >"$dir/panda.log" && zcat "$log" | "$change" arch=riscv64 >"$dir/visionfive.log" ||
    exit 1
check 0 "BOARD TIME 90 % MOSTLY" "$log" "$dir/panda.log" "$sim" "$dir/chain.sig" "$dir/arm.sig"
[ "$(grep -c ' us  .* to ' "$dir/out")" -eq 2 ] || fail "two boards, two programs: $(head -5 "$dir/out")"
grep -q 'no signature' "$dir/out" && fail "a board lacks what was given"
wide "several boards"
check 1 "no signature of a program for riscv64" "$log" "$dir/visionfive.log" "$dir/chain.sig" "$dir/arm.sig"
check 1 '"no signature of a program for riscv64 was given"' --format json "$log" "$dir/visionfive.log" "$dir/chain.sig"
check 3 "none of the 2 signatures is for that" "$dir/visionfive.log" "$dir/chain.sig" "$dir/arm.sig"
check 2 "is a second signature for x86_64, as $dir/far.sig is" "$log" "$dir/far.sig" "$dir/chain.sig"
check 0 "nothing but memory is told apart" "$sim" "$dir/arm.sig"

# Doubts with the boards that they are of; -v has the numbers of each board.
check 0 " all: unfitted" "$log" "$dir/panda.log" "$dir/arm.sig" "$dir/clock.sig"
tr -s ' \n' ' ' <"$dir/out" | grep -qF "host-x86_64.log.gz: the program reads the clock or sleeps 37 times" ||
    fail "a doubt has no board: $(cat "$dir/out")"
grep -q '^MACHINE' "$dir/out" && fail "numbers of the machine without -v"
wide "doubts of several boards"
check 0 "issue.width 5 assumed" -v "$log" "$dir/panda.log" "$dir/arm.sig" "$dir/clock.sig"
[ "$(grep -c '^MACHINE' "$dir/out")" -eq 2 ] || fail "-v has not the numbers of both boards"
wide "-v of several boards"

# A comparison in each form.
check 0 "times as fast as before" --compare="$dir/far.sig" "$log" "$dir/chain.sig"
for words in '^  before *[0-9.]* ms *[0-9.]* ms  *to' '^  after *[0-9.]* us *[0-9.]* us  *to' '^DOUBTS *both: unfitted'; do
    grep -q "$words" "$dir/out" || fail "the comparison lacks $words"
done
wide "a comparison"
check 0 "after: the program reads the clock or sleeps 37 times" --compare="$dir/far.sig" "$log" "$dir/clock.sig"
check 0 "before: the program reads the clock or sleeps 37 times" --compare="$dir/clock.sig" "$log" "$dir/far.sig"
check 0 "MACHINE issue.width 5 assumed" -v --compare="$dir/far.sig" "$log" "$dir/chain.sig"
check 0 '"schema": "pontoon.comparison/1"' --format json --compare="$dir/far.sig" "$log" "$dir/chain.sig"
[ "$(grep -c '"schema": "pontoon.prediction/1"' "$dir/out")" -eq 2 ] || fail "a comparison in JSON has not both"
check 0 "" --html="$dir/comparison.html" --compare="$dir/far.sig" "$log" "$dir/chain.sig"
for words in 'times as fast as before' '<h3>before</h3>' '<h3>after</h3>' 'Cycles by cause'; do
    grep -q "$words" "$dir/comparison.html" || fail "the page of a comparison lacks $words"
done
check 3 "is of a program for arm" --compare="$dir/arm.sig" "$log" "$dir/chain.sig"
check 2 "is for one LOG and one signature" --compare="$dir/far.sig" "$log" "$sim" "$dir/chain.sig"
check 2 "is for one LOG and one signature" --compare="$dir/far.sig" "$log" "$dir/arm.sig" "$dir/chain.sig"
check 2 "none.sig: No such file" --compare="$dir/none.sig" "$log" "$dir/chain.sig"

# A disk that is full, whatever is written.
if [ -e /dev/full ]; then
    full() {
        "$predict" "$@" >/dev/full 2>"$dir/err"
        got=$?
        [ "$got" -eq 4 ] || fail "a full disk, $*: status $got"
        grep -q 'standard output: No space left' "$dir/err" || fail "a full disk, $*: $(cat "$dir/err")"
    }
    full "$log" "$dir/chain.sig"
    full -v "$log" "$sim" "$dir/chain.sig"
    full --format json "$log" "$dir/chain.sig"
    full --format json "$log" "$sim" "$dir/chain.sig"
    full --compare="$dir/far.sig" "$log" "$dir/chain.sig"
    full --format json --compare="$dir/far.sig" "$log" "$dir/chain.sig"
    check 4 "predict: /dev/full: No space left" --html=/dev/full "$log" "$dir/chain.sig"
    check 4 "predict: /dev/full: No space left" --html=/dev/full --compare="$dir/far.sig" "$log" "$dir/chain.sig"
fi

# Kernels that the log has timed: ten are enough for a fit, three are not, and those of another processor are refused.
timed=$recordings/prediction/kernels-x86_64.log.gz
check 0 "LIKE " --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
grep -q unfitted "$dir/out" && fail "ten kernels were not fitted"
check 0 "too few to fit" --kernels="$dir/few.kernels" "$timed" "$dir/chain.sig"
check 0 "unfitted" --kernels="$dir/few.kernels" "$timed" "$dir/chain.sig"
check 0 "3 kernels are timed in" --kernels="$dir/few.kernels" "$timed" "$dir/chain.sig"
check 3 "its kernels are for arm" --kernels="$dir/arm.kernels" "$timed" "$dir/chain.sig"
check 2 "No such file" --kernels="$dir/none.kernels" "$timed" "$dir/chain.sig"
check 3 "kernels" --kernels="$timed" "$timed" "$dir/chain.sig"
check 2 "Is a directory" --kernels="$dir" "$timed" "$dir/chain.sig"
check 3 "holds no kernel's signature" --kernels=/dev/null "$timed" "$dir/chain.sig"
# Each kernel from those of another name; what is asked for beside it is refused.
check 0 "EACH KERNEL FROM THE OTHERS" --leave-one-out --kernels="$dir/ten.kernels" "$timed"
check 0 "MEDIAN ERROR seq on 1" --leave-one-out --kernels="$dir/ten.kernels" "$timed"
"$predict" --leave-one-out --format json --kernels="$dir/ten.kernels" "$timed" >"$dir/out" 2>"$dir/err" || fail "--leave-one-out"
python3 - "$dir/out" <<'END' || fail "--leave-one-out: a kernel is predicted from its own name, or its error is not that of its times"
import json, sys
answer = json.load(open(sys.argv[1]))
kernels = answer["kernels"]
assert answer["schema"] == "pontoon.leave_one_out/1" and len(kernels) > 1
for k in kernels:
    one = k["times"][0]
    assert not k["from"].startswith(k["family"] + ".") and one["measured"] == 1
    assert abs(one["predicted"] - 1 - one["error"]) < 1e-9
assert answer["medians"][0]["kernels"] == len(kernels)
END
check 3 "has no kernels of two names" --leave-one-out "$log"
check 2 "takes one LOG" --leave-one-out "$timed" "$dir/chain.sig"
check 2 "goes with --kernels and --format alone" --leave-one-out --method=paper "$timed"
cp "$timed" "$dir/board.log.gz" && cp "$dir/ten.kernels" "$dir/board.kernels"
check 0 "LIKE " "$dir/board.log.gz" "$dir/chain.sig"
check 0 "by formula (1), which has no interval" --method=paper --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
check 0 '"method": "paper"' --method=paper --format json --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
check 0 "by formula (1)" --method=paper --like=wht --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
check 2 "has timed no kernel gemm" --method=paper --like=gemm --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
check 2 "is for --method=paper" --like=wht --kernels="$dir/ten.kernels" "$timed" "$dir/chain.sig"
check 3 "--method=paper compares with kernels" --method=paper "$log" "$dir/chain.sig"
check 2 "there are replay and paper; did you mean paper?" --method=papr "$log" "$dir/chain.sig"
check 2 "there are replay and paper" --method=best "$log" "$dir/chain.sig"
check 2 "--what-if changes what a replay reads" --method=paper --what-if memory.latency=4096 --kernels="$dir/ten.kernels" \
    "$timed" "$dir/chain.sig"
check 2 "tells causes" --method=paper --compare="$dir/far.sig" "$log" "$dir/chain.sig"

check 0 "" --html="$dir/page.html" "$log" "$sim" "$dir/red.sig"
grep -q '<figure data-figure="causes-1">' "$dir/page.html" || fail "the page has no figure of the second board"
grep -Eq '"kind":"stack"|<img alt="Cycles by cause"|gnuplot is not installed' "$dir/page.html" ||
    fail "the page has neither data of a figure nor a picture"
grep -q 'cycles an instruction' "$dir/page.html" || fail "the page has no times"
grep -q "$(printf '\033')" "$dir/page.html" && fail "the page has a control character"
check 4 "nowhere" --html="$dir/nowhere/page.html" "$log" "$dir/chain.sig"

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
check 0 "1 burst: too few" "$log" "$dir/one_burst.sig"
check 0 "100000 threads: their instructions are added up" "$log" "$dir/threads.sig"
check 0 "signal 11 ended the program" "$log" "$dir/crashed.sig"
check 0 "started 2 processes, which are not predicted" "$log" "$dir/forks.sig"
check 0 "became another one (exec)" "$log" "$dir/exec.sig"
check 0 "reads the clock or sleeps 37 times" "$log" "$dir/clock.sig"
check 0 "asks 39 times which processor it runs on (cpuid)" "$log" "$dir/asks.sig"

# Nothing to predict from.
check 3 "is of a program for arm" "$log" "$dir/arm.sig"
check 3 "holds no instruction" "$log" "$dir/empty.sig"
check 3 "none of its bursts ran" "$log" "$dir/idle.sig"
check 3 "none of its blocks ran" "$sim" "$dir/idle.sig"
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
check 2 "none.log: No such file" "$dir/none.log" "$dir/chain.sig"
check 2 "none.sig: No such file" "$log" "$dir/none.sig"
check 2 "is a directory" "$dir" "$dir/chain.sig"
check 2 "$dir: is a directory" "$log" "$dir"
gzip -k "$dir/chain.sig" && check 2 "is compressed: gunzip it" "$log" "$dir/chain.sig.gz"
mkfifo "$dir/signature_pipe" && check 2 "a log may come through a pipe, a signature not" "$log" "$dir/signature_pipe"
head -c 40 "$dir/chain.sig" >"$dir/cut.sig"
check 3 "it ends within its first line: profile the program again" "$log" "$dir/cut.sig"
head -c $(($(head -1 "$dir/chain.sig" | wc -c) + 60)) "$dir/chain.sig" >"$dir/cut.sig"
check 3 "; and without " "$log" "$dir/cut.sig"
check 2 "ID=VALUE is expected" --what-if cache "$log" "$dir/chain.sig"
check 2 "a number is expected, from 0 on" --what-if memory.latency=fast "$log" "$dir/chain.sig"
for id in colour cache.9.size timer.step regs.i64 cache.1.policy cache.2.inclusion op.none.i64.latency; do
    check 2 "--what-if: $id: no such number is read for this board; there are" --what-if $id=4096 "$log" "$dir/chain.sig"
    grep -q 'core.rob.entries' "$dir/err" || fail "$id: the numbers that are read are not listed"
    [ -s "$dir/out" ] && fail "$id: an answer in spite of it"
done
check 2 "issue.width: no such number is read" --what-if issue.width=3 "$sim" "$dir/arm.sig"
check 2 "--what-if: near that is cache.2.size" --what-if cahce.2.size=4M "$log" "$dir/chain.sig"
check 2 "--what-if: near that is model.fetch.bytes" --what-if model.fetch.bites=16 "$log" "$dir/chain.sig"
check 0 "model.fetch.bytes 32 assumed" -v "$log" "$dir/chain.sig"
for value in cache.2.ways=4.5 cache.1.line=48 cache.2.size=3 cache.2.size=512.5 cache.levels=7 tlb.levels=3 \
    memory.latency=1e9 op.add.i64.latency=1e6; do
    check 2 "expected" --what-if $value "$log" "$dir/chain.sig"
done
for value in 0 -3 nan inf 1e400 3K5 0x 4M,; do
    check 2 "--what-if" --what-if memory.latency=$value "$log" "$dir/chain.sig"
done
check 2 "is given twice" --what-if memory.latency=3,memory.latency=4 "$log" "$dir/chain.sig"
check 2 "--what-if wants a value: --what-if=ID=VALUE" --what-if "" "$log" "$dir/chain.sig"
# All that is listed is read; what is fitted is, and stays where something else is given.
for id in cpu.frequency cache.levels cache.1.line cache.2.size cache.2.ways cache.2.latency memory.latency tlb.levels \
    tlb.page tlb.1.entries tlb.1.ways tlb.2.penalty tlb.walk cache.2.mlp memory.mlp bandwidth.cache.1.read \
    bandwidth.memory.read branch.history op.add.i64.latency op.add.i64.rthroughput issue.width core.rob.entries \
    core.scheduler.int.entries core.scheduler.fp.entries core.scheduler.int.depth core.scheduler.fp.depth; do
    case $id in
    *.levels | *.ways) value=2 ;;
    *) value=4096 ;;
    esac
    check 0 "CAUSES" --what-if $id=$value "$log" "$dir/chain.sig"
done
# What something costs beside what it costs anyway may be nothing; sizes, latencies and rates may not.
for id in tlb.walk tlb.1.penalty core.store_forward.latency branch.indirect.multi_target os.page_fault.anonymous os.syscall \
    core.bypass.add_to_mul; do
    check 0 "CAUSES" --what-if $id=0 "$log" "$dir/chain.sig"
done
for id in cache.2.latency cache.levels tlb.1.entries issue.width core.rob.entries op.add.i64.latency op.load.i64.latency; do
    check 2 "--what-if: $id=0: a number above 0 is expected" --what-if $id=0 "$log" "$dir/chain.sig"
done
check 0 "CAUSES" --what-if issue.width=4,issue.width.shared=2 "$log" "$dir/chain.sig"
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

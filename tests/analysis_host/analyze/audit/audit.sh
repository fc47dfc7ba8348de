#!/bin/sh
# sh audit.sh <analyze> <recordings> <scratch folder>: the text, JSON and page of an audit of a recorded host, and wrong use.
set -u
analyze=$1 log=$2/pipeline/host-x86_64.log.gz
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
failed=0

fail() {
    echo "$*: out: $(head -c 600 out) err: $(cat err)"
    failed=1
}

# expect <status> <argument of analyze>...
expect() {
    wanted=$1
    shift
    "$analyze" "$@" >out 2>err
    got=$?
    [ $got -eq "$wanted" ] || fail "analyze $*: status $got in place of $wanted"
}

# says <file> <text>
says() {
    tr -s ' \n' ' ' <"$1" | grep -Fq -e "$2" || fail "$1 lacks: $2"
}

printf 'cpu.frequency = 9G\n' >claims
expect 0 --audit --claims=claims "$log"
says out "the core clock is lower than the board states [clock]"
says out "GHz, stated 9 GHz"
says out "look at: cpupower frequency-info"
says out "checks could not be made: analyze --audit -v names what each needs"
[ "$(awk 'length > 80' out | wc -l)" -eq 0 ] || fail "lines are wider than 80 columns"
expect 0 --audit -v --claims=claims "$log"
says out "CHECKS THAT COULD NOT BE MADE"
says out "node_bandwidth"
expect 0 --audit --format=json --claims=claims --html=page.html "$log"
says out '"schema": "pontoon.audit/1"'
says out '"rule": "clock"'
says page.html '<h2>Audit</h2>'
says page.html 'the core clock is lower than the board states'
# A board is no worse than itself.
expect 0 --audit --format=json --like="$log" "$log"
if grep -q '"rule": "sister"' out; then fail "a board is worse than itself"; fi
# A sister's log that ends too soon is used, and named.
gzip -dc "$log" >whole.log
head -n $(($(wc -l <whole.log) / 2)) whole.log >short.log
expect 1 --audit --like=short.log "$log"
says err "short.log"
# RTL cores: one of which the memory is slow is worse, the other of the two, and another board with fast memory, are not.
rtl=$2/rtl
expect 0 --audit --like="$rtl/vexriscv-full.log.gz" "$rtl/vexriscv-slow-memory.log.gz"
says out "core.store.new_line is worse than on the sister board"
expect 0 --audit --like="$rtl/vexriscv-slow-memory.log.gz" "$rtl/vexriscv-full.log.gz"
says out "nothing found"
expect 0 --audit --like="$rtl/biriscv-slow-memory.log.gz" "$rtl/biriscv.log.gz"
says out "nothing found"
expect 0 --audit --like="$rtl/biriscv.log.gz" "$rtl/biriscv-slow-memory.log.gz"
says out "core.store.evicted_line is worse than on the sister board"
expect 0 --audit --like="$rtl/picorv32.log.gz" "$rtl/picorv32-small.log.gz"
says out "op.mul.i32.latency is worse than on the sister board"
expect 0 "$log" --html=plain.html
if grep -q '<h2>Audit</h2>' plain.html; then fail "a page without --audit has one"; fi

expect 2 --audit --like "$log"
says err "--audit compares with the log of a sister board: --like=LOG"
expect 2 --claims=claims "$log"
says err "--claims=FILE is for --audit"
expect 2 --like="$log" "$log"
says err "--like=LOG is for --audit"
expect 2 --audit --suggest "$log"
says err "--audit writes its findings in place of every report"
expect 2 --audit --claims=missing "$log"
says err "missing: No such file or directory"
printf 'cpu.frequency 9G\n' >wrong
expect 2 --audit --claims=wrong "$log"
says err "wrong:1: a line ID = VALUE is expected, as in: memory.bandwidth = 3.2G"
expect 2 --audit --like=missing "$log"
says err "missing: No such file or directory"
: >empty
expect 3 --audit --like=empty "$log"
says err "empty: is empty"
cp claims kept
expect 2 --audit --claims=claims --html=claims "$log"
cmp -s claims kept || fail "what is read was overwritten"
exit $failed

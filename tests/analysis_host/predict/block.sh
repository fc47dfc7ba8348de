#!/bin/sh
# block.sh <predict> <recordings> <scratch folder>: predict --block, by blocks whose cycles are known by counting, and by
# every kind of input that it refuses. 77: there is no assembler.
set -u
predict=$1
log=$2/prediction/host-x86_64.log.gz
riscv=$2/rtl/wally-default.log.gz
dir=$3
rm -rf "$dir" && mkdir -p "$dir" || exit 1
command -v x86_64-linux-gnu-as >/dev/null || command -v as >/dev/null || { echo "skipped: no assembler"; exit 77; }
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

# cycles <low> <high> <assembler text>: an iteration takes from LOW to HIGH
cycles() {
    printf '%b\n' "$3" >"$dir/block.s"
    "$predict" --block --format json "$log" "$dir/block.s" >"$dir/out" 2>"$dir/err" || fail "$3: $(cat "$dir/err")"
    python3 - "$dir/out" "$1" "$2" <<'END' || fail "$3: cycles, or their rows, are not from $1 to $2: $(head -8 "$dir/out")"
import json, sys
b = json.load(open(sys.argv[1]))
rows = sum(i["cycles"] for i in b["instructions"])
assert b["schema"] == "pontoon.block/1"
assert float(sys.argv[2]) <= b["cycles"] <= float(sys.argv[3])
assert abs(rows - b["cycles"]) < 0.05 * b["cycles"] + 0.02
assert b["cycles"] >= 0.97 * max(b["at_least"].values())
END
}

# Chains take their latencies, independent operations the width; a loop's data is in L1.
cycles 0.95 1.05 'add %rax, %rbx'
cycles 2.9 3.1 'imul %rbx, %rbx'
cycles 3.9 4.1 'imul %rbx, %rbx\nadd %rax, %rbx'
cycles 3.8 5.2 'mov (%rax), %rax'
cycles 0.95 1.6 'add $1, %rax\nadd $1, %rcx\nadd $1, %rdx\nadd $1, %rsi\nadd $1, %r8\nadd $1, %r9'
cycles 2.9 3.1 '1: mov (%rdi), %rax\nadd $8, %rdi\nimul %rax, %rbx\nadd %rbx, %rcx\ncmp %rdi, %rsi\njne 1b'
# Two zeroing idioms break a chain; what the stack pointer does is no chain.
cycles 0.1 1.1 'imul %rbx, %rbx\nxor %ebx, %ebx\nxor %ecx, %ecx'
cycles 0.9 2.1 'push %rax\npop %rbx'

printf 'add %%rax, %%rbx\n' >"$dir/add.s"
check 0 "1.00 c an iteration, 1.00 instructions/c, bound by latency (100 %)" --block "$log" "$dir/add.s"
check 0 "1 1.00 latency 1 " --block "$log" "$dir/add.s"
check 0 "2.00 c an iteration" --block --what-if op.add.i64.latency=2,op.add.i32.latency=2 "$log" "$dir/add.s"
"$predict" --block "$log" <"$dir/add.s" >"$dir/out" 2>&1 || fail "standard input: $(cat "$dir/out")"
grep -q "^BLOCK  standard input, 1 instruction$" "$dir/out" || fail "standard input: $(head -1 "$dir/out")"
awk 'length > 80 { exit 1 }' "$dir/out" || fail "a line has more than 80 columns"

# Object files, by symbol.
printf '.globl one, two\n.type one,@function\none: add %%rax, %%rbx\n.size one,.-one\n.section .text.two,"ax"\n.type two,@function\ntwo: imul %%rax, %%rbx\n.size two,.-two\n' |
    $(command -v x86_64-linux-gnu-as || command -v as) --64 -o "$dir/both.o" - || fail "no object file"
check 0 "bound by latency" --block --symbol=two "$log" "$dir/both.o"
grep -q 'imul' "$dir/out" || fail "another symbol: $(cat "$dir/out")"
check 2 "has 2 sections with code: give --symbol=NAME" --block "$log" "$dir/both.o"
check 3 "has no code with this symbol: nm lists the symbols" --block --symbol=three "$log" "$dir/both.o"
check 3 "is code for x86_64; the board of the log is riscv64" --block --symbol=one "$riscv" "$dir/both.o"
head -c 30 "$dir/both.o" >"$dir/cut.o"
check 3 "is a damaged object file" --block "$log" "$dir/cut.o"

# What is wrong is named by its line, and the others of several files are still answered.
printf 'add %%rax, %%rbx\nfoo %%rax\n' >"$dir/wrong.s"
check 3 "wrong.s:2: no such instruction" --block "$log" "$dir/wrong.s"
check 1 "1.00 c an iteration" --block "$log" "$dir/wrong.s" "$dir/add.s"
printf 'add x0, x1, x2\n' >"$dir/arm.s"
check 3 "arm.s:1: " --block "$log" "$dir/arm.s"
: >"$dir/empty.s"
check 3 "holds no instruction" --block "$log" "$dir/empty.s"
printf '.byte 6, 6\n' >"$dir/none.s"
check 3 "byte 0 is no instruction of x86_64" --block "$log" "$dir/none.s"
printf 'add %%rax, %%rbx\ncall f\n' >"$dir/call.s"
check 2 "instruction 2, call" --block "$log" "$dir/call.s"
printf 'jmp 1f\n1: add %%rax, %%rbx\n' >"$dir/jump.s"
check 2 "jumps away before the end" --block "$log" "$dir/jump.s"
printf '.rept 1001\nadd %%rax, %%rbx\n.endr\n' >"$dir/long.s"
check 2 "has more than 1000 instructions" --block "$log" "$dir/long.s"
printf 'aesenc %%xmm0, %%xmm1\nadd %%rax, %%rbx\n' >"$dir/unknown.s"
"$predict" --block "$log" "$dir/unknown.s" >"$dir/out" 2>&1
if grep -q ' ?$' "$dir/out"; then
    check 1 "not known to the decoder" --block --strict "$log" "$dir/unknown.s"
fi
check 2 "No such file" --block "$log" "$dir/absent.s"
check 3 "no-such-as" --block --assembler=no-such-as "$log" "$dir/add.s"
check 2 "--block takes a LOG" --block
check 2 "--symbol is for --block" --symbol=x "$log" "$dir/add.s"
check 2 "--block goes with" --block --leave-one-out "$log"
exit $failed

#!/bin/sh
# timed_loops_can_fail.sh <timed_loops.sh> <C compiler> <architecture> <scratch folder>
# Compiles kernels that a compiler has folded, split or lengthened, and expects each to be found out.
set -u
check=$1 cc=$2 arch=$3 dir=$4
mkdir -p "$dir" || exit 1

walk='void chain_walk(void **p, unsigned long n) {
    for (; n; n -= 32) { W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W }
    end = p; }'
chain='unsigned NAME(unsigned t, unsigned s, unsigned long n) {
    for (; n; n -= 64) { S S S S S S S S S S S S S S S S S S S S S S S S S S S S S S S S
                         S S S S S S S S S S S S S S S S S S S S S S S S S S S S S S S S }
    return t; }'
# An empty asm that claims to change the value keeps the compiler from seeing through it.
keep='asm volatile("" : "+r"(t));'

# plant <name> <step of add> <step of xor> <step of walk>
plant() {
    {
        echo 'void *volatile end; void far_away(void); unsigned long volatile slot;'
        echo "$chain" | sed "s|NAME|add_chain|; s|\\bS\\b|$2|g"
        echo "$chain" | sed "s|NAME|xor_chain|; s|\\bS\\b|$3|g"
        echo "$walk" | sed "s|\\bW\\b|$4|g"
    } >"$dir/$1.c"
    "$cc" -O2 -c -o "$dir/$1.o" "$dir/$1.c" || exit 1
}

# expect <status> <name> <words in the message>
expect() {
    said=$(sh "$check" "$dir/$2.o" "$arch" "")
    status=$?
    if [ $status -eq 77 ]; then
        echo "$said"
        exit 77
    fi
    if [ $status -ne "$1" ] || ! echo "$said" | grep -q "$3"; then
        echo "$2: status $status instead of $1, and '$said' instead of '$3'"
        failed=1
    fi
}

failed=0
add="t += s; $keep" xor="t ^= s; $keep" load='p = (void **)*p;'
plant honest "$add" "$xor" "$load"
plant folded "t += s;" "$xor" "$load"
plant constant "t += 3; $keep" "$xor" "$load"
plant cancelled "$add" "t ^= s;" "$load"
plant called "$add" "$xor" "$load far_away();"
plant spilled "$add asm volatile(\"mov %0, -8(%%rsp)\" : : \"r\"(t));" "$xor" "$load"
plant offset "$add" "$xor" 'p = (void **)p[1];'
plant short "$add" "$xor" "p = (void **)*p; p = (void **)*p;"

expect 0 honest ''
expect 1 folded 'add_chain: .* register additions a lap instead of 64\|add_chain: no loop'
expect 1 constant 'add_chain: 0 register additions'
expect 1 cancelled 'xor_chain: '
expect 1 called 'chain_walk: a call'
expect 1 spilled 'add_chain: the stack'
expect 1 offset 'chain_walk: 0 loads'
expect 1 short 'chain_walk: 64 loads'
exit $failed

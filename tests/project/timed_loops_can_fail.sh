#!/bin/sh
# timed_loops.sh finds loops that a compiler has folded, split or lengthened.
# timed_loops_can_fail.sh <timed_loops.sh> <source tree> <C compiler> <architecture> <scratch folder>
# Compiles such kernels, and the project's own with flags that spoil them, by the given compiler and by every
# cross compiler that is here.
set -u
check=$1 root=$2 cc=$3 arch=$4 dir=$5
mkdir -p "$dir" || exit 1

walk='/* timed loop of chase_walk: 32 load in 1 chain */
void chase_walk(void **p, unsigned long n) {
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
        echo '/* timed loop of add_chain: 64 add in 1 chain */'
        echo "$chain" | sed "s|NAME|add_chain|; s|\\bS\\b|$2|g"
        echo '/* timed loop of xor_chain: 64 xor in 1 chain */'
        echo "$chain" | sed "s|NAME|xor_chain|; s|\\bS\\b|$3|g"
        echo "$walk" | sed "s|\\bW\\b|$4|g"
    } >"$dir/$1.c"
    "$cc" -O2 -c -o "$dir/$1.o" "$dir/$1.c" || exit 1
}

# compare <what was tried> <status wanted> <words in the message> <status> <message>
compare() {
    if [ "$4" -ne "$2" ] || ! echo "$5" | grep -q "$3"; then
        echo "$1: status $4 instead of $2, and '$5' instead of '$3'"
        failed=1
    fi
}

# expect <status> <name> <words in the message>
expect() {
    said=$(sh "$check" "$dir/$2.o" "$arch" objdump - "$dir/$2.c")
    compare "$2" "$1" "$3" $? "$said"
}

failed=0
if [ "$arch" = x86_64 ]; then
    add="t += s; $keep" xor="t ^= s; $keep" load='p = (void **)*p;'
    plant honest "$add" "$xor" "$load"
    plant folded "t += s;" "$xor" "$load"
    plant constant "t += 3; $keep" "$xor" "$load"
    plant cancelled "$add" "t ^= s;" "$load"
    plant called "$add" "$xor" "$load far_away();"
    plant spilled "$add asm volatile(\"mov %0, -8(%%rsp)\" : : \"r\"(t));" "$xor" "$load"
    plant offset "$add" "$xor" 'p = (void **)p[1];'
    plant short "$add" "$xor" "p = (void **)*p; p = (void **)*p;"
    plant split "$add" "$xor" 'slot = (unsigned long)*(void *volatile *)p;'

    expect 0 honest ''
    expect 1 folded 'add_chain: .* times add a lap instead of 64\|add_chain: no loop'
    expect 1 constant 'add_chain: no loop of add'
    expect 1 cancelled 'xor_chain: '
    expect 1 called 'chase_walk: a call'
    expect 1 spilled 'add_chain: the stack'
    expect 1 offset 'chase_walk: no loop of load'
    expect 1 short 'chase_walk: 64 times load'
    expect 1 split 'chase_walk: chains of 1 times load'
    sed 's/add_chain: 64/add_chain: 63/' "$dir/honest.c" >"$dir/miscounted.c"
    cp "$dir/honest.o" "$dir/miscounted.o"
    expect 1 miscounted 'add_chain: 64 times add a lap instead of 63'

    # Several operations in one loop, loads and stores among them.
    flow() { # <name> <statement that passes a value through memory> <statement of floats>
        {
            cat "$dir/honest.c"
            echo '/* timed loop of pass: 2 stores, 2 loads */'
            echo "void pass(volatile unsigned *at, unsigned v, unsigned long n) { for (; n; n--) { $2 $2 } slot = v; }"
            echo '/* timed loop of both: 2 fpmul in 1 chain, 2 fp in 1 chain */'
            echo "void both(float x, float y, float z, unsigned long n) { for (; n; n--) { $3 $3 } slot = x + z; }"
        } | sed 's/HOLD/asm("" : "+x"(x), "+x"(z));/g' >"$dir/$1.c"
        "$cc" -O2 -c -o "$dir/$1.o" "$dir/$1.c" || exit 1
    }
    pass='*at = v; v = *at;' both='x *= y; HOLD x += y; HOLD'
    flow flows "$pass" "$both"
    flow unread '*at = v;' "$both"
    flow unwritten 'v += *at;' "$both"
    flow unmultiplied "$pass" 'x += y; HOLD'
    flow thrice "$pass" "$both x += y; HOLD"
    flow apart "$pass" 'x *= y; HOLD z += y; HOLD'
    expect 0 flows ''
    expect 1 unread 'pass: no loop of loads'
    expect 1 unwritten 'pass: no loop of stores'
    expect 1 unmultiplied 'both: no loop of fpmul'
    expect 1 thrice 'both: 4 times fp a lap instead of 2'
    expect 1 apart 'both: a lap does not wait for the one before'

    # Kernels of operations, known by the names of their files: 2 streams are 8 steps, 16 additions.
    add_2() {
        mkdir -p "$dir/$1"
        {
            cat "$dir/honest.c"
            echo 'static void __attribute__((used)) add_2(unsigned t, unsigned s) {'
            i=0
            while [ $i -lt "$2" ]; do
                echo "    $add"
                i=$((i + 1))
            done
            echo '    slot = t; }'
        } >"$dir/$1/ops_i32.c"
        "$cc" -O2 -c -o "$dir/$1/ops_i32.o" "$dir/$1/ops_i32.c" || exit 1
    }
    add_2 few 8
    add_2 right 16
    add_2 twice 32
    expect 0 right/ops_i32 '1 kernels of operations'
    expect 1 few/ops_i32 'add_2 on i32: 8 instructions instead of 16'
    expect 1 twice/ops_i32 'add_2 on i32: 32 instructions instead of 16'

    # Mixes, known by the names of their files: depth 2 twice is 4 additions and 4 multiplications a lap.
    mix() { # <name> <additions> <multiplications> <statement of the loop>
        mkdir -p "$dir/$1"
        {
            cat "$dir/honest.c"
            echo 'static void __attribute__((used)) balanced_2_2(double a, double m, double x, unsigned long n) {'
            echo "    for (; n; n--) { $4"
            for step in a+$2 m*$3; do
                i=0
                while [ $i -lt "${step#??}" ]; do
                    echo "        ${step%"${step#?}"} = ${step%"${step#??}"} x; asm volatile(\"\" : \"+x\"(a), \"+x\"(m));"
                    i=$((i + 1))
                done
            done
            echo '    } slot = (unsigned long)(a + 0) ^ (unsigned long)m; }'
        } >"$dir/$1/peak_f64.c"
        "$cc" -O2 -fno-signed-zeros -c -o "$dir/$1/peak_f64.o" "$dir/$1/peak_f64.c" || exit 1
    }
    mix mixed 4 4 ''
    mix folded_mix 3 4 ''
    mix doubled_mix 4 8 ''
    mix spilled_mix 4 4 'asm volatile("movsd %0, -8(%%rsp)" : : "x"(a));'
    expect 0 mixed/peak_f64 '1 kernels of mixes'
    expect 1 folded_mix/peak_f64 'balanced_2_2 on f64: 3 times add a lap instead of 4'
    expect 1 doubled_mix/peak_f64 'balanced_2_2 on f64: 8 times mul a lap instead of 4'
    expect 1 spilled_mix/peak_f64 'balanced_2_2 on f64: the stack is used'

    sed '/timed loop/d' "$dir/honest.c" >"$dir/silent.c"
    cp "$dir/honest.o" "$dir/silent.o"
    expect 1 silent 'no source of .* declares a timed loop'
fi

# own <architecture> <prefix of the compiler's programs> <compiler> <flag> ...: the project's own loops
own() {
    own_arch=$1 prefix=$2 own_cc=$3
    shift 3
    kernels="$root/probes/lib/reference.c $root/probes/lib/pointer_chase.c"
    # shellcheck disable=SC2086 # two files
    "$own_cc" "$@" -ffreestanding -nostdlib -static -Wl,--unresolved-symbols=ignore-all -Wl,-e0 -w \
        -I "$root/probes" -I "$root/hal/include" -o "$dir/own" $kernels || exit 1
    # shellcheck disable=SC2086
    said=$(sh "$check" "$dir/own" "$own_arch" "${prefix}objdump" - $kernels)
}

# spoil <architecture> <prefix of the compiler's programs> <compiler> <flag> ...
spoil() {
    own "$@" -O2
    compare "$* -O2" 0 '' $? "$said"
    for flag in -O0 -fsanitize-coverage=trace-pc; do
        own "$@" -O2 $flag
        compare "$* $flag" 1 'the stack is used\|a call inside\|times .* a lap instead of\|no loop' $? "$said"
    done
    tried="$tried $1"
}

tried=''
PATH=$PATH:$(sh "$root/cmake/toolchains/ia64-gcc.sh" --where)/bin
spoil "$arch" '' "$cc" -fno-pie
while read -r cross_arch prefix flags; do
    if command -v "${prefix}gcc" >/dev/null; then
        # shellcheck disable=SC2086 # words
        spoil "$cross_arch" "$prefix" "${prefix}gcc" $flags
    fi
done <<'EOT'
armv7 arm-linux-gnueabihf-
armv7 arm-none-eabi- -mcpu=cortex-a9
aarch64 aarch64-linux-gnu-
riscv64 riscv64-linux-gnu-
i686 i686-linux-gnu- -march=bonnell -fno-pie
ppc64le powerpc64le-linux-gnu-
ia64 ia64-linux-gnu- -mtune=itanium2
EOT
echo "spoilt loops were found out on:$tried"
exit $failed

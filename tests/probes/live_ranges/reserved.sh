#!/bin/sh
# reserved.sh <generator> <source tree> <scratch folder> <architecture> <prefix> <unspilt> <reserved> <flag> ...
# Compiles the loops of live ranges as they are and once more with registers reserved (-ffixed-REGISTER
# among the flags), counts references to the stack in each loop, and expects the last number of variables
# that needs none to be <unspilt>, and as many fewer as registers are reserved.
# Status 0: so it is, 1: not, 77: the compiler is not installed.
set -u
generator=$1 root=$2 dir=$3 arch=$4 prefix=$5 unspilt=$6 reserved=$7
shift 7
command -v "${prefix}gcc" >/dev/null || { echo "skipped: ${prefix}gcc is not installed"; exit 77; }
mkdir -p "$dir" || exit 1
"$generator" "$dir/live_i32.c" live i32 || exit 1

# references <name> <flag> ...: "K REFERENCES" a line into <name>.refs
references() {
    name=$1
    shift
    "${prefix}gcc" -O2 -fwrapv -fno-tree-vectorize -fno-tree-slp-vectorize -fno-asynchronous-unwind-tables \
        -I "$root/probes" -I "$root/probes/ops" "$@" -c -o "$dir/$name.o" "$dir/live_i32.c" || exit 1
    "${prefix}objdump" -d --no-show-raw-insn "$dir/$name.o" |
        awk -v arch="$arch" -f "$root/cmake/loops/timed_loops_isa.awk" \
            -f "$root/cmake/loops/live_refs.awk" >"$dir/$name.refs"
}

# The largest K up to which no loop uses the stack for a variable: two references may be the counter's.
last_without() {
    awk '$2 > 2 && (least == "" || $1 < least) { least = $1 } END { print least - 1 }' "$dir/$1.refs"
}

# References in a lap of K's loop.
refs_of() {
    awk -v k="$2" '$1 == k { print $2 }' "$dir/$1.refs"
}

kept='' fixed=''
for flag; do
    case $flag in
    -ffixed-*) fixed="$fixed $flag" ;;
    *) kept="$kept $flag" ;;
    esac
done
# shellcheck disable=SC2086 # words
references whole $kept
# shellcheck disable=SC2086
references fewer $kept $fixed
whole=$(last_without whole)
fewer=$(last_without fewer)
echo "without: $whole variables, $(refs_of whole $((whole + 1))) and $(refs_of whole $((whole + 2))) references behind;" \
    "with $reserved registers reserved: $fewer, $(refs_of fewer $((fewer + 1))) and $(refs_of fewer $((fewer + 2)))"
[ "$(wc -l <"$dir/whole.refs")" -eq 130 ] || { echo "not every loop was found"; exit 1; }
[ "$whole" -eq "$unspilt" ] || { echo "$unspilt were expected"; exit 1; }
[ "$fewer" -eq $((unspilt - reserved)) ] || { echo "$((unspilt - reserved)) were expected"; exit 1; }

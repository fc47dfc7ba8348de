#!/bin/sh
# Disassembles the timed loops of an image and holds them to the declarations of their sources:
# timed_loops.sh <image> <architecture> <objdump> <reason why its loops are not the compiler's own, or -> <source> ...
# A declaration is a comment
#     timed loop of FUNCTION: COUNT OPERATION in CHAINS chains
# for COUNT operations a lap, in CHAINS independent rows of operations that wait for each other (timed_loops.awk has
# the other forms): a compiler that folds 64 additions into one multiplication makes every latency of the report wrong. A source may be
# a compile_commands.json, which stands for all that it names. The generated kernels of probe ops are held
# to their numbers of operations, too.
# Status 0: as declared, 1: not, 77: cannot be told here, with the reason.
set -u
here=$(dirname "$0")

skip() {
    echo "skipped: $1"
    exit 77
}

[ $# -ge 5 ] || { echo "usage: timed_loops.sh IMAGE ARCHITECTURE OBJDUMP REASON SOURCE..." >&2; exit 2; }
image=$1 arch=$2 objdump=$3 why_not=$4
shift 4
[ "$why_not" = - ] || skip "$why_not"
command -v "$objdump" >/dev/null || skip "$objdump is not installed"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

for source; do
    case $source in
    *.json) sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$source" ;;
    *) echo "$source" ;;
    esac
done | sort -u >"$dir/sources"
tr '\n' '\0' <"$dir/sources" | xargs -0 grep -H 'timed loop of [a-zA-Z0-9_]*: [0-9][0-9]* [a-z]' >"$dir/declared"
if [ ! -s "$dir/declared" ]; then
    echo "no source of $image declares a timed loop"
    exit 1
fi

# An x86-64 image may be wrapped as 32-bit ELF, for a loader that takes no other.
if [ "$arch" = x86_64 ]; then
    "$objdump" -m i386:x86-64 -dt --no-show-raw-insn "$image"
else
    "$objdump" -dt --no-show-raw-insn "$image"
fi >"$dir/listing" || exit 1
isa=$here/../../cmake/loops/timed_loops_isa.awk
no_fp=0 # kernels of words in place of floats
for source; do
    case $source in
    *.json) grep -q PONTOON_NO_FP "$source" && no_fp=1 ;;
    esac
done
awk -v arch="$arch" -v no_fp=$no_fp -f "$isa" -f "$here/timed_loops.awk" "$dir/declared" "$dir/listing"
status=$?
[ $status -ne 77 ] || exit 77
awk -v arch="$arch" -f "$isa" -f "$here/op_loops.awk" "$dir/listing" && exit $status
exit 1

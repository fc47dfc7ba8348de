#!/bin/sh
# timed_loops.sh <program or object> <architecture> <why its loops are not the compiler's own, or "">
# Disassembles the timed loops and holds them to what the kernels claim: a compiler that folds 64
# additions into one multiplication makes every latency of the report wrong.
# Status 0: as claimed, 1: not, 77: cannot be told here, with the reason.
set -u
here=$(dirname "$0")

skip() {
    echo "skipped: $1"
    exit 77
}

[ $# -eq 3 ] || { echo "usage: timed_loops.sh FILE ARCHITECTURE REASON" >&2; exit 2; }
[ "$2" = x86_64 ] || skip "the loops of $2 are not described yet, those of x86_64 are"
[ -z "$3" ] || skip "$3"
command -v objdump >/dev/null || skip "objdump is not installed"

listing=$(mktemp) || exit 1
trap 'rm -f "$listing"' EXIT
objdump -d --no-show-raw-insn "$1" >"$listing" || exit 1
awk -f "$here/timed_loops.awk" "$listing"

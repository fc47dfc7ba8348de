#!/bin/sh
# sh tune_on_sim.sh <board_runner> <analyze> <probes of the simulated board> <scratch folder>: the closed loop on a small
# machine; then the log cut anywhere in its second run: the first stays whole, and a choice stands. 77: there is no
# simulated board.
set -u
runner=$1 analyze=$2 probes=$3 scratch=$4
[ -n "$probes" ] || { echo "there is no simulated board"; exit 77; }
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1
failed=0

fail() {
    echo "$*"
    cat messages
    failed=1
}

{
    printf '[machine]\nname = small\ncores = 1\nmhz = 200\npage = 4K\n'
    printf '[cache 1]\nsize = 8K\nways = 4\nline = 32\nlatency = 2\n'
    printf '[cache 2]\nsize = 64K\nways = 8\nline = 32\nlatency = 12\n[memory]\nlatency = 60\n'
    printf '[tlb 1]\nentries = 16\nways = 16\n[walk]\npenalty = 30\n'
} >board.machine
PONTOON_MACHINE=$scratch/board.machine "$runner" --plain tune sim --image="$probes" --analyze="$analyze" -o board.log -- \
    --quick --only timer_floor,add_chain,cache_size,ops 2>messages || fail "tune: status $?"
grep -q 'PROBE,tune,kernel=gemm,type=f64' board.log || { grep -q 'tiles.f64' board.log || exit $failed; fail "nothing was tried"; }
for kernel in dot gemv transpose jacobi wht; do
    grep -q "PROBE,tune,kernel=$kernel,type=f64" board.log || fail "$kernel was not tried"
done
! grep -q 'DONE,tune.*\(fail\|skip\)' board.log || fail "a wrong result, or what the image has not"

# products <log>: the model's own ways to multiply, in any order.
products() {
    "$analyze" --export tuning "$1" 2>messages | grep '^gemm' | sed 's/ rank=.*//' | sort
}

second=$(grep -an '^\$PT,0,RUN' board.log | sed -n '2s/:.*//p')
head -n "$((second - 1))" board.log >first.log
products first.log >first.products
[ -s first.products ] || fail "the first run alone makes no plan"
bytes=$(wc -c <first.log)
all=$(wc -c <board.log)
step=$(((all - bytes) / 12 + 1))
at=$((bytes + 7))
while [ "$at" -lt "$all" ]; do
    head -c "$at" board.log >cut.log
    products cut.log >cut.products
    cmp -s first.products cut.products || fail "cut at byte $at: $(diff first.products cut.products)"
    rm -rf cut
    "$analyze" --export kernels=cut cut.log >report 2>messages
    status=$?
    [ $status -le 1 ] && [ -s cut/tuned.h ] || fail "cut at byte $at: status $status, no kernels"
    at=$((at + step))
done
exit $failed

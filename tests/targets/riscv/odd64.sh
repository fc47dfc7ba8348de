#!/bin/sh
# sh odd64.sh <build of qemu_virt_rv64> <scratch folder>: 64-bit RISC-V boards that are not as one expects: more harts,
# less memory, harts that are not to be started or do not exist. 77: skipped.
set -u
build=$1
dir=$2
failed=0
mkdir -p "$dir" && cd "$dir" || exit 1
[ -x "$build/board_recording" ] || { echo "skipped: $build/board_recording was not built"; exit 77; }
command -v qemu-system-riscv64 >/dev/null || { echo "skipped: qemu-system-riscv64 is not installed"; exit 77; }

# expect <what> <status> <words of the log> <emulator's words> ...
expect() {
    what=$1 wanted=$2 words=$3
    shift 3
    timeout 60 qemu-system-riscv64 -M virt -accel tcg,thread=single -nic none -display none -monitor none \
        -serial stdio -semihosting-config enable=on,target=native -kernel "$build/board_recording" -append x "$@" \
        >out 2>err </dev/null
    status=$?
    if [ $status -ne "$wanted" ] || ! sed 's/%20/ /g; s/%2C/,/g' out | grep -q -e "$words"; then
        echo "$what: expected status $wanted and \`$words\`, this came (status $status):"
        cat out err
        failed=1
    fi
}

expect "eight harts" 0 "S,7,1000" -smp 8 -m 128M
expect "little memory" 0 "memory: to 0x81000000, by the boot loader's word" -m 16M
expect "too little memory" 1 "memory is too small: it ends at 0x80800000" -m 8M

# tree <harts>: writes tree.dtb, that of a board with so many, as the emulator gives it.
tree() {
    qemu-system-riscv64 -M virt,dumpdtb=tree.dtb -smp "$1" -m 128M -display none 2>err >out || { cat err; exit 1; }
}

if command -v fdtput >/dev/null; then
    tree 2
    fdtput -t s tree.dtb /cpus/cpu@1 status disabled || exit 1
    expect "a hart that is not to be started" 0 "some that it says not to start" -smp 2 -m 128M -dtb tree.dtb
    tree 3
    expect "a hart that never comes" 0 "cores: 0x2 is left out: it did not come within a second" \
        -smp 2 -m 128M -dtb tree.dtb
    tree 2
    fdtput -t x tree.dtb /memory@80000000 reg 0 80000000 0 30000000 || exit 1
    expect "a tree with more memory than there is" 0 \
        "by the boot loader's word, which says 0xb0000000: nothing keeps what is written there" \
        -smp 2 -m 128M -dtb tree.dtb
    fdtput -t x tree.dtb /memory@80000000 reg 0 90000000 0 1000 || exit 1
    expect "a tree whose memory is elsewhere" 0 "by the board's file, which says 0xc0000000: nothing" -smp 2 -m 128M -dtb tree.dtb
else
    echo "fdtput (device-tree-compiler) is not installed: trees that lie were not tried"
fi
exit $failed

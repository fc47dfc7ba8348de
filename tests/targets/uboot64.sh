#!/bin/sh
# sh uboot64.sh <board_runner> <aarch64 or riscv64> <build of the target> <scratch folder>: a board over the network:
# U-Boot on QEMU's virt board gets the image by TFTP from QEMU's own server and starts it by `booti`, which moves it to
# where it is linked, and by `bootm`. 77: skipped.
set -u
runner=$1
arch=$2
build=$3
dir=$4
case $arch in
aarch64)
    uboot=/usr/lib/u-boot/qemu_arm64/u-boot.bin package=qemu-system-arm
    board="-cpu cortex-a53 -bios $uboot" address=0x44000000
    ;;
*)
    uboot=/usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin package=qemu-system-misc
    board="-kernel $uboot" address=0x84000000
    ;;
esac

skip() {
    echo "skipped: $*"
    exit 77
}

[ -r $uboot ] || skip "$uboot (u-boot-qemu) is not installed"
command -v "qemu-system-$arch" >/dev/null || skip "qemu-system-$arch ($package) is not installed"
[ -x "$build/board_recording" ] || skip "$build/board_recording was not built"

rm -rf "$dir"
mkdir -p "$dir/targets/virt" "$dir/served"
cd "$dir" || exit 1
qemu=
failed=0
trap 'test -z "$qemu" || kill $qemu 2>/dev/null' EXIT

start_qemu() {
    : >qemu.out
    # shellcheck disable=SC2086 # words
    "qemu-system-$arch" -M virt $board -smp 2 -m 256M -accel tcg,thread=single -display none -monitor none \
        -serial pty -netdev "user,id=n,tftp=$dir/served" -device virtio-net-device,netdev=n >qemu.out 2>&1 &
    qemu=$!
    line=
    while kill -0 $qemu 2>/dev/null; do # a busy machine may take its time
        line=$(sed -n 's|.*redirected to \(/dev/pts/[0-9]*\).*|\1|p' qemu.out)
        [ -z "$line" ] || return 0
        sleep 0.2
    done
    skip "QEMU gives no pseudo-terminal: $(tail -n 1 qemu.out)"
}

# by <command> <kind of image> <how it is started>
by() {
    cat >targets/virt/board.txt <<BOARD
serial = /dev/null
type = setenv autoload no
type = dhcp
load = tftp $address {image}.$2
tftp = served
start = setenv bootargs {options}; $3
prompt_timeout = 120
BOARD
    start_qemu
    "$runner" --targets targets --image "$build/board_recording" --port "$line" run virt -o "$1.log" --silence 60 \
        -- coarse network 2>err
    status=$?
    kill $qemu
    wait $qemu 2>/dev/null
    qemu=
    tr -d '\r' <"$1.log" | grep '^\$PT' >stream
    if [ $status -ne 0 ] || ! grep -q 'board_runner: virt: complete' err || ! grep -q ',NOTE,network' stream ||
        ! grep -q ',S,1,1000,' stream; then
        echo "$1: the image comes, starts with its options and two cores, and ends; this came (status $status):"
        cat err "$1.log"
        failed=1
    fi
}

# shellcheck disable=SC2016 # U-Boot's variable
{
    by booti bin 'booti {address} - ${fdtcontroladdr}'
    by bootm uimage 'bootm {address} - ${fdtcontroladdr}'
}
[ -z "$(ls served)" ] || { echo "served still holds $(ls served)"; failed=1; }
exit $failed

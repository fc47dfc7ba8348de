#!/bin/sh
# uboot.sh <board_runner> <scratch folder> <this folder>: loads an image through a real U-Boot, in QEMU's `virt`
# board on a pseudo-terminal: stops its autoboot, sends by YMODEM and by TFTP, checks and starts.
set -u
runner=$1
dir=$2
here=$3
uboot=/usr/lib/u-boot/qemu_arm/u-boot.bin

skip() {
    echo "skipped: $*"
    exit 77
}

[ -r $uboot ] || skip "$uboot (u-boot-qemu) is not installed"
for need in qemu-system-arm:qemu-system-arm sb:lrzsz mkimage:u-boot-tools arm-none-eabi-gcc:gcc-arm-none-eabi; do
    command -v ${need%%:*} >/dev/null || skip "${need%%:*} (${need#*:}) is not installed"
done

rm -rf "$dir"
mkdir -p "$dir/targets/virt" "$dir/served"
cd "$dir" || exit 1
qemu=
trap 'test -z "$qemu" || kill $qemu 2>/dev/null' EXIT

sentence() {
    crc=$(printf '%s' "PT,$1" | gzip -c | tail -c 8 | od -An --endian=little -tx4 -N4 | tr -d ' ' | tr a-f A-F)
    printf '$PT,%s*%s\n' "$1" "$crc" >>sent
}
sentence '0,RUN,format=1,target=virt'
sentence '1,PLAN,sizes,2'
sentence '2,PROBE,sizes'
sentence '3,S,1,1,1'
sentence '4,S,2,1,1'
sentence '5,DONE,sizes,2,ok'
sentence '6,END,6,ok'

# bootm's standalone program, as U-Boot 2023.01's `go` waits for ever on this board's UART (flush()).
arm-none-eabi-gcc -nostdlib -marm -mcpu=cortex-a15 -Wl,-Ttext=0x40500000 "$here/virt_image.S" -o image &&
    arm-none-eabi-objcopy -O binary image image.bin &&
    mkimage -A arm -O u-boot -T standalone -C none -a 0x40500000 -e 0x40500000 -n image -d image.bin image.uimage \
        >mkimage.out || exit 1

failed=0
fail() {
    echo "failed: $*"
    cat err
    failed=1
}

# start_qemu <network option> ...: sets $line
start_qemu() {
    : >qemu.out # what an earlier one said is not read for its words
    qemu-system-arm -M virt -m 128M -display none -monitor none -bios $uboot -serial pty "$@" >qemu.out 2>&1 &
    qemu=$!
    line=
    while kill -0 $qemu 2>/dev/null; do # a busy machine may take its time
        line=$(sed -n 's|.*redirected to \(/dev/pts/[0-9]*\).*|\1|p' qemu.out)
        [ -z "$line" ] || return 0
        sleep 0.2
    done
    skip "QEMU gives no pseudo-terminal: $(tail -n 1 qemu.out)"
}

# run <what> <stage>: starts the image on a board that runs, and ends it.
run() {
    "$runner" --targets targets --image image --port "$line" run virt -o log --silence 60 2>err
    status=$?
    kill $qemu
    wait $qemu 2>/dev/null
    qemu=
    [ $status -eq 0 ] || fail "$1: status $status"
    for stage in "boot loader" "$2" crc32 start; do
        grep -q " + $stage " err || fail "$1: stage \`$stage\` is missing"
    done
    grep -q 'board_runner: virt: complete' err || fail "$1: not complete"
    # This U-Boot starts a standalone program twice: END is followed by another run, which is kept, too.
    tr -d '\r' <log | grep '^\$PT' | head -n 7 | cmp -s - sent || fail "$1: the stream is another"
    grep -q '==> ' log || fail "$1: what U-Boot said is not in the log"
}

cat >targets/virt/board.txt <<'BOARD'
serial = /dev/null
load = ymodem 0x40400000 {image}.uimage
start = setenv autostart yes; bootm {address}
prompt_timeout = 120
BOARD
start_qemu -net none
run "by YMODEM" ymodem

cat >targets/virt/board.txt <<'BOARD'
serial = /dev/null
type = setenv autoload no
type = dhcp
load = tftp 0x40400000 {image}.uimage
tftp = served
start = setenv autostart yes; bootm {address}
prompt_timeout = 120
BOARD
start_qemu -netdev "user,id=n,tftp=$dir/served" -device virtio-net-device,netdev=n
run "by TFTP" tftp
[ -z "$(ls served)" ] || fail "served still holds $(ls served)"

[ $failed -eq 0 ] && echo "uboot: passed"
exit $failed

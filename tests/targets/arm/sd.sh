#!/bin/sh
# sh sd.sh <board_runner> <source folder> <build of qemu_cubieboard> <build of rpi3> <folder with u-boot-sunxi> <scratch folder>:
# SD cards of sd-image. U-Boot starts the image from the Cubieboard's card, which QEMU has as -drive if=sd. QEMU plays the boot
# ROM and U-Boot's first stage, which sets up DRAM: it puts U-Boot, from the card, into memory. QEMU also plays the firmware
# of the Raspberry Pi: it gets the kernel and the words that the card's files name. 77: skipped.
set -u
runner=$1
source=$2
cubie=$3
pi=$4
sunxi=$5
dir=$6
failed=0

skip() {
    echo "skipped: $*"
    exit 77
}

PATH=$PATH:/usr/sbin:/sbin
for need in sfdisk:fdisk mformat:mtools mkimage:u-boot-tools fsck.fat:dosfstools qemu-system-arm:qemu-system-arm; do
    command -v ${need%%:*} >/dev/null || skip "${need%%:*} (${need#*:}) is not installed"
done
for need in "$cubie/board_recording.bin" "$pi/board_recording.bin"; do
    [ -e "$need" ] || skip "$need was not built"
done
rm -rf "$dir"
mkdir -p "$dir/targets/sd" "$dir/firmware/overlays"
cd "$dir" || exit 1
dir=$(pwd)

fail() {
    echo "failed: $*"
    failed=1
}

# card <board> <build> [<definition> ...]: writes the card, as sd-image does
card() {
    cp "$2/board_recording.bin" image.bin
    board=$1
    shift 2
    cmake -DTARGET_DIR="$source/targets/$board" -DIMAGE="$dir/image" "$@" -P "$source/cmake/sd/write_card.cmake" >out 2>&1
}

# whole <board>: the table and the file system, as other programs than those that wrote them see them
whole() {
    sfdisk --dump image.img | grep -q 'start= *2048, size= *129024, type=c, bootable' || fail "$1: the partition table"
    dd if=image.img of=partition bs=1M skip=1 2>dd.err
    fsck.fat -n partition >fsck.out 2>&1 || fail "$1: $(cat fsck.out)"
    rm partition
}

# ran <board>: the image ran to its end, with the word of the card's options
ran() {
    grep -q 'complete' err || fail "$1: $(cat err)"
    grep -q 'NOTE,two' log || fail "$1: the options of the card did not arrive: $(head -c 400 log)"
}

# ---- every board that has a card ----
for folder in "$source"/targets/*/sd; do
    board=$(basename "${folder%/sd}")
    card "$board" "$pi" "-DOPTIONS=coarse two" || fail "$board: $(cat out)"
    grep -q 'lacks' out || fail "$board: the card lacks nothing that is not ours"
    whole "$board"
    mcopy -n -i image.img@@1M ::pontoon.bin copied.bin
    cmp -s copied.bin image.bin || fail "$board: the card's image is another"
    rm copied.bin
    ! grep -q '@' "$folder/boot.cmd" 2>/dev/null || {
        mcopy -o -i image.img@@1M ::boot.scr boot.scr
        start=$(sed -n 's/^image_start *= *\(0x[0-9a-f]*\);.*/\1/p' "$source/targets/$board/link.ld")
        dumpimage -l boot.scr >dump.out 2>&1 || fail "$board: boot.scr: $(cat dump.out)"
        grep -aq "then go $start " boot.scr || fail "$board: boot.scr does not start the image at $start"
        [ "$(mtype -i image.img@@1M ::options.env)" = "options=coarse two" ] || fail "$board: options.env"
    }
done

# ---- Raspberry Pi 3 ----
card rpi3 "$pi" "-DOPTIONS=coarse two" || fail "rpi3: $(cat out)"
grep -q 'it lacks: bootcode.bin start.elf fixup.dat' out || fail "rpi3: what the card lacks: $(cat out)"
for file in bootcode.bin start.elf fixup.dat overlays/disable-bt.dtbo; do
    echo "$file" >"firmware/$file"
done
card rpi3 "$pi" "-DOPTIONS=coarse two" "-DFILES=$dir/firmware" || fail "rpi3: $(cat out)"
! grep -q 'lacks' out || fail "rpi3: $(cat out)"
whole rpi3
[ "$(mtype -i image.img@@1M ::overlays/disable-bt.dtbo)" = overlays/disable-bt.dtbo ] || fail "rpi3: a file in a folder"
kernel=$(mtype -i image.img@@1M ::config.txt | sed -n 's/^kernel=//p')
mcopy -o -i image.img@@1M "::$kernel" kernel.bin || fail "rpi3: config.txt names no kernel of the card"
words=$(mtype -i image.img@@1M ::cmdline.txt)
cat >targets/sd/board.txt <<BOARD
run = qemu-system-aarch64 -M raspi3b -accel tcg,thread=single -nic none -display none -monitor none -serial null -serial stdio -kernel $dir/kernel.bin -append "console=tty1 $words" -drive if=sd,format=raw,file=$dir/image.img
BOARD
"$runner" --targets targets --image image.img run sd -o log 2>err
ran rpi3

# ---- what is refused ----
head -c 1100000 /dev/zero >large
! card qemu_cubieboard "$cubie" "-DLOADER=$dir/large" || fail "a boot loader that does not fit"
tr -s ' \n' ' ' <out | grep -q '1100000 bytes; 1040384' || fail "a boot loader that does not fit: $(cat out)"
! card rpi3 "$pi" "-DLOADER=$dir/large" || fail "a boot loader on a board that reads none"
! card rpi3 "$pi" "-DFILES=$dir/nowhere" || fail "a folder that is not there"
head -c 70000000 /dev/zero >firmware/large
! card rpi3 "$pi" "-DFILES=$dir/firmware" || fail "files that do not fit"
rm large firmware/large
[ ! -e image.img.new ] || fail "a part of a card is left"

# ---- Cubieboard ----
loader=/usr/lib/u-boot/Cubieboard/u-boot-sunxi-with-spl.bin
[ -r $loader ] || loader=$sunxi$loader
if [ -r "$loader" ]; then
    card qemu_cubieboard "$cubie" "-DOPTIONS=coarse two" "-DLOADER=$loader" || fail "cubieboard: $(cat out)"
    ! grep -q 'lacks' out || fail "cubieboard: $(cat out)"
    whole cubieboard
    # Where the boot ROM finds the first stage; U-Boot follows it at 32 KiB, after a header of 64 bytes.
    [ "$(tail -c +8197 image.img | head -c 8)" = eGON.BT0 ] || fail "cubieboard: no first stage at 8 KiB"
    tail -c +41025 image.img | head -c 900000 >uboot.bin
    cat >targets/sd/board.txt <<BOARD
run = qemu-system-arm -M cubieboard -m 512M -display none -monitor none -serial stdio -nic user,model=allwinner-emac -device loader,file=$dir/uboot.bin,addr=0x4a000000,cpu-num=0 -drive if=sd,format=raw,file=$dir/image.img
BOARD
    "$runner" --targets targets --image image.img run sd -o log 2>err
    ran cubieboard
    grep -q 'Found U-Boot script /boot.scr' log || fail "cubieboard: U-Boot reads no boot.scr"
fi
rm -f image.img uboot.bin
[ $failed -eq 0 ] || exit 1
[ -r "$loader" ] || skip "u-boot-sunxi (armhf) is not unpacked in $sunxi; the Raspberry Pi's card passed"
echo "sd: passed"

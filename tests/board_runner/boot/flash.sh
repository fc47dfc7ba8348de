#!/bin/sh
# flash.sh <board_runner> <scratch folder> <this folder> <fake_usb.so> <source folder>: each `upload` and `reset` of the
# boards and of the docs, with the real program that it names. The programs see no USB device, or a fake ST-LINK
# (tests/support/fake_usb.c): no board that is plugged in is written.
set -u
runner=$1
dir=$2
usb=$4
source=$5

rm -rf "$dir"
mkdir -p "$dir/bin" "$dir/targets/b" "$dir/with blanks"
dir=$(cd "$dir" && pwd)
cd "$dir" || exit 1
failed=0 checked=0 missing=
export PATH="$dir/bin:$PATH" FAKE_USB=none FAKE_USB_WRITES="$dir/writes" FAKE_USB_FLASH="$dir/flash"

fail() {
    echo "failed: $*"
    sed 's/^/    /' err
    failed=1
}

# The programs that reach USB, with the fake. Others on PATH are as they are: cp, sync.
for tool in openocd st-flash dfu-util; do
    real=$(command -v $tool) || continue
    printf '#!/bin/sh\nLD_PRELOAD=%s exec %s "$@"\n' "$usb" "$real" >bin/$tool
    chmod +x bin/$tool
done

# An image of 4 KiB at the start of an STM32's flash memory, as a program for openocd; its path has a blank.
image="$dir/with blanks/probes"
head -c 4096 /dev/zero | tr '\0' 'p' >"$image.bin"
cp "$image.bin" "$image.uf2"
cp "$image.bin" "$image.hex"
printf '.section .text\n.incbin "%s.bin"\n' "$image" >image.S
elf=yes
arm-none-eabi-gcc -nostdlib -mcpu=cortex-m4 -Wl,-Ttext=0x08000000,-e0x08000000 image.S -o "$image" 2>gcc.err || {
    elf=
    cp "$image.bin" "$image"
}

# uses <value> [<key>]: runs it on a board of its own. Folders of drives are in the scratch folder.
uses() {
    rm -f writes flash
    printf 'run = true\n%s = %s\n' "${2:-upload}" "$1" | sed "s|/media/|$dir/media/|" >targets/b/board.txt
    "$runner" --targets targets --image "$image" run b -o log 2>err >out
    status=$?
}

# says <what> <text>: the run failed, and TEXT is in what board_runner says.
says() {
    [ $status -eq 3 ] || fail "$1: status $status"
    grep -qF -- "$2" err || fail "$1: \`$2\` is missing"
}

# The chip's flash memory was not written.
left_alone() {
    if grep -qs '^0' writes || writes_flash || [ -e flash ]; then
        fail "$1: the flash memory is written"
    fi
}

# The control register of the flash memory was written: STM32F4's, STM32H7's.
writes_flash() {
    grep -qs '^40023c10\|^5200200c' writes
}

# What a board of this config file answers: its debug port, its chip.
chip_of() {
    case $1 in
    *st_nucleo_f4.cfg*) echo 2ba01477:431 ;;
    *st_nucleo_h743zi.cfg*) echo 6ba02477:450 ;;
    *) echo "" ;;
    esac
}

# An ST-LINK by openocd: every command of the line is run as far as the fake chip allows.
with_stlink() {
    good=$(chip_of "$1")
    [ -n "$good" ] || return 0
    FAKE_USB=1ba01477:410 uses "$1" "$2"
    says "$1, another debug port" "another chip answered (openocd: UNEXPECTED idcode: 0x1ba01477)"
    left_alone "$1, another debug port"
    FAKE_USB=locked uses "$1" "$2"
    says "$1, no permission" "the USB device may not be opened (openocd: libusb_open() failed with LIBUSB_ERROR_ACCESS)"
    FAKE_USB=unpowered uses "$1" "$2"
    says "$1, no power" "the chip has no power"
    FAKE_USB=silent uses "$1" "$2"
    says "$1, a silent chip" "the board does not answer (openocd: init mode failed (unable to connect to the target))"
    if [ "$2" = reset ]; then
        FAKE_USB=$good uses "$1" "$2"
        [ $status -ne 3 ] || fail "$1, the right chip: status $status"
        broken=$(echo "$1" | sed 's/reset run/reset rum/')
        FAKE_USB=$good uses "$broken" "$2"
        says "$broken" "reset: openocd ended with status 1"
        return
    fi
    FAKE_USB=${good%:*}:410 uses "$1" "$2"
    says "$1, another chip" "another chip answered (openocd: Cannot identify target as"
    left_alone "$1, another chip"
    # The right chip: openocd erases its flash memory, and starts its loader. The fake plays that of an STM32F4 alone.
    [ -n "$elf" ] || return 0
    FAKE_USB=$good uses "$1" "$2"
    writes_flash || fail "$1, the right chip: the flash memory is not written"
    case $1 in
    *st_nucleo_f4*)
        [ $status -ne 3 ] || fail "$1, the right chip: status $status"
        grep -q 'Verified OK' err || fail "$1, the right chip: not verified"
        head -c 4096 flash | cmp -s - "$image.bin" || fail "$1: the flash memory does not hold the image"
        ;;
    *) # Its loader writes nothing here, which openocd sees.
        says "$1, a chip that is not written" "upload: openocd ended with status 1"
        grep -q "Verify Failed" err || fail "$1, a chip that is not written: not verified"
        ;;
    esac
    broken=$(echo "$1" | sed 's/verify/verrify/')
    FAKE_USB=$good uses "$broken" "$2"
    ! writes_flash || fail "$broken: the flash memory is written"
}

with_openocd() {
    says "$1" "the board does not answer (openocd: "
    with_stlink "$1" "$2"
    broken=$(echo "$1" | sed 's/\.cfg/.cgf/')
    uses "$broken" "$2"
    says "$broken" "$2: openocd ended with status 1"
    grep -q "Can't find" err || fail "$broken: openocd misses no file"
}

with_st_flash() {
    says "$1" "the board does not answer (st-flash: Couldn't find any ST-Link devices)"
    FAKE_USB=silent uses "$1" "$2"
    says "$1, a silent chip" "the board does not answer (st-flash: Failed to connect to target)"
    FAKE_USB=2ba01477:999 uses "$1" "$2"
    [ "$2" = reset ] || says "$1, another chip" "another chip answered (st-flash: unknown chip id! 0x999)"
    left_alone "$1, another chip"
    broken=$(echo "$1" | sed 's/ write / wrte /; s/ reset/ rseet/')
    uses "$broken" "$2"
    says "$broken" "$2: st-flash ended with status 255"
}

with_cp() {
    says "$1" "the board's drive is not there (no folder $dir/media/"
    folder=$(sed -n 's|^upload = .* \(/.*\)/[^/]*$|\1|p' targets/b/board.txt)
    mkdir -p "$folder"
    uses "$1" "$2"
    if [ $status -eq 3 ] || ! cmp -s "$folder"/* "$image.bin"; then
        fail "$1: the drive does not hold the image"
    fi
    rm -r "$folder"
}

# check <key> <value>
check() {
    tool=${2%% *}
    case $tool in
    sync) return ;;
    cp) ;;
    openocd | st-flash | dfu-util | picotool)
        command -v "$tool" >/dev/null || {
            missing="$missing $tool"
            return
        }
        ;;
    *) fail "$2: this test does not know $tool" && return ;;
    esac
    checked=$((checked + 1))
    uses "$2" "$1"
    case $tool in
    openocd) with_openocd "$2" "$1" ;;
    st-flash) with_st_flash "$2" "$1" ;;
    dfu-util)
        says "$2" "the board does not answer (dfu-util: No DFU capable USB device available)"
        uses "$(echo "$2" | sed 's/ -a / -? /')" "$1"
        says "$2, misspelt" "upload: dfu-util ended with status 64"
        ;;
    picotool) says "$2" "the board does not answer (picotool: " ;;
    cp) with_cp "$2" "$1" ;;
    esac
}

# Lines of board.txt, also those in comments, which are alternatives; and those of the docs.
sed -n 's/^[# ]*\(upload\|reset\) = \(.*\)/\1 \2/p' "$source"/targets/*/board.txt "$source"/docs/guide/*.md \
    "$source"/docs/reference/*.md | sort -u >lines
while read -r key value; do
    check "$key" "$value"
done <lines

# shellcheck disable=SC2086 # words
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
[ -z "$missing" ] || echo "not checked, as not installed: $missing"
[ $failed -eq 0 ] || exit 1
[ -x bin/openocd ] || {
    echo "skipped: openocd is not installed"
    exit 77
}
echo "flash: $checked commands passed"

#!/bin/sh
# uf2.sh <source tree> <scratch folder> <cc>: images as UF2 files (hal/arm_m/uf2), byte by byte; one that an RP2040's
# boot ROM would not run is refused, with the checksum that it would want.
set -u
root=$1 dir=$2 cc=$3
wrong=0
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
"$cc" -Wall -Wextra -Werror -o write_uf2 "$root/hal/arm_m/uf2/write_uf2.c" || exit 1

# expect <what> <wanted> <is>
expect() {
    [ "$2" = "$3" ] || { echo "$1: expected \`$2\`, got \`$3\`"; wrong=1; }
}

# words <offset> <number>: of out.uf2, hexadecimal.
words() {
    od -A n -v -t x4 --endian=little -j "$1" -N $(($2 * 4)) out.uf2 | tr -s ' \n' '  ' | sed 's/^ //; s/ $//'
}

# 300 bytes `A`: two blocks, of which the second is filled up with zeros. The family is no RP2040.
printf '%300s' '' | tr ' ' A >image.bin
./write_uf2 image.bin out.uf2 0x08004000 0x57755a57 || wrong=1
expect "two blocks" 1024 "$(wc -c <out.uf2 | tr -d ' ')"
expect "the first one's head" "0a324655 9e5d5157 00002000 08004000 00000100 00000000 00000002 57755a57 41414141" \
    "$(words 0 9)"
expect "the second one's" "0a324655 9e5d5157 00002000 08004100 00000100 00000001 00000002 57755a57" "$(words 512 8)"
expect "where the image ends" "41414141 00000000" "$(words $((512 + 32 + 40)) 2)"
expect "what ends a block" "0ab16f30" "$(words 1020 1)"

# The checksum of 252 bytes `A` by that rule is known from another program.
said=$(./write_uf2 image.bin no.uf2 0x10000000 0xe48bff56 2>&1) && wrong=1
expect "no second stage" "write_uf2: image.bin: the first 256 bytes end with 0x41414141, not with their CRC 0xb1eb6c0d" \
    "$said"
[ ! -e no.uf2 ] || { echo "a file was written all the same"; wrong=1; }
printf '%252s' '' | tr ' ' A >image.bin
printf '\015\154\353\261' >>image.bin
./write_uf2 image.bin out.uf2 0x10000000 0xe48bff56 || wrong=1
: >image.bin
said=$(./write_uf2 image.bin no.uf2 0x10000000 0xe48bff56 2>&1) && wrong=1
expect "an empty image" "write_uf2: image.bin: cannot be read, or is empty" "$said"
rm -rf "$dir"
exit $wrong

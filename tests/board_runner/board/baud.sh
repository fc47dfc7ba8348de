#!/bin/sh
# baud.sh <board_runner> <source folder> <scratch folder>: the speed of a board's serial line is the same on both ends: `.baud`
# of board.c, which the image sets, and `baud` of board.txt, which the host sets.
set -u
runner=$1
source=$2
dir=$3
rm -rf "$dir"
mkdir -p "$dir"

# differences <folder of boards>: a line for each board whose ends differ, and "compared N" at the end
differences() {
    n=0
    for facts in "$1"/[!_]*/board.c; do
        board=$(basename "${facts%/board.c}")
        image=$(sed -n 's/.*\.baud = \([0-9]*\).*/\1/p' "$facts")
        host=$("$runner" --targets "$1" check "$board" 2>&1 | sed -n 's/.*serial line .*, \([0-9]*\) baud,.*/\1/p')
        # Not on a serial line; or the image keeps the speed that the boot loader set.
        if [ -z "$host" ] || [ -z "$image" ]; then continue; fi
        n=$((n + 1))
        [ "$image" = "$host" ] || echo "$board: board.c has $image, board.txt $host"
    done
    echo "compared $n"
}

differences "$source/targets" >"$dir/out"
cat "$dir/out"
case $(cat "$dir/out") in "compared "[1-9]*) ;; *) exit 1 ;; esac

# Either end alone at another speed is found.
mkdir -p "$dir/targets"
cp -r "$source/targets/rpi3" "$source/targets/nucleo_f411re" "$dir/targets"
sed -i 's/\.baud = 115200/.baud = 57600/' "$dir/targets/rpi3/board.c"
echo 'baud = 230400' >>"$dir/targets/nucleo_f411re/board.txt"
differences "$dir/targets" >"$dir/out"
grep -q '^rpi3: board.c has 57600, board.txt 115200$' "$dir/out" &&
    grep -q '^nucleo_f411re: board.c has 115200, board.txt 230400$' "$dir/out" && exit 0
echo "a difference was not found:"
cat "$dir/out"
exit 1

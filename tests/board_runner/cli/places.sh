#!/bin/sh
# places.sh <cmake> <build folder> <source tree> <scratch folder> <PONTOON_SANITIZE>: board_runner finds its boards and
# images wherever it was installed or its build was moved, and an installed one holds no path of the build.
set -u
cmake=$1
build=$2
source=$3
dir="$4/with a blank"
sanitize=$5
failed=0

rm -rf "$4"
mkdir -p "$dir"
cd "$dir" || exit 1

fail() {
    echo "failed: $*"
    failed=1
}

# gives <status> <words in its output> <board_runner> <argument> ...
gives() {
    status=$1
    words=$2
    shift 2
    "$@" >out 2>&1 </dev/null
    got=$?
    [ $got -eq "$status" ] || fail "$*: status $got, not $status: $(cat out)"
    grep -qF -- "$words" out || fail "$*: no \`$words\` in: $(cat out)"
}

# copied <folder>: the program and what the build wrote beside it, as if its build folder were moved there.
copied() {
    mkdir -p "$1"
    cp "$build/board_runner" "$build/board_runner.where" "$1/"
}

"$cmake" --install "$build" --prefix "$dir/installed" >messages 2>&1 || fail "$(cat messages)"
strings -a installed/bin/board_runner >words
grep -q "share/pontoon/targets" words || fail "strings finds nothing at all"
for path in "$source" "$build"; do # sanitizers keep paths for their messages
    [ "$sanitize" = 1 ] || ! grep -F -- "$path" words || fail "the installed program holds a path of the build"
done
gives 0 "qemu_sabrelite" installed/bin/board_runner list
grep -q "$source" out && fail "the installed program looks into the sources: $(cat out)"
gives 0 "$dir/installed/bin/probes" installed/bin/board_runner check host_posix
[ -e installed/bin/board_runner.where ] && fail "what is for the build folder was installed"

copied moved
gives 0 "qemu_sabrelite" moved/board_runner list
gives 3 "$dir/moved/probes" moved/board_runner run host_posix -o log
grep -qF "cmake --build '$dir/moved' --target probes" out || fail "a folder with a blank is not quoted: $(cat out)"
gives 3 "$source/build/itanium2/probes" moved/board_runner run itanium2 -o log

# The sources are looked for from the program's folder first: a tree that was moved as a whole, or copied, uses its own.
relative=$(sed -n 's/^source = //p' "$build/board_runner.where" | head -n 1)
[ "$(cd "$build/$relative" && pwd -P)" = "$(cd "$source" && pwd -P)" ] || fail "$relative is not the way to the sources"
copied tree/build/here
mkdir -p tree/targets/mine
echo 'run = true' >tree/targets/mine/board.txt
printf 'source = ../..\nsource = %s\n' "$source" >tree/build/here/board_runner.where
gives 0 "mine" tree/build/here/board_runner list
grep -q qemu_sabrelite out && fail "a copied tree uses the boards of the first one: $(cat out)"

echo 'sources = ..' >moved/board_runner.where
gives 2 "moved/board_runner.where:1: unknown key (there is: source): sources" moved/board_runner list
: >moved/board_runner.where
gives 2 "ends without \`source\`" moved/board_runner list
echo "source = $dir/nowhere" >moved/board_runner.where
gives 2 "$dir/nowhere/targets: No such file or directory (--targets names" moved/board_runner list
rm moved/board_runner.where
gives 2 "share/pontoon/targets: No such file or directory (--targets names" moved/board_runner list
gives 0 "mine" moved/board_runner --targets tree/targets list
exit $failed

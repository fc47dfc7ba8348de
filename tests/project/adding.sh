#!/bin/sh
# sh adding.sh <source tree> <cmake> <scratch folder>: docs/design/adding.md, followed from top to bottom in a copy of the
# tree that was built before: each file and each line is written, each command is typed, in the order of the page; then
# what the page promises must be there. 77: a compiler, an emulator or libisl is not installed, and what needs it was left
# out, with the reason.
set -u
root=$1
cmake=$2
board=qemu_realview_pb_a8
page=$root/docs/design/adding.md
exports=tests/analysis_host/analyze/report/export
rm -rf "$3" && mkdir -p "$3/tree" "$3/steps" && cd "$3/tree" || exit 1

fail() {
    echo "docs/design/adding.md: $*"
    exit 1
}

for part in CMakeLists.txt cmake hal probes targets analysis_host board_runner; do
    cp -r "$root/$part" . || exit 1
done
mkdir -p $exports && cp "$root/$exports/consumer.sh" $exports || exit 1

# Little code, not optimised: it builds in less time, and the size of the code is not what is tried here.
small='-DPONTOON_OP_TYPES=i32 -DPONTOON_OP_SMALL=ON -DPONTOON_PATTERN_LIST=triad -DPONTOON_REPORT_JS=OFF -DCMAKE_BUILD_TYPE=Debug'
# shellcheck disable=SC2086 # words
"$cmake" -G Ninja -B build/host $small >configured 2>&1 || fail "build/host: $(cat configured)"
"$cmake" --build build/host -j2 --target probes analyze board_runner >built 2>&1 || fail "build/host: $(cat built)"

# The steps of the page, a file each: a block of code after a line `PATH`: is that file; one after `PATH`, before `LINE`:
# goes before the first line of the file that is LINE, whatever blanks begin it; an indented line is a command.
awk -v dir=../steps '
function step(kind) { out = sprintf("%s/%03d.%s", dir, ++n, kind); printf "" >out }
inside && /^```/ { inside = 0; close(out); next }
inside { print >out; next }
/^`[^` ]+`(, before `[^`]+`)?:$/ { split($0, part, "`"); file = part[2]; mark = part[4]; next }
/^```/ { if (file == "") step("shown"); else { step("file"); print file >out; print mark >out }; file = ""; inside = 1; next }
/^    (cmake|build|cc|cp|\.\/)/ { step("command"); sub("^ *", ""); print >out; close(out) }' "$page" || exit 1
[ "$(find ../steps -name '*.command' | wc -l)" -ge 25 ] || fail "too few commands: this test no longer finds them"
[ "$(find ../steps -name '*.file' | wc -l)" -ge 13 ] || fail "too few files: this test no longer finds them"
[ "$(find ../steps -name '*.shown' | wc -l)" -eq 0 ] || fail "has code that no line names a file for"

# place <step>: the file or the lines of this step
place() {
    file=$(sed -n 1p "$1") mark=$(sed -n 2p "$1")
    mkdir -p "$(dirname "$file")" && sed 1,2d "$1" >block || exit 1
    if [ -z "$mark" ]; then
        cp block "$file" || exit 1
        return
    fi
    [ -f "$file" ] || fail "adds to $file, which is not there"
    awk -v mark="$mark" '
        { bare = $0; sub("^ *", "", bare) }
        bare == mark && !done { while ((getline line <"block") > 0) print line; done = 1 }
        { print }
        END { exit !done }' "$file" >changed || fail "no line $mark in $file"
    cp changed "$file" || exit 1
}

missing=
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool >/dev/null 2>&1 || missing=$tool
done
no_isl=
pkg-config --exists isl || no_isl=libisl

# type <step>: the command of this step
type_command() {
    command=$(cat "$1")
    case $command in
    *$board* | *board.log*) [ -z "$missing" ] || return ;;
    *PONTOON_PATTERNS* | *neighbours* | *patterns_program*) [ -z "$no_isl" ] || return ;;
    esac
    case $command in
    "cmake -G"*) command="$command $small" ;;
    esac
    sh -c "$(echo "$command" | sed "s,^cmake ,\"$cmake\" ,")" </dev/null >said 2>messages
    status=$?
    [ $status -eq 0 ] || fail "\`$command\` ends with status $status: $(cat said messages)"
    cat said >>all
    cp said "${1%.command}.said"
}

for step in ../steps/*; do
    case $step in
    *.file) place "$step" ;;
    *.command) type_command "$step" ;;
    esac
done

# A board takes at most a folder, five files, forty-five lines, and states the limits of its image.
[ "$(find targets/$board -type f | wc -l)" -le 5 ] || fail "more than five files: $(ls targets/$board)"
[ "$(cat targets/$board/* | wc -l)" -le 45 ] || fail "the board takes $(cat targets/$board/* | wc -l) lines"
if grep -r FILL_IN targets/$board; then fail "leaves facts of the template open"; fi
sh "$root/tests/project/sizes.sh" "$PWD" "$PWD/../sizes" "$cmake" >said 2>&1 || fail "the board's sizes: $(cat said)"
sh "$root/tests/project/notes.sh" "$PWD" "$PWD/../notes" >said 2>&1 || fail "the note: $(cat said)"
"$cmake" -DROOT="$PWD" -P "$root/tests/arrows.cmake" >said 2>&1 || fail "what it includes: $(cat said)"
sh $exports/consumer.sh make "$PWD/build/host/analyze" "$root/tests/data/recordings" "$PWD/../consumer" >said 2>&1
case $? in
0) ;;
77) echo "skipped: $(cat said)" ;;
*) fail "the export: $(cat said)" ;;
esac

# expect <what the page promises> <pattern in all that was said>
expect() {
    grep -q "$2" all || fail "$1 is missing from: $(cat all)"
}
expect "the probe in the list" '^nop_loop: cost of a lap of an empty loop$'
expect "the probe that no analysis reads" '^OTHER  nop_loop: no analysis reads its samples$'
expect "the answer in the report" 'loop\.lap [0-9.~]* c'
expect "the answer in JSON" '"id": "loop\.lap"'
expect "the export in the list" '^make  *make: include FILE'
if [ -z "$no_isl" ]; then
    expect "the pattern's variants in the list" 'pattern=neighbours: plain unrolled shared$'
    expect "its formula" '^ *elements *2n - 2,'
    expect "its count" '^ *loads *1996$'
    grep -q 'name=neighbours,variant=shared' neighbours.log || fail "the pattern is not in its log"
fi
grep -q ',PROBE,kernels,name=total,variant=plain' total.log || fail "the kernel is not in its log"
grep -q ',E,1000,1000,0,0,0,0,1000,0,1000,0,125,0,8000,0,0\*' total.log || fail "its counts are not in its log"
grep -q ',PROBE,region,.*name=axpy' axpy.log || fail "the region is not in its log"
[ -z "$missing$no_isl" ] || { echo "skipped: not installed: $missing $no_isl"; exit 77; }
expect "the board's report" "^$board  .*, armv7"
expect "its first cache or memory" 'MEMORY  load-to-use'

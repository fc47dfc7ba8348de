#!/bin/sh
# sh adding.sh <source tree> <cmake> <scratch folder>: docs/design/adding.md, taken literally. Its files go into a copy of
# the tree that was built before, its commands are typed there in their order, and the new board, probe and
# analysis must answer. 77: the compiler or emulator of the board is not installed, and its commands were left out.
set -u
root=$1
cmake=$2
board=qemu_realview_pb_a8
page=$root/docs/design/adding.md
rm -rf "$3" && mkdir -p "$3/tree" && cd "$3/tree" || exit 1

fail() {
    echo "docs/design/adding.md: $*"
    exit 1
}

for part in CMakeLists.txt cmake hal probes targets analysis_host board_runner; do
    cp -r "$root/$part" . || exit 1
done
cp -r targets/_template_arm targets/$board || exit 1

# Little code, not optimised: it builds in less time, and the size of the code is not what is tried here.
small='-DPONTOON_OP_TYPES=i32 -DPONTOON_OP_SMALL=ON -DPONTOON_PATTERN_LIST=triad -DCMAKE_BUILD_TYPE=Debug'
# shellcheck disable=SC2086 # words
"$cmake" -G Ninja -B build/host $small >configured 2>&1 || fail "build/host: $(cat configured)"
"$cmake" --build build/host -j2 --target probes analyze board_runner >built 2>&1 || fail "build/host: $(cat built)"

# Lines for files that are there: a line `PATH`, before `LINE`: and a block of code after it, which goes before the
# first line of the file that is LINE, whatever blanks begin it.
awk '
function place(file, mark,    line, text) {
    while ((getline line <file) > 0) {
        bare = line
        sub("^ *", "", bare)
        if (bare == mark && block != "") { text = text block; block = "" }
        text = text line "\n"
    }
    close(file)
    if (block != "") { print "no line " mark " in " file; wrong = 1 }
    printf "%s", text >file
    close(file)
}
/^`[^` ]+`, before `[^`]+`:$/ { split($0, part, "`"); file = part[2]; mark = part[4]; block = ""; next }
file == "" { next }
/^```/ && inside { place(file, mark); file = ""; inside = 0; next }
/^```/ { inside = 1; next }
inside { block = block $0 "\n" }
END { exit wrong }' "$page" || fail "has lines that nothing takes"
grep -q LOOP_LAP analysis_host/core/result/ids.def || fail "adds nothing to analysis_host/core/result/ids.def"

# The files of the page: a line `PATH`: and a block of code after it.
awk '
/^`[^` ]+`:$/ { file = substr($0, 2, length($0) - 3); next }
file == "" { next }
/^```/ && inside { close(file); file = ""; inside = 0; next }
/^```/ {
    folder = file
    sub("/[^/]*$", "", folder)
    system("mkdir -p " folder)
    printf "" >file
    inside = 1
    next
}
inside { print >file }' "$page" || exit 1
for file in targets/$board/target.cmake targets/$board/board.c targets/$board/link.ld targets/$board/board.txt \
    probes/nop_loop/nop_loop.c probes/nop_loop/NOTE.md analysis_host/analyze/infer/nop_loop.c; do
    [ -s "$file" ] || fail "has no $file"
done
sh "$root/tests/project/notes.sh" "$PWD" "$PWD/../notes" >said 2>&1 || fail "the note: $(cat said)"
# A board takes at most a folder, four files, forty lines.
[ "$(find targets/$board -type f | wc -l)" -le 4 ] || fail "more than four files: $(ls targets/$board)"
[ "$(cat targets/$board/* | wc -l)" -le 40 ] || fail "the board takes $(cat targets/$board/* | wc -l) lines"
if grep -r FILL_IN targets/$board; then fail "leaves facts of the template open"; fi

missing=
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool >/dev/null 2>&1 || missing=$tool
done
# shellcheck disable=SC2086 # words
[ -n "$missing" ] || "$cmake" -G Ninja -B build/$board $small -DPONTOON_TARGET=$board >configured 2>&1 ||
    fail "build/$board: $(cat configured)"

# Commands are indented lines.
sed -n -e 's/^    *\(cmake .*\)/\1/p' -e 's/^    *\(build\/.*\)/\1/p' "$page" |
    sed -e "s/<board>/$board/g" -e "s,^cmake ,\"$cmake\" ," >commands
[ "$(wc -l <commands)" -ge 10 ] || fail "too few commands: this test no longer finds them"
while read -r command; do
    case $command in
    *$board* | *board.log*) [ -z "$missing" ] || continue ;;
    *mine* | *neighbours*) pkg-config --exists isl || continue ;;
    esac
    sh -c "$command" </dev/null >said 2>messages
    status=$?
    [ $status -eq 0 ] || fail "\`$command\` ends with status $status: $(cat said messages)"
    cat said >>all
done <commands

# expect <what the page promises> <pattern in all that was said>
expect() {
    grep -q "$2" all || fail "$1 is missing from: $(cat all)"
}
expect "the probe in the list" '^nop_loop: cost of a lap of an empty loop$'
expect "the answer in the report" 'loop\.lap [0-9.~]* c'
expect "the answer in JSON" '"id": "loop\.lap"'
if pkg-config --exists isl; then
    expect "the pattern's variants in the list" 'pattern=neighbours: plain unrolled shared$'
    expect "its formula" '^ *elements *2n - 2,'
    expect "its count" '^ *loads *1996$'
    grep -q 'name=neighbours,variant=shared' neighbours.log || fail "the pattern is not in its log"
fi
grep -q ',PROBE,kernels,name=total,variant=plain' total.log || fail "the kernel is not in its log"
grep -q ',E,1000,1000,0,0,0,0,1000,0,1000,0,125,0,8000,0,0\*' total.log || fail "its counts are not in its log"
[ -z "$missing" ] || { echo "$missing is not installed"; exit 77; }
expect "the board's report" "^$board  .*, armv7"
expect "its first cache or memory" 'MEMORY  load-to-use'

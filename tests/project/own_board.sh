#!/bin/sh
# sh own_board.sh <source tree> <cmake> <scratch folder> <build of this machine's>: docs/guide/new-board.md, taken
# literally. Its files go into a copy of the tree, its commands are typed there in their order, and the new boards must
# answer. 77: a compiler or an emulator is not installed, and its board was left out.
set -u
root=$1
cmake=$2
tools=$4
rm -rf "$3" && mkdir -p "$3/tree/build" && cd "$3/tree" || exit 1

fail() {
    echo "docs/guide/new-board.md: $*"
    exit 1
}

for part in CMakeLists.txt cmake hal probes targets analysis_host; do
    cp -r "$root/$part" . || exit 1
done
# board_runner takes boards and images from where it lies.
mkdir build/host && cp "$tools/board_runner" "$tools/analyze" build/host && echo "source = $PWD" >build/host/board_runner.where
cp "$root/docs/guide/new-board.md" page || fail "is not there"

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
inside { print >file }' page || exit 1
for board in qemu_versal qemu_eight qemu_lm3s6965; do
    template=bare64
    [ $board != qemu_lm3s6965 ] || template=arm_m
    for file in target.cmake board.c link.ld board.txt; do
        [ -s targets/$board/$file ] || fail "has no targets/$board/$file"
    done
    for file in targets/_template_$template/*; do
        [ -s "targets/$board/${file##*/}" ] || fail "targets/$board lacks the template's ${file##*/}"
    done
done

# Commands are indented lines. Little code, not optimised: it builds in less time.
small='-DPONTOON_OP_TYPES=i32 -DPONTOON_OP_SMALL=ON -DPONTOON_PATTERN_LIST=triad -DPONTOON_REPORT_JS=OFF -DCMAKE_BUILD_TYPE=Debug'
sed -n -e 's/^    \(cmake .*\)/\1/p' -e 's/^    \(build\/.*\)/\1/p' page |
    sed -e "s,^cmake -G .*,& $small," -e "s,^cmake ,\"$cmake\" ," >commands
[ "$(wc -l <commands)" -ge 10 ] || fail "too few commands: this test no longer finds them"
left_out=
for tool in versal:aarch64-linux-gnu-gcc versal:qemu-system-aarch64 eight:riscv64-unknown-elf-gcc \
    eight:qemu-system-riscv64 lm3s:arm-none-eabi-gcc lm3s:qemu-system-arm; do
    command -v "${tool#*:}" >/dev/null 2>&1 || left_out="$left_out ${tool%:*} (${tool#*:} is not installed)"
done
for library in versal:aarch64-linux-gnu-gcc:picolibc.specs eight:riscv64-unknown-elf-gcc:picolibc.specs \
    lm3s:arm-none-eabi-gcc:libc_nano.a; do
    board=${library%%:*} file=${library##*:} compiler=${library#*:}
    compiler=${compiler%:*}
    case $left_out:$("$compiler" -print-file-name="$file" 2>/dev/null) in
    *" $board ("*) ;;
    *:*/*) ;;
    *) left_out="$left_out $board (the C library of $compiler is not installed)" ;;
    esac
done
while read -r command; do
    case "$command:$left_out" in
    *versal*:*versal*not* | *eight*:*eight*not* | *lm3s*:*lm3s*not*) continue ;;
    esac
    sh -c "$command" </dev/null >said 2>messages
    status=$?
    [ $status -eq 0 ] || fail "\`$command\` ends with status $status: $(cat said messages)"
    cat said >>all
done <commands

case $left_out in
*versal*) ;;
*) grep -q ' 2 hardware threads, aarch64$' all || fail "the report of qemu_versal is missing: $(cat all)" ;;
esac
case $left_out in
*eight*) ;;
*) grep -q ' 8 hardware threads, riscv64$' all || fail "the report of qemu_eight is missing: $(cat all)" ;;
esac
case $left_out in
*lm3s*) ;;
*) grep -q '^qemu_lm3s6965  *1 hardware thread, armv7m' all || fail "the report of qemu_lm3s6965 is missing: $(cat all)" ;;
esac
[ -z "$left_out" ] || { echo "skipped:$left_out"; exit 77; }

#!/bin/sh
# sh probe_folder.sh <source tree> <cmake> <scratch folder>: a folder under probes/ without a source of its name stops
# the configuration, which says what is missing; a probe would otherwise never run, and nobody would hear of it.
set -u
root=$1
cmake=$2
rm -rf "$3" && mkdir -p "$3/tree" && cd "$3/tree" || exit 1

fail() {
    echo "$*"
    exit 1
}

for part in CMakeLists.txt cmake hal probes targets analysis_host board_runner; do
    ln -s "$root/$part" . || exit 1
done
rm probes && cp -r "$root/probes" . || exit 1

# expect_refused <folder>: what CMake says wraps at any blank
expect_refused() {
    if "$cmake" -G Ninja -B ../build -DPONTOON_OP_TYPES=i32 >said 2>&1; then
        fail "probes/$1 without $1.c was configured"
    fi
    tr -s ' \n' ' ' <said | grep -q "probes/$1: there is no probes/$1/$1\.c" || fail "no clear word: $(cat said)"
}

mkdir probes/empty
expect_refused empty
rmdir probes/empty
mkdir probes/misnamed
echo 'int unused;' >probes/misnamed/another.c
expect_refused misnamed
mv probes/misnamed/another.c probes/misnamed/misnamed.c
"$cmake" -G Ninja -B ../build -DPONTOON_OP_TYPES=i32 >said 2>&1 || fail "a folder with its source was refused: $(cat said)"

#!/bin/sh
# sh refused.sh <analyze> <folder of recordings> <scratch folder>: what cannot be exported is said, with
# the reason and an exit status, and leaves no file; where exports go.
analyze=$1
flat=$2/flat.log.gz
whole=$2/core2duo-e6600.log.gz
several=$2/host-x86_64.log.gz
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
wrong=0

# expect <rule> <exit status> <text on standard error> <argument of analyze> ...
expect() {
    rule=$1
    want=$2
    text=$3
    shift 3
    "$analyze" "$@" >out 2>err
    status=$?
    if [ "$status" -ne "$want" ] || { [ -n "$text" ] && ! grep -Fq -- "$text" err; }; then
        echo "$rule: analyze $*: status $status, not $want; wanted \"$text\" in: $(cat err)"
        wrong=1
    fi
}

check() {
    rule=$1
    shift
    "$@" || { echo "$rule: not so: $*"; wrong=1; }
}

absent() {
    [ ! -e "$1" ]
}

expect "an unknown kind" 2 "no such kind" --export nothing "$whole"
expect "a kind without the name of its file" 2 "the name of the file is missing" --export gcc= "$whole"
expect "two on standard output" 2 "KIND=FILE" --export gcc --export clang "$whole"
expect "no cache" 3 "the machine has no data cache" --export gcc=g "$flat"
check "a refused kind leaves no file" absent g
echo before >g
expect "no cache" 3 "nothing was written" --export gcc=g "$flat"
check "a refused kind leaves the old file" grep -qx before g
expect "a kind for another processor" 3 "for x86 alone" --export glibc "$whole"
expect "a value that was not measured" 3 "contexts.float is needed and was not measured" --strict --export omp "$whole"
expect "caches that nobody knows the sharers of" 3 "cache 1: who shares it was not measured" --strict --export hwloc "$several"
expect "a board without named memories" 3 "memories of the board are needed" --export link_map "$whole"
expect "one of two refused" 3 "contexts.float" --export omp=o --export header=h "$whole"
check "the other is written" grep -q HWP_L1D h
check "and the refused one is not" absent o
expect "the report goes where it always does" 0 "" --export gcc=g "$whole"
check "beside exports to files" grep -q "MEMORY  load-to-use" out
check "an old file is replaced" grep -q l1-cache-size g
expect "standard output" 0 "" --export gcc "$whole"
check "in place of the report" sh -c 'grep -q l1-cache-size out && ! grep -q MEMORY out'
expect "a minus for standard output" 0 "" --export gcc=- "$whole"
check "the same" grep -q l1-cache-size out
expect "a folder" 4 "Is a directory" --export gcc=. "$whole"
expect "a folder that is not there" 4 "No such file" --export gcc=nowhere/g "$whole"
ln -s g link
expect "a link" 0 "" --export header=link "$whole"
check "stays one" sh -c '[ -L link ] && grep -q HWP_ g'
if [ -e /dev/full ]; then
    expect "a full disk" 4 "No space left on device" --export gcc=/dev/full "$whole"
    "$analyze" --export gcc "$whole" >/dev/full 2>err
    check "standard output is a full disk" [ $? -eq 4 ]
fi
check "no temporary file is left" sh -c '! ls -A | grep -E "^\.|\.......$"'
"$analyze" --export list >out
check "every kind has its line" [ "$(wc -l <out)" -ge 17 ]
exit $wrong

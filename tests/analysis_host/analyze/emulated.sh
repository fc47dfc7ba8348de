#!/bin/sh
# sh emulated.sh <analyze> <predict> <change_log> <make_signatures> <folder of recordings> <targets> <scratch folder>: a log of an
# emulated board says so wherever it is read, and no answer of it is sure; boards that an emulator plays give the key.
set -u
analyze=$1 predict=$2 change=$3 make=$4 recordings=$5 targets=$6
rm -rf "$7" && mkdir -p "$7" && cd "$7" || exit 1
failed=0

fail() {
    echo "$*"
    failed=1
}

# says <file> <text>
says() {
    tr -s ' \n' ' ' <"$1" | grep -Fq -e "$2" || fail "$1 lacks: $2: $(head -c 500 "$1")"
}

gzip -dc "$recordings/prediction/host-x86_64.log.gz" >real.log || exit 1
"$change" given.emulated=1 <real.log >emulated.log || exit 1
"$change" given.emulated=0 <real.log >not.log || exit 1

"$analyze" emulated.log >text 2>err || fail "status $?"
says text "emulated: times mean nothing"
says text "! the board is emulated"
says text "~32 KiB"
"$analyze" --format json emulated.log >emulated.json 2>err || fail "status $?"
says emulated.json '"emulated": true'
awk '/"confidence":/ && $2 + 0 > 0.5 { print; bad = 1 } END { exit bad }' emulated.json >sure || fail "sure: $(head -2 sure)"
for log in real not; do
    "$analyze" $log.log >text 2>err
    grep -q emulated text && fail "$log.log is taken for emulated"
    "$analyze" --format json $log.log >$log.json 2>err
    says $log.json '"emulated": false'
done

"$analyze" --compare real.log emulated.log >text 2>err
says text "the new board is emulated, the other is not: times cannot be compared"
"$analyze" --compare emulated.json real.log >text 2>err
says text "the old board is emulated"
"$analyze" --compare emulated.json emulated.log >text 2>err || fail "emulated against itself: status $?"
grep -q 'is emulated' text && fail "both are emulated, and one is said to be"

"$make" . && "$predict" emulated.log chain.sig >text 2>err
says text "the board was emulated"

# Each board that an emulator plays gives the key.
for file in "$targets"/*/board.txt; do
    grep -E '^run *= *qemu-' "$file" | grep -qv 'emulated=1' && fail "$file: no emulated=1"
done
exit $failed

#!/bin/sh
# sh rename_row.sh <source tree> <cmake> <analyze> <scratch folder>: in a copy of the tree one answer gets another id in
# result/ids.def, and nowhere else. The reports of two recordings are then the same but for that id: no value, range or
# confidence hangs on what an id is called. And the build refuses a row of calibration.counts that no quantity has, and a
# measured quantity without a row.
set -u
root=$1
cmake=$2
analyze=$3
rm -rf "$4" && mkdir -p "$4/tree" && cd "$4/tree" || exit 1
wrong=0

fail() {
    echo "$*"
    wrong=1
}

for part in CMakeLists.txt cmake hal probes targets analysis_host board_runner docs; do
    [ ! -e "$root/$part" ] || cp -r "$root/$part" . || exit 1
done
table=analysis_host/core/result/ids.def
sed -i 's/^\(QUANTITY(CACHE_WAYS, "cache\.{level}\.\)ways"/\1lines_a_set"/
    s/^\(QUANTITY(OP_LATENCY, "\)op\.{op}\.{type}\.latency"/\1aa.delay.{op}.{type}"/' $table
[ "$(diff "$root/$table" $table | grep -c '^>')" -eq 2 ] || { echo "the two rows are not in $table"; exit 1; }
# Not optimised: nearly every file is compiled, and double precision is the same.
"$cmake" -G Ninja -B build/host -DPONTOON_OP_TYPES=i32 -DPONTOON_OP_SMALL=ON -DPONTOON_REPORT_JS=OFF -DCMAKE_BUILD_TYPE=Debug >configured 2>&1 || { cat configured; exit 1; }
"$cmake" --build build/host -j2 --target analyze >built 2>&1 || { tail -40 built; exit 1; }

# What JSON says with the new names. Lines of RUN keep what the board reported under the old ones.
renamed() {
    sed -E '/"claim\./!{s/(^|[^a-z.])cache\.([0-9]+)\.ways/\1cache.\2.lines_a_set/g
        s/"quantity": "cache\.ways"/"quantity": "cache.lines_a_set"/
        s/\bop\.([a-z]+)\.([a-z0-9]+)\.latency/aa.delay.\1.\2/g
        s/"quantity": "op\.latency"/"quantity": "aa.delay"/}'
}

for log in core2duo-e6600 guest/host-x86_64; do
    file=$root/tests/data/recordings/$log.log.gz
    "$analyze" --format json "$file" 2>err | renamed >old.json
    build/host/analyze --format json "$file" >new.json 2>err
    grep -q '"id": "cache.1.lines_a_set"' new.json || fail "$log: the new id is not in the report"
    grep -q '"id": "aa.delay.add.i32"' new.json || [ $log = core2duo-e6600 ] || fail "$log: aa.delay is not in the report"
    diff old.json new.json >differ || fail "$log: a renamed row changes more than its id: $(head -20 differ)"
done

# The counts are keyed by the enumerator, and the build checks them.
counts() {
    "$cmake" -DOUT="$PWD/counts.c" -DROOM="$PWD/room" -P cmake/calibration_counts.cmake >said 2>&1
}

mkdir room && cp "$root/$table" "$root/analysis_host/core/result/calibration.counts" room || exit 1
counts || fail "the counts of the tree are refused: $(cat said)"
sed -i 's/^QUANTITY(CACHE_WAYS,/QUANTITY(CACHE_LINES_A_SET,/' room/ids.def
counts && fail "takes a row of a quantity that is not there"
tr -s '\n ' ' ' <said | grep -q 'ids.def has no CACHE_WAYS: rename the row as ids.def does, or drop it' ||
    fail "does not name the orphaned row: $(cat said)"
cp "$root/$table" room
sed -i -e '/^CACHE_WAYS/d' -e '/^@ CACHE_WAYS/d' room/calibration.counts
counts && fail "takes a measured quantity without a row"
tr -s '\n ' ' ' <said | grep -q 'no row counts CACHE_WAYS: count it, or say UNCOUNTED in ids.def' ||
    fail "does not name the quantity without a row: $(cat said)"
exit $wrong

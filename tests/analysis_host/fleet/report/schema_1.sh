#!/bin/sh
# sh schema_1.sh <analyze> <report of schema 1, gzip> <the log that it is of> <scratch folder>: reports and databases of
# schema pontoon.report/1 are read by the ids, units and words that they had; other schemas are refused.
set -u
analyze=$1
log=$3
rm -rf "$4" && mkdir -p "$4" && gzip -dc "$2" >"$4/old.json" && cd "$4" || exit 1
wrong=0

fail() {
    echo "$*"
    wrong=1
}

# expect <rule> <exit status> <text in what is written> <argument of analyze> ...
expect() {
    rule=$1
    want=$2
    text=$3
    shift 3
    "$analyze" "$@" >out 2>err
    status=$?
    if [ "$status" -ne "$want" ] || ! cat out err | grep -Eq -e "$text"; then
        fail "$rule: analyze $*: status $status, not $want; wanted \"$text\" in: $(cat out err)"
    fi
}

for old in '"id": "window.size"' '"unit": "B per cycle"' '"value": "granted"'; do
    grep -q "$old" old.json || fail "the report lacks $old of schema 1"
done
"$analyze" --format json "$log" >new.json 2>err
expect "the log that it is of" 0 '^  0 of [0-9]+ answers changed' --compare old.json "$log"
expect "the report of today" 0 '^  0 of [0-9]+ answers changed' --compare old.json new.json
expect "the other way round" 0 '^  0 of [0-9]+ answers changed' --compare new.json old.json
! grep -q 'window\.\|first_touch\.\|per cycle' out || fail "old words are shown: $(cat out)"

# A change beyond the range is seen, and called by today's id.
sed '/"id": "forward.real"/,/"high"/{s/"value": .*/"value": 90,/;s/"low": .*/"low": 89,/;s/"high": .*/"high": 91,/}' \
    old.json >changed.json
expect "a change" 1 'store-to-load forwarding.* 90 c \(89-91\) -> 8\.99 c' --compare changed.json "$log"

# A fleet of both kinds of reports has one column an answer.
mkdir runs
for i in 1 2 3 4 5 6 7 8; do
    from=$([ $i -lt 4 ] && echo old.json || echo new.json)
    sed "s/\"node\": \"vm\"/\"node\": \"n$i\"/" "$from" >runs/n$i.1.json
done
"$analyze" --fleet --format json runs >fleet.json 2>err
grep -q '"id": "core.rob.entries"' fleet.json || fail "the fleet has no ROB"
! grep -Eq '"id": "(window|first_touch|forward|code)\.|per cycle|"share"|"times"' fleet.json ||
    fail "the fleet has old ids or units"
[ "$(grep -c '"id": "core.rob.entries"' fleet.json)" -eq 1 ] || fail "the fleet has the ROB several times"
expect "a board like its kind" 0 '' --fits fleet.json runs/n1.1.json
sed 's/"core.rob.entries"/"window.size"/' fleet.json >kinds.json
expect "kinds of schema 1" 0 '' --fits kinds.json runs/n8.1.json

# The same from a database whose names and units are those of schema 1.
if command -v sqlite3 >/dev/null; then
    "$analyze" --fleet --format json --db site.db runs >fleet.json 2>err
    sqlite3 site.db "UPDATE name SET name = 'window.size' WHERE name = 'core.rob.entries';
        UPDATE name SET unit = 'B per cycle' WHERE unit = 'B/cycle'; UPDATE name SET unit = 'share' WHERE unit = 'ratio';
        UPDATE answer SET value = 'translated' WHERE value = 'gained'"
    "$analyze" --fleet --format json --db site.db >again.json 2>err
    cmp -s fleet.json again.json || fail "a database of schema 1 gives another report: $(diff fleet.json again.json)"
fi

sed 's,pontoon.report/2,pontoon.report/3,' new.json >newer.json
expect "a newer schema" 2 'newer\.json: is no report of schema pontoon\.report/1 or pontoon\.report/2, but of pontoon\.report/3: a newer analyze reads it' \
    --compare newer.json "$log"
sed 's,pontoon.report/2,pontoon.wanted/1,' new.json >wanted.json
expect "another schema" 2 'wanted\.json: is no report of .*, but of pontoon\.wanted/1$' --compare wanted.json "$log"
exit $wrong

#!/bin/sh
# sh database.sh <analyze> <fleet_reports> <scratch folder> [moments]: the database of a fleet: the same report as from
# files, whole runs only whatever happens to the writer (killed or out of space at so many random moments, 6 unless
# told), readers beside it, and files that are no such database. 77: there is no sqlite3 to look with.
set -u
analyze=$1
reports=$2
moments=${4-6}
rm -rf "$3" && mkdir -p "$3/runs" && cd "$3" || exit 1
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }
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
    timeout 60 "$analyze" "$@" >out 2>err
    status=$?
    if [ "$status" -ne "$want" ] || ! { echo; cat out err; } | grep -Eq -e "$text"; then
        fail "$rule: analyze $*: status $status, not $want; wanted \"$text\" in:" "$(cat out err)"
    fi
}

sql() {
    sqlite3 "$@"
}

# whole <database>: its pages are in order, and each run has all its answers and settings.
whole() {
    [ "$(sql "$1" 'PRAGMA integrity_check')" = ok ] || fail "$1 is damaged"
    [ -z "$(sql "$1" "SELECT run FROM run WHERE (SELECT count(*) FROM answer WHERE answer.run = run.run) < 70
                      OR (SELECT count(*) FROM setting WHERE setting.run = run.run) < 13")" ] ||
        fail "$1 has a part of a run"
}

"$reports" runs 40 4 1 0.02 || exit 1
"$analyze" --fleet runs >from_files
expect "the first time" 1 '^FLEET  40 boards, 160 runs' --fleet --db site.db runs
cmp out from_files || fail "the database gives another report than the files"
expect "again" 1 '^FLEET  40 boards, 160 runs' --fleet --db site.db runs
cmp out from_files || fail "the second time gives another report"
expect "without files" 1 '^FLEET  40 boards, 160 runs' --fleet --db site.db
cmp out from_files || fail "the database alone gives another report"
[ "$(sql site.db 'SELECT count(*) FROM run')" = 160 ] || fail "runs were stored twice"
whole site.db
expect "one board" 1 '^BOARD  n0004' --fleet --db site.db --board n0004
expect "some days" 0 '^FLEET  40 boards, 80 runs, 2026-09-01 to 2026-09-02' --fleet --db site.db --to 2026-09-02
expect "a part" 0 '' --fleet --db site.db --export-db part.db --from 2026-09-04 --to 2026-09-04
expect "what is in it" 0 '^FLEET  40 boards, 40 runs, 2026-09-04 to 2026-09-04' --fleet --db part.db
whole part.db
expect "a part once more" 2 'part\.db: is there already' --fleet --db site.db --export-db part.db

# Killed, or out of space: what was stored stands, and the rest comes with the next time.
i=0
while [ $i -lt "$moments" ]; do
    rm -f kill.db*
    "$analyze" --fleet --db kill.db runs >out 2>err &
    writer=$!
    sleep "0.$(awk -v i="$i" -v s="$$" 'BEGIN { srand(s + i); printf "%03d", 20 + rand() * 400 }')"
    kill -9 $writer 2>/dev/null
    wait $writer 2>/dev/null
    if [ -s kill.db ] && [ "$(sql kill.db 'PRAGMA user_version')" = 1 ]; then whole kill.db; fi
    rm -f full.db*
    blocks=$(awk -v i="$i" -v s="$$" 'BEGIN { srand(s + i + 7); printf "%d", 100 + rand() * 900 }')
    (ulimit -f "$blocks"; "$analyze" --fleet --db full.db runs >out 2>err)
    status=$?
    [ $status -eq 4 ] || [ $status -eq 1 ] || fail "no space beyond $blocks blocks: status $status: $(cat err)"
    if [ -s full.db ] && [ "$(sql full.db 'PRAGMA user_version')" = 1 ]; then whole full.db; fi
    i=$((i + 1))
done
expect "after being killed" 1 '^FLEET  40 boards, 160 runs' --fleet --db kill.db runs
cmp out from_files || fail "another report after being killed"
expect "after being out of space" 1 '^FLEET  40 boards, 160 runs' --fleet --db full.db runs

# Readers beside the writer.
rm -f busy.db*
cp site.db busy.db
"$reports" runs 60 2 2 0.02 2 || exit 1
"$analyze" --fleet --db busy.db runs >out 2>err &
writer=$!
readers=
for reader in 1 2 3 4 5 6 7 8; do
    "$analyze" --fleet --db busy.db >"read.$reader" 2>&1 &
    readers="$readers $!"
done
for reader in $readers; do
    wait "$reader"
    [ $? -le 1 ] || fail "a reader beside the writer failed: $(cat read.*)"
done
wait $writer || [ $? -eq 1 ] || fail "the writer beside readers failed: $(cat err)"
whole busy.db

# What is no such database stays as it was.
refused() {
    sum=$(cksum <"$1")
    expect "$1" 2 "$2" --fleet --db "$1" runs
    [ "$(cksum <"$1")" = "$sum" ] || fail "$1 was changed"
}
cp site.db newer.db
sql newer.db 'PRAGMA user_version = 9; PRAGMA journal_mode = DELETE' >/dev/null
refused newer.db 'newer\.db: is of a newer analyze: version 9; this one knows 1'
echo 'no database at all, but a text that is long enough to be read as the head of one, and then some more' >text.db
refused text.db 'text\.db: file is not a database'
sql other.db 'CREATE TABLE t(a)'
refused other.db 'other\.db: is no database of a fleet'
sql site.db 'PRAGMA journal_mode = DELETE' >/dev/null
head -c 9000 site.db >cut.db
refused cut.db 'cut\.db: (database disk image is malformed|disk I/O error)'
expect "no such file" 2 'nowhere\.db: unable to open' --fleet --db nowhere.db
expect "a folder" 2 'runs: is no regular file' --fleet --db runs runs
expect "no day" 2 'a day is expected' --fleet --db site.db --from yesterday
expect "days without a database" 2 'are for --db' --fleet --from 2026-01-01 runs
exit $wrong

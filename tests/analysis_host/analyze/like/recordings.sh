#!/bin/sh
# sh recordings.sh <analyze> <change_log> <folder of recordings> <scratch folder>: which core the recordings resemble, in text, page and
# JSON; boards that are no documented core are called by none's name.
set -u
analyze=$1 change=$2 recordings=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
failed=0

fail() {
    echo "$*"
    failed=1
}

# like <recording> <text>: what the section LIKE says, words with one blank between them.
like() {
    "$analyze" --like "$recordings/$1" 2>/dev/null | sed -n '/^LIKE/,/^$/p' | tr -s ' \n' ' ' >out
    grep -Fq -e "$2" out || fail "$1: $(cat out) in place of $2"
}

like guest/host-x86_64.log.gz "LIKE answers resemble Zen 3 ("
grep -Fq "A comparison with makers' documents: no answer rests on it." out || fail "guest: $(cat out)"
like prediction/host-x86_64.log.gz "LIKE answers resemble Zen 3 ("
like prediction/kernels-x86_64.log.gz "LIKE answers resemble Zen 3 ("
like contexts/host-x86_64.log.gz "LIKE answers resemble Zen 4 ("
grep -Fq "differs: L2 TLB entries 2048, documented 3072" out || fail "contexts: $(cat out)"
like pipeline/host-x86_64.log.gz "LIKE answers resemble Zen 5 (6 of 6)"
like pipeline/waiting.log.gz "LIKE answers resemble Zen 5 ("
for simulated in atom-n270 core2duo-e6600 cortex-a9 pentium3; do
    like $simulated.log.gz "LIKE no documented core is close"
done
for short in flat rtl/wally-whole-laps pipeline/files regions/tcm-and-caches; do
    like $short.log.gz "LIKE too few answers: the nearest core documents fewer than 6 of them"
done

# Without the option nothing says so, and the option changes no answer and no status.
log=$recordings/contexts/host-x86_64.log.gz
"$analyze" "$log" >plain 2>plain.err
status=$?
"$analyze" --like "$log" >with 2>with.err
[ $? -eq $status ] || fail "--like changes the exit status"
cmp -s plain.err with.err || fail "--like changes the messages"
grep -q "^LIKE" plain && fail "LIKE without --like"
"$analyze" --format json "$log" >plain.json 2>/dev/null
"$analyze" --like --format json "$log" >with.json 2>/dev/null
grep -q '"like"' plain.json && fail "JSON has like without --like"
for words in '"verdict": "resembles"' '"name": "Zen 4"' '"family": "Zen"' '"id": "tlb.2.entries"' \
    '"documented": "3072"' '"source": "AMD 57647'; do
    grep -Fq -e "$words" with.json || fail "JSON lacks $words"
done
grep '"id":\|"value":\|"confidence":' plain.json | sort >plain.answers
grep '"id":\|"value":\|"confidence":' with.json | sort >with.answers
comm -23 plain.answers with.answers | grep -q . && fail "--like changes answers"
"$analyze" --like --html page.html "$log" >/dev/null 2>&1
grep -q '<p id="like">Compared with documented cores: answers resemble Zen 4 (' page.html || fail "the page has no core"

# An emulator's times are no core's.
gzip -dc "$log" | "$change" given.emulated=1 >emulated.log || fail "change_log failed"
"$analyze" --like emulated.log 2>/dev/null | tr -s ' \n' ' ' >out
grep -Fq "LIKE not compared: the board is emulated" out || fail "emulated: $(sed 's/.*LIKE/LIKE/' out)"

for other in --found --suggest --validation "--explain rob" "--compare $log"; do
    # shellcheck disable=SC2086 # an option and its value
    "$analyze" --like $other "$log" >out 2>err
    [ $? -eq 2 ] || fail "--like $other is not refused"
    tr -s ' \n' ' ' <err | grep -Fq -e "--like adds to the report of one log: there is no ${other%% *} with it" ||
        fail "--like $other: $(cat err)"
done
exit $failed

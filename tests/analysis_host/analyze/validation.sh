#!/bin/sh
# sh validation.sh <analyze> <simulated board> <machine file> <log without kernels> <scratch folder>: on the simulated
# board kernels that begin cold move what their text says, to the byte, whether they fit or not; the tables of
# --validation show it, and timings that do not differ. 77: there is no simulated board, or it has no patterns.
set -u
analyze=$1 probes=$2 other=$4
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
PONTOON_MACHINE=$3
export PONTOON_MACHINE
rm -rf "$5" && mkdir -p "$5" && cd "$5" || exit 1
"$probes" --list --only pattern | grep -q 'pattern=.*triad:.*plain' || { echo "no pattern triad"; exit 77; }

fail() {
    echo "$*"
    exit 1
}

"$probes" --quick --only timer_floor,add_chain,kernels,pattern capacity=32K,2M state=cold kernel=read,write,fft,wht \
    pattern=triad.plain,triad.own n=16K,100K max=16M >board.log 2>messages || fail "probes: $(cat messages)"
"$analyze" --validation board.log >tables 2>messages || fail "analyze: $(cat messages)"
cat tables
sed -n '/^TRAFFIC/,/^CONTEXTS/p' tables | grep '^  .* cold ' >rows
awk '{ n++; name[$1] } $(NF - 5) != "0.0" || $(NF - 3) != "0.0" || $(NF - 1) != "0.0" { bad = 1 }
    END { exit bad || n < 8 || !("read" in name) || !("write" in name) || !("triad" in name) || !("fft" in name) }' \
    rows || fail "not what the text says, or timings that differ, or too few"
# The thesis: reading moves each byte once, writing twice, a triad four times (100K numbers are 819200 bytes).
for row in 'read plain cold *102400 *819200 *819200 ' 'write plain cold *102400 *1638400 *1638400 ' \
    'triad plain cold *102400 *3276800 *3276800 '; do
    grep -q "$row" rows || fail "no row: $row"
done

# In figures every kernel of a probe stands before a second variant of one, and those that compute nothing not at all.
"$analyze" --plots plots board.log >tables 2>messages
names=$(grep -o "title '[a-z0-9_]* [a-z0-9_]*, cold'" plots/speed.gp | awk '{ gsub("\047", ""); printf "%s ", $2 }' | sed 's/triad //g')
case $names in
'fft wht fft wht '* | 'wht fft wht fft '* | 'fft wht wht fft '* | 'wht fft fft wht '*) ;;
*) fail "kernels in the order $names" ;;
esac

# Twelve series have room in a figure; the others are counted and named below it.
run_streams() { # run_streams NAME N ...: a log, a page and figures of kernels with so many streams
    name=$1
    shift
    "$probes" --quick --only timer_floor,add_chain,pattern capacity=32K,2M n=1K max=1M \
        "pattern=$(printf 'streams_%s,' "$@" | sed 's/,$//')" >"$name.log" 2>messages || fail "probes: $(cat messages)"
    "$analyze" --html "$name.html" --plots "$name" "$name.log" >tables 2>messages
    grep -o "title 'streams_[0-9]* plain'" "$name/speed.gp" | cut -d "'" -f 2 | sort -u >"$name.drawn"
    grep -o '[0-9]* more series have no room here[^<]*' "$name.html" | sort -u >"$name.left"
}
run_streams few 3 4 5
[ "$(wc -l <few.drawn)" -eq 3 ] && [ ! -s few.left ] || fail "three series: $(cat few.drawn few.left)"
run_streams many 3 4 5 6 7 8 9 10 11 12 13 14 15 16
grep -q '^2 more' many.left || fail "fourteen series: $(cat many.left)"
sed 's/.*: //; s/; /\n/g' many.left | sort - many.drawn | uniq -u >all_once
[ "$(wc -l <many.drawn) $(wc -l <all_once)" = "12 14" ] || fail "drawn: $(cat many.drawn), $(cat many.left)"

# Names of kernels are names of patterns, too; what both probes have timed is answered and drawn once.
"$probes" --quick --only timer_floor,add_chain,kernels,pattern capacity=32K,2M n=1K max=1M kernel=triad,fft \
    >both.log 2>messages || fail "probes: $(cat messages)"
grep -o 'PROBE,[a-z]*,name=[a-z0-9_]*' both.log | sort -u | tr '\n' ' ' >names
[ "$(cat names)" = "PROBE,kernels,name=fft PROBE,kernels,name=triad PROBE,pattern,name=triad " ] || fail "names: $(cat names)"
"$analyze" --plots both both.log >tables 2>messages
grep -q 'measured twice' tables messages && fail "both probes: $(cat messages)"
grep -o "title '[a-z0-9_]* [a-z0-9_]*[^']*'" both/speed.gp | sort | uniq -d >twice
[ ! -s twice ] || fail "drawn twice: $(cat twice)"

"$analyze" --validation "$other" >tables 2>messages
[ $? -eq 3 ] || fail "a log without kernels: status"
grep -q 'nothing to validate' messages || fail "a log without kernels: $(cat messages)"
for option in --format=json --compare=rows --export=csv; do
    "$analyze" --validation $option board.log >tables 2>messages
    [ $? -eq 2 ] || fail "$option: status"
    grep -q 'in place of every other report' messages || fail "$option: $(cat messages)"
done
exit 0

#!/bin/sh
# sh figures.sh <analyze> <log> <scratch folder>: a figure draws what its answer rests on, of two series of one probe: threads run
# side by side up to the number that is answered, and most stretches are as long as the time slot.
analyze=$1 log=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
failed=0

fail() {
    echo "$*"
    failed=1
}

PATH=/usr/bin:/bin "$analyze" --plots plots --format json "$log" >report.json 2>err || fail "status $?: $(cat err)"

# value <id>
value() {
    awk -v id="\"$1\"," '$1 == "\"id\":" { here = $2 == id } here && $1 == "\"value\":" { print $2 + 0 }' report.json
}

# The blocks of contexts.dat, as many as there are kinds of work, alternate: single timings, and their least and most.
block=0
for kind in int float memory; do
    block=$((block + 1))
    least=$(awk -v wanted=$block -v threads="$(value contexts.$kind)" '
        /^# x, x2, least/ { n++; next }
        /^#/ { of = 0 }
        n == wanted && NF == 8 && $1 == threads { print $3; exit }' plots/contexts.dat)
    awk -v y="$least" 'BEGIN { exit !(y > 0.8 && y < 1.5) }' ||
        fail "contexts.$kind is $(value contexts.$kind), and so many threads took $least times as long"
done

awk -v slot="$(value os.timeslice)" '
    NF == 8 && $3 > most { most = $3 }
    NF == 8 && $1 <= slot && slot < $2 { here = $3 }
    END { if (!(here > 0 && here == most)) { print "time slot " slot ": " here + 0 " of " most; exit 1 } }' plots/timeslice.dat ||
    fail "the histogram's highest bar is elsewhere"
exit $failed

#!/bin/sh
# sh calibrate_test.sh <calibrate> <this folder> <calibration.counts> <scratch folder>: sums, machines behind a kind, one
# left out, and what is no line of counts.
calibrate=$1
here=$2
table=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
wrong=0

# expect <rule> <text in what is written> <argument of calibrate> ...
expect() {
    rule=$1
    text=$2
    shift 2
    "$calibrate" "$@" >out 2>&1
    if ! grep -Eq -e "$text" out; then
        echo "$rule: calibrate $*: wanted \"$text\" in:"
        cat out
        wrong=1
    fi
}

# Two machines of one line, one of another, a simulated one; each right but the simulated one's.
{
    echo '@ real old/first'
    printf "kind/rule 14 1 0\n%.0s" 1 2 3 4 5
    echo '@ real old/second'
    echo 'kind/rule 14 1 2'
    echo 'kind/rule 14 0 0 0 0 0 0 0 0 0 0 7 0 0 3 0 0 0 0'
    echo '@ real new'
    echo 'kind/rule 14 2 2 0 0 0 0 0 0 0 0'
} >real
printf '@ simulated board\nkind/rule 14 0 -1\nother/rule 15 1 -1\n' >anew
printf '@ simulated all\nkind/rule 14 9 9 0 0 0 0 0 0 0 0\nlast/rule 13 1 1 0 0 0 0 0 0 0 0\n' >rest

expect "sums" '^kind/rule 14 9 8 5 0 1 0 0 0 0 0 7 0 0 3 ' real anew
expect "all kinds" '^\* 14 9 8 ' real anew
expect "machines of one line are one kind" '^@ kind/rule 2$' real anew
[ "$(grep -c 'other/rule' out)" -eq 1 ] || { echo "a simulated machine counts as a real one"; wrong=1; }
expect "sums of all parts" '^last/rule 13 1 1 ' --rest rest real anew
grep -q '^kind/rule 14 9 8 ' out || { echo "what was counted anew is counted twice"; wrong=1; }
expect "rows" '^kind/rule 14 1 1 0 0 1 0 0 0 0 0 7 0 0 3 0 0 0 0$' --rows real
"$calibrate" --rows real >rows
"$calibrate" rows anew >again
"$calibrate" real anew >once
cmp -s once again || { echo "rows are not read as they were written"; wrong=1; }

# The simulated answer is wrong, and the others say that it is right.
expect "one left out" '^\| 0\.9 to 1\.0 .* 2 \| 90 % \| 50 % \|$' --left-out real anew
expect "a line of cores left out" '^\| 0\.[0-9] to [01]\.[0-9] \|.*\| 6 \| ' --left-out real anew

printf 'kind/rule 14 1 0\n' >nobody
expect "no machine" '^nobody:1: no line of counts, or no machine before it' nobody
printf '@ real m\nkind/rule 14 2 0\n' >bad
expect "no line of counts" '^bad:2: no line of counts' bad

# The table of the project is what its counts add up to.
"$calibrate" --rest "$here/counts/simulated.counts" "$here/counts/boards.counts" "$here"/hosts/*.counts >made
if ! cmp -s made "$table"; then
    echo "calibration.counts is not what the counts add up to: calibrate.sh BUILD none"
    wrong=1
fi
exit $wrong

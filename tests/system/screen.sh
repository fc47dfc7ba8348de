#!/bin/sh
# sh screen.sh <probes> <analyze> <folder>: wrong results on the simulated board, which flips one bit in one of 1,000 results.
# One operation on one type at a time, of all that the image has; each with its own seeds. At least 95 % are found and named,
# no other operation is, and no run without flips has any. What is computed for that is less than 1 % of a quick run.
set -u
probes=$1 analyze=$2 folder=$3
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
export PONTOON_MACHINE=$folder/machine
wrong=0

# machine [<line of [flips]> ...]
machine() {
    {
        printf '[machine]\ncores = 2\n[cache 1]\nsize = 8K\nways = 2\nline = 64\nlatency = 3\n[memory]\nlatency = 50\n'
        [ $# -eq 0 ] || printf '[flips]\n'
        [ $# -eq 0 ] || printf '%s\n' "$@"
    } >machine
}

# run <seed>: the problems in file `said`, each "OP TYPE on hardware threads ...".
run() {
    "$probes" --only timer_floor,add_chain,screen max=16K "seed=$1" >log || exit 1
    "$analyze" --format json log >json 2>messages
    status=$?
    sed -n 's/.*wrong result: \(.*\), in .*/\1/p' messages >said
}

fail() {
    echo "$*"
    wrong=1
}

for seed in 1 2 3 4 5; do
    machine
    run $seed
    [ $status -eq 0 ] && ! [ -s said ] || fail "without flips, seed $seed: status $status, $(cat said messages)"
done
sed -n 's/^\$PT,[0-9]*,PROBE,screen,op=\([^,]*\),type=\([^,]*\),n=.*/\1 \2/p' log >sets
[ "$(wc -l <sets)" -ge 52 ] || fail "$(wc -l <sets) operations, 52 or more expected"

planted=0 found=0
while read -r op type; do
    planted=$((planted + 1))
    machine "op = $op" "type = $type" rate=1000
    run $planted
    if [ $status -eq 1 ] && grep -q "^$op $type on" said; then found=$((found + 1)); fi
    ! grep -v "^$op $type on" said || fail "of $op $type alone results were wrong"
done <sets
echo "$found of $planted operations with wrong results found"
[ $((100 * found)) -ge $((95 * planted)) ] || fail "less than 95 %"

# The thread is named, and so is each of several operations.
machine "op = mul" "type = f64" rate=1000 context=1
run 77
[ "$(cat said)" = "mul f64 on hardware thread 1" ] || fail "mul f64 on thread 1: $(cat said)"
cp log n7.log
"$analyze" --fleet n7.log >fleet 2>/dev/null
[ $? -eq 1 ] && grep -q "^  n7 .*screen.fp.wrong  *in 1 of 1 runs" fleet || fail "--fleet: $(cat fleet)"
machine rate=40000
run 78
[ $status -eq 1 ] && [ -s said ] || fail "one of 40000 results of all operations: nothing was found"
"$analyze" --explain screen.fp log >explain 2>/dev/null
grep -q "threads" explain || fail "--explain says nothing of threads"
machine rate=1
run 79
grep -q "another seed or n" messages && ! [ -s said ] || fail "all results wrong: $(head -3 messages)"

# What is computed, beside the operations that other probes time: ops times timings, of each S.
machine
"$probes" --quick max=64K >log || exit 1
timed=$(awk -F, '$3 == "S" { n += $5 * (NF - 5) } END { printf "%.0f", n }' log)
checked=$(awk -F, '$3 == "PROBE" && $4 == "screen" { n = 0; for (i = 5; i <= NF; i++) if (sub(/^n=/, "", $i)) n = $i }
                   $3 == "E" { all += n } $3 == "DONE" { n = 0 } END { printf "%.0f", all }' log)
echo "$checked results were checked, $timed operations timed"
[ "$checked" -gt 0 ] && [ $((100 * checked)) -lt "$timed" ] || fail "more than 1 %"
exit $wrong

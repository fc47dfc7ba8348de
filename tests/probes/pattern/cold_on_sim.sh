#!/bin/sh
# sh cold_on_sim.sh <simulated board's probes> <analyze> <scratch folder>: in cold caches the lines that come from memory
# are those that a kernel's text touches, and those that leave, the flush behind the run included, those that it writes;
# to the line, whether the arrays fit or not. 77: there is no simulated board, or it has no patterns.
set -u
probes=$1
analyze=$2
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
{
    printf '[machine]\n[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 3\n'
    printf '[cache 2]\nsize = 256K\nways = 8\nline = 64\nlatency = 14\n[memory]\nlatency = 90\n'
} >board.machine
PONTOON_MACHINE=board.machine
export PONTOON_MACHINE
"$probes" --list --only pattern | grep -q 'pattern=.*triad:.*plain' || { echo "no pattern triad"; exit 77; }
"$probes" --quick --only timer_floor,add_chain,pattern capacity=32K,256K state=warm,data,code,cold \
    pattern=triad.plain,daxpy n=64,1000,4096,20000 >board.log || exit 1

# The same on two contexts that share the last level and the work: n in whole lines for each of them.
sed -e '1s/$/\ncores = 2/' -e '/^size = 256K/s/$/\nshared_by = 2/' board.machine >two.machine
PONTOON_MACHINE=two.machine "$probes" --quick --only timer_floor,add_chain,pattern capacity=32K,256K state=warm,code,cold \
    contexts=2 pattern=triad.own,triad.shares n=64,1008,4096,20000 >two.log || { cat two.log; exit 1; }

# Lines in and out of the last level beside those of the counts, for each size of each series.
lines_of() {
    awk -F '[,*]' '
    /,PROBE,pattern,/ { match($0, /name=[^,*]*,variant=[^,*]*/); name = substr($0, RSTART, RLENGTH)
                        match($0, /state=[^,*]*/); state = substr($0, RSTART + 6, RLENGTH - 6); kind = "counts"
                        flush = /,flush=line,/ ? "line" : "none" }
    /,PROBE,traffic,/ { kind = "traffic" }
    /,PROBE,/ && !/,PROBE,(pattern|traffic),/ { kind = "" }
    $3 == "E" && kind == "counts" { lines[$4] = $14; written[$4] = $15 }
    $3 == "E" && kind == "traffic" { print name, state, flush, $4, $7, $8, lines[$4], written[$4] }
' "$1"
}
lines_of board.log >lines
lines_of two.log >two
cat lines two
awk '{ n++ }
    $2 != "warm" && ($5 != $7 || $6 != $8) { print "not exact on two contexts: " $0; bad = 1 }
    END { exit bad || n < 14 }' two || exit 1
awk '{ cold = $2 == "cold" || $2 == "code" }
    cold && ($5 != $7 || $6 != $8) { print "not exact: " $0; bad = 1 }
    cold { n++ }
    ($2 == "warm") != ($3 == "none") { print "flush not named: " $0; bad = 1 }
    $2 == "warm" && $4 == 1000 && ($5 != 0 || $6 != 0) { print "not warm: " $0; bad = 1 }
    END { exit bad || n < 8 }' lines || exit 1

# Data that are warm cannot be run in twice, so a short run in cold code is left out.
grep -q ',SKIP,64,skip:clock%20too%20coarse' board.log || { echo "a short run with cold code was timed"; exit 1; }
"$analyze" --format json board.log >board.json 2>/dev/null
for state in warm code cold; do
    grep -q "\"kernel.triad.plain.$state.best\"" board.json || { echo "no answer for $state"; exit 1; }
done
[ "$(grep -c '"pattern.triad.plain.memory"' board.json)" -le 1 ] || { echo "levels of cold data"; exit 1; }
"$probes" --only pattern state=tepid 2>said && exit 1
grep -q 'no such state; there are: warm data code cold' said || { cat said; exit 1; }

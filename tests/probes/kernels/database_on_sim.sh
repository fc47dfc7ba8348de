#!/bin/sh
# sh database_on_sim.sh <simulated board's probes> <scratch folder>: without names probe kernels takes a size for each
# level in warm caches, and at the middle one also cold caches and all contexts; names that are not there are refused
# with those that are; cold lines of kernels of C are those of their formulas. 77: there is no simulated board.
set -u
probes=$1
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
{
    printf '[machine]\ncores = 2\n[cache 1]\nsize = 8K\nways = 8\nline = 64\nlatency = 3\n'
    printf '[cache 2]\nsize = 64K\nways = 8\nline = 64\nlatency = 14\n[memory]\nlatency = 90\n'
} >board.machine
PONTOON_MACHINE=board.machine
export PONTOON_MACHINE
"$probes" --only kernels kernel=fft,sorting 2>said && { echo "an unknown kernel was taken"; exit 1; }
grep -q 'no such kernel; in this image: .*fft.*wht' said || { cat said; exit 1; }
"$probes" --only kernels kernel=fft.radix3 2>said && { echo "an unknown variant was taken"; exit 1; }
"$probes" --quick --only timer_floor,add_chain,kernels capacity=8K,64K >board.log || exit 1

awk -F '[,*]' '
    /,PROBE,kernels,/ { match($0, /name=[^*]*/); key = substr($0, RSTART, RLENGTH)
                        sub(/,barrier.*/, "", key); sub(/,space=[a-z]*/, "", key) }
    /,PROBE,/ && !/,PROBE,kernels,/ { key = "" }
    ($3 == "E" || $3 == "SKIP") && key != "" { n[key]++ }
    END { for (key in n) print key, n[key] }' board.log | sort >series
cat series
for expected in 'name=fft,variant=split,type=f64,state=warm,contexts=1,model=seq 3' \
    'name=fft,variant=split,type=f64,state=cold,flush=line,contexts=1,model=seq 1' \
    'name=read,variant=plain,type=i64,state=warm,contexts=2,model=static 1' \
    'name=random_read,variant=dependent,type=i64,state=warm,contexts=1,model=seq 3'; do
    grep -qx "$expected" series || { echo "not there: $expected"; exit 1; }
done

# The board said beforehand how long that takes on its own clock, and how many bytes and points come.
awk -F '[,*]' '
    /,PLAN,kernels,/ { plans++; points = $5; ms = $6; bytes = $7 }
    plans == 2 && !over { sent += length($0) + 1; n += $3 == "S" || $3 == "E" }
    match($0, /took\.kernels=[0-9]*/) { took = substr($0, RSTART + 13, RLENGTH - 13); over = 1 }
    function near(what, said, is) {
        printf "%s: said %d, is %d\n", what, said, is
        if (!(said > 0 && is < 1.5 * said && said < 1.5 * is)) bad = 1
    }
    END { near("ms", ms, took); near("bytes", bytes, sent); near("points", points, n); exit bad }' board.log ||
    { echo "what the board foretold is not so"; exit 1; }

"$probes" --quick --only timer_floor,add_chain,kernels capacity=8K,64K contexts=1 state=cold kernel=fft,wht,random_read,read \
    n=1024 >cold.log || exit 1
awk -F '[,*]' '
    /,PROBE,kernels,/ { match($0, /name=[^,*]*,variant=[^,*]*/); name = substr($0, RSTART, RLENGTH); kind = "counts" }
    /,PROBE,traffic,/ { kind = "traffic" }
    /,PROBE,/ && !/,PROBE,(kernels|traffic),/ { kind = "" }
    $3 == "E" && kind == "counts" { lines = $14; written = $15 }
    $3 == "E" && kind == "traffic" { n++; print name, $4, $7, $8, lines, written
                                     if ($7 != lines || $8 != written) bad = 1 }
    END { exit bad || n != 7 }' cold.log || { echo "lines are not those of the formulas"; exit 1; }

#!/bin/sh
# sh truth_on_sim.sh <simulated board's probes> <scratch folder> <sizes> <machine file> ...: lines that 12 kernels move
# between the last cache and memory in cold caches, flush included, are on each machine those of their formulas, at
# every size; of kernels that come back to their lines, where their arrays fit into the last cache. Prints machine, kernels, points, and points that agree. 77: there is no simulated board, or no patterns.
set -u
probes=$1
sizes=$3
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
"$probes" --list --only kernels | grep -q 'kernel=triad:.*plain' || { echo "no pattern triad"; exit 77; }
rm -rf "$2" && mkdir -p "$2" || exit 1
scratch=$2
shift 3
kernels=fft,wht,random_read,read,write,triad.plain,daxpy.plain,jacobi1d.plain,prefix_sum.plain
failed=0

# random_read takes a word of each 64 bytes: where lines are shorter, that is one line of them.
check='
BEGIN { n = split(capacity, part, ","); last = part[n] * (part[n] ~ /M/ ? 1048576 : 1024) }
/,PROBE,kernels,/ { match($0, /name=[^,*]*,variant=[^,*]*/); name = substr($0, RSTART + 5, RLENGTH - 5)
                    kind = "counts"; if (!(name in seen)) { seen[name] = 1; kernels++ } }
/,PROBE,traffic,/ { kind = "traffic"; match($0, /levels=[0-9]*/); levels = substr($0, RSTART + 7, RLENGTH - 7) }
/,PROBE,/ && !/,PROBE,(kernels|traffic),/ { kind = "" }
$3 == "E" && kind == "counts" { in_bytes[$4] = $14 * 64; out_bytes[$4] = $15 * 64; arrays[$4] = $16 }
$3 == "E" && kind == "traffic" {
    if (name ~ /^(fft|wht|jacobi1d)/ && arrays[$4] > last) next
    line = $(4 + 3 * levels)
    moved_in = $(4 + 2 * levels - 1) * line
    moved_out = $(4 + 2 * levels) * line
    wanted = name ~ /^random_read/ && line < 64 ? in_bytes[$4] * line / 64 : in_bytes[$4]
    points++
    if (moved_in == wanted && moved_out == out_bytes[$4]) good++
    else printf "%s, n = %d: in %d of %d, out %d of %d bytes\n", name, $4, moved_in, wanted, moved_out, out_bytes[$4]
}
END { printf "%-20s %2d kernels, %3d points, %3d agree\n", machine, kernels, points, good
      exit kernels < 12 || points < kernels || good < points }'

for file; do
    machine=$(basename "$file" .machine)
    capacity=$(sed -n '/^\[cache/,/^\[memory/s/^size *= *//p' "$file" | paste -sd, -)
    [ -n "$capacity" ] || continue # no cache, no lines
    PONTOON_MACHINE=$file "$probes" --quick --only timer_floor,add_chain,kernels "capacity=$capacity" contexts=1 state=cold \
        "kernel=$kernels" "n=$sizes" >"$scratch/$machine.log" 2>"$scratch/said" ||
        { echo "$machine: $(cat "$scratch/said")"; failed=1; continue; }
    awk -F '[,*]' -v machine="$machine" -v "capacity=$capacity" "$check" "$scratch/$machine.log" || failed=1
done
exit $failed

#!/bin/sh
# What predictions reach on this machine, beside what they are to reach; it gives no verdict.
# sh bench.sh <scratch> [folder of programs] [rounds]
# Takes the log and the kernels of cmake/predict.sh, which measures this machine where there are none of today; then the
# errors of the programs (known, where no folder is named), and what profile, predict and signatures take. Signatures and
# times that are in the scratch folder already are taken as they are. Wants a quiet machine.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
root=$(CDPATH='' cd -- "$here/../.." && pwd) || exit 2
dir=${1:?sh bench.sh <scratch> [folder of programs] [rounds]} programs=${2:-$here/known} rounds=${3:-2}
mkdir -p "$dir" && dir=$(CDPATH='' cd -- "$dir" && pwd) || exit 2
log=$root/build/predict/board.log kernels=$root/build/predict/board.kernels
profile=$root/build/host/profile predict=$root/build/host/predict

sh "$root/cmake/predict.sh" true >"$dir/first" 2>"$dir/first.err"
status=$?
[ $status -le 1 ] && [ -s "$log" ] || { cat "$dir/first.err"; exit 2; }
fit=
[ -s "$kernels" ] && fit=$kernels && head -1 "$kernels" |
    sed -n 's/.*"n":\([0-9]*\),.*"low":\([0-9.]*\),"high":\([0-9.]*\).*/\1 \2 \3/p' |
    awk '{ printf "%d kernels: 90 of 100 take %.2f to %.2f times what is predicted without their family\n", $1, $2, $3 }'
echo "wanted: a median of at most 10 percent, 4 of 5 within 20, all within 35, 85 to 95 of 100 intervals"
sh "$here/table.sh" "$profile" "$predict" "$log" "$dir" "$programs" "$rounds" "$fit" || exit 2

# What it takes: processor time, the least of three runs.
printf '\n| program | profile, times native | predict, ms | signature, MB |\n| --- | --- | --- | --- |\n'
cd "$dir" || exit 2
for source in "$programs"/*.c; do
    name=$(basename "$source" .c)
    [ -s "$name.sig" ] && [ -s "$name.times" ] || continue
    echo "$name $(sort -g "$name.times" | head -1) $(./least_time 3 0 "$profile" -q -o again.sig -- "./$name") \
$(./least_time 3 0 "$predict" "$log" "$name.sig") $(wc -c <"$name.sig")"
done | awk 'NF == 11 {
    printf "| %s | %.0f | %.0f | %.2f |\n", $1, $5 / $2, 1e3 * $8, $11 / 1e6
    n++
    fast += $5 / $2 <= 100
    soon += 1e3 * $8 <= 100
    small += $11 <= 4e6
} END {
    printf "%d of %d are profiled in 100 times native (wanted: 4 of 5), %d predicted in 100 ms, %d signatures have 4 MB (all)\n",
        fast, n, soon, small }'

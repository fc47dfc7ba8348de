#!/bin/sh
# Programs on modelled machines: predicted from the log of the simulated board and a signature, against the model itself.
# truth.sh <build> <predict> <recordings> <machine files> <programs> <scratch> <percent> <program:size>...
# Prints a table of cycles, and of the hits of each cache and of memory: what was predicted, and how far off that is. Fails
# where cycles, or hits by the accesses of all, are off by more than PERCENT (0: never). 77: no emulator, or no plugins.
set -u
build=$1 predict=$2 recordings=$3 machines=$4 programs=$5 dir=$6 percent=$7
shift 7
profile=$build/profile.so
model=$build/tests/analysis_host/predict/model_plugin.so
command -v qemu-x86_64 >/dev/null || { echo "qemu-x86_64 is not installed"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "programs are built for x86_64"; exit 77; }
[ -s "$profile" ] && [ -s "$model" ] || { echo "the plugins were not built"; exit 77; }
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
failed=0

# compare <program> <size> <machine> <bytes of a line>
compare() {
    signature=$1.$4.sig
    [ -s "$signature" ] || qemu-x86_64 -plugin "$profile,out=$signature,line=$4" "./$1" "$2" >out 2>err ||
        { echo "skipped: $(head -1 err)"; exit 77; }
    qemu-x86_64 -plugin "$model,out=truth,machine=$machines/$3.machine" "./$1" "$2" >out 2>err ||
        { echo "$1 on $3: $(cat err)"; failed=1; return; }
    "$predict" --format json "$recordings/$3.log.gz" "$signature" >answer 2>err
    status=$?
    predicted=$(sed -n 's/^ "cycles": \([0-9.e+]*\),$/\1/p' answer)
    [ $status -le 1 ] && [ -n "$predicted" ] || { echo "$1 on $3: status $status: $(cat err)"; failed=1; return; }
    hits=$(sed -n '/^ "accesses"/,/}/s/.*"[a-z0-9.]*": \([0-9.e+-]*\).*/\1/p' answer | tr '\n' ' ')
    awk -v name="$1 on $3" -v predicted="$predicted" -v percent="$percent" -v hits="$hits" '{
        off = 100 * (predicted / $2 - 1)
        failed = off > percent || off < -percent
        printf "%-28s %12.0f cycles, predicted %12.0f  %+.3f %%; hits", name, $2, predicted, off
        levels = split(hits, served, " ")
        failed += levels != NF - 2
        for (i = 3; i <= NF; i++) all += $i
        for (i = 3; i <= NF; i++) {
            off = 100 * (served[i - 2] - $i) / all
            failed += off > percent || off < -percent
            printf "%s %.0f %+.0f", (i > 3 ? "," : ""), $i, served[i - 2] - $i
        }
        printf "\n"
        exit percent > 0 && failed > 0 }' truth || failed=1
}

for one; do
    program=${one%:*}
    cc -O2 -static -o "$program" "$programs/$program.c" -lm || exit 77
    compare "$program" "${one#*:}" core2duo-e6600 64
    compare "$program" "${one#*:}" atom-n270 64
    compare "$program" "${one#*:}" cortex-a9 32
    compare "$program" "${one#*:}" pentium3 32
done
exit $failed

#!/bin/sh
# sh plots.sh <analyze> <recordings> <scratch folder>: scripts and tables are there in any case, pictures
# where gnuplot is.
analyze=$1
log=$2/cortex-a9.log.gz
scratch=$3
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1

fail() {
    echo "$*"
    exit 1
}

# Without gnuplot: a PATH that has nothing.
PATH=/nowhere "$analyze" --plots bare "$log" >report 2>messages || fail "status $? without gnuplot"
grep -q 'no gnuplot' messages || fail "does not say that there is no gnuplot"
if [ ! -s bare/latency.gp ] || [ ! -s bare/latency.dat ]; then fail "no script or table without gnuplot"; fi
[ "$(find bare -name '*.svg' | wc -l)" -eq 0 ] || fail "a picture without gnuplot"
# The working sets of the curve, as the first line's points have them, go up to what the log says.
awk '!/^#/ && NF == 8 { if ($1 > most) most = $1 } END { exit !(most == 67108864) }' bare/latency.dat ||
    fail "the table does not reach 64 MiB"

"$analyze" --plots /proc/none/there "$log" >report 2>messages
[ $? -eq 4 ] || fail "a folder that cannot be made is not status 4"

command -v gnuplot >/dev/null 2>&1 || { echo "skipped: gnuplot is not installed"; exit 77; }
"$analyze" --plots drawn "$log" >report 2>messages || fail "status $? with gnuplot: $(cat messages)"
for script in drawn/*.gp; do
    svg=${script%.gp}.svg
    [ "$(grep -c '<path' "$svg")" -gt 3 ] || fail "$svg has nothing in it"
done
# A second time over the first, and by hand as a person would.
(cd drawn && rm latency.svg && gnuplot latency.gp && [ -s latency.svg ]) || fail "gnuplot latency.gp"

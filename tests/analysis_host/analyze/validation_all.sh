#!/bin/sh
# sh validation_all.sh <analyze> <simulated board> <folder of machine files> <scratch folder>: on every machine with a
# cache each kernel that begins cold moves what its text says; some minutes. Prints a line for each machine. Texts count
# lines of 64 bytes, and elements where arrays are not rounded to lines: ends of arrays differ by less than a line, for two
# kernels. heat goes through its arrays again and again: no less than the text says, there.
set -u
analyze=$1 probes=$2
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
failed=0
for machine in "$3"/*.machine; do
    name=$(basename "$machine" .machine)
    sizes=$(sed -n 's/^size = //p' "$machine" | paste -sd,)
    [ -n "$sizes" ] || continue
    PONTOON_MACHINE=$machine "$probes" --quick --only timer_floor,add_chain,kernels capacity="$sizes" contexts=1 state=cold n=512,6000 \
        kernel=read,write,fft,wht,daxpy.plain,triad.plain,stanza.plain,prefix_sum.plain,heat.plain,scale_columns.rows,spmv_band.rows \
        max=1M >"$name.log" 2>messages || { echo "$name: $(cat messages)"; failed=1; continue; }
    "$analyze" --validation "$name.log" 2>messages | grep '^  .* cold ' >"$name.rows"
    awk -v name="$name" '
        { n++; kernel[$1]; equal += $(NF - 6) == $(NF - 7) }
        $1 !~ /^(heat|scale_columns|spmv_band)$/ && $(NF - 6) != $(NF - 7) { print name ": " $0; bad = 1 }
        $(NF - 6) < 0.99 * $(NF - 7) { print name ": less than the text says: " $0; bad = 1 }
        END { for (k in kernel) kernels++
              print name ": " n " points of " kernels " kernels, " equal + 0 " equal to the byte"; exit bad || n < 12 }' \
        "$name.rows" || failed=1
done
exit $failed

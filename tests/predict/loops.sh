#!/bin/sh
# Predicted and measured times of loops that each spend their time on one cause, as a table with signs.
# sh loops.sh <profile> <predict> <board.log> <scratch> [regex of causes and names]
# The loops are rows of loops/list, and run in loops/isolate.c. A loop's time is that of a run less that of a run with 0
# rounds, predicted and measured: the least of 20 runs, user and system. A chain of additions is timed after each, so that
# errors are those of cycles, whatever the clock is today. Signatures are of a sixteenth of the rounds. Signatures and times
# that are in the scratch folder already are taken as they are; where profile is -, only times are taken, and where the log is
# -, only these and signatures. Wants a quiet machine.
set -u
profile=$1 predict=$2 log=$3 dir=$4 only=${5:-.}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
mkdir -p "$dir" || exit 2
cc -O2 -o "$dir/least_time" "$here/least_time.c" -lm || exit 2
cc -O2 -static -o "$dir/isolate" "$here/loops/isolate.c" || exit 2
rows=$(sed '/^#/d' "$here/loops/list" | grep -E "$only")

# short <rounds>: those of its signature
short() {
    echo $(($1 < 64 ? 4 : $1 / 16))
}

# take_signature <loop> <bytes> <k> <rounds>
take_signature() {
    to=$dir/$1.$2.$3.$4
    [ "$profile" = - ] || [ -s "$to.sig" ] ||
        "$profile" -q -o "$to.sig" -- "$dir/isolate" "$@" >/dev/null 2>"$to.err" || echo "$1: $(head -1 "$to.err")"
}

# take_time <file> <word>...: of isolate with the words
take_time() {
    to=$1
    shift
    [ -s "$to" ] || "$dir/least_time" 20 0 "$dir/isolate" "$@" >"$to" || exit 2
}

chain=2000000 # rounds of additions that tell the clock
take_signature add 4096 0 $chain
take_signature add 4096 0 0
echo "$rows" | while read -r _ _ rounds loop bytes k; do
    take_signature "$loop" "$bytes" "$k" "$(short "$rounds")"
    take_signature "$loop" "$bytes" "$k" 0
    take_time "$dir/$loop.$bytes.$k.$rounds.time" "$loop" "$bytes" "$k" "$rounds"
    take_time "$dir/$loop.$bytes.$k.0.time" "$loop" "$bytes" "$k" 0
    take_time "$dir/$loop.$bytes.$k.clock" add 4096 0 $chain
done
[ "$profile" != - ] || exit 0
[ "$log" != - ] || exit 0

# seconds <signature>: predicted
seconds() {
    "$predict" --format json "$log" "$1" 2>/dev/null | tr -d ' \n' |
        sed -n 's/.*"seconds":{"value":\([0-9.e+-]*\).*/\1/p'
}

added=$(seconds "$dir/add.4096.0.$chain.sig")
printf '| cause | loop | rounds | measured, ns a round | predicted | error |\n| --- | --- | --- | --- | --- | --- |\n'
echo "$rows" | while read -r cause name rounds loop bytes k; do
    run="$dir/$loop.$bytes.$k"
    if [ ! -s "$run.$(short "$rounds").sig" ] || [ ! -s "$run.0.sig" ]; then
        continue
    fi
    echo "$cause $name $rounds $(cut -d' ' -f1 "$run.$rounds.time") $(cut -d' ' -f1 "$run.0.time") \
$(seconds "$run.$(short "$rounds").sig") $(seconds "$run.0.sig") $(short "$rounds") $(cut -d' ' -f1 "$run.clock")"
done | awk -v added="$added" '{
        own = ($4 - $5) / $3 * added / $9
        said = ($6 - $7) / $8
        off = 100 * (said / own - 1)
        printf "| %s | %s | %d | %.3f | %.3f | %+.0f %% |\n", $1, $2, $3, 1e9 * own, 1e9 * said, off
        if (!($1 in n))
            order[++causes] = $1
        error[$1, ++n[$1]] = off
    }
    function median(cause, count, i, j, t) {
        for (i = 1; i <= count; i++)
            for (j = i + 1; j <= count; j++)
                if (error[cause, j] < error[cause, i]) {
                    t = error[cause, i]
                    error[cause, i] = error[cause, j]
                    error[cause, j] = t
                }
        return (error[cause, int((count + 1) / 2)] + error[cause, int(count / 2) + 1]) / 2
    }
    END {
        printf "\n| cause | loops | lowest | median | highest |\n| --- | --- | --- | --- | --- |\n"
        for (c = 1; c <= causes; c++) {
            middle = median(order[c], n[order[c]])
            printf "| %s | %d | %+.0f %% | %+.0f %% | %+.0f %% |\n", order[c], n[order[c]],
                error[order[c], 1], middle, error[order[c], n[order[c]]]
        }
    }'

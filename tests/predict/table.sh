#!/bin/sh
# Predicted and measured times of programs on this machine, as tables.
# sh table.sh <profile> <predict> <board.log> <scratch> <folder of programs> [rounds] [board.kernels]
# The folder has programs in C and a file debian: lines of a name and a command, whose first word is skipped where it is
# not installed. Each program runs 10 times a round, rounds follow each other; the least of all runs beside which the
# machine was quiet is its time, less that of an empty program; what is predicted of an empty program is taken off the
# prediction, too. Prints errors, their median, and how many intervals
# hold: unfitted, and fitted to the kernels where they are given. Signatures and times that are in the scratch folder
# already are taken as they are; where profile is -, only times are taken, which wants a quiet machine and nothing
# else, and where the log is -, only signatures.
set -u
# absolute <file>: as it is called from any folder
absolute() {
    case $1 in
    - | '' | /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

profile=$(absolute "$1") predict=$(absolute "$2") log=$(absolute "$3") dir=$4 programs=$(absolute "$5") rounds=${6:-4}
kernels=$(absolute "${7:-}")
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
mkdir -p "$dir" && dir=$(CDPATH='' cd -- "$dir" && pwd) || exit 2
cc -O2 -o "$dir/least_time" "$here/least_time.c" -lm || exit 2
echo 'int main(void) { return 0; }' >"$dir/empty.c"
cc -O2 -static -o "$dir/empty" "$dir/empty.c" || exit 2
[ "$log" = - ] || case $log in # beside its kernels a log would be fitted
*.gz) cp "$log" "$dir/board.log.gz" && log=$dir/board.log.gz ;;
*) cp "$log" "$dir/board.log" && log=$dir/board.log ;;
esac

# What Debian's programs work on: words of a generator, and a program in C.
text=$dir/text source=$dir/source.i assembly=$dir/source.s cc1=$(cc -print-prog-name=cc1)
[ -s "$text" ] || awk -f "$here/text.awk" >"$text"
cc -E -o "$source" "$here/known/treap.c" && cc -O2 -S -o "$assembly" "$source" || exit 2

# command_of <name>: the words of the program, one a line
command_of() {
    if [ "$1" = empty ] || [ -f "$programs/$1.c" ]; then
        echo "$dir/$1"
        return
    fi
    line=$(sed -n "s/^$1[[:space:]]\{1,\}//p" "$programs/debian")
    eval "printf '%s\\n' $line"
}

# run <name> <word>...: the command after the words
run() {
    name=$1
    shift
    { command_of "$name"; } >"$dir/command_line"
    while read -r word; do
        set -- "$@" "$word"
    done <"$dir/command_line"
    "$@"
}

names=
for source_of in "$programs"/*.c; do
    [ -f "$source_of" ] || continue
    name=$(basename "$source_of" .c)
    [ "$dir/$name" -nt "$source_of" ] || cc -O2 -static -o "$dir/$name" "$source_of" -lm || exit 2
    names="$names $name"
done
for name in $(sed -n 's/^\([a-z][a-z0-9_]*\)[[:space:]].*/\1/p' "$programs/debian" 2>/dev/null); do
    if command -v "$(command_of "$name" | head -1)" >/dev/null; then
        names="$names $name"
    else
        echo "$name is left out: it is not installed"
    fi
done

cd "$dir" || exit 2
for name in empty $names; do
    { [ "$profile" = - ] || [ -s "$name.sig" ]; } && continue
    run "$name" "$profile" -q -o "$name.sig" -- >/dev/null 2>"$name.err" </dev/null
    [ $? -le 1 ] || { echo "$name: $(head -1 "$name.err")"; rm -f "$name.sig"; }
done
[ "$profile" = - ] || [ "$log" != - ] || exit 0
round=0
while [ $round -lt "$rounds" ]; do
    for name in empty $names; do
        [ -s "$name.times" ] && continue
        run "$name" ./least_time 10 0.5 >>"$name.new" || { echo "$name failed"; rm -f "$name.sig"; }
    done
    round=$((round + 1))
done
for name in empty $names; do
    [ -s "$name.times" ] || mv "$name.new" "$name.times"
    rm -f "$name.new"
done

[ "$profile" != - ] || exit 0

# least <program>: seconds of the quiet runs, or of all where none was quiet; how many were quiet; the median of all
least() {
    awk '{ all = all == "" || $1 < all ? $1 : all; n += $2; median = median == "" || $3 < median ? $3 : median
           if ($2 > 0 && (quiet == "" || $1 < quiet)) quiet = $1 }
         END { print (quiet != "" ? quiet : all), n, median }' "$1.times"
}

# seconds <program> <field>
seconds() {
    sed -n '/"seconds"/,/}/s/.*"'"$2"'": \([0-9.e+-]*\).*/\1/p' "$1.json"
}

# shared <program>: predicted seconds beside a neighbour on the core; 0: the log does not tell
shared() {
    value=$(sed -n 's/^ "shared_seconds": \([0-9.e+-]*\).*/\1/p' "$1.json")
    echo "${value:-0}"
}

# paper <program>: predicted seconds by the paper's formula; 0: no kernels are known
paper() {
    [ -n "$kernels" ] || { echo 0; return; }
    "$predict" --method=paper --format json --kernels="$kernels" "$log" "$1.sig" >"$1.paper" 2>/dev/null
    value=$(sed -n '/"seconds"/,/}/s/.*"value": \([0-9.e+-]*\).*/\1/p' "$1.paper")
    echo "${value:-0}"
}

# table <title> [option of predict]
table() {
    title=$1
    shift
    start=$(least empty)
    "$predict" "$@" --format json "$log" empty.sig >empty.json 2>/dev/null
    begun=$(seconds empty value)
    printf '\n| %s | measured, ms | predicted, ms | error | shared, ms | paper, ms | quiet runs |\n| --- | --- | --- | --- | --- | --- | --- |\n' "$title"
    for name in $names; do
        [ -s "$name.sig" ] || continue
        "$predict" "$@" --format json "$log" "$name.sig" >"$name.json" 2>/dev/null
        echo "$name $(least "$name") ${start%% *} $(seconds "$name" value) $(seconds "$name" low) $(seconds "$name" high) $(shared "$name") $(paper "$name")"
    done | awk -v begun="${begun:-0}" 'NF >= 10 {
        own = $2 - $5
        said = $6 - begun
        off = 100 * (said / own - 1)
        holds += own + begun >= $7 && own + begun <= $8
        printf "| %s | %.2f | %.2f | %+.0f %% | %.2f | %.2f | %d |\n", $1, 1e3 * own, 1e3 * said, off, 1e3 * $9, 1e3 * $10, $3
        size[++n] = off < 0 ? -off : off
    } END {
        for (i = 1; i <= n; i++)
            for (k = i + 1; k <= n; k++)
                if (size[k] < size[i]) { t = size[i]; size[i] = size[k]; size[k] = t }
        for (i = 1; i <= n; i++) within += size[i] <= 20
        printf "median %.1f %%, %d of %d within 20 %%, largest %.0f %%; %d intervals hold\n",
            n % 2 ? size[(n + 1) / 2] : (size[n / 2] + size[n / 2 + 1]) / 2, within, n, size[n], holds
    }'
}

table unfitted
[ -z "$kernels" ] || table fitted --kernels="$kernels"

#!/bin/sh
# What profile and predict cost for programs of 20 ms or more, as ratios; it gives no verdict.
# sh cost.sh <profile> <predict> <board.log> <scratch>
# Each number is the least processor time of three runs. Programs that are not installed are left out.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
profile=$1 predict=$2 log=$3 dir=$4
mkdir -p "$dir" && cd "$dir" || exit 2
cc -O2 -o least_time "$here/least_time.c" -lm && cc -O2 -static -o sort "$here/known/sort.c" || exit 2
awk -f "$here/text.awk" >text

printf '| program | native, ms | profile, times native | predict, ms | signature, MB |\n| --- | --- | --- | --- | --- |\n'
# row <name> <word>...
row() {
    name=$1
    shift
    command -v "$1" >/dev/null || return
    native=$(./least_time 3 0 "$@") && profiled=$(./least_time 3 0 "$profile" -q -o "$name.sig" -- "$@") &&
        predicted=$(./least_time 3 0 "$predict" "$log" "$name.sig") &&
        echo "$name ${native%% *} ${profiled%% *} ${predicted%% *} $(wc -c <"$name.sig")"
}
{
    row sort ./sort 300000
    row gzip gzip -9 -c text
    row bzip2 bzip2 -9 -c text
    row xz xz -2 -T1 -c text
    row mawk mawk '{for(i=1;i<=NF;i++)n[$i]++}END{for(w in n)s+=n[w]*n[w];print(s)}' text
    row perl perl -ne 'for(split){$n{$_}++}END{for(values(%n)){$s+=$_*$_}print($s)}' text
    row sqlite3 sqlite3 :memory: 'with recursive c(x) as (values(1) union all select x+1 from c where x<30000) select sum(x*x%7) from c'
    row jq jq -n '[range(20000)]|map(.*3%7)|add'
    row python3 /usr/bin/python3 -S -E -c 'print(sum(i * i % 7 for i in range(200000)))'
} | awk '{
    printf "| %s | %.0f | %.0f | %.0f | %.2f |\n", $1, 1e3 * $2, $3 / $2, 1e3 * $4, $5 / 1e6
    n++
    fast += $3 <= 100 * $2
    soon += $4 <= 0.1
} END { printf "%d of %d are profiled in 100 times native (wanted: 4 of 5), %d predicted in 100 ms (all)\n", fast, n, soon }'

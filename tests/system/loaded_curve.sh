#!/bin/sh
# sh loaded_curve.sh <probes> <analyze> <machine> <scratch log>: the curve of latency over bandwidth of a simulated memory
# that serves a line after the other, beside the exact mean value analysis of that queue (Reiser and Lavenberg, JACM 27(2),
# 1980): the rate R of all and the latency L of the chase, as the others wait longer and longer between their lines.
set -u
PONTOON_MACHINE=$3
export PONTOON_MACHINE
log=$4
"$1" --quick --only add_chain,cache_size,cache_line,loaded_curve paces=8 >"$log" || exit 1
report=$("$2" --format json "$log") || exit 1
wrong=0

# key <section> <name>: a number of the machine file, 0 where it has none.
key()
{
    sed -n "/^\[$1\]/,/^\[[^$1]/s/^$2 = \([0-9.]*\).*/\1/p" "$PONTOON_MACHINE" | sed -n '1p;$!d' | grep . || echo 0
}
cores=$(key machine cores)
latency=$(key memory latency)
service=$(key memory service)
turnaround=$(key memory turnaround)
gathered=$(key memory write_queue)
line=$(key 'cache 1' line)
nodes=$(sed -n 's/^groups = //p' "$PONTOON_MACHINE" | awk '{ n = gsub(/\(/, ""); print (n > 1 ? n : 1) }')

# truth: the latency at half of the greatest rate, and the greatest bandwidth, bytes a cycle, of all nodes.
truth()
{
    awk -v n="$cores" -v nodes="$nodes" -v s="$service" -v l="$latency" -v line="$line" '
    # others of the chase are on its own node; on the other nodes there is no chase.
    function analysed(others, pause,   first, i, rf, ro, xf, xo) {
        split("", q)
        for (first = 0; first < 2; first++)
            for (i = 0; i <= others; i++) {
                rf = first ? s * (1 + q[0 "," i]) : 0
                ro = i > 0 ? s * (1 + q[first "," i - 1]) : 0
                xf = first ? 1 / (l - s + rf) : 0
                xo = i > 0 ? i / (l - s + pause + ro) : 0
                q[first "," i] = xf * rf + xo * ro
                rate[first] = xf + xo
            }
        chase = l - s + rf
        return rate[1]
    }
    function all(pause,   r, elsewhere) {
        elsewhere = 0
        if (nodes > 1) { # as many on each node, with no chase there
            analysed(n / nodes, pause)
            elsewhere = (nodes - 1) * rate[0]
        }
        r = analysed(n / nodes - 1, pause)
        return r + elsewhere
    }
    BEGIN {
        most = all(12) # a line has some words more, which are in the first cache
        low = 12; high = 1e6
        for (i = 0; i < 60; i++) {
            middle = sqrt(low * high)
            if (all(middle) > most / 2) low = middle; else high = middle
        }
        all(low)
        printf "%.6g %.6g\n", chase, most * line
    }'
}
set -- $(truth)

# expect <id> <value> <share>: within that share of it.
expect()
{
    value=$(printf '%s\n' "$report" | grep -A 1 "\"id\": \"$1\"" | sed -n 's/.*"value": \([0-9.]*\),*$/\1/p')
    if ! awk -v v="$value" -v a="$2" -v p="$3" 'BEGIN { exit !(v != "" && v >= a * (1 - p) && v <= a * (1 + p)) }'; then
        echo "$1: $2 expected, got $value"
        wrong=1
    fi
}

expect loaded.memory.read.idle "$latency" 0.05
expect loaded.memory.read.half "$1" 0.05
expect loaded.memory.read.bandwidth "$2" 0.05
expect loaded.memory.copy.idle "$latency" 0.05
# A line is read, one is read to be written, and one is written: two lines that the program moves.
copied=$(awk -v s="$service" -v t="$turnaround" -v g="$gathered" -v line="$line" -v nodes="$nodes" \
    'BEGIN { print nodes * 2 * line / (3 * s + (g > 0 ? t / g : 0)) }')
expect loaded.memory.copy.bandwidth "$copied" 0.05
exit $wrong

#!/bin/sh
# sh queue_figures.sh <probes> <analyze> <machine> <scratch folder>: figures of queues of the core. With a neighbour that has
# half of the core in three of ten stretches, each shorter than the probe can wait for, all bars are at the whole queue and at half of it, the latter with
# fewer; without one all passes are at the whole.
set -u
probes=$1 analyze=$2 machine=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
wrong=0

# key <name>: a number of the machine file.
key()
{
    sed -n "s/^$1 = //p" "$machine"
}

# share <figure> <entries>: percent of the passes whose bar is within 12 percent of ENTRIES.
share()
{
    awk -v at="$2" 'NF == 8 && $2 >= 0.88 * at && $1 <= 1.12 * at { n += $5 } END { print n + 0 }' "plots/$1.dat"
}

# is <text> <condition of awk>
is()
{
    awk "BEGIN { exit !($2) }" || { echo "$1: $2"; wrong=1; }
}

for neighbour in 0 0.3; do
    { cat "$machine"; printf '[noise]\nneighbour = %s\nstretch = 0.00003\n' "$neighbour"; } >board.machine
    PONTOON_MACHINE=board.machine "$probes" --quick --only timer_floor,add_chain,core_queues >board.log || exit 1
    "$analyze" --plots plots board.log >report 2>messages || [ $? -le 1 ] || { cat messages; exit 1; }
    for queue in rob:window loads:load_queue stores:store_queue; do
        whole=$(key "${queue#*:}")
        all=$(share "queue_${queue%:*}" "$whole")
        half=$(share "queue_${queue%:*}" $((whole / 2)))
        echo "neighbour $neighbour, ${queue%:*}: $all % at $whole, $half % at half"
        if [ "$neighbour" = 0 ]; then
            is "${queue%:*} alone" "$all > 95 && $half < 2"
        else
            is "${queue%:*}" "$all > 50 && $half > 5 && $half < 45"
        fi
    done
done
exit $wrong

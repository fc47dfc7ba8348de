#!/bin/sh
# sh interleave.sh <interleave_exports> <scratch folder>: the script of --export interleave sets the weights of a system
# whose nodes have other numbers than those of the log, and says why it cannot.
exports=$1
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
wrong=0

# system <node of cpus 0 and 1> <of 2 and 3> ...: makes ./sys.
system() {
    rm -rf sys
    folder=sys/kernel/mm/mempolicy/weighted_interleave
    mkdir -p $folder
    cpu=0
    for node; do
        echo 1 >$folder/node"$node"
        for _ in 1 2; do
            mkdir -p sys/devices/system/cpu/cpu$cpu/node"$node"
            cpu=$((cpu + 1))
        done
    done
}

# weights <wanted, of node 0, 1 ...> <bandwidth> ...: on a system whose nodes are numbered as in the log.
weights() {
    wanted=$1
    shift
    # shellcheck disable=SC2046 # a list of words
    system $(seq 0 $(($# - 1)))
    "$exports" "$@" >set.sh && SYSFS=sys sh set.sh >said 2>&1 || { echo "$*: $(cat said)"; wrong=1; }
    found=$(cat $folder/node* | tr '\n' ' ')
    [ "$found" = "$wanted " ] || { echo "$*: weights $found, not $wanted"; wrong=1; }
}

# refuses <words> <argument> ...: set.sh does.
refuses() {
    words=$1
    shift
    SYSFS=sys sh set.sh "$@" >said 2>&1 && { echo "not refused: $words"; wrong=1; }
    grep -q -e "$words" said || { echo "no '$words' in: $(cat said)"; wrong=1; }
}

weights "1 1" 20 20
weights "1 1" 20 20.4
weights "4 1" 40 10
weights "3 2" 30 20
weights "7 5" 100 70
weights "255 1" 9000 1
weights "2 2 1" 40 41 20
grep -q '^weight 4 1 # 20 GB/s, one thread of its CPUs reading$' set.sh || { echo "no reason: $(cat set.sh)"; wrong=1; }
grep -q '^# Made by analyze --export interleave: effective values of fake\.$' set.sh || { echo "no statement"; wrong=1; }

# The second node of the log is node 5 of the system; and back.
"$exports" 40 10 >set.sh
system 2 5
SYSFS=sys sh set.sh >said
[ "$(cat said)" = "node2 4
node5 1" ] && [ "$(cat $folder/node2 $folder/node5 | tr '\n' ' ')" = "4 1 " ] || { echo "other nodes: $(cat said)"; wrong=1; }
SYSFS=sys sh set.sh --reset >said
[ "$(cat $folder/node2 $folder/node5 | tr '\n' ' ')" = "0 0 " ] || { echo "not reset: $(cat said)"; wrong=1; }
refuses 'the only option is --reset' --rest
system 2 2
refuses 'node 2 is local to more CPUs than in the log'
system 2
refuses 'cpu2 has no NUMA node in sys'
rm -rf $folder
refuses 'weighted_interleave is missing: needs Linux 6.9'
system 2 5
rm $folder/node5
refuses 'node5 cannot be written; nothing more was set'
"$exports" 40 >one 2>said
[ $? -eq 3 ] && grep -q 'weights need two NUMA nodes, and the log has one' said || { echo "one node: $(cat said)"; wrong=1; }
"$exports" 40 0 >one 2>said
[ $? -eq 3 ] && grep -q 'the bandwidth of NUMA node 1 is needed' said || { echo "no bandwidth: $(cat said)"; wrong=1; }
! command -v dash >/dev/null 2>&1 || { "$exports" 40 10 >set.sh && dash -n set.sh; } || wrong=1
[ $wrong -eq 0 ] || exit 1

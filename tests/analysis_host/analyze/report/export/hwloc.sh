#!/bin/sh
# sh hwloc.sh <analyze> <hwloc_reads> <scratch folder> <log> ...: the tree of each log as hwloc's XML:
# lstopo must draw it, and hwloc read from it what the report of the same log says. 77: no lstopo.
analyze=$1
reads=$2
mkdir -p "$3" && cd "$3" || exit 1
shift 3
wrong=0

command -v lstopo >/dev/null 2>&1 || { echo "lstopo is not installed"; exit 77; }
[ -e "$1" ] || { echo "there is no $1"; exit 1; }

complain() {
    echo "$log: $*"
    wrong=1
}

# draws <format>: lstopo draws the tree as <format> and says nothing of it.
draws() {
    lstopo --input topology.xml --if xml --of "$1" --no-factorize >"drawn.$1" 2>messages ||
        complain "lstopo draws no $1: $(cat messages)"
    [ -s messages ] && complain "lstopo says of $1: $(cat messages)"
    return 0
}

# counted <file> <pattern>: prints the number of lines that match.
counted() {
    grep -Ec -e "$2" "$1"
}

for log; do
    "$analyze" --format json "$log" >report.json 2>messages
    [ $? -le 1 ] || complain "no report: $(cat messages)"
    "$analyze" --export hwloc=topology.xml "$log" >report 2>messages
    [ $? -le 1 ] || complain "no topology: $(cat messages)"
    "$reads" report.json topology.xml >compared || complain "$(cat compared)"
    for format in console nativesvg ascii; do
        draws $format
    done
    groups=$(counted topology.xml '<object type="Group"')
    caches=$(counted topology.xml '<object type="L[1-5]Cache"')
    contexts=$(counted topology.xml '<object type="PU"')
    [ "$(grep -o 'hand-over [0-9][0-9.]* [nc][sy]' drawn.ascii | wc -l)" -ge "$groups" ] || complain "groups are not drawn"
    [ "$(grep -o 'L[1-5]d\{0,1\} ([0-9]*[KM]B)' drawn.ascii | wc -l)" -eq "$caches" ] || complain "caches are not drawn"
    [ "$(grep -o 'PU L#[0-9]*' drawn.ascii | wc -l)" -eq "$contexts" ] || complain "contexts are not drawn"
    [ "$(counted drawn.nativesvg 'hand-over [0-9]')" -ge "$groups" ] || complain "groups are not in the picture"
    echo "$log: $(tail -n 1 compared); $groups groups, $caches caches, $contexts contexts drawn"
done
exit $wrong

#!/bin/sh
# quiet.sh <probes that mark their writes> <scratch folder>: on a slow pipe, no series of a quick run of all probes is
# written while it is timed: no write begins between its PROBE and its DONE.
probes=$1
dir=$2
mkdir -p "$dir" && cd "$dir" || exit 1

slowly() {
    while dd bs=512 count=1 2>/dev/null >piece && [ -s piece ]; do
        cat piece
        sleep 0.005
    done
}
"$probes" --quick max=1M | slowly >log || exit 1
tr -d '\n' <log | tr '~$' '\n\n' | sed -n '/^PT,/s/,/ /gp; /^$/p' >lines
awk '
    $1 != "PT" { writes++; if (series != "") { print "a write inside the series " series; bad++ } }
    $3 == "PROBE" { series = $4; n++ }
    $3 == "DONE" { series = "" }
    $3 ~ /^END/ { ended = 1 }
    END { print n " series in " writes " writes"; exit !(ended && n > 20 && writes >= n && !bad) }
' lines

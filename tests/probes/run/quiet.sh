#!/bin/sh
# quiet.sh <probes that mark their writes> <scratch folder>: on a slow pipe, no series of a quick run of all probes is
# written while it is timed. A probe's second PLAN ends a write, so that it has left before the probe begins; from there
# to the DONE of its first series, and between PROBE and DONE of any, there is one write.
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
    function wrong(text) { print text; bad++ }
    $1 != "PT" {
        writes++
        if (series != "") wrong("a write inside the series " series)
        if (timed != "") wrong("a write while " timed " was timed")
        timed = begun; begun = ""
        next
    }
    begun != "" { wrong("PLAN of " begun " waited for more"); begun = "" }
    $3 == "PLAN" && planned[$4]++ { begun = $4; probes++ }
    $3 == "PROBE" { series = $4; n++ }
    $3 == "DONE" { series = timed = "" }
    $3 ~ /^END/ { ended = 1 }
    END {
        print probes " probes and " n " series in " writes " writes"
        exit !(ended && n > 20 && writes >= n && probes == length(planned) && !bad)
    }
' lines

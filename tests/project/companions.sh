#!/bin/sh
# companions.sh ROOT: every series that a probe sends under another name than its own says whose companion it is, by a
# key `beside` or `of`: else a round that measures the probe again leaves the companion of the round before.
cd "$1" || exit 2
find probes -name '*.c' -exec awk '
FNR == 1 || /^}/ { says = 0 }
/"(beside|of)"/ { says = 1 }
/probe_series(_words|_both)? *\([^,]*, *"/ {
    found = 1
    if (!says) {
        printf "%s:%d: a series of another name without a key \"beside\" or \"of\"\n", FILENAME, FNR
        refused = 1
    }
}
END { exit refused ? 1 : found ? 0 : 3 }' {} +

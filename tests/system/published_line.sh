#!/bin/sh
# The first level's line by both methods, on machines whose levels have different lines.
# published_line.sh <accuracy> <directory of machine files>
# The published probe walks pairs over one large buffer and so finds the longest line of all levels:
# 128 on machines whose first level has shorter ones. The default method finds the first level's.
set -u
accuracy=$1 machines=$2
probes=timer_floor,add_chain,cache_size,cache_line

while read -r machine line; do
    rows=$("$accuracy" --method=both --options="--quick --only $probes" --least=0 \
        --only=cache.1.line "$machines/$machine.machine") || exit 1
    found=$(echo "$rows" | awk '$2 == "cache.1.line" { print $3, $4 }')
    wanted=$(printf '%s 128\n%s %s' "$line" "$line" "$line") # the published rule answers first
    if [ "$found" != "$wanted" ]; then
        printf '%s: truth and answer of both methods should be\n%s\nbut are\n%s\n' \
            "$machine" "$wanted" "$rows"
        exit 1
    fi
done <<END
itanium2 64
pentium4 64
r12000 16
END

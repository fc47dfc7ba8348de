#!/bin/sh
# sh rtl.sh <analyze> <folder>: logs that cores in RTL wrote against what is known of these cores. Beside each NAME.log.gz
# stands NAME.truth, whose lines are `ID VALUE` (within 3 percent, or doubtful) or `ID VALUE right` (and sure); lines that
# begin with # say which core it was.
set -u
analyze=$1
wrong=0 checked=0

for truth in "$2"/*.truth; do
    log=${truth%.truth}.log.gz
    "$analyze" --format json "$log" 2>/dev/null | sed -n \
        -e 's/^ *"id": "\([^"]*\)",$/id \1/p' -e 's/^ *"value": \([^,]*\),$/value \1/p' \
        -e 's/^ *"confidence": \([^,]*\),$/confidence \1/p' |
        awk -v log_name="$(basename "$log")" '
            FNR == NR { if ($0 !~ /^#/ && NF >= 2) { truth[$1] = $2; must[$1] = $3 == "right" } next }
            $1 == "id" { id = $2 }
            $1 == "value" { value = $2 }
            $1 == "confidence" && id in truth {
                off = value / truth[id] - 1
                near = value != "null" && off <= 0.03 && off >= -0.03
                if ((!near && $2 >= 0.8) || (must[id] && (!near || $2 < 0.8))) {
                    print log_name ": " id " is " value " at " $2 ", in hardware " truth[id]
                    bad = 1
                }
                delete truth[id]
            }
            END {
                for (id in truth) { print log_name ": no " id; bad = 1 }
                exit bad
            }' "$truth" - || wrong=1
    checked=$((checked + 1))
done
[ $checked -gt 0 ] || { echo "$2: no truth files"; exit 1; }
exit $wrong

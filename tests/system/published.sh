#!/bin/sh
# Runs a simulated board and holds the answers of a method against numbers (or null).
# published.sh PROBES ANALYZE MACHINE.machine {paper|robust {ID=VALUE|ID~VALUE}...}...
# ID~VALUE: the answer is VALUE, or null, or no surer than 0.8; where it has a range, the range holds VALUE.
set -eu
probes=$1 analyze=$2 machine=$3
shift 3
log=$(mktemp)
trap 'rm -f "$log"' EXIT
PONTOON_MACHINE=$machine "$probes" --only add_chain,cache_size,cache_ways >"$log"
status=0
for word in "$@"; do
    case $word in
    *=*)
        got=$(printf '%s\n' "$report" | awk -F'[:,] *' -v id="\"${word%%=*}\"" '
            $1 ~ /"id"/ { here = $2 == id }
            here && $1 ~ /"value"/ { print $2 }')
        if [ "$got" != "${word#*=}" ]; then
            echo "${machine##*/} by $method: ${word%%=*} is ${got:-missing}, should be ${word#*=}"
            status=1
        fi
        ;;
    *~*)
        if ! printf '%s\n' "$report" | awk -F'[:,] *' -v id="\"${word%%~*}\"" -v want="${word#*~}" '
            $1 ~ /"id"/ { here = $2 == id }
            here && $1 ~ /"(value|low|high|confidence)"/ { gsub(/[ "]/, "", $1); got[$1] = $2 }
            END { if (!("value" in got)) exit 1
                  if (got["value"] == "null") exit 0
                  if (got["low"] + 0 > 0 && (got["low"] + 0 > want || got["high"] + 0 < want)) exit 1
                  exit !(got["value"] == want || got["confidence"] + 0 <= 0.8) }'; then
            echo "${machine##*/} by $method: ${word%%~*} is wrong and certain, should be ${word#*~}"
            status=1
        fi
        ;;
    *)
        method=$word
        report=$("$analyze" --method "$method" --format json "$log")
        ;;
    esac
done
exit $status

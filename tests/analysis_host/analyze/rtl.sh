#!/bin/sh
# sh rtl.sh <analyze> <folder> [--table]: logs that cores in RTL wrote against what is known of these cores. Beside each
# NAME.log.gz is NAME.truth, whose lines are `ID VALUE` (the answer is right, doubtful or null), `ID VALUE right` (it is right and
# sure) or `ID VALUE falls-short` (it may be wrong at 0.9 or less); lines that begin with # say which core it was. A number is
# right within 3 percent, an operation's latency also within a tenth of a cycle. --table: by core and kind, in Markdown.
set -u
analyze=$1
rows='' wrong=0

for truth in "$2"/*.truth; do
    [ -e "$truth" ] || { echo "$2: no truth files"; exit 1; }
    log=${truth%.truth}.log.gz
    came=$("$analyze" --format json "$log" 2>/dev/null | sed -n \
        -e 's/^ *"id": "\([^"]*\)",$/id \1/p' -e 's/^ *"value": "*\([^",]*\)"*,$/value \1/p' \
        -e 's/^ *"confidence": \([^,]*\),$/confidence \1/p' |
        awk -v log_name="$(basename "$log" .log.gz)" '
            function kind_of(id) {
                return id ~ /^op\./ ? "operations" : id ~ /^(cache.*|memory).latency/ ? "latency" : \
                       id ~ /^(cache|tlb)/ ? "caches and TLB" : "core"
            }
            FNR == NR { if ($0 !~ /^#/ && NF >= 2) { truth[$1] = $2; must[$1] = $3 } next }
            $1 == "id" { id = $2 }
            $1 == "value" { value = $2 }
            $1 == "confidence" && id in truth {
                off = value - truth[id]
                off = off < 0 ? -off : off
                near = value == truth[id] || (truth[id] + 0 > 0 && value != "null" &&
                       (off <= 0.03 * truth[id] || (id ~ /^op.*latency/ && off <= 0.1) ||
                        (id ~ /^(cache|memory).*latency/ && off <= 0.2)))
                what = value == "null" ? "null" : near ? "right" : "wrong"
                print "row", log_name, kind_of(id), what, (what == "wrong" && $2 > 0.9)
                most = must[id] == "falls-short" ? 0.9 : 0.8
                if ((what == "wrong" && $2 >= most && !(most == 0.9 && $2 <= 0.9)) ||
                    (must[id] == "right" && (what != "right" || $2 < 0.8)))
                    print "bad", log_name ": " id " is " value " at " $2 ", in hardware " truth[id]
                delete truth[id]
            }
            END { for (id in truth) print "bad", log_name ": no " id }' "$truth" -)
    rows="$rows
$came"
done
echo "$rows" | sed -n 's/^bad //p' | grep . && wrong=1
[ "${3:-}" != --table ] || echo "$rows" | sed -n 's/^row //p' | awk '
    { core = $1; above = $NF; what = $(NF - 1); $1 = $NF = $(NF - 1) = ""; gsub(/^ +| +$/, ""); key = core "|" $0 }
    !(key in seen) { seen[key] = 1; order[++n] = key }
    { count[key, what]++; sure[key] += above }
    BEGIN { print "| recording | kind | right | null | wrong | wrong above 0.9 |\n| --- | --- | --- | --- | --- | --- |" }
    END {
        for (i = 1; i <= n; i++) {
            split(order[i], part, "|")
            printf "| %s | %s | %d | %d | %d | %d |\n", part[1], part[2], count[order[i], "right"],
                   count[order[i], "null"], count[order[i], "wrong"], sure[order[i]]
        }
    }'
exit $wrong

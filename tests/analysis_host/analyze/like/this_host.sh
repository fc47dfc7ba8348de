#!/bin/sh
# sh this_host.sh <analyze> <probes> <hosts.txt> <scratch folder>: measures this host, and holds the core that the answers
# resemble against the one that the operating system names. 77: the host is in no row of hosts.txt, or was too busy.
set -u
analyze=$1 probes=$2 hosts=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1

# field <name>: of the first processor
field() {
    sed -n "s/^$1[[:blank:]]*: *//p" /proc/cpuinfo 2>/dev/null | head -n 1
}

vendor=$(field vendor_id)
if [ -n "$vendor" ]; then
    key="$vendor $(field 'cpu family')" model=$(field model)
else
    key="arm $(field 'CPU implementer')" model=$(field 'CPU part')
fi
core=$(awk -v key="$key" -v model="$model" '
    /^#/ || NF < 4 { next }
    $1 " " $2 != key { next }
    {
        n = split($3, parts, ",")
        for (i = 1; i <= n; i++) {
            m = split(parts[i], range, "-")
            if ((m == 1 && parts[i] == model) || (m == 2 && model + 0 >= range[1] + 0 && model + 0 <= range[2] + 0)) {
                sub(/^[^ ]+ +[^ ]+ +[^ ]+ +/, "")
                print
                exit
            }
        }
    }' "$hosts")
[ -n "$core" ] || { echo "skipped: hosts.txt has no row for $key $model"; exit 77; }

"$probes" --quick --only timer_floor,add_chain,cache_size,cache_line,cache_ways,tlb_page,tlb_size,tlb_ways,ops,issue max=32M >log 2>err ||
    { echo "the probes failed: $(cat err)"; exit 1; }
"$analyze" --like --format json log >json 2>err
verdict=$(sed -n 's/^ *"verdict": "\(.*\)".*/\1/p' json)
named=$(sed -n '/^ *"cores": \[/,/\]/s/^ *"name": "\(.*\)".*/\1/p' json)
echo "the operating system names $core; verdict \"$verdict\", cores: $named"
[ -n "$verdict" ] || { echo "no verdict: $(cat err)"; exit 1; }
[ "$verdict" = resembles ] || { echo "skipped: this host was too busy"; exit 77; }
printf '%s\n' "$named" | grep -Fxq "$core" || { sed -n '/"differs"/,/\]/p' json; exit 1; }

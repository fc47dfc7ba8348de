#!/bin/sh
# sh compare.sh <analyze> <folder of recordings> <scratch folder>: reports against logs, folders of
# boards, and reports that are none.
analyze=$1
recordings=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
wrong=0

# expect <rule> <exit status> <text in what is written> <argument of analyze> ...
expect() {
    rule=$1
    want=$2
    text=$3
    shift 3
    "$analyze" "$@" >out 2>err
    status=$?
    if [ "$status" -ne "$want" ] || ! cat out err | grep -Eq -e "$text"; then
        echo "$rule: analyze $*: status $status, not $want; wanted \"$text\" in:"
        cat out err
        wrong=1
    fi
    if [ "$(awk 'length > 80' out | wc -l)" -ne 0 ]; then
        echo "$rule: wider than 80 columns:"
        awk 'length > 80' out
        wrong=1
    fi
}

log() {
    echo "$recordings/$1.log.gz"
}

"$analyze" --format json "$(log core2duo-e6600)" >old.json
expect "the same log" 0 '^  0 of [0-9]+ answers changed beyond their ranges' --compare old.json "$(log core2duo-e6600)"
gzip -dc "$(log core2duo-e6600)" | sed '300s/,/;/' >damaged.log
expect "with a damaged log" 1 'damaged\.log: is damaged; analyze it alone' --compare damaged.log "$(log core2duo-e6600)"
"$analyze" --format json damaged.log >damaged.json 2>err
expect "with its report" 1 'damaged\.json: is damaged; analyze it alone' --compare damaged.json "$(log core2duo-e6600)"
expect "no change" 0 '^  Verdict: the same machine\.$' --compare old.json "$(log core2duo-e6600)"
expect "the verdict" 1 '^  Verdict: another machine: L[12]d? ' --compare old.json "$(log pentium3)"
expect "another machine" 1 'L2 size .*4 MiB .*-> 512 KiB' --compare old.json "$(log pentium3)"
expect "what the runs say" 1 'tick_hz 2400000000 -> 600000000' --compare old.json "$(log pentium3)"
expect "answers that are gone" 1 '^  [0-9]+ are known in one of the runs only$' --compare old.json "$(log pentium3)"
expect "from standard input" 1 'L1d size' --compare old.json <"$(log pentium3)"
expect "from a log" 1 'L2 size' --compare "$(log pentium3)" "$(log core2duo-e6600)"

# Within the bounds nothing has changed, beyond them it has.
sed '/"cache.1.latency"/,/"high"/{s/"value": .*/"value": 3.4,/;s/"low": .*/"low": 2.9,/;s/"high": .*/"high": 3.9,/}' \
    old.json >near.json
expect "within the bounds" 0 '^  0 of ' --compare near.json "$(log core2duo-e6600)"
sed 's/"value": 3\.4,/"value": 7,/;s/"low": 2\.9,/"low": 6.8,/;s/"high": 3\.9,/"high": 7.2,/' near.json >far.json
expect "beyond the ranges" 1 'L1d load-to-use latency +7 c \(6\.8-7\.2\) -> 3 c .*-57 %' --compare far.json "$(log core2duo-e6600)"
sed 's/"value": 3\.4,/"value": 3.13,/;s/"low": 2\.9,/"low": 3.125,/;s/"high": 3\.9,/"high": 3.14,/' near.json >noisy.json
expect "beyond the ranges, as runs of one machine are" 0 '^  Verdict: a noisier run, not another machine' \
    --compare noisy.json "$(log core2duo-e6600)"
# The largest change is first; what follows from another answer is not counted again.
sed '/"id": "op.add.i32.throughput"/,/"high"/s/"value": .*/"value": 900,/' far.json |
    sed '/"cache.2.size"/,/"high"/{s/"value": .*/"value": 65536,/;s/"nominal": .*/"nominal": 65536,/;s/"low": .*/"low": 65536,/;s/"high": .*/"high": 65536,/}' >two.json
expect "two changes" 1 '^  2 of [0-9]+ answers changed' --compare two.json "$(log core2duo-e6600)"
expect "both named" 1 '^  Verdict: another machine: L2 size, L1d load-to-use latency\.$' --compare two.json "$(log core2duo-e6600)"
sed '/"id": "timer.read"/,/"value"/s/"value": .*/"value": 900,/' old.json >timer.json
expect "the clock alone" 1 '^  Verdict: another clock source: timer overhead\.$' --compare timer.json "$(log core2duo-e6600)"
sed 's/"value": "lru"/"value": "random"/' old.json >named.json
expect "another name" 1 'L1d replacement policy +random -> LRU' --compare named.json "$(log core2duo-e6600)"

expect "ids with -v" 1 '^  cache\.1\.policy +random -> LRU' -v --compare named.json "$(log core2duo-e6600)"
expect "which runs" 1 '^CHANGES  named\.json -> ' --compare named.json "$(log core2duo-e6600)"
sed 's/"target": /"model": "A","node": "n1", &/' old.json >a.json
sed 's/"target": /"model": "B","node": "n1", &/' old.json >b.json
expect "another CPU" 0 '^CHANGES  a\.json -> b\.json, CPU A -> B, same host$' --compare a.json b.json

# A table of pairs is an object.
sed 's/"results": \[/&{"id": "core_to_core.latency", "value": {"columns": ["a", "b"], "units": ["", ""], "rows": [[0, 1]]}, "unit": "table", "note": ""},/' \
    old.json >pairs.json
expect "a table that is gone" 0 '^  1 are known in one of the runs only$' --compare pairs.json "$(log core2duo-e6600)"

# Reports that are none.
head -c 3000 old.json >cut.json
expect "cut off" 2 '^analyze: cut\.json:[0-9]+:[0-9]+: ' --compare cut.json "$(log pentium3)"
sed '24s/.*/ nonsense/' old.json >wrong.json
expect "no JSON" 2 '^analyze: wrong\.json:24:[0-9]+: ' --compare wrong.json "$(log pentium3)"
sed 's/"unit": "Hz"/"unit": 7/' old.json >unit.json
expect "a number for a text" 2 'unit\.json: results\[[0-9]+\]\.unit: a short text is expected' \
    --compare unit.json "$(log pentium3)"
sed 's/"low": 2[^,]*,/"low": "x",/' old.json >low.json
expect "a text for a number" 2 'results\[[0-9]+\]\.low: a number or null' --compare low.json "$(log pentium3)"
echo '{"schema": "other/1"}' >other.json
expect "another schema" 2 'is no report of schema' --compare other.json "$(log pentium3)"
expect "no such report" 2 'nowhere\.json: No such file' --compare nowhere.json "$(log pentium3)"
expect "two reports" 0 '^  0 of [0-9]+ answers changed' --compare old.json old.json
expect "a report for a log" 1 'L1d replacement policy' --compare old.json named.json
expect "pages of a report" 2 'is a report, which has no samples' --compare old.json --html x.html named.json
sed 's,pontoon.report/2,pontoon.report/3,' old.json >newer.json
expect "a newer report" 2 'is no report of schema pontoon.report/1 or pontoon.report/2, but of pontoon.report/3' --compare newer.json old.json
expect "two reports at once" 2 'in place of every other report' --format json --compare old.json "$(log pentium3)"

# Folders.
mkdir boards empty
cp "$recordings"/*.gz boards
mkdir many
for i in 1 2 3 4 5 6 7 8 9; do cp old.json many/$i.json; done
expect "more than eight" 2 '^analyze: many: has 9 files; --compare shows 8 boards.* --fleet' --compare many
expect "boards side by side" 0 '^cache\.1\.size +24 KiB\*? +32 KiB' --compare boards
[ "$(grep -c '^ID ' out)" -gt 1 ] || { echo "many boards do not wrap"; wrong=1; }
grep -Eq '^cache.levels .* 0\*' out || { echo "a machine without caches is not marked"; wrong=1; }
rm boards/host* boards/cortex* boards/atom*
cp old.json boards/report.json
expect "a report among logs" 0 ' report ' --compare boards
echo nonsense >boards/text
expect "something else among them" 1 'boards/text: is no report and no log' --compare boards
gzip -dc "$(log flat)" | head -300 >boards/cut.log
expect "a damaged log" 1 'boards/cut\.log: is damaged' --compare boards
expect "an empty folder" 3 'holds no report and no log' --compare empty
expect "a folder and a file" 2 'is not compared with a folder' --compare boards "$(log flat)"
exit $wrong

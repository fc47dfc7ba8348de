#!/bin/sh
# sh fleet.sh <analyze> <fleet_reports> <folder of recordings> <scratch folder>: analyze --fleet on a made-up
# fleet whose faults are known, on logs, and on what is none.
set -u
analyze=$1
reports=$2
recordings=$3
rm -rf "$4" && mkdir -p "$4/fleet" && cd "$4" || exit 1
wrong=0

# expect <rule> <exit status> <text in what is written> <argument of analyze> ...
expect() {
    rule=$1
    want=$2
    text=$3
    shift 3
    timeout 60 "$analyze" "$@" >out 2>err
    status=$?
    if [ "$status" -ne "$want" ] || ! cat out err | grep -Eq -e "$text"; then
        echo "$rule: analyze $*: status $status, not $want; wanted \"$text\" in:"
        cat out err
        wrong=1
    fi
    case ${1-} in --format | --export) return ;; esac
    if [ "$(awk 'length > 80' out | wc -l)" -ne 0 ]; then
        echo "$rule: wider than 80 columns:"
        awk 'length > 80' out
        wrong=1
    fi
}

# has <rule> <text>: what was written last has the text.
has() {
    grep -Eq -e "$2" out || { echo "$1: wanted \"$2\" in:"; cat out; wrong=1; }
}

# 100 boards of 4 kinds, 6 runs each, faults from the fourth on: n0012 has slower memory.
"$reports" fleet 100 6 3 0.02 || exit 1
expect "kinds" 1 '^FLEET  100 boards, 600 runs, 2026-09-01 to 2026-09-06; 4 kinds$' --fleet fleet
has "names folded" '^  A +40 +32 KiB +1 MiB +32 MiB +22[0-9.]+ c  n\[0001-0040\]$'
has "memory" '^  n0012 +memory\.latency 2[67][0-9.]* c, its kind 22[0-9.]* .*\+[12][0-9] %'
grep -A1 '^  n0012 .*memory' out | grep -q 'since$\|2026-09-04' || { echo "memory: no day"; cat out; wrong=1; }
has "what changed" 'microcode 0x2b000461 -> 0x2b000590'
has "another compiler" '^ALONE +n0076 \(nearest C: 0 of [0-9]+ anchors differ; cc'
has "the line for Slurm" '^  scontrol update node=n0012 state=drain reason="pontoon: memory.latency'
grep -q 'n0003' out && { echo "a board like its kind has a row"; wrong=1; }
expect "one board" 1 '^BOARD  n0028, of kind A, 6 runs' --fleet --board n0028 fleet
grep -q 'changed  microcode 0x2b000461 -> 0x2b000590' out || { echo "one board: no change"; wrong=1; }
expect "no such board" 2 'n9: no run of a board of this name' --fleet --board n9 fleet
expect "kinds by a setting" 1 '^ALONE +n0028 .*microcode' --fleet --by microcode fleet
expect "JSON" 1 '"schema": "pontoon.fleet/1"' --format json --fleet fleet
if command -v python3 >/dev/null; then
    python3 - out <<'END' || wrong=1
import json, sys
o = json.load(open(sys.argv[1]))
assert [len(k["boards"]) for k in o["kinds"]] == [40, 30, 19, 10], "kinds"
assert o["made_from"] == {"runs": 600, "boards": 100, "first": 1788220800, "last": 1788220800 + 5 * 86400 + 99 * 61}
found = {(d["board"], d["id"]): d for d in o["different"]}
memory = found["n0012", "memory.latency"]
assert memory["kind"] == "A" and memory["follows"] is None and len(memory["runs"]) == 6
assert memory["since"] == 1788220800 + 3 * 86400 + 11 * 61, memory["since"]
assert found["n0018", "tlb.2.entries"]["value"] == 768
assert o["alone"][0]["board"] == "n0076" and o["not_read"] == []
assert all(u["modes"][0]["boards"] <= u["n"] for k in o["kinds"] for u in k["usual"])
END
fi

# The page: a figure of all boards, one of those that differ, one for each of these; names are no markup.
expect "a page" 1 '^FLEET ' --html fleet.html --fleet fleet
cp fleet.html out
[ "$(grep -c 'data-figure="fleet-' out)" -ge 5 ] || { echo "the page has $(grep -c 'data-figure="fleet-' out) figures"; wrong=1; }
grep -q '<h3>n0012: memory\.latency</h3>' out || { echo "n0012 has no figure"; wrong=1; }
grep -Eq '(src|href)="http|@import|<link|url\(http' out && { echo "the page reaches for something"; wrong=1; }
# What the script draws: a figure of each kind, where boards that differ are named, and one of each board that does.
if command -v python3 >/dev/null && grep -q 'id="figures"' out; then
    python3 - out <<'END' || wrong=1
import json, re, sys
data = json.loads(re.search(r'<script[^>]* id="figures">(.*?)</script>', open(sys.argv[1]).read(), re.S).group(1))
kinds = [f for f in data["figures"] if f["kind"] == "histogram"]
runs = [f for f in data["figures"] if f["kind"] == "curve"]
assert [sum(p[4] for p in f["lines"][0]["points"]) for f in kinds] == [40, 30, 19, 10], "boards of each kind"
assert any(m["label"] == "n0012" for m in kinds[0]["marks"]), "n0012 is not named"
assert len(runs) >= 5 and all(sum(len(l["points"]) for l in f["lines"]) <= 6 for f in runs), "runs"
assert any(m["label"] == "microcode 0x2b000461 -> 0x2b000590" for f in runs for m in f["marks"]), "no change of settings"
assert all(any(m["across"] and m["label"].startswith("its kind: ") for m in f["marks"]) for f in runs), "what is usual"
END
fi
[ "$(wc -c <out)" -lt 1000000 ] || { echo "the page is too large"; wrong=1; }
mkdir hostile
for i in 1 2 3 4 5 6; do
    sed 's,"node": "n000'$i'","node": "<script>'$i'",' fleet/n000$i.6.json >hostile/$i.json
done
expect "a hostile name" 0 '^  A +6 ' --html hostile.html --fleet hostile
grep -q '<script>[1-6]' hostile.html && { echo "a name is markup"; wrong=1; }

# Prometheus.
expect "gauges" 1 '^FLEET ' --export openmetrics=fleet.prom --fleet fleet
cat fleet.prom >>out
has "boards" '^pontoon_fleet_boards.kind="A". 40$'
has "a finding" '^pontoon_fleet_different.board="n0012",kind="A",id="memory\.latency". 1\.[12][0-9]*$'
expect "gauges in place of the report" 1 '^pontoon_fleet_not_read 0$' --export openmetrics --fleet fleet
expect "over an input" 2 'would write over the input fleet/n0001.1.json' --fleet --export openmetrics=fleet/n0001.1.json fleet
expect "settings of one board" 2 'export=gcc is for one board' --export gcc=x --fleet fleet

# One board against the kinds that were found.
"$analyze" --format json --fleet fleet >kinds.json
expect "a board like its kind" 0 '^FITS +n0003: A of 40 boards$' --fits kinds.json fleet/n0003.6.json
expect "one that is not" 1 '^UNLIKE +memory\.latency 2[67].*, its kind 22' --fits kinds.json fleet/n0012.6.json
expect "another compiler" 3 '^NO KIND +n0076: nearest C: 0 of [0-9]+ anchors differ, but' --fits kinds.json fleet/n0076.6.json
expect "another machine" 3 '^NO KIND .*anchors differ' --fits kinds.json "$recordings/pentium3.log.gz"
expect "kinds that are none" 2 'is no report of schema pontoon.fleet/1, but of pontoon.report/2' \
    --fits fleet/n0003.1.json fleet/n0003.6.json
sed 's,pontoon.fleet/1,pontoon.fleet/2,' kinds.json >newer.json
expect "newer kinds" 2 'but of pontoon.fleet/2' --fits newer.json fleet/n0003.6.json
sed 's,"spread": [0-9.]*,"spread": -1,' kinds.json >spread.json
expect "a spread below nothing" 2 'kinds\[0\] is not as schema' --fits spread.json fleet/n0003.6.json
head -c 3000 kinds.json >cut.json
expect "kinds that are cut off" 2 'cut\.json: [0-9]+:[0-9]+: ' --fits cut.json fleet/n0003.6.json
expect "no board" 3 'nowhere: No such file' --fits kinds.json nowhere
expect "no FILE" 2 'which log or report' --fits kinds.json

# Logs; bare boards are called as their files.
mkdir logs clean
for name in pentium3 core2duo-e6600; do
    cp "$recordings/$name.log.gz" logs/"$name".1.log.gz
done
expect "logs" 0 '^ALONE .*pentium3' --fleet logs
expect "one log" 0 '^FLEET  1 board, 1 run,' --fleet logs/pentium3.1.log.gz
gzip -dc logs/pentium3.1.log.gz | head -n 300 >logs/pentium3.2.log
expect "a damaged log" 0 '^DAMAGED +pentium3\.2\.log: [0-9]+ whole answers count' --fleet logs
"$analyze" --format json logs/core2duo-e6600.1.log.gz >logs/core2duo-e6600.1.json
expect "a log beside its report" 0 '^FLEET  2 boards, 3 runs' --fleet logs
for end in previous new lock; do
    gzip -dc logs/pentium3.1.log.gz >logs/pentium3.2.log.$end
done
expect "what board_runner leaves beside a log" 0 '^FLEET  2 boards, 3 runs' --fleet logs

# What is no board.
echo nonsense >logs/text
expect "something else" 1 'logs/text: is no report and no log' --fleet logs
head -c 3000 logs/core2duo-e6600.1.json >logs/cut.json
expect "a report that is cut off" 1 'logs/cut\.json: ?[0-9]+:[0-9]+: ' --fleet logs
sed 's,pontoon.report/2,pontoon.report/7,' logs/core2duo-e6600.1.json >logs/newer.json
expect "a newer schema" 1 '^analyze: logs/newer\.json: is no report of schema pontoon.report/1 or pontoon.report/2, but of pontoon\.report/7: a newer analyze reads it' --fleet logs
mkfifo logs/pipe
: >logs/empty.log
mv logs/cut.json logs/cut.json.part
expect "a pipe" 1 'logs/pipe: is no regular file' --fleet logs
expect "an empty file" 1 'logs/empty\.log: is no report and no log' --fleet logs
grep -q 'cut\.json' err && { echo "an unfinished file is read"; wrong=1; }
mkdir none
expect "an empty folder" 3 'none: holds no report and no log of a board' --fleet none
expect "no file" 3 'nowhere\.log: No such file' --fleet nowhere.log
expect "nothing to read" 2 'which logs and reports' --fleet
expect "with another report" 2 'there is no --compare with it' --fleet --compare a.json fleet
expect "without a fleet" 2 'are for --fleet' --board n1 a.log
"$analyze" --fleet fleet >/dev/full 2>err
[ $? -eq 4 ] && grep -q 'standard output: No space left' err || { echo "a full disk: status not 4"; wrong=1; }
exit $wrong

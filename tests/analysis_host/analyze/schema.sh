#!/bin/sh
# sh schema.sh <analyze> <probes of the simulated board or ""> <source tree> <scratch folder> [reports]: reports of all recordings, of
# damaged and empty logs, of other tools' tables and of a simulated board are as report.schema.json says, with no key that
# it leaves out. `reports`: they are only written. 77: python3-jsonschema is not installed.
set -u
analyze=$1
probes=$2
data=$3/tests/data
schema=$3/docs/reference/report.schema.json
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
python3 -c 'import jsonschema' 2>/dev/null || { echo "skipped: python3-jsonschema is not installed"; exit 77; }

# report <name> <log> [option ...]
report() {
    name=$1
    log=$2
    shift 2
    "$analyze" --format json "$@" "$log" >"$name.json" 2>err
    [ -s "$name.json" ] || { echo "no report of $log: $(cat err)"; rm -f "$name.json"; wrong=1; }
}

wrong=0
i=0
for log in "$data"/recordings/*.log.gz "$data"/recordings/*/*.log.gz; do
    i=$((i + 1))
    report "recording-$i" "$log"
done
report like "$data/recordings/contexts/host-x86_64.log.gz" --like
report like-none "$data/recordings/cortex-a9.log.gz" --like
report paper "$data/recordings/cortex-a9.log.gz" --method=paper
gzip -dc "$data/recordings/core2duo-e6600.log.gz" >whole.log
sed '300s/,/;/' whole.log >damaged.log
head -c 400000 whole.log >cut.log
head -1 whole.log >begun.log
sed 's/tick_hz=[0-9]*/tick_hz=soon/' whole.log >unknown.log # its first sentence is broken then
for name in damaged cut begun unknown; do
    report "$name" "$name.log"
done
"$analyze" --format json - <whole.log >input.json 2>err
printf '"stride=64\n0.00049 1.5\n0.00195 1.5\n0.00781 1.5\n0.03125 1.6\n0.0625 4.0\n0.125 4.1\n0.5 4.2\n1.0 90\n4.0 100\n' >lat_mem_rd.log
report lat_mem_rd lat_mem_rd.log
awk 'BEGIN { for (i = 0; i < 12; i++) { l = ""; for (k = 0; k < 12; k++) { d = i > k ? i - k : 0; l = l (k ? "," : "") (d ? 40 + 3 * (d > 6 ? 12 - d : d) : "") } print l } }' >ring.csv
report ring ring.csv
grep -q '"by_distance"' ring.json || { echo "a ring of 12 is no gradient"; wrong=1; }
if [ -n "$probes" ]; then
    for machine in cortex-a9 yonah; do
        PONTOON_MACHINE=$data/machines/$machine.machine "$probes" --quick --only timer_floor,add_chain,cache_size,ops \
            >"$machine.log" 2>err
        report "sim-$machine" "$machine.log"
    done
fi
[ "${5:-}" != reports ] || exit $wrong
python3 - "$schema" ./*.json <<'EOF' || wrong=1
import json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)

def close(o):
    """No key may be there that the schema leaves out."""
    if isinstance(o, dict):
        if "properties" in o and o.get("type") == "object" and "additionalProperties" not in o:
            o["additionalProperties"] = False
        for v in o.values():
            close(v)
    elif isinstance(o, list):
        for v in o:
            close(v)

close(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = 0
kinds, seen = set(), set()
for name in sys.argv[2:]:
    report = json.load(open(name))
    kinds |= {r["kind"] for r in report["results"]}
    seen |= {type(v).__name__ for r in [report["run"]] for v in r.values()}
    for e in list(validator.iter_errors(report))[:5]:
        print(f"{name}: {'/'.join(map(str, e.path))}: {e.message[:200]}")
        failed = 1
assert kinds == {"number", "name", "bool", "table", "none", "unknown"}, kinds
assert {"int", "str"} <= seen, seen

# The schema can refuse: each of these is wrong in one place.
full = max(sys.argv[2:], key=lambda name: len(json.load(open(name))["results"]))

def broken(change):
    report = json.load(open(full))
    change(report)
    return any(True for _ in validator.iter_errors(report))

def first(report, kind):
    return next(r for r in report["results"] if r["kind"] == kind)

wrong = [
    lambda r: r.update(schema="pontoon.report/1"),
    lambda r: r["run"].update(model=6700),
    lambda r: r["run"].update(cores=2.5),
    lambda r: first(r, "number").update(value="8"),
    lambda r: first(r, "number").pop("doubtful"),
    lambda r: first(r, "number").update(quantity="no.such"),
    lambda r: first(r, "number").update(another=1),
    lambda r: r["problems"].append({"line": 0, "what": "", "cost": None}),
    lambda r: r["log"].update(crc32="12"),
    lambda r: r["caches"][0].update(type="unified"),
]
for i, change in enumerate(wrong):
    if not broken(change):
        print(f"the schema takes wrong report {i}")
        failed = 1
print(len(sys.argv) - 2, "reports")
sys.exit(failed)
EOF
exit $wrong

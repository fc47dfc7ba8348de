#!/bin/sh
# sh pair_blocks.sh <probes> <analyze> <machine> <L1 bytes> <last cache's bytes> <folder>: bandwidth of pairs of threads over
# blocks from below L1 to beyond the last cache, on a simulated board of up to 16 contexts, in JSON and as a figure.
set -u
PONTOON_MACHINE=$3
export PONTOON_MACHINE
rm -rf "$6" && mkdir -p "$6" || exit 1
"$1" --quick --only timer_floor,add_chain,cache_size,core_to_core >"$6/log" || exit 1
"$2" --format json --plots "$6/plots" "$6/log" >"$6/json" 2>"$6/messages"
[ $? -le 1 ] || { cat "$6/messages"; exit 1; }
python3 - "$6/json" "$6/plots/core_to_core_bandwidth.dat" "$4" "$5" <<'EOF'
import json, sys

report = json.load(open(sys.argv[1]))
l1, last = int(sys.argv[3]), int(sys.argv[4])
table = [r for r in report["results"] if r["id"] == "core_to_core.latency"][0]["value"]
names = [c for c in table["columns"] if c.startswith("bandwidth.")]
sizes = [int(c.split(".")[1]) for c in names]
n = report["locality"]["contexts"]
assert sizes == sorted(sizes) and len(sizes) >= 8, sizes
assert sizes[0] < l1 and sizes[-1] > last, (sizes, l1, last)
assert len(table["rows"]) == n * (n - 1) // 2, len(table["rows"])
for row in table["rows"]:
    rates = row[len(table["columns"]) - len(names):]
    assert all(r is not None and r > 0 for r in rates), row
curve = report["locality"]["tree"]["bandwidth"]
assert [b["block"] for b in curve] == sizes, curve
points = [line.split() for line in open(sys.argv[2]) if line.strip() and not line.startswith("#")]
for size, wanted in zip(sizes, curve):
    of = [p for p in points if float(p[0]) == size]
    assert of and abs(float(of[0][4]) / wanted["value"] - 1) < 1e-3, (size, of, wanted)
# A line comes from another core's cache while the block is in one, and from memory beyond the last.
assert curve[-1]["value"] < curve[len(curve) // 2]["value"], curve
print(len(sizes), "sizes of blocks,", len(table["rows"]), "pairs")
EOF

"""papers.py <build> [--docs FILE] [ITEM ...]: values that papers print, and what Pontoon finds on simulated boards made of the same
tables. papers.csv has the values: paper, table or figure, machine file, probes, what, id, the paper's value. ITEM: rows
whose paper, item or machine contains it. Prints one Markdown table a paper; status 1 where an answer is null that the
paper has."""

import csv
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MACHINES = os.path.join(HERE, "..", "..", "data", "machines")


def answers(build, machine, probes):
    """Answers by id, of a quick run of PROBES on MACHINE."""
    env = {**os.environ, "PONTOON_MACHINE": os.path.join(MACHINES, machine + ".machine")}
    log = subprocess.run([os.path.join(build, "sim", "probes"), "--quick", "--only", "timer_floor,add_chain," + probes],
                         env=env, stdout=subprocess.PIPE, check=True).stdout
    report = subprocess.run([os.path.join(build, "analyze"), "--format", "json"], input=log, stdout=subprocess.PIPE)
    if report.returncode > 1:
        sys.exit(f"papers.py: {machine}: analyze ended with status {report.returncode}")
    return {r["id"]: r for r in json.loads(report.stdout)["results"]}


def text_of(answer):
    if answer is None or answer.get("value") is None:
        return "?"
    value, unit = answer["value"], answer.get("unit", "")
    if isinstance(value, str):
        return value
    if answer.get("nominal") is not None:
        value = answer["nominal"]
    if unit == "bool":
        return "yes" if value else "no"
    if unit == "Hz":
        return f"{value / 1e6:.4g}"
    if answer["id"].endswith((".size", "tlb.page")):
        return f"{value / 1024:.4g} KiB" if value < 1 << 20 or value % (1 << 20) else f"{value / (1 << 20):.4g} MiB"
    return f"{value:.4g}"


def main():
    build, items, docs = sys.argv[1], sys.argv[2:], None
    if items[:1] == ["--docs"]:
        docs, items = items[1], items[2:]
    with open(os.path.join(HERE, "papers.csv"), newline="") as f:
        rows = [r for r in csv.DictReader(f, delimiter=";")
                if not items or any(i in r["paper"] + " " + r["item"] + " " + r["machine"] for i in items)]
    if not rows:
        sys.exit("papers.py: no row has " + " or ".join(items))
    wanted, found, cells, lost = {}, {}, {}, 0
    for r in rows:
        wanted.setdefault(r["machine"], set()).update(r["probes"].split(","))
    for r in rows:
        if r["machine"] not in found:
            found[r["machine"]] = answers(build, r["machine"], ",".join(sorted(wanted[r["machine"]])))
        got = text_of(found[r["machine"]].get(r["id"]))
        lost += got == "?"
        cells.setdefault((r["paper"], r["item"]), []).append(f"{r['what']} {r['value']} -> {got}")
    paper, text, missing = None, open(docs).read() if docs else "", 0
    for (of, item), values in cells.items():
        if of != paper:
            paper = of
            print(f"\n{paper}\n\n| table or figure | paper -> Pontoon |\n| --- | --- |")
        row = f"| {item} | {'; '.join(values)} |"
        print(row)
        if docs and row not in text:
            missing += 1
            print(f"papers.py: {docs} has another row of {item}", file=sys.stderr)
    print(f"\n{len(rows)} values, {lost} not determined")
    return 1 if missing else 0


sys.exit(main())

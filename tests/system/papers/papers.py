"""papers.py BUILD [--docs FILE | --write FILE] [PART ...]: values that papers print, and what Pontoon finds on simulated
boards made of the same tables. papers.csv has a line a value: paper, table, row, column, machine file, probes, id, the
paper's value. PART: only rows whose paper, table, row or machine contains it. Prints the paper's tables in Markdown, with
"paper -> Pontoon" in each cell.
--docs: status 1 where FILE has another row. --write: writes the tables of whole papers into FILE, each paper's between
<!-- papers PAPER --> and <!-- /papers -->."""

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


def tables_of(rows, build):
    """{paper: [(table, [lines])]} of ROWS, and how many answers are null."""
    probes, found, cells, lost = {}, {}, {}, 0
    for r in rows:
        probes.setdefault(r["machine"], set()).update(r["probes"].split(","))
    for r in rows:
        if r["machine"] not in found:
            found[r["machine"]] = answers(build, r["machine"], ",".join(sorted(probes[r["machine"]])))
        got = text_of(found[r["machine"]].get(r["id"]))
        lost += got == "?"
        table = cells.setdefault(r["paper"], {}).setdefault(r["table"], {})
        table.setdefault(r["row"], {})[r["column"]] = f"{r['value']} -> {got}"
    return {paper: [(name, lines_of(name, table)) for name, table in tables.items()] for paper, tables in cells.items()}, lost


def lines_of(name, table):
    columns = list(dict.fromkeys(c for row in table.values() for c in row))
    lines = [f"| {name} | " + " | ".join(columns) + " |", "| --- " * (len(columns) + 1) + "|"]
    return lines + [f"| {row} | " + " | ".join(values.get(c, "") for c in columns) + " |" for row, values in table.items()]


def write(path, papers):
    text = open(path).read()
    for paper, tables in papers.items():
        start, end = f"<!-- papers {paper} -->\n", "<!-- /papers -->"
        if start not in text:
            sys.exit(f"papers.py: {path} has no line {start.strip()}")
        before, after = text.split(start)
        body = "\n\n".join("\n".join(lines) for _, lines in tables)
        text = f"{before}{start}\n{body}\n\n{end}{after.split(end, 1)[1]}"
    with open(path, "w") as f:
        f.write(text)


def main():
    build, parts, mode, docs = sys.argv[1], sys.argv[2:], None, None
    if parts and parts[0] in ("--docs", "--write"):
        mode, docs, parts = parts[0], parts[1], parts[2:]
    with open(os.path.join(HERE, "papers.csv"), newline="") as f:
        rows = [r for r in csv.DictReader(f, delimiter=";")
                if not parts or any(p in " ".join((r["paper"], r["table"], r["row"], r["machine"])) for p in parts)]
    if not rows:
        sys.exit("papers.py: no row has " + " or ".join(parts))
    papers, lost = tables_of(rows, build)
    if mode == "--write":
        write(docs, papers)
    text, missing = open(docs).read() if mode == "--docs" else "", 0
    for paper, tables in papers.items():
        for name, lines in tables:
            print(f"\n{paper}\n\n" + "\n".join(lines))
            for line in lines[2:] if mode == "--docs" else []:
                if line not in text:
                    missing += 1
                    print(f"papers.py: {docs} has another row of {paper}, {name}: {line}", file=sys.stderr)
    print(f"\n{len(rows)} values, {lost} not determined")
    return 1 if missing else 0


sys.exit(main())

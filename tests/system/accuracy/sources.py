"""sources.py BUILD [--write FILE] [--least-hosts PERCENT] [SOURCE ...]: how often answers are right, by the source of truth.
SOURCE: simulated, rtl, matrices, boards, hosts; all by default. Prints a Markdown table for all, and one by kind of answer for
hosts. --write: both go into FILE, between <!-- sources --> and <!-- /sources -->.

simulated  machine files of tests/data/machines, quick runs (`accuracy`)
rtl        tests/data/recordings/rtl, by tests/analysis_host/analyze/rtl.sh, whose --table has them by core and kind
matrices   core-to-core latencies of real machines, groups of contexts that makers document (PONTOON_CORE2CORE, a directory)
boards     latency tables of real boards, sizes of caches that makers document (PONTOON_REALBOARDS, a directory)
hosts      recordings of known hosts, values of analysis_host/analyze/like/cores.txt

A size, a count or a number of ways is right where it is exact, a time within 3 percent or half a cycle, entries of a queue
and a width within a tenth. Status 1 where fewer host answers than PERCENT of those given are right."""

import argparse
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
RECORDINGS = os.path.join(ROOT, "tests", "data", "recordings")
SHARED = os.path.join(ROOT, "..", "shared")

# Recordings whose core is known, and its name in cores.txt.
HOSTS = [
    ("guest/host-x86_64", "AMD", "Zen 3"), ("prediction/host-x86_64", "AMD", "Zen 3"),
    ("contexts/host-x86_64", "AMD", "Zen 4"), ("host-x86_64", "AMD", "Zen 4"),
    ("pipeline/host-x86_64", "AMD", "Zen 5"), ("pipeline/waiting", "AMD", "Zen 5"), ("pipeline/issue", "AMD", "Zen 5"),
    ("hosts/cascade-lake-4m", "Intel", "Skylake-SP / Cascade Lake"),
]
KINDS = [("caches", r"cache\.|memory\.|bandwidth\."), ("TLB", r"tlb\."), ("operations", r"op\.|peak\."),
         ("L1i, fetch", r"icache\.|fetch\."), ("queues, width", r"core\.|issue\."), ("branches", r"branch\."),
         ("clock", r"cpu\.|timer\."), ("other", r"")]


class Count:
    """Answers of known truth."""

    def __init__(self, right=0, null=0, wrong=0, sure=0):
        self.right, self.null, self.wrong, self.sure = right, null, wrong, sure

    def add(self, other):
        self.right, self.null = self.right + other.right, self.null + other.null
        self.wrong, self.sure = self.wrong + other.wrong, self.sure + other.sure

    def row(self):
        return f"{self.right + self.null + self.wrong} | {self.right} | {self.null} | {self.wrong} | {self.sure}"


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def number(text):
    scale = {"K": 1 << 10, "M": 1 << 20}.get(text[-1:], 1)
    return float(text.rstrip("KM")) * scale


def is_right(identifier, answer, truth):
    """TRUTH: "512K|1M", or "18-20" where the time depends on the operands."""
    value = answer["nominal"] if answer.get("nominal") is not None else answer["value"]
    for one in truth.split("|"):
        ends = [number(t) for t in one.split("-")] if re.fullmatch(r"[\d.KM]+(-[\d.KM]+)?", one) else None
        if ends is None:
            if value == one:
                return True
        elif not isinstance(value, str):
            share, units = 0.0, 0.0
            if identifier.endswith((".latency", ".penalty", ".frequency", ".rthroughput", ".bandwidth")):
                share, units = 0.03, 0.5 if identifier.endswith((".latency", ".penalty")) else 0
            elif identifier.startswith(("core.", "issue.")):
                share = 0.1
            if ends[0] * (1 - share) - units <= value <= ends[-1] * (1 + share) + units:
                return True
    return False


def judge(analyze, log, truth):
    """{kind: Count} of the answers to TRUTH ({id: text}), and what is wrong above 0.9."""
    answers = {r["id"]: r for r in json.loads(output(analyze, "--format", "json", log))["results"]}
    counts, bad = {}, []
    for identifier, text in truth.items():
        kind = next(k for k, pattern in KINDS if re.match(pattern, identifier))
        count, answer = counts.setdefault(kind, Count()), answers.get(identifier)
        if answer is None:
            continue  # its probe did not run
        if answer["value"] is None:
            count.null += 1
        elif is_right(identifier, answer, text):
            count.right += 1
        else:
            count.wrong += 1
            if answer["confidence"] > 0.9:
                count.sure += 1
                bad.append(f"{os.path.basename(log)}: {identifier} is {answer['value']} at {answer['confidence']}, true {text}")
    return {k: c for k, c in counts.items() if c.right + c.null + c.wrong > 0}, bad


def total(counts):
    whole = Count()
    for c in counts.values():
        whole.add(c)
    return whole


def simulated(build):
    text = output(os.path.join(build, "accuracy"), "--recorded", os.path.join(build, "sim", "logs"), "--options", "--quick",
                  "--least", "0", os.path.join(ROOT, "tests", "data", "machines"))
    rows = re.findall(r"^\S+ .* (exact|within|wrong|null)$", text, re.M)
    sure = sum(int(n) for n in re.findall(r"wrong with confidence above 0.9: (\d+) of", text))
    machines = re.search(r"^recovered \d+ of \d+", text, re.M)
    if not rows or not machines:
        return None, "`accuracy` printed no result"
    files = len({line.split()[0] for line in text.splitlines() if re.search(r" (exact|within|wrong|null)$", line)})
    return Count(rows.count("exact") + rows.count("within"), rows.count("null"), rows.count("wrong"), sure), f"{files} machine files"


def rtl(build):
    folder = os.path.join(RECORDINGS, "rtl")
    text = output("sh", os.path.join(ROOT, "tests", "analysis_host", "analyze", "rtl.sh"), os.path.join(build, "analyze"), folder,
                  "--table")
    rows = re.findall(r"^\| (\S+) \| [^|]* \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.M)
    whole = Count()
    for row in rows:
        whole.add(Count(*(int(n) for n in row[1:])))
    cores = {r[0].split("-")[0] for r in rows}
    return whole, f"{len({r[0] for r in rows})} recordings of {', '.join(sorted(cores))}"


def matrices(build):
    directory = os.environ.get("PONTOON_CORE2CORE", os.path.join(SHARED, "core2core"))
    text = output(os.path.join(build, "accuracy_core2core"), directory)
    found = re.search(r"^(\d+) machines: (\d+) of (\d+) documented groups.*, (\d+) phantoms", text, re.M)
    if not found:
        return None, f"no matrices in PONTOON_CORE2CORE ({os.path.basename(directory)})"
    machines, right, all_of, phantoms = (int(n) for n in found.groups())
    return Count(right, all_of - right, phantoms, 0), f"{machines} machines; \"wrong\": groups that are none"


def boards(build):
    directory = os.environ.get("PONTOON_REALBOARDS", os.path.join(SHARED, "realboards"))
    text = output(os.path.join(build, "accuracy_realboards"), directory, "--levels", os.path.join(HERE, "realboards_levels.csv"))
    whole = Count()
    for right, null, wrong, sure in re.findall(
            r"method robust: of \d+ documented (\d+) right .*?, (\d+) null, (\d+) wrong, of these (\d+) above", text):
        whole.add(Count(int(right), int(null), int(wrong), int(sure)))
    if whole.right == 0:
        return None, f"no tables in PONTOON_REALBOARDS ({os.path.basename(directory)})"
    return whole, "sizes of caches, 96 tables"


def documented():
    """{core: {id: text}} of cores.txt."""
    cores, at = {}, None
    for line in open(os.path.join(ROOT, "analysis_host", "analyze", "like", "cores.txt")):
        if line.startswith("core "):
            at = cores.setdefault(line[5:].strip(), {})
        elif "=" in line and not line.startswith(("#", "from ", "arch ", "family ")):
            at.update(word.split("=", 1) for word in line.split())
    return cores


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("sources", nargs="*", metavar="SOURCE")
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--least-hosts", type=float, default=0, metavar="PERCENT")
    arguments = parser.parse_args()
    known = ["simulated", "rtl", "matrices", "boards", "hosts"]
    for source in arguments.sources:
        if source not in known:
            parser.error(f"{source}: no source; there are {', '.join(known)}")
    chosen, analyze = arguments.sources or known, os.path.join(arguments.build, "analyze")
    rows, by_kind, hosts = [], [], Count()

    def add(name, count, what):
        rows.append(f"| {name} | {what} | {count.row()} |" if count else f"| {name} | {what} | - | - | - | - | - |")

    for source, name, run in (("simulated", "simulated boards", simulated), ("rtl", "RTL cores", rtl),
                              ("matrices", "core-to-core matrices", matrices), ("boards", "boards' tables", boards)):
        if source in chosen:
            add(name, *run(arguments.build))
    if "hosts" in chosen:
        cores, makers = documented(), {}
        for recording, maker, core in HOSTS:
            counts, wrong = judge(analyze, os.path.join(RECORDINGS, recording + ".log.gz"), cores[core])
            hosts.add(total(counts))
            for line in wrong:
                print("wrong above 0.9: " + line, file=sys.stderr)
            for kind, count in counts.items():
                makers.setdefault(f"{maker} {core}", {}).setdefault(kind, Count()).add(count)
        add("hosts", hosts, f"{len(HOSTS)} recordings, {len(makers)} cores of {len({m for _, m, _ in HOSTS})} makers")
        for core, counts in makers.items():
            by_kind += [f"| {core} | {kind} | {count.row()} |" for kind, count in counts.items()]
    head = " | answers | right | null | wrong | wrong above 0.9 |\n| --- | --- | --- | --- | --- | --- | --- |\n"
    text = "| source of truth | what" + head + "\n".join(rows) + "\n"
    if by_kind:
        text += "\n| core | kind of answer" + head + "\n".join(by_kind) + "\n"
    print(text, end="")
    if arguments.write:
        start, end = "<!-- sources -->\n", "<!-- /sources -->"
        page = open(arguments.write).read()
        if start not in page:
            sys.exit(f"sources.py: {arguments.write} has no line {start.strip()}")
        before, after = page.split(start)
        with open(arguments.write, "w") as f:
            f.write(f"{before}{start}\n{text}\n{end}{after.split(end, 1)[1]}")
    given = hosts.right + hosts.wrong
    return 1 if hosts.right < arguments.least_hosts / 100 * given else 0


sys.exit(main())

#!/usr/bin/env python3
"""compare.py PREDICT LOG BLOCKS CYCLES[,CYCLES...] [MCA-COMMAND...]: how far `predict --block` is off, beside llvm-mca.

BLOCKS has a line a block, its bytes in hexadecimal (cut.py); each CYCLES its measured cycles
or "-" (measure): another thread on the core slows whole passes, so the least of several counts that a second one is
within 5 percent of. LOG is a log of
the host that they were measured on. MCA-COMMAND: as "llvm-mca-19 -mcpu=znver3"; the assembler text comes from llvm-mc of
the same version. Writes a row of Markdown for each: blocks, mean and median absolute error, share within 20 percent, and
Kendall's tau as BHive has it.
"""
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ITERATIONS = 200


def by_predict(predict, log, blocks, folder):
    files = []
    for i, block in enumerate(blocks):
        path = folder / f"{i}.s"
        path.write_text(".byte " + ",".join("0x" + block[k:k + 2] for k in range(0, len(block), 2)) + "\n")
        files.append(str(path))
    done = subprocess.run([predict, "--block", "--format", "json", log] + files, capture_output=True, text=True)
    if not done.stdout:
        sys.exit(done.stderr)
    found = {int(Path(b["block"]).stem): b["cycles"] for b in json.loads(done.stdout)}
    return [found.get(i) for i in range(len(blocks))]


def by_mca(command, blocks):
    version = re.search(r"mca(\S*)", command)[1]
    # int3, which no block has, parts the blocks
    octets = "".join(" ".join("0x" + block[k:k + 2] for k in range(0, len(block), 2)) + " 0xcc\n" for block in blocks)
    asm = subprocess.run(["llvm-mc" + version, "--disassemble", "-triple=x86_64"], input=octets, capture_output=True,
                         text=True).stdout
    text = [f"# LLVM-MCA-BEGIN {i}\n{block}\n# LLVM-MCA-END {i}\n"
            for i, block in enumerate(re.sub(r"(?m)^\s*\..*$", "", asm).split("int3")[:len(blocks)])]
    done = subprocess.run(command.split() + [f"-iterations={ITERATIONS}", "-instruction-info=0", "-resource-pressure=0"],
                          input="".join(text), capture_output=True, text=True)
    found, region = {}, None
    for line in done.stdout.splitlines():
        if m := re.match(r"\[\d+\] Code Region - (\d+)", line):
            region = int(m[1])
        elif m := re.match(r"Total Cycles:\s+(\d+)", line):
            found[region] = int(m[1]) / ITERATIONS
    return [found.get(i) for i in range(len(blocks))]


def tau(pairs):
    """Kendall's tau of the first 1,500 pairs."""
    pairs = pairs[:1500]
    agree = total = 0
    for i, (a, b) in enumerate(pairs):
        for c, d in pairs[:i]:
            if a != c and b != d:
                total += 1
                agree += 1 if (a < c) == (b < d) else -1
    return agree / total if total else 0


def row(name, predicted, measured):
    pairs = [(p, m) for p, m in zip(predicted, measured) if p is not None]
    errors = sorted(abs(p - m) / m for p, m in pairs)
    signed = statistics.median((p - m) / m for p, m in pairs)
    print(f"| {name} | {len(pairs)} | {100 * statistics.fmean(errors):.1f} % | {100 * statistics.median(errors):.1f} % | "
          f"{100 * signed:+.1f} % | {100 * sum(e <= 0.2 for e in errors) / len(errors):.0f} % | "
          f"{100 * errors[int(0.9 * len(errors))]:.0f} % | {tau(pairs):.2f} |")


def quiet(passes):
    """The least of the cycles of PASSES that another pass is near, or None."""
    known = sorted(float(c) for c in passes if c != "-" and float(c) > 0.1)
    return next((a for a, b in zip(known, known[1:]) if b < 1.05 * a), known[0] if len(known) == 1 else None)


def main():
    predict, log, blocks, cycles = sys.argv[1:5]
    passes = zip(*(Path(path).read_text().split() for path in cycles.split(",")))
    known = [(b, c) for b, c in zip(Path(blocks).read_text().split(), map(quiet, passes)) if c is not None]
    measured = [c for _, c in known]
    print("| model | blocks | mean error | median | signed median | within 20 % | 9 of 10 below | Kendall's tau |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        ours = by_predict(predict, log, [b for b, _ in known], Path(folder))
    row("predict --block", ours, measured)
    for command in sys.argv[5:]:
        theirs = by_mca(command, [b for b, _ in known])
        row(command, theirs, measured)


if __name__ == "__main__":
    main()

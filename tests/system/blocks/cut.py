#!/usr/bin/env python3
"""cut.py N SEED FILE...: cuts N basic blocks out of the code of ELF files for x86-64, by objdump.

Writes a line a block: its bytes in hexadecimal. A block begins after a branch or where one leads, and ends before the
next of these. Blocks of 3 to 40 instructions count, without calls, system calls, x87 and privileged instructions and operands
at the instruction pointer, each once. The N are drawn by SEED.
"""
import random
import re
import subprocess
import sys

FEWEST, MOST = 3, 40
LINE = re.compile(r"^\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)\s*\t?(.*)$")
LEFT_OUT = re.compile(
    r"%rip|%st|\bf[a-z]\w*|\b(call|ret|syscall|sysenter|int3|int|hlt|ud2|rdtsc|rdtscp|cpuid|xbegin|xend|rdpkru|wrpkru|rdfsbase|"
    r"xgetbv|endbr64|pause|emms|xsave\w*|xrstor\w*|fxsave\w*|fxrstor\w*|in|out|rep\w*|lock|std|cli|sti|bad)\b|%fs|%gs|\(bad\)")
BRANCH = re.compile(r"^(j\w+|loop\w*|bnd)\b")


def blocks_of(path):
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], check=True, capture_output=True, text=True)
    targets = set(re.findall(r"\bj\w+\s+([0-9a-f]+) <", text.stdout))
    text = subprocess.run(["objdump", "-dw", path], check=True, capture_output=True, text=True).stdout
    block = []
    good = True
    for line in text.splitlines():
        m = LINE.match(line)
        branch = bool(m and BRANCH.match(m[3]))
        if not m or m[1] in targets or branch:
            if good and FEWEST <= len(block) <= MOST:
                yield "".join(block)
            block, good = [], True
        if not m or branch:
            continue
        if LEFT_OUT.search(m[3]):
            good = False
        block.append(m[2].replace(" ", ""))


def main():
    n, seed = int(sys.argv[1]), int(sys.argv[2])
    all_blocks = sorted({block for path in sys.argv[3:] for block in blocks_of(path)})
    random.Random(seed).shuffle(all_blocks)
    sys.stdout.write("".join(block + "\n" for block in all_blocks[:n]))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""schedule.py LLVM MODEL BLOCKS CYCLES[,CYCLES...] [MCA-COMMAND]: the error of `analyze --export llvm`, beside LLVM's own model.

LLVM is the folder llvm of LLVM's sources, of the version of the tools; MODEL the .td file of the export; BLOCKS and CYCLES as
of compare.py. Needs llvm-tblgen and llvm-mc. Writes a row of Markdown for LLVM's model that MODEL names as the nearest, for
MODEL with the types that it leaves from that one, and for MCA-COMMAND (as "llvm-mca-19 -mcpu=znver3"), which shows how near
this interpreter of the records is to LLVM's.

Follows llvm-mca's default pipeline (its manual, "Microarchitecture" and "Instruction flow"): dispatch of IssueWidth uops a
cycle, a reorder buffer of MicroOpBufferSize, buffers of processor resources, units, latencies and ReadAdvance; loads and
stores never overlap. Not modelled: register files, load and store queues, partial updates of registers.
"""
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict, deque
from pathlib import Path

import compare

ITERATIONS = 60
VERSION = "-19"  # of the tools


def names(values):
    return [v["def"] for v in values]


class Target:
    """The records of LLVM's X86.td, with further scheduling models."""

    def __init__(self, tblgen, llvm, models, folder):
        """LLVM: the folder of llvm's sources; MODELS: files of further models; FOLDER: for a file of its own."""
        top = Path(folder) / "top.td"
        top.write_text('include "X86.td"\n' + "".join(Path(m).read_text() + "\n" for m in models))
        include = ["-I", f"{llvm}/include", "-I", f"{llvm}/lib/Target/X86", str(top)]
        run = lambda how: subprocess.run([tblgen] + include + how, check=True, capture_output=True, text=True).stdout
        self.records = json.loads(run(["--dump-json"]))
        self.of = self.records["!instanceof"]
        registers = re.findall(r"(?m)^  (\w+) = (\d+),", run(["-gen-register-info"]))
        self.register = {int(n): self.whole(name) for name, n in reversed(registers)}

    @staticmethod
    def whole(name):
        """The widest register that NAME is part of."""
        if m := re.fullmatch(r"[XYZ]MM(\d+)", name):
            return "V" + m[1]
        if m := re.fullmatch(r"[ER]?([ABCD])[XLH]", name):
            return m[1] + "X"
        if m := re.fullmatch(r"[ER]?(SI|DI|SP|BP|IP)[LH]?", name):
            return m[1]
        if m := re.fullmatch(r"(R\d+)[BWDH]*", name):
            return m[1]
        return name

    def __getitem__(self, name):
        return self.records[name]


class Model:
    """A scheduling model, and those that it falls back on."""

    def __init__(self, target, models):
        self.target, self.models = target, models
        first = target[models[0]]
        self.width, self.entries = first["IssueWidth"], first["MicroOpBufferSize"]
        self.writes, self.advances, self.aliases, self.rules = {}, {}, {}, []
        for model in reversed(models):
            mine = lambda kind: [r for r in map(target.__getitem__, target.of[kind])
                                 if r["SchedModel"] and r["SchedModel"]["def"] == model]
            self.writes |= {r["WriteType"]["def"]: r for r in mine("WriteRes")}
            self.advances |= {r["ReadType"]["def"]: r for r in mine("ReadAdvance")}
            self.aliases |= {r["MatchRW"]["def"]: r["AliasRW"]["def"] for r in mine("SchedAlias")}
            self.rules += [self.rule(r) for r in mine("InstRW")]
        self.moves = {i for r in map(target.__getitem__, target.of["IsOptimizableRegisterMove"])
                      if r["SchedModel"]["def"] in models for c in r["Classes"]
                      for i in names(target[c["def"]]["Opcodes"])} if "IsOptimizableRegisterMove" in target.of else set()
        self.groups = {g: set(names(target[g]["Resources"])) for g in target.of["ProcResGroup"]}
        self.known = {}

    @staticmethod
    def rule(record):
        """The instructions that an InstRW is of, and its writes and reads."""
        exact, patterns = set(), []
        regex = record["Instrs"]["operator"]["def"] == "instregex"
        for argument, _ in record["Instrs"]["args"]:
            if regex:
                patterns.append(re.compile("(?:" + argument + ")"))
            else:
                exact.add(argument["def"])
        return exact, patterns, names(record["OperandReadWrites"])

    def read_writes(self, opcode):
        for exact, patterns, found in self.rules:
            if opcode in exact or any(p.match(opcode) for p in patterns):
                return found
        return names(self.target[opcode].get("SchedRW") or [])

    def resolve(self, write, idiom):
        """The writes with resources that WRITE is made of; IDIOM: its sources are one register."""
        write = self.aliases.get(write, write)
        record = self.target[write]
        kinds = record["!superclasses"]
        if "SchedVariant" in kinds:
            variants = [self.target[v["def"]] for v in record["Variants"]]
            chosen = variants[0] if idiom else variants[-1]
            return [w for s in names(chosen["Selected"]) for w in self.resolve(s, idiom)]
        if "WriteSequence" in kinds:
            return [w for s in names(record["Writes"]) for w in self.resolve(s, idiom)] * record["Repeat"]
        found = record if "SchedWriteRes" in kinds else self.writes.get(write)
        return [] if found is None else [found]

    def instruction(self, opcode, idiom):
        """What an instruction costs: latency of each result, uops, (units or unit, cycles), buffers, advance of reads."""
        if (opcode, idiom) in self.known:
            return self.known[opcode, idiom]
        latencies, advance, uops, busy = [], [], 0, defaultdict(int)
        for name in self.read_writes(opcode):
            if "SchedRead" in self.target[name]["!superclasses"]:
                advance.append(self.advances[name]["Cycles"] if name in self.advances else 0)
                continue
            latency = 0
            for write in self.resolve(name, idiom):
                latency += write["Latency"]
                uops += write["NumMicroOps"]
                cycles = write["ReleaseAtCycles"] or [1] * len(write["ProcResources"])
                for resource, n in zip(names(write["ProcResources"]), cycles):
                    busy[resource] += n
            latencies.append(latency)
        used = [self.groups.get(r, {r}) for r in busy]
        buffers = {g: self.target[g]["BufferSize"] for g in set(busy) | {g for g, of in self.groups.items()
                   if any(u <= of for u in used)} if self.target[g]["BufferSize"] > 0}
        # the fewest units first: a group takes what these leave
        use = sorted(((sorted(self.units(r)), n) for r, n in busy.items() if n > 0), key=lambda x: len(x[0]))
        found = latencies or [1], uops, use, buffers, advance
        self.known[opcode, idiom] = found
        return found

    def units(self, resource):
        if resource in self.groups:
            return {u for r in self.groups[resource] for u in self.units(r)}
        return {f"{resource}.{k}" for k in range(max(1, self.target[resource]["NumUnits"]))}


def decode(mc, target, blocks):
    """For each block a list of (opcode, registers written, registers read by operand), None: not decoded."""
    octets = "".join(" ".join("0x" + b[k:k + 2] for k in range(0, len(b), 2)) + " 0xcc\n" for b in blocks)
    text = subprocess.run([mc, "--disassemble", "--show-inst", "-triple=x86_64"], input=octets, capture_output=True,
                          text=True).stdout
    found, block = [], []
    for opcode, operands in re.findall(r"<MCInst #\d+ (\w+)((?:\s*#?\s*<MCOperand [^>]*>)*)", text):
        if opcode == "INT3":
            found.append(block)
            block = []
            continue
        record = target[opcode]
        values = [int(r) if r else 0 for r in re.findall(r"<MCOperand (?:Reg:(\d+)|[^>]*)>", operands)]
        registers = [target.register.get(v) if v else None for v in values]
        n = len(record["OutOperandList"]["args"])
        written = registers[:n] + [target.whole(r) for r in names(record["Defs"])]
        block.append((opcode, written, registers[n:], [target.whole(r) for r in names(record["Uses"])]))
    return found[:len(blocks)]


def is_idiom(opcode, read):
    registers = [r for r in read if r]
    return (re.match(r"V?(XOR|PXOR|SUB|PSUB|PCMPGT|PANDN|ANDN)", opcode) is not None and len(registers) == 2 and
            len(set(registers)) == 1 and len(registers) == len(read))


class Queue:
    """A buffer: an entry is taken at dispatch and free again at a given cycle."""

    def __init__(self, size):
        self.size, self.until = size, []

    def room(self, at):
        """The first cycle from AT on that has a free entry."""
        self.until = sorted(u for u in self.until if u > at)
        return at if len(self.until) < self.size else self.until[len(self.until) - self.size]


def cycles(model, block, iterations):
    """Cycles of an iteration of BLOCK, from the second half of ITERATIONS."""
    ready, busy = defaultdict(int), defaultdict(set)
    buffers, rob = {}, deque()
    at, room, retired, half = 0, model.width, 0, 0
    for i in range(iterations):
        if i == iterations // 2:
            half = retired
        for opcode, written, read, uses in block:
            idiom = is_idiom(opcode, read)
            latencies, uops, use, held, advance = model.instruction(opcode, idiom)
            if opcode in model.moves:
                latencies, use, held = [0], [], {}
            uops = min(uops, model.width)  # a longer one is dispatched alone, over several cycles
            if room < uops:
                at, room = at + 1, model.width
            begin = at
            while sum(n for _, n in rob) + uops > model.entries > 0:
                begin = max(begin, rob.popleft()[0])
            for name, size in held.items():
                begin = buffers.setdefault(name, Queue(size)).room(begin)
            if begin > at:
                at, room = begin, model.width
            room -= uops
            start = at + 1
            if not idiom:
                for k, register in enumerate(read):
                    if register:
                        start = max(start, ready[register] - (advance[k] if k < len(advance) else 0))
                start = max([start] + [ready[r] for r in uses])
            start = issue(busy, use, start)
            for k, register in enumerate(written):
                if register:
                    ready[register] = start + latencies[min(k, len(latencies) - 1)]
            for name in held:
                buffers[name].until.append(start)
            retired = max(retired, start + max(latencies))
            rob.append((retired, uops))
    return (retired - half) / (iterations - iterations // 2)


def issue(busy, use, at):
    """Takes the units of USE from the first cycle, AT or later, when one of each kind is free; returns that cycle."""
    while True:
        taken = []
        for units, n in use:
            unit = next((u for u in units if u not in [t[0] for t in taken] and
                         not any(c in busy[u] for c in range(at, at + n))), None)
            if unit is None:
                break
            taken.append((unit, n))
        else:
            for unit, n in taken:
                busy[unit].update(range(at, at + n))
            for units, _ in use:  # the least used first, next time
                units.append(units.pop(0))
            return at
        at += 1


def nearest(target, model):
    """The model of LLVM that the comments of the file MODEL name."""
    file = re.search(r"X86Schedule\w+\.td", Path(model).read_text())[0]
    return next(m for m in target.of["SchedMachineModel"] if any(loc.startswith(file) for loc in target[m]["!locs"]))


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    llvm, model, blocks, measured = sys.argv[1:5]
    passes = zip(*(Path(path).read_text().split() for path in measured.split(",")))
    known = [(b, c) for b, c in zip(Path(blocks).read_text().split(), map(compare.quiet, passes)) if c is not None]
    with tempfile.TemporaryDirectory() as folder:
        target = Target("llvm-tblgen" + VERSION, llvm, [model], folder)
    decoded = decode("llvm-mc" + VERSION, target, [b for b, _ in known])
    near = nearest(target, model)
    print("| model | blocks | mean error | median | signed median | within 20 % | 9 of 10 below | Kendall's tau |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, models in ((near, [near]), (f"exported model, the rest of {near}", ["PontoonModel", near])):
        m = Model(target, models)
        compare.row(name, [cycles(m, b, ITERATIONS) for b in decoded], [c for _, c in known])
    for command in sys.argv[5:]:
        compare.row(command, compare.by_mca(command, [b for b, _ in known]), [c for _, c in known])


if __name__ == "__main__":
    main()

"""planted.py <probes of the simulated board> <analyze> <machine files> <scratch folder> [-v] [part of a name]: boards on
which one thing is off, which the audit must name, and the same boards as their makers state them, of which it must say
nothing. Every check is planted in a whole log."""
import gzip
import json
import os
import re
import subprocess
import sys
import zlib

PROBES, ANALYZE, MACHINES, SCRATCH = sys.argv[1:5]
os.makedirs(SCRATCH, exist_ok=True)
CACHES = "--quick --only timer_floor,add_chain,cache_size max=%s"
LADDER = CACHES % "2M"
STORES = "--quick --only timer_floor,add_chain,cache_size,cache_line,write_policy max=1M"
TLB = "--quick --only timer_floor,add_chain,cache_size,tlb_size,tlb_page max=2M"
RATE = "--quick --only timer_floor,add_chain,cache_size,cache_line,bandwidth max=4M"


def read(name):
    with open(os.path.join(MACHINES, name), encoding="utf-8") as f:
        return f.read()


def without(text, section):
    return re.sub(r"(?ms)^\[%s\]\n.*?(?=^\[|\Z)" % re.escape(section), "", text)


def put(text, section, key, value):
    """KEY of SECTION becomes VALUE; both are added where they are missing."""
    head = "[%s]\n" % section
    if head not in text:
        return text + "\n" + head + "%s = %s\n" % (key, value)
    before, after = text.split(head, 1)
    body = re.match(r"(?s)(.*?)(?=^\[|\Z)", after, re.M)
    own = re.search(r"(?m)^\[", after)
    end = own.start() if own else len(after)
    lines = [l for l in after[:end].splitlines() if not re.match(r"\s*%s\s*=" % re.escape(key), l)]
    return before + head + "\n".join(lines + ["%s = %s" % (key, value)]) + "\n\n" + after[end:]


a9 = put(read("cortex-a9.machine"), "memory", "service", "24")
a9_claims = """cpu.frequency = 800M
cache.levels = 2
cache.1.size = 32K
cache.1.write_back = yes
cache.2.size = 512K
cache.1.latency = 4
cache.2.latency = 26
memory.latency = 110
memory.bandwidth = 1.07G # 32 bytes in 24 cycles
tlb.2.entries = 128
"""
mcu = read("regions/flash-and-sram.machine")
mcu_claims = """cpu.frequency = 168M
region.flash.load.latency = 4
region.flash.fetch.latency = 5
region.flash.load.bandwidth = 4
region.sram.load.latency = 2
region.sram.store.bandwidth = 4
region.ccm.load.latency = 1.5
"""
REGIONS = "--quick --only timer_floor,add_chain,cache_size,regions max=4M"
OPS = "--quick --only timer_floor,add_chain,ops"
ops = read("atom-n270.machine")
ops_claims = "cpu.fpu = yes\ncpu.divider = yes\n"
dram = put(read("dram/ddr4-16-banks.machine"), "dram", "refresh", "0.0000078")
tcm = read("regions/tcm-and-caches.machine")
tcm_claims = "region.xip.load.latency = 90\nregion.ocram.load.latency = 14\nregion.memory.load.latency = 60\n"
neighbour = read("neighbours/shared-core.machine")
NEIGHBOUR = "--quick --only timer_floor,add_chain,cache_size,issue,reorder_buffer max=1M"
busy = put(read("traits/busy/busy-guest.machine"), "machine", "mhz", "200")
SLICE = "--quick --only timer_floor,add_chain,timeslice"
DRAM = "--only timer_floor,add_chain,dram"


PREFETCH = "--quick --only timer_floor,add_chain,cache_size,cache_line,bandwidth,prefetch max=2M"
reads = without(put(read("prefetchers/streams.machine"), "cache 2", "size", "128K"), "cache 3")
HUGE = "--quick --only timer_floor,add_chain,huge_page"
huge = put(read("guests/large-pages-in-name.machine"), "frames", "backed", "large")
THROTTLE = "--quick --only timer_floor,add_chain,throttling minutes=1"
warm = read("coherence/warm-cores.machine")
wide = read("traits/wide-licence.machine")
NODES = "--quick --only timer_floor,add_chain,cache_size,bandwidth,numa max=2M"
nodes = read("nodes/four-nodes.machine")
FORWARD = "--quick --only timer_floor,add_chain,store_forward"
CHAIN = "--quick --only timer_floor,add_chain"
# What the log says of registers and of the system.
a9_registers = {"hal": "arm_a9", "claims": "registers", "claim.sctlr.m": 1, "claim.sctlr.c": 1, "claim.sctlr.i": 1,
                "claim.actlr.smp": 1, "claim.l2c310.aux.data_prefetch": 1}
stm32 = {"hal": "arm_m", "claims": "registers", "claim.flash_acr.latency": 5, "claim.flash_acr.prften": 1,
         "claim.ccr.unalign_trp": 0}
linux = {"os": "linux"}


def sentences_of(log):
    return [m.groups() for m in re.finditer(rb"\$PT,\d+,([A-Z]+)((?:,[^*\n]*)?)\*[0-9A-F]{8}", log)]


def with_keys(log, keys):
    """The LOG of a run whose RUN says KEYS: those that it has are replaced, others come after its first sentence."""
    sentences = sentences_of(log)
    left = {k.encode(): str(v).encode() for k, v in keys.items()}
    for i, (kind, fields) in enumerate(sentences):
        for k in [k for k in left if kind == b"RUN" and b"," + k + b"=" in fields]:
            fields = re.sub(rb"(,%s=)[^,]*" % re.escape(k), rb"\g<1>" + left.pop(k), fields)
            sentences[i] = kind, fields
    sentences[1:1] = [(b"RUN", b",%s=%s" % pair) for pair in left.items()]
    return log_of(sentences)


def slower(log, series, x, factor):
    """LOG, where timings of X in a series whose keys are SERIES are FACTOR times as long."""
    sentences, inside = sentences_of(log), False
    for i, (kind, fields) in enumerate(sentences):
        if kind == b"PROBE":
            inside = series in fields
        parts = fields.split(b",")
        if inside and kind == b"S" and parts[1] == x:
            sentences[i] = kind, b",".join(parts[:3] + [b"%d" % (int(t) * factor) for t in parts[3:]])
    return log_of(sentences)


def log_of(sentences):
    """The log of SENTENCES, numbered and summed up as a board does."""
    out, total = [], 0
    for i, (kind, fields) in enumerate(sentences):
        if kind == b"END":
            fields = b",%d,%s" % (i, fields.split(b",")[2])
        if kind in (b"DONE", b"END"):
            fields = b",".join(fields.split(b",")[:4 if kind == b"DONE" else 3] + [b"%08X" % total])
        body = b"PT,%d,%s%s" % (i, kind, fields)
        total = zlib.crc32(zlib.crc32(body).to_bytes(4, "little"), total)
        out.append(b"$%s*%08X\n" % (body, zlib.crc32(body)))
    return b"".join(out)


def op(text, kind, latency):
    text = without(text, "op " + kind)
    return text + "\n[op %s]\nlatency = %s\n" % (kind, latency)


def claims_of(text):
    """What the maker of the machine states: its clock, and sizes and latencies of its caches."""
    section, claims = "", []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            section = line.strip("[]")
        key, _, value = (part.strip() for part in line.partition("="))
        if section == "machine" and key == "mhz":
            claims.append("cpu.frequency = %sM" % value)
        if section.startswith("cache ") and key in ("size", "latency"):
            claims.append("cache.%s.%s = %s" % (section.split()[1], key, value))
    return "\n".join(claims) + "\n"


def enough(text):
    """Twice the largest cache of a machine, and 1M or more."""
    units = {"K": 1, "M": 1024}
    sizes = [int(n) * units[u] for n, u in re.findall(r"(?m)^size = (\d+)([KM])", text)]
    return "%dK" % max(1024, 2 * max(sizes))


def of_region(text, name, key, value):
    """KEY of the region NAME becomes VALUE."""
    return re.sub(r"(?ms)(^name = %s\n.*?^%s = )[0-9.]+" % (name, key), r"\g<1>" + value, text, count=1)


with gzip.open(os.path.join(MACHINES, "../recordings/guest/host-x86_64.log.gz")) as recorded:
    host = recorded.read()
# What is off, the machine (or a log), its claims, options, the rule that must name it (None: nothing is off), and keys of the log, or
# what changes it.
boards = [
    ("a9", a9, a9_claims, LADDER, None),
    ("a9: stores", a9, a9_claims, STORES, None),
    ("a9: TLB", a9, a9_claims, TLB, None),
    ("a9: DRAM", a9, a9_claims, RATE, None),
    ("a9: no caches", without(without(a9, "cache 1"), "cache 2"), a9_claims, LADDER, "no_cache"),
    ("a9: L2 off", without(a9, "cache 2"), a9_claims, LADDER, "no_cache"),
    ("a9: half of L1", put(put(a9, "cache 1", "size", "16K"), "cache 1", "ways", "2"), a9_claims, LADDER, "cache_size"),
    ("a9: ways of L2 locked", put(put(a9, "cache 2", "size", "256K"), "cache 2", "ways", "4"), a9_claims, LADDER,
     "cache_size"),
    ("a9: L1 writes through", put(a9, "cache 1", "write", "through"), a9_claims, STORES, "write_through"),
    ("a9: half the clock", put(a9, "machine", "mhz", "400"), a9_claims.replace("1.07G", "533M"), LADDER, "clock"),
    ("a9: slow L2", put(a9, "cache 2", "latency", "40"), a9_claims, LADDER, "stated"),
    ("a9: slow L1", put(a9, "cache 1", "latency", "7"), a9_claims, LADDER, "stated"),
    ("a9: half of the TLB", put(a9, "tlb 2", "entries", "64"), a9_claims, TLB, "stated"),
    ("a9: DRAM at half rate", put(a9, "memory", "service", "48"), a9_claims, RATE, "dram_rate"),
    ("a9: slow L2 beside its sister", put(a9, "cache 2", "latency", "40"), "", LADDER, "sister"),
    ("a9: low clock beside its sister", put(a9, "machine", "mhz", "600"), "", LADDER, "sister"),
    ("a9: DRAM beside its sister", put(a9, "noise", "jitter", "0.003"), "", RATE, None),
    ("a9: DRAM at half rate beside its sister", put(a9, "memory", "service", "48"), "", RATE, "sister"),
    ("a9: beside itself", put(a9, "noise", "jitter", "0.003"), "", LADDER, None),
    ("mcu", mcu, mcu_claims, REGIONS, None),
    ("mcu: flash has wait states", put(mcu, "region 1", "fetch", "9"), mcu_claims, REGIONS, "stated"),
    ("mcu: flash without cache", put(mcu, "region 1", "load", "8"), mcu_claims, REGIONS, "stated"),
    ("mcu: flash without prefetch", put(mcu, "region 1", "load_rate", "2"), mcu_claims, REGIONS, "stated"),
    ("mcu: slow SRAM", put(mcu, "region 4", "load", "4"), mcu_claims, REGIONS, "stated"),
    ("mcu: SRAM on a slow bus", put(mcu, "region 4", "store_rate", "2"), mcu_claims, REGIONS, "stated"),
    ("mcu: slow CCM", put(mcu, "region 5", "load", "3"), mcu_claims, REGIONS, "stated"),
    ("mcu: low clock", put(mcu, "machine", "mhz", "84"), mcu_claims, REGIONS, "clock"),
    ("tcm", tcm, tcm_claims, REGIONS, None),
    ("tcm: serial flash at half its clock", of_region(tcm, "xip", "load", "180"), tcm_claims, REGIONS, "stated"),
    ("tcm: slow on-chip memory", of_region(tcm, "ocram", "load", "28"), tcm_claims, REGIONS, "stated"),
    ("tcm: slow DRAM", put(tcm, "memory", "latency", "120"), tcm_claims, REGIONS, "stated"),
    ("ops", ops, ops_claims, OPS, None),
    ("ops: floating point by calls", op(op(ops, "add.f32", "40"), "add.f64", "50"), ops_claims, OPS, "fpu"),
    ("ops: division by calls", op(ops, "div.i32", "110"), ops_claims, OPS, "divider"),
    ("neighbour", neighbour, "", NEIGHBOUR, "neighbour"),
    ("no neighbour", without(neighbour, "noise"), "", NEIGHBOUR, None),
    ("others on the processors", busy, "", SLICE, "background_load"),
    ("nobody else", put(busy, "os", "others", "0"), "", SLICE, None),
    ("reads", reads, "", PREFETCH, None),
    ("reads: no prefetcher", without(reads, "prefetch"), "", PREFETCH, "prefetcher"),
    ("huge pages", huge, "", HUGE, None),
    ("huge pages in name", put(huge, "frames", "backed", "base"), "", HUGE, "huge_pages"),
    ("warm", re.sub("(?m)^throttle.*\n", "", warm), "", THROTTLE, None),
    ("warm: throttled", warm, "", THROTTLE, "throttling"),
    ("vectors: none in the image", ops, "cpu.vector_bits = 256\n", OPS, "vectors"),
    # The simulated board has no vectors: a recorded host, of which other checks find what is not planted.
    ("recorded host", host, "", "", None),
    ("recorded host: a lower clock of vectors", slower(host, b",type=v256f32,mix=clock", b"1", 1.2), "", "", "vector_clock"),
    ("nodes", nodes, "", NODES, None),
    ("nodes: one has a channel less", nodes, "", NODES, "node_bandwidth", lambda log: slower(log, b",numa", b"1:1:1", 1.35)),
    ("governor", a9, "", CACHES % "1M", None, {"os": "linux", "governor": "powersave"}),
    ("governor: the clock changes", put(a9, "noise", "drift", "0.2"), "", CACHES % "1M", "governor",
     {"os": "linux", "governor": "powersave"}),
    ("pinned", wide, "", CHAIN, None, linux),
    ("not pinned", wide, "", CHAIN, "pinning", dict(linux, pinning="EPERM")),
    ("registers", wide, "", CHAIN, None, a9_registers),
    ("registers: not SMP", wide, "", CHAIN, "registers", dict(a9_registers, **{"claim.actlr.smp": 0})),
    ("registers: traps", wide, "", CHAIN, "registers", dict(stm32, **{"claim.ccr.unalign_trp": 1})),
    ("flash", wide, "flash.wait_states = 5\n", CHAIN, None, stm32),
    ("flash: wait states", wide, "flash.wait_states = 2\n", CHAIN, "wait_states", stm32),
    ("unaligned loads", wide, "", FORWARD, None),
    ("unaligned loads trap", put(wide, "cpu", "unaligned", "600"), "", FORWARD, "alignment"),
    ("dram", dram, "dram.refresh.interval = 7800\n", DRAM, None),
    ("dram: refresh twice as often", put(dram, "dram", "refresh", "0.0000039"), "dram.refresh.interval = 7800\n", DRAM,
     "stated"),
]
# More boards on which nothing is off.
for name in ("athlonmp", "atom-n270", "core2duo-e6600", "itanium2", "omap3-cortex-a8", "opteron240", "pentium3", "pentium4",
             "r12000", "tilepro64", "ultrasparc-iiii", "yonah"):
    text = read(name + ".machine")
    boards.append((name, text, claims_of(text), CACHES % enough(text), None))
named = planted = accused = clean = 0
checks, logs = set(), {}
only = [a for a in sys.argv[5:] if a != "-v"]
for i, (what, machine, claims, options, rule, *change) in enumerate(boards):
    if only and not any(part in what for part in only):
        continue
    at = os.path.join(SCRATCH, "%02d" % i)
    recorded = isinstance(machine, bytes)
    for ending, text in ((".machine", "" if recorded else machine), (".claims", claims)):
        with open(at + ending, "w", encoding="utf-8") as f:
            f.write(text)
    log = machine if recorded else logs.get((machine, options))
    if log is None:
        log = subprocess.run([PROBES] + options.split(), env=dict(os.environ, PONTOON_MACHINE=at + ".machine"),
                             stdout=subprocess.PIPE, check=True).stdout
        logs[machine, options] = log
    with open(at + ".log", "wb") as f:
        f.write(log if not change else change[0](log) if callable(change[0]) else with_keys(log, change[0]))
    sister = ["--like=" + os.path.join(SCRATCH, "03.log" if "DRAM" in what else "00.log")] if "beside" in what else []
    run = subprocess.run([ANALYZE, "--audit", "--format=json"] + sister + ["--claims=" + at + ".claims", at + ".log"], stdout=subprocess.PIPE)
    if run.returncode > 1:
        sys.exit("%s: analyze ended with %d" % (what, run.returncode))
    report = json.loads(run.stdout)
    rules = [f["rule"] for f in report["findings"] if not recorded or f["rule"] == "vector_clock"]
    checks |= set(rules) | {c["rule"] for c in report["checks_not_made"]}
    if rule is None:
        clean += 1
        accused += rules != []
        right = rules == []
    else:
        planted += 1
        right = rule in rules
        named += right
    if not right or "-v" in sys.argv:
        print("%s: %s in place of %s" % (what, rules or "nothing", rule or "nothing"))
print("%d of %d planted faults named; %d of %d clean boards accused" % (named, planted, accused, clean))
unplanted = checks - {b[4] for b in boards}
if unplanted:
    print("checks that no board plants: " + ", ".join(sorted(unplanted)))
sys.exit(named < planted or accused > 0 or bool(unplanted))

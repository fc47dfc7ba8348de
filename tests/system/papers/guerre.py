"""guerre.py BUILD LOGS [--write FILE]: each of the six kernels of Guerre, Acquaviva and Lhuillier predicted from the other
five, on this machine and on simulated boards, next to the errors that the paper prints.

LOGS is a folder. Logs and signatures that are there are used, others are made there: host.log (probes of BUILD on this
machine, which should be quiet) and host.kernels (profile --kernels), and MACHINE.log of each simulated board. On this
machine `predict --leave-one-out` predicts. On a simulated board the paper's formula (1) does, with this machine as its
reference: the time of the kernel here, times how much longer the most similar kernel takes there, divided by that kernel's
speed-up there.
Prints the tables in Markdown. --write puts them into FILE between <!-- guerre --> and <!-- /guerre -->."""

import json
import os
import statistics
import subprocess
import sys

KERNELS = ["gemm", "max3x3", "deriche", "fgl", "quad_tree", "summed_area"]
SIDE = 128  # of images on simulated boards, which are slow; also timed on the host
BOARDS = {"cortex-a9": ("Cortex-A9", "32K,512K", "1,2,4"), "i7-2600": ("i7-2600", "32K,256K,8M", "1,2,4"),
          "tilepro64": ("TilePro64", "8K,64K", "1,8,32")}
PAPER = {name: "detector: median < 20 %, up to 32 threads" for name in ("cortex-a9", "tilepro64")}
MACHINES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "machines")


def run(command, out, **env):
    with open(out + ".part", "w") as f:
        status = subprocess.run(command, stdout=f, env={**os.environ, **env}).returncode
    if status != 0:
        sys.exit(f"guerre.py: {' '.join(command)}: status {status}")
    os.rename(out + ".part", out)


def make_logs(build, logs):
    log, kernels, images = (os.path.join(logs, name) for name in ("host.log", "host.kernels", "host.image"))
    image = images if os.path.exists(images) else os.path.join(build, "probes")
    wanted = "kernel=" + ",".join(KERNELS)
    if not os.path.exists(log):
        run([image, "--quick", "--only", "timer_floor,add_chain,cache_size,cache_line,ops,issue,reorder_buffer,store_forward,kernels",
             wanted, f"n={SIDE},256", "max=16M"], log)
    if not os.path.exists(kernels):
        subprocess.run([os.path.join(build, "profile"), "-q", f"--kernels={log}", f"--image={image}", "-o", kernels], check=True)
    for name, (_, caches, threads) in BOARDS.items():
        path = os.path.join(logs, name + ".log")
        if not os.path.exists(path):
            run([os.path.join(build, "sim", "probes"), "--quick", "--only", "timer_floor,add_chain,kernels", wanted,
                 f"n={SIDE}", f"capacity={caches}", f"contexts={threads}"], path,
                PONTOON_MACHINE=os.path.join(MACHINES, name + ".machine"))


def times_of(path):
    """{(kernel, model, threads, n): ticks of a lap} of the record stream in PATH, without arrays of each thread's own."""
    times, at = {}, None
    with open(path, errors="replace") as f:
        for line in f:
            part = line.split("*")[0].split(",")
            if len(part) > 3 and part[2] == "PROBE":
                keys = dict(p.split("=", 1) for p in part if "=" in p)
                ours = part[3] == "kernels" and keys.get("name") in KERNELS and keys.get("state") == "warm"
                at = (keys["name"], keys["model"], int(keys["contexts"])) if ours and keys["space"] != "independent" else None
                if at and at[1] == "seq" and keys["variant"] != "plain":
                    at = None
            elif len(part) > 5 and part[2] == "S" and at:
                n = int(part[3].split(":")[0])
                times[(*at, n)] = min(int(t) for t in part[5:]) / int(part[4])
    return times


def errors_there(host, there, match):
    """{(kernel, model, threads): error} by formula (1), on the board whose times THERE has."""
    errors = {}
    for (kernel, model, threads, n), measured in there.items():
        like = match.get(kernel)
        needed = [(kernel, "seq", 1, n), (like, "seq", 1, n)]
        if n != SIDE or like is None or any(k not in host for k in needed) or (like, model, threads, n) not in there:
            continue
        factor = there[(like, "seq", 1, n)] / host[(like, "seq", 1, n)]
        speedup = there[(like, "seq", 1, n)] / there[(like, model, threads, n)]
        errors[(kernel, model, threads)] = host[(kernel, "seq", 1, n)] * factor / speedup / measured - 1
    return errors


def percent(x):
    return f"{100 * x:+.0f} %"


def columns_of(errors):
    return sorted({(threads, model) for _, model, threads in errors}, key=lambda c: (c[0], c[1] != "static"))


def table(title, errors, match, extra=None, note=None):
    columns = columns_of(errors)
    heads = ["1 thread" if n == 1 else f"{n}, {model}" for n, model in columns]
    lines = [f"| {title} | from |" + (" replay, 1 |" if extra else "") + "".join(f" {h} |" for h in heads),
             "| --- " * (2 + bool(extra) + len(heads)) + "|"]
    for kernel in KERNELS:
        cells = [percent(errors[(kernel, m, n)]) if (kernel, m, n) in errors else "-" for n, m in columns]
        lines.append(f"| {kernel} | {match.get(kernel, '-')} |" + (f" {extra.get(kernel, '-')} |" if extra else "") +
                     "".join(f" {c} |" for c in cells))
    medians = [statistics.median([abs(e) for (_, m, n), e in errors.items() if (n, m) == c]) for c in columns]
    lines.append("| median | |" + (" |" if extra else "") + "".join(f" {100 * m:.0f} % |" for m in medians))
    return lines + ([f"| the paper | {note} |" + " |" * (len(heads) + bool(extra))] if note else [])


def host_table(build, log):
    answer = subprocess.run([os.path.join(build, "predict"), "--leave-one-out", "--format", "json", log], stdout=subprocess.PIPE)
    if answer.returncode != 0:
        sys.exit(f"guerre.py: predict --leave-one-out: status {answer.returncode}")
    at = [k for k in json.loads(answer.stdout)["kernels"] if k["size"] == SIDE and k["family"] in KERNELS]
    errors = {(k["family"], t["model"], t["n"]): t["error"] for k in at for t in k["times"]}
    replay = {k["family"]: percent(k["replay"]) for k in at if k["replay"] is not None}
    return errors, {k["family"]: k["from"].split(".")[0] for k in at}, replay


def main():
    build, logs = sys.argv[1:3]
    os.makedirs(logs, exist_ok=True)
    make_logs(build, logs)
    log = os.path.join(logs, "host.log")
    errors, match, replay = host_table(build, log)
    host = times_of(log)
    parts = [table("this host", errors, match, extra=replay)]
    for name, (title, _, _) in BOARDS.items():
        there = errors_there(host, times_of(os.path.join(logs, name + ".log")), match)
        if there:
            parts.append(table(f"{title}, simulated", there, match, note=PAPER.get(name)))
    text = "\n\n".join("\n".join(lines) for lines in parts)
    print(text)
    if sys.argv[3:4] == ["--write"]:
        page = open(sys.argv[4]).read()
        before, after = page.split("<!-- guerre -->\n")
        page = f"{before}<!-- guerre -->\n\n{text}\n\n<!-- /guerre -->{after.split('<!-- /guerre -->', 1)[1]}"
        with open(sys.argv[4], "w") as f:
            f.write(page)
    return 0 if len(errors) > 0 else 1


sys.exit(main())

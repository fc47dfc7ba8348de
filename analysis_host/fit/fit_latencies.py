#!/usr/bin/env python3
"""Fits the latencies of a simulator's configuration to those that a board's log has.

A simulator adds cycles of its own to each latency of its configuration, so a measured latency that
is copied into it comes out too long. This program runs a command that simulates a configuration and
prints the latencies that a program gets there, changes the configuration, and repeats.
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

ME = "fit_latencies"
VERSION = "@PROJECT_VERSION@"  # the build fills it in

FITTED, SOME_CANNOT, USAGE, NO_LATENCIES, NOT_WRITTEN, INTERRUPTED = 0, 1, 2, 3, 4, 130

HELP = """usage: fit_latencies --target=LOG --config=CONFIG --output=FITTED
                     [options] COMMAND [ARGUMENT...]

Changes latencies in CONFIG until a program that runs under COMMAND gets those
that LOG has, each to within a cycle, and writes FITTED. A line of CONFIG is
changed if it has a comment with the word "fit" and the id of a latency:

    latency = 12.000    # fit cache.2.latency

The last number before the comment is the value. analyze --export machine, gem5
and champsim write such comments. Lines with the same id get the same value.

COMMAND gets the file to try in place of each {}, or as its last argument. It
prints one of these on standard output:

    a log of the probes       read by analyze
    cache.1.latency 4.02      an id and core cycles, one line an id
    16384 4.02                bytes of a pointer chase and core cycles, one
                              line a size; LOG says which level a size is in

  -t, --target=LOG     latencies to reach: a log, or a file of ids and cycles
  -c, --config=CONFIG  configuration to start from; it stays as it is
  -o, --output=FITTED  file for the fitted configuration
      --within=CYCLES  largest difference from LOG that is good enough (1)
      --least=NUMBER   least value that the simulator accepts (1)
      --runs=N         most runs of COMMAND (40)
      --timeout=SECONDS  most time for one run of COMMAND (600)
      --analyze=FILE   program analyze (next to this program, else in PATH)
  -q, --quiet          no line for each run
  -h, --help           this text
      --version        version

Exit status: 0 all latencies fit; 1 some cannot be reached: FITTED has the
nearest, standard output says which; 2 wrong usage, or a file cannot be read;
3 COMMAND failed, took too long or printed no latencies: nothing was written;
4 FITTED could not be written; 130 interrupted.
"""

ID = r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+"
NUMBER = r"[0-9]+(?:\.[0-9]+)?"
MARK = re.compile(r"\bfit (%s)" % ID)
LAST_NUMBER = re.compile(r"(?<![\w.])(%s)(?!.*(?<![\w.])%s)" % (NUMBER, NUMBER), re.S)
ID_LINE = re.compile(r"\s*(%s)\s+(%s(?:e[-+]?[0-9]+)?)\s*$" % (ID, NUMBER))
SIZE_LINE = re.compile(r"\s*([0-9]+)\s+(%s(?:e[-+]?[0-9]+)?)\s*$" % NUMBER)
LEVEL = re.compile(r"cache\.([0-9]+)\.latency$")

NO_EFFECT = 0.02  # cycles a step of the value, below which a value is said to have no effect


class Failure(Exception):
    """An end of the program: its exit status and a sentence."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


# ---- the configuration ----


class Parameter:
    """A number of the configuration: where it is, and what is known of its effect."""

    def __init__(self, name):
        self.name = name
        self.places = []  # (line, begin, end)
        self.value = self.decimals = self.start = None
        self.slope = 1.0  # cycles that one more of the value adds
        self.seen = {}  # value: cycles, while all parameters before it stayed as they are
        self.error = None
        self.worse = False
        self.stuck = ""  # why it cannot be fitted

    def place(self, where, text):
        """Adds a place of the number TEXT."""
        self.places.append(where)
        if self.value is None:
            self.decimals = len(text.partition(".")[2])
            self.value = self.start = float(text)

    def text(self, value=None):
        return "%.*f" % (self.decimals, self.value if value is None else value)

    def rounded(self, value):
        return round(value, self.decimals)


class Config:
    """Lines with numbers that may be changed."""

    def __init__(self, path):
        self.path = path
        self.lines = read_text(path).splitlines(keepends=True)
        found = {}
        for at, line in enumerate(self.lines):
            for mark in MARK.finditer(line):
                number = LAST_NUMBER.search(line[: mark.start()])
                if number is None:
                    raise Failure(USAGE, "%s:%d: no number before 'fit %s'" % (path, at + 1, mark[1]))
                parameter = found.setdefault(mark[1], Parameter(mark[1]))
                parameter.place((at, number.start(1), number.end(1)), number[1])
        if not found:
            raise Failure(USAGE, "%s: no line has a comment 'fit ID', as 'fit cache.1.latency'; "
                          "analyze --export machine, gem5 or champsim writes them" % path)
        self.parameters = sorted(found.values(), key=lambda p: order(p.name))

    def text(self):
        """The configuration with the values as they are now."""
        lines = list(self.lines)
        places = [(where, p.text()) for p in self.parameters for where in p.places]
        for (at, begin, end), number in sorted(places, reverse=True):
            lines[at] = lines[at][:begin] + number + lines[at][end:]
        return "".join(lines)


def order(name):
    """Caches from the first level outward, then memory, then other latencies."""
    level = LEVEL.match(name)
    if level:
        return 0, int(level[1]), name
    return 1 if name == "memory.latency" else 2, 0, name


def read_text(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as why:
        raise Failure(USAGE, "%s: %s" % (path, getattr(why, "strerror", None) or "no text")) from why


# ---- latencies ----


def id_table(text):
    """The lines `ID CYCLES` of a text; other lines are what a simulator prints besides."""
    return {m[1]: float(m[2]) for m in map(ID_LINE.match, text.splitlines()) if m}


def size_table(text):
    """(bytes, cycles) of a text that has only such lines and comments; empty: it has others."""
    lines = [x for x in text.splitlines() if x.strip() and not x.lstrip().startswith("#")]
    points = [SIZE_LINE.match(x) for x in lines]
    return [(int(p[1]), float(p[2])) for p in points] if all(points) else []


def report_of(analyze, log, name):
    """The numbers that analyze finds in a LOG, by id: value, for sizes the nominal one if there is one."""
    try:
        done = subprocess.run([analyze, "--format", "json", "-"], input=log, capture_output=True,
                              check=False)
    except OSError as why:
        raise Failure(USAGE, "%s: %s" % (analyze, why.strerror)) from why
    try:
        results = json.loads(done.stdout)["results"] if done.returncode in (0, 1) else None
    except (ValueError, KeyError, TypeError):
        results = None
    if results is None:
        first = log.decode("utf-8", "replace").strip().partition("\n")[0][:60]
        raise Failure(NO_LATENCIES, "%s: neither a log nor a table of latencies; first line: %s"
                      % (name, "".join(c if c.isprintable() else "?" for c in first)))
    numbers = [r for r in results if r.get("kind") == "number" and r.get("value") is not None]
    return {r["id"]: r["nominal"] if r["id"].endswith(".size") and r.get("nominal") else r["value"]
            for r in numbers}


def median(numbers):
    numbers = sorted(numbers)
    middle = len(numbers) // 2
    return (numbers[middle] + numbers[-middle - 1]) / 2


def latencies_by_size(points, sizes):
    """Latencies of levels from points of a chase. A cache is seen where its size is filled by half to
    three quarters and the one before holds at most a third of it; memory from four times the last
    cache on, or at the largest sizes that there are beyond twice the last cache."""
    found, before = {}, 0
    for level, size in enumerate(sizes, 1):
        own = [c for b, c in points if max(3 * before, size / 4 if level == 1 else 0) <= b <= 0.75 * size]
        if own:
            found["cache.%d.latency" % level] = median(own)
        before = size
    far = [c for b, c in points if b >= 4 * before]
    if far and before:
        found["memory.latency"] = median(far)
    return found


def sizes_of(target):
    """Sizes of the data caches from the first on, as far as the target has them."""
    sizes = []
    while "cache.%d.size" % (len(sizes) + 1) in target:
        sizes.append(target["cache.%d.size" % (len(sizes) + 1)])
    return sizes


def read_target(path, analyze):
    """The latencies to reach, and sizes."""
    try:
        with open(path, "rb") as file:
            log = file.read()
    except OSError as why:
        raise Failure(USAGE, "%s: %s" % (path, why.strerror)) from why
    table = id_table(log.decode("utf-8", "replace"))
    if table:
        return table
    try:
        return report_of(analyze, log, path)
    except Failure as why:
        raise Failure(USAGE, str(why)) from why


# ---- the command ----


class Command:
    """Runs the user's command on configurations."""

    def __init__(self, words, options, target):
        self.words = words
        self.options = options
        self.sizes = sizes_of(target)
        self.runs = 0

    def run(self, text):
        """The latencies that the command prints for the configuration TEXT."""
        self.runs += 1
        suffix = os.path.splitext(self.options.config)[1]
        with tempfile.TemporaryDirectory(prefix=ME + ".") as folder:
            path = os.path.join(folder, "config" + suffix)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            words = [w.replace("{}", path) for w in self.words]
            if words == self.words:
                words.append(path)
            return self.latencies(self.output_of(words))

    def output_of(self, words):
        name, limit = words[0], self.options.timeout
        try:
            child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, start_new_session=True)
        except OSError as why:
            raise Failure(NO_LATENCIES, "%s: %s" % (name, why.strerror)) from why
        try:
            out, err = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired as why:
            raise Failure(NO_LATENCIES, "%s: no answer in %g s (run %d); --timeout allows more"
                          % (name, limit, self.runs)) from why
        finally: # also what it started: all are in its session
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        if child.returncode != 0:
            said = err.decode("utf-8", "replace").strip().splitlines()
            ended = ("status %d" % child.returncode if child.returncode > 0
                     else "signal %d" % -child.returncode)
            raise Failure(NO_LATENCIES, "%s: ended with %s (run %d)%s"
                          % (name, ended, self.runs, ": " + said[-1] if said else ""))
        return out

    def latencies(self, out):
        text = out.decode("utf-8", "replace")
        found = id_table(text)
        if found:
            return found
        points = size_table(text)
        if points and not self.sizes:
            raise Failure(USAGE, "%s prints sizes and cycles, and %s has no cache sizes (cache.1.size)"
                          % (self.words[0], self.options.target))
        if points:
            return latencies_by_size(points, self.sizes)
        if not text.strip():
            raise Failure(NO_LATENCIES, "%s: printed nothing (run %d)" % (self.words[0], self.runs))
        return report_of(self.options.analyze, out, self.words[0])


# ---- the fit ----


class Fit:
    """Changes the parameters until the latencies are reached.

    A latency depends on its own parameter, and perhaps on those of the levels before it. In each
    round every latency that is off is corrected by its whole error. Under a simulator that adds up
    the latencies of levels this ends after as many rounds as there are levels, under others at once.
    Where one step of a parameter is not one cycle, its effect is learnt when all levels before it
    stay unchanged; a level whose error grew waits for that."""

    def __init__(self, config, target, options):
        self.config = config
        self.target = target
        self.options = options
        self.last = None  # values and latencies of the run before
        self.best = None

    def errors(self, measured):
        for p in self.config.parameters:
            if p.name not in measured:
                raise Failure(NO_LATENCIES, "%s: no %s in its output, which %s is to be fitted to"
                              % (self.options.command[0], p.name, self.options.config))
            error = self.target[p.name] - measured[p.name]
            p.worse = p.error is not None and abs(error) > abs(p.error)
            p.error = error

    def fits(self, p):
        return abs(p.error) <= self.options.within

    def learn(self, measured):
        """What a step of each parameter does, where only that one changed of it and those before."""
        values = {p.name: p.value for p in self.config.parameters}
        unchanged = True
        for p in self.config.parameters:
            moved = self.last is not None and values[p.name] != self.last[0][p.name]
            if moved and unchanged:
                step = values[p.name] - self.last[0][p.name]
                p.slope = (measured[p.name] - self.last[1][p.name]) / step
            if not unchanged:
                p.seen = {}
            p.seen[p.value] = measured[p.name]
            unchanged = unchanged and not moved
        self.last = values, dict(measured)

    def keep_best(self, measured):
        off = [abs(p.error) for p in self.config.parameters]
        score = sum(o > self.options.within for o in off), sum(off)
        if self.best is None or score < self.best[0]:
            self.best = score, self.config.text(), [(p, p.value, measured[p.name])
                                                    for p in self.config.parameters]

    def next_value(self, p):
        """The value to try next; None, with p.stuck set, where nothing is left to try."""
        if abs(p.slope) < NO_EFFECT:
            p.stuck = "changing the value has no effect"
            return None
        value = max(p.rounded(p.value + p.error / p.slope), self.options.least)
        if value == p.value: # less than half a step away
            value = max(p.rounded(p.value + (1 if p.error / p.slope > 0 else -1) * 10.0 ** -p.decimals),
                        self.options.least)
        if value == p.value:
            p.stuck = "%s is the least value" % p.text()
            return None
        if value in p.seen:
            p.stuck = "%s gives %.2f and %s gives %.2f" % (
                p.text(), p.seen[p.value], p.text(value), p.seen[value])
            return None
        return value

    def change(self):
        """Changes what is off. False: nothing is left to change."""
        settled, changed = True, False
        for p in self.config.parameters:
            p.stuck = ""
            if self.fits(p) or (p.worse and not settled):
                continue
            if not settled:
                value = max(p.rounded(p.value + p.error / p.slope), self.options.least) \
                    if abs(p.slope) >= NO_EFFECT else p.value
            else:
                value = self.next_value(p)
            if value is not None and value != p.value:
                p.value = value
                settled, changed = False, True
        return changed

    def run(self, command):
        while True:
            measured = command.run(self.config.text())
            self.errors(measured)
            self.learn(measured)
            self.keep_best(measured)
            self.tell(command, measured)
            if all(map(self.fits, self.config.parameters)) or not self.change():
                return
            if command.runs >= self.options.runs:
                for p in self.config.parameters:
                    p.stuck = p.stuck or "not reached in %d runs; --runs allows more" % command.runs
                return

    def tell(self, command, measured):
        if not self.options.quiet:
            print("%s: run %d: %s" % (ME, command.runs, ", ".join(
                "%s %s gives %.2f" % (p.name, p.text(), measured[p.name])
                for p in self.config.parameters)), file=sys.stderr, flush=True)

    def table(self):
        """The result, one line a latency; and whether all fit."""
        rows = ["%-18s %9s %9s %10s %10s" % ("latency", "value was", "value", "board", "simulated")]
        good = True
        for p, value, cycles in self.best[2]:
            fits = abs(self.target[p.name] - cycles) <= self.options.within
            row = "%-18s %9s %9s %10.2f %10.2f" % (p.name, p.text(p.start), p.text(value),
                                                 self.target[p.name], cycles)
            rows.append(row if fits else "%s  cannot: %s" % (row, p.stuck or "other latencies fit only so"))
            good = good and fits
        return rows, good


# ---- the command line ----


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Failure(USAGE, "%s; --help has the options" % message)


def positive(kind, zero):
    def read(text):
        try:
            number = kind(text)
        except ValueError:
            number = -1
        if not (number > 0 or (zero and number == 0)) or number == float("inf"):
            raise argparse.ArgumentTypeError("'%s' is no number above 0" % text)
        return number
    return read


def options_of(arguments):
    parser = Parser(prog=ME, add_help=False, allow_abbrev=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("-t", "--target")
    parser.add_argument("-c", "--config")
    parser.add_argument("-o", "--output")
    parser.add_argument("--within", type=positive(float, False), default=1.0)
    parser.add_argument("--least", type=positive(float, True), default=1.0)
    parser.add_argument("--runs", type=positive(int, False), default=40)
    parser.add_argument("--timeout", type=positive(float, False), default=600.0)
    parser.add_argument("--analyze")
    parser.add_argument("-q", "--quiet", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    if options.command[:1] == ["--"]:
        del options.command[0]
    if options.help or options.version:
        return options
    for name in "target", "config", "output":
        if getattr(options, name) is None:
            raise Failure(USAGE, "--%s is missing; --help has the options" % name)
    if not options.command:
        raise Failure(USAGE, "the command that simulates a configuration is missing")
    if options.analyze is None:
        beside = os.path.join(os.path.dirname(os.path.realpath(__file__)), "analyze")
        options.analyze = beside if os.access(beside, os.X_OK) else "analyze"
    return options


def write(path, text):
    """Replaces the file at PATH when all of TEXT is on the disk."""
    part = "%s.%d.part" % (path, os.getpid())
    try:
        with open(part, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(part, path)
    except OSError as why:
        if os.path.exists(part):
            os.unlink(part)
        raise Failure(NOT_WRITTEN, "%s: %s" % (path, why.strerror)) from why


def fit(options):
    config = Config(options.config)
    target = read_target(options.target, options.analyze)
    missing = [p.name for p in config.parameters if p.name not in target]
    if missing:
        raise Failure(USAGE, "%s: has no %s, which %s is to be fitted to"
                      % (options.target, ", ".join(missing), options.config))
    command = Command(options.command, options, target)
    fitting = Fit(config, target, options)
    fitting.run(command)
    rows, good = fitting.table()
    write(options.output, fitting.best[1])
    print("\n".join(rows))
    return FITTED if good else SOME_CANNOT


def interrupt(_number, _frame):
    raise KeyboardInterrupt


def main(arguments):
    signal.signal(signal.SIGTERM, interrupt)
    try:
        options = options_of(arguments)
        if options.help:
            print(HELP, end="")
            return FITTED
        if options.version:
            print("%s (pontoon) %s" % (ME, VERSION))
            return FITTED
        return fit(options)
    except Failure as why:
        print("%s: %s" % (ME, why), file=sys.stderr)
        return why.status
    except KeyboardInterrupt:
        print("%s: interrupted" % ME, file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

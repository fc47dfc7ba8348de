"""What a person meets first: typed on a clone, on a real terminal, as a user who is not root.

first_contact.py <source tree> <build folder>

The clone is made with core.autocrlf=true, lies below a path with blanks and cannot be written. Its programs are those
of the build folder. The language has a decimal comma. Ends with 77 and the reason where that cannot be tried here.
"""
import fcntl
import gzip
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import tty

NOBODY = 65534
LONGEST = 100  # seconds
SOURCE, BUILD = (os.path.abspath(word) for word in sys.argv[1:3])
wrong = []


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def expect(what, right, shown=""):
    if not right:
        wrong.append(what)
        print("--", what, "\n", shown)


def text_of(output):
    """The bytes of a terminal without its commands."""
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", output.decode("utf-8", "replace")).replace("\r\n", "\n")


def lines_of(output):
    """Every line that stood on the terminal, also those that were drawn over."""
    return re.split(r"[\r\n]", text_of(output))


class Typed:
    """Words that are typed on a terminal of so many columns; a line to a board, where there is one."""

    def __init__(self, words, columns, line=None, env=None, folder=None, interrupt_s=None):
        self.output, self.columns, self.words = b"", columns, words
        self.line, self.interrupt_s, self.begin = line, interrupt_s, time.monotonic()
        self.end, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            words, stdin=theirs, stdout=theirs, stderr=theirs, env={**ENVIRONMENT, **(env or {})},
            cwd=folder or HOME, start_new_session=True, preexec_fn=become_nobody)
        os.close(theirs)

    def read(self):
        """Takes what came. Returns False at the end."""
        try:
            bytes_read = os.read(self.end, 65536)
        except OSError:
            bytes_read = b""
        self.output += bytes_read
        return bytes_read != b""

    def tick(self):
        gone = time.monotonic() - self.begin
        if self.interrupt_s is not None and gone > self.interrupt_s:
            self.interrupt_s = None
            self.process.send_signal(signal.SIGINT)
        if gone > LONGEST:
            self.process.kill()

    def close(self):
        self.status = self.process.wait()
        os.close(self.end)
        self.text = text_of(self.output)


def run_all(typed):
    """Waits for all of these at once."""
    open_ones = {t.end: t for t in typed}
    while open_ones:
        for end in select.select(list(open_ones), [], [], 0.1)[0]:
            if not open_ones[end].read():
                del open_ones[end]
        for t in typed:
            t.tick()
    for t in typed:
        t.close()
    return typed


def become_nobody():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def type_words(*words, columns=80, **more):
    return run_all([Typed(list(words), columns, **more)])[0]


def says(what, typed, status, *texts):
    """Messages may be wrapped: blanks and line ends count alike."""
    flat = " ".join(typed.text.split())
    expect("%s: status %s, expected %s" % (what, typed.status, status), typed.status == status, typed.text)
    for text in texts:
        expect("%s: `%s` expected" % (what, text), text in flat, typed.text)


def progress_fits(what, typed):
    """No line of progress reaches the last column: it would move to the next line, and never be drawn over."""
    for line in lines_of(typed.output):
        if re.match(r"( [>\u25b8+\u2713!-] |total |building: )", line):
            expect("%s: longer than %d columns: %s" % (what, typed.columns, line), len(line) < typed.columns)


# ---- the places ----

def copy_programs(folder):
    os.mkdir(folder)
    for name in ("board_runner", "analyze", "probes"):
        shutil.copy(os.path.join(BUILD, name), folder)
    with open(os.path.join(folder, "board_runner.where"), "w") as out:
        out.write("source = %s\n" % CLONE)


def clone():
    """Clones as one who lets git make line ends of another system, and takes away the right to write."""
    cloned = subprocess.run(["git", "-c", "safe.directory=*", "clone", "-q", "-c", "core.autocrlf=true", SOURCE, CLONE],
                            capture_output=True, text=True)
    if cloned.returncode != 0:
        skip("git cannot clone the sources: " + cloned.stderr.strip().split("\n")[-1])
    # What is not committed yet is tried, too.
    changed = subprocess.run(["git", "-c", "safe.directory=*", "-C", SOURCE, "diff", "--name-only", "--diff-filter=d", "HEAD"],
                             capture_output=True, text=True).stdout.split()
    for name in changed:
        os.makedirs(os.path.dirname(os.path.join(CLONE, name)), exist_ok=True)
        shutil.copy(os.path.join(SOURCE, name), os.path.join(CLONE, name))
    ends = subprocess.run(["git", "-C", CLONE, "ls-files", "--eol"], capture_output=True, text=True).stdout
    other = [line for line in ends.split("\n") if re.search(r"w/(crlf|mixed)", line)]
    expect("line ends of another system in a clone with core.autocrlf=true", not other, "\n".join(other[:5]))
    subprocess.run(["chmod", "-R", "a-w,a+rX", CLONE], check=True)


def fake_builder(folder):
    """cmake and ninja that build nothing: the programs are there. Others are the machine's."""
    os.mkdir(folder)
    for name, text in (("cmake", 'case $1 in --build) for i in 1 2 3 4 5; do echo "[$i/5 $i.0] Building a file with a '
                                 'long name that does not fit into any terminal"; done ;; esac\n'), ("ninja", "")):
        path = os.path.join(folder, name)
        with open(path, "w") as out:
            out.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)


def decimal_comma(folder):
    """Returns the environment of a language with a decimal comma, "" where it cannot be made."""
    os.mkdir(folder)
    try:
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, "de_DE.UTF-8")],
                              capture_output=True).returncode
    except OSError:
        made = -1
    if made not in (0, 1):  # 1: with warnings
        print("no language with a decimal comma can be made here: tried without")
        return {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
    return {"LOCPATH": folder, "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}


# ---- what is typed ----

def old_log(name="y.log"):
    """Writes the log of an earlier run. Returns its path and bytes."""
    path = os.path.join(HOME, name)
    with gzip.open(os.path.join(CLONE, "tests/data/recordings/host-x86_64.log.gz")) as source:
        held = source.read()
    with open(path, "wb") as out:
        out.write(held)
    os.chmod(path, 0o666)
    return path, held


def read(path):
    with open(path, "rb") as source:
        return source.read()


def typed_wrong(columns):
    """A log that is there stays as it is, whatever is typed wrong."""
    path, held = old_log()
    small = "%.1f KiB" % (len(held) / 1024)
    for option, text in (("--only cache_siz", "no such probe"), ("max=64X", "max=64X"), ("--bogus", "--bogus"),
                         ("--help", "--help measures nothing"), ("--list", "--list measures nothing")):
        for verb in (["run"], ["tune"]):
            t = type_words(RUNNER, *verb, "host_posix", "-o", "y.log", "--", *option.split(), columns=columns)
            says(option, t, 2, text, "nothing was measured; y.log is as it was (%s)" % small)
            expect(option + ": the log changed", read(path) == held)
    for image, status in (("/bin/true", 5), ("/bin/false", 6)):
        t = type_words(RUNNER, "run", "host_posix", image, "-o", "y.log", columns=columns)
        says(image, t, status, "nothing was measured; y.log is as it was (%s)" % small)
        t = type_words(RUNNER, "run", "--append", "host_posix", image, "-o", "y.log", columns=columns)
        expect(image + ": the log changed", read(path) == held)
        t = type_words(RUNNER, "run", "host_posix", image, "-o", "none.log", columns=columns)
        says(image, t, status, "nothing was measured; no none.log was written")
        expect(image + " leaves a log", not os.path.exists(os.path.join(HOME, "none.log")))
    expect("files are left", sorted(os.listdir(HOME)) == ["y.log"], str(os.listdir(HOME)))


def typed_at_the_runner(columns):
    for words, status, texts in (
            ("-h", 0, ["Usage: board_runner", "PROBE_OPTION"]),
            ("", 2, ["no command; the commands are: list, check, run"]),
            ("rnu host_posix", 2, ["rnu: unknown command; did you mean run?"]),
            ("run", 2, ["which board?"]),
            ("run host_posx", 2, ["no board `host_posx`", "did you mean host_posix?"]),
            ("run host_posix --only ops", 2, ["'--only'", "options for the probes come after --"]),
            ("run host_posix max=64M", 2, ["max=64M", "options for the probes come after --"]),
            ("--outptu=x run host_posix", 2, ["'--outptu'", "did you mean --output?"]),
            ("-x list", 2, ["'-x'", "-h lists the options"]),
            ("-o", 2, ["requires an argument"]),
            ("list -- --quick", 2, ["starts no probes"]),
            ("capture /dev/ttyUSB99", 3, ["/dev/ttyUSB99: serial line: No such file or directory"])):
        t = type_words(RUNNER, *words.split(), columns=columns)
        says("board_runner " + words, t, status, *texts)
        expect("a name twice", "/dev/ttyUSB99: serial line: /dev/ttyUSB99" not in t.text, t.text)
    t = type_words("sh", "-c", RUNNER + " --help >/dev/full", columns=columns)
    says("board_runner --help >/dev/full", t, 7, "standard output: No space left on device")


def board_file_typed_wrong():
    with open(os.path.join(HOME, "desk.ini"), "w") as out:
        out.write("[pi]\nlike = host_posix\nsilense = 7\n")
    t = type_words(RUNNER, "--boards", "desk.ini", "check", "pi")
    says("a key typed wrong", t, 2, "desk.ini:3: unknown key", "did you mean silence?")
    os.remove(os.path.join(HOME, "desk.ini"))


def capture_lines():
    """Lines on which no sentence comes, all at once, on both widths."""
    rng = random.Random(7)
    noise = bytes(rng.randrange(256) for _ in range(3000))
    uboot = b"U-Boot 2024.01 (Jan 01 2024)\r\n\r\nDRAM:  1 GiB\r\nHit any key to stop autoboot:  0 \r\n=> "
    kernel = b"[    0.000000] Booting Linux\r\n[    1.234567] usb 1-1: new high-speed USB device\r\n"
    sent = (("silence", b"", "nothing has come in 5 s at 115200 8N1: power? TX and RX crossed? another baud rate?"),
            ("noise", noise, "% is no text: another --baud?"),
            ("U-Boot", uboot, "last line: \"=> \" (U-Boot's prompt: nobody started the image)"),
            ("a kernel", kernel, "(a kernel's console, not the image)"))
    typed, kept = [], []
    for columns in (80, 40):
        for name, text, _ in sent:
            board, line = pty.openpty()
            tty.setraw(line)
            os.chmod(os.ttyname(line), 0o666)
            os.write(board, text)
            path, held = old_log("%s.%d.log" % (name.replace(" ", "_"), columns))
            typed.append(Typed([RUNNER, "capture", os.ttyname(line), "-o", os.path.basename(path)], columns,
                               line=(board, line), interrupt_s=6.5))
            kept.append((path, held, text))
    for t, (path, held, text), (name, _, said) in zip(run_all(typed), kept, sent + sent):
        what = "capture of %s, %d columns" % (name, t.columns)
        says(what, t, 130, said, "nothing was measured; %s is as it was" % os.path.basename(path))
        if text:
            says(what, t, 130, "last lines:", "what came: %s.new" % os.path.basename(path))
            expect(what + ": what came is kept", read(path + ".new") == text)
        progress_fits(what, t)
        expect(what + ": the log changed", read(path) == held)
        for end in t.line:
            os.close(end)
    for name in os.listdir(HOME):
        os.remove(os.path.join(HOME, name))


def measured(columns):
    """The whole way: build, measure, report; then the report in a language with a point. Twice into one log."""
    build = os.path.join(HOME, "b %d" % columns)
    os.mkdir(build)
    os.chmod(build, 0o777)
    shutil.copytree(PROGRAMS, os.path.join(build, "host"))
    words = ["sh", os.path.join(CLONE, "cmake/characterize.sh"), "--no-install"]
    if os.geteuid() == 0:
        t = type_words(*words, columns=columns, env={"BUILD": build})
        says("a build of another user", t, 2, build + "/host cannot be written: BUILD=DIR")
    subprocess.run(["chmod", "-R", "a+rwX", build], check=True)
    words += ["--quick", "--only", "timer_floor,add_chain,core_to_core,regions", "max=1M"]
    t = type_words(*words, columns=columns, env={"BUILD": build, "PATH": BUILDER + ":" + ENVIRONMENT["PATH"]})
    log = os.path.join(build, "board.log")
    expect("characterize.sh: status %s" % t.status, t.status in (0, 1), t.text)
    says("characterize.sh", t, t.status, "every sample is in " + log, "complete")
    expect("a skip looks like a failure", not re.search(r"! .*skip", t.text), t.text)
    progress_fits("characterize.sh", t)
    expect("no log", os.path.exists(log) and read(log).count(b"\n$PT,") > 5, t.text)
    reports = [subprocess.run([os.path.join(PROGRAMS, "analyze"), "--format", "json", log], capture_output=True,
                              env={**ENVIRONMENT, **more}).stdout for more in ({}, {"LC_ALL": "C"})]
    expect("the language changes the numbers", reports[0] == reports[1] and len(reports[0]) > 0)
    first = read(log)
    t = type_words(*words, columns=columns, env={"BUILD": build, "PATH": BUILDER + ":" + ENVIRONMENT["PATH"]})
    says("a second time", t, t.status, "the log before it: " + log + ".previous")
    expect("the log before is lost", read(log + ".previous") == first)
    t = type_words(*words, "max=64X", columns=columns, env={"BUILD": build, "PATH": BUILDER + ":" + ENVIRONMENT["PATH"]})
    says("characterize.sh max=64X", t, 2, "max=64X")
    expect("the log of before is lost", read(log + ".previous") == first)
    shutil.rmtree(build)


def scripts_in_the_clone():
    for name in ("characterize.sh", "tune.sh", "predict.sh", "test.sh"):
        script = os.path.join(CLONE, "cmake", name)
        says(name + " --help", type_words("sh", script, "--help"), 0, "usage: sh cmake/" + name, "--no-install")
    t = type_words("sh", os.path.join(CLONE, "cmake/characterize.sh"))
    says("a tree that cannot be written", t, 2, CLONE + "/build cannot be written: BUILD=DIR")


TOP = tempfile.mkdtemp(prefix="first_contact.")  # below /tmp: another user has to reach it
CLONE, PROGRAMS, BUILDER = (os.path.join(TOP, name) for name in ("a clone", "programs", "builder"))
HOME = os.path.join(TOP, "home of nobody")
RUNNER = os.path.join(PROGRAMS, "board_runner")
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": HOME, "TERM": "xterm"}
try:
    os.chmod(TOP, 0o755)
    os.mkdir(HOME)
    os.chmod(HOME, 0o777)
    clone()
    copy_programs(PROGRAMS)
    fake_builder(BUILDER)
    ENVIRONMENT.update(decimal_comma(os.path.join(TOP, "locale")))
    scripts_in_the_clone()
    for width in (80, 40):
        typed_wrong(width)
        os.remove(os.path.join(HOME, "y.log"))
        typed_at_the_runner(width)
        measured(width)
    board_file_typed_wrong()
    capture_lines()
finally:
    subprocess.run(["chmod", "-R", "u+w", TOP], check=False)
    shutil.rmtree(TOP, ignore_errors=True)
print("%d wrong" % len(wrong))
sys.exit(1 if wrong else 0)

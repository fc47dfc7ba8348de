#!/bin/sh
# sh width.sh <analyze> <folder of recordings> <scratch folder>: on a terminal the text is as wide as that, from 40 columns
# on, and loses nothing of it; elsewhere it is 80 columns wide. 77: there is no python3 to be a terminal.
analyze=$1
log=$2/prediction/host-x86_64.log.gz
mkdir -p "$3" && cd "$3" || exit 1
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
"$analyze" "$log" >plain 2>err
python3 - "$analyze" "$log" plain <<'EOF'
import fcntl, os, pty, re, struct, sys, termios, time

def on_terminal(columns, *arguments):
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["NO_COLOR"] = "1"
        os.read(0, 1)  # the width is set before
        os.execv(sys.argv[1], [sys.argv[1], *arguments, sys.argv[2]])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.write(fd, b"\n")
    text = b""
    while True:
        try:
            more = os.read(fd, 65536)
        except OSError:
            break
        if not more:
            break
        text += more
    os.waitpid(pid, 0)
    return text.decode().replace("\r", "").lstrip("\n")

plain = open(sys.argv[3]).read()
assert max(map(len, plain.split("\n"))) <= 80
values = set(re.findall(r"~?[0-9][0-9./]+", plain.split("WHY DOUBTFUL")[0]))
for columns, least in ((40, 30), (52, 40), (80, 70), (100, 81)):
    for arguments in ((), ("-v",)):
        text = on_terminal(columns, *arguments)
        widest = max(map(len, text.split("\n")))
        assert least <= widest <= columns, (columns, arguments, widest)
        lost = values - set(re.findall(r"~?[0-9][0-9./]+", text))
        assert not lost, (columns, lost)
assert on_terminal(80) == plain
assert on_terminal(0) == plain
widest = max(map(len, on_terminal(20).split("\n")))
assert widest <= 40, widest
EOF

#!/bin/sh
# sh explain.sh <analyze> <folder of recordings> <source tree> <scratch folder>: `analyze --explain`: ids, parts of ids and
# the field's words find their answers; what is said of each is whole; a log adds what it has.
set -u
analyze=$1
log=$2/guest/host-x86_64.log.gz
root=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
wrong=0

fail() {
    echo "$*"
    wrong=1
}

# expect <exit status> <text in one line of what is written> <argument of analyze> ...
expect() {
    want=$1
    text=$2
    shift 2
    "$analyze" "$@" >out 2>err </dev/null
    status=$?
    if [ "$status" -ne "$want" ] || ! cat out err | grep -Eq -e "$text"; then
        fail "analyze $*: status $status, not $want; wanted \"$text\" in: $(cat out err)"
    fi
    awk 'length > 80 { exit 1 }' out || fail "analyze $*: wider than 80 columns: $(cat out)"
}

# finds <what is typed> <row of ids.def> ...: these are found, and no others.
finds() {
    asked=$1
    shift
    "$analyze" --explain "$asked" >out 2>err || fail "--explain $asked: $(cat err)"
    sed -n 's/^\([a-z][^ ]*\): .*/\1/p; s/^  \([a-z][a-z0-9_]*\.[^ ]*\)\(  .*\)*$/\1/p' out | sort >found
    printf '%s\n' "$@" | sort | cmp -s - found || fail "--explain $asked finds $(tr '\n' ' ' <found), not $*"
}

finds core.rob.entries core.rob.entries
finds core.rob core.rob.entries
finds rob core.rob.entries
finds ROB core.rob.entries
finds "reorder buffer" core.rob.entries
finds syscall os.syscall
finds "page fault" os.mmap_munmap os.page_fault.anonymous os.page_fault.zero_page os.page_fault.copy_on_write \
    os.page_fault.file
finds "store forwarding" core.store_forward.latency core.store_forward.stack core.store_forward.failed \
    core.store_forward.fp core.store_forward.alias_penalty core.store_forward.predicted
finds "huge page" huge_page.granted huge_page.tlb_reach
finds "reciprocal throughput" 'op.{op}.{type}.rthroughput' core.store.rthroughput core.load.fp.rthroughput
finds L1i 'icache.{level}.size' 'icache.{level}.ways'
finds core-to-core core_to_core.latency core_to_core.line.{state}.{level}.far core_to_core.line.{state}.{level}.latency
finds "page walk" tlb.walk
finds tlb tlb.page tlb.levels 'tlb.{level}.entries' 'tlb.{level}.ways' 'tlb.{level}.penalty' tlb.walk
finds cache.size 'cache.{level}.size'
finds cache.2.size cache.2.size
finds op.add.f64.latency op.add.f64.latency
finds "line fill buffer" 'cache.{level}.mshr'
finds window.size core.rob.entries

expect 0 '^cache\.2\.ways: associativity$' --explain=cache.2.ways
expect 0 '^  analysis  cache_found \(rule found_sets\), ' --explain cache.2.ways
expect 0 '^  unit      B$' --explain cache.2.size
expect 0 '^  report    section TLB$' --explain tlb.walk
expect 0 '^  limits    ' --explain tlb.walk
expect 0 '^  derived   computed from other answers' --explain op.add.i32.in_flight
expect 0 '^  was       window\.size, in reports of schema pontoon\.report/1$' --explain rob
expect 0 '^analyze: --explain=window\.size: is core\.rob\.entries now$' --explain window.size
expect 2 '^analyze: --explain=robb: no answer is called so; did you mean rob\?; --explain=list names all$' --explain robb
expect 2 '^analyze: --explain=core\.rob\.entrys: .*did you mean core\.rob\.entries\?' --explain core.rob.entrys
expect 2 '^analyze: --explain=\\x1b\[31mxyzzy: no answer is called so; --explain=list' --explain "$(printf '\033[31mxyzzy')"
expect 2 '--explain wants a value' --explain ''
expect 2 'no answer is called so' --explain ' '
expect 2 '--explain writes a text in place of every report: there is no --format with it' --explain rob --format=json

# Every row of the table is listed, and can be asked for.
"$analyze" --explain=list >list 2>err || fail "--explain=list: $(cat err)"
[ "$(grep -c '^  [a-z]' list)" -eq "$(grep -c '^QUANTITY(' "$root/analysis_host/core/result/ids.def")" ] ||
    fail "--explain=list has $(grep -c '^  [a-z]' list) rows"
sed -n 's/^  \([a-z][^ ]*\).*/\1/p' list | while read -r id; do
    "$analyze" --explain "$id" >out 2>err || echo "--explain $id: $(cat err)"
    for what in unit report probe analysis limits docs; do
        grep -q "^  $what  *[^ ]" out || echo "--explain $id says nothing of $what"
    done
done >lacking
[ ! -s lacking ] || { head -20 lacking; wrong=1; }

# With a log.
expect 0 '^  value     248$' --explain rob "$log"
expect 0 '^  range     ' --explain rob "$log"
expect 0 '^  sure      95 %$' --explain rob "$log"
expect 0 '^  how       rule levels, from 2492 points and 2492 timings of probe cache_size$' --explain cache.3.size "$log"
expect 0 '\(host-x86_64\.log\.gz:[0-9]+-[0-9]+\)$' --explain cache.3.size "$log"
first=$(sed -n 's/.*log\.gz:\([0-9]*\)-[0-9]*).*/\1/p' out)
gzip -dc "$log" | sed -n "${first}p" | grep -q 'PROBE,cache_size' || fail "line $first does not begin the series of cache_size"
expect 0 '^  OS        sysfs reports 32 MiB: outside the measured range$' --explain cache.3.size "$log"
expect 0 '^  OS        sysfs reports 32 KiB: the measurement agrees$' --explain cache.1.size "$log"
expect 0 '^  sure      68 %: doubtful, as it is below 80 %$' --explain cache.3.size "$log"
expect 0 '^  value     \? not determined$' --explain cache.3.ways "$log"
expect 0 '^  why \?     cache\.3 is 7 MiB; ' --explain cache.3.ways "$log"
expect 0 '^  try       `probes --only ' --explain cache.3.ways "$log"
expect 0 '^  cache\.3\.size +~7 MiB' --explain cache.3 "$log"
! grep -q 'cache\.2' out || fail "--explain cache.3 shows another level"
expect 0 '^  value     a table of 1 pairs? of hardware threads$' --explain core_to_core.latency "$log"
expect 0 '^  value     none in .*: probe numa_nodes sent nothing$|^  value     ' --explain numa.nodes "$log"
expect 0 '^  how       .* of probe ops' --explain op.mul.f64.latency "$log"
[ "$(sed -n 's/.* from \([0-9]*\) points.*/\1/p' out)" -lt 200 ] || fail "samples of other operations count, too"
gzip -dc "$log" >plain.log
"$analyze" --explain rob - <plain.log >out 2>err || fail "from standard input: $(cat err)"
grep -q '^  value     248$' out || fail "from standard input: $(cat out)"
"$analyze" --format json "$log" >report.json 2>err
expect 2 'report\.json: is a report, which has no samples: --explain reads a log' --explain rob report.json
expect 2 'nofile\.log: No such file' --explain rob nofile.log
"$analyze" --explain rob >/dev/full 2>err
[ $? -eq 4 ] || fail "a full disk: $(cat err)"

# As narrow as a terminal may be.
command -v python3 >/dev/null && python3 - "$analyze" "$log" <<'EOF' || wrong=1
import fcntl, os, pty, struct, sys, termios

def on_terminal(columns, *arguments):
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["NO_COLOR"] = "1"
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.read(0, 1)  # the width is set before
        os.execv(sys.argv[1], [sys.argv[1], *arguments])
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

for arguments in (("--explain=list",), ("--explain", "rob"), ("--explain", "cache.3", sys.argv[2]),
                  ("--explain", "cache.3.ways", sys.argv[2])):
    wide = [line for line in on_terminal(40, *arguments).split("\n") if len(line) > 40]
    assert not wide, (arguments, wide)
EOF
exit $wrong

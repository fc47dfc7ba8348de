#!/bin/sh
# sh events.sh <analyze> <recording with events> <scratch folder>: what analyze shows of events of the core. The recording
# is of a Cortex-A53 that QEMU played, where each instruction takes a cycle (-icount shift=0).
set -u
analyze=$1
recording=$2
mkdir -p "$3" && cd "$3" || exit 1

fail() {
    echo "$*"
    exit 1
}

"$analyze" -v "$recording" >report || fail "analyze -v: status $?"
row() {
    grep -Eq "^ *$1\$" report || fail "no row: $1, in: $(sed -n '/^EVENTS/,/^CURVES/p' report)"
}
# 27.2 instructions for 32 words of an array that is read once; of a transform, 9.6 for each of n / 2 * log2(n) pairs.
row 'read plain on 1 +4096 +INST_RETIRED +3515\.66 +0\.8583 +3515\.66-3515\.66'
row 'read plain on 1 +8192 +CPU_CYCLES +6983\.22 +0\.8524 +6983\.22-6983\.22'
row 'wht iterative on 1 +4096 +INST_RETIRED +235833 +57\.58 +235833-235833'
tr '\n' ' ' <report | tr -s ' ' >words
grep -q 'L1D_CACHE_REFILL (kernels) skipped: the core says that it does not have this event' words ||
    fail "an event that is not counted has no reason"
grep -q 'NONE (kernels) skipped: ARM.s architecture has no event of that name' words || fail "a name that is none"
! grep -q 'no analysis reads' report || fail "events are taken for series that nobody reads"
[ "$("$analyze" "$recording" | grep -c '^EVENTS')" -eq 0 ] || fail "the first screen has no events"

"$analyze" --format json "$recording" >report.json || fail "json: status $?"
tr -d ' \n' <report.json >flat.json
for part in '"INST_RETIRED":{"by":"pmu","proved":true,"median":235832.' '"n":5,"lost":0' \
    '"event":"NONE","why":"ARM'; do
    grep -qF "$part" flat.json || fail "JSON has no $part"
done

# Counts that are lost are told, and are no numbers; a counter that no trial tried has its mark.
gzip -dc "$recording" >whole.log
sed 's/,proved=yes/,proved=no/; s/^\(\$PT,[0-9]*,E,8192,[0-9]*\),.*$/\1,18446744073709551615,18446744073709551615/' whole.log |
    while IFS= read -r line; do printf '%s\n' "${line%\**}"; done >bare
python3 - bare >lost.log <<'PYTHON' || exit 77
import sys, zlib
total = b''
for line in open(sys.argv[1]):
    body = line.rstrip('\n')
    if not body.startswith('$PT,'):
        continue
    fields = body.split(',')
    if fields[2] in ('DONE', 'END'):
        body = ','.join(fields[:-1] + ['%08X' % zlib.crc32(total)])
    crc = zlib.crc32(body[1:].encode())
    total += crc.to_bytes(4, 'little')
    print('%s*%08X' % (body, crc))
PYTHON
"$analyze" -v lost.log >report || fail "analyze -v lost.log: status $?"
row 'read plain on 1 +4096 +~INST_RETIRED +3515\.66 .*'
row 'read plain on 1 +8192 +~INST_RETIRED +\? +\? +2 lost'
echo "events: passed"

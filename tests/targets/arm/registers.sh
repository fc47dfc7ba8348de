#!/bin/sh
# An image reports what its control registers say, also where the build left it off:
# sh registers.sh <build of qemu_sabrelite> <the same, built with PONTOON_SCTLR_OFF=0x1805> <folder for logs> <analyze>
set -u
export QEMU_AUDIO_DRV=none
mkdir -p "$3" || exit 1

# run <build> <log>
run() {
    timeout 60 qemu-system-arm -M sabrelite -smp 4 -m 256M -display none -monitor none -serial stdio \
        -semihosting-config enable=on,target=native -kernel "$1/probes" \
        -append "emulated=1 --quick --only timer_floor" </dev/null >"$2" 2>"$2.err" || {
        echo "$1: the image does not end well:"
        cat "$2" "$2.err"
        exit 1
    }
}

# says <log> <key=value>
says() {
    tr ',*' '\n\n' <"$1" | grep -aqx "$2" || {
        echo "$1: $2 is missing; there are:"
        grep -ao 'claim[^,*]*' "$1"
        exit 1
    }
}

run "$1" "$3/on.log"
run "$2" "$3/off.log"
says "$3/on.log" claims=registers
for field in m c z i; do
    says "$3/on.log" claim.sctlr.$field=1
    says "$3/off.log" claim.sctlr.$field=0
done
# The audit names each bit, and nothing of an image that is set up.
"$4" --audit "$3/on.log" >"$3/on.audit" 2>&1
"$4" --audit "$3/off.log" >"$3/off.audit" 2>&1
grep -q "nothing found" "$3/on.audit" || { cat "$3/on.audit"; exit 1; }
for what in "MMU is off" "data cache is off" "instruction cache is off" "branch prediction is off"; do
    grep -q "$what" "$3/off.audit" || { echo "the audit lacks: $what"; cat "$3/off.audit"; exit 1; }
done
for log in on off; do
    says "$3/$log.log" claim.sctlr.a=0
    says "$3/$log.log" claim.cpacr.cp10=3
done
grep -aq 'NOTE,on:%20MMU' "$3/on.log" && grep -aq 'NOTE,off:%20MMU' "$3/off.log" || {
    echo "a note says whether the MMU is on"
    exit 1
}

#!/bin/sh
# sh odd64.sh <build of qemu_virt_a64> <build of qemu_zcu102> <build of rpi3> <scratch folder>: 64-bit ARM boards that are not as their
# files say: more or fewer cores, another level to start in, no cycle counter, less memory. 77: skipped.
set -u
virt=$1
zcu=$2
pi=$3
dir=$4
common="-nic none -display none -monitor none -serial stdio -semihosting-config enable=on,target=native"
failed=0
mkdir -p "$dir" && cd "$dir" || exit 1
for need in "$virt/board_recording" "$zcu/board_recording" "$pi/board_recording.bin"; do
    [ -x "$need" ] || { echo "skipped: $need was not built"; exit 77; }
done
command -v qemu-system-aarch64 >/dev/null || { echo "skipped: qemu-system-aarch64 is not installed"; exit 77; }

# expect <what> <status> <words of the log> <emulator's words> ...
expect() {
    what=$1 wanted=$2 words=$3
    shift 3
    # shellcheck disable=SC2086 # words
    timeout 60 qemu-system-aarch64 $common -append x "$@" >out 2>err </dev/null
    status=$?
    if [ $status -ne "$wanted" ] || ! sed 's/%20/ /g; s/%2C/,/g' out | grep -q -e "$words"; then
        echo "$what: expected status $wanted and \`$words\`, this came (status $status):"
        cat out err
        failed=1
    fi
}

image="-kernel $virt/board_recording"
# shellcheck disable=SC2086 # words
{
    expect "eight cores" 0 "S,7,1000" -M virt -cpu cortex-a53 -smp 8 -m 128M $image
    expect "EL2" 0 "S,3,1000" -M virt,virtualization=on -cpu cortex-a72 -smp 4 -m 128M $image
    expect "EL3, all cores at the entry" 0 "cores: 0x1 is left out: nobody says how PSCI is called" \
        -M virt,secure=on,virtualization=on -cpu cortex-a57 -smp 2 -m 128M $image
    expect "no cycle counter" 0 "clock: cntvct, as the cycle counter does not advance" \
        -M virt -cpu cortex-a53,pmu=off -smp 1 -m 128M $image
    expect "little memory" 0 "memory: to 0x41000000, by the boot loader's word" -M virt -cpu cortex-a53 -m 16M $image
    expect "too little memory" 1 "memory is too small: it ends at 0x40800000" -M virt -cpu cortex-a53 -m 8M $image
    expect "less memory than the board's file says" 0 "to 0x8000000, by the board's file, which says 0x20000000" \
        -M xlnx-zcu102 -smp 2 -m 128M -audiodev none,id=none -kernel "$zcu/board_recording"
    expect "fewer cores than the board's file says" 0 "cores: 0x2 is left out: PSCI knows no such core" \
        -M xlnx-zcu102 -smp 2 -m 512M -audiodev none,id=none -kernel "$zcu/board_recording"
}

# Words of the firmware's own before those of the image; nobody hears the end of the run.
timeout 4 qemu-system-aarch64 -M raspi3b -accel tcg,thread=single -nic none -display none -monitor none -serial null \
    -serial stdio -kernel "$pi/board_recording.bin" -append "coherent_pool=1M console=tty1 -- coarse two" >out 2>err \
    </dev/null
if ! grep -q "NOTE,two" out || ! grep -q ",END," out || grep -q "coherent_pool" out; then
    echo "the firmware's words are not the image's; this came:"
    cat out err
    failed=1
fi

# A device tree that promises a core which nobody can start.
if command -v fdtput >/dev/null; then
    qemu-system-aarch64 -M virt,dumpdtb=tree.dtb -cpu cortex-a53 -smp 2 -m 128M -display none 2>err >out &&
        fdtput -t s tree.dtb /cpus/cpu@1 enable-method spin-table &&
        fdtput -t x tree.dtb /cpus/cpu@1 cpu-release-addr 0 1000 || { cat err; exit 1; }
    # shellcheck disable=SC2086 # words
    expect "a core that never comes" 0 "cores: 0x1 is left out: it did not come within a second" \
        -M virt -cpu cortex-a53 -smp 2 -m 128M -dtb tree.dtb $image
else
    echo "fdtput (device-tree-compiler) is not installed: a core that never comes was not tried"
fi
exit $failed

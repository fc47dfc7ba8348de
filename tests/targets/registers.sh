#!/bin/sh
# An image reports what its control registers say, also where the build left something off:
# sh registers.sh <build> <the same with something off> <folder for logs> <analyze> <key=value, on> <key=value, off>
#     <what the audit says> <text of the note, off; "-": none> <emulator and its options, with {build}>
# 77: the emulator does not have the field.
set -u
export QEMU_AUDIO_DRV=none
on=$1 off=$2 at=$3 analyze=$4 set=$5 clear=$6 says=$7 note=$8 emulator=$9
mkdir -p "$at" || exit 1

# run <build> <log>
run() {
    command=$(printf '%s\n' "$emulator" | sed "s|{build}|$1|g")
    eval "timeout 60 $command" </dev/null >"$2" 2>"$2.err"
    status=$?
    grep -aq ',END,.*,ok' "$2" || {
        echo "$1: the image does not end well (status $status):"
        cat "$2" "$2.err"
        exit 1
    }
}

# has <log> <key=value>
has() {
    tr ',*' '\n\n' <"$1" | grep -aqx "$2"
}

run "$on" "$at/on.log"
run "$off" "$at/off.log"
has "$at/on.log" claims=registers || { echo "no claims=registers"; exit 1; }
has "$at/on.log" "$set" || { echo "on.log lacks $set; there are:"; grep -ao 'claim[^,*]*' "$at/on.log"; exit 1; }
if has "$at/off.log" "$set"; then
    echo "${set%=*}: QEMU does not keep it"
    exit 77
fi
has "$at/off.log" "$clear" || { echo "off.log lacks $clear; there are:"; grep -ao 'claim[^,*]*' "$at/off.log"; exit 1; }
"$analyze" --audit "$at/on.log" >"$at/on.audit" 2>&1
"$analyze" --audit "$at/off.log" >"$at/off.audit" 2>&1
grep -q "nothing found" "$at/on.audit" || { cat "$at/on.audit"; exit 1; }
tr -s ' \n' ' ' <"$at/off.audit" | grep -Fq "$says [registers]" || { echo "the audit lacks: $says"; cat "$at/off.audit"; exit 1; }
[ "$note" = - ] || grep -aq "NOTE,$note" "$at/off.log" || { echo "no note: $note"; grep -a ',NOTE,' "$at/off.log"; exit 1; }

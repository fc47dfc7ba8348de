#!/bin/sh
# sh sim_recorded.sh <probes of the simulated board> <folder of logs> [<option> ...]: what the program writes. The same
# program, machine file, options and variables write the same bytes: where they ran before, the log that was kept is
# written. A run that fails, or that has messages, is not kept.
set -u
program=$1 logs=$2
shift 2
key=$({
    stat -L -c '%n %s %Y' "$program"
    env | grep -E '^(PONTOON_|SLURMD_NODENAME=)' | grep -v '^PONTOON_MACHINE=' | sort
    cat "${PONTOON_MACHINE:-/dev/null}" 2>/dev/null
    printf '\n%s' "$#" "$@"
} | md5sum) && [ -n "$key" ] || exit 1
kept=$logs/run-${key%% *}
if [ -e "$kept" ]; then
    exec cat "$kept"
fi
[ -d "$logs" ] || mkdir -p "$logs" || exit 1
"$program" "$@" >"$kept.$$" 2>"$kept.$$.err"
status=$?
cat "$kept.$$"
cat "$kept.$$.err" >&2
if [ $status -eq 0 ] && [ ! -s "$kept.$$.err" ]; then
    mv "$kept.$$" "$kept"
else
    rm -f "$kept.$$"
fi
rm -f "$kept.$$.err"
exit $status

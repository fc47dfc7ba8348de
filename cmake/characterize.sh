#!/bin/sh
# Measures the machine it runs on and says what it found. Options go to the probes.
set -u
me=characterize.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

board_log=$root/build/board.log

help() {
    cat <<'HELP'
usage: sh cmake/characterize.sh [--quick|--thorough] [--only NAME,...]
                                [key=value ...]

Builds what it needs in build/host, measures this machine (progress on standard
error), again where something is left open that a second run would settle, keeps
every sample in build/board.log (the log before it becomes
build/board.previous.log) and writes the report to standard output.

  --quick       fewer points and passes
  --thorough    more of them
  --only A,B    run these probes only
  --list        name the probes
  key=value     see build/host/probes --help

Exit status: 0 answered; 1 answered, but the log is incomplete or results
contradict each other; 2 wrong usage, or something needed is missing; 3 nothing
could be measured or analysed; 130 interrupted.
HELP
}

for word; do
    case $word in
    -h | --help)
        help
        exit 0
        ;;
    esac
done

programs_for_host "probes analyze board_runner" || exit

# The list costs nothing, and refuses what the probes would refuse.
names=$("$root/build/host/probes" --list "$@") || exit 2
for word; do
    if [ "$word" = --list ]; then
        echo "$names"
        exit 0
    fi
done

[ ! -s "$board_log" ] || mv -f "$board_log" "$root/build/board.previous.log" || exit 3
"$root/build/host/board_runner" run host_posix -o "$board_log" -- "$@"
ran=$?
case $ran in
0 | 4 | 5 | 6) ;;
8) ran=0 ;; # the log is complete; why there is no further round was said
130) exit 130 ;;
2) exit 2 ;;
*) grep -q '^\$PT,[0-9]*,END,' "$board_log" || exit 3 ;; # a further round failed
esac
if [ "$ran" -ne 0 ]; then
    [ -s "$board_log" ] || exit 3
    say "the log is incomplete; what it holds is analysed all the same"
fi

"$root/build/host/analyze" "$board_log"
answered=$?
say "every sample is in $board_log"
case $answered in
0) [ "$ran" -eq 0 ] || answered=1 ;;
1) ;;
*) answered=3 ;;
esac
exit "$answered"

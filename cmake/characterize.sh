#!/bin/sh
# Measures the machine it runs on and says what it found. Options go to the probes.
set -u
me=characterize.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

help() {
    cat <<'HELP'
usage: sh cmake/characterize.sh [--no-install] [--quick|--thorough]
                                [--only NAME,...] [key=value ...]

Builds what it needs in build/host, measures this machine (progress on standard
error), again where something is left open that a second run would settle, keeps
every sample in build/board.log (the log before it becomes
build/board.log.previous) and writes the report to standard output. Debian
packages that the build needs are named, with what for, and then installed.

  --no-install  install nothing: name what is missing, and stop
  --quick       fewer points and passes
  --thorough    more of them
  --only A,B    run these probes only
  --also A,B    add optional probes: kernels, pattern and tune are built then
  --list        name the probes
  key=value     see build/host/probes --help

BUILD=DIR in the environment: build and keep the log in DIR instead of build.

Exit status: 0 answered, with doubts perhaps; 1 answered, but the log is
incomplete or damaged; 2 wrong usage, or something needed is missing; 3 nothing
could be measured or analysed; 130 interrupted.
HELP
}

# Takes the words of this script out of the command line; the rest is for the probes.
n=$#
while [ "$n" -gt 0 ]; do
    word=$1
    shift
    n=$((n - 1))
    case $word in
    -h | --help)
        help
        exit 0
        ;;
    --no-install) no_install=yes ;;
    *) set -- "$@" "$word" ;;
    esac
done

# The probes that --also adds are a third of the build: they are built where a word names one, and stay from then on.
case " $* " in
*kernel* | *pattern* | *tune*) host_options=-DPONTOON_OPTIONAL_PROBES=ON ;;
esac
cache=${BUILD:-$root/build}/host/CMakeCache.txt
if [ -z "$host_options" ] && ! grep -q '^PONTOON_OPTIONAL_PROBES:BOOL=ON' "$cache" 2>/dev/null; then
    host_options=-DPONTOON_OPTIONAL_PROBES=OFF
fi
programs_for_host "probes analyze board_runner" || exit
host=$build_root/host
board_log=$build_root/board.log

# The list costs nothing, and refuses what the probes would refuse.
names=$("$host/probes" --list "$@") || exit 2
for word; do
    if [ "$word" = --list ]; then
        echo "$names"
        exit 0
    fi
done

before=$(sum_of "$board_log")
"$host/board_runner" run host_posix -o "$board_log" -- "$@"
ran=$?
case $ran in
2 | 130) exit $ran ;;
8) ran=0 ;; # the log is complete; why there is no further round was said
esac
if [ "$ran" -ne 0 ]; then
    # board_runner leaves a log as it was where nothing was measured.
    [ -s "$board_log" ] && [ "$(sum_of "$board_log")" != "$before" ] || exit 3
    case $ran in
    4 | 5 | 6) ;;
    *) grep -q '^\$PT,[0-9]*,END,' "$board_log" || exit 3 ;; # a further round failed
    esac
    say "the log is incomplete; what it holds is analysed all the same"
fi

"$host/analyze" "$board_log"
answered=$?
say "every sample is in $board_log"
case $answered in
0) [ "$ran" -eq 0 ] || answered=1 ;;
1) ;;
*) answered=3 ;;
esac
exit "$answered"

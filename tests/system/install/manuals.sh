#!/bin/sh
# sh manuals.sh <source tree> <analyze> <board_runner> <probes> <predict> <profile> <fit_latencies>: every program's manual page is sound and
# names each long option that the program's --help does. 77: mandoc is not installed.
root=$1
wrong=0

# page <manual> <program>
page() {
    options=$("$2" --help | grep -Eo -e '(^| )--[a-z][a-z-]+' | tr -d ' ' | sort -u)
    [ -n "$options" ] || { echo "$2 --help names no option"; wrong=1; }
    for option in $options; do
        grep -Eq -e "Fl Fl ${option#--}( |$)" "$root/$1" || { echo "$1 leaves out $option"; wrong=1; }
    done
    if command -v mandoc >/dev/null 2>&1; then
        mandoc -Tlint -W warning "$root/$1" || wrong=1
    fi
}

page analysis_host/analyze/analyze.1 "$2"
page board_runner/board_runner.1 "$3"
page probes/probes.1 "$4"
page analysis_host/predict/predict.1 "$5"
page analysis_host/profile/profile.1 "$6"
! command -v python3 >/dev/null 2>&1 || page analysis_host/fit/fit_latencies.1 "$7"
# The manual has every key of board.txt, as board_runner lists them after an unknown one.
boards=$(mktemp -d) || exit 1
mkdir "$boards/one" && echo "no_such_key = 1" >"$boards/one/board.txt"
keys=$("$3" --targets="$boards" list 2>&1 | sed -n 's/.*there are: \(.*\)):.*/\1/p' | tr -d ,)
rm -rf "$boards"
[ -n "$keys" ] || { echo "board_runner does not list the keys of board.txt"; wrong=1; }
for key in $keys; do
    grep -Eq "^\.It Cm ([a-z_]+ , )*$key( |\$)" "$root/board_runner/board_runner.1" ||
        { echo "board_runner/board_runner.1 leaves out the key $key"; wrong=1; }
done
[ $wrong -eq 0 ] || exit 1
command -v mandoc >/dev/null 2>&1 || { echo "mandoc is not installed"; exit 77; }

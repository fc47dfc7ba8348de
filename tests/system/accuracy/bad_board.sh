#!/bin/sh
# bad_board.sh PROBES: the simulated board refuses a machine file that it cannot use, with the file
# and the line, status 2 and not one record.
probes=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0

# refuses RULE FILE MESSAGE
refuses() {
    PONTOON_MACHINE=$2 "$probes" --quick </dev/null >out 2>err
    status=$?
    [ $status -eq 2 ] && [ ! -s out ] && grep -qF "$3" err && return
    echo "$1: status $status, not 2 with \`$3\`:"
    head -n 3 out err
    failed=1
}

memory='[memory]\nlatency = 100\n'
cache='[cache 1]\nline = 64\nlatency = 4\n'

printf "${memory}[machine]\nmzh = 4\n" >typo
printf "${memory}${cache}ways = 8\nsize = 0\n" >zero
printf "${memory}${cache}ways = 7\nsize = 32K\n" >ways
printf "${memory}[cache 40]\nsize = 4K\n" >levels
refuses "a typo" typo "typo:4: mzh"
refuses "size zero" zero "zero:7: size"
refuses "ways that do not divide" ways "ways:6: ways = 7"
refuses "40 levels" levels "levels:3: [cache 40]"
refuses "a missing file" nowhere "nowhere:0: No such file"
refuses "a directory" . ".:0: "
refuses "no file named" "" "set PONTOON_MACHINE"
exit $failed

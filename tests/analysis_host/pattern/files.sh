#!/bin/sh
# sh files.sh <patterns> <folder of patterns> <scratch folder>: every file of every command, as --help has them, is
# given what is no file that one would give, and outputs are whole or not there.
set -u
patterns=$1
shipped=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
wrong=0
tried=0

fail() {
    echo "$*"
    wrong=1
}

fresh() {
    rm -rf ./*
    cp "$shipped/triad.pattern" good.pattern
    : >empty.pattern
    mkdir folder
    mkfifo pipe
}

# run <statuses that it may have> <argument> ...: it ends by itself, with a cause, and its input stays as it was.
run() {
    wanted=$1
    shift
    tried=$((tried + 1))
    timeout 20 "$patterns" "$@" >out 2>err </dev/null
    status=$?
    case " $wanted " in
    *" $status "*) ;;
    *) fail "$*: status $status instead of $wanted: $(head -c 200 err)" ;;
    esac
    [ $status -eq 0 ] || [ -s err ] || fail "$*: no cause"
    cmp -s good.pattern "$shipped/triad.pattern" || fail "$*: the input has changed"
    [ -z "$(find . -name '*.part')" ] || fail "$*: a part is left"
}

"$patterns" --help | sed -n 's/^ *\(usage: \)\{0,1\}patterns \([a-z]*\) .*FILE.*/& /p' >../usage.text
while read -r line; do
    command=$(echo "$line" | sed 's/^usage: //' | cut -d' ' -f2)
    output=$(echo "$line" | grep -o 'OUT\.[a-z]*')
    for file in missing.pattern folder empty.pattern /dev/zero; do
        fresh
        # shellcheck disable=SC2086 # no word where there is no output
        run 2 "$command" $output "$file"
        [ -z "$output" ] || [ ! -e "$output" ] || fail "$command: $output is there after $file"
    done
    fresh
    (exec timeout 20 sh -c ': >pipe') &
    # shellcheck disable=SC2086 # the same
    run 2 "$command" $output pipe
    wait
    [ -n "$output" ] || continue
    fresh
    run 0 "$command" "$output" good.pattern
    [ -s "$output" ] || fail "$command: nothing is in $output"
    run 4 "$command" folder good.pattern
    run 4 "$command" missing/x good.pattern
    run 4 "$command" good.pattern good.pattern
    ln good.pattern linked
    run 4 "$command" linked good.pattern
    mknod full c 1 7 2>err && run 4 "$command" full good.pattern # not the system's: it was removed once
    [ ! -e full ] || [ -c full ] || fail "$command: the device was removed"
    (exec timeout 20 sh -c ': <pipe') &
    run "0 4" "$command" pipe good.pattern # a pipe takes what is short before its reader goes
    wait
    [ -p pipe ] || fail "$command: the pipe was removed"
done <../usage.text
rm -f ../usage.text
[ $tried -ge 40 ] || fail "only $tried runs: the commands were not found"
exit $wrong

#!/bin/sh
# sh files.sh <scratch folder> <kilobytes of memory, or unlimited> <make_signatures> <log that predict takes>
#             <program> ...
# Every option and every argument of the programs that is a file, as their --help has them, is given what is no file
# that one would give: nothing there, a folder, one that cannot be read, an empty one, an endless one, a pipe that
# closes, the program's own input.
scratch=$1
memory=$2
make_signatures=$3
full_log=$4
shift 4
rm -rf "$scratch" "$scratch.sig" && mkdir -p "$scratch" "$scratch.sig" && cd "$scratch" || exit 1
"$make_signatures" "$scratch.sig" || exit 1
wrong=0
tried=0

fail() {
    echo "$*"
    wrong=1
}

# What PROGRAM reads, and its exit statuses: where it answers, where an output fails, where an input is refused.
choose() {
    inputs=good.log answered=0 failed=4 refused=2
    [ "${1##*/}" != predict ] || inputs='good.log good.sig' answered=0 failed=4 refused='2 3'
}

# INPUTS, and what is none.
fresh() {
    rm -rf ./*
    cp "$scratch.sig/chain.sig" good.sig
    if [ "$inputs" = good.log ]; then
        make_table
    else
        cp "$full_log" good.log
    fi
    cksum good.log good.sig >sums
    : >empty
    mkdir folder
    cp good.log unreadable
    chmod 0 unreadable
    mkfifo pipe
}

make_table() {
    printf 'Executing ramlat on cpu0 (made), results in ns:\n\n       size:  1x32  2x32 1xPTR 2xPTR\n' >good.log
    for size in 4 8 16 32 64 128 256 512 1024 2048 4096; do
        printf '%10sk: 1.5 1.5 %s 1.0\n' $size $((size > 32 ? 90 : 2)).5
    done >>good.log
}

# run <what is tried> <program> <argument> ...: sets STATUS; the program must end by itself, with a message where it
# refuses, and leave its input alone. Without gnuplot in the path it draws no pictures.
run() {
    what=$1
    shift
    tried=$((tried + 1))
    (ulimit -v "$memory" && PATH=/nowhere exec /usr/bin/timeout 60 "$@") >out 2>err </dev/null
    status=$?
    [ $status -le 4 ] || fail "$what: $*: status $status: $(head -c 300 err)"
    [ $status -le 1 ] || grep -Eq "^$(basename "$1"): .*: " err || fail "$what: $*: status $status, and no cause: $(cat err)"
    cksum good.log good.sig | cmp -s - sums || fail "$what: $*: the input has changed"
    for hidden in .[!.]*; do
        [ ! -e "$hidden" ] || fail "$what: $*: left over: $hidden"
    done
}

# ended <what> <statuses that it may have>
ended() {
    case " $2 " in
    *" $status "*) ;;
    *) fail "$1: status $status, not one of $2: $(head -c 300 err)" ;;
    esac
}

# each <statuses: missing, folder, unreadable, empty, endless, pipe, own input> <words with FILE for what is tried>
each() {
    missing=$1 folder=$2 unreadable=$3 empty=$4 endless=$5 pipe=$6 own=$7
    shift 7
    for case in missing folder unreadable empty endless pipe own; do
        fresh
        file=$case
        [ $case != endless ] || file=/dev/zero
        [ $case != own ] || file=good.log
        if [ $case = unreadable ] && [ "$(id -u)" -eq 0 ]; then
            continue
        fi
        if [ $case = pipe ]; then
            (exec /usr/bin/timeout 60 sh -c "$other_end") &
            peer=$!
        fi
        # shellcheck disable=SC2046 # words
        run "$case" $(echo "$*" | sed "s|FILE|$file|g")
        eval "wanted=\$$case"
        ended "$case: $*" "$wanted"
        [ $case != pipe ] || { kill $peer 2>/dev/null; wait $peer 2>/dev/null; }
    done
}

# database <program> <--name> ...: tries what is a database of a fleet, to be used or to be made.
database() {
    other_end=': >pipe'
    case $2 in
    --db) each 0 2 2 0 2 2 2 "$1" --fleet "$2=FILE" good.log ;;
    --export-db) each 0 2 2 2 2 2 2 "$1" --fleet --db=site "$2=FILE" good.log ;;
    *) return 1 ;;
    esac
}

# audited <program> <--name> ...: tries what an audit reads besides the log.
audited() {
    other_end=': >pipe'
    case $2 in
    --claims) each 2 2 2 0 2 0 2 "$1" --audit "$2=FILE" good.log ;;
    --like) each 2 2 2 3 '2 3' '2 3' 0 "$1" --audit "$2=FILE" good.log ;;
    *) return 1 ;;
    esac
}

# option <program> <--name> <what its value is called>: tells an output, which makes what is missing, from an input.
option() {
    as_log=0 # an input that is read as a log is read
    case $3 in PATTERNS.json | KINDS.json | SIMLOG | OLD.sig | BOARD.kernels) as_log=$refused ;; esac
    value=$(echo "$3" | sed 's/\[\(=FILE\)\]/\1/; s/^KIND=/csv=/; s/\(OLD\.json\|OLD\.sig\|BOARD\.kernels\|PATTERNS\.json\|KINDS\.json\|SIMLOG\|FILE\|LOG\|DIR\).*$/FILE/')
    case $value in
    FILE | csv=FILE) ;;
    PROBE* | ID*) return ;; # no file
    *) fail "$1 $2=$3: this test does not know what such a value is"; return ;;
    esac
    database "$@" && return
    audited "$@" && return
    fresh
    # shellcheck disable=SC2086 # words
    run "what it is for" "$1" "$2=$(echo "$value" | sed s/FILE/missing/)" $inputs
    other_end=': <pipe'
    if [ -f missing ]; then
        each $answered $failed $failed $answered $answered "$answered $failed" 2 "$1" "$2=$value" "$inputs"
    elif [ -d missing ]; then
        each 0 0 4 4 4 4 4 "$1" "$2=$value" good.log
    else
        other_end=': >pipe'
        each "$refused" "$refused" "$refused" "$refused" "$refused" "$refused" "$as_log" "$1" "$2=$value" "$inputs"
    fi
}

[ "$(id -u)" -ne 0 ] || echo "as root every file can be read: the unreadable one is not tried"
for program; do
    choose "$program"
    "$program" --help >help || fail "$program --help: status $?"
    cp help ../help.text
    # "      --html=FILE            Write ...": all but words to choose from and numbers.
    sed -n 's/^  *\(-., \)\{0,1\}\(--[a-z-]*\)\[\{0,1\}=\([^ ]*\).*/\2 \3/p' ../help.text |
        grep -Ev ' (([a-z]+\|)+[a-z]+|N|NAME|COMMAND|KERNEL|KEY|DAY|ID=VALUE,\.\.\.|N,MxNxK,\.\.\.)$' >../options.text
    while read -r name value; do
        option "$program" "$name" "$value"
    done <../options.text
    # "Usage: analyze [OPTION...] [FILE]" and "or: analyze [OPTION...] --overlay --html=FILE FILE|DIR..."
    sed -n 's/^ *\(Usage\|or\): *[^ ]* *\[OPTION\.\.\.\] *//p' ../help.text >../usage.text
    other_end=': >pipe' # opens and closes it
    [ -s ../usage.text ] || fail "$program --help shows no usage"
    while read -r usage; do
        case $usage in
        --block\ *)
            each "$refused" "$refused" "$refused" "$refused" "$refused" "$refused" 3 "$program" --block FILE good.log
            each "$refused" "$refused" "$refused" "$refused" "$refused" "$refused" 3 "$program" --block good.log FILE
            ;;
        *FILE*)
            # shellcheck disable=SC2046 # words
            each 2\ 3 2\ 3 2\ 3 2\ 3 2\ 3 2\ 3 0\ 1 "$program" $(echo "$usage" |
                sed 's/=FILE/=page/g; s/\[FILE\]/FILE/g; s/FILE|DIR\.\.\./FILE/g')
            ;;
        LOG...\ PROGRAM.sig)
            each "$refused" "$refused" "$refused" "$refused" "$refused" "$refused" 1 "$program" FILE good.sig
            each "$refused" "$refused" "$refused" "$refused" "$refused" "$refused" 2 "$program" good.log FILE
            ;;
        esac
    done <../usage.text
done
[ $tried -ge 40 ] || fail "only $tried runs: the options were not found"
rm -rf ../help.text ../options.text ../usage.text "$scratch.sig"
exit $wrong

#!/bin/sh
# sh completion.sh <completion file> <analyze>: bash offers the options of `analyze`, their values and kinds of export. 77: there is no bash.
set -u
command -v bash >/dev/null || { echo "bash is not installed"; exit 77; }
failed=0

# offers <what is expected, words joined by blanks> <word> ...: for the last word, after those before it.
offers() {
    wanted=$1
    shift
    # shellcheck disable=SC2016 # bash expands these
    found=$(bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
                     word=${COMP_WORDS[COMP_CWORD]}
                     _analyze "$1" "${word#=}" "${COMP_WORDS[COMP_CWORD - 1]}"; echo "${COMPREPLY[*]}"' \
        bash "$file" "$analyze" "$@")
    [ "$found" = "$wanted" ] || { echo "after 'analyze $*' bash offers '$found' instead of '$wanted'"; failed=1; }
}

file=$1 analyze=$2
offers "--fits= --fleet --format= --from=" --f
offers "--format=" --fo
offers "--verbose --version" --ver
offers "--overlay" --o
offers "--run=" a.log --r
offers "text json" --format =
offers "json" --format = j
offers "json" --format j
offers "auto always never" --color =
offers "always" --overlay --color = al
offers "robust paper" --method =
offers "gcc" --export = gc
offers "glibc" --export gl
offers "list lat_mem_rd link_map" --export l
offers "" --export = gcc = x
offers "" --html x
offers "" --run 1
offers "" x.lo
offers "--html=" --overlay --ht
offers "--board=" --fleet --bo

# Every kind is offered.
for kind in $("$analyze" --export=list | sed 's/ .*//'); do
    offers "$kind" --export "$kind"
done
complete=$(bash -c '. "$1"; complete -p analyze' bash "$file")
[ "$complete" = "complete -o default -F _analyze analyze" ] || { echo "bash knows: $complete"; failed=1; }
exit $failed

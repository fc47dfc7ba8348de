#!/bin/sh
# sh completion.sh <completion file> <analyze>: bash offers the options of `analyze`, their values and kinds of export. 77: there is no bash.
set -u
file=$1 program=$2
# shellcheck source=tests/support/completion.sh
. "$(dirname -- "$0")/../../support/completion.sh"

offers "--format= --found --fits= --fleet --from=" --f
offers "--strict" --st
offers "--format= --found" --fo
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
offers "list lat_mem_rd link_map llvm" --export l
offers "" --export = gcc = x
offers "core.rob.entries" --explain = core.ro
offers "list loaded" --explain l
offers "" --html x
offers "" --run 1
offers "" x.lo
offers "--html=" --overlay --ht
offers "--board=" --fleet --bo

# Every kind is offered.
for kind in $("$program" --export=list | sed 's/ .*//'); do
    offers "$kind" --export "$kind"
done
complete=$(bash -c '. "$1"; complete -p analyze' bash "$file")
[ "$complete" = "complete -o default -F _analyze analyze" ] || { echo "bash knows: $complete"; failed=1; }
exit $failed

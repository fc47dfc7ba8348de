#!/bin/sh
# sh circles_can_fail.sh <circles.sh> <scratch folder>: circles of two and of three files are found and named.
circles=$1
dir=$2
wrong=0

# expect <status> <words in its output>
expect() {
    said=$(sh "$circles" "$dir" room)
    status=$?
    [ $status -eq "$1" ] || { echo "status $status, not $1: $said"; wrong=1; }
    case $said in
    *"$2"*) ;;
    *) echo "no \`$2\` in: $said"; wrong=1 ;;
    esac
}

# tree: three files, each of which includes at most the next.
tree() {
    rm -rf "$dir"
    mkdir -p "$dir/room/inner"
    printf '#include "a.h"\n#include "inner/b.h"\n' >"$dir/room/a.c"
    printf '#include <stdio.h>\n#include "c.h"\n' >"$dir/room/inner/b.h"
    : >"$dir/room/a.h"
    : >"$dir/room/c.h"
}

tree
expect 0 " 0 in circles"
printf '#include "a.h"\n' >"$dir/room/c.h"
expect 1 "room/c.h:1: room/a is part of a circle"
tree
printf '#include "inner/b.h"\n' >"$dir/room/c.c"
expect 1 "room/inner/b.h:2: room/c is part of a circle"
tree
rm -r "$dir/room/inner"
expect 1 "0 includes"
rm -rf "$dir"
exit $wrong

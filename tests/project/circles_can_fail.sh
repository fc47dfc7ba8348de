#!/bin/sh
# sh circles_can_fail.sh <circles.py> <scratch folder> <C compiler> <nm>: circles of includes and of calls are found and named.
circles=$1 dir=$2 cc=$3 nm=$4
wrong=0

# expect <status> <words in its output> <argument of circles.py> ...
expect() {
    status_wanted=$1 words=$2
    shift 2
    said=$(python3 "$circles" "$@")
    status=$?
    [ $status -eq "$status_wanted" ] || { echo "status $status, not $status_wanted: $said"; wrong=1; }
    case $said in
    *"$words"*) ;;
    *) echo "no \`$words\` in: $said"; wrong=1 ;;
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
expect 0 " 0 rooms with circles" includes "$dir" room
printf '#include "a.h"\n' >"$dir/room/c.h"
expect 1 "room/c -> room/a: room/c.h:1" includes "$dir" room
tree
printf '#include "inner/b.h"\n' >"$dir/room/c.c"
expect 1 "room/inner/b -> room/c: room/inner/b.h:2" includes "$dir" room
tree
rm -r "$dir/room/inner"
expect 1 "0 includes" includes "$dir" room

# compile <name> <text>: an object of a build
compile() { printf '%s\n' "$2" | "$cc" -x c -c - -o "$dir/room/$1.c.o"; }
rm -rf "$dir"
mkdir -p "$dir/room"
compile one 'int two(void); int one(void) { return two(); }'
compile two 'int two(void) { return 2; }'
expect 0 " 0 rooms with circles" calls "$dir" "$nm"
compile two 'int one(void); int two(void) { return one(); }'
expect 1 "two.c.o -> one.c.o: one" calls "$dir" "$nm"
rm -rf "$dir"
exit $wrong

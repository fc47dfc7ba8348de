#!/bin/sh
# sh region.sh <sources> <cc> <libregion.a> <analyze> <scratch folder>: a program with regions sends the record stream,
# `analyze` shows them as kernels with ceilings of the same run, and what was done wrong is told while the rest stands.
set -u
sources=$1
cc=$2
library=$3
analyze=$4
rm -rf "$5" && mkdir -p "$5" && cd "$5" || exit 1

# built <name>: the program of that name here.
built() {
    "$cc" -O2 -Wall -Wextra -Werror -I "$sources/probes/lib" -o "$1" "$sources/tests/probes/region/$1.c" "$library" \
        -lpthread || exit 1
}
# has <what> <where>
has() {
    grep -q "$1" "$2" || { echo "$1 is not in $2:"; cat "$2"; exit 1; }
}

built daxpy
./daxpy >daxpy.log || exit 1
has '^what it has to say itself$' daxpy.log
has ',E,24576,2048,0,0,0,0,0,0,3072,0,384,0,24576,0,0\*' daxpy.log
has ',S,0:1,1,' daxpy.log
"$analyze" --format json daxpy.log >daxpy.json 2>said || { cat said; exit 1; }
has '"id": "kernel.daxpy.region.warm.best"' daxpy.json

# 20 timings of each of four sizes, in as many sentences as they take.
[ "$(awk -F '[,*]' '$3 == "S" && $4 ~ /^[1-9][0-9]*:0$/ && series { n += NF - 6 }
    $3 == "PROBE" { series = $4 == "region" } END { print n }' daxpy.log)" -eq 80 ] || { echo "not 80 timings"; exit 1; }

./daxpy '--quick --only timer_floor,add_chain,cache_size,ops,bandwidth,region max=4M' >roof.log || exit 1
"$analyze" --format json roof.log >roof.json 2>/dev/null
has '"id": "kernel.daxpy.region.warm.roof"' roof.json
"$analyze" roof.log >roof.txt 2>/dev/null
has '^  daxpy region ' roof.txt

./daxpy '--quik' >none.log 2>said && { echo "a wrong option was taken"; exit 1; }
has 'no such option' said

built faults
./faults >faults.log || exit 1
for fault in 'a%20name%20that%20is%20not' 'names%20beyond' 'sizes%20beyond' 'another%20work' 'begun%20inside' \
    'end%20without'; do
    has "NOTE,region:%20.*$fault" faults.log
done
has ',PROBE,region,name=outer,' faults.log
has ',PROBE,region,name=n13,' faults.log
if grep -q 'name=inner' faults.log; then echo "a region inside another is a series"; exit 1; fi
"$analyze" faults.log >/dev/null 2>said
grep -q 'damaged\|broken' said && { cat said; exit 1; }
exit 0

#!/bin/sh
# sh order.sh <analyze> <fleet_reports> <boards> <scratch folder>: the names of files, their order, and files that come
# twice change nothing that analyze --fleet says of a made-up fleet.
set -u
analyze=$1
reports=$2
boards=$3
rm -rf "$4" && mkdir -p "$4/fleet" && cd "$4" || exit 1
wrong=0
"$reports" fleet "$boards" 6 3 0.02 || exit 1

# The same files under other names, in another order, packed or twice give the same bytes.
mkdir other
i=1000
for file in fleet/*; do
    cp -p "$file" other/$((3000 - i)).json
    i=$((i + 1))
done
gzip -n other/1999.json other/1950.json
"$analyze" --fleet fleet >first
"$analyze" --fleet other >second
cmp first second || { echo "the order of files changes the report"; wrong=1; }
"$analyze" --fleet --format json fleet >first
"$analyze" --fleet --format json other >second
cmp first second || { echo "the order of files changes the JSON"; wrong=1; }
runs=$((boards * 6))
"$analyze" --fleet fleet other >second
grep -Eq "$runs runs.*; $runs came twice" second || { echo "twice: wanted \"$runs came twice\" in:"; cat second; wrong=1; }
exit $wrong

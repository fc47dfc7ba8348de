#!/bin/sh
# sh readme_report.sh <analyze> <source tree> [--write]: the report that README.md shows between its marks is what ANALYZE prints
# of the recording of a guest. With --write it becomes that.
analyze=$1
readme=$2/README.md
log=$2/tests/data/recordings/guest/host-x86_64.log.gz
new=$(mktemp) || exit 1
trap 'rm -f "$new" "$new.log"' EXIT

"$analyze" "$log" 2>/dev/null | sed 's/^\(.\)/    \1/' >"$new.log"
[ -s "$new.log" ] || { echo "$analyze prints nothing of $log"; exit 1; }
awk -v report="$new.log" '
    /^<!-- report -->$/ { print; while ((getline line < report) > 0) print line; skip = 1; marks++; next }
    /^<!-- \/report -->$/ { skip = 0; marks++ }
    !skip { print }
    END { exit marks != 2 }' "$readme" >"$new" || { echo "$readme: no marks around the report"; exit 1; }
if [ "${3:-}" = --write ]; then
    cat "$new" >"$readme"
elif ! cmp -s "$new" "$readme"; then
    diff "$readme" "$new"
    echo "README.md shows another report: sh tests/project/readme_report.sh build/host/analyze . --write"
    exit 1
fi

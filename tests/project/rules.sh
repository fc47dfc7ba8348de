#!/bin/sh
# rules.sh <source tree>: the page explains every rule that an analysis names: each has a row in the table of
# analysis_host/analyze/report/html/evidence.c, and no rule has two.
cd "$1" || exit 2
table=analysis_host/analyze/report/html/evidence.c
rows=$(sed -n '/rules\[\] = {/,/^};/s/^    { "\([a-z_0-9]*\)",.*/\1/p' "$table" | sort)
sources=$(find analysis_host/analyze analysis_host/core -name '*.[ch]')
# shellcheck disable=SC2086 # a list of words
named=$(cat $sources | tr '\n' ' ' |
    grep -oE '(\.method = |result_by\(|_rule\[\] = |_RULE |query_by_[a-z]+\[\] = )[^;}]*' |
    sed 's/\(\.method = "[a-z_0-9]*"\|_RULE "[a-z_0-9]*"\).*/\1/' | grep -oE '"[a-z_0-9]+"' | tr -d '"' | sort -u)
failed=0
[ "$(printf '%s\n' "$named" | wc -l)" -ge 40 ] || {
    echo "too few rules: this test no longer finds them"
    failed=1
}
for rule in $named; do
    printf '%s\n' "$rows" | grep -qx "$rule" || {
        echo "$table: the rule $rule has no row"
        failed=1
    }
done
for rule in $(printf '%s\n' "$rows" | uniq -d); do
    echo "$table: the rule $rule has two rows"
    failed=1
done
exit $failed

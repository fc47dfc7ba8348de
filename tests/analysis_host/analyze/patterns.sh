#!/bin/sh
# sh patterns.sh <analyze> <log with patterns> <scratch folder>: analyze --patterns shows the texts of the patterns that
# the log is of, names those that it is not of, and does without a file.
set -u
analyze=$1 log=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
failed=0

fail() {
    echo "$*"
    failed=1
}

# file <spec>: a file of patterns with one, triad
file() {
    cat >patterns.json <<JSON
{"schema": "pontoon.patterns/1", "patterns": [{"schema": "pontoon.pattern/1", "name": "triad", "spec": "$1",
 "about": "a sum", "text": "array A[n] f64\nfor S[i] : 0 <= i < n", "variants": [{"name": "plain", "legal": true,
 "relation": "{ S[i] -> [i] }", "loops": "for (i)\u001b[2J"}]}]}
JSON
}

"$analyze" --format json "$log" >without.json 2>/dev/null
spec=$(sed -n '/"name": "triad"/,/"points"/s/^ *"spec": "\([0-9A-F]*\)",*/\1/p' without.json | head -n 1)
[ -n "$spec" ] || fail "the log has no pattern triad"
grep -q '"relation": "{' without.json && fail "a relation without a file of patterns"

file "$spec"
"$analyze" -v --patterns=patterns.json "$log" >text 2>messages
for words in 'triad: a sum' 'array A\[n\] f64' '{ S\[i\] -> \[i\] }' 'for (i)\\x1b\[2J'; do
    grep -q "$words" text || fail "the text lacks $words"
done
"$analyze" --format json --patterns=patterns.json "$log" 2>/dev/null | grep -q '"relation": "{ S' || fail "JSON lacks the relation"
"$analyze" --html page.html --patterns=patterns.json "$log" >/dev/null 2>&1
grep -q 'array A\[n\] f64' page.html || fail "the page lacks the text"

file 00000001
"$analyze" -v --patterns=patterns.json "$log" >text 2>messages
grep -q "pattern triad: patterns.json has another text of it (spec 00000001, here $spec), which is not shown" messages ||
    fail "another spec is not said: $(cat messages)"
grep -q 'array A\[n\] f64' text && fail "a text is shown that the log is not of"

"$analyze" --patterns=missing.json "$log" >text 2>messages
status=$?
[ $status -eq 2 ] || fail "a file that is missing: status $status"
grep -q 'missing.json: ' messages || fail "a file that is missing: $(cat messages)"
# A picture of variants by size has a panel for each pattern, with a line for each of its variants.
"$analyze" --plots plots "$log" >/dev/null 2>messages
script=plots/patterns.gp
n=$(grep -c '^plot ' $script)
grep -q "^set multiplot layout $n,1$" $script || fail "no panel for each of $n patterns: $(grep multiplot $script)"
[ "$n" -ge 10 ] || fail "$n panels"
[ "$(grep -c "^set title 'Access patterns: ..*'$" $script)" -eq "$n" ] || fail "a panel has no title of its own"
panel=$(sed -n "/^set title 'Access patterns: triad'$/{n;p;}" $script)
for variant in plain interleave2 "shares, 2 unified" "cyclic1, 2 cyclic"; do
    case $panel in *"title 'triad $variant'"*) ;; *) fail "the panel of triad lacks $variant: $panel" ;; esac
done
case $panel in *"'jacobi"*) fail "the panel of triad has a line of another pattern" ;; esac
! command -v gnuplot >/dev/null || [ -s plots/patterns.svg ] || fail "no picture: $(cat messages)"

exit $failed

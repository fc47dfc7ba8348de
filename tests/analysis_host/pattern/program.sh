#!/bin/sh
# sh program.sh <patterns> <folder of patterns> <scratch folder>: the program's commands, statuses and JSON.
set -u
patterns=$1
shipped=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
failed=0

# ends <what> <status> <argument> ...: its output is in out, its messages in err.
ends() {
    what=$1
    status=$2
    shift 2
    "$patterns" "$@" >out 2>err
    got=$?
    [ "$got" -eq "$status" ] || { echo "$what: status $got instead of $status: $(cat err)"; failed=1; }
}

# has <what> <file> <pattern of grep>
has() {
    grep -q -e "$3" "$2" || { echo "$1: no '$3' in $2:"; cat "$2"; failed=1; }
}

ends "shipped patterns" 0 check "$shipped"/*.pattern
[ ! -s out ] && [ ! -s err ] || { echo "check is not quiet"; failed=1; }
ends "help" 0 --help
has "help" out "patterns check FILE"
ends "help, short" 0 -h
has "help, short" out "patterns check FILE"
for words in -h --version "explain n=100 $shipped/triad.pattern"; do
    [ -e /dev/full ] || continue
    # shellcheck disable=SC2086 # words
    "$patterns" $words >/dev/full 2>err
    [ $? -eq 4 ] || { echo "a full disk, $words: not status 4"; failed=1; }
    has "a full disk, $words" err "patterns: standard output"
done
ends "version" 0 --version
ends "no command" 2
ends "another command" 2 chekc x.pattern
has "another command" err "chekc: no such command"
ends "no file" 2 check
ends "a file that is not there" 2 check nothing.pattern
has "a file that is not there" err "nothing.pattern: No such file"
ends "another option" 2 explain --fromat json "$shipped/triad.pattern"
has "another option" err "fromat: no such option"
ends "a line of 63 bytes" 2 explain line=63 "$shipped/triad.pattern"
has "a line of 63 bytes" err "a power of two"
ends "output that cannot be written" 4 c no/folder.c "$shipped/triad.pattern"

cat >apart.pattern <<'EOF'
size n
array A[n] f64
array B[n] f64
for P[t,i] : 0 <= t < 4 and 0 <= i < n
    A[i] = A[i] + 1
for Q[t,i] : 0 <= t < 4 and 1 <= i < n-1
    B[i] = 0.5 * B[i]
EOF
ends "statements that share a loop" 0 c apart.c apart.pattern
has "statements that share a loop" apart.c 'S_Q(c0, c1);'
! grep -q 'if (.*c1' apart.c || { echo "a condition in the innermost loop of two statements"; failed=1; }

ends "f32 in place of f64" 0 c narrow.c floats=f32 "$shipped/triad.pattern"
has "f32 in place of f64" narrow.c '\.type = "f32"'
has "f32 in place of f64" narrow.c 'float \*const restrict a_A'
! grep -q 'double' narrow.c || { echo "f64 is left where there is none"; failed=1; }
ends "floats of 16 bits" 2 c narrow.c floats=f16 "$shipped/triad.pattern"
has "floats of 16 bits" err "f64 or f32 is expected"

cat >mine.pattern <<'EOF'
about a "chain" of \ words
size n in 4..64
array A[n] f64
for S[i] : 1 <= i < n
    A[i] = fma(A[i-1], 2, A[i]) - min(A[i], -A[i-1]) / 3
variant up
variant down : reverse i
EOF
ends "a variant that is not legal" 2 explain --format json mine.pattern n=8 n=64
has "its fault" err "^mine.pattern:7:1: variant down is not legal: S(i=1) must run before S(i=2)"
has "its line" err "^    variant down : reverse i$"
has "its caret" err '^    ^$'
command -v python3 >/dev/null 2>&1 && { python3 - <<'EOF' || failed=1; }
import json, sys
j = json.load(open('out'))
want = {'schema': 'pontoon.pattern/1', 'name': 'mine', 'about': 'a "chain" of \\ words'}
for key, value in want.items():
    assert j[key] == value, (key, j[key])
assert [(v['name'], v['legal']) for v in j['variants']] == [('up', True), ('down', False)]
assert j['variants'][0]['relation'] and 'S(' in j['variants'][1]['loops']
assert j['counts'] == [
    {'n': 8, 'instances': 7, 'elements': 8, 'written': 7, 'lines': 1, 'lines_written': 1, 'add': 14, 'mul': 7,
     'div': 7, 'sqrt': 0, 'loads': 28, 'stores': 7},
    {'n': 64, 'instances': 63, 'elements': 64, 'written': 63, 'lines': 8, 'lines_written': 8, 'add': 126, 'mul': 63,
     'div': 63, 'sqrt': 0, 'loads': 252, 'stores': 63}], j['counts']
(fault,) = j['faults']
assert (fault['file'], fault['line'], fault['column']) == ('mine.pattern', 7, 1), fault
EOF
ends "a size that it does not take" 2 explain mine.pattern n=3
has "a size that it does not take" err "mine.pattern:2:6: n = 3 is outside"

# At the largest size that fits, and the next.
ends "counts that fit" 0 explain --format json "$shipped/dgemm.pattern" n=2000000
has "counts that fit" out '"loads": null'
has "counts that fit" out '"instances": 8000000000000000000'
has "loads that do not fit" err "loads at n = 2000000: more than 2^64 - 1"
ends "a count that does not fit" 0 explain --format json "$shipped/dgemm.pattern" n=3000000
has "a count that does not fit" out '"instances": null'
has "a count that does not fit" out '"elements": 27000000000000'

ends "a let" 0 explain --format json "$shipped/jacobi1d.pattern" jacobi1d:T=2 n=10
has "a let" out '"instances": 16'
ends "a let that is none" 2 check "$shipped/jacobi1d.pattern" jacobi1d:U=2
has "a let that is none" err "no let 'U'"
ends "a sweep of what is no clause" 2 explain "$shipped/jacobi1d.pattern" jacobi1d:T=2,4
has "a sweep of what is no clause" err "only clauses of variants take them"
cat >sweep.pattern <<'EOF'
size n
let T = 16, 32, 64
let U = 2, 4
array A[n][n] f64
array B[n][n] f64
for S[j,i] : 0 <= j < n and 0 <= i < n
    A[j][i] = B[i][j]
variant plain
variant tiled : tile j T, i T
variant both : tile j T
    unroll i U
EOF
ends "a sweep" 0 explain sweep.pattern
[ "$(grep -c '^  variant .*: legal' out)" -eq 10 ] || { echo "not ten variants:"; cat out; failed=1; }
has "a sweep" out 'variant tiled_32: legal; tile j T, i T (T = 32)'
has "a sweep" out 'variant both_64_4: legal; tile j T; unroll i U (T = 64, U = 4)'
ends "a sweep that is given" 0 c given.c sweep.pattern sweep:T=8,24 sweep:U=3
has "a sweep that is given" given.c '^const struct kernel pattern_sweep_tiled_24 = '
has "a sweep that is given" given.c '^const struct kernel pattern_sweep_both_8 = '
ends "its table" 0 table table.c sweep.pattern sweep:T=8,24 sweep:U=3
has "its table" table.c '&pattern_sweep_both_24,'
[ "$(grep -c '^    &' table.c)" -eq 5 ] || { echo "not five variants:"; cat table.c; failed=1; }
for words in sweep:T= sweep:T=8,, sweep:T=8,8 sweep:T=x sweep:T=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17; do
    ends "a wrong sweep, $words" 2 check sweep.pattern "$words"
    has "a wrong sweep, $words" err "up to 16 different whole numbers"
done
ends "chosen variants" 0 c out.c "$shipped/triad.pattern:plain,own"
[ "$(grep -c '^const struct kernel pattern_' out.c)" -eq 2 ] || { echo "not two kernels"; failed=1; }
ends "a variant that is none" 2 c none.c "$shipped/triad.pattern:foo"
has "a variant that is none" err "no variant 'foo'"
[ ! -e none.c ] || { echo "a file is left"; failed=1; }
ends "faults" 2 c none.c mine.pattern
[ ! -e none.c ] || { echo "a file is left"; failed=1; }

# Work and memory are bounded.
{
    printf 'size n\narray A[n][n][n][n][n][n] f64\n'
    for s in 0 1 2 3 4 5 6 7; do
        echo "for S$s[a,b,c,d,e,f$s] : 0 <= a < n and a <= b < n and 0 <= c < b and (a+b+c)%7 <= 3 and c <= d < n and
            0 <= e <= d/3 and e <= f$s < n and (a+2*b+3*c+5*d)%11 >= 2 and (a/3+b/5+c/7+d/2)%13 <= 9"
        printf ' A[a][b][c][d][e][f%s] = 0' $s
        for k in 1 2 3 4 5 6; do
            printf ' + A[(a+%s*b)/9][b][(c+d)/2][d][e/%s][f%s]' $k $k $s
        done
        echo
    done
} >hard.pattern
ends "a pattern that is too hard" 2 check hard.pattern
has "a pattern that is too hard" err "too hard: "

# Sums of streams are as their script writes them.
mkdir streams && sh "$shipped/streams.sh" streams
for file in streams/*.pattern; do
    cmp "$file" "$shipped/$(basename "$file")" || failed=1
done
exit $failed

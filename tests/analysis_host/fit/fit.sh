#!/bin/sh
# sh fit.sh <fit_latencies> <analyze> <recording> <scratch folder> [<simulated board>]: latencies of a configuration are
# fitted to those of a log, with simulators whose own cycles are known; what cannot be fitted is said.
set -u
fit=$1
analyze=$2
recording=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
board=${5:-}
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
wrong=0

# run <status> <argument> ...: fits start.machine to the recording.
run() {
    want=$1
    shift
    rm -f fitted
    "$fit" --analyze="$analyze" --target="$target" --config="$config" --output=fitted "$@" >table 2>messages
    status=$?
    [ $status -eq "$want" ] || { echo "$*: status $status, not $want"; cat table messages; wrong=1; }
}

# says <file> <pattern> ...
says() {
    where=$1
    shift
    for pattern; do
        grep -Eq -e "$pattern" "$where" || { echo "no $pattern in $where:"; cat "$where"; wrong=1; }
    done
}

"$analyze" "$recording" --export machine=start.machine >report 2>messages
says start.machine 'latency = 3\.000  # fit cache\.1\.latency$' 'latency = 13\.998  # fit cache\.2\.latency$' \
    'latency = 164\.888  # fit memory\.latency$'
target=$recording config=start.machine

# Simulators that print a table. Each adds 2 cycles; `sums` also adds up the levels before, `shares` also a quarter.
cat >tables.sh <<'EOS'
echo "a line that is no latency"
sed -n 's/^latency = \([0-9.]*\) .*fit \(.*\)/\2 \1/p' "$2" | awk -v how="$1" '
{ sum += $2; print $1, how == "sums" ? sum + 2 : how == "shares" ? $2 * 1.25 + sum : $2 + 2 }'
EOS
run 0 sh tables.sh plain
says fitted '^latency = 1\.000 ' '^latency = 11\.998 ' '^latency = 162\.888 '
says table '^cache\.1\.latency +3\.000 +1\.000 +3\.00 +3\.00$' '^memory\.latency +164\.888 +162\.888 +164\.89 +164\.89$'
says messages 'run 2: cache\.1\.latency 1\.000 gives 3\.00'
[ "$(grep -v '^latency' start.machine)" = "$(grep -v '^latency' fitted)" ] || { echo "other lines changed"; wrong=1; }
run 0 --quiet sh tables.sh sums {}
says fitted '^latency = 1\.000 ' '^latency = 10\.998 ' '^latency = 150\.890 '
[ ! -s messages ] || { echo "not quiet: $(cat messages)"; wrong=1; }
run 0 --within=0.01 --least=0 sh tables.sh shares
says fitted '^latency = 1\.333 ' '^latency = 5\.629 ' '^latency = 70\.189 '

# What cannot be reached is said, and the rest fits.
run 1 --least=3 sh tables.sh sums
says table 'cache\.1\.latency .* 5\.00  cannot: 3\.000 is the least value$' 'memory\.latency +[0-9.]+ +[0-9.]+ +164\.89 +164\.89$'
says fitted '^latency = 3\.000 ' '^latency = 8\.998 ' '^latency = 150\.890 '
run 1 sh -c 'echo cache.1.latency 3; echo cache.2.latency 20; echo memory.latency 164.9'
says table 'cache\.2\.latency .* 20\.00  cannot: changing the value has no effect$'
run 1 --runs=1 sh tables.sh plain
says table 'cannot: not reached in 1 runs; --runs allows more'
sed 's/^latency = 13.998/latency = 14/' start.machine >whole.machine
config=whole.machine
run 1 --least=0 sh -c 'sh tables.sh plain "$0" | sed "s/^cache.2.latency.*/cache.2.latency $(
    sed -n "s/^latency = \([0-9]*\) .*cache.2.*/\1/p" "$0")/" | awk "{ print \$1, \$1 == \"cache.2.latency\" ? \$2 * 4 + 3.5 : \$2 }"'
says table 'cache\.2\.latency +14 +[23] .*  cannot: [23] gives 1[15]\.50 and [23] gives 1[15]\.50$'

# A column of sizes: half to three quarters of a cache, and far beyond the last.
config=start.machine
cat >sizes.sh <<'EOS'
echo "# bytes cycles"
sh tables.sh plain "$1" | awk '/^cache.1/ { one = $2 } /^cache.2/ { two = $2 } /^memory/ { far = $2 }
END { for (b = 4096; b <= 64 * 1048576; b *= 2) print b, b <= 32768 ? one : b <= 4194304 ? two : far }'
EOS
run 0 sh sizes.sh
says fitted '^latency = 1\.000 ' '^latency = 11\.998 ' '^latency = 162\.888 '

# The configurations of other simulators: whole numbers in JSON, times in Python; 5 cycles more than the levels add up to.
"$analyze" "$recording" --export champsim=start.json --export gem5=start.py >report 2>messages
config=start.json
run 0 python3 -c '
import json, sys
c = json.load(open(sys.argv[1]))
first, second = c["L1D"]["latency"], c["L2C"]["latency"]
print("cache.1.latency", first + 2, "\ncache.2.latency", first + second + 3)
print("memory.latency", first + second + sum(c["physical_memory"][k] for k in ("tCAS", "tRCD", "tRP")) + 5)'
says fitted '"L1D": ' '"latency": 1, "//latency": "fit cache\.1' '"latency": 10, "//latency": "fit cache\.2' '"tCAS": 49,' '"tRCD": 50,'
python3 -m json.tool fitted >/dev/null || { echo "no JSON"; wrong=1; }
config=start.py
run 0 sh -c 'sed -n "s/.*= \"*\([0-9.]*\).*# fit \([a-z0-9.]*\);.*/\2 \1/p" "$0" | sort -u |
    awk "{ sum += \$1 == \"memory.latency\" ? \$2 * 2.4 : \$2; print \$1, sum + 2 }"'
[ "$(grep -c '^    \(tag\|data\)_latency = 1 ' fitted)" -eq 2 ] || { echo "not both latencies of L1D: $(cat fitted)"; wrong=1; }
says fitted '    tag_latency = 11 ' '    latency = "6[0-9]\.[0-9]ns"  # fit memory'

# A command that fails, prints nothing of use or never ends; wrong usage. Nothing is written.
run 3 sh -c 'echo "no such option" >&2; exit 7'
says messages '^fit_latencies: sh: ended with status 7 \(run 1\): no such option$'
run 3 sh -c 'kill -9 $$'
says messages 'ended with signal 9'
run 3 "$PWD/no_such_program"
says messages 'No such file'
run 3 true
says messages '^fit_latencies: true: printed nothing \(run 1\)$'
run 3 echo hello
says messages 'echo: neither a log nor a table of latencies; first line: hello'
run 3 sh -c 'echo cache.1.latency 4'
says messages 'no cache\.2\.latency in its output'
run 3 --timeout=0.5 sh -c 'sleep 100 & echo $! >child; sleep 100'
says messages 'sh: no answer in 0\.5 s \(run 1\); --timeout allows more'
sleep 0.2
# A zombie is one that nobody has waited for.
case $(sed 's/.*) //; s/ .*//' "/proc/$(cat child)/stat" 2>/dev/null) in '' | Z) ;; *) false ;; esac || { echo "what the command started is still running"; wrong=1; }
[ ! -e fitted ] || { echo "a file was written"; wrong=1; }
config=$recording
run 2 true
says messages 'no text'
echo nothing >plain.txt
config=plain.txt
run 2 true
says messages "plain.txt: no line has a comment 'fit ID'"
echo 'x # fit cache.1.latency' >plain.txt
run 2 true
says messages "plain.txt:1: no number before 'fit cache.1.latency'"
echo 'x = 5 # fit cache.7.latency' >plain.txt
run 2 true
says messages 'has no cache\.7\.latency'
config=start.machine target=plain.txt
run 2 true
says messages 'plain.txt: neither a log nor a table'
target=$recording
run 2 --within=none true
says messages "'none' is no number above 0"
run 2 --tiemout=3 true
says messages 'tiemout.*--help has the options'
run 2
says messages 'the command .* is missing'
mkdir folder
"$fit" --analyze="$analyze" -t "$recording" -c start.machine -o folder/no/fitted sh tables.sh plain >table 2>messages
[ $? -eq 4 ] || { echo "not written, and the status is not 4"; wrong=1; }

# The simulated board with a pipeline of its own in front of its caches, and memory a quarter slower.
if [ -n "$board" ]; then
    cat >board.sh <<'EOS'
awk '/^\[/ { memory = /memory/; if (/cache/) level++ }
     /^latency/ { $3 = memory ? $3 * 1.25 + 9 : $3 + 2 * level } { print }' "$2" >planted.machine &&
    PONTOON_MACHINE=planted.machine "$1" --quick --only timer_floor,add_chain,cache_size max=16M
EOS
    run 0 sh board.sh "$board" {}
    says fitted '^latency = 1\.0' '^latency = (9\.9|10\.0)' '^latency = 12[45]\.'
fi
[ $wrong -eq 0 ] || exit 1

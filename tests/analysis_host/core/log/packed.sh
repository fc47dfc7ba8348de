#!/bin/sh
# Logs as programs pack and write them: analyze answers as for the plain log, or names the command that unpacks it.
# packed.sh <analyze> <log> <folder>
set -u
analyze=$1 log=$2 dir=$3
wrong=0
rm -rf "$dir"
mkdir -p "$dir"

fail() {
    echo "$*"
    wrong=$((wrong + 1))
}

case $log in
*.gz) gzip -dc "$log" >"$dir/board.log" ;;
*) cp "$log" "$dir/board.log" ;;
esac
cat >"$dir/table.txt" <<'TABLE'
"stride=64
0.00391 1.250
0.00781 1.250
0.01562 1.250
0.03125 1.250
0.06250 4.000
0.12500 4.000
0.25000 4.000
0.50000 4.000
1.00000 90.000
2.00000 90.000
4.00000 90.000
8.00000 90.000
TABLE

# answers <file>: of analyze, without the name of the file
answers() {
    "$analyze" --format json "$1" 2>"$dir/err" | sed "/^ \"log\": {/,/^ }/d; s|$1||g"
}
answers "$dir/board.log" >"$dir/board.want"
answers "$dir/table.txt" >"$dir/table.want"
grep -q cache.1.size "$dir/table.want" || fail "the plain table is not answered"

# same <rule> <board|table> <file>
same() {
    answers "$3" >"$dir/got"
    if grep -q "unpacks gzip alone" "$dir/err"; then
        grep -Eq "(xz|zstd|lz4|bzip2|gzip|unzip) .*$3 \| analyze" "$dir/err" || fail "$1: no command"
    elif ! cmp -s "$dir/$2.want" "$dir/got"; then
        fail "$1: other answers"
        cat "$dir/err"
    fi
}

for tool in gzip xz zstd lz4 bzip2 lzma; do
    command -v $tool >/dev/null 2>&1 || continue
    for input in board.log table.txt; do
        $tool -c "$dir/$input" >"$dir/$input.$tool"
        same "$tool of $input" ${input%.*} "$dir/$input.$tool"
    done
done
if command -v zip >/dev/null 2>&1; then
    zip -qj "$dir/one.zip" "$dir/board.log"
    same "a zip archive of one file" board "$dir/one.zip"
    zip -qj "$dir/two.zip" "$dir/board.log" "$dir/table.txt"
    "$analyze" "$dir/two.zip" >"$dir/out" 2>"$dir/err"
    grep -q -e "more than one file" -e "unpacks gzip alone" "$dir/err" || fail "two files in an archive: not said"
fi
if command -v xz >/dev/null 2>&1; then
    head -c $(($(wc -c <"$dir/board.log.xz") / 2)) "$dir/board.log.xz" >"$dir/half.xz"
    "$analyze" "$dir/half.xz" >"$dir/out" 2>"$dir/err"
    [ $? -ne 0 ] || fail "half a packed log: status 0"
    grep -q -e "damaged or ends early" -e "unpacks gzip alone" "$dir/err" || fail "half a packed log: not said"
fi

for encoding in UTF-16LE UTF-16BE UTF-32LE UTF-32BE; do
    for input in board.log table.txt; do
        { printf '\357\273\277' && cat "$dir/$input"; } | iconv -f UTF-8 -t $encoding >"$dir/$input.$encoding"
        same "$encoding of $input" ${input%.*} "$dir/$input.$encoding"
    done
done
for input in board.log table.txt; do
    iconv -f UTF-8 -t UTF-16LE "$dir/$input" >"$dir/$input.bare"
    same "UTF-16 without a mark of $input" ${input%.*} "$dir/$input.bare"
    { printf '\357\273\277' && cat "$dir/$input"; } >"$dir/$input.bom"
    same "a byte order mark before $input" ${input%.*} "$dir/$input.bom"
    tr '\n' '\r' <"$dir/$input" >"$dir/$input.cr"
    same "lone carriage returns in $input" ${input%.*} "$dir/$input.cr"
    sed 's/$/\r/' "$dir/$input" >"$dir/$input.crlf"
    same "both line ends in $input" ${input%.*} "$dir/$input.crlf"
done

# What is neither is named by its first line, as a terminal may get it.
printf '\n\033[2JBIOS 1.0\nmore\n' >"$dir/boot.txt"
"$analyze" "$dir/boot.txt" >"$dir/out" 2>"$dir/err"
[ $? -eq 3 ] || fail "boot text: status"
grep -Fq 'in 3 lines; first line: \x1b[2JBIOS 1.0' "$dir/err" || fail "boot text: first line" "$(cat "$dir/err")"

# A small stack is enough.
(ulimit -s 128 && "$analyze" --format json "$dir/board.log" >"$dir/got" 2>"$dir/err") || fail "a stack of 128 KiB: fails"
(ulimit -s 128 && "$analyze" -v --html "$dir/page.html" "$dir/board.log" >/dev/null 2>"$dir/err")
[ $? -le 1 ] || fail "a stack of 128 KiB: no page"

rm -rf "$dir"
[ $wrong -eq 0 ]

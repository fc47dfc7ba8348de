#!/bin/sh
# sh outputs.sh <analyze> <scratch folder>: whatever analyze writes to, no input and no older file is lost, and
# two outputs are two files.
analyze=$1
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
wrong=0

fail() {
    echo "$*"
    wrong=1
}

# table <latency beyond 32 KiB>: a small log.
table() {
    printf 'Executing ramlat on cpu0 (made), results in ns:\n\n       size:  1x32  2x32 1xPTR 2xPTR\n'
    for size in 4 8 16 32 64 128 256 512 1024 2048 4096; do
        printf '%10sk: 1.5 1.5 %s 1.0\n' $size $((size > 32 ? $1 : 2)).5
    done
}

# Sets up what a case starts with: board.log under several names, a second log, an older output.
fresh() {
    rm -rf board.log other.log old.json page plots boards new new-target link hard chain dangling one-more
    table 90 >board.log
    table 70 >other.log
    "$analyze" --format json other.log >old.json
    ln board.log hard
    ln -s board.log link
    ln -s link chain
    ln -s new-target dangling
    mkdir plots boards
    ln board.log plots/latency.dat
    cp other.log boards
    cp board.log boards/board.log
    echo older >page
}

sums() {
    find . -type f ! -name sums.\* ! -name out ! -name err -exec cksum {} + | sort
}

# refused <rule> <text of the message> <shell words after analyze>: status 2, and nothing has changed.
refused() {
    fresh
    sums >sums.before
    sh -c "exec \"\$0\" $3" "$analyze" >out 2>err
    status=$?
    sums >sums.after
    if [ $status -ne 2 ] || ! grep -Eq -e "$2" err; then fail "$1: analyze $3: status $status: $(cat err)"; fi
    cmp -s sums.before sums.after || fail "$1: analyze $3: files have changed: $(diff sums.before sums.after)"
}

for input in board.log ./board.log "$PWD/board.log" hard link chain plots/latency.dat; do
    refused "a page" "board.log|hard|link|chain|latency.*--html would write over the input" "--html $input board.log"
    refused "an export" "--export would write over the input" "--export csv=$input board.log"
    refused "an export of the same name" "--export would write over the input" "--export csv=board.log $input"
    refused "from standard input" "--html would write over the input standard input" "--html $input <board.log"
    refused "standard output" "standard output: the report would write over the input" "$input >>board.log"
    refused "an export to standard output" "standard output: --export would write over the input" \
        "--export csv $input >>board.log"
    refused "/dev/stdout" "--html would write over the input|the report would write" "--html /dev/stdout $input >>board.log"
    refused "one of several boards" "--html would write over the input" "--overlay --html $input board.log other.log"
done
refused "plots" "plots/latency.dat: --plots would write over the input board.log" "--plots plots board.log"
refused "what it is compared with" "--html would write over the input old.json" "--compare old.json --html old.json board.log"
refused "a comparison" "the report would write over the input old.json" "--compare old.json board.log >>old.json"
refused "a folder of boards" "boards/other.log: --html would write over the input" "--overlay --html boards/other.log boards"
refused "a table of boards" "the report would write over the input boards/other.log" "--compare boards >>boards/other.log"

refused "two outputs" "page: --html and --export would write to one file" "--html page --export csv=page board.log"
refused "two that are not there" "new: --html and --export would write to one" "--html new --export csv=./new board.log"
refused "two exports" "--export and --export would write to one file" "--export gcc=new --export csv=new board.log"
refused "through a link to nothing" "--html and --export would" "--html dangling --export csv=new-target board.log"
refused "the report and a page" "the report and --html would write to one" "--html page board.log >>page"
refused "plots and a page" "--html and --plots would" "--html plots/latency.svg --plots plots other.log"

# failing <rule> <text of the message> <shell words after analyze>: status 4, and no file has changed or is left over.
failing() {
    fresh
    sums >sums.before
    err=$(sh -c "$4 exec \"\$0\" $3" "$analyze" 2>&1 >/dev/null) # no file, which there may be no room for
    status=$?
    sums >sums.after
    if [ $status -ne 4 ] || ! echo "$err" | grep -Eq -e "$2"; then fail "$1: analyze $3: status $status: $err"; fi
    cmp -s sums.before sums.after || fail "$1: analyze $3: files have changed: $(diff sums.before sums.after)"
}
for option in '--html ' '--export csv='; do
    failing "a folder" '^analyze: plots: Is a directory' "${option}plots board.log"
    failing "nowhere" '^analyze: no/page: No such file' "${option}no/page board.log"
    failing "below a file" '^analyze: page/page: Not a directory' "${option}page/page board.log"
    failing "a place that takes no files" '^analyze: /proc/page: ' "${option}/proc/page board.log"
    failing "a circle of links" 'circle: Too many levels' "${option}circle board.log" 'ln -sf circle circle;'
    failing "no room" '^analyze: (page|new): File too large' "${option}page board.log" 'ulimit -f 0;'
    failing "no room for a new one" '^analyze: new: File too large' "${option}new board.log" 'ulimit -f 0;'
    [ ! -e /dev/full ] || failing "a full disk" '^analyze: /dev/full: No space left' "${option}/dev/full board.log"
done
failing "plots in a file" '^analyze: page/.*: Not a directory' "--plots page board.log"
failing "plots in a place that takes none" '^analyze: /proc/plots: ' "--plots /proc/plots board.log"
failing "plots without room" '^analyze: plots/[a-z.]*: File too large' "--plots plots other.log" 'ulimit -f 0;'
if [ "$(id -u)" -ne 0 ]; then
    failing "an older file that nobody may write" '^analyze: page: Permission denied' "--html page board.log" 'chmod 444 page;'
    mkdir shut
    echo older >shut/page
    chmod 555 shut
    failing "a folder that nobody may write" '^analyze: shut/page: Permission' "--html shut/page board.log"
    chmod 755 shut
else
    echo "as root every file can be written: not tried"
fi

# written <rule> <shell words after analyze>: status 0, and no hidden file is left.
written() {
    fresh
    sh -c "$3 exec \"\$0\" $2" "$analyze" >out 2>err || fail "$1: analyze $2: status $?: $(cat err)"
    [ -z "$(find . -name '.?*')" ] || fail "$1: left over: $(find . -name '.?*')"
}
has_page() {
    grep -q '</html>' "$2" || fail "$1: there is no page in $2"
}
mode_of() {
    ls -ld "$1" | cut -c 1-10
}
written "a new page" "--html new board.log" 'umask 027;'
has_page "a new page" new
[ "$(mode_of new)" = -rw-r----- ] || fail "a new page: its mode is not as the umask says: $(mode_of new)"
written "an older page" "--html page board.log" 'chmod 604 page; umask 077;'
has_page "an older page" page
[ "$(mode_of page)" = -rw----r-- ] || fail "an older page: another mode: $(mode_of page)"
if [ "$(id -u)" -eq 0 ]; then
    written "another's page" "--html page board.log" 'chown 65534:65534 page;'
    # shellcheck disable=SC2012 # the third and fourth word
    [ "$(ls -ldn page | awk '{ print $3, $4 }')" = "65534 65534" ] || fail "another's page: another owner"
fi
written "a link" "--html one-more board.log" 'ln -s page one-more;'
has_page "a link" page
[ -L one-more ] || fail "a link is none any more"
written "a link to nothing" "--html dangling board.log"
has_page "a link to nothing" new-target
[ -L dangling ] || fail "a link to nothing is none any more"
long=$(printf '%0250d' 7)
written "a name of 250 letters" "--html $long board.log"
has_page "a name of 250 letters" "$long"
rm "$long"
written "/dev/null twice" "--html /dev/null --export csv=/dev/null board.log"
[ -c /dev/null ] || fail "/dev/null is no device any more"
written "/dev/stdout" "--html /dev/stdout board.log"
has_page "/dev/stdout, a file" out
grep -q 'MEMORY  load-to-use' out || fail "/dev/stdout, a file: the report is gone"
written "/dev/stdout, a pipe" "--html /dev/stdout board.log | cat >new"
has_page "/dev/stdout, a pipe" new
written "another descriptor" "--html /dev/fd/5 board.log 5>new"
has_page "another descriptor" new
mkfifo pipe
cat pipe >got &
written "a pipe with a name" "--html pipe board.log"
wait $!
has_page "a pipe with a name" got
[ -p pipe ] || fail "a pipe is none any more"
(: <pipe) &
fresh
"$analyze" --html pipe board.log >out 2>err
[ $? -eq 4 ] || [ $? -eq 0 ] || fail "a pipe whose reader leaves"
wait $!

# A table of several boards is all that is written.
for option in '--html new' '--plots new' '--export csv=new'; do
    refused "beside a table of boards" "${option%% *}: is for one board" "--compare boards $option"
done
exit $wrong

#!/bin/sh
# sh page.sh <predict> <make_signatures> <log> <scratch folder> <ON where pages draw>: the page of a comparison in a real
# browser: no message of it, a figure for each prediction, bars and names in each.
predict=$1
make=$2
log=$3
scratch=$4
draws=$5
[ "$draws" = ON ] || { echo "skipped: built without the script that draws (npm could not install it)"; exit 77; }
command -v chromium >/dev/null 2>&1 || { echo "skipped: chromium is not installed"; exit 77; }
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1

fail() {
    echo "$*"
    exit 1
}

"$make" "$scratch" >/dev/null || fail "no signatures"
"$predict" --html page.html --compare=far.sig "$log" chain.sig >out 2>&1 || [ $? -eq 1 ] || { cat out; fail "no page"; }
timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage \
    --user-data-dir="$scratch/profile" --enable-logging=stderr --v=0 --virtual-time-budget=4000 --dump-dom \
    "file://$scratch/page.html" >dom 2>messages || { cat messages; fail "chromium ended with status $?"; }
if grep CONSOLE messages; then fail "the browser has something to say"; fi
# bars <figure>: how many it has
bars() {
    tr -d '\n' <dom | sed "s/.*data-figure=\"$1\"//; s/<\/figure>.*//" | grep -o 'aria-label="bar".*aria-label="tip"' |
        grep -o '<rect' | wc -l
}
for figure in causes-0 causes-1; do
    [ "$(bars $figure)" -ge 2 ] || fail "$figure has $(bars $figure) bars"
done
grep -q '>dependence [0-9.]* %<' dom || fail "no name of a cause"

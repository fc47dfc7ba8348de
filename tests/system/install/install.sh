#!/bin/sh
# sh install.sh <cmake> <cpack> <build folder> <recording> <scratch folder>: what is installed, and what is
# in the Debian package, runs from there. 77: the tools that make packages are not installed.
cmake=$1
cpack=$2
build=$3
recording=$4
rm -rf "$5" && mkdir -p "$5" && cd "$5" || exit 1

fail() {
    echo "$*"
    exit 1
}

# runs <prefix>: the programs, pages and boards are there and work.
runs() {
    "$1/bin/analyze" "$recording" >report 2>messages || fail "$1/bin/analyze: $(cat messages)"
    grep -q "L2  *4 MiB" report || fail "$1/bin/analyze does not know the machine"
    "$1/bin/probes" --list >probes || fail "$1/bin/probes fails"
    grep -q "^cache_size" probes || fail "$1/bin/probes names no probes"
    "$1/bin/board_runner" list >boards || fail "$1/bin/board_runner fails"
    grep -q qemu_sabrelite boards || fail "$1/bin/board_runner knows no boards: $(cat boards)"
    "$1/bin/board_runner" check host_posix >plan 2>&1 || fail "$1/bin/board_runner: $(cat plan)"
    grep -q "/bin/probes" plan || fail "$1/bin/board_runner starts another image: $(cat plan)"
    for page in analyze board_runner fit_latencies predict probes profile; do
        ls "$1/share/man/man1/$page.1"* >/dev/null || fail "$page has no manual page"
    done
    for program in analyze fit_latencies predict probes profile; do
        [ -s "$1/share/bash-completion/completions/$program" ] || fail "$program has no completion for bash"
    done
    [ -x "$1/bin/fit_latencies" ] || fail "fit_latencies is not installed"
    ls "$1"/lib*/pontoon/profile.so "$1"/lib/*/pontoon/profile.so >plugins 2>/dev/null
    [ -s plugins ] || fail "the plugin of profile is not installed"
    if [ -e "$1/bin/patterns" ]; then
        "$1/bin/patterns" --version >version || fail "$1/bin/patterns fails"
        ls "$1/share/man/man1/patterns.1"* >/dev/null || fail "patterns has no manual page"
        [ -s "$1/share/bash-completion/completions/patterns" ] || fail "patterns has no completion for bash"
    fi
    for page in docs/design/measuring.md docs/figures/latency.svg probes/cache_size/NOTE.md; do
        [ -s "$1/share/doc/pontoon/$page" ] || fail "$page is not installed"
    done
    # Pages, the picture and the schema that README.md and the reference of JSON lead to.
    grep -Eo '\]\([^)#]+' "$1/share/doc/pontoon/README.md" | sed 's/^](//' >linked
    echo docs/reference/report.schema.json >>linked
    [ "$(wc -l <linked)" -ge 20 ] || fail "README.md leads to too few pages: $(cat linked)"
    while read -r page; do
        [ -s "$1/share/doc/pontoon/$page" ] || fail "$page, which README.md leads to, is not installed"
    done <linked
}

"$cmake" --install "$build" --prefix "$PWD/prefix" >messages 2>&1 || fail "$(cat messages)"
runs "$PWD/prefix"

for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
if grep -q '^PONTOON_NATIVE:BOOL=ON' "$build/CMakeCache.txt"; then
    "$cpack" --config "$build/CPackConfig.cmake" -B "$PWD/refused" >messages 2>&1 &&
        fail "a package was made of what runs on this processor alone"
    grep -q "PONTOON_NATIVE=OFF" messages || fail "$(cat messages)"
fi
# The package of this very build is not for others, but it is made the same way.
"$cpack" --config "$build/CPackConfig.cmake" -D CPACK_PROJECT_CONFIG_FILE= -B "$PWD/package" >messages 2>&1 ||
    fail "$(cat messages)"
ls package/pontoon_*.deb >/dev/null || fail "there is no pontoon_*.deb"
dpkg-deb -f package/pontoon_*.deb Depends | grep -q libjansson4 || fail "it does not depend on what it needs"
dpkg-deb -x package/pontoon_*.deb unpacked || fail "it cannot be unpacked"
runs "$PWD/unpacked/usr"

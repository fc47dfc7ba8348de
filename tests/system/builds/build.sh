#!/bin/sh
# sh build.sh <source tree> <scratch folder> <cmake> <compiler> <targets> [<cmake option> ...]
# Builds as strangers do: of sources that cannot be written to, in a path with a blank. No warning may come, and no
# program may hold a path of the build. What is installed (of a build that has all programs), and what is in the build
# folder after that was moved, must measure this machine. The build lies below the sources, as deep as others do, so that
# ccache has for all of one kind what they share; it is the only folder there that can be written to.
# Status 0: fine, 1: not, 77: skipped, the last line says why.
set -u
root=$1 dir=$2 cmake=$3 compiler=$4 targets=$5
shift 5
probes='--quick --only timer_floor,add_chain,cache_size max=64K'
place="$dir/a place"
source="$place/sources"
build="$source/build/host"

fail() {
    echo "$*"
    exit 1
}

files() {
    (cd "$source" && find . -path ./build/host -prune -o -printf '%p %s %T@\n' | sort)
}

# measures <folder of programs>: probes, and where they are there board_runner and analyze.
measures() {
    rm -f "$dir/run.log"
    # shellcheck disable=SC2086 # $probes is a list of words
    if [ -e "$1/board_runner" ]; then
        "$1/board_runner" run host_posix -q -o "$dir/run.log" -- $probes >"$dir/said" 2>&1 ||
            fail "$1/board_runner: status $?: $(cat "$dir/said")"
    else
        "$1/probes" $probes >"$dir/run.log" 2>"$dir/said" || fail "$1/probes: status $?: $(cat "$dir/said")"
    fi
    grep -q ',END,.*,ok' "$dir/run.log" || fail "$1/probes: the log has no end"
    [ -e "$1/analyze" ] || return 0
    "$1/analyze" "$dir/run.log" >"$dir/report" 2>"$dir/said"
    if [ $? -gt 1 ] || ! grep -q 'MEMORY  load-to-use' "$dir/report"; then
        fail "$1/analyze: $(cat "$dir/said" "$dir/report")"
    fi
}

command -v "$compiler" >/dev/null 2>&1 || {
    echo "$compiler is not installed"
    exit 77
}
[ ! -e "$dir" ] || chmod -R u+w "$dir"
rm -rf "$dir" && mkdir -p "$build" || exit 1
for part in CMakeLists.txt README.md CHANGES.md LICENSE cmake docs hal probes targets analysis_host board_runner tests; do
    cp -r "$root/$part" "$source" || exit 1
done
chmod -R a-w "$source"
chmod u+w "$build"
files >"$dir/files"

"$cmake" -G Ninja -S "$source" -B "$build" -DCMAKE_C_COMPILER="$compiler" \
    -DPONTOON_OP_TYPES=i32 -DPONTOON_OP_SMALL=ON "$@" >"$dir/configured" 2>&1 || fail "$(cat "$dir/configured")"
# shellcheck disable=SC2086 # a list of words
"$cmake" --build "$build" --target $targets >"$dir/built" 2>&1 || fail "$(cat "$dir/built")"
if grep -E -i 'warning:' "$dir/configured" "$dir/built"; then fail "there are warnings"; fi
files | diff "$dir/files" - || fail "the build writes to the sources"

# no_paths <program> ...
no_paths() {
    for program; do
        if strings -a "$program" | grep -F -e "$dir" -e "$root"; then fail "$program holds a path of its build"; fi
    done
}

case $targets in
"probes region" | *analyze*predict*)
    "$cmake" --install "$build" --prefix "$dir/a prefix" >"$dir/installed" 2>&1 || fail "$(cat "$dir/installed")"
    no_paths "$dir/a prefix/bin"/*
    measures "$dir/a prefix/bin"
    ;;
*)
    for program in $targets; do
        [ ! -x "$build/$program" ] || no_paths "$build/$program"
    done
    ;;
esac

mv "$place" "$dir/elsewhere" || exit 1
measures "$dir/elsewhere/sources/build/host"
chmod -R u+w "$dir"
rm -rf "$dir"

#!/bin/sh
# Builds everything twice, as usual and with AddressSanitizer and UndefinedBehaviorSanitizer, and runs
# the tests of both; then builds for every board (cmake/matrix.cmake) and starts what can be emulated.
# Ends with a line `N passed, N failed`, and `, N skipped` where some were.
set -u
me=test.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

case ${1-} in
'') ;;
-h | --help)
    echo "usage: sh cmake/test.sh
Installs what is missing of Debian's packages, builds everything in build/ and runs all tests:
a quarter of an hour on two cores. The last line says how many passed, failed and were skipped."
    exit 0
    ;;
*)
    say "$1: there are no options (one test: ctest --test-dir build/test -R NAME --output-on-failure)"
    exit 2
    ;;
esac

passed=0
failed=0
skipped=0

# The tests in ctest's output that ended as $2 wants, one name a line.
ended() {
    awk -v want="$2" '
        /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
            how = "failed"
            if ($0 ~ / Passed +[0-9.]+ sec/) how = "passed"
            if ($0 ~ /\*\*\*Skipped|\(Disabled\)/) how = "skipped"
            name = $0
            sub(/^[^:]*: /, "", name)
            sub(/ .*/, "", name)
            if (how == want) print name
        }' "$1"
}

# The last line that test $2 wrote, out of ctest's log $1.
last_line() {
    awk -v name="$2" '
        / Testing: / { inside = 0; now = $0; sub(/.* Testing: /, "", now) }
        /^<end of output>/ || /^Test (Passed|Failed|Skipped)/ { inside = 0 }
        inside && now == name && NF > 0 && $0 !~ /^-+$/ { last = $0 }
        /^Output:$/ { inside = 1 }
        END { sub(/^ *[Ss]kipped: */, "", last); print last == "" ? "no reason given" : last }' "$1"
}

count() {
    ended "$1" "$2" | wc -l | tr -d ' '
}

# run_tests <folder under build/>: adds to the sums.
run_tests() {
    tree=$root/build/$1
    ctest --test-dir "$tree" -j2 --output-on-failure --no-tests=error --test-output-size-passed 65536 \
        </dev/null >"$tree/ctest.log" 2>&1
    status=$?
    now_failed=$(count "$tree/ctest.log" failed)
    if [ "$status" -ne 0 ]; then
        cat "$tree/ctest.log"
        [ "$now_failed" -gt 0 ] || now_failed=1
    fi
    ended "$tree/ctest.log" skipped | while read -r name; do
        echo "skipped: $1/$name: $(last_line "$tree/Testing/Temporary/LastTest.log" "$name")"
    done
    passed=$((passed + $(count "$tree/ctest.log" passed)))
    skipped=$((skipped + $(count "$tree/ctest.log" skipped)))
    failed=$((failed + now_failed))
}

# try <folder under build/> <cmake option> ...
try() {
    tried=$1
    shift
    say "building and testing build/$tried"
    if build "$tried" all -DPONTOON_TESTS=ON "$@"; then
        run_tests "$tried"
    else
        say "build/$tried could not be built (its output stands above)"
        failed=$((failed + 1))
    fi
}

# What builds for other processors and emulates them. Boards whose compiler is not to be had are skipped.
# A cross compiler only recommends its C library, which is not enough to have it installed.
cross_packages='gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu gcc-i686-linux-gnu
    gcc-powerpc64le-linux-gnu libc6-dev-armhf-cross libc6-dev-arm64-cross libc6-dev-riscv64-cross
    libc6-dev-i386-cross libc6-dev-ppc64el-cross gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-user qemu-system-arm
    qemu-system-x86'

# A boot loader to load images by, and what sends and wraps them. Not openssh-server: it would start a server here.
loader_packages='lrzsz u-boot-qemu u-boot-tools'

# What reads exports, pages and manual pages, draws plots, and makes fuzzers. Tests whose program is not to be had are skipped.
consumer_packages='libhwloc-dev hwloc-nox device-tree-compiler valgrind clang libclang-rt-14-dev mandoc
    python3 python3-yaml dpkg-dev chromium gnuplot-nox'

# The compiler for Itanium takes minutes of its own: it is built beside everything else.
start_ia64() {
    mkdir -p "$root/build"
    nice sh "$root/cmake/toolchains/ia64-gcc.sh" >"$root/build/ia64-gcc.log" 2>&1 </dev/null &
    ia64=$!
}

# Each step of each board is a test.
try_boards() {
    wait "$ia64" || say "no compiler for Itanium (build/ia64-gcc.log says why)"
    say "building and starting all boards"
    rm -f "$root/build/matrix/tests"
    quietly "$root/build/matrix.log" cmake -DTOOLS="$root/build/test" -P "$root/cmake/matrix.cmake"
    if [ ! -e "$root/build/matrix/tests" ]; then
        say "the boards were not come to"
        failed=$((failed + 1))
        return
    fi
    sed -n '/^TARGET/,/^$/p' "$root/build/matrix.log"
    sed -n 's|^\([^ ]*\) skipped: |skipped: matrix/\1: |p' "$root/build/matrix/tests"
    passed=$((passed + $(grep -c ' passed$' "$root/build/matrix/tests")))
    failed=$((failed + $(grep -c ' failed: ' "$root/build/matrix/tests")))
    skipped=$((skipped + $(grep -c ' skipped: ' "$root/build/matrix/tests")))
}

if need_tools cmake ninja ctest "${CC:-cc}" &&
    need "jansson smartcols zlib cmocka" libjansson-dev libsmartcols-dev zlib1g-dev pkg-config \
        libserialport-dev libcmocka-dev clang-format binutils; then
    # shellcheck disable=SC2086 # a list of words
    need "" $cross_packages || say "going on without what is missing"
    # shellcheck disable=SC2086 # a list of words
    need "" $loader_packages || say "going on without what is missing"
    # shellcheck disable=SC2086 # a list of words
    need "" $consumer_packages || say "going on without what is missing"
    start_ia64
    try test -DPONTOON_SANITIZE=OFF
    # The simulated board is the same in both.
    try asan -DPONTOON_SANITIZE=ON "-DPONTOON_SIM_PROBES=$root/build/test/sim/probes"
    try_boards
else
    failed=1
fi

line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

#!/bin/sh
# Builds everything twice, as usual and with AddressSanitizer and UndefinedBehaviorSanitizer, and runs
# the tests of both; builds for every board (cmake/matrix.cmake) and starts what can be emulated.
# Both cores are kept busy: the tree with sanitizers and the boards are built beside the tests.
# Ends with the ten slowest tests and a line `N passed, N failed`, and `, N skipped` where some were.
set -u
me=test.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

fast=
for word; do
    case $word in
    --fast) fast=yes ;;
    --no-install) no_install=yes ;;
    -h | --help)
        echo "usage: sh cmake/test.sh [--fast] [--no-install]
Installs what is missing of Debian's packages, after naming it, builds everything in build/ and
runs all tests: an hour or more on two cores where nothing was built before.
The last lines are the ten slowest tests, and how many passed, failed and were
skipped.

  --fast   what is built for this machine, and its tests but those that take an
           emulator, a sanitizer or long (ctest's labels board and slow): a
           minute on a tree that is built
  --no-install
           install nothing: tests that lack a package are skipped, and where
           the build lacks one, nothing is built

One test: ctest --test-dir build/test -R NAME --output-on-failure"
        exit 0
        ;;
    *)
        say "$word: no such option; there are --fast and --no-install (one test: ctest --test-dir build/test -R NAME --output-on-failure)"
        exit 2
        ;;
    esac
done
find_build_root || exit

# Nobody debugs what a run of the tests builds (CMakeLists.txt).
PONTOON_NO_DEBUG_INFO=yes
# Of what is compiled for the first time, ccache learns the headers from the compiler: a fifth less work than preprocessing it twice.
CCACHE_DEPEND=1
export PONTOON_NO_DEBUG_INFO CCACHE_DEPEND

passed=0
failed=0
skipped=0
ran= # trees whose tests ran

# Prints the tests in ctest's output that ended as $2 wants, one name a line.
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

# Prints the last line that test $2 wrote, from ctest's log $1.
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

# run_tests <folder under build/> <ctest option> ...: adds to the sums. Three at once, since some only wait.
run_tests() {
    folder=$1
    shift
    tree=$build_root/$folder
    ran="$ran $folder"
    say "running the tests of build/$folder"
    ctest --test-dir "$tree" -j3 --output-on-failure --no-tests=error --test-output-size-passed 65536 "$@" \
        </dev/null >"$tree/ctest.log" 2>&1
    status=$?
    now_failed=$(count "$tree/ctest.log" failed)
    if [ "$status" -ne 0 ]; then
        cat "$tree/ctest.log"
        [ "$now_failed" -gt 0 ] || now_failed=1
    fi
    ended "$tree/ctest.log" skipped | while read -r name; do
        echo "skipped: $folder/$name: $(last_line "$tree/Testing/Temporary/LastTest.log" "$name")"
    done
    passed=$((passed + $(count "$tree/ctest.log" passed)))
    skipped=$((skipped + $(count "$tree/ctest.log" skipped)))
    failed=$((failed + now_failed))
}

# not_built <folder under build/>: counts as a failure.
not_built() {
    say "build/$1 could not be built (its output stands above)"
    failed=$((failed + 1))
}

# Prints the tests that took longest, in seconds: of the trees whose tests ran, and all steps of each board.
slowest() {
    {
        for folder in $ran; do
            sed -n "s|^ *[0-9]*/[0-9]* Test *#[0-9]*: \([^ ]*\) .* \([0-9.]*\) sec.*|\2 $folder/\1|p" \
                "$build_root/$folder/ctest.log"
        done
        [ -n "$fast" ] || for row in "$build_root"/matrix/*/row.cmake; do
            [ -e "$row" ] || continue
            board=${row%/row.cmake}
            sed -n "s|^set(row_seconds .==.\([0-9]*\).==..*|\1.00 matrix/${board##*/}|p" "$row"
        done
    } | sort -rn | head -n 10 | sed 's/^/slowest: /'
}

# Compilers for other processors, and emulators. Boards whose compiler is not to be had are skipped.
# A cross compiler only recommends its C library, which is not enough to have it installed.
cross_packages='gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu gcc-i686-linux-gnu
    gcc-powerpc64le-linux-gnu libc6-dev-armhf-cross libc6-dev-arm64-cross libc6-dev-riscv64-cross
    libc6-dev-i386-cross libc6-dev-ppc64el-cross gcc-arm-none-eabi libnewlib-arm-none-eabi
    picolibc-aarch64-linux-gnu gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf qemu-user qemu-system-arm
    qemu-system-x86 qemu-system-misc'

# A boot loader to load images by, programs that send and wrap them, programs that write flash memory, with what their fake
# is compiled with, and those that write and check SD cards. Not openssh-server: it would start a server here.
loader_packages='lrzsz u-boot-qemu u-boot-tools openocd stlink-tools dfu-util libusb-1.0-0-dev fdisk mtools dosfstools'

# Readers of exports, pages and manual pages, gnuplot, a compiler with libFuzzer; ccache, which compiles once what
# several builds share. Tests whose program is not to be had are skipped.
consumer_packages='ccache musl-tools libcapstone-dev libdw-dev libarchive-dev libhwloc-dev hwloc-nox libsqlite3-dev libssl-dev
    sqlite3 device-tree-compiler valgrind clang libclang-rt-14-dev mandoc python3 python3-jsonschema python3-yaml dpkg-dev chromium
    gnuplot-nox python3-numpy python3-pytest python3-hypothesis libopenblas0-serial libblis4-serial libeigen3-dev
    libpfm4-dev'

# Slurm's packages start servers where an init system would; without them its test is skipped.
scheduler_packages=
[ -d /run/systemd/system ] || [ "$(cat /proc/1/comm 2>/dev/null)" = init ] ||
    scheduler_packages='slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge'

# The compiler for Itanium takes minutes of its own: it is built beside everything else.
make_ia64() {
    BUILD=$build_root nice sh "$root/cmake/toolchains/ia64-gcc.sh" ${no_install:+--no-install} >"$build_root/ia64-gcc.log" 2>&1 </dev/null ||
        say "no compiler for Itanium (build/ia64-gcc.log says why)"
    : >"$build_root/ia64-gcc.done"
}

# The simulated board is the same in both. Sanitizers watch what runs: one type of operations will do.
build_asan() {
    say "building build/asan"
    build asan all -DPONTOON_TESTS=ON -DPONTOON_SANITIZE=ON "-DPONTOON_SIM_PROBES=$build_root/test/sim/probes" \
        -DPONTOON_OP_TYPES=i32 -DPONTOON_OP_SMALL=ON "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g -DNDEBUG"
}

build_boards() {
    while [ ! -e "$build_root/ia64-gcc.done" ] && kill -0 "$ia64" 2>/dev/null; do
        sleep 1
    done
    say "building and starting all boards"
    quietly "$build_root/matrix.log" cmake -DTOOLS="$build_root/test" -DBUILDS="$build_root/matrix" -P "$root/cmake/matrix.cmake" --strict
}

# Each step of each board is a test.
count_boards() {
    if [ ! -e "$build_root/matrix/tests" ]; then
        say "the boards were not come to"
        failed=$((failed + 1))
        return
    fi
    sed -n '/^TARGET/,/^$/p' "$build_root/matrix.log"
    sed -n 's|^\([^ ]*\) skipped: |skipped: matrix/\1: |p' "$build_root/matrix/tests"
    passed=$((passed + $(grep -c ' passed$' "$build_root/matrix/tests")))
    failed=$((failed + $(grep -c ' failed: ' "$build_root/matrix/tests")))
    skipped=$((skipped + $(grep -c ' skipped: ' "$build_root/matrix/tests")))
}

# All tests. The tree with sanitizers is built while those of the plain one run, then the boards.
test_all() {
    for packages in "$cross_packages" "$loader_packages" "$consumer_packages" "$scheduler_packages"; do
        # shellcheck disable=SC2086 # a list of words
        need "" $packages || say "going on without what is missing"
    done
    mkdir -p "$build_root"
    rm -f "$build_root/matrix/tests" "$build_root"/matrix/*/row.cmake "$build_root/ia64-gcc.done"
    make_ia64 &
    ia64=$!
    [ -n "$no_install" ] || quietly "$build_root/u-boot-sunxi.log" sh "$root/tests/targets/arm/uboot_sunxi.sh" "$build_root/u-boot-sunxi" ||
        say "no U-Boot for the Cubieboard (build/u-boot-sunxi.log says why)"
    say "building build/test"
    built=yes
    build test all -DPONTOON_TESTS=ON -DPONTOON_SANITIZE=OFF || built=
    build_asan &
    asan=$!
    if [ -n "$built" ]; then run_tests test; else not_built test; fi
    wait "$asan" && built=yes || built=
    build_boards &
    boards=$!
    if [ -n "$built" ]; then run_tests asan; else not_built asan; fi
    wait "$boards" "$ia64"
    count_boards
}

# The run between two edits.
test_fast() {
    say "building build/test"
    if build test "test_programs sim_probes" -DPONTOON_TESTS=ON -DPONTOON_SANITIZE=OFF; then
        run_tests test -LE 'board|slow'
    else
        not_built test
    fi
}

if need_tools cmake ninja ctest "${CC:-cc}" &&
    need "jansson smartcols zlib cmocka" libjansson-dev libsmartcols-dev zlib1g-dev pkg-config \
        libserialport-dev libisl-dev libcmocka-dev clang-format binutils; then
    if [ -n "$fast" ]; then test_fast; else test_all; fi
else
    failed=1
fi

slowest
line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

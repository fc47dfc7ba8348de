#!/bin/sh
# sh scripts.sh <source tree> <scratch folder>: cmake/test.sh, characterize.sh and predict.sh against a machine
# made of fakes: packages, builds, tests and boards that fail as they are told.
set -u
source=$1
dir=$2
wrong=0

rm -rf "$dir"
mkdir -p "$dir/bin" "$dir/tree/cmake" "$dir/say"
cp "$source"/cmake/*.sh "$dir/tree/cmake/"
for tool in sh awk cat chmod cksum cp dirname env find grep head mkdir mv rm sed sleep sort tail tee tr wc; do
    ln -s "$(command -v $tool)" "$dir/bin/$tool"
done

# fake <name>: a program whose text is standard input. What it is told lies in $dir/say.
fake() {
    {
        echo "#!$dir/bin/sh"
        echo "say=$dir/say"
        cat
    } >"$dir/bin/$1"
    chmod +x "$dir/bin/$1"
}

for tool in ninja cc; do
    echo true | fake $tool
done
fake cmake <<'FAKE'
case $* in
*matrix.cmake*)
    mkdir -p "$say/../tree/build/matrix"
    cat "$say/table"
    cp "$say/matrix" "$say/../tree/build/matrix/tests"
    exit
    ;;
esac
[ "$1" = --build ] || exit 0
echo "[1/10 0.5] Building one"
echo "[10/10 7.5] Building two"
[ ! -e "$say/build_fails" ] || { echo "FAILED: two"; echo "error: planted"; exit 1; }
FAKE
fake ctest <<'FAKE'
echo "$*" >>"$say/ctest_said"
mkdir -p "$2/Testing/Temporary"
cp "$say/last_test" "$2/Testing/Temporary/LastTest.log"
cat "$say/ctest"
exit "$(cat "$say/ctest_status")"
FAKE
fake id <<'FAKE'
cat "$say/id"
FAKE
fake dpkg-query <<'FAKE'
grep -qx "$4" "$say/installed" && echo "install ok installed"
FAKE
fake pkg-config <<'FAKE'
[ -e "$say/libraries" ]
FAKE
fake_apt() {
    fake apt-get <<'FAKE'
echo "$*" >>"$say/apt"
cp "$say/../err" "$say/err_before"
[ ! -e "$say/apt_fails" ] || { echo "E: planted"; exit 100; }
FAKE
}

cross='gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu gcc-i686-linux-gnu
    libc6-dev-armhf-cross libc6-dev-arm64-cross libc6-dev-riscv64-cross libc6-dev-i386-cross libc6-dev-ppc64el-cross
gcc-powerpc64le-linux-gnu gcc-arm-none-eabi libnewlib-arm-none-eabi
picolibc-aarch64-linux-gnu gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf qemu-user qemu-system-arm qemu-system-x86 qemu-system-misc
libpfm4-dev lrzsz u-boot-qemu u-boot-tools openocd stlink-tools dfu-util libusb-1.0-0-dev fdisk mtools dosfstools ccache musl-tools libcapstone-dev libdw-dev libarchive-dev libhwloc-dev hwloc-nox libsqlite3-dev libssl-dev sqlite3 device-tree-compiler valgrind clang libclang-rt-14-dev mandoc
python3 python3-jsonschema python3-yaml dpkg-dev chromium gnuplot-nox python3-numpy python3-pytest python3-hypothesis libopenblas0-serial libblis4-serial
libeigen3-dev
slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge'

# A machine on which everything is fine.
fine() {
    rm -rf "$dir/say" "$dir/tree/build" "$dir/bin/sudo"
    mkdir "$dir/say"
    fake_apt
    : >"$dir/say/apt"
    echo 0 >"$dir/say/id"
    # shellcheck disable=SC2086 # a list of words
    printf '%s\n' libjansson-dev libsmartcols-dev zlib1g-dev pkg-config libserialport-dev libisl-dev libcmocka-dev \
        clang-format binutils $cross >"$dir/say/installed"
    : >"$dir/say/table"
    : >"$dir/say/matrix"
    echo "1/1 Test #1: fine .....   Passed    0.01 sec" >"$dir/say/ctest"
    echo 0 >"$dir/say/ctest_status"
    : >"$dir/say/last_test"
    mkdir -p "$dir/tree/build/host"
    : >"$dir/tree/build/host/build.ninja"
    for program in probes board_runner analyze; do
        echo "exit \"\$(cat $dir/say/$program)\"" |
            sed "1i #!$dir/bin/sh" >"$dir/tree/build/host/$program"
        chmod +x "$dir/tree/build/host/$program"
        echo 0 >"$dir/say/$program"
    done
}

# run <script> <argument> ...
run() {
    script=$1
    shift
    (cd / && PATH=$dir/bin "$dir/bin/sh" "$dir/tree/cmake/$script" "$@" </dev/null >"$dir/out" 2>"$dir/err")
    status=$?
}

# expect <rule> <status> <last line of standard output>
expect() {
    if [ "$status" -ne "$2" ] || [ "$(tail -n 1 "$dir/out")" != "$3" ]; then
        echo "$1: status $status, expected $2 and \`$3\`; this came:"
        cat "$dir/out" "$dir/err"
        wrong=$((wrong + 1))
    fi
}

# must <rule> <command> ...
must() {
    rule=$1
    shift
    if ! "$@"; then
        echo "$rule"
        cat "$dir/out" "$dir/err"
        wrong=$((wrong + 1))
    fi
}

fine
run test.sh
expect "two trees, all fine" 0 "2 passed, 0 failed"
must "nothing is installed where nothing is missing" [ ! -s "$dir/say/apt" ]
must "the slowest tests are named" grep -q "^slowest: 0.01 asan/fine$" "$dir/out"
must "no test is left out" [ "$(grep -c -e " -LE " "$dir/say/ctest_said")" -eq 0 ]

fine
run test.sh --help
expect "help is no failure" 0 "One test: ctest --test-dir build/test -R NAME --output-on-failure"
must "it names the option" grep -q -e "^  --fast " "$dir/out"

fine
printf '%s\n' zlib1g-dev pkg-config libserialport-dev libisl-dev libcmocka-dev clang-format binutils libjansson-dev \
    libsmartcols-dev >"$dir/say/installed"
run test.sh --fast
expect "--fast is one tree" 0 "1 passed, 0 failed"
must "without what takes long or a board" grep -q -e "-LE board|slow$" "$dir/say/ctest_said"
must "nothing is installed for boards" [ ! -s "$dir/say/apt" ]
must "its slowest tests are named, too" grep -q "^slowest: 0.01 test/fine$" "$dir/out"

fine
: >"$dir/say/build_fails"
run test.sh --fast
expect "a build that fails is a failure of --fast" 1 "0 passed, 1 failed"

fine
run test.sh --quick
expect "an option that is none starts nothing" 2 ""
must "and is named" grep -q -e "--quick" "$dir/err"

fine
cat >"$dir/say/ctest" <<'CTEST'
    Start 1: a
1/4 Test #1: a .....   Passed    0.01 sec
2/4 Test #2: b .....***Failed    0.01 sec
3/4 Test #3: c .....***Exception: SegFault  0.01 sec
 4/4 Test #10: d .....***Skipped   0.01 sec
CTEST
cat >"$dir/say/last_test" <<'LAST'
1/4 Testing: a
Output:
----------------------------------------------------------
not this
<end of output>
4/4 Testing: d
4/4 Test: d
Output:
----------------------------------------------------------
first
no such machine here

<end of output>
Test time =   0.01 sec
LAST
echo 8 >"$dir/say/ctest_status"
run test.sh
expect "failed, crashed and skipped tests are counted" 1 "2 passed, 4 failed, 2 skipped"
must "the reason of a skipped test is its last line" grep -q "^skipped: asan/d: no such machine here$" "$dir/out"
must "a failed test's output is shown" grep -q "b .*Failed" "$dir/out"

fine
: >"$dir/say/ctest"
run test.sh
expect "no test is no success" 1 "0 passed, 0 failed"

fine
echo 1 >"$dir/say/ctest_status"
run test.sh
expect "a ctest that fails without a failed test is a failure" 1 "2 passed, 2 failed"

fine
: >"$dir/say/build_fails"
run test.sh
expect "a build that fails is a failure" 1 "0 passed, 2 failed"
must "its output is shown" grep -q "error: planted" "$dir/err"

fine
cat >"$dir/say/matrix" <<'TESTS'
one/build passed
one/smoke failed: no end
two/build skipped: gcc-two is not installed
TESTS
printf '%s\n' "TARGET PORT" "one posix" >"$dir/say/table"
run test.sh
expect "the steps of boards are tests" 1 "3 passed, 1 failed, 1 skipped"
must "the table is shown" grep -q "^one posix$" "$dir/out"
must "the reason of a skipped step, too" \
    grep -q "^skipped: matrix/two/build: gcc-two is not installed$" "$dir/out"

fine
rm "$dir/say/matrix"
run test.sh
expect "boards that were not come to are a failure" 1 "2 passed, 1 failed"

fine
# shellcheck disable=SC2086 # a list of words
printf '%s\n' zlib1g-dev pkg-config libserialport-dev libisl-dev clang-format binutils $cross >"$dir/say/installed"
run test.sh
expect "what is missing is installed" 0 "2 passed, 0 failed"
must "one update" [ "$(grep -c '^update' "$dir/say/apt")" -eq 1 ]
must "one installation, of what is missing" \
    grep -q "^install .* libjansson-dev libsmartcols-dev libcmocka-dev$" "$dir/say/apt"

fine
: >"$dir/say/installed"
: >"$dir/say/apt_fails"
run test.sh
expect "what cannot be installed is a failure" 1 "0 passed, 1 failed"
must "apt-get's own words are shown" grep -q "E: planted" "$dir/err"
: >"$dir/say/libraries"
run test.sh
expect "libraries from elsewhere will do" 0 "2 passed, 0 failed"

fine
: >"$dir/say/installed"
echo 1000 >"$dir/say/id"
run characterize.sh
expect "without root and sudo nothing can be installed" 2 ""
must "which one line says" [ "$(wc -l <"$dir/err")" -eq 1 ]
must "with the names" grep -q "libjansson-dev libsmartcols-dev zlib1g-dev pkg-config" "$dir/err"
must "and apt-get is left alone" [ ! -s "$dir/say/apt" ]

fine
: >"$dir/say/installed"
rm "$dir/bin/apt-get"
run characterize.sh
expect "without apt-get nothing can be installed" 2 ""
must "which one line says, too" [ "$(wc -l <"$dir/err")" -eq 1 ]
: >"$dir/say/libraries"
run characterize.sh
expect "but libraries from elsewhere will do" 0 ""

fine
printf '%s\n' libsmartcols-dev zlib1g-dev pkg-config >"$dir/say/installed"
run characterize.sh
expect "what is missing is installed" 0 ""
must "after it was named, with what for" grep -q "^  libjansson-dev  *JSON" "$dir/say/err_before"
must "and how to have it otherwise" grep -q -e "--no-install" "$dir/say/err_before"
must "and nothing else" grep -q "^install .* --no-install-recommends libjansson-dev$" "$dir/say/apt"

for script in "characterize.sh" "tune.sh" "predict.sh"; do
    fine
    printf '%s\n' libsmartcols-dev zlib1g-dev pkg-config >"$dir/say/installed"
    echo "echo x86_64" | fake uname
    echo true | fake qemu-x86_64
    case $script in predict.sh) run "$script" --no-install thing ;; *) run "$script" --no-install ;; esac
    expect "$script: --no-install does not" 2 ""
    must "but names what is missing, with what for" grep -q "^  libjansson-dev  *JSON" "$dir/err"
    must "and how to install it" grep -q "please install (Debian's names): libjansson-dev" "$dir/err"
    must "and apt-get is left alone" [ ! -s "$dir/say/apt" ]
done
: >"$dir/say/libraries"
run characterize.sh --no-install
expect "libraries from elsewhere will do, with --no-install, too" 0 ""
rm "$dir/bin/uname" "$dir/bin/qemu-x86_64"

fine
: >"$dir/say/installed"
run test.sh --no-install --fast
expect "--no-install of the tests" 1 "0 passed, 1 failed"
must "installs nothing, either" [ ! -s "$dir/say/apt" ]

fine
cat >"$dir/tree/build/host/probes" <<FAKE
#!$dir/bin/sh
echo "\$*" >"$dir/say/words"
FAKE
run characterize.sh --quick --no-install "a b=1"
must "the probes get their own words" grep -qx -e "--list --quick a b=1" "$dir/say/words"

fine
run characterize.sh
must "the build's progress is shown" grep -q "^characterize.sh: building: 10 of 10, 7 s$" "$dir/err"
: >"$dir/say/build_fails"
run characterize.sh
expect "a build that fails ends it" 3 ""
must "with what failed" grep -q "error: planted" "$dir/err"
must "and nothing that went well" [ "$(grep -c "Building" "$dir/err")" -eq 0 ]

fine
rm -rf "$dir/tree/build"
: >"$dir/tree/build" # no folder can be made
echo "echo x86_64" | fake uname
for script in characterize.sh tune.sh test.sh "predict.sh thing"; do
    # shellcheck disable=SC2086 # words
    run $script
    expect "$script: a tree that cannot be written" 2 ""
    must "is said in one line, with what to do" grep -q "cannot be written: BUILD=DIR sh .* builds in DIR" "$dir/err"
    must "which is all" [ "$(wc -l <"$dir/err")" -eq 1 ]
done
rm "$dir/tree/build" "$dir/bin/uname"
fine
mkdir "$dir/else where"
mv "$dir/tree/build/host" "$dir/else where/"
BUILD="$dir/else where"
export BUILD
run characterize.sh
expect "BUILD is another folder for the build" 0 ""
must "and for the log" grep -q "every sample is in $dir/else where/board.log" "$dir/err"
must "and nothing is in the tree" [ ! -e "$dir/tree/build/board.log" ]
BUILD="$dir/a;b"
run characterize.sh
expect "a path that CMake would split is refused" 2 ""
unset BUILD
rm -rf "$dir/else where"

# <board_runner> <analyze> <characterize.sh>, where the board left a log
for case in "0 0 0" "0 1 1" "0 3 3" "0 4 3" "4 0 1" "5 1 1" "6 0 1" "5 3 3" "2 0 2" "3 0 3" "7 0 3" "130 0 130"; do
    fine
    # shellcheck disable=SC2086 # three words
    set -- $case
    printf '#!%s\necho log >%s\nexit %s\n' "$dir/bin/sh" "$dir/tree/build/board.log" "$1" \
        >"$dir/tree/build/host/board_runner"
    echo "$2" >"$dir/say/analyze"
    run characterize.sh
    expect "board_runner $1, analyze $2" "$3" ""
done

fine
echo 6 >"$dir/say/board_runner"
run characterize.sh
expect "an empty log is not analysed" 3 ""
must "nor spoken of" [ "$(grep -c "log" "$dir/err")" -eq 0 ]

fine
echo 2 >"$dir/say/probes"
run characterize.sh
expect "what the probes refuse is wrong usage" 2 ""

fine
echo '$PT,9,END,' >"$dir/tree/build/board.log"
for ran in 2 3 5 6; do
    echo $ran >"$dir/say/board_runner"
    run characterize.sh
    [ "$ran" -eq 2 ] || expect "a log of before is no log of a run that measured nothing" 3 ""
    must "and is kept" grep -q END "$dir/tree/build/board.log"
    must "and not analysed" [ "$(grep -c "every sample" "$dir/err")" -eq 0 ]
done

# A machine that cmake/predict.sh finds all on: an empty program is predicted to take 1 ms and takes 2, COMMAND is
# predicted to take 10 and takes 14.
predictable() {
    fine
    echo libcapstone-dev >>"$dir/say/installed"
    echo libdw-dev >>"$dir/say/installed"
    echo "echo x86_64" | fake uname
    echo true | fake qemu-x86_64
    fake cc <<'FAKE'
while [ $# -gt 1 ]; do
    [ "$1" != -o ] || { echo "#!$(command -v sh)
case \$3 in */start) echo 0.002 40 0.002 ;; *) echo 0.014 39 0.015 ;; esac" >"$2"; chmod +x "$2"; }
    shift
done
FAKE
    for program in profile predict; do
        sed "s/analyze/$program/" "$dir/tree/build/host/analyze" >"$dir/tree/build/host/$program"
        chmod +x "$dir/tree/build/host/$program"
        echo 0 >"$dir/say/$program"
    done
    cat >"$dir/tree/build/host/predict" <<FAKE
#!$dir/bin/sh
case \$* in
*json*start.sig) echo ' "seconds": { "value": 0.001, "low": 0.0005, "high": 0.002 },' ;;
*json*) echo ' "seconds": { "value": 0.010, "low": 0.008, "high": 0.02 },' ;;
*) echo answered ;;
esac
exit "\$(cat $dir/say/predict)"
FAKE
    cat >"$dir/tree/build/host/board_runner" <<FAKE
#!$dir/bin/sh
while [ \$# -gt 0 ]; do [ "\$1" != -o ] || cp "$dir/say/log" "\$2"; shift; done
: >"$dir/say/measured"
exit "\$(cat $dir/say/board_runner)"
FAKE
    echo log >"$dir/say/log"
}

predictable
run predict.sh thing
expect "a prediction beside the measured time" 0 \
    "  Both without what an empty program takes: 1.000 ms predicted, 2.000 measured."
must "the empty program is left out of what is predicted" \
    grep -q "predicted *9.000 ms, 7.000 to 19.000 (90 %)$" "$dir/out"
must "and of what is measured" \
    grep -q "measured *12.000 ms, the least of 39 quiet runs of 40: within the bounds$" "$dir/out"
must "both are compared" grep -q "difference *-25 %$" "$dir/out"
must "no line is longer than a terminal" [ "$(grep -c '.\{81\}' "$dir/out")" -eq 0 ]
rm "$dir/say/measured"
run predict.sh thing
must "the log of today is used again" [ ! -e "$dir/say/measured" ]

predictable
echo 1 >"$dir/say/predict"
run predict.sh thing
expect "doubts of the answer are the script's" 1 \
    "  Both without what an empty program takes: 1.000 ms predicted, 2.000 measured."

predictable
echo 3 >"$dir/say/profile"
run predict.sh thing
expect "what cannot be watched is not predicted" 3 ""
must "and known before the machine is measured" [ ! -e "$dir/say/measured" ]

predictable
echo 4 >"$dir/say/board_runner"
run predict.sh thing
must "a log that is not whole is spoken of" grep -q "the log is incomplete" "$dir/err"
expect "and used" 0 "  Both without what an empty program takes: 1.000 ms predicted, 2.000 measured."

predictable
: >"$dir/say/log"
echo 6 >"$dir/say/board_runner"
run predict.sh thing
expect "without a log there is nothing to predict from" 3 ""
must "and nothing is taken for one" [ ! -e "$dir/tree/build/predict/board.log" ]

predictable
rm "$dir/bin/qemu-x86_64"
run predict.sh thing
expect "without an emulator there is no prediction" 2 ""
must "and it is named" grep -q "qemu-x86_64" "$dir/err"

predictable
run predict.sh
expect "without a command there is nothing to do" 2 ""
must "but to tell how" grep -q "^usage: sh cmake/predict.sh .*COMMAND" "$dir/err"
run predict.sh --help
must "no line of the help is longer than a terminal" [ "$(grep -c '.\{81\}' "$dir/out")" -eq 0 ]

rm -rf "$dir"
[ "$wrong" -eq 0 ]

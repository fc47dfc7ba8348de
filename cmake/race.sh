#!/bin/sh
# Compiles a folder of tuned kernels (analyze --export kernels=FOLDER), checks
# it, and races it with the libraries that are installed here:
# race.sh [--quick] [--kernel NAME] [--sizes N,...] [--beside OTHER] FOLDER
#         [FLAG ...]
# --kernel: only kernels whose name, as the race prints it, begins so; --sizes:
# sides of matrices, 1 to 2048, in place of the usual ones; --beside: the
# products and sums of another such folder race, too, as `beside`. FLAGS choose
# the processor (-march=native). Which libraries are missing, and how to get
# them, is said.
# Status 0: all kernels are right, 1: some are not, 2: they could not be compiled.
set -u
here=$(cd "$(dirname "$0")" && pwd)
quick='' kernel='' sizes='' beside=''
usage() {
    echo "race.sh: $1; usage: race.sh [--quick] [--kernel NAME] [--sizes N,...] [--beside OTHER] FOLDER [FLAG ...]" >&2
    exit 2
}
while :; do
    case ${1-} in
    --quick) quick=quick ;;
    --kernel | --sizes | --beside)
        [ $# -ge 2 ] || usage "$1 wants a word"
        case $1 in
        --kernel) kernel=$2 ;;
        --beside) beside=$2 ;;
        *) sizes=$2 ;;
        esac
        shift
        ;;
    --help)
        sed -n '2,/^set/{/^set/d; s/^# \{0,1\}//; p}' "$0"
        exit 0
        ;;
    -*) usage "$1 is no option" ;;
    *) break ;;
    esac
    shift
done
[ $# -ge 1 ] || usage "which folder?"
for folder in "$1" ${beside:+"$beside"}; do
    [ -f "$folder/tuned.h" ] || usage "$folder has no tuned.h"
done
folder=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- -march=native
: "${CC:=cc}" "${CXX:=c++}"
build=$(mktemp -d) || exit 2
trap 'rm -rf "$build"' EXIT

for file in "$folder"/*.c; do
    base=$(basename "$file" .c)
    case $base in
    tuned_blas) continue ;;
    race_loops) set -- "$@" -O3 ;;
    *) set -- "$@" -O2 ;;
    esac
    "$CC" "$@" -ffp-contract=fast -fno-math-errno -fno-trapping-math -I "$folder" -c -o "$build/$base.o" "$file" || exit 2
done
mkdir "$build/check" "$build/race"
mv "$build/check.o" "$build/check"
mv "$build/race.o" "$build/race_loops.o" "$build/race"
"$CC" -o "$build/tuned_check" "$build/check/check.o" "$build"/*.o || exit 2
"$CC" -o "$build/tuned_race" "$build"/race/*.o "$build"/*.o -ldl -lm || exit 2
"$build/tuned_check" || exit 1

peers=''
if [ -n "$beside" ]; then
    files=$(find "$beside" -name '*.c' ! -name check.c ! -name 'race*.c')
    # shellcheck disable=SC2086 # words
    "$CC" "$@" -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -shared -fPIC -I "$beside" -o "$build/beside.so" \
        $files || exit 2
    peers=" beside=$build/beside.so"
fi
set --
missing=''
# peer <name> <Debian's package> <file> ...: the first of the files that is there
peer() {
    peer_name=$1 package=$2
    shift 2
    for peer_file; do
        if [ -e "$peer_file" ]; then
            peers="$peers $peer_name=$peer_file"
            return
        fi
    done
    missing="$missing $package"
}
libraries=/usr/lib/$("$CC" -print-multiarch 2>/dev/null)
peer openblas libopenblas0-serial "$libraries/openblas-serial/libopenblas.so.0" "$libraries/openblas-serial/libblas.so.3" \
    "$libraries/libopenblas.so.0" /usr/lib/libopenblas.so.0 /usr/lib64/libopenblas.so.0
peer blis libblis4-serial "$libraries/blis-serial/libblis.so.4" "$libraries/blis-serial/libblas.so.3" \
    "$libraries/libblis.so.4" /usr/lib/libblis.so.4 /usr/lib64/libblis.so.4
peer atlas libatlas3-base "$libraries/atlas/libblas.so.3" "$libraries/libf77blas.so.3" /usr/lib64/atlas/libsatlas.so.3
if echo '#include <Eigen/Dense>' | "$CXX" -I /usr/include/eigen3 -E -x c++ - >/dev/null 2>&1; then
    "$CXX" -O3 -march=native -DNDEBUG -I /usr/include/eigen3 -shared -fPIC -o "$build/eigen.so" "$here/race/eigen.cpp" &&
        peers="$peers eigen=$build/eigen.so"
else
    missing="$missing libeigen3-dev g++"
fi
if echo '#include <libxsmm.h>' | "$CC" -E - >/dev/null 2>&1; then
    "$CC" -O2 -shared -fPIC -o "$build/libxsmm.so" "$here/race/libxsmm.c" -lxsmm -lxsmmnoblas -lpthread -ldl -lm \
        >/dev/null 2>&1 && peers="$peers libxsmm=$build/libxsmm.so"
else
    missing="$missing libxsmm-dev"
fi
[ -z "$missing" ] || printf '# not raced, as not installed:\n#   apt-get install%s\n' "$missing"
export OPENBLAS_NUM_THREADS=1 BLIS_NUM_THREADS=1 OMP_NUM_THREADS=1
[ -z "$sizes" ] || set -- --sizes "$sizes"
# shellcheck disable=SC2086 # words
"$build/tuned_race" $quick --kernel "$kernel" "$@" $peers

#!/bin/sh
# matrix.sh <source tree> <scratch folder> <cmake>: cmake/matrix.cmake refuses unknown names, names the packages of
# missing compilers, and gives the reason where a compiler refuses a flag.
set -u
root=$1 dir=$2 cmake=$3
wrong=0
rm -rf "$dir"
mkdir -p "$dir/targets/odd" || exit 1
cp -r "$root/cmake" "$root/CMakeLists.txt" "$dir" || exit 1
for folder in probes hal analysis_host board_runner tests; do
    ln -s "$root/$folder" "$dir/$folder"
done
echo 'run = {image} {options}' >"$dir/targets/odd/board.txt"

# board <toolchain> <flag>: writes targets/odd/target.cmake.
board() {
    echo "pontoon_target(HAL posix ARCH odd OS none TOOLCHAIN $1 FLAGS $2)" >"$dir/targets/odd/target.cmake"
}

# expect <what> <words>: SAID must hold them. CMake wraps its messages.
expect() {
    if ! printf '%s' "$said" | tr -s ' \n' '  ' | grep -q -F -e "$2"; then
        echo "$1: expected \`$2\`, got: $said"
        wrong=1
    fi
}

row() {
    said=$("$cmake" -DTARGET=odd -DTOOLS="$dir" -DJOBS=2 -P "$dir/cmake/matrix_row.cmake" 2>&1)
    said=$(cat "$dir/build/matrix/odd/row.cmake" 2>&1)
}

board odd.cmake -O2
said=$("$cmake" -P "$dir/cmake/matrix.cmake" -DTARGETS=even 2>&1) && wrong=1
expect "an unknown target" "even: no such folder under targets/; there are: odd"
said=$("$cmake" -P "$dir/cmake/matrix.cmake" --faster 2>&1) && wrong=1
expect "an unknown option" "--faster: no such option"

cat >"$dir/cmake/toolchains/odd.cmake" <<'TOOLCHAIN'
set(CMAKE_SYSTEM_NAME Linux)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(odd-cpu- LIBRARY libodd.a PACKAGES gcc-odd-cpu libodd-dev)
TOOLCHAIN
said=$("$cmake" -P "$dir/cmake/matrix.cmake" --list 2>&1)
expect "the list names the package" "odd posix gcc-odd-cpu libodd-dev"
said=$("$cmake" -P "$dir/cmake/matrix.cmake" --list --json 2>&1)
expect "as JSON, too" '[{"target": "odd", "port": "posix", "packages": "gcc-odd-cpu libodd-dev"}]'
remedy="apt-get install --no-install-recommends gcc-odd-cpu libodd-dev"
row
expect "a missing compiler" "row_build [==[skipped: odd-cpu-gcc is not installed: $remedy]==]"

sed -i 's/odd-cpu-/""/' "$dir/cmake/toolchains/odd.cmake"
row
expect "a missing C library" "row_build [==[skipped: gcc's C library is not installed: $remedy]==]"

sed -i 's/LIBRARY libodd.a//' "$dir/cmake/toolchains/odd.cmake"
board odd.cmake -fno-such-flag
row
expect "flags that the compiler does not take" "row_build [==[failed: could not be configured: "
expect "and which" "does not take the flags of targets/odd, hal/posix: "
expect "as the compiler says" "-fno-such-flag"
expect "what is not built is not started" "row_smoke [==[-]==]"
rm -rf "$dir"
exit $wrong

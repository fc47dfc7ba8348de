#!/bin/sh
# sh semicolon.sh <source tree> <scratch folder> <cmake>: a path that CMake would split is refused with one sentence.
set -u
dir="$2/a;b"
rm -rf "$2" && mkdir -p "$dir/sources" || exit 1
cp "$1/CMakeLists.txt" "$dir/sources" || exit 1

# refused <source folder> <build folder>
refused() {
    if said=$("$3" -S "$1" -B "$2" 2>&1); then
        echo "$1 in $2 was configured: $said"
        exit 1
    fi
    # shellcheck disable=SC2016 # CMake's words
    printf '%s' "$said" | tr -s ' \n' '  ' | grep -q 'has a `;`, where CMake splits lists: choose another\.' || {
        echo "$1 in $2: $said"
        exit 1
    }
}

refused "$1" "$dir/build" "$3"
refused "$dir/sources" "$2/build" "$3"
rm -rf "$2"

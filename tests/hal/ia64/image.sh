#!/bin/sh
# image.sh <image> <prefix of binutils>: what can be said of an image for Linux on Itanium without running
# it: a static program of its own, complete, with the system calls and the clock that its port is made of.
# Status 0: so it is; 1: not, with what is wrong.
set -u
[ $# -eq 2 ] || { echo "usage: image.sh IMAGE PREFIX" >&2; exit 2; }
image=$1 prefix=$2
failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# must <what is wrong otherwise> <command> ...
must() {
    wrong=$1
    shift
    if ! "$@" >/dev/null; then
        echo "$image: $wrong"
        failed=1
    fi
}

# at_least <number> <what> <expression>: lines of the code that match.
at_least() {
    n=$(grep -c -E "$3" "$dir/code")
    must "$n times $2, at least $1 wanted" [ "$n" -ge "$1" ]
}

none() {
    n=$(grep -c -E "$2" "$dir/code")
    must "$n times $1: $(grep -m1 -E "$2" "$dir/code")" [ "$n" -eq 0 ]
}

"${prefix}readelf" -hlW "$image" >"$dir/head" || exit 1
"${prefix}nm" "$image" >"$dir/names" || exit 1
"${prefix}objdump" -d --no-show-raw-insn "$image" >"$dir/code" || exit 1
"${prefix}strings" "$image" >"$dir/strings" || exit 1

must "not for Itanium" grep -q 'Machine:.*IA-64' "$dir/head"
must "not an executable at fixed addresses" grep -q 'Type:.*EXEC ' "$dir/head"
must "asks for a dynamic linker" [ "$(grep -c INTERP "$dir/head")" -eq 0 ]
must "lacks $("${prefix}nm" -u "$image" | head -n 1)" [ -z "$("${prefix}nm" -u "$image")" ]
entry=$(sed -n 's/.*Entry point address: *0x//p' "$dir/head")
must "does not start at _start" grep -q -i "^0*$entry T _start$" "$dir/names"
must "entry $entry is inside a bundle" expr "$entry" : '.*0$'
at_least 1 "a system call" 'break\.?[a-z]* 0x100000'
at_least 2 "a reading of the clock" '=ar\.itc'
at_least 32 "a load that waits for the one before" 'ld8 (r[0-9]+)=\[\1\]'
none "a speculative load" '[ \t](ld[0-9f][a-z0-9]*\.(a|s|sa|c\.clr|c\.nc)|chk\.)[ .]'
none "an instruction that is none" 'data8|\(bad\)|\.long'
must "sends no record stream" grep -q -x PLAN "$dir/strings"
exit $failed

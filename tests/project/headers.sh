#!/bin/sh
# sh headers.sh <source tree> <compiler>: every header that others include says all it needs itself, and
# may be included twice.
cd "$1" || exit 1
compiler=$2
checked=0
failed=0

# check <compiler flag> <include folders> <header> ...
check() {
    flag=$1
    folders=$2
    shift 2
    for header; do
        checked=$((checked + 1))
        # shellcheck disable=SC2086 # lists of words
        printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
            "$compiler" -std=gnu11 $flag -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
                -Wmissing-prototypes -Werror -fsyntax-only $folders -I. -x c - ||
            failed=$((failed + 1))
    done
}

check -ffreestanding "-Ihal/include" hal/include/hal/*.h
check -ffreestanding "" probes/record/*.h
check -ffreestanding "-Iprobes -Ihal/include" probes/*/*.h
# shellcheck disable=SC2046 # names without blanks
check "" "-Iprobes -Ihal/include" $(ls probes/generate/*/*.h)
# What needs a library that is optional is left out where there is none.
missing=none
pkg-config --exists isl 2>/dev/null || missing='pattern/(relation|schedule|loops|check|study|commands)[.]h'
# shellcheck disable=SC2046 # names without blanks
check "" "-Iprobes -Ianalysis_host -Ianalysis_host/core -Ianalysis_host/analyze -Ianalysis_host/profile" \
    $(find analysis_host -name '*.h' | grep -v -E "/$missing$")
check "" "-Iprobes -Iboard_runner" board_runner/*.h board_runner/*/*.h

echo "$checked headers, $failed of them do not stand alone"
[ "$failed" -eq 0 ] && [ "$checked" -gt 10 ]

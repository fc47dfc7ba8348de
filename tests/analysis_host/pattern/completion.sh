#!/bin/sh
# sh completion.sh <completion file> <patterns> <scratch folder>: what bash offers after `patterns`. 77: there is no bash.
set -u
command -v bash >/dev/null || { echo "bash is not installed"; exit 77; }
mkdir -p "$3" && cd "$3" || exit 1
failed=0

# offers <what is expected, words joined by blanks> <word before> <word> <its number>
offers() {
    # shellcheck disable=SC2016 # bash expands these
    found=$(bash -c '. "$1"; COMP_WORDS=("$2" "$3" "$4"); COMP_CWORD=$5; _patterns "$2" "$4" "$3"; echo "${COMPREPLY[*]}"' \
        bash "$file" "$patterns" "$2" "$3" "$4")
    [ "$found" = "$1" ] || { echo "after '$2 $3' bash offers '$found' instead of '$1'"; failed=1; }
}

file=$1 patterns=$2
: >mine.pattern
: >mine.c
offers "check" "" "ch" 1
offers "explain" "" "e" 1
offers "json" "" "j" 1
offers "--format" "explain" "--f" 2
offers "text json" "--format" "" 2
offers "line=" "explain" "li" 2
offers "n=" "explain" "n" 2
offers "mine.pattern" "check" "mi" 2
exit $failed

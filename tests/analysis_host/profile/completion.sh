#!/bin/sh
# sh completion.sh <completion file> <profile>: bash offers the options of `profile`. 77: there is no bash.
command -v bash >/dev/null || { echo "there is no bash"; exit 77; }
failed=0

# offers <wanted> <word>...: what bash offers for the last word
offers() {
    wanted=$1
    shift
    found=$(bash -c '. "$1"; shift; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
                     _profile "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; echo "${COMPREPLY[*]}"' \
        bash "$file" "$@")
    [ "$found" = "$wanted" ] || { echo "after 'profile $*' bash offers '$found' instead of '$wanted'"; failed=1; }
}

file=$1
profile=$2
offers "--output=" "$profile" --ou
offers "--quiet" "$profile" --qui
offers "--cpu=" "$profile" --cp
offers "" "$profile" -o x -- cat --ou
exit $failed

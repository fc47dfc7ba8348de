#!/bin/sh
# sh completion.sh <completion file> <predict>: bash offers the options of `predict` and their values. 77: there is no bash.
command -v bash >/dev/null || { echo "there is no bash"; exit 77; }
failed=0

# offers <wanted> <word>...: what bash offers for the last word
offers() {
    wanted=$1
    shift
    found=$(bash -c '. "$1"; shift; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
                     _predict "$1" "${COMP_WORDS[COMP_CWORD]#=}" "${COMP_WORDS[COMP_CWORD - 1]}"; echo "${COMPREPLY[*]}"' \
        bash "$file" "$@")
    [ "$found" = "$wanted" ] || { echo "after 'predict $*' bash offers '$found' instead of '$wanted'"; failed=1; }
}

file=$1
predict=$2
offers "--what-if=" "$predict" --wh
offers "--kernels=" "$predict" --ke
offers "--verbose" "$predict" --verb
offers "text json" "$predict" --format = ""
offers "json" "$predict" --format = j
exit $failed

# To be sourced by a test of completion: what bash offers. Wants $file, the completion, and $program, whose name without
# its folder the function of the completion has. Sets failed. 77: there is no bash.
# shellcheck shell=sh disable=SC2034
command -v bash >/dev/null || { echo "there is no bash"; exit 77; }
failed=0

# offers <wanted, words joined by blanks> <word>...: for the last word, after those before it; bash breaks words at '='
offers() {
    wanted=$1
    shift
    # shellcheck disable=SC2016,SC2154 # bash expands these; the test sets them
    found=$(bash -c '. "$1"; function=_$2; shift 2; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
                     COMPREPLY=(); word=${COMP_WORDS[COMP_CWORD]}
                     "$function" "$1" "${word#=}" "${COMP_WORDS[COMP_CWORD - 1]}"; echo "${COMPREPLY[*]}"' \
        bash "$file" "$(basename "$program")" "$program" "$@")
    [ "$found" = "$wanted" ] ||
        { echo "after '$(basename "$program") $*' bash offers '$found' instead of '$wanted'"; failed=1; }
}

#!/bin/sh
# sh completion.sh <completion file> <probes> <scratch folder>: what bash offers after `probes`. 77: there is no bash.
set -u
command -v bash >/dev/null || { echo "bash is not installed"; exit 77; }
mkdir -p "$3" && cd "$3" || exit 1
failed=0

# offers <what is expected, words joined by blanks> <word before> <word>
offers() {
    # shellcheck disable=SC2016 # bash expands these
    found=$(bash -c '. "$1"; COMP_WORDS=("$2" "$3" "$4"); COMP_CWORD=2; _probes "$2" "$4" "$3"; echo "${COMPREPLY[*]}"' \
        bash "$file" "$probes" "$2" "$3")
    [ "$found" = "$1" ] || { echo "after '$2 $3' bash offers '$found' instead of '$1'"; failed=1; }
}

# after_key <what is expected> <key> <word>: the same after "KEY=", which bash breaks at '='.
after_key() {
    # shellcheck disable=SC2016 # bash expands these
    found=$(bash -c '. "$1"; COMP_WORDS=("$2" "$3" = "$4"); COMP_CWORD=3; _probes "$2" "$4" =; echo "${COMPREPLY[*]}"' \
        bash "$file" "$probes" "$2" "$3")
    [ "$found" = "$1" ] || { echo "after '$2=$3' bash offers '$found' instead of '$1'"; failed=1; }
}

file=$1 probes=$2
if "$probes" --list --only pattern | grep -q 'pattern=dgemv'; then
    after_key "dgemv dgemv.rows dgemv.columns dgemv.threads" pattern dgemv
    after_key "triad,dgemv.rows" pattern triad,dgemv.r
fi
after_key "fft fft.radix2 fft.split" kernel ff
after_key "cold,warm" state cold,w
offers "--list" "" "--l"
offers "--only" "" "--o"
offers "--also --anonymous" "--quick" "--a"
offers "max=" "" "ma"
offers "cache_size cache_line cache_ways cache_policy" "--only" "cache_"
offers "timer_floor,add_chain" "--only" "timer_floor,add"
offers "tlb_page" "--also" "tlb_p"
offers "capacity=" "" "cap"
offers "" "" "nothing"
exit $failed

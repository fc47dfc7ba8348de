# Completion of `profile` for bash: its options as `profile --help` tells them; after `--` a command and its files.

_profile()
{
    local program=$1 word=$2 i
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [ "${COMP_WORDS[i]}" = -- ]; then
            if [ "$COMP_CWORD" -eq $((i + 1)) ]; then
                mapfile -t COMPREPLY < <(compgen -c -- "$word")
            fi
            return
        fi
    done
    case $word in
    -*)
        mapfile -t COMPREPLY < <(compgen -W "-- $("$program" --help 2>/dev/null |
            sed -n 's/^ \{2,6\}\(-., \)\{0,1\}\(--[a-z-]*=\{0,1\}\).*/\2/p')" -- "$word")
        ;;
    esac
    case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _profile profile

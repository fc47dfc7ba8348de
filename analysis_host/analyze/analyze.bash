# Completion of `analyze` for bash: options and their values as `analyze --help` and `--export=list` tell them;
# everything else is a file.

# _analyze_options <analyze>: all long options, with '=' where a value follows.
_analyze_options()
{
    "$1" --help 2>/dev/null | sed -n 's/^ \{2,6\}\(-., \)\{0,1\}\(--[a-z]*=\{0,1\}\).*/\2/p'
}

# _analyze_values <analyze> <option>: the words that may follow the option; none where a file or number does.
_analyze_values()
{
    if [ "$2" = --export ]; then
        echo list
        "$1" --export=list 2>/dev/null | sed 's/ .*//'
    elif [ "$2" = --explain ]; then
        echo list
        "$1" --explain=list 2>/dev/null | sed -n 's/^  \([a-z][a-z0-9_.]*[a-z0-9_]\).*/\1/p' | sort -u
    else
        "$1" --help 2>/dev/null | sed -n "s/^ *$2=\([a-z|]*\) .*/\1/p" | tr '|' '\n'
    fi
}

_analyze()
{
    local program=$1 word=$2 option=$3
    if [ "$option" = = ]; then # bash breaks words at '='
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $option in
    --audit | --fleet | --like | --overlay | --strict | --validation | --found | --suggest | --verbose | --wanted) ;;
    --*)
        mapfile -t COMPREPLY < <(compgen -W "$(_analyze_values "$program" "$option")" -- "$word")
        return
        ;;
    esac
    case $word in -*) mapfile -t COMPREPLY < <(compgen -W "$(_analyze_options "$program")" -- "$word") ;; esac
    case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _analyze analyze

# Completion of `predict` for bash: options and their values as `predict --help` tells them; everything else is a file.

# _predict_options <predict>: all long options, with '=' where a value follows.
_predict_options()
{
    "$1" --help 2>/dev/null | sed -n 's/^ \{2,6\}\(-., \)\{0,1\}\(--[a-z-]*=\{0,1\}\).*/\2/p'
}

_predict()
{
    local program=$1 word=$2 option=$3
    if [ "$option" = = ]; then # bash breaks words at '='
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $option in
    --strict | --verbose) ;;
    --*)
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null |
            sed -n "s/^ *$option=\([a-z|]*\) .*/\1/p" | tr '|' '\n')" -- "$word")
        return
        ;;
    esac
    case $word in -*) mapfile -t COMPREPLY < <(compgen -W "$(_predict_options "$program")" -- "$word") ;; esac
    case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _predict predict

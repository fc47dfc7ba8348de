# Completion of `fit_latencies` for bash: options as `fit_latencies --help` has them; everything else is a file.
_fit_latencies()
{
    local program=$1 word=$2
    case $word in
    -*)
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null |
            sed -n 's/^ \{2,6\}\(-., \)\{0,1\}\(--[a-z-]*=\{0,1\}\).*/\2/p')" -- "$word")
        ;;
    esac
    case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _fit_latencies fit_latencies

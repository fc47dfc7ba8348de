# Completion of `board_runner` for bash: commands and options as `board_runner --help` has them, boards as
# `board_runner list` has them; options of the probes after --, where the build's probes are in the same folder.

# _board_runner_options <board_runner>: all long options, with '=' where a value follows.
_board_runner_options()
{
    "$1" --help 2>/dev/null | sed -n 's/^ \{2,6\}\(-., \)*\(--[a-z-]*=\{0,1\}\).*/\2/p'
}

_board_runner_commands()
{
    "$1" --help 2>/dev/null | sed -n 's/^\(Usage: \|  or:  \)board_runner \[OPTION...\] \([a-z]*\).*/\2/p' | sort -u
}

_board_runner_boards()
{
    "$1" list 2>/dev/null | sed -n 's/^\([^ ]\{1,\}\) .*/\1/p'
}

# _board_runner_verb: the command that was typed, "" where none was.
_board_runner_verb()
{
    local i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        list | check | run | tune | capture | lava | labgrid | slurm)
            echo "${COMP_WORDS[i]}"
            return
            ;;
        esac
    done
}

_board_runner()
{
    local program=$1 word=$2 before=$3 words verb
    verb=$(_board_runner_verb)
    if [ "$before" = = ]; then # bash breaks words at '='
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $before in
    --parity) words="none odd even" ;;
    --flow) words="none rtscts xonxoff" ;;
    -o | --output | --output-dir | --targets | --boards | --image | --port | --baud | --silence | --rounds | --analyze | --plan)
        return # a file or a number
        ;;
    *)
        case $verb,$word in
        *,-*) words=$(_board_runner_options "$program") ;;
        ,*) words=$(_board_runner_commands "$program") ;;
        capture,* | list,*) return ;; # a device
        *) words=$(_board_runner_boards "$program") ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    case ${COMPREPLY[*]} in
    *=) compopt -o nospace ;;
    esac
}

complete -o default -F _board_runner board_runner

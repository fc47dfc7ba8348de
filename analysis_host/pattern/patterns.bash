# Completion of `patterns` for bash: commands and options as `patterns --help` tells them; everything else is a file.

# _patterns_words <patterns>: its commands, where none is given yet.
_patterns_commands()
{
    "$1" --help 2>/dev/null | sed -n 's/^.* patterns \([a-z]*\) .*/\1/p'
}

# _patterns_options <patterns>: options, and words that end in '='.
_patterns_options()
{
    "$1" --help 2>/dev/null | sed -n 's/^  \(--[a-z]*\).*/\1/p; s/^  \([a-z]*=\)[A-Z].*/\1/p'
}

_patterns()
{
    local program=$1 word=$2 previous=$3
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_patterns_commands "$program") $(_patterns_options "$program")" -- "$word")
        return
    fi
    if [ "$previous" = --format ]; then
        mapfile -t COMPREPLY < <(compgen -W "text json" -- "$word")
        return
    fi
    mapfile -t COMPREPLY < <(compgen -W "$(_patterns_options "$program")" -- "$word"
                             compgen -f -X '!*.pattern' -- "$word"
                             compgen -d -S / -- "$word")
    case ${COMPREPLY[0]} in *= | */) compopt -o nospace 2>/dev/null ;; esac
}
complete -o bashdefault -F _patterns patterns

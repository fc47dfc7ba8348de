# Completion of `probes` for bash: options, names of probes and keys, as `probes --help` and `--list` tell them.

# _probes_names <probes>: the names of all probes.
_probes_names()
{
    "$1" --list 2>/dev/null | sed -n 's/^\([a-z_0-9]*\): .*/\1/p'
}

# _probes_words <probes>: options and KEY=.
_probes_words()
{
    "$1" --help 2>/dev/null | sed -n 's/^  \(--[a-z]*\).*/\1/p; s/^  \([a-z]*=\).*/\1/p'
}

# The word is a list of names joined by ',': completes its last one.
_probes_complete_names()
{
    local before=''
    case $2 in *,*) before=${2%,*}, ;; esac
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$(_probes_names "$1")" -- "${2##*,}")
}

# _probes_patterns <probes>: NAME and NAME.VARIANT of each pattern in the image.
_probes_patterns()
{
    "$1" --list --only pattern 2>/dev/null | sed -n 's/^ *pattern=\([a-z0-9_]*\): /\1 /p' |
        while read -r name variants; do
            echo "$name"
            for variant in $variants; do echo "$name.$variant"; done
        done
}

# The word is a list of patterns joined by ',', after "pattern=": completes its last one.
_probes_complete_patterns()
{
    local before=''
    case $2 in *,*) before=${2%,*}, ;; esac
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$(_probes_patterns "$1")" -- "${2##*,}")
}

_probes()
{
    local program=$1 word=$2 previous=$3
    case $previous in
    --only | --also)
        _probes_complete_names "$program" "$word"
        return
        ;;
    =) # bash breaks words at '='
        case ${COMP_WORDS[COMP_CWORD - 2]} in
        --only | --also) _probes_complete_names "$program" "$word" ;;
        pattern) _probes_complete_patterns "$program" "$word" ;;
        esac
        return
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$(_probes_words "$program")" -- "$word")
    case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _probes probes

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

# _probes_values <probes> <key>: the words that KEY takes: NAME, and NAME.VARIANT of each kernel in the image.
_probes_values()
{
    "$1" --list 2>/dev/null | sed -n "s/^ *$2=\\([a-z0-9_]*\\):\\{0,1\\}/\\1 /p" | sort -u |
        while read -r name variants; do
            echo "$name"
            for variant in $variants; do echo "$name.$variant"; done
        done
}

# The word is a list of such words joined by ',', after "KEY=": completes its last one.
_probes_complete_values()
{
    local before=''
    case $3 in *,*) before=${3%,*}, ;; esac
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$(_probes_values "$1" "$2")" -- "${3##*,}")
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
        pattern | kernel | space | state)
            _probes_complete_values "$program" "${COMP_WORDS[COMP_CWORD - 2]}" "$word"
            ;;
        esac
        return
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$(_probes_words "$program")" -- "$word")
    case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _probes probes

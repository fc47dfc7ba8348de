#!/bin/sh
# sh circles.sh <source tree> <folder> ...: no files of these folders include each other in a circle. A .c and a .h
# of one name are one file here. Names each #include that is part of a circle.
cd "$1" || exit 1
shift
files=$(find "$@" -name '*.[ch]')
[ -n "$files" ] || { echo "no C files in $*"; exit 1; }
# shellcheck disable=SC2086 # no name of this project holds a blank
{
    printf '%s\n' $files
    grep -nE '^[[:blank:]]*#[[:blank:]]*include' $files
} | awk '
    function unit(path) { sub(/\.[ch]$/, "", path); return path }
    # Returns the one file that NAME in a file of FOLDER means, or "".
    function meant(folder, name,    i, found) {
        if (folder name in known) return folder name
        for (i = 1; i <= n; i++)
            if (substr(file[i], length(file[i]) - length(name)) == "/" name) {
                if (found != "") return ""
                found = file[i]
            }
        return found
    }
    !/:/ { file[++n] = $0; known[$0]; next }
    {
        match($0, /^[^:]*:[0-9]+/)
        place = substr($0, 1, RLENGTH)
        path = place
        sub(/:.*/, "", path)
        split($0, part, /[<">]/)
        folder = path
        sub(/[^\/]*$/, "", folder)
        to = meant(folder, part[2])
        if (to != "" && unit(to) != unit(path)) {
            from_of[++m] = unit(path)
            to_of[m] = unit(to)
            place_of[m] = place
        }
    }
    # Marks all that FROM includes, directly or not.
    function mark(from,    i) {
        marked[from]
        for (i = 1; i <= m; i++)
            if (from_of[i] == from && !(to_of[i] in marked))
                mark(to_of[i])
    }
    END {
        for (i = 1; i <= m; i++) {
            split("", marked)
            mark(to_of[i])
            if (from_of[i] in marked) {
                print place_of[i] ": " to_of[i] " is part of a circle"
                bad++
            }
        }
        print n " files, " m + 0 " includes of each other, " bad + 0 " in circles"
        exit bad > 0 || m == 0
    }'

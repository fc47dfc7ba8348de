#!/bin/sh
# sh make.sh [<source tree> [<folder>]]: writes the generated tables of boards.md (from targets/) and exit-statuses.md
# (from the manual pages) into FOLDER, by default in place. A table stands between <!-- NAME --> and <!-- /NAME -->.
set -u
root=${1:-$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)} || exit 2
to=${2:-$root/docs/reference}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# value <key> <file>: the first value of KEY in a board.txt
value() {
    sed -n "s/^$1 *= *//p" "$2" | head -1
}

boards() {
    echo "| target | board | limit of code and constants, KiB |"
    echo "| --- | --- | --- |"
    for folder in "$root"/targets/[!_]*/; do
        name=$(basename "$folder")
        size=$(awk '$1 == "most" && $2 == "text" { print $3 / 1024 }' "$folder/sizes.txt" 2>/dev/null)
        echo "| \`$name\` | $(value about "$folder/board.txt") | ${size:--} |"
    done
}

# statuses <manual page>: a row for each .It of its section EXIT STATUS
statuses() {
    echo "| status | \`$(basename "$1" .1)\` |"
    echo "| --- | --- |"
    awk -v name="$(basename "$1" .1)" '
    /^\.Sh / { on = $0 == ".Sh EXIT STATUS"; next }
    !on || /^\.(Bl|Pp)/ { next }
    /^\.It / { if (row != "") print row " |"; row = "| " substr($0, 5) " |"; next }
    /^\.El/ { print row " |"; row = ""; exit }
    {
        gsub(/^\.Fl Fl /, "--")
        gsub(/ Fl Fl /, " --")
        sub(/^\.Nm/, name)
        gsub(/ ,/, ",")
        gsub(/ ;/, ";")
        row = row " " $0
    }' "$1"
}

exits() {
    for page in analysis_host/analyze/analyze board_runner/board_runner analysis_host/predict/predict \
        analysis_host/profile/profile probes/probes analysis_host/pattern/patterns analysis_host/fit/fit_latencies; do
        statuses "$root/$page.1"
        echo
    done
}

# fill <page> <name> <table>: the page with TABLE between the marks of NAME
fill() {
    awk -v mark="<!-- $2 -->" -v end="<!-- /$2 -->" -v table="$3" '
    $0 == end { inside = 0; found++ }
    !inside { print }
    $0 == mark { inside = 1; found++; while ((getline line <table) > 0) print line }
    END { exit found != 2 }' "$root/docs/reference/$1" >"$scratch/page" || {
        echo "docs/reference/$1: has no place for the table $2"
        exit 1
    }
    cat "$scratch/page" >"$to/$1"
}

boards >"$scratch/boards"
exits >"$scratch/exits"
fill boards.md boards "$scratch/boards"
fill exit-statuses.md exits "$scratch/exits"

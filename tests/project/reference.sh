#!/bin/sh
# sh reference.sh <source tree> <scratch folder>: the tables of docs/reference/boards.md and exit-statuses.md are those that
# docs/reference/make.sh makes of targets/ and of the manual pages. The table of keys has each key of board.txt that
# board_runner/board/key.c knows, in its order and with its default.
set -u
root=$1
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
wrong=0

sh "$root/docs/reference/make.sh" "$root" "$PWD" || exit 1
for page in boards.md exit-statuses.md; do
    [ "$(grep -c '^|' "$page")" -ge 30 ] || { echo "docs/reference/$page: too few rows: this test no longer reads it" && wrong=1; }
    diff "$root/docs/reference/$page" "$page" || {
        echo "docs/reference/$page is out of date: sh docs/reference/make.sh writes it again"
        wrong=1
    }
done

sed -n 's/^    \[BOARD_[A-Z_]*\] = { "\([a-z_]*\)", \(NULL\|"\([^"]*\)"\),.*/\1 \3/p' "$root/board_runner/board/key.c" >known
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^## Keys of board.txt/,/^## /s/^| `\([a-z_]*\)` | \(`\([^`]*\)`\)\{0,1\} *|.*/\1 \3/p' boards.md >told
[ "$(wc -l <known)" -ge 25 ] || { echo "too few keys in board_runner/board/key.c: this test no longer reads it" && wrong=1; }
diff known told || {
    echo "docs/reference/boards.md: other keys or defaults than board_runner/board/key.c (<)"
    wrong=1
}
exit $wrong

#!/bin/sh
# sh format.sh <source tree>: every tracked C file has the layout of .clang-format. 77: skipped.
cd "$1" || exit 1
version=14 # others lay out some lines differently

if ! command -v clang-format >/dev/null 2>&1; then
    echo "clang-format is not installed"
    exit 77
fi
if ! clang-format --version | grep -q "version $version\."; then
    echo "needs clang-format $version, this is: $(clang-format --version)"
    exit 77
fi
files=$(git ls-files '*.c' '*.h' 2>/dev/null)
# Not a git tree: all files outside build are taken to be tracked.
[ -n "$files" ] || files=$(find . -name build -prune -o -name '*.[ch]' -print)
if [ -z "$files" ]; then
    echo "no C files under $1"
    exit 1
fi
# shellcheck disable=SC2086 # no name of this project holds a blank
clang-format --dry-run -Werror $files

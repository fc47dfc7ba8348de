#!/bin/sh
# sh reference.sh <reference_pages> <source tree>: docs/reference/ids.md and report.schema.json are what the table of ids
# makes today.
set -u
pages=$2/docs/reference
wrong=0
"$1" ids | diff - "$pages/ids.md" >differ || { head -20 differ; wrong=1; }
"$1" schema "$2/analysis_host/analyze/reference/report.schema.in.json" | diff - "$pages/report.schema.json" >differ ||
    { head -20 differ; wrong=1; }
rm -f differ
[ $wrong -eq 0 ] || echo "docs/reference: cmake --build BUILD --target reference writes the pages again"
[ "$(grep -c '^### ' "$pages/ids.md")" -eq "$(grep -c '^QUANTITY(' "$2/analysis_host/core/result/ids.def")" ] ||
    { echo "ids.md does not have a heading for each row"; wrong=1; }
! grep -n '^ *"", *"")\|^         "")$' "$2/analysis_host/core/result/ids.def" || { echo "ids.def: rows without limits"; wrong=1; }
exit $wrong

#!/bin/sh
# sh ids_once_can_fail.sh <ids_once.py> <source tree> <scratch folder>: the test finds ids in texts, and lets comments, other
# words and texts with less than an id alone.
set -u
rm -rf "$3" && mkdir -p "$3/analysis_host/core/result" "$3/analysis_host/analyze/report" || exit 1
cp "$2/analysis_host/core/result/ids.def" "$3/analysis_host/core/result" || exit 1
cat >"$3/analysis_host/analyze/report/good.c" <<'EOF'
/* cache.1.size is a name. */
#include "cache.1.size"
const char *a = "cache.sizes", *b = "cache.%u", *c = "no such.thing"; // "memory.latency"
EOF
python3 "$1" "$3" || { echo "refuses what is no id"; exit 1; }
n=0
for text in cache.1.size 'the %s of memory.latency' 'cache.%u.ways' window.size bandwidth.memory.read 'bandwidth.%s.read.4'; do
    printf 'const char *text = "%s";\n' "$text" >"$3/analysis_host/analyze/report/bad.c"
    python3 "$1" "$3" >"$3/said" && { echo "takes \"$text\""; n=1; }
    grep -q 'report/bad.c:1: ' "$3/said" || { echo "does not say where: $(cat "$3/said")"; n=1; }
done
exit $n

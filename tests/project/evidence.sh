#!/bin/sh
# evidence.sh ROOT: holds what analyses say of their answers to what was measured. No file of infer, series or model
# sets a confidence, which is made of evidence (stats/evidence.h), and what sets evidence has no number in
# it but 0, 1 and 2, nor a constant of the file that stands alone for a number.
cd "$1" || exit 2
cat > "${TMPDIR:-/tmp}/evidence.$$.awk" <<'EOF'
function refuse(what) {
    printf "%s:%d: %s: %s\n", FILENAME, line, what, statement
    refused = 1
}
function judge(    value) {
    if (statement ~ /confidence[ ]*[-+*\/]?=[^=]/)
        refuse("a confidence is made of evidence, by result/calibrate.h")
    if (statement !~ /evidence[ ]*[-+*\/]?=[^=]/)
        return
    value = statement
    sub(/^.*evidence[ ]*[-+*\/]?=/, "", value)
    gsub(/->[a-z_0-9]*|\[[^]]*\]|"[^"]*"|[a-zA-Z_][a-zA-Z_0-9]*\(/, " (", value)
    if (value ~ /\.[0-9]|(^|[^a-zA-Z_0-9.])[3-9]|[0-9][0-9]/)
        refuse("evidence with a number that was not measured")
    else if (value ~ /^[ ]*[A-Z_]+[ ]*$|[?:,][ ]*[A-Z_]+[ ]*([:,)]|$)/ && value !~ /MEMORY_LEVEL/)
        refuse("evidence that is a constant")
}
FNR == 1 { statement = ""; line = 1 }
{
    text = $0
    sub(/\/\/.*$/, "", text)
    gsub(/\/\*[^*]*\*\//, "", text)
    if (text ~ /\/\*/) { sub(/\/\*.*$/, "", text); comment = 1; rest = text }
    else if (comment) { if (text ~ /\*\//) { sub(/^.*\*\//, "", text); comment = 0; rest = text } else next }
    else rest = text
    while (rest != "") {
        end = match(rest, /[;{}]/)
        if (statement == "")
            line = FNR
        if (end == 0) { statement = statement " " rest; break }
        statement = statement " " substr(rest, 1, end - 1)
        judge()
        statement = ""
        rest = substr(rest, end + 1)
    }
}
END { exit refused }
EOF
find analysis_host/analyze/infer analysis_host/core/series analysis_host/core/model -name '*.c' \
    -exec awk -f "${TMPDIR:-/tmp}/evidence.$$.awk" {} +
status=$?
rm -f "${TMPDIR:-/tmp}/evidence.$$.awk"
exit $status

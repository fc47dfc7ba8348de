#!/bin/sh
# sh notes.sh <source tree> <scratch folder>: the notes of the probes, probes/NAME/NOTE.md. Each probe has one, with its
# rule and what makes an answer null. Each quantity of result/ids.def is named in the note of its probe, and a note names
# no id that the table lacks. Each analysis has the name of a probe, or a note names it.
set -u
root=$1
wrong=0
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1

# Lines "probe id": id, former id, unit and probe are the first four texts of a row of the table.
awk -v RS='QUANTITY[(]' -F'"' '$1 ~ /^[A-Z_]+,[ \n]*$/ { print $8, $2 }' "$root/analysis_host/core/result/ids.def" >rows

# Ids as a note spells them in general, and any that a report may have: regular expressions. A level in a place is a
# word in the one, and one or two in the other.
awk '{ general = any = $2
       gsub(/[.]/, "[.]", general); any = general
       gsub(/[{]place[}]/, "LEVEL", general); gsub(/[{]place[}]/, "(LEVEL|memory|cache[.][N0-9]+)", any)
       gsub(/[{](level|context|contexts)[}]/, "N", general); gsub(/[{](level|context|contexts)[}]/, "(N|[0-9]+)", any)
       gsub(/[{][a-z_]+[}]/, "[A-Z]+", general); gsub(/[{][a-z_]+[}]/, "([A-Z]+|[a-z][a-z0-9_]*)", any)
       print $1, $2, "^" general "$", "^" any "$" }' rows >patterns

# Lines "probe word", of words in code in its note; lines "probe # TITLE" and "probe ** PART". A paragraph at a time.
awk -v RS='' '{ n = split(FILENAME, path, "/"); probe = path[n - 1] }
     FNR == 1 { print probe, $1, $2 }
     /^[*][*][A-Z]/ { print probe, "**", substr($1, 3, length($1) - 2) }
     { n = split($0, part, "`"); for (i = 2; i < n; i += 2) if (part[i] !~ /[ \n]/) print probe, part[i] }' \
    "$root"/probes/*/NOTE.md >words

# Probes and analyses, as the build finds them.
for file in "$root"/probes/*/*.c "$root"/analysis_host/analyze/infer/*.c; do
    echo "${file#"$root"/}"
done | awk -F/ '$2 ~ /^(generate|lib|record|run)$/ { next }
                $1 == "probes" && $3 == $2 ".c" { print "probe", $2 }
                $1 != "probes" { sub(/[.]c$/, "", $NF); print "analysis", $NF }' >sources

# What looks like an id: points between words, of which the first is that of one. The name of a level alone is none.
awk -v id='^[a-z][a-z_]*([.][A-Za-z0-9_]+)+$' '
FILENAME == "patterns" { n++; probe[n] = $1; name[n] = $2; general[n] = $3; any[n] = $4
                         first = $2; sub(/[.].*/, "", first); begins[first]; next }
FILENAME == "words" && $2 == "#" { title[$1] = $3; next }
FILENAME == "words" && $2 == "**" { part[$1, $3]; next }
FILENAME == "words" { code[$2]; first = $2; sub(/[.].*/, "", first)
                      if ($2 ~ id && first in begins && $2 !~ /^cache[.][0-9N]+$/ && !(($1, $2) in seen)) {
                          seen[$1, $2]; m++; of[m] = $1; word[m] = $2 }
                      next }
$1 == "probe" && !($2 in title) { print "probes/" $2 " has no NOTE.md"; next }
$1 == "probe" && title[$2] != $2 ":" { print "probes/" $2 "/NOTE.md does not begin with # " $2 ":" }
$1 == "probe" && !(($2, "Rule.**") in part) { print "probes/" $2 "/NOTE.md has no part Rule" }
$1 == "probe" && !(($2, "Null.**") in part || ($2, "Null") in part) { print "probes/" $2 "/NOTE.md has no part Null" }
$1 == "analysis" && !($2 in title) && !($2 in code) { print "no note names the analysis " $2 }
END { if (n < 100 || m < 100) print "too few ids: this test no longer reads ids.def or the notes"
      for (i = 1; i <= n; i++) {
          found = 0
          for (k = 1; k <= m; k++) found += of[k] == probe[i] && word[k] ~ general[i]
          if (!found) print "probes/" probe[i] "/NOTE.md: leaves out " name[i]
      }
      for (k = 1; k <= m; k++) {
          found = 0
          for (i = 1; i <= n && !found; i++) found = word[k] ~ any[i]
          if (!found) print "probes/" of[k] "/NOTE.md: there is no id " word[k] " in ids.def"
      } }' patterns words sources >missing
[ ! -s missing ] || { cat missing; wrong=1; }
exit $wrong

#!/bin/sh
# sh notes_can_fail.sh <source tree> <scratch folder>: notes.sh finds what is wrong in a note.
# shellcheck disable=SC2016 # code in a note
root=$1
here=$root/tests/project
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1

for folder in "$root"/probes/*/; do
    mkdir -p "tree/probes/$(basename "$folder")" || exit 1
    for file in "$folder"*.c "$folder"NOTE.md; do
        [ ! -e "$file" ] || cp "$file" "tree/probes/$(basename "$folder")" || exit 1
    done
done
mkdir -p tree/analysis_host/core/result && mkdir tree/analysis_host/analyze && cp -r "$root/analysis_host/analyze/infer" tree/analysis_host/analyze &&
    cp "$root/analysis_host/core/result/ids.def" tree/analysis_host/core/result || exit 1

# expect <words>: the notes of the copy are refused with these words.
expect() {
    if sh "$here/notes.sh" "$PWD/tree" "$PWD/found" >said 2>&1; then
        echo "passes, in place of: $*"
        exit 1
    fi
    grep -qF "$*" said || { echo "does not say: $*"; cat said; exit 1; }
}

sh "$here/notes.sh" "$PWD/tree" "$PWD/found" >said 2>&1 || { cat said; exit 1; }
note=tree/probes/tlb_size/NOTE.md
cp $note kept
sed 's/`tlb\.walk`/the page walk/g' kept >$note
expect "probes/tlb_size/NOTE.md: leaves out tlb.walk"
sed 's/`tlb\.walk`/`tlb.walk` and `tlb.3.wolk`/' kept >$note
expect "probes/tlb_size/NOTE.md: there is no id tlb.3.wolk in ids.def"
sed 's/^\*\*Null/**None/' kept >$note
expect "probes/tlb_size/NOTE.md has no part Null"
cp kept $note
sed -i 's/`tuning`/it/' tree/probes/tune/NOTE.md
expect "no note names the analysis tuning"
rm $note
expect "probes/tlb_size has no NOTE.md"

#!/bin/sh
# sh plans.sh <analyze> <folder of recordings> <folder of plans> <scratch folder>: the plan of each recording is the one
# that is kept, comments apart; the same log makes the same folder; what makes none is said and leaves nothing.
analyze=$1
recordings=$2
golden=$3
mkdir -p "$4" && cd "$4" || exit 1
wrong=0

for log in "$recordings"/*.log.gz; do
    name=$(basename "$log" .log.gz)
    "$analyze" --export tuning "$log" 2>"$name.messages" | grep -v '^#' | sed 's/ round=.*//' >"$name.plan"
    grep -q '^tuning' "$name.plan" || sed -n 's/^.*--export=tuning: /refused: /p' "$name.messages" >"$name.plan"
    diff -u "$golden/$name.plan" "$name.plan" || wrong=1
done

for folder in one other; do
    rm -rf "$folder"
    "$analyze" --export kernels="$folder" "$recordings/core2duo-e6600.log.gz" >report 2>messages
    [ -s $folder/tuned.txt ] && [ -s $folder/tuned.h ] || { echo "no folder: $(cat messages)"; wrong=1; }
done
diff -r one other || wrong=1

rm -rf none
"$analyze" --export kernels=none "$recordings/host-x86_64.log.gz" >report 2>messages
status=$?
[ $status -eq 3 ] && [ ! -e none ] && grep -q 'nothing was written' messages ||
    { echo "a log without arithmetic: status $status, $(cat messages)"; wrong=1; }
"$analyze" --export kernels "$recordings/core2duo-e6600.log.gz" >report 2>messages
status=$?
[ $status -eq 2 ] && grep -q 'KIND=DIR' messages || { echo "no folder named: status $status"; wrong=1; }

# Constant sizes.
rm -rf fixed
"$analyze" --sizes=4,5x6x7 --export kernels=fixed "$recordings/core2duo-e6600.log.gz" >report 2>messages
grep -q 'tuned_gemm_f64_5x6x7(' fixed/gemm_f64_fixed.c && grep -q 'tuned_gemm_f32_4x4x4(' fixed/tuned.h &&
    grep -q 'Constant sizes.*4,5x6x7' fixed/tuned.txt || { echo "no constant sizes: $(cat messages)"; wrong=1; }
for sizes in '' 0 257 4x4 4x4x4x4 4, ,4 4,4x4x4 4a 99999999999999999999; do
    "$analyze" --sizes="$sizes" --export kernels=none "$recordings/core2duo-e6600.log.gz" >report 2>messages
    status=$?
    [ $status -eq 2 ] && grep -q -- '--sizes=' messages || { echo "sizes '$sizes': status $status, $(cat messages)"; wrong=1; }
done
"$analyze" --sizes=4 "$recordings/core2duo-e6600.log.gz" >report 2>messages
status=$?
[ $status -eq 2 ] && grep -q 'for --export=kernels' messages || { echo "sizes of nothing: status $status"; wrong=1; }

echo text >file
"$analyze" --export kernels=file "$recordings/core2duo-e6600.log.gz" >report 2>messages
status=$?
[ $status -eq 4 ] && [ "$(cat file)" = text ] || { echo "a file in place of a folder: status $status"; wrong=1; }
exit $wrong

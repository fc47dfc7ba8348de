#!/bin/sh
# The experiment of Guerre, Acquaviva and Lhuillier on a Cortex-A9 that is modelled: a detector of figures, predicted
# from matrix multiply by their formula and by replay, from the log of a bare board's image whose clock the model keeps
# (tests/targets/plugin), and from the log of the simulated board. The detector's own time is that on the same model.
# detector.sh <build> <recordings> <machine file> <detector.c> <folder of the board> <build of the board> <scratch>
# Prints a table. 77: an emulator, the cross compiler or the image is missing.
set -u
build=$1 recordings=$2 machine=$3 source=$4 board=$5 image=$6/probes dir=$7
clock_plugin=$build/tests/targets/plugin/model_clock.so
model=$build/tests/analysis_host/predict/model_plugin.so
failed=0
for tool in arm-linux-gnueabihf-gcc arm-none-eabi-nm qemu-arm qemu-system-arm; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
[ -s "$clock_plugin" ] && [ -s "$model" ] && [ -s "$image" ] || { echo "skipped: plugins or image were not built"; exit 77; }
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1

give_up() {
    echo "$*"
    exit 1
}

# The program: built for the board's processor, its time on the model, its signature.
arm-linux-gnueabihf-gcc -O2 -static -o detector "$source" -lm || exit 77
qemu-arm -plugin "$model,out=truth,machine=$machine" ./detector >out 2>err || give_up "the model: $(cat err)"
"$build/profile" -q --line=32 -o detector.sig -- ./detector >out 2>err || give_up "profile: $(cat err)"
hz=$(zcat "$recordings/cortex-a9.log.gz" | sed -n '1s/.*,tick_hz=\([0-9]*\).*/\1/p')
cycles=$(cut -d' ' -f2 truth)

# The board: on one processor, with three of the paper's kernels.
address() {
    arm-none-eabi-nm "$image" | sed -n "s/^\([0-9a-f]*\) [A-Z] $1\$/0x\1/p"
}
run=$(sed -n 's/^run *= *//p' "$board/board.txt" | sed 's/-smp [0-9]*/-smp 1/')
options="--quick max=1M --only timer_floor,add_chain,cache_size,cache_line,cache_ways,tlb_page,tlb_size,ops,issue,reorder_buffer"
options="$options,forward,kernels kernel=gemm,deriche,max3x3"
plugin="-plugin $clock_plugin,machine=$machine,clock=$(address bare_model_clock),start=$(address bare_run)"
eval "$(echo "$run $plugin" | sed -e "s|{image}|$image|" -e "s|{options}|$options|")" </dev/null >board.log 2>err ||
    give_up "the image: $(cat err)"
"$build/profile" -q --kernels=board.log --image="$image" --run="$run" -o board.kernels 2>err
[ $? -le 1 ] || give_up "profile --kernels: $(cat err)"

# row <how> <percent that it may be off> <log> [option of predict]...
row() {
    how=$1 percent=$2 log=$3
    shift 3
    "$build/predict" --format json "$@" "$log" detector.sig >answer 2>err
    [ $? -le 1 ] || give_up "$how: $(cat err)"
    seconds=$(sed -n '/^ "seconds"/,/}/s/.*"value": \([0-9.e+-]*\).*/\1/p' answer)
    awk -v how="$how" -v percent="$percent" -v cycles="$cycles" -v hz="$hz" -v seconds="$seconds" 'BEGIN {
        measured = cycles / hz
        off = 100 * (seconds / measured - 1)
        printf "%-44s measured %7.1f ms, predicted %7.1f ms  %+.1f %%\n", how, 1e3 * measured, 1e3 * seconds, off
        exit !(seconds > 0) || off > percent || off < -percent }' || failed=1
}
row "the simulated board, replay" 0.5 "$recordings/cortex-a9.log.gz"
row "the board's image, replay" 20 board.log
row "the board's image, from matrix multiply" 25 board.log --method=paper --like=gemm
row "the board's image, from the most similar" 50 board.log --method=paper
exit $failed

#!/bin/sh
# sizes.sh <source tree> <scratch folder> <cmake>: the size of an image by part (cmake/size), from a map that is written
# here: which part has what, and that a passed limit is told with the parts that grew. Every bare board states limits.
set -u
root=$1 dir=$2 cmake=$3
wrong=0
rm -rf "$dir"
mkdir -p "$dir" || exit 1

for script in "$root"/targets/*/link.ld; do
    board=${script%/link.ld}
    case $board in
    */_template_*) continue ;;
    esac
    for what in text ram; do
        if ! grep -q "^most $what [1-9][0-9]*$" "$board/sizes.txt" 2>/dev/null; then
            echo "${board##*/}: sizes.txt states no \`most $what BYTES\`"
            wrong=1
        fi
    done
done

# What is not in memory, what has a line of its own for a long name, and what was thrown away.
cat >"$dir/probes.map" <<'MAP'
Discarded input sections

 .text.gone     0x00000000      0x900 CMakeFiles/probes.dir/probes/ops/ops.c.obj

Linker script and memory map

.text           0x08000000    0x11340
 .text.run      0x08000000      0x100 CMakeFiles/probes.dir/probes/ops/ops.c.obj
 .text.a_name_that_is_too_long_for_the_column
                0x08000100       0x20 CMakeFiles/probes.dir/probes/ops/ops.c.obj
 .text.add_1    0x08000120      0x300 CMakeFiles/probes.dir/generated/ops_i32.c.obj
 .text.fma_1    0x08000420      0x080 CMakeFiles/probes.dir/generated/ops_fma_f32.c.obj
 .text.live_3   0x080004a0      0x040 CMakeFiles/probes.dir/generated/live_f32.c.obj
 .rodata        0x080004e0      0x010 CMakeFiles/probes.dir/generated/ops_table.c.obj
 .text.send     0x080004f0      0x030 CMakeFiles/probes.dir/probes/lib/kernel_send.c.obj
 .text.fft      0x08000520      0x060 CMakeFiles/probes.dir/probes/kernels/kernel/fft.c.obj
 .text.kernels  0x08000580      0x008 CMakeFiles/probes.dir/probes/kernels/kernels.c.obj
 *fill*         0x08000588        0x8 
 .text          0x08000590       0x50 libhal.a(start.c.obj)
 .text          0x080005e0       0x20 /usr/lib/gcc/libgcc.a(_udivsi3.o)

.data           0x20000000        0x8
 .data.at       0x20000000        0x8 CMakeFiles/probes.dir/probes/ops/ops.c.obj

.bss            0x20000008      0x400
 .bss.held      0x20000008      0x400 CMakeFiles/probes.dir/probes/run/held.c.obj

.debug_info     0x00000000     0x9999
 .debug_info    0x00000000     0x9999 CMakeFiles/probes.dir/probes/run/held.c.obj
MAP
cat >"$dir/size" <<'SIZE'
#!/bin/sh
echo '   text	   data	    bss	    dec'
case $1 in
*/usual) echo '   1384	      8	   1000	   2392' ;;
*) echo '   1536	      8	   1040	   2584' ;;
esac
SIZE
chmod +x "$dir/size"

size() {
    said=$("$cmake" -DSIZE="$dir/size" -DIMAGE="$dir/probes" -DMAP="$dir/probes.map" -DLIMITS="$dir/sizes.txt" \
        -DUSUAL="$dir/usual" "$@" -P "$root/cmake/size/size.cmake" 2>&1)
}

# expect <what> <words>: SAID must hold them. CMake wraps its messages.
expect() {
    if ! printf '%s' "$said" | tr -s ' \n' '  ' | grep -q -F -e "$2"; then
        echo "$1: expected \`$2\`, got: $said"
        wrong=1
    fi
}

must() {
    "$@" || { echo "$* failed: $said"; wrong=1; }
}

must_not() {
    "$@" && { echo "$* did not fail: $said"; wrong=1; }
}

must size
expect "a probe" "ops 288 8 0"
expect "its kernels on a type" "ops.i32 768 0 0"
expect "of several files" "ops.f32 128 0 0"
expect "those of another probe" "live_ranges.f32 64 0 0"
expect "tables, and what waits" "run 16 0 1024"
expect "a port" "hal 80 0 0"
expect "libraries" "compiler 32 0 0"
expect "what has no part" "rest 8 0 16"
expect "the sum is that of size" "all 1536 8 1040"
expect "the usual probes" "without asked for 1384 8 1000"

printf '# limits\nmost text 1536\nmost ram 1048\nmost i32 1344\nmost usual 1384\n' >"$dir/sizes.txt"
must size
expect "a limit that just holds" "text 1536 of 1536"
expect "and one of a type" "i32 1344 of 1344"
must size -DWRITE=ON
must size
sed -i 's/0x08000120      0x300/0x08000120      0x330/; s/probes.dir.probes.lib.kernel_send/probes.dir\/probes\/young\/young/' "$dir/probes.map"
sed -i 's/most text 1536/most text 1500/' "$dir/sizes.txt"
must_not size
expect "which grew" "text is 1536 bytes, 36 more than the target's limit; what grew: ops.i32 by 48, young by 48 (new)"
sed -i 's/most text 1500/most text 1536/; s/most usual 1384/most usual 1500/; s/most ram 1048/most ram 1047/' "$dir/sizes.txt"
must_not size
expect "memory" "ram is 1048 bytes, 1 more than the target's limit; what grew: no part grew since they were noted"
echo 'most text' >>"$dir/sizes.txt"
must_not size
expect "a line that is none" "sizes.txt:"
expect "a line that is none" "most text: neither"
rm "$dir/probes.map"
must_not size
expect "an image without a map" "probes.map: the image was linked without a map"
rm -rf "$dir"
exit $wrong

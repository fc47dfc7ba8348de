#!/bin/sh
# sh kernels.sh <profile> <predict> <probes> <show_signature> <recordings> <scratch>: a log with kernels, their
# signatures and the fit, and a prediction with it; what is refused, status and message. 77: no qemu-user.
profile=$1 predict=$2 probes=$3 show=$4 recordings=$5 dir=$6
failed=0
command -v "qemu-$(uname -m)" >/dev/null || { echo "qemu-$(uname -m) is not installed"; exit 77; }
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1

fail() {
    echo "$*"
    failed=1
}

# gives <status> <words of the output or the messages> <word>...: runs a program
gives() {
    status=$1 words=$2
    shift 2
    "$@" >out 2>err </dev/null
    is=$?
    [ $is -eq "$status" ] || fail "$*: status $is, not $status: $(cat err)"
    cat out err | tr -s ' \n' ' ' | grep -qF -e "$words" || fail "$*: no word of '$words': $(cat err)"
}

"$probes" --quick --only timer_floor,add_chain,cache_size,ops,kernels n=256,512 max=1M time=1 \
    kernel=fft,wht,daxpy.plain,random_read,branches,digits,heap_sort,varint >board.log 2>err || fail "probes failed: $(cat err)"
"$profile" --kernels=board.log --image="$probes" -o board.kernels >out 2>err
made=$?
# An image for a processor with AVX-512 has kernels that QEMU cannot run: they are left out, and the others fitted.
unknown=$(grep -c "^profile: [0-9]* of [0-9]* kernels are left out: they have instructions that QEMU does not know" err)
[ "$made $unknown" = "0 0" ] || [ "$made $unknown" = "1 1" ] || fail "profile --kernels: status $made: $(cat err)"
mv board.kernels at_once.kernels
gives "$made" "kernels of host_posix" "$profile" --kernels=board.log --image="$probes" --jobs=1 -o board.kernels
cmp at_once.kernels board.kernels || fail "kernels that ran at once differ from those that ran one by one"
[ ! -e board.kernels.part ] || fail "board.kernels.part is left"
[ "$(grep -ac '^{"schema":"pontoon.kernels/1"' board.kernels)" -eq 1 ] || fail "no line of a fit"
sed 1d board.kernels >signatures
"$show" signatures >table || fail "the first signature cannot be read"

# The work of a kernel is in its signature, and not what surrounds it: so many instructions a lap as the log counts
# operations, give or take loops and addresses.
grep -ao '{"schema":"pontoon.signature/4"[^}]*}' board.kernels | grep -a 'name=wht variant=iterative type=f64 n=512' |
    sed 's/.*laps=\([0-9]*\).*"instructions":\([0-9]*\).*/\1 \2/' >laps
[ "$unknown" -eq 1 ] || awk '{ a_lap = $2 / $1 } END { exit !(a_lap > 1000 && a_lap < 40000) }' laps || fail "a lap of wht has: $(cat laps)"

# A prediction takes the fit as it is, and says nothing of a new one.
env=$(command -v env)
"$profile" -q -o env.sig -- "$env" >out 2>err
# Whether it is doubted lies with the log, which was taken beside other work.
"$predict" board.log env.sig >out 2>err
is=$?
gives $is "LIKE " "$predict" board.log env.sig
[ $is -le 1 ] || fail "predict board.log env.sig: status $is: $(cat err)"
grep -q "anew\|unfitted" out err && fail "the fit was not taken: $(cat err)"
# Whether a fit on another machine's signatures improves the prediction differs from machine to machine.
"$predict" --kernels=board.kernels "$recordings/prediction/kernels-x86_64.log.gz" env.sig >out 2>err
is=$?
gives $is "made anew" "$predict" --kernels=board.kernels "$recordings/prediction/kernels-x86_64.log.gz" env.sig
[ $is -le 1 ] || fail "predict with another board's kernels: status $is: $(cat err)"

# changed <sed script> <file>: board.kernels with a first line that is changed by the script, whose sum is right
changed() {
    head -1 board.kernels | sed -e 's/,"sum":[0-9]*}$//' -e "$1" | tr -d '\n' >line
    sum=$(gzip -c line | tail -c 8 | od -A n -t u4 -N 4 | tr -d ' ')
    { cat line && echo ",\"sum\":$sum}" && sed 1d board.kernels; } >"$2"
}
changed '' same.kernels
cmp board.kernels same.kernels || fail "the sum of the first line is another"
changed 's/"kernels_crc":"[0-9A-F]*"/"kernels_crc":"0BADC0DE"/' other.kernels
gives 3 "of another build (0BADC0DE) than those of board.log (" "$predict" --kernels=other.kernels board.log env.sig
changed 's/"isa":"[a-z0-9_]*"/"isa":"arm"/' arm.kernels
gives 3 "its kernels are for arm" "$predict" --kernels=arm.kernels board.log env.sig
changed 's/"fitted":{[^}]*}/"fitted":{"core.rob.entries":-4}/' odd.kernels
gives 3 "a fit that cannot be" "$predict" --kernels=odd.kernels board.log env.sig
sed '1s/"measured":1/"measured":2/' board.kernels >odd.kernels
cmp -s board.kernels odd.kernels && sed '1s/"measured":[2-9]/"measured":1/' board.kernels >odd.kernels
gives 3 "its first line is damaged" "$predict" --kernels=odd.kernels board.log env.sig
for cut in 40 400 4000; do
    head -c $cut board.kernels >cut.kernels
    "$predict" --kernels=cut.kernels board.log env.sig >out 2>err
    [ $? -le 3 ] && [ -s err ] || [ -s out ] || fail "cut at $cut: not a word"
done

gives 2 "takes no PROGRAM" "$profile" --kernels=board.log -o x -- true
gives 2 "belong to --kernels" "$profile" --image=x -o x -- true
gives 2 "belong to --kernels" "$profile" --jobs=2 -o x -- true
gives 2 "a number from 1 to 64 is expected" "$profile" --kernels=board.log --jobs=0 -o x
gives 2 "no {image}" "$profile" --kernels=board.log --run=qemu-system-arm -o x
gives 2 "nowhere: no image of host_posix" "$profile" --kernels=board.log --image=nowhere -o x
gives 2 ": is a folder; name the image in it" "$profile" --kernels=board.log --image=. -o x
gives 2 "kernel_watch_begins" "$profile" --kernels=board.log --image="$env" -o x
gives 2 "board.log: -o would write over the input board.log" "$profile" --kernels=board.log --image="$probes" -o board.log
gives 3 "nowhere ended with status 127, and no kernel ran: " "$profile" --kernels=board.log --image="$probes" \
    --run="nowhere {image} {options}" -o x
gives 4 "nowhere/x: No such file" "$profile" --kernels=board.log --image="$probes" -o nowhere/x
gives 2 "No such file" "$profile" --kernels=nowhere.log -o x
gives 2 "is a directory" "$profile" --kernels=. -o x
gives 3 "is empty" "$profile" --kernels=/dev/null -o x
gives 3 "no record stream" "$profile" --kernels=board.kernels -o x
gives 3 "has timed no kernels" "$profile" --kernels="$recordings/prediction/host-x86_64.log.gz" -o x
[ ! -e x ] || fail "a file was left"
exit $failed

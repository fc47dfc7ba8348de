#!/bin/sh
# sh profile.sh <profile> <show> <programs' folder> <scratch>: profile on whole programs: what it finds, what it
# refuses, status and message of each. 77: qemu-user is not installed.
profile=$1
show=$2
programs=$3
dir=$4
failed=0
command -v qemu-x86_64 >/dev/null || { echo "qemu-x86_64 is not installed"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "the programs are for x86-64"; exit 77; }
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1

fail() {
    echo "$*"
    failed=1
}

# gives <status> <part of a message, or ""> <word>...: runs profile
gives() {
    status=$1
    part=$2
    shift 2
    "$profile" "$@" >out 2>err </dev/null
    is=$?
    [ $is -eq "$status" ] || fail "profile $*: status $is, not $status: $(cat err)"
    [ -z "$part" ] || grep -q -e "$part" err || fail "profile $*: no word of '$part': $(cat err)"
}

# finds <part of the table>: in the signature
finds() {
    "$show" one.sig >table || fail "one.sig cannot be read"
    grep -Eq -e "$1" table || fail "no '$1' in: $(grep -v '^block' table)"
}

gives 0 "instructions" -o one.sig -- "$programs/loops"
grep -q 2080 out || fail "the program's own output is lost: $(cat out)"
finds "^loop .* activations 64 iterations 4096 .*loops.c:"
finds "^loop .* activations 4096 iterations 262144 .*loops.c:"
finds "^function .*multiply .*loops"
finds "^unknown 0$"
cp one.sig first.sig
gives 0 "" -q -o one.sig -- "$programs/loops"
[ ! -s err ] || fail "--quiet says $(cat err)"
cmp -s one.sig first.sig || fail "two runs of one program differ"

# Calls are counted by what they do with files; a program is called as it was typed.
gives 0 "" -q -o one.sig -- "$programs/odd" write
[ "$(wc -c <out)" -eq 12288 ] || fail "odd wrote $(wc -c <out) bytes"
# of_call <key>: of the signature's first line
of_call() {
    head -1 one.sig | grep -ao "\"calls_$1\":[0-9]*" | sed 's/.*://'
}
grow=$(of_call grow)
[ $((grow + $(of_call write))) -eq 24 ] || fail "not 24 writes: $(head -1 one.sig)"
# a file system may give a file more pages than were written, with fewer calls
[ "$grow" -ge 1 ] && [ "$grow" -le 3 ] || fail "$grow of 24 writes filled three pages"
PATH=$programs:$PATH gives 0 "" -q -o one.sig -- odd name
[ "$(cat out)" = odd ] || fail "odd was called as $(cat out)"

gives 1 "started 1 process, which is" -o one.sig -- "$programs/odd" fork
gives 1 "became another program" -o one.sig -- "$programs/odd" exec
gives 1 "ended with status 7" -o one.sig -- "$programs/odd" fail
gives 3 "ended by signal 11" -o two.sig -- "$programs/odd" crash
[ ! -e two.sig ] || fail "a program that crashed left a signature"
gives 1 "reads a clock or sleeps 1 time:" -o one.sig -- "$programs/odd" sleep
gives 1 "times which processor it runs on" -o one.sig -- "$programs/odd" ask
gives 0 "" -o one.sig -- "$programs/odd" threads
finds "^threads 5$"

# Two threads that wait for each other: rows of both, and where they wait.
# On a busy machine a thread may begin so late that it need not wait any more.
for try in 1 2 3 4; do
    gives 0 "" -q -o one.sig -- "$programs/pair"
    "$show" one.sig | grep -q '^sync 1 wait ' && break
done
finds "^threads 2$"
finds "^thread 0 first 0 instructions [0-9]{6,}$"
finds "^thread 1 first 0 instructions [0-9]{6,}$"
finds "^sync 0 create at [0-9]+ by 1 0 "
finds "^sync 1 wait at [0-9]+ by 0 [0-9]{7,} "
finds "^sync 0 (wait|after) at [0-9]+ by 1 [0-9]{7,} "
[ "$(grep -c '^sync . end ' table)" -eq 2 ] || fail "two threads have $(grep -c '^sync . end ' table) ends"
awk '/^thread / { n[$2] = $6 } END { exit !(n[1] > 1.5 * n[0] && n[1] < 2.2 * n[0]) }' table ||
    fail "the second thread works twice as long as the first: $(grep '^thread ' table)"
# A program of one thread has no such rows.
"$show" first.sig | grep -E '^(thread|sync) ' && fail "rows of threads in a program of one"

# Three instructions at its start and two that end it: one sample, which predict cannot tell the error of.
echo 'void _start(void) { __asm__("mov $60,%eax; xor %edi,%edi; syscall"); }' >short.c
if [ "$(uname -m)" = x86_64 ] && cc -nostdlib -static -o short short.c 2>/dev/null; then
    gives 1 "instructions only: one sample" -o one.sig -- ./short
    finds "^threads 1$"
fi
for version in 1 2; do
    sed "1s,signature/[0-9]*,signature/$version," first.sig >old.sig
    "$show" old.sig >table 2>err && fail "a signature of version $version is read"
done

gives 2 "-o FILE is missing" -- true
gives 2 "PROGRAM is expected" -o one.sig
gives 2 "power of two" --line=48 -o one.sig -- true
gives 2 "qemu-nowhere is not installed" --qemu=qemu-nowhere -o one.sig -- true
[ ! -e /dev/full ] || gives 4 "/dev/full: No space left" -o /dev/full -- "$programs/loops"
cp first.sig kept.sig && mkdir folder
gives 4 "-o nowhere/kept.sig: No such file" -o nowhere/kept.sig -- touch ran
gives 4 "-o folder: Is a directory" -o folder -- touch ran
gives 2 "--output wants a file" -o "" -- touch ran
[ ! -e ran ] || fail "a program ran whose signature has no place"
gives 3 "ended by signal 11" -o kept.sig -- "$programs/odd" crash
cmp -s kept.sig first.sig || fail "a program that crashed took the old signature with it"
gives 3 "no such program" -o one.sig -- ./nowhere
echo 'exit 0' >script && gives 3 "no program of Linux" -o one.sig -- ./script
printf '#!/bin/sh\n' >script && gives 3 "a script: name its interpreter, as in .* -- /bin/sh ./script" -o one.sig -- ./script
red=$(printf '\033[31m')
gives 3 '\\x1b\[31m: no such program' -o one.sig -- "./$red"
cp "$programs/loops" plain && chmod -x plain && gives 3 "plain: Permission denied (chmod +x" -o two.sig -- ./plain
gives 3 "Is a directory" -o two.sig -- ./folder
gives 3 "ran no instruction: .*qemu-x86_64 ended with status 1" --cpu=nowhere -o two.sig -- "$programs/loops"
gives 3 "and left no signature" --qemu="$(command -v env)" -o two.sig -- "$programs/loops"
[ ! -e two.sig ] || fail "a signature of nothing was left"

# A signal to profile ends what it runs, and nothing is left.
mkdir scratch
TMPDIR=$dir/scratch gives 143 "stopped by signal 15 .*: nothing was written" -o two.sig -- "$programs/odd" stop
[ ! -e two.sig ] || fail "a stopped run left a signature"
[ -z "$(ls -A scratch)" ] || fail "a stopped run left $(ls -A scratch)"
cp "$programs/loops" own && ln -s own link
gives 2 "link: -o would write over the input .*own; nothing was written" -o link -- ./own
cmp -s own "$programs/loops" || fail "the program was written over"
[ -z "$(ls -d "${TMPDIR:-/tmp}"/profile.?????? 2>/dev/null)" ] || echo "files are left in ${TMPDIR:-/tmp}"
exit $failed

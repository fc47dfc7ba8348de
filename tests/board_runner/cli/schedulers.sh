#!/bin/sh
# schedulers.sh <board_runner> <scratch folder>: LAVA, labgrid and a shell read what it writes for them, where they are
# installed; several runs side by side write a log each.
set -u
runner=$1
dir=$2

rm -rf "$dir"
mkdir -p "$dir/targets/flash" "$dir/targets/uboot" "$dir/targets/usb" "$dir/targets/there" "$dir/targets/qemu" \
    "$dir/targets/local"
cd "$dir" || exit 1
failed=0
checked=0

fail() {
    echo "failed: $*"
    failed=1
}

printf 'serial = /dev/ttyS0\nbaud = 9600\nlava = disco\nupload = openocd -c "program {image}"\n' >targets/flash/board.txt
printf "serial = /dev/ttyS0\nload = ymodem 0x80300000\ntype = setenv it's:odd\nstart = go {address} {options}\n" \
    >targets/uboot/board.txt
printf 'usb = 0403:6001:A1\n' >targets/usb/board.txt
printf 'ssh = root@board.lab\n' >targets/there/board.txt
printf 'run = qemu-system-arm -M virt -kernel {image} -append "{options}"\n' >targets/qemu/board.txt
printf 'run = sh {image}\n' >targets/local/board.txt
echo image >image

describe() {
    "$runner" --targets targets --image image "$@" >out 2>err
}

# PyYAML, LAVA and labgrid are Debian's, so Debian's interpreter knows them.
python=/usr/bin/python3
has() {
    [ -x $python ] && $python -c "import $1" 2>/dev/null
}

for board in flash uboot qemu; do
    describe lava $board -- --quick --only a,b || { [ $board = flash ] && describe lava $board; } || fail "lava $board"
    for words in "job_name: \"$board\"" "url: \"file://$(pwd)/image\"" "end: 'PT,[0-9]+,END'"; do
        grep -qF -- "$words" out || fail "lava $board: no \`$words\`"
    done
    cp out lava.$board
    if has lava_common.schemas; then
        $python -c "
import sys, yaml, lava_common.schemas as schemas
schemas.validate(yaml.safe_load(open(sys.argv[1])))" lava.$board 2>err || fail "LAVA refuses $board: $(tail -n 3 err)"
        checked=$((checked + 1))
    elif has yaml; then
        $python -c "import sys, yaml; yaml.safe_load(open(sys.argv[1]))" lava.$board || fail "lava $board: no YAML"
    fi
done
grep -q '^device_type: "disco"' lava.flash || fail "lava flash: another device type"
grep -qF "go 0x80300000 --quick --only a,b" lava.uboot || fail "lava uboot: no options"
grep -qF '"setenv it'"'"'s:odd"' lava.uboot || fail "lava uboot: no line with a quote"
grep -qF 'image_arg: "-kernel {kernel} -append \"--quick --only a,b\""' lava.qemu || fail "lava qemu: no options"
for board in there local; do
    describe lava $board && fail "lava $board: nobody knows how"
done

for board in flash uboot usb there; do
    describe labgrid $board || fail "labgrid $board: $(cat err)"
    cp out labgrid.$board.yaml
    if has labgrid; then
        $python -c "
import sys, labgrid
target = labgrid.Environment(sys.argv[1]).get_target('main')
assert target is not None and target.resources" labgrid.$board.yaml 2>err || fail "labgrid refuses $board: $(tail -n 3 err)"
        checked=$((checked + 1))
    fi
done
grep -q "speed: 9600" labgrid.flash.yaml || fail "labgrid flash: another speed"
grep -q 'ID_SERIAL_SHORT: "A1"' labgrid.usb.yaml || fail "labgrid usb: no serial number"
grep -q 'username: "root"' labgrid.there.yaml || fail "labgrid there: no user"
describe labgrid local && fail "labgrid local: there is nothing to describe"

# Hostile values: a reader of YAML gets back each byte, and nothing on the way commands a terminal.
if has yaml; then
    odd=$(printf 'i"m: a\\ge #\047x\047 {y} @NAME@ \302\233 \303\244 \342\200\256 \360\237\230\200 \033[31m\tz')
    echo image >"$odd"
    for command in lava labgrid; do
        "$runner" --targets targets --image "./$odd" $command flash >out 2>err || fail "$command, hostile name: $(cat err)"
        $python -c "
import sys, yaml
d = yaml.safe_load(open('out', encoding='utf-8'))
got = d['images']['probes'] if '$command' == 'labgrid' else d['actions'][0]['deploy']['images']['image']['url'][len('file://'):]
assert got == sys.argv[1] + '/' + sys.argv[2], ascii(got)" "$(pwd)" "$odd" || fail "$command: another name is read"
        LC_ALL=C grep -q "$(printf '\033')" out && fail "$command: an escape sequence as it is"
    done
fi
bytes=$(printf 'no\377utf8')
echo image >"$bytes"
"$runner" --targets targets --image "./$bytes" lava flash >out 2>err && fail "lava: a name that YAML cannot hold"
grep -q 'is not UTF-8' err || fail "lava: not UTF-8: $(cat err)"
[ ! -s out ] || fail "lava: part of a job"

# A job of Slurm is a script: log and report appear whole, and nothing in a word is expanded.
cat >measure <<'END'
#!/bin/sh
printf '%s\n' "$@" >words
cat sentence
END
printf '\044PT,0,RUN,format=1*55AE9F2A\n' >sentence
chmod +x measure
printf 'run = {image} {options}\n' >targets/local/board.txt
"$runner" --targets targets --image ./measure slurm local --output-dir "it's \$HOME" -- --quick 'a=$(b);*' >job 2>err ||
    fail "slurm: $(cat err)"
SLURMD_NODENAME=n7 SLURM_JOB_ID=9 PATH=/usr/bin:/bin sh job || fail "the job ends with $?"
[ "$(ls "it's \$HOME"/n7.*.9.log | wc -l)" -eq 1 ] || fail "slurm: no log: $(ls "it's \$HOME")"
ls "it's \$HOME" | grep part && fail "slurm: left over"
echo usage >sentence
SLURMD_NODENAME=n8 SLURM_JOB_ID=9 PATH=/usr/bin:/bin sh job && fail "the job of an image that measures nothing ends with 0"
[ -z "$(ls "it's \$HOME" | grep '^n8.*log$')" ] || fail "slurm: a log without a sentence"
[ "$(sed -n 2p words)" = 'a=$(b);*' ] || fail "slurm: a word was expanded: $(cat words)"
describe slurm local && fail "slurm: no folder, and no word of it"
grep -q -- '--output-dir=DIR says where' err || fail "slurm: no folder: $(cat err)"
describe slurm there --output-dir logs && fail "slurm there: it is no program of a node"
printf 'run = sh {image}\n' >targets/local/board.txt

# Clusters of Linux hosts: each host writes its own log into a folder that all share.
printf 'printf "\\044PT,0,RUN,format=1*55AE9F2A\\n"; echo $$ >&2\n' >image
for scheduler in parallel xargs; do
    command -v $scheduler >/dev/null || continue
    for board in one two three; do
        mkdir -p targets/$board
        cp targets/local/board.txt targets/$board
    done
    case $scheduler in
    parallel) set -- parallel -j 3 "$runner" --targets targets --image image -q --output-dir logs.parallel run '{}' ::: one two three ;;
    *) set -- sh -c "printf '%s\n' one two three | xargs -P 3 -I {} '$runner' --targets targets --image image -q --output-dir logs.xargs run {}" ;;
    esac
    "$@" >out 2>err
    [ "$(ls logs.$scheduler)" = "$(printf '%s\n' one three two | sed "s/\$/.$(uname -n).log/")" ] ||
        fail "$scheduler: logs are $(ls logs.$scheduler)"
done

echo "schedulers: $checked read by their own tools"
exit $failed

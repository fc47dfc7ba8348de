#!/bin/sh
# ssh.sh <board_runner> <scratch folder>: runs an image on a host that is reached by ssh. The host is this machine:
# sshd on the loopback, with a port and keys of its own.
set -u
runner=$1
dir=$2

skip() {
    echo "skipped: $*"
    exit 77
}

sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd) || skip "sshd (openssh-server) is not installed"
for tool in ssh scp ssh-keygen; do
    command -v $tool >/dev/null || skip "$tool (openssh-client) is not installed"
done
if [ "$(id -u)" -eq 0 ] && [ ! -d /run/sshd ]; then
    mkdir -p /run/sshd || skip "sshd needs /run/sshd"
fi

rm -rf "$dir"
mkdir -p "$dir/targets/there"
cd "$dir" || exit 1
dir=$(pwd)
trap 'test ! -f sshd.pid || kill "$(cat sshd.pid)" 2>/dev/null' EXIT

ssh-keygen -q -t ed25519 -N '' -f key || exit 1
ssh-keygen -q -t ed25519 -N '' -f host_key || exit 1
cp key.pub authorized

# A free port: the first of some that sshd can have.
start_sshd() {
    for port in 22022 22123 22224 22325 22426 22527; do
        cat >sshd_config <<CONFIG
ListenAddress 127.0.0.1
Port $port
HostKey $dir/host_key
AuthorizedKeysFile $dir/authorized
PidFile $dir/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
Subsystem sftp internal-sftp
CONFIG
        rm -f sshd.pid
        "$sshd" -f "$dir/sshd_config" -E "$dir/sshd.log" || return 1
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            [ ! -s sshd.pid ] || return 0
            sleep 0.1
        done
    done
    return 1
}
start_sshd || skip "sshd does not start here: $(tail -n 1 sshd.log)"

cat >ssh_config <<CONFIG
Host board
    HostName 127.0.0.1
    Port $port
    User $(id -un)
    IdentityFile $dir/key
    IdentitiesOnly yes
    UserKnownHostsFile $dir/known
    StrictHostKeyChecking accept-new
    LogLevel ERROR
CONFIG

failed=0
fail() {
    echo "failed: $*"
    sed 's/^/    /' err
    failed=1
}

# expect <status> <text> <what>: how the run before ended.
expect() {
    [ "$status" -eq "$1" ] || fail "$3: status $status, not $1"
    grep -q -- "$2" err || fail "$3: no \`$2\`"
}

run() {
    "$runner" --targets targets --image "$dir/image" run there -o log "$@" 2>err
    status=$?
}

board() {
    printf 'ssh = board\nssh_options = -F %s/ssh_config\nupload_timeout = 60\n%s' "$dir" "$1" >targets/there/board.txt
}

# left: prints the folders that runs of this user leave there.
left() {
    find /tmp -maxdepth 1 -name 'pontoon.*' -user "$(id -un)" 2>/dev/null | sort
}

# An image that sends a stream, made by the program that reads it.
: >sent
sentence() {
    crc=$(printf '%s' "PT,$1" | gzip -c | tail -c 8 | od -An --endian=little -tx4 -N4 | tr -d ' ' | tr a-f A-F)
    printf '$PT,%s*%s\n' "$1" "$crc" >>sent
}
sentence '0,RUN,format=1,target=fake'
sentence '1,PLAN,sizes,1'
sentence '2,PROBE,sizes'
sentence '3,S,1,1,1'
sentence '4,DONE,sizes,1,ok'
sentence '5,END,5,ok'

before=$(left)
{
    echo '#!/bin/sh'
    echo 'printf "%s|" "$@" >&2'
    cat <<IMAGE
cat <<'STREAM'
$(cat sent)
STREAM
IMAGE
} >image
chmod +x image

board ''
run -- --quick "it's two words" 'a"b'
expect 0 complete "a whole run"
expect 0 "--quick|it's two words|a\"b|" "options with blanks and quotes"
cmp -s log sent || fail "the log is another than what was sent"
[ "$(left)" = "$before" ] || fail "something was left behind: $(left)"

board 'run = env HELLO=there {image} {options}
'
run
expect 0 complete "a command before the image"

printf '#!/bin/sh\nhead -n 3 %s/sent; exit 3\n' "$dir" >image
board ''
run
expect 6 "ended with status 3" "an image that fails"

# Silence: what still runs there is ended, and its folder removed.
printf '#!/bin/sh\necho $$ >%s/pid; head -n 3 %s/sent; exec sleep 1000\n' "$dir" "$dir" >image
run --silence 2
expect 4 "silent for 2 s" "an image that falls silent"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 "$(cat pid)" 2>/dev/null || break
    sleep 0.1
done
if kill -0 "$(cat pid)" 2>/dev/null; then
    fail "the image still runs"
fi
[ "$(left)" = "$before" ] || fail "something was left behind: $(left)"

# The connection breaks: the process that serves it is killed.
printf '#!/bin/sh\nhead -n 3 %s/sent; sleep 0.5; p=$PPID; while ! grep -qa sshd /proc/$p/cmdline; do p=$(ps -o ppid= -p $p | tr -d " "); done; kill -9 $p; sleep 5\n' "$dir" >image
if command -v ps >/dev/null; then
    run
    expect 5 "the connection broke" "a connection that breaks"
fi

sed -i 's/^Host board/Host other/' ssh_config
run
expect 3 "there: ssh: ssh ended with status 255" "a host that is not there"
sed -i 's/^Host other/Host board/' ssh_config

mv authorized nobody
run
expect 3 "Permission denied" "a key that is not known"
mv nobody authorized

rm image
run
expect 3 "image: No such file" "no image"

echo "ssh: $([ $failed -eq 0 ] && echo passed || echo failed)"
exit $failed

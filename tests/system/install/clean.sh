#!/bin/sh
# sh clean.sh <cmake> <cpack> <source tree> <scratch folder>: makes the Debian package as docs/guide/first-run.md says,
# installs it on a Debian 12 that has nothing but what every Debian has, runs it there, and takes it off
# again. Takes minutes, a network and root. 77: something for that is missing, which the last line names.
#
# By hand: sh tests/system/install/clean.sh cmake cpack . /tmp/clean
# The bare Debian is kept in <scratch folder>/debian.tar for the next time.
set -u
cmake=$1
cpack=$2
source=$(CDPATH='' cd -- "$3" && pwd) || exit 1
mkdir -p "$4" && cd "$4" || exit 1

skip() {
    echo "$*"
    exit 77
}

fail() {
    echo "$*"
    exit 1
}

[ "$(id -u)" -eq 0 ] || skip "only root can install packages"
for need in mmdebstrap:mmdebstrap dpkg-shlibdeps:dpkg-dev unshare:util-linux tar:tar; do
    [ "${need%%:*}" = mmdebstrap ] && [ -e debian.tar ] && continue
    command -v "${need%%:*}" >/dev/null 2>&1 || skip "${need%%:*} (${need#*:}) is not installed"
done
unshare --mount true 2>/dev/null || skip "no file system can be mounted here"
if [ ! -e debian.tar ]; then
    mmdebstrap --variant=apt bookworm made.tar >mmdebstrap.log 2>&1 ||
        skip "no bare Debian: $(grep -v '^I:' mmdebstrap.log | tail -n 1)"
    mv made.tar debian.tar
fi

"$cmake" -G Ninja -B build -S "$source" -DPONTOON_NATIVE=OFF >build.log 2>&1 && "$cmake" --build build >>build.log 2>&1 || fail "$(tail -n 20 build.log)"
rm -f build/*.deb
"$cpack" --config build/CPackConfig.cmake -B "$PWD/build" >cpack.log 2>&1 || fail "$(cat cpack.log)"

rm -rf root && mkdir root && tar -C root -xf debian.tar || fail "debian.tar cannot be unpacked"
cp build/pontoon_*.deb "$source"/tests/data/recordings/core2duo-e6600.log.gz root/tmp/ || exit 1
cp /etc/resolv.conf root/etc/ 2>/dev/null
for config in /etc/apt/apt.conf.d/*proxy*; do # the way out of this machine, where it has one of its own
    [ ! -e "$config" ] || cp "$config" root/etc/apt/apt.conf.d/
done

cat >root/tmp/inside.sh <<'INSIDE'
set -u
export DEBIAN_FRONTEND=noninteractive HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
wrong=0

fail() {
    echo "$*"
    wrong=1
}

# All files but what apt-get and dpkg keep of themselves.
files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /var/cache -o -path /var/log \
        -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -print | sort
}

# gives <status> <words on standard error> <command> ...
gives() {
    want=$1
    words=$2
    shift 2
    "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$want" ] || fail "$*: status $status, not $want: $(tail -n 3 err)"
    [ -z "$words" ] || grep -q -e "$words" err || fail "$*: says: $(cat err)"
}

cd /tmp
{ apt-get update && apt-get install -y --no-install-recommends mandoc; } >apt 2>&1 || { tail -n 5 apt; exit 77; }
files >before
apt-get install -y --no-install-recommends ./pontoon_*.deb >apt 2>&1 || { cat apt; exit 1; }
grep "^Setting up" apt
gives 0 "" analyze --version
gives 0 "" analyze core2duo-e6600.log.gz
grep "L2 " out
grep -q "L2  *4 MiB" out || fail "analyze does not know the machine: $(cat out)"
gives 0 "" board_runner list
grep -q qemu_sabrelite out || fail "board_runner knows no boards: $(cat out)"
gives 0 "complete" board_runner run host_posix -o x.log -- --quick
analyze x.log >out 2>err
[ $? -le 1 ] || fail "what this machine measures cannot be analysed: $(cat err)"
head -n 12 out
for page in analyze board_runner predict probes profile; do
    mandoc -T html /usr/share/man/man1/$page.1.gz | grep -q "SYNOPSIS" || fail "$page has no manual page"
done
for file in copyright changelog.gz README.md; do
    [ -s /usr/share/doc/pontoon/$file ] || fail "there is no $file"
done
gives 2 "nowhere.log: No such file" analyze nowhere.log
gives 3 "out: " analyze out
gives 2 "frobnicate" analyze --frobnicate
gives 2 "nowhere" board_runner run nowhere -o y.log
gives 2 "frobnicate" probes --frobnicate
gives 3 "in Pontoon's sources: cmake" board_runner run linux_armhf -o y.log
{ apt-get purge -y pontoon && apt-get autoremove -y --purge; } >apt 2>&1 || { cat apt; exit 1; }
files >after
diff before after || fail "files above were left or removed"
[ ! -e /usr/bin/analyze ] || fail "analyze is still there"
exit $wrong
INSIDE
unshare --mount --pid --fork --mount-proc="$PWD/root/proc" chroot root sh /tmp/inside.sh
status=$?
rm -rf root
[ $status -eq 0 ] && echo "the package was installed, ran and was taken off"
exit $status

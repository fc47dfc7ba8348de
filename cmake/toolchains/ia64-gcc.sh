#!/bin/sh
# sh cmake/toolchains/ia64-gcc.sh: the compiler for Itanium, which no distribution has, built from Debian's
# own sources of GCC 12 (some minutes, 33 MB), kept in a cache folder and reused. Prints where it is.
#   --where    prints where it is or would be, builds nothing
#   --check    the same, status 1 when it is not there
#   --no-install  install no package that building it needs
# PONTOON_CACHE names the cache folder; default: pontoon/ under XDG_CACHE_HOME or ~/.cache, or build/cache
# where neither can be written. Status 2: something that it takes is missing; 3: the build failed.
set -u
me=ia64-gcc.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

sources=/usr/src/gcc-12
binutils=/usr/bin/ia64-linux-gnu-

# The folder's name holds what the compiler depends on: this recipe.
cache_folder() {
    for cache in "${PONTOON_CACHE:-}" "${XDG_CACHE_HOME:+$XDG_CACHE_HOME/pontoon}" "${HOME:+$HOME/.cache/pontoon}"; do
        if [ -n "$cache" ] && mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ]; then
            echo "$cache"
            return
        fi
    done
    echo "$root/build/cache"
}

recipe=$(sed -n '/^unpack()/,/^}/p; /^make_compiler()/,/^}/p' "$0" | cksum | tr ' ' -)
cache=$(cache_folder)
where=$cache/ia64-gcc-$recipe

there() {
    [ -e "$where/complete" ] && [ -x "${binutils}as" ]
}

# Unpacks what the C compiler needs of $sources into $1; prints the folder that holds it.
unpack() {
    tarball=$(ls "$sources"/gcc-12*-dfsg.tar.xz 2>/dev/null)
    [ -n "$tarball" ] || return 1
    name=$(basename "$tarball" -dfsg.tar.xz)
    set -- "$1" "$name"
    for part in 'gcc/testsuite/g*' 'lib[sv]*' libgo libphobos libgfortran libgomp libada libffi libobjc libitm \
        libquadmath liboffloadmic gcc/ada gcc/go gcc/fortran gcc/po; do
        set -- "$@" "--exclude=$2/$part"
    done
    into=$1
    shift 2
    tar xf "$tarball" -C "$into" '--exclude=*/ChangeLog*' "$@" || return 1
    # The first one is mandatory: Debian's sources lack the manuals, and the build would stop at them.
    for patch in gcc-gfdl-build ia64-disable-selective-scheduling; do
        patch -s -d "$into/$name" -p2 <"$sources/patches/$patch.diff" || return 1
    done
    echo "$into/$name"
}

# Builds the compiler below $1 and installs it in $2. Not optimised: that makes the compiler slower than
# it could be, its output the same, and its build half as long.
make_compiler() {
    source=$(unpack "$1") || return 1
    mkdir "$1/build" && cd "$1/build" || return 1
    export CFLAGS='-O0 -g0' CXXFLAGS='-O0 -g0'
    "$source/configure" --target=ia64-linux-gnu --prefix="$2" \
        --with-as="${binutils}as" --with-ld="${binutils}ld" --with-gnu-as --with-gnu-ld \
        --enable-languages=c --without-headers --with-newlib --disable-bootstrap --disable-shared \
        --disable-threads --disable-multilib --disable-nls --disable-lto --disable-plugin --disable-gcov \
        --disable-decimal-float --disable-libssp --disable-libgomp --disable-libatomic \
        --disable-libquadmath --disable-libvtv --disable-libsanitizer --disable-libitm --disable-libcc1 \
        --disable-libstdcxx --without-isl --without-zstd --enable-checking=release MAKEINFO=missing &&
        make -j"$(nproc)" all-gcc && make -j"$(nproc)" all-target-libgcc &&
        make install-strip-gcc install-target-libgcc
}

# Two at once would build in each other's folder. A lock whose owner is gone is no lock.
lock() {
    until mkdir "$where.lock" 2>/dev/null; do
        owner=$(cat "$where.lock/owner" 2>/dev/null)
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -rf "$where.lock"
        else
            sleep 1
        fi
    done
    echo $$ >"$where.lock/owner"
}

finish() {
    rm -rf "$work" "$where.lock"
}

case ${1:-} in
--where)
    echo "$where"
    exit 0
    ;;
--check)
    echo "$where"
    there
    exit
    ;;
--no-install) no_install=yes ;;
'') ;;
*)
    say "$1: no such option; there are: --where, --check, --no-install"
    exit 2
    ;;
esac

if ! there; then
    find_build_root || exit 2
    need "" gcc-12-source binutils-ia64-linux-gnu g++ libgmp-dev libmpfr-dev libmpc-dev flex bison gawk make \
        patch tar xz-utils || exit 2
    mkdir -p "$cache" || exit 2
    work=$(mktemp -d) || exit 2
    trap finish EXIT
    trap 'exit 130' INT TERM
    lock
    if ! there; then
        say "building a compiler for ia64 (some minutes) in $where"
        rm -rf "$where"
        if ! quietly "$cache/ia64-gcc.log" make_compiler "$work" "$where"; then
            say "the compiler could not be built (the log stands above, and in $cache/ia64-gcc.log)"
            exit 3
        fi
        : >"$where/complete"
    fi
fi
echo "$where"

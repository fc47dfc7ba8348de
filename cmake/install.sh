# shellcheck shell=sh disable=SC2154
# Sourced by scripts that build: what a build needs on this machine, and quiet building.
# Expects $root, the source tree, and $me, the script's name for messages.

say() {
    echo "$me: $*" >&2
}

# Prints the packages among the arguments that are not installed.
missing_packages() {
    for package; do
        if ! dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q 'ok installed'; then
            echo "$package"
        fi
    done
}

# Runs its arguments as root, or fails; asks for a password only where somebody can answer.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@" </dev/null
    elif [ -t 0 ]; then
        sudo "$@" </dev/null
    else
        sudo -n "$@" </dev/null
    fi
}

can_install() {
    command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1 || return 1
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1
}

# Returns 0 if pkg-config finds every library named.
have_libraries() {
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$@"
}

# An old list of packages may do where a new one cannot be fetched: only the installation decides.
apt_install() {
    as_root apt-get update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# need_tools <command> ...: returns 0, or 2 after a message that names the commands that are missing.
need_tools() {
    for tool; do
        if ! command -v "$tool" >/dev/null 2>&1; then
            say "needs $* (not found: $tool)"
            return 2
        fi
    done
}

# need "<pkg-config names>" <Debian package> ...: installs what is missing. 0, or 2 after a message where
# that is not possible and pkg-config does not find the libraries either.
# shellcheck disable=SC2086 # lists of words are meant to be split
need() {
    libraries=$1
    shift
    missing="$* "
    if command -v dpkg-query >/dev/null 2>&1; then
        missing=$(missing_packages "$@" | tr '\n' ' ')
        [ -n "$missing" ] || return 0
    fi
    if ! can_install; then
        have_libraries $libraries && return 0
        say "please install (Debian's names): $missing"
        return 2
    fi
    say "installing $missing"
    mkdir -p "$root/build"
    apt_install $missing >"$root/build/install.log" 2>&1 && return 0
    if have_libraries $libraries; then
        say "could not install $missing(see build/install.log); going on without"
        return 0
    fi
    cat "$root/build/install.log" >&2
    say "could not install $missing(what apt-get said stands above)"
    return 2
}

# quietly <log> <command> ...: the command's output goes to the log, and is shown only when it fails.
quietly() {
    quiet_log=$1
    shift
    mkdir -p "$(dirname "$quiet_log")"
    "$@" >"$quiet_log" 2>&1 </dev/null && return 0
    cat "$quiet_log" >&2
    return 1
}

# build <folder under build/> "<ninja targets>" <cmake option> ...: configures and builds. 0, or 1 after
# the log was shown.
build() {
    build_tree=$root/build/$1
    build_targets=$2
    shift 2
    [ ! -t 2 ] || [ -e "$build_tree/build.ninja" ] || say "building in $build_tree, a minute or more the first time"
    quietly "$build_tree/configure.log" cmake -G Ninja -S "$root" -B "$build_tree" "$@" || return 1
    # shellcheck disable=SC2086 # a list of words
    quietly "$build_tree/build.log" cmake --build "$build_tree" --target $build_targets
}

# programs_for_host "<ninja targets>" [package ...]: builds programs of this machine in build/host, after installing
# what they take, the packages named included. 0, 2 where something is missing, 3 where the build failed.
programs_for_host() {
    programs=$1
    shift
    need_tools cmake ninja "${CC:-cc}" || return
    need "jansson smartcols zlib" libjansson-dev libsmartcols-dev zlib1g-dev pkg-config \
        libserialport-dev libisl-dev libsqlite3-dev "$@" || return
    build host "$programs" && return 0
    say "the build failed (its output stands above)"
    return 3
}

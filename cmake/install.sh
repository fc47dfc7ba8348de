# shellcheck shell=sh disable=SC2154
# Sourced by scripts that build: what a build needs on this machine, and quiet building.
# Expects $root, the source tree, and $me, the script's name for messages; sets $build_root, the folder of builds.
# Where the script sets $no_install, nothing is installed; $host_options go to CMake for $build_root/host.
no_install=
show_build=
host_options=

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

# purpose_of <package>: what it is for, a few words.
purpose_of() {
    case $1 in
    libjansson-dev) echo "JSON, in analyze and board_runner" ;;
    libsmartcols-dev) echo "tables of reports, in analyze" ;;
    zlib1g-dev) echo "checksums, and logs packed by gzip" ;;
    pkg-config) echo "finds these libraries" ;;
    libserialport-dev) echo "boards on serial lines" ;;
    libisl-dev) echo "kernels of patterns (docs/guide/kernels.md)" ;;
    libsqlite3-dev | libssl-dev) echo "analyze --fleet into a database" ;;
    libcapstone-dev) echo "instructions, in profile" ;;
    libdw-dev) echo "lines of sources, in profile" ;;
    qemu-user) echo "the emulator that watches a program; other processors" ;;
    libcmocka-dev | clang-format | binutils) echo "tests" ;;
    gcc-*) echo "boards: a compiler" ;;
    libc6-dev-* | libnewlib-* | picolibc-*) echo "boards: a C library" ;;
    qemu-system-*) echo "boards: an emulator" ;;
    ccache) echo "compiles once what several builds share" ;;
    *) echo "tests" ;;
    esac
}

# Prints the packages, one a line, with what each is for.
list_packages() {
    for package; do
        printf '  %-26s %s\n' "$package" "$(purpose_of "$package")" >&2
    done
}

# need "<pkg-config names>" <Debian package> ...: installs what is missing, after it said what and why; nothing where
# $no_install is set. 0, or 2 after a message where that is not possible and pkg-config does not find the libraries
# either.
# shellcheck disable=SC2086 # lists of words are meant to be split
need() {
    libraries=$1
    shift
    missing="$* "
    if command -v dpkg-query >/dev/null 2>&1; then
        missing=$(missing_packages "$@" | tr '\n' ' ')
        [ -n "$missing" ] || return 0
    fi
    if [ -n "$no_install" ] || ! can_install; then
        have_libraries $libraries && return 0
        if [ -n "$no_install" ]; then
            say "missing, and not installed (--no-install):"
            list_packages $missing
        fi
        say "please install (Debian's names): $missing"
        return 2
    fi
    say "installs these packages with apt-get$([ "$(id -u)" -eq 0 ] || echo ", as root by sudo") (--no-install: nothing):"
    list_packages $missing
    mkdir -p "$build_root"
    apt_install $missing >"$build_root/install.log" 2>&1 && return 0
    if have_libraries $libraries; then
        say "could not install $missing(see $build_root/install.log); going on without"
        return 0
    fi
    cat "$build_root/install.log" >&2
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

# show_steps <terminal: yes or "">: reads ninja's output, whose status is "[12/34 5.6] ", and shows how far it is: one
# line that changes on a terminal, else a line for each fifth.
show_steps() {
    fifths=0
    while IFS= read -r line; do
        inside=${line#\[}
        inside=${inside%%\]*}
        steps=${inside%%/*}
        rest=${inside#*/}
        all=${rest%% *}
        seconds=${rest#* }
        case $steps,$all in
        ,* | *, | *[!0-9,]*) continue ;; # no status
        esac
        if [ -n "$1" ]; then
            printf '\r\033[Kbuilding: %s of %s, %s s' "$steps" "$all" "${seconds%.*}" >&2
        elif [ $((5 * steps / all)) -gt "$fifths" ]; then
            fifths=$((5 * steps / all))
            say "building: $steps of $all, ${seconds%.*} s"
        fi
    done
    [ -z "$1" ] || printf '\r\033[K' >&2
}

# visibly <log> <command> ...: as quietly, for a command that ends in ninja, whose progress is shown.
visibly() {
    quiet_log=$1
    shift
    terminal=
    [ ! -t 2 ] || [ "${TERM-dumb}" = dumb ] || terminal=yes
    {
        NINJA_STATUS='[%f/%t %e] ' "$@" 2>&1 </dev/null
        echo $? >"$quiet_log.status"
    } | tee "$quiet_log" | show_steps "$terminal"
    [ "$(cat "$quiet_log.status")" -ne 0 ] || return 0
    if grep -q '^FAILED' "$quiet_log"; then
        sed -n '/^FAILED/,$p' "$quiet_log" >&2
    else
        cat "$quiet_log" >&2
    fi
    return 1
}

# build <folder under $build_root> "<ninja targets>" <cmake option> ...: configures and builds; where $show_build is
# set, with progress. 0, or 1 after what failed was shown.
build() {
    build_tree=$build_root/$1
    build_targets=$2
    shift 2
    [ -z "$show_build" ] || [ -e "$build_tree/build.ninja" ] || say "building in $build_tree"
    quietly "$build_tree/configure.log" cmake -G Ninja -S "$root" -B "$build_tree" "$@" || return 1
    how=quietly
    [ -z "$show_build" ] || how=visibly
    # shellcheck disable=SC2086 # a list of words
    $how "$build_tree/build.log" cmake --build "$build_tree" --target $build_targets
}

# Finds the folder of builds: $BUILD, else build/ of the sources. 0, or 2 after a message where it cannot be written.
find_build_root() {
    build_root=${BUILD:-$root/build}
    case $build_root in
    /*) ;;
    *) build_root=$PWD/$build_root ;;
    esac
    case $root$build_root in
    *';'*)
        say "the path of the sources or of the build has a \`;\`, where CMake splits lists: choose another"
        return 2
        ;;
    esac
    can_write "$build_root"
}

# can_write <folder>: makes it where it is not there. 0, or 2 after a message. That a folder can be written is known
# only once something was written: its file system may be read-only.
can_write() {
    if mkdir -p "$1" 2>/dev/null && (: >"$1/.written") 2>/dev/null; then
        rm -f "$1/.written"
        return 0
    fi
    say "$1 cannot be written: BUILD=DIR sh $0 builds in DIR instead"
    return 2
}

# sum_of <file>: a text that changes with what the file holds; "" where there is none.
sum_of() {
    [ ! -e "$1" ] || cksum <"$1"
}

# programs_for_host "<ninja targets>" [package ...]: builds programs of this machine in $build_root/host, after
# installing what they need, the packages named included. 0, 2 where something is missing, 3 where the build failed.
programs_for_host() {
    programs=$1
    shift
    find_build_root && can_write "$build_root/host" || return
    need_tools cmake ninja "${CC:-cc}" || return
    need "jansson smartcols zlib" libjansson-dev libsmartcols-dev zlib1g-dev pkg-config "$@" || return
    show_build=yes
    # shellcheck disable=SC2086 # a list of words
    set -- $host_options
    # Nobody debugs what a script builds first: the code is the same without debug information, in two thirds of the time.
    [ -e "$build_root/host/CMakeCache.txt" ] || set -- "$@" "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O2 -DNDEBUG"
    build host "$programs" "$@" && return 0
    say "the build failed (its output stands above)"
    return 3
}

#!/bin/bash
# The two commands on machines that have nothing but a release's base system: test_roots.sh SOURCE FOLDER. TAP on stdout.
# Needs root, debootstrap, the network and an hour or two; skipped without. FOLDER keeps the packages of the base systems between runs,
# and of each row what its commands said (ROW.log), and from which sources it passed (ROW.passed; ./dev test --all takes these away, unless it goes
# on with a run that was stopped).
#
#   KILN_TEST_ROOTS='trixie:18 sid'   only these rows
#   KILN_TEST_TREE=NAME               of the sources (./dev): a row that has passed from them is not run again
source=$1 folder=$2
[ "${KILN_TEST_ALL:-}" ] || { echo '1..0 # SKIP ./dev test --all tries the releases'; exit 0; }
command -v debootstrap >/dev/null || { echo '1..0 # SKIP no debootstrap'; exit 0; }
[ "$(id -u)" = 0 ] || { echo '1..0 # SKIP needs root'; exit 0; }

# RELEASE[:LLVM[:HOW]]: with another LLVM than the first that ./dev looks for, which is what Ubuntu 24.04 (18) and later releases have; `user` is not root, has
# sudo, no /proc and no /sys. A whole ./dev test for those without a colon, else the demo and the suites that depend on LLVM. With another LLVM, the machine of the row
# before goes on if that is of the same release: as one does that is upgraded, and most of it is built.
rows=${KILN_TEST_ROOTS:-bookworm bookworm::user trixie trixie:18 sid sid:21 sid:22}
# Of the suite `shaders` what compiles all of them, at all widths, and some for each kind of chip.
widths='shaders-simd8 shaders-simd32 shaders-icl shaders-bdw shaders-hsw shaders-tgl shaders-dg2 shaders-bmg'
mirror=$("$source/packaging/mirror.sh")
mkdir -p "$folder"
# (not in the folder: debootstrap knows no path with a space)
root=$(mktemp -d /var/tmp/kiln-root-XXXXXX) log=$root.log n=0 failed=0 # log: of one command
clean() { umount "$root/proc" "$root/sys" 2>/dev/null; rm -rf --one-file-system "$root" "$root.make"; }
trap 'clean; rm -f "$log"' EXIT
trap 'exit 1' INT TERM

check() # STATUS TEXT
{
    n=$((n + 1))
    cat "$log" >>"$folder/${row//:/-}.log"
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; tail -n 15 "$log" | sed 's|^|# |'; failed=$((failed + 1)); fi
}

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" DEBIAN_FRONTEND=noninteractive TERM=dumb "$@"; }
as_user() { inside runuser -u "$user" -- env HOME="$home" "$@"; }

# A root with a release's base system, and the tree where a person would have it: in a home that nobody else can read.
prepare() # RELEASE HOW
{
    local tar=$folder/$1.tar
    if [ ! -f "$tar" ]; then
        debootstrap --variant=minbase --make-tarball="$tar.part" "$1" "$root.make" "$mirror" && mv "$tar.part" "$tar" || return 1
    fi
    rm -rf "$root.make"
    debootstrap --variant=minbase --unpack-tarball="$(realpath "$tar")" "$1" "$root" "$mirror" || return 1
    echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90kiln" # (a mirror may stand still)
    user=root home=/root
    if [ "$2" = user ]; then
        user=someone home=/home/someone
        inside apt-get update && inside apt-get install -y --no-install-recommends sudo || return 1
        inside useradd -m $user
        echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/kiln"
    else
        mount -t proc proc "$root/proc" && mount -t sysfs -o ro sysfs "$root/sys" || return 1
    fi
    chmod 755 "$root" # (of mktemp: 0700, and `/` is for all)
    mkdir -p "$root$home/kiln"
    (cd "$source" && git ls-files -z | tar --null -T - -c) | tar -x -C "$root$home/kiln" || return 1
    inside chown -R $user "$home"
    chmod 700 "$root$home"
}

# The only one that a build finds.
change_llvm() # LLVM
{
    inside apt-get update && inside apt-get install -y --no-install-recommends "llvm-$1-dev" || return 1
    local others
    others=$(inside dpkg-query -W -f '${Package}\n' 'llvm-*-dev' 'llvm-[0-9]*' | grep -v -- "^llvm-$1\(-\|$\)")
    [ -z "$others" ] || inside apt-get purge -y $others
}

machine= # the release in $root, of whole systems as root
for row in $rows; do
    IFS=: read -r release llvm how <<<"$row"
    passed=$folder/${row//:/-}.passed
    if [ "${KILN_TEST_TREE:-}" ] && [ "$(cat "$passed" 2>/dev/null)" = "$KILN_TEST_TREE" ]; then
        : >"$log"
        check 0 "$row: as before, from the same sources"
        continue
    fi
    rm -f "$folder/${row//:/-}.log" "$passed"
    status=0 before=$failed
    if [ "$machine" != "$release" ] || [ -z "$llvm" ]; then
        clean
        mkdir -p "$root"
        prepare "$release" "$how" >"$log" 2>&1
        status=$?
    fi
    machine=
    [ $status = 0 ] && [ -z "$how" ] && machine=$release
    [ $status = 0 ] && [ "$llvm" ] && { change_llvm "$llvm" >"$log" 2>&1 || status=1; }
    check $status "$row: a base system"
    if [ $status = 0 ]; then
        rm -f "$root$home/kiln/demo.png"
        as_user "$home/kiln/dev" demo >"$log" 2>&1 && [ -s "$root$home/kiln/demo.png" ]
        check $? "$row: ./dev demo"
        case $row in
        *::user) ;;
        *:*) as_user "$home/kiln/dev" test compiler precision $widths >"$log" 2>&1; check $? "$row: ./dev test compiler precision ...: $(tail -n 1 "$log")" ;;
        *) as_user "$home/kiln/dev" test >"$log" 2>&1; check $? "$row: ./dev test: $(tail -n 1 "$log")" ;;
        esac
    fi
    [ $failed != $before ] || echo "${KILN_TEST_TREE:-}" >"$passed"
done
echo "1..$n"
[ $failed = 0 ]

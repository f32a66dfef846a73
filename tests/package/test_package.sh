#!/bin/sh
# The Debian packages, in a bare root: test_package.sh SOURCE PROGRAM, a test of the API that needs the Vulkan loader only. Installed, used with and
# without the compiler, used from caches without LLVM, removed without a trace; and the tarball, unpacked elsewhere. TAP on stdout.
# Needs root, debootstrap, lintian and the network; skipped without.
source=$1 program=$2
[ "${KILN_TEST_ALL:-}" ] || { echo '1..0 # SKIP ./dev test --all tries the packages'; exit 0; }
for tool in debootstrap lintian dpkg-shlibdeps chroot; do
    command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "1..0 # SKIP needs root"; exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0 failed=0
# What was said last is shown where a check fails.
check() # STATUS TEXT
{
    n=$((n + 1))
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; tail -n 5 "$work/log" | sed "s|^|# |"; failed=$((failed + 1)); fi
}
bash "$source/packaging/build.sh" "$work/out" >"$work/log" 2>&1
check $? "built: $(grep -c KiB "$work/log") files"
sed 's/^/# /' "$work/log"
lintian "$work"/out/*.deb >"$work/lintian" 2>/dev/null
! grep -E '^[EW]:' "$work/lintian"
check $? "lintian is content"

mirror=$("$source/packaging/mirror.sh")
root=$work/root
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$work/log" 2>&1 ||
    { tail -n 3 "$work/log" | sed 's/^/# /'; echo "1..0 # SKIP debootstrap failed"; exit 0; }
cp /etc/apt/sources.list "$root/etc/apt/" 2>/dev/null
cp /etc/apt/sources.list.d/debian*.sources "$root/etc/apt/sources.list.d/" 2>/dev/null
cp "$work"/out/*.deb "$root/root/"
cp "$program" "$root/root/program"
cp "$source/tests/shaders/saxpy.comp" "$root/root/"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive KILN_DEVICE=sim:skl "$@" >"$work/log" 2>&1; }
apt() { inside sh -c "apt-get -y --no-install-recommends $*"; } # (file names are patterns of that root)
passes() { inside /root/program && ! grep -q '^not ok' "$work/log"; }
mount -t proc proc "$root/proc" 2>/dev/null && trap 'umount "$root/proc"; rm -rf "$work"' EXIT
inside apt-get update
inside sh -c 'find / -xdev \( -type f -o -type l \) | grep -v "^/\(proc\|sys\|var/\(lib\|log\|cache\)\|root\)" | sort >/root/before'

apt install '/root/kiln-vulkan-driver_*.deb'
check $? "the driver alone can be installed"
inside sh -c 'dpkg -l | grep -c "^ii *libllvm"'
[ "$(cat "$work/log")" = 0 ]
check $? "and brings no LLVM"
inside /root/program properties
check $? "and tells what the device is"
inside /root/program commands_of_the_core
grep -q 'no compiler (libkiln_compiler.so.1)' "$work/log"
check $? "and says what is missing to compile"

apt install '/root/*.deb'
check $? "all can be installed"
passes
check $? "a program computes, through the loader's own list of drivers"
inside sh -c 'kilnc --emit asm -o - /root/saxpy.comp | grep -q send && kilnc -d tgl --emit bin -o /root/saxpy.bin /root/saxpy.comp && test -s /root/saxpy.bin'
check $? "kilnc compiles"
inside sh -c 'kiln-run --totals /root/totals.json -- /root/program commands_of_the_core && grep -q "\"walkers\": [1-9]" /root/totals.json'
check $? "kiln-run runs a program"
inside sh -c 'KILN_SIM_STATS=/root/stats.json /root/program commands_of_the_core && kiln-report /root/stats.json -o /root/page.html && grep -q "<html" /root/page.html'
check $? "kiln-report draws"
inside sh -c 'LD_PRELOAD=$(echo /usr/lib/*/kiln/libkiln_node.so) ls /dev/dri && zcat /usr/share/man/man7/kiln.7.gz | grep -q KILN_DEVICE && test -f /usr/include/kiln/compiler.h'
check $? "the simulated node, the manual, the headers"

# What the driver keeps on disk is enough.
inside dpkg --remove --force-depends kiln-compiler kiln-jit libllvm19
check $? "compiler and LLVM taken away"
inside /root/program commands_of_the_core
check $? "without compiler and LLVM, from the cache"
apt install -f '/root/*.deb'
apt purge kiln-vulkan-driver kiln-compiler kiln-jit kiln-simulator kiln-tools kiln-dev
check $? "removed"
apt autoremove --purge
inside sh -c 'find / -xdev \( -type f -o -type l \) | grep -v "^/\(proc\|sys\|var/\(lib\|log\|cache\)\|root\)" | sort | comm -13 /root/before - | grep -i kiln'
[ ! -s "$work/log" ]
check $? "and nothing is left $(cat "$work/log")"

apt install libvulkan1 libllvm19 libdrm2 libnettle8
mkdir -p "$root/opt/elsewhere" && tar -C "$root/opt/elsewhere" -xf "$work"/out/kiln-*.tar.xz
inside sh -c 'export VK_DRIVER_FILES=$(echo /opt/elsewhere/kiln-*/share/vulkan/icd.d/*.json); export VK_ICD_FILENAMES=$VK_DRIVER_FILES KILN_CACHE=off; /root/program && /opt/elsewhere/kiln-*/bin/kilnc -o - /root/saxpy.comp | grep -q send'
check $? "the tarball works where it is unpacked"
echo "1..$n"
[ $failed = 0 ]

#!/bin/bash
# Another host, AArch64: what packaging/cross.sh builds, run by qemu-user. The compiler's bytes are this host's; the simulated device's own
# suites pass, interpreted and translated. TAP on stdout: test_aarch64.sh SOURCE FOLDER KILNC, this host's. FOLDER is kept between runs.
#
# Not here: suites that hand over addresses which are not mapped (sim-ioctl, sim-perf, sim-xe), since qemu-user has no process_vm_readv and
# the simulated kernel then trusts its clients (sim/kernel/drm/user.c); sim-pci, which counts descriptors that qemu-user keeps.
source=$1 folder=$2 kilnc=$3
[ "${KILN_TEST_ALL:-}" ] || { echo '1..0 # SKIP ./dev test --all tries AArch64'; exit 0; }
for tool in mmdebstrap qemu-aarch64-static aarch64-linux-gnu-g++; do
    command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo '1..0 # SKIP needs root'; exit 0; }
suites='blt caches cost cs eu-alu eu-arc eu-arc_foreign eu-flow eu-foreign eu-gen11 eu-gen12 eu-gen75 eu-image eu-lanes eu-lsc eu-memory
    eu-ops eu-random eu-stats eu-xe2 fault format gtt hsw kernel_note machine node observation peers rings slices stale sync tiles walker'
translated='eu-late eu-jit-images eu-jit-arc eu-jit'
n=0 failed=0 log=$(mktemp)
trap 'rm -f "$log"' EXIT

check() # STATUS TEXT
{
    n=$((n + 1))
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; grep -v '^ok' "$log" | tail -n 8 | sed 's|^|# |'; failed=$((failed + 1)); fi
}

here() { qemu-aarch64-static -L "$folder/sysroot" -E LD_LIBRARY_PATH="$folder/build" "$@"; }

targets="libvulkan_kiln.so libkiln_compiler.so.1.0.0 libkiln_simjit.so libkiln_node.so libkiln_isa.so kilnc kiln-asm kiln-decode kiln-chip kiln-probe"
for s in $suites $translated; do targets+=" tests/sim/test-sim-$s"; done
# shellcheck disable=SC2086
"$source/packaging/cross.sh" "$folder" $targets >"$log" 2>&1
check $? 'driver, compiler, tools and tests are built'
[ $failed = 0 ] || { echo "1..$n"; exit 1; }

same=0
for shader in saxpy algo_sha256 algo_matmul algo_half_transform opt_unroll_part; do
    comp=$source/tests/shaders/$shader.comp
    for device in skl tgl dg2; do
        here "$folder/build/kilnc" -d $device --emit bin -o "$log.there" "$comp" >"$log" 2>&1 && "$kilnc" -d $device --emit bin -o "$log.here" "$comp" >"$log" 2>&1 &&
            cmp "$log.here" "$log.there" >"$log" 2>&1 || { same=1; echo "# $shader on $device"; }
        rm -f "$log.here" "$log.there"
    done
done
check $same "kilnc's code is this host's"

# (of random programs the few of an ordinary run: each is LLVM's work at a twentieth of its speed)
unset KILN_TEST_ALL
for s in $suites $translated; do
    here "$folder/build/tests/sim/test-sim-$s" >"$log" 2>&1
    check $? "sim-$s: $(grep -c '^ok' "$log") cases"
done
echo "1..$n"
[ $failed = 0 ]

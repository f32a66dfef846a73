#!/bin/sh
# Unmodified vulkaninfo (on Mesa's ANV) and clinfo (on Intel's OpenCL) find the preloaded node. $1: libkiln_node.so, $2: ANV's manifest
node=$1 icd=$2 n=0 bad=0
check() # name, what must be in the output, then the command
{
    n=$((n + 1)) name=$1 want=$2
    shift 2
    if ! command -v "$1" >/dev/null; then
        echo "ok $n - $name # SKIP $1 is not installed"
        return
    fi
    if out=$(LD_PRELOAD=$node "$@" 2>&1) && printf '%s' "$out" | grep -q "$want"; then
        echo "ok $n - $name"
    else
        echo "not ok $n - $name"
        printf '%s\n' "$out" | tail -n 5 | sed 's/^/# /'
        bad=1
    fi
}
export VK_ICD_FILENAMES=$icd VK_DRIVER_FILES=$icd OCL_ICD_VENDORS=/etc/OpenCL/vendors/intel.icd
if [ -e "$icd" ]; then
    check "vulkaninfo lists it" "deviceName *= Intel(R) HD Graphics 530 (SKL GT2)" vulkaninfo --summary
    check "all of vulkaninfo" "VK_QUEUE_COMPUTE_BIT\|QUEUE_COMPUTE" vulkaninfo
else
    n=$((n + 1)) && echo "ok $n - vulkaninfo # SKIP no Mesa ANV"
fi
# The memory of the machine is that of its integrated GPU: 80 % is what Intel's OpenCL takes of it. Later ones know no Gen9, and take half.
gpu="Intel(R) HD Graphics 530 \[0x1912\]" units=24 memory=858992640
if [ -e $OCL_ICD_VENDORS ] && command -v clinfo >/dev/null && ! LD_PRELOAD=$node clinfo -l 2>&1 | grep -q Device; then
    export KILN_DEVICE=sim:tgl
    gpu="Iris(R) Xe Graphics" units=96 memory=537456640
fi
if [ -e $OCL_ICD_VENDORS ]; then
    check "clinfo lists it" "$gpu" clinfo -l
    check "all of clinfo" "Max compute units *$units" clinfo
else
    n=$((n + 1)) && echo "ok $n - clinfo # SKIP no Intel OpenCL"
fi
KILN_DEVICE=sim:skl check "lsgpu finds it through udev" "card0 *Intel Skylake (Gen9) *drm:/dev/dri/card0" lsgpu
if [ -e $OCL_ICD_VENDORS ]; then
    KILN_SIM_MEMORY=1G check "memory of the simulated machine" "Global memory size *$memory " clinfo
else
    n=$((n + 1)) && echo "ok $n - clinfo # SKIP no Intel OpenCL"
fi
if [ -e "$icd" ]; then
    KILN_DEVICE=sim:kbl check "another device" "0x5912\|KBL\|0x591" vulkaninfo --summary
else
    n=$((n + 1)) && echo "ok $n - another device # SKIP no Mesa ANV"
fi
echo "1..$n"
exit $bad

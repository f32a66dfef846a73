#!/bin/sh
# clpeak on Intel's OpenCL and the preloaded node, to its end: every measurement is a positive number. A machine of 48 MiB makes
# it do the least work; half of that is what the driver itself has since the kernel says that it preempts. $1: libkiln_node.so
if [ -z "${KILN_TEST_ALL:-}" ]; then
    echo "1..0 # SKIP only with --all"
    exit 0
fi
export OCL_ICD_VENDORS=/etc/OpenCL/vendors/intel.icd KILN_SIM_MEMORY=48M
if ! command -v clpeak >/dev/null || [ ! -e $OCL_ICD_VENDORS ]; then
    echo "1..0 # SKIP no clpeak or no Intel OpenCL"
    exit 0
fi
out=$(LD_PRELOAD=$1 clpeak --global-bandwidth --compute-sp --compute-integer --transfer-bandwidth --kernel-latency 2>&1)
status=$?
printf '%s\n' "$out" | sed 's/^/# /'
# 5 widths of 3 tests, 8 transfers, the latency
good=$(printf '%s\n' "$out" | grep -cE ': +[0-9.]*[1-9][0-9.]*( us)?$')
if [ $status = 0 ] && [ "$good" -ge 24 ]; then echo "ok 1 - clpeak"; else echo "not ok 1 - clpeak: exit $status, $good numbers"; fi
echo "1..1"

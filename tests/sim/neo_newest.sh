#!/bin/sh
# A program on Debian sid's NEO and IGC, where tests/witness.sh has unpacked them ("newest"), with the C library that they need.
# usage: neo_newest.sh WITNESSES COMMAND...
root=$1/newest/usr/lib/x86_64-linux-gnu
[ -f "$root/intel-opencl/libigdrcl.so" ] || { echo "1..0 # SKIP NEO 26 is not there: tests/witness.sh BUILD/witness newest"; exit 0; }
shift
vendors=$(mktemp -d) && trap 'rm -rf "$vendors"' EXIT
echo "$root/intel-opencl/libigdrcl.so" > "$vendors/intel.icd"
export OCL_ICD_VENDORS="$vendors" NEO_CACHE_PERSISTENT=0
"$root/ld-linux-x86-64.so.2" --library-path "$root:/usr/lib/x86_64-linux-gnu" --preload "$KILN_NODE" "$@"

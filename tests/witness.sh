#!/bin/sh
# Other people's drivers that the tests run on the simulated device and that Debian 12 does not install beside its own: fetched from
# bookworm-backports with apt's own checks, unpacked into a folder, never installed.
#
#     witness.sh DIR           makes DIR/anv25/icd.json: Mesa's ANV 25, Gen9 to Battlemage; and DIR/anv25/hasvk.json: its hasvk, Gen7.5 and Gen8
#     witness.sh DIR newest    makes DIR/newest: Debian sid's ANV and OpenCL (NEO, IGC) with all libraries that they need, the C library among
#                              them, for ./dev bench igc: it starts programs by that folder's ld.so
set -e
[ "$2" != newest ] || {
    dir=$(mkdir -p "$1" && cd "$1" && pwd)/newest
    [ -f "$dir/done" ] && exit 0
    site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' 2>/dev/null | head -n1)
    [ -n "$site" ] || { echo "witness.sh: apt knows no bookworm; see apt-get indextargets" >&2; exit 1; }
    mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
    signed=$(ls /usr/share/keyrings/debian-archive-keyring.gpg 2>/dev/null || true)
    echo "deb ${signed:+[signed-by=$signed] }$site sid main" >"$dir/apt/sources.list"
    : >"$dir/apt/status"
    apt="-o Dir::Etc::SourceList=$dir/apt/sources.list -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists=$dir/apt/lists
         -o Dir::State::status=$dir/apt/status -o Dir::Cache=$dir/apt/cache -o APT::Sandbox::User= -o APT::Install-Recommends=0"
    apt-get $apt update >"$dir/apt/log" 2>&1 || { tail -n5 "$dir/apt/log" >&2; exit 1; }
    apt-get $apt -y --download-only install mesa-vulkan-drivers intel-opencl-icd intel-opencl-icd-legacy ocl-icd-libopencl1 libvulkan1 libdrm2 libstdc++6 \
        >>"$dir/apt/log" 2>&1 || { tail -n5 "$dir/apt/log" >&2; exit 1; }
    for deb in "$dir"/apt/cache/archives/*.deb; do
        dpkg -x "$deb" "$dir"
    done
    rm -rf "$dir/apt"
    : >"$dir/done"
    exit 0
}
dir=$(mkdir -p "$1" && cd "$1" && pwd)/anv25
[ -f "$dir/icd.json" ] && [ -f "$dir/hasvk.json" ] && exit 0
rm -rf "$dir/usr"
site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' 2>/dev/null | head -n1)
[ -n "$site" ] || { echo "witness.sh: apt knows no bookworm; see apt-get indextargets" >&2; exit 1; }
mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
signed=$(ls /usr/share/keyrings/debian-archive-keyring.gpg 2>/dev/null || true)
echo "deb ${signed:+[signed-by=$signed] }$site bookworm-backports main" >"$dir/apt/sources.list"
apt="-o Dir::Etc::SourceList=$dir/apt/sources.list -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists=$dir/apt/lists
     -o Dir::Cache=$dir/apt/cache -o APT::Sandbox::User="
apt-get $apt update >"$dir/apt/log" 2>&1 || { tail -n5 "$dir/apt/log" >&2; exit 1; }
(cd "$dir/apt" && apt-get $apt download mesa-vulkan-drivers) >>"$dir/apt/log" 2>&1 || { tail -n5 "$dir/apt/log" >&2; exit 1; }
dpkg -x "$dir"/apt/*.deb "$dir"
rm -rf "$dir/apt"
library=$(find "$dir" -name libvulkan_intel.so)
if ldd "$library" | grep 'not found' >&2; then
    exit 1
fi
manifest() # LIBRARY VERSION
{
    printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "%s"}}\n' "$1" "$2"
}
manifest "${library%.so}_hasvk.so" 1.3.305 >"$dir/hasvk.json"
manifest "$library" 1.4.305 >"$dir/icd.json"

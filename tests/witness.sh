#!/bin/sh
# Other people's drivers and tools that the tests ask and that Debian 12 does not install beside its own: fetched from
# bookworm-backports or sid with apt's own checks, unpacked into a folder, never installed.
#
#     witness.sh DIR           makes DIR/anv25/icd.json: Mesa's ANV 25, Gen9 to Battlemage; and DIR/anv25/hasvk.json: its hasvk, Gen7.5 and Gen8
#     witness.sh DIR newest    makes DIR/newest: Debian sid's ANV and OpenCL (NEO, IGC) with all libraries that they need, the C library among
#                              them, for ./dev bench igc: it starts programs by that folder's ld.so
#     witness.sh DIR igc       makes DIR/igc/bin/iga64 and ocloc: sid's assembler and offline compiler, which know Xe2 and Xe3. They are scripts that
#                              start the programs by that folder's ld.so
set -e

# Makes apt look at the packages of a suite only, by its files in a folder (which may have a space in its name).
prepare()
{
    dir=$(mkdir -p "$1" && cd "$1" && pwd)
    site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' 2>/dev/null | head -n1)
    [ -n "$site" ] || { echo "witness.sh: apt knows no bookworm; see apt-get indextargets" >&2; exit 1; }
    mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
    signed=$(ls /usr/share/keyrings/debian-archive-keyring.gpg 2>/dev/null || true)
    echo "deb ${signed:+[signed-by=$signed] }$site $2 main" >"$dir/apt/sources.list"
    cat >"$dir/apt/apt.conf" <<CONF
Dir::Etc::SourceList "$dir/apt/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$dir/apt/lists";
Dir::Cache "$dir/apt/cache";
APT::Sandbox::User "";
APT::Install-Recommends "false";
CONF
    export APT_CONFIG="$dir/apt/apt.conf"
    apt-get update >"$dir/apt/log" 2>&1 || { tail -n5 "$dir/apt/log" >&2; exit 1; }
}

# Packages of sid with all that they need, as if nothing were installed: unpack_sid DIR PACKAGE...
unpack_sid()
{
    prepare "$1" sid
    shift
    : >"$dir/apt/status"
    apt-get -o Dir::State::status="$dir/apt/status" -y --download-only install "$@" \
        >>"$dir/apt/log" 2>&1 || { tail -n5 "$dir/apt/log" >&2; exit 1; }
    for deb in "$dir"/apt/cache/archives/*.deb; do
        dpkg -x "$deb" "$dir"
    done
    rm -rf "$dir/apt"
}

# DIR/bin/NAME, which starts the program: start_script NAME PROGRAM
start_script()
{
    libraries=$dir/usr/lib/$(uname -m)-linux-gnu
    mkdir -p "$dir/bin"
    printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' "$(ls "$libraries"/ld-linux*.so.*)" "$libraries" "$2" >"$dir/bin/$1"
    chmod +x "$dir/bin/$1"
}

write_manifest() # LIBRARY VERSION
{
    printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "%s"}}\n' "$1" "$2"
}

case $2 in
newest)
    [ -f "$1/newest/done" ] && exit 0
    unpack_sid "$1/newest" mesa-vulkan-drivers intel-opencl-icd intel-opencl-icd-legacy ocl-icd-libopencl1 libvulkan1 libdrm2 libstdc++6
    : >"$dir/done"
    ;;
igc)
    [ -f "$1/igc/done" ] && exit 0
    unpack_sid "$1/igc" libigc2-tools intel-ocloc libigc2 libigdfcl2 libstdc++6
    start_script iga64 "$dir/usr/bin/iga64"
    start_script ocloc "$(ls "$dir"/usr/bin/ocloc-* | head -n1)"
    "$dir/bin/iga64" -h >/dev/null 2>&1
    : >"$dir/done"
    ;;
*)
    [ -f "$1/anv25/icd.json" ] && [ -f "$1/anv25/hasvk.json" ] && exit 0
    rm -rf "$1/anv25/usr"
    prepare "$1/anv25" bookworm-backports
    (cd "$dir/apt" && apt-get download mesa-vulkan-drivers) >>"$dir/apt/log" 2>&1 || { tail -n5 "$dir/apt/log" >&2; exit 1; }
    dpkg -x "$dir"/apt/*.deb "$dir"
    rm -rf "$dir/apt"
    library=$(find "$dir" -name libvulkan_intel.so)
    if ldd "$library" | grep 'not found' >&2; then
        exit 1
    fi
    write_manifest "${library%.so}_hasvk.so" 1.3.305 >"$dir/hasvk.json"
    write_manifest "$library" 1.4.305 >"$dir/icd.json"
    ;;
esac

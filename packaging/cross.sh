#!/usr/bin/env bash
# Cross-builds Kiln for arm64 from Debian's packages: packaging/cross.sh FOLDER [TARGET...], of ninja's; all of the driver, the compiler and
# the tools without any. Needs mmdebstrap and gcc, g++ for aarch64-linux-gnu (./dev test --all installs them). In FOLDER: sysroot/, kept
# between runs, cross.ini for meson, build/. What is built runs here by `qemu-aarch64-static -L FOLDER/sysroot`.
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
folder=$(realpath -m "${1:?usage: packaging/cross.sh FOLDER [TARGET...]}")
shift
sysroot=$folder/sysroot path=$folder/sysroot # path: as compilers are told it
mkdir -p "$folder"
if [[ $folder = *[[:space:]]* ]]; then # which neither pkg-config nor llvm-config quotes
    path=/var/tmp/kiln-sysroot-$(cksum <<<"$folder" | cut -d' ' -f1)
    ln -sfn "$sysroot" "$path"
fi
say() { printf '[cross] %s\n' "$*" >&2; }

release=$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")
llvm=
for v in 19 20 21 22 18; do
    if command -v llvm-config-$v >/dev/null; then llvm=$v; break; fi
done
[ "$llvm" ] || { say "no LLVM for this machine either"; exit 1; }
mirror=$("$source/packaging/mirror.sh")

# The libraries of the other architecture, unpacked and not installed: nothing of them runs.
if [ ! -f "$sysroot.done" ]; then
    say "unpacking arm64's libraries of $release into $sysroot (about 250 MB are downloaded)"
    rm -rf "$sysroot"
    mmdebstrap --quiet --mode=root --variant=extract --architectures=arm64 \
        --include="libc6-dev,llvm-$llvm-dev,spirv-tools,spirv-headers,libdrm-dev,libvulkan-dev,nettle-dev,zlib1g-dev,libzstd-dev,glslang-dev,libpng-dev" \
        "$release" "$sysroot" "$mirror"
    echo "$llvm" >"$sysroot.done"
fi
llvm=$(cat "$sysroot.done")

cat >"$folder/llvm-config" <<CONFIG
#!/bin/sh
# What llvm-config of the sysroot would say, which does not run here.
for option; do
    case \$option in
    --version) echo $llvm.0.0 ;;
    --includedir) echo '$path/usr/lib/llvm-$llvm/include' ;;
    --ldflags) echo '-L$path/usr/lib/llvm-$llvm/lib' ;;
    --libs) echo -lLLVM-$llvm ;;
    esac
done
CONFIG
chmod +x "$folder/llvm-config"
cat >"$folder/cross.ini" <<CROSS
[binaries]
c = ['aarch64-linux-gnu-gcc', '--sysroot=$path']
cpp = ['aarch64-linux-gnu-g++', '--sysroot=$path']
ar = 'aarch64-linux-gnu-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = '/usr/bin/pkg-config'
pkg-config = '/usr/bin/pkg-config'
llvm-config-$llvm = '$folder/llvm-config'
exe_wrapper = ['qemu-aarch64-static', '-L', '$path']
[properties]
sys_root = '$path'
pkg_config_libdir = ['$path/usr/lib/aarch64-linux-gnu/pkgconfig', '$path/usr/share/pkgconfig']
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
CROSS
if [ ! -f "$folder/build/build.ninja" ]; then
    say "configuring $folder/build"
    meson setup --cross-file "$folder/cross.ini" "$folder/build" "$source" -Dwerror=true -Dtests="$([ $# -gt 0 ] && echo true || echo false)" >"$folder/setup.log" 2>&1 ||
        { tail -n 20 "$folder/setup.log" >&2; exit 1; }
fi
say "building $folder/build"
ninja -C "$folder/build" "$@" >"$folder/build.log" 2>&1 || { grep -E 'error|FAILED' -A3 "$folder/build.log" | head -n 40 >&2; exit 1; }

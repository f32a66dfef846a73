#!/usr/bin/env bash
# Builds Kiln's Debian packages, and a tarball of the same files that may be unpacked anywhere: packaging/build.sh [OUT]
#
#   kiln-vulkan-driver  the ICD with the simulated GPU in it. Without the compiler it runs what its caches have
#   kiln-compiler       libkiln_compiler.so.1, which the driver loads when something has to be compiled; brings LLVM
#   kiln-jit            libkiln_simjit.so, which translates EU code to the host's; brings LLVM
#   kiln-simulator      libkiln_node.so: the simulated GPU for other drivers
#   kiln-tools          kilnc, kiln-asm, kiln-chip, kiln-debug, kiln-decode, kiln-probe, kiln-report, kiln-run, with their man pages
#   kiln-dev            headers, pkg-config files, libkiln_isa.so
#
# Dependencies on libraries are found by dpkg-shlibdeps. What is built goes to build-package/.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-build-package/out}")
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
architecture=$(dpkg-architecture -qDEB_HOST_ARCH)
libdir=lib/$multiarch/kiln # the libraries are each other's only: they find each other side by side
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build | head -n 1)
date=$(git log -1 --format=%cD 2>/dev/null || date -R)
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)

say() { printf '[package] %s\n' "$*" >&2; }

[ -f build-package/build.ninja ] ||
    meson setup build-package --buildtype=release --prefix=/usr --libdir="$libdir" -Dtests=false -Db_lto=false >/dev/null
say "building build-package/"
ninja -C build-package >build-package/build.log 2>&1 || { tail -n 20 build-package/build.log; exit 1; }
root=$PWD/build-package/root
rm -rf "$root" build-package/deb
DESTDIR=$root meson install -C build-package --no-rebuild --strip >/dev/null
mkdir -p "$root/usr/lib/$multiarch/pkgconfig" "$out"
mv "$root/usr/$libdir/pkgconfig"/* "$root/usr/lib/$multiarch/pkgconfig/"
rmdir "$root/usr/$libdir/pkgconfig"
find "$root/usr" -name '*.so' -exec chmod 644 {} +
find "$root/usr/share/man" -type f -name '*.[17]' -exec gzip -9n {} +

tar -C "$root/usr" --owner=0 --group=0 --sort=name --mtime="@$SOURCE_DATE_EPOCH" --transform "s|^\./|kiln-$version/|" -cJf \
    "$out/kiln-$version-$architecture.tar.xz" .

# pack NAME SECTION SUMMARY DESCRIPTION DEPENDS RECOMMENDS FILE...: files below /usr. The last line of each control file's description is the
# same; the first says what the package is.
pack()
{
    local name=$1 section=$2 summary=$3 description=$4 depends=$5 recommends=$6 f d=$PWD/build-package/deb/$1 libraries=()
    shift 6
    for f in "$@"; do
        [ -e "$root/usr/$f" ] || [ -L "$root/usr/$f" ] || { say "$name: no $f"; exit 1; }
        mkdir -p "$d/usr/$(dirname "$f")"
        mv "$root/usr/$f" "$d/usr/$f"
    done
    mkdir -p "$d/DEBIAN" "$d/usr/share/doc/$name"
    cat >"$d/usr/share/doc/$name/copyright" <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Kiln

Files: *
Copyright: 2026 the authors of Kiln
License: Expat
$(sed -n '/Permission is hereby/,$p' LICENSE | sed 's/^$/./; s/^/ /')
COPYRIGHT
    printf 'kiln (%s) unstable; urgency=medium\n\n  * Built from the tree: its history says what changed.\n\n -- Kiln <maintainers@kiln.invalid>  %s\n' "$version" "$date" |
        gzip -9n >"$d/usr/share/doc/$name/changelog.gz"
    mapfile -t libraries < <(find "$d/usr" -type f \( -name '*.so*' -o -path '*/bin/*' \) -exec sh -c 'head -c 4 "$1" | grep -q ELF && echo "$1"' _ {} \;)
    local shlibs=
    if [ ${#libraries[@]} -gt 0 ]; then
        mkdir -p build-package/deb/work/debian
        printf 'Source: kiln\nMaintainer: Kiln <maintainers@kiln.invalid>\n\nPackage: %s\nArchitecture: any\n' "$name" >build-package/deb/work/debian/control
        shlibs=$(cd build-package/deb/work && dpkg-shlibdeps -O --ignore-missing-info -l"$PWD/../kiln-compiler/usr/$libdir" "${libraries[@]/#/-e}" 2>/dev/null |
            sed -n 's/^shlibs:Depends=//p')
    fi
    {
        echo "Package: $name"
        echo "Source: kiln"
        echo "Version: $version"
        echo "Architecture: $([ ${#libraries[@]} -gt 0 ] && echo "$architecture" || echo all)"
        echo "Maintainer: Kiln <maintainers@kiln.invalid>"
        echo "Installed-Size: $(du -sk --apparent-size "$d/usr" | cut -f1)"
        depends=$(printf '%s, %s' "$shlibs" "$depends" | sed 's/^, //; s/, $//')
        [ -z "$depends" ] || echo "Depends: $depends"
        [ -z "$recommends" ] || echo "Recommends: $recommends"
        echo "Section: $section"
        echo "Priority: optional"
        echo "Description: $summary"
        printf '%s\n' "$description" | fold -s -w 78 | sed 's/ *$//; s/^/ /'
    } >"$d/DEBIAN/control"
    (cd "$d" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    find "$d" -type d -exec chmod 755 {} + # whatever the umask is
    dpkg-deb --root-owner-group -Zxz -b "$d" "$out" >/dev/null
}

files() { (cd "$root/usr" && find "$@" -type f | sort); }

mapfile -t man < <(files share/man/man1)
mapfile -t documents < <(files share/doc/kiln)
mapfile -t programs < <(files bin)
mapfile -t scripts < <(files share/kiln)
mapfile -t headers < <(files include)
exact="(= $version)"
pack kiln-compiler libs "SPIR-V compiler for Intel Gen graphics" \
    "Compiles compute shaders for the execution units of Intel graphics (Gen7.5 to Xe2). kiln-vulkan-driver loads it when a shader is in no cache; kilnc is its command line." \
    "" "" $libdir/libkiln_compiler.so.1 $libdir/libkiln_compiler.so.1.0.0
pack kiln-vulkan-driver libs "Vulkan compute driver for Intel Gen graphics, with a simulated GPU" \
    "A Vulkan driver for compute on Intel graphics (Gen7.5 to Xe2) on the interface of the kernel's i915 or xe. Where there is no such GPU it drives one that it simulates itself." \
    "libvulkan1" "kiln-compiler $exact, kiln-jit $exact" $libdir/libvulkan_kiln.so share/vulkan/icd.d/kiln_icd.x86_64.json share/man/man7/kiln.7.gz
pack kiln-jit libs "translator of Intel EU code for the simulated GPU" \
    "Translates kernels that run for long on Kiln's simulated GPU to code of the host's processor. Without it they are interpreted." \
    "" "" $libdir/libkiln_simjit.so
pack kiln-simulator libs "simulated Intel graphics for Vulkan and OpenCL drivers" \
    "A GPU of Gen7.5 to Xe2 below the interfaces of i915 and xe, as a library to be preloaded: Mesa's and Intel's own drivers see a render node." \
    "" "kiln-jit $exact" $libdir/libkiln_node.so
pack kiln-tools devel "shader compiler, disassembler and reports for Intel Gen graphics" \
    "kilnc compiles shaders offline and explains the code, kiln-asm and kiln-decode read code and batches, kiln-run runs a program on the simulated GPU under checks, kiln-debug steps through shaders, kiln-report draws what a program did, kiln-chip shows the simulated GPU to a virtual machine, and kiln-probe asks a real one." \
    "kiln-compiler $exact, python3" "kiln-vulkan-driver $exact" "${programs[@]}" "${scripts[@]}" "${man[@]}"
pack kiln-dev libdevel "headers of Kiln's compiler and instruction set library" \
    "Headers and pkg-config files of libkiln_compiler (SPIR-V to EU kernels) and libkiln_isa (encode, decode, assemble, print and validate EU code)." \
    "kiln-compiler $exact" "" "${headers[@]}" $libdir/libkiln_compiler.so $libdir/libkiln_isa.so "lib/$multiarch/pkgconfig/kiln-compiler.pc" "lib/$multiarch/pkgconfig/kiln-isa.pc" "${documents[@]}"
left=$(find "$root" ! -type d)
[ -z "$left" ] || { say "in no package: $left"; exit 1; }
(cd "$out" && du -k --apparent-size ./*"$version"* ./*.tar.xz | sed 's|\./||; s/^\([0-9]*\)/\1 KiB/') >&2

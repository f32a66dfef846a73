#!/bin/sh
# libkiln_compiler as others have it: installed into a folder, an example compiled with cc and pkg-config alone and run; older and newer callers,
# senseless ones, and the symbols that there are. test_library.sh BUILD SOURCE GLSLANG SHADER. TAP on stdout.
build=$1 source=$2 glslang=$3 shader=$(realpath "$4")
command -v pkg-config >/dev/null || { echo '1..0 # SKIP no pkg-config'; exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0 failed=0
check() # STATUS TEXT
{
    n=$((n + 1))
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; tail -n 8 "$work/log" | sed 's/^/# /'; failed=$((failed + 1)); fi
}
meson install -C "$build" --no-rebuild --destdir "$work/root" >"$work/log" 2>&1
check $? "installed"
pc=$(find "$work/root" -name kiln-compiler.pc)
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$work/root" PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
lib=$(find "$work/root" -name 'libkiln_compiler.so')
export LD_LIBRARY_PATH="${lib%/*}"
flags=$(pkg-config --cflags --libs kiln-compiler 2>"$work/log")
check $? "pkg-config knows it"
cd "$work" || exit 1
cp "$(find "$work/root" -path '*/examples/compile.c')" "$source/tests/library/abi.c" .
build_one() # NAME
{
    # The flags are words.
    # shellcheck disable=SC2086
    cc -std=c11 -Wall -Wextra -Wno-missing-field-initializers -Werror -O1 -o "$1" "$1.c" $flags >"$work/log" 2>&1
}
build_one compile
check $? "the installed example compiles with cc and pkg-config"
"$glslang" --quiet -V -g --target-env vulkan1.1 -o shader.spv "$shader" >"$work/log" 2>&1
./compile shader.spv tgl >"$work/log" 2>&1 && grep -q '^entry main: 256 x 1 x 1$' log && grep -q '^tgl: SIMD' log && grep -q '^binding 0.1: written$' log && grep -q send log
check $? "and compiles a shader: entry point, statistics, bindings, assembly"
./compile >"$work/log" 2>&1 && grep -q '^skl .*24 EUs' log && grep -q '^tgl .*96 EUs' log
check $? "and lists the devices"
head -c 200 shader.spv >cut.spv
! ./compile cut.spv >"$work/log" 2>&1 && grep -q '^cut.spv:0: error: ' log
check $? "and shows the diagnostic of a broken one"
printf '#include <kiln/cache.h>\nint main() { struct kiln_compile_options o = {}; o.size = sizeof(o); return kiln_compile_key(nullptr, 0, &o, nullptr) == KILN_OK; }\n' >plus.cc
# shellcheck disable=SC2086
c++ -std=c++17 -Wall -Wextra -Werror -o plus plus.cc $flags >"$work/log" 2>&1 && ./plus
check $? "the header is C++ as well"
readelf -d "$lib" | grep -q 'SONAME.*libkiln_compiler.so.1\]'
check $? "the library's name has its major version"
sed -n '/^KILN_COMPILER_1.0/,/local/s/^ *\(kiln[a-z_]*\);$/\1@@KILN_COMPILER_1.0/p' "$source/src/compiler/compiler.map" | sort >wanted
nm -D --defined-only "$lib" | sed -n 's/^[0-9a-f]* [TDBRVW] //p' | grep -v 'PRIVATE' | sort >log
cmp wanted log && [ "$(wc -l <wanted)" -ge 18 ]
check $? "it exports the versioned functions of the interface: $(wc -l <wanted)"
for f in $(sed 's/@.*//' wanted); do grep -qw "$f" "$work"/root/*/*/include/kiln/*.h || echo "$f"; done >log
[ ! -s log ]
check $? "each is in an installed header"
build_one abi
check $? "the second program compiles"
./abi shader.spv >abi.tap 2>log
status=$?
sed 's/^/# /' abi.tap | grep -v '# ok'
check $status "older, newer and senseless callers: $(grep -c '^ok' abi.tap) checks"
echo "1..$n"
[ $failed = 0 ]

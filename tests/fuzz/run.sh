#!/usr/bin/env bash
# Builds the fuzz targets with clang and libFuzzer and runs each for the given number of seconds.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
if [ ! -f build-fuzz/build.ninja ]; then
    CC=clang-19 meson setup build-fuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args=-fsanitize=fuzzer-no-link -Dwerror=false >/dev/null
fi
ninja -C build-fuzz libkiln_simjit.so $(ls tests/fuzz/fuzz_*.c | sed 's|\.c$||') >build-fuzz/build.log 2>&1 || { grep -E "error|undefined" build-fuzz/build.log; exit 1; }
failed=0 passed=0
# Undefined behaviour ends a run like a crash.
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export KILN_SIM_JIT_LIBRARY=$PWD/build-fuzz/libkiln_simjit.so
# $2: only the targets whose name contains it.
for f in tests/fuzz/fuzz_*"${2:-}"*.c; do
    name=$(basename "$f" .c)
    corpus=build-fuzz/corpus-$name
    mkdir -p "$corpus"
    if [ -z "$(ls "$corpus")" ]; then
        case $name in
        fuzz_spv) # the modules of tests/shaders
            for s in tests/shaders/*.comp tests/shaders/*.spvasm; do
                sh tests/shaders/build.sh glslangValidator spirv-as "$s" "$corpus/$(basename "$s").spv" >/dev/null || true
            done ;;
        fuzz_eu | fuzz_jit) # their kernels, behind a shape (SIMD16, two threads, shared memory, barriers), and what is committed
            for s in tests/shaders/[abf]*.comp; do
                build/kilnc --simd 16 --emit bin -o "$corpus/code" "$s" 2>/dev/null || continue
                { printf '\005\001\000\017'; head -c 8188 "$corpus/code"; } >"$corpus/$(basename "$s").bin"
            done
            rm -f "$corpus/code"
            cp tests/fuzz/corpus/eu/* "$corpus" ;;
        fuzz_cs) cp tests/fuzz/corpus/cs/* "$corpus" ;;
        esac
    fi
    echo "[fuzz] $name for $seconds s" >&2
    if build-fuzz/tests/fuzz/"$name" -max_total_time="$seconds" -print_final_stats=1 -timeout=10 "$corpus" \
        >build-fuzz/"$name".log 2>&1; then
        passed=$((passed + 1))
        grep -E 'number_of_executed_units' build-fuzz/"$name".log | sed "s/^/$name /"
    else
        failed=$((failed + 1))
        tail -n 30 build-fuzz/"$name".log
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

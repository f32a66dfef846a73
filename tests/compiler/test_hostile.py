#!/usr/bin/env python3
"""Nothing in a module takes a compile far beyond its bounds of time and memory (guard.h), within one of LLVM's pipelines
either: hostile modules, with small bounds, compile or are refused with an error that says why, in one process that still
compiles a good module in the end.

usage: test_hostile.py BOUNDED SPIRV-AS [NAME]
"""
import importlib
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../bench"))
hostile = importlib.import_module("hostile")
big = importlib.import_module("big")

# With KILN_TEST_ALL; else modules and bounds are a third of that, so that the same steps of the compiler meet the bounds.
THIRD = 1 if os.environ.get("KILN_TEST_ALL") else 3
MS, MB = 1500 // THIRD, 192 // THIRD
# Between two looks: what one allocation-free stretch may take, times how slow the machine is, and what is freed afterwards.
SLACK_MS, SLACK_MB = 2250 // THIRD, 64
OK = 0
SQUARES = {"deep_ifs", "joined_phis"}  # of these sizes


def scaled(name, n):
    """A size of that run; what is a depth, or refused for what it is, stays."""
    return n if n <= 1000 else round(n / THIRD ** 0.5) if name in SQUARES else n // THIRD


# Kinds of big.py, far larger than programs are.
BIG = {"phis": 3000, "interpreter": 6000, "registers": 4000, "pressure": 8000, "spilled": 4000, "functions": 30000, "matmul": 40,
       "breaks": 3000, "escapes": 8000, "ladder": 8000, "selects": 3000}


def assemble(spirv_as, directory, name, text):
    path = os.path.join(directory, f"{name}.spv")
    subprocess.run([spirv_as, "--target-env", "vulkan1.1", "-o", path, "-"], input=text, text=True, check=True)
    return path


def main():
    bounded, spirv_as = sys.argv[1:3]
    only = sys.argv[3] if len(sys.argv) > 3 else ""
    sys.setrecursionlimit(50000)
    bad = 0
    with tempfile.TemporaryDirectory() as d:
        good = assemble(spirv_as, d, "good", big.ALL["straight"][0](100))
        modules = {f.__name__: lambda f=f, n=n: f(scaled(f.__name__, n)) for f, n in hostile.KINDS.items()}
        modules |= {k: lambda k=k, n=n: big.ALL[k][0](scaled(k, n)) for k, n in BIG.items()}
        modules = {k: f for k, f in modules.items() if only in k}
        paths = [assemble(spirv_as, d, name, text()) for name, text in modules.items()]
        p = subprocess.run([bounded, str(MS), str(MB), *paths, good], capture_output=True, text=True, timeout=600)
        lines = p.stdout.splitlines()
        for k, path in enumerate([*paths, good]):
            name = os.path.basename(path)[:-4]
            _, result, ms, mb, slow, *message = lines[k].split(" ", 5) if k < len(lines) else ("", "-1", "0", "0", "1", "the process died")
            ok = k < len(lines) and int(ms) <= MS + SLACK_MS * float(slow) and int(mb) <= MB + SLACK_MB
            ok = ok and (int(result) == OK or path != good and bool(message and message[0]))
            bad += not ok
            print(f"# {name}: {'compiled' if int(result) == OK else ' '.join(message)}; {ms} ms (a fixed job takes {slow} of its idle time), {mb} MB")
            print(f"{'ok' if ok else 'not ok'} {k + 1} - {name}", flush=True)
        # What cannot be freed is counted, and bounded: modules of several sizes, as one may end where memory is our own and not LLVM's, then a
        # good one.
        again = [assemble(spirv_as, d, f"again{n}", hostile.memory(n // THIRD)) for n in range(100000, 60000, -10000)]
        q = subprocess.run([bounded, str(MS), f"{MB}:1", *again, good], capture_output=True, text=True, timeout=600)
        left = q.stdout.splitlines()
        refused = len(left) == len(again) + 1 and "leaked more than 1 MB" in left[-1]
        bad += not refused
        print(f"{'ok' if refused else 'not ok'} {len(paths) + 2} - what is left behind is bounded")
        if p.returncode:
            print(f"# exit {p.returncode}: {p.stderr.strip()[-300:]}")
            bad += 1
    print(f"1..{len(paths) + 2}")
    sys.exit(bad != 0)


main()

#!/usr/bin/env python3
"""No cliff: big modules (tests/bench/big.py) compile, and four times the size takes not much more than four times as long.

usage: test_big.py KILNC SPIRV-AS
"""
import importlib.util
import os
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("big", os.path.join(HERE, "../bench/big.py"))
big = importlib.util.module_from_spec(spec)
spec.loader.exec_module(big)

# Kind, size: measured at the size and at four times that.
CASES = [("straight", 4000), ("pressure", 120), ("matmul", 6), ("diamonds", 250), ("nest", 50), ("loops", 6), ("switch", 250),
         ("private", 2000), ("spilled", 60), ("phis", 100), ("memory", 800), ("stores", 600)]
# (The tile of `matmul` has the square of its size.) Below this many seconds the fixed costs of a compile decide.
FLOOR = 0.15
LIMIT = 9.0


def seconds(kilnc, path):
    """CPU seconds of a compile; None if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    p = subprocess.run([kilnc, "--no-validate", "--emit", "bin", "-o", os.devnull, path], capture_output=True, text=True, timeout=100)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if p.returncode:
        print("#", p.stderr.strip()[:200])
        return None
    return after.ru_utime - before.ru_utime


def check(kilnc, spirv_as, directory, name, size):
    times = []
    for n in (size, 4 * size):
        path = os.path.join(directory, f"{name}-{n}.spv")
        subprocess.run([spirv_as, "--target-env", "vulkan1.1", "-o", path], input=getattr(big, name)(n), text=True, check=True)
        times.append(seconds(kilnc, path))
        if times[-1] is None:
            return False
    ok = times[1] < LIMIT * max(times[0], FLOOR)
    print(f"# {name}: {size} in {times[0]:.2f} s, {4 * size} in {times[1]:.2f} s")
    return ok


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as d:
        for k, (name, size) in enumerate(CASES):
            ok = check(sys.argv[1], sys.argv[2], d, name, size)
            bad += not ok
            print(f"{'ok' if ok else 'not ok'} {k + 1} - {name} {size} and {4 * size}", flush=True)
    print(f"1..{len(CASES)}")
    sys.exit(bad != 0)


main()

#!/usr/bin/env python3
"""No cliff: big modules (tests/bench/big.py) compile, and twice the size takes little more than twice the work.

usage: test_big.py KILNC SPIRV-AS [unbounded]

Work is counted in instructions that the compiler executes (perf_event_open), which other processes do not disturb. Where
there is no such counter, or with `unbounded` (a sanitizer's checks are work of another kind), the modules only have to
compile, and the growth is skipped.
"""
import ctypes
import importlib.util
import math
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("big", os.path.join(HERE, "../bench/big.py"))
big = importlib.util.module_from_spec(spec)
spec.loader.exec_module(big)

# Kind, size: measured at the size and at twice that.
CASES = [("straight", 4000), ("pressure", 240), ("matmul", 8), ("diamonds", 400), ("nest", 60), ("loops", 8), ("switch", 400),
         ("private", 2000), ("spilled", 80), ("phis", 150), ("memory", 1000), ("stores", 800), ("functions", 300),
         ("variables", 400), ("table", 2000), ("matrices", 60)]
# The work may grow with size ^ this; n log n is about 1.1 here. (The tile of `matmul` has the square of its size. Loop
# passes look at a loop once for each around it. For each variable LLVM's mem2reg walks the dominator tree below its
# first store, which is most of this module.)
POWER = {"matmul": 2.9, "loops": 2.0, "variables": 1.9}
USUAL_POWER = 1.45


class Attr(ctypes.Structure):  # struct perf_event_attr, version 0
    _fields_ = [("type", ctypes.c_uint32), ("size", ctypes.c_uint32), ("config", ctypes.c_uint64), ("period", ctypes.c_uint64),
                ("sample_type", ctypes.c_uint64), ("read_format", ctypes.c_uint64), ("flags", ctypes.c_uint64),
                ("wakeup", ctypes.c_uint32), ("bp_type", ctypes.c_uint32), ("bp_addr", ctypes.c_uint64)]


def open_counter():
    """Instructions in user space of the children that are started from now on; None where the machine does not count."""
    if os.uname().machine != "x86_64":
        return None
    inherit, exclude_kernel, exclude_hv = 1 << 1, 1 << 5, 1 << 6
    attr = Attr(type=0, size=ctypes.sizeof(Attr), config=1, flags=inherit | exclude_kernel | exclude_hv)
    fd = ctypes.CDLL(None, use_errno=True).syscall(298, ctypes.byref(attr), 0, -1, -1, 0)
    return fd if fd >= 0 else None


def instructions(fd):
    return int.from_bytes(os.read(fd, 8), "little")


def work(fd, kilnc, path):
    """Instructions of a compile (0 without a counter); None if it fails."""
    before = instructions(fd) if fd is not None else 0
    p = subprocess.run([kilnc, "--no-validate", "--emit", "bin", "-o", os.devnull, path], capture_output=True, text=True, timeout=100)
    if p.returncode:
        print("#", p.stderr.strip()[:200])
        return None
    return instructions(fd) - before if fd is not None else 0


def module(directory, spirv_as, name, size):
    path = os.path.join(directory, f"{name}-{size}.spv")
    subprocess.run([spirv_as, "--target-env", "vulkan1.1", "-o", path], input=getattr(big, name)(size), text=True, check=True)
    return path


def check(fd, base, kilnc, spirv_as, directory, name, size):
    done = [work(fd, kilnc, module(directory, spirv_as, name, n)) for n in (size, 2 * size)]
    if None in done:
        return False
    if fd is None:
        return True
    grown = (done[1] - base) / max(done[0] - base, 1)
    power = math.log2(grown) if grown > 0 else 0
    print(f"# {name}: {size} in {done[0] / 1e6:.0f} million instructions, {2 * size} in {done[1] / 1e6:.0f}: size ^ {power:.2f}")
    return power < POWER.get(name, USUAL_POWER)


def main():
    bad = 0
    kilnc, spirv_as = sys.argv[1:3]
    fd = None if "unbounded" in sys.argv[3:] else open_counter()
    with tempfile.TemporaryDirectory() as d:
        # What the smallest module takes is not work on it: LLVM's start.
        base = work(fd, kilnc, module(d, spirv_as, "straight", 1))
        if not base:  # opened, but nothing is counted
            fd = None
        for k, (name, size) in enumerate(CASES):
            ok = check(fd, base, kilnc, spirv_as, d, name, size)
            bad += not ok
            skip = "" if fd is not None or not ok else " # SKIP it compiles; its work is not counted here"
            print(f"{'ok' if ok else 'not ok'} {k + 1} - {name} {size}{skip}", flush=True)
    print(f"1..{len(CASES)}")
    sys.exit(bad != 0)


main()

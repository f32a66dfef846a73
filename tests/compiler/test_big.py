#!/usr/bin/env python3
"""No cliff: big modules (tests/bench/big.py) compile, and twice the size takes little more than twice the work.

usage: test_big.py KILNC SPIRV-AS [unbounded]

Work is counted in instructions that the compiler executes, which other processes do not disturb: by the processor
(perf_event_open), else by valgrind, which takes so long that only with KILN_TEST_ALL it counts more than FEW. Where there is
neither, or with `unbounded` (a sanitizer's checks are work of another kind), the modules only have to compile, and the growth
is skipped.
"""
import ctypes
import importlib
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../bench"))
big = importlib.import_module("big")

# Kind, size: measured at the size and at twice that.
CASES = [("straight", 4000), ("pressure", 240), ("matmul", 8), ("diamonds", 400), ("nest", 60), ("loops", 250), ("switch", 400),
         ("private", 2000), ("spilled", 80), ("phis", 150), ("memory", 1000), ("stores", 800), ("functions", 300),
         ("variables", 400), ("table", 2000), ("matrices", 60),
         ("ladder", 250), ("rounds", 200), ("across", 300), ("interpreter", 300), ("breaks", 60), ("returns", 200),
         ("bodies", 60), ("deep", 200), ("struct", 256), ("inserts", 400), ("selects", 120), ("arrays", 100), ("shared", 200),
         ("spec", 4000), ("types", 120), ("wide", 100), ("doubles", 200), ("functions450", 200), ("shortcuts", 200),
         ("uniform", 80), ("atomics", 400), ("subgroups", 100), ("buffers", 100), ("indexed", 200), ("bytes8", 300),
         ("debug", 800), ("unused", 500), ("privates", 500), ("expression", 600),
         ("copies", 1024), ("passed", 1024), ("locals", 600), ("nested", 60), ("hundreds", 32), ("composites", 100),
         ("descriptors", 50), ("specialized", 500), ("entries", 1000), ("narrow", 500), ("longs", 1000), ("reductions", 200),
         ("samples", 400), ("vectors", 500), ("scattered", 100), ("lines", 500), ("payloads", 300), ("sorting", 200), ("weights", 500),
         ("onces", 250), ("few", 250), ("continues", 60), ("jumps", 60), ("cascade", 200), ("registers", 200), ("nets", 100),
         ("done", 100), ("guards", 60), ("escapes", 250), ("constants", 200), ("meetings", 250), ("dials", 200), ("leaving", 250),
         ("hash", 56), ("fills", 150)]
# The work may grow with size ^ this; n log n is about 1.1 here. The tile of `matmul` has the square of its size. Below
# the size from which kernels get fewer passes, LLVM's simplifycfg takes more than its share of `returns` and `breaks`.
# `privates` is near the limit (1.50). Of `locals`, how often registers are allocated anew for spills decides: four times the work
# at 700 and 1024 of what it is at 600 and 1200. Of `reductions`, the scheduler tries other orders between 100 and 180: not for
# fewer or more.
POWER = {"matmul": 2.0, "returns": 1.65, "breaks": 1.6, "privates": 1.6}
USUAL_POWER = 1.45
# What valgrind counts in the usual run: one of each cause that there once was.
FEW = {"weights", "across", "onces", "few", "breaks", "uniform", "subgroups", "variables", "vectors", "selects"}


# What is listed (`kilnc --list`) instead of compiled.
LISTED = [("specialized", 1000), ("entries", 1000)]


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


class Perf:
    """Counts by the processor."""

    def __init__(self, fd):
        self.fd = fd

    def instructions(self):
        return int.from_bytes(os.read(self.fd, 8), "little")

    def run(self, command):
        before = self.instructions()
        p = subprocess.run(command, capture_output=True, text=True, timeout=200)
        return p, self.instructions() - before


class Valgrind:
    def run(self, command):
        tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}"]
        p = subprocess.run(tool + command, capture_output=True, text=True, timeout=200)
        found = re.search(r"I +refs: +([0-9,]+)", p.stderr)
        return p, int(found[1].replace(",", "")) if found else 0


class Nothing:
    def run(self, command):
        return subprocess.run(command, capture_output=True, text=True, timeout=200), 0


COMPILE = ["--no-validate", "--emit", "bin", "-o", os.devnull]


def work(counter, kilnc, path, options=COMPILE):
    """Instructions of a compile (0 if nothing counts); None if it fails."""
    p, count = counter.run([kilnc, *options, path])
    if p.returncode:
        print("#", p.stderr.strip()[:200])
        return None
    return count


def module(directory, spirv_as, name, size):
    path = os.path.join(directory, f"{name}-{size}.spv")
    subprocess.run([spirv_as, "--target-env", "vulkan1.1", "-o", path], input=big.ALL[name][0](size), text=True, check=True)
    return path


def check(counter, base, kilnc, spirv_as, directory, name, size, options=COMPILE):
    done = [work(counter, kilnc, module(directory, spirv_as, name, n), options) for n in (size, 2 * size)]
    if None in done:
        return False
    if not base or isinstance(counter, Nothing):
        return True
    grown = (done[1] - base) / max(done[0] - base, 1)
    power = math.log2(grown) if grown > 0 else 0
    print(f"# {name}: {size} in {done[0] / 1e6:.0f} million instructions, {2 * size} in {done[1] / 1e6:.0f}: size ^ {power:.2f}")
    return power < POWER.get(name, USUAL_POWER)


def choose_counter(kilnc, path, unbounded):
    """What counts, and what the smallest module takes: LLVM's start is not work on a module."""
    fd = None if unbounded else open_counter()
    counters = [] if unbounded else ([Perf(fd)] if fd is not None else []) + ([Valgrind()] if shutil.which("valgrind") else [])
    for counter in counters:
        base = work(counter, kilnc, path)
        if base:  # else: opened, but nothing is counted
            return counter, base
    return Nothing(), 0


def main():
    bad = 0
    kilnc, spirv_as = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as d:
        counter, base = choose_counter(kilnc, module(d, spirv_as, "straight", 1), "unbounded" in sys.argv[3:])
        for k, (name, size) in enumerate(CASES):
            slow = isinstance(counter, Valgrind) and name not in FEW and not os.environ.get("KILN_TEST_ALL")
            by = Nothing() if slow else counter
            ok = check(by, base, kilnc, spirv_as, d, name, size)
            bad += not ok
            skip = " # SKIP it compiles; its work is not counted here" if isinstance(by, Nothing) and ok else ""
            print(f"{'ok' if ok else 'not ok'} {k + 1} - {name} {size}{skip}", flush=True)
        listed = work(counter, kilnc, module(d, spirv_as, "straight", 1), ["--list"]) or 0
        for k, (name, size) in enumerate(LISTED, len(CASES) + 1):
            ok = check(counter, listed, kilnc, spirv_as, d, name, size, ["--list"])
            bad += not ok
            skip = " # SKIP its work is not counted here" if isinstance(counter, Nothing) and ok else ""
            print(f"{'ok' if ok else 'not ok'} {k} - list of {name} {size}{skip}", flush=True)
    print(f"1..{len(CASES) + len(LISTED)}")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()

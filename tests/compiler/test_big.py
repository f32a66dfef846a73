#!/usr/bin/env python3
"""No cliff: big modules (tests/bench/big.py) compile, and twice the size takes little more than twice the work.

usage: test_big.py FORKED SPIRV-AS [unbounded]      (forked.c)

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
# fewer or more; of `nested` and `inserts` from some size on. What is over the limit is measured at a third size.
POWER = {"matmul": 2.0, "returns": 1.65, "breaks": 1.6, "privates": 1.6}
USUAL_POWER = 1.45
# What valgrind counts in the usual run: one of each cause that there once was.
FEW = {"weights", "rounds", "across", "onces", "few", "breaks", "uniform", "subgroups", "variables", "vectors", "selects"}


# What is listed (as by `kilnc --list`) instead of compiled.
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


class Compiler:
    """forked.c, which compiles each module in a child of its own: LLVM is loaded once."""

    tool = []

    def __init__(self, forked):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([*self.tool, forked], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def do(self, what, path):
        """The child's number, its result (enum kiln_result) and what it said."""
        print(what, path, file=self.process.stdin, flush=True)
        pid, result, *message = self.process.stdout.readline().rstrip("\n").split(" ", 2) or ("0", "-1")
        return int(pid), int(result), "".join(message)

    def count(self, pid):
        """Instructions of that child, which has ended; 0 if nothing counts."""
        return 0

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
        self.errors.close()


class Perf(Compiler):
    """Counts by the processor."""

    def __init__(self, forked, fd):
        self.fd, self.before = fd, 0
        super().__init__(forked)

    def count(self, pid):
        before, self.before = self.before, int.from_bytes(os.read(self.fd, 8), "little")
        return self.before - before


class Valgrind(Compiler):
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}"]

    def count(self, pid):
        self.errors.seek(0)
        found = re.search(rf"=={pid}== I +refs: +([0-9,]+)", self.errors.read())
        return int(found[1].replace(",", "")) if found else 0


def work(compiler, path, what="compile"):
    """Instructions of a compile (0 if nothing counts); None if it fails."""
    pid, result, message = compiler.do(what, path)
    if result:
        print("#", message[:200])
        return None
    return compiler.count(pid)


def module(directory, spirv_as, name, size):
    path = os.path.join(directory, f"{name}-{size}.spv")
    subprocess.run([spirv_as, "--target-env", "vulkan1.1", "-o", path, "-"], input=big.ALL[name][0](size), text=True, check=True)
    return path


def power_of(base, done):
    """The power of the size with which the work beyond `base` grew, of sizes that double."""
    grown = (done[-1] - base) / max(done[0] - base, 1)
    return math.log2(grown) / (len(done) - 1) if grown > 0 else 0


def check(compiler, base, spirv_as, directory, name, size, what="compile"):
    # Where nothing counts, the larger one says that it compiles.
    sizes = [size, 2 * size] if base else [2 * size]
    done = [work(compiler, module(directory, spirv_as, name, n), what) for n in sizes]
    if None in done:
        return False
    if not base or not done[0]:
        return True
    limit = POWER.get(name, USUAL_POWER)
    if power_of(base, done) >= limit:
        # A step, where something more is tried from some size on, or growth? The next size tells.
        sizes.append(4 * size)
        done.append(work(compiler, module(directory, spirv_as, name, 4 * size), what))
        if done[-1] is None:
            return False
    counts = ", ".join(f"{n} in {d / 1e6:.0f}" for n, d in zip(sizes, done))
    print(f"# {name}: {counts} million instructions: size ^ {power_of(base, done):.2f}")
    return power_of(base, done) < limit


def choose(forked, paths, unbounded):
    """What counts, and what the smallest module takes: LLVM's start is not work on a module."""
    fd = None if unbounded else open_counter()
    makers = [] if unbounded else ([lambda: Perf(forked, fd)] if fd is not None else []) + ([lambda: Valgrind(forked)] if shutil.which("valgrind") else [])
    for make in makers:
        compiler = make()
        for path in paths:
            compiler.do("warm", path)
        compiler.count(0)
        base = work(compiler, paths[0])
        if base:  # else: opened, but nothing is counted
            return compiler, base
        compiler.close()
    return Compiler(forked), 0


def main():
    bad = 0
    forked, spirv_as = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as d:
        small = module(d, spirv_as, "straight", 1)
        compiler, base = choose(forked, [small, *(module(d, spirv_as, name, 8) for name in sorted(FEW))], "unbounded" in sys.argv[3:])
        plain = Compiler(forked)
        for k, (name, size) in enumerate(CASES):
            slow = isinstance(compiler, Valgrind) and name not in FEW and not os.environ.get("KILN_TEST_ALL")
            ok = check(plain if slow else compiler, 0 if slow else base, spirv_as, d, name, size)
            bad += not ok
            skip = " # SKIP it compiles; its work is not counted here" if (slow or not base) and ok else ""
            print(f"{'ok' if ok else 'not ok'} {k + 1} - {name} {size}{skip}", flush=True)
        listed = work(compiler, small, "list") or 0
        for k, (name, size) in enumerate(LISTED, len(CASES) + 1):
            ok = check(compiler, listed, spirv_as, d, name, size, "list")
            bad += not ok
            skip = " # SKIP its work is not counted here" if not listed and ok else ""
            print(f"{'ok' if ok else 'not ok'} {k} - list of {name} {size}{skip}", flush=True)
        compiler.close()
        plain.close()
    print(f"1..{len(CASES) + len(LISTED)}")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""No cliff where kernels become so big that fewer passes run (llvm/passes.def): what they run of each unit of work is much the same.

usage: test_lean.py KILNC SPIRV-AS

Modules of tests/bench/big.py on both sides of the line, by size; and each of some kinds by itself, with the passes that it gets and with
those of big kernels (KILN_DEBUG=lean). Of straight code and of loops that are unrolled, what stands there is what runs.
"""
import importlib
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../bench"))
sys.path.insert(0, os.path.join(HERE, ".."))
big = importlib.import_module("big")
from tap import case, done  # noqa: E402

MOST = 1.3
# Kind: sizes; the first is below each line, the others are around it and far over it.
SIZES = {"hash": (4, 7, 14, 42, 70, 112), "fills": (20, 80, 100, 160, 300)}
FORCED = [("straight", 2000), ("pressure", 120), ("diamonds", 200), ("private", 400), ("memory", 500), ("functions", 200), ("variables", 200),
          ("matrices", 40), ("ladder", 120), ("rounds", 60), ("arrays", 40), ("doubles", 120), ("copies", 300), ("longs", 300), ("vectors", 300),
          ("hash", 5), ("fills", 30)]
kilnc, spirv_as = sys.argv[1:3]


def stats(directory, kind, size, debug=""):
    path = os.path.join(directory, f"{kind}-{size}.spv")
    if not os.path.exists(path):
        subprocess.run([spirv_as, "--target-env", "vulkan1.1", "-o", path, "-"], input=big.ALL[kind][0](size), text=True, check=True)
    p = subprocess.run([kilnc, "--no-validate", "--emit", "stats", path], capture_output=True, text=True, timeout=200,
                       env={**os.environ, "KILN_DEBUG": debug})
    return json.loads(p.stdout) if p.returncode == 0 else None


def each(s):
    """Instructions of an item, and clocks."""
    return s["instructions"] / s["simd"], s["cycles"] / s["simd"]


def main():
    with tempfile.TemporaryDirectory() as directory:
        for kind, sizes in SIZES.items():
            first = each(stats(directory, kind, sizes[0]))
            for size in sizes[1:]:
                ratios = [b / a * sizes[0] / size for a, b in zip(first, each(stats(directory, kind, size)))]
                case(f"{kind}: {size} units beside {sizes[0]}", max(ratios) <= MOST, ratios)
        for kind, size in FORCED:
            ratios = [b / a for a, b in zip(each(stats(directory, kind, size)), each(stats(directory, kind, size, "lean")))]
            case(f"{kind} {size}: with the passes of big kernels", max(ratios) <= MOST, ratios)
    sys.exit(done())


main()

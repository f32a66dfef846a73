#!/usr/bin/env python3
"""The bound of a compile's time is kept in the front end, whatever a module has much of: front_modules.py's, each with 60,000 of one thing, end within a
second of the bound of half a second (times how slow the machine is), or compile. And deep control flow goes past SPIRV-Tools' validator with a word.

usage: test_front.py BOUNDED KILNC
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
sys.dont_write_bytecode = True
from front_modules import KINDS  # noqa: E402
from tap import case, done  # noqa: E402

BOUND, BEYOND, MUCH = 500, 1000, 60000  # milliseconds of the processor; of one thing

bounded, kilnc = sys.argv[1:3]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "m.spv")

    def write(name, n):
        with open(path, "wb") as f:
            f.write(KINDS[name](n))

    for name in KINDS:
        write(name, MUCH)
        p = subprocess.run([bounded, str(BOUND), "3000", path], capture_output=True, text=True, check=False)
        said = p.stdout.split(None, 5)
        ok = p.returncode == 0 and len(said) > 4 and float(said[2]) <= BOUND + BEYOND * float(said[4]) and (said[1] == "0" or "takes more than" in p.stdout)
        case(f"{name}: result {said[1] if len(said) > 1 else '?'}", ok, p.stdout, p.stderr)
    for name, n, left_out in (("elseifs", 100, False), ("elseifs", 1000, True), ("loops_nested", 50, False), ("loops_nested", 1000, True)):
        write(name, n)
        p = subprocess.run([kilnc, "--emit", "llvm", "-o", os.devnull, path], capture_output=True, text=True, check=False)
        case(f"{name} of {n} go {'past' if left_out else 'through'} the validator", p.returncode == 0 and ("validator is left out" in p.stderr) == left_out, p.stderr)
sys.exit(done())

#!/usr/bin/env python3
"""The test shaders as code of other chips than the one that the rest of the tests run: at each SIMD width, with all validators on, and read
by Intel's disassembler as by ours.

    test_targets.py KILNC KILN_ASM IGA64 DIRECTORY     prints TAP

A sample of the modules in the directory, each at one width; all at each with KILN_TEST_ALL. A module with doubles is refused by that name where the chip has
none, a group that is too large for a width by its number of threads, and what wants bindless surfaces where there are none; any other refusal is wrong.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CHIPS = [("icl", "11"), ("bdw", "8"), ("chv", "8"), ("tgl", "12p1")]  # and iga64's names of their instruction sets
WIDTHS = ["8", "16", "32"]
EVERY = 9  # modules, of the sample
REFUSALS = [r"the capability \w*Float64\w* is not supported by this device, which computes no doubles", r"invocations are more than \d+ threads",
            r"are not supported by this device, which has no bindless surfaces",
            r"this device does not read texels of a format that has no name"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "KILN_CACHE": "off", "KILN_DEBUG": ""})


def listing(text):
    """Without comments and blanks."""
    lines = (" ".join(line.split("//")[0].split()) for line in text.splitlines())
    return [line for line in lines if line]


def without_data(kilnc, chip, width, module, path):
    """Takes off the constants that lie behind the code; False: there are none."""
    data = json.loads(run(kilnc, "-d", chip, "--simd", width, "--emit", "stats", module).stdout)["const_size"]
    with open(path, "rb+") as f:
        code = f.read()
        while data and code[:-data].endswith(bytes(8)):
            data += 8  # what aligns them; a compacted instruction has so many
        f.truncate(len(code) - data)
    return data > 0


def check(kilnc, asm, iga, chip, isa, width, module):
    """None, or what is wrong; the other value: was it compiled?"""
    with tempfile.NamedTemporaryFile(prefix="kiln-target-") as out:
        p = run(kilnc, "-d", chip, "--simd", width, "--emit", "bin", "-o", out.name, module)
        if p.returncode:
            known = any(re.search(r, p.stderr) for r in REFUSALS)
            return (None if known else p.stderr.strip()[:300]), False
        ours, theirs = run(asm, "-d", chip, "--disasm", out.name), run(iga, f"-p={isa}", "-d", out.name)
        if ours.returncode and without_data(kilnc, chip, width, module, out.name):
            ours, theirs = run(asm, "-d", chip, "--disasm", out.name), run(iga, f"-p={isa}", "-d", out.name)
        if ours.returncode or theirs.returncode:
            return (ours.stderr + theirs.stderr).strip()[:300], True
        a, b = listing(ours.stdout), listing(theirs.stdout)
        if a != b or not a:
            n = next((k for k, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            return f"instruction {n}: {a[n:n + 1]} here, {b[n:n + 1]} by iga64", True
    return None, True


def main():
    kilnc, asm, iga, directory = sys.argv[1:]
    modules = sorted(glob.glob(os.path.join(glob.escape(directory), "*.spv")))
    whole = bool(os.environ.get("KILN_TEST_ALL"))
    failed = number = 0
    for chip, isa in CHIPS:
        todo = [(w, m) for k, m in enumerate(sorted(modules)) for j, w in enumerate(WIDTHS) if whole or (k % EVERY == 0 and k // EVERY % 3 == j)]
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda t: check(kilnc, asm, iga, chip, isa, *t), todo))
        wrong = [(w, m, r[0]) for (w, m), r in zip(todo, results) if r[0]]
        for w, m, why in wrong[:20]:
            print(f"# {os.path.basename(m)} at {w}: {why}")
        compiled = sum(r[1] for r in results)
        doubles = [m for (w, m), r in zip(todo, results) if "_f64_" in m and r[1]]
        for ok, what in [(not wrong, f"{chip}: {len(todo)} modules and widths are compiled or refused by name, and read alike"),
                         (compiled > len(todo) * 0.8, f"{chip}: {compiled} of them are compiled"),
                         (bool(doubles) == (isa == "8"), f"{chip}: {len(doubles)} modules with doubles are")]:
            number += 1
            failed += not ok
            print(f"{'ok' if ok else 'not ok'} {number} - {what}")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())

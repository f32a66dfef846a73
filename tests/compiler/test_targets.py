#!/usr/bin/env python3
"""The test shaders as code of other chips than the one that the rest of the tests run: at each SIMD width, with all validators on, and read
by Intel's disassembler as by ours.

    test_targets.py KILNC KILN_ASM IGA64 WITNESS DIRECTORY     prints TAP

WITNESS: the folder of tests/witness.sh whose iga64 knows Xe2; without it that chip is skipped.

A sample of the modules in the directory, each at one width; all at each with KILN_TEST_ALL. A module with doubles is refused by that name where the chip has
none, a group that is too large for a width by its number of threads, and what wants bindless surfaces where there are none; any other refusal is
wrong.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CHIPS = [("icl", "11"), ("bdw", "8"), ("chv", "8"), ("tgl", "12p1"), ("dg2", "12p71"), ("bmg", "2")]  # and iga64's names of their instruction sets
HAVE_DOUBLES = ("8", "2")
WIDTHS = ["8", "16", "32"]
EVERY = 9  # modules, of the sample
REFUSALS = [r"the capability \w*Float64\w* is not supported by this device, which computes no doubles", r"invocations are more than \d+ threads",
            r"are not supported by this device, which has no bindless surfaces",
            r"this device does not read texels of a format that has no name",
            r"bytes of private memory and spills a thread"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "KILN_CACHE": "off", "KILN_DEBUG": ""})


def listing(text):
    """Without comments and blanks."""
    lines = (" ".join(line.split("//")[0].split()) for line in text.splitlines())
    return [line for line in lines if line]


def without_data(stem):
    """Takes off the constants after the code; False: there are none."""
    with open(stem + ".stats.json", encoding="utf-8") as f:
        data = json.load(f)["const_size"]
    with open(stem + ".bin", "rb+") as f:
        code = f.read()
        while data and code[:-data].endswith(bytes(8)):
            data += 8  # what aligns them; a compacted instruction has so many
        f.truncate(len(code) - data)
    return data > 0


def compile_all(kilnc, chip, width, modules, folder):
    """By one process; returns each module's stem of outputs, or None and why there is none."""
    p = run(kilnc, "-d", chip, "--simd", width, "--emit", "bin,stats", "-o", os.path.join(folder, "%n.%e"), *modules)
    found = {}
    for m in modules:
        stem = os.path.join(folder, os.path.basename(m)[:-len(".spv")])
        said = [line for line in p.stderr.splitlines() if m + ":" in line]
        found[m] = (stem, "") if os.path.exists(stem + ".bin") else (None, "\n".join(said) or f"no output, status {p.returncode}")
    return found


def read(asm, iga, chip, isa, stem):
    """None, or what is wrong."""
    path = stem + ".bin"
    ours, theirs = run(asm, "-d", chip, "--disasm", path), run(iga, f"-p={isa}", "-d", "-Xno-print-bfnexprs", path)
    if ours.returncode and without_data(stem):
        ours, theirs = run(asm, "-d", chip, "--disasm", path), run(iga, f"-p={isa}", "-d", "-Xno-print-bfnexprs", path)
    if ours.returncode or theirs.returncode:
        return (ours.stderr + theirs.stderr).strip()[:300]
    a, b = listing(ours.stdout), listing(theirs.stdout)
    if a != b or not a:
        n = next((k for k, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        return f"instruction {n}: {a[n:n + 1]} here, {b[n:n + 1]} by iga64"
    return None


def check(kilnc, asm, iga, chip, isa, width, modules):
    """A list of (module, None or what is wrong, was it compiled?)."""
    with tempfile.TemporaryDirectory(prefix="kiln-target-") as folder:
        found = compile_all(kilnc, chip, width, modules, folder)
        return [(m, read(asm, iga, chip, isa, stem), True) if stem else (m, None if any(re.search(r, why) for r in REFUSALS) else why[:300], False)
                for m, (stem, why) in found.items()]


def main():
    kilnc, asm, default_iga, witness, directory = sys.argv[1:]
    modules = sorted(glob.glob(os.path.join(glob.escape(directory), "*.spv")))
    whole = bool(os.environ.get("KILN_TEST_ALL"))
    failed = number = 0
    for chip, isa in CHIPS:
        iga = os.path.join(witness, "bin", "iga64") if isa == "2" else default_iga
        if not os.path.exists(iga):
            number += 1
            print(f"ok {number} - {chip} # SKIP no iga64 that knows it: ./dev test fetches one")
            continue
        widths = WIDTHS[isa == "2":]  # a register has 16 channels there
        todo = {w: [m for k, m in enumerate(modules) if whole or (k % EVERY == 0 and k // EVERY % len(widths) == j)] for j, w in enumerate(widths)}
        with ThreadPoolExecutor(2) as pool:
            results = [(w, *r) for w, of in zip(widths, pool.map(lambda w: check(kilnc, asm, iga, chip, isa, w, todo[w]), widths)) for r in of]
        count = sum(map(len, todo.values()))
        for w, m, why, _ in [r for r in results if r[2]][:20]:
            print(f"# {os.path.basename(m)} at {w}: {why}")
        wrong = any(r[2] for r in results) or len(results) != count
        compiled = sum(r[3] for r in results)
        doubles = [r for r in results if "_f64_" in r[1] and r[3]]
        for ok, what in [(not wrong, f"{chip}: {count} modules and widths are compiled or refused by name, and read alike"),
                         (compiled > count * 0.8, f"{chip}: {compiled} of them are compiled"),
                         (bool(doubles) == (isa in HAVE_DOUBLES), f"{chip}: {len(doubles)} modules with doubles are")]:
            number += 1
            failed += not ok
            print(f"{'ok' if ok else 'not ok'} {number} - {what}")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())

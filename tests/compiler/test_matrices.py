#!/usr/bin/env python3
"""Kernels with cooperative matrices (tests/vk/shaders/matrix_*.spvasm) for chips with a matrix unit: so many products, read by Intel's disassembler as
by ours; and for chips without one.

    test_matrices.py KILNC KILN_ASM IGA64 WITNESS SPIRV-AS DIRECTORY     prints TAP

WITNESS: the folder of tests/witness.sh whose iga64 knows Xe2; without it Xe2's code is not read by another.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

# Of a module: products, of which flow's loop has three, and instructions at each width at most.
MODULES = {"product": (4, {8: 300, 16: 180, 32: 185}), "flow": (5, {8: 320, 16: 190, 32: 200}),
           "special": (1, {8: 100, 16: 75, 32: 75}), "bfloats": (1, {8: 100, 16: 75, 32: 75})}
WIDE = {"product": (4, {16: 250, 32: 145}), "flow": (5, {16: 250, 32: 160}), "special": (1, {16: 80, 32: 55}), "bfloats": (1, {16: 80, 32: 55})} # of 16 columns
UNIT, NO_UNIT = ["dg2", "arl-h", "bmg", "lnl"], ["mtl", "tgl", "skl"]
COLUMNS = {"bmg": 16, "lnl": 16}  # of a product; 8


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env={**os.environ, "KILN_CACHE": "off", "KILN_DEBUG": ""})


def listing(text):
    lines = (" ".join(line.split("//")[0].split()) for line in text.splitlines())
    return [line for line in lines if line]


def compiled(kilnc, chip, width, module, stem):
    """None, or what is wrong."""
    p = run(kilnc, "-d", chip, "--simd", str(width), "--spec", f"0={width}", "--spec", f"1={COLUMNS.get(chip, 8)}", "--emit", "bin,stats", "-o", stem + ".%e", module)
    return None if p.returncode == 0 else (p.stderr or f"status {p.returncode}").strip()


def check_unit(kilnc, asm, iga, chip, name, module, folder):
    products, most = (WIDE if chip in COLUMNS else MODULES)[name]
    isa = "2" if chip in COLUMNS else "12p71"
    for width, limit in most.items():
        stem = os.path.join(folder, f"{name}-{chip}-{width}")
        wrong = compiled(kilnc, chip, width, module, stem)
        case(f"{name} for {chip} at {width} is compiled", wrong is None, wrong)
        if wrong:
            continue
        with open(glob.glob(stem + ".stats*")[0], encoding="utf-8") as f:
            stats = json.load(f)
        ours = listing(run(asm, "-d", chip, "--disasm", stem + ".bin").stdout)
        if iga:
            theirs = listing(run(iga, f"-p={isa}", "-d", "-Xno-print-bfnexprs", stem + ".bin").stdout)
            case(f"{name} for {chip} at {width} reads alike", ours == theirs and ours, *[f"{a} here, {b} by iga64" for a, b in zip(ours, theirs) if a != b][:3])
        found = sum("dpas.8x8" in line for line in ours)
        case(f"{name} for {chip} at {width} has {products} products in {limit} instructions", found == products and stats["instructions"] <= limit and
             not stats["spills"], f"{found} products, {stats['instructions']} instructions, {stats['spills']} spills")


def main():
    kilnc, asm, iga, witness, assembler, directory = sys.argv[1:]
    newer = os.path.join(witness, "bin", "iga64")
    if not os.path.exists(newer):
        newer = None
    with tempfile.TemporaryDirectory(prefix="kiln-matrices-") as folder:
        for name in MODULES:
            module = os.path.join(folder, name + ".spv")
            subprocess.run([assembler, "--target-env", "spv1.4", os.path.join(directory, f"matrix_{name}.spvasm"), "-o", module], check=True)
            for chip in UNIT:
                check_unit(kilnc, asm, newer if chip in COLUMNS else iga, chip, name, module, folder)
            for chip in NO_UNIT:
                wrong = compiled(kilnc, chip, 8, module, os.path.join(folder, "other"))
                if name == "bfloats":
                    case(f"bfloats are refused for {chip}", wrong and "cooperative matrices of 8 x 16" in wrong, wrong)
                else:
                    case(f"{name} for {chip} is compiled", wrong is None, wrong)
    return done()


sys.exit(main())

#!/usr/bin/env python3
"""Intel's compiler as the witness: kernels of tests/bench/igc that it compiles for a chip are read, written again and found valid by kiln-asm, and the
listing equals that of Intel's own disassembler.

usage: ocloc.py [--registers 256] KILN_ASM DEVICE PLATFORM [WITNESS [NAME]]
DEVICE is kiln-asm's, PLATFORM iga64's, NAME ocloc's, if it is another. --registers: threads have so many, instead of 128. WITNESS: a folder of tests/witness.sh, whose iga64 and ocloc are asked.
"""

import glob
import os
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "bench")]
from igc import Kernel
from tap import case, done, skip

FEW = ("attention", "bit_matrix", "copy_bytes", "half_matvec", "hash_insert", "image_warp", "int64_mix", "scan_subgroup", "sha256", "struct_copy")
DOUBLES = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"


class Tools(NamedTuple):
    asm: str
    device: str
    platform: str
    iga64: str
    ocloc: str
    name: str
    registers: str


def sections(elf):
    """{name: bytes} of a 64-bit ELF file."""
    at, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3a)
    headers = [struct.unpack_from("<IIQQQQ", elf, at + i * size) for i in range(count)]
    strings = headers[names][4]
    return {elf[strings + h[0]:elf.index(b"\0", strings + h[0])].decode(): elf[h[4]:h[4] + h[5]] for h in headers if h[1]}


def lines(text):
    text = re.sub(r"//.*", "", text)
    text = re.sub(r"(\.mme\d|\.nomme)<[^>]*>", r"\1", text)  # iga64 2 prints regions there, of no region's bits
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def run(*words):
    r = subprocess.run(words, capture_output=True, text=True)
    return r.returncode == 0, r.stdout if r.returncode == 0 else r.stdout + r.stderr


def compiled(path, tools, folder):
    """The code, or None if Intel's compiler refuses the kernel: some want doubles."""
    kernel = Kernel(path)
    base = os.path.join(folder, kernel.name)
    with open(base + ".cl", "w") as f:
        f.write(kernel.opencl().replace(DOUBLES, ""))
    options = ["-options", f"-cl-intel-{tools.registers}-GRF-per-thread"] if tools.registers != "128" else []
    ok, _ = run(tools.ocloc, "compile", *options, "--format", "zebin", "-file", base + ".cl", "-device", tools.name, "-output", kernel.name, "-out_dir", folder)
    made = glob.glob(base + "_*.bin")
    return sections(open(made[0], "rb").read()).get(".text.k") if ok and made else None


def check(path, tools, folder):
    """What is wrong, or ""; None: not compiled."""
    asm, device = tools.asm, tools.device
    code = compiled(path, tools, folder)
    if not code:
        return None
    base = os.path.join(folder, os.path.basename(path)[:-len(".k")])
    with open(base + ".code", "wb") as f:
        f.write(code)
    ok, theirs = run(tools.iga64, f"-p={tools.platform}", "-d", "-Xno-print-bfnexprs", base + ".code")
    if not ok:
        return f"iga64: {theirs}"
    ok, ours = run(asm, "-d", device, "--disasm", base + ".code")
    if not ok:
        return ours
    for a, b in zip(lines(theirs), lines(ours)):
        if a != b:
            return f"iga64: {a}\nours:  {b}"
    if len(lines(theirs)) != len(lines(ours)):
        return "one listing ends"
    with open(base + ".asm", "w") as f:
        f.write(ours)
    ok, said = run(asm, "-d", device, "--asm", base + ".asm", "-o", base + ".again")
    if not ok or open(base + ".again", "rb").read().ljust(len(code), b"\0") != code:  # padding has no text
        return said or "assembled, it has other bytes"
    ok, said = run(asm, "-d", device, "-r", tools.registers, "--validate", base + ".code")
    return "" if ok else said


def main():
    registers = sys.argv[2] if sys.argv[1] == "--registers" else "128"
    words = sys.argv[3:] if sys.argv[1] == "--registers" else sys.argv[1:]
    asm, device, platform = words[:3]
    witness = os.path.join(words[3], "bin", "") if len(words) > 3 else ""
    tools = Tools(asm, device, platform, witness + "iga64", witness + "ocloc", words[4] if len(words) > 4 else device, registers)
    paths = sorted(glob.glob(os.path.join(HERE, "..", "bench", "igc", "kernels", "*.k")))
    if not os.environ.get("KILN_TEST_ALL"):
        paths = [p for p in paths if os.path.basename(p)[:-2] in FEW]
    try:
        run(tools.ocloc, "--help"), run(tools.iga64, "-h")
    except FileNotFoundError as missing:
        skip(f"kernels of {device}", f"no {missing.filename}")
        return done()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda p: check(p, tools, folder), paths))
    for path, wrong in zip(paths, results):
        if wrong is None:
            continue
        case(f"{os.path.basename(path)[:-2]} of {device}", wrong == "", wrong)
    had = sum(wrong is not None for wrong in results)
    case(f"{device}: Intel's compiler makes most of them", had >= len(paths) - 8, f"{had} of {len(paths)}")
    return done()


if __name__ == "__main__":
    sys.exit(main())

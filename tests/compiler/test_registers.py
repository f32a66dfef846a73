#!/usr/bin/env python3
"""How many registers threads have (compiler/width.c): 256 where 128 make a kernel spill and the model says that it pays, what an option or
KILN_DEBUG says instead, and what a chip has not.

usage: test_registers.py KILNC KILN-ASM SHADERS

SHADERS is where the test shaders were compiled. algo_half_transform spills with 128 registers at the least width of dg2 and bmg; algo_life fits.
ty_i64_vectors has too many values for SIMD32 on dg2.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done  # noqa: E402

kilnc, kiln_asm, shaders = sys.argv[1:4]
SPILLS, FITS, WIDER = "algo_half_transform.comp.spv", "algo_life.comp.spv", "ty_i64_vectors.comp.spv"


def run(shader, device, *options, debug="", emit="stats"):
    return subprocess.run([kilnc, "-d", device, "--emit", emit, *options, os.path.join(shaders, shader)], capture_output=True, timeout=200,
                          env={**os.environ, "KILN_DEBUG": debug})


def stats(*args, **kw):
    p = run(*args, **kw)
    return json.loads(p.stdout) if p.returncode == 0 else {"message": p.stderr.decode()}


def figures(s):
    return s.get("registers"), s.get("spills", 0) > 0, s.get("message")


def highest(device, *options):
    """The highest register that the assembly names."""
    text = run(SPILLS, device, *options, emit="asm").stdout.decode()
    words = text.replace("(", " ").replace(")", " ").split()
    return max(int(w[1:].split(".")[0].split(":")[0]) for w in words if w[0] == "r" and w[1:].split(".")[0].split(":")[0].isdigit())


def check_asm(device):
    """The validator takes the code for threads of 256 registers, and not for those of 128."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel")
        with open(path, "wb") as f:
            f.write(run(SPILLS, device, emit="bin").stdout)
        codes = [subprocess.run([kiln_asm, "-d", device, "-r", n, "--validate", path], capture_output=True).returncode for n in ("256", "128")]
    case(f"{device}: kiln-asm validates it for 256 registers alone", codes == [0, 1], codes)


def main():
    for device in "dg2", "bmg":
        case(f"{device}: it spills with 128", figures(stats(SPILLS, device, "--registers", "128")) == (128, True, None))
        case(f"{device}: and not with 256", figures(stats(SPILLS, device, "--registers", "256")) == (256, False, None))
        case(f"{device}: the compiler takes 256", figures(stats(SPILLS, device)) == (256, False, None))
        case(f"{device}: what fits has 128", figures(stats(FITS, device)) == (128, False, None))
        case(f"{device}: KILN_DEBUG asks for 256", figures(stats(FITS, device, debug="registers=256")) == (256, False, None))
        case(f"{device}: and for 128", figures(stats(SPILLS, device, debug="registers=128")) == (128, True, None))
        case(f"{device}: and for fewer", figures(stats(SPILLS, device, debug="registers=90")) == (128, True, None))
        case(f"{device}: the code names what there is", highest(device) == 255 and highest(device, "--registers", "128") == 127)
        check_asm(device)
    wide, narrow = stats(WIDER, "dg2"), stats(WIDER, "dg2", "--registers", "128")
    case("dg2: SIMD32 with 256 instead of SIMD16 with 128", (wide["simd"], wide["registers"], narrow["simd"]) == (32, 256, 16), wide, narrow)
    refused = stats(FITS, "tgl", "--registers", "256")
    case("tgl has no such mode", "never have 256 registers" in refused.get("message", ""), refused)
    case("nor has any chip others", "never have 192 registers" in stats(FITS, "dg2", "--registers", "192").get("message", ""))
    case("tgl has 128 where KILN_DEBUG asks for more", figures(stats(FITS, "tgl", debug="registers=256")) == (128, False, None))
    sys.exit(done())


main()

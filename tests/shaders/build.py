#!/usr/bin/env python3
"""Makes SPIR-V of each shader in a folder, as far as it is not there yet. What is added to the folder is seen at the next build, and nothing has to be
configured for it; what is taken out goes.

usage: build.py [-g] GLSLANG SPIRV_AS SOURCE_DIR OUT_DIR STAMP

NAME.comp by glslangValidator, NAME.spvasm by spirv-as, to OUT_DIR/NAME.comp.spv and so on (.refused with that directive); the directive `env=` (README.md) says for which environment (default
vulkan1.1, spv1.3). -g: with debug information. STAMP is rewritten if anything changed.
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def output(directory, source):
    """Where the module of a source goes."""
    with open(source, encoding="utf-8", errors="replace") as f:
        refused = re.search(r"^(?://|;) kiln:.*? refused\b", f.read(), re.M)
    return os.path.join(directory, os.path.basename(source) + (".refused" if refused else ".spv"))


def command(source, out, glslang, spirv_as, flags):
    with open(source, encoding="utf-8", errors="replace") as f:
        env = re.search(r"^(?://|;) kiln:.*? env=(\S+)", f.read(), re.M)
    if source.endswith(".spvasm"):
        return [spirv_as, "--target-env", env[1] if env else "spv1.3", "--preserve-numeric-ids", "-o", out, source]
    return [glslang, "--quiet", *flags, "-V", "--target-env", env[1] if env else "vulkan1.1", "-o", out, source]


def make(source, out, *tools):
    """None, or what went wrong. The output appears as a whole."""
    part = f"{out}.{os.getpid()}"
    p = subprocess.run(command(source, part, *tools), capture_output=True, text=True)
    if p.returncode:
        return f"{source}: {(p.stdout + p.stderr).strip() or p.returncode}"
    os.replace(part, out)
    return None


def main():
    flags = [a for a in sys.argv[1:] if a == "-g"]
    glslang, spirv_as, source_dir, out_dir, stamp = [a for a in sys.argv[1:] if a != "-g"]
    os.makedirs(out_dir, exist_ok=True)
    newest_tool = max(os.path.getmtime(t) for t in (__file__, glslang, spirv_as))
    names = sorted(n for n in os.listdir(source_dir) if n.endswith((".comp", ".spvasm")) and not n.startswith("."))
    outputs = {n: output(out_dir, os.path.join(source_dir, n)) for n in names}
    ours = re.compile(r"\.(comp|spvasm)\.(spv|refused)$")
    gone = [n for n in os.listdir(out_dir) if ours.search(n) and os.path.join(out_dir, n) not in outputs.values()]
    for n in gone:
        os.unlink(os.path.join(out_dir, n))
    jobs = []
    for n in names:
        source, out = os.path.join(source_dir, n), outputs[n]
        if not os.path.exists(out) or os.path.getmtime(out) <= max(os.path.getmtime(source), newest_tool):
            jobs.append((source, out, glslang, spirv_as, flags))
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        wrong = [w for w in pool.map(lambda job: make(*job), jobs) if w]
    if wrong:
        sys.exit("\n".join(wrong))
    if jobs or gone or not os.path.exists(stamp):
        with open(stamp, "w", encoding="utf-8") as f:
            f.write("\n".join(names) + "\n")


main()

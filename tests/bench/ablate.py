"""What a step of the compiler is good for: every module is compiled without it, and compared with what the whole compiler makes.

    ./dev bench [-d NAME] [--corpus DIR] code --ablate [STEP,...]

STEPs are those of KILN_DEBUG=without= (docs/env.md); without a list, all that may be left out. Modules are the kernels of bench/igc, the tests', and
those of DIR. For each step: how many modules of each folder get other code, the mean of their modelled clocks per item without it over those with it (above 1: the step
helps), the worst and the best of them, and what it costs in compile time. Cycles are the compiler's own model: a step that only helps what the model
does not see (branches that are executed, as opt_rotate's; loops that are unrolled in part, or that have two copies, as share_loads') is to be judged by
./dev bench igc or by an application's KILN_SIM_STATS. What an application compiles when it runs, as ncnn does, KILN_DEBUG=spirv=DIR writes for --corpus.
"""
import glob
import hashlib
import json
import math
import os
import re
import resource
import shutil
import subprocess
import tempfile

import igc

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# A step stays if one of these holds over the kernels and the applications (docs/compiler.md, "What a step has to give"). What is below goes, or is merged into
# another. The tests' shaders are counted in the row only: many of them were written for a step.
STAYS = {"modules": 0.02, "gain": 1.01, "best": 1.25}


def steps():
    """All names that without= takes, in the order of the compile."""
    def read(*path):
        with open(os.path.join(ROOT, "src", "compiler", *path), encoding="utf-8") as f:
            return f.read()
    names = re.findall(r'^(?:STEP|DO|LLVM)\( *"?([\w-]+)', read("llvm", "passes.def"), re.M)
    names += re.findall(r"^STEP\((\w+)", read("isel", "passes.def"), re.M)
    names += re.findall(r'PASS_NAME\("([\w-]+)"\)', read("support", "passes.def"))
    names += re.findall(r"^(?:PLACE|RELIEVE)\((\w+),(?: *\d+,)? *false", read("ra", "passes.def"), re.M)
    return list(dict.fromkeys(names))


def write_kernels(where):
    """bench/igc's kernels as modules, in a folder of theirs."""
    os.mkdir(where)
    for path in glob.glob(os.path.join(ROOT, "tests", "bench", "igc", "kernels", "*.k")):
        kernel = igc.Kernel(path)
        glsl = os.path.join(where, kernel.name + ".glsl")
        with open(glsl, "w", encoding="utf-8") as f:
            f.write(kernel.glsl())
        subprocess.run(["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.3", "-S", "comp", "-o", glsl[:-4] + "spv", glsl], check=True)
    return where


def modules(folders):
    """Links to the modules, by folder, under names that do not collide."""
    where, found = tempfile.mkdtemp(prefix="kiln-ablate-"), {}
    for number, folder in enumerate(folders):
        for at, _, names in os.walk(folder):
            for n in sorted(names):
                if n.endswith(".spv"):
                    link = os.path.join(where, f"{number}-{len(found):05}.spv")
                    os.symlink(os.path.join(at, n), link)
                    found[os.path.basename(link)[:-4]] = (folder, n)
    return where, found


def compile_all(build, where, names, device, without=None):
    """{module: (digest of its code, width, clocks per item, spills)}, and seconds of the processor."""
    out = tempfile.mkdtemp(prefix="kiln-ablate-")
    env = {**os.environ, "KILN_CACHE": "off", **({"KILN_DEBUG": "without=" + without} if without else {})}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([os.path.join(build, "kilnc"), "-j", "1", "-d", device, "--no-validate", "--emit", "bin,stats", "-o", out + "/%n.%e",
                    *(os.path.join(where, n + ".spv") for n in names)], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds, made = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, {}
    for n in names:
        try:
            with open(f"{out}/{n}.stats.json", "rb") as f:
                stats = json.load(f)
            with open(f"{out}/{n}.bin", "rb") as f:
                made[n] = (hashlib.sha1(f.read()).digest(), stats["simd"], stats["cycles"] / stats["simd"], stats["spills"])
        except OSError:
            pass # refused
    shutil.rmtree(out)
    return made, seconds


def ratios_of(changed, whole, part):
    return [part[n][2] / whole[n][2] for n in changed if whole[n][2] and part[n][2]]


def mean_of(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else 1


def stays(found, whole, part, changed):
    judges = {n for n in whole if not is_test(found[n][0])}
    changed = [n for n in changed if n in judges]
    ratios = ratios_of(changed, whole, part)
    mean = mean_of(ratios)
    worse = any(n not in part or part[n][3] > whole[n][3] for n in whole) # spills are in no clocks, and a test's count too
    return worse or (changed and mean > 1 and (
        len(changed) >= STAYS["modules"] * len(judges) or mean >= STAYS["gain"] or max(ratios, default=1) >= STAYS["best"]))


def is_test(folder):
    return os.path.basename(os.path.normpath(folder)) == "tests"


def line(step, found, whole, part, seconds):
    changed = [n for n in whole if n in part and part[n][0] != whole[n][0]]
    ratios = ratios_of(changed, whole, part)
    folders = {}
    for n in changed:
        folders[found[n][0]] = folders.get(found[n][0], 0) + 1
    lost = sum(n not in part for n in whole)
    widths = sum(part[n][1] < whole[n][1] for n in changed)
    mean = mean_of(ratios)
    best = max(ratios, default=1)
    # What it gives all modules together, those that do not change among them.
    gain = mean ** (len(ratios) / max(len(whole), 1))
    where = " ".join(f"{os.path.basename(os.path.normpath(f))}:{k}" for f, k in sorted(folders.items()))
    return (f"{step:24} {len(changed):5} {mean:8.4f} {min(ratios, default=1):7.3f} {best:7.3f} {gain:9.5f} {widths:4} {lost:4} {seconds:+7.2f} s  "
            f"{'' if stays(found, whole, part, changed) else 'below the line  '}{where}")


def run(build, device, folders, wanted):
    scratch = tempfile.mkdtemp(prefix="kiln-ablate-")
    where, found = modules([write_kernels(os.path.join(scratch, "kernels")), *folders])
    names = sorted(found)
    whole, base = compile_all(build, where, names, device)
    print(f"{device}: {len(whole)} modules, {base:.2f} s")
    print(f"{'without':24} {'other':>5} {'mean':>8} {'least':>7} {'most':>7} {'all':>9} {'less':>4} {'lost':>4} {'compile':>9}")
    for step in wanted or steps():
        part, seconds = compile_all(build, where, names, device, step)
        print(line(step, found, whole, part, base - seconds), flush=True)
    shutil.rmtree(where)
    shutil.rmtree(scratch)

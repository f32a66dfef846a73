#!/usr/bin/env python3
"""Runs random shaders (gen.py) on a driver and on lavapipe, as they are and after spirv-opt.

usage: run.py RUN_SHADERS ANSWER_SHADERS DRIVER WORK_DIR [FIRST_SEED [COUNT]]
       run.py --make ANSWER_SHADERS WORK_DIR STAMP

Without seeds: a fixed set of 30, every third one in one more shape (of spirv-opt), 10 with all types, 10 with all kinds of
memory, 24 of indices (index.py), and 40 that know their results (exact.py); with KILN_TEST_ALL=1 there are 120, 60, 10, 120 and 400 seeds, the first three in all shapes (of the third kind, one in thirty meets Mesa 22.3's loss of
stores to vectors behind addresses: lavapipe and ANV then agree with each other, but not with the source). What fails stays in WORK_DIR, to run again with run_shaders or to reduce.

--make makes the usual set, with lavapipe's answers, before the tests; a run makes it only if that is missing or another one.
"""
import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TYPED, WIDE, EXACT, INDEX = 1000000, 2000000, 3000000, 4000000  # gen.py, exact.py, index.py
HERE = os.path.dirname(os.path.abspath(__file__))
SHAPES = {"": None, "_O": ["-O"], "_Os": ["-Os"],
          "_R": ["--inline-entry-points-exhaustive", "--merge-return", "--eliminate-dead-code-aggressive", "--loop-unroll",
                 "--ssa-rewrite", "--if-conversion"]}


def build(directory, seed, shapes):
    """The shader's SPIR-V in the given shapes; the names of those that there are."""
    if INDEX > seed >= EXACT:
        base = os.path.join(directory, "exact_%d.spvasm" % seed)
        subprocess.run(["spirv-as", "--target-env", "spv1.5", "-o", base + ".spv", base], check=True)
        return [base]
    base = os.path.join(directory, "rand_%d.comp" % seed)
    subprocess.run(["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.2" if INDEX > seed >= WIDE else "vulkan1.1", "-o", base + ".spv", base], check=True)
    made = []
    for shape in shapes:
        name = os.path.join(directory, "rand_%d%s.comp" % (seed, shape))
        if shape:
            shutil.copy(base, name)
            subprocess.run(["spirv-opt", "--scalar-block-layout", *SHAPES[shape], base + ".spv", "-o", name + ".spv"], check=True)
        made.append(name)
    return made


def usual_seeds(all_):
    seeds = list(range(1, 121 if all_ else 31)) + list(range(TYPED, TYPED + (60 if all_ else 10)))
    seeds += [] if all_ else [TYPED + 114]  # an array in a structure, at an address of two
    return seeds + list(range(WIDE, WIDE + 10)) + list(range(EXACT, EXACT + (400 if all_ else 40))) + list(range(INDEX, INDEX + (120 if all_ else 24)))


def identity():
    """Of the usual set: a hash of what makes it."""
    h = hashlib.sha256()
    for name in ("run.py", "gen.py", "exact.py", "index.py"):
        with open(os.path.join(HERE, name), "rb") as f:
            h.update(f.read())
    return h.hexdigest()


def make(asker, directory, seeds, all_):
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    for name, some in (("gen.py", [s for s in seeds if s < EXACT]), ("exact.py", [s for s in seeds if EXACT <= s < INDEX]),
                       ("index.py", [s for s in seeds if s >= INDEX])):
        if some:
            subprocess.run([sys.executable, os.path.join(HERE, name), directory, *map(str, some)], check=True)
    have_opt = shutil.which("spirv-opt")

    def shapes(seed):
        if not have_opt or seed >= INDEX:
            return [""]
        return list(SHAPES) if all_ else ["", list(SHAPES)[1 + seed // 3 % 3]] if seed % 3 == 0 else [""]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        shaders = sum(pool.map(lambda seed: build(directory, seed, shapes(seed)), seeds), [])
    # (some drivers are shown by a library that is preloaded: not to lavapipe)
    env = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    subprocess.run([asker, directory, os.path.join(directory, "answers"), *shaders], check=True, stdout=sys.stderr, env={**env, "LP_NUM_THREADS": "1"})
    with open(os.path.join(directory, "made"), "w", encoding="utf-8") as f:
        f.write("\n".join([identity() if seeds == usual_seeds(False) else "", *shaders]))
    return shaders


def made(directory):
    """The usual set's shaders, or none."""
    try:
        with open(os.path.join(directory, "made"), encoding="utf-8") as f:
            by, *shaders = f.read().split("\n")
    except OSError:
        return []
    return shaders if by == identity() else []


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__.split("\n\n")[1])
    if sys.argv[1] == "--make":
        asker, directory, stamp = sys.argv[2:]
        make(asker, directory, usual_seeds(False), False)
        with open(stamp, "w", encoding="utf-8") as f:
            f.write(identity() + "\n")
        return
    runner, asker, driver, directory, *numbers = sys.argv[1:]
    all_ = bool(os.environ.get("KILN_TEST_ALL"))
    if numbers or all_:
        first = int(numbers[0]) if numbers else 0
        seeds = list(range(first, first + int(numbers[1] if len(numbers) > 1 else 120 if all_ else 30))) if numbers else usual_seeds(True)
        shaders = make(asker, directory, seeds, all_)
    else:
        shaders = made(directory) or make(asker, directory, usual_seeds(False), False)
    sys.exit(subprocess.run([runner, driver, directory, os.path.join(directory, "answers"), *shaders]).returncode)


if __name__ == "__main__":
    main()

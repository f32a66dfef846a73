#!/usr/bin/env python3
"""Measurements, side by side in one run: medians and ratios. Never part of the tests.

usage: bench.py BUILD [-d NAME] [--corpus DIR] [sim] [compile] [code] [driver] [barriers]      (default: all)
       bench.py BUILD [-d NAME] igc [OPTIONS]

  -d NAME  the simulated device on which all of them run and for which they compile: skl (the default), bdw, icl, tgl, ...

  sim      whole applications on the simulated device: wall time beside lavapipe, EU instructions per second and core,
           JIT and interpreter, and whether the results agree
  compile  vkCreateComputePipelines over the shader corpus: Kiln, ANV (on libkiln_node.so), lavapipe
  code     EU instructions per work item, SIMD width, spills, and EU instructions executed: Kiln beside ANV for
           the same SPIR-V
           --corpus: the modules (*.spv) of DIR for compile and code, instead of the tests' shaders; they are only compiled
           --ablate [STEP,...] after it: what each step of the compiler is good for, over the tests' modules and DIR's (bench/ablate.py)
  driver   nanoseconds of the calls that applications make most: Kiln, ANV (on libkiln_node.so), lavapipe
  barriers PIPE_CONTROLs in the batches of typical sequences of commands: Kiln beside ANV
  igc      the same kernels by Intel's OpenCL compiler, ANV and Kiln: clocks, instructions, messages (bench/igc.py has the options)
"""
import glob
import json
import math
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bench"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ablate
import applications
import barriers
import igc
from progress import progress

BUILD = os.path.abspath(sys.argv[1])
ICDS = "/usr/share/vulkan/icd.d"
# Taken out of the arguments, wherever it stands.
DEVICE = "skl"
if "-d" in sys.argv[:-1]:
    DEVICE = sys.argv.pop(sys.argv.index("-d") + 1)
    sys.argv.remove("-d")
# Mesa has a driver of its own for Gen8.
ANV_ICD = "intel_hasvk_icd" if DEVICE in ("bdw", "chv") else "intel_icd"
DRIVERS = {
    "kiln": {"VK_ICD_FILENAMES": f"{BUILD}/kiln_icd.json", "KILN_DEVICE": f"sim:{DEVICE}", "KILN_CACHE": "off"},
    "ANV": {"VK_ICD_FILENAMES": f"{ICDS}/{ANV_ICD}.x86_64.json", "LD_PRELOAD": f"{BUILD}/libkiln_node.so",
            "KILN_DEVICE": f"sim:{DEVICE}", "MESA_SHADER_CACHE_DISABLE": "1"},
    "lavapipe": {"VK_ICD_FILENAMES": f"{ICDS}/lvp_icd.x86_64.json", "MESA_SHADER_CACHE_DISABLE": "1"},
}
SHADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shaders")
CORPUS = f"{BUILD}/tests/shaders"
# The same node for both, so that their own time can be told from that in ioctl.
ON_NODE = {"kiln": {"LD_PRELOAD": f"{BUILD}/libkiln_node.so", "KILN_DEVICE": "/dev/dri/renderD128"}}
NAMES = {"kiln": "kiln", "ANV": "Intel", "lavapipe": "llvmpipe"}


# What is measured, and since when, for the progress.
START, SECTION = time.time(), ""


def run(driver, command, extra=None, timeout=600):
    env = dict(os.environ)
    env.update(DRIVERS[driver])
    env.update(extra or {})
    env["VK_DRIVER_FILES"] = env["VK_ICD_FILENAMES"]
    progress(f"[bench] {time.time() - START:.0f} s, {SECTION}: {driver} runs {os.path.basename(command[0])} {' '.join(command[1:4])}")
    try:
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=timeout)
    finally:
        progress()


# For all modules of the corpus: seconds. A compiler that takes longer is given up at the module that it has then.
COMPILE_LIMIT = 60


def corpus():
    return sorted(glob.glob(f"{CORPUS}/*.spv"))


def pipestats(driver, repeat):
    """name of the module -> what tests/bench/pipestats printed of it."""
    out, left = {}, corpus()
    while left:
        try:
            p = run(driver, [f"{BUILD}/tests/bench/pipestats", NAMES[driver], "-r", str(repeat)] + left, timeout=COMPILE_LIMIT * repeat)
        except subprocess.TimeoutExpired as e:
            p = subprocess.CompletedProcess(e.cmd, -signal.SIGKILL, (e.stdout or b"").decode(errors="replace"), "")
        rows = []
        for line in p.stdout.splitlines():
            try:
                rows.append(json.loads(line))
            except ValueError:
                continue
        out.update((os.path.basename(row["file"]), row) for row in rows if row["result"] == "VK_SUCCESS")
        if p.returncode >= 0:
            if p.returncode and len(rows) < len(left):
                print(f"  {driver}: {p.stderr.strip()[-150:]}")
            break
        # Killed by a signal: go on behind the module that did that.
        done = {row["file"] for row in rows}
        left = [f for f in left if f not in done]
        print(f"  {driver}: signal {-p.returncode} at {left[0] if left else 'the end'}")
        left = left[1:]
    return out


def kilnc_stats():
    """name of the module -> the statistics that kilnc prints (the driver compiles the same way)."""
    out = {}
    for path in corpus():
        p = subprocess.run([f"{BUILD}/kilnc", "-d", DEVICE, "--emit", "stats", path], capture_output=True, text=True)
        if p.returncode == 0:
            out[os.path.basename(path)] = json.loads(p.stdout)
        else:
            print(f"  kilnc: {p.stderr.strip()[:150]}")
    return out


def percentile(values, p):
    values = sorted(values)
    return values[min(len(values) - 1, int(p * len(values)))]


def bench_compile():
    # The least of three runs, each in a process of its own: ANV keeps what it compiled in the device. All threads count, since Kiln
    # compiles in one of its own. What takes ANV no time at all it has compiled before, under another name.
    print("compile: vkCreateComputePipelines, milliseconds of the processor")
    spent = {}
    for driver in DRIVERS:
        runs = [pipestats(driver, 1) for _ in range(3)]
        spent[driver] = {n: min(r[n]["processor_ns"] for r in runs if n in r) / 1e6 for n in runs[0]}
        ms = list(spent[driver].values())
        if ms:
            print(f"  {driver:9} {len(ms):4} modules  p50 {statistics.median(ms):7.2f}  p99 {percentile(ms, .99):7.2f}"
                  f"  max {max(ms):7.2f}  sum {sum(ms):8.1f}")
    for low, high in ((0.1, 1), (1, 2), (2, 5), (5, math.inf)):
        ratios = [spent["kiln"][n] / t for n, t in spent["ANV"].items() if low <= t < high and n in spent["kiln"]]
        if ratios:
            print(f"  where ANV takes {low} to {high} ms: {len(ratios)} modules, Kiln's time over ANV's at p50 {statistics.median(ratios):.2f}")


def executed(driver):
    """name of the module -> EU instructions that the simulated device executed when its test ran."""
    names = [os.path.basename(p)[:-len(".spv")] for p in corpus()]

    def one(name):
        with tempfile.TemporaryDirectory() as d:
            run(driver, [f"{BUILD}/tests/shaders/run_shaders", NAMES[driver], f"{BUILD}/tests/shaders", f"{BUILD}/tests/shaders/answers",
                         os.path.join(SHADERS, name)],
                {"KILN_SIM_TOTALS": f"{d}/stats", "KILN_DEVICE": f"sim:{DEVICE}"})
            try:
                return name + ".spv", json.load(open(f"{d}/stats"))["eu_instructions"]
            except (OSError, ValueError):
                return name + ".spv", 0

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {name: n for name, n in pool.map(one, names) if n}


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def bench_code():
    print("code: EU instructions per work item (instructions / SIMD width), and executed; lower is better")
    ours, theirs = kilnc_stats(), pipestats("ANV", 1)
    run_ours, run_theirs = (executed("kiln"), executed("ANV")) if CORPUS.startswith(BUILD) else ({}, {})
    ratios, run_ratios = {}, {}
    print(f"  {'module':34} {'Kiln':>22}   {'ANV':>22}   ratio   executed: Kiln       ANV  ratio")
    for name in sorted(ours):
        if name not in theirs:
            print(f"  {name:34} ANV does not compile it")
            continue
        k = ours[name]
        # A driver may make several widths of one shader: the widest is the one that a full group runs.
        a = max(theirs[name].get("executables") or [{}], key=lambda x: x.get("subgroup", 0))
        n, n2 = k["instructions"], a.get("Instruction Count")
        if not n2:
            continue
        ratio = (n / k["simd"]) / (n2 / a["subgroup"])
        ratios[name] = ratio
        text = (f"  {name:34} {n:6} SIMD{k['simd']:<2} {k['spills']:3} spills   {n2:6} SIMD{a['subgroup']:<2}"
                f" {a.get('Spill Count', 0):3} spills   {ratio:5.2f}")
        e, e2 = run_ours.get(name), run_theirs.get(name)
        if e and e2:
            run_ratios[name] = e / e2
            text += f"   {e:14} {e2:9}  {e / e2:5.2f}"
        print(text)
    print(f"  geometric mean over {len(ratios)} modules: {geometric_mean(ratios.values()):.2f};"
          f" executed, over {len(run_ratios)}: {geometric_mean(run_ratios.values()):.2f}")
    for title, r in (("instructions", ratios), ("executed (with the copies of images)", run_ratios)):
        above = sorted(((v, k) for k, v in r.items() if v > 1.0), reverse=True)
        print(f"  {title}: above ANV's in {len(above)} modules, worst first: " + ", ".join(f"{k} {v:.2f}" for v, k in above[:40]))


def demo(driver, size, samples, extra=None):
    """Seconds that the demo's dispatches took."""
    with tempfile.TemporaryDirectory() as d:
        p = run(driver, [f"{BUILD}/tests/demo/kiln-demo", "-o", f"{d}/x.png", "-s", size, "-n", str(samples)], extra)
        seconds = [float(line.split(" in ")[1].split()[0]) for line in p.stdout.splitlines() if line.startswith("work")]
        if not seconds:
            print(f"  {driver}: {p.stderr.strip()[:200]}")
        return seconds[0] if seconds else None


# What an application's kernels are bound by, or what it is; how far apart checksums of two drivers may be.
APPS = {"alu": ("arithmetic", 1e-4), "half": ("arithmetic", 1e-4), "double": ("arithmetic", 1e-6),
        "int64": ("arithmetic", 0), "math": ("arithmetic", 1e-4), "sgemm": ("application", 1e-5),
        "nbody": ("application", 1e-3), "blur": ("application", 1e-6), "sha256": ("application", 0),
        "radix": ("application", 0), "attention": ("application", 1e-4)}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
# Kernels of images; how far filters of two drivers may be apart: weights have eight bits here. (None: lavapipe 22.3.6 has no such textures.)
IMAGES = {n[:-5]: None if n == "astc.comp" else 2e-3 for n in sorted(os.listdir(f"{ROOT}/tests/bench/images"))}
TRANSFORMS = ("C2C 1024 x512 batches", "R2C 4096 x128 batches", "C2C 1001 x256 batches", "C2C 997 x64 batches",
              "C2C 65536 x4 batches", "C2C 512x512")
ENGINES = (("lavapipe", "lavapipe", {}), ("kiln", "JIT, all cores", {"KILN_SIM_JIT": "2"}),
           ("kiln", "JIT, one core", {"KILN_SIM_JIT": "2", "KILN_SIM_THREADS": "1"}),
           ("kiln", "the same, not strict", {"KILN_SIM_JIT": "2", "KILN_SIM_THREADS": "1", "KILN_SIM_STRICT": "off"}),
           ("kiln", "interpreter, one core", {"KILN_SIM_JIT": "0", "KILN_SIM_THREADS": "1"}))


def app(driver, name, extra):
    """What the program printed of one application: wall and processor seconds of a run, a checksum or an error."""
    if name in APPS:
        p = run(driver, [f"{BUILD}/tests/bench/bench_apps", NAMES[driver], f"{BUILD}/tests/bench", name], extra)
    elif name in IMAGES:
        p = run(driver, [f"{BUILD}/tests/bench/bench_images", NAMES[driver], f"{BUILD}/tests/bench/images", f"{ROOT}/tests/bench/images/{name}.comp"], extra)
    else:
        p = run(driver, [f"{BUILD}/tests/clients/vkfft", NAMES[driver], "bench"], dict(extra, KILN_VKFFT=name))
    try:
        return json.loads(p.stdout)
    except ValueError:
        print(f"  {driver}: {p.stderr.strip()[:200]}")
        return None


def instructions(name):
    """EU instructions of one run, and as many of SIMD8 as they amount to: counted by the interpreter."""
    with tempfile.TemporaryDirectory() as d:
        app("kiln", name, {"KILN_SIM_STATS": f"{d}/stats", "BENCH_ONCE": "1"})
        try:
            runs = json.load(open(f"{d}/stats"))["dispatches"]
            return sum(r["instructions"] for r in runs), sum(r["simd8_instructions"] for r in runs)
        except (OSError, ValueError, KeyError) as e:
            print(f"  {name}: no counts ({e})")
            return 0, 0


def right(name, row, reference):
    if "error" in row:  # of a transform, beside FFTW's
        return row["error"] < 1e-6
    tolerance = APPS[name][1] if name in APPS else IMAGES[name]
    if tolerance is None:
        return True
    return reference is None or abs(row["sum"] - reference["sum"]) <= tolerance * abs(reference["sum"])


def bench_sim():
    print("sim: seconds of a run on the clock, and of processors; times lavapipe's clock; EU instructions, as many of"
          " SIMD8\n     as they amount to, a processor's second; times the interpreter's")
    wrong, arithmetic, slower, strict = [], [], [], []
    for name in (*APPS, *IMAGES, *TRANSFORMS):
        rows = [(label, app(driver, name, extra)) for driver, label, extra in ENGINES]
        count, simd8 = instructions(name)
        reference, interpreted = rows[0][1], rows[-1][1]
        by_label = dict(rows)
        one, lax = by_label["JIT, one core"], by_label["the same, not strict"]
        if one and lax and lax["cpu"]:
            strict.append((one["cpu"] / lax["cpu"], name))
        print(f"  {rows[0][1]['name'] if rows[0][1] else name}: {count / 1e6:.1f} million instructions,"
              f" {simd8 / 1e6:.1f} million of SIMD8")
        for label, row in rows:
            if not row:
                wrong.append(f"{name} ({label}: nothing)")
                continue
            text = f"    {label:22} {row['seconds']:9.4f} s  {row['cpu']:9.4f} s"
            if reference:
                text += f"  {row['seconds'] / reference['seconds']:6.2f} x lavapipe"
            if label != "lavapipe" and row["cpu"] and simd8:
                text += f"  {simd8 / row['cpu'] / 1e6:8.1f} million a second"
            if label == "JIT, one core" and interpreted and row["cpu"]:
                ratio = interpreted["cpu"] / row["cpu"]
                text += f"  {ratio:5.1f} x the interpreter"
                if name in APPS and APPS[name][0] == "arithmetic":
                    arithmetic.append((ratio, name))
            if not right(name, row, reference):
                text += "  WRONG"
                wrong.append(f"{name} ({label})")
            if label == "JIT, all cores" and reference and row["seconds"] > 2 * reference["seconds"]:
                slower.append(name)
            print(text, flush=True)
    print("  demo: the path tracer, 320x200, 8 paths a pixel, median of 3")
    # The demo renders once: what it takes to translate its kernel counts.
    reference = None
    for driver, label, extra in (*ENGINES[:2], ("kiln", "JIT in the background", {}), *ENGINES[2:]):
        runs = [demo(driver, "320x200", 8, extra) for _ in range(3)]
        seconds = [t for t in runs if t is not None]
        if not seconds:
            wrong.append(f"demo ({label}: nothing)")
            continue
        t = statistics.median(seconds)
        reference = reference or t
        if label == "JIT, all cores" and t > 2 * reference:
            slower.append("demo")
        print(f"    {label:22} {t:9.4f} s               {t / reference:6.2f} x lavapipe")
    if strict:
        mean = statistics.geometric_mean(r for r, _ in strict)
        print("  the strict machine takes {:.2f} times the processor's time (geometric mean), at most {:.2f} ({})".format(
            mean, *max(strict)))
    if arithmetic:
        print("  arithmetic: the JIT is at least {:.1f} times as fast as the interpreter ({})".format(*min(arithmetic)))
    print("  more than twice lavapipe's time: " + (", ".join(slower) or "none"))
    print("  wrong results: " + (", ".join(wrong) or "none"))


def record(driver, extra=None):
    """What tests/bench/record printed: (what, value, unit)."""
    p = run(driver, [f"{BUILD}/tests/bench/bench_record", f"{BUILD}/tests/shaders/saxpy.comp.spv"], extra)
    for line in p.stdout.splitlines():
        value, unit = line[40:].split()
        yield line[:40].strip(), float(value), unit


def bench_driver():
    print("driver: the cost of calls on the host (best of 40 rounds; creation and memory: median of 5 processes)\n"
          "  outside ioctl: Kiln, too, on the node")
    rows = {}
    for driver in DRIVERS:
        runs = {}
        for _ in range(5):
            rows_of_run = list(record(driver))
            if driver in ON_NODE:
                rows_of_run += [r for r in record(driver, ON_NODE[driver]) if "ioctl" in r[0]]
            for name, value, unit in rows_of_run:
                runs.setdefault(name, []).append(value)
                rows.setdefault(name, {"unit": unit})
        for name, values in runs.items():
            rows[name][driver] = statistics.median(values) if rows[name]["unit"] != "ns" else min(values)
    print(f"  {'':40} " + " ".join(f"{d:>12}" for d in DRIVERS))
    for name, row in rows.items():
        print(f"  {name:40} " + " ".join(f"{row.get(d, math.nan):12.1f}" for d in DRIVERS) + f" {row['unit']}")


def pipe_controls(driver):
    """name of a sequence -> (PIPE_CONTROLs, those that stall) of a repetition."""
    env = {**os.environ, **DRIVERS[driver], "VK_DRIVER_FILES": DRIVERS[driver]["VK_ICD_FILENAMES"]}
    return {name: (count / barriers.REPEAT, stalls / barriers.REPEAT) for name, count, stalls, _ in barriers.batches(
        f"{BUILD}/tests/bench/bench_barriers", f"{BUILD}/kiln-decode", f"{BUILD}/tests/shaders/saxpy.comp.spv", NAMES[driver], env)}


def bench_barriers():
    print("barriers: PIPE_CONTROLs a repetition, and those of them that stall the command streamer")
    ours, theirs = pipe_controls("kiln"), pipe_controls("ANV")
    print(f"  {'':42} {'Kiln':>12} {'ANV':>12}")
    for name, k in ours.items():
        a = theirs.get(name, (math.nan, math.nan))
        print(f"  {name:42} {k[0]:6.1f} {k[1]:5.1f} {a[0]:6.1f} {a[1]:5.1f}")


def main():
    global CORPUS, SECTION
    what = sys.argv[2:]
    if what[:1] == ["--corpus"]:
        CORPUS, what = os.path.abspath(what[1]), what[2:]
    if what[:2] == ["code", "--ablate"]:
        folders = dict.fromkeys([os.path.join(BUILD, "tests"), CORPUS])
        ablate.run(BUILD, DEVICE, folders, [s for a in what[2:3] for s in a.split(",")])
        what = []
    elif what[:1] in (["igc"], ["apps"]):
        {"igc": igc, "apps": applications}[what[0]].bench(BUILD, DRIVERS, what[1:])
        what = []
    else:
        print(f"on the simulated {DEVICE}")
        what = what or ["sim", "compile", "code", "driver", "barriers"]
    for SECTION in what:
        {"sim": bench_sim, "compile": bench_compile, "code": bench_code, "driver": bench_driver,
         "barriers": bench_barriers}[SECTION]()
    print(f"({time.time() - START:.0f} s)")


main()

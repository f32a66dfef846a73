"""./dev bench apps: whole applications, Kiln compared with ANV, by the clocks of the simulator's cycle model.

The programs are those of ./dev clients, which compare their results with a reference themselves, and VkFFT. Each runs once on either driver,
on the same simulated device; every dispatch is counted (KILN_SIM_STATS). The application is the same on both, so that its dispatches come in
the same order: they are matched by their grids, and what only one driver has (copies that it makes by a kernel) is left out and told. A kind
of dispatch is a pair of kernels that met.

usage: bench.py BUILD apps [NAME ...] [--json FILE] [--anv ICD]

  NAME        only these: see APPLICATIONS
  --json FILE all kinds of dispatches
  --anv ICD   another ANV's icd.json
"""
import argparse
import difflib
import glob
import json
import os
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLIENTS = f"{ROOT}/tests/clients/run.sh"
# Name: (client, what it is told). A prompt of ten tokens and six more.
APPLICATIONS = {f"llama {t}": ("llama", {"LLAMA_TYPE": t, "LLAMA_TOKENS": "6"}) for t in ("F32", "F16", "Q4_0", "Q8_0", "Q4_K")}
APPLICATIONS |= {name: (name, {}) for name in ("ncnn", "nets", "upscale", "iree")}
APPLICATIONS |= {f"vkfft {n}": ("vkfft", {"KILN_VKFFT": n}) for n in
                 ("C2C 1024 x512 batches", "R2C 4096 x128 batches", "C2C 1001 x256 batches", "C2C 997 x64 batches", "C2C 65536 x4 batches", "C2C 512x512")}


class Failed(Exception):
    pass


def dispatches(build, driver, env, name, directory):
    """The compute dispatches of one run, in their order, but those that the driver makes of copies: "(copy)"."""
    client, told = APPLICATIONS[name]
    stats = f"{directory}/{driver}"
    env = {**os.environ, **env, **told, "KILN_SIM_STATS": f"{stats}.%p", "BENCH_ONCE": "1", "VK_DRIVER_FILES": env["VK_ICD_FILENAMES"]}
    command = [f"{build}/tests/clients/vkfft", "kiln" if driver == "Kiln" else "Intel", "bench"] if client == "vkfft" else [CLIENTS, client]
    p = subprocess.run(command, env=env, capture_output=True, text=True, timeout=3600)
    if p.returncode:
        raise Failed(f"{driver}: " + " ".join((p.stdout + p.stderr).split())[-300:])
    rows = []
    # Processes that began later have the higher numbers, until those wrap around.
    for path in sorted(glob.glob(f"{stats}.*"), key=lambda path: int(path.rpartition(".")[2])):
        with open(path) as f:
            rows += [d for d in json.load(f)["dispatches"] if d["kind"] == "compute" and not d["name"].startswith("(")]
    if not rows:
        raise Failed(f"{driver}: nothing was dispatched")
    return rows


def clocks(rows):
    return sum(d["estimate"]["clocks"] for d in rows)


def match(kiln, anv):
    """Pairs of dispatches, and those of each that have no partner."""
    blocks = difflib.SequenceMatcher(None, [tuple(d["grid"]) for d in kiln], [tuple(d["grid"]) for d in anv], autojunk=False).get_matching_blocks()
    pairs = [(kiln[b.a + i], anv[b.b + i]) for b in blocks for i in range(b.size)]
    met = {id(d) for pair in pairs for d in pair}
    return pairs, [d for d in kiln if id(d) not in met], [d for d in anv if id(d) not in met]


def kinds(pairs):
    """Sums by pair of kernels."""
    out = {}
    for k, a in pairs:
        row = out.setdefault((k["hash"], a["hash"]), {"name": k["name"], "hash": k["hash"], "grid": k["grid"], "simd": (k["simd"], a["simd"]),
                                                     "count": 0, "kiln": 0, "anv": 0})
        row["count"] += 1
        row["kiln"] += k["estimate"]["clocks"]
        row["anv"] += a["estimate"]["clocks"]
    return sorted(out.values(), key=lambda row: -row["kiln"] / row["anv"])


def measure(build, drivers, name):
    with tempfile.TemporaryDirectory() as directory:
        kiln = dispatches(build, "Kiln", drivers["kiln"], name, directory)
        anv = dispatches(build, "ANV", drivers["ANV"], name, directory)
    pairs, only_kiln, only_anv = match(kiln, anv)
    return {"name": name, "kinds": kinds(pairs), "count": len(pairs), "kiln": clocks(k for k, _ in pairs), "anv": clocks(a for _, a in pairs),
            "only": {"kiln": (len(only_kiln), clocks(only_kiln)), "anv": (len(only_anv), clocks(only_anv))}}


def show(row):
    print(f"  {row['name']:28} {row['count']:5} dispatches of {len(row['kinds']):3} kinds: {row['kiln'] / 1e6:9.3f} million clocks, ANV"
          f" {row['anv'] / 1e6:9.3f}: {row['kiln'] / row['anv']:.2f}", flush=True)
    for who, (n, spent) in row["only"].items():
        if n:
            print(f"      {n} of {'Kiln' if who == 'kiln' else 'ANV'} alone, {spent / 1e6:.3f} million")
    for k in row["kinds"]:
        if k["kiln"] > k["anv"]:
            print(f"      {k['kiln'] / k['anv']:5.2f}  {k['name']} {k['hash']}, {k['count']} of {k['grid']}, SIMD{k['simd'][0]} beside {k['simd'][1]},"
                  f" {k['kiln'] / 1e3:.1f} thousand clocks")


def bench(build, drivers, arguments):
    p = argparse.ArgumentParser(prog="./dev bench apps")
    p.add_argument("names", nargs="*")
    p.add_argument("--json")
    p.add_argument("--anv")
    o = p.parse_args(arguments)
    if o.anv:
        drivers = {**drivers, "ANV": {**drivers["ANV"], "VK_ICD_FILENAMES": o.anv}}
    rows, failed = [], []
    print("apps: whole applications on the simulated Skylake by Kiln and by ANV; kinds of dispatches that take more clocks than ANV's")
    for name in APPLICATIONS:
        if o.names and not any(n in name for n in o.names):
            continue
        try:
            rows.append(measure(build, drivers, name))
            show(rows[-1])
        except (Failed, subprocess.TimeoutExpired) as e:
            failed.append(f"{name}: {e}")
    if rows:
        kiln, anv, all_kinds = sum(r["kiln"] for r in rows), sum(r["anv"] for r in rows), [k for r in rows for k in r["kinds"]]
        print(f"  all: {kiln / anv:.2f} of ANV's clocks; {sum(k['kiln'] > k['anv'] for k in all_kinds)} of {len(all_kinds)} kinds over 1.0")
    print("  failed: " + ("; ".join(failed) or "none"))
    if o.json:
        with open(o.json, "w") as f:
            json.dump(rows, f, indent=1)

#!/usr/bin/env python3
"""Takes one flush, invalidation, stall, wait, workaround or fence out of the driver at a time, at each place that has one, and looks
whether the tests notice (src/util/mutant.h). Run by `./dev mutate`, in a build with -Dmutants=true.

    tests/mutate.py BUILD [--only TEXT] [--jobs N] [--minutes M] [--seconds S] [--again]

First every test runs as it is and says which mutants it could have been; then each mutant runs the tests that came by its place,
until one says "not ok": first the one that noticed it in an earlier build, then those that noticed most others for their time, in all no
more than S seconds of tests (default 240). What nobody notices and tests/mutants.txt does not explain makes the exit status 1. Results are
kept in BUILD/mutants.json, so that an interrupted run goes on where it was (--again: from the start); of another build they only say what to
run first.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

SUITES = {"launch", "vk", "shaders", "clients", "winsys"}
ALSO = {"scoreboard", "check"}  # the compiler's waits, on a machine of its own; and what the checks are told of order
# Checks (their one report file; and they make threads write at once), other drivers, other people's compilers, what measures instead of
# testing, and tests that run again under a validation layer.
OTHERS = re.compile(r"-check$|anv|opencl|neo|variants|simd|stats|fuzz|env|client|reconverge|_(gpu|best|malloc)$|bounded_random")
HELPERS = ("src/launch/mi/packets.h", "src/cmd/")  # what packs for others
TESTS = os.path.dirname(os.path.abspath(__file__))


def tests_of(build):
    out = subprocess.run(["meson", "introspect", "--tests", build], capture_output=True, text=True, check=True).stdout
    return {t["name"]: t for t in json.loads(out)
            if (any(s.split(":")[-1] in SUITES for s in t["suite"]) or t["name"] in ALSO) and not OTHERS.search(t["name"])}


def run(build, test, extra, limit):
    """(noticed, seconds): a failure, a crash and a hang are all noticed, the first at once."""
    env = dict(os.environ, **test["env"], **extra)
    begin = time.time()
    p = subprocess.Popen(test["cmd"], env=env, cwd=test.get("workdir") or build, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace", start_new_session=True)
    late = []
    end = lambda why: (late.append(why), os.killpg(p.pid, 9))
    timer = threading.Timer(limit, end, ["hang"])
    timer.start()
    try:
        for line in p.stdout:
            if line.startswith("not ok") and not late:
                end("failure")
        code = p.wait()
    finally:
        timer.cancel()
    return bool(late) or code not in (0, 77), time.time() - begin


def places(build, names):
    """File and line of each `code:` mutant: the innermost frame that is not a packer."""
    found, by_library = {}, {}
    for n in names:
        kind, where, rest = n.split(":", 2)
        if kind == "line":
            line, what = rest.split(":", 1)
            found[n] = (f"{where}:{line}", what)
        else:
            address, what = rest.split(":", 1)
            by_library.setdefault(where, []).append((n, int(address, 16), what))
    for library, entries in by_library.items():
        path = next((os.path.join(top, library) for top, _, files in os.walk(build) if library in files), None)  # a test's own copy, too
        if not path:
            continue
        asked = "".join(f"{a - 1:#x}\n" for _, a, _ in entries)
        out = subprocess.run(["addr2line", "-a", "-i", "-e", path], input=asked, capture_output=True, text=True, check=True).stdout
        frames = re.split(r"^0x[0-9a-f]+\n", out, flags=re.M)[1:]
        for (n, _, what), frame in zip(entries, frames):
            at = [f for f in re.findall(r"(src/[^ \n]*:\d+)", frame) if not f.startswith(HELPERS)]
            if at:
                found[n] = (at[0], what)
    return found


def explained():
    """'FILE FUNCTION-OR-* WHAT: why' lines; the line number is not part of the key, which the code moves."""
    rows = {}
    path = os.path.join(TESTS, "mutants.txt")
    for line in open(path) if os.path.exists(path) else []:
        m = re.match(r"(\S+) (\S+) - (.+)$", line)
        if m:
            rows[(m.group(1), m.group(2))] = m.group(3)
    return rows


def check_names():
    """TAP: a name is one word (logs, mutants.txt and KILN_MUTANT separate names), and every line of mutants.txt explains one."""
    sources = [os.path.join(top, f) for top, _, files in os.walk(os.path.join(TESTS, "..", "src")) for f in files if f.endswith((".c", ".h"))]
    names = [n for path in sources for n in re.findall(r'MUTABLE\w*\("([^"]*)"', open(path, encoding="utf-8").read())]
    wrong = [n for n in names if not re.fullmatch(r"[^\s,:]+", n)]
    print("not ok" if wrong or not names else "ok", 1, "- names of mutants are words", *wrong)
    lines = [line for line in open(os.path.join(TESTS, "mutants.txt"), encoding="utf-8") if re.match(r"src/", line)]
    lost = len(lines) - len(explained())
    print("not ok" if lost else "ok", 2, f"- {len(lines)} explanations")
    print("1..2")
    return 1 if wrong or lost or not names else 0


def reach(build, tests, jobs):
    """What each test could be, and how long it takes."""
    logs = os.path.join(build, "mutant-logs")
    os.makedirs(logs, exist_ok=True)

    def one(name):
        log = os.path.join(logs, name.replace("/", "_"))
        if os.path.exists(log):
            os.unlink(log)
        failed, seconds = run(build, tests[name], {"KILN_MUTANT_LOG": log}, 900)
        if failed:  # the log is a descriptor more, which tests of descriptors see
            failed, seconds = run(build, tests[name], {}, 900)
        seen = sorted(set(open(log).read().splitlines())) if os.path.exists(log) else []
        return name, failed, seconds, seen

    result = {}
    with ThreadPoolExecutor(jobs) as pool:
        for name, failed, seconds, seen in pool.map(one, tests):
            if failed:
                print(f"left out: {name} fails without any mutant", flush=True)
            elif seen:
                result[name] = {"seconds": seconds, "seen": seen}
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", help="a build folder; or --names: check how mutants are called")
    parser.add_argument("--only", default="", help="mutants whose file, line or kind contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--again", action="store_true")
    if sys.argv[1:] == ["--names"]:
        return check_names()
    args = parser.parse_args()
    build, until = os.path.abspath(args.build), time.time() + 60 * args.minutes
    store = os.path.join(build, "mutants.json")
    stamp = str(max(os.path.getmtime(os.path.join(build, f)) for f in os.listdir(build) if f.endswith(".so")))
    state = json.load(open(store)) if os.path.exists(store) and not args.again else {}
    tests = tests_of(build)
    if state.get("stamp") != stamp:
        hints = dict(state.get("hints", {}), **{k: t for k, t in state.get("done", {}).items() if t})
        state = {"stamp": stamp, "reach": reach(build, tests, args.jobs), "done": {}, "hints": hints}
        json.dump(state, open(store, "w"))
    names = sorted({n for r in state["reach"].values() for n in r["seen"]})
    mutants = {}  # (place, what): the names that a build has for it
    for name, key in places(build, names).items():
        mutants.setdefault(key, []).append(name)

    seen = {t: set(r["seen"]) for t, r in state["reach"].items()}
    noticers = Counter(t for t in list(state["done"].values()) + list(state["hints"].values()) if t)

    def judge(key):
        label = " ".join(key)
        if args.only not in label or label in state["done"] or time.time() > until:
            return label, state["done"].get(label)
        group, spent = mutants[key], 0
        hint = state["hints"].get(label)
        for test in sorted((t for t in seen if seen[t].intersection(group)),
                           key=lambda t: (t != hint, state["reach"][t]["seconds"] / (1 + noticers[t]))):
            usual = state["reach"][test]["seconds"]
            if spent + usual > args.seconds and test != hint:
                continue
            noticed, seconds = run(build, tests[test], {"KILN_MUTANT": ",".join(group)}, 5 * usual + 20)
            spent += seconds
            if noticed and run(build, tests[test], {"KILN_MUTANT": ",".join(group)}, 5 * usual + 20)[0]:  # no accident
                noticers[test] += 1
                return label, test
        return label, ""

    with ThreadPoolExecutor(args.jobs) as pool:
        for label, test in pool.map(judge, sorted(mutants)):
            if test is None:
                continue
            if label not in state["done"]:
                state["done"][label] = test
                json.dump(state, open(store, "w"))
                print(f"{'noticed' if test else 'NOT NOTICED'}: {label}{' by ' + test if test else ''}", flush=True)
    done = {k: v for k, v in state["done"].items() if args.only in k}
    why, bad = explained(), 0
    for label, test in sorted(done.items()):
        if test:
            continue
        place, what = label.split(" ", 1)
        reason = why.get((place.rsplit(":", 1)[0], what))
        bad += not reason
        print(f"not noticed: {label}: {reason or 'NOT EXPLAINED (tests/mutants.txt)'}")
    noticed = sum(1 for t in done.values() if t)
    print(f"{len(mutants)} mutants, {len(done)} tried, {noticed} noticed ({100 * noticed / max(1, len(done)):.1f} %), "
          f"{len(done) - noticed - bad} explained, {bad} not explained")
    return 1 if bad or not done else 0


sys.exit(main())

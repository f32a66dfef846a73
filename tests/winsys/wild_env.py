#!/usr/bin/env python3
"""Wild values of the variables of docs/env.md: programs end by themselves, with any result, in time; no signal ends them.

usage: wild_env.py SOURCE-DIR FIRST LAST PROGRAM...        (a program with its arguments is one word, split at tabs)

Each case sets some of the variables to values by its seed and runs one of the programs.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

LIMIT = 120  # seconds that a program may take
# They end or slow programs down as they say, make ioctls fail that tests rely on, or name files to load.
LEFT_OUT = {"KILN_SIM_JIT_LIBRARY", "KILN_SIM_FAIL", "KILN_TEST_ALL", "KILN_FORGED", "JOBS", "KILNC"}
WILD = ["", "-1", "0", "1", "2", "3", "7", "off", "on", "all", "help", "auto", "NaN", "1e9", "0x", "0x7fffffffffffffff", "18446744073709551615",
        "99999999999999999999999", "-9223372036854775808", "4G", "16777216T", "1:", ":1", "0:12", "17:12", "-3:-3", "%s%n%x", "\x01\x7f", "\udcff\udcfe", "a" * 5000,
        "," * 300, "race,oob,uninit,barrier", "race,limit=-1", "limit=99999999999", "abort", "sim:", "sim:skl", "sim:nothing", "sim:bxt", "/dev/null", "/dev/zero",
        "/", "/proc/self/mem", "/nonexistent/x", "{}", "{}/a", "{}/a/b", "stats,time,errors", "registers=0", "registers=16", "registers=999",
        "simd8,simd16,simd32", "without=gvn:sched:x:::", "shuffle=-5", "capture=", "capture={}", "capture=/", "forget=", "forget=all:x", "validate,lean,noslice"]


def variables(source):
    text = open(os.path.join(source, "docs/env.md")).read()
    return sorted(set(re.findall(r"^\| `(KILN_[A-Z_]+)`", text, re.M)) - LEFT_OUT)


def main():
    source, first, last, *programs = sys.argv[1:]
    names, bad, ended = variables(source), 0, 0
    for seed in range(int(first), int(last) + 1):
        r = random.Random(seed)
        with tempfile.TemporaryDirectory() as d:
            chosen = {n: r.choice(WILD).replace("{}", d) for n in r.sample(names, r.randint(1, 5))}
            env = {**os.environ, "KILN_CACHE_DIR": d, "KILN_SIM_BUDGET": "64M", "KILN_SIM_TIMEOUT_MS": "3000", **chosen}
            program = r.choice(programs).split("\t")  # (paths may have spaces)
            try:
                p = subprocess.run(program, env=env, cwd=d, capture_output=True, timeout=LIMIT)
                what = f"signal {-p.returncode}" if p.returncode < 0 and "abort" not in chosen.get("KILN_SIM_CHECK", "") else ""
            except subprocess.TimeoutExpired:
                what = f"it does not end within {LIMIT} s"
            ended += not what
            if what:
                bad += 1
                print(f"# case {seed}: {' '.join(program)}: {what}, with", {k: v[:60] for k, v in chosen.items()})
                print("#", p.stderr[-300:] if "signal" in what else "")
    print(f"# {ended} of {int(last) - int(first) + 1} cases ended well")
    print(f"{'ok' if not bad else 'not ok'} 1 - wild values\n1..1")
    sys.exit(bad != 0)


main()

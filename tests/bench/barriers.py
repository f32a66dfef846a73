#!/usr/bin/env python3
"""Counts the PIPE_CONTROLs that drivers make of typical sequences of commands (barriers.c): for bench.py, and as a test
of Kiln's. TAP.

usage: barriers.py BENCH_BARRIERS KILN_DECODE SPIRV
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

REPEAT = 8  # of each sequence in its batch
# name -> PIPE_CONTROLs of a repetition; and whether a cache is left to invalidate that the kernel does not read through
EXPECTED = {
    "dispatch": (0, False),
    "push + dispatch": (0, False),
    "another pipeline + dispatch": (0, False),
    "execution barrier + dispatch": (1, False),
    "write to read + dispatch": (1, True),
    "write to uniform + dispatch": (1, False),
    "everything to everything + dispatch": (1, True),
    "three barriers + dispatch": (1, True),
    "write to read + pipeline, push, dispatch": (1, True),
    "write to indirect + indirect dispatch": (2 + 1 / REPEAT, False),  # with stalls before the clock is read (gen8/guard.c)
    "timestamp + dispatch + timestamp": (2, False),
    "dispatch + event + dispatch": (2, True),
    "update + barriers + dispatch": (2, True),
}


def batches(bench, decode, spirv, driver, env):
    """Of each sequence: its name, the PIPE_CONTROLs between the first and the last walker of its batch, how many of them
    stall, and the commands after that."""
    with tempfile.TemporaryDirectory() as d:
        p = subprocess.run([bench, driver, spirv], env=dict(env, KILN_SIM_CAPTURE=d), capture_output=True, text=True)
        names = p.stdout.splitlines()
        for path in sorted(glob.glob(f"{d}/*")):
            text = subprocess.run([decode, "-n", path], capture_output=True, text=True).stdout
            commands = re.split(r"\n *0x[0-9a-f]{12}: ", text)  # each with its fields
            walkers = [i for i, c in enumerate(commands) if c.startswith("GPGPU_WALKER")]
            if len(walkers) > REPEAT and names:
                between = [c for c in commands[walkers[0]:walkers[-1]] if c.startswith("PIPE_CONTROL")]
                stalls = [c for c in between if "stall_enable: true" in c]
                yield names.pop(0), len(between), len(stalls), commands[walkers[-1]:]


def main():
    found = {name: (count, any("texture_cache_invalidation" in c for c in after))
             for name, count, _, after in batches(*sys.argv[1:4], "kiln", os.environ)}
    print(f"1..{len(EXPECTED)}")
    for i, (name, (count, left)) in enumerate(EXPECTED.items(), 1):
        good = found.get(name) == (count * REPEAT, left)
        if not good:
            print(f"# {name}: {found.get(name)} instead of {(count * REPEAT, left)}")
        print(f"{'ok' if good else 'not ok'} {i} - {name.replace('+', 'and')}")


if __name__ == "__main__":
    main()

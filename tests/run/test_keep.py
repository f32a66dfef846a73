#!/usr/bin/env python3
"""KILN_DEBUG=spirv=DIR writes the modules of a program's pipelines, whether their kernels are compiled or come from the cache on disk.

usage: test_keep.py APP SHADER.spv      (the driver's manifest in VK_DRIVER_FILES)
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

app, shader = sys.argv[1:3]


def run(top, folder, **more):
    """The modules in the folder, by name, and what the program said."""
    os.mkdir(os.path.join(top, folder))
    env = {k: v for k, v in os.environ.items() if k != "KILN_CACHE"} | {"KILN_CACHE_DIR": os.path.join(top, "cache"), "KILN_DEBUG": "spirv=" + os.path.join(top, folder), **more}
    p = subprocess.run([app, shader, "0"], env=env, capture_output=True, text=True, check=False)
    return {n: open(os.path.join(top, folder, n), "rb").read() for n in os.listdir(os.path.join(top, folder))}, p.stderr


with tempfile.TemporaryDirectory() as top:
    cold, said = run(top, "cold")
    kernels = sum(len(f) for _, _, f in os.walk(os.path.join(top, "cache")))
    case("with an empty cache", list(cold.values()) == [open(shader, "rb").read()], said, list(cold))
    case("which has the kernel then", kernels > 0, kernels)
    warm, said = run(top, "warm")
    case("with a warm cache", warm == cold, said, list(warm))
    _, said = run(top, "nowhere", KILN_DEBUG="spirv=" + os.path.join(top, "none"))
    case("what cannot be written is said", "spirv=" in said and "No such file" in said, said)
sys.exit(done())

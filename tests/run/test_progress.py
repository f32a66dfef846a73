#!/usr/bin/env python3
"""Work that takes long shows how far it is on a terminal, and says nothing of it in a pipe: ./dev (with tools that only pretend) and bench.

    test_progress.py SOURCE
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done, skip, terminal

source = os.path.abspath(sys.argv[1])
HAS_TERMINALS = terminal() is not None
NONE = "no pseudo terminals here"
TOOLS = {
    "dpkg-query": "echo installed",
    "meson": 'echo "Checking for nothing: YES"; sleep 1; mkdir -p "$2"; touch "$2/build.ninja"',
    "ninja": 'for i in 1 2 3; do echo "[$i/3] Compiling $i"; sleep 0.7; done; [ ! -e fail ] || { echo "error: it is broken"; exit 1; }',
}


def on_terminal(command, **kw):
    master, slave = terminal()
    p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave, **kw)
    os.close(slave)
    out = b""
    while True:
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        out += data
        if not data:
            break
    return p.wait(), out.decode(errors="replace")


def in_pipe(command, **kw):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **kw)
    return p.returncode, p.stderr


def test_dev(folder):
    env = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", JOBS="1")
    os.makedirs(f"{folder}/bin")
    shutil.copy(f"{source}/dev", folder)
    for name, text in TOOLS.items():
        with open(f"{folder}/bin/{name}", "w", encoding="utf-8") as f:
            f.write(f"#!/bin/sh\n{text}\n")
        os.chmod(f"{folder}/bin/{name}", 0o755)
    dev = [f"{folder}/dev", "build"]
    ways = [in_pipe]
    if HAS_TERMINALS:
        ways.append(on_terminal)
        status, out = on_terminal(dev, env=env, cwd=folder)
        case("configuring shows how far it is", status == 0 and "Checking for nothing" in out, out)
        case("building too, in one line that is freed", "[2/3] Compiling 2" in out and out.endswith("\r\033[K"), out)
        shutil.rmtree(f"{folder}/build")
    else:
        skip("configuring and building show how far they are", NONE)
    status, out = in_pipe(dev, env=env, cwd=folder)
    case("nothing of it in a pipe", status == 0 and "Compiling" not in out and "Checking" not in out and "\r" not in out and "building build/" in out, out)
    open(f"{folder}/fail", "w", encoding="utf-8").close()
    for run in ways:
        status, out = run(dev, env=env, cwd=folder)
        case(f"a failure is told ({run.__name__})", status == 1 and "error: it is broken" in out and "build failed" in out, (status, out))


def test_python():
    script = [sys.executable, "-c", f"import sys; sys.path.insert(0, {source + '/tests'!r}); from progress import progress; progress('half way'); progress()"]
    if HAS_TERMINALS:
        status, out = on_terminal(script)
        case("a script's progress is on the terminal, and goes", status == 0 and out == "\r\033[Khalf way\r\033[K", repr(out))
    else:
        skip("a script's progress is on the terminal, and goes", NONE)
    status, out = in_pipe(script)
    case("and not in a pipe", status == 0 and out == "", repr(out))


def main():
    folder = tempfile.mkdtemp()
    try:
        test_dev(folder)
        test_python()
    finally:
        shutil.rmtree(folder)
    return done()


sys.exit(main())

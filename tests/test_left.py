#!/usr/bin/env python3
"""What ./dev test --all --resume goes on with (left.py), after made-up runs. Prints TAP.

usage: test_left.py SOURCE
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tap import case, done

SOURCE = os.path.abspath(sys.argv[1])
TESTS = {"one": "vk", "two": "vk", "three": "sim", "boots": "guest", "lives": "guest"}


class Run:
    def __init__(self, top):
        self.build, self.bin = os.path.join(top, "build"), os.path.join(top, "bin")
        os.makedirs(os.path.join(self.build, "meson-logs"))
        os.mkdir(self.bin)
        tests = json.dumps([{"name": n, "suite": ["kiln:" + s]} for n, s in TESTS.items()])
        with open(os.path.join(self.bin, "meson"), "w", encoding="utf-8") as f:
            f.write(f"#!/bin/sh\ncat <<'END'\n{tests}\nEND\n")
        os.chmod(f.name, 0o755)

    def log(self, name, results, more=""):
        with open(os.path.join(self.build, "meson-logs", name), "w", encoding="utf-8") as f:
            for test, result in results.items():
                f.write(json.dumps({"name": f"kiln:{TESTS[test]} / {test}", "result": result, "stdout": "ok 1\nok 2\n"}) + "\n")
            f.write(more)

    def left(self, which):
        p = subprocess.run([sys.executable, os.path.join(SOURCE, "tests", "left.py"), self.build, which], capture_output=True, text=True,
                           env={**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}"})
        return p.stdout.split() if p.returncode == 0 else p.stderr

    def counted(self):
        p = subprocess.run([sys.executable, os.path.join(SOURCE, "tests", "count.py"), os.path.join(self.build, "meson-logs", "passed.json")],
                           capture_output=True, text=True)
        return p.stdout.splitlines()[-1]


with tempfile.TemporaryDirectory() as top:
    r = Run(top)
    case("all is left of a run without a log", r.left("others") == ["one", "two", "three"] and r.left("guest") == ["boots", "lives"])
    r.log("testlog.json", {"one": "OK", "two": "FAIL"}, more='{"name": "kiln:sim / thr')
    r.log("guestlog.json", {"boots": "SKIP"})
    case("what failed, and what had not ended", r.left("others") == ["two", "three"], r.left("others"))
    case("of guests likewise", r.left("guest") == ["lives"], r.left("guest"))
    case("what passed is counted once", r.counted() == "4 passed, 0 failed, 0 skipped", r.counted())
    os.unlink(os.path.join(r.build, "meson-logs", "guestlog.json"))
    r.log("testlog.json", {"two": "OK"})
    case("a second run adds to it", r.left("others") == ["three"] and r.left("guest") == ["lives"], r.left("others"))
    case("and is counted with it", r.counted() == "6 passed, 0 failed, 0 skipped", r.counted())
    r.log("testlog.json", {"three": "TIMEOUT"})
    case("a test that took too long is left", r.left("others") == ["three"], r.left("others"))
sys.exit(done())

#!/usr/bin/env python3
"""kiln-probe on the simulated devices: every answer is as its table says; it survives hangs and failures, and its page and JSON agree.

usage: probe.py KILN_PROBE TRUTH_MD [--write]      (--write: puts the questions into docs/truth.md and ends)
"""
import json
import os
import re
import subprocess
import sys

PROBE, TRUTH = sys.argv[1:3]
BEGIN, END = "<!-- questions: kiln-probe --list=markdown -->\n", "<!-- end of questions -->"
DEVICES = ["skl", "bxt", "glk", "skl-gt1"] + (["kbl", "cfl", "cml", "skl-gt4", "bxt-2x6"] if os.environ.get("KILN_TEST_ALL") else [])
number = failed = 0


def ok(good, name, why=""):
    global number, failed
    number += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {number} - {name}")
    if not good:
        print("\n".join("# " + line for line in str(why).split("\n")))


def run(*args, **env):
    return subprocess.run([PROBE, *args], env={**os.environ, **env}, capture_output=True, text=True)


text = open(TRUTH).read()
head, rest = text.split(BEGIN, 1)
new = head + BEGIN + run("--list=markdown").stdout + END + rest.split(END, 1)[1]
if sys.argv[3:] == ["--write"]:
    open(TRUTH, "w").write(new)
    sys.exit(0)
ok(new == text, "docs/truth.md has the questions", f"{sys.argv[0]} {PROBE} {TRUTH} --write")
for device in DEVICES:
    p = run("-d", f"sim:{device}", "--json")
    answers = json.loads(p.stdout)["answers"] if p.returncode in (0, 1) else []
    ok(p.returncode == 0 and len(answers) > 50, f"{device}: {len(answers)} questions", p.stdout + p.stderr)
    for a in answers:
        ok(a["verdict"] in ("as assumed", "measured"), f"{device}: {a['name']}", json.dumps(a, indent=1))
page = run("-d", "sim:skl")
ok(re.search(r"^\d+ questions: \d+ as assumed, 0 other, 0 hung, \d+ measured, 0 not asked$", page.stdout, re.M), "the page", page.stdout)
listed = [line for line in run("--list").stdout.split("\n") if line and line[0] != " "]
ok(len(listed) == len(set(listed)) > 50, "names are unique", listed)
# A machine that is not as the tables say: threads that give up early are hangs, each in a context of its own.
hung = run("-d", "sim:skl", "--only", "groups", KILN_SIM_BUDGET="2")
ok(hung.returncode == 1 and "HUNG" in hung.stdout, "a hang is told", hung.stdout + hung.stderr)
many = run("-d", "sim:skl", "--only", "latency", KILN_SIM_BUDGET="2")
ok(many.stdout.count("HUNG") >= 5, "hangs do not end the other questions", many.stdout + many.stderr)
# Failures of the kernel interface: an answer or an error, never a crash.
for n in range(0, 120, 7):
    p = run("-d", "sim:skl", "--only", "jump", KILN_SIM_FAIL=f"{n}:12")
    ok(p.returncode in (0, 1, 2), f"ioctl {n} fails", p.stderr)
ok(run("-d", "sim:nosuch").returncode == 2, "no such device")
ok(run("--only", "nosuch").returncode == 2, "no such question")
ok(run("--nosuch").returncode == 2, "no such option")
print(f"1..{number}")
sys.exit(failed > 0)

#!/usr/bin/env python3
"""kiln-probe on the simulated devices: every answer is as its table says; it survives hangs and failures, and its page and JSON agree.

usage: probe.py KILN_PROBE TRUTH_MD [--write]      (--write: puts the questions into docs/truth.md and ends)
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

PROBE, TRUTH = sys.argv[1:3]
BEGIN, END = "<!-- questions: kiln-probe --list=markdown -->\n", "<!-- end of questions -->"
DEVICES = ["skl", "bxt", "glk", "skl-gt1", "bdw", "icl", "tgl"] + (
    ["kbl", "cfl", "cml", "skl-gt4", "bxt-2x6", "chv", "ehl", "jsl", "lkf", "rkl", "adls", "adlp", "adln", "dg1"] if os.environ.get("KILN_TEST_ALL") else [])
# What a chip does not have.
LACKING = {"typed-bits-rgba8", "typed-bits-rgb10a2", "typed-bits-r8", "shared-fence"}, {"shared-fence"}, {"mad-double-fused", "multiply-low", "interpolate"}


def lacks(device):
    return LACKING[0 if device in ("bdw", "chv") else 1 if device.split("-")[0] in ("skl", "bxt", "glk", "kbl", "cfl", "cml") else 2]


def run(*args, **env):
    return subprocess.run([PROBE, *args], env={**os.environ, **env}, capture_output=True, text=True)


text = open(TRUTH).read()
head, rest = text.split(BEGIN, 1)
new = head + BEGIN + run("--list=markdown").stdout + END + rest.split(END, 1)[1]
if sys.argv[3:] == ["--write"]:
    open(TRUTH, "w").write(new)
    sys.exit(0)
case("docs/truth.md has the questions", new == text, f"{sys.argv[0]} {PROBE} {TRUTH} --write")
for device in DEVICES:
    p = run("-d", f"sim:{device}", "--json")
    answers = json.loads(p.stdout)["answers"] if p.returncode in (0, 1) else []
    case(f"{device}: {len(answers)} questions", p.returncode == 0 and len(answers) > 50, p.stdout + p.stderr)
    for a in answers:
        wanted = ("not on this chip",) if a["name"] in lacks(device) else ("as assumed", "measured")
        case(f"{device}: {a['name']}", a["verdict"] in wanted, json.dumps(a, indent=1))
page = run("-d", "sim:skl")
case("the page", re.search(r"^\d+ questions: \d+ as assumed, 0 other, 0 hung, \d+ measured, 0 not asked, 1 not on this chip$", page.stdout, re.M), page.stdout)
listed = [line for line in run("--list").stdout.split("\n") if line and line[0] != " "]
case("names are unique", len(listed) == len(set(listed)) > 50, listed)
# A machine that is not as the tables say: threads that give up early are hangs, each in a context of its own.
hung = run("-d", "sim:skl", "--only", "groups", KILN_SIM_BUDGET="2")
case("a hang is told", hung.returncode == 1 and "HUNG" in hung.stdout, hung.stdout + hung.stderr)
many = run("-d", "sim:skl", "--only", "latency", KILN_SIM_BUDGET="2")
case("hangs do not end the other questions", many.stdout.count("HUNG") >= 5, many.stdout + many.stderr)
# Failures of the kernel interface: an answer or an error, never a crash.
for n in range(0, 120, 7):
    p = run("-d", "sim:skl", "--only", "jump", KILN_SIM_FAIL=f"{n}:12")
    case(f"ioctl {n} fails", p.returncode in (0, 1, 2), p.stderr)
case("no such device", run("-d", "sim:nosuch").returncode == 2)
case("no such question", run("--only", "nosuch").returncode == 2)
case("no such option", run("--nosuch").returncode == 2)
sys.exit(done())

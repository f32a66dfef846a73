#!/usr/bin/env python3
"""What kilnc --emit analysis says of a kernel's pace is what KILN_SIM_STATS counts, where the code leaves nothing open.

    test_pace.py KILNC PROGRAM STRAIGHT.spv LOOP.spv      (tests/debug/dispatch.c)
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

kilnc, program, straight, loop = sys.argv[1:5]


def counted(groups, shader):
    with tempfile.TemporaryDirectory() as folder:
        stats = os.path.join(folder, "stats.json")
        subprocess.run([program, str(groups), shader], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "KILN_SIM_STATS": stats, "KILN_DEBUG": "noslice"})
        with open(stats, encoding="utf-8") as f:
            data = json.load(f)
    return data["dispatches"][0]["estimate"], data["kernels"][data["dispatches"][0]["kernel"]]


def told(shader):
    return json.loads(subprocess.run([kilnc, "--emit", "analysis", shader], check=True, capture_output=True, text=True).stdout)["results"][0]


def main():
    t = told(straight)
    estimate, kernel = counted(t["pace"]["groups"], straight)
    for bound in ("EU pipes", "latency", "data port", "thread dispatch"):
        case(f"{bound} of straight code", abs(estimate["bounds"][bound] - t["pace"]["bounds"][bound]) <= 1,
             f"{t['pace']['bounds'][bound]}, counted {estimate['bounds'][bound]}")
    case("the bound", estimate["bound"] == t["pace"]["bound"], (estimate["bound"], t["pace"]["bound"]))
    case("the occupancy", abs(estimate["occupancy"] - t["pace"]["occupancy"]) < 0.01, (estimate["occupancy"], t["pace"]["occupancy"]))
    executed = kernel["instructions"][0]["executed"]
    mine = sum(i["waits"] + i["clocks"] for i in t["listing"])
    theirs = sum(i["clocks"] for i in kernel["instructions"]) / executed
    case("clocks of its instructions, waits included", abs(mine - theirs) <= 0.02 * theirs, (mine, theirs))
    case("one way only", t["pace"]["shortest"] == t["pace"]["longest"], t["pace"])

    # A loop that takes 10 rounds in the one and 400,000 in the other: clocks of a round.
    t = told(loop)
    estimate, _ = counted(1, loop)
    body = [b for b in t["blocks"] if b["loop_depth"]]
    case("a loop", len(body) >= 1, t["blocks"])
    per_round = estimate["bounds"]["latency"] / 400000
    unrolled = per_round / sum(b["clocks"] for b in body)
    case("clocks of its rounds", any(abs(unrolled * n - 1) < 0.1 for n in (1, 2, 4, 8, 16)), f"{per_round} a round, {body}")
    sys.exit(done())


main()

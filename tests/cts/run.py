#!/usr/bin/env python3
"""Runs the Khronos conformance tests (a build of VK-GL-CTS that you point to) on the driver that VK_DRIVER_FILES names.

usage: ./dev cts --cts DIR --state FOLDER [options] [PATTERN...]
       ./dev cts --state FOLDER [--state FOLDER...] [--against FOLDER]      what those runs came to

The list is cut into shards by the names of the cases, so that machines share one list, and each case's result goes into the state folder as it
comes: a run that is stopped goes on where it was. A crash or a hang costs the one case. Cases that fail for a known reason are in expected.txt.
Exit status: 0 if all that ran passed, or failed as expected; 1 if not; 2 for wrong usage.
"""
import argparse
import fnmatch
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

from results import GOOD, State, add_options, in_shard, lines_of, run_all, sum_up

HERE = os.path.dirname(os.path.abspath(__file__))
CASE = re.compile(r"^Test case '([^']+)'\.\.")
RESULT = re.compile(r"^  (Pass|Fail|QualityWarning|CompatibilityWarning|Pending|NotSupported|ResourceError|InternalError|Waiver|Crash|Timeout|DeviceLost)"
                    r" \((.*)\)$")


# ---- the list

def read_list(path):
    """The cases of a list, or of the lists that it names (vk-default.txt has one a line)."""
    with open(path) as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    cases = []
    for line in lines:
        cases += read_list(os.path.join(os.path.dirname(path), line)) if line.endswith(".txt") else [line]
    return cases


def find_list(cts):
    for pattern in ("vk-default.txt", "../external/vulkancts/mustpass/main/vk-default.txt", "external/vulkancts/modules/vulkan/vk-default.txt",
                    "../../../mustpass/main/vk-default.txt", "../../../../../external/vulkancts/mustpass/main/vk-default.txt"):
        for path in glob.glob(os.path.join(cts, pattern)):
            return path
    return None


def choose(cases, patterns, shard):
    if patterns:
        cases = [c for c in cases if any(fnmatch.fnmatchcase(c, p) or c.startswith(p.rstrip("*").rstrip(".") + ".") or c == p for p in patterns)]
    return [c for c in dict.fromkeys(cases) if in_shard(c, shard)]


# ---- running

def end_of(file, most):
    file.seek(max(file.seek(0, os.SEEK_END) - most, 0))
    return file.read().decode(errors="replace")


def last_line(file):
    """What a program said last, of a driver's warnings perhaps, for behind what became of it."""
    said = [" ".join(line.split()) for line in end_of(file, 2000).split("\n") if line.strip()]
    return f": {said[-1][:200]}" if said else ""


def last_text(path, case):
    """What the log says last of a case, for behind a result that says nothing ("Fail", of a script of Amber's)."""
    if not os.path.exists(path):
        return ""
    with open(path, "rb") as f:
        said = end_of(f, 20000).rpartition(f"#beginTestCaseResult {case}\n")[2].partition("\n#endTestCaseResult")[0]
    texts = re.findall(r"<Text>([^<]*)", said)
    return f": {texts[-1]}" if texts else ""


def run_some(args, cases, state):
    """Runs deqp-vk on these until it ends. Returns those that were neither run nor to blame.

    A case that fails by an exception leaves behind what it had under way: threads, submissions that wait for what is destroyed. So who
    crashes or loses the device behind one that failed is returned as well, first, and its result is what it does there.
    """
    with tempfile.TemporaryDirectory() as folder:
        path, log = os.path.join(folder, "cases.txt"), os.path.join(folder, "log.qpa")
        with open(path, "w") as f:
            f.write("\n".join(cases) + "\n")
        command = [os.path.abspath(args.deqp), f"--deqp-caselist-file={path}", f"--deqp-log-filename={log}",
                   "--deqp-log-images=disable", "--deqp-log-shader-sources=disable", f"--deqp-shadercache-filename={folder}/cache", *args.deqp_option]
        said = tempfile.TemporaryFile()
        process = subprocess.Popen(command, cwd=os.path.dirname(os.path.abspath(args.deqp)), stdout=subprocess.PIPE, stderr=said,
                                   start_new_session=True)
        current, done, hung, failed, behind = None, set(), False, False, {}
        for line in lines_of(process, args.timeout):
            if line is None:
                hung = True
                break
            started, ended = CASE.match(line), RESULT.match(line)
            if started:
                current = started[1]
            elif ended and current:
                if failed and ended[1] == "DeviceLost":
                    behind[current] = ended[1]
                else:
                    state.add(current, ended[1], ended[2] + (last_text(log, current) if ended[1] == ended[2] == "Fail" else ""))
                    done.add(current)
                failed |= ended[1] not in GOOD
                current = None
        status = process.wait()
        how = (f"signal {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}") + last_line(said)
        left = [c for c in cases if c not in done]
        if left and not hung and not done and not current:  # it refuses to begin
            for c in left:
                state.add(c, "InternalError", f"no result of deqp-vk: {how}")
            left = []
        elif hung or status < 0 or current:
            blamed = current or (left[0] if left and (hung or status < 0) else None)
            if blamed and failed and not hung:
                behind[blamed] = "Crash"
            elif blamed:
                state.add(blamed, "Timeout" if hung else "Crash", f"no output for {args.timeout} s" if hung else how)
                left = [c for c in left if c != blamed]
        for case, status in behind.items():
            state.notes[case] = f" (first in its process; behind one that failed: {status})"
        return sorted(left, key=lambda c: c not in behind)


def main():
    p = argparse.ArgumentParser(prog="./dev cts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cts", metavar="DIR", help="the folder with deqp-vk (external/vulkancts/modules/vulkan of a build)")
    p.add_argument("--list", metavar="FILE", help="the cases (default: vk-default.txt of the mustpass lists beside the build)")
    add_options(p, 200, 120, os.path.join(HERE, "expected.txt"), 10000)
    p.add_argument("--json", metavar="FILE", help="write the results as JSON as well")
    p.add_argument("--deqp-option", metavar="OPTION", action="append", default=[], help="passed to deqp-vk")
    p.add_argument("patterns", nargs="*", metavar="PATTERN", help="only cases of that name, group or glob")
    args = p.parse_args()
    if args.cts:
        args.deqp = os.path.join(args.cts, "deqp-vk")
        path = args.list or find_list(args.cts)
        if len(args.state) != 1 or not os.access(args.deqp, os.X_OK) or not path or not os.path.exists(path):
            p.error(f"one --state; {args.deqp} must be a program; and the list must be there: {path}")
        state = State(args.state[0])
        state.forget(args.again)
        cases = choose(read_list(path), args.patterns, args.shard)
        if not cases:
            p.error("no case of the list is of these patterns and this shard")
        run_all(args, cases, state, run_some)
    elif args.patterns or args.again:
        p.error("without --cts nothing is run")
    results, bad = sum_up(p, args, lambda case: ".".join(case.split(".")[:2]))
    if args.json:
        with open(args.json, "w") as f:
            json.dump({c: {"status": s, "text": t} for c, (s, t) in sorted(results.items())}, f, indent=1)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

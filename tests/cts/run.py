#!/usr/bin/env python3
"""Runs the Khronos conformance tests (a build of VK-GL-CTS that you point to) on the driver that VK_DRIVER_FILES names.

usage: ./dev cts --cts DIR --state FOLDER [options] [PATTERN...]
       ./dev cts --state FOLDER [--state FOLDER...] [--against FOLDER]      what those runs came to

The list is cut into shards by the names of the cases, so that machines share one list, and each case's result goes into the state folder as it
comes: a run that is stopped goes on where it was. A crash or a hang costs the one case. Cases that fail for a known reason are in expected.txt.
Exit status: 0 if all that ran passed, or failed as expected; 1 if not; 2 for wrong usage.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import hashlib
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
GOOD = {"Pass", "NotSupported", "QualityWarning", "CompatibilityWarning", "Waiver"}
CASE = re.compile(r"^Test case '([^']+)'\.\.")
RESULT = re.compile(r"^  (Pass|Fail|QualityWarning|CompatibilityWarning|Pending|NotSupported|ResourceError|InternalError|Waiver|Crash|Timeout)"
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


def in_shard(case, shard):
    index, count = shard
    return int(hashlib.sha256(case.encode()).hexdigest()[:8], 16) % count == index - 1


def choose(cases, patterns, shard):
    if patterns:
        cases = [c for c in cases if any(fnmatch.fnmatchcase(c, p) or c.startswith(p.rstrip("*").rstrip(".") + ".") or c == p for p in patterns)]
    return [c for c in dict.fromkeys(cases) if in_shard(c, shard)]


# ---- results, a line each: case, status, what was said

def read_state(folder):
    results = {}
    path = os.path.join(folder, "results.txt")
    if os.path.exists(path):
        with open(path, errors="replace") as f:
            for line in f:
                fields = line.rstrip("\n").split("\t")
                if len(fields) == 3 and line.endswith("\n"):  # the last line of a run that was killed may be half one
                    results[fields[0]] = (fields[1], fields[2])
    return results


class State:
    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.results = read_state(folder)
        self.lock = threading.Lock()
        path = os.path.join(folder, "results.txt")
        torn = os.path.exists(path) and os.path.getsize(path) and open(path, "rb").read()[-1:] != b"\n"
        self.file = open(path, "a")
        if torn:
            self.file.write("\n")

    def add(self, case, status, text):
        text = re.sub(r"\s+", " ", text)[:300]
        with self.lock:
            self.results[case] = (status, text)
            self.file.write(f"{case}\t{status}\t{text}\n")
            self.file.flush()


# ---- running

def lines_of(process, timeout):
    """The lines of its output as they come; ends at its end, or, with the process killed, if none came for so long."""
    selector = selectors.DefaultSelector()
    selector.register(process.stdout, selectors.EVENT_READ)
    rest = b""
    while True:
        if not selector.select(timeout):
            os.killpg(process.pid, signal.SIGKILL)
            yield None
            return
        data = os.read(process.stdout.fileno(), 65536)
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace").rstrip("\r")


def run_some(args, cases, state):
    """Runs deqp-vk on these until it ends. Returns those that were neither run nor to blame."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cases.txt")
        with open(path, "w") as f:
            f.write("\n".join(cases) + "\n")
        command = [os.path.abspath(args.deqp), f"--deqp-caselist-file={path}", f"--deqp-log-filename={folder}/log.qpa",
                   "--deqp-log-images=disable", "--deqp-log-shader-sources=disable", f"--deqp-shadercache-filename={folder}/cache", *args.deqp_option]
        process = subprocess.Popen(command, cwd=os.path.dirname(os.path.abspath(args.deqp)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        current, done, hung = None, set(), False
        for line in lines_of(process, args.timeout):
            if line is None:
                hung = True
                break
            started, ended = CASE.match(line), RESULT.match(line)
            if started:
                current = started[1]
            elif ended and current:
                state.add(current, ended[1], ended[2])
                done.add(current)
                current = None
        status = process.wait()
        left = [c for c in cases if c not in done]
        if hung or status < 0 or current:
            blamed = current or (left[0] if left and (hung or status < 0) else None)
            if blamed:
                state.add(blamed, "Timeout" if hung else "Crash", f"no output for {args.timeout} s" if hung else
                          f"signal {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}")
                left = [c for c in left if c != blamed]
        elif left and not done:  # it refuses to begin
            for c in left:
                state.add(c, "InternalError", f"deqp-vk ended with status {status} and no result")
            left = []
        return left


def run_all(args, cases, state):
    todo = [c for c in cases if c not in state.results]
    batches = [todo[i:i + args.batch] for i in range(0, len(todo), args.batch)]
    began, before = time.time(), len(cases) - len(todo)

    def work(batch):
        while batch:
            batch = run_some(args, batch, state)

    def show(end="\r"):
        ran = sum(c in state.results for c in todo)
        rate = ran / max(time.time() - began, 1e-3)
        bad = sum(state.results[c][0] not in GOOD for c in todo if c in state.results)
        print(f"[cts] {before + ran} of {len(cases)}, {bad} not good, {rate:.0f} a second, {(len(todo) - ran) / max(rate, 1e-3) / 60:.0f} min left  ",
              end=end, file=sys.stderr, flush=True)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = {pool.submit(work, b) for b in batches}
        while waiting:
            done, waiting = concurrent.futures.wait(waiting, timeout=2, return_when=concurrent.futures.FIRST_COMPLETED)
            for d in done:
                d.result()
            if sys.stderr.isatty():
                show()
    if sys.stderr.isatty() and todo:
        show("\n")


# ---- what came of it

def read_expected(path):
    """(pattern, status, reason) of each row of `PATTERN STATUS REASON`. `text:PATTERN` is one of what the case says, not of its name."""
    rows = []
    with open(path) as f:
        for number, line in enumerate(f, 1):
            if line.strip() and not line.startswith("#"):
                fields = line.split(None, 2)
                if len(fields) < 3:
                    sys.exit(f"{path}:{number}: PATTERN STATUS REASON")
                rows.append((fields[0], fields[1], fields[2].strip()))
    return rows


def excuse(case, status, text, expected):
    for pattern, what, reason in expected:
        said = pattern.startswith("text:")
        if what == status and fnmatch.fnmatchcase(text if said else case, pattern.removeprefix("text:")):
            return reason
    return None


def report(results, expected, against):
    groups = collections.defaultdict(collections.Counter)
    reasons, excused, bad = collections.Counter(), collections.Counter(), []
    for case, (status, text) in sorted(results.items()):
        group = ".".join(case.split(".")[:2])
        known = excuse(case, status, text, expected) if status not in GOOD else None
        groups[group]["expected" if known else status] += 1
        if status == "NotSupported":
            reasons[re.sub(r"( at \S+:\d+|0x[0-9a-f]+|\b\d+\b)", "", text)[:100]] += 1
        elif known:
            excused[known] += 1
        elif status not in GOOD:
            bad.append((case, status, text))
    columns = ["Pass", "NotSupported", "expected"] + sorted({s for g in groups.values() for s in g} - {"Pass", "NotSupported", "expected"})
    print("| group | " + " | ".join(columns) + " |\n|" + " --- |" * (len(columns) + 1))
    for group, counts in sorted(groups.items()):
        print(f"| {group} | " + " | ".join(str(counts[c]) for c in columns) + " |")
    print("| all | " + " | ".join(str(sum(g[c] for g in groups.values())) for c in columns) + " |")
    for title, counter in (("Not supported:", reasons), ("Expected:", excused)):
        if counter:
            print(f"\n{title}")
            for text, n in counter.most_common(40):
                print(f"{n:8}  {text}")
    if against is not None:
        changed = sorted(c for c in results if c in against and results[c][0] != against[c][0])
        print(f"\nAgainst the other run: {len(changed)} differ, {sum(c not in against for c in results)} are new, "
              f"{sum(c not in results for c in against)} were run there only")
        for c in changed[:200]:
            print(f"  {c}: {against[c][0]} -> {results[c][0]} ({results[c][1]})")
    if bad:
        print("\nNot expected:")
        for case, status, text in bad:
            print(f"  {case}: {status} ({text})")
    print(f"\n{sum(s in GOOD for s, _ in results.values())} good, {sum(excused.values())} as expected, {len(bad)} not expected")
    return bad


def shard_of(text):
    m = re.fullmatch(r"(\d+)/(\d+)", text)
    if not m or not 1 <= int(m[1]) <= int(m[2]):
        raise argparse.ArgumentTypeError("I/N, I from 1 to N")
    return int(m[1]), int(m[2])


def main():
    p = argparse.ArgumentParser(prog="./dev cts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cts", metavar="DIR", help="the folder with deqp-vk (external/vulkancts/modules/vulkan of a build)")
    p.add_argument("--state", metavar="FOLDER", action="append", required=True, help="where results are kept; several with no --cts: summed up")
    p.add_argument("--list", metavar="FILE", help="the cases (default: vk-default.txt of the mustpass lists beside the build)")
    p.add_argument("--shard", metavar="I/N", type=shard_of, default=(1, 1))
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes side by side")
    p.add_argument("--batch", type=int, default=200, help="cases a process")
    p.add_argument("--timeout", type=float, default=120, help="seconds without output that are a hang")
    p.add_argument("--expected", metavar="FILE", default=os.path.join(HERE, "expected.txt"))
    p.add_argument("--against", metavar="FOLDER", help="an earlier run: print what differs")
    p.add_argument("--again", metavar="STATUS", action="append", default=[], help="run those cases once more that had this result (Fail, Crash, ...)")
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
        for case in [c for c, (status, _) in state.results.items() if status in args.again]:
            del state.results[case]
        cases = choose(read_list(path), args.patterns, args.shard)
        if not cases:
            p.error("no case of the list is of these patterns and this shard")
        run_all(args, cases, state)
    elif args.patterns or args.again:
        p.error("without --cts nothing is run")
    results = {}
    for folder in args.state:
        if not os.path.exists(os.path.join(folder, "results.txt")):
            p.error(f"{folder}: no results.txt")
        results.update(read_state(folder))
    bad = report(results, read_expected(args.expected), read_state(args.against) if args.against else None)
    if args.json:
        with open(args.json, "w") as f:
            json.dump({c: {"status": s, "text": t} for c, (s, t) in sorted(results.items())}, f, indent=1)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

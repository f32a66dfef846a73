"""What the runners of conformance suites share: results kept as they come, cases blamed for a crash, the table at the end."""
import argparse
import collections
import concurrent.futures
import fnmatch
import hashlib
import os
import re
import selectors
import signal
import sys
import threading
import time

GOOD = {"Pass", "NotSupported", "QualityWarning", "CompatibilityWarning", "Waiver"}
QUICK, SLOW = 5, 60  # seconds of a process, whose job gives the next one more cases, or fewer


# ---- what both command lines have

def add_options(p, batch, timeout, expected, most=None):
    """most: cases that a process may get where they are quick, as those that the device does not support are."""
    p.set_defaults(most=most or batch)
    p.add_argument("--state", metavar="FOLDER", action="append", required=True, help="where results are kept; several with no --cts: summed up")
    p.add_argument("--shard", metavar="I/N", type=shard_of, default=(1, 1))
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes side by side")
    p.add_argument("--batch", type=int, default=batch, help="cases a process, at first")
    p.add_argument("--timeout", type=float, default=timeout, help="seconds without output that are a hang")
    p.add_argument("--expected", metavar="FILE", default=expected)
    p.add_argument("--against", metavar="FOLDER", help="an earlier run: print what differs")
    p.add_argument("--again", metavar="STATUS", action="append", default=[], help="run those cases once more that had this result (Fail, Crash, ...)")


# ---- the cases of this machine

def in_shard(case, shard):
    index, count = shard
    return int(hashlib.sha256(case.encode()).hexdigest()[:8], 16) % count == index - 1


def shard_of(text):
    m = re.fullmatch(r"(\d+)/(\d+)", text)
    if not m or not 1 <= int(m[1]) <= int(m[2]):
        raise argparse.ArgumentTypeError("I/N, I from 1 to N")
    return int(m[1]), int(m[2])


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
        self.notes = {}  # for behind what a case says
        self.lock = threading.Lock()
        path = os.path.join(folder, "results.txt")
        torn = os.path.exists(path) and os.path.getsize(path) and open(path, "rb").read()[-1:] != b"\n"
        self.file = open(path, "a")
        if torn:
            self.file.write("\n")

    def forget(self, statuses):
        self.results = {c: r for c, r in self.results.items() if r[0] not in statuses}

    def add(self, case, status, text):
        text = re.sub(r"\s+", " ", text)[:300] + self.notes.get(case, "")
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


def run_all(args, cases, state, run_some):
    """run_some(args, cases, state) runs a process on these until it ends, and returns those that were neither run nor to blame."""
    todo = [c for c in cases if c not in state.results]
    left, lock = collections.deque(todo), threading.Lock()
    began, before = time.time(), len(cases) - len(todo)

    def take(size):
        with lock:
            size = min(size, max(args.batch, len(left) // (2 * args.jobs)), len(left))
            return [left.popleft() for _ in range(size)]

    def work():
        size = args.batch
        while batch := take(size):
            start = time.time()
            while batch:
                batch = run_some(args, batch, state)
            took = time.time() - start
            size = min(2 * size, max(args.most, args.batch)) if took < QUICK else max(size // 2, args.batch) if took > SLOW else size

    def show(end="\r"):
        ran = sum(c in state.results for c in todo)
        rate = ran / max(time.time() - began, 1e-3)
        bad = sum(state.results[c][0] not in GOOD for c in todo if c in state.results)
        print(f"[cts] {before + ran} of {len(cases)}, {bad} not good, {rate:.0f} a second, {(len(todo) - ran) / max(rate, 1e-3) / 60:.0f} min left  ",
              end=end, file=sys.stderr, flush=True)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = {pool.submit(work) for _ in range(args.jobs)}
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
    """(pattern of the name, of what the case says, status, reason) of each row of `PATTERN STATUS REASON`.

    PATTERN is one of the name, `text:PATTERN` one of what the case says, and `PATTERN;text:PATTERN` both."""
    rows = []
    with open(path) as f:
        for number, line in enumerate(f, 1):
            if line.strip() and not line.startswith("#"):
                fields = line.split(None, 2)
                if len(fields) < 3:
                    sys.exit(f"{path}:{number}: PATTERN STATUS REASON")
                name, _, said = fields[0].partition("text:")
                rows.append((name.removesuffix(";") or "*", said or "*", fields[1], fields[2].strip()))
    return rows


def excuse(case, status, text, expected):
    for name, said, what, reason in expected:
        if what == status and fnmatch.fnmatchcase(case, name) and fnmatch.fnmatchcase(text, said):
            return reason
    return None


def report(results, expected, against, group_of):
    groups = collections.defaultdict(collections.Counter)
    reasons, excused, bad = collections.Counter(), collections.Counter(), []
    for case, (status, text) in sorted(results.items()):
        group = group_of(case)
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


def sum_up(p, args, group_of):
    """Reports what the runs in the state folders came to. Returns the results, and those that are bad."""
    results = {}
    for folder in args.state:
        if not os.path.exists(os.path.join(folder, "results.txt")):
            p.error(f"{folder}: no results.txt")
        results.update(read_state(folder))
    return results, report(results, read_expected(args.expected), read_state(args.against) if args.against else None, group_of)

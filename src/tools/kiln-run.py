#!/usr/bin/env python3
"""kiln-run: runs a Vulkan program on Kiln, with its checks and statistics, and gives their results to people, scripts and CI.

It sets the variables of docs/env.md for the program, reads the reports of KILN_SIM_CHECK while it runs, and writes them again as JSON,
SARIF 2.1.0 (OASIS) or annotations of GitHub's workflow commands.
"""
import argparse
import difflib
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, "run"), HERE, os.path.join(HERE, "..", "share", "kiln")]  # in the tree, beside it, installed
sys.dont_write_bytecode = True
import kiln_summary  # noqa: E402
from kiln_text import shown  # noqa: E402

CLASSES = {
    "race": "Two accesses of different invocations to the same bytes, one of them a write, which nothing orders",
    "oob": "An access beyond the end of a buffer, an image or shared memory",
    "uninit": "A value that was never written decides a branch, an address or what is stored",
    "barrier": "A barrier that not all invocations of a workgroup reach, or different ones",
    "stale": "A read through a cache that shows what was there before a write: a pipeline barrier is missing",
}
OPTIONS = ("all", "same", "abort")
TOTALS_OF_ALL, STATS_OF_ALL = "totals.%p.json", "stats.%p.json"  # in a folder of our own: of each process
INVOKED_NOT, INVOKED_NO_PROGRAM, USAGE = 126, 127, 2


# ---- reports, as KILN_SIM_CHECK writes them (src/sim/observe/check/report.c)

HEAD = re.compile(r"kiln-check: (\w+): (.*)")
TIMES = re.compile(r"kiln-check: (\d{1,20}) times: (\w+) at (.*)")
PLACE = re.compile(r"    (?:(.*):(\d{1,9})|(.+)\+0x([0-9a-f]{1,16})): (.*) by invocation (\(.*?\)|\d+) of workgroup (\(.*?\))"
                   r"(?:, global (\(.*?\)))?, subgroup (\d{1,9}) lane (\d{1,9})$")
RESOURCE = re.compile(r"\bset (\d{1,9}) binding (\d{1,9})(?: element (\d{1,9}))?(?: \((.*?)\))?(?: in '(.*)'(?=[, ]|$))?")
SHARED = re.compile(r"\bshared memory \((.*?)\)(?=[, ]|$)")
OBJECT = re.compile(r" in '(.*)'(?=[, ]|$)")
KERNEL = re.compile(r"    in (?:the kernel|(.*?))(?:,| at 0x[0-9a-f]+,) SIMD(\d{1,2})")


LONGEST = 8000  # characters of a line; what is longer has names that nobody reads


def numbers(text):
    return [int(n) for n in re.findall(r"\d{1,20}", text)] if text else None


def place_of(m):
    place = {"access": m[5], "invocation": numbers(m[6]), "workgroup": numbers(m[7]), "subgroup": int(m[9]), "lane": int(m[10])}
    if m[8]:
        place["global"] = numbers(m[8])
    place.update({"file": m[1], "line": int(m[2])} if m[1] else {"kernel": m[3], "offset": int(m[4], 16)})
    return place


def resource_of(message):
    """What was accessed, as shader and application call it; None: nothing with a name."""
    if m := RESOURCE.search(message):
        found = {"set": int(m[1]), "binding": int(m[2])}
        found.update({k: v for k, v in (("element", m[3] and int(m[3])), ("variable", m[4]), ("object", m[5])) if v is not None})
        return found
    if m := SHARED.search(message):
        return {"variable": m[1]}
    m = OBJECT.search(message)
    return {"object": m[1]} if m else None


def parse(text):
    """The reports of a text: class, message, count, places, kernels. A report that was cut off has what is there."""
    reports = []
    for line in text.splitlines():
        line = line[:LONGEST]
        if m := TIMES.match(line):
            for r in reports:
                p = r["places"][0] if r["places"] else {}
                where = f"{p['file'][:50]}:{p['line']}" if "file" in p else f"+0x{p.get('offset', 0):x}"
                if r["class"] == m[2] and where == m[3] and r["count"] == 1:
                    r["count"] = int(m[1])
                    break
        elif (m := HEAD.match(line)) and m[1] in CLASSES:
            reports.append({"class": m[1], "message": m[2], "count": 1, "places": [], "kernels": []})
            if resource := resource_of(m[2]):
                reports[-1]["resource"] = resource
        elif reports and (m := PLACE.match(line)):
            reports[-1]["places"].append(place_of(m))
        elif reports and (m := KERNEL.match(line)):
            reports[-1]["kernels"].append({"name": m[1], "simd": int(m[2])})
        elif reports and line.startswith("        ") and reports[-1]["places"]:
            reports[-1]["places"][-1]["instruction"] = line.strip()
    for r in reports:
        for p in r["places"]:
            if source := source_line(p):
                p["source"] = source
    return reports


SOURCES = (".comp", ".glsl", ".hlsl", ".wgsl", ".slang", ".cl", ".h", ".hpp", ".hlsli", ".inc", ".fx", ".usf", ".ush", ".c", ".cc", ".cpp", ".cu", ".py", ".rs",
           ".vert", ".frag", ".compute", ".shader")
LARGEST = 16 << 20


def source_line(place):
    """The text of the line; None: it is not on disk, it is no source (the shader says which file it is), or #line gives the file's rows other numbers."""
    try:
        if not place["file"].lower().endswith(SOURCES) or not os.path.isfile(place["file"]) or os.path.getsize(place["file"]) > LARGEST:
            return None
        with open(place["file"], encoding="utf-8", errors="replace") as f:
            text = f.read()
        return None if re.search(r"^[ \t]*#[ \t]*line\b", text, re.MULTILINE) else text.splitlines()[place["line"] - 1].strip()
    except (KeyError, OSError, IndexError, ValueError):
        return None


def in_words(place):
    at = f"{place['file']}:{place['line']}" if "file" in place else f"{place['kernel']}+0x{place['offset']:x}"
    return f"{place['access']} at {at} by invocation {tuple(place['invocation'])} of workgroup {tuple(place['workgroup'])}"


def sentence(report):
    times = f" ({report['count']} times)" if report["count"] > 1 else ""
    return "; ".join([report["message"] + times] + [in_words(p) for p in report["places"]])


# ---- what is written of them

def as_json(args, status, reports):
    totals = {}
    for r in reports:
        totals[r["class"]] = totals.get(r["class"], 0) + r["count"]
    return {"kiln_checks": 1, "program": args.program, "status": status, "device": args.device or "", "totals": totals, "reports": reports}


def location(place, message=None):
    out = {}
    if "file" in place:
        region = {"startLine": place["line"]}
        if "source" in place:
            region["snippet"] = {"text": place["source"]}
        out["physicalLocation"] = {"artifactLocation": {"uri": relative(place["file"])}, "region": region}
    else:
        out["logicalLocations"] = [{"name": place["kernel"], "kind": "function", "fullyQualifiedName": f"{place['kernel']}+0x{place['offset']:x}"}]
    if message:
        out["message"] = {"text": message}
    return out


def relative(path):
    """As CI wants it: from the root of the repository, where the program was started."""
    inside = os.path.relpath(path)
    return (path if inside.startswith("..") else inside).replace(os.sep, "/")


def as_sarif(reports):
    results = []
    for r in reports:
        result = {"ruleId": r["class"], "ruleIndex": list(CLASSES).index(r["class"]), "level": "error",
                  "message": {"text": sentence(r)}, "occurrenceCount": r["count"]}
        if resource := r.get("resource"):
            result["properties"] = {"resource": resource}
        if r["places"]:
            result["locations"] = [location(r["places"][0])]
            if name := r.get("resource", {}).get("variable"):
                result["locations"][0].setdefault("logicalLocations", []).append({"name": name, "kind": "variable"})
            if r["places"][1:]:
                result["relatedLocations"] = [location(p, in_words(p)) for p in r["places"][1:]]
        results.append(result)
    rules = [{"id": c, "name": c, "shortDescription": {"text": text}} for c, text in CLASSES.items()]
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [{"tool": {"driver": {"name": "Kiln", "rules": rules}}, "results": results}]}


def escape(text, also=""):
    """Of GitHub's workflow commands; `also`: what separates their properties."""
    for c in "%\r\n" + also:
        text = text.replace(c, f"%{ord(c):02X}")
    return text


def annotations(reports):
    for r in reports:
        where = next((p for p in r["places"] if "file" in p), None)
        properties = [f"title={escape('kiln: ' + r['class'], ',:')}"]
        if where:
            properties = [f"file={escape(shown(relative(where['file'])), ',:')}", f"line={where['line']}"] + properties
        yield f"::error {','.join(properties)}::{escape(shown(sentence(r)))}"


# ---- the command line

def check_words(text):
    """The list for KILN_SIM_CHECK, or an error with the nearest word."""
    known = [*CLASSES, *OPTIONS]
    for word in text.split(","):
        if word in known or re.fullmatch(r"limit=\d+", word):
            continue
        near = difflib.get_close_matches(word, known, 1, 0)
        raise argparse.ArgumentTypeError(f"there is no check '{word}': {near[0]}? ({', '.join(known)}, limit=N)")
    if not set(text.split(",")) & {*CLASSES, "all"}:
        raise argparse.ArgumentTypeError(f"'{text}' names no check ({', '.join([*CLASSES, 'all'])})")
    return text


def exit_status(text):
    if not text.isdigit() or not 1 <= int(text) <= 255:
        raise argparse.ArgumentTypeError(f"{text} is none of 1 to 255")
    return int(text)


def command_line():
    p = argparse.ArgumentParser(prog="kiln-run", description="Runs a Vulkan program on Kiln.", allow_abbrev=False,
                                usage="kiln-run [options] -- PROGRAM [ARGUMENT...]")
    p.add_argument("--device", metavar="NAME", help="skl, icl, ... (simulated), auto, or a node as /dev/dri/renderD128; default: KILN_DEVICE or auto")
    p.add_argument("--claim-graphics", action="store_true", help="for programs that take no device without a graphics queue (KILN_GRAPHICS=claim)")
    p.add_argument("--check", metavar="LIST", type=check_words, help="race, oob, uninit, barrier, stale or all of them; same, abort, limit=N")
    p.add_argument("--error-exitcode", metavar="N", type=exit_status, help="the status if a check found something (default: the program's)")
    p.add_argument("--json", metavar="FILE", help="write the reports as JSON; - is standard output")
    p.add_argument("--sarif", metavar="FILE", help="write them as SARIF 2.1.0, for code scanning")
    p.add_argument("--github", action="store_true", help="print them as annotations of GitHub's workflows")
    p.add_argument("--quiet", action="store_true", help="do not print them on standard error as they come")
    p.add_argument("--stats", metavar="FILE", help="write what every dispatch did (KILN_SIM_STATS)")
    p.add_argument("--report", metavar="FILE", help="draw that, as a page of HTML")
    p.add_argument("--summary", metavar="FILE", help="append what was found (with --check) or counted, as Markdown: for GITHUB_STEP_SUMMARY")
    p.add_argument("--totals", metavar="FILE", help="write totals only (KILN_SIM_TOTALS)")
    p.add_argument("program", nargs=argparse.REMAINDER, metavar="-- PROGRAM [ARGUMENT...]")
    args = p.parse_args()
    if args.program[:1] == ["--"]:
        args.program = args.program[1:]
    if not args.program:
        p.error("no program is given")
    if not args.check and (args.error_exitcode or args.json or args.sarif or args.github or args.quiet):
        p.error("without --check there are no reports: --error-exitcode, --json, --sarif, --github and --quiet are about them")
    if args.check and (args.stats or args.report):
        p.error("--check and --stats: the simulated device counts nothing while it checks; run the program twice")
    return p, args


def manifest():
    """Kiln's, of the build tree or the prefix that this program is in."""
    found = [os.path.join(HERE, "kiln_icd.json"), *sorted(glob.glob(os.path.join(HERE, "..", "share", "vulkan", "icd.d", "kiln_icd.*.json")))]
    return next((os.path.normpath(f) for f in found if os.path.exists(f)), None)


def environment(args, check_file, stats):
    env = dict(os.environ)
    path = manifest()
    if not path:
        sys.exit("kiln-run: there is no kiln_icd.json beside it, nor in ../share/vulkan/icd.d")
    env["VK_DRIVER_FILES"] = env["VK_ICD_FILENAMES"] = path
    if args.device:
        env["KILN_DEVICE"] = args.device if args.device == "auto" or "/" in args.device or ":" in args.device else f"sim:{args.device}"
    if args.check:
        env.update(KILN_SIM_CHECK=args.check, KILN_SIM_CHECK_FILE=check_file)
    if stats:
        env["KILN_SIM_STATS"] = stats
    if args.claim_graphics:
        env["KILN_GRAPHICS"] = "claim"
    if args.totals or args.summary:
        env["KILN_SIM_TOTALS"] = os.path.abspath(args.totals) if args.totals else os.path.join(os.path.dirname(check_file), TOTALS_OF_ALL)
    return env


# ---- running

class Follower(threading.Thread):
    """Copies what a file gets to standard error, until it is told to stop."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.file, self.over = open(path, encoding="utf-8", errors="replace"), threading.Event()

    def copy(self):
        if text := self.file.read():
            sys.stderr.write(shown(text))
            sys.stderr.flush()

    def run(self):
        while not self.over.wait(0.2):
            self.copy()
        self.copy()

    def stop(self):
        self.over.set()
        self.join()


def run(args, env):
    """The program's status as a shell has it."""
    try:
        child = subprocess.Popen(args.program, env=env)
    except OSError as e:
        print(f"kiln-run: {args.program[0]}: {e.strerror}", file=sys.stderr)
        return INVOKED_NO_PROGRAM if isinstance(e, FileNotFoundError) else INVOKED_NOT
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the program as well
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    status = child.wait()
    return 128 - status if status < 0 else status


def write(path, data):
    text = json.dumps(data, indent=1) + "\n"
    if path == "-":
        sys.stdout.write(text)
        return
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def publish(args, status, reports):
    if args.json:
        write(args.json, as_json(args, status, reports))
    if args.sarif:
        write(args.sarif, as_sarif(reports))
    for line in annotations(reports) if args.github else ():
        print(line)


def summarize(args, status, reports, env):
    lines = kiln_summary.head(args.program, status, kiln_summary.totals(env["KILN_SIM_TOTALS"].replace("%p", "*")))
    if args.check:
        lines += kiln_summary.findings(args.check, reports)
    else:
        lines += kiln_summary.statistics(env["KILN_SIM_STATS"].replace("%p", "*"), os.path.join(HERE, "kiln-report"))
    kiln_summary.append(args.summary, lines)


def draw(args, stats):
    tool = os.path.join(HERE, "kiln-report")
    title = os.path.basename(args.program[0])
    if not os.path.exists(stats) or not os.path.getsize(stats):
        sys.exit("kiln-run: the program did nothing on a simulated device: there is nothing to draw")
    if subprocess.run([tool, stats, "-t", title, "-o", args.report], check=False).returncode:
        sys.exit(1)


def main():
    _, args = command_line()
    with tempfile.TemporaryDirectory(prefix="kiln-run-") as folder:
        check_file = os.path.join(folder, "checks")
        stats = (os.path.abspath(args.stats) if args.stats else os.path.join(folder, "stats.json") if args.report else
                 os.path.join(folder, STATS_OF_ALL) if args.summary and not args.check else None)
        open(check_file, "w", encoding="utf-8").close()
        env = environment(args, check_file, stats)
        follower = Follower(check_file) if args.check and not args.quiet else None
        if follower:
            follower.start()
        status = run(args, env)
        if follower:
            follower.stop()
        with open(check_file, encoding="utf-8", errors="replace") as f:
            reports = parse(f.read())
        try:
            publish(args, status, reports)
            if args.summary:
                summarize(args, status, reports, env)
        except OSError as e:
            sys.exit(f"kiln-run: {e.filename}: {e.strerror}")
        if args.report:
            draw(args, stats)
    sys.exit(args.error_exitcode if reports and args.error_exitcode else status)


if __name__ == "__main__":
    main()

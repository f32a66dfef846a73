#!/usr/bin/env python3
"""kiln-run: its command line, statuses, and what it makes of the reports of checks.

    test_run.py BUILD-DIR APP FOLDER-OF-CHECKED-SPV FOLDER-OF-THEIR-SOURCES
"""
import html
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

build, app, spv, source = (os.path.abspath(a) for a in sys.argv[1:5])
tool = os.path.join(build, "kiln-run")


def clean():
    return {k: v for k, v in os.environ.items() if not k.startswith(("KILN_SIM", "KILN_DEV", "VK_"))} | {"KILN_CACHE": "off"}


def run(*args):
    p = subprocess.run([sys.executable, tool, *args], capture_output=True, text=True, env=clean())
    return p.returncode, p.stdout, p.stderr


def wants(name, status, text, *args):
    got, out, err = run(*args)
    case(name, got == status and re.search(text, out + err), f"status {got}, wanted {status} and /{text}/: {out}{err}")


def shader(name):
    return os.path.join(spv, name + ".comp.spv")


def marks(name, word):
    with open(os.path.join(source, name + ".comp"), encoding="utf-8") as f:
        return [n for n, line in enumerate(f, 1) if f"@{word}" in line]


def test_command_line():
    wants("no program", 2, "no program is given")
    wants("an unknown check", 2, "there is no check 'rcae': race\\?", "--check", "rcae", "--", "true")
    wants("no check among the words", 2, "names no check", "--check", "same", "--", "true")
    wants("a status that is none", 2, "none of 1 to 255", "--error-exitcode", "256", "--check", "all", "--", "true")
    wants("reports without checks", 2, "without --check", "--sarif", "x", "--", "true")
    wants("checks and statistics", 2, "counts nothing while it checks", "--check", "all", "--stats", "x", "--", "true")
    wants("an abbreviated option", 2, "", "--err", "3", "--check", "all", "--", "true")
    wants("a program that there is not", 127, "no/such: No such file", "--", "no/such")
    wants("a program that cannot be run", 126, "Permission denied", "--", shader("race_shared"))
    wants("its arguments are its own", 0, "<--check><-x><a b>", "--", app, "args", "--check", "-x", "a b")
    wants("also without --", 0, "<--check>", "--device", "skl", app, "args", "--check")
    wants("its status", 7, "device: .*Skylake|device: ", app, shader("race_shared_not"), "7")
    wants("a signal as a shell has it", 128 + signal.SIGKILL, "", app, "signal")
    wants("the device", 0, "(?i)device: .*kaby|device: .*simulated", "--device", "kbl", app, shader("race_shared_not"), "0")
    wants("a device that there is not", 70, "no such device: sim:skl\\?", "--device", "skk", app, shader("race_shared_not"), "0")


TITLE = 'blur, "pass 2"' # app.c names its pipeline
NAMED = f"{TITLE} (main)"


def test_checks():
    status, out, err = run("--check", "race", "--error-exitcode", "9", "--json", "-", app, shader("race_shared"), "0")
    data = json.loads(out[out.index("{"):])
    report = data["reports"][0] if data["reports"] else {}
    case("a race: the status that was asked for", status == 9, (status, err))
    case("its text comes on standard error", "kiln-check: race: " in err, err)
    case("JSON has it with lines", data["kiln_checks"] == 1 and report.get("class") == "race" and
         {p.get("line") for p in report["places"]} <= set(marks("race_shared", "race")), data)
    case("with the source's text", all("source" in p and "@race" in p["source"] for p in report["places"]), report)
    case("with who did it", all(len(p["invocation"]) == 3 and len(p["workgroup"]) == 3 for p in report["places"]) and
         report["kernels"][0]["simd"] in (8, 16, 32), report)
    case("with the pipeline's name", report["kernels"][0]["name"] == NAMED, report)
    case("with counts", data["totals"]["race"] == sum(r["count"] for r in data["reports"]), data["totals"])
    wants("nothing found: the program's status", 5, "", "--check", "all", "--error-exitcode", "9", app, shader("race_shared_not"), "5")
    wants("found, but no status asked for", 5, "race", "--check", "all", app, shader("race_shared"), "5")
    status, _, err = run("--quiet", "--check", "all", "--error-exitcode", "9", app, shader("oob_buffer"), "0")
    case("--quiet", status == 9 and "kiln-check" not in err, err)
    for name, word in (("oob_buffer", "oob"), ("uninit_shared", "uninit"), ("barrier_different", "barrier")):
        _, out, err = run("--check", "all", "--json", "found.json", app, shader(name), "0")
        found = json.load(open("found.json", encoding="utf-8"))["reports"]
        lines = {p["line"] for r in found for p in r["places"] if "line" in p}
        if name == "uninit_shared":
            case("shared memory has the shader's names", {r["resource"]["variable"] for r in found} <= {"s", "t"} and "shared memory (" in found[0]["message"], found)
        if word == "oob":
            names = {(r["resource"]["set"], r["resource"]["binding"], r["resource"]["variable"], r["resource"]["object"]) for r in found}
            case("what was accessed has the names of shader and application", names == {(0, 0, "In", "old cells"), (0, 1, "Out", "cells' sums")}, found)
        # Each report of the text is one of the JSON's.
        case(f"{name}: as the text says", found and {r["class"] for r in found} == {word} and lines <= set(marks(name, word)) and
             len(found) == len(re.findall(r"(?m)^kiln-check: [a-z]+: ", err)) and all(r["places"] and r["kernels"] for r in found), (found, err))


def test_formats():
    _, out, _ = run("--check", "race", "--sarif", "out.sarif", "--github", "--quiet", app, shader("race_shared"), "0")
    sarif = json.load(open("out.sarif", encoding="utf-8"))
    result = sarif["runs"][0]["results"][0]
    physical = result["locations"][0]["physicalLocation"]
    case("SARIF: version and tool", sarif["version"] == "2.1.0" and sarif["runs"][0]["tool"]["driver"]["name"] == "Kiln")
    case("SARIF: a rule for each result", sarif["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "race")
    case("SARIF: file, line, text", physical["artifactLocation"]["uri"].endswith("race_shared.comp") and
         physical["region"]["startLine"] in marks("race_shared", "race") and "@race" in physical["region"]["snippet"]["text"], physical)
    case("SARIF: the other access", len(result["relatedLocations"]) == 1, result)
    lines = [l for l in out.splitlines() if l.startswith("::error ")]
    run("--check", "oob", "--sarif", "oob.sarif", "--quiet", app, shader("oob_buffer"), "0")
    results = json.load(open("oob.sarif", encoding="utf-8"))["runs"][0]["results"]
    case("SARIF: the variable and the buffer", {(r["locations"][0]["logicalLocations"][0]["name"], r["properties"]["resource"]["object"])
         for r in results} == {("In", "old cells"), ("Out", "cells' sums")} and "'old cells'" in results[0]["message"]["text"], results)
    case("GitHub: an annotation for each", lines and re.match(r"::error file=.*race_shared\.comp,line=\d+,title=kiln%3A race::", lines[0]), out)
    status, _, _ = run("--check", "all", "--sarif", "none.sarif", "--quiet", app, shader("race_shared_not"), "0")
    case("SARIF of nothing is whole", status == 0 and json.load(open("none.sarif", encoding="utf-8"))["runs"][0]["results"] == [])
    wants("a file that cannot be written", 1, "no/where: No such file", "--check", "all", "--json", "no/where", "--", "true")


def test_summary():
    run("--summary", "sum.md", "--quiet", "--check", "race", app, shader("race_shared"), "0")
    once = shlex.join([app, shader("race_shared_not"), "0"])
    run("--summary", "sum.md", "--quiet", "--check", "race", "sh", "-c", f"{once}; {once}")
    text = open("sum.md", encoding="utf-8").read()
    first, second = text.split("### Kiln: ")[1:]
    case("a summary of findings", "| race | nothing orders" in first and re.search(r"\| [^|\n]*race\\_shared.comp:\d+<br>", first) and "1 dispatches" in first, first)
    case("appended; of all processes together", "Nothing found (race)" in second and "2 dispatches (walkers), 2 workgroups" in second, second)
    run("--summary", "counted.md", "sh", "-c", f"{once}; {once}; exit 3")
    text = open("counted.md", encoding="utf-8").read()
    case("of statistics, of each", "Ended with 3." in text and text.count("| kernel | runs |") == 2, text)
    run("--summary", "odd.md", "--", "sh", "-c", "true | <b>`x` # [y](z)\n\n# no")
    text = open("odd.md", encoding="utf-8").read()
    case("texts are texts", "<b>" not in text and "\n#" not in text.replace("\n### Kiln", "") and "No kernel has run" in text, text)
    wants("a summary that cannot be written", 1, "no/where: No such file", "--summary", "no/where", "--", "true")


def test_stats():
    status, _, err = run("--stats", "s.json", "--report", "s.html", "--totals", "t.json", app, shader("race_shared_not"), "0")
    data = json.load(open("s.json", encoding="utf-8")) if os.path.exists("s.json") else {}
    case("--stats", status == 0 and len(data.get("dispatches", [])) == 1, err)
    case("with the pipeline's name", [d["title"] for d in data["dispatches"]] == [TITLE] == [k["title"] for k in data["kernels"]], data)
    page = open("s.html", encoding="utf-8").read() if os.path.exists("s.html") else ""
    case("and in the report", html.escape(f"{TITLE} (race_shared_not.comp)") in page)
    case("--report", os.path.exists("s.html") and "<svg" in open("s.html", encoding="utf-8").read())
    case("--totals", json.load(open("t.json", encoding="utf-8"))["thread_groups"] == 1)
    wants("a report of nothing", 1, "nothing to draw", "--report", "n.html", "--", "true")


with tempfile.TemporaryDirectory() as top:
    os.chdir(top)
    test_command_line()
    test_checks()
    test_formats()
    test_summary()
    test_stats()
    os.chdir("/")
sys.exit(done())

#!/usr/bin/env python3
"""KILN_SIM_STATS from a Vulkan program and from kernels with known counts, and kiln-report's page of both.

usage: stats.py RUN_SHADERS SPV_DIR ANSWERS_DIR SHADER_DIR TEST_SIM_EU_STATS KILN_REPORT
"""
import html.parser
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

run_shaders, spv_dir, answers_dir, sources, eu_stats, report = sys.argv[1:7]


class Page(html.parser.HTMLParser):
    """Checks that tags are closed in order; keeps the text and the tags."""
    VOID = {"meta", "rect", "line", "circle", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.words, self.tags, self.wrong = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
        elif tag in ("rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        self.words.append(data)


def page_of(path):
    out = path + ".html"
    p = subprocess.run([report, path, "-o", out], capture_output=True, text=True)
    case(f"a page of {os.path.basename(path)}", p.returncode == 0 and os.path.exists(out), p.stderr)
    page = Page()
    if os.path.exists(out):
        page.feed(open(out, encoding="utf-8").read())
    case("its tags are closed", not page.open and not page.wrong, page.open, page.wrong)
    outside = [a for _, attrs in page.tags for a in attrs.items() if a[0] in ("src", "href") or "http" in str(a[1])]
    case("it needs nothing from elsewhere", not outside, outside)
    plots = [attrs for tag, attrs in page.tags if tag == "svg"]
    case("it has plots", len(plots) >= 6, len(plots))
    nan = [a for tag, attrs in page.tags for a in attrs.values() if a and ("nan" in a or "inf" in a.split())]
    case("all of their coordinates are numbers", not nan, nan[:5])
    return " ".join(page.words)


def run(shader, path, threads):
    env = dict(os.environ, KILN_SIM_STATS=path, KILN_SIM_THREADS=str(threads))
    p = subprocess.run([run_shaders, "kiln", spv_dir, answers_dir, os.path.join(sources, shader + ".comp")], capture_output=True, text=True, env=env)
    case(f"{shader} is right while it is counted, {threads} threads", p.returncode == 0 and "not ok" not in p.stdout, p.stdout, p.stderr)
    with open(path, encoding="utf-8") as f:
        return json.load(f)


with tempfile.TemporaryDirectory() as d:
    for shader in ("algo_matmul", "image_sample_2darray", "fe_divergent_tree", "bda_list"):
        one = run(shader, f"{d}/{shader}.json", 1)
        many = run(shader, f"{d}/{shader}5.json", 5)
        same = all(one[m] == many[m] for m in ("kernels", "dispatches", "model", "eu_instructions"))
        case(f"{shader}: the same counts at 1 and 5 threads", same)
        names = [k["name"] for k in one["kernels"]]
        case(f"{shader}: kernels have the name of their entry point", "main" in names, names)
        ours = [x for x in one["dispatches"] if x["name"] == "main"]
        case(f"{shader}: the sum over dispatches is the device's total",
              sum(x["instructions"] for x in one["dispatches"]) == one["eu_instructions"]
              and sum(sum(x["sends"].values()) for x in one["dispatches"]) == one["send_messages"])
        case(f"{shader}: a kernel's instructions add up to its dispatches'",
              all(sum(i["executed"] for i in k["instructions"]) ==
                  sum(x["instructions"] for x in one["dispatches"] if x["kernel"] == n) for n, k in enumerate(one["kernels"])))
        if shader == "bda_list":
            case("buffers behind addresses count as A64", any(s["space"] == "A64" and s["read"] for x in ours for s in x["surfaces"]))
        elif shader == "fe_divergent_tree":
            case("its branches diverge", sum(x["branches"]["divergent"] for x in ours) > 0)
        elif shader == "algo_matmul":
            case("surfaces have the shader's bindings", any(s.get("binding") == 0 and s["read"] for x in ours for s in x["surfaces"]),
                  [x["surfaces"] for x in ours])
        else:
            case("samples are counted by operation", any(k.startswith("sample") for x in ours for k in x["sends"]), [x["sends"] for x in ours])
    text = page_of(f"{d}/algo_matmul.json")
    case("the page names the kernel and its bindings", "main SIMD" in text and "set 0 binding 0" in text, text)

    known = f"{d}/known.json"
    subprocess.run([eu_stats], env=dict(os.environ, KILN_STATS_OUT=known), stdout=subprocess.DEVNULL, check=True)
    with open(known, encoding="utf-8") as f:
        data = json.load(f)
    text = page_of(known)
    total = sum(o["instructions"] for x in data["dispatches"] for o in x["opcodes"].values())
    case("opcodes add up to instructions", total == sum(x["instructions"] for x in data["dispatches"]))
    mads = sum(x["opcodes"].get("mad", {"instructions": 0})["instructions"] for x in data["dispatches"])
    case("the page has the figures", f"mad: {mads:,} instructions" in text and f"{len(data['dispatches']):,}" in text)
    case("and bank conflicts", "bank conflicts" in text)

    # Two runs side by side, a summary and a trace.
    def tool(*arguments):
        return subprocess.run([report, *arguments], capture_output=True, text=True)

    later = json.loads(json.dumps(data))
    changed = later["dispatches"][0]
    for figure in ("clocks", "microseconds"):
        changed["estimate"][figure] *= 1.5
    changed["instructions"] += 1000
    changed["opcodes"].setdefault("mad", {"instructions": 0, "simd8": 0})["instructions"] += 1000
    with open(f"{d}/later.json", "w", encoding="utf-8") as f:
        json.dump(later, f)
    p = tool("--compare", known, f"{d}/later.json", "-o", f"{d}/compared.html")
    page = Page()
    with open(f"{d}/compared.html", encoding="utf-8") as f:
        source = f.read()
    page.feed(source)
    case("the page of two runs is well formed", p.returncode == 0 and not page.open and not page.wrong, p.stderr, page.open, page.wrong)
    mads = sum(x["opcodes"].get("mad", {"instructions": 0})["instructions"] for x in data["dispatches"] if x["kernel"] == changed["kernel"])
    sums = [sum(x["estimate"]["microseconds"] for x in of["dispatches"] if x["kernel"] == changed["kernel"]) for of in (data, later)]
    moved = f"{100 * (sums[1] - sums[0]) / sums[0]:+.1f} %"
    case(f"and says what moved: {moved}", f"{moved}</span>" in source, source[-2000:])
    case("down to the opcode", f"{mads + 1000:,}" in source, mads)
    same = tool("--compare", known, known).stdout
    case("two runs that are alike differ in nothing", same.count("| same |") == min(20, len({x["kernel"] for x in data["dispatches"]})), same)
    p = tool("--compare", known, f"{d}/later.json")
    total = sum(x["estimate"]["microseconds"] for x in later["dispatches"])
    case("Markdown has a row for each kernel", p.returncode == 0 and p.stdout.count("\n| ") == 2 + min(20, len({x["kernel"] for x in later["dispatches"]})), p.stdout)
    case("and what changed", f"| {moved} |" in p.stdout and "estimate before" in p.stdout, p.stdout)
    p = tool("--trace", f"{d}/trace.json", known)
    with open(f"{d}/trace.json", encoding="utf-8") as f:
        events = json.load(f)["traceEvents"]
    slices = [e for e in events if e["ph"] == "X" and e["tid"] == 1]
    case("the trace has each dispatch, one behind the other", p.returncode == 0 and len(slices) == len(data["dispatches"]) and
          all(abs(a["ts"] + a["dur"] - b["ts"]) < 0.01 for a, b in zip(slices, slices[1:])), slices[:3])
    # Regions, barriers and idle time: of labels as an application nests them.
    between = json.loads(json.dumps(data))
    fixed = data["model"]["numbers"]["WALKER"]["value"] / data["model"]["numbers"]["MEGAHERTZ"]["value"]
    for x, labels, waits in zip(between["dispatches"], (["frame"], ["frame", "blur <1>"], ["frame", "blur <1>"], ["frame", "sum"]), (False, True, False, True)):
        x["labels"] = labels
        if waits:
            x["barriers_before"] = {"count": 2, "waits": True, "flushes": True, "invalidates": False}
    with open(f"{d}/between.json", "w", encoding="utf-8") as f:
        json.dump(between, f)
    tool("--trace", f"{d}/between_trace.json", f"{d}/between.json")
    with open(f"{d}/between_trace.json", encoding="utf-8") as f:
        events = json.load(f)["traceEvents"]
    us = [x["estimate"]["microseconds"] for x in data["dispatches"]]
    named = {e["name"]: (e["ts"], e["dur"], e["args"]["dispatches"]) for e in events if e["ph"] == "X" and e["tid"] == 2}
    wanted = {"frame": (0, sum(us[:4]), 4), "blur <1>": (us[0], us[1] + us[2], 2), "sum": (sum(us[:3]), us[3], 1)}
    case("regions enclose their dispatches", named.keys() == wanted.keys() and
         all(abs(a - b) < 0.01 for n in wanted for a, b in zip(named[n], wanted[n])), named, wanted)
    marks = [e["ts"] for e in events if e["ph"] == "i"]
    case("barriers stand before dispatches", len(marks) == 2 and abs(marks[0] - us[0]) < 0.01 and abs(marks[1] - sum(us[:3])) < 0.01, marks)
    idle = [(e["args"]["before"], e["dur"]) for e in events if e["ph"] == "X" and e["tid"] == 3]
    case("who waits leaves the machine idle", [i[0] for i in idle] == [0, 1, 3] and all(abs(i[1] - fixed) < 0.01 for i in idle), idle, fixed)
    text = page_of(f"{d}/between.json")
    case("the page has them", "4 pipeline barriers" in text and "frame › blur <1>" in text and "2 pipeline barriers: waits, flushes" in text)
    case("a trace alone writes no page", not os.path.exists(f"{d}/known.html"))
    # Many files, each with the first; and a machine that is not as the table has it.
    moved = json.loads(json.dumps(data))
    moved["hypothetical"] = ["DRAM_MEGABYTES=1234", "SLM_BANKS=<8>"]
    for x in moved["dispatches"]:
        x["estimate"]["microseconds"] *= 1.5
    for n in (1, 2):
        with open(f"{d}/moved{n}.json", "w", encoding="utf-8") as f:
            json.dump(moved if n == 2 else data, f)
    p = tool("--compare", known, f"{d}/moved1.json", f"{d}/moved2.json")
    rows = [[c.strip() for c in l.strip("|").split("|")] for l in p.stdout.splitlines() if l.startswith("|")]
    case("three runs, each with the first", p.returncode == 0 and rows[0] == ["kernel", os.path.basename(known), "moved1.json", "moved2.json"] and rows[2][0] == "all" and
         all(r[2].endswith("(same)") and r[3].endswith("(+50.0 %)") for r in rows[2:]) and len(rows) == 3 + len(data["kernels"]), p.stdout)
    case("and which of them is of another machine", "moved2.json: Hypothetical machine: DRAM_MEGABYTES=1234" in p.stdout and "moved1.json: Hyp" not in p.stdout, p.stdout)
    p = tool("--compare", known, f"{d}/moved1.json", f"{d}/moved2.json", "-o", f"{d}/three.html")
    page = Page()
    page.feed(open(f"{d}/three.html", encoding="utf-8").read())
    case("as a page", p.returncode == 0 and not page.open and not page.wrong and "moved2.json: Hypothetical machine" in " ".join(page.words) and "+50.0 %" in " ".join(page.words))
    for what, args in (("its page", ("-o", "-")), ("Markdown", ("--markdown", "-")), ("a comparison", ("--compare", known)), ("its page", ("--compare", known, "-o", f"{d}/two.html"))):
        p = tool(*args, f"{d}/moved2.json")
        text = open(f"{d}/two.html", encoding="utf-8").read() if f"{d}/two.html" in args else p.stdout
        at, first = text.find("ypothetical machine: DRAM_MEGABYTES=1234, SLM_BANKS="), text.find("<table" if "<html" in text else "| kernel")
        case(f"{what} says first that the machine is hypothetical, and how", 0 <= at < first and text.count("<8>") == (0 if "<html" in text else text.count("8>")), text[:500])
        p = tool(*(a for a in args), known)
        case("and nothing of one that is not", "ypothetical" not in p.stdout)
    p = tool("--compare", f"{d}/nothing.json", known)
    case("an old file that is not there is an error", p.returncode == 1 and "nothing.json" in p.stderr, p.stderr)

    for name, content in (("not JSON", "{"), ("another JSON", "[1, 2]"), ("totals only", '{"eu_instructions": 1}'),
                          ("a damaged one", '{"kiln_stats": 1, "kernels": [{}]}')):
        with open(f"{d}/bad.json", "w", encoding="utf-8") as f:
            f.write(content)
        p = subprocess.run([report, f"{d}/bad.json"], capture_output=True, text=True)
        case(f"refuses {name}", p.returncode == 1 and p.stderr.startswith("kiln-report: ") and not os.path.exists(f"{d}/bad.html"),
              p.stderr)
    with open(f"{d}/empty.json", "w", encoding="utf-8") as f:
        json.dump(dict(data, kernels=[], dispatches=[]), f)
    p = subprocess.run([report, "-o", "-", f"{d}/empty.json"], capture_output=True, text=True)
    case("a log without dispatches is a page too", p.returncode == 0 and "No dispatch" in p.stdout, p.stderr)
sys.exit(done())

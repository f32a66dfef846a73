#!/usr/bin/env python3
"""kiln-report: one page of plots of what KILN_SIM_STATS counted, or of kernels that kilnc took apart (kiln_kernels.py).

Reads the JSON that the simulated device writes (docs/stats.md) and writes one HTML file that needs nothing else: every
plot is inline SVG, exact figures are in its tooltips and tables.
"""
import argparse
import collections
import json
import math
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "share", "kiln"))  # installed; else beside it
sys.dont_write_bytecode = True
import kiln_compare  # noqa: E402
import kiln_input  # noqa: E402
import kiln_kernels  # noqa: E402
import kiln_many  # noqa: E402
import kiln_others  # noqa: E402
import kiln_runs  # noqa: E402
import kiln_timeline  # noqa: E402
from kiln_text import shown  # noqa: E402
from kiln_html import (WIDTH, bars, columns, esc, legend, line, meter, microseconds, octets, percent, ratio, rect, section, si, svg,  # noqa: E402
                       table, text, ticks, whole, whole_percent)

MAX_BARS = 160  # dispatches drawn one by one; more are put together
PALETTE = 8  # colours c0..c7 of the style sheet; further kernels share the last


# ---- what the page is made of

class Kernel(kiln_runs.Counted):
    """A kernel with the sums over its dispatches."""

    def __init__(self, number, row):
        super().__init__(row, [])
        self.number = number
        self.simd, self.hash = row["simd"], row["hash"]
        self.name = row["name"] or f"kernel {self.hash[:8]}"
        files = collections.Counter(os.path.basename(i["file"]) for i in row["instructions"] if i.get("file"))
        source = files.most_common(1)[0][0] if files else ""
        title = row.get("title") # what the application calls the pipeline
        self.base = f"{title} ({source or self.name})" if title else source if source and self.name == "main" else f"{self.name} ({source})" if source else self.name
        self.label = f"{self.base} SIMD{self.simd}"
        self.color = PALETTE - 1  # load() gives the others to those that take most time

    def bounds(self):
        """Clocks of each bound, summed over the dispatches, without the fixed cost."""
        out = {}
        for d in self.dispatches:
            for name, clocks in d["estimate"]["bounds"].items():
                out[name] = out.get(name, 0) + clocks
        return out

    def bound(self):
        """What bounds most of its time."""
        by = {}
        for d in self.dispatches:
            by[d["estimate"]["bound"]] = by.get(d["estimate"]["bound"], 0) + d["estimate"]["clocks"]
        return max(by, key=by.get) if by else "-"

    def utilization(self):
        return ratio(self.total("lanes", "enabled"), self.total("lanes", "width"))


def load(data):
    if not isinstance(data, dict) or data.get("kiln_stats") != 1:
        raise ValueError("not a file of KILN_SIM_STATS (member kiln_stats)")
    kernels = [Kernel(i, k) for i, k in enumerate(data["kernels"])]
    seen = {}
    for k in kernels:  # several kernels of one name are told apart by their hash
        seen.setdefault(k.label, []).append(k)
    for same in seen.values():
        if len(same) > 1:
            for k in same:
                k.label += f" {k.hash[:6]}"
    for d in data["dispatches"]:
        kernels[d["kernel"]].dispatches.append(d)
    for i, k in enumerate(by_time(kernels)[:PALETTE]):
        k.color = i
    return data, kernels


def by_time(kernels):
    """Those that ran, the longest first."""
    return sorted((k for k in kernels if k.dispatches), key=lambda k: -k.total("estimate", "clocks"))


# ---- the plots

def runs(dispatches):
    """Neighbours put together until there are few enough to draw."""
    n = max(1, math.ceil(len(dispatches) / MAX_BARS))
    return [dispatches[i:i + n] for i in range(0, len(dispatches), n)]


def run_name(run, kernels):
    first = run[0]
    name = f"dispatch {first['index']}" if len(run) == 1 else f"dispatches {first['index']} to {run[-1]['index']}"
    names = sorted({kernels[d["kernel"]].label for d in run})
    return name + ": " + ", ".join(names[:4]) + (" …" if len(names) > 4 else "")


def plot_time(data, kernels):
    values = []
    for run in runs(data["dispatches"]):
        us = sum(d["estimate"]["microseconds"] for d in run)
        by = {}
        for d in run:
            by[d["kernel"]] = by.get(d["kernel"], 0) + d["estimate"]["clocks"]
        d = run[0]
        tip = f"{run_name(run, kernels)}\n{microseconds(us)} estimated"
        if len(run) == 1:
            grid = " × ".join(map(str, d["grid"]))
            tip += f", bound by {d['estimate']['bound']}\n{grid} groups of {d['group_threads']} threads"
            tip += f"\n{si(d['instructions'])} instructions"
        values.append((us, f"c{kernels[max(by, key=by.get)].color}", tip))
    used = by_time(kernels)
    items = [(k.label, f"c{k.color}") for k in used[:PALETTE]]
    if len(used) > PALETTE:
        items[-1] = ("other kernels", f"c{PALETTE - 1}")
    note = ""
    if len(values) < len(data["dispatches"]):
        note = f" {len(data['dispatches'])} dispatches, {len(runs(data['dispatches'])[0])} to a bar."
    return section("Time by dispatch", "Estimated by the model, in order of execution." + note,
                   columns(values, "estimated time of each dispatch", microseconds), legend(items))


def plot_bounds(kernels):
    rows = []
    for k in by_time(kernels)[:10]:
        total = k.total("estimate", "clocks")
        for name, clocks in sorted(k.bounds().items(), key=lambda x: -x[1])[:3]:
            if clocks <= 0:
                continue
            share = clocks / total
            rows.append((f"{k.label} · {name}", [(share, "hot" if name == k.bound() else "dim",
                                                  f"{k.label}\n{name}: {si(clocks)} clocks of {si(total)}")],
                         f"{percent(share)} · {si(clocks)} clocks"))
    return section("What bounds each kernel", "Clocks that each unit needs for the work, as a share of the estimate (its largest "
                   "bound and a fixed cost a dispatch); the three largest of the ten kernels that take most time. What is next to the longest bar is what "
                   "would bound it then.", bars(rows, whole_percent, "bounds of each kernel", left=330))


def plot_roofline(data, kernels):
    model, numbers = data["model"], data["model"]["numbers"]
    peak = model["eus"] * numbers["FPUS_PER_EU"]["value"] * 4 * 2
    dram = numbers["DRAM_MEGABYTES"]["value"] / numbers["MEGAHERTZ"]["value"]
    points = []
    for k in kernels:
        flops = k.total("flops")
        moved = k.total("bytes", "footprint_read") + k.total("bytes", "footprint_written")
        if flops and moved:
            points.append((flops / moved, flops / k.total("estimate", "clocks"), k))
    if not points:
        return section("Roofline", "No kernel has floating-point operations and touches memory.")
    left, right, top, bottom, height = 70, 20, 12, 40, 380
    lo = min(0.05, min(p[0] for p in points) / 2)
    hi = max(200, max(p[0] for p in points) * 2)
    ylo, yhi = min(1, min(p[1] for p in points) / 2), peak * 1.6

    def px(v):
        return left + (math.log(v) - math.log(lo)) / (math.log(hi) - math.log(lo)) * (WIDTH - left - right)

    def py(v):
        return height - bottom - (math.log(v) - math.log(ylo)) / (math.log(yhi) - math.log(ylo)) * (height - bottom - top)

    out = []
    for e in range(math.ceil(math.log10(lo)), math.floor(math.log10(hi)) + 1):
        out += [line(px(10 ** e), top, px(10 ** e), height - bottom, "grid"),
                text(px(10 ** e), height - bottom + 16, f"{10.0 ** e:g}", "middle", "small")]
    for e in range(math.ceil(math.log10(ylo)), math.floor(math.log10(yhi)) + 1):
        out += [line(left, py(10 ** e), WIDTH - right, py(10 ** e), "grid"),
                text(left - 6, py(10 ** e) + 4, f"{10.0 ** e:g}", "end", "small")]
    ridge = peak / dram
    start = max(lo, ylo / dram)
    out += [line(px(start), py(start * dram), px(ridge), py(peak), "roof"), line(px(ridge), py(peak), WIDTH - right, py(peak), "roof"),
            text(WIDTH - right - 6, py(peak) - 6, f"{peak} operations a clock", "end", "small"),
            text(px(math.sqrt(start * ridge)) - 8, py(math.sqrt(start * ridge) * dram) - 8, f"DRAM, {dram:.1f} bytes a clock",
                 "end", "small")]
    ends = []
    for x, y, k in sorted(points, key=lambda p: -p[1]):
        tip = (f"{k.label}\n{x:.3g} operations a byte, {y:.3g} operations a clock\n{percent(y / min(peak, x * dram))} of the roof")
        out.append(f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="6" class="c{k.color}"><title>{esc(tip)}</title></circle>')
        at = py(y) + 4
        while any(abs(at - e[0]) < 13 and abs(px(x) - e[1]) < 180 for e in ends):
            at += 13
        ends.append((at, px(x)))
        flip = px(x) > WIDTH - 200
        out.append(text(px(x) + (-10 if flip else 10), at, k.label, "end" if flip else "start", "small"))
    out += [text((left + WIDTH - right) / 2, height - 4, "operations a byte of footprint", "middle", "small"),
            f'<text transform="translate(14 {(height - bottom) / 2:.0f}) rotate(-90)" text-anchor="middle" class="small">'
            "operations a clock</text>"]
    return section("Roofline", "Floating-point operations a clock (estimated) over those a byte of memory footprint: distinct cache "
                   "lines that the dispatch touched. A kernel under the slope can only gain by touching less memory.",
                   svg(height, out, "roofline"))


def sum_maps(kernels, member):
    out = {}
    for k in kernels:
        for d in k.dispatches:
            for name, value in d[member].items():
                for key, n in (value if isinstance(value, dict) else {"": value}).items():
                    out.setdefault(name, {}).setdefault(key, 0)
                    out[name][key] += n
    return out


def plot_opcodes(kernels):
    ops = sorted(sum_maps(kernels, "opcodes").items(), key=lambda x: -x[1]["simd8"])
    total = sum(v["simd8"] for _, v in ops) or 1
    rows = [(name, [(v["simd8"], "c0", f"{name}: {v['instructions']:,} instructions, {v['simd8']:,} of SIMD8")],
             f"{si(v['simd8'])} · {percent(v['simd8'] / total)}") for name, v in ops]
    return section("Instructions by opcode", "Executed, in SIMD8 equivalents: one of SIMD16 is two, of SIMD32 four. The tooltip has "
                   "instructions too.", bars(rows, si, "instructions by opcode", left=110))


def plot_sends(kernels):
    kinds = sorted(sum_maps(kernels, "sends").items(), key=lambda x: -x[1][""])
    rows = [(name, [(v[""], "c1", f"{name}: {v['']:,} messages")], f"{si(v[''])}") for name, v in kinds]
    return section("Messages by kind", "Messages sent to shared functions.", bars(rows, si, "messages by kind"))


def surface_name(s):
    if "set" in s:
        return f"set {s['set']} binding {s['binding']}" + (f" ({s['variable']})" if s.get("variable") else "")
    return s.get("what", s["space"])


def plot_surfaces(kernels):
    sums = {}
    for k in kernels:
        for d in k.dispatches:
            for s in d["surfaces"]:
                t = sums.setdefault((k.number, surface_name(s)), {})
                for m in ("read", "written", "messages", "lines", "dropped", "atomics"):
                    t[m] = t.get(m, 0) + s[m]
    rows = []
    for (number, name), t in sorted(sums.items(), key=lambda x: -(x[1]["read"] + x[1]["written"]))[:30]:
        label = kernels[number].label
        waste = f" · {octets(64 * t['lines'])} of lines" if t["lines"] else ""
        dropped = f" · {si(t['dropped'])} dropped" if t["dropped"] else ""
        rows.append((f"{label} · {name}", [(t["read"], "read", f"{label}, {name}: {t['read']:,} bytes read"),
                                           (t["written"], "written", f"{label}, {name}: {t['written']:,} bytes written")],
                     octets(t["read"] + t["written"]) + waste + dropped))
    return section("Bytes by surface", "Bytes that enabled channels moved, within bounds. Lines: the cache lines that the messages "
                   "touched; much more than the bytes means scattered addresses, less that channels share.",
                   bars(rows, octets, "bytes by surface", left=330), legend([("read", "read"), ("written", "written")]))


def plot_lanes(data, kernels):
    values = []
    for run in runs(data["dispatches"]):
        used = ratio(sum(d["lanes"]["enabled"] for d in run), sum(d["lanes"]["width"] for d in run))
        divergent = sum(d["branches"]["divergent"] for d in run)
        decided = divergent + sum(d["branches"]["uniform"] for d in run)
        tip = f"{run_name(run, kernels)}\n{percent(used)} of channels enabled"
        if decided:
            tip += f"\n{divergent:,} of {decided:,} branches divergent"
        values.append((used, f"c{kernels[run[0]['kernel']].color}", tip))
    spots = []
    for k in kernels:
        for i in k.row["instructions"]:
            if i.get("divergent"):
                spots.append((i["divergent"], k, i))
    spots.sort(key=lambda s: -s[0])
    rows = [(esc(k.label), code(i), where(i), f"{n:,}", percent(ratio(n, n + i["uniform"]))) for n, k, i in spots[:12]]
    extra = table((("kernel", ""), ("branch", ""), ("source", ""), ("divergent", "n"), ("of all", "n")), rows) if rows else \
        "<p>No branch was divergent.</p>"
    return section("Lane utilization", "Channels enabled, over channels there are in the instructions executed: what divergence and "
                   "ragged ends leave. Below, the branches at which channels parted most.",
                   columns(values, "lane utilization of each dispatch", whole_percent, top=1), extra)


def plot_slm(kernels):
    rows = []
    for k in kernels:
        ideal, conflict = k.total("slm", "ideal_clocks"), k.total("slm", "conflict_clocks")
        if ideal + conflict:
            worst = max(d["slm"]["worst"] for d in k.dispatches)
            rows.append((k.label, [(ideal, "c2", f"{k.label}: {ideal:,} clocks without conflicts"),
                                   (conflict, "hot", f"{k.label}: {conflict:,} clocks more for conflicts")],
                         f"{ratio(ideal + conflict, ideal):.2f} × · worst {worst}"))
    if not rows:
        return section("Shared memory", "No kernel uses shared memory.")
    return section("Shared memory", "Clocks of the banks (16 of 4 bytes): what the accesses need in themselves, and what they wait "
                   "for each other in a bank.", bars(rows, si, "bank clocks of shared memory"),
                   legend([("needed", "c2"), ("bank conflicts", "hot")]))


def code(i):
    """The instruction, its columns closed up."""
    words = [w for w in i["text"].replace("{Compacted}", "").split("  ") if w.strip()]
    return f"<code>{esc('  '.join(w.strip() for w in words))}</code>"


def where(i):
    return esc(f"{os.path.basename(i['file'])}:{i['line']}") if i.get("file") else ""


def hot_spots(kernels):
    parts = []
    order = by_time(kernels)
    for k in order[:8]:
        total = sum(i["clocks"] for i in k.row["instructions"]) or 1
        lines = {}
        for i in k.row["instructions"]:
            if i.get("file"):
                lines[where(i)] = lines.get(where(i), 0) + i["clocks"]
        hot = sorted(k.row["instructions"], key=lambda i: -i["clocks"])[:12]
        rows = [(meter(i["clocks"] / total), f"0x{i['offset']:x}", code(i), where(i), f"{i['executed']:,}",
                 percent(ratio(i["channels"], i["executed"] * i["width"])), f"{ratio(i['clocks'], i['executed']):.1f}")
                for i in hot if i["executed"]]
        head = (("share", "m"), ("offset", "n"), ("instruction", ""), ("source", ""), ("executed", "n"), ("channels", "n"),
                ("clocks each", "n"))
        inner = table(head, rows)
        if lines:
            top = sorted(lines.items(), key=lambda x: -x[1])[:8]
            inner += "<p>By source line: " + ", ".join(f"<b>{w}</b> {percent(c / total)}" for w, c in top) + "</p>"
        elif k.row["name"]:
            inner += "<p>Its SPIR-V has no source lines (glslangValidator -g, dxc -Zi).</p>"
        first = " open" if k is order[0] else ""
        parts.append(f"<details{first}><summary>{esc(k.label)} · {si(total)} thread clocks · code {esc(k.hash)}</summary>{inner}</details>")
    return section("Where threads spend their time", "Clocks that instructions hold their threads up, waiting for operands included "
                   "(the wait for a message shows at the instruction that uses its response).", *parts)


def kernel_table(kernels):
    head = (("kernel", ""), ("group", "n"), ("runs", "n"), ("estimate", "n"), ("share", ""), ("bound by", ""), ("occupancy", "n"),
            ("instructions", "n"), ("SIMD8", "n"), ("lanes", "n"), ("divergent", "n"), ("read", "n"),
            ("written", "n"), ("barriers", "n"), ("conflicts", "n"))
    whole = sum(k.total("estimate", "clocks") for k in kernels) or 1
    rows = []
    for k in by_time(kernels):
        size = "×".join(map(str, k.row["local_size"])) if "local_size" in k.row else f"{k.dispatches[0]['group_threads']} threads"
        decided = k.total("branches", "divergent") + k.total("branches", "uniform")
        waits = ratio(k.total("slm", "conflict_clocks"), k.total("slm", "clocks"))
        occupancy = ratio(sum(d["estimate"]["occupancy"] * d["estimate"]["clocks"] for d in k.dispatches),
                          k.total("estimate", "clocks"))
        rows.append((f'<i class="dot c{k.color}"></i><span title="{esc(k.hash)}">{esc(k.label)}</span>', size, f"{len(k.dispatches):,}",
                     microseconds(k.total("estimate", "microseconds")), meter(k.total("estimate", "clocks") / whole),
                     esc(k.bound()), percent(occupancy), si(k.total("instructions")), si(k.total("simd8_instructions")),
                     percent(k.utilization()),
                     percent(ratio(k.total("branches", "divergent"), decided)) if decided else "-",
                     octets(k.total("bytes", "read")), octets(k.total("bytes", "written")), si(k.total("barriers")),
                     percent(waits) if k.total("slm", "clocks") else "-"))
    return section("Kernels", "Sums over each kernel's dispatches. Occupancy: hardware threads that the groups which fit at "
                   "once use. SIMD8: instructions in SIMD8 equivalents. Lanes: channels enabled. Divergent: of the branches. "
                   "Conflicts: the share of shared memory's clocks that bank conflicts cost.", table(head, rows))


def dispatch_table(data, kernels):
    head = (("#", "n"), ("kernel", ""), ("region", ""), ("grid", "n"), ("estimate", "n"), ("bound by", ""), ("instructions", "n"), ("lanes", "n"),
            ("read", "n"), ("written", "n"), ("", ""))
    rows = [(d["index"], esc(kernels[d["kernel"]].label), kiln_timeline.region_names(d), "×".join(map(str, d["grid"])) if d["kind"] == "compute" else "draw",
             microseconds(d["estimate"]["microseconds"]), esc(d["estimate"]["bound"]), si(d["instructions"]),
             percent(d["lanes"]["utilization"]), octets(d["bytes"]["read"]), octets(d["bytes"]["written"]),
             f'<span class="bad">{esc(d["fault"])}</span>' if "fault" in d else "") for d in data["dispatches"][:2000]]
    more = f"<p>The first 2000 of {len(data['dispatches'])}.</p>" if len(data["dispatches"]) > 2000 else ""
    return section("Dispatches", "Each walker: a long dispatch may be several.",
                   f"<details><summary>{len(data['dispatches']):,} dispatches</summary>{table(head, rows)}{more}</details>")


def model_table(model):
    numbers = [(f"<code>{n}</code>", f"{v['value']:,}", esc(v["unit"]), esc(v["source"])) for n, v in model["numbers"].items()]
    classes = [(f"<code>{n}</code>", esc(v["pipe"]), v["clocks"], v["latency"], esc(v["source"])) for n, v in model["classes"].items()]
    return section("The model", f"{model['eus']} EUs in {model['subslices']} subslices, {model['threads_per_eu']} threads each. "
                   "Every estimate on this page follows from these numbers (src/hw/cost.def says what the sources are).",
                   "<details><summary>Numbers and their sources</summary>",
                   table((("number", ""), ("value", "n"), ("unit", ""), ("source", "")), numbers),
                   table((("instructions", ""), ("pipe", ""), ("clocks / 32 bytes", "n"), ("latency", "n"), ("source", "")), classes),
                   "</details>")


def tiles(data, kernels):
    us = sum(d["estimate"]["microseconds"] for d in data["dispatches"])
    flops = sum(k.total("flops") for k in kernels)
    figures = [(microseconds(us), "estimated GPU time"), (f"{len(data['dispatches']):,}", "dispatches"),
               (f"{sum(1 for k in kernels if k.dispatches):,}", "kernels"),
               (si(sum(k.total("instructions") for k in kernels)), "instructions"),
               (percent(ratio(sum(k.total("lanes", "enabled") for k in kernels), sum(k.total("lanes", "width") for k in kernels))),
                "lanes enabled"),
               (octets(sum(k.total("bytes", "read") + k.total("bytes", "written") for k in kernels)), "moved by messages"),
               (si(ratio(flops, us) * 1e6, "FLOPS"), "estimated rate")]
    return '<div class="tiles">' + "".join(f"<div><b>{esc(a)}</b><span>{esc(b)}</span></div>" for a, b in figures) + "</div>"


def page(data, kernels, name):
    totals = f"{data.get('eu_threads', 0):,} EU threads, {data.get('submissions', 0):,} submissions" if "eu_threads" in data else ""
    body = [tiles(data, kernels), plot_time(data, kernels), kiln_timeline.plot(data, kernels) if data["dispatches"] else "", kernel_table(kernels), plot_bounds(kernels), plot_roofline(data, kernels),
            hot_spots(kernels), plot_opcodes(kernels), plot_sends(kernels), plot_surfaces(kernels), plot_lanes(data, kernels),
            plot_slm(kernels), dispatch_table(data, kernels), model_table(data["model"])]
    if not data["dispatches"]:
        body = ["<section><p>No dispatch was executed.</p></section>", model_table(data["model"])]
    subtitle = (f"Counted on Kiln's simulated {esc(data.get('device', ''))}{'; ' + totals if totals else ''}. Counts are exact, times are a "
                "model's.")
    return whole(name, subtitle, kiln_runs.banner(data) + "".join(body))


class Unreadable(Exception):
    """A file that is none of ours: its name, and why."""


def read(name):
    with (sys.stdin if name == "-" else open(name, encoding="utf-8")) as f:
        try:
            return kiln_input.load(f)
        except ValueError as e:
            raise Unreadable(name, e) from e


def write(path, content):
    if path == "-":
        content = content if content.startswith(("<!DOCTYPE", "{")) else shown(content)
        sys.stdout.write(content)
        return
    try:
        with open(path, "w", encoding="utf-8") as f:
            f.write(content)
    except OSError as e:
        sys.exit(f"kiln-report: {path}: {e.strerror}")


def documents_of(files):
    """What the files hold; one of two may be another compiler's."""
    if len(files) == 2:
        return kiln_others.load(files, read, os.path.dirname(os.path.realpath(__file__)))
    for name in files[1:]:
        if kiln_others.is_other(name):
            raise ValueError(f"{name} is another compiler's: it is compared with one document")
    return [read(name) for name in files]


def of_kernels(args, documents, title):
    """Of documents of kilnc: the page, or the text of a comparison."""
    if args.markdown or args.trace:
        raise ValueError("--markdown and --trace are about what KILN_SIM_STATS counted")
    if not args.compare:
        return kiln_kernels.page(documents[0], title)
    kiln_compare.check(documents)
    if len(documents) > 2:
        names = kiln_many.names_of(args.files)
        return kiln_many.page(documents, names, args.title) if args.out and args.out != "-" else kiln_many.text(documents, names)
    return kiln_compare.page(documents, args.title) if args.out and args.out != "-" else kiln_compare.text(documents)


def of_runs(args, documents, title):
    """Of files of KILN_SIM_STATS; None if what was asked for is written."""
    runs_ = []
    for name, d in zip(args.files, documents):
        try:
            runs_.append(load(d))
        except ValueError as e:
            raise Unreadable(name, e) from e
    if args.compare and len(runs_) < 2:
        raise ValueError("--compare wants two runs")
    old = runs_[0] if args.compare else None
    names = kiln_many.names_of(args.files)
    if args.markdown:
        write(args.markdown, kiln_many.runs_markdown(runs_, names) if len(runs_) > 2 else kiln_runs.markdown(runs_[-1], old))
    if args.trace:
        write(args.trace, json.dumps(kiln_runs.trace(*runs_[-1])))
    if (args.markdown or args.trace) and not args.out:
        return None
    if not old:
        return page(*runs_[0], title or "-")
    if len(runs_) > 2:
        return kiln_many.runs_page(runs_, names, args.title or "Comparison") if args.out and args.out != "-" else kiln_many.runs_markdown(runs_, names)
    return kiln_runs.page(old, runs_[1], title or "-") if args.out and args.out != "-" else kiln_runs.markdown(runs_[1], old)


def main():
    parser = argparse.ArgumentParser(prog="kiln-report", description="Draws what KILN_SIM_STATS counted, or what kilnc --emit analysis says, as one HTML page.")
    parser.add_argument("--compare", action="store_true", help="compare runs, or the kernels of documents of kilnc, each with the first, or the two shaders, devices or "
                        "widths of one document: as text, or a page (-o FILE)")
    parser.add_argument("files", nargs="+", metavar="FILE", help="the JSON file that KILN_SIM_STATS named, or of kilnc; - is standard input. With --compare several; one of two "
                        "may be OpenCL C (FILE.cl), for Intel's compiler by ocloc, or what Mesa's ANV printed under INTEL_DEBUG=cs")
    parser.add_argument("-o", metavar="FILE", dest="out", help="where to write; - is standard output (default: FILE with .html)")
    parser.add_argument("-t", metavar="TITLE", dest="title", help="the page's title (default: the file's name)")
    parser.add_argument("--markdown", metavar="FILE", help="write the kernels that take most time as a table of Markdown, for the summary of a CI job")
    parser.add_argument("--trace", metavar="FILE", help="write the dispatches as trace events, for Perfetto")
    args = parser.parse_intermixed_args()
    if len(args.files) > 1 and not args.compare:
        parser.error("one file at a time, without --compare")
    if args.files.count("-") > 1:
        parser.error("standard input is one file")
    first = args.files[0]
    try:
        documents = documents_of(args.files)
        title = args.title or ("" if first == "-" else os.path.basename(first))
        kernels = [isinstance(d, dict) and "kilnc" in d for d in documents]
        if any(kernels) and not all(kernels):
            raise ValueError("some are of KILN_SIM_STATS, others of kilnc")
        text_ = of_kernels(args, documents, title) if kernels[0] else of_runs(args, documents, title)
    except OSError as e:
        sys.exit(f"kiln-report: {e.filename or first}: {e.strerror}")
    except Unreadable as e:
        sys.exit(shown(f"kiln-report: {e.args[0]}: {e.args[1]}"))
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, StopIteration) as e:
        what = f"member {e} is missing" if isinstance(e, KeyError) else str(e) or type(e).__name__
        sys.exit(shown(f"kiln-report: {first}: {what}"))
    if text_ is not None:
        write(args.out or ("-" if first == "-" or args.compare else os.path.splitext(first)[0] + ".html"), text_)


if __name__ == "__main__":
    main()

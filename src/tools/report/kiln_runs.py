"""Two files of KILN_SIM_STATS side by side: what changed from the old to the new, as a page and as Markdown."""
import re

import kiln_timeline
from kiln_html import esc, microseconds, octets, ratio, section, si, table, whole

def hypothetical(data):
    """What was told of the machine that is not so (KILN_SIM_COST), as sentences; [] for a machine as it is."""
    numbers = data.get("hypothetical") or []
    return [f"Hypothetical machine: {', '.join(str(n) for n in numbers)} (moved by KILN_SIM_COST)."] if numbers else []


def of_document(document):
    """The same member of a document of kilnc, which has it in what is told of the model."""
    paces = [r.get("pace", {}) for r in document["results"]]
    return {"hypothetical": next((p["hypothetical"] for p in paces if p.get("hypothetical")), [])}


def banner(data, name=""):
    """The same, for the top of a page."""
    return "".join(f'<section class="warn"><p><b>{esc(f"{name}: " if name else "")}{esc(t)}</b> Times are that machine\'s.</p></section>' for t in hypothetical(data))


FIGURES = (  # name, of a kernel, how it is written; of all, less is better
    ("estimate", lambda k: k.total("estimate", "microseconds"), microseconds),
    ("clocks", lambda k: k.total("estimate", "clocks"), si),
    ("instructions", lambda k: k.total("instructions"), si),
    ("SIMD8", lambda k: k.total("simd8_instructions"), si),
    ("messages", lambda k: sum(sum(d["sends"].values()) for d in k.dispatches), si),
    ("bytes", lambda k: k.total("bytes", "read") + k.total("bytes", "written"), octets),
    ("code", lambda k: k.row["code_bytes"], octets),
)


class Counted:
    """Dispatches, and sums over them: a kernel's, or those of all."""

    def __init__(self, row, dispatches):
        self.row, self.dispatches = row, dispatches

    def total(self, *path):
        def one(d):
            for name in path:
                d = d.get(name, {} if name != path[-1] else 0)
            return d
        return sum(one(d) for d in self.dispatches)


def of_all(kernels):
    ran = [k for k in kernels if k.dispatches]
    return Counted({"code_bytes": sum(k.row["code_bytes"] for k in ran)}, [d for k in ran for d in k.dispatches])


def matched(old, new):
    """(old kernel or None, new kernel or None): by code, then by name, source and the order of their first dispatches."""
    def ran(kernels):
        return sorted((k for k in kernels if k.dispatches), key=lambda k: k.dispatches[0]["index"])
    left, right, pairs = ran(old), ran(new), []
    for key in (lambda k: (k.hash, k.base, k.simd), lambda k: (k.base, k.simd), lambda k: k.base):
        for n in list(right):
            o = next((o for o in left if key(o) == key(n)), None)
            if o:
                left.remove(o)
                right.remove(n)
                pairs.append((o, n))
    pairs.sort(key=lambda p: -max(p[0].total("estimate", "clocks"), p[1].total("estimate", "clocks")))
    return pairs + [(o, None) for o in left] + [(None, n) for n in right]


def change(a, b):
    """'+12.3 %', and whether it is worse, better or the same."""
    if a == b:
        return "same", ""
    if not a:
        return "new", "bad"
    r = 100 * (b - a) / a
    return f"{r:+.1f} %" if abs(r) < 1000 else f"× {b / a:.3g}", "bad" if r > 0.5 else "good" if r < -0.5 else ""


def figures(old, new):
    """(name, old, new, change, class) of a pair."""
    for name, of, form in FIGURES:
        a, b = of(old), of(new)
        what, cls = change(a, b)
        yield name, form(a), form(b), what, cls


def moved(old, new):
    """What the new code of one kernel has that the old had not: opcodes and messages by executed instructions, largest changes first."""
    rows = []
    for member, count in (("opcodes", lambda v: v["instructions"]), ("sends", lambda v: v)):
        a, b = ({}, {})
        for into, k in ((a, old), (b, new)):
            for d in k.dispatches:
                for name, v in d[member].items():
                    into[name] = into.get(name, 0) + count(v)
        rows += [(name, a.get(name, 0), b.get(name, 0)) for name in {*a, *b} if a.get(name, 0) != b.get(name, 0)]
    return sorted(rows, key=lambda r: (-abs(r[2] - r[1]), r[0]))[:8]


def page(old, new, name):
    (old_data, old_kernels), (new_data, new_kernels) = old, new
    head = (("kernel", ""), ("runs", "n"), ("bound by", ""), *((n, "n") for n, _, _ in FIGURES))

    def row(label, runs, bound, o, n):
        cells = [f'<span title="{esc(a)} → {esc(b)}" class="{cls}">{esc(b)}<br>{esc(what)}</span>' for _, a, b, what, cls in figures(o, n)]
        return (label, runs, bound, *cells)

    pairs = matched(old_kernels, new_kernels)
    both = [(o, n) for o, n in pairs if o and n]
    o, n = of_all(old_kernels), of_all(new_kernels)
    rows = [row("<b>all</b>", f"{len(o.dispatches)} → {len(n.dispatches)}" if len(o.dispatches) != len(n.dispatches) else f"{len(n.dispatches)}", "", o, n)]
    details = []
    for a, b in both:
        same = " (same code)" if a.hash == b.hash else ""
        bound = esc(b.bound()) if a.bound() == b.bound() else f"{esc(a.bound())} → {esc(b.bound())}"
        runs = f"{len(b.dispatches)}" if len(a.dispatches) == len(b.dispatches) else f"{len(a.dispatches)} → {len(b.dispatches)}"
        width = f" SIMD{b.simd}" if a.simd == b.simd else f" SIMD{a.simd} → SIMD{b.simd}"
        rows.append(row(esc(b.base + width + same), runs, bound, a, b))
        changed = moved(a, b)
        if changed:
            details.append(f"<details><summary>{esc(b.label)}</summary>" + table(
                (("executed", ""), ("before", "n"), ("now", "n"), ("change", "n")),
                [(f"<code>{esc(w)}</code>", f"{x:,}", f"{y:,}", change(x, y)[0]) for w, x, y in changed]) + "</details>")
    gone = [esc(a.label) for a, b in pairs if not b]
    fresh = [esc(b.label) for a, b in pairs if not a]
    only = "".join(f"<p>{title}: {', '.join(names)}</p>" for title, names in (("Only in the old", gone), ("Only in the new", fresh)) if names)
    body = section("Before and now", "Sums over each kernel's dispatches, the new figure and by how much it moved; the tooltip has both. Kernels are matched by "
                   "their code, else by name and source.", table(head, rows), only)
    if details:
        body += section("What moved", "Executed instructions by opcode and messages by kind, of the kernels whose counts changed: the eight that moved most.", *details)
    body = banner(old_data, "before") + banner(new_data, "now") + body
    devices = {old_data.get("device", ""), new_data.get("device", "")}
    return whole(name, f"Counted on Kiln's simulated {esc(' and '.join(sorted(devices)))}. Counts are exact, times are a model's.", body)


def cell(s):
    """A cell's text, with nothing in it that Markdown takes for a table's edge, code, a link or HTML."""
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", re.sub(r"([|`\[\]\\])", r"\\\1", str(s)).replace("&", "&amp;"))


def markdown(new, old=None, limit=20):
    """For the summary of a CI job: the kernels that take most time, beside an earlier run if there is one."""
    data, kernels = new
    ran = sorted((k for k in kernels if k.dispatches), key=lambda k: -k.total("estimate", "clocks"))
    whole_clocks = sum(k.total("estimate", "clocks") for k in ran) or 1
    before = {id(n): o for o, n in matched(old[1], kernels) if o and n} if old else {}
    lines = [f"> **{cell(what + t)}**" for what, of in (("before: ", old[0] if old else {}), ("now: " if old else "", data)) for t in hypothetical(of)]
    lines += [""] if lines else []
    lines += [f"**{microseconds(sum(d['estimate']['microseconds'] for d in data['dispatches']))}** estimated on a simulated {data.get('device', '')}, "
             f"{len(data['dispatches'])} dispatches of {len(ran)} kernels, {si(sum(k.total('instructions') for k in ran))} instructions", ""]
    head = ["kernel", "runs", "estimate", "share", "bound by", "instructions", "lanes"] + (["estimate before", "change"] if old else [])
    lines += ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    for k in ran[:limit]:
        us = k.total("estimate", "microseconds")
        row = [k.label, len(k.dispatches), microseconds(us), f"{100 * k.total('estimate', 'clocks') / whole_clocks:.1f} %", k.bound(),
               si(k.total("instructions")), f"{100 * ratio(k.total('lanes', 'enabled'), k.total('lanes', 'width')):.0f} %"]
        if old:
            o = before.get(id(k))
            row += [microseconds(o.total("estimate", "microseconds")), change(o.total("estimate", "microseconds"), us)[0]] if o else ["-", "new"]
        lines.append("| " + " | ".join(cell(c) for c in row) + " |")
    if len(ran) > limit:
        lines.append(f"\n{len(ran) - limit} more kernels.")
    faults = [d for d in data["dispatches"] if "fault" in d]
    if faults:
        lines += ["", f"{len(faults)} dispatches faulted; the first: {cell(faults[0]['fault'])}"]
    return "\n".join(lines) + "\n"


def trace(data, kernels):
    """Trace events (the JSON that Perfetto and chrome://tracing read): dispatches one after the other, with the times of the model, and counters."""
    events = [{"ph": "M", "pid": 1, "tid": 1, "name": "process_name", "args": {"name": f"simulated {data.get('device', '')}"}},
              {"ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": {"name": "dispatches (estimated)"}}]
    at = 0.0
    for d in data["dispatches"]:
        k, e = kernels[d["kernel"]], d["estimate"]
        events.append({"ph": "X", "pid": 1, "tid": 1, "ts": round(at, 3), "dur": e["microseconds"], "name": k.label, "cat": d["kind"],
                       "args": {"dispatch": d["index"], "grid": "x".join(map(str, d["grid"])), "bound by": e["bound"], "clocks": e["clocks"],
                                "instructions": d["instructions"], "lanes": round(d["lanes"]["utilization"], 3), "read": d["bytes"]["read"],
                                "written": d["bytes"]["written"], "barriers": d["barriers"], **({"fault": d["fault"]} if "fault" in d else {})}})
        seconds = max(e["microseconds"], 1e-3) / 1e6
        for name, value in (("occupancy", {"threads": e["occupancy"]}), ("GB a second", {"moved": (d["bytes"]["read"] + d["bytes"]["written"]) / seconds / 1e9}),
                            ("GFLOPS", {"rate": d["flops"] / seconds / 1e9})):
            events.append({"ph": "C", "pid": 1, "ts": round(at, 3), "name": name, "args": {n: round(v, 3) for n, v in value.items()}})
        at += e["microseconds"]
    events += kiln_timeline.events(data)
    return {"displayTimeUnit": "ns", "otherData": {"source": "kiln-report", "times": "of a model: docs/stats.md"}, "traceEvents": events}

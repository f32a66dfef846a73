"""More than two files side by side, each with the first: runs of KILN_SIM_STATS, or documents of kilnc --emit analysis."""
import os

import kiln_compare
import kiln_runs
from kiln_html import esc, microseconds, section, table, whole

MOST = 40  # kernels in a table of Markdown


def names_of(paths):
    """Short names that tell them apart."""
    short = [os.path.basename(p) for p in paths]
    return short if len(set(short)) == len(short) else list(paths)


# ---- runs of KILN_SIM_STATS

def estimates(runs):
    """[(label, [microseconds of each run, or None])]: of all kernels together, then of each, by the first run's names, the longest first."""
    first = runs[0][1]
    found = {id(k): [k] + [None] * (len(runs) - 1) for k in first if k.dispatches}
    order = [(k.label, found[id(k)]) for k in first if k.dispatches]
    for n, (_, kernels) in enumerate(runs[1:], 1):
        for old, new in kiln_runs.matched(first, kernels):
            if old and new:
                found[id(old)][n] = new
            elif new:
                order.append((new.label, [None] * n + [new] + [None] * (len(runs) - n - 1)))
    def us(k):
        return k.total("estimate", "microseconds") if k else None
    rows = [(label, [us(k) for k in ks]) for label, ks in order]
    rows.sort(key=lambda r: -max(v for v in r[1] if v is not None))
    return [("all", [kiln_runs.of_all(kernels).total("estimate", "microseconds") for _, kernels in runs])] + rows


def figure(value, first):
    """(its text, the change, class)"""
    if value is None:
        return "-", "", ""
    what, cls = kiln_runs.change(first, value) if first is not None else ("new", "")
    return microseconds(value), what, cls


def runs_markdown(runs, names):
    rows = estimates(runs)
    lines = ["Estimated time of each kernel, and its change from the first file.", ""]
    for name, (data, _) in zip(names, runs):
        lines += [f"{kiln_runs.cell(name)}: {kiln_runs.cell(t)}  " for t in kiln_runs.hypothetical(data)]
    head = ["kernel", *(kiln_runs.cell(n) for n in names)]
    lines += ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    for label, values in rows[:MOST]:
        cells = [figure(values[0], values[0])[0]]
        for v in values[1:]:
            text, what, _ = figure(v, values[0])
            cells.append(f"{text} ({what})" if what else text)
        lines.append("| " + " | ".join(kiln_runs.cell(c) for c in [label, *cells]) + " |")
    if len(rows) > MOST:
        lines.append(f"\n{len(rows) - MOST} more kernels.")
    return "\n".join(lines) + "\n"


def runs_page(runs, names, title):
    body = []
    for label, values in estimates(runs):
        cells = [figure(values[0], values[0])[0]]
        for v in values[1:]:
            text, what, cls = figure(v, values[0])
            cells.append(f'<span class="{cls}">{esc(text)}<br>{esc(what)}</span>')
        body.append((esc(label), *cells))
    banner = "".join(kiln_runs.banner(data, name) for name, (data, _) in zip(names, runs))
    devices = sorted({data.get("device", "") for data, _ in runs})
    return whole(title, f"Counted on Kiln's simulated {esc(', '.join(devices))}. Counts are exact, times are a model's.",
                 banner + section("Estimated time", "Sums over each kernel's dispatches, and the change from the first file. Kernels are matched by their code, else by name "
                                  "and source.", table((("kernel", ""), *((n, "n") for n in names)), body)))


# ---- documents of kilnc

def kernels(documents):
    """[(name, [result of each document, or None])] in the order of their first documents. Documents that have no kernel in common by shader,
    entry point, device and width are of a device each: their kernels belong together by the rest."""
    for without in kiln_compare.WITHOUT:
        found = {}
        for n, d in enumerate(documents):
            for r in d["results"]:
                found.setdefault(kiln_compare.key(r, *without), [None] * len(documents))[n] = r
        if any(None not in rs for rs in found.values()):
            break
    return [(name_of([r for r in rs if r]), rs) for rs in found.values()]


def name_of(results):
    """What they have in common of shader, entry point, device and demanded width."""
    r, devices, widths = results[0], {x.get("device", x["asked_device"]) for x in results}, {x["asked_simd"] for x in results}
    return (f"{r['shader']}: {r['entry']}" + (f", {min(devices)}" if len(devices) == 1 else "") + (f" SIMD{min(widths)}" if len(widths) == 1 and min(widths) else ""))


def cells(results, member):
    """(texts, classes) of a figure: each with its change from the first document that has it."""
    first = next((r[member] for r in results if r and member in r), None)
    texts, classes = [], []
    for r in results:
        if not r or member not in r:
            texts.append("-" if not r or "simd" in r else "no kernel")
            classes.append("")
            continue
        v = r[member]
        what = kiln_compare.change(first, v)
        texts.append(f"{v:,}" + (f" ({what})" if what else ""))
        classes.append("bad" if v > first else "good" if v < first else "")
    return texts, classes


def differing(results):
    """[(words, texts, classes)] of the figures that are not the same in all."""
    out = []
    for member, words in (("simd", "width"), *kiln_compare.FIGURES):
        texts, classes = cells(results, member)
        if len(set(texts)) > 1:
            out.append((words, texts, classes if member != "simd" else [""] * len(texts)))
    return out


def text(documents, names):
    rows, out = kernels(documents), []
    changed = [(name, found) for name, rs in rows if (found := differing(rs))]
    wide = max([len(n) for n in names] + [len(t) for _, found in changed for _, texts, _ in found for t in texts] + [8]) + 2
    for name, d in zip(names, documents):
        out += [f"{name}: {t}" for t in kiln_runs.hypothetical(kiln_runs.of_document(d))]
    out.append(f"{'':26}" + "".join(f"{n:>{wide}}" for n in names))
    for name, found in changed:
        out.append(name)
        out += [f"  {words:24}" + "".join(f"{t:>{wide}}" for t in texts) for words, texts, _ in found]
    out.append(f"{len(rows)} kernels compared, {len(changed)} differ")
    return "\n".join(out) + "\n"


def page(documents, names, title):
    body = []
    for name, results in kernels(documents):
        for n, (words, texts, classes) in enumerate(differing(results) or [("all", ["the same"] + [""] * (len(documents) - 1), [""] * len(documents))]):
            body.append((esc(name) if not n else "", esc(words), *(f'<span class="{c}">{esc(t)}</span>' for t, c in zip(texts, classes))))
    versions = ", ".join(dict.fromkeys(esc(d["version"]) for d in documents))
    banner = "".join(kiln_runs.banner(kiln_runs.of_document(d), name) for name, d in zip(names, documents))
    return whole(title or "Comparison", f"{len(documents)} documents, compiled by {versions}. Clocks are the compiler's estimate.",
                 banner + section("Figures", "What is not the same in all, with the change from the first. Fewer is better, but for the width.",
                         table((("kernel", ""), ("", ""), *((n, "n") for n in names)), body)))

"""Two kernels side by side: of two documents of kilnc --emit analysis, or of the two shaders, devices or widths of one."""
import difflib
import re

import kiln_runs
from kiln_html import esc, section, table, whole
from kiln_kernels import STYLE

FIGURES = (("instructions", "instructions"), ("sends", "messages"), ("cycles", "clocks of a thread"), ("max_live_regs", "registers live"), ("spills", "spills"),
           ("fills", "fills"), ("scratch_size", "bytes of scratch"), ("loops", "loops"), ("grf_used", "registers used"))


class Unpaired(ValueError):
    """There are no two sides."""


def key(r, *without):
    return tuple(r.get(m) for m in ("shader", "entry", "asked_device", "asked_simd") if m not in without)


def split(results):
    """(what differs, old, new) of one document: its two shaders, devices or widths."""
    for member, what in (("shader", "shaders"), ("asked_device", "devices"), ("asked_simd", "widths")):
        values = list(dict.fromkeys(r[member] for r in results))
        if len(values) == 2:
            old, new = ([r for r in results if r[member] == v] for v in values)
            return member, old, new
        if len(values) > 2:
            raise Unpaired(f"there are {len(values)} {what}: two are compared")
    raise Unpaired("there are no two shaders, devices or widths to compare")


def pairs(old, new, without=()):
    """([(old, new)], [those that only one side has])"""
    ours = {key(r, *without): r for r in new}
    both = [(r, ours[key(r, *without)]) for r in old if key(r, *without) in ours]
    seen = {key(r, *without) for r, _ in both}
    alone = [r for r in old + new if key(r, *without) not in seen]
    if not both and len(old) == len(new) == 1:
        return [(old[0], new[0])], []
    return both, alone


# Documents that have no kernel in common are of a device, or of a width, each.
WITHOUT = ((), ("asked_device",), ("asked_simd",))


def sides(documents):
    if len(documents) == 2:
        for without in WITHOUT:
            both, alone = pairs(*(d["results"] for d in documents), without)
            if both:
                break
        return both, alone
    member, old, new = split(documents[0]["results"])
    return pairs(old, new, (member,))


def name(r):
    return f"{r['shader']}: {r['entry']}, {r.get('device', r['asked_device'])}" + (f", by {r['by']}" if "by" in r else "")


def title(a, b):
    """What they have in common once, and what tells them apart."""
    one, other = name(a) + (f" SIMD{a['simd']}" if "simd" in a else ""), name(b) + (f" SIMD{b['simd']}" if "simd" in b else "")
    return one if one == other else f"{one}  ->  {other}"


def change(x, y):
    if x == y:
        return ""
    return f"{100 * (y - x) / x:+.1f} %" if x else f"{y - x:+}"


def differences(a, b):
    """[(what, old, new, change)] of what is not the same."""
    out = [(words_, a[m], b[m], change(a[m], b[m])) for m, words_ in FIGURES if m in a and m in b and a[m] != b[m]]
    p, q = a.get("pace"), b.get("pace")
    if p and q and p["longest"] != q["longest"]:
        out.append(("clocks, longest way", p["longest"], q["longest"], change(p["longest"], q["longest"])))
    if p and q and p["bound"] != q["bound"]:
        out.append(("bound", p["bound"], q["bound"], ""))
    return out


def words(i):
    """An instruction without its registers' numbers: those move when anything does."""
    t = re.sub(r"//.*", "", i["text"].replace("{Compacted}", ""))
    return re.sub(r"\b[rf]\d+(\.\d+)?", "r", " ".join(t.split()))


def rows(a, b):
    """[(mark, old instruction or None, new one or None)]: ' ' alike, '~' changed, '-' gone, '+' new."""
    out = []
    one, other = a["listing"], b["listing"]
    for tag, i, j, k, m in difflib.SequenceMatcher(None, [words(x) for x in one], [words(x) for x in other], autojunk=False).get_opcodes():
        for n in range(max(j - i, m - k)):
            x, y = (one[i + n] if i + n < j else None), (other[k + n] if k + n < m else None)
            out.append((" " if tag == "equal" else "~" if x and y else "-" if x else "+", x, y))
    return out


# ---- as text

def text(documents):
    both, alone = sides(documents)
    out, changed = list(dict.fromkeys(t for d in documents for t in kiln_runs.hypothetical(kiln_runs.of_document(d)))), 0
    for a, b in both:
        if "listing" not in a or "listing" not in b:
            if a.get("message") != b.get("message") or a["status"] != b["status"]:
                changed += 1
                out.append(f"{title(a, b)}\n  old: {a.get('message', 'compiles')}\n  new: {b.get('message', 'compiles')}")
            continue
        found = differences(a, b)
        code = [r for r in rows(a, b) if r[0] != " "]
        if not found and not code:
            continue
        changed += 1
        out.append(title(a, b))
        out += [f"  {words_:24}{x:>10} -> {y:<10}{c}" for words_, x, y, c in found]
        gone, come = sum(r[1] is not None for r in code), sum(r[2] is not None for r in code)
        out.append(f"  code: {gone} instructions of the old one are not in the new one, {come} of the new one not in the old one")
    out += [f"{name(r)}: only one side has it" for r in alone]
    out.append(f"{len(both)} kernels compared, {changed} differ" + (f", {len(alone)} are on one side only" if alone else ""))
    return "\n".join(out) + "\n"


# ---- as a page

def side(i):
    if not i:
        return "<td class='k'></td><td></td>"
    return f"<td class='k'>{i['offset']:x}</td><td>{esc(' '.join(i['text'].replace('{Compacted}', '').split()))}</td>"


def kernel(a, b, first):
    head = f"<summary><b>{esc(title(a, b))}</b></summary>"
    if "listing" not in a or "listing" not in b:
        return (f"<details{' open' if first else ''}>{head}<p>old: {esc(a.get('message', 'compiles'))}</p>"
                f"<p>new: {esc(b.get('message', 'compiles'))}</p></details>")
    figures = [(esc(w), f"{a[m]:,}", f"{b[m]:,}", f'<span class="{"bad" if b[m] > a[m] else ""}">{change(a[m], b[m])}</span>')
               for m, w in FIGURES if m in a and m in b]
    both = rows(a, b)
    code = "".join(f"<tr class='d{ord(m)}'><td class='k'>{m}</td>{side(x)}{side(y)}</tr>" for m, x, y in both)
    return (f"<details{' open' if first else ''}>{head}"
            + section("Figures", "Fewer is better, of each.", table((("", ""), ("old", "n"), ("new", "n"), ("change", "n")), figures))
            + section("Code", "Instructions that differ in more than the numbers of their registers: - only the old one, + only the new one, ~ changed.",
                      f'<div style="overflow:auto;max-height:640px"><table class="list">{code}</table></div>') + "</details>")


COLOURS = ("<style>" + "".join(f".list tr.d{ord(m)}{{background:color-mix(in srgb,var(--{c}) 22%,transparent)}}" for m, c in (("-", "c4"), ("+", "c2"), ("~", "c3")))
           + "</style>")


def page(documents, heading):
    both, alone = sides(documents)
    body = "".join(kernel(a, b, n == 0) for n, (a, b) in enumerate(both))
    if alone:
        body += section("On one side only", "", "<ul>" + "".join(f"<li>{esc(name(r))}</li>" for r in alone) + "</ul>")
    body = "".join(dict.fromkeys(kiln_runs.banner(kiln_runs.of_document(d)) for d in documents)) + body
    versions = " and ".join(dict.fromkeys(esc(d["version"]) for d in documents))
    return whole(heading or "Comparison", f"{len(both)} kernels, compiled by {versions}. Clocks are the compiler's estimate.", STYLE + COLOURS + body)


def check(documents):
    for d in documents:
        if d.get("kilnc") != 1:
            raise ValueError("not a document of kilnc, version 1")
        if any("listing" not in k and not k["status"] for k in d["results"]):
            raise ValueError("a document of kilnc --emit json: --emit analysis has what is compared")

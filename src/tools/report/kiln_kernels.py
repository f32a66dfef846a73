"""The page of what kilnc --emit analysis says of kernels: source beside assembly, live registers, blocks, widths, messages, advice."""
import os
import re

import kiln_matrix
import kiln_occupancy
import kiln_runs
from kiln_html import WIDTH, esc, legend, line, rect, section, si, svg, table, text, ticks, whole

IN_FULL = 120  # kernels that a page shows at most: it has some 100 KB for each

STYLE = """<style>
.pair{display:grid;grid-template-columns:1fr 1fr;gap:14px;max-height:640px}.pair>div{overflow:auto;max-height:620px;border:1px solid var(--line);border-radius:6px}
.list{width:100%;border-collapse:collapse;font:12px/1.45 ui-monospace,monospace}.list td{padding:0 8px;border:0;white-space:pre;vertical-align:top}
.list td.k{color:var(--dim);text-align:right;user-select:none}.list tr.lit{background:color-mix(in srgb,var(--c3) 32%,transparent)}
.list tr[data-l]{cursor:pointer}.list tr.top td{border-top:1px solid var(--line)}.list td.m{color:var(--c0)}.list td.r i{display:inline-block;height:8px;background:var(--c1);border-radius:2px}
@media(max-width:900px){.pair{grid-template-columns:1fr}}</style>"""

# A line of the source lights up what was made of it, and an instruction its line.
SCRIPT = """<script>
document.querySelectorAll('.pair').forEach(function(p){p.addEventListener('click',function(e){var r=e.target.closest('tr[data-l]');if(!r)return;
p.querySelectorAll('tr.lit').forEach(function(t){t.classList.remove('lit')});var here=r.closest('.pair>div'),same=p.querySelectorAll('tr[data-l="'+r.dataset.l+'"]'),first=null;
same.forEach(function(t){t.classList.add('lit');if(!first&&!here.contains(t))first=t});
if(first){var b=first.closest('.pair>div');b.scrollTop+=first.getBoundingClientRect().top-b.getBoundingClientRect().top-b.clientHeight/3}})});
function show(){var k=document.getElementById(location.hash.slice(1));if(k&&k.tagName=='DETAILS'){k.open=true;k.scrollIntoView()}}
addEventListener('hashchange',show);show();
</script>"""


def key(i):
    return f"{i['file']}-{i['line']}" if "line" in i else None


def by_line(k):
    """(file, line) -> its instructions."""
    lines = {}
    for i in k["listing"]:
        if "line" in i:
            lines.setdefault((i["file"], i["line"]), []).append(i)
    return lines


# ---- advice: (what, evidence as lines of the source). Each rule looks at what the kernel's own code shows.

def depth(k, i):
    return k["blocks"][i["block"]]["loop_depth"]


def where(k, instructions):
    seen = []
    for i in instructions:
        if "line" in i:
            name = f"{os.path.basename(k['files'][i['file']]['name'])}:{i['line']}"
            if name not in seen:
                seen.append(name)
    return ", ".join(seen[:6]) + (" …" if len(seen) > 6 else "")


def sends(k, pattern):
    return [i for i in k["listing"] if re.search(pattern, i.get("message", ""))]


def is_shared(i):
    return "shared local memory" in i.get("message", "")


def is_uniform(i):
    """A message of the whole subgroup: of a block, or without its channels' mask."""
    return re.search("block read|constant", i["message"]) or i["text"].lstrip().startswith("(W)")


def advise(k):
    out = []
    scratch = sends(k, r"scratch")
    if k["spills"] or k["fills"]:
        widths = [w for w in k["widths"] if "cycles" in w and w["simd"] < k["simd"] and not w["spills"]]
        narrower = f" At SIMD{widths[-1]['simd']} nothing is spilled." if widths else ""
        out.append((f"Registers run out: {k['max_live_regs']} of {k['registers']} are wanted at once, so that there are {k['spills']} spills and "
                    f"{k['fills']} fills.{narrower}", where(k, scratch)))
    elif k["scratch_size"]:
        out.append(("Private memory is in scratch: an array that is indexed by what is not known when the shader is compiled.", where(k, scratch)))
    fixed = [i for i in sends(k, "read|constant") if depth(k, i) and is_uniform(i) and not is_shared(i) and i not in scratch]
    if fixed:
        out.append((f"{len(fixed)} reads of uniform data are in a loop: if what they read does not change there, read it before.", where(k, fixed)))
    fences = [i for i in sends(k, "fence") if depth(k, i)]
    if fences:
        out.append((f"{len(fences)} memory fences are in a loop: a narrower scope (workgroup instead of device) may need none.", where(k, fences)))
    single = [i for i in sends(k, r"surface read.*, 1 components|byte scattered read") if depth(k, i)]
    if len(single) >= 4:
        out.append((f"{len(single)} messages of one component in a loop: neighbouring elements that an invocation reads together (vec4) take one.",
                    where(k, single)))
    byte = sends(k, "byte scattered")
    if byte:
        out.append((f"{len(byte)} messages move single bytes or words: types of 32 bits take fewer.", where(k, byte)))
    pace = k.get("pace")
    slow = sorted((i for i in k["listing"] if i.get("waits", 0) >= 16), key=lambda i: -i["waits"] * 10 ** depth(k, i))[:8]
    if pace and pace["bound"] == "latency" and slow:
        threads = f", with {100 * pace['occupancy']:.0f} % of the hardware threads in use" if pace["occupancy"] < 0.9 else ""
        out.append((f"Threads wait more than they compute{threads}: earlier loads of operands, or more independent work between, hide it.", where(k, slow)))
    port = [i for i in k["listing"] if "message" in i and depth(k, i)]
    shared = [i for i in port if is_shared(i)]
    if pace and pace["bound"] == "data port" and 2 * len(shared) > len(port):
        out.append(("The data ports are busy longest, most of it with shared memory: what several results of one invocation need, read once and kept in "
                    "registers (each invocation computes more than one), takes load off them.", where(k, shared)))
    elif pace and pace["bound"] == "data port" and port:
        out.append(("The data ports are busy longest: shared memory, registers, or subgroup operations for what is read again take load off them.", where(k, port)))
    out += [(text_, "") for text_ in kiln_occupancy.advice(k)]
    divides = [i for i in k["listing"] if re.search(r"\bmath\.(i?div|iqot|irem|pow|fdiv)", i["text"])]
    if [i for i in divides if depth(k, i)]:
        out.append((f"{len(divides)} divisions or powers, some in a loop: each holds the extended math pipe for long.", where(k, divides)))
    return out


def why_width(k):
    """Why the kernel has its width, in a sentence."""
    if k["asked_simd"]:
        return f"SIMD{k['simd']} was requested."
    done = [w for w in k["widths"] if "cycles" in w]
    mine = next((w for w in done if w["simd"] == k["simd"]), None)
    others = [w for w in done if w["simd"] != k["simd"]]
    if not mine or not others:
        return f"SIMD{k['simd']} is the only width that can be."
    per = {w["simd"]: w["cycles"] / w["simd"] for w in done}
    best = min(per, key=per.get)
    if best == k["simd"]:
        return f"SIMD{k['simd']} takes the fewest clocks for each invocation: " + ", ".join(f"SIMD{s} {c:.1f}" for s, c in per.items()) + "."
    return (f"By the clocks of one thread alone SIMD{best} is ahead (" + ", ".join(f"SIMD{s} {c:.1f}" for s, c in per.items()) +
            " for each invocation); the compiler also weighs how many threads a group and an EU have, and how they wait for each other.")


# ---- plots

def plot_live(k):
    code, left, height = k["listing"], 60, 170
    top = max([i["live"] for i in code] + [8])
    step = (WIDTH - left - 10) / max(len(code), 1)
    out = []
    for t in ticks(top):
        y = height - t / top * (height - 10)
        out += [line(left, y, WIDTH - 10, y, "grid"), text(left - 6, y + 4, si(t), "end", "small")]
    for n, i in enumerate(code):
        h = i["live"] / top * (height - 10)
        tip = f"0x{i['offset']:x}: {i['live']} registers live\n{i['text'].strip()}"
        out.append(rect(left + n * step, height - h, max(step, 0.4), h, f"c{1 if depth(k, i) == 0 else 0}", tip))
    return svg(height + 12, out, "live registers at each instruction") + legend([("outside of loops", "c1"), ("in a loop", "c0")])


def plot_blocks(k):
    """Blocks in their order, with an arc for each way but to the next one: back on the left, forward on the right."""
    blocks = k["blocks"]
    if len(blocks) > 160:
        return f"<p>{len(blocks)} blocks: too many to draw; they are in the JSON.</p>"
    row, middle = 20, WIDTH / 2
    out = []
    for n, b in enumerate(blocks):
        y = 8 + n * row
        size = b["last"] - b["first"] + 1
        x = middle - 130 + 14 * min(b["loop_depth"], 6)
        out.append(rect(x, y, 120, row - 5, f"c{min(b['loop_depth'], 6)}", f"block {n}: instructions {b['first']} to {b['last']}, loop depth {b['loop_depth']}"))
        out.append(text(x + 128, y + 11, f"{n}: {size} instruction{'s' if size > 1 else ''}", cls="small"))
        for to in b["next"]:
            if to == n + 1:
                continue
            end, side = 8 + to * row + 7, -1 if to <= n else 1
            start = x if side < 0 else middle + 120
            reach = start + side * min(40 + 9 * abs(to - n), 300)
            out.append(f'<path d="M{start:.0f} {y + 9} C{reach:.0f} {y + 9} {reach:.0f} {end} {start:.0f} {end}" fill="none" class="roof" '
                       f'style="stroke:var(--c{"4" if side < 0 else "0"});stroke-width:1.2"><title>block {n} to block {to}</title></path>')
    return svg(16 + row * len(blocks), out, "blocks and the ways between them")


# ---- sections of one kernel

def tiles(k):
    spilled = f"{k['spills']} / {k['fills']}"
    figures = [(f"SIMD{k['simd']}", "width"), (si(k["instructions"]), "instructions"), (si(k["sends"]), "messages"), (si(k["cycles"]), "clocks of a thread, estimated"),
               (f"{k['max_live_regs']} / {k['registers']}", "registers live at most"), (spilled, "spills / fills"), (str(len(k["blocks"])), "blocks"), (si(k["loops"]), "loops")]
    if "pace" in k:
        figures.append((k["pace"]["bound"], "bounds many workgroups"))
    if "occupancy" in k:
        limit = k["occupancy"]["limit"]
        figures.append((f"{100 * k['occupancy']['share']:.0f} %", "of the threads in use" + ("" if limit == "none" else f", by {limit}")))
    return '<div class="tiles">' + "".join(f"<div><b>{esc(a)}</b><span>{esc(b)}</span></div>" for a, b in figures) + "</div>"


def pace(k):
    p = k.get("pace")
    if not p:
        return ""
    most = max(list(p["bounds"].values()) + [1])
    bounds = table((("bound", ""), ("clocks", "n"), ("", "n")), [(f"<b>{esc(n)}</b>" if n == p["bound"] else esc(n), f"{c:,.0f}", f"{100 * c / most:.0f} %")
                                                               for n, c in sorted(p["bounds"].items(), key=lambda x: -x[1])])
    lines = {}
    for i in k["listing"]:
        row = lines.setdefault((i.get("file"), i.get("line")), {"waits": 0, "instructions": []})
        rounds = p["rounds"] ** depth(k, i)
        row["waits"] += i.get("waits", 0) * rounds
        row["instructions"].append(i)
        row[i.get("pipe")] = row.get(i.get("pipe"), 0) + i.get("clocks", 0) * rounds
    pipes = ("FPU", "math", "systolic", "message", "front")
    worst = sorted(lines.values(), key=lambda r: -(r["waits"] + sum(r.get(n, 0) for n in pipes)))[:12]
    rows = [(esc(where(k, r["instructions"]) or "no line"), *(f"{r.get(n, 0):,}" for n in pipes), f"{r['waits']:,}") for r in worst]
    return section("Pace", f"By the numbers of the simulator's model (src/hw/cost.def): a thread by itself takes {p['shortest']:,} clocks on the shortest way and "
                   f"{p['longest']:,} on the longest, each loop once. Of {p['groups']:,} workgroups whose loops take {p['rounds']} rounds, {esc(p['bound'])} is the bound. "
                   "Cache misses and conflicts of banks are not known here; KILN_SIM_STATS counts.", bounds,
                   table((("clocks by line", ""), *((n, "n") for n in pipes), ("waits", "n")), rows))


def room(k, w):
    """Cells: workgroups of this width that a subslice holds, and the share of its threads that they take."""
    found = kiln_occupancy.room(k, w["threads_per_group"], w["registers"])
    return (found[0], esc(kiln_occupancy.words(*found[1:]))) if found else ("", "")


def widths(k):
    head = (("width", ""), ("clocks of a thread", "n"), ("for each invocation", "n"), ("instructions", "n"), ("messages", "n"), ("registers", "n"), ("spills", "n"),
            ("fills", "n"), ("threads a group", "n"), ("groups a subslice", "n"), ("threads in use", "n"))
    rows = []
    for w in k["widths"]:
        name = f"<b>SIMD{w['simd']}</b>" if w["simd"] == k["simd"] else f"SIMD{w['simd']}"
        if "cycles" in w:
            rows.append((name, f"{w['cycles']:,}", f"{w['cycles'] / w['simd']:.1f}", w["instructions"], w["sends"], w["max_live_regs"], w["spills"], w["fills"],
                         w["threads_per_group"], *room(k, w)))
        else:
            rows.append((name, f'<span class="bad">{esc(w["message"])}</span>') + ("",) * 9)
    return section("Widths", esc(why_width(k)), table(head, rows))


def source_table(k, number):
    f, lines = k["files"][number], by_line(k)
    rows, most = [], max([i["live"] for i in k["listing"]] + [1])
    for n, t in enumerate(f.get("text", "").splitlines(), 1):
        made = lines.get((number, n), [])
        mark = f' data-l="{number}-{n}"' if made else ""
        live = max((i["live"] for i in made), default=0)
        bar = f'<i style="width:{40 * live / most:.0f}px" title="{live} registers live"></i>' if made else ""
        rows.append(f'<tr{mark}><td class="k">{n}</td><td class="k">{len(made) or ""}</td><td class="r">{bar}</td><td>{esc(t)}</td></tr>')
    if not rows:
        return f"<p>{esc(f['name'])} cannot be read.</p>"
    return f'<table class="list">{"".join(rows)}</table>'


def code_table(k):
    rows, last = [], None
    for i in k["listing"]:
        mark = f' data-l="{key(i)}"' if key(i) else ""
        top = ' class="top"' if i["block"] != last else ""
        head = f"B{i['block']}" + ("·" * depth(k, i)) if i["block"] != last else ""
        last = i["block"]
        words = re.sub(r" {2,}", "  ", i["text"].replace("{Compacted}", "").rstrip())
        rows.append(f'<tr{mark}{top}><td class="k">{head}</td><td class="k">{i["offset"]:x}</td><td class="k">{i["live"]}</td><td>{esc(words)}</td>'
                    f'<td class="m">{esc(i.get("message", ""))}</td></tr>')
    return f'<table class="list">{"".join(rows)}</table>'


def beside(k):
    parts = []
    used = sorted({i["file"] for i in k["listing"] if "line" in i})
    code = code_table(k)
    for number in used:
        parts.append(f"<h3>{esc(k['files'][number]['name'])}</h3><div class=\"pair\"><div>{source_table(k, number)}</div><div>{code}</div></div>")
    if not used:
        parts.append(f'<p>The module has no source lines (kilnc -g, glslangValidator -g, dxc -Zi).</p><div class="pair" style="grid-template-columns:1fr"><div>{code}</div></div>')
    return section("Source and assembly", "Click a line to see what was made of it, or an instruction to see its line. Source: instructions made of a line, and the "
                   "registers that are live there at most. Assembly: block (a dot for each loop around it), offset, live registers, what a message does.", *parts)


def messages(k):
    kinds = {}
    for i in k["listing"]:
        if "message" in i:
            row = kinds.setdefault(re.sub(r", surface \d+", "", i["message"]) or "other", [0, 0, []])
            row[0] += 1
            row[1] += depth(k, i) > 0
            row[2].append(i)
    rows = [(esc(n), r[0], r[1], esc(where(k, r[2]))) for n, r in sorted(kinds.items(), key=lambda x: -x[1][0])]
    return section("Messages", "What goes to the data ports, the sampler and the gateway.", table((("message", ""), ("in the code", "n"), ("in loops", "n"), ("source", "")), rows))


def advice(k):
    found = advise(k)
    items = "".join(f"<li>{esc(t)}{f' <code>{esc(w)}</code>' if w else ''}</li>" for t, w in found)
    return section("Advice", "From what the code shows; what runs how often only KILN_SIM_STATS knows.", f"<ul>{items}</ul>" if items else "<p>None.</p>")


def kernel(k, n, first):
    name = f"{k['shader']}: {k['entry']}, {k.get('device', k['asked_device'])}"
    if "listing" not in k:
        return f"<details id=\"k{n}\"><summary>{esc(name)}</summary><p class=\"bad\">{esc(k.get('message', 'there is no code'))}</p></details>"
    parts = [tiles(k), beside(k), section("Live registers", "At each instruction, in the order of the code. Where control flow is divergent, what only channels "
                                          "hold that are off may be missing.", plot_live(k)),
             pace(k), kiln_occupancy.part(k), widths(k), messages(k), section("Blocks", "In the order of the code; to the right where loops are deeper. Arcs: jumps, back on the left.", plot_blocks(k)),
             advice(k)]
    return f"<details id=\"k{n}\"{' open' if first else ''}><summary><b>{esc(name)}</b>, SIMD{k['simd']}</summary>{''.join(parts)}</details>"


def page(data, title):
    if data["kilnc"] != 1:
        raise ValueError(f"a document of kilnc of version {data['kilnc']}; 1 is known")
    if any("listing" not in k and not k["status"] for k in data["results"]):
        raise ValueError("a document of kilnc --emit json: --emit analysis has what is drawn")
    names = sorted({k["shader"] for k in data["results"]})
    title = title or (os.path.basename(names[0]) if len(names) == 1 else f"{len(names)} shaders")
    results = data["results"]
    shown = sorted(sorted(range(len(results)), key=lambda n: -results[n].get("cycles", 0))[:IN_FULL])
    body = kiln_matrix.part(results, {n: f"k{n}" for n in shown}) + "".join(kernel(results[n], n, n == shown[0]) for n in shown)
    body = kiln_runs.banner(kiln_runs.of_document(data)) + body
    return whole(title, f"Compiled by {esc(data['version'])}. Clocks are the compiler's estimate.", STYLE + body + SCRIPT)

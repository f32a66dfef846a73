"""How many threads of a kernel the device holds at once, and what lets it hold no more."""
from kiln_html import esc, section, table

LIMITS = {  # by what kilnc calls them: what there is of it in a subslice, and what that says
    "threads": "hardware threads",
    "shared memory": "shared memory",
    "barriers": "barriers",
}


def room(k, group_threads, registers=None):
    """(workgroups, share of the threads in use, limit) of a subslice, for workgroups of so many threads, of so many registers where these are
    not the kernel's; None: not known.

    limit: none, group size, shared memory or barriers, as kilnc says it of the kernel's own width."""
    o = k.get("occupancy")
    if not o or not group_threads:
        return None
    threads = o["threads_per_subslice"] * k["registers"] // (registers or k["registers"])
    limits = {**o["limits"], "threads": threads // group_threads}
    groups = max(1, min(limits.values()))
    share = min(1.0, groups * group_threads / threads)
    if share == 1:
        return groups, share, "none"
    others = [n for n in ("shared memory", "barriers") if limits.get(n, groups + 1) == groups < limits["threads"]]
    return groups, share, others[0] if others else "group size"


def words(share, limit):
    return f"{100 * share:.0f} %" + ("" if limit == "none" else f", by {limit}")


def invocations(k):
    x, y, z = k["local_size"]
    return x * y * z


def better_sizes(k):
    """[(invocations, share)] of workgroups of powers of two that fill a subslice better, the nearest first."""
    mine = room(k, k["occupancy"]["group_threads"])
    out = []
    for size in (32, 64, 128, 256, 512, 1024):
        threads = -(-size // k["simd"])
        if threads <= k["occupancy"]["threads_per_subslice"]:
            _, share, _ = room(k, threads)
            if share > mine[1] + 0.005:
                out.append((size, share))
    now = invocations(k)
    return sorted(out, key=lambda s: max(s[0] / now, now / s[0]))


def advice(k):
    """What would have more threads in use; [] where nearly all are."""
    o = k.get("occupancy")
    if not o or o["share"] >= 0.9:
        return []
    idle = o["threads_per_subslice"] - o["groups"] * o["group_threads"]
    head = f"{idle} of {o['threads_per_subslice']} hardware threads of a subslice stay idle"
    if o["limit"] == "shared memory":
        return [f"{head}: a workgroup is allotted {o['slm_allotted']:,} bytes of shared memory (it has {k['slm_size']:,}), so that {o['groups']} fit. "
                "Half as much would let twice as many in; more invocations that share it as well."]
    if o["limit"] == "barriers":
        return [f"{head}: there are barriers for {o['groups']} workgroups. Larger workgroups have more threads for each."]
    sizes = better_sizes(k)
    would = f" A workgroup of {sizes[0][0]} invocations would use {100 * sizes[0][1]:.0f} %." if sizes else ""
    return [f"{head}: a workgroup has {o['group_threads']} threads, and {o['groups']} of them are all that fit.{would}"]


def part(k):
    o = k.get("occupancy")
    if not o:
        return ""
    rows = []
    for name, what in LIMITS.items():
        groups = o["limits"].get(name)
        why = {"threads": f"{o['threads_per_subslice']}, of which a workgroup takes {o['group_threads']} ({invocations(k)} invocations at SIMD{k['simd']})",
               "shared memory": f"a workgroup has {k['slm_size']:,} bytes and is allotted {o['slm_allotted']:,}" if o["slm_allotted"] else "none is used",
               "barriers": "each workgroup takes one" if groups is not None else "there is none in the code"}[name]
        bold = name == {"group size": "threads"}.get(o["limit"], o["limit"]) or (o["limit"] == "none" and name == "threads")
        cells = (esc(what), esc(why), "no limit" if groups is None else str(groups))
        rows.append(tuple(f"<b>{c}</b>" for c in cells) if bold else cells)
    wider = [w for w in k["widths"] if w["simd"] > k["simd"] and w.get("spills")]
    registers = (f"A thread has all {k['registers']} registers whatever it uses, so that registers do not limit how many threads there are; they limit the width"
                 + (f": SIMD{wider[0]['simd']} would want {wider[0]['max_live_regs']} at once, and spill." if wider else "."))
    return section("Occupancy", f"A subslice holds {o['groups']} workgroup{'s' if o['groups'] > 1 else ''} at once: {o['groups'] * o['group_threads']} of its "
                   f"{o['threads_per_subslice']} threads, {esc(words(o['share'], o['limit']))}. {esc(registers)}",
                   table((("of a subslice", ""), ("", ""), ("workgroups that fit", "n")), rows))

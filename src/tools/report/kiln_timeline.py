"""What lies between dispatches: regions that the application names (debug-utils labels), pipeline barriers, and the time in which nothing runs.

Times are the model's (docs/stats.md): dispatches come one behind the other. One that waits for those before it (a barrier, or it is the first) leaves the
machine idle for a dispatch's fixed cost: threads that end before, and that begin.
"""
import collections

from kiln_html import WIDTH, esc, legend, line, microseconds, percent, ratio, rect, section, svg, text, ticks

MOST = 2000  # dispatches that are drawn; the rest would not be seen

Region = collections.namedtuple("Region", "name depth start duration dispatches")
Step = collections.namedtuple("Step", "dispatch start idle duration barrier")  # idle: of the duration


def steps(data):
    """Each dispatch with its place in time, in microseconds, and the barrier in front of it or None."""
    numbers = data["model"]["numbers"]
    fixed, at, out = numbers["WALKER"]["value"] / numbers["MEGAHERTZ"]["value"], 0.0, []
    for d in data["dispatches"]:
        barrier, us = d.get("barriers_before"), d["estimate"]["microseconds"]
        waits = not out or (barrier and barrier["waits"])
        out.append(Step(d, at, min(fixed, us) if waits else 0.0, us, barrier))
        at += us
    return out


def regions(row):
    """Neighbours that are in the same labels, by depth: those that enclose come first."""
    out, open_ = [], []  # open_: indices of out
    for s in row:
        labels, keep = s.dispatch.get("labels", []), 0
        while keep < min(len(labels), len(open_)) and out[open_[keep]].name == labels[keep]:
            keep += 1
        del open_[keep:]
        for name in labels[keep:]:
            out.append(Region(name, len(open_), s.start, 0.0, 0))
            open_.append(len(out) - 1)
        for i in open_:
            out[i] = out[i]._replace(duration=s.start + s.duration - out[i].start, dispatches=out[i].dispatches + 1)
    return out


def words(barrier):
    """What barriers in front of a dispatch do."""
    does = [w for w in ("waits", "flushes", "invalidates") if barrier[w]]
    n = barrier["count"]
    return f"{n} pipeline barrier{'s' if n > 1 else ''}: {', '.join(does)}"


def events(data):
    """Trace events beside those of the dispatches: regions, barriers, idle time."""
    row = steps(data)
    out = [{"ph": "M", "pid": 1, "tid": t, "name": "thread_name", "args": {"name": n}} for t, n in ((2, "regions (labels)"), (3, "idle"))]
    out += [{"ph": "X", "pid": 1, "tid": 2, "ts": round(r.start, 3), "dur": round(r.duration, 3), "name": r.name, "cat": "label",
             "args": {"dispatches": r.dispatches}} for r in regions(row)]
    for s in row:
        if s.barrier:
            out.append({"ph": "i", "pid": 1, "tid": 1, "s": "t", "ts": round(s.start, 3), "name": "pipeline barrier", "cat": "barrier", "args": s.barrier})
        if s.idle:
            out.append({"ph": "X", "pid": 1, "tid": 3, "ts": round(s.start, 3), "dur": round(s.idle, 3), "name": "idle", "cat": "idle",
                        "args": {"before": s.dispatch["index"]}})
    return out


def plot(data, kernels):
    everything = steps(data)
    row = everything[:MOST]
    end = row[-1].start + row[-1].duration
    if not end:
        return ""
    named = regions(row)
    left, right, lane, top = 8, 8, 20, 6
    depth = 1 + max((r.depth for r in named), default=-1)
    y = top + depth * lane
    height = y + 74

    def px(us):
        return left + us / end * (WIDTH - left - right)

    out = []
    for at in ticks(end):
        if at <= end:
            out += [line(px(at), top, px(at), height - 18, "grid"), text(px(at), height - 4, microseconds(at), "middle", "small")]
    for r in named:
        width = px(r.start + r.duration) - px(r.start)
        tip = f"{r.name}\n{microseconds(r.duration)} estimated, {r.dispatches} dispatches"
        out.append(rect(px(r.start), top + r.depth * lane, max(width - 1, 0.5), lane - 3, f"c{(1 + r.depth) % 6} region", tip))
        if width > 7 * len(r.name) + 8:
            out.append(text(px(r.start) + 4, top + r.depth * lane + 13, r.name, "start", "small"))
    for s in row:
        k = kernels[s.dispatch["kernel"]]
        tip = f"dispatch {s.dispatch['index']}: {k.label}\n{microseconds(s.duration)} estimated" + (f"\nafter {words(s.barrier)}" if s.barrier else "")
        if s.idle:
            out.append(rect(px(s.start), y + 12, max(px(s.start + s.idle) - px(s.start), 0.3), 32, "dim", f"idle for {microseconds(s.idle)}"))
        out.append(rect(px(s.start + s.idle), y + 12, max(px(s.start + s.duration) - px(s.start + s.idle), 0.3), 32, f"c{k.color}", tip))
        if s.barrier:
            out.append(line(px(s.start), y + 4, px(s.start), y + 52, "roof"))
    idle, total = sum(s.idle for s in everything), sum(s.duration for s in everything)
    count = sum(s.barrier["count"] for s in everything if s.barrier)
    note = f"{count} pipeline barriers; {microseconds(idle)} idle, {percent(ratio(idle, total))} of the time."
    if len(row) < len(everything):
        note += f" The first {MOST} of {len(everything)} dispatches are drawn."
    body = [svg(height, out, "timeline of dispatches"), legend([("idle", "dim"), ("pipeline barrier", "hot")])]
    return section("Timeline", "Dispatches one after the other, under the regions that the application names. A line is a pipeline barrier in front of a "
                   "dispatch; one that waits leaves the machine idle until its first threads run, which is a dispatch's fixed cost in the model. " + note, *body)


def region_names(d):
    return esc(" › ".join(d.get("labels", [])))

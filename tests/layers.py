#!/usr/bin/env python3
"""The house keeps its order: who may include whom, and call whom.

    layers.py [--build DIR] [--svg]

The floors and the rooms in them are listed below, bottom first. A file includes only headers of its own room, of rooms below it on its
floor, and of the floors that FLOORS names for it; no two files include each other in a circle. With --build,
the same order is asked of the symbols in its object files, so that no declaration in a low header hides a call upward. Locks of the process
that nobody keeps over a fork() are named. --svg draws docs/house.svg.
Prints TAP: one test for each floor and kind; every arrow that is wrong is named.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

# Floor: the floors below that it may use, and its rooms, bottom first ("." is the folder itself).
FLOORS = {
    "util": ([], [".", "library"]),
    "hw": (["util"], ["."]),
    "isa": (["util", "hw"], ["table", "encoding", "text", "validate", "."]),
    "cmd": (["util", "hw", "isa"], ["."]),
    "sim": (["util", "hw", "isa", "cmd"],
            ["config", "sync", "memory", "surface", "thread", "ports", "sampler", "eu", "jit", "jit/ir", "jit/image", "jit/translate", "dispatch", "gpgpu", "cs", "observe/stats", "observe/check", "observe/debug", "observe", "chip", "kernel/drm", "kernel/gem", "kernel/sched", "kernel/i915", "kernel/xe", "kernel", ".", "node", "pci"]),
    "winsys": (["util", "hw", "cmd", "sim"], ["address", "kernel", "i915", "xe", "."]),
    "compiler": (["util", "hw", "isa"],
                 ["support", "kernel", "mir/ir", "mir/analysis", "mir/opt", "mir/lower/message", "mir/lower", "mir/emit", "ra",
                  "llvm/ir", "llvm/facts", "llvm/opt", "llvm/opt/unroll", "llvm/shield", "llvm/lower", "llvm",
                  "isel/operand", "isel/analysis", "isel/alu", "isel/memory", "isel/call", "isel",
                  "spirv/module", "spirv/value", "spirv/group", "spirv/descriptor", "spirv/memory", "spirv/image", "spirv/atomic", "spirv/math", "spirv/flow", "spirv", "."]),
    "launch": (["util", "hw", "cmd", "winsys"], ["memory", "stream", "mi", "state", "media", "compute", "queue", "."]),
    "vk": (["util", "hw", "winsys", "compiler", "launch"],
           ["object", "memory", "format", "image", "descriptor", "pipeline", "fault", "command", "queue", "device", "."]),
    "tools": (["util", "hw", "isa", "cmd", "sim", "winsys", "compiler"], [".", "chip", "kilnc", "probe"]),
}
# What a floor may use of another: the doors, where it is not the whole floor.
DOORS = {("winsys", "sim"): ["sim/sim.h", "sim/thread/fault.h"], ("vk", "compiler"): ["compiler/kernel/", "compiler/support/variant.h"],
         ("tools", "sim"): ["sim/observe/stats/cost.h", "sim/pci/graphics.h"],
         ("vk", "launch"): ["launch/memory/", "launch/stream/", "launch/queue/"]}
# What a room may use of the rooms below it on its floor: the doors, where it is not all of them.
ROOM_DOORS = {("sim", "kernel"): ["sim/chip/chip.h", "sim/memory/gtt.h", "sim/sync/", "sim/config/", "sim/cs/totals.h", "sim/kernel/", "sim/sim.h"]}
CALLS = {("sim", "kernel"): ["sim/chip/", "sim/memory/", "sim/sync/", "sim/config/", "sim/kernel/"]}
# The only rooms of a floor that may use another: the backends, of packets.
# Of the simulated device: states in memory, and commands.
ONLY = {("launch", "cmd"): ["mi", "state", "media", "compute"], ("sim", "cmd"): ["surface", "sampler", "gpgpu", "cs", "chip", "kernel/i915", "kernel/sched"]}


# Words that only some files of a folder may have: what they stand for is done there and nowhere else.
THERE = {"descriptors of messages are decoded in one place": ("sim", r"\bEU_DESC_GET\b", ["sim/eu/send_decode.c", "sim/eu/send_hdc.c", "sim/eu/send_lsc.c"]),
         "what launches threads is in no packet": ("sim", r"gen_(MEDIA_VFE_STATE|INTERFACE_DESCRIPTOR_DATA|GPGPU_WALKER|STATE_BASE_ADDRESS)",
                                                   ["sim/gpgpu/", "sim/cs/"])}

# Tables that a room below reads as well, for the names in their rows and for nothing that those call: {table: who}.
NAMES = {"compiler/llvm/passes.def": ["compiler/support/steps.c"], "compiler/isel/passes.def": ["compiler/support/variant.c"],
         "compiler/ra/passes.def": ["compiler/support/variant.c"]}

# Floors whose files do not call each other in circles.
NO_CALL_CIRCLES = ["compiler"]


# A floor's own door lies in its folder, and belongs to the room that is behind it.
HOMES = {"sim/sim.h": ("sim", "kernel/drm"), "winsys/ws.h": ("winsys", "kernel")}


def split(path):
    """sim/cs/cs_mi.c -> ("sim", "cs"); compiler/spirv/math/alu.c -> ("compiler", "spirv/math"); vk/vk.map -> ("vk", ".")."""
    if path in HOMES:
        return HOMES[path]
    parts = path.split("/")
    return parts[0], "/".join(parts[1:-1]) or "."


def allowed(a, b, by_name=False):
    """None, or why the file a may not include the file b; by_name: call what is in it."""
    (fa, ra), (fb, rb) = split(a), split(b)
    if a in NAMES.get(b, []):
        return None
    if fa == fb:
        rooms = FLOORS[fa][1]
        if rooms.index(rb) > rooms.index(ra):
            return f"room {ra} is below {rb}"
        doors = (CALLS if by_name else ROOM_DOORS).get((fa, ra.split("/")[0]))
        if doors and not any(b.startswith(d) for d in doors):
            return f"room {rb} has no such door for {ra}"
        return None
    if fb not in FLOORS[fa][0]:
        return f"floor {fa} may not use {fb}"
    if ra not in ONLY.get((fa, fb), [ra]):
        return f"room {ra} knows no packets"
    doors = DOORS.get((fa, fb))
    if doors and not by_name and not any(b.startswith(d) for d in doors):
        return f"{fb} has no such door for {fa}"
    return None


def sources():
    for top, _, files in os.walk(os.path.join(ROOT, "src")):
        for f in sorted(files):
            if re.search(r"\.(c|h|def)$", f):
                yield os.path.relpath(os.path.join(top, f), os.path.join(ROOT, "src"))


def includes(files):
    known = set(files)
    for f in files:
        with open(os.path.join(ROOT, "src", f), encoding="utf-8") as text:
            for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text.read(), re.M):
                beside = os.path.normpath(os.path.join(os.path.dirname(f), name))
                target = name if name in known else beside if beside in known else None
                if target and target != f:
                    yield f, target


def circles(arrows):
    """Strongly connected components of more than one file (Tarjan)."""
    graph = collections.defaultdict(set)
    for a, b in arrows:
        if a != b:
            graph[a].add(b)
    index, low, stack, out = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in sorted(graph.get(v, ())):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            at = stack.index(v)
            if len(stack) - at > 1:
                out.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for v in sorted(graph):
        if v not in index:
            visit(v)
    return out


def symbols(build, files):
    """(user, definer, symbol) of the object files, by source."""
    by_flat = {re.sub(r"/", "_", f): f for f in files}
    defined, used, objects = {}, collections.defaultdict(set), {}
    for top, dirs, names in os.walk(os.path.join(build, ".")):
        if "tests" in dirs:
            dirs.remove("tests")
        for n in names:
            if not n.endswith(".c.o"):
                continue
            path = os.path.relpath(os.path.join(top, n), build)
            floor = re.match(r"src/(\w+)/", path)
            flat = re.sub(r"^(?:\.\._)*(?:src_)?", "", n[:-2])
            source = by_flat.get(flat) or (floor and by_flat.get(f"{floor.group(1)}_{flat}"))
            if not source:
                continue
            objects[os.path.join(build, path)] = source
    out = subprocess.run(["nm", "-g", "-A", *objects], capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        path, rest = line.split(":", 1)
        source = objects[path]
        kind, name = rest.split()[-2:]
        if kind == "U":
            used[source].add(name)
        elif kind in "TDBRC" and source.split("/")[1] != "node":  # the node interposes libc's names
            defined.setdefault(name, source)
    return [(f, defined[s], s) for f in sorted(used) for s in sorted(used[f]) if s in defined and defined[s] != f]


def elsewhere(files, folder, word, there):
    """Files in the folder, other than those that may, that have the word (a pattern) outside comments."""
    found = []
    for f in files:
        if f.startswith(folder + "/") and not f.startswith(tuple(there)):
            with open(os.path.join(ROOT, "src", f), encoding="utf-8") as source:
                found += [f"{f}:{n}: {line.strip()}" for n, line in enumerate(source, 1) if re.search(word, line.split("//")[0])]
    return found


ABOUT = {
    "vk": "the API", "launch": "intent to packets", "compiler": "SPIR-V to EU code", "winsys": "buffers, contexts, submission", "sim": "the simulated device", "isa": "the EU instruction sets",
    "cmd": "packets and states", "hw": "what a chip is", "util": "what libc lacks", "tools": "kilnc, kiln-asm, ..."}


def draw():
    """The house as SVG: a floor a row, top floor first; its rooms from the bottom one, at the left, to the top one, and in a room the rooms in it."""
    width, label, line = 1240, 230, 12
    out, y = [], 30
    for floor in reversed(FLOORS):
        rooms = {}
        for room in FLOORS[floor][1]:
            name, _, inner = room.partition("/")
            if name != ".":
                rooms.setdefault(name, []).extend([inner] if inner else [])
        inside = line * max([len(r) for r in rooms.values()], default=0)
        out.append(f'<rect x="5" y="{y}" width="{width - 10}" height="{40 + inside}" rx="4" fill="#eef2f7" stroke="#9fb0c3"/>')
        out.append(f'<text x="14" y="{y + 24}"><tspan font-weight="bold">src/{floor}</tspan> {ABOUT[floor]}</text>')
        step = (width - label - 75) / max(len(rooms), 12)
        for k, (room, inner) in enumerate(rooms.items()):
            x = label + 60 + k * step
            middle = f'x="{x + (step - 6) / 2:.0f}" text-anchor="middle"'
            out.append(f'<rect x="{x:.0f}" y="{y + 8}" width="{step - 6:.0f}" height="{24 + line * len(inner)}" rx="3" fill="white" stroke="#6b86a5"/>')
            out.append(f'<text {middle} y="{y + 24}" font-size="11">{room}</text>')
            for n, name in enumerate(reversed(inner)):
                out.append(f'<text {middle} y="{y + 24 + line * (n + 1)}" font-size="9">{name}</text>')
        y += 46 + inside
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y + 10}" font-family="sans-serif" font-size="12">',
                      '<rect width="100%" height="100%" fill="white"/>',
                      '<text x="10" y="20">Kiln, floor by floor: a floor uses floors below it, a room the rooms to its left; in a room, a room uses those below it. '
                      'Drawn by tests/layers.py --svg.</text>', *out, "</svg>", ""])


def locks_that_forget_forks(files):
    """Files with a lock of the process in which nothing is said of fork(): src/util/fork.h."""
    def text(f):
        with open(os.path.join(ROOT, "src", f), encoding="utf-8") as source:
            return source.read()
    return [f"{f}: a static pthread_mutex_t, and no handler of fork()" for f in files
            if re.search(r"static\s+(pthread_(mutex|rwlock)_t|struct kiln_lock)\b", t := text(f)) and not re.search(r"pthread_atfork|fork_child|_fork\(", t)]


def variables_of_the_machine(files):
    """Files of the simulator that read the environment: sim/config does, once for all rooms. The node is a client's."""
    out = []
    for f in files:
        if f.startswith("sim/") and not f.startswith(("sim/config/", "sim/node/")):
            with open(os.path.join(ROOT, "src", f), encoding="utf-8") as source:
                if re.search(r"\b(kiln_|secure_)?getenv\w*\s*\(", source.read()):
                    out.append(f"{f} reads a variable: sim/config/config.h has all")
    return out


def registers_without_names(files):
    """Numbers of registers (hw/registers.def) in code: each has a name, GEN_REG_."""
    with open(os.path.join(ROOT, "src", "hw", "registers.def"), encoding="utf-8") as table:
        rows = re.findall(r"^(REGISTER|STRIDED)\((\w+), *(\w+), *(\w+), *(\d+), *(\w+)", table.read(), re.M)
    names = {int(offset, 0) + (0 if block == "GT" else 0x2000) + k * (int(stride) if row == "STRIDED" else 4): name
             for row, name, block, offset, count, stride in rows for k in range(int(count))}
    out = []
    for f in files:
        if f.startswith(("sim/", "launch/", "tools/", "winsys/", "vk/")):
            with open(os.path.join(ROOT, "src", f), encoding="utf-8") as source:
                code = re.sub(r"//.*|\b(ACTION|EVENT)_\w+ = .*", "", source.read())  # messages have numbers, too
            out += [f"{f}: {n} is {names[int(n, 0)]}" for n in re.findall(r"\b0x[0-9a-f]+\b", code) if int(n, 0) in names]
    return out if names else ["hw/registers.def has no rows"]


def code_of(f):
    with open(os.path.join(ROOT, "src", f), encoding="utf-8") as source:
        return re.sub(r"//.*", "", source.read())


def names_of_two_things(files):
    """Structures of the simulator that two files define under one name; and *turn*, which was four things."""
    where = collections.defaultdict(list)
    out = []
    for f in files:
        if f.startswith("sim/"):
            for name in re.findall(r"^(?:struct|union|enum) (\w+) \{", code_of(f), re.M):
                where[name].append(f)
            with open(os.path.join(ROOT, "src", f), encoding="utf-8") as source:
                out += [f"{f}: {w}: burst (of an EU thread), slice (of an engine's time), switch (of a pipeline)"
                        for w in re.findall(r"(?<![Rr]e)[Tt]urns?\b", source.read())]
    return out + [f"{name}: {', '.join(places)}" for name, places in sorted(where.items()) if len(places) > 1]


def generations_on_the_bus(files):
    """Comparisons of generations where the chip is on a bus: hw/gt.h has a column for each difference."""
    return [f"{f} compares generations" for f in files if f.startswith(("sim/chip/", "sim/pci/", "sim/memory/"))
            and re.search(r"KILN_ISA_|->isa\b", code_of(f))]


# What the tree has at its top; everything else that is tracked there got in by accident.
TOP = {".ci", ".clang-format", ".gitignore", "CONTRIBUTING.md", "LICENSE", "README.md", "dev", "docs", "include", "man", "meson.build", "meson_options.txt",
       "packaging", "src", "tests"}


def strangers_at_the_top():
    """What git tracks; nothing is asked where there is no git, as in a root made of a tarball."""
    if not shutil.which("git"):
        return []
    git = subprocess.run(["git", "-C", ROOT, "ls-files"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return sorted({name.split("/")[0] for name in git.stdout.split()} - TOP) if git.returncode == 0 else []


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--build")
    p.add_argument("--svg", action="store_true")
    args = p.parse_args()
    picture = os.path.join(ROOT, "docs", "house.svg")
    if args.svg:
        with open(picture, "w", encoding="utf-8") as f:
            f.write(draw())
        return 0
    files = list(sources())
    failures = 0
    count = 0

    def report(name, wrong):
        nonlocal failures, count
        count += 1
        failures += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {count} - {name}")
        for w in wrong:
            print(f"# {w}")

    report("nothing strange at the top", strangers_at_the_top())
    unknown = [f for f in files if split(f)[0] not in FLOORS or split(f)[1] not in FLOORS[split(f)[0]][1]]
    report("every file is in a room", unknown)
    files = [f for f in files if f not in unknown]
    arrows = [a for a in includes(files) if a[1] not in unknown]
    calls = symbols(args.build, files) if args.build else []
    for floor in FLOORS:
        report(f"{floor}: includes go down", sorted({f"{a} includes {b}: {why}" for a, b in arrows
                                                    if split(a)[0] == floor and (why := allowed(a, b))}))
        if args.build:
            found = collections.defaultdict(list)
            for a, b, s in calls:
                if split(a)[0] == floor and (why := allowed(a, b, by_name=True)):
                    found[f"{a} uses {b}: {why}"].append(s)
            report(f"{floor}: calls go down", [f"{k}: {', '.join(v)}" for k, v in sorted(found.items())])
    if args.build:
        for floor in NO_CALL_CIRCLES:
            report(f"{floor}: no circles of calls", [" ".join(c) for c in circles({(a, b) for a, b, _ in calls if split(a)[0] == split(b)[0] == floor})])
    for what, (folder, word, there) in THERE.items():
        report(f"{folder}: {what}", elsewhere(files, folder, word, there))
    report("no circles of includes", [" ".join(c) for c in circles(arrows)])
    report("registers are called by name", registers_without_names(files))
    report("one place reads the machine's variables", variables_of_the_machine(files))
    report("a structure of the machine has a name of its own", names_of_two_things(files))
    report("the chip on a bus compares no generations", generations_on_the_bus(files))
    report("static locks are held over fork(), or made anew", locks_that_forget_forks(files))
    with open(picture, encoding="utf-8") as f:
        report("docs/house.svg shows it", [] if f.read() == draw() else ["run tests/layers.py --svg"])
    print(f"1..{count}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())

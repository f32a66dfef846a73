"""./dev bench igc: the same kernels by Intel's OpenCL compiler (IGC), by ANV and by Kiln, on the same simulated device.

A kernel is one text, tests/bench/igc/kernels/NAME.k, in macros over OpenCL C and GLSL (igc/prelude.cl, igc/prelude.glsl). Its first comment
says what it is; then a table, a line each:

    //: class NAME                        what it is counted with in the summary
    //: local X [Y [Z]]                   items of a group
    //: groups X [Y [Z]]
    //: fixed                             more groups need another text: the numbers in it are of this size
    //: in | out | io NAME TYPE COUNT [FILL]   a buffer that is read, written, or both
    //: texture NAME W H FORMAT FILL      an image that is fetched or sampled
    //: image NAME W H FORMAT             an image that is written
    //: arg NAME TYPE VALUE[x]            a uniform value; x: TIMES as much
    //: shared NAME TYPE COUNT            an array of the group's (COUNT may be A][B)
    //: within X                          floats may differ by X, of the largest value of the buffer (default 1e-5)
    //: reference WHO                     PoCL gets it wrong: lavapipe says what is right
    //: chaotic X                         and this part of the values by anything: what hangs on the last bit of a float

then functions and macros, and the body between the lines KERNEL and END. All drivers get the same bytes, groups and items, and what they
write is compared with what a processor computes (PoCL, or lavapipe where PoCL lacks something), and with each other's.

Each kernel runs at two sizes. `full`: so many groups that FILL threads of 16 items follow each other in each of the device's thread slots; the
last axis of the grid is TIMES as long as in the text, and all buffers, the heights of images and arguments with an x as large (the text may
use TIMES). `small`: at most four groups of the grid. Real work fills the device, and hides what a small dispatch waits for.

usage: bench.py BUILD [-d NAME] igc [--filter TEXT] [--size full|small] [--fill N] [--beside NAME=PATH ...] [--json FILE] [--moved] [--keep DIR]

  --filter TEXT,...  kernels whose name or class contains one of them
  --size         only one of them
  --fill N       as FILL, instead of 4: sooner on a device with many slots
  --beside NAME=PATH  another driver to compare with: an ANV by the path of its manifest (.json), or by a folder in which a newer Debian is
                 unpacked (tests/witness.sh DIR newest), ANV or Intel's OpenCL by NAME: `--beside ANV26=build/witness/newest`. ANV 25 of
                 build/witness, and ANV and IGC of build/witness/newest, are found without it
  --json FILE    all figures
  --moved        each number of the cycle model that is assumed or rough, doubled and halved (KILN_SIM_COST): what becomes of the mean, and of
                 the order of the kernels by Kiln over IGC. Takes half an hour
  --keep DIR     leaves sources, SPIR-V, inputs, results and statistics there
"""
import argparse
import array
import glob
import json
import math
import os
import random
import re
import struct
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import igc_report

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "igc")
VENDORS = "/etc/OpenCL/vendors"
# Who measures, in the order of the columns; others are in the summary.
MEASURED = ("IGC", "ANV", "Kiln")
SIZES = ("full", "small")
FILL = 4  # threads, of 16 items each, that follow each other in a slot of a device that is full
SMALL_GROUPS = 4
# Type: (code of array, bytes). Halves are looked at as bytes and unpacked.
TYPES = {"float": ("f", 4), "float2": ("f", 8), "float4": ("f", 16), "int": ("i", 4), "uint": ("I", 4), "int4": ("i", 16), "uint4": ("I", 16),
         "uint2": ("I", 8), "half": ("e", 2), "half2": ("e", 4), "half4": ("e", 8), "double": ("d", 8), "double2": ("d", 16), "long": ("q", 8),
         "ulong": ("Q", 8), "uchar": ("B", 1), "char": ("b", 1), "ushort": ("H", 2), "short": ("h", 2)}
FORMATS = {"r32f": ("f", 4), "rgba32f": ("f", 16), "rgba8": ("B", 4)}


class Broken(Exception):
    """A kernel's text or run is wrong; str() says how."""


# ---- kernels

class Kernel:
    def __init__(self, path, size="small", threads=0):
        """threads: of 16 items each, that fill the device, for size `full`."""
        self.name, self.size, self.times, self.fixed = os.path.basename(path)[:-len(".k")], size, 1, False
        self.local, self.groups, self.bindings, self.args, self.shared = [1, 1, 1], [1, 1, 1], [], [], []
        self.kind, self.within, self.chaotic, self.references = "other", 1e-5, 0.0, ("PoCL", "lavapipe")
        self.what = open(path).readline().lstrip("/ ").strip()
        text = open(path).read()
        for line in text.splitlines():
            if line.startswith("//:"):
                self.row(*line[3:].split())
        head, body = text.split("\nKERNEL\n")
        self.head, self.body = head, body[:body.rindex("\nEND")]
        if size == "full":
            self.grow(16 * threads)
        else:
            self.groups = [min(n, 2 if self.groups[1] > 1 else SMALL_GROUPS) for n in self.groups[:2]] + self.groups[2:]

    def grow(self, items):
        """So many items at least."""
        have = math.prod(self.local) * math.prod(self.groups)
        self.times = 1 if self.fixed else max(1, -(-items // have))
        axis = max((k for k in range(3) if self.groups[k] > 1), default=0)
        self.groups[axis] *= self.times
        for b in self.bindings:
            what = "count" if b["kind"] == "buffer" else "height"
            b[what] *= self.times

    def row(self, what, *rest):
        if what in ("local", "groups"):
            setattr(self, what, ([int(x) for x in rest] + [1, 1])[:3])
        elif what in ("in", "out", "io"):
            self.bindings.append({"kind": "buffer", "access": what, "name": rest[0], "type": rest[1], "count": int(rest[2]),
                                  "fill": rest[3] if len(rest) > 3 else "zero"})
        elif what in ("texture", "image"):
            self.bindings.append({"kind": what, "access": "in" if what == "texture" else "out", "name": rest[0], "width": int(rest[1]),
                                  "height": int(rest[2]), "format": rest[3], "fill": rest[4] if len(rest) > 4 else "zero"})
        elif what == "reference":
            self.references = rest
        elif what == "fixed":
            self.fixed = True
        elif what == "arg":
            self.args.append(rest)
        elif what == "shared":
            self.shared.append(rest)
        elif what == "class":
            self.kind = rest[0]
        elif what in ("within", "chaotic"):
            setattr(self, what, float(rest[0]))
        else:
            raise Broken(f"{self.name}: //: {what}")

    def opencl(self):
        parameters = []
        for b in self.bindings:
            if b["kind"] == "buffer":
                parameters.append(f"{'const ' if b['access'] == 'in' else ''}__global {b['type']} *{b['name']}")
            else:
                parameters.append(f"{'read' if b['kind'] == 'texture' else 'write'}_only image2d_t {b['name']}")
        parameters += [f"{t} {n}" for n, t, _ in self.args]
        shared = "".join(f"    __local {t} {n}[{c}];\n" for n, t, c in self.shared)
        x, y, z = self.local
        return (f"{open(f'{HERE}/prelude.cl').read()}\n#define TIMES {self.times}\n{self.head}\n__kernel __attribute__((reqd_work_group_size({x}, {y}, {z})))\n"
                f"void k({', '.join(parameters)})\n{{\n{shared}{self.body}\n}}\n")

    def glsl(self):
        lines = ["layout(local_size_x = %d, local_size_y = %d, local_size_z = %d) in;" % tuple(self.local)]
        for i, b in enumerate(self.bindings):
            if b["kind"] == "buffer":
                access = {"in": "readonly ", "out": "writeonly ", "io": ""}[b["access"]]
                lines.append(f"layout(std430, binding = {i}) {access}buffer Buffer{i} {{ {b['type']} {b['name']}[]; }};")
            elif b["kind"] == "texture":
                lines.append(f"layout(binding = {i}) uniform sampler2D {b['name']};")
            else:
                lines.append(f"layout(binding = {i}, {b['format']}) writeonly uniform image2D {b['name']};")
        if self.args:
            lines.append("layout(push_constant) uniform Push { %s };" % " ".join(f"{t} {n};" for n, t, _ in self.args))
        lines += [f"shared {t} {n}[{c}];" for n, t, c in self.shared]
        return f"{open(f'{HERE}/prelude.glsl').read()}\n#define TIMES {self.times}\n{self.head}\n" + "\n".join(lines) + f"\nvoid main()\n{{\n{self.body}\n}}\n"


# ---- inputs

def blocks(r, count, parts):
    """Structures: parts are numbers of any bytes, "d" for a small half, "f" for a float."""
    out = bytearray()
    for _ in range(count):
        for p in parts:
            if p == "d":
                out += struct.pack("e", r.uniform(0.01, 0.1))
            elif p == "f":
                out += struct.pack("f", r.uniform(-1, 1))
            else:
                out += r.randbytes(p)
    return bytes(out)


# Blocks of quantized matrices are as ggml has them.
STRUCTURES = {"q4_0": ("d", 16), "q8_0": ("d", 32), "q4_1": ("d", "d", 16), "q5_0": ("d", 4, 16), "q4_K": ("d", "d", 12, 128),
              "q6_K": (128, 64, 16, "d"), "record": (*"ffffffff", 32)}


def floats(r, n, low, high):
    words = array.array("I", r.randbytes(4 * n))
    scale = (high - low) * 2.0 ** -32
    return [low + scale * w for w in words]


def fill(b, seed):
    """The bytes that are in a binding before the run."""
    r = random.Random(seed)
    how = b["fill"]
    if how in STRUCTURES:
        return blocks(r, b["count"], STRUCTURES[how])
    code, size = FORMATS[b["format"]] if b["kind"] != "buffer" else TYPES[b["type"]]
    n = size * (b["count"] if b["kind"] == "buffer" else b["width"] * b["height"])
    item = struct.calcsize(code)
    if how == "zero":
        return bytes(n)
    if how == "bits":
        return r.randbytes(n)
    if how == "iota":
        return array.array(code, range(n // item)).tobytes()
    if how.startswith("below:"):
        top = int(how[6:])
        return array.array(code, [w % top for w in array.array("I", r.randbytes(n // item * 4))]).tobytes()
    ranges = {"unit": (0.0, 1.0), "signed": (-1.0, 1.0), "small": (-0.125, 0.125), "positive": (0.25, 4.0)}
    if how not in ranges:
        raise Broken(f"fill {how}")
    values = floats(r, n // item, *ranges[how])
    return struct.pack(f"{len(values)}e", *values) if code == "e" else array.array(code, values).tobytes()


# ---- results

def values(b, data):
    code = FORMATS[b["format"]][0] if b["kind"] != "buffer" else TYPES.get(b["type"], ("I", 4))[0]
    if code == "e":
        return code, struct.unpack(f"{len(data) // 2}e", data)
    return code, array.array(code, data)


def difference(kernel, b, got, want):
    """None, or how two results differ."""
    if got == want:
        return None
    code, g = values(b, got)
    w = values(b, want)[1]
    if len(g) != len(w):
        return f"{b['name']}: {len(g)} values, not {len(w)}"
    if b["kind"] == "image" and code == "B":
        limit = 1  # a step of rounding
    elif code in "fde":
        limit = kernel.within * max((abs(x) for x in w if math.isfinite(x)), default=0)
    else:
        limit = 0
    bad = [i for i, (x, y) in enumerate(zip(g, w)) if not (abs(x - y) <= limit or x == y or (x != x and y != y))]
    if len(bad) <= kernel.chaotic * len(g):
        return None
    return f"{b['name']}[{bad[0]}] is {g[bad[0]]}, not {w[bad[0]]} ({len(bad)} of {len(g)})"


# ---- waits

WAIT = re.compile(r"\{[^}]*\}\s*$")


def waits_of(instructions):
    """Of Gen12's code, as it was executed: instructions that do nothing but wait, waits for a token, and for a distance."""
    out = {"syncs": 0, "token_waits": 0, "distance_waits": 0}
    for i in instructions:
        if "sync." in i["text"]:
            out["syncs"] += i["executed"]
        m = WAIT.search(i["text"])
        said = m.group() if m else ""
        out["token_waits"] += i["executed"] * len(re.findall(r"\$\d+\.(?:dst|src)", said))
        out["token_waits"] += i["executed"] * ("sync.all" in i["text"])
        out["distance_waits"] += i["executed"] * ("@" in said)
    return out


# ---- other drivers

LIBRARIES = "usr/lib/x86_64-linux-gnu"


def in_root(root):
    """How a program starts with the libraries of a Debian that is unpacked in a folder, and this one's where that lacks some."""
    return [f"{root}/{LIBRARIES}/ld-linux-x86-64.so.2", "--library-path", f"{root}/{LIBRARIES}:/{LIBRARIES}"]


def manifest_in(root, directory):
    path = os.path.join(directory, "anv.json")
    with open(path, "w") as f:
        json.dump({"file_format_version": "1.0.0", "ICD": {"library_path": f"{root}/{LIBRARIES}/libvulkan_intel.so", "api_version": "1.4.0"}}, f)
    return path


def opencl_in(root, directory):
    """A folder with what names the root's drivers: the one for Gen12 and later, and the one for those before."""
    vendors = os.path.join(directory, "vendors")
    os.makedirs(vendors, exist_ok=True)
    for library in glob.glob(f"{root}/{LIBRARIES}/intel-opencl/libigdrcl*.so"):
        with open(f"{vendors}/{os.path.basename(library)}.icd", "w") as f:
            f.write(library)
    return vendors


def others(build, named):
    """Name -> manifest or folder, of the drivers besides the three; and the names of those that are not there."""
    newest, anv25 = f"{build}/witness/newest", f"{build}/witness/anv25/icd.json"
    found = {"ANV25": anv25, "ANV26": newest, "IGC2": newest, **dict(n.split("=", 1) for n in named)}
    have = {n: os.path.abspath(at) for n, at in found.items() if os.path.exists(at if at.endswith(".json") else f"{at}/{LIBRARIES}")}
    return have, [n for n in found if n not in have]


# ---- runs

class Bench:
    def __init__(self, build, drivers, directory, beside):
        self.build, self.drivers, self.directory, self.beside = build, drivers, directory, beside
        self.measured = (*MEASURED, *beside)

    def path(self, kernel, what):
        return os.path.join(self.directory, f"{kernel.name}.{kernel.size}.{what}")

    def write_job(self, kernel):
        """Sources, inputs and the two job files."""
        lines = ["local %d %d %d" % tuple(kernel.local), "groups %d %d %d" % tuple(kernel.groups)]
        for i, b in enumerate(kernel.bindings):
            path = self.path(kernel, f"in{i}")
            with open(path, "wb") as f:
                f.write(fill(b, f"{kernel.name}.{i}"))
            if b["kind"] == "buffer":
                lines.append(f"buffer {path}" + (" out" if b["access"] != "in" else ""))
            else:
                lines.append(f"{b['kind']} {path} {b['width']} {b['height']} {b['format']}")
        for _, t, v in kernel.args:
            code, times = TYPES[t][0], kernel.times if v.endswith("x") else 1
            lines.append("arg " + struct.pack(code, times * (float if code in "fde" else int)(v.rstrip("x"))).hex())
        for language, code in (("cl", kernel.opencl()), ("glsl", kernel.glsl())):
            with open(self.path(kernel, language), "w") as f:
                f.write(code)
        p = subprocess.run(["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.3", "-S", "comp", "-o", self.path(kernel, "spv"),
                            self.path(kernel, "glsl")], capture_output=True, text=True)
        if p.returncode:
            raise Broken(f"{kernel.name}: {p.stdout}{p.stderr}")
        for api, code in (("opencl", "cl"), ("vulkan", "spv")):
            with open(self.path(kernel, f"{api}.job"), "w") as f:
                f.write("\n".join([f"code {self.path(kernel, code)}", *lines, ""]))

    def host(self, who):
        """Program, device's name, environment."""
        vulkan, opencl = f"{self.build}/tests/bench/igc_vulkan", f"{self.build}/tests/bench/igc_opencl"
        node = {"LD_PRELOAD": f"{self.build}/libkiln_node.so", "KILN_DEVICE": self.drivers["kiln"]["KILN_DEVICE"]}
        # A dispatch is one walker, as the others make it.
        plain = {"VKC_NOT_ROBUST": "1", "VK_LOADER_LAYERS_DISABLE": "*", "KILN_DEBUG": "noslice"}
        if who in ("Kiln", "ANV", "lavapipe"):
            env = self.drivers[who.lower() if who == "Kiln" else who]
            return [vulkan], {"Kiln": "kiln", "ANV": "Intel", "lavapipe": "llvmpipe"}[who], {
                **env, **plain, "VK_DRIVER_FILES": env["VK_ICD_FILENAMES"]}
        if who == "IGC":
            return [opencl], "Intel", {**node, "OCL_ICD_VENDORS": f"{VENDORS}/intel.icd", "NEO_CACHE_PERSISTENT": "0"}
        if who == "PoCL":
            return [opencl], "Portable", {"OCL_ICD_VENDORS": f"{VENDORS}/pocl.icd"}
        at = self.beside[who]
        start = [] if at.endswith(".json") else in_root(at)
        if "ANV" in who:
            manifest = at if at.endswith(".json") else manifest_in(at, self.directory)
            return start + [vulkan], "Intel", {**node, **plain, "MESA_SHADER_CACHE_DISABLE": "1", "VK_DRIVER_FILES": manifest,
                                               "VK_ICD_FILENAMES": manifest}
        return start + [opencl], "Intel", {**node, "OCL_ICD_VENDORS": opencl_in(at, self.directory), "NEO_CACHE_PERSISTENT": "0"}

    def run(self, kernel, who, moved=None):
        """The results of a run, by binding; its statistics are in the file that stats_of reads. moved: KILN_SIM_COST."""
        command, name, extra = self.host(who)
        prefix = self.path(kernel, who)
        env = {**os.environ, **extra}
        env.pop("KILN_SIM_CHECK", None)
        if who in self.measured:
            env.update({"KILN_SIM_STATS": f"{prefix}.stats", "KILN_CACHE": "off", "KILN_SIM_THREADS": "1"})
        if moved:
            env["KILN_SIM_COST"] = moved
        job = self.path(kernel, "vulkan.job" if command[-1].endswith("vulkan") else "opencl.job")
        try:
            p = subprocess.run([*command, name, job, prefix], env=env, capture_output=True, text=True, timeout=900)
        except subprocess.TimeoutExpired:
            raise Broken(f"{who}: no end within 900 s") from None
        if p.returncode:
            raise Broken(f"{who}: {' '.join(p.stderr.split())[-400:] or p.returncode}")
        return {i: open(f"{prefix}.{i}", "rb").read() for i, b in enumerate(kernel.bindings) if b["access"] != "in"}

    def stats_of(self, kernel, who):
        """What the kernel's dispatch did. Copies of images are dispatches too: ours has the grid."""
        with open(self.path(kernel, f"{who}.stats")) as f:
            log = json.load(f)
        items = math.prod(kernel.local)
        ours = [d for d in log["dispatches"] if d["kind"] == "compute" and d["grid"] == kernel.groups and
                d["group_threads"] == -(-items // d["simd"])]
        hashes = {d["hash"] for d in ours}
        if len(hashes) != 1:
            raise Broken(f"{who}: {len(hashes)} kernels have the grid of {kernel.name}")
        sends = {}
        for d in ours:
            for what, n in d["sends"].items():
                sends[what] = sends.get(what, 0) + n
        bounds = {}
        for d in ours:
            for what, n in d["estimate"]["bounds"].items():
                bounds[what] = bounds.get(what, 0) + n
        k = log["kernels"][ours[0]["kernel"]]
        waits = waits_of(k["instructions"])
        return {"clocks": sum(d["estimate"]["clocks"] for d in ours), "bound": ours[0]["estimate"]["bound"], "bounds": bounds,
                "instructions": sum(d["instructions"] for d in ours), "simd8": sum(d["simd8_instructions"] for d in ours),
                "messages": sum(n for what, n in sends.items() if what != "end of thread"), "sends": sends,
                "scratch": sum(n for what, n in sends.items() if "scratch" in what),
                **waits, "simd": ours[0]["simd"], "code": len(k["instructions"]), "model": log["model"]}

    def reference(self, kernel):
        """(who, results): what a processor computes; (None, None) if neither can."""
        why = []
        for who in kernel.references:
            try:
                return who, self.run(kernel, who)
            except Broken as e:
                why.append(str(e))
        return None, " ".join(why)

    def measure(self, kernel):
        self.write_job(kernel)
        row = {"name": kernel.name, "size": kernel.size, "times": kernel.times, "class": kernel.kind, "what": kernel.what, "wrong": []}
        row["reference"], right = self.reference(kernel)
        if not row["reference"]:
            row["wrong"].append(f"no processor runs it: {right}")
        results = {}
        for who in self.measured:
            try:
                results[who] = self.run(kernel, who)
                row[who] = self.stats_of(kernel, who)
            except Broken as e:
                row["wrong"].append(str(e))
        if not results:
            row["wrong"] = ["no driver runs it on this device"]
        for who, result in results.items():
            for other, expected in ((row["reference"], right if row["reference"] else {}), ("IGC", results.get("IGC", {}))):
                if other == who:
                    continue
                for i, data in expected.items():
                    how = difference(kernel, kernel.bindings[i], result[i], data)
                    if how:
                        row["wrong"].append(f"{who} beside {other}: {how}")
        return row

    def slots(self):
        """Thread slots of the device."""
        kernel = Kernel(f"{HERE}/kernels/copy.k")
        self.write_job(kernel)
        self.run(kernel, "Kiln")
        with open(self.path(kernel, "Kiln.stats")) as f:
            model = json.load(f)["model"]
        return model["eus"] * model["threads_per_eu"]


# ---- numbers moved

def movable(model):
    """Name and value of each number of the cycle model that has no better source than that somebody assumed it, or measured it roughly."""
    for rows, key in ((model["numbers"], "value"), (model["classes"], "clocks")):
        for name, row in rows.items():
            if "ASSUMED" in row["source"] or "rough" in row["source"]:
                yield name, row[key]


def rank_correlation(a, b):
    """Spearman's, of two lists of ratios; equal ones share their rank."""
    def ranks(values):
        order = sorted(values)
        return [(order.index(v) + len(order) - 1 - order[::-1].index(v)) / 2 for v in values]
    x, y = ranks(a), ranks(b)
    mx, my = sum(x) / len(x), sum(y) / len(y)
    over = math.sqrt(sum((p - mx) ** 2 for p in x) * sum((q - my) ** 2 for q in y))
    return sum((p - mx) * (q - my) for p, q in zip(x, y)) / over if over else 1.0


def print_moved(b, pool, kernels, rows):
    rows = {row["name"]: row for row in rows if not row["wrong"]}
    kernels = [k for k in kernels if k.name in rows]
    before = [round(igc_report.ratio(rows[k.name], "clocks", "IGC"), 3) for k in kernels]
    print(f"  the model's assumed and rough numbers moved: Kiln over IGC's clocks, {igc_report.geometric_mean(before):.3f} as they are; the correlation of ranks"
          "\n  of the kernels' ratios with those as they are; kernels that change sides by more than 5 %")
    for name, value in movable(rows[kernels[0].name]["Kiln"]["model"]):
        for moved in sorted({2 * value, max(1, value // 2)} - {value}):
            def one(kernel, setting=f"{name}={moved}"):
                for who in ("IGC", "Kiln"):
                    b.run(kernel, who, setting)
                return round(b.stats_of(kernel, "Kiln")["clocks"] / b.stats_of(kernel, "IGC")["clocks"], 3)
            after = list(pool.map(one, kernels))
            sides = [f"{k.name} {p:.2f} -> {q:.2f}" for k, p, q in zip(kernels, before, after)
                     if (p < 0.95) != (q < 0.95) and (p > 1.05) != (q > 1.05)]
            print(f"    {name:16} {value:5} -> {moved:5}  mean {igc_report.geometric_mean(after):.3f}  ranks {rank_correlation(before, after):.3f}"
                  f"  sides {len(sides)}{': ' if sides else ''}{', '.join(sides)}", flush=True)


def options(arguments):
    p = argparse.ArgumentParser(prog="./dev bench igc", add_help=True)
    p.add_argument("--filter", default="")
    p.add_argument("--size", choices=SIZES)
    p.add_argument("--fill", type=int, default=FILL)
    p.add_argument("--beside", action="append", default=[], metavar="NAME=PATH")
    p.add_argument("--json")
    p.add_argument("--moved", action="store_true")
    p.add_argument("--keep")
    return p.parse_args(arguments)


def bench(build, drivers, arguments):
    o = options(arguments)
    beside, absent = others(build, o.beside)
    with tempfile.TemporaryDirectory() as directory:
        if o.keep:
            directory = os.path.abspath(o.keep)
            os.makedirs(directory, exist_ok=True)
        b = Bench(build, drivers, directory, beside)
        slots = b.slots()
        kernels = [Kernel(p, size, o.fill * slots) for p in sorted(glob.glob(f"{HERE}/kernels/*.k")) for size in SIZES if size == (o.size or size)]
        kernels = [k for k in kernels if any(f in k.name or f in k.kind for f in o.filter.split(","))]
        print(f"igc: {len({k.name for k in kernels})} kernels by Intel's OpenCL compiler, ANV and Kiln on {drivers['kiln']['KILN_DEVICE']}, whose"
              f" {slots} thread slots `full` occupies {o.fill} times with 16 items; lower is better")
        print("  besides: " + ("".join(f"{n} ({at}) " for n, at in beside.items()) or "nothing ") +
              (f"; not there: {', '.join(absent)}" if absent else ""), flush=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            rows = list(pool.map(b.measure, kernels))
            igc_report.show(rows, b.measured)
            if o.json:
                with open(o.json, "w") as f:
                    json.dump(rows, f, indent=1)
            if o.moved:
                print_moved(b, pool, [k for k in kernels if k.size == SIZES[0]], [row for row in rows if row["size"] == SIZES[0]])

#!/usr/bin/env python3
"""kilnc on many shaders at once: devices, widths, kinds and names of outputs, folders, archives, languages, lists, progress.

    test_kilnc_batch.py KILNC FOLDER-OF-SPV SAXPY.comp
"""
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done, skip, terminal

kilnc, spv, comp = (os.path.abspath(a) for a in sys.argv[1:4])
make_foz = os.path.join(os.path.dirname(os.path.abspath(__file__)), "make_foz.py")
saxpy = os.path.join(spv, "saxpy.comp.spv")


def run(*args, **kw):
    p = subprocess.run([kilnc, *map(str, args)], capture_output=True, text=True, **kw)
    return p.returncode, p.stdout, p.stderr


def wants(name, status, text, *args, **kw):
    got, out, err = run(*args, **kw)
    case(name, got == status and re.search(text, out + err), f"status {got}, wanted {status} and /{text}/: {err}")


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


SHADER = """#version 450
layout(local_size_x = 64) in;
layout(constant_id = 3) const float f = 1.5;
layout(constant_id = 1) const int count = -3;
layout(binding = 0) buffer B { float v[]; };
void main() { v[gl_GlobalInvocationID.x] = f + float(count); }
"""
BAD = "#version 450\nvoid main() { int i = nothing; }\n"


def test_outputs():
    status, _, err = run("-d", "skl,icl", "--simd", "8,16", "--emit", "asm,bin,stats", "-o", "out/", saxpy, comp)
    names = sorted(os.listdir("out")) if os.path.isdir("out") else []
    case("shaders, devices, widths and kinds at once", status == 0 and len(names) == 2 * 2 * 2 * 3, (err, names))
    one = run("-d", "icl", "--simd", "16", "--emit", "bin", "-o", "one.bin", saxpy)
    case("each output is what one call makes", one[0] == 0 and
         open("one.bin", "rb").read() == open("out/saxpy.comp.main.icl.simd16.bin", "rb").read())
    wants("a pattern", 0, "", "--emit", "stats", "-d", "skl,kbl", "-o", "p/%d/%n_%E.%e", saxpy)
    case("its folders are made", json.load(open("p/kbl/saxpy.comp_main.stats.json"))["device"] == "kbl")
    wants("a pattern that gives two outputs one name", 2, "two outputs would be x.bin", "--emit", "bin", "-d", "skl,kbl", "-o", "x.%e", saxpy)
    wants("a file for two outputs", 2, "want a pattern", "-d", "skl,kbl", "-o", "x", saxpy)
    wants("binary outputs on standard output", 2, "want -o PATTERN", "-d", "skl,kbl", "--emit", "bin", saxpy)
    wants("texts have headers", 0, r"(?s)// ---- .*saxpy.comp.spv: main, skl, SIMD\d+, asm.*, kbl, SIMD\d+, asm", "-d", "skl,kbl", saxpy)
    status, out, err = run("-d", "all", "--emit", "json", saxpy)
    results = json.loads(out)["results"]
    case("all devices", status == 0 and {"skl", "bxt", "icl"} <= {r["device"] for r in results}, err)
    wants("a device that there is not among some", 2, "device 'skk': no such device: skl\\?", "-d", "kbl,skk", saxpy)
    wants("a kind that there is not", 2, "does not know: jsno: json\\?", "--emit", "jsno", saxpy)
    wants("a kind twice", 2, "a kind twice: asm", "--emit", "asm,asm", saxpy)


def test_widths():
    # A group of 1024 invocations does not fit at SIMD8, nor at SIMD16 on Gen9.
    write("big.comp", SHADER.replace("local_size_x = 64", "local_size_x = 1024"))
    status, out, err = run("--simd", "all", "--emit", "json", "big.comp")
    done = [r["simd"] for r in json.loads(out)["results"] if not r["status"]]
    case("all widths that can be", status == 0 and 32 in done and len(done) < 3 and "left out" in err, (status, done, err))


def test_failures():
    write("mixed/a.comp", SHADER)
    write("mixed/b/bad.comp", BAD)
    write("mixed/c.comp", SHADER)
    write("mixed/notes.txt", "no shader")
    status, out, err = run("--emit", "json", "mixed")
    results = json.loads(out)["results"]
    case("one that does not compile keeps none of the others", status == 1 and [r["status"] for r in results] == [0, 1, 0], (out, err))
    case("the document says why", "bad.comp:2: error: 'nothing'" in results[1]["message"], results[1])
    case("and a last line how many", "1 of 3 do not compile" in err, err)
    wants("a missing file among some", 3, "none.spv: No such file", "--emit", "json", "none.spv", saxpy)
    os.makedirs("empty", exist_ok=True)
    wants("a folder without shaders", 2, "no shader in: empty", "empty")
    wants("broken specialization for one of them", 2, "no specialization constant 77", "--spec", "77=1", "mixed/a.comp", saxpy)


def test_parallel():
    names = sorted(os.path.join(spv, n) for n in os.listdir(spv) if n.endswith(".spv"))[:60]

    def stats(threads):
        status, out, _ = run("-j", threads, "--emit", "json", "--no-validate", *names)
        for r in json.loads(out)["results"]:
            r.pop("compile_ms", None)
            yield r
        yield status
    case("the same in the same order on one thread and on four", list(stats(1)) == list(stats(4)))


def test_languages():
    write("inc/a.h", "#define SCALE (2.0 * EXTRA)\n")
    write("with.comp", SHADER.replace("#version 450", '#version 450\n#extension GL_GOOGLE_include_directive : require\n#include "inc/a.h"')
          .replace("f + ", "SCALE + "))
    wants("-D", 0, "EOT", "-D", "count2=1", "-DNAME", "mixed/a.comp")
    os.makedirs("elsewhere", exist_ok=True)
    if shutil.which("glslangValidator"):
        wants("an include is relative to the file", 0, "EOT", "-DEXTRA=3.0", "../with.comp", cwd="elsewhere")
        wants("its errors have file and line", 1, r"with.comp:8: error: 'EXTRA'", "with.comp")
        write("far.comp", open("with.comp").read().replace("inc/a.h", "a.h"))
        wants("-I", 0, "EOT", "-I", "inc", "-D", "EXTRA=1.0", "far.comp")
        wants("without it", 1, "far.comp", "-D", "EXTRA=1.0", "far.comp")
        write("h.hlsl", "RWStructuredBuffer<float> v;\n[numthreads(64,1,1)] void go(uint3 id : SV_DispatchThreadID) { v[id.x] *= SC; }\n")
        wants("HLSL", 0, "EOT", "--entry", "go", "-D", "SC=2", "h.hlsl")
        wants("bad HLSL", 1, r"h.hlsl:2: error: 'SC'", "--entry", "go", "h.hlsl")
    else:
        skip("includes and HLSL", "no glslangValidator")
    write("w.wgsl", "@group(0) @binding(0) var<storage, read_write> v: array<f32>;\n"
          "@compute @workgroup_size(64) fn go(@builtin(global_invocation_id) id: vec3<u32>) { v[id.x] = 2.0 * v[id.x]; }\n")
    if shutil.which("naga"):
        wants("WGSL, whose entry point is not called main", 0, "EOT", "w.wgsl")
    else:
        wants("WGSL names its compiler", 1, "WGSL needs naga, which is not installed", "w.wgsl")
    wants("-D is not for WGSL", 2, "WGSL has none", "-DX", "w.wgsl")
    write("c.cl", "kernel void f() {}\n")
    write("s.slang", "RWStructuredBuffer<float> v;\n[shader(\"compute\")] [numthreads(64,1,1)] void go(uint3 id : SV_DispatchThreadID) { v[id.x] *= SC; }\n"
          "[shader(\"compute\")] [numthreads(32,1,1)] void twice(uint3 id : SV_DispatchThreadID) { v[id.x] *= 2; }\n")
    for name, program in (("c.cl", "clspv"), ("s.slang", "slangc")):
        if not shutil.which(program):
            wants(f"{name} names its compiler", 1, f"needs {program}, which is not installed", name)
    # What slangc is asked for: all entry points, unless one is named. (With the program itself: tests/clients/run.sh slang.)
    os.makedirs("stub", exist_ok=True)
    write("stub/slangc", '#!/bin/sh\necho "asked: $*"\nexit 1\n')
    os.chmod("stub/slangc", 0o755)
    stub = dict(os.environ, PATH=os.path.abspath("stub") + ":" + os.environ.get("PATH", ""))
    code, _, err = run("--list", "s.slang", env=stub)
    case("slangc: entry points by their own names", code == 1 and "-fvk-use-entrypoint-name" in err and "-entry" not in err.replace("-fvk-use-entrypoint-name", ""), err)
    code, _, err = run("--entry", "go", "-D", "SC=2", "-I", "inc", "-g", "s.slang", env=stub)
    case("slangc: one entry point, and its options", code == 1 and all(o in err for o in ("-entry go", "-stage compute", "-DSC=2", "-Iinc", "-g ")), err)
    wants("--target-env", 2, "not: vulkan9", "--target-env", "vulkan9", "mixed/a.comp")
    write("v13.comp", SHADER)
    case("--target-env decides on SPIR-V's version", run("--target-env", "vulkan1.3", "v13.comp")[0] == 0)


def test_lines():
    _, out, _ = run("-g", "--simd", "16", comp)
    lines = [l for l in out.splitlines() if l and not re.match(r"L\d", l)]
    with_line = [l for l in lines if re.search(r"// .*saxpy.comp:\d+$", l)]
    case("assembly has source lines", len(with_line) * 2 > len(lines), out)
    # Also what passes merge, split, copy and spill, and branches; the thread's setup and end are no line's.
    folder = os.path.dirname(comp)
    some = [os.path.join(folder, n) for n in sorted(os.listdir(folder)) if n.endswith(".comp")][:60]
    _, out, _ = run("-g", "--target-env", "vulkan1.3", "--no-validate", *some)
    lines = [l for l in out.splitlines() if l and not re.match(r"L\d|//", l) and "EOT" not in l]
    share = sum(bool(re.search(r"// .*:\d+$", l)) for l in lines) / max(len(lines), 1)
    case("nearly all instructions of many shaders have one", len(lines) > 1000 and share > 0.94, f"{share:.3f} of {len(lines)}")
    case("none without -g", ".comp:" not in run("--simd", "16", comp)[1])


class Page(html.parser.HTMLParser):
    """Whether tags close, and the texts of a page."""
    SINGLE = {"meta", "link", "br", "rect", "line", "path"}

    def __init__(self, page):
        super().__init__()
        self.open, self.wrong, self.lit, self.text = [], [], set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.lit |= {v for n, v in attrs if n == "data-l"}
        if tag not in self.SINGLE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.SINGLE and (not self.open or self.open.pop() != tag):
            self.wrong.append(tag)

    def handle_data(self, data):
        self.text += data


LOOP = """#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) buffer B { float b[]; };
layout(push_constant) uniform P { uint n; float x; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    float s = 0.0;
    for (uint k = 0u; k < n; k++)
        s = s * x + a[i * 3u + k] / (1.0 + a[k]);
    if (s < 4.0)
        b[i] = s; // <&>
}
"""


def test_analysis():
    write("loop.comp", LOOP)
    status, out, err = run("-g", "--emit", "analysis", "--simd", "16", "loop.comp")
    k = json.loads(out)["results"][0]
    code, blocks = k["listing"], k["blocks"]
    case("analysis: an instruction for each", status == 0 and len(code) >= k["instructions"] and
         [i["offset"] for i in code] == sorted({i["offset"] for i in code}), err)
    case("blocks follow each other", blocks[0]["first"] == 0 and blocks[-1]["last"] == len(code) - 1 and
         all(b["first"] == a["last"] + 1 for a, b in zip(blocks, blocks[1:])), blocks)
    back = [n for n, b in enumerate(blocks) for to in b["next"] if to <= n]
    case("the loop has a way back", back and all(blocks[n]["loop_depth"] >= 1 for n in back) and blocks[0]["loop_depth"] == 0, blocks)
    inside = [i for i in code if blocks[i["block"]]["loop_depth"] and i.get("line")]
    case("and is made of its lines", inside and {i["line"] for i in inside} <= {9, 10}, inside)
    case("live registers are the compiler's, nearly", abs(max(i["live"] for i in code) - k["max_live_regs"]) <= 4,
         (max(i["live"] for i in code), k["max_live_regs"]))
    case("messages say what they do", sum("message" in i for i in code) == k["sends"] and any("surface read" in i.get("message", "") for i in code))
    case("widths", [w["simd"] for w in k["widths"]] == [8, 16, 32] and k["widths"][1]["cycles"] == k["cycles"], k["widths"])
    case("the source is in it", k["files"][0]["text"] == LOOP, k["files"])
    for env, form in (("vulkan1.0", "-g"), ("vulkan1.1", "-g"), ("vulkan1.2", "-gVS")) if shutil.which("glslangValidator") else ():
        write("gone.comp", LOOP)
        subprocess.run(["glslangValidator", "--quiet", form, "-V", "--target-env", env, "-o", "gone.spv", "gone.comp"], check=True)
        os.unlink("gone.comp")
        files = json.loads(run("--emit", "analysis", "gone.spv")[1])["results"][0]["files"]
        case(f"a module's own text, with its lines where they count: {env} {form}", [(f["name"], f.get("text")) for f in files] == [("gone.comp", LOOP)], files)
    os.mkfifo("pipe.comp")
    k = subprocess.run([kilnc, "--emit", "analysis", "named.spv"], capture_output=True, text=True, timeout=60) if named_module("named.spv", "pipe.comp") else None
    case("a module may name a file that never ends", k is None or (k.returncode == 0 and "text" not in json.loads(k.stdout)["results"][0]["files"][0]), k)
    write("gone.comp", LOOP.replace("    float s", "#line 1007\n    float s"))
    k = json.loads(run("-g", "--emit", "analysis", "gone.comp")[1])["results"][0]
    rows = k["files"][0]["text"].split("\n")
    case("#line", {i["line"] for i in k["listing"] if "line" in i} >= {1009} and rows[1008] == LOOP.split("\n")[9], (len(rows), rows[1005:1012]))


def named_module(out, name):
    """A module whose lines are of a file of this name, and that has no text of it. False: there are no tools."""
    if not shutil.which("spirv-dis") or not shutil.which("glslangValidator"):
        return False
    write("other.comp", LOOP)
    subprocess.run(["glslangValidator", "--quiet", "-g", "-V", "--target-env", "vulkan1.1", "-o", out, "other.comp"], check=True)
    text = subprocess.run(["spirv-dis", "--raw-id", out], capture_output=True, text=True, check=True).stdout
    start = text.index("OpSource GLSL 450")
    text = text[:start] + "OpSource GLSL 450\n" + text[text.index("OpModuleProcessed", start):].replace("\"other.comp\"", f"\"{name}\"")
    text = text.replace("\"other.comp\"", f"\"{name}\"")
    subprocess.run(["spirv-as", "--target-env", "vulkan1.1", "-o", out, "-"], input=text, text=True, check=True)
    return True


def test_constants():
    """A kernel with constants after its code has a listing, and is on the page."""
    numbers = ", ".join(f"{n * n % 97}.5" for n in range(300))
    write("table.comp", "#version 450\nlayout(local_size_x = 64) in;\nlayout(set = 0, binding = 0) buffer C { float c[]; };\n"
                        f"const float t[300] = float[]({numbers});\nvoid main() {{ c[gl_GlobalInvocationID.x] = t[uint(c[gl_GlobalInvocationID.x]) % 300u]; }}\n")
    k = json.loads(run("--emit", "analysis", "table.comp")[1])["results"][0]
    bytes_ = len(subprocess.run([kilnc, "--emit", "bin", "table.comp"], capture_output=True).stdout)
    last = k["listing"][-1] if k.get("listing") else {"offset": 0, "text": ""}
    case("constants after the code are no instructions", last["offset"] + 300 * 4 < bytes_ and "EOT" in last["text"] and len(k["listing"]) >= k["instructions"], (bytes_, last))


TILES = """#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) writeonly buffer C { float c[]; };
layout(push_constant) uniform P { uint n; };
shared float ta[16][16];
void main()
{
    uint lx = gl_LocalInvocationID.x, ly = gl_LocalInvocationID.y;
    float s = 0;
    for (uint t = 0; t < n; t += 16) {
        ta[ly][lx] = a[gl_GlobalInvocationID.y * n + t + lx];
        barrier();
        for (uint k = 0; k < 16; k++)
            s += ta[ly][k] * ta[k][lx];
        barrier();
    }
    c[gl_GlobalInvocationID.y * n + gl_GlobalInvocationID.x] = s;
}
"""
UNIFORM = """#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 1) buffer C { vec4 c[]; };
layout(push_constant) uniform P { uint n; };
void main()
{
    for (uint t = 0; t < n; t += 64u)
        c[gl_GlobalInvocationID.x + t] *= c[7];
}
"""


def test_figures():
    """The page's figures of one width are the same everywhere, and those of others are of the same shader."""
    write("tiles.comp", TILES)
    figures = ("cycles", "instructions", "sends", "spills", "fills", "max_live_regs", "threads_per_group")
    for options in ((), ("-d", "tgl"), ("-d", "bdw"), ("--simd", "8"), ("--simd", "32", "-d", "icl")):
        k = json.loads(run("-g", "--emit", "analysis", *options, "tiles.comp")[1])["results"][0]
        row = next(w for w in k["widths"] if w["simd"] == k["simd"])
        case(f"the kernel's row of the widths is the kernel: {options}", all(row[f] == k[f] for f in figures if f in k), (row, {f: k.get(f) for f in figures}))
        o = k["occupancy"]
        case(f"occupancy: {options}", o["groups"] == max(1, min(o["limits"].values())) and o["limits"]["threads"] == o["threads_per_subslice"] // o["group_threads"] and
             o["group_threads"] == row["threads_per_group"] and abs(o["share"] - min(1, o["groups"] * o["group_threads"] / o["threads_per_subslice"])) < 1e-3, o)
    # Those of other widths are what KILN_DEBUG=simdN makes of the shader, which does not tell it the width either.
    k = json.loads(run("--emit", "analysis", "tiles.comp")[1])["results"][0]
    for w in k["widths"]:
        p = subprocess.run([kilnc, "--emit", "stats", "tiles.comp"], capture_output=True, text=True, env={**os.environ, "KILN_DEBUG": f"simd{w['simd']}"})
        stats = json.loads(p.stdout)
        case(f"what SIMD{w['simd']} would be", all(w[f] == stats[f] for f in figures if f in stats), (w, stats))


def test_occupancy():
    """What lets no more workgroups be there."""
    def limit(size, shared=0, barrier="", device="skl", simd="16"):
        memory, use = (f"shared uint m[{shared}];", "m[gl_LocalInvocationIndex] = c[0]; c[2] = m[c[1]];") if shared else ("", "")
        write("room.comp", f"#version 450\nlayout(local_size_x = {size}) in;\nlayout(set = 0, binding = 0) buffer C {{ uint c[]; }};\n{memory}\n"
                           f"void main() {{ {use} {barrier} c[gl_GlobalInvocationID.x + 3] = 1u; }}\n")
        return json.loads(run("--emit", "analysis", "-d", device, "--simd", simd, "room.comp")[1])["results"][0]["occupancy"]
    def is_(name, o, groups, what, **more):
        case(f"occupancy: {name}", (o["groups"], o["limit"]) == (groups, what) and all(o[m] == v for m, v in more.items()), o)
    is_("all threads", limit(64), 14, "none", share=1.0)
    is_("a group that leaves threads over", limit(256), 3, "group size", share=0.8571)
    is_("a group of more than half", limit(512), 1, "group size", share=0.5714)
    is_("shared memory, as it is allotted", limit(64, 2200), 4, "shared memory", slm_allotted=16384)
    is_("barriers", limit(16, 0, "barrier();"), 16, "barriers", share=0.2857)
    is_("Gen8 allots 4 KB at least", limit(64, 64, device="bdw"), 14, "none", slm_allotted=4096)
    is_("Gen12 has more threads", limit(256, device="tgl"), 7, "none", threads_per_subslice=112)


# As ANV 22.3 prints it (INTEL_DEBUG=cs), shortened: two widths, and instructions that go on in the next line.
ANV = """NIR (from SPIR-V) for MESA_SHADER_COMPUTE shader:
shader: MESA_SHADER_COMPUTE

Native code for unnamed compute shader (null) (sha1 e2d0594d05d06207d4e5d3b9afd7e694aa8dfb23)
SIMD8 shader: 4 instructions. 0 loops. 776 cycles. 0:0 spills:fills, 3 sends, scheduled with mode top-down. Promoted 0 constants. Compacted 64 to 48 bytes (25%)
   START B0 (776 cycles)
mov(8)          g3<1>UW         0x76543210V                     { align1 WE_all 1Q };
send(8)         g34<1>UW        g36<0,1,0>UD    0x04205e02
                            dp data 1 MsgDesc: (untyped surface read, Surface = 2, SIMD8, Mask = 0xe) mlen 1 rlen 1 { align1 1Q };
sends(8)        nullUD          g36UD           g34UD           0x04025efe                0x00000080
                            dp data 1 MsgDesc: (DC untyped surface write, Surface = 254, SIMD8, Mask = 0xe) mlen 1 ex_mlen 1 rlen 0 { align1 1Q };
send(8)         nullUW          g127<0,1,0>UD   0x82000010
                            thread_spawner MsgDesc: mlen 1 rlen 0           { align1 WE_all 1Q EOT };
   END B0

Native code for unnamed compute shader (null) (sha1 0000594d05d06207d4e5d3b9afd7e694aa8dfb23)
SIMD16 shader: 2 instructions. 1 loops. 50 cycles. 3:5 spills:fills, 1 sends, scheduled with mode top-down. Promoted 0 constants.
   START B0 (50 cycles)
mul(16)         g3<1>F          g4<8,8,1>F      g5<8,8,1>F      { align1 1H };
   END B0 ->B1
   START B1 <-B0 (2 cycles)
send(8)         nullUW          g127<0,1,0>UD   0x82000010
                            thread_spawner MsgDesc: mlen 1 rlen 0           { align1 WE_all 1Q EOT };
   END B1

device: some device
"""


def test_compare_others():
    """Beside the code of Intel's OpenCL compiler and of ANV."""
    def compare(*names):
        p = subprocess.run([sys.executable, os.path.join(os.path.dirname(kilnc), "kiln-report"), "--compare", *names], capture_output=True, text=True)
        return p.returncode, p.stdout, p.stderr

    write("cmp/one.comp", SHADER)
    run("--emit", "analysis", "-o", "cmp/ours.json", "cmp/one.comp", "cmp/a.comp")
    run("--emit", "analysis", "-o", "cmp/mine.json", "cmp/one.comp")
    write("cmp/anv.txt", ANV)
    ours = [r["instructions"] for r in json.load(open("cmp/ours.json", encoding="utf-8"))["results"]]
    status, out, err = compare("cmp/ours.json", "cmp/anv.txt")
    case("what ANV printed, in the order of ours", status == 0 and [int(n) for n in re.findall(r"instructions +\d+ -> (\d+)", out)] == [4, 2] and
         [int(n) for n in re.findall(r"instructions +(\d+) ->", out)] == ours and "by Mesa's ANV SIMD8" in out and "by Mesa's ANV SIMD16" in out and
         re.search(r"spills +0 -> 3", out) and re.search(r"fills +0 -> 5", out) and re.search(r"messages +\d+ -> 1 ", out) and "clocks" not in out, out + err)
    status, out, err = compare("cmp/anv.txt", "cmp/ours.json", "-o", "cmp/anv.html")
    page = Page(open("cmp/anv.html", encoding="utf-8").read())
    case("as a page, ours the new one", status == 0 and not page.open and not page.wrong and "untyped surface write, Surface = 254" in page.text, err)
    status, _, err = compare("cmp/anv.txt", "cmp/anv.txt")
    case("one of both is ours", status == 1 and "one of two is to be a document of kilnc" in err, err)
    write("cmp/k.cl", "kernel void twice(global float *a) { a[get_global_id(0)] *= 2.0f; }\n")
    run("--emit", "analysis", "-d", "skl,bdw", "-o", "cmp/both.json", "cmp/one.comp")
    status, _, err = compare("cmp/both.json", "cmp/k.cl")
    case("for one device", status == 1 and "for one device" in err, err)
    p = subprocess.run([sys.executable, os.path.join(os.path.dirname(kilnc), "kiln-report"), "--compare", "cmp/mine.json", "cmp/k.cl"],
                       capture_output=True, text=True, env={**os.environ, "PATH": "/nonexistent"})
    case("who is missing is named", p.returncode == 1 and "ocloc is not installed" in p.stderr, p.stderr)
    if not shutil.which("ocloc"):
        skip("Intel's OpenCL compiler", "ocloc is not installed")
        return
    status, out, err = compare("cmp/mine.json", "cmp/k.cl")
    other = re.search(r"one, (\d+) of the new one not in the old one", out)
    case("OpenCL C by Intel's compiler", status == 0 and other and 5 <= int(other[1]) <= 40 and re.search(r"by Intel's OpenCL compiler SIMD(8|16|32)", out), out + err)
    write("cmp/bad.cl", "kernel vod twice() {}\n")
    status, _, err = compare("cmp/mine.json", "cmp/bad.cl")
    case("what it does not compile", status == 1 and "ocloc: " in err and "vod" in err, err)


def test_compare():
    write("cmp/a.comp", SHADER)
    write("cmp/b.comp", SHADER.replace("f + float(count)", "sqrt(f * v[0]) + float(count)"))
    shutil.copy("cmp/a.comp", "cmp/same.comp")
    status, out, err = run("--compare", "cmp/a.comp", "cmp/same.comp", "-d", "skl")
    case("a shader does not differ from itself", (status, out) == (0, "1 kernels compared, 0 differ\n"), out + err)
    status, out, err = run("--compare", "cmp/a.comp", "cmp/b.comp")
    figure = re.search(r"  instructions +(\d+) -> (\d+) +\+[\d.]+ %", out)
    case("two shaders are compared", status == 0 and figure and int(figure[1]) < int(figure[2]) and "1 kernels compared, 1 differ" in out, out + err)
    def instructions(name):
        return json.loads(run("--emit", "stats", name)[1])["instructions"]
    case("by the figures of each", figure and (int(figure[1]), int(figure[2])) == (instructions("cmp/a.comp"), instructions("cmp/b.comp")), out)
    status, out, err = run("--compare", "--simd", "8,16", "cmp/b.comp")
    case("two widths are compared", status == 0 and "SIMD8  ->  " in out, out + err)
    status, _, err = run("--compare", "-d", "skl,bdw", "cmp/b.comp", "-o", "cmp/page.html")
    page = Page(open("cmp/page.html", encoding="utf-8").read())
    case("two devices, as a page", status == 0 and not page.open and not page.wrong and "bdw" in page.text and "instructions" in page.text, err)
    tool = os.path.join(os.path.dirname(kilnc), "kiln-report")
    run("--emit", "analysis", "-o", "cmp/old.json", "cmp/a.comp")
    shutil.copy("cmp/b.comp", "cmp/a.comp")
    run("--emit", "analysis", "-o", "cmp/new.json", "cmp/a.comp")
    p = subprocess.run([sys.executable, tool, "--compare", "cmp/old.json", "cmp/new.json"], capture_output=True, text=True)
    p = subprocess.run([kilnc, "--emit", "analysis", "-o", "cmp/moved.json", "cmp/a.comp"], env={**os.environ, "KILN_SIM_COST": "MEGAHERTZ=2000"})
    says = "Hypothetical machine: MEGAHERTZ=2000"
    for name, args in (("a page", ("cmp/moved.json", "-o", "-")), ("a comparison", ("--compare", "cmp/old.json", "cmp/moved.json")),
                       ("a page of one", ("--compare", "cmp/old.json", "cmp/moved.json", "-o", "cmp/moved.html")),
                       ("of many", ("--compare", "cmp/old.json", "cmp/moved.json", "cmp/new.json"))):
        p = subprocess.run([sys.executable, tool, *args], capture_output=True, text=True)
        text = open("cmp/moved.html", encoding="utf-8").read() if "cmp/moved.html" in args else p.stdout
        at = text.find(says)
        case(f"a hypothetical machine is named first: {name}", 0 <= at < min(text.find(w) for w in ("<details", "cmp/a.comp: main", "kernels compared") if text.find(w) > 0) and
             text.count(says) == 1, p.stderr + text[:800])
    docs = []
    for device in ("skl", "icl", "tgl"):
        docs.append(f"cmp/{device}.json")
        run("--emit", "analysis", "-d", device, "-o", docs[-1], "cmp/b.comp", "loop.comp")
    figures_ = [{r["shader"]: r["cycles"] for r in json.load(open(d, encoding="utf-8"))["results"]} for d in docs]
    p = subprocess.run([sys.executable, tool, "--compare", *docs], capture_output=True, text=True)
    line = re.search(r"loop.comp: main\n(?:  .*\n)*?  clocks of a thread +([\d,]+) +([\d,]+)(?: \(\S+ %\))? +([\d,]+)", p.stdout)
    case("three documents, each with the first", p.returncode == 0 and p.stdout.split("\n")[0].split() == ["skl.json", "icl.json", "tgl.json"] and line and
         [int(n.replace(",", "")) for n in line.groups()] == [f["loop.comp"] for f in figures_], p.stdout + p.stderr)
    p = subprocess.run([sys.executable, tool, "--compare", *docs, "-o", "cmp/three.html"], capture_output=True, text=True)
    page = Page(open("cmp/three.html", encoding="utf-8").read())
    case("as a page", p.returncode == 0 and not page.open and not page.wrong and "icl.json" in page.text, p.stderr)
    p = subprocess.run([sys.executable, tool, "--compare", *docs[:2]], capture_output=True, text=True)
    case("two of a device each belong together", p.returncode == 0 and "2 kernels compared" in p.stdout and "one side" not in p.stdout, p.stdout)
    p = subprocess.run([sys.executable, tool, "--compare", docs[0], docs[1], "loop.comp"], capture_output=True, text=True)
    case("the file that is none is named", p.returncode == 1 and p.stderr.startswith("kiln-report: loop.comp: "), p.stderr)
    p = subprocess.run([sys.executable, tool, "--compare", "cmp/old.json", "cmp/new.json"], capture_output=True, text=True)
    case("two documents of one shader are compared", p.returncode == 0 and figure and figure[0] in p.stdout, p.stdout + p.stderr)
    p = subprocess.run([sys.executable, tool, "--compare", "cmp/old.json", "cmp/nosuch.json"], capture_output=True, text=True)
    case("a document that is not there is named", p.returncode and "nosuch.json" in p.stderr and "Traceback" not in p.stderr, p.stderr)
    wants("one side is not compared", 2, "two shaders", "--compare", "cmp/b.comp")
    wants("three are not either", 2, "two shaders", "--compare", "cmp/b.comp", "cmp/a.comp", "loop.comp")
    wants("nothing else is written then", 2, "nothing else", "--compare", "--emit", "asm", "cmp/a.comp", "cmp/b.comp")


def test_report():
    status, _, err = run("-g", "--emit", "report", "-o", "page.html", "-d", "skl,icl", "loop.comp", "mixed/b/bad.comp")
    page = Page(open("page.html", encoding="utf-8").read())
    case("a report has what compiles and what does not", status == 1 and "icl" in page.text and "'nothing'" in page.text, err)
    case("its tags close", not page.open and not page.wrong, (page.open, page.wrong))
    case("texts are texts", "// <&>" in page.text)
    case("lines light up", "0-10" in page.lit, page.lit)
    write("far.comp", LOOP.replace("a[i * 3u + k]", "a[(i * 37u + k * 11u) & 1023u]"))
    run("-g", "--emit", "report", "-o", "far.html", "far.comp")
    far = Page(open("far.html", encoding="utf-8").read())
    case("advice with its lines", "messages of one component in a loop" in far.text and "far.comp:10" in far.text)
    case("and none where there is nothing to say", "of one component" not in page.text)
    def advice(name):
        run("-g", "--emit", "report", "-o", "advice.html", name)
        return Page(open("advice.html", encoding="utf-8").read()).text.rsplit("From what the code shows", 1)[1]
    write("tiles.comp", TILES)
    write("uniform.comp", UNIFORM)
    case("shared memory is not uniform data", "uniform data" not in advice("tiles.comp"), advice("tiles.comp"))
    case("but its reads are what the data ports do", "most of it with shared memory" in advice("tiles.comp") and "tiles.comp:15" in advice("tiles.comp"))
    case("uniform data are", "of uniform data are in a loop" in advice("uniform.comp") and "uniform.comp:8" in advice("uniform.comp"), advice("uniform.comp"))
    case("idle threads", "8 of 56 hardware threads of a subslice stay idle: a workgroup has 16 threads" in advice("tiles.comp") and
         "A workgroup of 128 invocations would use 100 %" in advice("tiles.comp"), advice("tiles.comp"))
    os.makedirs("many", exist_ok=True)
    for name, text in (("a", TILES), ("b", LOOP), ("c", UNIFORM.replace("version 450", "version 450\n#error no"))):
        write(f"many/{name}.comp", text)
    status, _, err = run("-g", "--emit", "report", "-o", "deep/er/page.html", "-d", "skl,icl,tgl", "many")
    source = open("deep/er/page.html", encoding="utf-8").read() if os.path.exists("deep/er/page.html") else ""
    page = Page(source)
    top = source[source.index('id="kernels"'):source.index("<details")] if 'id="kernels"' in source else ""
    rows = re.findall(r"(?s)<tr>(.*?)</tr>", top)
    case("many shaders on many chips: a row of each, a column of each", [re.findall(r'<th class="">(\w+)</th>', r) for r in rows[:1]] == [["kernel", "skl", "icl", "tgl"]] and
         [len(re.findall("<td", r)) for r in rows[1:]] == [4, 4, 4], (err, rows))
    case("with links to each", not page.open and not page.wrong and len(set(re.findall(r'href="#(k\d+)"', top))) == 6 and
         all(f'<details id="{k}"' in source for k in re.findall(r'href="#(k\d+)"', top)), top)
    case("and what does not compile", top.count("no kernel") >= 1 and "do not compile" in top, top)
    wants("a report goes to one file", 2, "one page of all", "--emit", "report", "-o", "x/%n.%e", "loop.comp")
    wants("a report alone", 2, "one page of all", "--emit", "report,asm", "loop.comp")
    run("--emit", "report", "-o", "plain.html", saxpy)
    case("without source lines too", "no source lines" in open("plain.html", encoding="utf-8").read())
    run("--emit", "json", "-o", "plain.json", saxpy)
    tool = os.path.join(os.path.dirname(kilnc), "kiln-report")
    p = subprocess.run([sys.executable, tool, "plain.json", "-o", "no.html"], capture_output=True, text=True)
    case("what is no analysis is refused", p.returncode == 1 and "--emit analysis" in p.stderr, p.stderr)


def test_list():
    status, out, _ = run("--list", "mixed/a.comp")
    case("--list", status == 0 and out == "mixed/a.comp\n  entry main  local size 64 1 1\n  spec 3  float32 f = 1.5\n  spec 1  int32 count = -3\n", out)
    status, out, _ = run("--list=json", "mixed/a.comp", saxpy)
    d = json.loads(out)
    case("--list=json", status == 0 and len(d) == 2 and d[0]["constants"][1] == {"id": 1, "type": "int32", "name": "count", "value": -3}, out)


def test_instruction_text():
    """What an error is about is shown as spirv-dis prints it: also behind strings of several lines."""
    with open("pair.spvasm", "w", encoding="utf-8") as f:
        f.write("""OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%s = OpString "two
lines \\"quoted\\" and \\\\
a third"
OpName %pair "pair"
%v = OpTypeVoid
%f = OpTypeFunction %v
%u = OpTypeInt 32 0
%main = OpFunction %v None %f
%l = OpLabel
%c = OpUndef %u
%pair = OpIAddCarry %u %c %c
OpReturn
OpFunctionEnd
""")
    subprocess.run(["spirv-as", "pair.spvasm", "-o", "pair.spv"], check=True)
    text = subprocess.run(["spirv-dis", "pair.spv"], capture_output=True, text=True, check=True).stdout
    printed = next(line.strip() for line in text.splitlines() if "OpIAddCarry" in line)
    status, _, err = run("--no-validate", "pair.spv")
    case("an error shows its instruction as spirv-dis does", status == 1 and "%pair = OpIAddCarry" in printed and
         "instruction 12: OpIAddCarry: " in err and f"\n  {printed}\n" in err, (printed, err))
    status, _, err = run("pair.spv")
    case("once, where the validator shows it", status == 1 and err.count("%pair = ") == 1, err)


def test_fossilize():
    subprocess.run(["glslangValidator", "-V", "mixed/a.comp", "-o", "a.spv"], stdout=subprocess.DEVNULL, check=True)
    subprocess.run([sys.executable, make_foz, "a.foz", "a.spv", "3=1073741824", "1=7", "simd=8", saxpy, "simd=16", "a.spv", "robust"], check=True)
    status, out, err = run("--emit", "json", "a.foz")
    results = json.loads(out)["results"]
    case("an archive's pipelines", status == 0 and len(results) == 3, (out, err))
    case("named by the archive and the hash", results[0]["shader"] == "a.foz:0000000000000100", results[0])
    _, out, _ = run("a.foz")
    case("with their specialization: 2.0 + 7", "0x41100000:ud" in out.split("// ----")[1], out[:900])
    case("and without: 1.5 - 3", "0xBFC00000:ud" in out.split("// ----")[3], out[-900:])
    _, out, _ = run("--spec", "1=8", "a.foz", "--simd", "8", "--emit", "asm", "-o", "f/%n.%e")
    # The second module has no constant 1.
    case("what the command line specializes is asked of each module", "0x41200000:ud" in open("f/a.foz_0000000000000100.asm").read())
    data = open("a.foz", "rb").read()
    open("cut.foz", "wb").write(data[:len(data) - 30])
    status, out, err = run("--emit", "json", "cut.foz")
    case("an archive that was cut loses its last entry only", status == 1 and [r["status"] for r in json.loads(out)["results"]] == [0, 0, 1] and
         "no whole module" in err, (out, err))
    open("flip.foz", "wb").write(data[:-20] + bytes([data[-20] ^ 1]) + data[-19:])
    wants("a broken checksum", 1, "no whole module 000000000000abc2", "--emit", "json", "flip.foz")
    open("old.foz", "wb").write(data[:15] + b"\x04" + data[16:])
    wants("an archive of another version", 1, "version 4; 5 and 6 are known", "old.foz")
    open("none.foz", "wb").write(data[:16])
    wants("an archive of nothing", 1, "no compute pipeline", "none.foz")
    # Widths as the driver takes them: what is demanded, and 32 by itself, where the shader can tell.
    def module(name, text):
        with open(f"{name}.comp", "w", encoding="utf-8") as f:
            f.write("#version 450\n" + text)
        subprocess.run(["glslangValidator", "-V", "--target-env", "vulkan1.2", f"{name}.comp", "-o", f"{name}.spv"], stdout=subprocess.DEVNULL, check=True)
    module("sees", "#extension GL_KHR_shader_subgroup_basic : enable\nlayout(local_size_x = 64) in;\n"
           "layout(push_constant) uniform P { uint n; };\nlayout(binding = 0) buffer B { uint b[]; };\n"
           "void main() { uint x = gl_SubgroupInvocationID; for (uint i = 0; i < n; i++) x = x * 3u + b[x]; b[gl_GlobalInvocationID.x] = x; }")
    subprocess.run([sys.executable, make_foz, "widths.foz", "sees.spv", "simd=8", "sees.spv", "simd=16", "sees.spv", "sees.spv", "varying", saxpy, "simd=8", saxpy],
                   check=True)
    widths = [r["simd"] for r in json.loads(run("--emit", "json", "widths.foz")[1])["results"]]
    case("widths are those of the driver", widths[:3] == [8, 16, 32] and widths[4] == widths[5], widths)
    free = json.loads(run("--emit", "json", "sees.spv")[1])["results"][0]["simd"]
    case("any width where it may vary", widths[3] == free, (widths, free))
    # Layouts: samplers that may change after they are bound have handles, and others a table.
    module("samples", "layout(local_size_x = 8) in;\nlayout(set = 1, binding = 0) uniform sampler2D s;\nlayout(binding = 0) buffer B { vec4 b[]; };\n"
           "void main() { b[gl_GlobalInvocationID.x] = textureLod(s, vec2(gl_GlobalInvocationID.xy), 0.0); }")
    kinds = ("plain", "immutable", "after-bind", "buffers", "ycbcr", "lost")
    subprocess.run([sys.executable, make_foz, "layouts.foz", *(w for k in kinds for w in ("samples.spv", k))], check=True)
    status, _, err = run("--emit", "asm", "layouts.foz", "-o", "l/%n.%e")
    def code(n):
        with open(f"l/layouts.foz_{0x100 + n:016x}.asm", encoding="utf-8") as f:
            return "".join(line for line in f if not line.startswith("//"))
    def alone(*options):
        run("--emit", "asm", "samples.spv", "-o", "l/alone.asm", *options)
        with open("l/alone.asm", encoding="utf-8") as f:
            return "".join(line for line in f if not line.startswith("//"))
    case("a plain layout's code is the module's", code(0) == code(1) == alone(), code(0)[:2000])
    case("update after bind: handles of samplers", len({code(0), code(2), code(3)}) >= 2 and code(2) != code(0), code(2)[:2000])
    # Where descriptors need not be valid, nothing is read that the shader does not read: in one message, or in two.
    module("unused", "layout(local_size_x = 8) in;\nlayout(binding = 1) readonly buffer A { uint a[]; };\nlayout(binding = 0) buffer B { uint b[]; };\n"
           "void main() { uint i = gl_GlobalInvocationID.x, s = b[i]; if (s > 7) s += a[0]; if (s > 70) s ^= a[1]; b[i] = s; }")
    subprocess.run([sys.executable, make_foz, "unused.foz", "unused.spv", "plain", "unused.spv", "partial"], check=True)
    def sends(*args):
        return [r["sends"] for r in json.loads(run("--emit", "json", *args)[1])["results"]]
    case("reads of valid descriptors", sends("unused.foz") == sends("unused.spv") + sends("--partially-bound", "unused.spv"), sends("unused.foz"))
    case("reads that may be made early are merged", sends("unused.spv")[0] == sends("--partially-bound", "unused.spv")[0] - 1, sends("unused.spv"))
    case("conversions are refused", status == 1 and ":0000000000000104: its layout has samplers that convert from Y'CbCr" in err, err)
    case("so is a layout that is not there", ":0000000000000105: the archive does not have its layout" in err, err)
    for n in range(0, len(data), 97):  # nothing that is damaged ends it
        open("fuzz.foz", "wb").write(data[:n] + bytes([data[n] ^ 0x55]) + data[n + 1:])
        if run("--list", "fuzz.foz")[0] not in (0, 1):
            case("a damaged archive", False, f"byte {n}")
            return
    case("damaged archives end in a message", True)


def test_progress():
    names = [saxpy] * 12
    case("a pipe does not see how far it is", run("--emit", "json", *names)[2] == "")
    ends = terminal()
    if not ends:
        skip("a terminal sees how far it is", "no pseudo terminals here")
        return
    leader, follower = ends
    subprocess.run([kilnc, "--emit", "json", *names], stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    said = b""
    try:
        while chunk := os.read(leader, 4096):
            said += chunk
    except OSError:
        pass
    case("a terminal sees how far it is", b"compiling 6 of 12" in said and said.rstrip().endswith(b"\x1b[K"), said)


with tempfile.TemporaryDirectory() as top:
    os.chdir(top)
    test_outputs()
    test_widths()
    test_failures()
    test_parallel()
    test_languages()
    test_lines()
    test_analysis()
    test_constants()
    test_figures()
    test_occupancy()
    test_report()
    test_compare()
    test_compare_others()
    test_list()
    test_instruction_text()
    test_fossilize()
    test_progress()
    os.chdir("/")
sys.exit(done())

#!/usr/bin/env python3
"""Findings name the file, the line and the variable in whatever form a compiler writes debug information: OpLine and
NonSemantic.Shader.DebugInfo.100, with and without OpName, of SPIR-V 1.0 and later, of GLSL and HLSL; and without any of it they say what they can.

usage: test_forms.py BUILD-DIR APP FOLDER-OF-SHADERS GLSLANG
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done, skip

build, app, source = (os.path.abspath(a) for a in sys.argv[1:4])
glslang = sys.argv[4]
tool = os.path.join(build, "kiln-run")
SHADERS = {"race_shared": "race", "oob_buffer": "oob", "uninit_shared": "uninit", "oob_shared": "oob", "barrier_different": "barrier"}
KERNEL = 'blur, "pass 2" (main)' # app.c names its pipeline
# Both HLSL and GLSL name what is shared and what is written.
HLSL = """// A subgroup reads what another one writes.
RWStructuredBuffer<uint> In : register(u0);
RWStructuredBuffer<uint> Out : register(u1);
groupshared uint tiles[64];
uint twice(uint x)
{
    return 2 * tiles[63 - x]; // @race @uninit
}
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint l : SV_GroupIndex)
{
    tiles[l] = In[id.x]; // @race
    Out[id.x] = twice(l); // @race @uninit
}
"""


def marks(text, word):
    return {n for n, line in enumerate(text.split("\n"), 1) if f"@{word}" in line}


def compile_(out, path, *options):
    subprocess.run([glslang, "--quiet", "-V", *options, "-o", out, path], check=True, stdout=subprocess.DEVNULL)


def edited(spv, out, edit):
    """A module as text, edited line by line, and back."""
    text = subprocess.run(["spirv-dis", "--raw-id", spv], capture_output=True, text=True, check=True).stdout
    text = "\n".join(l for l in (edit(l) for l in text.split("\n")) if l is not None)
    subprocess.run(["spirv-as", "--target-env", "vulkan1.2", "-o", out, "-"], input=text, text=True, check=True)


def findings(spv, check, loud=False):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("KILN_SIM", "KILN_DEV", "VK_"))} | {"KILN_CACHE": "off"}
    p = subprocess.run([sys.executable, tool, *(() if loud else ("--quiet",)), "--check", check, "--json", "-", app, spv, "0"], capture_output=True, text=True, env=env)
    return json.loads(p.stdout[p.stdout.index("{"):])["reports"], p


def names(reports):
    return {r["resource"]["variable"] for r in reports if "variable" in r.get("resource", {})}


def no_names(line):
    return None if " OpName " in line or " OpMemberName " in line else line


def no_scopes(line):
    """As Slang writes it: lines, and no scopes or definitions of functions."""
    return None if re.search(r"OpExtInst \S+ \S+ (DebugScope|DebugNoScope|DebugFunctionDefinition|DebugInlinedAt)\b", line) else line


def nothing(line):
    return None if re.search(r"^\s*(OpName|OpMemberName|OpLine|OpNoLine|OpSource)\b| OpString ", line) else line


FORMS = {  # what glslang is given, and what is then done with the module: None, or nothing
    "OpLine, SPIR-V 1.0 (glslc -g)": (("-g", "--target-env", "vulkan1.0"), None),
    "OpLine (glslang -g, dxc -Zi)": (("-g", "--target-env", "vulkan1.2"), None),
    "DebugInfo.100 (glslang -gVS, dxc -fspv-debug=vulkan-with-source)": (("-gVS", "--target-env", "vulkan1.2"), None),
    "DebugInfo.100 and no OpName": (("-gVS", "--target-env", "vulkan1.2"), no_names),
    "DebugInfo.100 without scopes (slang -g)": (("-gVS", "--target-env", "vulkan1.2"), no_scopes),
}


def check_forms(title, path, text, word, more=()):
    want = marks(text, word)
    known = None
    for form, (options, edit) in FORMS.items():
        if edit and not shutil.which("spirv-dis"):
            skip(f"{title}: {form}", "no spirv-dis")
            continue
        compile_("form.spv", path, *options, *more)
        if edit:
            edited("form.spv", "edited.spv", edit)
            os.replace("edited.spv", "form.spv")
        reports, p = findings("form.spv", word)
        lines = {q.get("line") for r in reports for q in r["places"]}
        files = {os.path.basename(q.get("file", "?")) for r in reports for q in r["places"]}
        case(f"{title}: file and lines, {form}", reports and lines <= want and files == {os.path.basename(path)}, sorted(map(str, lines)), sorted(want), files, p.stderr)
        case("with the text of each line", all(q.get("source") == text.split("\n")[q["line"] - 1].strip() for r in reports for q in r["places"]), reports)
        known = names(reports) if known is None else known
        case("nothing is missed", "no source lines" not in findings("form.spv", word, loud=True)[1].stderr)
        case("and the same names", names(reports) == known and (known or title in ("barrier_different", "oob_shared")), names(reports), known)


def check_bare(path, word):
    compile_("bare.spv", path, "--target-env", "vulkan1.2")
    edited("bare.spv", "edited.spv", nothing)
    reports, p = findings("edited.spv", word)
    case("without any of it: kernel, offset and instruction", reports and all(r["places"] for r in reports) and
         all(q["kernel"] == KERNEL and q["instruction"] for r in reports for q in r["places"]), reports, p.stderr)
    _, p = findings("edited.spv", word, loud=True)
    case("which is said", re.search(r"(?m)^    in blur, \"pass 2\" \(main\), SIMD\d+, at 0x[0-9a-f]+ \(its SPIR-V has no source lines", p.stderr), p.stderr)


with tempfile.TemporaryDirectory() as top:
    os.chdir(top)
    for name, word in SHADERS.items():
        path = os.path.join(source, name + ".comp")
        with open(path, encoding="utf-8") as f:
            check_forms(name, path, f.read(), word)
        if shutil.which("spirv-dis"):
            check_bare(path, word)
    with open("twice.comp", "w", encoding="utf-8") as f:
        f.write(HLSL)
    check_forms("HLSL", os.path.join(top, "twice.comp"), HLSL, "race", ("-D", "-e", "main"))
    # Two files, and a line that #line gives another number.
    with open("inner.h", "w", encoding="utf-8") as f:
        f.write("uint far(uint l)\n{\n    return s[63u - l]; // @race\n}\n")
    with open("outer.comp", "w", encoding="utf-8") as f:
        f.write("#version 450\n#extension GL_GOOGLE_include_directive : require\nlayout(local_size_x = 64) in;\nlayout(set = 0, binding = 0, std430) buffer In { uint a[]; };\n"
                "layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };\nshared uint s[64];\n#include \"inner.h\"\nvoid main()\n{\n    uint l = gl_LocalInvocationIndex;\n"
                "#line 500\n    s[l] = a[l];\n    o[gl_GlobalInvocationID.x] = far(l);\n}\n")
    for options in (("-g", "--target-env", "vulkan1.0"), ("-gVS", "--target-env", "vulkan1.2")):
        compile_("form.spv", "outer.comp", *options)
        reports, p = findings("form.spv", "race")
        places = {(os.path.basename(q.get("file", "?")), q.get("line")) for r in reports for q in r["places"]}
        case(f"an included file, and #line: {options[0]}", places and places <= {("inner.h", 3), ("outer.comp", 500)} and len(places) == 2, places, p.stderr)
        case("whose text is not that of the file's row", all(("source" in q) == (q["line"] == 3) for r in reports for q in r["places"]), reports)
    os.chdir("/")
sys.exit(done())

#!/usr/bin/env python3
"""kilnc as Compiler Explorer has it: its properties file read, its compilers called and what they write read as it does.

    test_compiler_explorer.py KILNC PROPERTIES GLSL HLSL

What is imitated: docs/AddingACompiler.md (keys, groups, values between the first = and the end of the line), lib/base-compiler.ts
(optionsForFilter, prepareArguments: -g -o OUTPUT -S, the compiler's options, the user's, the source), lib/parsers/asm-parser.ts (.file, .loc,
labels, what is an instruction) and lib/utils.ts (lines of diagnostics) of Compiler Explorer.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done, skip

kilnc, properties, glsl, hlsl = (os.path.abspath(a) for a in sys.argv[1:5])

BROKEN = "#version 450\nlayout(local_size_x = 8) in;\nvoid main() {\n  int i = nothing;\n}\n"


def read_properties(path):
    keys = {}
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            keys[key] = value
    return keys


def compilers(keys):
    """Each compiler of the file with its own keys and those of its groups."""
    found = {}

    def add(names, inherited):
        for name in names.split(":"):
            if name.startswith("&"):
                group = name[1:]
                own = {k[len(f"group.{group}."):]: v for k, v in keys.items() if k.startswith(f"group.{group}.")}
                add(own["compilers"], {**inherited, **own})
            else:
                found[name] = {**inherited, **{k[len(f"compiler.{name}."):]: v for k, v in keys.items() if k.startswith(f"compiler.{name}.")}}

    add(keys["compilers"], {})
    return found


def parse(text):
    """(source line, text) of each instruction as the assembly pane shows it, the files, and the labels."""
    files, shown, labels, line, main = {}, [], [], None, False
    for text_line in text.splitlines():
        m = re.match(r'^\s*\.(?:cv_)?file\s+(\d+)\s+"([^"]+)"', text_line)
        if m:
            files[int(m[1])] = m[2]
            continue
        m = re.match(r"^\s*\.loc\s+(\d+)\s+(\d+)\s+(.*)", text_line)
        if m:
            name = files.get(int(m[1]))
            line = int(m[2]) if name else None
            main = bool(name and re.search(r"<stdin>|^-$|example\.[^/]+$|<source>", name))
            continue
        m = re.match(r"^([\w$.@]+):", text_line)
        if m:
            labels.append(m[1])
        elif text_line.strip():
            is_instruction = re.match(r"^\s*(%[$.A-Z_a-z][\w$.]*\s*=\s*)?[A-Za-z]", re.split("[#;]", text_line)[0])
            shown.append((line if is_instruction and main else None, text_line))
    return shown, files, labels


def call(c, source, user=(), output="output.s"):
    options = ["-g", "-o", os.path.abspath(output), "-S", *c.get("options", "").split(), *user, os.path.abspath(source)]
    return subprocess.run([kilnc, *options], capture_output=True, text=True)


def main():
    keys = read_properties(properties)
    found = compilers(keys)
    case("the file has compilers, and one by default", len(found) >= 5 and keys["defaultCompiler"] in found, found)
    case("each has a program and a name", all(os.path.basename(c["exe"]) == "kilnc" and c["name"] for c in found.values()))
    case("no value has blanks around it, which would be kept", all(v == v.strip() for v in keys.values()))
    os.chdir(tempfile.mkdtemp())
    for name, c in found.items():
        p = subprocess.run([kilnc, *c["versionFlag"].split()], capture_output=True, text=True)
        case(f"{name}: the version is found", p.returncode == 0 and re.search(c["versionRe"], p.stdout.strip()), p.stdout)
        with open("example.glsl", "w", encoding="utf-8") as f:
            f.write(open(glsl, encoding="utf-8").read())
        p = call(c, "example.glsl")
        text = open("output.s", encoding="utf-8").read() if os.path.exists("output.s") else ""
        shown, files, labels = parse(text)
        case(f"{name}: compiles to assembly with a file and labels", p.returncode == 0 and not p.stderr and len(shown) > 5 and labels and
             any(f.endswith("example.glsl") for f in files.values()), (p.stderr, text[:300]))
        source = open("example.glsl", encoding="utf-8").read().splitlines()
        lines = {n for n, _ in shown if n}
        case(f"{name}: every line of code is taken for an instruction, and (W) stays", not [t for _, t in shown if re.match(r"\s*\(", t)] and
             any(n and re.match(r"\s+\w+ \(W", t) for n, t in shown), shown[:12])
        bare = [t for n, t in shown if not n and not t.lstrip().startswith(".")]
        case(f"{name}: nearly all have a line", len(bare) * 10 <= len(shown), bare)
        stores = [n for n, t in shown if n and "write" in t or n and "store" in t]
        case(f"{name}: lines are the shader's", lines and all(1 <= n <= len(source) and source[n - 1].strip() for n in lines), lines)
        case(f"{name}: the store is at the assignment", stores and all("=" in source[n - 1] for n in stores), stores)
        os.remove("output.s")
    c = found["kiln_tgl"]
    p = call(c, "example.glsl", ["--simd", "8"])
    case("the user's options are taken", p.returncode == 0 and "(8|M0)" in open("output.s", encoding="utf-8").read(), p.stderr)
    os.remove("output.s")
    with open("example.glsl", "w", encoding="utf-8") as f:
        f.write(BROKEN)
    p = call(c, "example.glsl")
    told = [re.match(r"^\s*<source>[(:](\d+)(?::?,?(\d+):?)?[):]*\s*(.*)", line) for line in p.stderr.replace(os.path.abspath("example.glsl"), "<source>").splitlines()]
    case("an error has its line in the editor", p.returncode == 1 and not os.path.exists("output.s") and
         any(m and m[1] == "4" and m[3].startswith("error") for m in told), p.stderr)
    p = call(c, "example.glsl", ["--nothing"])
    case("an unknown option is an error", p.returncode == 2 and "--nothing" in p.stderr, p.stderr)
    with open("example.hlsl", "w", encoding="utf-8") as f:
        f.write(open(hlsl, encoding="utf-8").read())
    p = call(c, "example.hlsl")
    if p.returncode and "not installed" in p.stderr:
        skip("HLSL", "no compiler of it")
    else:
        shown, _, _ = parse(open("output.s", encoding="utf-8").read() if os.path.exists("output.s") else "")
        case("HLSL as well", p.returncode == 0 and any(n for n, _ in shown), p.stderr)
    p = subprocess.run([kilnc, "-S", "--list", glsl], capture_output=True, text=True)
    case("-S with what is no assembly is refused", p.returncode == 2, p.stderr)
    return done()


sys.exit(main())

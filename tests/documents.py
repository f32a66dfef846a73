#!/usr/bin/env python3
"""Documents are installed, with what they link to; the cells of their tables are short; docs/tour.md names files and functions that exist.

usage: documents.py SOURCE BUILD
"""
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tap import case, done

LONGEST_CELL = 200  # characters
LONGEST_STOP = 80  # words

source, build = (os.path.realpath(a) for a in sys.argv[1:3])
with open(os.path.join(build, "meson-info", "intro-installed.json"), encoding="utf-8") as f:
    installed = {os.path.realpath(a): b for a, b in json.load(f).items()}

documents = sorted(glob.glob(os.path.join(source, "docs", "*.md")) + [os.path.join(source, n) for n in ("README.md", "CONTRIBUTING.md")])
case("there are documents", len(documents) > 12, documents)
for path in documents:
    case(f"{os.path.relpath(path, source)} is installed", installed.get(path, "").endswith(os.path.join("doc", "kiln", os.path.basename(path))), installed.get(path))
    with open(path, encoding="utf-8") as f:
        links = {l.split("#")[0] for l in re.findall(r"\]\(([^)\s]+)\)", f.read()) if "://" not in l and not l.startswith("#")}
    found = {l: os.path.normpath(os.path.join(os.path.dirname(path), l)) for l in links}
    case("what it links to is there", all(os.path.exists(p) for p in found.values()), [l for l, p in found.items() if not os.path.exists(p)])
    # In the folder that all of them are installed to, README.md's docs/x.md is x.md.
    case("and installed beside it", all(p in installed for p in found.values() if p.endswith((".md", ".svg", ".png"))), [l for l, p in found.items() if p not in installed])
pages = sorted(glob.glob(os.path.join(source, "man", "*.[1-8]")))
missing = [p for p in pages if p not in installed]
case("man pages are installed", pages and not missing, missing)


def read(*path):
    with open(os.path.join(source, *path), encoding="utf-8") as f:
        return f.read()


def cells(text):
    """Of all tables: (line number, cell)."""
    for n, line in enumerate(text.split("\n"), 1):
        if line.startswith("|"):
            yield from ((n, c.strip()) for c in re.split(r"(?<!\\)\|", line.strip().strip("|")))


for path in documents:
    long = [f"line {n}: {len(c)} characters" for n, c in cells(read(path)) if len(c) > LONGEST_CELL]
    case(f"{os.path.relpath(path, source)}: no cell of a table has more than {LONGEST_CELL} characters", not long, *long)

# The tour: thirteen stops, each short, with what goes in and out, a command, and what to open.
tour = read("docs", "tour.md")
stops = [s.split("\n## ")[0] for s in re.split(r"\n(?=\*\*\d+\. )", tour)[1:]]
case("the tour has thirteen stops", [s.split(".")[0] for s in stops] == [f"**{n}" for n in range(1, 14)])
for stop in stops:
    name = stop.split("**")[1]
    case(f"{name} at most {LONGEST_STOP} words", len(stop.split()) <= LONGEST_STOP, len(stop.split()))
    case(f"{name} in, out, run, open", all(re.search(rf"\b{w}\b", stop) for w in ("In", "[Oo]ut", "Run", "Open")))
    # A function stands after the file that defines it.
    last = ""
    for quoted in re.findall(r"`([^`]+)`", stop.split("- Open:")[-1]):
        if quoted.endswith("()"):
            case(f"{name} {last} defines {quoted}", os.path.isfile(os.path.join(source, last)) and re.search(rf"(?m)^[^\s/#].*\b{quoted[:-2]}\([^;]*$", read(last)))
        else:
            last = quoted
            case(f"{name} {quoted} exists", os.path.isfile(os.path.join(source, quoted)))
for quoted in sorted(set(re.findall(r"`struct (\w+)`", tour)) - {"drm_i915_gem_execbuffer2"}):
    headers = glob.glob(os.path.join(source, "src", "**", "*.h"), recursive=True)
    case(f"struct {quoted} exists", any(f"\nstruct {quoted} {{" in read(h) for h in headers))
sys.exit(done())

#!/usr/bin/env python3
"""What is written is installed: each document and man page of the tree, and whatever they link to.

usage: documents.py SOURCE BUILD
"""
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tap import case, done

source, build = (os.path.realpath(a) for a in sys.argv[1:3])
with open(os.path.join(build, "meson-info", "intro-installed.json"), encoding="utf-8") as f:
    installed = {os.path.realpath(a): b for a, b in json.load(f).items()}

documents = sorted(glob.glob(os.path.join(source, "docs", "*.md")) + [os.path.join(source, "README.md")])
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
sys.exit(done())

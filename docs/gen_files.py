#!/usr/bin/env python3
"""Prints the index of source files, docs/files.md: of each file the first sentence of its opening comment.

usage: gen_files.py [--check | --write]

--write replaces docs/files.md; --check compares with it and prints TAP. A file without an opening comment, or whose first sentence is longer than
LONGEST, is reported by both. A file that only says "See x.h" shares the line of x.h.
"""
import os
import re
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
INDEX = os.path.join(ROOT, "docs", "files.md")
FOLDERS = ["include/kiln", "src", "tests", "docs", "packaging"]
ENDINGS = (".c", ".h", ".def", ".py", ".sh", ".js", ".mjs", ".cjs", ".ts", ".rs", ".glsl")
LEFT_OUT = ["tests/shaders/random", "tests/isa/data", "tests/fuzz/corpus"]  # data
LONGEST = 240
SHORT_FORMS = r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)(?<!\bNo)"
HEAD = """# The source files

Made by `docs/gen_files.py --write` from the first sentence of each file's opening comment: change it there. The test `files` compares. [tour.md](tour.md)
is the walk through the ones to read first.
"""


def comment(path):
    """The first paragraph of the opening comment or docstring, as one line; "" if there is none."""
    with open(path, encoding="utf-8") as f:
        lines = f.read(6000).split("\n")
    if lines[0].startswith("#!"):
        lines = lines[1:]
    while lines and re.match(r"(#|//)\s*(-\*-|SPDX)|\s*$", lines[0]):
        lines = lines[1:]
    text = "\n".join(lines)
    if found := re.match(r'r?"""(.*?)("""|\Z)', text, re.S) or re.match(r"/\*+(.*?)(\*/|\Z)", text, re.S):
        return " ".join(re.sub(r"(?m)^\s*\*\s?", "", found[1]).strip().split("\n\n")[0].split())
    out = []
    for line in lines:
        if not (found := re.match(r"(?://|#(?!include|if|define|pragma))\s?(.*)", line)) or not found[1].strip():
            break
        out.append(found[1].strip())
    return " ".join(out)


def sentence(text):
    """Its first sentence, without the period: one ends where a capital letter, a mark or the end of the text follows."""
    found = re.match(r"(.*?" + SHORT_FORMS + r"(?<![\s.])[.?!])(?=\s+[A-Z`\"(0-9]|\s*$)", text)
    text = (found[1] if found else text).rstrip(".:;")
    if len(text) <= LONGEST:
        return text
    parts = [m.start() for m in re.finditer(r"[:;] ", text[:LONGEST])]
    return text[:parts[-1]] if parts else text


def files():
    """{folder: {file: its sentence}}, of the tree, in order."""
    out = {}
    for start in FOLDERS:
        for top, folders, names in os.walk(os.path.join(ROOT, start)):
            folders.sort()
            folder = os.path.relpath(top, ROOT)
            if any(folder.startswith(l) for l in LEFT_OUT) or "__pycache__" in folder:
                continue
            found = {n: sentence(comment(os.path.join(top, n))) for n in sorted(names) if n.endswith(ENDINGS)}
            if found:
                out[folder] = found
    return out


def refers(folder, text):
    """The file of the same folder that "See [path/]x.h" refers to, or None."""
    found = re.match(r"See (?:[\w/]*/)?(\w+\.\w+)", text)
    return found[1] if found and found[1] in folder else None


def page(tree):
    out = [HEAD]
    for folder, found in tree.items():
        beside = {n: refers(found, t) for n, t in found.items()}
        out.append(f"## {folder}\n")
        for name, text in found.items():
            if not beside[name]:
                names = [name] + [n for n, b in beside.items() if b == name]
                out.append(f"- {', '.join(f'`{n}`' for n in names)}: {text}")
        out.append("")
    return "\n".join(out)


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    tree = files()
    every = {os.path.join(folder, n): t for folder, found in tree.items() for n, t in found.items()}
    silent = [f for f, t in every.items() if not t]
    long = [f"{f}: {len(t)}" for f, t in every.items() if len(t) > LONGEST]
    new = page(tree)
    if mode == "--check":
        try:
            with open(INDEX, encoding="utf-8") as f:
                old = f.read()
        except FileNotFoundError:
            old = ""
        cases = [("every file opens with a comment", silent), (f"its first sentence has at most {LONGEST} characters", long),
                 ("docs/files.md is the index of the tree", [] if old == new else [f"run {sys.argv[0]} --write"])]
        for n, (name, wrong) in enumerate(cases, 1):
            print(f"{'not ok' if wrong else 'ok'} {n} - {name}", *(f"# {w}" for w in wrong), sep="\n")
        print(f"1..{len(cases)}")
        return any(wrong for _, wrong in cases)
    if mode == "--write":
        with open(INDEX, "w", encoding="utf-8") as f:
            f.write(new)
    else:
        print(new, end="")
    for wrong in [f"{f}: no opening comment" for f in silent] + [f"{w} characters: more than {LONGEST}" for w in long]:
        print(wrong, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

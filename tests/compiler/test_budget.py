#!/usr/bin/env python3
"""The compiler's budget, src/hw/budget.def: each row says in what it counts, what it is and where it is from, and some pass reads it."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

SRC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src")
UNITS = {"registers", "operands", "bytes", "percent", "instructions", "clocks", "rounds", "lanes", "blocks", "messages", "workgroups", "power"}
ROW = re.compile(r'^BUDGET\((\w+), *(\d+), *"([^"]*)", *"((?:[^"\\]|\\.)*)", *"((?:[^"\\]|\\.)*)"\)$')


def wrong(text):
    """What is wrong with a table: a line each."""
    bad, seen = [], set()
    for line in text.splitlines():
        if not line.startswith("BUDGET"):
            continue
        row = ROW.match(line)
        if not row:
            bad.append(f"no row: {line}")
            continue
        name, value, unit, meaning, source = row.groups()
        bad += [f"{name}: {what}" for what, is_so in (("twice", name in seen), (f"counts {unit}", unit not in UNITS), ("no meaning", not meaning),
                                                      ("no source", not source), ("nothing", int(value) == 0)) if is_so]
        seen.add(name)
    return bad


def used():
    names = set()
    for top, _, files in os.walk(os.path.join(SRC, "compiler")):
        for f in files:
            if f.endswith((".c", ".h")):
                with open(os.path.join(top, f), encoding="utf-8") as code:
                    text = code.read()
                names |= set(re.findall(r"\bBUDGET_(?!SHARE\b)(\w+)", text)) | set(re.findall(r"\bBUDGET_SHARE\((\w+)\)", text))
    return names


def main():
    with open(os.path.join(SRC, "hw", "budget.def"), encoding="utf-8") as f:
        table = f.read()
    names = {m.group(1) for m in map(ROW.match, table.splitlines()) if m}
    case("each row is whole", len(names) > 40 and not wrong(table), *wrong(table))
    case("each is asked for", names == used(), f"in the table alone: {sorted(names - used())}, in the code alone: {sorted(used() - names)}")
    for name, text, why in (("no source", 'BUDGET(A, 1, "clocks", "m", "")', "A: no source"), ("no meaning", 'BUDGET(A, 1, "clocks", "", "s")', "A: no meaning"),
                            ("no unit", 'BUDGET(A, 1, "things", "m", "s")', "A: counts things"), ("no value", 'BUDGET(A, 0, "clocks", "m", "s")', "A: nothing"),
                            ("twice", 'BUDGET(A, 1, "clocks", "m", "s")\n' * 2, "A: twice"), ("no number", 'BUDGET(A, B, "clocks", "m", "s")', "no row")):
        case(f"refused: {name}", len(wrong(text)) == 1 and wrong(text)[0].startswith(why), wrong(text))
    return done()


sys.exit(main())

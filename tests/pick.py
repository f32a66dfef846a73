#!/usr/bin/env python3
"""The tests that are meant: prints, a line each, the names of a build directory's tests that are named or in a named suite.

usage: pick.py BUILD NAME...

A name that is neither is an error, with the nearest one that is.
"""
import difflib
import json
import subprocess
import sys


def main():
    build, wanted = sys.argv[1], sys.argv[2:]
    tests = json.loads(subprocess.run(["meson", "introspect", "--tests", build], check=True, capture_output=True, text=True).stdout)
    by_name = {}
    for t in tests:
        for name in {t["name"], *(s.split(":")[-1] for s in t["suite"])}:
            by_name.setdefault(name, []).append(t["name"])
    found = {}
    for name in wanted:
        if name not in by_name:
            near = difflib.get_close_matches(name, by_name, 1, 0.5)
            sys.exit(f"[dev] no test and no suite is called '{name}'" + (f": '{near[0]}'?" if near else ""))
        found.update(dict.fromkeys(by_name[name]))
    print("\n".join(found))


main()

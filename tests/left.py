#!/usr/bin/env python3
"""What is left of a run of the tests that was stopped: prints, a line each, the names of the tests that have not passed yet.

usage: left.py BUILD guest|others       (the suite `guest`, or all else)

Each call takes what passed from the run's logs (BUILD/meson-logs/testlog.json, guestlog.json; meson writes a line when a test ends) over into
BUILD/meson-logs/passed.json, which is counted in the end; what failed, or had not ended, is left.
"""
import json
import os
import subprocess
import sys

PASSED = ("OK", "SKIP", "EXPECTEDFAIL")


def entries(path):
    try:
        with open(path, encoding="utf-8") as f:
            lines = f.readlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            yield json.loads(line), line
        except json.JSONDecodeError:
            pass # was being written


def plain(name):
    """Of "kiln:vk / vk_copy"."""
    return name.split(" / ")[-1]


def main():
    build, which = sys.argv[1:]
    logs = os.path.join(build, "meson-logs")
    kept = os.path.join(logs, "passed.json")
    passed = {plain(test["name"]) for test, _ in entries(kept)}
    for log in ("testlog.json", "guestlog.json"):
        with open(kept, "a", encoding="utf-8") as f:
            for test, line in entries(os.path.join(logs, log)):
                if test["result"] in PASSED and plain(test["name"]) not in passed:
                    f.write(line)
                    passed.add(plain(test["name"]))
    tests = json.loads(subprocess.run(["meson", "introspect", "--tests", build], check=True, capture_output=True, text=True).stdout)
    for t in tests:
        if (which == "guest") == any(s.split(":")[-1] == "guest" for s in t["suite"]) and t["name"] not in passed:
            print(t["name"])


main()

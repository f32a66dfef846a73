#!/usr/bin/env python3
"""Counts TAP cases in meson's logs (testlog.json ...) and prints `N passed, N failed, N skipped`.

A test program that ends badly without a failed case (a crash, a timeout) counts as one failure.
"""
import json
import re
import sys

passed = failed = skipped = 0
bad = []
for line in (line for log in sys.argv[1:] for line in open(log)):
    test = json.loads(line)
    cases = re.findall(r"^(not )?ok\b([^\n]*)$", test.get("stdout") or "", re.M)
    here = [0, 0, 0]
    for no, rest in cases:
        if no:
            here[1] += 1
            bad.append(f"{test['name']}:{rest}")
        elif "# SKIP" in rest:
            here[2] += 1
        else:
            here[0] += 1
    if test["result"] == "SKIP" and not cases:
        here[2] += 1
    elif test["result"] not in ("OK", "SKIP", "EXPECTEDFAIL") and not here[1]:
        here[1] += 1
        bad.append(f"{test['name']}: {test['result']} (exit status {test.get('returncode')})")
    passed, failed, skipped = passed + here[0], failed + here[1], skipped + here[2]

for b in bad[:100]:
    print("FAILED", b)
if not passed + failed + skipped:
    print("no test ran")
    failed = 1
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed else 0)

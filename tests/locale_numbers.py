#!/usr/bin/env python3
"""Libraries of ours print and read numbers with a fraction by util/number.h only: printf and strtod do it as the locale of the
application's process says. Names each line of src that does otherwise. (Programs of ours never set a locale: src/tools may.) Prints TAP.
"""

import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src")
FLOAT = r"%[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*))?L?[aefgAEFG]"
READS = re.compile(r"\b(?:strto[df]|strtold|atof)\s*\(")
SCANS = re.compile(r"scanf\s*\([^;]*\"[^\"]*%\d*l?[aefg]", re.S)
# What formats by itself: a call, to its end. kiln_log and kiln_warn are of util/log.c, compile_fail of compiler/pass.c, by number.h.
PRINTS = re.compile(r"(?<![\w])(?:v?s?n?f?printf|v?asprintf|dprintf)\s*\((?:[^;\"]|\"(?:[^\"\\]|\\.)*\")*?\"(?:[^\"\\]|\\.)*" + FLOAT)
BY_NUMBER_H = {"util/number.c"}
FORMATTERS = re.compile(r"\b(?:vsnprintf|vfprintf|vasprintf|vdprintf)\s*\(")  # what passes formats on: its callers are looked at
OWN = re.compile(r"(?<!\w)(?!kiln_(?:log|warn|warn_once|snprintf|fprintf)\b|compile_fail\b|line\b)(\w+)\s*\((?:[^;\"()]|\([^()]*\))*\"(?:[^\"\\]|\\.)*" + FLOAT + r"[^\w]")

REFUSED = ['printf("%g\\n", v);', 'snprintf(buf, 3, "x %-8.3f", v);', 'v = strtod(s, NULL);', 'sscanf(s, "%f", &v);', 'say(x, "%5.1f ms", v);',
           'fprintf(f,\n        "}, \\"x\\": %.6f",\n   v);']
ALLOWED = ['kiln_log("%.3f ms", v);', 'kiln_fprintf(f, "%.1f", v);', 'printf("100 %% done");', 'snprintf(b, 4, "%d %s", 1, "a");', 'v = kiln_strtod(s, NULL);',
           'at % e->s;']


def wrong(text):
    for pattern in (READS, SCANS, PRINTS, OWN):
        for m in pattern.finditer(text):
            yield text.count("\n", 0, m.end()) + 1


def main():
    n = 0

    def case(ok, name, why=()):
        nonlocal n
        n += 1
        print(f"{'ok' if ok else 'not ok'} {n} - {name}")
        for w in why:
            print("#", w)
        return ok

    good = case(all(list(wrong(t)) for t in REFUSED), "what must be found", [t for t in REFUSED if not list(wrong(t))])
    good &= case(not any(list(wrong(t)) for t in ALLOWED), "what must not", [t for t in ALLOWED if list(wrong(t))])
    found, files = [], 0
    for at, _, names in os.walk(ROOT):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(at, name), ROOT)
            if not name.endswith((".c", ".h", ".def")) or path.startswith("tools") or path in BY_NUMBER_H:
                continue
            files += 1
            text = re.sub(r"//[^\n]*", "", open(os.path.join(at, name)).read())
            found += sorted({f"src/{path}:{line}" for line in wrong(text)})
    good &= case(not found and files > 100, f"numbers of {files} files", found)
    print(f"1..{n}")
    return 0 if good else 1


raise SystemExit(main())

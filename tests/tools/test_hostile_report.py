#!/usr/bin/env python3
"""kiln-report on forged documents: each value of what KILN_SIM_STATS and kilnc write becomes each kind of value. Either it is refused with a word, or the
page has no element that pages do not have, the text nothing that a terminal obeys, and the trace is JSON.

usage: test_hostile_report.py BUILD-DIR SHADER.spv APP [CASES]      CASES of each kind of output (KILN_TEST_ALL: all)
"""
import contextlib
import html.parser
import importlib.machinery
import importlib.util
import io
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
sys.dont_write_bytecode = True
from hostile_run import EVIL, OBEYED  # noqa: E402
from tap import case, done  # noqa: E402

build, shader, app = sys.argv[1:4]
most = int(sys.argv[4]) if len(sys.argv) > 4 else 400
sys.path.insert(0, build)
BEGINS = "<script>alert(1)</script>"
PARTS = set("p ul li h3 details summary table thead tbody tr th td div span i b code svg g title text rect line path circle section".split())  # of a page
VALUES = [BEGINS, '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", EVIL, "::add-mask::x", "", "x" * 10000, "\ud800", 1e999, -1e999, float("nan"), 1e308, -1e308,
          5e-324, 10 ** 400, -10 ** 400, 2 ** 63, -1, 0, 1.5, None, True, [], {}, [[]], {"a": {}}, [1, "x"], {BEGINS: 1}, [None] * 50]


class Elements(html.parser.HTMLParser):
    """The elements of a page, and attributes that run something."""

    def __init__(self):
        super().__init__()
        self.found, self.runs = set(), []

    def handle_starttag(self, tag, attrs):
        self.found.add(tag)
        self.runs += [(tag, n) for n, v in attrs if n.startswith("on") or (v or "").strip().lower().startswith("javascript:")]
        if tag in ("script", "img", "iframe", "a", "link", "object", "embed", "form"):
            self.runs.append((tag, attrs))


def elements(page):
    p = Elements()
    p.feed(page)
    return p


def load_tool():
    spec = importlib.util.spec_from_loader("kiln_report_tool", importlib.machinery.SourceFileLoader("kiln_report_tool", os.path.join(build, "kiln-report")))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def leaves(of, path=()):
    for name, value in of.items() if isinstance(of, dict) else enumerate(of):
        yield path + (name,)
        if isinstance(value, (dict, list)):
            yield from leaves(value, path + (name,))


def thinned(of):
    """The document with at most two elements of each list of objects: all kinds of members are there."""
    if isinstance(of, dict):
        return {k: thinned(v) for k, v in of.items()}
    if isinstance(of, list):
        return [thinned(v) for v in (of[:2] if of and isinstance(of[0], (dict, list)) else of)]
    return of


def at(document, path, value):
    changed = json.loads(json.dumps(document))
    of = changed
    for name in path[:-1]:
        of = of[name]
    of[path[-1]] = value
    return changed


def ask(tool, arguments):
    """(status or error, output)"""
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["kiln-report", *arguments]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            tool.main()
    except SystemExit as e:
        return e.code, out.getvalue(), str(e.code)
    return 0, out.getvalue(), err.getvalue()


def judge(kind, status, out, said, usual):
    if status not in (0, None):
        return "" if isinstance(status, str) and status.startswith("kiln-report: ") and not OBEYED.search(status) and len(status) < 20000 else f"status {status!r:.300}"
    if kind == "page":
        e = elements(out)
        bad = [r for r in e.runs if r not in usual.runs]
        return f"elements {e.found - usual.found - PARTS}, {bad}" if e.found - usual.found - PARTS or bad else ""
    if kind == "trace":
        json.loads(out, parse_constant=lambda w: 1 / 0)
        return ""
    m = OBEYED.search(out)
    return f"text: {out[max(0, m.start() - 40):m.end() + 40]!r}" if m else ""


def forge(tool, name, document, kind, options, folder):
    path, other = os.path.join(folder, "forged.json"), os.path.join(folder, "whole.json")
    with open(other, "w", encoding="utf-8") as f:
        json.dump(document, f)
    arguments = [a.replace("FORGED", path).replace("WHOLE", other) for a in options]
    with open(path, "w", encoding="utf-8") as f:
        json.dump(document, f)
    status, out, said = ask(tool, arguments)
    case(f"{name}, {kind}: as it is", status in (0, None) and out, said)
    usual = elements(out)
    cases = [(p, v) for p in leaves(document) for v in VALUES]
    random.Random(5).shuffle(cases)
    refused = drawn = 0
    wrong = []
    for place, value in cases if os.environ.get("KILN_TEST_ALL") else cases[:most]:
        with open(path, "w", encoding="utf-8") as f:
            json.dump(at(document, place, value), f)
        try:
            status, out, said = ask(tool, arguments)
            bad = judge(kind, status, out, said, usual)
        except Exception as e:  # what a traceback would be of
            bad = repr(e)
        refused += status not in (0, None)
        drawn += status in (0, None)
        if bad:
            wrong.append(f"{place} = {value!r:.60}: {bad:.400}")
    case(f"{name}, {kind}: forged ({refused} refused, {drawn} drawn)", not wrong and refused and drawn, f"{len(wrong)} wrong", *wrong[:8])


def main():
    tool = load_tool()
    env = {**os.environ, "KILN_CACHE": "off"}
    with tempfile.TemporaryDirectory() as folder:
        stats, kernels = os.path.join(folder, "stats.json"), os.path.join(folder, "kernels.json")
        subprocess.run([os.path.join(build, "kiln-run"), "--device", "skl", "--stats", stats, "--", app, shader, "0"], env=env, check=False, capture_output=True)
        subprocess.run([os.path.join(build, "kilnc"), "--emit", "analysis", "-o", kernels, shader], env=env, check=True, capture_output=True)
        documents = {"stats": thinned(json.load(open(stats, encoding="utf-8"))), "kernels": thinned(json.load(open(kernels, encoding="utf-8")))}
        for name, kind, *options in (("stats", "page", "-o", "-", "FORGED"), ("stats", "markdown", "--markdown", "-", "FORGED"), ("stats", "trace", "--trace", "-", "FORGED"),
                                     ("stats", "compared", "--compare", "WHOLE", "FORGED"), ("kernels", "page", "-o", "-", "FORGED"),
                                     ("kernels", "compared", "--compare", "WHOLE", "FORGED")):
            forge(tool, name, documents[name], kind, options, folder)
        for name, text in (("nested deep", '{"kiln_stats": 1, "a": ' + "[" * 200000), ("no object", "[1, 2]"), ("no JSON", EVIL), ("nothing", ""), ("an infinite number", '{"kiln_stats": 1e999}'),
                           ("no UTF-8", b"\xff\xfe"), ("a number of 10,000 digits", '{"kiln_stats": ' + "9" * 10000 + "}")):
            path = os.path.join(folder, "x.json")
            with open(path, "wb") as f:
                f.write(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
            status, out, said = ask(tool, ["-o", "-", path])
            case(f"{name}", isinstance(status, str) and status.startswith("kiln-report: ") and not OBEYED.search(status), f"{status!r:.200}")
    sys.exit(done())


if __name__ == "__main__":
    main()

"""Runs a tool on what may be meant to hurt, within bounds of memory and processor time, and says what is wrong with what it did."""
import os
import re
import resource
import subprocess

MEGABYTES, SECONDS = 700, 20  # of a tool, LLVM loaded; of the processor
# What a terminal obeys or runners of CI take for a command: nothing of it may come out.
OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\u2066]|^\\s*::|##[a-z]*\\[", re.M)
EVIL = "\x1b[31m\x07\u202e\x9b2J\n::add-mask::x\n##[error]y\r<script>alert(1)</script>"


def bound():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, text=None, env=None):
    """(status, output, errors, megabytes at most)"""
    read, write = os.pipe()
    # (A child of its own for each, so that what it took is known.)
    pid = os.fork()
    if not pid:
        os.close(read)
        try:
            p = subprocess.run(command, input=text, capture_output=True, preexec_fn=bound, timeout=120, check=False,
                               env={**os.environ, "KILN_CACHE": "off", **(env or {})}, stdin=None if text is not None else subprocess.DEVNULL)
            mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
            said = repr((p.returncode, p.stdout[:1 << 20] + p.stdout[1 << 20:][-4096:], p.stderr[:1 << 20], mb))
        except Exception as e:  # of the test, not of the tool
            said = repr((None, b"", repr(e).encode(), 0))
        with os.fdopen(write, "w") as f:
            f.write(said)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as f:
        said = f.read()
    os.waitpid(pid, 0)
    return eval(said, {"__builtins__": {}})  # what was written above


def wrong(result, statuses=(0, 1, 2, 3)):
    """What is wrong with it: a list of words, empty where all is well."""
    status, out, err, mb = result
    out, err = (b.decode("utf-8", "surrogateescape") for b in (out, err))
    found = []
    if status not in statuses:
        found.append(f"status {status}")
    if status and not err.strip() and "!! " not in out:  # as kiln-decode says what is wrong
        found.append("it fails without a word")
    if "Traceback" in err:
        found.append("a traceback")
    for name, text in (("output", out), ("errors", err)):
        if m := OBEYED.search(text):
            found.append(f"{name}: {text[max(0, m.start() - 30):m.end() + 30]!r}")
    if mb > MEGABYTES:
        found.append(f"{mb} MB")
    return found + ([err[-300:]] if found else [])

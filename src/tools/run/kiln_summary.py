"""What a run found and counted, as Markdown: for the summary of a CI job ($GITHUB_STEP_SUMMARY)."""
import glob
import json
import os
import re
import subprocess

MOST_FINDINGS = 50
MOST_PROCESSES = 4  # of a run, whose statistics are shown
TOTALS = ("walkers", "thread_groups", "eu_threads", "eu_instructions")


def cell(text):
    """A text in a table: no cell's end, no tag, no link, no line's end."""
    text = re.sub(r"\s+", " ", str(text))
    return re.sub(r"([\\`*_\[\]|~#!])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def place(p):
    return f"{p['file']}:{p['line']}" if "file" in p else f"{p['kernel']}+0x{p['offset']:x}"


def read(path):
    """The document in a file, or None: a process may have ended in the middle of anything."""
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            data = json.load(f)
        return data if isinstance(data, dict) else None
    except (OSError, ValueError, RecursionError):
        return None


def totals(pattern):
    """The sums of the files of all processes, with the device's name; None: none did anything."""
    found = [d for d in map(read, sorted(glob.glob(pattern))) if d and d.get("walkers")]
    if not found:
        return None
    return {"device": found[0].get("device", ""), **{n: sum(d.get(n, 0) for d in found) for n in TOTALS}}


def head(program, status, sums):
    lines = [f"### Kiln: {cell(' '.join(program))}", ""]
    what = f"Ended with {status}. " if status else ""
    if sums:
        what += (f"Simulated {cell(sums['device'])}: {sums['walkers']:,} dispatches (walkers), {sums['thread_groups']:,} workgroups, "
                 f"{sums['eu_instructions']:,} EU instructions.")
    else:
        what += "No kernel has run on a simulated device."
    return lines + [what, ""]


def findings(checks, reports):
    """Of a run with checks."""
    count = sum(r["count"] for r in reports)
    if not reports:
        return [f"Nothing found ({cell(checks)}).", ""]
    lines = [f"**{count:,} finding{'s' if count > 1 else ''}, {len(reports)} of them different.**", "", "| check | finding | where | times |", "| --- | --- | --- | --- |"]
    for r in reports[:MOST_FINDINGS]:
        lines.append("| " + " | ".join((r["class"], cell(r["message"]), "<br>".join(cell(place(p)) for p in r["places"]), f"{r['count']:,}")) + " |")
    if len(reports) > MOST_FINDINGS:
        lines += ["", f"{len(reports) - MOST_FINDINGS} more."]
    return lines + [""]


def statistics(pattern, tool):
    """Of a run that counted: kiln-report's table of each process that has dispatches, the largest ones."""
    lines = []
    files = sorted((f for f in glob.glob(pattern) if (read(f) or {}).get("dispatches")), key=os.path.getsize, reverse=True)
    for path in files[:MOST_PROCESSES]:
        p = subprocess.run([tool, path, "--markdown", "-"], capture_output=True, text=True, errors="replace", check=False)
        lines += [p.stdout if not p.returncode else cell(p.stderr), ""]
    if len(files) > MOST_PROCESSES:
        lines += [f"{len(files) - MOST_PROCESSES} more processes.", ""]
    return lines


def append(path, lines):
    with open(path, "a", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")

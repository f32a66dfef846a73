"""What other compilers for the same chips make of a kernel, as a document like kilnc's: of Intel's OpenCL compiler (IGC), asked through ocloc, and of Mesa's
ANV, from what it prints under INTEL_DEBUG=cs. Their estimates of clocks are of other models than ours, and left out.
"""
import glob
import os
import re
import subprocess
import tempfile


def document(version, results):
    return {"kilnc": 1, "version": version, "results": results}


def result(shader, entry, device, simd, lines, **figures):
    """lines: (number, text) of each instruction; where it lies is not known."""
    sends = sum(bool(re.match(r"(\(.*?\)\s*)?sends?c?\b", t)) for _, t in lines)
    return {"shader": shader, "entry": entry, "asked_device": device, "asked_simd": 0, "device": device, "simd": simd, "status": 0,
            "instructions": len(lines), "sends": sends, **figures, "listing": [{"offset": o, "text": t} for o, t in lines]}


# ---- ANV

HEAD = re.compile(r"SIMD(\d+) shader: (\d+) (?:instructions|inst)\. (\d+) loops\..*?(\d+):(\d+) (?:\(.*?\) )?spills:fills")


def is_anv(text):
    return "\nNative code for " in "\n" + text and HEAD.search(text) is not None


def anv(text, name, device):
    """One kernel for each shader and width that is printed. Lines that begin with blanks go on with the instruction before."""
    results, lines = [], None
    for line in text.splitlines():
        m = HEAD.match(line.strip())
        if m:
            lines = []
            results.append((int(m[1]), {"loops": int(m[3]), "spills": int(m[4]), "fills": int(m[5])}, lines))
        elif lines is None or re.match(r"\s*(START|END) B\d", line):
            continue
        elif not line.strip():
            lines = None if lines else lines
        elif line[0] in " \t" and lines:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.strip())
    return document("Mesa's ANV", [result(f"{name}:{n}", "main", device, simd, list(enumerate(code)), **figures)
                                   for n, (simd, figures, code) in enumerate(results)])


# ---- IGC

def ask(*command):
    try:
        p = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except FileNotFoundError:
        raise ValueError(f"{command[0]} is not installed") from None
    if p.returncode:
        raise ValueError(f"{os.path.basename(command[0])}: {(p.stderr + p.stdout).strip()[-600:]}")
    return p.stdout


def sizes(path):
    """Bytes of code by kernel, as ocloc writes a program's headers in words."""
    out, size = {}, 0
    with open(path, encoding="utf-8", errors="replace") as f:
        for line in f:
            words = line.split()
            if words[1:2] == ["KernelUnpaddedSize"]:
                size = int(words[2])
            elif words[:1] == ["KernelName"]:
                out[words[1]] = size
    return out


def igc(path, device, assembler):
    """The kernels of a file of OpenCL C, by Intel's compiler; the assembler takes its code apart."""
    with tempfile.TemporaryDirectory() as top:
        ask("ocloc", "compile", "-file", os.path.abspath(path), "-device", device, "-out_dir", top)
        programs = glob.glob(os.path.join(top, "*.bin"))
        if not programs:
            raise ValueError(f"{path}: ocloc has made no program")
        ask("ocloc", "disasm", "-q", "-file", programs[0], "-device", device, "-dump", os.path.join(top, "dump"))
        table = os.path.join(top, "dump", "PTM.txt")
        results = []
        for name, size in sizes(table).items() if os.path.exists(table) else ():
            heap, code = os.path.join(top, "dump", f"{name}_KernelHeap.dat"), os.path.join(top, "code")
            with open(heap, "rb") as f, open(code, "wb") as g:
                g.write(f.read()[:size])
            text = [line.rstrip() for line in ask(assembler, "-d", device, "--disasm", code).splitlines() if re.match(r"\s*(\(|[a-z])", line)]
            widths = [int(m[1]) for line in text if (m := re.match(r"[^(]*\((\d+)\|M", line))]  # (W) does not count
            results.append(result(path, name, device, max(widths, default=8), [(i, " ".join(t.split())) for i, t in enumerate(text)]))
    if not results:
        raise ValueError(f"{path}: ocloc's program has no kernels in the form that is known")
    return document("Intel's OpenCL compiler", results)


# ---- beside ours

def is_other(name):
    """OpenCL C for Intel's compiler, or what ANV printed, instead of a document of ours."""
    if name == "-" or name.endswith(".cl"):
        return name != "-"
    with open(name, encoding="utf-8", errors="replace") as f:
        return is_anv(f.read())


def load(names, read, tools):
    """The documents behind two names, of which one may be another compiler's, for the device of the other one."""
    foreign = [is_other(n) for n in names]
    if all(foreign):
        raise ValueError("one of two is to be a document of kilnc")
    documents = [None if f else read(n) for n, f in zip(names, foreign)]
    if not any(foreign):
        return documents
    at = foreign.index(True)
    name, device = names[at], device_of(documents[1 - at])
    if name.endswith(".cl"):
        documents[at] = igc(name, device, os.path.join(tools, "kiln-asm"))
    else:
        with open(name, encoding="utf-8", errors="replace") as f:
            documents[at] = anv(f.read(), os.path.basename(name), device)
    return matched(documents)


def device_of(other):
    devices = {r.get("device", r.get("asked_device")) for r in other["results"]} if other and "results" in other else set()
    if len(devices) != 1:
        raise ValueError("another compiler's kernels are compared with those of one document of kilnc, for one device")
    return devices.pop()


def matched(documents):
    """Names of one side are given to the other, where only one is ours: by entry point, or in their order."""
    ours = [d for d in documents if d["version"].startswith("kiln")]
    theirs = [d for d in documents if not d["version"].startswith("kiln")]
    if len(ours) != 1 or len(theirs) != 1:
        return documents
    mine, found = [r for r in ours[0]["results"] if not r["status"]], list(theirs[0]["results"])
    for n, r in enumerate(mine):
        same = next((o for o in found if o["entry"] == r["entry"] and len([m for m in mine if m["entry"] == r["entry"]]) == 1), None)
        same = same or (found[0] if len(found) == len(mine) - n else None)
        if same:
            found.remove(same)
            same.update({k: r[k] for k in ("shader", "entry", "asked_device", "asked_simd")}, by=theirs[0]["version"])
    return documents

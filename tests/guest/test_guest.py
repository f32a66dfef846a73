#!/usr/bin/env python3
"""A real kernel drives the chip: a guest boots, i915 or xe binds, programs give the right results. Prints TAP.

usage: test_guest.py SOURCE BUILD CHIP KERNEL [PROGRAM ...] [--driver NAME] [--option NAME=VALUE ...]

PROGRAM: demo (its picture), two (demos at once: no timer of the kernel's ends one), wedged (i915's own first
batch breaks a rule of the strict chip), exec, lives, observe and soak (tests/guest/*.c),
probe (kiln-probe's answers equal those on the simulated kernel), shaders, anv25 and hasvk25 (a part of tests/shaders), or a test of the build folder, whose cases count each: on Kiln, or (ON_NODE) on the node itself. Skipped where no guest can be had
(./dev test fetches it before; without a network there is none).
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done, skip

PICTURE = "977389f8b029d23765651705958e5830"  # kiln-demo -s 48x32 -n 1, of every device and driver
# Tests that hold the simulated kernel and this one to the same answers.
ON_NODE = ("winsys/test_winsys", "sim/test-sim-ioctl", "sim/test-sim-sync", "sim/test-sim-cs", "sim/test-sim-blt", "sim/test-sim-perf", "sim/test-sim-fault", "sim/test-sim-stale", "sim/test-sim-hsw", "sim/test-sim-xe")
# What programs need beside the build.
NEEDS = {"shaders": "{build}/tests/shaders/answers", "anv25": "{build}/witness/anv25/icd.json", "hasvk25": "{build}/witness/anv25/hasvk.json",
         **{f"sim/test-sim-ocl-{name}": "/etc/OpenCL/vendors/intel.icd" for name in ("saxpy", "kernels")}}
# What ./dev test boots without --all.
USUAL = ("skl", "6.12", ["demo", "exec", "vk/test_vk_dispatch"])
# Questions of kiln-probe that are answered otherwise, and why.
PROBE_OTHERWISE = {}
# Cases that are otherwise on a real kernel, and why.
OTHERWISE = {"fault_loses_the_device": "a real i915 maps a scratch page where nothing is mapped",
             "preemption_is_the_kernels": "the strict machine of the tests refuses the write that is to be without effect"}


def options_of(argv):
    plain, options = [], []
    while argv:
        word = argv.pop(0)
        if word.startswith("--"):
            options += [word, argv.pop(0)]
        else:
            plain.append(word)
    return plain, options


def command_of(source, build, chip, program):
    source, build = shlex.quote(source), shlex.quote(build)
    if program == "probe":
        return f"{build}/kiln-probe --json"
    if program == "demo":
        return f"{build}/tests/demo/kiln-demo -o /tmp/demo.ppm -s 48x32 -n 1 >/dev/null && md5sum </tmp/demo.ppm"
    if program == "wedged":  # a chip whose kernel has given it up is left out, with a word
        return f"KILN_DEVICE=/dev/dri/renderD128 {build}/tests/demo/kiln-demo -o /tmp/demo.ppm -s 48x32 -n 1"
    if program == "two":
        demo = f"{build}/tests/demo/kiln-demo -s 640x480 -n 8 -o /tmp"
        return f"{demo}/1.ppm & {demo}/2.ppm; wait; cmp /tmp/1.ppm /tmp/2.ppm && echo both are equal"
    if program in ON_NODE:
        return f"KILN_TEST_NODE=/dev/dri/renderD128 {build}/tests/{program}"
    if program in ("shaders", "anv25", "hasvk25"):  # the algorithms among tests/shaders, by Kiln or by the later ones of Mesa's drivers
        icd, name = {"shaders": (f"{build}/kiln_icd.json", "kiln"), "anv25": (f"{build}/witness/anv25/icd.json", "Intel"),
                     "hasvk25": (f"{build}/witness/anv25/hasvk.json", "Intel")}[program]
        lacks = "KILN_TEST_LACKS=Float16,Int8,Int16,Int64 " if program == "hasvk25" else ""
        return (f"cd {source} && {lacks}KILN_SHADERS=algo_ KILN_WITNESS=anv25 MESA_SHADER_CACHE_DISABLE=1 VK_DRIVER_FILES={icd} VK_ICD_FILENAMES={icd} "
                f"{build}/tests/shaders/run_shaders {name} {build}/tests/shaders {build}/tests/shaders/answers tests/shaders")
    if program.startswith("sim/test-sim-ocl"):  # Intel's OpenCL
        return f"OCL_ICD_VENDORS=/etc/OpenCL/vendors/intel.icd {build}/tests/{program}"
    if program == "observe":
        demo = f"{build}/tests/demo/kiln-demo -o /tmp/demo.ppm -s 48x32 -n 1"
        return f"KILN_TEST_CHIP={chip} KILN_TEST_OBSERVED={shlex.quote(demo)} {build}/tests/guest/test-guest-observe"
    if program in ("exec", "lives", "soak"):
        return f"{build}/tests/guest/test-guest-{program}"
    return f"{build}/tests/{program}"


def answers(text):
    found = re.search(r"^\{.*^\}", text, re.M | re.S)
    return {q["name"]: q for q in json.loads(found[0])["answers"]} if found else {}


def check_probe(build, chip, output):
    """kiln-probe through this kernel and through the simulated one."""
    ours = subprocess.run([f"{build}/kiln-probe", "--json", "--device", f"sim:{chip}"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    here, there = answers(output), answers(ours.stdout)
    case("probe: both answer", here and set(here) == set(there), output[-600:], ours.stdout[-300:], ours.stderr[-300:])
    for name in here:
        a, b = here[name], there.get(name, {})
        same = a["verdict"] == b.get("verdict") and (a["verdict"] == "measured" or a["got"] == b.get("got"))
        if not same and name in PROBE_OTHERWISE:
            skip(f"probe: {name}", PROBE_OTHERWISE[name])
        else:
            case(f"probe: {name}", same, f"this kernel: {a['verdict']}, {a['got']}", f"the simulated one: {b.get('verdict')}, {b.get('got')}")


def check(program, status, output):
    if program == "demo":
        case("demo: the picture", PICTURE in output, output)
        return
    if program == "wedged":
        case("wedged: Kiln leaves the GPU out", status == 1 and "has given up on this GPU" in output, f"status {status}", output)
        return
    if program == "two":
        case("two: programs share the chip for seconds", "both are equal" in output, output)
        return
    rows = re.findall(r"^(ok|not ok) \d+ - (\S+)(.*)$", output, re.M)
    for ok, name, rest in rows:
        if name in OTHERWISE:
            skip(f"{program}: {name}", OTHERWISE[name])
        else:
            case(f"{program}: {name}{rest}", ok == "ok", output[max(0, output.find(f"- {name}") - 600):])
    case(f"{program}: ends", rows and f"1..{len(rows)}" in output, f"status {status}", output)


def main():
    plain, options = options_of(sys.argv[1:])
    source, build, chip, kernel = plain[:4]
    programs = plain[4:]
    name = f"{chip} on Linux {kernel}"
    if (chip, kernel, programs) != USUAL and not os.environ.get("KILN_TEST_ALL"):
        skip(name, "only with ./dev test --all")
        return done()
    for p in [p for p in programs if p in NEEDS and not os.path.exists(NEEDS[p].format(build=build))]:
        skip(p, f"no {NEEDS[p].format(build=build)}")
        programs.remove(p)
    log = tempfile.NamedTemporaryFile(suffix=".log")
    # Rules that are Kiln's own to keep: other drivers break some, and so do batches that are written for one command's sake.
    # On Gen7.5 i915 itself has a batch that breaks some: what clears registers between contexts.
    lenient = chip == "hsw" or ((set(NEEDS) - {"shaders"}) | set(ON_NODE)) & set(programs)
    environment = {k: v for k, v in os.environ.items() if k != "KILN_SIM_RULES" or not lenient}
    if "wedged" in programs:
        environment["KILN_SIM_RULES"] = "all"
    script = "\n".join(f"echo '== {p}'; ({command_of(source, build, chip, p)}) 2>&1; echo \"== status $?\"" for p in programs)
    run = subprocess.run([sys.executable, os.path.join(source, "tests/guest/guest.py"), "--offline", "--device", chip, "--kernel", kernel, *options,
                          *([] if "xe" in options else ["--option", "error_capture=0"]),  # megabytes through the aperture, 8 bytes at a time
                          "--kernel-log", log.name, "--", "sh", "-c", "ls /dev/dri; " + script],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", env=environment, check=False)
    if run.returncode == 125 and "not downloaded" in run.stderr:
        skip(name, run.stderr.strip().splitlines()[-1])
        return done()
    case(f"{name}: the guest ends", run.returncode == 0, run.stderr, run.stdout)
    case(f"{name}: the driver has bound", "renderD128" in run.stdout, run.stdout, run.stderr)
    for p, output, status in re.findall(r"^== (\S+)\n(.*?)^== status (\d+)$", run.stdout, re.M | re.S):
        if p == "probe":
            check_probe(build, chip, output)
        else:
            check(p, int(status), output)
    with open(log.name, encoding="utf-8", errors="replace") as f:
        kernel_log = f.read()
    hangs = bool({"exec", "lives", "soak", *ON_NODE} & set(programs))  # on purpose
    complaints = r"WARNING: CPU|\bBUG\b|workaround lost|wedged|\*ERROR\*" + ("" if hangs else "|GPU HANG|Resetting|context reset|expiration")
    bad = [line for line in kernel_log.splitlines() if re.search(complaints, line)]
    case(f"{name}: the kernel complains of nothing", kernel_log and not bad, "\n".join(bad))
    case(f"{name}: nor does the chip", hangs or "wedged" in programs or "GPU fault" not in run.stderr, run.stderr)
    return done()


if __name__ == "__main__":
    sys.exit(main())

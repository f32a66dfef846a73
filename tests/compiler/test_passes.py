#!/usr/bin/env python3
"""The passes that KILN_DEBUG=without= may name are those that the compiler asks about; what it and forget= do not know is refused.

    test_passes.py KILNC SHADER.spv
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

HERE = os.path.dirname(os.path.abspath(__file__))
SRC = os.path.join(HERE, "..", "..", "src", "compiler")
kilnc, shader = sys.argv[1:3]


def read(*path):
    with open(os.path.join(SRC, *path), encoding="utf-8") as f:
        return f.read()


def asked():
    """What some part of the compiler leaves out by its name, but for the rows of llvm/passes.def, which llvm/list.c does."""
    names = {re.sub(r"^mir_", "", n) for n in re.findall(r"\bPASS\((\w+)\(", read("compile.c"))}
    for top, _, files in os.walk(SRC):
        for f in files:
            if f.endswith(".c"):
                names |= set(re.findall(r'variant_without\("([\w-]+)"\)', read(top, f)))
    return names


def kiln(value):
    p = subprocess.run([kilnc, "--emit", "stats", shader], env={**os.environ, "KILN_DEBUG": value}, capture_output=True, text=True)
    return p.returncode, p.stderr


def main():
    listed = set(re.findall(r'PASS_NAME\("([\w-]+)"\)', read("support", "passes.def")))
    names = asked()
    case("every pass that may be left out is in the list", names <= listed, names - listed)
    case("and nothing else is", listed <= names, listed - names)
    listed |= set(re.findall(r"^(?:PLACE|RELIEVE)\((\w+),(?: *\d+,)? *false", read("ra", "passes.def"), re.M))
    listed |= set(re.findall(r"^STEP\((\w+)", read("isel", "passes.def"), re.M))
    listed |= set(re.findall(r'^(?:STEP|DO|LLVM)\( *"?([\w-]+)', read("llvm", "passes.def"), re.M))
    with open(os.path.join(HERE, "..", "shaders", "variants.py"), encoding="utf-8") as f:
        tried = set(re.search(r'PASSES = """(.*?)"""', f.read(), re.S)[1].split())
    case("those that the variants try are", tried <= listed, tried - listed)
    for value, status, text in (("without=gvn:opt_cse::sched", 0, ""), ("without=gvm", 2, "gvm: there is no such pass: gvn?"),
                                ("without=opt_cse,without=promot", 2, "promote?"), ("forget=nosuchrule", 2, "there is no such rule"),
                                ("forget=cs-stall-companion", None, ""), ("registers=many", 2, "registers=many is not a number"),
                                ("shuffle=-5", 0, ""), ("shuffle=x", 2, "shuffle=x is not a number"), ("registers=0x40", 0, ""), ("without=", 0, ""),
                                ("without=19:gvn", 0, ""), ("without=0", 2, "no such pass"), ("without=43", 2, "no kernel can be made"), ("without=9999", 2, "no such pass")):
        got, said = kiln(value)
        case(f"KILN_DEBUG={value}", (status is None or got == status) and text in said, (got, said))
    sys.exit(done())


main()

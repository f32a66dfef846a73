#!/usr/bin/env python3
"""The list of steps on LLVM IR (llvm/passes.def): each can be looked at, left out and timed by itself, and what must come first does.

    test_steps.py KILNC SHADER.spv...      the first; the others too with KILN_TEST_ALL
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

kilnc, shaders = sys.argv[1], sys.argv[2:]

# In a list, before each other: what is hidden or claimed from one step is back after it, and what decides is found out before.
ORDER = {
    "kernel": ["hide_floats promote measure forbid_barrier_copies sroa", "count_in_dwords indvars count_in_any loop-unroll", "count_even_loops speculate_reads",
               "join_same_places early-cse show_floats share_loads", "speculate_reads place_shared lower infer-alignment lower-switch prepare cap_alignment",
               "find_irreducible fix-irreducible"],
    "mark_loops": ["find_arrays mark_hinted_loops mark_short_loops allow_barrier_copies"],
    "arrays": ["count_arrays move_to_paths sroa"],
    "merge_accesses": ["claim_alignment hide_isolated show_isolated unclaim_alignment merge_triples", "count_stores dse hide_isolated"],
    "vectorize": ["split_windows load-store-vectorizer join_windows"],
    "unroll_parts": ["loop-unroll show_ends instcombine"],
    "big": ["demote_phis instcombine undemote sroa"],
}


def run(*args, debug=""):
    p = subprocess.run([kilnc, *args], capture_output=True, text=True, errors="replace", env={**os.environ, "KILN_DEBUG": debug, "KILN_CACHE": "off"})
    return p.returncode, p.stdout, p.stderr


def table():
    """Lists by name: (number, name) of each step."""
    status, text, _ = run("--emit", "llvm=help")
    lists, name = {}, None
    for line in text.splitlines():
        if m := re.match(r"(\w+): \S", line):
            name = m[1]
            lists[name] = []
        elif m := re.match(r" *(\d+)  (\S+) +(\S+) +\S", line):
            lists[name].append((int(m[1]), m[2]))
    case("--emit llvm=help lists all", status == 0 and len(lists) > 10, (status, list(lists)))
    return lists


def check_order(lists):
    numbers = [n for steps in lists.values() for n, _ in steps]
    case("steps are numbered from 1", numbers == list(range(1, len(numbers) + 1)), numbers)
    for name, rules in ORDER.items():
        for rule in rules:
            at, wrong = 0, None
            for word in rule.split():
                place = next((n for n, s in lists[name] if s == word and n > at), None)
                wrong = wrong or (None if place else word)
                at = place or at
            case(f"{name}: {rule}", not wrong, f"{wrong} is not after the others")


def steps_that_ran(shader):
    """(number, name), in order and as often as they ran, as KILN_DEBUG=time says."""
    _, _, text = run("--no-validate", "--emit", "llvm", shader, debug="time")
    return [(int(m[1]), m[2]) for m in re.finditer(r"ms +\(?(\d+) ([\w-]+)", text)]


def check_each(shader, lists):
    names = {n: s for steps in lists.values() for n, s in steps}
    needed = {n for n in set(names.values()) if run("--emit", "stats", shader, debug=f"without={n}")[0] == 2}
    of = os.path.basename(shader)
    _, whole, _ = run("--emit", "llvm", shader)
    ran = steps_that_ran(shader)
    case(f"{of}: the times are of steps in the table", len(ran) > 20 and all(names.get(n) == s for n, s in ran), ran)
    main = [n for n, _ in ran if n <= lists["kernel"][-1][0]]
    case(f"{of}: in its order", main == sorted(main), main)
    body = lambda text: text.split("define void @kernel", 1)[-1]
    last = run("--emit", f"llvm={ran[-1][0]}", shader)
    case(f"{of}: what the last step leaves is what there is", body(last[1]) == body(whole), ran[-1])
    missing, left, refused = [], [], []
    for number, name in sorted(set(ran)):
        status, text, _ = run("--emit", f"llvm={number}", shader)
        if status or "define void @kernel" not in text:
            missing.append((number, name))
        if name in needed:
            continue
        status, text, said = run("--emit", f"llvm={number}", shader, debug=f"without={name}")
        if status != 1 or text or "does not run" not in said:
            left.append((number, name, status))
        if run("--emit", "bin", "-o", os.devnull, shader, debug=f"without={name}")[0]:
            refused.append(name)
    case(f"{of}: each that ran can be looked at", not missing, missing)
    case(f"{of}: and does not run when it is left out", not left, left)
    case(f"{of}: without which there is a valid kernel", not refused, refused)
    for number in sorted(set(names) - {n for n, _ in ran})[:10]:
        status, _, said = run("--emit", f"llvm={number}", shader)
        case(f"{of}: {number} {names[number]} did not run", status == 1 and "does not run" in said, (status, said))
    repeated = next((s for n, s in ran if ran.count((n, s)) > 1 or sum(s == t for _, t in ran) > 1), None)
    count = sum(s == repeated for _, s in ran)
    case(f"{of}: the last run of {repeated}", run("--emit", f"llvm={repeated}.{count}", shader)[0] == 0, count)
    case(f"{of}: and one more", run("--emit", f"llvm={repeated}.{count + 1}", shader)[0] == 1, count)
    plain = run("--emit", "asm", shader)[1]
    both = run("--emit", "asm,llvm=instcombine", shader)[1]
    case(f"{of}: looking changes nothing", plain.strip() and plain in both, "")
    case(f"{of}: nor does timing", run("--emit", "asm", shader, debug="time")[1] == plain, "")
    case(f"{of}: nor does validation", run("--no-validate", "--emit", "asm", shader)[1] == plain, "")


def main():
    lists = table()
    check_order(lists)
    for shader in shaders if os.environ.get("KILN_TEST_ALL") else shaders[:1]:
        check_each(shader, lists)
    for word, near in (("gvm", ": gvn?"), ("promotes", ": promote?"), ("0", ""), ("10000", ""), ("gvn.0", ""), ("gvn.x", ""), ("gvn.", ""), ("", ""), ("kernel", "")):
        status, _, said = run("--emit", f"llvm={word}", shaders[0])
        case(f"llvm={word} is refused", status == 2 and near in said and "does not know" in said, (status, said))
    for word in ("lower", "prepare", "mergereturn", "show_floats", "isel_divergence", "isel_share_phi_registers", "ra_spill", "ra_split_indirect", "ra_spill_flag"):
        status, _, said = run("--emit", "stats", shaders[0], debug=f"without={word}")
        case(f"without={word} is refused", status == 2 and "no kernel can be made without that" in said, (status, said))
    sys.exit(done())


main()

#!/usr/bin/env python3
"""Every shader, compiled otherwise (KILN_DEBUG: without=, lean, wide, source, shuffle=, registers=): results must not depend on it.

usage: variants.py RUN_SHADERS DRIVER SPV_DIR ANSWERS_DIR SHADER_DIR

Each variant of every other shader, these for one and those for the next (KILN_TEST_HALF of run_shaders): five; with KILN_TEST_ALL=1 each pass
is left out by itself, with 16 to 96 registers, for a debugger, and in 20 random orders.
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

SHORT = ["without=instcombine", "lean,registers=24,simd32", "shuffle=10", "shuffle=12,simd8", "wide"]
# By LLVM's names, then functions of our own, then passes on machine code.
PASSES = """sroa early-cse simplifycfg instcombine gvn loop-rotate licm indvars loop-unroll dce dse jump-threading
    load-store-vectorizer infer-alignment
    promote fold_data fold_zeros reassociate_products mark_hinted_loops mark_short_loops hoist merge_triples
    split_arrays unify_slots forward_copies find_affine_lanes share_loads join_same_places speculate_reads split_loop_addresses
    opt_cse opt_propagate opt_extract opt_retarget opt_dce opt_predicate opt_fence opt_remat opt_mixed opt_ternary opt_narrow sched opt_rotate opt_value_loops opt_cfg opt_jump split_qwords ra_coalesce
    isel_find_arrays isel_sink isel_find_payload_hints
    ra_latency_aware ra_tightest ra_large_first""".split()
MACHINE = [p for p in PASSES if p.startswith("opt_") or p in ("sched", "split_qwords", "ra_coalesce")]
WIDTHS = ("", ",simd8", ",simd16", ",simd32")


def variants():
    if not os.environ.get("KILN_TEST_ALL"):
        return SHORT
    found = ["without=%s%s" % (p, WIDTHS[n % 4]) for n, p in enumerate(PASSES)]
    found += ["wide" + w for w in WIDTHS]
    found += ["without=" + ":".join(MACHINE), "lean,without=" + ":".join(PASSES)]
    found += ["lean" + w for w in WIDTHS]
    found += ["source" + w for w in WIDTHS]
    found += ["registers=%d%s" % (n, WIDTHS[n // 8 % 4]) for n in (16, 20, 24, 32, 40, 48, 64, 96)]
    return found + ["shuffle=%d%s%s" % (n, WIDTHS[n % 4], ",registers=32" if n % 3 == 0 else "") for n in range(1, 21)]


def run(numbered):
    n, variant = numbered
    half = {"KILN_TEST_HALF": str(n % 2)}
    p = subprocess.run(sys.argv[1:], env={**os.environ, **half, "KILN_DEBUG": variant + ",validate"}, capture_output=True, text=True, errors="replace")
    bad = [l for l in (p.stdout + p.stderr).splitlines() if l.startswith(("not ok", "# ", "Bail", "kiln:"))]
    return p.returncode == 0, bad


def main():
    failed = 0
    all_ = variants()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for n, (variant, (ok, bad)) in enumerate(zip(all_, pool.map(run, enumerate(all_))), 1):
            failed += not ok
            for line in () if ok else bad[:40]:
                print("#", line)
            print("ok" if ok else "not ok", n, "-", variant, flush=True)
    print("1..%d" % len(all_))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

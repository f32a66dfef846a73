#!/usr/bin/env python3
"""Runs intel-gpu-tools' tests of i915 in a guest whose GPU is kiln-chip, and prints TAP: a case for each subtest.

usage: igt.py [--device NAME] [--kernel K] [--option O] [--chip PROGRAM] [--memory MIB] [--short] [--seconds N] [--list] TESTS [NAME[@SUBTEST] ...]

TESTS is the folder of the built tests (build/tests of igt-gpu-tools 2.2; Debian's package has only its benchmarks), with what they need in
LD_LIBRARY_PATH; without it, what KILN_TEST_IGT says, or nothing is run. Without names, the table below is run; --short: a part of it that takes two minutes. A subtest that takes longer than
--seconds (default 60) is ended and fails. docs/others.md has the results.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from tap import case, done, skip

# Test: subtests (names of its own), the short ones first; "|" ends what --short runs.
TABLE = {
    "gem_exec_basic": "basic |",
    "gem_exec_store": "basic dword cachelines | pages",
    "gem_exec_fence": "basic-busy basic-wait basic-await syncobj-wait syncobj-timeline-chain-engines | basic-busy-all basic-wait-all nb-await submit "
                      "submit3 submit-chain parallel concurrent keep-in-fence busy-hang wait-hang await-hang nb-await-hang expired-history "
                      "invalid-fence-array syncobj-unused-fence syncobj-invalid-wait syncobj-invalid-flags syncobj-signal syncobj-export "
                      "syncobj-repeat syncobj-import syncobj-channel invalid-timeline-fence-array syncobj-timeline-unused-fence "
                      "syncobj-timeline-invalid-wait syncobj-timeline-invalid-flags syncobj-timeline-signal syncobj-timeline-wait "
                      "syncobj-timeline-export syncobj-timeline-repeat syncobj-timeline-multiple-ext-nodes "
                      "syncobj-stationary-timeline-chain-engines syncobj-backward-timeline-chain-engines",
    "gem_exec_nop": "basic-series | basic-parallel basic-sequential",
    "gem_sync": "basic-each | basic-all basic-store-all basic-store-each basic-many-each",
    "gem_busy": "busy | close-race extended parallel semaphore hang",
    "gem_wait": "busy | invalid-flags invalid-buf wait await write-busy write-wait hang-busy hang-wait hang-busy-write hang-wait-write",
    "gem_ctx_create": "basic | ext-param basic-files",
    "gem_ctx_exec": "basic | basic-invalid-context basic-norecovery basic-nohangcheck basic-close-race reset-pin-leak",
    "gem_ctx_param": "basic | basic-default invalid-ctx-get invalid-ctx-set invalid-size-get invalid-size-set non-root-set root-set vm "
                     "get-priority-new-ctx set-priority-invalid-size set-priority-range invalid-param-get invalid-param-set "
                     "invalid-set-ringsize invalid-get-ringsize invalid-get-engines",
    "gem_ctx_isolation": "nonpriv | nonpriv-switch clean dirty-create dirty-switch preservation preservation-reset",
    "gem_ctx_persistence": "file | idempotent process hostile hang heartbeat-stop heartbeat-hang heartbeat-close engines-persistence "
                           "engines-cleanup engines-queued engines-mixed engines-hostile engines-hang legacy-engines-persistence "
                           "legacy-engines-cleanup legacy-engines-hang saturated-hostile many-contexts",
    "gem_ctx_engines": "execute-one | invalid-engines none execute-oneforall execute-allforone independent",
    "gem_ctx_shared": "create-shared-gtt | exec-shared-gtt detached-shared-gtt disjoint-timelines single-timeline exec-single-timeline "
                      "Q-independent Q-in-order Q-out-order Q-promotion",
    "gem_ctx_switch": "rcs0 | bcs0 vcs0 vecs0 rcs0-heavy rcs0-queue",
    "gem_softpin": "softpin | invalid zero 32b-excludes-last-page full allocator-basic allocator-nopin evict-single-offset evict-prime "
                   "safe-alignment overlap reverse noreloc evict-active evict-snoop evict-hang",
    "gem_userptr_blits": "input-checking | usage-restrictions invalid-null-pointer forbidden-operations sd-probe set-cache-level relocations "
                         "create-destroy-unsync unsync-overlap unsync-unmap coherency-unsync readonly-unsync process-exit create-destroy-sync "
                         "sync-overlap sync-unmap sync-unmap-cycles sync-unmap-after-close stress-mm map-fixed-invalidate "
                         "map-fixed-invalidate-busy mmap-offset-banned coherency-sync dmabuf-sync nohangcheck vma-merge huge-split "
                         "access-control probe",
    "gem_eio": "banned in-flight-immediate | throttle create context-create execbuf wait-immediate wait-wedge-immediate "
               "in-flight-contexts-immediate in-flight-internal-immediate wait-1us in-flight-1us in-flight-external",
    "gem_exec_schedule": "fifo preempt | implicit-read-write implicit-write-read independent timeslicing thriceslice lateslice fairslice "
                         "submit-early-slice submit-late-slice semaphore-user semaphore-codependency semaphore-resolve in-order out-order "
                         "promotion preempt-contexts preempt-self preempt-other preempt-engines preempt-queue preempt-hang preemptive-hang "
                         "noreorder noreorder-priority wide reorder-wide pi-common pi-userfault",
    "gem_exec_capture": "capture | capture-recoverable many-4K-zero userptr pi",
    "gem_reset_stats": "ban-render | params reset-stats-render reset-count-render unrelated-ctx-render close-pending-render "
                       "close-pending-fork-render defer-hangcheck-render reset-stats-blt ban-blt",
    "gem_workarounds": "basic-read | basic-read-context basic-read-fd reset reset-context",
    "i915_hangman": "engine-engine-hang | error-state-basic hangcheck-unterminated detector gt-engine-hang gt-engine-error "
                    "engine-error-state-capture engine-engine-error",
    "i915_module_load": "| load reload reload-no-display",
    "perf": "i915-ref-count | sysctl-defaults non-system-wide-paranoid invalid-open-flags invalid-oa-metric-set-id invalid-oa-format-id "
            "missing-sample-flags oa-formats invalid-oa-exponent oa-exponents buffer-fill disabled-read-error non-sampling-read-error "
            "enable-disable blocking polling short-reads mi-rpc gen8-unprivileged-single-ctx-counters gen12-mi-rpc rc6-disable "
            "invalid-create-userspace-config invalid-remove-userspace-config create-destroy-userspace-config "
            "whitelisted-registers-userspace-config",
}
# Of a chip with rings, fences and no execlists: hsw. "-": a test without subtests.
RINGS = {
    "gem_tiled_blits": "basic | normal interruptible",
    "gem_tiled_fence_blits": "| basic normal",
    "gem_tiled_pread_basic": "- |",
    "gem_tiled_pread_pwrite": "| -",
    "gem_tiled_partial_pwrite_pread": "| reads writes writes-after-reads",
    "gem_tiled_swapping": "| non-threaded threaded",
    "gem_tiled_wb": "| -",
    "gem_tiled_wc": "| -",
    "gem_tiling_max_stride": "| -",
    "gem_set_tiling_vs_blt": "untiled-to-tiled | tiled-to-untiled tiled-to-tiled",
    "gem_set_tiling_vs_gtt": "| -",
    "gem_set_tiling_vs_pwrite": "| -",
    "gem_fence_thrash": "| bo-write-verify-none bo-write-verify-x bo-write-verify-y bo-write-verify-threaded-none bo-write-verify-threaded-x "
                        "bo-write-verify-threaded-y bo-copy",
    "gem_fence_upload": "| performance thread-contention wc-contention",
    "gem_fenced_exec_thrash": "2-spare-fences | no-spare-fences no-spare-fences-busy no-spare-fences-interruptible "
                              "no-spare-fences-busy-interruptible too-many-fences",
    "gem_unfence_active_buffers": "| -",
    "gem_mmap_gtt": "basic | bad-object basic-short basic-read basic-write basic-write-gtt coherency clflush isolation zero-extend close-race "
                    "pf-nonblock basic-small-bo basic-small-bo-tiledX basic-small-bo-tiledY basic-small-copy basic-small-copy-XY",
    "gem_exec_basic": "basic |",
    "gem_exec_store": "basic dword cachelines | pages",
    "gem_exec_nop": "basic-series | basic-parallel basic-sequential",
    "gem_exec_alignment": "| single many forked",
    "gem_exec_async": "| concurrent-writes forked-writes",
    "gem_exec_await": "| wide-all wide-contexts",
    "gem_exec_big": "| single exhaustive",
    "gem_exec_create": "| basic legacy",
    "gem_exec_flush": "basic-batch-kernel-default-uc | basic-batch-kernel-default-wb basic-batch-kernel-default-cmd basic-uc-ro-default "
                      "basic-wb-ro-default basic-uc-rw-default basic-wb-rw-default basic-wb-ro-before-default basic-uc-pro-default "
                      "basic-wb-pro-default basic-uc-prw-default basic-wb-prw-default basic-uc-set-default basic-wb-set-default",
    "gem_exec_gttfill": "| basic",
    "gem_exec_lut_handle": "| -",
    "gem_exec_params": "| no-bsd no-blt no-vebox invalid-ring invalid-ring2 invalid-bsd-ring invalid-bsd1-flag-on-render invalid-flag "
                       "rel-constants-invalid rs-invalid rsvd2-dirt batch-first cliprects-invalid cliprects_ptr-dirt DR1-dirt DR4-dirt "
                       "sol-reset-invalid sol-reset-not-gen7 secure-non-root secure-non-master larger-than-life-batch",
    "gem_exec_reloc": "basic-cpu | basic-gtt basic-wc basic-cpu-gtt basic-gtt-cpu basic-cpu-wc basic-cpu-read basic-gtt-read basic-write-cpu "
                      "basic-write-gtt basic-write-read basic-range basic-cpu-noreloc basic-cpu-active basic-gtt-active basic-softpin "
                      "basic-concurrent0 basic-scanout",
    "gem_exec_whisper": "| basic-normal basic-fds-priority basic-contexts-forked",
    "gen7_exec_parse": "basic-allowed basic-rejected | basic-offset bitmasks batch-without-end cmd-crossing-page oacontrol-tracking "
                       "chained-batch load-register-reg",
    "gem_bad_reloc": "| negative-reloc negative-reloc-lut",
    "gem_busy": "| busy close-race parallel hang",
    "gem_wait": "| busy invalid-flags invalid-buf hang-busy hang-wait",
    "gem_sync": "| basic-each basic-all basic-store-each",
    "gem_ctx_exec": "| basic basic-invalid-context reset-pin-leak",
    "gem_ctx_switch": "| rcs0 bcs0",
    "gem_reset_stats": "| ban-render params reset-count-render unrelated-ctx-render",
    "gem_eio": "| throttle create context-create execbuf banned wait-immediate in-flight-immediate",
    "gem_cs_tlb": "| engines",
    "gem_pipe_control_store_loop": "| fresh-buffer reused-buffer",
    "gem_render_copy": "| linear x-tiled y-tiled",
    "gem_gpgpu_fill": "| basic",
    "gem_media_fill": "| media-fill",
    "gem_workarounds": "| basic-read reset",
    "gem_evict_everything": "| swapping-normal",
    "gem_evict_alignment": "| minor-normal major-normal",
    "gem_partial_pwrite_pread": "| reads",
    "i915_hangman": "| error-state-basic detector gt-engine-hang gt-engine-error",
}
# What does not pass for a reason that is no fault of the chip's.
KNOWN = {
    "gem_exec_big@exhaustive": "wants I915_EXEC_SECURE, which Linux refuses from Gen6 on",
    "gem_reset_stats@reset-stats-render": "the test ends its own batch, before a slow guest has begun it",
    "gem_reset_stats@reset-stats-blt": "the test ends its own batch, before a slow guest has begun it",
    "gem_ctx_engines@invalid-engines": "an argument's check, which never reaches the chip: Linux 6.12 says ENOENT where the test wants EFAULT",
    "gem_ctx_engines@independent": "wants SW_SYNC, and fails without",
    "gem_ctx_shared@exec-shared-gtt": "wants SW_SYNC, and fails without",
}


def names(device, short):
    for test, text in (RINGS if device == "hsw" else TABLE).items():
        first, rest = text.split("|")
        for subtest in (first if short else first + rest).split():
            yield test, subtest


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--device", default="skl")
    p.add_argument("--kernel", default="6.12")
    p.add_argument("--option", action="append", default=[])
    p.add_argument("--chip", metavar="PROGRAM", help="instead of build/kiln-chip")
    p.add_argument("--memory", type=int, default=2048, metavar="MIB")
    p.add_argument("--short", action="store_true")
    p.add_argument("--seconds", type=int, default=60)
    p.add_argument("--list", action="store_true")
    p.add_argument("--kernel-log", metavar="FILE")
    p.add_argument("tests", metavar="TESTS", nargs="?")
    p.add_argument("names", nargs="*")
    return p.parse_args()


def subtest_option(subtest):
    return "" if subtest == "-" else f"--run-subtest {subtest}"


def script(args, wanted):
    """What the guest runs: each subtest in a process of its own, between two marks."""
    lines = ["mount -t debugfs debugfs /sys/kernel/debug", "mount -t tracefs tracefs /sys/kernel/tracing", f"cd {shlex.quote(os.path.abspath(args.tests))}"]
    for test, subtest in wanted:
        lines += [f"echo '== {test}@{subtest}'", f"timeout -s KILL {args.seconds} ./{test} {subtest_option(subtest)} 2>&1 | tail -c 60000", "echo; echo '== end'"]
    return "\n".join(lines)


def judge(name, output):
    """A TAP case of what a subtest printed."""
    subtest = name.split("@")[1]
    results = re.findall(r"^()(SUCCESS|SKIP|FAIL|CRASH|TIMEOUT)\b" if subtest == "-" else rf"^(Subtest {re.escape(subtest)}: )(\w+)", output, re.M)
    result = results[-1][1] if results else None
    if result is None and re.search(r"^Test requirement not met", output, re.M):
        result = "SKIP"
    if result == "SKIP":
        why = re.findall(r"^Test requirement: (.*)", output, re.M)
        skip(name, why[-1] if why else "its requirement is not met")
    elif result == "SUCCESS":
        case(name, True)
    elif name in KNOWN:
        skip(name, KNOWN[name])
    else:
        said = re.findall(r"^.*(?:CRITICAL|Failed assertion|Failure).*$", output, re.M)
        case(name, False, result or "did not end", "\n".join(said[:4]) or output[-1500:])


def main():
    args = arguments()
    wanted = [tuple(n.split("@")) if "@" in n else (n, None) for n in args.names]
    wanted = [pair for n in wanted for pair in ([n] if n[1] else [p for p in names(args.device, args.short) if p[0] == n[0]])] or list(names(args.device, args.short))
    if args.list:
        print("\n".join("@".join(n) for n in wanted))
        return 0
    args.tests = args.tests or os.environ.get("KILN_TEST_IGT")
    if not args.tests or not os.path.isdir(args.tests):
        skip("intel-gpu-tools", "no folder of its built tests")
        return done()
    log = args.kernel_log or tempfile.NamedTemporaryFile(suffix=".log").name
    options = [word for o in args.option for word in ("--option", o)]
    if not any("capture" in test or "hangman" in test for test, _ in wanted):
        options += ["--option", "error_capture=0"]  # megabytes through the aperture, 8 bytes at a time
    said = tempfile.TemporaryFile("w+", errors="replace")  # a pipe would be full of the chip's reports
    run = subprocess.Popen([sys.executable, os.path.join(HERE, "guest.py"), "--offline", *(["--chip", args.chip] if args.chip else []), "--memory", str(args.memory), "--device", args.device, "--kernel", args.kernel, *options,
                            "--kernel-log", log, "--", "sh", "-c", script(args, wanted)],
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said, text=True, errors="replace")
    name, lines = None, []
    for line in run.stdout:
        if line.startswith("== end"):
            judge(name, "".join(lines))
            sys.stdout.flush()
        elif found := re.match(r"== (\S+@\S+)$", line):
            name, lines = found[1], []
        else:
            lines.append(line)
    run.wait()
    said.seek(0)
    error = said.read()
    if run.returncode == 125 and "not downloaded" in error:
        skip("intel-gpu-tools", error.strip().splitlines()[-1])
        return done()
    case("the guest ends", run.returncode == 0, error[-3000:])
    return done()


if __name__ == "__main__":
    sys.exit(main())

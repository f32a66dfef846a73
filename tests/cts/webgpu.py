#!/usr/bin/env python3
"""Runs the WebGPU conformance suite (a checkout that you point to, built for node) through Dawn on the driver that VK_DRIVER_FILES names.

usage: ./dev cts webgpu --cts DIR --dawn DIR --state FOLDER [options] [QUERY...]
       ./dev cts webgpu --state FOLDER [--state FOLDER...] [--against FOLDER]      what those runs came to

Of each test of the files that the queries name, so many cases as --sample says, chosen by their names and not by where they stand; those that draw are left
out. A run that is stopped goes on where it was, a crash or a hang costs the one case, and all that was said of a failure is in failures.txt of the
state folder. Cases that fail for a known reason are in webgpu.txt. Without queries it is what computes: DEFAULT in this file.
Exit status: 0 if all that ran passed, or failed as expected; 1 if not; 2 for wrong usage.
"""
import argparse
import collections
import hashlib
import json
import os
import re
import signal
import subprocess
import sys

from results import GOOD, State, add_options, in_shard, lines_of, run_all, sum_up

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT = ["webgpu:shader,execution,*", "webgpu:api,operation,adapter,*", "webgpu:api,operation,buffers,*", "webgpu:api,operation,command_buffer,*",
           "webgpu:api,operation,compute,*", "webgpu:api,operation,compute_pipeline,*", "webgpu:api,operation,device,*",
           "webgpu:api,operation,limits,*", "webgpu:api,operation,memory_sync,*", "webgpu:api,operation,pipeline,*", "webgpu:api,operation,queue,*",
           "webgpu:api,operation,resource_init,*", "webgpu:api,operation,storage_texture,*"]
STATUS = {"pass": "Pass", "skip": "NotSupported", "warn": "QualityWarning", "fail": "Fail", "gone": "InternalError"}
# Cases that draw say so in a parameter, by the test or by the file that they are of. (Depth, stencil and samples are written by drawing.)
DRAWS = re.compile(r'[sS]tage="(f|v|fragment|vertex|render)"|[fF]ormat="(depth|stencil)|samples=4|:depth|:multisampled|:fragment|"attachment-'
                   r"|builtin,(dpd[xy]|fwidth|textureSample(Bias|Compare)?:|textureGatherCompare|textureSampleCompareLevel)"
                   r"|:shader,execution,(robust_access_vertex|shader_io,(fragment_builtins|vertex_builtins|user_io)|statement,discard)"
                   r"|:api,operation,command_buffer,(render|queries,occlusionQuery)")


def worker(args, verb, *queries):
    return ["node", os.path.join(HERE, "webgpu_worker.cjs"), args.cts, args.dawn, args.adapter, verb, *queries]


def list_cases(args):
    """The list of the suite takes a minute: it stays in the state folder."""
    path = os.path.join(args.state[0], f"cases-{hashlib.sha256(' '.join(args.queries).encode()).hexdigest()[:12]}.txt")
    if not os.path.exists(path):
        done = subprocess.run(worker(args, "list", *args.queries), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            sys.exit(f"the suite does not list its cases: {done.stderr.strip()[-1000:]}")
        if not done.stdout:
            sys.exit(done.stderr.strip()[-1000:])
        sys.stderr.write(done.stderr)
        with open(path, "w") as f:
            f.write(done.stdout)
    with open(path) as f:
        return f.read().splitlines()


def choose(cases, sample, shard, draw):
    tests = collections.defaultdict(list)
    for case in cases:
        if case and (draw or not DRAWS.search(case)):
            tests[case.rsplit(":", 1)[0]].append(case)
    chosen = []
    for those in tests.values():
        chosen += sorted(those, key=lambda c: hashlib.sha256(c.encode()).digest())[:sample or len(those)]
    return [c for c in chosen if in_shard(c, shard)]


def run_some(args, cases, state):
    """Runs one process on these until it ends. Returns those that were neither run nor to blame."""
    process = subprocess.Popen(worker(args, "draw" if args.draw else "run"), start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    process.stdin.write(("\n".join(cases) + "\n").encode())
    process.stdin.close()
    current, done, hung, printed = None, set(), False, []
    for line in lines_of(process, args.timeout):
        if line is None:
            hung = True
            break
        try:
            said = json.loads(line)
        except ValueError:  # what the driver or Dawn print
            printed.append(line)
            continue
        if "begin" in said:
            current, printed = said["begin"], []
        elif "end" in said:
            status = STATUS[said["status"]]
            text = "\n".join([*dict.fromkeys(printed), said["text"]]) if status not in GOOD else said["text"]
            state.add(said["end"], status, text)
            if status not in GOOD:
                with state.lock, open(os.path.join(args.state[0], "failures.txt"), "a") as f:
                    f.write(f"{status} {said['end']} ({said.get('ms', 0)} ms)\n{text}\n\n")
            done.add(current)
            current = None
    status = process.wait()
    left = [c for c in cases if c not in done]
    last = " | ".join(printed[-5:])
    if current:
        state.add(current, "Timeout" if hung else "Crash", f"no output for {args.timeout} s" if hung else
                  f"signal {signal.Signals(-status).name}: {last}" if status < 0 else f"ended with status {status}: {last}")
        left.remove(current)
    elif left and not done:  # it refuses to begin
        for c in left:
            state.add(c, "InternalError", f"node ended with status {status} and no result: {last}")
        left = []
    return left


def group_of(case):
    return ",".join(re.split("[:,]", case)[1:4 if "expression" not in case else 5])


def main():
    p = argparse.ArgumentParser(prog="./dev cts webgpu", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cts", metavar="DIR", help="the checkout, with out-node")
    p.add_argument("--dawn", metavar="DIR", help="the folder of npm's package webgpu")
    p.add_argument("--adapter", metavar="NAME", default="Kiln", help="a part of the adapter's name: the run refuses to begin on another")
    p.add_argument("--sample", metavar="N", type=int, default=1, help="cases of each test; 0: all")
    p.add_argument("--draw", action="store_true", help="those that draw as well")
    add_options(p, 100, 600, os.path.join(HERE, "webgpu.txt"))
    p.add_argument("queries", nargs="*", metavar="QUERY", help="as the suite has them: webgpu:shader,execution,zero_init:*")
    args = p.parse_args()
    if args.cts:
        if len(args.state) != 1 or not os.path.isdir(os.path.join(args.cts, "out-node")) or not os.path.exists(os.path.join(args.dawn or "", "index.js")):
            p.error("one --state; --cts must have a folder out-node, and --dawn index.js")
        args.queries = args.queries or DEFAULT
        os.environ.setdefault("KILN_GRAPHICS", "claim")  # Dawn takes nothing less (docs/clients.md)
        os.environ.setdefault("XDG_RUNTIME_DIR", "/tmp")
        state = State(args.state[0])
        state.forget(args.again)
        run_all(args, choose(list_cases(args), args.sample, args.shard, args.draw), state, run_some)
    elif args.queries or args.again:
        p.error("without --cts nothing is run")
    return 1 if sum_up(p, args, group_of)[1] else 0


if __name__ == "__main__":
    sys.exit(main())

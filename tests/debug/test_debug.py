#!/usr/bin/env python3
"""kiln-debug: a client of the Debug Adapter Protocol, its commands in a terminal, and what the simulated device makes of debuggers that
are none. What variables are is computed here.

usage: test_debug.py KILN-DEBUG DEBUG-DISPATCH SHADER.spv...
"""
import base64
import json
import os
import queue
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 60
cases = failures = 0
bad = []


def ok(condition, what):
    global failures
    if not condition:
        bad.append(what)
        print(f"# {what}")


def eq(got, want, what):
    ok(got == want, f"{what}: {got!r}, not {want!r}")


def case(name, run, *args):
    global cases, failures
    cases += 1
    bad.clear()
    try:
        run(*args)
    except Exception as e:
        import traceback
        for line in traceback.format_exc().splitlines():
            print("# " + line)
        bad.append(repr(e))
    failures += bool(bad)
    print(f"{'not ok' if bad else 'ok'} {cases} - {name}", flush=True)


# ---- what the shader computes (steps.comp), by hand

def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def expected(i, group=0):
    """The variables of main() in invocation i of a workgroup, in front of its last statement."""
    n = group * 64 + i
    w = f32((n + 0.5) * (1 + 2 + 3)) * (-1 if n & 1 else 1)
    other = group * 64 + 63 - i
    return {"id": str(n), "pair": "{a = %d, b = %s}" % (3 * n, short(n + 0.5)), "other": str(other), "w": short(w),
            "v": f"({short(w)}, {other}, 0.25)"}


def short(x):
    return f"{x:g}"


STEPS = {}  # the lines of its statements


def number_lines():
    """By their text, so that a comment more does not matter."""
    texts = {"id": "uint id =", "pair.a": "pair.a =", "pair.b": "pair.b =", "barrier": "barrier();", "call": "float w =", "if": "if ((id",
             "negate": "w = -w", "v": "vec3 v =", "store": "data.values[id] =", "sum": "float sum", "for": "for (int", "body": "sum +=",
             "return": "return sum", "other": "uint other ="}
    with open(os.path.join(HERE, "steps.comp"), encoding="utf-8") as f:
        lines = f.read().splitlines()
    for name, text in texts.items():
        STEPS[name] = 1 + next(i for i, l in enumerate(lines) if l.strip().startswith(text))


# ---- a client

class Client:
    def __init__(self, tool, port=None):
        self.p = subprocess.Popen([sys.executable, tool, "--dap"] if port is None else [sys.executable, tool, "--port", "0"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.write, read = self.p.stdin, self.p.stdout
        if port is not None:
            number = int(re.search(rb":(\d+)", self.p.stdout.readline())[1])
            self.socket = socket.create_connection(("127.0.0.1", number))
            self.write, read = self.socket.makefile("wb"), self.socket.makefile("rb")
        self.seq, self.events, self.answers = 0, queue.Queue(), {}
        self.output, self.changed, self.came = "", [], threading.Condition()
        threading.Thread(target=self.reader, args=(read,), daemon=True).start()

    def reader(self, stream):
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                self.events.put({"event": "eof"})
                return
            m = json.loads(stream.read(length))
            if m["type"] == "response":
                with self.came:
                    self.answers[m["request_seq"]] = m
                    self.came.notify_all()
            elif m["event"] == "output":
                self.output += m["body"]["output"]
            elif m["event"] == "breakpoint":
                self.changed.append(m["body"]["breakpoint"])
            else:
                self.events.put(m)

    def send(self, command, arguments=None):
        self.seq += 1
        body = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments or {}}).encode()
        self.write.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.write.flush()
        return self.seq

    def answer(self, command, arguments=None):
        seq = self.send(command, arguments)
        with self.came:
            if not self.came.wait_for(lambda: seq in self.answers, SECONDS):
                raise TimeoutError(command)
            return self.answers.pop(seq)

    def ask(self, command, **arguments):
        a = self.answer(command, arguments)
        if not a["success"]:
            raise RuntimeError(f"{command}: {a['message']}")
        return a.get("body", {})

    def event(self, *names):
        while True:
            e = self.events.get(timeout=SECONDS)
            if e["event"] in names:
                return e
            if e["event"] in ("eof", "terminated", "stopped"):
                raise RuntimeError(f"{e} instead of {names}")

    def start(self, program, args, lines=(), source="steps.comp", filters=(), functions=(), **more):
        caps = self.ask("initialize", adapterID="kiln", linesStartAt1=True)
        ok(caps["supportsStepBack"] and caps["supportsDataBreakpoints"], "capabilities")
        self.event("initialized")
        self.ask("launch", program=program, args=args, **more)
        bps = self.ask("setBreakpoints", source={"path": os.path.join(HERE, source)}, breakpoints=list(lines))["breakpoints"]
        if functions:
            bps += self.ask("setFunctionBreakpoints", breakpoints=list(functions))["breakpoints"]
        if filters:
            self.ask("setExceptionBreakpoints", filters=list(filters))
        self.ask("configurationDone")
        return bps

    def stop(self):
        """(event's body, frames)"""
        body = self.event("stopped")["body"]
        return body, self.frames(body["threadId"])

    def frames(self, thread):
        return self.ask("stackTrace", threadId=thread)["stackFrames"]

    def scope(self, frame, name):
        s = next(s for s in self.ask("scopes", frameId=frame["id"])["scopes"] if s["name"] == name)
        return {v["name"]: v for v in self.ask("variables", variablesReference=s["variablesReference"])["variables"]}

    def locals(self, frame):
        return {n: v["value"] for n, v in self.scope(frame, "Locals").items()}

    def value(self, expression, frame=None):
        return self.ask("evaluate", expression=expression, **({"frameId": frame["id"]} if frame else {}))["result"]

    def go(self, command, thread):
        self.ask(command, threadId=thread)
        return self.stop()

    def end(self, expect=None):
        """Runs to the end."""
        if expect is not None:
            eq(self.event("exited")["body"]["exitCode"], expect, "exit status")
            self.event("terminated")
        self.ask("disconnect")
        self.close()

    def close(self):
        if hasattr(self, "socket"):
            self.socket.close()
            self.p.kill()
        else:
            self.p.stdin.close()
            self.p.stdout.read()
        self.p.wait(SECONDS)


def bp(line, condition=None, hit=None):
    return {"line": line, **({"condition": condition} if condition else {}), **({"hitCondition": hit} if hit else {})}


# ---- cases

def breakpoints_and_locals(c, program, spv):
    bps = c.start(program, ["2", spv], [bp(STEPS["store"], "gl_GlobalInvocationID.x == 37")])
    eq(bps[0]["verified"], False, "before a kernel runs")
    body, frames = c.stop()
    eq(body["reason"], "breakpoint", "reason")
    eq(body["hitBreakpointIds"], [bps[0]["id"]], "breakpoint")
    ok(c.changed and c.changed[0]["verified"] and c.changed[0]["line"] == STEPS["store"], f"verified by an event: {c.changed}")
    eq([(f["name"], f["line"]) for f in frames], [("main", STEPS["store"])], "frames")
    eq(frames[0]["source"]["path"], os.path.join(HERE, "steps.comp"), "the file is called as the editor calls it")
    have = c.locals(frames[0])
    for name, value in expected(37).items():
        eq(have.get(name), value, name)
    built_in = c.scope(frames[0], "Invocation")
    eq(built_in["gl_GlobalInvocationID"]["value"], "(37, 0, 0)", "gl_GlobalInvocationID")
    eq(c.value("data.scale.y * 8.0", frames[0]), "2", "evaluate")
    eq(c.value("total[3] == 3u && !(id < 37)", frames[0]), "true", "evaluate, logic")
    eq(c.value("data.values[37]", frames[0]), "0", "not stored yet")
    eq(c.value("bias", frames[0]), "0.5", "a push constant, of a block without a name")
    # all other invocations, too: those of the same subgroup stand at the same statement
    threads = c.ask("threads")["threads"]
    eq(len(threads), 64, "threads")
    for t in threads:
        f = c.frames(t["id"])
        if f and f[0]["line"] == STEPS["store"]:
            eq(c.locals(f[0]), {**c.locals(f[0]), **expected(t["id"] - 1)}, t["name"])
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.comp")}, breakpoints=[bp(STEPS["id"], "workgroup.x == 1 && invocation == 5")])
    body, frames = c.go("continue", body["threadId"])
    eq(c.scope(frames[0], "Invocation")["gl_GlobalInvocationID"]["value"], "(69, 0, 0)", "in the second workgroup")
    eq(c.value("data.values[37]", frames[0]), short(f32(-225.0 + 26 * 0.25 + 0.5)), "what the first one stored")
    c.ask("continue", threadId=body["threadId"])
    c.end(0)
    ok("values 19.25 7 30.75 -5.5" in c.output, f"the program's output: {c.output}")


def stepping(c, program, spv):
    c.start(program, ["1", spv], [bp(STEPS["call"], "id == 10u")])
    body, frames = c.stop()
    t = body["threadId"]
    eq(t, 11, "the thread is the invocation")
    _, frames = c.go("stepIn", t)
    eq([(f["name"], f["line"]) for f in frames], [("weigh", STEPS["sum"]), ("main", STEPS["call"])], "stepIn")
    have = c.locals(frames[0])
    eq((have["x"], have["times"]), ("10.5", "3"), "arguments")
    eq(c.locals(frames[1])["id"], "10", "the caller's variables")
    eq(c.value("pair.b", frames[1]), "10.5", "an expression in the caller")
    seen = []
    for _ in range(9):
        _, frames = c.go("next", t)
        seen.append(frames[0]["line"])
        if frames[0]["name"] == "main":
            break
    want = [STEPS["for"]] + [STEPS["body"], STEPS["for"]] * 3 + [STEPS["return"], STEPS["call"]]
    eq(seen, want, "statements of weigh()")
    _, frames = c.go("next", t)
    eq(frames[0]["line"], STEPS["if"], "behind the call")
    eq(c.value("w", frames[0]), "63", "w")
    _, frames = c.go("next", t)
    eq(frames[0]["line"], STEPS["v"], "an even invocation skips the branch")
    # a step over the call, from an odd one
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.comp")}, breakpoints=[bp(STEPS["call"], "id == 33u")])
    body, frames = c.go("continue", t)
    t = body["threadId"]
    eq([c.go("next", t)[1][0]["line"] for _ in range(4)], [STEPS["if"], STEPS["negate"], STEPS["v"], STEPS["store"]], "next, odd")
    _, frames = c.go("stepBack", t)
    eq(frames[0]["line"], STEPS["v"], "stepBack")
    _, frames = c.go("stepBack", t)
    eq((frames[0]["line"], c.value("w", frames[0])), (STEPS["negate"], "201"), "stepBack: w has its value of before")
    _, frames = c.go("stepIn", t)
    eq((frames[0]["line"], c.value("w", frames[0])), (STEPS["v"], "-201"), "and forward again")
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.comp")}, breakpoints=[])
    body, frames = c.go("reverseContinue", t)
    eq(c.value("gl_WorkGroupID.x", frames[0]), "0", "reverseContinue")
    eq(body.get("text"), "the workgroup's start", "reverseContinue")
    c.ask("continue", threadId=body["threadId"])
    c.end(0)
    ok("values 19.25 7 30.75 -5.5" in c.output, f"a replayed program's output: {c.output}")


def watching(c, program, spv):
    c.start(program, ["1", spv], functions=[{"name": "weigh", "condition": "x == 20.5"}])
    body, frames = c.stop()
    t, name = body["threadId"], frames[0]["name"]
    eq((name, t), ("weigh", 21), "a breakpoint on a function")
    info = c.ask("dataBreakpointInfo", name="sum", frameId=frames[0]["id"])
    c.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
    seen = []
    for _ in range(4):
        body, frames = c.go("continue", t)
        eq((body["reason"], body["threadId"]), ("data breakpoint", t), "reason")
        seen.append(c.value("sum", frames[0]))
    eq(seen, ["0", "20.5", "61.5", "123"], "what is written to sum")
    body, frames = c.go("reverseContinue", t)
    eq((body["reason"], c.value("sum", frames[0])), ("data breakpoint", "61.5"), "and back")
    # a buffer's element, which one invocation writes, found by its address
    info = c.ask("dataBreakpointInfo", name="data.values[20]")
    c.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
    c.ask("setFunctionBreakpoints", breakpoints=[])
    body, frames = c.go("continue", t)
    want = short(f32(123 + 43 * 0.25 + 0.5))
    eq(c.value("data.values[20]"), want, "the buffer's element")
    ok(f"0 -> {want}" in body["text"], f"old and new value: {body}")
    c.ask("setDataBreakpoints", breakpoints=[])
    c.ask("continue", threadId=t)
    c.end(0)


def watching_with_checks(c, program, spv):
    """Checks look at a message's accesses too, and hide none of them from the debugger, there or back."""
    c.start(program, ["1", spv], [bp(STEPS["v"], None, "2")], filters=["race", "oob"])
    body, _ = c.stop()
    t = body["threadId"]
    info = c.ask("dataBreakpointInfo", name="data.values[20]")
    c.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.comp")}, breakpoints=[])
    want = short(f32(123 + 43 * 0.25 + 0.5))
    body, _ = c.go("continue", t)
    eq((body["reason"], c.value("data.values[20]")), ("data breakpoint", want), "the buffer's element")
    c.go("stepBack", 5)  # an invocation that has ended: nothing of its lines is known
    c.go("stepBack", body["threadId"])
    eq(c.value("data.values[20]"), "0", "before it was written")
    c.ask("disconnect")
    c.close()


def machine(c, program, spv):
    c.start(program, ["1", spv], [bp(STEPS["v"], None, "2")])
    body, frames = c.stop()
    t, frame = body["threadId"], frames[0]
    rows = c.ask("disassemble", memoryReference=frame["instructionPointerReference"], instructionCount=8, instructionOffset=-3)["instructions"]
    eq(rows[3]["address"], frame["instructionPointerReference"], "disassemble")
    eq(rows[3]["line"], STEPS["v"], "its line")
    eq(len(c.scope(frame, "Registers")), 128, "registers")
    data = c.scope(frame, "Globals")["data"]
    raw = base64.b64decode(c.ask("readMemory", memoryReference=data["memoryReference"], count=16)["data"])
    eq(struct.unpack("<IIff", raw), (64, 0, 2.0, 0.25), "readMemory")
    c.ask("next", threadId=t, granularity="instruction")
    _, after = c.stop()
    eq(after[0]["instructionPointerReference"], rows[4]["address"], "one instruction")
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.comp")}, breakpoints=[])
    c.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": rows[6]["address"]}])
    _, after = c.go("continue", t)
    eq(after[0]["instructionPointerReference"], rows[6]["address"], "a breakpoint on an instruction")
    for command, arguments in (("stackTrace", {"threadId": 4000}), ("scopes", {"frameId": 99999}), ("variables", {"variablesReference": 77777}),
                               ("evaluate", {"expression": "__import__('os')"}), ("evaluate", {"expression": "1 +"}), ("evaluate", {}),
                               ("evaluate", {"expression": "data.values[100000]"}), ("readMemory", {"memoryReference": "x", "count": 4}),
                               ("evaluate", {"expression": "(" * 500}), ("nosuch", {}), ("setBreakpoints", {"source": 3}), ("attach", {})):
        eq(c.answer(command, arguments)["success"], False, f"{command} {arguments}")
    c.ask("disconnect")
    c.close()


def findings(c, program, spv, filters, line, text):
    c.start(program, ["1", spv], [], "checks.comp", filters)
    body, frames = c.stop()
    eq((body["reason"], frames[0]["line"] if frames else None), ("exception", line), f"{filters}")
    ok(text in c.ask("exceptionInfo", threadId=body["threadId"])["description"], c.ask("exceptionInfo", threadId=body["threadId"])["description"])
    c.ask("disconnect")
    c.close()


def faulting(c, program, spv):
    with open(os.path.join(HERE, "fault.comp"), encoding="utf-8") as f:
        lines = f.read().splitlines()
    line, stored = (1 + next(i for i, l in enumerate(lines) if text in l) for text in ("Somewhere(uvec2", "= before"))
    c.start(program, ["1", spv], [], "fault.comp")
    body, frames = c.stop()
    t = body["threadId"]
    eq((body["reason"], frames[0]["line"], t), ("exception", line, 20), "where it faults, and who")
    ok("0x12340000" in body["text"], body)
    eq(c.value("before", frames[0]), "20", "what it knew then")
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "fault.comp")}, breakpoints=[bp(stored)])
    body, frames = c.go("reverseContinue", t)
    eq(c.value("data.values[19]", frames[0]), "0", "before it stored")
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "fault.comp")}, breakpoints=[])
    body, frames = c.go("continue", body["threadId"])
    eq((body["reason"], frames[0]["line"]), ("exception", line), "and into the fault again")
    eq(c.value("data.values[19]", frames[0]), "20", "behind the store")
    c.ask("continue", threadId=body["threadId"])
    c.end(1)
    ok("VK_ERROR_DEVICE_LOST" in c.output, c.output[:200])


def pausing(c, program, spv, steps):
    c.start(program, ["1", spv, steps], [], "long.comp", stopOnEntry=True)
    body, frames = c.stop()
    c.ask("continue", threadId=1)
    time.sleep(0.3)
    c.ask("pause", threadId=1)
    body, frames = c.stop()
    eq((body["reason"], frames[0]["name"]), ("pause", "main"), "pause")
    k = int(c.value("k", frames[0]))
    ok(k > 0, f"it has come to round {k}")
    c.ask("continue", threadId=body["threadId"])
    time.sleep(0.1)
    with open(os.path.join(HERE, "long.comp"), encoding="utf-8") as f:
        line = 1 + next(i for i, l in enumerate(f) if "x = x *" in l)
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "long.comp")}, breakpoints=[bp(line)])  # while it runs
    body, frames = c.stop()
    eq((body["reason"], frames[0]["line"]), ("breakpoint", line), "a breakpoint that is set while it runs")
    ok(int(c.value("k", frames[0])) > k, "and later than the pause")
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "long.comp")}, breakpoints=[])
    # the program's second kernel has its own breakpoints
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.comp")}, breakpoints=[bp(STEPS["store"], "id == 7")])
    body, frames = c.go("continue", body["threadId"])
    eq((frames[0]["line"], c.value("id", frames[0])), (STEPS["store"], "7"), "in the second kernel")
    c.ask("continue", threadId=body["threadId"])
    c.end(0)
    ok("values 2 2 2" in c.output and "values 19.25 7" in c.output, f"the program's output: {c.output}")


def entry(c, program, spv):
    c.start(program, ["1", spv], stopOnEntry=True)
    body, frames = c.stop()
    eq((body["reason"], frames[0]["line"]), ("entry", STEPS["id"]), "stopOnEntry")
    body, frames = c.go("stepIn", body["threadId"])
    eq(frames[0]["line"], STEPS["pair.a"], "a step")
    c.ask("terminate")
    c.event("terminated")
    c.ask("disconnect")
    c.close()


def naga(c, program, spv):
    with open(os.path.join(HERE, "steps.wgsl"), encoding="utf-8") as f:
        lines = [l.strip() for l in f.read().splitlines()]
    negate, body_line = 1 + lines.index("w = -w;"), 1 + lines.index("sum += x * f32(k + 1);")
    c.start(program, ["1", spv], [bp(negate, "gid.x == 13u")], "steps.wgsl")
    body, frames = c.stop()
    eq((frames[0]["name"], frames[0]["line"]), ("main", negate), "where")
    eq(c.value("w", frames[0]), "81", "w")
    eq(c.value("data.count", frames[0]), "64", "a buffer's member")
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.wgsl")}, breakpoints=[bp(body_line, "k == 2 && x == 2.5")])
    body, frames = c.go("reverseContinue", body["threadId"])
    eq([(f["name"]) for f in frames], ["weigh", "main"], "frames, backwards")
    eq((c.value("sum", frames[0]), c.value("times", frames[0])), ("7.5", "3"), "locals of weigh()")
    c.ask("disconnect")
    c.close()


def hlsl(c, program, spv):
    with open(os.path.join(HERE, "steps.hlsl"), encoding="utf-8") as f:
        lines = [l.strip() for l in f.read().splitlines()]
    store, turn = 1 + next(i for i, l in enumerate(lines) if l.startswith("data[id.x] =")), 1 + lines.index("float far = dot(way, way) + 0.25;")
    c.start(program, ["1", spv], [bp(store, "index == 5")], "steps.hlsl")
    body, frames = c.stop()
    eq((frames[0]["name"], frames[0]["line"], body["threadId"]), ("main", store, 6), "where")
    have = c.locals(frames[0])
    # index % 4 == 1: turned once, so that (1 2; 3 4) is (-3 -4; 1 2)
    eq(have["m"], "((-3, -4), (1, 2))", "a matrix")
    eq(have["bodies"], "[{place = (0, 0, 5), mass = 1}, {place = (1, 2, 5), mass = 2}, {place = (2, 4, 5), mass = 3}]", "an array of structures")
    eq(c.value("bodies[2].place.y", frames[0]), "4", "a component in it")
    eq(c.value("heavy[63 - index]", frames[0]), "2", "shared memory")
    # body 2 (mass 3) is pulled by 0 (far 4 + 16) and 1 (far 1 + 4)
    ok(abs(float(have["sum"]) - (3 * 1 / 20.25 + 3 * 2 / 5.25)) < 1e-6, f"sum: {have['sum']}")
    ok("one" not in have or "{" in have["one"], f"a structure that the compiler has taken apart is not one of its members: {have.get('one')}")
    c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.hlsl")}, breakpoints=[bp(turn)])
    body, frames = c.go("reverseContinue", body["threadId"])
    eq(frames[0]["line"], turn, "back in what was a function")
    eq(c.locals(frames[0])["way"].count(","), 2, "with its variables")
    c.ask("disconnect")
    c.close()


def no_protocol(tool):
    for text in (b"hello\r\n\r\n", b"Content-Length: x\r\n\r\n", b"Content-Length: -4\r\n\r\n", b"Content-Length: 999999999999\r\n\r\n",
                 b"Content-Length: 2\r\n\r\n[]", b"Content-Length: 3\r\n\r\n{{{", b"Content-Length: 9000\r\n\r\n{}", b"x" * 9000, b"",
                 b"Content-Length: 20000\r\n\r\n" + b"[" * 20000):
        p = subprocess.run([sys.executable, tool, "--dap"], input=text, capture_output=True, timeout=SECONDS)
        eq((p.returncode, b"Traceback" in p.stderr), (0, False), f"{text[:40]}")
    for what in ({"command": "launch"}, {"command": 3}, {"seq": [], "command": "next", "arguments": []}, {"command": "run"}):
        body = json.dumps(what).encode()
        p = subprocess.run([sys.executable, tool, "--dap"], input=b"Content-Length: %d\r\n\r\n" % len(body) + body, capture_output=True, timeout=SECONDS)
        ok(p.returncode == 0 and b'"success": false' in p.stdout, f"{what}: {p}")


def no_debugger(program, spv):
    """The device goes on without a debugger, whatever is at the socket."""
    header = struct.Struct("<IHH")
    run = header.pack(24, 39, 3) + struct.pack("<3Q", 0, 0, 0)
    hostile = [b"", b"\0" * 3, b"\xff" * 64, header.pack(8, 99, 1) + b"\0" * 8, header.pack(2 ** 31, 32, 1), header.pack(16, 36, 2) + b"\0" * 16,
               header.pack(24, 39, 3) + struct.pack("<3Q", 99, 0, 0), header.pack(24, 39, 3) + struct.pack("<3Q", 1, 1 << 40, 0),
               header.pack(32, 34, 4) + struct.pack("<4Q", 0, 2 ** 64 - 4, 8, 3), header.pack(8, 34, 1) + b"\0" * 8,
               header.pack(8, 32, 1) + struct.pack("<Q", 2 ** 63) + run, header.pack(24, 36, 3) + struct.pack("<3Q", 0, 2 ** 64 - 1, 2 ** 64 - 1) + run,
               header.pack(24, 36, 3) + struct.pack("<3Q", 1, 65530, 2 ** 62) + header.pack(8, 37, 1) + struct.pack("<Q", 2 ** 40)
               + header.pack(8, 38, 1) + struct.pack("<Q", 2 ** 63) + run + run]
    for n, bytes_ in enumerate(hostile):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s")
            door = socket.socket(socket.AF_UNIX)
            door.bind(path)
            door.listen(1)
            door.settimeout(SECONDS)
            p = subprocess.Popen([program, "1", spv], env={**os.environ, "KILN_SIM_DEBUG": path}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            link, _ = door.accept()
            link.sendall(bytes_)
            link.shutdown(socket.SHUT_WR)
            out, _ = p.communicate(timeout=SECONDS)
            link.close()
            door.close()
            eq((p.returncode, b"values 19.25 7" in out), (0, True), f"hostile debugger {n}")
    p = subprocess.run([program, "1", spv], env={**os.environ, "KILN_SIM_DEBUG": "/nonexistent/socket"}, capture_output=True, timeout=SECONDS)
    ok(p.returncode == 0 and b"no debugger at" in p.stderr and b"values 19.25 7" in p.stdout, f"nobody listens: {p}")


class Said(dict):
    """What the terminal said to each command: a list of texts."""

    def has(self, command, pattern, n=0):
        ok(len(self.get(command, [])) > n and re.search(pattern, self[command][n], re.M), f"{command}: {pattern} is not in {self.get(command)}")


def terminal_says(tool, program, spv, script, *options):
    """(the process, Said) of a debugger that is given these commands."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("\n".join(script))
        f.flush()
        p = subprocess.run([sys.executable, tool, "--batch", *options, "-x", f.name, "--", program, "1", spv], capture_output=True, text=True, timeout=SECONDS)
    said = Said()
    for part in re.split(r"^\(kiln-debug\) ", p.stdout, flags=re.M)[1:]:
        command, _, text = part.partition("\n")
        said.setdefault(command, []).append(text)
    return p, said


def row(name, text):
    """(number, row) of the first row of a source that has the text, as it stands there."""
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return next((n, r.rstrip("\n")) for n, r in enumerate(f, 1) if text in r)


def texts_of_lines(tool, program, spv, source, shift=0):
    """What is shown at a line is what stands there, whatever the module's text begins with."""
    place, text = (row(source, "uint twice") if source == "lines.comp" else row(source, "uint id ="))
    before = row(source, "void main()")[1]
    _, said = terminal_says(tool, program, spv, ["break main", "run", "list"])
    said.has("run", f"in main at .*{source}:{place + shift}\n{place + shift}\t{re.escape(text)}$")
    said.has("list", f"^>{place + shift}\t{re.escape(text)}$")
    said.has("list", f"^ {place + shift - 2}\t{re.escape(before)}$")
    c = Client(tool)
    c.start(program, ["1", spv], functions=[{"name": "main"}], source=source)
    c.stop()
    number = next(i for i, f in enumerate(c.ask("loadedSources")["sources"], 1) if f["path"].endswith(source))
    got = c.ask("source", sourceReference=number)["content"].split("\n")
    eq(got[place + shift - 1:place + shift], [text], "the text that an editor gets")
    c.ask("disconnect")
    c.close()


NO_LINES = "its SPIR-V has no source lines"


def without_lines(tool, program, spv):
    """A module without debug information: the entry point has its first instruction, and the rest is refused with the reason."""
    p, said = terminal_says(tool, program, spv, ["break main", "break weigh", "break 12", "run", "list", "info locals", "p id", "p total[3]", "next", "bt",
                                                 "break steps.comp:9", "info breakpoints", "delete 1", "watch total[37]", "c", "info kernel", "delete 5", "c"])
    eq(p.returncode, 0, f"status, {p.stderr}")
    said.has("run", f"^breakpoint 2, 3: not in kernel main: {NO_LINES}")
    said.has("run", r"^breakpoint 1\ninvocation \(0, 0, 0\), subgroup 0 lane 0 of workgroup \(0, 0, 0\), in main at \+0x0$")
    for command in ("list", "info locals", "p id", "next", "break steps.comp:9", "info breakpoints", "info kernel"):
        said.has(command, NO_LINES)
    said.has("p total[3]", r"^total\[3\] = \d+$")
    said.has("next", r"in main at \+0x[1-9a-f]")
    said.has("c", r"^watchpoint: total\[37\]: \d+ -> 37, written by invocation \(37, 0, 0\), \+0x[0-9a-f]+ sends? ")
    for number, place in ((2, "weigh"), (3, "line 12"), (4, "steps.comp:9")):
        said.has("c", f"^breakpoint {number} at {place} never stopped: none of the 1 kernels that ran has it, nor any source line$", 1)
    c = Client(tool)
    bps = c.start(program, ["1", spv], [bp(STEPS["store"])], functions=[{"name": "main"}])
    _, frames = c.stop()
    eq((frames[0]["name"], frames[0]["line"]), ("main", 0), "an editor stops at the entry point")
    ok(NO_LINES in c.output, f"and is told why not at lines: {c.output}")
    bps = c.ask("setBreakpoints", source={"path": os.path.join(HERE, "steps.comp")}, breakpoints=[bp(STEPS["store"])])["breakpoints"]
    ok(not bps[0]["verified"] and NO_LINES in bps[0]["message"], f"{bps}")
    c.ask("disconnect")
    c.close()


def places_that_are_not(tool, program, spv):
    _, said = terminal_says(tool, program, spv, ["break nosuch", "break other.comp:3", "run"])
    said.has("run", r"^breakpoint 1 at nosuch never stopped: none of the 1 kernels that ran has it \(their files: steps.comp\)$")
    said.has("run", r"^breakpoint 2 at other.comp:3 never stopped")


def writers(tool, program, spv):
    """A watchpoint tells who wrote: other invocations than the one in focus, and each of several in one message."""
    line = STEPS["store"]
    _, said = terminal_says(tool, program, spv, ["start", "watch data.values[40]", "watch data.values[43]", "rwatch total[20]", "c", "p gl_GlobalInvocationID.x", "c", "rc", "c", "c"])
    said.has("c", r"^watchpoint: total\[20\] is read: 20, read by invocation \(43, 0, 0\), at \S*steps.comp:%d, \+0x[0-9a-f]+ send" % STEPS["other"])
    said.has("p gl_GlobalInvocationID.x", "= 43$")
    writes = (r"^watchpoint: data.values\[40\]: 0 -> 249.25, written by invocation \(40, 0, 0\); data.values\[43\]: 0 -> -255.5, written by invocation "
              r"\(43, 0, 0\), at \S*steps.comp:%d, \+0x[0-9a-f]+ sends? .*\ninvocation \(40, 0, 0\)" % line)
    said.has("c", writes, 1)
    said.has("rc", r"^watchpoint: total\[20\] is read: 20, read by invocation \(43, 0, 0\)")
    said.has("c", r"written by invocation \(40, 0, 0\); data.values\[43\]", 2)
    said.has("c", r"^watchpoint 2, 3, 4: its dispatch has ended$", 3)


def leave_out(spv, words, to):
    """The module `spv` without the instructions that have one of these words, as the file `to`."""
    text = subprocess.run(["spirv-dis", "--raw-id", spv], capture_output=True, text=True, check=True).stdout
    text = "\n".join(l for l in text.splitlines() if not set(words) & set(l.split()))
    subprocess.run(["spirv-as", "--target-env", "vulkan1.2", "-o", to, "-"], input=text, text=True, check=True)


def hlsl_without_a_prologue(tool, program, spv):
    """As glslang 15 writes it: what a function begins with has no line."""
    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bare.spv")
        leave_out(spv, ["OpLine", "DebugNoLine"], bare)
        hlsl(Client(tool), program, bare)


def names_of_debug_info(tool, program, spv):
    """Functions and variables that only NonSemantic.Shader.DebugInfo.100 names."""
    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bare.spv")
        leave_out(spv, ["OpName", "OpMemberName"], bare)
        _, said = terminal_says(tool, program, bare, ["break weigh if x == 2.5", "run", "bt", "info globals", "p total[2]", "c"])
    said.has("run", r"in weigh at .*steps.comp:%d$" % STEPS["sum"])
    said.has("bt", r"^\*#0 weigh at .*\n #1 main at ")
    said.has("info globals", r"^total = \[0, 1, 2, ")
    said.has("info globals", r"^data = \{")
    said.has("info globals", r"^Push = \{.*0\.5\}")
    said.has("p total[2]", "= 2$")


def terminal(tool, program, spv):
    script = [f"break steps.comp:{STEPS['store']} if gl_GlobalInvocationID.x == 37", "break weigh if x == 2.5", "run", "bt", "up", "p pair.a + 1",
              "down", "finish", "next 2", "p w", "reverse-step", "p w", "continue", "info locals", "p v.zyx", "p /x id", "lanes w", "invocation 40",
              "p id", "info threads", "info kernel", "registers r0", "x/4 shared 0", "x/2 total[5]", "disassemble 4", "list", "info globals", "watch data.values[40]",
              "delete 1", "c", "nosuch", "break", "x", "delete", "p a b", "c"]
    p, said = terminal_says(tool, program, spv, script)
    eq(p.returncode, 0, f"status, {p.stderr}")
    eq(p.stderr, "", "standard error")

    has = said.has
    has("run", r"^breakpoint 2\ninvocation \(2, 0, 0\), subgroup \d+ lane 2 of workgroup \(0, 0, 0\), in weigh")
    has("bt", r"\*#0 weigh at .*\n #1 main at")
    has("p pair.a + 1", r"^pair.a \+ 1 = 7$")
    has("finish", r"in main at")
    has("p w", r"^w = 15$")
    has("continue", r"^breakpoint 1\ninvocation \(37, 0, 0\)")
    for name, value in expected(37).items():
        has("info locals", f"^{name} = {re.escape(value)}$")
    has("p v.zyx", r"\(0.25, 26, -225\)")
    has("p /x id", "= 0x25")
    has("lanes w", r"^\*  5 active  line \d+ +-225$")
    has("invocation 40", r"invocation \(40, 0, 0\)")
    has("p id", "id = 40")
    has("info threads", r"^\* subgroup 2: runs, 16 of 16")
    has("info kernel", r"^main SIMD16, \d+ bytes")
    has("registers r0", r"^r0   [0-9a-f]{8} ")
    has("x/4 shared 0", r"^0x0: 00000000 00000001 00000002 00000003$")
    has("x/2 total[5]", r"^0x14: 00000005 00000006$")
    has("disassemble 4", r"^=> \+0x")
    has("list", r"^>%d\t    data.values" % STEPS["store"])
    has("info globals", r"^data = \{count = 64, pad = 0, scale = \(2, 0.25\), values = \[")
    has("c", r"^watchpoint: data.values\[40\]: 0 -> 249.25")
    has("nosuch", "there is no command")
    has("p a b", "no expression")
    has("c", r"^the program has ended, status 0$", 1)


def registers_of_threads(tool, program, spv):
    """All registers that a thread has on the chip, in its mode, as long as they are."""
    before = dict(os.environ)
    for device, debug, last, words in (("dg2", "", 127, 8), ("dg2", "registers=256", 255, 8), ("bmg", "registers=256", 255, 16)):
        os.environ.update(KILN_DEVICE=f"sim:{device}", KILN_DEBUG=debug)
        _, said = terminal_says(tool, program, spv, ["break weigh", "run", "registers r0 r999", f"p r{last}", f"p r{last + 1}",
                                                "delete 1", "c"])
        os.environ.clear()
        os.environ.update(before)
        said.has("registers r0 r999", rf"^r{last} +" + " ".join(words * ["[0-9a-f]{8}"]) + r"\nip ")
        said.has(f"p r{last}", rf"^r{last} = ")
        said.has(f"p r{last + 1}", f"there is no r{last + 1} here")


def other_drivers_flags(tool, program, spv):
    """What is wrong with a command line is said before anything starts."""
    for args, text in ((["--check", "nosuch", "--", program], "nosuch"), ([], "which program"), (["--dap", "--", program], "no program")):
        p = subprocess.run([sys.executable, tool, *args], capture_output=True, text=True, timeout=SECONDS)
        ok(p.returncode == 2 and text in p.stderr, f"{args}: {p}")
    p = subprocess.run([sys.executable, tool, "--batch", "-e", "run", "--", "/nonexistent/program"], capture_output=True, text=True, timeout=SECONDS)
    ok(p.returncode == 2 and "nonexistent" in p.stderr and "Traceback" not in p.stderr, f"no such program: {p}")


def main():
    tool, program, *spv = sys.argv[1:]
    number_lines()
    by_name = {os.path.basename(s): s for s in spv}
    for form in ("-gVS", "-g"):
        steps = by_name[f"steps{form}.spv"]
        case(f"breakpoints and locals, glslang {form}", breakpoints_and_locals, Client(tool), program, steps)
        case(f"stepping, there and back, glslang {form}", stepping, Client(tool), program, steps)
        case(f"watching, glslang {form}", watching, Client(tool), program, steps)
    case("watching, with checks", watching_with_checks, Client(tool), program, by_name["steps-gVS.spv"])
    for name, shift in (("steps-gVS", 0), ("steps-g", 0), ("steps-1.0", 0), ("lines-g", 194), ("lines-gVS", 194)):
        case(f"the text of lines: {name}", texts_of_lines, tool, program, by_name[name + ".spv"], name.split("-")[0] + ".comp", shift)
    for name in ("steps-gVS", "steps-g", "steps-1.0"):
        case(f"watchpoints tell who wrote: {name}", writers, tool, program, by_name[name + ".spv"])
    case("a module without lines", without_lines, tool, program, by_name["steps-none.spv"])
    steps, checks = by_name["steps-gVS.spv"], by_name["checks-gVS.spv"]
    case("registers of threads", registers_of_threads, tool, program, steps)
    case("breakpoints that no kernel has", places_that_are_not, tool, program, steps)
    if shutil.which("spirv-dis") and shutil.which("spirv-as"):
        case("names that debug information alone has", names_of_debug_info, tool, program, steps)
    case("instructions and memory; wrong requests", machine, Client(tool), program, steps)
    case("stop at a fault, and before it", faulting, Client(tool), program, by_name["fault-gVS.spv"])
    case("pause, and breakpoints while it runs; two kernels", pausing, Client(tool), program, by_name["long-gVS.spv"], steps)
    case("stop on entry, over a port", entry, Client(tool, port=0), program, steps)
    with open(os.path.join(HERE, "checks.comp"), encoding="utf-8") as f:
        lines = f.read().splitlines()
    at = {text: 1 + next(i for i, l in enumerate(lines) if text in l) for text in ("uint other", "float bad", "100000u")}
    case("stop at a race", findings, Client(tool), program, checks, ["race"], at["uint other"], "race: nothing orders")
    case("stop out of bounds", findings, Client(tool), program, checks, ["oob"], at["100000u"], "oob: 4 bytes at offset 400016")
    case("stop at a NaN", findings, Client(tool), program, checks, ["nan"], at["float bad"], "NaN")
    if "steps-wgsl.spv" in by_name:
        case("WGSL by naga", naga, Client(tool), program, by_name["steps-wgsl.spv"])
    case("HLSL by glslang", hlsl, Client(tool), program, by_name["steps-hlsl.spv"])
    if shutil.which("spirv-dis") and shutil.which("spirv-as"):
        case("lines from the middle of a function on", hlsl_without_a_prologue, tool, program, by_name["steps-hlsl.spv"])
    case("the terminal", terminal, tool, program, steps)
    case("wrong command lines", other_drivers_flags, tool, program, steps)
    case("clients that speak no protocol", no_protocol, tool)
    case("debuggers that are none", no_debugger, program, steps)
    print(f"1..{cases}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())

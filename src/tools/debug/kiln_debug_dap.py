"""The Debug Adapter Protocol (Microsoft's specification, version 1.6x): requests of an editor, answered by a session.

A thread of the protocol is an invocation of the workgroup that stands; its frames are the calls that led to where it is."""
import base64
import json
import os
import socket
import struct
import sys
import threading

import kiln_debug_expr as expr
import kiln_debug_wire as wire
from kiln_debug_session import BUILT_IN, CHECKS, Breakpoint, Listener, Session
from kiln_debug_value import Gone, Value, place_name
from kiln_text import shown

MAX_HEADER, MAX_BODY = 4096, 64 << 20
FRAMES = 64  # of an invocation at most: frame ids are index * FRAMES + depth
MAX_CHILDREN = 1000
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True, "supportsConditionalBreakpoints": True, "supportsHitConditionalBreakpoints": True,
    "supportsFunctionBreakpoints": True, "supportsEvaluateForHovers": True, "supportsStepBack": True, "supportsDataBreakpoints": True,
    "supportsDisassembleRequest": True, "supportsReadMemoryRequest": True, "supportsInstructionBreakpoints": True,
    "supportsSteppingGranularity": True, "supportsTerminateRequest": True, "supportsExceptionInfoRequest": True,
    "supportsLoadedSourcesRequest": True, "supportTerminateDebuggee": True,
    "exceptionBreakpointFilters": [{"filter": "nan", "label": "A value becomes NaN", "default": False}]
    + [{"filter": c, "label": f"Check: {c}", "default": False} for c in CHECKS],
}


def number(text):
    """A number of JSON; None instead of one that the protocol cannot mean (1e999, 10,000 digits): what wants it is refused."""
    value = float(text) if not text.lstrip("-").isdigit() else int(text) if len(text) < 21 else float("inf")
    return value if abs(value) <= 1 << 63 else None


class Refused(Exception):
    """A request that cannot be done, and why."""


class Stream:
    def __init__(self, read, write):
        self.read, self.write, self.lock, self.seq = read, write, threading.Lock(), 0

    def receive(self):
        """A message; None at the end. ValueError: what comes is no protocol."""
        length, size = None, 0
        while True:
            line = self.read.readline(MAX_HEADER)
            if not line:
                return None
            size += len(line)
            if size > MAX_HEADER:
                raise ValueError("the header is too long")
            if line in (b"\r\n", b"\n"):
                break
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        if length is None or not 0 <= length <= MAX_BODY:
            raise ValueError("no length")
        body = self.read.read(length)
        if len(body) < length:
            return None
        message = json.loads(body, parse_int=number, parse_float=number, parse_constant=number)
        if not isinstance(message, dict):
            raise ValueError("no message")
        return message

    def send(self, message):
        with self.lock:
            self.seq += 1
            body = json.dumps({"seq": self.seq, **message}).encode()
            try:
                self.write.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                self.write.flush()
            except (OSError, ValueError):
                pass  # the client is gone; reading will say so

    def event(self, name, **body):
        self.send({"type": "event", "event": name, "body": body})


class Adapter(Listener):
    def __init__(self, stream, manifest):
        self.stream, self.manifest = stream, manifest
        self.session = Session(self)
        self.launched, self.configured, self.checks, self.ended = None, False, [], False
        self.one_based, self.handles, self.after = True, {}, []
        self.data, self.line_base, self.paths = {}, 1, []

    # ---- what the session tells

    def output(self, category, text):
        self.stream.event("output", category=category, output=text)

    def stopped(self, stop):
        self.handles = {}
        reason = {"breakpoint": "breakpoint", "step": "step", "entry": "entry", "pause": "pause", "watch": "data breakpoint", "check": "exception",
                  "nan": "exception", "fault": "exception", "start": "step"}[stop.reason]
        body = {"reason": reason, "threadId": self.session.kernel.index_of(self.session.thread, self.session.lane) + 1,
                "allThreadsStopped": True}
        if stop.breakpoints:
            body["hitBreakpointIds"] = [b.id for b in stop.breakpoints if not b.once]
            if stop.breakpoints[0].once:
                body["reason"] = "entry"
        if stop.text or stop.reason == "start":
            body["description"] = body["text"] = stop.text or "the workgroup's start"
        self.stream.event("stopped", **body)

    def breakpoint(self, b):
        self.stream.event("breakpoint", reason="changed", breakpoint=self.breakpoint_body(b))

    def exited(self, status):
        self.ended = True
        self.stream.event("exited", exitCode=status if status >= 0 else 128 - status)
        self.stream.event("terminated")

    # ---- the conversation

    def run(self):
        while True:
            try:
                request = self.stream.receive()
            except (ValueError, RecursionError) as e:
                print(shown(f"kiln-debug: no message of the protocol: {e}"), file=sys.stderr)
                break
            if request is None:
                break
            if not self.handle(request):
                break
        self.session.end()

    def handle(self, request):
        """False after disconnect."""
        command, seq = request.get("command"), request.get("seq", 0)
        arguments = request.get("arguments")
        arguments = arguments if isinstance(arguments, dict) else {}
        answer = {"type": "response", "request_seq": seq, "command": command, "success": True}
        method = getattr(self, "on_" + command, None) if isinstance(command, str) and command.isalpha() else None
        self.after = []
        try:
            if not method:
                raise Refused(f"there is no request {command}")
            body = method(arguments)
            if body is not None:
                answer["body"] = body
        except (Refused, Gone, expr.Wrong, wire.Lost, OSError) as e:
            answer["success"] = False
            answer["message"] = str(e)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, struct.error) as e:
            answer["success"] = False
            answer["message"] = f"the request has not what it needs: {e!r}"
        self.stream.send(answer)
        for work in self.after:
            work()
        return command != "disconnect"

    def on_initialize(self, a):
        self.line_base = 1 if a.get("linesStartAt1", True) else 0
        self.after.append(lambda: self.stream.event("initialized"))
        return CAPABILITIES

    def on_launch(self, a):
        program = a.get("program")
        if not isinstance(program, str):
            raise Refused("launch needs a program")
        env = a.get("env") or {}
        self.launched = {"argv": [program] + [str(x) for x in a.get("args") or []], "cwd": a.get("cwd"), "device": a.get("device"),
                         "env": {k: str(v) for k, v in env.items() if v is not None}}
        self.checks = list(a.get("check") or [])
        self.session.stop_at_entry = bool(a.get("stopOnEntry"))
        if self.configured:
            self.start()

    def on_attach(self, a):
        raise Refused("kiln-debug starts the program: use launch")

    def on_configurationDone(self, a):
        self.configured = True
        if self.launched:
            self.start()

    def start(self):
        if self.session.program:
            raise Refused("it runs already")
        checks = list(dict.fromkeys(self.checks))
        self.session.launch(self.launched["argv"], cwd=self.launched["cwd"], env=self.launched["env"], device=self.launched["device"],
                            checks=checks, beside=self.manifest)

    def on_disconnect(self, a):
        self.session.end()

    def on_terminate(self, a):
        self.session.end()

    # ---- breakpoints

    def breakpoint_body(self, b):
        body = {"id": b.id, "verified": b.verified()}
        if b.file:
            body["source"] = {"name": os.path.basename(b.file), "path": b.file}
            body["line"] = (b.at or b.line) - 1 + self.line_base
        if not b.verified():
            body["message"] = b.why or "no kernel with this line has run yet"
        return body

    def on_setBreakpoints(self, a):
        path = a["source"].get("path") or a["source"].get("name")
        new = [Breakpoint(path, w["line"] + 1 - self.line_base, condition=w.get("condition") or None, ignore=hits(w))
               for w in a.get("breakpoints") or []]
        if path not in self.paths:
            self.paths.append(path)
        self.session.replace_breakpoints(lambda b: b.file != path, new)
        return {"breakpoints": [self.breakpoint_body(b) for b in new]}

    def on_setFunctionBreakpoints(self, a):
        new = [Breakpoint(function=w["name"], condition=w.get("condition") or None, ignore=hits(w)) for w in a.get("breakpoints") or []]
        self.session.replace_breakpoints(lambda b: not b.function, new)
        return {"breakpoints": [self.breakpoint_body(b) for b in new]}

    def on_setInstructionBreakpoints(self, a):
        base = self.session.kernel.address if self.session.kernel else 0
        new = [Breakpoint(ip=int(w["instructionReference"], 0) + w.get("offset", 0) - base, condition=w.get("condition") or None)
               for w in a.get("breakpoints") or []]
        self.session.replace_breakpoints(lambda b: b.ip is None, new)
        return {"breakpoints": [self.breakpoint_body(b) for b in new]}

    def on_setExceptionBreakpoints(self, a):
        names = list(a.get("filters") or []) + [o["filterId"] for o in a.get("filterOptions") or []]
        self.session.catch_nan = "nan" in names
        checks = [n for n in names if n in CHECKS]
        if self.session.program and set(checks) - set(self.checks):
            raise Refused("checks are chosen before the program starts")
        if not self.session.program:
            self.checks += checks
        return {"breakpoints": [{"verified": True} for _ in names]}

    def on_exceptionInfo(self, a):
        stop = self.standing()
        return {"exceptionId": stop.reason, "description": stop.text or "a value has become NaN", "breakMode": "always"}

    def on_dataBreakpointInfo(self, a):
        name, ref = a["name"], a.get("variablesReference")
        value = self.child_named(ref, name) if ref else self.evaluated(name, a.get("frameId"))
        if not isinstance(value, Value) or not value.place.ranges:
            return {"dataId": None, "description": f"{name} is not in memory"}
        key = f"{name}#{len(self.data)}"
        self.data[key] = (name, value)
        return {"dataId": key, "description": f"{name} of this invocation", "accessTypes": ["read", "write", "readWrite"]}

    def on_setDataBreakpoints(self, a):
        from kiln_debug_session import Watch
        kinds = {"read": wire.WATCH_READ, "write": wire.WATCH_WRITE, "readWrite": wire.WATCH_READ | wire.WATCH_WRITE}

        def work():
            self.session.watches, out, room = [], [], 16
            for w in a.get("breakpoints") or []:
                name, value = self.data[w["dataId"]]
                ranges = value.place.ranges(value.offset, value.bytes())
                room -= len(ranges)
                if room < 0:
                    out.append({"verified": False, "message": "there are 16 watchpoints"})
                    continue
                self.session.watches.append(Watch(name, kinds[w.get("accessType", "write")], value, ranges))
                out.append({"id": self.session.watches[-1].id, "verified": True})
            return out
        return {"breakpoints": self.session.call(work) if self.session.stop else []}

    # ---- going on

    def focus(self, a):
        """The invocation that a request is for is in focus from now on."""
        kernel = self.session.kernel
        index = int(a.get("threadId", 1)) - 1
        if not kernel or not 0 <= index < kernel.invocations():
            raise Refused("there is no such invocation")
        place = kernel.place_of(index)

        def work():
            self.session.thread, self.session.lane = place
        self.session.call(work)

    def go(self, a, mode, kind=None):
        self.focus(a)
        if a.get("granularity") == "instruction" and mode in (wire.STEP, wire.BACK_STEP):
            mode, kind = (wire.STEP_INST if mode == wire.STEP else wire.BACK_INST), None
        self.handles = {}
        self.after.append(lambda: self.session.go(mode, kind))

    def on_continue(self, a):
        self.go(a, wire.GO)
        return {"allThreadsContinued": True}

    def on_next(self, a):
        self.go(a, wire.STEP, "over")

    def on_stepIn(self, a):
        self.go(a, wire.STEP, "into")

    def on_stepOut(self, a):
        self.go(a, wire.STEP, "out")

    def on_stepBack(self, a):
        self.go(a, wire.BACK_STEP, "back")

    def on_reverseContinue(self, a):
        self.go(a, wire.BACK)

    def on_pause(self, a):
        self.session.pause()

    # ---- where it stands

    def standing(self):
        stop = self.session.stop
        if not stop:
            raise Refused("the program runs")
        return stop

    def on_threads(self, a):
        s, out = self.session, []
        if s.stop and s.kernel:
            for index in range(s.kernel.invocations()):
                thread, lane = s.kernel.place_of(index)
                xyz = tuple(s.stop.group_id[i] * s.kernel.local[i] + s.kernel.local_id(index)[i] for i in range(3))
                out.append({"id": index + 1, "name": f"invocation {xyz} (subgroup {thread} lane {lane})"})
        return {"threads": out or [{"id": 1, "name": "invocations"}]}

    def source_of(self, line):
        kernel, body = self.session.kernel, {"name": os.path.basename(line.file)}
        here = os.path.join((self.launched or {}).get("cwd") or ".", line.file)
        # The editor knows a file by the name that it set breakpoints by, wherever the compiler was started.
        known = next((p for p in self.paths if kernel.file_like(p) == line.file), None)
        body["path"] = known or (os.path.abspath(here) if os.path.exists(here) else line.file)
        if not os.path.exists(body["path"]) and kernel.sources.get(line.file) is not None:
            body["sourceReference"] = sorted(kernel.sources).index(line.file) + 1
        return body

    def on_stackTrace(self, a):
        self.standing()
        index = int(a["threadId"]) - 1
        kernel = self.session.kernel
        if not 0 <= index < kernel.invocations():
            raise Refused("there is no such invocation")
        thread, lane = kernel.place_of(index)

        def work():
            ip, out = self.session._ip(thread, lane), []
            for depth, (name, line, _) in enumerate(kernel.frames(ip)[:FRAMES] if ip is not None else []):
                f = {"id": index * FRAMES + depth + 1, "name": name, "line": 0, "column": 0}
                if line:
                    f.update(line=line.line - 1 + self.line_base, column=self.line_base, source=self.source_of(line))
                if depth == 0:
                    f["instructionPointerReference"] = hex(kernel.address + ip)
                out.append(f)
            return out
        frames = self.session.call(work)
        start = int(a.get("startFrame") or 0)
        return {"stackFrames": frames[start:start + (int(a.get("levels") or 0) or FRAMES)], "totalFrames": len(frames)}

    def frame_of(self, frame_id):
        """(thread, lane, depth)"""
        if not frame_id:
            return self.session.thread, self.session.lane, 0
        index, depth = divmod(int(frame_id) - 1, FRAMES)
        if not 0 <= index < self.session.kernel.invocations():
            raise Refused("there is no such frame")
        return (*self.session.kernel.place_of(index), depth)

    def handle_of(self, what):
        n = len(self.handles) + 1
        self.handles[n] = what
        return n

    def on_scopes(self, a):
        self.standing()
        thread, lane, depth = self.frame_of(a["frameId"])
        frames = self.session.call(lambda: self.session.frames(thread, lane))
        if not depth < len(frames):
            raise Refused("there is no such frame")
        _, line, instance = frames[depth]
        at = line.line if line else None
        scopes = [("Locals", ("variables", instance, at, thread, lane), "locals", False)] if instance else []
        scopes += [("Globals", ("variables", 0, None, thread, lane), "globals", False),
                   ("Invocation", ("built-ins", thread, lane), "invocation", False),
                   ("Registers", ("registers", thread), "registers", True)]
        return {"scopes": [{"name": n, "variablesReference": self.handle_of(h), "presentationHint": p, "expensive": e} for n, h, p, e in scopes]}

    def variable(self, name, value):
        """For call(): the protocol's Variable of a Value, a number, a list or why there is none."""
        if isinstance(value, Gone):
            return {"name": name or "(block)", "value": f"<{value}>", "variablesReference": 0, "presentationHint": {"attributes": ["readOnly"]}}
        if not isinstance(value, Value):
            return {"name": name, "value": expr.text_of(value), "variablesReference": 0}
        body = {"name": name or "(block)", "value": value.text(), "type": value.type_name(), "variablesReference": 0,
                "evaluateName": name}
        if value.has_children():
            body["variablesReference"] = self.handle_of(("value", value))
            body["indexedVariables" if value.kind() in ("array", "runtime") else "namedVariables"] = value.length()
        if value.place.ranges:
            space, address, _ = value.place.ranges(value.offset, 4)[0]
            if space == wire.MEMORY:
                body["memoryReference"] = hex(address)
        return body

    def children(self, reference, start=0, count=0):
        """For call(): [(name, value)]"""
        what = self.handles.get(reference)
        if not what:
            raise Refused("there is no such variable any more")
        if what[0] == "variables":
            _, instance, line, thread, lane = what
            return [(n or place_name(v), self.session.value(v, thread, lane)) for n, v in self.session.described(instance, line)]
        if what[0] == "built-ins":
            return [(n, self.session.built_in(n, *what[1:])) for n in BUILT_IN]
        if what[0] == "registers":
            return [(f"r{r}", " ".join(f"{w:08x}" for w in words)) for r, words in enumerate(self.session.registers(what[1]))]
        value = what[1]
        end = min(value.length(), start + (count or MAX_CHILDREN))
        return [(c.name, c) for c in (value.child(n) for n in range(start, end))]

    def on_variables(self, a):
        self.standing()

        def work():
            return [self.variable(n, v) for n, v in self.children(a["variablesReference"], int(a.get("start") or 0), int(a.get("count") or 0))]
        return {"variables": self.session.call(work)}

    def child_named(self, reference, name):
        for n, v in self.session.call(lambda: self.children(reference)):
            if n == name:
                return v
        raise Refused(f"there is no {name}")

    def evaluated(self, text, frame_id):
        thread, lane, depth = self.frame_of(frame_id)
        return self.session.evaluate(text, depth, thread, lane)

    def on_evaluate(self, a):
        self.standing()
        value = self.evaluated(a["expression"], a.get("frameId"))
        body = self.session.call(lambda: self.variable(a["expression"], value))
        return {"result": body.pop("value"), **{k: v for k, v in body.items() if k not in ("name", "evaluateName")}}

    # ---- code, memory, sources

    def on_disassemble(self, a):
        kernel = self.session.kernel
        if not kernel:
            raise Refused("no kernel has run yet")
        at = int(a["memoryReference"], 0) + int(a.get("offset") or 0) - kernel.address
        first = next((i for i, (o, size, _) in enumerate(kernel.instructions) if o <= at < o + size), None)
        count, out = min(int(a["instructionCount"]), 10000), []
        start = (first if first is not None else 0) + int(a.get("instructionOffset") or 0)
        for i in range(start, start + count):
            if first is None or not 0 <= i < len(kernel.instructions):
                out.append({"address": hex(max(0, kernel.address + at + 16 * (i - start))), "instruction": "(no instruction)",
                            "presentationHint": "invalid"})
                continue
            offset, size, text = kernel.instructions[i]
            line = kernel.line_at(offset)
            row = {"address": hex(kernel.address + offset), "instruction": text, "instructionBytes": kernel.code[offset:offset + size].hex(" ")}
            if line:
                row.update(location=self.source_of(line), line=line.line - 1 + self.line_base)
            out.append(row)
        return {"instructions": out}

    def on_readMemory(self, a):
        self.standing()
        address, count = int(a["memoryReference"], 0) + int(a.get("offset") or 0), min(int(a["count"]), 1 << 20)
        if address < 0 or address >= 1 << 64:
            raise Refused("no such address")
        data = self.session.call(lambda: self.session._read_space(wire.MEMORY, address, count))
        return {"address": hex(address), "data": base64.b64encode(data).decode(), "unreadableBytes": count - len(data)}

    def on_source(self, a):
        kernel, n = self.session.kernel, a.get("sourceReference") or (a.get("source") or {}).get("sourceReference", 0)
        names = sorted(kernel.sources) if kernel else []
        if not 1 <= n <= len(names):
            raise Refused("there is no such source")
        return {"content": kernel.sources[names[n - 1]]}

    def on_loadedSources(self, a):
        kernel = self.session.kernel
        files = sorted(kernel.files()) if kernel else []
        return {"sources": [{"name": os.path.basename(f), "path": f} for f in files]}


def hits(w):
    """Hits that a breakpoint passes before it stops: hitCondition N stops at the N-th."""
    text = str(w.get("hitCondition") or "").lstrip(">= ")
    return max(0, int(text) - 1) if text.isdigit() else 0


def serve(port, manifest):
    if port is None:
        out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # nothing but the protocol on the real standard output
        Adapter(Stream(sys.stdin.buffer, out), manifest).run()
        return 0
    door = socket.create_server(("127.0.0.1", port))
    print(f"listening on 127.0.0.1:{door.getsockname()[1]}", flush=True)
    while True:
        try:
            client, _ = door.accept()
        except KeyboardInterrupt:
            return 0
        with client, client.makefile("rb") as read, client.makefile("wb") as write:
            Adapter(Stream(read, write), manifest).run()

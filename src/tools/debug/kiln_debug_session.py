"""A debugged program: starts it, holds its threads, and answers requests of front ends (kiln_debug_terminal.py, kiln_debug_dap.py).

One thread, the keeper, talks to the program. While the program stands, a front end gives it work by call(); what makes the program go on
ends the keeper's waiting."""
import os
import queue
import re
import struct
import subprocess
import threading

import kiln_debug_expr as expr
import kiln_debug_wire as wire
from kiln_debug_kernel import Kernel
from kiln_debug_value import Descriptors, Gone, Place, Value, type_name

CHECKS = ("race", "oob", "uninit", "barrier", "stale")
WAIT = 0.2  # seconds between two looks whether the program has ended before it connects
SURFTYPE_NULL = 7
BUILT_IN = ("gl_GlobalInvocationID", "gl_LocalInvocationID", "gl_LocalInvocationIndex", "gl_WorkGroupID", "gl_NumWorkGroups",
            "gl_WorkGroupSize", "gl_SubgroupInvocationID", "gl_SubgroupID")


class Breakpoint:
    count = 0

    def __init__(self, file=None, line=None, function=None, condition=None, ignore=0, ip=None):
        Breakpoint.count += 1
        self.id, self.file, self.line, self.function = Breakpoint.count, file, line, function
        self.condition, self.ignore, self.ip = condition, ignore, ip
        self.ips, self.at, self.hits, self.note, self.once = [], None, 0, "", False
        self.found = False  # some kernel had it
        self.why = ""  # not in this kernel, and why
        if condition:
            expr.parse(condition)  # what is wrong with it is said now

    def verified(self):
        return bool(self.ips)

    def resolve(self, kernel):
        if self.function:
            self.ips = kernel.ips_of_function(self.function)
            self.at = kernel.line_at(self.ips[0]).line if self.ips and kernel.line_at(self.ips[0]) else None
        elif self.ip is not None:
            self.ips = [self.ip] if self.ip < len(kernel.code) else []
        else:
            self.at, self.ips = kernel.ips_of(self.file, self.line)
        self.found |= bool(self.ips)
        self.why = "" if self.ips else f"{kernel.title()} has no such place" + (f": {kernel.lacks()}" if kernel.lacks() else "")

    def where(self):
        return self.function or (f"+0x{self.ip:x}" if self.ip is not None else ("line " if self.file == "*" else os.path.basename(self.file) + ":") + str(self.at or self.line))


class Watch:
    def __init__(self, text, kinds, value, ranges):
        Breakpoint.count += 1
        self.id, self.text, self.kinds, self.value, self.ranges = Breakpoint.count, text, kinds, value, ranges
        self.last = value.text()


class Stop:
    """Where the program stands."""

    def __init__(self, reason, group, group_id, thread, ip, count, active, text):
        self.reason, self.group, self.group_id, self.thread = reason, group, group_id, thread
        self.ip, self.count, self.active, self.text, self.breakpoints = ip, count, active, text, []


class Listener:
    """What a front end is told, by the keeper's thread or by one that reads the program's output."""

    def output(self, category, text): pass
    def kernel(self, kernel): pass
    def stopped(self, stop): pass
    def breakpoint(self, breakpoint): pass
    def exited(self, status): pass


class Session:
    def __init__(self, listener):
        self.listener = listener
        self.program = self.link = self.kernel = self.stop = None
        self.thread = self.lane = 0
        self.breakpoints, self.watches, self.catch_nan, self.stop_at_entry = [], [], False, False
        self.mode, self.steps_kind, self.finished, self.status = wire.GO, None, False, None
        self.work, self.lock, self.cache = queue.Queue(), threading.RLock(), {}
        self.kernels = {}  # that ran, by their code: their files
        self.news = False  # breakpoints have changed while it ran: it stands only to learn of them
        self.standing = threading.Event()

    # ---- the program

    def launch(self, argv, cwd=None, env=None, device=None, checks=(), beside=None):
        self.door = wire.Door()
        e = dict(os.environ)
        e.update(env or {})
        flags = [f for f in e.get("KILN_DEBUG", "").split(",") if f]
        e["KILN_DEBUG"] = ",".join(flags + [f for f in ("source", "noslice") if f not in flags])
        e["KILN_SIM_DEBUG"] = self.door.path
        e.setdefault("KILN_SIM_STRICT", "off")  # so that what a journal puts back is memory, not a cache
        if device or not e.get("KILN_DEVICE", "").startswith("sim:"):
            e["KILN_DEVICE"] = "sim:" + (device or "skl")
        if checks:
            e["KILN_SIM_CHECK"] = ",".join(checks)
        if beside and not e.get("VK_DRIVER_FILES"):
            e["VK_DRIVER_FILES"] = e["VK_ICD_FILENAMES"] = beside
        e.pop("KILN_SIM_STATS", None)
        try:
            self.program = subprocess.Popen(argv, cwd=cwd, env=e, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError:
            self.door.close()
            raise
        self.readers = [threading.Thread(target=self._read, args=(getattr(self.program, s), s), daemon=True) for s in ("stdout", "stderr")]
        for r in self.readers:
            r.start()
        self.keeper = threading.Thread(target=self._keep, daemon=True)
        self.keeper.start()

    def _read(self, stream, category):
        for line in iter(stream.readline, b""):
            self.listener.output(category, line.decode(errors="replace"))

    def _keep(self):
        try:
            while self.program.poll() is None:
                link = self.door.accept(WAIT)
                if link:
                    self._serve(link)
        finally:
            self.program.wait()
            for r in self.readers:
                r.join(1)
            self.door.close()
            with self.lock:
                self.finished, self.stop = True, None
                self.status = self.program.returncode
            self.standing.set()
            self._drain()
            self._tell_unfound()
            self.listener.exited(self.program.returncode)

    def _serve(self, link):
        """One process of the program; a second one that connects meanwhile waits."""
        self.link = link
        try:
            while True:
                op, numbers, data = link.receive()
                if op == wire.WALKER:
                    self._walker(numbers, data)
                elif op == wire.STOPPED and len(numbers) >= 9 and numbers[0] < len(wire.REASONS):
                    self._stopped(numbers, data)
                elif op == wire.ENDED:
                    self._end_watches()
        except wire.Lost:
            pass
        finally:
            with self.lock:
                self.link, self.stop = None, None
            link.close()

    def _walker(self, numbers, data):
        kernel = Kernel(numbers, data)
        self.news = False
        self.kernel, self.watches, self.cache = kernel, [], {}
        self.listener.kernel(kernel)
        for b in self.breakpoints:
            had = b.verified()
            b.resolve(kernel)
            if b.verified() and not had:
                self.listener.breakpoint(b)
        self._tell_lack(kernel)
        if self.stop_at_entry:
            self.stop_at_entry = False
            entry = Breakpoint(ip=min(kernel.first_rows().values(), default=0))
            entry.ips, entry.once = [entry.ip], True
            self.breakpoints.append(entry)
        self.mode = wire.GO
        self._send_all()
        self.link.send(wire.RUN, (wire.GO, 0, 0))

    def _tell_lack(self, kernel):
        """Once of each kernel: that breakpoints in source do not stop in it."""
        known = kernel.code in self.kernels
        self.kernels[kernel.code] = {l.file for l in kernel.lines if l}
        missing = [b for b in self.breakpoints if not b.verified() and b.ip is None]
        if missing and kernel.lacks() and not known:
            self.listener.output("console", f"breakpoint {', '.join(str(b.id) for b in missing)}: not in {kernel.title()}: {kernel.lacks(True)}\n")

    def _tell_unfound(self):
        for b in self.breakpoints:
            if b.found:
                continue
            files = sorted({os.path.basename(f) for names in self.kernels.values() for f in names})
            what = (f"none of the {len(self.kernels)} kernels that ran has it" + (f" (their files: {', '.join(files[:8])})" if files else ", nor any source line")
                    if self.kernels else "no kernel has run on a simulated device of Kiln's")
            self.listener.output("console", f"breakpoint {b.id} at {b.where()} never stopped: {what}\n")

    def _end_watches(self):
        if self.watches:
            self.listener.output("console", f"watchpoint {', '.join(str(w.id) for w in self.watches)}: its dispatch has ended\n")
        self.watches = []

    def _send_all(self):
        self.link.send(wire.SET_BREAKS, sorted({ip for b in self.breakpoints for ip in b.ips}))
        self.link.send(wire.SET_WATCHES, [n for w in self.watches for r in w.ranges for n in r + (w.kinds,)])
        self.link.send(wire.SET_CATCH, (int(self.catch_nan),))

    # ---- stopping and going on

    def _stopped(self, numbers, data):
        reason, group, x, y, z, thread, ip, count, active = numbers[:9]
        stop = Stop(wire.REASONS[reason], group, (x, y, z), thread, ip, count, active, data.decode(errors="replace"))
        keep = (self.thread, self.lane)
        with self.lock:
            self.stop, self.cache = stop, {}
            if thread != self.thread or not active >> self.lane & 1:
                self.thread, self.lane = thread, (active & -active).bit_length() - 1 if active else 0
            if stop.reason == "nan" and stop.text.isdigit():
                self.lane, stop.text = int(stop.text), ""
        stops = self._is_wanted(stop)
        self.news = False
        if not stops:
            self.thread, self.lane = keep
            self.stop = None
            self._run(self.mode)
            return
        self.breakpoints = [b for b in self.breakpoints if not b.once]
        self.listener.stopped(stop)
        self.standing.set()
        while self.stop is stop:
            work = self.work.get()
            work()

    def _is_wanted(self, stop):
        """Conditions of breakpoints: the focus goes to the first invocation that fulfils one."""
        if stop.reason == "watch":
            return self._watched(stop)
        if stop.reason == "pause":
            return not self.news
        if stop.reason != "breakpoint":
            return True
        focus = [self.lane] + [l for l in range(self.kernel.simd) if stop.active >> l & 1 and l != self.lane]
        for b in self.breakpoints:
            if stop.ip not in b.ips:
                continue
            for lane in focus if b.condition else focus[:1]:
                self.lane = lane
                if b.condition and not self._holds(b):
                    continue
                b.hits += 1
                if b.hits > b.ignore:
                    stop.breakpoints.append(b)
                break
            if stop.breakpoints:
                return True
        self.lane = focus[0]
        return False

    def _holds(self, b):
        try:
            return bool(expr.number_of(self._evaluate(b.condition)))
        except (Gone, expr.Wrong) as e:
            if b.note != str(e):
                b.note = str(e)
                self.listener.output("console", f"breakpoint {b.id}: {b.condition}: {e}\n")
            return False

    def _watched(self, stop):
        """What has changed and who did it, in words; a write of the same value counts too. The focus goes to who did it."""
        kind, *words = stop.text.split()
        ip = int(words[0], 16) if words else None
        hits = {int(w, 16): int(c, 16) for w, c in (word.split(":") for word in words[1:])}
        told, first, focus = [], 0, None
        for w in self.watches:
            mine = [n for n in range(first, first + len(w.ranges)) if n in hits]
            first += len(w.ranges)
            if not mine:
                continue
            channels, now = 0, w.value.text()
            for n in mine:
                channels |= hits[n]
            if focus is None and channels:
                focus = self.lane = (channels & -channels).bit_length() - 1
            what = (f"{w.text} is read: {now}" if kind == "read" else f"{w.text}: {w.last} -> {now}" if now != w.last else
                    f"{w.text} is written again: {now}")
            told.append(f"{what}, {self._doer(kind, stop.thread, channels)}")
            w.last = now
        line = self.kernel.line_at(ip) if ip is not None else None
        where = (f", at {line.file}:{line.line}" if line else "") + (f", +0x{ip:x} {self.kernel.instruction_at(ip)}" if ip is not None else "")
        stop.text = ("; ".join(told) or f"{kind} of " + ", ".join(w.text for w in self.watches)) + where
        return True

    def _doer(self, kind, thread, channels):
        """Who; of several channels the first."""
        who = f"subgroup {thread}"
        if channels:
            more = bin(channels).count("1") - 1
            g = self.built_in("gl_GlobalInvocationID", thread, (channels & -channels).bit_length() - 1)
            who = f"invocation {tuple(g)}" + (f" and {more} more of its subgroup" if more else "")
        return f"{'read' if kind == 'read' else 'written'} by {who}"

    def _run(self, mode):
        self.mode = mode
        self._send_all()
        if self.steps_kind and mode in (wire.STEP, wire.BACK_STEP):
            self.link.send(wire.SET_STEPS, self.steps)
        self.link.send(wire.RUN, (mode, self.thread, self.lane))

    def call(self, work):
        """work() by the keeper, which has the program stand; its result or exception."""
        done, box = threading.Event(), []

        def run():
            try:
                box.append((work(), None))
            except Exception as e:  # handed to who asked
                box.append((None, e))
            done.set()
        with self.lock:
            if self.stop is None:
                raise Gone("the program does not stand" if not self.finished else "the program has ended")
            self.work.put(run)
        while not done.wait(0.5):
            if self.finished:
                raise Gone("the program has ended")
        result, error = box[0]
        if error:
            raise error
        return result

    def _drain(self):
        while not self.work.empty():
            self.work.get()()

    def go(self, mode, kind=None):
        """Lets it go on: `kind` of a step is over, into, out, back or back-into."""
        def work():
            m = mode
            self.steps_kind = kind
            if kind:
                at = self._ip()
                if at is not None and not self.kernel.line_at(at):
                    self.listener.output("console", f"no source line here: a step is one instruction{self._lack()}\n")
                self.steps = self.kernel.steps(at, kind) if at is not None else []
                if not self.steps:  # nothing of this statement is known, nobody called, or the invocation has ended
                    m = wire.GO if kind == "out" else wire.STEP_INST if mode == wire.STEP else wire.BACK_INST
            self.standing.clear()
            self._run(m)
            self.stop = None
        self.call(work)

    def pause(self):
        with self.lock:
            if self.link and not self.stop:
                self.news = False
                self.link.send(wire.PAUSE)

    def end(self):
        """Ends the program."""
        if self.program and self.program.poll() is None:
            self.program.kill()
        if self.stop:
            try:
                self.call(lambda: self._hang_up())
            except Gone:
                pass

    def _hang_up(self):
        self.stop = None
        self.link.close()

    def detach(self):
        self.breakpoints, self.watches = [], []
        self.go(wire.DETACH)

    # ---- breakpoints, from any thread

    def replace_breakpoints(self, keep, new):
        """Those that keep(b) is true of, and new ones. They hold from now on, also where the program runs."""
        def work():
            self.breakpoints = [b for b in self.breakpoints if keep(b)] + new
            for b in new:
                if self.kernel:
                    b.resolve(self.kernel)
        if self.stop:
            self.call(work)
            return
        work()
        with self.lock:
            if self.link and not self.stop:
                self.news = True
                self.link.send(wire.PAUSE)

    def watch(self, text, kinds=wire.WATCH_WRITE):
        def work():
            value = self._evaluate(text)
            if not isinstance(value, Value) or not value.place.ranges:
                raise Gone(f"{text} is not in memory")
            ranges = value.place.ranges(value.offset, value.bytes())
            if sum(len(w.ranges) for w in self.watches) + len(ranges) > 16:
                raise Gone(f"{text} is in {len(ranges)} pieces: there are 16 watchpoints")
            self.watches.append(Watch(text, kinds, value, ranges))
            return self.watches[-1]
        return self.call(work)

    # ---- where it stands: for call()

    def _ask(self, op, numbers):
        key = (op, numbers)
        if key not in self.cache:
            self.cache[key] = self.link.ask(op, numbers)
        return self.cache[key]

    def _read_space(self, space, address, size):
        out = b""
        while len(out) < size:
            part = self._ask(wire.READ, (space, address + len(out), min(size - len(out), 1 << 20)))[1]
            out += part
            if not part:
                break
        return out

    def thread_state(self, thread):
        """(state, ip, active, live, instructions, scratch, registers, each channel's ip)"""
        numbers, data = self._ask(wire.THREAD, (thread,))
        if len(numbers) < 12:
            raise Gone(f"there is no subgroup {thread}")
        return (*numbers[:6], data[:numbers[9]], struct.unpack_from("<32I", data, numbers[9]), numbers[6:9])

    def registers(self, thread):
        """The dwords of each general register that the thread has."""
        numbers, data = self._ask(wire.THREAD, (thread,))
        if len(numbers) < 12:
            raise Gone(f"there is no subgroup {thread}")
        size, end = numbers[10:12]
        return [struct.unpack_from(f"<{size // 4}I", data, at) for at in range(0, end, size)]

    def _ip(self, thread=None, lane=None):
        """The instruction that the invocation executes next; None: it has ended."""
        thread, lane = self.thread if thread is None else thread, self.lane if lane is None else lane
        state, ip, active, live, _, _, _, pcip, _ = self.thread_state(thread)
        if state == 2 or not live >> lane & 1:
            return None
        return ip if active >> lane & 1 else pcip[lane]

    def ip(self, thread=None, lane=None):
        return self.call(lambda: self._ip(thread, lane))

    def built_in(self, name, thread=None, lane=None):
        k, thread, lane = self.kernel, self.thread if thread is None else thread, self.lane if lane is None else lane
        index = k.index_of(thread, lane)
        local, group = k.local_id(index), self.stop.group_id
        return {"gl_GlobalInvocationID": [group[i] * k.local[i] + local[i] for i in range(3)], "gl_LocalInvocationID": list(local),
                "gl_LocalInvocationIndex": index, "gl_WorkGroupID": list(group), "gl_WorkGroupSize": list(k.local),
                "gl_NumWorkGroups": list(k.groups), "gl_SubgroupInvocationID": lane, "gl_SubgroupID": thread,
                "invocation": index, "lane": lane, "subgroup": thread, "workgroup": list(group)}[name]

    def _frame_place(self, thread, lane):
        """A lane's variables: its dword d is at dword d * simd + lane of the thread's scratch memory (compiler/mir/lower/message/scratch.c)."""
        k = self.kernel
        base = self.thread_state(thread)[5] + k.private

        def read(offset, size):
            first, last = offset // 4, (offset + size + 3) // 4
            block = self._read_space(wire.MEMORY, base + first * 4 * k.simd, (last - first) * 4 * k.simd)
            lanes = b"".join(block[d * 4 * k.simd + 4 * lane:][:4] for d in range(last - first))
            return lanes[offset % 4:offset % 4 + size]

        def ranges(offset, size):
            return [(wire.MEMORY, base + d * 4 * k.simd + 4 * lane, 4) for d in range(offset // 4, (offset + size + 3) // 4)]
        return Place(read, ranges=ranges)

    def _buffer_place(self, set_number, binding, element=0):
        for bti, count, s, b in self.kernel.bindings:
            if (s, b) == (set_number, binding) and element < count:
                numbers, _ = self._ask(wire.SURFACE, (bti + element,))
                if len(numbers) < 3 or numbers[0] == SURFTYPE_NULL:
                    raise Gone("nothing is bound")
                address, size = numbers[1], numbers[2]
                return Place(lambda o, n: self._read_space(wire.MEMORY, address + o, max(0, min(n, size - o))), size,
                             lambda o, n: [(wire.MEMORY, address + o, n)])
        raise Gone("it is not in the binding table")

    def _space_place(self, space, size, start=0):
        return Place(lambda o, n: self._read_space(space, start + o, n), size,
                     (lambda o, n: [(space, start + o, n)]) if space == wire.SLM else None)

    def _value(self, v, thread, lane):
        """The value of a variable's description; Gone where it is nowhere."""
        explicit = False
        if "frame" in v:
            place, at = self._frame_place(thread, lane), v["frame"]
        elif "shared" in v:
            place, at = self._space_place(wire.SLM, self.kernel.slm_bytes), v["shared"]
            explicit = self.kernel.types.get(str(v["type"]), {}).get("members", [{}])[:1] != [] and "offset" in \
                (self.kernel.types.get(str(v["type"]), {}).get("members") or [{}])[0]
        elif "binding" in v and self.kernel.types.get(str(v["type"]), {}).get("kind") in ("array", "runtime"):
            count = sum(c for _, c, s, b in self.kernel.bindings if (s, b) == (v["set"], v["binding"]))
            return Descriptors(self.kernel, v["name"], v["type"], count, lambda n: self._buffer_place(v["set"], v["binding"], n))
        elif "binding" in v:
            place, at, explicit = self._buffer_place(v["set"], v["binding"]), 0, True
        elif "push" in v:
            place, at, explicit = self._space_place(wire.PAYLOAD, None), 0, True
        else:
            raise Gone(f"the compiler keeps no {type_name(self.kernel, v['type'])}")
        return Value(self.kernel, v["name"], v["type"], place, at, explicit)

    def described(self, instance, line=None):
        """[(name, description)] of the variables of an instance of a function (0: of the module), innermost declaration first."""
        out = {}
        for v in self.kernel.variables:
            if v["instance"] != instance:
                continue
            seen = line is None or v.get("line", 0) <= line
            key = v["name"] or len(out)  # blocks without a name are several
            old = out.get(key)
            if old is None or (seen and v.get("line", 0) >= old.get("line", 0)):
                out[key] = v
        return [(v["name"], v) for v in out.values()]

    def value(self, v, thread=None, lane=None):
        """A Value, or the Gone that says why there is none."""
        try:
            return self._value(v, self.thread if thread is None else thread, self.lane if lane is None else lane)
        except Gone as e:
            return e

    def _find(self, name, instance, line, thread, lane):
        if name in BUILT_IN:
            return self.built_in(name, thread, lane)
        for scope in (instance, 0):
            for n, v in self.described(scope, line if scope else None):
                if n == name:
                    return self._value(v, thread, lane)
        for _, v in self.described(0):  # of blocks without a name
            if not v["name"] and ("binding" in v or "push" in v):
                try:
                    return self._value(v, thread, lane).member(name)
                except Gone:
                    continue
        if name in ("invocation", "lane", "subgroup", "workgroup"):
            return self.built_in(name, thread, lane)
        if m := re.fullmatch(r"r(\d+)", name):
            registers = self.registers(thread)
            if int(m[1]) < len(registers):
                return list(registers[int(m[1])])
        raise Gone(f"there is no {name} here{self._lack()}")

    def _lack(self):
        return f": {self.kernel.lacks()}" if self.kernel and self.kernel.lacks() else ""

    def _evaluate(self, text, frame=0, thread=None, lane=None):
        thread, lane = self.thread if thread is None else thread, self.lane if lane is None else lane
        frames = self.frames(thread, lane)
        _, line, instance = frames[min(frame, len(frames) - 1)] if frames else ("", None, 0)
        return expr.evaluate(text, lambda name: self._find(name, instance, line.line if line else None, thread, lane))

    def evaluate(self, text, frame=0, thread=None, lane=None):
        return self.call(lambda: self._evaluate(text, frame, thread, lane))

    def frames(self, thread=None, lane=None):
        ip = self._ip(thread, lane)
        return [] if ip is None else self.kernel.frames(ip)

    def source(self, file):
        """The lines of a file: as the module has them, else from disk; None. One on disk with #line in it has numbers of its own."""
        text = self.kernel.sources.get(file) if self.kernel else None
        if text is None:
            try:
                with open(file, encoding="utf-8", errors="replace") as f:
                    text = f.read()
            except OSError:
                return None
            if re.search(r"^[ \t]*#[ \t]*line\b", text, re.MULTILINE):
                return None
        return text.removesuffix("\n").split("\n")

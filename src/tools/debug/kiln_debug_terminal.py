"""The terminal front end: commands as gdb has them, for the invocation in focus."""
import cmd
import re
import struct
import sys
import threading

import kiln_debug_expr as expr
import kiln_debug_wire as wire
from kiln_debug_session import BUILT_IN, Breakpoint, Listener, Session
from kiln_debug_value import Gone, Value, place_name
from kiln_text import shown

ALIASES = {"b": "break", "c": "continue", "s": "step", "n": "next", "fin": "finish", "p": "print", "bt": "backtrace", "where": "backtrace",
           "l": "list", "q": "quit", "r": "run", "i": "info", "si": "stepi", "rs": "reverse-step", "rn": "reverse-next",
           "rc": "reverse-continue", "dis": "disassemble", "h": "help"}


class Terminal(cmd.Cmd, Listener):
    prompt = "(kiln-debug) "

    def __init__(self, launch, out=sys.stdout, stdin=None):
        super().__init__(stdin=stdin, stdout=out)
        self.use_rawinput = stdin is None
        self.session, self.launch = Session(self), launch
        self.event, self.frame, self.status = threading.Event(), 0, None
        self.listed = self.lacking = None

    def say(self, text):
        self.stdout.write(shown(text) + "\n")
        self.stdout.flush()

    # ---- what the session tells

    def output(self, category, text):
        self.stdout.write(text)
        self.stdout.flush()

    def stopped(self, stop):
        self.event.set()

    def exited(self, status):
        self.status = status
        self.event.set()

    def breakpoint(self, b):
        self.say(f"breakpoint {b.id} is at {b.where()}")

    def wait(self):
        """Until it stands again; Ctrl-C pauses."""
        while True:
            try:
                while not self.event.wait(0.2):
                    pass
                break
            except KeyboardInterrupt:
                self.session.pause()
        self.event.clear()
        self.frame = 0
        self.listed = None
        if self.status is not None:
            self.say(f"the program has ended, status {self.status}" if self.status >= 0 else
                     f"the program has ended by signal {-self.status}")
            return
        self.tell()

    def tell(self):
        s, stop = self.session, self.session.stop
        why = {"breakpoint": "breakpoint " + ", ".join(str(b.id) for b in stop.breakpoints if not b.once), "check": f"check: {stop.text}",
               "watch": f"watchpoint: {stop.text}", "nan": "a value has become NaN", "fault": f"fault: {stop.text}",
               "start": "the workgroup's start" + (f": {stop.text}" if stop.text else "")}.get(stop.reason, "")
        if why and why != "breakpoint ":
            self.say(why)
        g = s.call(lambda: s.built_in("gl_GlobalInvocationID"))
        frames = s.call(s.frames)
        if not frames:
            self.say(f"invocation {tuple(g)} has ended")
            return
        name, line, _ = frames[0]
        self.say(f"invocation {tuple(g)}, subgroup {s.thread} lane {s.lane} of workgroup {tuple(stop.group_id)}, in {name}"
                 + (f" at {line.file}:{line.line}" if line else f" at +0x{s.ip():x}"))
        if line:
            text = s.source(line.file)
            if text and line.line <= len(text):
                self.say(f"{line.line}\t{text[line.line - 1]}")
        elif s.kernel.lacks() and self.lacking != s.kernel.code:
            self.lacking = s.kernel.code  # once
            self.say(f"{s.kernel.title()}: {s.kernel.lacks(True)}")

    # ---- commands

    def onecmd(self, line):
        word, _, rest = line.strip().partition(" ")
        word, slash, form = word.partition("/")
        line = f"{ALIASES.get(word, word).replace('-', '_')} {slash}{form} {rest}".rstrip()
        try:
            return super().onecmd(line)
        except (Gone, expr.Wrong) as e:
            self.say(str(e))
        except wire.Lost as e:
            self.say(f"the program is gone: {e}")
        except ValueError as e:
            self.say(f"not understood: {e}")

    def default(self, line):
        if line == "EOF":
            return self.do_quit("")
        self.say(f"there is no command {line.split()[0]}: help lists them")

    def emptyline(self):
        pass

    def started(self):
        if not self.session.program:
            raise Gone("the program does not run: `run` starts it")

    def go(self, mode, kind=None, times="1"):
        self.started()
        for _ in range(int(times or 1)):
            self.event.clear()
            self.session.go(mode, kind)
            self.wait()
            if self.status is not None or self.session.stop.reason not in ("step", "entry"):
                break

    def do_run(self, arg):
        """run: starts the program. It stops at breakpoints; `start` stops at the first kernel's first line."""
        if self.session.program:
            raise Gone("it runs already")
        self.launch(self.session)
        self.wait()

    def do_start(self, arg):
        """start: runs to the first statement of the first kernel."""
        self.session.stop_at_entry = True
        self.do_run(arg)

    def do_continue(self, arg):
        """continue: to the next breakpoint, watchpoint or finding."""
        self.go(wire.GO)

    def do_step(self, arg):
        """step [N]: to the next statement of this invocation, into functions."""
        self.go(wire.STEP, "into", arg)

    def do_next(self, arg):
        """next [N]: to the next statement of this invocation, over calls."""
        self.go(wire.STEP, "over", arg)

    def do_finish(self, arg):
        """finish: until this function has returned."""
        self.go(wire.STEP, "out")

    def do_stepi(self, arg):
        """stepi [N]: one instruction of the EU."""
        self.go(wire.STEP_INST, None, arg)

    def do_reverse_step(self, arg):
        """reverse-step [N]: back to the statement before, into functions, by running the workgroup again up to there."""
        self.go(wire.BACK_STEP, "back-into", arg)

    def do_reverse_next(self, arg):
        """reverse-next [N]: back to the statement before, over calls."""
        self.go(wire.BACK_STEP, "back", arg)

    def do_reverse_stepi(self, arg):
        """reverse-stepi [N]: back by one instruction."""
        self.go(wire.BACK_INST, None, arg)

    def do_reverse_continue(self, arg):
        """reverse-continue: back to the last breakpoint or watchpoint within this workgroup, or its start."""
        self.go(wire.BACK)

    def do_break(self, arg):
        """break FILE:LINE | LINE | FUNCTION | *OFFSET [if EXPRESSION]: stops there, for the first invocation that fulfils the condition."""
        place, _, condition = (part.strip() for part in (" " + arg + " ").partition(" if "))
        if not place:
            raise ValueError("break where?")
        how = {"condition": condition or None}
        if place.startswith("*"):
            b = Breakpoint(ip=int(place.lstrip("*+"), 0), **how)
        elif m := re.fullmatch(r"(?:(.*):)?(\d+)", place):
            file = m[1] or self.current_file()
            b = Breakpoint(file, int(m[2]), **how)
        else:
            b = Breakpoint(function=place, **how)
        self.session.replace_breakpoints(lambda _: True, [b])
        self.say(f"breakpoint {b.id} at {b.where()}" + (f": {b.why}" if b.why else ""))

    def current_file(self):
        s = self.session
        if s.stop:
            frames = s.call(s.frames)
            if frames and frames[0][1]:
                return frames[0][1].file
        return "*"  # the kernel's only one, whatever its name

    def do_delete(self, arg):
        """delete [N]: a breakpoint or watchpoint, or all."""
        ids = {int(n) for n in arg.split()}
        gone = [x.id for x in self.session.breakpoints + self.session.watches if not ids or x.id in ids]
        if ids - set(gone):
            raise Gone(f"there is no breakpoint {min(ids - set(gone))}")
        self.session.watches = [w for w in self.session.watches if w.id not in gone]
        self.session.replace_breakpoints(lambda b: b.id not in gone, [])

    def do_watch(self, arg):
        """watch EXPRESSION: stops after each write of it (a member, an element, a variable of this invocation)."""
        w = self.session.watch(arg)
        self.say(f"watchpoint {w.id}: {w.text} = {w.last}")

    def do_rwatch(self, arg):
        """rwatch EXPRESSION: stops after each read of it."""
        w = self.session.watch(arg, wire.WATCH_READ)
        self.say(f"watchpoint {w.id}: {w.text} = {w.last}, reads")

    def do_catch(self, arg):
        """catch nan [off]: stops where arithmetic makes a NaN of numbers. Findings of the checks stop when the program runs with --check."""
        words = arg.split()
        if words[:1] != ["nan"]:
            raise ValueError("catch nan, or catch nan off")
        self.session.catch_nan = words[1:] != ["off"]

    def do_print(self, arg):
        """print [/x] EXPRESSION: variables, members, elements, swizzles, C's operators; gl_... of the invocation; r12: a register."""
        hexadecimal = arg.startswith("/x")
        arg = arg[2:].strip() if hexadecimal else arg
        v = self.session.call(lambda: self.shown(arg, hexadecimal))
        self.say(f"{arg} = {v}")

    def shown(self, text, hexadecimal=False):
        v = self.session._evaluate(text, self.frame)
        if hexadecimal:
            n = expr.number_of(v)
            return hex(n) if isinstance(n, int) else hex(struct.unpack("<I", struct.pack("<f", n))[0])
        return expr.text_of(v)

    def do_info(self, arg):
        """info locals | globals | breakpoints | threads | kernel | builtins"""
        kinds = {"locals": self.info_locals, "globals": self.info_globals, "breakpoints": self.info_breakpoints, "args": self.info_locals,
                 "threads": self.info_threads, "kernel": self.info_kernel, "builtins": self.info_builtins}
        found = [k for k in kinds if arg and k.startswith(arg)]
        if not found:
            raise ValueError("info " + ", ".join(kinds))
        if found[0] != "breakpoints":
            self.started()
            if not self.session.kernel:
                raise Gone("no kernel has run")
        kinds[found[0]]()

    def variables(self, instance, line):
        def work():
            s = self.session
            return [(n, v, s.value(v)) for n, v in s.described(instance, line)]
        found = self.session.call(work)
        if not found:
            raise Gone("no variable has a name here")
        for name, v, value in found:
            later = line is not None and v.get("line", 0) > line
            text = f"<{value}>" if isinstance(value, Gone) else self.session.call(value.text)
            self.say(f"{name or place_name(v)} = {text}" + (f"   (declared in line {v['line']})" if later else ""))

    def info_locals(self):
        frames = self.session.call(self.session.frames)
        if not frames:
            raise Gone("this invocation has ended")
        _, line, instance = frames[min(self.frame, len(frames) - 1)]
        if not self.session.kernel.described:
            raise Gone("this kernel was not compiled for debugging")
        if not instance:
            raise Gone("this instruction is of no source line: info globals" + self.session._lack())
        self.variables(instance, line.line if line else None)

    def info_globals(self):
        self.variables(0, None)

    def info_builtins(self):
        for name in BUILT_IN:
            self.say(f"{name} = {expr.text_of(self.session.call(lambda: self.session.built_in(name)))}")

    def info_breakpoints(self):
        for b in self.session.breakpoints:
            self.say(f"{b.id}: {b.where()}" + (f" if {b.condition}" if b.condition else "") + f", {b.hits} hits"
                     + ("" if b.verified() else f", {b.why}" if b.why else ", no kernel has run yet"))
        for w in self.session.watches:
            self.say(f"{w.id}: watch {w.text} = {w.last}")

    def info_kernel(self):
        k = self.session.kernel
        self.say(f"{k.name or 'kernel'} SIMD{k.simd}, {len(k.code)} bytes at 0x{k.address:x}, workgroups {k.groups} of {k.local}, "
                 f"{k.threads} subgroups" + (f"; {k.lacks()}" if k.lacks() else ""))

    def info_threads(self):
        def work():
            out = []
            for t in range(self.session.kernel.threads):
                state, ip, active, live, count, *_ = self.session.thread_state(t)
                line = self.session.kernel.line_at(ip)
                what = ("runs", "waits at a barrier", "has ended", "has faulted")[state] if state < 4 else "?"
                out.append(f"{'*' if t == self.session.thread else ' '} subgroup {t}: {what}, {bin(active).count('1')} of "
                           f"{bin(live).count('1')} invocations active, {count} instructions"
                           + (f", {line.file}:{line.line}" if line and state < 2 else ""))
            return out
        self.say("\n".join(self.session.call(work)))

    def do_lanes(self, arg):
        """lanes [EXPRESSION]: the invocations of this subgroup: where each is, and what the expression is there."""
        def work():
            s, out = self.session, []
            active = s.thread_state(s.thread)[2]
            for lane in range(s.kernel.simd):
                ip = s._ip(lane=lane)
                index = s.kernel.index_of(s.thread, lane)
                if index >= s.kernel.invocations():
                    continue
                line = s.kernel.line_at(ip) if ip is not None else None
                where = "ended" if ip is None else f"line {line.line}" if line else f"+0x{ip:x}"
                value = ""
                if arg:
                    try:
                        value = "   " + expr.text_of(s._evaluate(arg, self.frame, lane=lane))
                    except Gone as e:
                        value = f"   <{e}>"
                out.append(f"{'*' if lane == s.lane else ' '}{lane:3} {'active ' if active >> lane & 1 else 'waiting'} {where:8}{value}")
            return out
        self.say("\n".join(self.session.call(work)))

    def do_lane(self, arg):
        """lane N: the focus goes to this lane of the subgroup."""
        self.focus(self.session.thread, int(arg))

    def do_subgroup(self, arg):
        """subgroup N: the focus goes to this subgroup of the workgroup."""
        self.focus(int(arg), 0)

    def do_invocation(self, arg):
        """invocation X [Y [Z]]: the focus goes to this invocation of the workgroup that runs."""
        xyz = [int(n) for n in arg.replace(",", " ").split()] + [0, 0]
        k = self.session.kernel
        if not k or any(not 0 <= n < m for n, m in zip(xyz, k.local)):
            raise Gone("there is no such invocation in a workgroup")
        self.focus(*k.place_of(xyz[0] + k.local[0] * (xyz[1] + k.local[1] * xyz[2])))

    def focus(self, thread, lane):
        def work():
            if not 0 <= thread < self.session.kernel.threads or not 0 <= lane < self.session.kernel.simd:
                raise Gone("there is no such lane")
            self.session.thread, self.session.lane = thread, lane
        self.session.call(work)
        self.frame = 0
        self.tell()

    def do_backtrace(self, arg):
        """backtrace: the calls that led here."""
        for n, (name, line, _) in enumerate(self.session.call(self.session.frames)):
            self.say(f"{'*' if n == self.frame else ' '}#{n} {name}" + (f" at {line.file}:{line.line}" if line else ""))

    def do_frame(self, arg):
        """frame N: names mean what they mean in this caller."""
        n = int(arg)
        if not 0 <= n < len(self.session.call(self.session.frames)):
            raise Gone("there is no such frame")
        self.frame = n
        self.do_backtrace("")

    def do_up(self, arg):
        """up: to the caller."""
        self.do_frame(str(self.frame + 1))

    def do_down(self, arg):
        """down: to what it has called."""
        self.do_frame(str(self.frame - 1))

    def do_list(self, arg):
        """list [LINE]: source lines around here."""
        s = self.session
        frames = s.call(s.frames)
        line = frames[min(self.frame, len(frames) - 1)][1] if frames else None
        text = s.source(line.file) if line else None
        if not text:
            raise Gone(f"there is no source: neither the module has the text of {line.file}, nor the disk" if line else
                       f"there is no source{s._lack() or ': this instruction is of no line'}")
        first = max(1, int(arg) - 5 if arg else self.listed or line.line - 5)
        for n in range(first, min(first + 10, len(text) + 1)):
            self.say(f"{'>' if n == line.line else ' '}{n}\t{text[n - 1]}")
        self.listed = first + 10

    def do_disassemble(self, arg):
        """disassemble [N]: N instructions around the next one, with their lines."""
        self.started()
        ip, n, k = self.session.ip(), int(arg or 12), self.session.kernel
        at = next((i for i, (o, _, _) in enumerate(k.instructions) if o == ip), 0)
        for offset, _, text in k.instructions[max(0, at - n // 3):max(0, at - n // 3) + n]:
            line = k.line_at(offset)
            self.say(f"{'=>' if offset == ip else '  '} +0x{offset:04x} {text}" + (f"   // line {line.line}" if line else ""))

    def do_registers(self, arg):
        """registers [N [M]]: registers rN to rM of the thread, and its masks and flags."""
        first, *last = [int(n.lstrip("r")) for n in arg.split()] or [0, 15]
        state, ip, active, live, count, scratch, registers, _, at = self.session.call(lambda: self.session.thread_state(self.session.thread))
        general = self.session.call(lambda: self.session.registers(self.session.thread))
        for r in range(max(first, 0), min((last or [first])[0], len(general) - 1) + 1):
            self.say(f"r{r:<3} " + " ".join(f"{w:08x}" for w in general[r]))
        flags = struct.unpack_from("<2I", registers, at[2])
        self.say(f"ip +0x{ip:x}  active {active:08x}  live {live:08x}  f0 {flags[0]:08x}  f1 {flags[1]:08x}  scratch 0x{scratch:x}")

    def place_of(self, text):
        """(space, address) of a variable, member or element."""
        v = self.session._evaluate(text, self.frame)
        if not isinstance(v, Value) or not v.place.ranges:
            raise Gone(f"{text} is not in memory")
        return v.place.ranges(v.offset, 4)[0][:2]

    def do_x(self, arg):
        """x [/N] ADDRESS | shared OFFSET | VARIABLE: N dwords (default 16) of GPU or shared memory, from a variable, member or element on."""
        words = arg.split()
        n = int(words.pop(0)[1:].rstrip("xw")) if words and words[0].startswith("/") else 16
        if not words:
            raise ValueError("x where?")
        if words[0] == "shared" and len(words) == 2:
            space, at = wire.SLM, int(words[1], 0)
        elif re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", words[0]):
            space, at = wire.MEMORY, int(words[0], 0)
        else:
            space, at = self.session.call(lambda: self.place_of(" ".join(words)))
        data = self.session.call(lambda: self.session._read_space(space, at, 4 * min(n, 4096)))
        for o in range(0, len(data) // 4 * 4, 16):
            part = data[o:o + 16]
            self.say(f"0x{at + o:x}: " + " ".join(f"{w:08x}" for w in struct.unpack(f"<{len(part) // 4}I", part[:len(part) // 4 * 4])))
        if not data:
            raise Gone("there is nothing")

    def do_kill(self, arg):
        """kill: ends the program."""
        self.session.end()

    def do_detach(self, arg):
        """detach: lets the program run without the debugger."""
        self.event.clear()
        self.session.detach()
        self.wait()

    def do_quit(self, arg):
        """quit: ends the program and the debugger."""
        self.session.end()
        return True

"""A kernel as a debugger sees it: instructions, lines, calls, variables and their types (docs/debug.md describes the JSON)."""
import bisect
import json
import os
import re
import struct

from kiln_debug_wire import VERSION, Lost

WALKER_NUMBERS = 17


class Line:
    """A line of an instance of a function; two rows of the code are of one statement where these are equal."""

    def __init__(self, file, line, instance):
        self.file, self.line, self.instance = file, line, instance

    def key(self):
        return self.file, self.line, self.instance


class Kernel:
    def __init__(self, numbers, data):
        if len(numbers) < WALKER_NUMBERS or numbers[0] != VERSION:
            raise Lost(f"the driver is of another version than kiln-debug (it says {numbers[:1]}, this is {VERSION})")
        (_, self.number, self.simd, self.threads, gx, gy, gz, lx, ly, lz, self.quads, self.slm_bytes, self.address,
         name, code, text, about) = numbers[:WALKER_NUMBERS]
        self.groups, self.local = (gx, gy, gz), (lx, ly, lz)
        rest = numbers[WALKER_NUMBERS:]
        self.bindings = [rest[i:i + 4] for i in range(0, len(rest) // 4 * 4, 4)]  # bti, count, set, binding
        self.name = data[:name].decode(errors="replace")
        self.code = data[name:name + code]
        self.assembly(data[name + code:name + code + text].decode(errors="replace"))
        self.describe(data[name + code + text:name + code + text + about])

    def assembly(self, text):
        """[(offset, size, text)]: labels go with the instruction that follows."""
        self.instructions, at, label = [], 0, ""
        for line in text.splitlines():
            if re.match(r"L\d+:", line):
                label = line.strip() + " "
            elif line.strip() and at + 4 <= len(self.code):
                size = 8 if struct.unpack_from("<I", self.code, at)[0] >> 29 & 1 else 16
                self.instructions.append((at, size, label + " ".join(line.split())))
                at, label = at + size, ""

    def describe(self, about):
        """What the compiler wrote for us; a kernel that was not compiled for it has instructions only."""
        try:
            d = json.loads(about) if about else {}
        except (ValueError, RecursionError):
            d = {}
        self.described = isinstance(d, dict) and d.get("kiln_debug") == 1
        d = d if self.described else {}
        self.types, self.sources = d.get("types", {}), d.get("sources", {})
        self.variables, self.private = d.get("variables", []), d.get("private", 0)
        self.instances = d.get("instances", [None])
        self.lines = [l and Line(*l) for l in d.get("lines", [None])]
        self.rows = [(o, self.lines[n]) for o, n in d.get("rows", []) if n < len(self.lines)]
        self.offsets = [o for o, _ in self.rows]

    def instruction_at(self, ip):
        """Its text, in one line."""
        return next((" ".join(text.split("//")[0].split()) for at, _, text in self.instructions if at == ip), "")

    # ---- lines

    def line_at(self, ip):
        """The line of the instruction, or of what is before it; None: none."""
        for k in range(bisect.bisect_right(self.offsets, ip) - 1, -1, -1):
            if self.rows[k][1]:
                return self.rows[k][1]
        return None

    def files(self):
        return {l.file for l in self.lines if l} | set(self.sources)

    def file_like(self, path):
        """The file that the module calls so, or otherwise the one with the longest end in common. "*": where the kernel begins."""
        if path == "*":
            return next((l.file for _, l in self.rows if l), None)

        def common(name):
            a, b = os.path.normpath(name).split(os.sep)[::-1], os.path.normpath(path).split(os.sep)[::-1]
            n = 0
            while n < min(len(a), len(b)) and a[n] == b[n]:
                n += 1
            return n
        best = max(self.files(), key=common, default=None)
        return best if best is not None and common(best) else None

    def first_rows(self):
        """Where each statement begins: {Line.key(): offset}."""
        first = {}
        for offset, line in self.rows:
            if line:
                first.setdefault(line.key(), offset)
        return first

    def ips_of(self, path, line):
        """(the line that has code, its first instruction in each instance of the function), or (None, [])."""
        file, first = self.file_like(path), self.first_rows()
        have = sorted({key[1] for key in first if key[0] == file and key[1] >= line})
        if not have:
            return None, []
        return have[0], [o for key, o in first.items() if key[0] == file and key[1] == have[0]]

    def ips_of_function(self, name):
        """Where the instances of a function begin: at its first statement, or, of the entry point without lines, the first instruction."""
        out = {}
        for (_, _, instance), offset in self.first_rows().items():
            if self.function(instance) == name:
                out[instance] = min(offset, out.get(instance, offset))
        if not out and self.instructions and name in (self.name, self.function(1)):
            return [self.instructions[0][0]]
        return sorted(out.values())

    def lacks(self, at_length=False):
        """What it cannot be debugged by, in words, and what there is instead; "": it has source lines."""
        if not self.described:
            return "it was not compiled for debugging" + (" (by another driver, or before): there are instructions, registers and memory" if at_length else "")
        if not any(l for _, l in self.rows):
            return "its SPIR-V has no source lines" + (" (glslangValidator -gVS, dxc -Zi, naga -g write them): there are instructions, and variables of the module"
                                                       if at_length else "")
        return ""

    def title(self):
        return f"kernel {self.name}" if self.name else f"the kernel at 0x{self.address:x}"

    # ---- calls

    def function(self, instance):
        """glslang's names have types behind them: weigh(f1;i1; is weigh. Instance 1 is the entry point's."""
        i = self.instances[instance] if 0 < instance < len(self.instances) else None
        return (i["name"].split("(")[0] or (self.name if instance == 1 else "") or f"function {instance}") if i else "?"

    def chain(self, instance):
        """The instance and those that called it, innermost first."""
        out = []
        while 0 < instance < len(self.instances) and instance not in out:
            out.append(instance)
            instance = self.instances[instance]["caller"]
        return out

    def frames(self, ip):
        """[(function, Line or None, instance)], innermost first."""
        line = self.line_at(ip)
        if not line:
            return [(self.name or f"kernel 0x{self.address:x}", None, 0)]
        out = []
        for n, instance in enumerate(self.chain(line.instance)):
            out.append((self.function(instance), line, instance))
            call = self.instances[instance]["line"]
            line = self.lines[call] if call < len(self.lines) else None
        return out

    def steps(self, ip, kind):
        """The instructions at which a step from `ip` ends: kind is over, into, out, or back (as over, backwards)."""
        now = self.line_at(ip)
        if not now:
            return []
        chain = self.chain(now.instance)
        wanted = set(chain[1:]) if kind == "out" else set(chain)
        rows = [(o, l) for o, l in self.rows if l and (kind in ("into", "back-into") or l.instance in wanted)]
        if kind.startswith("back"):
            starts = set(self.first_rows().values())
            return [o for o, _ in rows if o in starts]
        # The same statement only where a loop comes back to it.
        return [o for o, l in rows if l.key() != now.key() or o <= ip]

    # ---- invocations

    def place_of(self, index):
        """(thread, channel) of the invocation of a workgroup."""
        if self.quads:
            x, y = index % self.local[0], index // self.local[0]
            quads = self.local[0] // 2
            index = ((y // 2) * quads + x // 2) * 4 + (y % 2) * 2 + x % 2
        return index // self.simd, index % self.simd

    def index_of(self, thread, lane):
        n = thread * self.simd + lane
        if self.quads:
            q, quads = n // 4, self.local[0] // 2
            x, y = q % quads * 2 + n % 2, q // quads * 2 + n // 2 % 2
            n = y * self.local[0] + x
        return n

    def invocations(self):
        return self.local[0] * self.local[1] * self.local[2]

    def local_id(self, index):
        return index % self.local[0], index // self.local[0] % self.local[1], index // self.local[0] // self.local[1]

"""Values: places in the machine's memory, seen through SPIR-V's types."""
import struct

MAX_SHOWN = 8  # elements of an array in one line
SCALARS = {("int", 8, 0): "B", ("int", 8, 1): "b", ("int", 16, 0): "H", ("int", 16, 1): "h", ("int", 32, 0): "I", ("int", 32, 1): "i",
           ("int", 64, 0): "Q", ("int", 64, 1): "q", ("float", 16, 0): "e", ("float", 32, 0): "f", ("float", 64, 0): "d"}


def e4m3(byte):
    """Its number: 4 bits of exponent, 3 of mantissa, no infinities (arXiv 2209.05433)."""
    exponent, mantissa = byte >> 3 & 15, byte & 7
    size = float("nan") if byte & 127 == 127 else (mantissa + 8 * (exponent > 0)) * 2.0 ** (max(exponent, 1) - 10)
    return -size if byte & 128 else size


class Gone(Exception):
    """There is no value, and why."""


class Place:
    """Bytes somewhere; read(offset, size) gives as many as there are. ranges() is where they are, for watchpoints."""

    def __init__(self, read, size=None, ranges=None):
        self.read_bytes, self.size, self.ranges = read, size, ranges

    def read(self, offset, size):
        data = self.read_bytes(offset, size)
        if len(data) < size:
            raise Gone("beyond the end of the buffer" if self.size is not None else "not mapped")
        return data


class Value:
    """What is at `offset` of a place, as a type. `explicit`: by the offsets and strides that SPIR-V gives (buffers), else packed as the
    compiler does it (variables, shared memory)."""

    def __init__(self, kernel, name, type_id, place, offset=0, explicit=False, stride=0, row_major=False, component=0):
        self.kernel, self.name, self.id = kernel, name, str(type_id)
        self.type = kernel.types.get(self.id, {"kind": "void", "size": 0})
        self.place, self.offset, self.explicit = place, offset, explicit
        self.stride, self.row_major, self.component = stride, row_major, component  # of a matrix; between a vector's components

    def kind(self):
        return self.type["kind"]

    def element_type(self):
        return self.kernel.types.get(str(self.type.get("element")), {"kind": "void", "size": 0})

    def step(self):
        """Bytes from element to element of an array."""
        if self.explicit and self.type.get("stride"):
            return self.type["stride"]
        return self.element_type().get("size", 0)

    def count(self):
        if self.kind() == "runtime":
            step = self.step()
            return max(0, (self.place.size - self.offset) // step) if step and self.place.size is not None else 0
        return self.type.get("count", 0)

    def has_children(self):
        return self.kind() in ("struct", "array", "runtime", "matrix", "vector")

    def length(self):
        return len(self.type.get("members", ())) if self.kind() == "struct" else self.count()

    def child(self, n):
        kind = self.kind()
        if kind == "struct":
            m = self.type["members"][n]
            at = m.get("offset", 0) if self.explicit else m["natural"]
            return Value(self.kernel, m["name"] or f"member {n}", m["type"], self.place, self.offset + at, self.explicit,
                         m.get("matrix_stride", self.stride), m.get("row_major", self.row_major))
        if not 0 <= n < self.count():
            raise Gone(f"{n} is not an index of {self.name}, which has {self.count()} elements")
        if kind == "vector":
            size = self.component if self.component else self.element_type().get("size", 4)
            return Value(self.kernel, "xyzw"[n] if self.count() <= 4 else f"[{n}]", self.type["element"], self.place,
                         self.offset + n * size, self.explicit)
        if kind == "matrix" and self.explicit and self.stride:
            scalar = self.kernel.types.get(str(self.element_type().get("element")), {}).get("size", 4)
            step, component = (scalar, self.stride) if self.row_major else (self.stride, 0)
            return Value(self.kernel, f"[{n}]", self.type["element"], self.place, self.offset + n * step, True, component=component)
        return Value(self.kernel, f"[{n}]", self.type["element"], self.place, self.offset + n * self.step(), self.explicit,
                     self.stride, self.row_major)

    def member(self, name):
        if self.kind() == "struct":
            for n, m in enumerate(self.type["members"]):
                if m["name"] == name:
                    return self.child(n)
        if self.kind() == "vector":
            for letters in ("xyzw", "rgba", "stpq"):
                if name and all(c in letters[:self.count()] for c in name):
                    parts = [self.child(letters.index(c)) for c in name]
                    return parts[0] if len(parts) == 1 else [p.scalar() for p in parts]
        raise Gone(f"{self.name} has no member {name}")

    def scalar(self):
        """A Python number; Gone for what is none."""
        t = self.type
        if t["kind"] == "bool":
            return struct.unpack("<I", self.place.read(self.offset, 4))[0] != 0
        if t["kind"] == "bfloat":
            return struct.unpack("<f", b"\0\0" + self.place.read(self.offset, 2))[0]
        if t["kind"] == "e5m2":  # the upper byte of a half
            return struct.unpack("<e", b"\0" + self.place.read(self.offset, 1))[0]
        if t["kind"] == "e4m3":
            return e4m3(self.place.read(self.offset, 1)[0])
        if t["kind"] == "pointer":
            raise Gone("a pointer: it is not kept")
        code = SCALARS.get((t["kind"], t.get("bits"), t.get("signed", 0) if t["kind"] == "int" else 0))
        if not code:
            raise Gone(f"{self.name} is {self.type_name()}, not a number")
        return struct.unpack("<" + code, self.place.read(self.offset, t["bits"] // 8))[0]

    def bytes(self):
        return {"vector": 0, "matrix": 0}.get(self.kind(), 0) or self.type.get("size", 0) or 4

    def text(self, depth=0):
        try:
            if not self.has_children():
                return number(self.scalar(), self.type)
            shown = [self.child(n) for n in range(min(self.length(), MAX_SHOWN))]
            more = ", ..." if self.length() > MAX_SHOWN else ""
            if self.kind() == "struct":
                if depth > 2:
                    return "{...}"
                return "{" + ", ".join(f"{c.name} = {c.text(depth + 1)}" for c in shown) + more + "}"
            if self.kind() in ("array", "runtime"):
                if depth > 2:
                    return "[...]"
                return "[" + ", ".join(c.text(depth + 1) for c in shown) + more + "]"
            return "(" + ", ".join(c.text(depth + 1) for c in shown) + more + ")"
        except Gone as e:
            return f"<{e}>"

    def type_name(self):
        return type_name(self.kernel, self.id)


class Descriptors(Value):
    """An array of buffers: each is somewhere else."""

    def __init__(self, kernel, name, type_id, count, place):
        super().__init__(kernel, name, type_id, Place(lambda offset, size: b""), explicit=True)
        self.buffers, self.element_place = count, place

    def count(self):
        return self.buffers

    def child(self, n):
        if not 0 <= n < self.buffers:
            raise Gone(f"{n} is not an index of {self.name}, which has {self.buffers} elements")
        return Value(self.kernel, f"[{n}]", self.type["element"], self.element_place(n), 0, True)


def place_name(v):
    """What a variable's description is called that has no name."""
    if "binding" in v:
        return f"(set {v['set']} binding {v['binding']})"
    return f"(shared memory at 0x{v['shared']:x})" if "shared" in v else "(push constants)" if "push" in v else "(block)"


def type_name(kernel, type_id):
    t = kernel.types.get(str(type_id))
    if not t:
        return "?"
    kind = t["kind"]
    if kind == "int":
        return {(32, 1): "int", (32, 0): "uint"}.get((t["bits"], t["signed"]), f"{'' if t['signed'] else 'u'}int{t['bits']}")
    if kind == "float":
        return {32: "float", 64: "double"}.get(t["bits"], f"float{t['bits']}")
    if kind == "vector":
        e = type_name(kernel, t["element"])
        return {"float": "vec", "int": "ivec", "uint": "uvec", "bool": "bvec", "double": "dvec"}.get(e, e + "x") + str(t["count"])
    if kind == "matrix":
        return f"mat{t['count']}x{kernel.types.get(str(t['element']), {}).get('count', '?')}"
    if kind == "array":
        return f"{type_name(kernel, t['element'])}[{t['count']}]"
    if kind == "runtime":
        return f"{type_name(kernel, t['element'])}[]"
    return t.get("name") or kind


def number(n, t):
    if isinstance(n, bool):
        return "true" if n else "false"
    if isinstance(n, int):
        return str(n)
    if t.get("bits") == 32:  # the shortest that reads back as the same float
        for digits in range(6, 10):
            s = f"{n:.{digits}g}"
            if n != n or struct.pack("<f", float(s)) == struct.pack("<f", n):
                return s
    return repr(n)

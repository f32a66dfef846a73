#!/usr/bin/env python3
"""Writes random compute shaders in SPIR-V assembly that know what they have to compute.

usage: exact.py DIR SEED...        writes DIR/exact_SEED.spvasm

The generator has its own evaluator, lane by lane and in step: a subgroup operation sees the lanes that are there. Each invocation
folds all that it computed into one number, and compares that with the evaluator's, which is a constant of the shader; no other
driver is asked. Instructions of every width, with operands of any value (NaN, infinities, negative remainders, shifts by other
widths, bits between types); switches that fall through, with selectors of every width; loops with phis, continue and break;
functions with pointers to variables; variables, shared memory and buffers with computed indices, reads behind a buffer's end.

Nothing undefined: divisors are not zero, shifts and bit fields in range, floats that become integers are clamped first. Results of
floating point are such as SPIR-V has one value for (comparisons, sums and products rounded to nearest, conversions); NaNs are made one
before their bits are looked at, and zeros of minimum and maximum positive.
"""
import math
import random
import struct
import sys

LANES = 64
WORDS = 1024     # of each buffer
OUT = 5          # its binding
MAX_STEPS = 200000


class Type(tuple):
    """(kind, bits, count): kind u, f, b."""
    kind = property(lambda s: s[0])
    bits = property(lambda s: s[1])
    n = property(lambda s: s[2])

    def __str__(self):
        base = "bool" if self.kind == "b" else "%s%d" % (self.kind, self.bits)
        return "%" + (base if self.n == 1 else "v%d%s" % (self.n, base))


def ty(kind, bits, n=1):
    return Type((kind, bits, n))


U32, BOOL = ty("u", 32), ty("b", 1)
BASES = [("u", 8), ("u", 16), ("u", 32), ("u", 64), ("f", 16), ("f", 32), ("f", 64), ("b", 1)]
FORMAT = {16: "<e", 32: "<f", 64: "<d"}
WORD = {16: "<H", 32: "<I", 64: "<Q"}
NAN = {16: 0x7e00, 32: 0x7fc00000, 64: 0x7ff8000000000000}


def mask(bits):
    return (1 << bits) - 1


def signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


def to_float(x, bits):
    return struct.unpack(FORMAT[bits], struct.pack(WORD[bits], x))[0]


def from_float(v, bits):
    """The nearest number, ties to even; too large ones are infinite."""
    if v != v:
        return NAN[bits]
    try:
        return struct.unpack(WORD[bits], struct.pack(FORMAT[bits], v))[0]
    except OverflowError:
        return from_float(math.copysign(math.inf, v), bits)


def from_int(v, bits):
    """Of an integer, rounded once."""
    if bits == 64:
        return from_float(float(v), 64)
    digits = {16: 11, 32: 24}[bits]
    a, extra = abs(v), max(0, abs(v).bit_length() - digits)
    if extra:
        q, rest = a >> extra, a & mask(extra)
        half = 1 << (extra - 1)
        a = (q + (rest > half or (rest == half and q & 1))) << extra
    return from_float(-float(a) if v < 0 else float(a), bits)


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def bits_of(values, bits):
    """Components joined, the first lowest."""
    return sum(v << (k * bits) for k, v in enumerate(values))


def parts_of(whole, bits, n):
    return tuple(whole >> (k * bits) & mask(bits) for k in range(n))


class Node:
    """What `run` executes: a function of (environment, lane, lanes that are there), or control flow."""

    def __init__(self, kind, **fields):
        self.kind = kind
        self.__dict__.update(fields)


class Exact:
    def __init__(self, seed):
        self.r = random.Random(seed * 1000003 + 77)
        self.seed = seed
        self.types, self.constants, self.code = {}, {}, []
        self.head = []
        self.ids = 0
        self.budget = self.r.randint(15, 70)
        self.nodes = []          # of the block in the making
        self.values = []         # (id, type) in sight
        self.variables = []      # (pointer's id, element type, count, how)
        self.functions = []
        self.depth = self.cost = 0
        self.in_loop = 0
        self.local = self.r.choice((8, 16, 32, 64))
        self.declared = []

    # ---- text ----
    def id(self, prefix="t"):
        self.ids += 1
        return "%%%s_%d" % (prefix, self.ids)

    def emit(self, text):
        self.code.append(text)

    def type(self, t):
        """Declares a type; its id."""
        if str(t) not in self.types:
            if t.n > 1:
                text = "OpTypeVector %s %d" % (self.type(ty(t.kind, t.bits)), t.n)
            else:
                text = {"u": "OpTypeInt %d 0" % t.bits, "f": "OpTypeFloat %d" % t.bits, "b": "OpTypeBool"}[t.kind]
            self.types[str(t)] = text
            self.declared.append("%s = %s" % (t, text))
        return str(t)

    def declare(self, text, prefix):
        if text not in self.types:
            self.types[text] = self.id(prefix)
            self.declared.append("%s = %s" % (self.types[text], text))
        return self.types[text]

    def constant(self, t, values):
        """The id of a constant of the bits `values`."""
        key = (t, values)
        if key not in self.constants:
            name = self.id("c")
            self.type(t)
            if t.n > 1:
                parts = " ".join(self.constant(ty(t.kind, t.bits), (v,)) for v in values)
                text = "OpConstantComposite %s %s" % (t, parts)
            elif t.kind == "b":
                text = "OpConstant%s %%bool" % ("True" if values[0] else "False")
            elif t.kind == "u":
                text = "OpConstant %s %d" % (t, values[0])
            else:
                text = "OpConstant %s %s" % (t, self.float_text(values[0], t.bits))
            self.declared.append("%s = %s" % (name, text))
            self.constants[key] = name
        return self.constants[key]

    @staticmethod
    def float_text(bits, width):
        """The assembler's hexadecimal form, which infinities and NaN have as well."""
        fraction = {16: 10, 32: 23, 64: 52}[width]
        sign, exponent, rest = bits >> (width - 1), bits >> fraction & mask(width - 1 - fraction), bits & mask(fraction)
        bias = mask(width - 2 - fraction)
        if exponent == 0:
            if rest == 0:
                return "-0x0p+0" if sign else "0x0p+0"
            shift = fraction + 1 - rest.bit_length()
            exponent, rest = 1 - shift, rest << shift & mask(fraction)
        digits = (fraction + 3) // 4
        return "%s0x1.%0*xp%+d" % ("-" if sign else "", digits, rest << (digits * 4 - fraction), exponent - bias)

    def u32(self, v):
        return self.constant(U32, (v,))

    # ---- values ----
    def add(self, t, fn, *args):
        """A node that computes `fn(*values of args)` in each lane."""
        name = self.id()
        self.type(t)
        self.nodes.append(Node("op", out=name, fn=fn, args=args))
        return name

    def op(self, opcode, t, args, fn):
        """An instruction whose operands are all ids."""
        name = self.add(t, fn, *args)
        self.emit("%s = %s %s %s" % (name, opcode, t, " ".join(args)))
        return name

    def each(self, opcode, t, args, fn):
        """Component by component: fn of components."""
        return self.op(opcode, t, args, lambda *v: tuple(fn(*c) for c in zip(*v)))

    def ext(self, instruction, t, args, fn):
        return self.each("OpExtInst", t, args, fn) if False else self.ext_(instruction, t, args, fn)

    def ext_(self, instruction, t, args, fn):
        name = self.add(t, lambda *v: tuple(fn(*c) for c in zip(*v)), *args)
        self.emit("%s = OpExtInst %s %%std %s %s" % (name, t, instruction, " ".join(args)))
        return name

    def keep(self, name, t):
        self.values.append((name, t))
        return name

    def random_bits(self, t):
        r = self.r
        if t.kind == "b":
            return r.getrandbits(1)
        if t.kind == "u":
            return r.choice((0, 1, 2, 3, 7, t.bits - 1, t.bits, mask(t.bits), mask(t.bits - 1), 1 << (t.bits - 1), r.getrandbits(t.bits),
                             r.getrandbits(t.bits // 2), r.randrange(100)))
        tiny = {16: (1, 0x3ff, 0x400), 32: (1, 0x7fffff, 0x800000), 64: (1, mask(52), 1 << 52)}[t.bits]
        bits = r.choice((0, from_float(1.0, t.bits), from_float(0.5, t.bits), from_float(r.randrange(-99, 100) / 4, t.bits),
                         from_float(r.uniform(-1e4, 1e4), t.bits), from_float(r.uniform(-1, 1), t.bits), r.choice(tiny)))
        return bits ^ (r.getrandbits(1) << (t.bits - 1))

    def literal(self, t):
        return self.constant(t, tuple(self.random_bits(t) for _ in range(t.n)))

    def any_type(self):
        kind, bits = self.r.choice(BASES)
        return ty(kind, bits, self.r.choice((1, 1, 1, 2, 3, 4)))

    def of(self, t, depth=2):
        """A value of the type: one in sight, or made."""
        r = self.r
        fit = [n for n, u in self.values if u == t]
        if fit and r.random() < 0.7:
            return r.choice(fit[-12:])
        if r.random() < 0.12:
            return self.literal(t)
        return self.make(t, depth)

    def make(self, t, depth):
        """A value of the type by some instruction."""
        r = self.r
        self.budget -= 1
        if depth <= 0:
            return self.basic(t)
        if t.n > 1 and r.random() < 0.35:
            return self.keep(self.gather(t, depth - 1), t)
        if t.n == 1 and r.random() < 0.15:
            return self.keep(self.pick(t, depth - 1), t)
        roll = r.random()
        if roll < 0.08:
            return self.keep(self.select(t, depth - 1), t)
        if roll < 0.2 and t.kind != "b":
            return self.keep(self.load(t, depth - 1), t)
        if roll < 0.27 and t.kind != "b":
            return self.keep(self.bitcast(t, depth - 1), t)
        if roll < 0.30:
            return self.keep(self.other_lane(t, depth - 1), t)
        return self.keep(getattr(self, "make_" + t.kind)(t, depth - 1), t)

    def basic(self, t):
        """From inputs or by conversion of a number that there is."""
        r = self.r
        if t.kind == "b":
            a = self.of(ty("u", 32, t.n), 0)
            c = self.constant(ty("u", 32, t.n), tuple(self.random_bits(U32) for _ in range(t.n)))
            return self.each("OpULessThan", t, (a, c), lambda x, y: int(x < y))
        if t.kind == "u" and t.n == 1:
            return self.input(t)
        if t.kind == "u":
            parts = [self.of(ty("u", t.bits), 0) for _ in range(t.n)]
            return self.op("OpCompositeConstruct", t, parts, lambda *v: sum(v, ()))
        # Floats of random bits, or small integers.
        u = self.of(ty("u", t.bits, t.n), 0)
        if r.random() < 0.4:
            return self.op("OpBitcast", t, (u,), lambda v: v)
        return self.each("OpConvertSToF", t, (u,), lambda x: from_int(signed(x, t.bits), t.bits))

    def input(self, t):
        """Of the read-only buffer, at a computed index that may lie behind its end."""
        r = self.r
        count = WORDS * 32 // t.bits
        some = self.in_function or len([1 for _, u in self.values if u == U32]) > 3
        index = self.of(U32, 0) if some else "%lane"
        limit = r.choice((64, count, count, 2 * count) if t.bits >= 32 else (64, count))
        at = self.each("OpUMod", U32, (index, self.u32(limit)), lambda a, b: a % b)
        pointer = self.id("p")
        binding = {32: 0, 8: 1, 16: 2, 64: 3}[t.bits]
        self.emit("%s = OpAccessChain %%p_in%d %%in%d %s %s" % (pointer, t.bits, t.bits, self.u32(0), at))
        data = self.data
        per = 32 // t.bits if t.bits < 32 else 1

        def fetch(index):
            i = index[0]
            if i >= count:
                return (0,)
            if t.bits == 64:
                return (data[2 * i] | data[2 * i + 1] << 32,)
            return (data[i // per] >> (i % per * t.bits) & mask(t.bits),)

        assert binding < OUT
        name = self.add(t, fetch, at)
        self.emit("%s = OpLoad %s %s" % (name, t, pointer))
        return name

    def gather(self, t, d):
        """A vector of parts."""
        r, one = self.r, ty(t.kind, t.bits)
        kind = r.randrange(4)
        if kind == 0:
            k = r.randrange(1, t.n)
            a, b = self.of(ty(t.kind, t.bits, k), d), self.of(ty(t.kind, t.bits, t.n - k), d)
            return self.op("OpCompositeConstruct", t, (a, b), lambda x, y: x + y)
        if kind == 1:
            m, k = r.randint(2, 4), r.randint(2, 4)
            a, b = self.of(ty(t.kind, t.bits, m), d), self.of(ty(t.kind, t.bits, k), d)
            order = [r.randrange(m + k) for _ in range(t.n)]
            name = self.add(t, lambda x, y: tuple((x + y)[i] for i in order), a, b)
            self.emit("%s = OpVectorShuffle %s %s %s %s" % (name, t, a, b, " ".join(map(str, order))))
            return name
        v, e = self.of(t, d), self.of(one, d)
        if kind == 2:
            k = r.randrange(t.n)
            name = self.add(t, lambda x, y: x[:k] + y + x[k + 1:], v, e)
            self.emit("%s = OpCompositeInsert %s %s %s %d" % (name, t, e, v, k))
            return name
        at = self.index(t.n, d)
        return self.op("OpVectorInsertDynamic", t, (v, e, at), lambda x, y, i: x[:i[0]] + y + x[i[0] + 1:])

    def pick(self, t, d):
        n = self.r.randint(2, 4)
        v = self.of(ty(t.kind, t.bits, n), d)
        if self.r.random() < 0.5:
            k = self.r.randrange(n)
            name = self.add(t, lambda x: (x[k],), v)
            self.emit("%s = OpCompositeExtract %s %s %d" % (name, t, v, k))
            return name
        return self.op("OpVectorExtractDynamic", t, (v, self.index(n, d)), lambda x, i: (x[i[0]],))

    def index(self, n, d):
        """In 0..n-1, of some width."""
        t = ty("u", self.r.choice((32, 32, 32, 16, 64)))
        return self.each("OpUMod", t, (self.of(t, d), self.constant(t, (n,))), lambda a, b: a % b)

    def select(self, t, d):
        a, b = self.of(t, d), self.of(t, d)
        c = self.of(ty("b", 1, t.n), d)
        return self.each("OpSelect", t, (c, a, b), lambda c, x, y: x if c else y)

    def canonical(self, name, t):
        """Floats with one NaN."""
        flags = ty("b", 1, t.n)
        nan = self.each("OpIsNan", flags, (name,), lambda x: int(self.is_nan(x, t.bits)))
        return self.each("OpSelect", t, (nan, self.constant(t, (NAN[t.bits],) * t.n), name), lambda c, x, y: x if c else y)

    @staticmethod
    def is_nan(x, bits):
        return x & mask(bits - 1) > {16: 0x7c00, 32: 0x7f800000, 64: 0x7ff << 52}[bits]

    def bitcast(self, t, d):
        whole = t.bits * t.n
        fit = [(b, whole // b) for b in (8, 16, 32, 64) if whole % b == 0 and whole // b in (1, 2, 3, 4)]
        bits, n = self.r.choice(fit)
        kind = self.r.choice("uf") if bits > 8 else "u"
        s = ty(kind, bits, n)
        if s == t:
            return self.basic(t)
        a = self.of(s, d)
        if kind == "f":
            a = self.canonical(a, s)
        return self.op("OpBitcast", t, (a,), lambda v: parts_of(bits_of(v, bits), t.bits, t.n))

    def other_lane(self, t, d):
        """Of one of the eight lanes of which this is one; or over a cluster of them. Lanes that are not there have no say."""
        r = self.r
        a = self.of(t, d)
        scope = self.u32(3)
        kind = r.randrange(3)
        if kind == 0 and t.kind != "f":
            size = r.choice((1, 2, 4, 8))
            ops = {"b": [("LogicalAnd", lambda x, y: x & y), ("LogicalOr", lambda x, y: x | y), ("LogicalXor", lambda x, y: x ^ y)],
                   "u": [("IAdd", lambda x, y: x + y & mask(t.bits)), ("IMul", lambda x, y: x * y & mask(t.bits)), ("BitwiseXor", lambda x, y: x ^ y),
                         ("UMin", min), ("UMax", max), ("BitwiseAnd", lambda x, y: x & y),
                         ("SMin", lambda x, y: min(x, y, key=lambda v: signed(v, t.bits))), ("SMax", lambda x, y: max(x, y, key=lambda v: signed(v, t.bits)))]}
            name, fn = r.choice(ops[t.kind])

            def reduce(env, lane, lanes):
                total = None
                for k in range(lane // size * size, (lane // size + 1) * size):
                    if k in lanes:
                        v = env[a][k]
                        total = v if total is None else tuple(fn(x, y) for x, y in zip(total, v))
                return total

            out = self.cross(t, reduce)
            self.emit("%s = OpGroupNonUniform%s %s %s ClusteredReduce %s %s" % (out, name, t, scope, a, self.u32(size)))
            return out
        step = r.randrange(1, 8)

        def swap(env, lane, lanes):
            other = lane ^ step
            return env[a][other] if other in lanes else env[a][lane]

        # A lane that is not there gives an undefined value: its own is taken instead.
        ballot = self.id()
        self.type(ty("u", 32, 4))
        self.emit("%s = OpGroupNonUniformBallot %%v4u32 %s %s" % (ballot, scope, self.constant(BOOL, (1,))))
        here, me, there, moved, out = self.id(), self.id(), self.id(), self.id(), self.cross(t, swap)
        self.emit("%s = OpLoad %%u32 %%subv" % here)
        self.emit("%s = OpBitwiseXor %%u32 %s %s" % (me, here, self.u32(step)))
        self.emit("%s = OpGroupNonUniformBallotBitExtract %%bool %s %s %s" % (there, scope, ballot, me))
        self.emit("%s = OpGroupNonUniformShuffleXor %s %s %s %s" % (moved, t, scope, a, self.u32(step)))
        flags = there
        if t.n > 1:
            flags = self.id()
            self.type(ty("b", 1, t.n))
            self.emit("%s = OpCompositeConstruct %s %s" % (flags, ty("b", 1, t.n), " ".join([there] * t.n)))
        self.emit("%s = OpSelect %s %s %s %s" % (out, t, flags, moved, a))
        return out

    def cross(self, t, fn):
        name = self.id()
        self.type(t)
        self.nodes.append(Node("cross", out=name, fn=fn))
        return name

    # ---- integers ----
    def make_u(self, t, d):
        r, w, m = self.r, t.bits, mask(t.bits)
        s = lambda x: signed(x, w)
        a = self.of(t, d)
        kind = r.randrange(19)
        if kind < 5:
            b = self.of(t, d)
            name, fn = r.choice((("OpIAdd", lambda x, y: x + y & m), ("OpISub", lambda x, y: x - y & m), ("OpIMul", lambda x, y: x * y & m),
                                 ("OpBitwiseAnd", lambda x, y: x & y), ("OpBitwiseOr", lambda x, y: x | y), ("OpBitwiseXor", lambda x, y: x ^ y)))
            return self.each(name, t, (a, b), fn)
        if kind == 5:
            name, fn = r.choice((("OpNot", lambda x: x ^ m), ("OpSNegate", lambda x: -x & m)))
            return self.each(name, t, (a,), fn)
        if kind in (6, 7):
            u = ty("u", r.choice((8, 16, 32, 64, w)), t.n)
            by = self.of(u, d)
            by = self.each("OpBitwiseAnd", u, (by, self.constant(u, (w - 1,) * t.n)), lambda x, y: x & y)
            name, fn = r.choice((("OpShiftLeftLogical", lambda x, y: x << y & m), ("OpShiftRightLogical", lambda x, y: x >> y),
                                 ("OpShiftRightArithmetic", lambda x, y: s(x) >> y & m)))
            return self.each(name, t, (a, by), fn)
        if kind in (8, 9):
            return self.divide(t, a, d)
        if kind == 10:
            b = self.of(t, d)
            name, fn = r.choice((("UMin", min), ("UMax", max), ("SMin", lambda x, y: min(x, y, key=s)), ("SMax", lambda x, y: max(x, y, key=s))))
            return self.ext(name, t, (a, b), fn)
        if kind == 11:
            name, fn = r.choice((("SAbs", lambda x: abs(s(x)) & m), ("SSign", lambda x: (s(x) > 0) - (s(x) < 0) & m)))
            return self.ext(name, t, (a,), fn)
        if kind in (12, 13):
            return self.convert_to_int(t, d)
        if kind == 14 and w == 32:
            return self.bit_fields(t, a, d)
        if kind == 15:
            return self.two_results(t, a, d)
        if kind == 16:
            flags = self.of(ty("b", 1, t.n), d)
            one, zero = self.literal(t), self.constant(t, (0,) * t.n)
            return self.each("OpSelect", t, (flags, one, zero), lambda c, x, y: x if c else y)
        if kind == 17 and t == U32:
            return self.dot(t, d)
        if kind == 18:
            lo = self.literal(t)
            hi = self.ext("UMax", t, (lo, self.of(t, d)), max)
            return self.ext("UClamp", t, (a, lo, hi), lambda x, p, q: min(max(x, p), q))
        return self.each("OpIAdd", t, (a, self.literal(t)), lambda x, y: x + y & m)

    def divide(self, t, a, d):
        r, w, m = self.r, t.bits, mask(t.bits)
        s = lambda x: signed(x, w)
        if r.random() < 0.4:
            b = self.constant(t, tuple((self.random_bits(t) or 3) for _ in range(t.n)))
        else:
            b = self.each("OpBitwiseOr", t, (self.of(t, d), self.constant(t, (r.choice((1, 1, 16 | 1)),) * t.n)), lambda x, y: x | y)
        kind = r.choice(("UDiv", "UMod", "SDiv", "SRem", "SMod"))
        if kind[0] == "U":
            return self.each("Op" + kind, t, (a, b), {"UDiv": lambda x, y: x // y, "UMod": lambda x, y: x % y}[kind])
        # Not the least number by -1.
        a = self.each("OpShiftRightArithmetic", t, (a, self.constant(t, (1,) * t.n)), lambda x, y: s(x) >> 1 & m)
        fn = {"SDiv": lambda x, y: trunc_div(s(x), s(y)) & m, "SRem": lambda x, y: s(x) - s(y) * trunc_div(s(x), s(y)) & m,
              "SMod": lambda x, y: s(x) % s(y) & m}[kind]
        return self.each("Op" + kind, t, (a, b), fn)

    def convert_to_int(self, t, d):
        r, w, m = self.r, t.bits, mask(t.bits)
        if r.random() < 0.6:
            s = ty("u", r.choice([b for b in (8, 16, 32, 64) if b != w]), t.n)
            name, fn = r.choice((("OpUConvert", lambda x: x & m), ("OpSConvert", lambda x: signed(x, s.bits) & m)))
            return self.each(name, t, (self.of(s, d),), fn)
        s = ty("f", r.choice((16, 32, 64)), t.n)
        low, high = r.choice(((-120.0, 120.0), (0.0, 250.0), (-120.0, 127.0))) if w == 8 else (-30000.0, 30000.0) if r.random() < 0.5 else (0.0, 60000.0)
        lo, hi = (self.constant(s, (from_float(v, s.bits),) * t.n) for v in (low, high))
        f = self.ext("NClamp", s, (self.of(s, d), lo, hi), lambda x, p, q: self.n_min(self.n_max(x, p, s.bits), q, s.bits))
        name = "OpConvertFToS" if low < 0 else r.choice(("OpConvertFToU", "OpConvertFToS") if high < 128 or (w > 8 and high < 32000) or w > 16 else ("OpConvertFToU",))
        return self.each(name, t, (f,), lambda x: int(to_float(x, s.bits)) & m)

    def n_min(self, x, y, bits, most=False):
        if self.is_nan(x, bits):
            return y
        if self.is_nan(y, bits):
            return x
        a, b = to_float(x, bits), to_float(y, bits)
        return (x if a > b else y) if most else (x if a < b else y)

    def n_max(self, x, y, bits):
        return self.n_min(x, y, bits, True)

    def bit_fields(self, t, a, d):
        r, m = self.r, mask(32)
        kind = r.randrange(5)
        if kind == 0:
            name, fn = r.choice((("OpBitCount", lambda x: bin(x).count("1")), ("OpBitReverse", lambda x: int("{:032b}".format(x)[::-1], 2))))
            return self.each(name, t, (a,), fn)
        if kind == 1:
            name, fn = r.choice((("FindILsb", lambda x: (x & -x).bit_length() - 1 & m), ("FindUMsb", lambda x: x.bit_length() - 1 & m),
                                 ("FindSMsb", lambda x: (x ^ m if x >> 31 else x).bit_length() - 1 & m)))
            return self.ext(name, t, (a,), fn)
        at = self.each("OpBitwiseAnd", U32, (self.of(U32, d), self.u32(15)), lambda x, y: x & y)
        n = self.each("OpUMod", U32, (self.of(U32, d), self.u32(17)), lambda x, y: x % y)
        if r.random() < 0.3:
            at, n = self.u32(r.randrange(16)), self.u32(r.randrange(17))
        if kind == 2:
            return self.op("OpBitFieldUExtract", t, (a, at, n), lambda v, o, c: tuple(x >> o[0] & mask(c[0]) for x in v))
        if kind == 3:
            return self.op("OpBitFieldSExtract", t, (a, at, n),
                           lambda v, o, c: tuple(signed(x >> o[0] & mask(c[0]), c[0]) & m if c[0] else 0 for x in v))
        return self.op("OpBitFieldInsert", t, (a, self.of(t, d), at, n),
                       lambda v, w, o, c: tuple(x & ~(mask(c[0]) << o[0]) | (y & mask(c[0])) << o[0] for x, y in zip(v, w)))

    def two_results(self, t, a, d):
        w, m = t.bits, mask(t.bits)
        b = self.of(t, d)
        s = lambda x: signed(x, w)
        name, fn = self.r.choice((("OpIAddCarry", lambda x, y: (x + y & m, x + y >> w)), ("OpISubBorrow", lambda x, y: (x - y & m, int(x < y))),
                                  ("OpUMulExtended", lambda x, y: (x * y & m, x * y >> w)),
                                  ("OpSMulExtended", lambda x, y: (s(x) * s(y) & m, s(x) * s(y) >> w & m))))
        self.type(t)
        pair = self.declare("OpTypeStruct %s %s" % (t, t), "pair")
        whole = self.id()
        self.emit("%s = %s %s %s %s" % (whole, name, pair, a, b))
        parts = []
        for k in range(2):
            parts.append(self.add(t, lambda x, y, k=k: tuple(fn(p, q)[k] for p, q in zip(x, y)), a, b))
            self.emit("%s = OpCompositeExtract %s %s %d" % (parts[k], t, whole, k))
        self.keep(parts[0], t)
        return parts[1]

    def dot(self, t, d):
        name, s1, s2 = self.r.choice((("OpUDotKHR", False, False), ("OpSDotKHR", True, True), ("OpSUDotKHR", True, False)))
        v = ty("u", 8, 4)
        packed = self.r.random() < 0.5
        a, b = (self.of(U32 if packed else v, d) for _ in range(2))

        def fn(x, y):
            x, y = (parts_of(p[0], 8, 4) if packed else p for p in (x, y))
            return (sum((signed(p, 8) if s1 else p) * (signed(q, 8) if s2 else q) for p, q in zip(x, y)) & mask(32),)

        name_ = self.add(t, fn, a, b)
        self.emit("%s = %s %s %s %s%s" % (name_, name, t, a, b, " PackedVectorFormat4x8BitKHR" if packed else ""))
        return name_

    # ---- conditions ----
    def make_b(self, t, d):
        r = self.r
        kind = r.randrange(9)
        if kind < 3:
            w = r.choice((8, 16, 32, 64))
            s = ty("u", w, t.n)
            g = lambda x: signed(x, w)
            name, fn = r.choice((("OpIEqual", lambda x, y: x == y), ("OpINotEqual", lambda x, y: x != y), ("OpULessThan", lambda x, y: x < y),
                                 ("OpUGreaterThan", lambda x, y: x > y), ("OpULessThanEqual", lambda x, y: x <= y), ("OpUGreaterThanEqual", lambda x, y: x >= y),
                                 ("OpSLessThan", lambda x, y: g(x) < g(y)), ("OpSGreaterThan", lambda x, y: g(x) > g(y)),
                                 ("OpSLessThanEqual", lambda x, y: g(x) <= g(y)), ("OpSGreaterThanEqual", lambda x, y: g(x) >= g(y))))
            return self.each(name, t, (self.of(s, d), self.of(s, d)), lambda x, y: int(fn(x, y)))
        if kind < 6:
            w = r.choice((16, 32, 64))
            s = ty("f", w, t.n)
            order, (name, fn) = r.choice(("Ord", "Unord")), r.choice((("Equal", lambda x, y: x == y), ("NotEqual", lambda x, y: x != y),
                                                                     ("LessThan", lambda x, y: x < y), ("GreaterThan", lambda x, y: x > y),
                                                                     ("LessThanEqual", lambda x, y: x <= y), ("GreaterThanEqual", lambda x, y: x >= y)))

            def compare(x, y):
                if self.is_nan(x, w) or self.is_nan(y, w):
                    return int(order == "Unord")
                return int(fn(to_float(x, w), to_float(y, w)))

            return self.each("OpF%s%s" % (order, name), t, (self.of(s, d), self.of(s, d)), compare)
        if kind == 6:
            w = r.choice((16, 32, 64))
            infinite = from_float(math.inf, w)
            name, fn = r.choice((("OpIsNan", lambda x: int(self.is_nan(x, w))), ("OpIsInf", lambda x: int(x & mask(w - 1) == infinite))))
            return self.each(name, t, (self.of(ty("f", w, t.n), d),), fn)
        if kind == 7 and t.n == 1:
            s = ty("b", 1, r.randint(2, 4))
            name, fn = r.choice((("OpAny", any), ("OpAll", all)))
            return self.op(name, t, (self.of(s, d),), lambda v: (int(fn(v)),))
        a = self.of(t, d)
        if r.random() < 0.25:
            return self.each("OpLogicalNot", t, (a,), lambda x: x ^ 1)
        name, fn = r.choice((("OpLogicalAnd", lambda x, y: x & y), ("OpLogicalOr", lambda x, y: x | y), ("OpLogicalEqual", lambda x, y: int(x == y)),
                             ("OpLogicalNotEqual", lambda x, y: x ^ y)))
        return self.each(name, t, (a, self.of(t, d)), fn)

    # ---- floats ----
    def make_f(self, t, d):
        r, w = self.r, t.bits
        a = self.of(t, d)
        one = lambda fn: lambda x: x if self.is_nan(x, w) else from_float(fn(to_float(x, w)), w)
        kind = r.randrange(12)
        if kind < 4:
            b = self.of(t, d)
            name, fn = r.choice((("OpFAdd", lambda x, y: x + y), ("OpFSub", lambda x, y: x - y), ("OpFMul", lambda x, y: x * y)))

            def compute(x, y):
                return from_float(fn(to_float(x, w), to_float(y, w)), w)

            out = self.each(name, t, (a, b), compute)
            self.head.append("OpDecorate %s NoContraction" % out)
            return out
        if kind == 4:
            name, fn = r.choice((("OpFNegate", lambda x: x ^ 1 << (w - 1)),))
            return self.each(name, t, (a,), fn)
        if kind == 5:
            return self.ext("FAbs", t, (a,), lambda x: x & mask(w - 1))
        if kind == 6:
            whole = lambda fn: one(lambda x: x if math.isinf(x) else math.copysign(float(fn(x)), x))
            name, fn = r.choice((("Floor", whole(math.floor)), ("Ceil", whole(math.ceil)), ("Trunc", whole(math.trunc)), ("RoundEven", whole(round))))
            return self.ext(name, t, (a,), fn)
        if kind == 7:
            b = self.of(t, d)
            name, most = r.choice((("NMin", False), ("NMax", True)))
            out = self.ext(name, t, (a, b), lambda x, y: self.n_min(x, y, w, most))
            zero = self.constant(t, (0,) * t.n)
            out = self.each("OpFAdd", t, (out, zero), lambda x, y: x if self.is_nan(x, w) else x & mask(w - 1) and x)
            self.head.append("OpDecorate %s NoContraction" % out)
            return out
        if kind == 8:
            s = ty("f", r.choice([b for b in (16, 32, 64) if b != w]), t.n)
            return self.each("OpFConvert", t, (self.of(s, d),), lambda x: from_float(to_float(x, s.bits), w))
        if kind in (9, 10):
            s = ty("u", r.choice((8, 16, 32, 64)), t.n)
            name, fn = r.choice((("OpConvertSToF", lambda x: from_int(signed(x, s.bits), w)), ("OpConvertUToF", lambda x: from_int(x, w))))
            return self.each(name, t, (self.of(s, d),), fn)
        return self.select(t, d)

    # ---- memory ----
    def variable(self):
        """An array of a function, of a workgroup (own slots) or of a buffer (own slots)."""
        r = self.r
        t = self.any_type()
        if t.kind == "b":
            t = ty("u", 32, t.n)
        how = r.choice(("Function", "Private", "Workgroup"))
        count = r.choice((1, 2, 3, 4, 5, 8, 16))
        name = self.id("var")
        slots = count if how != "Workgroup" else count * self.local
        self.type(t)
        array = self.declare("OpTypeArray %s %s" % (t, self.u32(slots)), "arr")
        pointer = self.declare("OpTypePointer %s %s" % (how, array), "ptr")
        text = "%s = OpVariable %s %s" % (name, pointer, how)
        if how == "Function":
            self.locals.append(text)
        else:
            self.declared.append(text)
        self.variables.append((name, t, count, how))
        for k in range(count):
            self.store((name, t, count, how), self.literal(t), self.u32(k))

    def place(self, v, at):
        """A pointer to an element; `at` is an id of an index or a constant."""
        name, t, count, how = v
        if how == "Pointer":
            return name
        if how == "Workgroup":
            index = self.id()
            self.emit("%s = OpIMul %%u32 %s %s" % (index, at, self.u32(self.local)))
            sum_ = self.id()
            self.emit("%s = OpIAdd %%u32 %s %%lid" % (sum_, index))
            at = sum_
        pointer = self.declare("OpTypePointer %s %s" % (how, t), "ptr")
        p = self.id("p")
        self.emit("%s = OpAccessChain %s %s %s" % (p, pointer, name, at))
        return p

    def store(self, v, value, at):
        self.emit("OpStore %s %s" % (self.place(v, at), value))
        self.nodes.append(Node("store", var=v[0], value=value, at=at))

    def load(self, t, d):
        fit = [v for v in self.variables if v[1] == t]
        if not fit:
            return self.basic(t)
        v = self.r.choice(fit)
        at = self.small_index(v[2], d)
        p = self.place(v, at)
        name = self.id()
        self.nodes.append(Node("load", out=name, var=v[0], at=at, zero=(0,) * t.n))
        self.emit("%s = OpLoad %s %s" % (name, t, p))
        return name

    def small_index(self, n, d):
        if self.r.random() < 0.4:
            return self.u32(self.r.randrange(n))
        return self.each("OpUMod", U32, (self.of(U32, d), self.u32(n)), lambda a, b: a % b)

    # ---- statements ----
    def statement(self):
        r = self.r
        kinds = [(self.compute, 10), (self.write, 5)]
        if self.depth < 4 and self.budget > 0:
            kinds += [(self.branch, 3), (self.switch, 2), (self.loop, 3 if self.cost < 3 else 0)]
            if self.functions and not self.in_function:
                kinds.append((self.call, 3))
        if not self.depth and not self.in_function:
            kinds.append((self.exchange, 2))
        r.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()

    def compute(self):
        self.make(self.any_type(), 3)

    def write(self):
        if not self.variables:
            return self.compute()
        v = self.r.choice(self.variables)
        value = self.of(v[1], 2)
        self.store(v, value, self.small_index(v[2], 1))

    def body(self, n, label):
        """Statements of an inner block; its nodes and its last label."""
        outer, self.nodes = self.nodes, []
        values = list(self.values)
        self.emit("%s = OpLabel" % label)
        self.label = label
        self.depth += 1
        for _ in range(n):
            self.statement()
        self.depth -= 1
        nodes, self.nodes = self.nodes, outer
        inner, self.values = self.values, values
        return nodes, [v for v in inner if v not in values], self.label

    def meet(self, sides):
        """Phis of what the sides computed. sides: (new values, last label). Pairs of (out, ids by side)."""
        phis = []
        for _ in range(self.r.randint(0, 3)):
            t = self.any_type()
            ids = [self.r.choice([n for n, u in new if u == t] or [n for n, u in self.values if u == t] or [self.literal(t)]) for new, _ in sides]
            phis.append((self.id(), t, ids))
        for out, t, ids in phis:
            self.type(t)
            self.emit("%s = OpPhi %s %s" % (out, t, " ".join("%s %s" % (i, label) for i, (_, label) in zip(ids, sides))))
        return phis

    def branch(self):
        cond = self.of(BOOL, 2)
        a, b, end = self.id("L"), self.id("L"), self.id("L")
        other = self.r.random() < 0.6
        before = self.label
        self.emit("OpSelectionMerge %s None" % end)
        self.emit("OpBranchConditional %s %s %s" % (cond, a, b if other else end))
        then, new, last = self.body(self.r.randint(1, 3), a)
        self.emit("OpBranch %s" % end)
        sides, orelse = [(new, last)], []
        if other:
            orelse, new, last = self.body(self.r.randint(1, 3), b)
            self.emit("OpBranch %s" % end)
            sides.append((new, last))
        else:
            sides.append(([], before))
        self.emit("%s = OpLabel" % end)
        self.label = end
        phis = self.meet(sides)
        self.nodes.append(Node("if", cond=cond, then=then, orelse=orelse, phis=phis))
        self.values += [(out, t) for out, t, _ in phis]

    def switch(self):
        r = self.r
        t = ty("u", r.choice((32, 32, 64, 16, 8)))
        selector = self.each("OpBitwiseAnd", t, (self.of(t, 1), self.constant(t, (7,))), lambda x, y: x & y)
        scale = r.choice((1, 3, 17) if t.bits == 8 else (1, 3, 9000) if t.bits < 64 else (1, 0x123456789a))
        if scale != 1:
            selector = self.each("OpIMul", t, (selector, self.constant(t, (scale,))), lambda x, y: x * y & mask(t.bits))
        cases = r.randint(1, 4)
        labels = [self.id("L") for _ in range(cases)]
        end, default = self.id("L"), r.randrange(cases + 1)
        numbers = r.sample(range(8), min(8, r.randint(cases, cases + 2)))
        where = {n * scale: (k if k < cases else r.randrange(cases)) for k, n in enumerate(numbers)}
        self.emit("OpSelectionMerge %s None" % end)
        # The literals of one target stand together, and targets in the order in which they fall through.
        targets = " ".join("%d %s" % (n, labels[k]) for n, k in sorted(where.items(), key=lambda p: p[1]))
        self.emit("OpSwitch %s %s %s" % (selector, (labels + [end])[default], targets))
        through = [r.random() < 0.35 and k + 1 < cases for k in range(cases)]
        bodies = []
        for k in range(cases):
            nodes, _, _ = self.body(r.randint(1, 2), labels[k])
            bodies.append(nodes)
            self.emit("OpBranch %s" % (labels[k + 1] if through[k] else end))
        self.emit("%s = OpLabel" % end)
        self.label = end
        self.nodes.append(Node("switch", selector=selector, where=where, default=default, bodies=bodies, through=through))

    def loop(self):
        """Counts to a bound of each lane's own; carries values around; may break and continue."""
        r = self.r
        trips = r.choice((1, 2, 3, 5))
        bound = self.small_index(trips + 1, 1)
        header, check, body, on, after, end = (self.id("L") for _ in range(6))
        before = self.label
        count, next_ = self.id(), self.id()
        carried = []
        for _ in range(r.randint(0, 3)):
            t = self.any_type()
            carried.append((self.id(), t, self.of(t, 1), self.id()))
        self.emit("OpBranch %s" % header)
        self.emit("%s = OpLabel" % header)
        at = len(self.code)
        self.emit("OpLoopMerge %s %s None" % (end, after))
        self.emit("OpBranch %s" % check)
        outer, self.nodes, values = self.nodes, [], list(self.values)
        self.values += [(count, U32)] + [(n, t) for n, t, _, _ in carried]
        self.emit("%s = OpLabel" % check)
        go = self.id()
        self.type(BOOL)
        self.emit("%s = OpULessThan %%bool %s %s" % (go, count, bound))
        self.emit("OpBranchConditional %s %s %s" % (go, body, end))
        self.cost += 1
        inside = list(self.values)
        nodes, new, last = self.body(r.randint(1, 3), body)
        self.values = inside + new
        kind = r.randrange(3)
        stop = None
        if kind:
            # The condition's value, in the block that the body ended in.
            self.nodes = []
            stop = self.of(BOOL, 1)
            nodes += self.nodes
            self.nodes = []
            self.emit("OpSelectionMerge %s None" % on if kind == 2 else "; break")
            if kind == 1:
                self.code.pop()
            self.emit("OpBranchConditional %s %s %s" % (stop, end if kind == 1 else after, on))
            source_stop = self.label
            self.emit("%s = OpLabel" % on)
            self.label = on
        self.nodes = []
        rest = r.randint(0, 2)
        for _ in range(rest):
            self.depth += 1
            self.statement()
            self.depth -= 1
        tail = self.nodes
        last = self.label
        ends = [self.r.choice([n for n, u in self.values if u == t and n not in (count,)]) for _, t, _, _ in carried]
        # A value of the tail does not reach the continue target from the branch around it.
        early = [self.r.choice([n for n, u in inside if u == t]) for _, t, _, _ in carried]
        self.emit("OpBranch %s" % after)
        self.emit("%s = OpLabel" % after)
        for (out, t, start, again), e, f in zip(carried, ends, early):
            sources = "%s %s" % (e, last) + (" %s %s" % (f, source_stop) if kind == 2 else "")
            self.emit("%s = OpPhi %s %s" % (again, t, sources))
        self.emit("%s = OpIAdd %%u32 %s %s" % (next_, count, self.u32(1)))
        self.emit("OpBranch %s" % header)
        self.emit("%s = OpLabel" % end)
        self.label = end
        phis = ["%s = OpPhi %%u32 %s %s %s %s" % (count, self.u32(0), before, next_, after)]
        for out, t, start, again in carried:
            self.type(t)
            phis.append("%s = OpPhi %s %s %s %s %s" % (out, t, start, before, again, after))
        self.code[at:at] = phis
        self.nodes, self.values = outer, values
        self.cost -= 1
        self.nodes.append(Node("loop", count=count, bound=bound, carried=carried, body=nodes, stop=stop, skips=kind == 2, tail=tail,
                               ends=ends, early=early))
        # Behind the loop: what the header's phis held.
        self.values += [(n, t) for n, t, _, _ in carried] + [(count, U32)]

    def exchange(self):
        """Reads another invocation's slot of shared memory, between barriers."""
        fit = [v for v in self.variables if v[3] == "Workgroup"]
        if not fit:
            return self.variable() if self.r.random() < 0.5 else self.compute()
        v = self.r.choice(fit)
        name, t, count, _ = v
        who = self.each("OpUMod", U32, (self.of(U32, 1), self.u32(self.local)), lambda a, b: a % b)
        at = self.small_index(count, 1)
        self.emit("OpControlBarrier %s %s %s" % (self.u32(2), self.u32(2), self.u32(264)))
        row, index, p, out = self.id(), self.id(), self.id("p"), self.id()
        self.emit("%s = OpIMul %%u32 %s %s" % (row, at, self.u32(self.local)))
        self.emit("%s = OpIAdd %%u32 %s %s" % (index, row, who))
        self.emit("%s = OpAccessChain %s %s %s" % (p, self.declare("OpTypePointer Workgroup %s" % (t,), "ptr"), name, index))
        self.emit("%s = OpLoad %s %s" % (out, t, p))
        self.emit("OpControlBarrier %s %s %s" % (self.u32(2), self.u32(2), self.u32(264)))
        self.nodes.append(Node("peek", out=out, var=name, at=at, who=who))
        self.keep(out, t)

    # ---- functions ----
    def function(self):
        """Takes values and pointers to variables of its caller; gives a value."""
        r = self.r
        outer = self.code, self.nodes, self.values, self.variables
        self.code, self.nodes, self.values, self.variables, self.locals = [], [], [("%lane", U32)], [], []
        self.values = []
        result = self.any_type()
        params, types = [], []
        for _ in range(r.randint(1, 3)):
            t = self.any_type()
            if r.random() < 0.4 and t.kind != "b":
                pointer = self.declare("OpTypePointer Function %s" % self.type(t), "ptr")
                params.append((self.id("a"), t, pointer))
                types.append(pointer)
            else:
                params.append((self.id("a"), t, None))
                types.append(self.type(t))
        name, label = self.id("fn"), self.id("L")
        self.type(result)
        kind = self.declare("OpTypeFunction %s %s" % (result, " ".join(types)), "fty")
        self.values = [(n, t) for n, t, p in params if not p]
        if not any(t == U32 for _, t in self.values):
            self.values.append((self.u32(3), U32))
        self.variables = [(n, t, 1, "Pointer") for n, t, p in params if p]
        self.emit("%s = OpLabel" % label)
        self.label = label
        start = len(self.code)
        self.in_function = True
        for _ in range(r.randint(1, 4)):
            self.statement()
        value = self.of(result, 2)
        self.emit("OpReturnValue %s" % value)
        self.in_function = False
        self.code[start:start] = self.locals
        head = ["%s = OpFunction %s None %s" % (name, result, kind)] + ["%s = OpFunctionParameter %s" % (n, t) for (n, _, _), t in zip(params, types)]
        self.texts += head + self.code + ["OpFunctionEnd"]
        self.functions.append((name, result, params, self.nodes, value))
        self.code, self.nodes, self.values, self.variables = outer

    def call(self):
        name, result, params, nodes, value = self.r.choice(self.functions)
        args, copies = [], []
        for n, t, pointer in params:
            if not pointer:
                args.append(self.of(t, 1))
                continue
            var = self.id("var")
            self.locals.append("%s = OpVariable %s Function" % (var, pointer))
            given = self.of(t, 1)
            self.emit("OpStore %s %s" % (var, given))
            args.append(var)
            copies.append((n, t, var, given))
        out = self.id()
        self.type(result)
        self.emit("%s = OpFunctionCall %s %s %s" % (out, result, name, " ".join(args)))
        back = []
        for n, t, var, given in copies:
            got = self.id()
            self.emit("%s = OpLoad %s %s" % (got, t, var))
            back.append((got, n))
        self.nodes.append(Node("call", out=out, nodes=nodes, value=value, args=[(n, a) for (n, _, p), a in zip(params, args) if not p],
                               given=[(n, g) for n, _, _, g in copies], back=back))
        self.keep(out, result)
        for (got, _), (_, t, _, _) in zip(back, copies):
            self.keep(got, t)

    # ---- the evaluator ----
    def get(self, env, name, lane):
        if name in self.literals:
            return self.literals[name]
        return env[name][lane]

    def run(self, nodes, env, lanes):
        for node in nodes:
            self.steps += len(lanes)
            if self.steps > MAX_STEPS:
                raise TooLong
            if lanes:
                getattr(self, "run_" + node.kind)(node, env, lanes)

    def run_op(self, node, env, lanes):
        out = env.setdefault(node.out, [None] * LANES)
        for lane in lanes:
            out[lane] = node.fn(*(self.get(env, a, lane) for a in node.args))

    def run_cross(self, node, env, lanes):
        view = View(self, env)
        found = [(lane, node.fn(view, lane, lanes)) for lane in lanes]
        out = env.setdefault(node.out, [None] * LANES)
        for lane, v in found:
            out[lane] = v

    def memory(self, env, var, lane):
        return env.setdefault(var, [{} for _ in range(LANES)])[lane]

    def run_store(self, node, env, lanes):
        for lane in lanes:
            self.memory(env, node.var, lane)[self.get(env, node.at, lane)[0]] = self.get(env, node.value, lane)

    def run_load(self, node, env, lanes):
        out = env.setdefault(node.out, [None] * LANES)
        for lane in lanes:
            out[lane] = self.memory(env, node.var, lane)[self.get(env, node.at, lane)[0]]

    def run_peek(self, node, env, lanes):
        out = env.setdefault(node.out, [None] * LANES)
        for lane in lanes:
            other = lane // self.local * self.local + self.get(env, node.who, lane)[0]
            out[lane] = self.memory(env, node.var, other)[self.get(env, node.at, lane)[0]]

    def merge(self, env, phis, k, lanes):
        found = [(out, lane, self.get(env, ids[k], lane)) for out, _, ids in phis for lane in lanes]
        for out, lane, v in found:
            env.setdefault(out, [None] * LANES)[lane] = v

    def run_if(self, node, env, lanes):
        yes = [lane for lane in lanes if self.get(env, node.cond, lane)[0]]
        no = [lane for lane in lanes if lane not in yes]
        self.run(node.then, env, yes)
        self.merge(env, node.phis, 0, yes)
        self.run(node.orelse, env, no)
        self.merge(env, node.phis, 1, no)

    def run_switch(self, node, env, lanes):
        first = {lane: node.where.get(self.get(env, node.selector, lane)[0], node.default) for lane in lanes}
        there = []
        for k, nodes in enumerate(node.bodies):
            there = sorted(there + [lane for lane in lanes if first[lane] == k])
            self.run(nodes, env, there)
            if not node.through[k]:
                there = []

    def run_loop(self, node, env, lanes):
        def put(name, lane, v):
            env.setdefault(name, [None] * LANES)[lane] = v

        for lane in lanes:
            put(node.count, lane, (0,))
        for lane, out, v in [(lane, out, self.get(env, start, lane)) for lane in lanes for out, _, start, _ in node.carried]:
            put(out, lane, v)
        here = list(lanes)
        while True:
            here = [lane for lane in here if self.get(env, node.count, lane) < self.get(env, node.bound, lane)]
            if not here:
                break
            self.run(node.body, env, here)
            stopped = [lane for lane in here if node.stop and self.get(env, node.stop, lane)[0]]
            rest = [lane for lane in here if lane not in stopped]
            self.run(node.tail, env, rest)
            if not node.skips:
                here = rest
            found = []
            for lane in here:
                ids = node.early if lane in stopped else node.ends
                found += [(out, lane, self.get(env, i, lane)) for (out, _, _, _), i in zip(node.carried, ids)]
                found.append((node.count, lane, (self.get(env, node.count, lane)[0] + 1,)))
            for out, lane, v in found:
                put(out, lane, v)

    def run_call(self, node, env, lanes):
        for n, a in node.args:
            found = [(lane, self.get(env, a, lane)) for lane in lanes]
            for lane, v in found:
                env.setdefault(n, [None] * LANES)[lane] = v
        for n, g in node.given:
            for lane in lanes:
                self.memory(env, n, lane)[0] = self.get(env, g, lane)
        self.run(node.nodes, env, lanes)
        for name, source in [(node.out, node.value)]:
            found = [(lane, self.get(env, source, lane)) for lane in lanes]
            for lane, v in found:
                env.setdefault(name, [None] * LANES)[lane] = v
        for got, n in node.back:
            for lane in lanes:
                env.setdefault(got, [None] * LANES)[lane] = self.memory(env, n, lane)[0]

    # ---- the whole ----
    def inputs(self):
        """What run_shaders.c fills the first buffer with (fill, random_u32)."""
        state, out = 1, []
        for _ in range(WORDS):
            state = (state * 6364136223846793005 + 1442695040888963407) & mask(64)
            x = ((state >> 33) ^ (state >> 13)) & mask(32)
            out.append((x * 0x9e3779b1 & mask(32)) ^ (x >> 15))
        return out

    def fold(self, name, t, h):
        """h * 31 + the bits of a value."""
        m = mask(32)
        if t.kind == "b":
            u = ty("u", 32, t.n)
            name = self.each("OpSelect", u, (name, self.constant(u, (5,) * t.n), self.constant(u, (9,) * t.n)), lambda c, x, y: x if c else y)
            t = u
        if t.kind == "f":
            name = self.canonical(name, t)
            u = ty("u", t.bits, t.n)
            name, t = self.op("OpBitcast", u, (name,), lambda v: v), u
        for k in range(t.n):
            part = name
            if t.n > 1:
                part = self.add(ty("u", t.bits), lambda v, k=k: (v[k],), name)
                self.emit("%s = OpCompositeExtract %s %s %d" % (part, ty("u", t.bits), name, k))
            words = [part]
            if t.bits == 64:
                one = ty("u", 64)
                high = self.each("OpShiftRightLogical", one, (part, self.u32(32)), lambda x, y: x >> y)
                words = [self.each("OpUConvert", U32, (w,), lambda x: x & m) for w in (part, high)]
            elif t.bits < 32:
                words = [self.each("OpUConvert", U32, (part,), lambda x: x)]
            for w in words:
                h = self.each("OpIMul", U32, (h, self.u32(31)), lambda x, y: x * y & m)
                h = self.each("OpIAdd", U32, (h, w), lambda x, y: x + y & m)
        return h

    def program(self):
        r = self.r
        self.data, self.texts, self.locals, self.in_function, self.label = self.inputs(), [], [], False, "%entry"
        for kind, bits in BASES:
            self.type(ty(kind, bits))
        for v in (0, 1, 2, 3):
            self.u32(v)
        for bits in (8, 16, 32, 64):
            u = ty("u", bits)
            self.declared += ["%%ra%d = OpTypeRuntimeArray %s" % (bits, u), "%%blk%d = OpTypeStruct %%ra%d" % (bits, bits),
                              "%%pb%d = OpTypePointer StorageBuffer %%blk%d" % (bits, bits), "%%p_in%d = OpTypePointer StorageBuffer %s" % (bits, u),
                              "%%in%d = OpVariable %%pb%d StorageBuffer" % (bits, bits)]
        for _ in range(r.randint(0, 2)):
            self.function()
        self.values, self.variables, self.nodes, self.locals, self.code = [("%lane", U32)], [], [], [], []
        self.label = "%entry"
        for _ in range(r.randint(0, 3)):
            self.variable()
        while self.budget > 0:
            self.statement()
        h = self.u32(self.seed & mask(31))
        for name, t in list(self.values):
            h = self.fold(name, t, h)
        for v in self.variables:
            for k in range(v[2]):
                p = self.place(v, self.u32(k))
                name = self.id()
                self.nodes.append(Node("load", out=name, var=v[0], at=self.u32(k)))
                self.emit("%s = OpLoad %s %s" % (name, v[1], p))
                h = self.fold(name, v[1], h)
        self.literals = {name: values for (_, values), name in self.constants.items()}
        env, self.steps = {"%lane": [(k,) for k in range(LANES)]}, 0
        self.run(self.nodes, env, list(range(LANES)))
        return self.text(h, [env[h][lane][0] for lane in range(LANES)])

    def text(self, h, want):
        table = " ".join(self.u32(v) for v in want)
        count = WORDS // LANES
        for v in (LANES, count, 2, 264, 7):
            self.u32(v)
        array = self.declare("OpTypeArray %%u32 %s" % self.u32(LANES), "arr")
        private = self.declare("OpTypePointer Function %s" % array, "ptr")
        element = self.declare("OpTypePointer Function %u32", "ptr")
        self.type(ty("u", 32, 3))
        lines = ["; kiln: groups=%d,1,1 elems=%d b0=uint b1=zero b2=zero b3=zero b4=zero b5=zero same=1:0 same=2:0 same=3:0 alone expect=%d:1 seeds=1 "
                 "env=spv1.5 not=Intel" % (LANES // self.local, WORDS, OUT),
                 "; tests/shaders/random/exact.py, seed %d" % self.seed]
        lines += ["OpCapability " + c for c in
                  "Shader Int8 Int16 Int64 Float16 Float64 StorageBuffer8BitAccess StorageBuffer16BitAccess GroupNonUniform GroupNonUniformArithmetic "
                  "GroupNonUniformBallot GroupNonUniformShuffle GroupNonUniformClustered DotProductKHR DotProductInput4x8BitKHR "
                  "DotProductInput4x8BitPackedKHR DenormPreserve SignedZeroInfNanPreserve RoundingModeRTE".split()]
        lines += ['OpExtension "SPV_KHR_float_controls"', 'OpExtension "SPV_KHR_integer_dot_product"', '%std = OpExtInstImport "GLSL.std.450"',
                  "OpMemoryModel Logical GLSL450"]
        shared = [v[0] for v in self.all_variables() if v]
        lines += ['OpEntryPoint GLCompute %%main "main" %%gidv %%lidv %%subv %%in8 %%in16 %%in32 %%in64 %%out %s' % " ".join(shared),
                  "OpExecutionMode %%main LocalSize %d 1 1" % self.local]
        for bits in (16, 32, 64):
            lines += ["OpExecutionMode %%main %s %d" % (m, bits) for m in ("DenormPreserve", "SignedZeroInfNanPreserve", "RoundingModeRTE")]
        lines += ["OpDecorate %gidv BuiltIn GlobalInvocationId", "OpDecorate %lidv BuiltIn LocalInvocationIndex",
                  "OpDecorate %subv BuiltIn SubgroupLocalInvocationId"]
        for bits, binding in ((32, 0), (8, 1), (16, 2), (64, 3)):
            lines += ["OpDecorate %%ra%d ArrayStride %d" % (bits, bits // 8), "OpDecorate %%blk%d Block" % bits, "OpMemberDecorate %%blk%d 0 Offset 0" % bits,
                      "OpMemberDecorate %%blk%d 0 NonWritable" % bits if False else "", "OpDecorate %%in%d DescriptorSet 0" % bits,
                      "OpDecorate %%in%d Binding %d" % (bits, binding)]
        lines += ["OpDecorate %raout ArrayStride 4", "OpDecorate %blkout Block", "OpMemberDecorate %blkout 0 Offset 0", "OpDecorate %out DescriptorSet 0",
                  "OpDecorate %%out Binding %d" % OUT]
        lines += self.head
        lines += ["%void = OpTypeVoid", "%mainty = OpTypeFunction %void"]
        lines += self.declared
        lines += ["%raout = OpTypeRuntimeArray %u32", "%blkout = OpTypeStruct %raout", "%pbout = OpTypePointer StorageBuffer %blkout",
                  "%out = OpVariable %pbout StorageBuffer", "%table = OpConstantComposite " + array + " " + table,
                  "%pin3 = OpTypePointer Input %v3u32", "%pin1 = OpTypePointer Input %u32", "%gidv = OpVariable %pin3 Input",
                  "%lidv = OpVariable %pin1 Input", "%subv = OpVariable %pin1 Input"]
        lines += ["%main = OpFunction %void None %mainty", "%entry = OpLabel"] + self.locals + ["%%tablev = OpVariable %s Function" % private]
        lines += ["%gid3 = OpLoad %v3u32 %gidv", "%lane = OpCompositeExtract %u32 %gid3 0", "%lid = OpLoad %u32 %lidv"]
        lines += self.code
        lines += ["OpStore %tablev %table", "%%pt = OpAccessChain %s %%tablev %%lane" % element, "%want = OpLoad %u32 %pt",
                  "%%same = OpIEqual %%bool %%want %s" % h, "%%bad = OpBitwiseOr %%u32 %s %s" % (h, self.u32(2)),
                  "%%verdict = OpSelect %%u32 %%same %s %%bad" % self.u32(1)]
        for k in range(count):
            lines += ["%%at%d = OpIAdd %%u32 %%lane %s" % (k, self.u32(k * LANES)),
                      "%%po%d = OpAccessChain %%p_in32 %%out %s %%at%d" % (k, self.u32(0), k), "OpStore %%po%d %%verdict" % k]
        lines += ["OpReturn", "OpFunctionEnd"] + self.texts
        done = set(lines)
        late = [d for d in self.declared if d not in done]
        at = lines.index("%raout = OpTypeRuntimeArray %u32")
        lines[at:at] = late
        return "\n".join(l for l in lines if l) + "\n"

    def all_variables(self):
        return [(d.split(" = ")[0],) for d in self.declared if "OpVariable" in d and not d.startswith("%in")]


class TooLong(Exception):
    pass


class View:
    """What a subgroup operation sees: values of any lane."""

    def __init__(self, owner, env):
        self.owner, self.env = owner, env

    def __getitem__(self, name):
        return Column(self, name)


class Column:
    def __init__(self, view, name):
        self.view, self.name = view, name

    def __getitem__(self, lane):
        return self.view.owner.get(self.view.env, self.name, lane)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n\n")[1])
    for seed in map(int, sys.argv[2:]):
        for attempt in range(100):
            try:
                text = Exact(seed + attempt * 1000000007).program()
                break
            except TooLong:
                pass
        with open("%s/exact_%d.spvasm" % (sys.argv[1], seed), "w") as f:
            f.write(text)


if __name__ == "__main__":
    main()

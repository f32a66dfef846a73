"""Instructions of exact.py: each is a line of assembly, and a function of the evaluator's."""
import math

from exact_numbers import (BASES, BOOL, NAN, OUT, U32, WORDS, bits_of, from_float, from_int, mask, parts_of, signed, to_float, trunc_div, ty)
from exact_run import Node


class Ops:
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
            return self.each("OpFNegate", t, (a,), lambda x: x ^ 1 << (w - 1))
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

#!/usr/bin/env python3
"""Writes random compute shaders that have exactly one right result.

usage: gen.py DIR SEED...        writes DIR/rand_SEED.comp

Seeds from TYPED on make programs with 8-, 16- and 64-bit integers, halves and doubles as well; those from WIDE on have
more kinds of memory (wide.py).

A program is a function of its seed. There is no undefined behaviour and no race in it:
- loops count to small bounds; shifts, divisors and indices are masked into range;
- floats hold integers. Each expression carries a bound of its magnitude, and is wrapped before it could pass
  2^24 (2^11 for halves), so every operation is exact in any order of evaluation. Only int(x) of a float is stored, so zeros have no sign;
- shared memory: everyone touches only the own slot, except between two barriers, where all only read;
- atomics: one operation for each array, whose results do not depend on the order; returned values are dropped;
- barriers stand only in uniform control flow, which is made of `uniform` variables (assigned only there).
"""
import random
import sys

SCALARS = ("uint", "int", "float", "bool")
PREFIX = {"uint": "uvec", "int": "ivec", "float": "vec", "bool": "bvec",
          "int8_t": "i8vec", "uint8_t": "u8vec", "int16_t": "i16vec", "uint16_t": "u16vec",
          "int64_t": "i64vec", "uint64_t": "u64vec", "float16_t": "f16vec", "double": "dvec"}
TYPED = 1000000
WIDE = 2000000
SIZED = {"int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16, "int64_t": 64, "uint64_t": 64}
FLOATS = ("float", "float16_t", "double")
BOUND = 256       # of a float variable
EXACT = 1 << 24


def vec(base, n):
    return base if n == 1 else PREFIX[base] + str(n)


NUMERIC = {vec(b, n): (b, n) for b in PREFIX for n in (1, 2, 3, 4)}


class Var:
    def __init__(self, name, type_, uniform=False, writable=True, is_global=False, memory=False):
        self.name, self.type, self.uniform, self.writable, self.is_global = name, type_, uniform, writable, is_global
        self.memory = memory


class Flow:
    """Where a statement stands: the variables in sight, and what control flow is allowed."""

    def __init__(self, vars_, uniform, loop=None, barrier=False, ret=None, depth=0, cost=1, peek=False):
        self.vars, self.uniform, self.loop, self.barrier = vars_, uniform, loop, barrier
        self.ret, self.depth, self.cost, self.peek = ret, depth, cost, peek

    def inner(self, **changes):
        f = Flow(list(self.vars), self.uniform, self.loop, self.barrier, self.ret, self.depth + 1, self.cost, self.peek)
        for k, v in changes.items():
            setattr(f, k, v)
        return f


class Gen:
    push_head = ""      # members of the push constants before the others
    push_words = 8      # of the others, with padding
    leaves_early = 0.3  # how many programs have invocations that return before the end

    def __init__(self, seed):
        self.r = random.Random(seed * 2654435761 + 12345)
        self.typed = seed >= TYPED
        self.out, self.indent, self.names = [], 0, 0
        self.functions = []
        self.flow = None
        r = self.r
        # Structs are (name, ((member, type)...)); arrays are ("[]", element, count); matrices "matCxR" are (c, r).
        self.structs = []
        for i in range(r.randint(1, 3)):
            members = tuple(("m%d" % k, self.member_type(self.structs)) for k in range(r.randint(2, 5)))
            self.structs.append(("struct", "S%d" % i, members))
        shape = r.choice("1112233")
        if shape == "1":
            self.local = [r.choice((1, 3, 7, 8, 13, 16, 17, 32, 33, 64, 64, 64, 100, 128, 200, 256, 300)), 1, 1]
        elif shape == "2":
            self.local = [r.choice((1, 3, 4, 8, 9, 16)), r.choice((1, 2, 5, 8, 16)), 1]
        else:
            self.local = [r.choice((1, 2, 4, 5, 8)), r.choice((1, 2, 3, 4)), r.choice((1, 2, 3, 5))]
        if r.random() < 0.06:
            self.local = r.choice(([1024, 1, 1], [32, 32, 1], [512, 2, 1], [10, 10, 10], [700, 1, 1]))
        self.size = self.local[0] * self.local[1] * self.local[2]
        self.groups = [1, 1, 1]
        for _ in range(3):
            self.groups[r.randrange(3)] += r.randint(0, 1)
        while self.size * self.groups[0] * self.groups[1] * self.groups[2] > 2048:
            self.groups = [max(1, g // 2) for g in self.groups]
        self.total = self.size * self.groups[0] * self.groups[1] * self.groups[2]
        self.slots = 4096 // max(self.total, 64)
        self.pressure = r.random() < 0.25
        self.budget = r.randint(15, 60)      # statements
        self.shared_type = r.choice(("uint", "int", "uvec2", "ivec3", "uvec4", "uint"))
        base, n = NUMERIC[self.shared_type]
        self.shared_type = vec(self.vary(base), n)
        self.atomic = {k: r.choice(("Add", "Xor", "Or", "And", "Min", "Max")) for k in ("sa", "c")}

    def vary(self, base):
        """Another type of the kind, in programs with all types."""
        if not self.typed or self.r.random() < 0.45 or base == "bool":
            return base
        return self.r.choice(list(SIZED)) if base in ("uint", "int") else self.r.choice(FLOATS)

    def member_type(self, structs):
        r = self.r
        roll = r.random()
        if roll < 0.65:
            return vec(self.vary(r.choice(("uint", "int", "float", "uint", "int", "bool"))), r.choice((1, 1, 2, 3, 4)))
        if roll < 0.85 or not structs:
            return ("[]", vec(self.vary(r.choice(("uint", "int", "float"))), r.choice((1, 1, 2, 3, 4))), r.choice((2, 3, 4, 5, 8)))
        return r.choice(structs)

    # ---- text ----
    def emit(self, text):
        self.out.append("    " * self.indent + text)

    def name(self, prefix):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def type_name(self, t):
        if isinstance(t, str):
            return t
        return t[1] if t[0] == "struct" else "%s[%d]" % (self.type_name(t[1]), t[2])

    # ---- places: how to reach a value of type `want` inside of a variable ----
    def reach(self, t, want):
        """A list of functions that make the accessor's text; each takes the generator of index expressions."""
        if t == want:
            return [lambda index: ""]
        if isinstance(t, str):
            if t in NUMERIC and want in NUMERIC:
                (b, n), (wb, wn) = NUMERIC[t], NUMERIC[want]
                if b == wb and wn == 1 and n > 1:
                    return [lambda index: "[%s]" % index(n, True), lambda index: "." + self.r.choice("xyzw"[:n])]
                if b == wb and 1 < wn < n:
                    return [lambda index: "." + "".join(self.r.sample("xyzw"[:n], wn))]
            if t.startswith("mat") and want in NUMERIC and NUMERIC[want][0] == "float":
                c, n = int(t[3]), int(t[5])
                if NUMERIC[want][1] == n:
                    return [lambda index: "[%s]" % index(c)]
                if NUMERIC[want][1] == 1:
                    return [lambda index: "[%s][%s]" % (index(c), index(n))]
            return []
        if t[0] == "[]":
            return [lambda index, f=f: "[%s]" % index(t[2]) + f(index) for f in self.reach(t[1], want)]
        return [lambda index, f=f, m=m: "." + m + f(index) for m, mt in t[2] for f in self.reach(mt, want)]

    def index(self, n, uni, depth):
        """An expression in 0..n-1."""
        if n == 1 or self.r.random() < 0.35:
            return str(self.r.randrange(n))
        if depth <= 0:
            e = self.r.choice(("U.a", "uint(p.pi.y)", "SU", "p.pu[1]") if uni else ("i", "lid", "A.a[i & 4095u]", "(i >> 3)"))
            return "%s %% %du" % (e, n)
        if self.r.random() < 0.3:
            e, _ = self.expr("int", depth, uni)
            return "(%s) & %d" % (e, n - 1) if n & (n - 1) == 0 else "abs((%s) %% 1000) %% %d" % ("(%s) & 0xffff" % e, n)
        e, _ = self.expr("uint", depth, uni)
        return "(%s) & %du" % (e, n - 1) if n & (n - 1) == 0 else "(%s) %% %du" % (e, n)

    def place(self, want, uni, write, depth=1):
        """Some variable's part of type `want`, or None."""
        found = []
        for v in self.flow.vars:
            if write and (not v.writable or (v.uniform and not self.flow.uniform)):
                continue
            if uni and not v.uniform:
                continue
            found += [(v, f) for f in self.reach(v.type, want)]
        if not found:
            return None
        v, f = self.r.choice(found)
        need = uni or (write and v.uniform)

        def index(n, component=False):
            if component and write and not self.may_compute_component(v):
                return str(self.r.randrange(n))
            return self.index(n, need, depth - 1)

        return v, v.name + f(index)

    def may_compute_component(self, v):
        """Whether a component of a vector in `v` may be written at a computed place."""
        return True

    # ---- expressions: (text, bound of the magnitude if float) ----
    def wrap(self, e, n, limit):
        text, bound = e
        if bound <= limit:
            return e
        return "w(%s)" % text, BOUND

    def constant(self, base):
        r = self.r
        if base == "uint":
            return r.choice(("0u", "1u", "2u", "3u", "7u", "31u", "255u", "0x80000000u", "0xffffffffu", "0x7fffffffu",
                             "%du" % r.randrange(100), "0x%xu" % r.getrandbits(32), "0x%xu" % r.getrandbits(16)))
        if base == "int":
            return r.choice(("0", "1", "-1", "2", "0x7fffffff", "(-0x7fffffff - 1)", str(r.randrange(-100, 100)),
                             str(r.randrange(-40000, 40000)), "int(0x%xu)" % r.getrandbits(32)))
        if base == "bool":
            return r.choice(("true", "false"))
        if base in SIZED:
            bits = SIZED[base]
            value = r.choice((0, 1, 2, 3, 7, bits - 1, (1 << (bits - 1)) - 1, 1 << (bits - 1), (1 << bits) - 1,
                              r.getrandbits(bits), r.getrandbits(bits // 2), r.randrange(100)))
            return "%s(0x%x%s)" % (base, value, "ul" if bits == 64 else "u")
        if base != "float":
            return "%s(%d)" % (base, r.randrange(-BOUND, BOUND + 1))
        return r.choice(("0.0", "1.0", "2.0", "-1.0", "%d.0" % r.randrange(-BOUND, BOUND + 1)))

    def leaf(self, type_, uni):
        base, n = NUMERIC[type_]
        r = self.r
        if r.random() < 0.75:
            p = self.place(type_, uni, False, 1)
            if p:
                return p[1], BOUND
        if r.random() < 0.25 or base == "bool":
            return (self.constant(base) if n == 1 else "%s(%s)" % (type_, ", ".join(self.constant(base) for _ in range(n)))), BOUND
        if n > 1:
            return "%s(%s)" % (type_, ", ".join(self.leaf(base, uni)[0] for _ in range(n))), BOUND
        if base in FLOATS:
            return "%s(%s & 0xff)" % (base, self.leaf("int", uni)[0]), BOUND
        sources = [lambda: "p.pu[%s]" % self.index(4, uni, 0), lambda: "p.pi." + r.choice("xyzw"), lambda: r.choice(("SU", "SI")),
                   lambda: "U.a", lambda: "U.b." + r.choice("xyz"), lambda: "U.c[%s].%s" % (self.index(6, uni, 0), r.choice("xy")),
                   lambda: "U.d[%s].k" % self.index(4, uni, 0), lambda: "U.d[%s].v.%s" % (self.index(4, uni, 0), r.choice("xyz")),
                   lambda: "gl_WorkGroupID." + r.choice("xyz"), lambda: "gl_NumWorkGroups." + r.choice("xyz")]
        sources += self.more_sources(uni)
        if not uni:
            sources += [lambda: "i", lambda: "lid", lambda: "gl_LocalInvocationID." + r.choice("xyz"),
                        lambda: "gl_GlobalInvocationID." + r.choice("xyz")]
            sources += [lambda: "A.a[%s]" % self.index(4096, False, 0)] * 5
            if self.flow.peek:
                member = "" if NUMERIC[self.shared_type][1] == 1 else "." + r.choice("xy")
                sources += [lambda: "sh[%s]%s" % (self.index(self.size, False, 0), member)] * 8
        return "%s(%s)" % (base, r.choice(sources)()), BOUND

    def expr(self, type_, depth, uni=False):
        r = self.r
        base, n = NUMERIC[type_]
        if depth <= 0 or r.random() < 0.12:
            return self.leaf(type_, uni)
        roll = r.random()
        if roll < 0.06:
            cond, _ = self.expr("bool", depth - 1, uni)
            a, b = self.expr(type_, depth - 1, uni), self.expr(type_, depth - 1, uni)
            return "((%s) ? %s : %s)" % (cond, a[0], b[0]), max(a[1], b[1])
        if roll < 0.12 and n > 1:       # made of smaller parts
            k = r.randrange(1, n)
            a, b = self.expr(vec(base, k), depth - 1, uni), self.expr(vec(base, n - k), depth - 1, uni)
            return "%s(%s, %s)" % (type_, a[0], b[0]), max(a[1], b[1])
        if roll < 0.2:                  # a swizzle
            m = r.choice([k for k in (2, 3, 4)])
            a = self.expr(vec(base, m), depth - 1, uni)
            return "%s.%s" % (self.paren(a[0]), "".join(r.choice("xyzw"[:m]) for _ in range(n))), a[1]
        if roll < 0.23 and n > 1:
            a = self.expr(base, depth - 1, uni)
            return "%s(%s)" % (type_, a[0]), a[1]
        if base in SIZED:
            return self.expr_sized(type_, n, depth - 1, uni, base)
        if base in FLOATS:
            return self.expr_float(type_, n, depth - 1, uni, base)
        return getattr(self, "expr_" + base)(type_, n, depth - 1, uni)

    def expr_sized(self, t, n, d, uni, base):
        """Integers of 8, 16 and 64 bits."""
        r, bits = self.r, SIZED[base]
        a = self.expr(t, d, uni)[0]
        kind = r.randrange(18)
        if kind < 6:
            return "(%s %s %s)" % (a, r.choice("+-*&|^"), self.operand(t, n, d, uni)[0]), 0
        b = self.expr(t, d, uni)[0]
        if kind == 6:
            return "(%s %s (%s & %s(%d)))" % (a, r.choice(("<<", ">>")), b, t, bits - 1), 0
        if kind == 7:
            return "(%s %s %s(%d))" % (a, r.choice(("<<", ">>")), t, r.randrange(bits)), 0
        if kind == 8:
            return "(%s / ((%s & %s(0x3f)) + %s(1)))" % (a, b, t, t), 0
        if kind == 9:   # signed remainders of negative numbers: lavapipe is wrong
            return "((%s & %s(0x%xul)) %% ((%s & %s(0x1f)) + %s(1)))" % (a, t, (1 << (bits - 1)) - 1, b, t, t), 0
        if kind == 10:
            c = r.choice((2, 3, 5, 7, 10, 16, 100))
            return "(%s / %s(%d))" % (a, t, c), 0
        if kind == 11:
            return "%s(%s, %s)" % (r.choice(("min", "max")), a, b), 0
        if kind == 12:
            if base[0] == "i" and r.random() < 0.5:
                return "%s(%s)" % (r.choice(("abs", "sign")), a), 0
            return r.choice(("~%s", "(-%s)")) % self.paren(a), 0
        if kind < 16:
            other = r.choice((*SIZED, "uint", "int", "float", "bool", "float16_t", "double"))
            if other == base:
                other = "uint"
            e = self.expr(vec(other, n), d, uni)[0]
            return "%s(%s)" % (t, "%s(%s)" % (vec("int", n), e) if other in FLOATS else e), 0
        if n == 1:
            return "((%s) ? %s : %s)" % (self.expr("bool", d, uni)[0], a, b), 0
        return "%s(%s, %s)" % (t, ", ".join(self.expr(base, d, uni)[0] for _ in range(n - 1)), self.expr(base, d, uni)[0]), 0

    @staticmethod
    def paren(text):
        return "(" + text + ")"

    def operand(self, type_, n, depth, uni):
        """Of the type, or now and then a scalar where GLSL allows one beside a vector."""
        base = NUMERIC[type_][0]
        return self.expr(base if n > 1 and self.r.random() < 0.15 else type_, depth, uni)

    def expr_uint(self, t, n, d, uni):
        return self.expr_integer(t, n, d, uni, "uint")

    def expr_int(self, t, n, d, uni):
        return self.expr_integer(t, n, d, uni, "int")

    def expr_integer(self, t, n, d, uni, base):
        r = self.r
        a = self.expr(t, d, uni)[0]
        u = "u" if base == "uint" else ""
        kind = r.randrange(22)
        if kind < 7:
            return "(%s %s %s)" % (a, r.choice("+-*&|^"), self.operand(t, n, d, uni)[0]), 0
        b = self.expr(t, d, uni)[0]
        if kind == 7:
            return "(%s << (%s & 31%s))" % (a, b, u), 0
        if kind == 8:
            return "(%s >> (%s & 31%s))" % (a, b, u), 0
        if kind == 9:
            return r.choice(("(%s / ((%s & 0xff%s) + 1%s))", "(%s / ((%s & 0xffff%s) | 1%s))")) % (a, b, u, u), 0
        if kind == 10:
            return "((%s & 0x7fffffff%s) %% ((%s & 0x3ff%s) + 1%s))" % (a, u, b, u, u), 0
        if kind == 11:
            c = r.choice((2, 3, 5, 7, 8, 10, 16, 100, 641, 4096, 65537))
            if r.random() < 0.5:
                return "(%s / %d%s)" % (a, c, u), 0
            return "((%s & 0x7fffffff%s) %% %d%s)" % (a, u, c, u), 0
        if kind == 12:
            return "%s(%s, %s)" % (r.choice(("min", "max")), a, b), 0
        if kind == 13:
            return r.choice(("~%s", "(-%s)")) % self.paren(a), 0
        if kind == 14:
            if base == "int":
                return "%s(%s)" % (r.choice(("abs", "sign")), a), 0
            return "clamp(%s, %s(min(%s, 1000u)), %s(5000u))" % (a, t, b, t), 0
        if kind == 15:
            fn = r.choice(("bitCount", "findLSB", "findMSB", "bitfieldReverse"))
            return "%s(%s(%s))" % (t, fn, a), 0
        if kind == 16:
            o, b1 = r.randrange(0, 17), r.randrange(0, 16)
            if r.random() < 0.5:
                o, b1 = "int(%s & 15)" % self.leaf("int", uni)[0], "int(%s & 15)" % self.leaf("int", uni)[0]
            if r.random() < 0.5:
                return "bitfieldExtract(%s, %s, %s)" % (a, o, b1), 0
            return "bitfieldInsert(%s, %s, %s, %s)" % (a, b, o, b1), 0
        if kind in (17, 18):
            other = self.vary(r.choice(("int" if base == "uint" else "uint", "float", "bool")))
            e = self.expr(vec(other, n), d, uni)
            if other in FLOATS and base == "uint":
                return "%s(%s(%s))" % (t, vec("int", n), e[0]), 0
            return "%s(%s)" % (t, e[0]), 0
        if kind == 19:
            c = self.expr(vec("bool", n), d, uni)[0]
            return "mix(%s, %s, %s)" % (a, b, c), 0
        if kind == 20 and base == "uint" and n == 1:
            return "%s(%s, %s)" % (r.choice(("mulhi", "carry", "borrow")), a, b), 0
        if kind == 20 and base == "int" and n == 1:
            return "imulhi(%s, %s)" % (a, b), 0
        # a narrow field of one operand beside another: what byte and word regions are made of
        return "((%s %s %d%s) & 0xff%s)" % (a, ">>", r.choice((0, 8, 16, 24)), u, u), 0

    def expr_bool(self, t, n, d, uni):
        r = self.r
        if n > 1:
            base = self.vary(r.choice(("uint", "int", "float")))
            a, b = self.expr(vec(base, n), d, uni)[0], self.expr(vec(base, n), d, uni)[0]
            if r.random() < 0.2:
                return "not(%s)" % self.expr(t, d, uni)[0], 0
            return "%s(%s, %s)" % (r.choice(("lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual")), a, b), 0
        kind = r.randrange(10)
        if kind < 5:
            base = self.vary(r.choice(("uint", "int", "float")))
            a, b = self.expr(base, d, uni)[0], self.expr(base, d, uni)[0]
            return "(%s %s %s)" % (a, r.choice(("<", "<=", ">", ">=", "==", "!=")), b), 0
        if kind == 5:
            m = vec(self.vary(r.choice(("uint", "int", "float"))), r.randint(2, 4))
            return "(%s %s %s)" % (self.expr(m, d, uni)[0], r.choice(("==", "!=")), self.expr(m, d, uni)[0]), 0
        if kind == 6:
            return "%s(%s)" % (r.choice(("any", "all")), self.expr(vec("bool", r.randint(2, 4)), d, uni)[0]), 0
        if kind == 7:
            return "!(%s)" % self.expr("bool", d, uni)[0], 0
        if kind == 8:
            return "((%s & %s) != 0u)" % (self.expr("uint", d, uni)[0], self.constant("uint")), 0
        return "(%s %s %s)" % (self.expr("bool", d, uni)[0], r.choice(("&&", "||", "^^", "==", "!=")), self.expr("bool", d, uni)[0]), 0

    def expr_float(self, t, n, d, uni, base="float"):
        r = self.r
        exact = EXACT if base != "float16_t" else 2048
        kind = r.randrange(12 if base != "float16_t" else 9)
        if kind < 2:
            m = vec("int", n)
            return "%s(%s & 0xff)" % (t, self.paren(self.expr(m, d, uni)[0])), BOUND
        a = self.wrap(self.expr(t, d, uni), n, exact // 4)
        if kind == 2:
            return r.choice(("abs(%s)", "-(%s)", "floor(%s)", "trunc(%s)", "round(%s)")) % a[0], a[1]
        if kind == 3:
            return "%s(%s)" % (t, self.expr(vec("bool", n), d, uni)[0]), 1
        if kind == 4:
            return "sign(%s)" % a[0], 1
        b = self.wrap(self.operand(t, n, d, uni), n, exact // 4)
        if kind < 7:
            return "(%s %s %s)" % (a[0], r.choice("+-"), b[0]), a[1] + b[1]
        if kind == 7:
            b = self.wrap(self.expr(t, d, uni), n, exact // 4)
            return "%s(%s, %s)" % (r.choice(("min", "max")), a[0], b[0]), max(a[1], b[1])
        if kind == 8:
            b = self.wrap(self.expr(t, d, uni), n, exact // 4)
            return "mix(%s, %s, %s)" % (a[0], b[0], self.expr(vec("bool", n), d, uni)[0]), max(a[1], b[1])
        a, b = self.wrap(a, n, 1024), self.wrap(b, n, 1024)
        if kind == 9:
            c = self.wrap(self.expr(t, d, uni), n, exact // 4)
            return "(%s * %s %s %s)" % (a[0], b[0], r.choice("+-"), c[0]), a[1] * b[1] + c[1]
        if kind == 10 and n == 1:
            m = r.randint(2, 4)
            e, f = (self.wrap(self.expr(vec(base, m), d, uni), m, 1024) for _ in range(2))
            return "dot(%s, %s)" % (e[0], f[0]), m * e[1] * f[1]
        if kind == 11 and n > 1 and base == "float":
            m = self.r.choice((2, 3, 4))
            matrices = [v for v in self.flow.vars if v.type == "mat%dx%d" % (m, n) and (v.uniform or not uni)]
            if matrices:
                e = self.wrap(self.expr(vec(base, m), d, uni), m, 1024)
                return "(%s * %s)" % (r.choice(matrices).name, e[0]), m * BOUND * e[1]
        return "(%s * %s)" % (a[0], b[0]), a[1] * b[1]

    def value(self, type_, depth, uni=False):
        """An expression that fits a variable of any type."""
        if isinstance(type_, tuple):
            if type_[0] == "[]":
                return "%s(%s)" % (self.type_name(type_), ", ".join(self.value(type_[1], min(depth, 1), uni) for _ in range(type_[2])))
            return "%s(%s)" % (type_[1], ", ".join(self.value(t, min(depth, 1), uni) for _, t in type_[2]))
        if type_.startswith("mat"):
            c, n = int(type_[3]), int(type_[5])
            return "%s(%s)" % (type_, ", ".join(self.value(vec("float", n), 1, uni) for _ in range(c)))
        base, n = NUMERIC[type_]
        e = self.expr(type_, depth, uni)
        return self.wrap(e, n, BOUND)[0] if base in FLOATS else e[0]

    # ---- statements ----
    def any_type(self):
        r = self.r
        roll = r.random()
        if roll < 0.7:
            return vec(self.vary(r.choice(("uint", "uint", "int", "int", "float", "bool"))), r.choice((1, 1, 1, 2, 3, 4)))
        if roll < 0.82:
            base, n = NUMERIC[r.choice(("uint", "int", "uvec2", "ivec3", "vec4", "float", "bool"))]
            return ("[]", vec(self.vary(base), n), r.choice((2, 3, 4, 7, 8, 16)))
        if roll < 0.9:
            s = r.choice(self.structs)
            return s if r.random() < 0.6 else ("[]", s, r.choice((2, 3, 4)))
        return "mat%dx%d" % (r.randint(2, 4), r.randint(2, 4))

    def declare(self, type_=None, uni=None):
        t = type_ or self.any_type()
        uni = self.flow.uniform and self.r.random() < 0.35 if uni is None else uni
        text = self.value(t, 2, uni)
        v = Var(self.name("v"), t, uniform=uni)
        self.emit("%s %s = %s;" % (self.type_name(t), v.name, text))
        self.flow.vars.append(v)
        return v

    def assign(self):
        r = self.r
        t = vec(self.vary(r.choice(("uint", "uint", "int", "int", "float", "bool"))), r.choice((1, 1, 1, 2, 3, 4)))
        p = self.place(t, False, True, 2)
        if not p:
            return self.declare()
        v, text = p
        base, n = NUMERIC[t]
        whole = base in ("uint", "int") or base in SIZED
        if whole and r.random() < 0.4:
            self.emit("%s %s= %s;" % (text, r.choice("+-*^|&"), self.value(t, 3, v.uniform)))
        elif whole and r.random() < 0.1:
            self.emit(r.choice(("%s++;", "--%s;")) % text)
        else:
            self.emit("%s = %s;" % (text, self.value(t, 3, v.uniform)))

    def copy(self):
        """A whole aggregate."""
        wide = [v for v in self.flow.vars if isinstance(v.type, tuple) or v.type.startswith("mat")]
        pairs = [(a, b) for a in wide for b in wide if a is not b and a.type == b.type and a.writable and
                 (not a.uniform or (self.flow.uniform and b.uniform))]
        if pairs:
            a, b = self.r.choice(pairs)
            return self.emit("%s = %s;" % (a.name, b.name))
        self.assign()

    def block(self, n, flow):
        outer, self.flow = self.flow, flow
        self.indent += 1
        for _ in range(n):
            self.statement()
        self.indent -= 1
        self.flow = outer

    def condition(self, want_uniform):
        return self.expr("bool", 3, want_uniform)[0]

    def enter(self):
        """Uniform flow inside, if a uniform condition leads there."""
        uni = self.flow.uniform and self.r.random() < 0.5
        return uni, self.flow.inner(uniform=uni, barrier=self.flow.barrier and uni)

    def branch(self):
        uni, inner = self.enter()
        self.emit("if (%s) {" % self.condition(uni))
        self.block(self.r.randint(1, 4), inner)
        while self.r.random() < 0.2:
            self.emit("} else if (%s) {" % self.condition(uni))
            self.block(self.r.randint(1, 3), self.again(inner))
        if self.r.random() < 0.5:
            self.emit("} else {")
            self.block(self.r.randint(1, 3), self.again(inner))
        self.emit("}")

    def again(self, inner):
        return self.flow.inner(uniform=inner.uniform, barrier=inner.barrier)

    def loop(self):
        r = self.r
        trips = r.choice((2, 4, 4, 8)) if self.flow.cost < 16 else 2
        uni, inner = self.enter()
        inner.cost = self.flow.cost * trips
        inner.loop = "uniform" if uni else "divergent"
        k = self.name("k")
        bound = "(%s & %d)" % (self.expr("int", 2, uni)[0], trips - 1) if r.random() < 0.7 else str(trips - 1)
        kind = r.randrange(5)
        count = Var(k, "int", uniform=uni, writable=False)
        inner.vars.append(count)
        n = r.randint(1, 4)
        if kind < 2:
            self.emit("for (int %s = 0; %s < %s; %s++) {" % (k, k, bound, k))
            self.block(n, inner)
            self.emit("}")
        elif kind == 2:
            self.emit("int %s = %s;" % (k, bound))
            self.emit("while (%s > 0%s) {" % (k, "" if r.random() < 0.5 else " && " + self.condition(uni)))
            self.indent += 1
            self.emit("%s--;" % k)
            self.indent -= 1
            self.block(n, inner)
            self.emit("}")
        elif kind == 3 and not uni:
            # Not do-while: lavapipe (Mesa 22.3) lets channels that have left it write indexed variables all the same.
            self.emit("int %s = 0;" % k)
            self.emit("while (%s < %d) {" % (k, trips))
            self.indent += 1
            self.emit("%s++;" % k)
            self.indent -= 1
            self.block(n, inner)
            self.indent += 1
            self.emit("if (%s) break;" % self.condition(uni))
            self.indent -= 1
            self.emit("}")
        elif kind == 3:
            self.emit("int %s = 0;" % k)
            self.emit("do {")
            self.indent += 1
            self.emit("%s++;" % k)
            self.indent -= 1
            self.block(n, inner)
            self.emit("} while (%s < %d && %s);" % (k, trips, self.condition(uni)))
        else:
            self.emit("for (int %s = %s; ; %s >>= 1) {" % (k, bound, k))
            self.indent += 1
            self.emit("if (%s == 0) break;" % k)
            self.indent -= 1
            self.block(n, inner)
            self.emit("}")

    def switch(self):
        r = self.r
        uni, inner = self.enter()
        cases = r.randint(2, 5)
        step = r.choice((1, 1, 3, 1000))
        base = r.choice(("uint", "int"))
        u = "u" if base == "uint" else ""
        self.emit("switch ((%s & 7%s) * %d%s) {" % (self.expr(base, 2, uni)[0], u, step, u))
        labels = [str(c * step) for c in r.sample(range(8), cases)]
        labels.insert(r.randrange(cases + 1), "default") if r.random() < 0.7 else None
        for at, label in enumerate(labels):
            self.emit("default:" if label == "default" else "case %s%s:" % (label, u))
            if r.random() < 0.1 and at + 1 < len(labels):
                continue
            self.emit("{")
            # `break` in a case leaves the switch: no statement of the loop's kind there, except continue.
            body = self.flow.inner(uniform=inner.uniform, barrier=inner.barrier)
            if body.loop:
                body.loop += " switch" if " switch" not in body.loop else ""
            self.block(r.randint(1, 3), body)
            self.emit("}")
            if r.random() < 0.7 or at + 1 == len(labels):
                self.indent += 1
                self.emit("break;")
                self.indent -= 1
        self.emit("}")

    def jump(self):
        """break, continue or return under a condition of this flow's kind."""
        f, r = self.flow, self.r
        uni = f.uniform
        loop_kind = f.loop
        choices = []
        if loop_kind:
            # Inside of a uniform loop that may contain barriers, only uniform conditions may jump.
            if "divergent" in loop_kind or uni:
                choices += ["continue;"] + ([] if "switch" in loop_kind else ["break;"])
        if f.ret is not None:
            choices.append(f.ret)
        if not choices:
            return self.assign()
        how = r.choice(choices)
        if how == "return %s;":
            how = how % self.value(self.result_type, 2)
        need = uni
        if loop_kind and "divergent" in loop_kind and not uni:
            need = False
        self.emit("if (%s) %s" % (self.condition(need), how))

    def call(self):
        r = self.r
        if not self.functions:
            return self.assign()
        name, result, params = r.choice(self.functions)
        args, used = [], set()
        for how, t in params:
            if how == "in":
                args.append(self.value(t, 2))
                continue
            fit = [v for v in self.flow.vars if v.type == t and v.writable and not v.uniform and not v.is_global and v.name not in used]
            v = r.choice(fit) if fit else self.declare(t, False)
            used.add(v.name)
            args.append(v.name)
        fit = [v for v in self.flow.vars if v.type == result and v.writable and not v.uniform and not v.is_global and v.name not in used]
        v = r.choice(fit) if fit else self.declare(result, False)
        self.emit("%s = %s(%s);" % (v.name, name, ", ".join(args)))

    def memory(self):
        """The own slots of buffers and shared memory, and atomics."""
        r = self.r
        kind = r.randrange(5)
        if kind == 0:
            self.emit("R.r[i + %du * %du] %s %s;" % (r.randrange(self.slots), self.total, r.choice(("=", "+=", "^=", "=")), self.value("uint", 3)))
        elif kind == 1:
            t = self.any_numeric()
            p = self.place("uint", False, True, 1)
            if p and not p[0].uniform:
                self.emit("%s = R.r[i + %du * %du];" % (p[1], r.randrange(self.slots), self.total))
            else:
                self.declare(t)
        elif kind == 2 and not self.flow.peek:
            base, n = NUMERIC[self.shared_type]
            member = "" if n == 1 or r.random() < 0.5 else "[%s]" % self.index(n, False, 1)
            t = self.shared_type if not member else base
            self.emit("sh[lid]%s %s %s;" % (member, r.choice(("=", "+=", "^=")), self.value(t, 3)))
        elif kind == 3:
            self.emit("atomic%s(sa[%s], %s);" % (self.atomic["sa"], self.index(16, False, 1), self.value("int", 2)))
        else:
            self.emit("atomic%s(C.c[%s], %s);" % (self.atomic["c"], self.index(64, False, 1), self.value("uint", 2)))

    def any_numeric(self):
        return vec(self.vary(self.r.choice(("uint", "int"))), self.r.choice((1, 2, 3, 4)))

    def exchange(self):
        """Everyone reads everyone's slots, between two barriers."""
        self.emit("barrier();")
        self.emit("{")
        self.block(self.r.randint(1, 3), self.flow.inner(peek=True, barrier=False))
        self.emit("}")
        self.emit("barrier();")

    def statement(self):
        r, f = self.r, self.flow
        self.budget -= 1
        kinds = [(self.assign, 30), (self.declare, 14), (self.copy, 4), (self.memory, 10)]
        if f.depth < 5 and self.budget > 0:
            kinds += [(self.branch, 10), (self.loop, 9 if f.cost < 64 else 0), (self.switch, 5), (self.call, 8 if f.cost < 32 else 0)]
        if f.loop or f.ret is not None:
            kinds.append((self.jump, 10 if f.loop else 3))
        kinds += self.more_kinds()
        if f.barrier and f.cost < 64 and not f.peek and not self.in_function:
            kinds.append((self.exchange, 8))
        r.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()

    # ---- what wide.py adds ----
    def more_sources(self, uni):
        """Expressions that are numbers."""
        return []

    def more_kinds(self):
        """Statements and their weights."""
        return []

    def directives(self):
        return ""

    def declarations(self):
        """Emits what stands before the functions."""

    def start(self):
        """Emits what main begins with."""

    def finish(self):
        """Emits what main ends with, behind the last barrier that all reach."""

    # ---- the program ----
    def function(self):
        r = self.r
        self.result_type = vec(self.vary(r.choice(("uint", "int", "float"))), r.choice((1, 1, 2, 3, 4)))
        name = self.name("f")
        params, vars_ = [], list(self.globals)
        for _ in range(r.randint(1, 4)):
            t = self.any_type()
            how = r.choice(("in", "in", "inout"))
            params.append((how, t))
            vars_.append(Var(self.name("q"), t))
        listed = ", ".join("%s %s %s" % (h, self.type_name(t), v.name) for (h, t), v in zip(params, vars_[len(self.globals):]))
        self.emit("%s %s(%s)" % (self.result_type, name, listed))
        self.emit("{")
        self.flow = Flow(vars_, False, ret="return %s;", cost=8)
        self.in_function = True
        self.indent += 1
        for _ in range(r.randint(2, 6)):
            self.statement()
        self.emit("return %s;" % self.value(self.result_type, 3))
        self.indent -= 1
        self.emit("}")
        self.in_function = False
        self.functions.append((name, self.result_type, params))

    def fold(self, text, t):
        """Adds all of a variable to the hash h."""
        if isinstance(t, tuple):
            if t[0] == "[]":
                for k in range(t[2]):
                    self.fold("%s[%d]" % (text, k), t[1])
            else:
                for m, mt in t[2]:
                    self.fold("%s.%s" % (text, m), mt)
        elif t.startswith("mat"):
            for c in range(int(t[3])):
                self.fold("%s[%d]" % (text, c), vec("float", int(t[5])))
        else:
            base, n = NUMERIC[t]
            for k in range(n):
                part = text if n == 1 else "%s.%s" % (text, "xyzw"[k])
                if base in SIZED and SIZED[base] == 64:
                    self.emit("h = h * 31u + (uint(%s) ^ uint(%s >> 32));" % (part, part))
                else:
                    self.emit("h = h * 31u + %s;" % ("uint(int(%s))" % part if base in FLOATS else "uint(%s)" % part))

    def program(self, seed):
        r = self.r
        lx, ly, lz = self.local
        spec_u, spec_i = r.getrandbits(r.choice((3, 8, 32))), r.getrandbits(r.choice((3, 8, 32)))
        self.emit("#version 450")
        if self.typed:
            self.emit("#extension GL_EXT_shader_explicit_arithmetic_types : require")
        self.emit("// tests/shaders/random/gen.py, seed %d" % seed)
        self.emit("// kiln: groups=%d,%d,%d b0=uint b1=zero u2=uint b3=zero push=uint:%d spec=0:%d spec=1:%d seeds=1%s" %
                  (*self.groups, self.push_words, spec_u, spec_i, self.directives()))
        self.emit("layout(local_size_x = %d, local_size_y = %d, local_size_z = %d) in;" % (lx, ly, lz))
        # SPIR-V 1.3 has no conversions of specialization constants.
        self.emit("%sconst uint SU = 1u;" % ("" if self.typed else "layout(constant_id = 0) "))
        self.emit("%sconst int SI = 2;" % ("" if self.typed else "layout(constant_id = 1) "))
        self.emit("struct UD { ivec3 v; uint k; };")
        self.emit("layout(set = 0, binding = 0) readonly buffer BA { uint a[]; } A;")
        self.emit("layout(set = 0, binding = 1) buffer BR { uint r[]; } R;")
        self.emit("layout(set = 0, binding = 2, std140) uniform BU { uint a; ivec3 b; uvec2 c[6]; UD d[4]; } U;")
        self.emit("layout(set = 0, binding = 3) buffer BC { uint c[]; } C;")
        self.emit("layout(push_constant) uniform P { %suint pu[4]; ivec4 pi; } p;" % self.push_head)
        self.emit("shared %s sh[%d];" % (self.shared_type, self.size))
        self.emit("shared int sa[16];")
        for s in self.structs:
            self.emit("struct %s { %s };" % (s[1], " ".join("%s %s;" % (self.type_name(t), m) for m, t in s[2])))
        self.emit("uint i, lid;")
        self.globals = []
        self.declarations()
        for n in (1, 2, 3, 4):
            self.emit("%s w(%s x) { return %s(%s(x) & 0x1ff) - 256.0; }" % (vec("float", n), vec("float", n), vec("float", n), vec("int", n)))
        for n in (1, 2, 3, 4) if self.typed else ():
            for b in ("float16_t", "double"):
                v = vec(b, n)
                self.emit("%s w(%s x) { return %s(%s(x) & 0x1ff) - %s(256); }" % (v, v, v, vec("int", n), b))
        self.emit("uint mulhi(uint a, uint b) { uint h, l; umulExtended(a, b, h, l); return h ^ l; }")
        self.emit("int imulhi(int a, int b) { int h, l; imulExtended(a, b, h, l); return h ^ l; }")
        self.emit("uint carry(uint a, uint b) { uint c; uint s = uaddCarry(a, b, c); return s ^ (c << 7); }")
        self.emit("uint borrow(uint a, uint b) { uint c; uint s = usubBorrow(a, b, c); return s ^ (c << 7); }")
        for _ in range(r.randint(0, 3)):
            v = Var(self.name("g"), self.any_type(), is_global=True)
            self.globals.append(v)
            self.emit("%s %s;" % (self.type_name(v.type), v.name))
        self.in_function = False
        for _ in range(r.randint(0, 3)):
            self.function()
        self.emit("void main()")
        self.emit("{")
        self.indent = 1
        self.emit("lid = gl_LocalInvocationIndex;")
        self.emit("uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;")
        self.emit("i = gl_GlobalInvocationID.x + size.x * (gl_GlobalInvocationID.y + size.y * gl_GlobalInvocationID.z);")
        self.emit("uint h = 0u;")
        self.flow = Flow([], True, barrier=True)
        main = self.flow
        self.start()
        for v in self.globals:
            if not v.memory:
                self.emit("%s = %s;" % (v.name, self.value(v.type, 1)))
        main.vars += self.globals
        self.emit("sh[lid] = %s;" % self.value(self.shared_type, 1))
        self.emit("for (uint k = lid; k < 16u; k += %du) sa[k] = 0;" % self.size)
        self.emit("barrier();")
        for _ in range(2):
            self.declare(r.choice(("uint", "int")), True)
        if self.pressure:
            for _ in range(r.randint(15, 45)):
                self.declare(vec(self.vary(r.choice(("uint", "int", "float"))), r.choice((1, 3, 4))), False)
        for _ in range(r.randint(3, 6)):
            self.declare()
        while self.budget > 0:
            self.statement()
        if r.random() < self.leaves_early:
            # An early return, after which there is no barrier.
            main.barrier = main.uniform = False
            main.ret = "return;"
            self.emit("barrier();")
            self.emit("if (lid < 16u) atomicAdd(C.c[64u + lid], uint(sa[lid]));")
            self.emit("barrier();")
            for _ in range(r.randint(2, 8)):
                self.statement()
        for v in main.vars:
            self.fold(v.name, v.type)
        self.fold("sh[lid]", self.shared_type)
        self.finish()
        self.emit("R.r[i] ^= h;")
        if main.ret is None:
            self.emit("barrier();")
            self.emit("if (lid < 16u) atomicAdd(C.c[64u + lid], uint(sa[lid]));")
        self.indent = 0
        self.emit("}")
        return "\n".join(self.out) + "\n"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n\n")[1])
    from wide import Wide
    for seed in map(int, sys.argv[2:]):
        with open("%s/rand_%d.comp" % (sys.argv[1], seed), "w") as f:
            f.write((Wide if seed >= WIDE else Gen)(seed).program(seed))


if __name__ == "__main__":
    main()

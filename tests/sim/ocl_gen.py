#!/usr/bin/env python3
"""Writes a random OpenCL C kernel that has exactly one right result.

usage: ocl_gen.py SEED [nodouble]      prints the program; its first line tells the sizes that it needs

A program is a function of its seed. There is no undefined behaviour and nothing left to the implementation:
- shifts, divisors and indices are masked into range; signed sums and products that may overflow are made unsigned;
- floats only go through operations that OpenCL C 1.2 §7.4 wants correctly rounded, uncontracted; floats become
  integers by _sat conversions; a NaN is made a zero wherever its bits could be seen;
- shared memory: an item touches only its own slot, except between two barriers, where all only read; atomics have
  an array of their own for each operation, whose results do not depend on the order;
- barriers stand only in uniform control flow;
- what one item prints, it prints by one printf.

From seed 1001 on there are also images, atomics that return what was there (each item on a word of its own), 64-bit
atomics, half arithmetic, structures, copies by async_work_group_copy, reductions with barriers in loops, and printf.
The images and their numbers of the first line are made by the host: opencl.c. Half arithmetic is native where the
compiler has it; elsewhere it is done in float or double, which hold sums, products and their sums of such operands
exactly, and rounded once.

Left out for what the other two get wrong, as arithmetic on the host tells: vectors of sixteen 64-bit elements (PoCL 3.1
loses the last four), saturated vectors of them (PoCL), divisors that are known to be positive (Intel's compiler
1.0.12504 then divides negative shorts as unsigned numbers), products of mul24 that overflow, and the sign of round(-0).
"""
import random
import sys

INTS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
WIDTHS = (1, 1, 1, 2, 3, 4, 8, 16)
ITEMS, IN_BYTES = 128, 1 << 14
EXTRA = 1001              # the first seed with everything
IMAGE_W, IMAGE_H = 37, 21 # of opencl.c
FORMATS = {"ui": (5, 7, 9), "i": (6, 8, 10), "f": (11, 19)}
IMAGES = ", read_only image2d_t source, write_only image2d_t target"
HALVES = """\
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define HALF_OP(x, y, z, native, wide) as_ushort((half)(native))
#else
ushort round_half(double v) { ushort r; vstore_half(v, 0, (half *)&r); return r; }
#define HALF_OP(x, y, z, native, wide) half_op_##wide(x, y, z)
float value(ushort x) { return vload_half(0, (const half *)&x); }
ushort half_op_add(ushort x, ushort y, ushort z) { return round_half((double)value(x) + (double)value(y)); }
ushort half_op_mul(ushort x, ushort y, ushort z) { return round_half((double)value(x) * (double)value(y)); }
ushort half_op_fma(ushort x, ushort y, ushort z) { return round_half(fma((double)value(x), (double)value(y), (double)value(z))); }
ushort half_op_less(ushort x, ushort y, ushort z) { return value(x) < value(y) ? z : x; }
#endif
/* of 2^-2 to 2^5: no sum of products needs more bits than a double has */
#define TAME(x) ((ushort)(((x) & 0x83ff) | (13 + ((x) >> 10 & 7)) << 10))
ushort half_add(ushort x, ushort y) { return HALF_OP(x, y, x, as_half(x) + as_half(y), add); }
ushort half_mul(ushort x, ushort y) { return HALF_OP(x, y, x, as_half(x) * as_half(y), mul); }
ushort half_fma(ushort x, ushort y, ushort z) { return HALF_OP(x, y, z, fma(as_half(x), as_half(y), as_half(z)), fma); }
ushort half_less(ushort x, ushort y, ushort z) { return HALF_OP(x, y, z, as_half(x) < as_half(y) ? as_half(z) : as_half(x), less); }
"""


def bits(e):
    return INTS.get(e) or {"float": 32, "double": 64}[e]


def unsigned(e):
    return e if e[0] == "u" else "u" + e


def signed(e):
    return e[1:] if e[0] == "u" else e


def vec(e, w):
    return e if w == 1 else e + str(w)


class Program:
    def __init__(self, seed, doubles):
        self.r = random.Random(seed)
        self.extra = seed >= EXTRA
        self.images = self.extra and self.r.random() < 0.6
        self.kind = self.r.choice(("ui", "i", "f")) if self.images else None # of the image that is read
        self.printed = False
        self.halves_used = False
        self.floats = ["float"] + (["double"] if doubles else [])
        self.elems = list(INTS) + self.floats
        self.local = self.r.choice((16, 32, 64))
        self.vars = {}        # (element, width) -> names
        self.functions = []   # (name, result, parameters)
        self.decls = []
        self.lines = []
        self.out = 0          # bytes for an item
        self.names = 0
        self.loops = 0
        self.frozen = set()   # loop counters
        self.divisors = set() # types that need NONZERO_

    # ---- names and types

    def name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def any_type(self, ints=False):
        e, w = self.r.choice(list(INTS) if ints else self.elems), self.r.choice(WIDTHS)
        return e, min(w, 8) if bits(e) == 64 else w

    def constant(self, e):
        r = self.r
        if e in self.floats:
            v = r.choice((0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-3, 12345.678, -7.0e10, 65504.0, 1e-40))
            return f"{v!r}f" if e == "float" else repr(v)
        n = bits(e)
        v = r.choice((0, 1, 2, 3, 7, (1 << n) - 1, 1 << (n - 1), (1 << (n - 1)) - 1, r.getrandbits(n), r.getrandbits(5)))
        return f"({e})0x{v:x}{'UL' if n == 64 else 'U'}"

    def pick(self, t):
        return self.r.choice(self.vars[t]) if self.vars.get(t) else None

    # ---- expressions

    def leaf(self, t):
        e, w = t
        v = self.pick(t)
        if v and self.r.random() < 0.8:
            return v
        wider = [(x, n) for (x, n) in self.vars if n > 1 and x == e]
        if w == 1 and wider and self.r.random() < 0.7:
            n = self.r.choice(wider)
            return f"{self.pick(n)}.s{self.r.randrange(n[1]):x}"
        if w > 1 and wider and self.r.random() < 0.5:
            n = self.r.choice(wider)
            return f"{self.pick(n)}.s" + "".join(f"{self.r.randrange(n[1]):x}" for _ in range(w))
        others = [x for x in self.vars if x[1] == w and self.vars[x]]
        if others and self.r.random() < 0.8:
            return self.convert(t, self.r.choice(others))
        return f"({vec(e, w)})({self.constant(e)})"

    def convert(self, t, source, inner=None):
        """A value of another type with as many components, converted."""
        (e, w), (s, _) = t, source
        inner = inner or self.pick(source)
        r = self.r
        if e == s:
            return inner
        if e in INTS and s in INTS:
            sat = () if w > 1 and bits(s) == 64 else ("_sat",)
            return f"convert_{vec(e, w)}{r.choice(('', *sat))}({inner})"
        if e in INTS:
            return f"convert_{vec(e, w)}_sat{r.choice(('', '_rte', '_rtz', '_rtp', '_rtn'))}({inner})"
        return f"convert_{vec(e, w)}{r.choice(('', '_rte', '_rtz', '_rtp', '_rtn'))}({inner})"

    def expr(self, t, depth):
        e, w = t
        if depth <= 0 or self.r.random() < 0.1:
            return self.leaf(t)
        if e in self.floats:
            return self.float_expr(t, depth)
        return self.int_expr(t, depth)

    def mask(self, t):
        """A vector of comparison results as wide as t's: all ones or zeros (1 or 0 for scalars)."""
        e, w = t
        same = [x for x in self.elems if bits(x) == bits(e)]
        c = (self.r.choice(same), w)
        a, b = self.expr(c, 1), self.expr(c, 1)
        return f"(({a}) {self.r.choice(('<', '>', '<=', '>=', '==', '!='))} ({b}))"

    def float_expr(self, t, depth):
        e, w = t
        r, T = self.r, vec(*t)
        a = lambda: self.expr(t, depth - 1)
        k = r.randrange(14)
        if k < 3:
            return f"(({a()}) {r.choice('+-*')} ({a()}))"
        if k == 3:
            return f"fma({a()}, {a()}, {a()})"
        if k == 4:
            f = r.choice(('fabs', 'floor', 'ceil', 'trunc', 'rint', 'round'))
            return f"{f}({a()})" if f != 'round' else f"({f}({a()}) + ({T})1)" # Intel's round(-0) is 0
        if k == 5:
            return f"copysign({a()}, CLEAN_{T}({a()}))"
        if k == 6:
            # The sign of a zero is free; a sum of zeros of either sign is not.
            return f"({r.choice(('fmin', 'fmax'))}({a()}, {a()}) + ({T})1)"
        if k == 7:
            m = self.mask(t)
            return f"({m} ? ({a()}) : ({a()}))"
        if k == 8:
            return f"(-({a()}))"
        if k == 9 and e == "double":
            return f"(({a()}) / ({a()}))" if r.random() < 0.5 else f"sqrt(fabs({a()}))"
        if k == 10:
            return f"ldexp({a()}, {r.randrange(-40, 40)})"
        if k == 11:
            i = (signed({32: "int", 64: "long"}[bits(e)]), w)
            return f"CLEAN_{T}(as_{T}({self.expr(i, depth - 1)}))"
        if k == 12:
            s = (r.choice([x for x in self.elems if x != e]), w)
            return self.convert(t, s, self.expr(s, depth - 1))
        return f"select({a()}, {a()}, {self.sel(t)})"

    def sel(self, t):
        e, w = t
        return f"({vec({8: 'char', 16: 'short', 32: 'int', 64: 'long'}[bits(e)], w)})({self.mask(t)})"

    def divisor(self, t):
        """Not zero, and not the -1 that makes the least number overflow."""
        T = vec(*t)
        self.divisors.add(t)
        return f"NONZERO_{T}({T}_({self.expr(t, 1)}))"

    def int_expr(self, t, depth):
        e, w = t
        r, T, n = self.r, vec(*t), bits(e)
        a = lambda: self.expr(t, depth - 1)
        cast = f"({T})" if w == 1 else ""   # scalars are promoted to int: back to the type
        k = r.randrange(30)
        if k < 4:
            # Signed overflow is undefined: computed unsigned
            u = vec(unsigned(e), w)
            wide = "(uint)" if w == 1 and n < 32 else ""
            return f"as_{T}(({u})({wide}as_{u}({T}_({a()})) {r.choice('+-*')} {wide}as_{u}({T}_({a()}))))"
        if k == 4:
            return f"{cast}(({a()}) {r.choice('/%')} {self.divisor(t)})"
        if k < 7:
            return f"{cast}(({a()}) {r.choice('&|^')} ({a()}))"
        if k == 7:
            return f"{cast}(~({a()}))"
        if k == 8:
            u = vec(unsigned(e), w)
            wide = "(uint)" if w == 1 and n < 32 else ""
            return f"as_{T}(({u})({wide}as_{u}({T}_({a()})) << (as_{u}({T}_({a()})) & ({u}){n - 1})))"
        if k == 9:
            return f"{cast}(({a()}) >> (({a()}) & ({T}){n - 1}))"
        if k == 10:
            return f"{r.choice(('min', 'max', 'add_sat', 'sub_sat', 'hadd', 'mul_hi', 'rotate'))}({T}_({a()}), {T}_({a()}))"
        if k == 11:
            return f"mad_sat({T}_({a()}), {T}_({a()}), {T}_({a()}))" if n < 64 else f"mad_hi({T}_({a()}), {T}_({a()}), {T}_({a()}))"
        if k == 12:
            return f"{r.choice(('clz', 'popcount'))}({T}_({a()}))"
        if k == 13:
            x = f"abs({T}_({a()}))" if r.random() < 0.5 else f"abs_diff({T}_({a()}), {T}_({a()}))"
            return f"as_{T}({x})"
        if k == 14:
            return f"bitselect({T}_({a()}), {T}_({a()}), {T}_({a()}))"
        if k == 15:
            x, y = a(), a()
            return f"clamp({T}_({a()}), min({T}_({x}), {T}_({y})), max({T}_({x}), {T}_({y})))"
        if k == 16:
            return f"select({T}_({a()}), {T}_({a()}), {self.sel(t)})"
        if k == 17:
            return f"({self.mask(t)} ? {T}_({a()}) : {T}_({a()}))"
        if k == 18 and n == 32:
            lo = lambda: f"({T}_({a()}) & ({T})0x7fff)"
            return f"mad24({lo()}, {lo()}, {lo()})" if r.random() < 0.5 else f"mul24({lo()}, {lo()})"
        if k == 19 and n > 8:
            half = {16: "char", 32: "short", 64: "int"}[n]
            hi = half if e[0] != "u" else "u" + half
            return f"upsample({vec(hi, w)}_({self.expr((hi, w), depth - 1)}), {vec('u' + half, w)}_({self.expr(('u' + half, w), depth - 1)}))"
        if k == 20 and w in (2, 4, 8, 16):
            s = r.choice((2, 4, 8, 16))
            m = (unsigned(e), w)
            return f"shuffle({vec(e, s)}_({self.expr((e, s), depth - 1)}), {vec(*m)}_({self.expr(m, 1)}))"
        if k == 21 and w in (2, 4, 8, 16):
            s = r.choice((2, 4, 8, 16))
            m = (unsigned(e), w)
            x = (e, s)
            return f"shuffle2({vec(*x)}_({self.expr(x, 1)}), {vec(*x)}_({self.expr(x, 1)}), {vec(*m)}_({self.expr(m, 1)}))"
        if k == 22:
            same = [x for x in self.elems if bits(x) == n and x != e]
            s = (r.choice(same), w)
            inner = self.expr(s, depth - 1)
            if s[0] in self.floats:
                return f"as_{T}(CLEAN_{vec(*s)}({inner}))"
            return f"as_{T}({vec(*s)}_({inner}))"
        if k in (23, 24, 25):
            s = (r.choice([x for x in self.elems if x != e]), w)
            inner = self.expr(s, depth - 1)
            return self.convert(t, s, inner if s[0] in self.floats else f"{vec(*s)}_({inner})")
        if k == 26 and w == 1:
            c = self.any_type(ints=True)
            if c[1] > 1:
                x = vec(signed(c[0]), c[1])
                return f"({T}){r.choice(('any', 'all'))}({x}_(as_{x}({self.expr(c, 1)})))"
        if k == 27 and w == 1 and self.functions:
            f, res, params = r.choice(self.functions)
            call = f"{f}(" + ", ".join(f"{vec(*p)}_({self.expr(p, 1)})" if p[0] in INTS else self.expr(p, 1) for p in params) + ")"
            return self.convert(t, res, call) if res[1] == 1 else self.convert(t, (res[0], 1), f"{call}.s{r.randrange(res[1]):x}")
        if k == 28 and w == 1:
            return f"({T})table[({a()}) & 15]"
        return f"{cast}(({a()}) {r.choice('&|^')} ({self.leaf(t)}))"

    # ---- statements

    def assign(self, t, value):
        T = vec(*t)
        return f"{T}_({value})" if t[0] in INTS else value

    def new(self, t, value):
        v = self.name()
        self.decls.append(f"  {vec(*t)} {v} = 0;")
        self.lines.append(f"{v} = {self.assign(t, value)};")
        self.vars.setdefault(t, []).append(v)
        return v

    def load_inputs(self):
        for _ in range(self.r.randrange(4, 9)):
            e, w = self.any_type()
            at = f"({self.r.randrange(64)} + i * {self.r.randrange(1, 5)}) & 63"
            i = {"float": "uint", "double": "ulong"}.get(e, e)
            raw = (f"((global const {i} *)in)[({at}) * {w}]" if w == 1 else f"vload{w}({at}, (global const {i} *)in)")
            if e == "float":
                m = vec("uint", w)
                raw = f"as_{vec(e, w)}(({raw} & ({m})0x8fffffffu) | ({m})0x30000000u)"
            elif e == "double":
                m = vec("ulong", w)
                raw = f"as_{vec(e, w)}(({raw} & ({m})0x81ffffffffffffffUL) | ({m})0x3e00000000000000UL)"
            self.new((e, w), raw)
        h = self.name()
        self.lines.append(f"float4 {h} = vload_half4(i & 63, (global const half *)(in + 8192));")
        self.vars.setdefault(("float", 4), []).append(f"CLEAN_float4({h})")
        self.frozen.add(f"CLEAN_float4({h})")

    def scalar(self, e="uint"):
        return f"{e}_({self.expr((e, 1), 2)})"

    def update(self):
        ts = [t for t in self.vars if any(v not in self.frozen for v in self.vars[t])]
        t = self.r.choice(ts)
        v = self.r.choice([v for v in self.vars[t] if v not in self.frozen])
        if t[1] > 1 and self.r.random() < 0.2:
            k = self.r.randrange(t[1])
            self.lines.append(f"{v}.s{k:x} = {self.assign((t[0], 1), self.expr((t[0], 1), 3))};")
        else:
            self.lines.append(f"{v} = {self.assign(t, self.expr(t, 3))};")

    def block(self, n, depth):
        self.lines.append("{")
        for _ in range(n):
            self.statement(depth)
        self.lines.append("}")

    def statement(self, depth):
        r = self.r
        k = r.randrange(10)
        if depth > 2 or k < 4:
            self.update()
        elif k == 4:
            self.lines.append(f"if ({self.scalar()} {r.choice(('<', '>', '!=', '>='))} {self.scalar()})")
            self.block(r.randrange(1, 4), depth + 1)
            if r.random() < 0.5:
                self.lines.append("else")
                self.block(r.randrange(1, 3), depth + 1)
        elif k == 5 and self.loops < 3:
            self.loops += 1
            c = self.name("n")
            bound = r.choice((f"{r.randrange(1, 6)}", f"({self.scalar()} & 7)"))
            b = self.name("b")
            self.lines.append(f"uint {b} = {bound};")
            self.lines.append(f"for (uint {c} = 0; {c} < {b}; {c}++) {{")
            self.vars.setdefault(("uint", 1), []).append(c)
            self.frozen.add(c)
            for _ in range(r.randrange(1, 4)):
                self.statement(depth + 1)
            if r.random() < 0.4:
                self.lines.append(f"if ({self.scalar('int')} < 0) {r.choice(('break', 'continue'))};")
            self.vars[("uint", 1)].remove(c)
            self.lines.append("}")
            self.loops -= 1
        elif k == 6:
            self.lines.append(f"switch ({self.scalar()} & 3) {{")
            for c in r.sample(range(4), r.randrange(1, 4)):
                self.lines.append(f"case {c}:")
                self.update()
                if r.random() < 0.7:
                    self.lines.append("break;")
            self.lines.append("default:")
            self.update()
            self.lines.append("}")
        elif k == 7:
            self.private_array()
        else:
            self.update()

    def private_array(self):
        t = self.any_type()
        n, p, T = self.r.choice((4, 7, 16)), self.name("p"), vec(*t)
        self.lines.append(f"{{ {T} {p}[{n}]; for (uint j = 0; j < {n}; j++) {p}[j] = {self.assign(t, self.leaf(t))};")
        for _ in range(self.r.randrange(1, 4)):
            self.lines.append(f"{p}[{self.scalar()} % {n}] = {self.assign(t, self.expr(t, 2))};")
        v = self.pick(t)
        if v and v not in self.frozen:
            self.lines.append(f"{v} = {p}[{self.scalar()} % {n}];")
        self.lines.append("}")

    def shared(self):
        """Everyone's value through local memory: own slot, barrier, somebody's slot."""
        t = self.any_type()
        T, s, x = vec(*t), self.name("s"), self.name("x")
        self.decls.insert(0, f"  local {T} {s}[{self.local}];")
        self.lines.append(f"{s}[l] = {self.assign(t, self.expr(t, 2))};")
        self.lines.append("barrier(CLK_LOCAL_MEM_FENCE);")
        self.lines.append(f"uint {x} = {self.scalar()} % {self.local};")
        self.new(t, f"{s}[{x}]")
        self.new(t, f"{s}[{self.r.randrange(self.local)}]")   # the same for all: a uniform load
        self.lines.append("barrier(CLK_LOCAL_MEM_FENCE);")

    def atomics(self):
        e = self.r.choice(("int", "uint"))
        op = self.r.choice(("add", "sub", "min", "max", "and", "or", "xor", "inc", "dec"))
        s = self.name("a")
        start = {"min": "0x7fffffff", "and": "-1"}.get(op, "0")
        self.decls.insert(0, f"  local {e} {s}[8];")
        self.lines.append(f"if (l < 8) {s}[l] = {start}; barrier(CLK_LOCAL_MEM_FENCE);")
        at = f"&{s}[{self.scalar()} & 7]"
        call = f"atomic_{op}({at})" if op in ("inc", "dec") else f"atomic_{op}({at}, {self.assign((e, 1), self.expr((e, 1), 2))})"
        self.lines.append(f"if ({self.scalar()} & 1) {call};")
        self.lines.append("barrier(CLK_LOCAL_MEM_FENCE);")
        self.new((e, 1), f"{s}[l & 7]")
        g = self.r.choice(("add", "min", "max", "or", "xor"))
        self.lines.append(f"atomic_{g}((volatile global uint *)out + {self.slot(g)}, {self.scalar()});")

    def slot(self, op):
        return ("add", "min", "max", "or", "xor").index(op)

    def halves(self):
        w = self.r.choice((1, 2, 3, 4, 8))
        mode = self.r.choice(("", "_rte", "_rtz", "_rtp", "_rtn"))
        x = self.name("h")
        self.lines.append(f"ushort {x}[8] = {{0}};")
        suffix = "" if w == 1 else str(w)
        self.lines.append(f"vstore_half{suffix}{mode}(CLEAN_{vec('float', w)}({self.expr(('float', w), 2)}), 0, (half *){x});")
        self.new(("ushort", 1), f"{x}[{self.r.randrange(8)}]")

    # ---- from EXTRA on

    def half_arithmetic(self):
        """Halves as the bits of ushorts."""
        x = self.name("h")
        self.halves_used = True
        self.decls.append(f"  ushort {x} = 0;")
        tame = lambda: f"TAME({self.scalar()})"
        f, n = self.r.choice((("add", 2), ("mul", 2), ("fma", 3), ("less", 3)))
        self.lines.append(f"{x} = half_{f}({', '.join(tame() for _ in range(n))});")
        if self.r.random() < 0.5:
            self.lines.append(f"{x} = half_{self.r.choice(('add', 'mul'))}(TAME({x}), {tame()});")
        self.vars.setdefault(("ushort", 1), []).append(x)

    def image_read(self):
        inside = lambda n: f"(int)({self.scalar()} % {n})"
        anywhere = lambda: f"(int)({self.scalar()} & 127) - 32"
        at, how = ((f"({inside(IMAGE_W)}, {inside(IMAGE_H)})", "samplers_none") if self.r.random() < 0.5 else
                   (f"({anywhere()}, {anywhere()})", "samplers_edge"))
        t = {"ui": "uint", "i": "int", "f": "float"}[self.kind]
        self.new((t, 4), f"read_image{self.kind}(source, {how}, (int2){at})")

    def image_write(self):
        """Each item has a pixel of its own; half of them write it."""
        self.lines.append(f"if ({self.scalar()} & 1) write_imageui(target, (int2)(i % {IMAGE_W}, i / {IMAGE_W}), "
                          f"uint4_({self.expr(('uint', 4), 2)}));")

    def own_atomics(self):
        """Nobody else touches the word, so that what was there before is known."""
        e = self.r.choice(("int", "uint", "long", "ulong"))
        f = "atom" if bits(e) == 64 else "atomic"
        s, where = self.name("o"), "global" if bits(e) == 64 else self.r.choice(("local", "global"))
        if where == "local":
            self.decls.insert(0, f"  local {e} {s}[{self.local}];")
            at = f"&{s}[l]"
        else:
            at = f"(volatile global {e} *)(out + {self.private_words()}) + i"
        self.lines.append(f"*({at}) = {self.assign((e, 1), self.expr((e, 1), 2))};")
        for _ in range(self.r.randrange(1, 4)):
            op = self.r.choice(("add", "sub", "min", "max", "and", "or", "xor", "inc", "dec", "xchg", "cmpxchg"))
            x = lambda: self.assign((e, 1), self.expr((e, 1), 2))
            args = [] if op in ("inc", "dec") else [x(), x()] if op == "cmpxchg" else [x()]
            self.new((e, 1), f"{f}_{op}({', '.join([at] + args)})")
        self.new((e, 1), f"*({at})")

    def private_words(self):
        """A place in the output of 8 bytes an item that no other statement uses."""
        self.out = (self.out or 64) + 8 * ITEMS
        return self.out - 8 * ITEMS

    def reduction(self):
        """A tree in shared memory: a barrier in each round of a uniform loop."""
        e = self.r.choice(("uint", "ulong", "ushort", "uchar"))
        op = self.r.choice(("+", "^", "&", "|", "*"))
        s, d = self.name("t"), self.name("d")
        self.decls.insert(0, f"  local {e} {s}[{self.local}];")
        self.lines.append(f"{s}[l] = {self.assign((e, 1), self.expr((e, 1), 3))};")
        self.lines.append(f"for (uint {d} = {self.local // 2}; {d} > 0; {d} >>= 1) {{ barrier(CLK_LOCAL_MEM_FENCE); "
                          f"if (l < {d}) {s}[l] = ({e})((uint){s}[l] {op} (uint){s}[l + {d}]); }}" if bits(e) < 64 else
                          f"for (uint {d} = {self.local // 2}; {d} > 0; {d} >>= 1) {{ barrier(CLK_LOCAL_MEM_FENCE); "
                          f"if (l < {d}) {s}[l] = {s}[l] {op} {s}[l + {d}]; }}")
        self.lines.append("barrier(CLK_LOCAL_MEM_FENCE);")
        self.new((e, 1), f"{s}[{self.r.choice(('0', 'l'))}]")
        self.lines.append("barrier(CLK_LOCAL_MEM_FENCE);")

    def async_copy(self):
        e = self.r.choice(("uchar", "ushort", "uint", "ulong", "uint4"))
        n = {"uchar": 1, "ushort": 2, "uint": 4, "ulong": 8, "uint4": 16}[e]
        s = self.name("y")
        self.decls.insert(0, f"  local {e} {s}[{self.local}];")
        first = self.r.randrange(IN_BYTES // n - 8 * self.local)
        call = (f"async_work_group_copy({s}, (global const {e} *)in + {first}, {self.local}, 0)"
                if self.r.random() < 0.5 else
                f"async_work_group_strided_copy({s}, (global const {e} *)in + {first}, {self.local}, {self.r.randrange(1, 8)}, 0)")
        self.lines.append(f"{{ event_t ev = {call}; wait_group_events(1, &ev); }}")
        self.new(("uint", 4) if n == 16 else (e, 1), f"{s}[{self.scalar()} % {self.local}]")
        self.lines.append("barrier(CLK_LOCAL_MEM_FENCE);")

    def structure(self):
        """A structure of mixed members, copied whole through an array, an element chosen at run time."""
        members = [self.any_type() for _ in range(self.r.randrange(2, 5))]
        S, x, y = self.name("S"), self.name("x"), self.name("y")
        n = self.r.choice((2, 3, 5))
        body = " ".join(f"{vec(*t)} m{k};" for k, t in enumerate(members))
        self.lines.append(f"struct {S} {{ {body} }} {x}[{n}], {y};")
        self.lines.append(f"for (uint j = 0; j < {n}; j++) {{")
        for k, t in enumerate(members):
            self.lines.append(f"{x}[j].m{k} = {self.assign(t, self.expr(t, 1))};")
        self.lines.append("}")
        k = self.r.randrange(len(members))
        self.lines.append(f"{x}[{self.scalar()} % {n}].m{k} = {self.assign(members[k], self.expr(members[k], 2))};")
        self.lines.append(f"{y} = {x}[{self.scalar()} % {n}];")
        for k, t in enumerate(members):
            self.new(t, f"{y}.m{k}")

    def print(self):
        """One item tells some of its integers."""
        names = [(t, v) for t in self.vars for v in self.vars[t] if t[0] in INTS and t[1] == 1]
        if not names:
            return
        words, args = [], []
        for (e, _), v in self.r.sample(names, min(len(names), 6)):
            c = self.r.choice(("x", "u" if e[0] == "u" else "d"))
            words.append(self.r.choice(("", "<", "= ")) + self.r.choice(("%", "%9", "%-8", "%021")) + ("l" if bits(e) == 64 else "") + c)
            args.append(v if bits(e) >= 32 else f"(int){v}")
        self.printed = True
        self.lines.append(f'if (i == {self.r.randrange(ITEMS)}) printf("{" ".join(words)}|%s %c\\n", {", ".join(args)}, '
                          f'"end", 33 + (int)(i & 63));')

    def function(self):
        """A helper of its own variables."""
        f = self.name("f")
        params = [self.any_type() for _ in range(self.r.randrange(1, 4))]
        res = self.any_type()
        names = [self.name("q") for _ in params]
        outer, self.vars = self.vars, {}
        for p, n in zip(params, names):
            self.vars.setdefault(p, []).append(n)
        body = self.assign(res, self.expr(res, 3))
        self.vars = outer
        self.functions.append((f, res, params))
        args = ", ".join(f"{vec(*p)} {n}" for p, n in zip(params, names))
        attribute = self.r.choice(("", "__attribute__((noinline)) "))
        return f"{attribute}{vec(*res)} {f}({args})\n{{\n  return {body};\n}}\n"

    def store_all(self):
        at = max(64, self.out)   # the global atomics' words come first
        for t, names in self.vars.items():
            e, w = t
            T = vec(*t)
            size = bits(e) // 8 * w
            for v in names:
                at = (at + 7) & ~7
                value = f"CLEAN_{T}({v})" if e in self.floats else v
                where = f"out + {at} + i * {size}"
                self.lines.append(f"*(global {T} *)({where}) = {value};" if w == 1 else
                                  f"vstore{w}({value}, i, (global {e} *)(out + {at}));")
                at += size * ITEMS
        self.out = at

    def text(self):
        r = self.r
        functions = "".join(self.function() for _ in range(r.randrange(0, 3)))
        self.load_inputs()
        more = [self.half_arithmetic, self.own_atomics, self.reduction, self.async_copy, self.structure]
        if self.images:
            more += [self.image_read, self.image_write]
        for _ in range(r.randrange(3, 8)):
            k = r.randrange(8)
            if self.extra and r.random() < 0.6:
                r.choice(more)()
            elif k == 0:
                self.shared()
            elif k == 1:
                self.atomics()
            elif k == 2:
                self.halves()
            else:
                self.statement(0)
        self.shared()
        if self.extra and r.random() < 0.5:
            self.print()
        self.store_all()
        table = ", ".join(str(r.randrange(1 << 16)) for _ in range(16))
        image = r.choice(FORMATS[self.kind]) if self.images else -1
        head = (f"// out {self.out} in {IN_BYTES} items {ITEMS} local {self.local} image {image} print {int(self.printed)}\n"
                "#pragma OPENCL FP_CONTRACT OFF\n")
        if self.extra:
            head += "".join(f"#pragma OPENCL EXTENSION cl_khr_int64_{x}_atomics : enable\n" for x in ("base", "extended"))
            head += HALVES if self.halves_used else ""
        if self.images:
            head += "".join(f"constant sampler_t samplers_{n} = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_{a};\n"
                            for n, a in (("none", "NONE"), ("edge", "CLAMP_TO_EDGE")))
        if "double" in self.floats:
            head += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
        for e in INTS:   # T_(x): a scalar back from int, a vector as it is
            for w in (1, 2, 3, 4, 8, 16):
                head += f"#define {vec(e, w)}_(x) {'(' + e + ')' if w == 1 else ''}(x)\n"
        for e in self.floats:
            for w in (1, 2, 3, 4, 8, 16):
                T, I = vec(e, w), vec({"float": "int", "double": "long"}[e], w)
                head += f"{T} CLEAN_{T}({T} x) {{ return isnan(x) ? ({T})0 : x; }}\n"
        for e, w in sorted(self.divisors):
            T, either = vec(e, w), "||" if w == 1 else "|"
            head += (f"{T} NONZERO_{T}({T} x) {{ return (x == ({T})0) {either} (x == ({T})-1) ? ({T})3 : x; }}\n")
        return (head + f"constant ushort table[16] = {{{table}}};\n" + functions +
                f"kernel __attribute__((reqd_work_group_size({self.local}, 1, 1)))\n"
                f"void k(global const uchar *in, global uchar *out{IMAGES if self.images else ''})\n{{\n"
                "  uint i = get_global_id(0), l = get_local_id(0);\n" + "\n".join(self.decls) + "\n  " +
                "\n  ".join(self.lines) + "\n}\n")


if __name__ == "__main__":
    sys.stdout.write(Program(int(sys.argv[1]), "nodouble" not in sys.argv[2:]).text())

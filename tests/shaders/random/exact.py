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
import random
import sys

from exact_numbers import BASES, BOOL, LANES, OUT, U32, WORDS, mask, ty
from exact_ops import Ops
from exact_run import Node, Run, TooLong


class Exact(Ops, Run):
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

    # ---- the whole ----
    def inputs(self):
        """What job.c fills the first buffer with (fill, random_u32)."""
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
                      "OpDecorate %%in%d DescriptorSet 0" % bits,
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

"""Kinds of big modules for big.py that are control flow: loops, switches, selections, jumps out of them, merges."""
import random
from contextlib import contextmanager

from big_module import Module, binary


class Flow(Module):
    """A module written by statements: variables, and blocks that nest as they do in a high-level language."""

    def __init__(self):
        super().__init__()
        self.types += ["%pv_uint = OpTypePointer Function %uint", "%pv_float = OpTypePointer Function %float"]

    def fresh(self):
        return self.id().replace("_", "l")

    def variable(self, type="float", first=None):
        v = self.id()
        self.body.insert(self.variables, f"{v} = OpVariable %pv_{type} Function")
        if first:
            self.do(f"OpStore {v} {first}")
        return v

    def get(self, v, type="float"):
        return self.op(f"OpLoad %{type} {v}")

    def set(self, v, x):
        self.do(f"OpStore {v} {x}")

    def less(self, a, b):
        return self.op(f"OpFOrdLessThan %bool {a} {b}")

    def jump(self, to):
        """A jump that ends the block; what follows cannot be reached."""
        self.do(f"OpBranch {to}")
        self.label(self.fresh())

    def jump_if(self, c, to):
        """`if (c) break;` and the like."""
        with self.when(c):
            self.do(f"OpBranch {to}")
            self.ended = True

    ended = False

    def close(self, to):
        if not self.ended:
            self.do(f"OpBranch {to}")
        self.ended = False

    @contextmanager
    def when(self, c):
        then, merge = self.fresh(), self.fresh()
        self.do(f"OpSelectionMerge {merge} None")
        self.do(f"OpBranchConditional {c} {then} {merge}")
        self.label(then)
        yield
        self.close(merge)
        self.label(merge)

    @contextmanager
    def choice(self, c):
        """Yields what begins the other arm."""
        then, other, merge = self.fresh(), self.fresh(), self.fresh()
        self.do(f"OpSelectionMerge {merge} None")
        self.do(f"OpBranchConditional {c} {then} {other}")
        self.label(then)

        def otherwise():
            self.close(merge)
            self.label(other)
        yield otherwise
        self.close(merge)
        self.label(merge)

    @contextmanager
    def loop(self, rounds):
        """for (i = 0; i < rounds; i++); yields (i, where `break` goes, where `continue` goes)"""
        head, test, body, cont, out = (self.fresh() for _ in range(5))
        var = self.variable("uint", self.uint(0))
        self.do(f"OpBranch {head}")
        self.label(head)
        self.do(f"OpLoopMerge {out} {cont} None")
        self.do(f"OpBranch {test}")
        self.label(test)
        i = self.get(var, "uint")
        self.do(f"OpBranchConditional {self.op(f'OpULessThan %bool {i} {rounds}')} {body} {out}")
        self.label(body)
        yield i, out, cont
        self.close(cont)
        self.label(cont)
        self.set(var, self.op(f"OpIAdd %uint {self.get(var, 'uint')} {self.uint(1)}"))
        self.do(f"OpBranch {head}")
        self.label(out)

    @contextmanager
    def switch(self, selector, n, falls=lambda k: False):
        """Yields what begins case k, and where `break` goes."""
        cases, merge = [self.fresh() for _ in range(n)], self.fresh()
        self.do(f"OpSelectionMerge {merge} None")
        self.do(f"OpSwitch {selector} {merge} " + " ".join(f"{k} {c}" for k, c in enumerate(cases)))

        def case(k):
            if k:
                self.close(cases[k] if falls(k) else merge)
            self.label(cases[k])
        yield case, merge
        self.close(merge)
        self.label(merge)


def begin():
    m = Flow()
    m.start()
    return m, m.variable("float", m.load(m.g))


def step(m, v, at):
    """v = v op in[g + at], by turns"""
    x, y = m.get(v), m.load(m.op(f"OpIAdd %uint {m.g} {at}"))
    m.set(v, m.op(f"Op{('FAdd', 'FMul', 'FSub')[m.n % 3]} %float {x} {y}"))


def finish(m, *variables):
    for k, v in enumerate(variables):
        m.store(m.at(k), m.get(v))
    return m.finish()


def onces(n):
    """loops of one round, n deep"""
    m, v = begin()

    def level(k):
        with m.loop(m.uint(1)) as (i, _, _):
            step(m, v, i)
            if k:
                level(k - 1)
    level(n - 1)
    return finish(m, v)


def few(n):
    """loops of one or of unknown many rounds in turn, n deep"""
    m, v = begin()

    def level(k):
        with m.loop(m.uint(1) if k % 2 else m.g) as (i, _, _):
            step(m, v, i)
            if k:
                level(k - 1)
    level(n - 1)
    return finish(m, v)


def continues(n):
    """a loop with n continues, each with a value"""
    m, v = begin()
    with m.loop(m.g) as (i, _, cont):
        for k in range(n):
            step(m, v, m.uint(k))
            m.jump_if(m.less(m.get(v), "%f1"), cont)
    return finish(m, v)


def jumps(n):
    """a loop with n breaks and n continues in turn, and three values"""
    m, v = begin()
    w, u = m.variable("float", "%f1"), m.variable("float", "%f2")
    with m.loop(m.g) as (i, out, cont):
        for k in range(n):
            step(m, (v, w, u)[k % 3], m.uint(k))
            m.jump_if(m.less(m.get(v), m.get(w)), out if k % 2 else cont)
    return finish(m, v, w, u)


def leaving(n):
    """a loop with n breaks and n values that are used behind it"""
    m, v = begin()
    values = [m.variable("float", "%f1") for _ in range(n)]
    with m.loop(m.g) as (i, out, _):
        for k in range(n):
            m.set(values[k], m.load(m.op(f"OpIMul %uint {i} {m.uint(k + 3)}")))
        for k in range(n):
            step(m, v, m.uint(k))
            m.jump_if(m.less(m.get(v), "%f1"), out)
    return finish(m, v, *values)


def cascade(n):
    """a switch of n cases, most of which fall through"""
    m, v = begin()
    with m.switch(m.op(f"OpConvertFToU %uint {m.get(v)}"), n, lambda k: k % 8) as (case, _):
        for k in range(n):
            case(k)
            step(m, v, m.uint(k))
    return finish(m, v)


def machine(n):
    """a switch of n cases in a loop, with ifs, breaks and continues in the cases"""
    m, v = begin()
    state = m.variable("uint", m.uint(0))
    with m.loop(m.uint(1000)) as (i, out, cont):
        with m.switch(m.get(state, "uint"), n) as (case, merge):
            for k in range(n):
                case(k)
                m.set(state, m.op(f"OpConvertFToU %uint {m.get(v)}"))
                m.jump_if(m.less(m.get(v), "%f1"), (out, cont, merge)[k % 3])
                step(m, v, m.uint(k))
    return finish(m, v)


def dials(n):
    """switches in loops, n deep"""
    m, v = begin()

    def level(k):
        with m.loop(m.g) as (i, out, cont):
            with m.switch(m.op(f"OpUMod %uint {i} {m.uint(5)}"), 3) as (case, _):
                case(0)
                step(m, v, i)
                case(1)
                if k:
                    level(k - 1)
                case(2)
                m.jump_if(m.less(m.get(v), "%f2"), out)
    level(n - 1)
    return finish(m, v)


def registers(n):
    """a switch of n cases in a loop, each writing one of 64 variables"""
    m, v = begin()
    r = random.Random(41)
    file = [m.variable("float", m.load(m.at(k))) for k in range(64)]
    with m.loop(m.g) as (i, _, _):
        with m.switch(m.op(f"OpConvertFToU %uint {m.load(i)}"), n) as (case, _):
            for k in range(n):
                case(k)
                m.set(file[k % 64], binary(m, r, m.get(r.choice(file)), m.get(r.choice(file))))
    return finish(m, *file)


def arms(n):
    """an else-if chain of n arms, each setting three variables"""
    m, v = begin()
    w = [m.variable("float", "%f1") for _ in range(3)]

    def rest(k):
        if k == n:
            step(m, v, m.uint(k))
            return
        with m.choice(m.less(m.load(m.at(k)), "%f1")) as otherwise:
            step(m, v, m.uint(k))
            m.set(w[k % 3], m.get(v))
            otherwise()
            rest(k + 1)
    rest(0)
    return finish(m, v, *w)


def both(n):
    """selections with two arms, n deep in turn in the one and the other, with a value for each merge"""
    m, v = begin()

    def level(k):
        if k == n:
            return
        with m.choice(m.less(m.get(v), m.load(m.at(k)))) as otherwise:
            step(m, v, m.uint(k))
            if k % 2:
                level(k + 1)
            otherwise()
            step(m, v, m.uint(k + 1))
            if k % 2 == 0:
                level(k + 1)
        step(m, v, m.uint(2 * k))
    level(0)
    return finish(m, v)


def gotos(n):
    """n loops that are left after one round by one of four breaks"""
    m, v = begin()
    for k in range(n):
        with m.loop(m.g) as (i, out, _):
            for q in range(4):
                step(m, v, m.uint(q))
                m.jump_if(m.less(m.get(v), "%f1"), out)
            m.do(f"OpBranch {out}")
            m.ended = True
    return finish(m, v)


def sequence(n):
    """n loops of unknown many rounds, one behind the other, each with four values"""
    m, v = begin()
    w = [v] + [m.variable("float", m.load(m.at(k))) for k in range(3)]
    for k in range(n):
        with m.loop(m.op(f"OpBitwiseAnd %uint {m.g} {m.uint(k % 50 + 1)}")) as (i, _, _):
            for q in range(4):
                step(m, w[q], i)
    return finish(m, *w)


def counted(n):
    """n loops of a hundred rounds, one after the other"""
    m, v = begin()
    for k in range(n):
        with m.loop(m.uint(100)) as (i, _, _):
            step(m, v, m.op(f"OpIMul %uint {i} {m.uint(k + 1)}"))
    return finish(m, v)


def cubes(n):
    """n loops of four rounds, each in a loop of four rounds"""
    m, v = begin()
    for k in range(n):
        with m.loop(m.uint(4)) as (i, _, _):
            with m.loop(m.uint(4)) as (j, _, _):
                step(m, v, m.op(f"OpIAdd %uint {i} {m.op(f'OpIMul %uint {j} {m.uint(k)}')}"))
    return finish(m, v)


def nets(n):
    """n selections, each exchanging some of 32 values"""
    m, _ = begin()
    r = random.Random(42)
    w = [m.variable("float", m.load(m.at(k))) for k in range(32)]
    for k in range(n):
        a, b, c = r.sample(range(32), 3)
        x, y, z = (m.get(w[q]) for q in (a, b, c))
        with m.when(m.less(x, y)):
            m.set(w[a], y)
            m.set(w[b], z)
            m.set(w[c], x)
    return finish(m, *w)


def done(n):
    """n selections on a flag that each may set, as early returns are often written"""
    m, v = begin()
    flag = m.variable("uint", m.uint(0))
    for k in range(n):
        with m.when(m.op(f"OpIEqual %bool {m.get(flag, 'uint')} {m.uint(0)}")):
            step(m, v, m.uint(k))
            with m.when(m.less(m.get(v), "%f1")):
                m.set(flag, m.uint(1))
    return finish(m, v)


def found(n):
    """n loops that set a flag and leave, each only entered while it is not set"""
    m, v = begin()
    flag = m.variable("uint", m.uint(0))
    for k in range(n):
        with m.when(m.op(f"OpIEqual %bool {m.get(flag, 'uint')} {m.uint(0)}")):
            with m.loop(m.g) as (i, out, _):
                step(m, v, i)
                with m.when(m.less(m.get(v), "%f1")):
                    m.set(flag, m.uint(1))
                    m.do(f"OpBranch {out}")
                    m.ended = True
    return finish(m, v)


def function(m, name, body):
    """A function of one float; body(x, result) writes its statements, result(v) returns from the block that is open."""
    outer, m.body = m.body, []
    variables = m.variables if hasattr(m, "variables") else 0
    m.do(f"{name} = OpFunction %float None %fn_f")
    x = m.id()
    m.do(f"{x} = OpFunctionParameter %float")
    m.label(m.fresh())
    m.variables = len(m.body)

    def result(v):
        m.do(f"OpReturnValue {v}")
        m.ended = True
    body(x, result)
    if not m.ended:
        m.do("OpReturnValue %f1")
    m.ended = False
    m.do("OpFunctionEnd")
    m.functions += m.body
    m.body, m.variables = outer, variables


def early(m, x, result, count):
    v = m.variable("float", x)
    for k in range(count):
        m.set(v, m.op(f"OpFMul %float {m.get(v)} %f{1 + k % 2}"))
        with m.when(m.less(m.get(v), "%f1")):
            result(m.get(v))
    result(m.get(v))


def callers(n):
    """a function with 8 early returns, called in each of n loops"""
    m = Flow()
    function(m, "%early", lambda x, result: early(m, x, result, 8))
    m.start()
    v = m.variable("float", m.load(m.g))
    for k in range(n):
        with m.loop(m.g) as (i, _, _):
            m.set(v, m.op(f"OpFunctionCall %float %early {m.get(v)}"))
            step(m, v, i)
    return finish(m, v)


def guards(n):
    """n functions with four early returns, called one after the other"""
    m = Flow()
    for k in range(n):
        function(m, f"%guard{k}", lambda x, result: early(m, x, result, 4))
    m.start()
    v = m.variable("float", m.load(m.g))
    for k in range(n):
        m.set(v, m.op(f"OpFunctionCall %float %guard{k} {m.get(v)}"))
    return finish(m, v)


def searches(n):
    """a function of n loops, each with a return in it"""
    m = Flow()

    def body(x, result):
        v = m.variable("float", x)
        for k in range(n):
            with m.loop(m.uint(k + 20)) as (i, _, _):
                m.set(v, m.op(f"OpFAdd %float {m.get(v)} {m.load(i)}"))
                with m.when(m.less(m.get(v), "%f1")):
                    result(m.get(v))
        result(m.get(v))
    function(m, "%search", body)
    m.start()
    m.store(m.g, m.op(f"OpFunctionCall %float %search {m.load(m.g)}"))
    return m.finish()


def escapes(n):
    """a function of loops n deep, with a return in each"""
    m = Flow()

    def body(x, result):
        v = m.variable("float", x)

        def level(k):
            with m.loop(m.uint(k + 20)) as (i, _, _):
                m.set(v, m.op(f"OpFAdd %float {m.get(v)} {m.load(i)}"))
                with m.when(m.less(m.get(v), "%f1")):
                    result(m.get(v))
                if k:
                    level(k - 1)
        level(n - 1)
        result(m.get(v))
    function(m, "%escape", body)
    m.start()
    m.store(m.g, m.op(f"OpFunctionCall %float %escape {m.load(m.g)}"))
    return m.finish()


def constants(n):
    """n selections on specialization constants, one arm in each of which can never run"""
    m, v = begin()
    m.types += ["%scu = OpSpecConstant %uint 7"]
    for k in range(n):
        c = m.id().replace("_", "sc")
        m.types.append(f"{c} = OpSpecConstantOp %bool ULessThan %scu {m.uint(k % 15)}")
        with m.choice(c) as otherwise:
            step(m, v, m.uint(k))
            otherwise()
            step(m, v, m.uint(k + 1))
    return finish(m, v)


def ballots(n):
    """n loops, one behind the other, with a subgroup operation before each break"""
    m, v = begin()
    m.capabilities += ["GroupNonUniform", "GroupNonUniformArithmetic"]
    for k in range(n):
        with m.loop(m.g) as (i, out, _):
            step(m, v, i)
            with m.when(m.less(m.get(v), "%f1")):
                m.set(v, m.op(f"OpGroupNonUniformFAdd %float {m.uint(3)} Reduce {m.get(v)}"))
                m.do(f"OpBranch {out}")
                m.ended = True
    return finish(m, v)


def meetings(n):
    """loops n deep, with a subgroup operation before a break on each level"""
    m, v = begin()
    m.capabilities += ["GroupNonUniform", "GroupNonUniformArithmetic"]

    def level(k):
        with m.loop(m.g) as (i, out, _):
            step(m, v, i)
            with m.when(m.less(m.get(v), "%f1")):
                m.set(v, m.op(f"OpGroupNonUniformFAdd %float {m.uint(3)} Reduce {m.get(v)}"))
                m.do(f"OpBranch {out}")
                m.ended = True
            if k:
                level(k - 1)
    level(n - 1)
    return finish(m, v)


def waits(n):
    """n loops with a barrier, one after the other"""
    m, v = begin()
    for k in range(n):
        with m.loop(m.uint(k % 20 + 2)) as (i, _, _):
            step(m, v, i)
            m.do(f"OpControlBarrier {m.uint(2)} {m.uint(2)} {m.uint(264)}")
    return finish(m, v)


def squares(n):
    """sqrt(n) loops in sequence of sqrt(n) selections each"""
    m, v = begin()
    side = round(n ** 0.5)
    for k in range(side):
        with m.loop(m.g) as (i, _, _):
            for q in range(side):
                with m.when(m.less(m.get(v), m.load(m.op(f"OpIAdd %uint {i} {m.uint(q)}")))):
                    step(m, v, i)
    return finish(m, v)


def sharing(n):
    """a loop with n selections, and 40 values from before it that they use"""
    m, v = begin()
    w = [m.load(m.at(k)) for k in range(40)]
    with m.loop(m.g) as (i, _, _):
        for k in range(n):
            with m.when(m.less(m.get(v), w[k % 40])):
                m.set(v, m.op(f"OpFAdd %float {m.get(v)} {w[k * 7 % 40]}"))
                m.store(m.op(f"OpIAdd %uint {i} {m.uint(k)}"), m.get(v))
    return finish(m, v)


KINDS = {onces: (4, 20, 100), few: (4, 20, 80), continues: (50, 500, 4000), jumps: (50, 500, 4000), leaving: (50, 500, 2000),
         cascade: (100, 1000, 6000), machine: (100, 1000, 4000), dials: (4, 20, 100), registers: (100, 1000, 6000),
         arms: (50, 200, 1000), both: (50, 200, 1000), gotos: (50, 200, 1000), sequence: (50, 200, 1000),
         counted: (50, 500, 3000), cubes: (50, 500, 2000), nets: (50, 500, 4000), done: (50, 500, 4000),
         found: (50, 500, 2500), callers: (50, 500, 3000), guards: (50, 250, 1500), searches: (50, 500, 2500),
         escapes: (4, 20, 80), constants: (50, 500, 5000), ballots: (50, 500, 2500), meetings: (4, 20, 80),
         waits: (50, 500, 3000), squares: (50, 500, 4000), sharing: (50, 500, 4000)}

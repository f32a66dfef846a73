"""The evaluator of exact.py: lane by lane, in step."""
from exact_numbers import LANES

MAX_STEPS = 200000


class Node:
    """What `run` executes: a function of (environment, lane, lanes that are there), or control flow."""

    def __init__(self, kind, **fields):
        self.kind = kind
        self.__dict__.update(fields)


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


class Run:
    """Executes nodes. Values are by name and lane; variables by name, lane and index."""

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

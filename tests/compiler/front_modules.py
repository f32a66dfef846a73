"""Modules that grow in one thing each, as the front end sees them: words made here, without an assembler, so that they can be large.

KINDS: name -> function of how many. None needs to be valid beyond what the front end looks at.
"""
import struct

SECTIONS = ("cap", "ext", "imp", "mm", "ep", "em", "dbg", "dec", "typ", "fn")
KINDS = {}


def kind(f):
    """f(m, n) puts n of something into m, which has what each module has (base); main is begun and ended where f leaves that."""
    def module(n):
        m = base()
        f(m, n)
        if not m.sec['fn']:
            start(m)
        if not m.ended:
            end(m)
        return m.bytes()

    KINDS[f.__name__] = module
    return f


class M:
    """A module's instructions by section."""

    def __init__(self):
        self.n = 1
        self.ended = False  # main
        self.sec = {k: [] for k in SECTIONS}

    def id(self):
        self.n += 1
        return self.n - 1

    def put(self, sec, op, *words):
        self.sec[sec].append(struct.pack(f"<{len(words) + 1}I", op | (len(words) + 1) << 16, *words))

    def new(self, sec, op, result_type, *words):
        """What has a type and a result: its id."""
        i = self.id()
        self.put(sec, op, result_type, i, *words)
        return i

    def type(self, op, *words):
        i = self.id()
        self.put('typ', op, i, *words)
        return i

    def variable(self, storage, pointee):
        return self.new('typ', 59, self.type(32, storage, pointee), storage)

    def variables(self, storage, pointee, n):
        p = self.type(32, storage, pointee)
        return [self.new('typ', 59, p, storage) for _ in range(n)]

    def function(self, i, function_type):
        self.put("fn", 54, self.void, i, 0, function_type)

    def end_function(self):
        self.put('fn', 253)
        self.put('fn', 56)

    def st(self, text):
        data = text.encode() + b"\0"
        data += b"\0" * (-len(data) % 4)
        return struct.unpack(f"<{len(data) // 4}I", data)

    def bytes(self):
        return struct.pack("<5I", 0x07230203, 0x10300, 0, self.n, 0) + b"".join(b"".join(self.sec[k]) for k in SECTIONS)


def base():
    m = M()
    m.put('cap', 17, 1)
    m.put('mm', 14, 0, 1)
    m.void = m.id()
    m.fnv = m.id()
    m.uint = m.id()
    m.float = m.id()
    m.main = m.id()
    m.v4 = m.id()
    m.gid = m.id()
    m.u3 = m.id()
    m.pin = m.id()
    m.put('typ', 19, m.void)
    m.put('typ', 33, m.fnv, m.void)
    m.put('typ', 21, m.uint, 32, 0)
    m.put('typ', 22, m.float, 32)
    m.put('typ', 23, m.v4, m.float, 4)
    m.bool = m.id()
    m.put('typ', 20, m.bool)
    m.zero = m.id()
    m.put('typ', 43, m.uint, m.zero, 0)
    m.f0 = m.id()
    m.put('typ', 43, m.float, m.f0, 1065353216)
    m.put('em', 16, m.main, 17, 64, 1, 1)
    return m


def start(m, iface=()):
    m.put('ep', 15, 5, m.main, *m.st('main'), *iface)
    m.put('fn', 54, m.void, m.main, 0, m.fnv)
    e = m.id()
    m.put('fn', 248, e)


def end(m):
    m.end_function()
    m.ended = True


@kind
def memberdec(m, n):
    s = m.id()
    k = min(n, 60000)
    for j in range(n):
        m.put('dec', 72, s, j % k, 35 if j < k else 5000 + j // k, 4 * j)
    m.put('typ', 30, s, *[m.uint] * k)


@kind
def dec_unused_ids(m, n):
    for j in range(n):
        m.put('dec', 71, m.uint, 0)


@kind
def dec_many_on_var(m, n):
    p = m.type(32, 6, m.float)
    v = m.id()
    for j in range(n):
        m.put('dec', 71, v, 5000 + j)
    m.put('typ', 59, p, v, 6)
    start(m)
    m.new('fn', 61, m.float, v)


@kind
def groupdec(m, n):
    g = m.id()
    k = int(n ** 0.5)
    for j in range(k):
        m.put('dec', 71, g, 35, j)
    m.put('dec', 73, g)
    ids = [m.id() for _ in range(k)]
    m.put('dec', 74, g, *ids)
    for i in ids:
        m.put('typ', 21, i, 32, 0)


@kind
def structs(m, n):
    for j in range(n):
        m.type(30, m.uint, m.float)


@kind
def bigstruct_const(m, n):
    n = min(n, 60000)
    s = m.type(30, *[m.float] * n)
    m.new('typ', 44, s, *[m.f0] * n)


@kind
def bigstruct_null_many(m, n):
    k = int(n ** 0.5)
    s = m.type(30, *[m.float] * k)
    for j in range(k):
        m.new('typ', 46, s)


@kind
def consts(m, n):
    for j in range(n):
        m.new('typ', 43, m.uint, j)


@kind
def specs(m, n):
    for j in range(n):
        c = m.id()
        m.put('dec', 71, c, 1, j)
        m.put('typ', 50, m.uint, c, j)


@kind
def spec_ops(m, n):
    c = m.zero
    for j in range(n):
        c = m.new('typ', 52, m.uint, 128, c, c)


@kind
def vars_private(m, n):
    vs = m.variables(6, m.float, n)
    start(m)
    for v in vs:
        m.new('fn', 61, m.float, v)


@kind
def vars_shared(m, n):
    vs = m.variables(4, m.float, n)
    start(m)
    for v in vs[:16000]:
        m.put('fn', 62, v, m.f0)


def storage_buffers(m, n, binding):
    """n of them, each stored to; binding(j) is that of the j-th."""
    ra = m.id()
    s = m.id()
    p = m.id()
    pf = m.id()
    m.put('dec', 71, ra, 6, 4)
    m.put('dec', 71, s, 2)
    m.put('dec', 72, s, 0, 35, 0)
    m.put('typ', 29, ra, m.float)
    m.put('typ', 30, s, ra)
    m.put('typ', 32, p, 12, s)
    m.put('typ', 32, pf, 12, m.float)
    m.put('ext', 10, *m.st('SPV_KHR_storage_buffer_storage_class'))
    vs = []
    for j in range(n):
        v = m.id()
        m.put('dec', 71, v, 34, 0)
        m.put('dec', 71, v, 33, binding(j))
        m.put('typ', 59, p, v, 12)
        vs.append(v)
    start(m)
    for v in vs:
        a = m.new('fn', 65, pf, v, m.zero, m.zero)
        m.put('fn', 62, a, m.f0)


@kind
def vars_ssbo(m, n):
    storage_buffers(m, n, lambda j: j)


@kind
def vars_one_binding(m, n):
    storage_buffers(m, n, lambda j: 0)


@kind
def entries(m, n):
    for j in range(n):
        m.put('ep', 15, 5, m.main, *m.st('e%d' % j))


@kind
def modes(m, n):
    for j in range(n):
        m.put('em', 16, m.main, 17, 64, 1, 1)


@kind
def caps(m, n):
    for j in range(n):
        m.put('cap', 17, 1)


@kind
def interface(m, n):
    n = min(n, 65000)
    vs = m.variables(6, m.float, n)
    start(m, vs[:65000])


@kind
def imports(m, n):
    for j in range(n):
        m.put('imp', 11, m.id(), *m.st('NonSemantic.x%d' % j))


@kind
def strings(m, n):
    for j in range(n):
        m.put('dbg', 7, m.id(), *m.st('s%d' % j))


@kind
def lines(m, n):
    f = m.id()
    m.put('dbg', 7, f, *m.st('f.comp'))
    start(m)
    for j in range(n):
        m.put('fn', 8, f, j + 1, 0)
        m.new('fn', 128, m.uint, m.zero, m.zero)


@kind
def line_files(m, n):
    fs = []
    for j in range(n):
        f = m.id()
        m.put('dbg', 7, f, *m.st('f%d.comp' % j))
        fs.append(f)
    v = m.variable(6, m.float)
    start(m)
    for f in fs:
        m.put('fn', 8, f, 1, 0)
        m.put('fn', 62, v, m.f0)


@kind
def functions_unused(m, n):
    start(m)
    end(m)
    for j in range(n):
        f = m.id()
        m.function(f, m.fnv)
        m.put('fn', 248, m.id())
        m.end_function()


@kind
def functions_called(m, n):
    fs = [m.id() for _ in range(n)]
    start(m)
    for f in fs:
        m.new('fn', 57, m.void, f)
    end(m)
    for f in fs:
        m.function(f, m.fnv)
        m.put('fn', 248, m.id())
        m.end_function()


@kind
def call_chain(m, n):
    fs = [m.id() for _ in range(n)]
    start(m)
    m.new('fn', 57, m.void, fs[0])
    end(m)
    for j, f in enumerate(fs):
        m.function(f, m.fnv)
        m.put('fn', 248, m.id())
        if j + 1 < n:
            m.new('fn', 57, m.void, fs[j + 1])
        m.end_function()


@kind
def params(m, n):
    n = min(n, 60000)
    ft = m.type(33, m.void, *[m.float] * n)
    f = m.id()
    start(m)
    m.new('fn', 57, m.void, f, *[m.f0] * n)
    end(m)
    m.function(f, ft)
    for j in range(n):
        m.new('fn', 55, m.float)
    m.put('fn', 248, m.id())
    m.end_function()


@kind
def blocks(m, n):
    start(m)
    for j in range(n):
        l = m.id()
        m.put('fn', 249, l)
        m.put('fn', 248, l)


@kind
def blocks_unreachable(m, n):
    start(m)
    for j in range(n):
        l = m.id()
        m.put('fn', 253)
        m.put('fn', 248, l)


def switch_to(m, labels, default, end_label, blocks):
    """A switch with a case for each label, and these blocks, each of which jumps to the end."""
    u = m.new('typ', 1, m.uint)
    m.put('fn', 247, end_label, 0)
    m.put('fn', 251, u, default, *[x for j, l in enumerate(labels) for x in (j, l)])
    for l in blocks:
        m.put('fn', 248, l)
        m.put('fn', 249, end_label)
    m.put('fn', 248, end_label)


@kind
def switch(m, n):
    start(m)
    d = m.id()
    e = m.id()
    ls = [m.id() for _ in range(min(n, 30000))]
    switch_to(m, ls, d, e, ls + [d])


@kind
def switch_same(m, n):
    start(m)
    d = m.id()
    e = m.id()
    l = m.id()
    switch_to(m, [l] * min(n, 30000), d, e, (l, d))


@kind
def elseifs(m, n):
    start(m)
    v = m.variable(6, m.bool)
    me = []
    for j in range(n):
        t = m.id()
        f = m.id()
        e = m.id()
        c = m.id()
        me.append(e)
        m.put('fn', 61, m.bool, c, v)
        m.put('fn', 247, e, 0)
        m.put('fn', 250, c, t, f)
        m.put('fn', 248, t)
        m.put('fn', 249, e)
        m.put('fn', 248, f)
    for e in reversed(me):
        m.put('fn', 249, e)
        m.put('fn', 248, e)


@kind
def phis_wide(m, n):
    k = int(n ** 0.5)
    start(m)
    u = m.new('typ', 1, m.uint)
    e = m.id()
    ls = [m.id() for _ in range(k)]
    m.put('fn', 247, e, 0)
    m.put('fn', 251, u, e, *[x for j, l in enumerate(ls) for x in (j, l)])
    for l in ls:
        m.put('fn', 248, l)
        m.put('fn', 249, e)
    m.put('fn', 248, e)


@kind
def undefs(m, n):
    start(m)
    for j in range(n):
        m.new('fn', 1, m.uint)


@kind
def copies_struct(m, n):
    k = int(n ** 0.5)
    s = m.type(30, *[m.float] * k)
    u = m.new('typ', 46, s)
    start(m)
    c = u
    for j in range(k):
        c = m.new('fn', 83, s, c)


@kind
def inserts(m, n):
    k = int(n ** 0.5)
    s = m.type(30, *[m.float] * k)
    u = m.new('typ', 46, s)
    start(m)
    c = u
    for j in range(k):
        c = m.new('fn', 82, s, m.f0, c, j)


@kind
def nested_types(m, n):
    t = m.float
    for j in range(min(n, 500)):
        i = m.type(30, t)
        t = i


@kind
def same_types(m, n):
    k = int(n ** 0.5)
    a = m.id()
    b = m.id()
    m.put('typ', 30, a, *[m.float] * k)
    m.put('typ', 30, b, *[m.float] * k)
    v = m.variable(6, a)
    u = m.new('typ', 46, b)
    start(m)
    for j in range(k):
        m.put('fn', 62, v, u)


@kind
def names(m, n):
    for j in range(n):
        m.put('dbg', 5, m.float, *m.st('n%d' % j))


@kind
def member_names(m, n):
    n = min(n, 60000)
    s = m.id()
    for j in range(n):
        m.put('dbg', 6, s, j, *m.st('m%d' % j))
    m.put('typ', 30, s, *[m.float] * n)


@kind
def forward_ptrs(m, n):
    m.put('cap', 17, 5347)
    m.put('ext', 10, *m.st('SPV_KHR_physical_storage_buffer'))
    for j in range(n):
        p = m.id()
        s = m.id()
        m.put('typ', 39, p, 5349)
        m.put('typ', 30, s, p)
        m.put('typ', 32, p, 5349, s)
        m.put('dec', 72, s, 0, 35, 0)
        m.put('dec', 71, s, 2)
    m.sec['mm'] = []
    m.put('mm', 14, 5348, 1)


@kind
def specid_dups(m, n):
    c = m.id()
    for j in range(n):
        m.put('dec', 71, c, 1, j)
    m.put('typ', 50, m.uint, c, 1)


@kind
def loops_nested(m, n):
    v = m.variable(6, m.bool)
    start(m)
    st = []
    for j in range(n):
        h = m.id()
        b = m.id()
        c = m.id()
        x = m.id()
        st.append((h, c, x))
        m.put('fn', 249, h)
        m.put('fn', 248, h)
        m.put('fn', 246, x, c, 0)
        m.put('fn', 249, b)
        m.put('fn', 248, b)
    for h, c, x in reversed(st):
        q = m.id()
        m.put('fn', 249, c)
        m.put('fn', 248, c)
        m.put('fn', 61, m.bool, q, v)
        m.put('fn', 250, q, h, x)
        m.put('fn', 248, x)


@kind
def dbg_insts(m, n):
    s = m.id()
    m.put('imp', 11, s, *m.st('NonSemantic.Shader.DebugInfo.100'))
    f = m.id()
    m.put('dbg', 7, f, *m.st('x'))
    for j in range(n):
        m.new('typ', 12, m.void, s, 35, f)


@kind
def atomics(m, n):
    v = m.variable(4, m.uint)
    start(m)
    for j in range(n):
        m.new('fn', 234, m.uint, v, m.zero, m.zero, m.zero)


@kind
def builtin_inputs(m, n):
    p = m.type(32, 1, m.uint)
    vs = []
    for j in range(n):
        v = m.id()
        m.put('dec', 71, v, 11, 29)
        m.put('typ', 59, p, v, 1)
        vs.append(v)
    start(m)
    for v in vs:
        m.new('fn', 61, m.uint, v)

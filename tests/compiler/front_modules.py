"""Modules that grow in one thing each, as the front end sees them: words made here, without an assembler, so that they can be large.

KINDS: name -> function of how many. None needs to be valid beyond what the front end looks at.
"""
import struct

SECTIONS = ("cap", "ext", "imp", "mm", "ep", "em", "dbg", "dec", "typ", "fn")
KINDS = {}


def kind(f):
    KINDS[f.__name__] = f
    return f


class M:
    """A module's instructions by section."""

    def __init__(self):
        self.n = 1
        self.sec = {k: [] for k in SECTIONS}

    def id(self):
        self.n += 1
        return self.n - 1

    def put(self, sec, op, *words):
        self.sec[sec].append(struct.pack(f"<{len(words) + 1}I", op | (len(words) + 1) << 16, *words))

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
    m.put('fn', 253)
    m.put('fn', 56)
    return m.bytes()


@kind
def memberdec(n):
    m = base()
    s = m.id()
    k = min(n, 60000)
    for j in range(n):
        m.put('dec', 72, s, j % k, 35 if j < k else 5000 + j // k, 4 * j)
    m.put('typ', 30, s, *[m.uint] * k)
    start(m)
    return end(m)


@kind
def dec_unused_ids(n):
    m = base()
    for j in range(n):
        m.put('dec', 71, m.uint, 0)
    start(m)
    return end(m)


@kind
def dec_many_on_var(n):
    m = base()
    p = m.id()
    m.put('typ', 32, p, 6, m.float)
    v = m.id()
    for j in range(n):
        m.put('dec', 71, v, 5000 + j)
    m.put('typ', 59, p, v, 6)
    start(m)
    l = m.id()
    m.put('fn', 61, m.float, l, v)
    return end(m)


@kind
def groupdec(n):
    m = base()
    g = m.id()
    k = int(n ** 0.5)
    for j in range(k):
        m.put('dec', 71, g, 35, j)
    m.put('dec', 73, g)
    ids = [m.id() for _ in range(k)]
    m.put('dec', 74, g, *ids)
    for i in ids:
        m.put('typ', 21, i, 32, 0)
    start(m)
    return end(m)


@kind
def structs(n):
    m = base()
    for j in range(n):
        i = m.id()
        m.put('typ', 30, i, m.uint, m.float)
    start(m)
    return end(m)


@kind
def bigstruct_const(n):
    n = min(n, 60000)
    m = base()
    s = m.id()
    m.put('typ', 30, s, *[m.float] * n)
    c = m.id()
    m.put('typ', 44, s, c, *[m.f0] * n)
    start(m)
    return end(m)


@kind
def bigstruct_null_many(n):
    k = int(n ** 0.5)
    m = base()
    s = m.id()
    m.put('typ', 30, s, *[m.float] * k)
    for j in range(k):
        m.put('typ', 46, s, m.id())
    start(m)
    return end(m)


@kind
def consts(n):
    m = base()
    for j in range(n):
        m.put('typ', 43, m.uint, m.id(), j)
    start(m)
    return end(m)


@kind
def specs(n):
    m = base()
    for j in range(n):
        c = m.id()
        m.put('dec', 71, c, 1, j)
        m.put('typ', 50, m.uint, c, j)
    start(m)
    return end(m)


@kind
def spec_ops(n):
    m = base()
    c = m.zero
    for j in range(n):
        d = m.id()
        m.put('typ', 52, m.uint, d, 128, c, c)
        c = d
    start(m)
    return end(m)


@kind
def vars_private(n):
    m = base()
    p = m.id()
    m.put('typ', 32, p, 6, m.float)
    vs = []
    for j in range(n):
        v = m.id()
        m.put('typ', 59, p, v, 6)
        vs.append(v)
    start(m)
    for v in vs:
        m.put('fn', 61, m.float, m.id(), v)
    return end(m)


@kind
def vars_shared(n):
    m = base()
    p = m.id()
    m.put('typ', 32, p, 4, m.float)
    vs = []
    for j in range(n):
        v = m.id()
        m.put('typ', 59, p, v, 4)
        vs.append(v)
    start(m)
    for v in vs[:16000]:
        m.put('fn', 62, v, m.f0)
    return end(m)


def storage_buffers(n, binding):
    """n of them, each stored to; binding(j) is that of the j-th."""
    m = base()
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
        a = m.id()
        m.put('fn', 65, pf, a, v, m.zero, m.zero)
        m.put('fn', 62, a, m.f0)
    return end(m)


@kind
def vars_ssbo(n):
    return storage_buffers(n, lambda j: j)


@kind
def vars_one_binding(n):
    return storage_buffers(n, lambda j: 0)


@kind
def entries(n):
    m = base()
    for j in range(n):
        m.put('ep', 15, 5, m.main, *m.st('e%d' % j))
    start(m)
    return end(m)


@kind
def modes(n):
    m = base()
    for j in range(n):
        m.put('em', 16, m.main, 17, 64, 1, 1)
    start(m)
    return end(m)


@kind
def caps(n):
    m = base()
    for j in range(n):
        m.put('cap', 17, 1)
    start(m)
    return end(m)


@kind
def interface(n):
    n = min(n, 65000)
    m = base()
    p = m.id()
    m.put('typ', 32, p, 6, m.float)
    vs = []
    for j in range(n):
        v = m.id()
        m.put('typ', 59, p, v, 6)
        vs.append(v)
    start(m, vs[:65000])
    return end(m)


@kind
def imports(n):
    m = base()
    for j in range(n):
        m.put('imp', 11, m.id(), *m.st('NonSemantic.x%d' % j))
    start(m)
    return end(m)


@kind
def strings(n):
    m = base()
    for j in range(n):
        m.put('dbg', 7, m.id(), *m.st('s%d' % j))
    start(m)
    return end(m)


@kind
def lines(n):
    m = base()
    f = m.id()
    m.put('dbg', 7, f, *m.st('f.comp'))
    start(m)
    for j in range(n):
        m.put('fn', 8, f, j + 1, 0)
        m.put('fn', 128, m.uint, m.id(), m.zero, m.zero)
    return end(m)


@kind
def line_files(n):
    m = base()
    fs = []
    for j in range(n):
        f = m.id()
        m.put('dbg', 7, f, *m.st('f%d.comp' % j))
        fs.append(f)
    p = m.id()
    m.put('typ', 32, p, 6, m.float)
    v = m.id()
    m.put('typ', 59, p, v, 6)
    start(m)
    for f in fs:
        m.put('fn', 8, f, 1, 0)
        m.put('fn', 62, v, m.f0)
    return end(m)


@kind
def functions_unused(n):
    m = base()
    start(m)
    b = end(m)
    for j in range(n):
        f = m.id()
        m.put('fn', 54, m.void, f, 0, m.fnv)
        m.put('fn', 248, m.id())
        m.put('fn', 253)
        m.put('fn', 56)
    return m.bytes()


@kind
def functions_called(n):
    m = base()
    fs = [m.id() for _ in range(n)]
    start(m)
    for f in fs:
        m.put('fn', 57, m.void, m.id(), f)
    end(m)
    for f in fs:
        m.put('fn', 54, m.void, f, 0, m.fnv)
        m.put('fn', 248, m.id())
        m.put('fn', 253)
        m.put('fn', 56)
    return m.bytes()


@kind
def call_chain(n):
    m = base()
    fs = [m.id() for _ in range(n)]
    start(m)
    m.put('fn', 57, m.void, m.id(), fs[0])
    end(m)
    for j, f in enumerate(fs):
        m.put('fn', 54, m.void, f, 0, m.fnv)
        m.put('fn', 248, m.id())
        if j + 1 < n:
            m.put('fn', 57, m.void, m.id(), fs[j + 1])
        m.put('fn', 253)
        m.put('fn', 56)
    return m.bytes()


@kind
def params(n):
    n = min(n, 60000)
    m = base()
    ft = m.id()
    m.put('typ', 33, ft, m.void, *[m.float] * n)
    f = m.id()
    start(m)
    m.put('fn', 57, m.void, m.id(), f, *[m.f0] * n)
    end(m)
    m.put('fn', 54, m.void, f, 0, ft)
    for j in range(n):
        m.put('fn', 55, m.float, m.id())
    m.put('fn', 248, m.id())
    m.put('fn', 253)
    m.put('fn', 56)
    return m.bytes()


@kind
def blocks(n):
    m = base()
    start(m)
    for j in range(n):
        l = m.id()
        m.put('fn', 249, l)
        m.put('fn', 248, l)
    return end(m)


@kind
def blocks_unreachable(n):
    m = base()
    start(m)
    for j in range(n):
        l = m.id()
        m.put('fn', 253)
        m.put('fn', 248, l)
    return end(m)


@kind
def switch(n):
    n = min(n, 30000)
    m = base()
    start(m)
    d = m.id()
    e = m.id()
    ls = [m.id() for _ in range(n)]
    u = m.id()
    m.put('typ', 1, m.uint, u)
    m.put('fn', 247, e, 0)
    m.put('fn', 251, u, d, *[x for j, l in enumerate(ls) for x in (j, l)])
    for l in ls + [d]:
        m.put('fn', 248, l)
        m.put('fn', 249, e)
    m.put('fn', 248, e)
    return end(m)


@kind
def switch_same(n):
    n = min(n, 30000)
    m = base()
    start(m)
    d = m.id()
    e = m.id()
    l = m.id()
    u = m.id()
    m.put('typ', 1, m.uint, u)
    m.put('fn', 247, e, 0)
    m.put('fn', 251, u, d, *[x for j in range(n) for x in (j, l)])
    for x in (l, d):
        m.put('fn', 248, x)
        m.put('fn', 249, e)
    m.put('fn', 248, e)
    return end(m)


@kind
def elseifs(n):
    m = base()
    start(m)
    p = m.id()
    m.put('typ', 32, p, 6, m.bool)
    v = m.id()
    m.put('typ', 59, p, v, 6)
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
    return end(m)


@kind
def phis_wide(n):
    k = int(n ** 0.5)
    m = base()
    start(m)
    u = m.id()
    m.put('typ', 1, m.uint, u)
    e = m.id()
    ls = [m.id() for _ in range(k)]
    m.put('fn', 247, e, 0)
    m.put('fn', 251, u, e, *[x for j, l in enumerate(ls) for x in (j, l)])
    entry = ls[0] - k - 2
    for l in ls:
        m.put('fn', 248, l)
        m.put('fn', 249, e)
    m.put('fn', 248, e)
    return end(m)


@kind
def undefs(n):
    m = base()
    start(m)
    for j in range(n):
        m.put('fn', 1, m.uint, m.id())
    return end(m)


@kind
def copies_struct(n):
    k = int(n ** 0.5)
    m = base()
    s = m.id()
    m.put('typ', 30, s, *[m.float] * k)
    u = m.id()
    m.put('typ', 46, s, u)
    start(m)
    c = u
    for j in range(k):
        d = m.id()
        m.put('fn', 83, s, d, c)
        c = d
    return end(m)


@kind
def inserts(n):
    k = int(n ** 0.5)
    m = base()
    s = m.id()
    m.put('typ', 30, s, *[m.float] * k)
    u = m.id()
    m.put('typ', 46, s, u)
    start(m)
    c = u
    for j in range(k):
        d = m.id()
        m.put('fn', 82, s, d, m.f0, c, j)
        c = d
    return end(m)


@kind
def nested_types(n):
    m = base()
    t = m.float
    for j in range(min(n, 500)):
        i = m.id()
        m.put('typ', 30, i, t)
        t = i
    start(m)
    return end(m)


@kind
def same_types(n):
    m = base()
    k = int(n ** 0.5)
    a = m.id()
    b = m.id()
    m.put('typ', 30, a, *[m.float] * k)
    m.put('typ', 30, b, *[m.float] * k)
    p = m.id()
    m.put('typ', 32, p, 6, a)
    v = m.id()
    m.put('typ', 59, p, v, 6)
    u = m.id()
    m.put('typ', 46, b, u)
    start(m)
    for j in range(k):
        m.put('fn', 62, v, u)
    return end(m)


@kind
def names(n):
    m = base()
    for j in range(n):
        m.put('dbg', 5, m.float, *m.st('n%d' % j))
    start(m)
    return end(m)


@kind
def member_names(n):
    n = min(n, 60000)
    m = base()
    s = m.id()
    for j in range(n):
        m.put('dbg', 6, s, j, *m.st('m%d' % j))
    m.put('typ', 30, s, *[m.float] * n)
    start(m)
    return end(m)


@kind
def forward_ptrs(n):
    m = base()
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
    start(m)
    return end(m)


@kind
def specid_dups(n):
    m = base()
    c = m.id()
    for j in range(n):
        m.put('dec', 71, c, 1, j)
    m.put('typ', 50, m.uint, c, 1)
    start(m)
    return end(m)


@kind
def loops_nested(n):
    m = base()
    p = m.id()
    m.put('typ', 32, p, 6, m.bool)
    v = m.id()
    m.put('typ', 59, p, v, 6)
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
    return end(m)


@kind
def dbg_insts(n):
    m = base()
    s = m.id()
    m.put('imp', 11, s, *m.st('NonSemantic.Shader.DebugInfo.100'))
    f = m.id()
    m.put('dbg', 7, f, *m.st('x'))
    for j in range(n):
        m.put('typ', 12, m.void, m.id(), s, 35, f)
    start(m)
    return end(m)


@kind
def atomics(n):
    m = base()
    p = m.id()
    m.put('typ', 32, p, 4, m.uint)
    v = m.id()
    m.put('typ', 59, p, v, 4)
    start(m)
    for j in range(n):
        m.put('fn', 234, m.uint, m.id(), v, m.zero, m.zero, m.zero)
    return end(m)


@kind
def builtin_inputs(n):
    m = base()
    p = m.id()
    m.put('typ', 32, p, 1, m.uint)
    vs = []
    for j in range(n):
        v = m.id()
        m.put('dec', 71, v, 11, 29)
        m.put('typ', 59, p, v, 1)
        vs.append(v)
    start(m)
    for v in vs:
        m.put('fn', 61, m.uint, m.id(), v)
    return end(m)

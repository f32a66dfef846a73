"""Kinds for big.py: arrays in private memory that loops go through, as hashes have them."""
from big_module import Module


def _loop(m, tag, count, inside):
    """for (i = 0; i < count; i++) inside(i), with the counter in a variable, as compilers of GLSL leave it"""
    m.body.insert(m.variables, f"%{tag} = OpVariable %pfu Function")
    m.do(f"OpStore %{tag} {m.uint(0)}")
    m.do(f"OpBranch %{tag}_head")
    m.label(f"%{tag}_head")
    m.do(f"OpLoopMerge %{tag}_merge %{tag}_next None")
    m.do(f"OpBranch %{tag}_test")
    m.label(f"%{tag}_test")
    i = m.op(f"OpLoad %uint %{tag}")
    m.do(f"OpBranchConditional {m.op(f'OpULessThan %bool {i} {m.uint(count)}')} %{tag}_body %{tag}_merge")
    m.label(f"%{tag}_body")
    inside(m.op(f"OpLoad %uint %{tag}"))
    m.do(f"OpBranch %{tag}_next")
    m.label(f"%{tag}_next")
    old = m.op(f"OpLoad %uint %{tag}")
    m.do(f"OpStore %{tag} {m.op(f'OpIAdd %uint {old} {m.uint(1)}')}")
    m.do(f"OpBranch %{tag}_head")
    m.label(f"%{tag}_merge")


def _array(m, name, length):
    m.types += [f"%arr_{name} = OpTypeArray %uint {m.uint(length)}", f"%parr_{name} = OpTypePointer Function %arr_{name}"]
    m.body.insert(m.variables, f"%{name} = OpVariable %parr_{name} Function")


def _at(m, name, index):
    return m.op(f"OpAccessChain %pfu %{name} {index}")


def hash(n):
    """n rounds of BLAKE3, seven a block, written out over arrays in private memory, which loops fill and permute"""
    m = Module()
    m.types.append("%pfu = OpTypePointer Function %uint")
    m.start()
    for name, length in (("h", 8), ("w", 16), ("v", 16), ("p", 16)):
        _array(m, name, length)
    order = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
    columns = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))

    def get(name, k):
        return m.op("OpLoad %uint " + _at(m, name, m.uint(k)))

    def put(name, k, v):
        m.do(f"OpStore {_at(m, name, m.uint(k))} {v}")

    def copy(to, of, tag, count):
        _loop(m, tag, count, lambda i: m.do("OpStore {} {}".format(_at(m, to, i), m.op("OpLoad %uint " + _at(m, of, i)))))

    def rotate(k, other, by):
        x = m.op(f"OpBitwiseXor %uint {get('v', k)} {get('v', other)}")
        low, high = m.op(f"OpShiftRightLogical %uint {x} {m.uint(by)}"), m.op(f"OpShiftLeftLogical %uint {x} {m.uint(32 - by)}")
        put("v", k, m.op(f"OpBitwiseOr %uint {low} {high}"))

    def add(k, other, *words):
        x = m.op(f"OpIAdd %uint {get('v', k)} {get('v', other)}")
        for w in words:
            x = m.op(f"OpIAdd %uint {x} {get('w', w)}")
        put("v", k, x)
    _loop(m, "init", 8, lambda i: m.do("OpStore {} {}".format(_at(m, "h", i), m.op(f"OpIMul %uint {i} {m.uint(0x6a09e667)}"))))
    for block in range((n + 6) // 7):
        steps = min(7, n - 7 * block)
        base = m.op(f"OpIAdd %uint {m.g} {m.uint(16 * block)}")

        def read(i, base=base):
            m.do("OpStore {} {}".format(_at(m, "w", i), m.op("OpBitcast %uint " + m.load(m.op(f"OpIAdd %uint {base} {i}")))))
        _loop(m, f"read{block}", 16, read)
        copy("v", "h", f"state{block}", 8)
        for k in range(8, 16):
            put("v", k, m.uint(block + k))
        for step in range(steps):
            for k, (a, b, c, d) in enumerate(columns):
                for word, (by, then) in enumerate(((16, 12), (8, 7))):
                    add(a, b, 2 * k + word)
                    rotate(d, a, by)
                    add(c, d)
                    rotate(b, c, then)
            if step < steps - 1:
                for k in range(16):
                    put("p", k, get("w", order[k]))
                copy("w", "p", f"words{block}_{step}", 16)
        for k in range(8):
            put("h", k, m.op(f"OpBitwiseXor %uint {get('v', k)} {get('v', k + 8)}"))
    for k in range(8):
        m.store(m.at(k), m.op(f"OpBitcast %float {get('h', k)}"))
    return m.finish()


def fills(n):
    """n loops of eight rounds over an array in private memory, one after the other"""
    m = Module()
    m.types.append("%pfu = OpTypePointer Function %uint")
    m.start()
    _array(m, "x", 8)
    for k in range(8):
        m.do("OpStore {} {}".format(_at(m, "x", m.uint(k)), m.op("OpBitcast %uint " + m.load(m.at(k)))))
    for k in range(n):
        base = m.op(f"OpIAdd %uint {m.g} {m.uint(8 * k)}")

        def inside(i, k=k, base=base):
            further = m.op(f"OpIAdd %uint {i} {m.uint(k % 7 + 1)}")
            other = m.op(f"OpBitwiseAnd %uint {further} {m.uint(7)}")
            value = m.op("OpLoad %uint " + _at(m, "x", other))
            old = m.op(f"OpIMul %uint {value} {m.uint(33)}")
            word = m.op("OpBitcast %uint " + m.load(m.op(f"OpIAdd %uint {base} {i}")))
            m.do("OpStore {} {}".format(_at(m, "x", i), m.op(f"OpIAdd %uint {old} {word}")))
        _loop(m, f"l{k}", 8, inside)
    for k in range(8):
        m.store(m.at(k), m.op("OpBitcast %float " + m.op("OpLoad %uint " + _at(m, "x", m.uint(k)))))
    return m.finish()


KINDS = {hash: (5, 50, 400), fills: (20, 100, 1000)}

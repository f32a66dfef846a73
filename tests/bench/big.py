#!/usr/bin/env python3
"""Writes big SPIR-V modules, each hard on some part of a compiler, to see what grows faster than its input.

usage: big.py DIR [KIND[:SIZE]...]      (default: every kind at its sizes; `big.py list` prints them)

Every module reads storage buffer 0 and writes storage buffer 1 (set 0), so that it can also be run.
"""
import os
import random
import subprocess
import sys

from big_arrays import KINDS as ARRAYS
from big_data import KINDS as DATA
from big_flow import KINDS as FLOW
from big_module import Module, binary
from big_more import KINDS as MORE

def straight(n):
    """n instructions in one block, each on recent values"""
    m, r = Module(), random.Random(1)
    m.start()
    v = [m.load(m.at(k)) for k in range(16)]
    for _ in range(n):
        v.append(binary(m, r, r.choice(v[-24:]), r.choice(v[-24:])))
    m.store(m.g, v[-1])
    return m.finish()


def pressure(n):
    """n values, all live at once, mixed 16 times over"""
    m, r = Module(), random.Random(2)
    m.start()
    v = [m.load(m.at(k)) for k in range(n)]
    for _ in range(16):
        order = list(range(n))
        r.shuffle(order)
        for k in range(n):
            v[k] = binary(m, r, v[k], v[order[k]])
    for k in range(n):
        m.store(m.at(k), v[k])
    return m.finish()


def matmul(n):
    """an n x n tile of accumulators over a loop"""
    m = Module()
    m.start()
    m.label_entry = "%entry"
    m.do("OpBranch %head")
    acc = [f"%acc{k}" for k in range(n * n)]
    new = [f"%new{k}" for k in range(n * n)]
    m.label("%head")
    m.do(f"%i = OpPhi %uint {m.uint(0)} %entry %inext %cont")
    for k in range(n * n):
        m.do(f"{acc[k]} = OpPhi %float %f1 %entry {new[k]} %cont")
    m.do("OpLoopMerge %exit %cont None")
    m.do("OpBranch %body")
    m.label("%body")
    base = m.op(f"OpIMul %uint %i {m.uint(64)}")
    base = m.op(f"OpIAdd %uint {base} {m.g}")
    a = [m.load(m.op(f"OpIAdd %uint {base} {m.uint(k)}")) for k in range(n)]
    b = [m.load(m.op(f"OpIAdd %uint {base} {m.uint(100 + k)}")) for k in range(n)]
    for y in range(n):
        for x in range(n):
            p = m.op(f"OpFMul %float {a[y]} {b[x]}")
            m.do(f"{new[y * n + x]} = OpFAdd %float {acc[y * n + x]} {p}")
    m.do("OpBranch %cont")
    m.label("%cont")
    m.do(f"%inext = OpIAdd %uint %i {m.uint(1)}")
    c = m.op(f"OpULessThan %bool %inext {m.uint(100)}")
    m.do(f"OpBranchConditional {c} %head %exit")
    m.label("%exit")
    for k in range(n * n):
        m.store(m.at(k), new[k])
    return m.finish()


def diamonds(n):
    """n if-else diamonds, one behind the other, on values of each invocation"""
    m, r = Module(), random.Random(3)
    m.start()
    v = m.load(m.g)
    w = m.load(m.at(1))
    for k in range(n):
        c = m.op(f"OpFOrdLessThan %bool {v} {w}")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} %a{k} %b{k}")
        m.label(f"%a{k}")
        x = binary(m, r, v, w)
        m.store(m.at(k % 50), x)
        m.do(f"OpBranch %m{k}")
        m.label(f"%b{k}")
        y = binary(m, r, w, v)
        m.store(m.at(k % 49), y)
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        v = m.op(f"OpPhi %float {x} %a{k} {y} %b{k}")
    m.store(m.g, v)
    return m.finish()


def nest(n):
    """ifs, n deep"""
    m, r = Module(), random.Random(4)
    m.start()
    v = m.load(m.g)
    for k in range(n):
        w = m.load(m.at(k + 1))
        c = m.op(f"OpFOrdLessThan %bool {v} {w}")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} %a{k} %m{k}")
        m.label(f"%a{k}")
        v = binary(m, r, v, w)
        m.store(m.at(k), v)
    for k in reversed(range(n)):
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        m.store(m.at(k + n), m.load(m.at(2 * k)))
    return m.finish()


def loops(n):
    """loops, n deep"""
    m, r = Module(), random.Random(5)
    m.start()
    pre = "%entry"
    for k in range(n):
        m.do(f"OpBranch %h{k}")
        m.label(f"%h{k}")
        m.do(f"%i{k} = OpPhi %uint {m.uint(0)} {pre} %n{k} %c{k}")
        m.do(f"OpLoopMerge %x{k} %c{k} None")
        m.do(f"OpBranch %b{k}")
        m.label(f"%b{k}")
        m.store(m.op(f"OpIAdd %uint %i{k} {m.g}"), m.load(m.op(f"OpIMul %uint %i{k} {m.g}")))
        pre = f"%b{k}"
    for k in reversed(range(n)):
        m.do(f"OpBranch %c{k}")
        m.label(f"%c{k}")
        m.do(f"%n{k} = OpIAdd %uint %i{k} {m.uint(1)}")
        bound = m.op(f"OpLoad %float {m.op(f'OpAccessChain %pf %in {m.uint(0)} %i{k}')}")
        c = m.op(f"OpFOrdLessThan %bool {bound} %f1")
        m.do(f"OpBranchConditional {c} %h{k} %x{k}")
        m.label(f"%x{k}")
    return m.finish()


def switch(n):
    """a switch of n cases"""
    m, r = Module(), random.Random(6)
    m.start()
    f = m.load(m.g)
    s = m.op(f"OpConvertFToU %uint {f}")
    m.do("OpSelectionMerge %merge None")
    m.do(f"OpSwitch {s} %default " + " ".join(f"{3 * k} %c{k}" for k in range(n)))
    out = []
    for k in range(n):
        m.label(f"%c{k}")
        v = binary(m, r, f, m.load(m.at(k % 100)))
        m.store(m.at(k % 77), v)
        out.append((v, f"%c{k}"))
        m.do("OpBranch %merge")
    m.label("%default")
    m.do("OpBranch %merge")
    m.label("%merge")
    v = m.op("OpPhi %float " + " ".join(f"{a} {b}" for a, b in out) + f" {f} %default")
    m.store(m.g, v)
    return m.finish()


def private(n):
    """a private array of n floats with computed indices"""
    m = Module()
    m.types += [f"%pn = OpConstant %uint {n}", "%parr = OpTypeArray %float %pn", "%pparr = OpTypePointer Function %parr",
                "%ppf = OpTypePointer Function %float"]
    m.start()
    m.body.insert(m.variables, "%priv = OpVariable %pparr Function")
    for k in range(200):
        i = m.op(f"OpIMul %uint {m.g} {m.uint(k * 7 + 1)}")
        i = m.op(f"OpUMod %uint {i} {m.uint(n)}")
        p = m.op(f"OpAccessChain %ppf %priv {i}")
        m.do(f"OpStore {p} {m.load(m.at(k))}")
    for k in range(200):
        i = m.op(f"OpIMul %uint {m.g} {m.uint(k * 5 + 3)}")
        i = m.op(f"OpUMod %uint {i} {m.uint(n)}")
        m.store(m.at(k), m.op(f"OpLoad %float {m.op(f'OpAccessChain %ppf %priv {i}')}"))
    return m.finish()


def spilled(n):
    """n values that are live across a private array"""
    m, r = Module(), random.Random(8)
    m.types += ["%pn = OpConstant %uint 4096", "%parr = OpTypeArray %float %pn", "%pparr = OpTypePointer Function %parr",
                "%ppf = OpTypePointer Function %float"]
    m.start()
    m.body.insert(m.variables, "%priv = OpVariable %pparr Function")
    v = [m.load(m.at(k)) for k in range(n)]
    for k in range(n):
        i = m.op(f"OpUMod %uint {m.op(f'OpIMul %uint {m.g} {m.uint(k * 7 + 1)}')} {m.uint(4096)}")
        m.do(f"OpStore {m.op(f'OpAccessChain %ppf %priv {i}')} {v[k]}")
    for k in range(n):
        i = m.op(f"OpUMod %uint {m.op(f'OpIMul %uint {m.g} {m.uint(k * 5 + 1)}')} {m.uint(4096)}")
        x = m.op(f"OpLoad %float {m.op(f'OpAccessChain %ppf %priv {i}')}")
        m.store(m.at(k), binary(m, r, x, v[-k]))
    return m.finish()


def phis(n):
    """n phis that turn in a loop"""
    m, r = Module(), random.Random(7)
    m.start()
    v = [m.load(m.at(k)) for k in range(min(n, 40))]
    m.do("OpBranch %head")
    m.label("%head")
    m.do(f"%i = OpPhi %uint {m.uint(0)} %entry %inext %cont")
    for k in range(n):
        m.do(f"%p{k} = OpPhi %float {v[k % len(v)]} %entry %p{(k + 1) % n} %cont")
    m.do("OpLoopMerge %exit %cont None")
    m.do("OpBranch %cont")
    m.label("%cont")
    m.do(f"%inext = OpIAdd %uint %i {m.uint(1)}")
    c = m.op(f"OpULessThan %bool %inext {m.g}")
    m.do(f"OpBranchConditional {c} %head %exit")
    m.label("%exit")
    for k in range(n):
        m.store(m.at(k), f"%p{k}")
    return m.finish()


def calls(n):
    """n levels of functions, each calling the one below it twice"""
    m, r = Module(), random.Random(9)
    for k in range(n):
        m.functions += [f"%fn{k} = OpFunction %float None %fn_f", f"%arg{k} = OpFunctionParameter %float", f"%fl{k} = OpLabel"]
        if k:
            m.functions += [f"%fa{k} = OpFunctionCall %float %fn{k - 1} %arg{k}",
                            f"%fb{k} = OpFunctionCall %float %fn{k - 1} %fa{k}",
                            f"%fr{k} = OpFAdd %float %fa{k} %fb{k}"]
        else:
            m.functions += ["%fr0 = OpFMul %float %arg0 %arg0"]
        m.functions += [f"OpReturnValue %fr{k}", "OpFunctionEnd"]
    m.start()
    m.store(m.g, m.op(f"OpFunctionCall %float %fn{n - 1} {m.load(m.g)}"))
    return m.finish()


def memory(n):
    """n loads and stores of two buffers that may be the same"""
    m, r = Module(), random.Random(10)
    m.start()
    v = m.load(m.g)
    for k in range(n):
        w = m.load(m.at(r.randrange(1000)))
        v = binary(m, r, v, w)
        m.store(m.at(r.randrange(1000)), v)
    return m.finish()


def stores(n):
    """n stores to computed places"""
    m, r = Module(), random.Random(11)
    m.start()
    v = m.load(m.g)
    for k in range(n):
        m.store(m.op(f"OpIMul %uint {m.g} {m.uint(r.randrange(100000))}"), v)
    return m.finish()


def functions(n):
    """n functions, each called once"""
    m = Module()
    for k in range(n):
        m.functions += [f"%fn{k} = OpFunction %float None %fn_f", f"%arg{k} = OpFunctionParameter %float", f"%fl{k} = OpLabel",
                        f"%fa{k} = OpFMul %float %arg{k} %{'f1' if k % 2 else 'f2'}", f"%fr{k} = OpFAdd %float %fa{k} %arg{k}",
                        f"OpReturnValue %fr{k}", "OpFunctionEnd"]
    m.start()
    v = m.load(m.g)
    for k in range(n):
        v = m.op(f"OpFunctionCall %float %fn{k} {v}")
    m.store(m.g, v)
    return m.finish()


def variables(n):
    """n variables, written and read in branches"""
    m, r = Module(), random.Random(12)
    m.types.append("%ppf = OpTypePointer Function %float")
    m.start()
    m.body[m.variables:m.variables] = [f"%var{k} = OpVariable %ppf Function" for k in range(n)]
    for k in range(n):
        m.do(f"OpStore %var{k} {m.load(m.at(k % 64))}")
    for k in range(n):
        a, b = (m.op(f"OpLoad %float %var{r.randrange(max(0, k - 20), k + 1)}") for _ in range(2))
        c = m.op(f"OpFOrdLessThan %bool {a} {b}")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} %a{k} %m{k}")
        m.label(f"%a{k}")
        m.do(f"OpStore %var{k} {binary(m, r, a, b)}")
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
    m.store(m.g, m.op(f"OpLoad %float %var{n - 1}"))
    return m.finish()


def table(n):
    """a constant array of n floats with computed indices"""
    m = Module()
    m.types += [f"%pn = OpConstant %uint {n}", "%parr = OpTypeArray %float %pn", "%pparr = OpTypePointer Function %parr",
                "%ppf = OpTypePointer Function %float"]
    m.types += [f"%e{k} = OpConstant %float {(k * 37 % 1001) / 8}" for k in range(n)]
    m.types.append("%all = OpConstantComposite %parr " + " ".join(f"%e{k}" for k in range(n)))
    m.start()
    m.body.insert(m.variables, "%priv = OpVariable %pparr Function %all")
    v = m.load(m.g)
    for k in range(8):
        i = m.op(f"OpUMod %uint {m.op(f'OpIMul %uint {m.g} {m.uint(k * 7 + 1)}')} {m.uint(n)}")
        p = m.op(f"OpAccessChain %ppf %priv {i}")
        v = m.op(f"OpFAdd %float {v} {m.op(f'OpLoad %float {p}')}")
    m.store(m.g, v)
    return m.finish()


def matrices(n):
    """a chain of n products of 4 x 4 matrices"""
    m = Module()
    m.types += ["%v4 = OpTypeVector %float 4", "%m4 = OpTypeMatrix %v4 4"]
    m.start()
    cols = [m.op("OpCompositeConstruct %v4 " + " ".join(m.load(m.at(4 * c + k)) for k in range(4))) for c in range(4)]
    a = x = m.op("OpCompositeConstruct %m4 " + " ".join(cols))
    for k in range(n):
        x = m.op(f"OpMatrixTimesMatrix %m4 {x} {a}")
    for c in range(4):
        for k in range(4):
            m.store(m.at(4 * c + k), m.op(f"OpCompositeExtract %float {x} {c} {k}"))
    return m.finish()


KINDS = {straight: (1000, 10000, 50000), pressure: (100, 512, 2000), matmul: (4, 8, 16, 23), diamonds: (100, 1000, 5000),
         nest: (20, 100, 400), loops: (4, 16, 40), switch: (100, 1000, 4000), private: (256, 4096, 16384), spilled: (100, 1000),
         phis: (50, 200, 1000), calls: (4, 8, 12, 20), memory: (500, 5000, 20000), stores: (1000, 10000),
         functions: (100, 1000, 10000), variables: (100, 1000, 10000), table: (100, 10000, 60000), matrices: (10, 100, 400)}

ALL = {f.__name__: (f, sizes) for f, sizes in (KINDS | MORE | DATA | FLOW | ARRAYS).items()}


def main():
    sys.setrecursionlimit(20000)
    kinds = ALL
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "list":
        for name, (f, sizes) in kinds.items():
            print(f"{name:10} {f.__doc__} ({', '.join(map(str, sizes))})")
        return
    wanted = sys.argv[2:] or [f"{k}:{n}" for k, (_, sizes) in kinds.items() for n in sizes]
    os.makedirs(sys.argv[1], exist_ok=True)
    for w in wanted:
        name, _, size = w.partition(":")
        for n in [int(size)] if size else kinds[name][1]:
            path = f"{sys.argv[1]}/{name}-{n}.spv"
            subprocess.run(["spirv-as", "--target-env", "vulkan1.1", "-o", path, "-"], input=kinds[name][0](n), text=True, check=True)


if __name__ == "__main__":
    main()

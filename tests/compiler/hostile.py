"""Modules that are written to exhaust a compiler's time and memory: for test_hostile.py. Each kind is a function of
a size that makes a module's text (spirv-as); the sizes in KINDS take it far beyond the bounds of the test."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../bench"))

from big_module import Module  # noqa: E402


def doubling_calls(n):
    """f1 calls f2 twice, f2 calls f3 twice, ... n levels"""
    m = Module()
    for k in range(n):
        m.functions.append(f"%f_{k} = OpFunction %float None %fn_f\n%fp_{k} = OpFunctionParameter %float\n%fl_{k} = OpLabel")
        if k + 1 < n:
            m.functions.append(f"%fa_{k} = OpFunctionCall %float %f_{k + 1} %fp_{k}\n"
                               f"%fb_{k} = OpFunctionCall %float %f_{k + 1} %fa_{k}\nOpReturnValue %fb_{k}\nOpFunctionEnd")
        else:
            m.functions.append(f"%fa_{k} = OpFMul %float %fp_{k} %f1\nOpReturnValue %fa_{k}\nOpFunctionEnd")
    m.start()
    m.store(m.g, m.op(f"OpFunctionCall %float %f_0 {m.load(m.g)}"))
    return m.finish()


def doubling_types(n):
    """a struct of two structs of two structs ... of values, n levels; a private variable of it"""
    m = Module()
    m.types.append("%t_0 = OpTypeStruct %float %float")
    for k in range(1, n):
        m.types.append(f"%t_{k} = OpTypeStruct %t_{k - 1} %t_{k - 1}")
    m.types.append(f"%pt = OpTypePointer Private %t_{n - 1}\n%var = OpVariable %pt Private")
    m.start()
    m.do(f"OpStore %var {m.op(f'OpCopyObject %t_{n - 1} ' + m.op(f'OpLoad %t_{n - 1} %var'))}")
    return m.finish()


def doubling_constants(n):
    """a constant of two constants of two constants ..., n levels"""
    m = Module()
    m.types.append("%t_0 = OpTypeStruct %float %float\n%c_0 = OpConstantComposite %t_0 %f1 %f2")
    for k in range(1, n):
        m.types.append(f"%t_{k} = OpTypeStruct %t_{k - 1} %t_{k - 1}\n%c_{k} = OpConstantComposite %t_{k} %c_{k - 1} %c_{k - 1}")
    m.types.append(f"%pt = OpTypePointer Private %t_{n - 1}\n%var = OpVariable %pt Private %c_{n - 1}")
    m.start()
    path = " ".join(["0"] * n)
    m.store(m.g, m.op(f"OpCompositeExtract %float {m.op(f'OpLoad %t_{n - 1} %var')} {path}"))
    return m.finish()


def giant_composite(n):
    """a function variable that is a struct of arrays of n, loaded and stored as a whole"""
    m = Module()
    m.types.append(f"%ar = OpTypeArray %float {m.uint(n)}\n%st = OpTypeStruct %ar %ar\n%ps = OpTypePointer Function %st")
    m.start()
    m.body.insert(m.variables, "%v = OpVariable %ps Function")
    m.body.insert(m.variables, "%w = OpVariable %ps Function")
    m.do(f"OpStore %w {m.op('OpLoad %st %v')}")
    return m.finish()


def giant_constant(n):
    """an array of n constants, read at an index"""
    m = Module()
    values = [f"%k_{i % 1000}" for i in range(n)]
    m.types += [f"%k_{i} = OpConstant %float {i}.5" for i in range(1000)]
    m.types.append(f"%ar = OpTypeArray %float {m.uint(n)}\n%c = OpConstantComposite %ar {' '.join(values[:65000])}")
    m.types.append("%pa = OpTypePointer Private %ar\n%pp = OpTypePointer Private %float\n%v = OpVariable %pa Private %c")
    m.start()
    m.store(m.g, m.op(f"OpLoad %float {m.op(f'OpAccessChain %pp %v {m.g}')}"))
    return m.finish()


def private_arrays(n):
    """n private arrays of 16 KB, each written and read at indices that nobody knows"""
    m = Module()
    m.types.append(f"%ar = OpTypeArray %float {m.uint(4096)}\n%pa = OpTypePointer Private %ar\n%pp = OpTypePointer Private %float")
    m.types += [f"%v_{k} = OpVariable %pa Private" for k in range(n)]
    m.start()
    for k in range(n):
        m.do(f"OpStore {m.op(f'OpAccessChain %pp %v_{k} {m.g}')} {m.load(m.at(k))}")
    for k in range(n):
        m.store(m.at(k), m.op(f"OpLoad %float {m.op(f'OpAccessChain %pp %v_{k} {m.at(k + 1)}')}"))
    return m.finish()


def joined_phis(n):
    """a switch of n cases that meet in a block of n / 10 phis: the square of it in operands"""
    m = Module()
    m.start()
    v = [m.load(m.at(k)) for k in range(16)]
    m.do("OpSelectionMerge %merge None")
    m.do(f"OpSwitch {m.g} %case_0 " + " ".join(f"{k} %case_{k}" for k in range(1, n)))
    for k in range(n):
        m.label(f"%case_{k}")
        m.do(f"%x_{k} = OpFAdd %float {v[k % 16]} {v[(k * 7 + 3) % 16]}")
        m.do("OpBranch %merge")
    m.label("%merge")
    phis = [m.op("OpPhi %float " + " ".join(f"{v[(k + p) % 16] if (k + p) % 5 else f'%x_{k}'} %case_{k}" for k in range(n)))
            for p in range(n // 10)]
    for p in phis:
        m.store(m.at(0), p)
    return m.finish()


def variables_and_blocks(n):
    """n variables, each changed in one of n blocks, all read in the end: phis everywhere"""
    m = Module()
    m.types.append("%pfn = OpTypePointer Function %float")
    m.start()
    for k in range(n):
        m.body.insert(m.variables, f"%v_{k} = OpVariable %pfn Function %f1")
    for k in range(n):
        c = m.op(f"OpUGreaterThan %bool {m.g} {m.uint(k)}")
        m.do(f"OpSelectionMerge %m_{k} None")
        m.do(f"OpBranchConditional {c} %t_{k} %m_{k}")
        m.label(f"%t_{k}")
        for j in (k, (k * 7) % n, (k * 13 + 5) % n):
            m.do(f"OpStore %v_{j} {m.op('OpFMul %float ' + m.op(f'OpLoad %float %v_{(j + 1) % n}') + ' %f2')}")
        m.do(f"OpBranch %m_{k}")
        m.label(f"%m_{k}")
    for k in range(n):
        m.store(m.at(k), m.op(f"OpLoad %float %v_{k}"))
    return m.finish()


def loops(m, depth, trips, inside, tag=""):
    """Loops in each other, of a constant number of trips."""
    if not depth:
        inside()
        return
    t = f"{tag}{depth}"
    m.do(f"OpBranch %pre_{t}")
    m.label(f"%pre_{t}")
    m.do(f"OpBranch %head_{t}")
    m.label(f"%head_{t}")
    m.do(f"%i_{t} = OpPhi %uint {m.uint(0)} %pre_{t} %n_{t} %cont_{t}")
    m.do(f"OpLoopMerge %exit_{t} %cont_{t} Unroll")
    m.do(f"OpBranch %test_{t}")
    m.label(f"%test_{t}")
    m.do(f"%c_{t} = OpULessThan %bool %i_{t} {m.uint(trips)}")
    m.do(f"OpBranchConditional %c_{t} %body_{t} %exit_{t}")
    m.label(f"%body_{t}")
    loops(m, depth - 1, trips, inside, tag)
    m.do(f"OpBranch %cont_{t}")
    m.label(f"%cont_{t}")
    m.do(f"%n_{t} = OpIAdd %uint %i_{t} {m.uint(1)}")
    m.do(f"OpBranch %head_{t}")
    m.label(f"%exit_{t}")


def unroll(n):
    """n loops in each other that ask to be unrolled, 16 trips each"""
    m = Module()
    m.types.append("%pfn = OpTypePointer Function %float")
    m.start()
    m.body.insert(m.variables, "%v = OpVariable %pfn Function %f1")
    loops(m, n, 16, lambda: m.do(f"OpStore %v {m.op('OpFMul %float ' + m.op('OpLoad %float %v') + ' %f2')}"))
    m.store(m.g, m.op("OpLoad %float %v"))
    return m.finish()


def unroll_beside(n):
    """n loops after each other that ask to be unrolled, 64 trips of 40 instructions each"""
    m = Module()
    m.types.append("%pfn = OpTypePointer Function %float")
    m.start()
    m.body.insert(m.variables, "%v = OpVariable %pfn Function %f1")

    def inside():
        x = m.op("OpLoad %float %v")
        for k in range(40):
            x = m.op(f"OpFMul %float {x} {'%f1' if k % 2 else '%f2'}")
        m.do(f"OpStore %v {x}")
    for k in range(n):
        loops(m, 1, 64, inside, f"b{k}_")
    m.store(m.g, m.op("OpLoad %float %v"))
    return m.finish()


def deep_ifs(n):
    """n selections in each other, with a value that all change"""
    m = Module()
    m.start()
    v = m.load(m.g)
    for k in range(n):
        c = m.op(f"OpUGreaterThan %bool {m.g} {m.uint(k)}")
        m.do(f"OpSelectionMerge %m_{k} None")
        m.do(f"OpBranchConditional {c} %t_{k} %e_{k}")
        m.label(f"%t_{k}")
        v = m.op(f"OpFAdd %float {v} %f1")
    for k in reversed(range(n)):
        m.do(f"OpBranch %m_{k}")
        m.label(f"%e_{k}")
        m.do(f"OpBranch %m_{k}")
        m.label(f"%m_{k}")
    m.store(m.g, m.load(m.g))
    return m.finish()


def deep_loops(n):
    """n loops in each other, of a number of trips that nobody knows"""
    m = Module()
    m.types.append("%pfn = OpTypePointer Function %float")
    m.start()
    m.body.insert(m.variables, "%v = OpVariable %pfn Function %f1")
    loops(m, n, 1000000, lambda: m.do(f"OpStore %v {m.op('OpFMul %float ' + m.op('OpLoad %float %v') + ' %f2')}"))
    m.store(m.g, m.op("OpLoad %float %v"))
    return m.finish()


def giant_switch(n):
    """a switch of n cases, each of which falls into the next"""
    m = Module()
    m.start()
    m.do("OpSelectionMerge %merge None")
    m.do(f"OpSwitch {m.g} %case_0 " + " ".join(f"{k * 3} %case_{k}" for k in range(1, n)))
    for k in range(n):
        m.label(f"%case_{k}")
        m.store(m.at(k % 64), "%f1")
        m.do(f"OpBranch {f'%case_{k + 1}' if k + 1 < n else '%merge'}")
    m.label("%merge")
    return m.finish()


def memory(n):
    """n loads and stores in one block that may all be the same place"""
    m = Module()
    m.start()
    i = m.g
    for _ in range(n):
        p = m.op(f"OpAccessChain %pf %out {m.uint(0)} {i}") # of one buffer: two of them would be told apart
        v = m.op(f"OpLoad %float {p}")
        i = m.op(f"OpConvertFToU %uint {v}")
        m.store(i, v)
    return m.finish()


def spec_chain(n):
    """n operations on specialization constants, each of the two before"""
    m = Module()
    m.types.append("%s_0 = OpSpecConstant %uint 1\n%s_1 = OpSpecConstant %uint 2")
    m.types += [f"%s_{k} = OpSpecConstantOp %uint IAdd %s_{k - 1} %s_{k - 2}" for k in range(2, n)]
    m.start()
    m.store(m.g, m.op(f"OpConvertUToF %float %s_{n - 1}"))
    return m.finish()


def values(n):
    """n values, all live at once through a loop"""
    m = Module()
    m.start()
    v = [m.load(m.at(k)) for k in range(n)]
    loops(m, 1, 1000, lambda: m.store(m.g, v[0]))
    for k in range(n):
        m.store(m.at(k), m.op(f"OpFMul %float {v[k]} {v[(k * 7 + 1) % n]}"))
    return m.finish()


KINDS = {doubling_calls: 40, doubling_types: 40, doubling_constants: 40, giant_composite: 1 << 20, giant_constant: 65000,
         private_arrays: 400, joined_phis: 9000, variables_and_blocks: 9000, unroll: 9, unroll_beside: 2500, deep_ifs: 4000,
         deep_loops: 2000, giant_switch: 16000, memory: 100000, spec_chain: 20000, values: 40000}

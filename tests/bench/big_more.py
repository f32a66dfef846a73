"""More kinds of big modules for big.py: nested control flow, aggregates by value, calls, resources, wide arithmetic."""
import random

from big_module import Module, binary


def ladder(n):
    """loops and ifs in turn, n deep, with a break and a continue on each level"""
    m = Module()
    m.start()
    pre = "%entry"
    for k in range(n):
        m.do(f"OpBranch %h{k}")
        m.label(f"%h{k}")
        m.do(f"%i{k} = OpPhi %uint {m.uint(0)} {pre} %n{k} %c{k}")
        m.do(f"OpLoopMerge %x{k} %c{k} None")
        m.do(f"OpBranch %t{k}")
        m.label(f"%t{k}")
        v = m.load(m.op(f"OpIAdd %uint %i{k} {m.g}"))
        out = m.op(f"OpFOrdLessThan %bool {v} %f1")
        m.do(f"OpSelectionMerge %s{k} None")
        m.do(f"OpBranchConditional {out} %x{k} %s{k}")
        m.label(f"%s{k}")
        again = m.op(f"OpFOrdLessThan %bool {v} %f2")
        m.do(f"OpSelectionMerge %u{k} None")
        m.do(f"OpBranchConditional {again} %c{k} %u{k}")
        m.label(f"%u{k}")
        inner = m.op(f"OpFOrdEqual %bool {v} %f2")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {inner} %w{k} %m{k}")
        m.label(f"%w{k}")
        m.store(m.op(f"OpIMul %uint %i{k} {m.g}"), v)
        pre = f"%w{k}"
    for k in reversed(range(n)):
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        m.do(f"OpBranch %c{k}")
        m.label(f"%c{k}")
        m.do(f"%n{k} = OpIAdd %uint %i{k} {m.uint(1)}")
        c = m.op(f"OpULessThan %bool %n{k} {m.g}")
        m.do(f"OpBranchConditional {c} %h{k} %x{k}")
        m.label(f"%x{k}")
    return m.finish()


def rounds(n):
    """n loops, one behind the other, each of four rounds"""
    m, r = Module(), random.Random(21)
    m.start()
    v, pre = m.load(m.g), "%entry"
    for k in range(n):
        m.do(f"OpBranch %h{k}")
        m.label(f"%h{k}")
        m.do(f"%i{k} = OpPhi %uint {m.uint(0)} {pre} %n{k} %c{k}")
        m.do(f"%x_{k} = OpPhi %float {v} {pre} %w{k} %c{k}")
        m.do(f"OpLoopMerge %x{k} %c{k} None")
        m.do(f"OpBranch %c{k}")
        m.label(f"%c{k}")
        m.do(f"%w{k} = OpFAdd %float %x_{k} {m.load(m.op(f'OpIAdd %uint {m.g} %i{k}'))}")
        m.do(f"%n{k} = OpIAdd %uint %i{k} {m.uint(1)}")
        m.do(f"OpBranchConditional {m.op(f'OpULessThan %bool %n{k} {m.uint(4)}')} %h{k} %x{k}")
        m.label(f"%x{k}")
        v, pre = f"%w{k}", f"%x{k}"
    m.store(m.g, v)
    return m.finish()


def across(n):
    """n values that are live across a loop, and used behind it"""
    m = Module()
    m.start()
    v = [m.load(m.at(k)) for k in range(n)]
    m.do("OpBranch %head")
    m.label("%head")
    m.do(f"%i = OpPhi %uint {m.uint(0)} %entry %inext %cont")
    m.do(f"%s = OpPhi %float {v[0]} %entry %snext %cont")
    m.do("OpLoopMerge %exit %cont None")
    m.do("OpBranch %cont")
    m.label("%cont")
    m.do(f"%snext = OpFAdd %float %s {m.load(m.op(f'OpIMul %uint %i {m.g}'))}")
    m.do(f"%inext = OpIAdd %uint %i {m.uint(1)}")
    m.do(f"OpBranchConditional {m.op(f'OpULessThan %bool %inext {m.g}')} %head %exit")
    m.label("%exit")
    for k in range(n):
        m.store(m.at(k), m.op(f"OpFMul %float {v[k]} %snext"))
    return m.finish()


def interpreter(n):
    """a switch of n cases in a loop that turns four values"""
    m, r = Module(), random.Random(22)
    m.start()
    f = [m.load(m.at(k)) for k in range(4)]
    m.do("OpBranch %head")
    m.label("%head")
    m.do(f"%i = OpPhi %uint {m.uint(0)} %entry %inext %cont")
    for k in range(4):
        m.do(f"%s{k} = OpPhi %float {f[k]} %entry %t{k} %cont")
    m.do("OpLoopMerge %exit %cont None")
    m.do("OpBranch %body")
    m.label("%body")
    s = m.op(f"OpConvertFToU %uint {m.load('%i')}")
    m.do("OpSelectionMerge %merge None")
    m.do(f"OpSwitch {s} %default " + " ".join(f"{k} %c{k}" for k in range(n)))
    out = []
    for k in range(n):
        m.label(f"%c{k}")
        out.append((k % 4, binary(m, r, f"%s{r.randrange(4)}", f"%s{r.randrange(4)}"), f"%c{k}"))
        m.do("OpBranch %merge")
    m.label("%default")
    m.do("OpBranch %merge")
    m.label("%merge")
    for q in range(4):
        arms = " ".join(f"{v if q == j else f'%s{q}'} {b}" for j, v, b in out)
        m.do(f"%t{q} = OpPhi %float {arms} %s{q} %default")
    m.do("OpBranch %cont")
    m.label("%cont")
    m.do(f"%inext = OpIAdd %uint %i {m.uint(1)}")
    m.do(f"OpBranchConditional {m.op(f'OpULessThan %bool %inext {m.g}')} %head %exit")
    m.label("%exit")
    for k in range(4):
        m.store(m.at(k), f"%s{k}")
    return m.finish()


def breaks(n):
    """a loop with n breaks, each with a value"""
    m, r = Module(), random.Random(23)
    m.start()
    v = f = m.load(m.g)
    m.do("OpBranch %head")
    m.label("%head")
    m.do(f"%i = OpPhi %uint {m.uint(0)} %entry %inext %cont")
    m.do(f"%v = OpPhi %float {f} %entry %vnext %cont")
    m.do("OpLoopMerge %exit %cont None")
    m.do("OpBranch %b0")
    v, out = "%v", []
    for k in range(n):
        m.label(f"%b{k}")
        v = binary(m, r, v, m.load(m.op(f"OpIAdd %uint %i {m.uint(k)}")))
        c = m.op(f"OpFOrdLessThan %bool {v} %f1")
        m.do(f"OpSelectionMerge %b{k + 1} None")
        m.do(f"OpBranchConditional {c} %exit %b{k + 1}")
        out.append(f"{v} %b{k}")
    m.label(f"%b{n}")
    m.do(f"%vnext = OpFMul %float {v} {f}")
    m.do("OpBranch %cont")
    m.label("%cont")
    m.do(f"%inext = OpIAdd %uint %i {m.uint(1)}")
    m.do(f"OpBranchConditional {m.op(f'OpULessThan %bool %inext {m.g}')} %head %exit")
    m.label("%exit")
    m.store(m.g, m.op("OpPhi %float " + " ".join(out) + " %vnext %cont"))
    return m.finish()


def returns(n):
    """a function with n early returns"""
    m, r = Module(), random.Random(24)
    m.functions += ["%fn = OpFunction %float None %fn_f", "%arg = OpFunctionParameter %float", "%r0 = OpLabel"]
    for k in range(n):
        m.functions += [f"%x{k} = OpFMul %float %{'arg' if not k else f'x{k - 1}'} %f{1 + k % 2}",
                        f"%q{k} = OpFOrdLessThan %bool %x{k} %f1", f"OpSelectionMerge %r{k + 1} None",
                        f"OpBranchConditional %q{k} %e{k} %r{k + 1}", f"%e{k} = OpLabel", f"OpReturnValue %x{k}",
                        f"%r{k + 1} = OpLabel"]
    m.functions += ["OpReturnValue %arg", "OpFunctionEnd"]
    m.start()
    m.store(m.g, m.op(f"OpFunctionCall %float %fn {m.load(m.g)}"))
    return m.finish()


def bodies(n):
    """a function of 64 instructions, called n times"""
    m, r = Module(), random.Random(25)
    m.functions += ["%fn = OpFunction %float None %fn_f", "%arg = OpFunctionParameter %float", "%fl = OpLabel"]
    v = ["%arg"]
    for k in range(64):
        m.functions.append(f"%y{k} = Op{r.choice(['FAdd', 'FMul'])} %float {v[-1]} {r.choice(v)}")
        v.append(f"%y{k}")
    m.functions += ["OpReturnValue %y63", "OpFunctionEnd"]
    m.start()
    x = m.load(m.g)
    for k in range(n):
        x = m.op(f"OpFunctionCall %float %fn {x}")
    m.store(m.g, x)
    return m.finish()


def deep(n):
    """n functions, each calling the one before it"""
    m = Module()
    for k in range(n):
        call = f"%c{k} = OpFunctionCall %float %fn{k - 1} %arg{k}" if k else "%c0 = OpFMul %float %arg0 %f1"
        m.functions += [f"%fn{k} = OpFunction %float None %fn_f", f"%arg{k} = OpFunctionParameter %float", f"%l{k} = OpLabel", call,
                        f"%s{k} = OpFAdd %float %c{k} %arg{k}", f"OpReturnValue %s{k}", "OpFunctionEnd"]
    m.start()
    m.store(m.g, m.op(f"OpFunctionCall %float %fn{n - 1} {m.load(m.g)}"))
    return m.finish()


def value_types(m, n):
    m.types += [f"%vn = OpConstant %uint {n}", "%varr = OpTypeArray %float %vn", "%vst = OpTypeStruct %varr %float",
                "%pvst = OpTypePointer Function %vst", "%pvf = OpTypePointer Function %float"]


def struct(n):
    """a struct with an array of n floats, copied by value through variables and a branch"""
    m = Module()
    value_types(m, n)
    m.start()
    m.body[m.variables:m.variables] = [f"%s{k} = OpVariable %pvst Function" for k in range(3)]
    for k in range(0, n, max(n // 64, 1)):
        m.do(f"OpStore {m.op(f'OpAccessChain %pvf %s0 {m.uint(0)} {m.uint(k)}')} {m.load(m.at(k))}")
    a = m.op("OpLoad %vst %s0")
    m.do(f"OpStore %s1 {a}")
    m.do(f"OpSelectionMerge %m None")
    m.do(f"OpBranchConditional {m.op(f'OpFOrdLessThan %bool {m.load(m.g)} %f1')} %t %m")
    m.label("%t")
    at = m.op(f"OpUMod %uint {m.g} %vn")
    m.do(f"OpStore {m.op(f'OpAccessChain %pvf %s1 {m.uint(0)} {at}')} %f2")
    m.do("OpBranch %m")
    m.label("%m")
    m.do(f"OpStore %s2 {m.op('OpLoad %vst %s1')}")
    for k in range(0, n, max(n // 64, 1)):
        m.store(m.at(k), m.op(f"OpLoad %float {m.op(f'OpAccessChain %pvf %s2 {m.uint(0)} {m.uint(k)}')}"))
    return m.finish()


def inserts(n):
    """n insertions into an array of n floats by value"""
    m = Module()
    value_types(m, n)
    m.types.append("%vnull = OpConstantNull %varr")
    m.start()
    v = "%vnull"
    for k in range(n):
        v = m.op(f"OpCompositeInsert %varr {m.load(m.at(k))} {v} {k}")
    for k in range(0, n, 7):
        m.store(m.at(k), m.op(f"OpCompositeExtract %float {v} {k}"))
    return m.finish()


def selects(n):
    """n selects and merges of an array of 64 floats by value"""
    m, r = Module(), random.Random(26)
    value_types(m, 64)
    m.types.append("%vnull = OpConstantNull %varr")
    m.start()
    a = m.op("OpCompositeConstruct %varr " + " ".join(m.load(m.at(k)) for k in range(64)))
    b, pre = "%vnull", "%entry"
    for k in range(n):
        c = m.op(f"OpFOrdLessThan %bool {m.op(f'OpCompositeExtract %float {a} {k % 64}')} {m.load(m.at(k))}")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} %t{k} %m{k}")
        m.label(f"%t{k}")
        x = m.op(f"OpCompositeInsert %varr {m.load(m.at(k + 1))} {a} {r.randrange(64)}")
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        a, pre = m.op(f"OpPhi %varr {a} {pre} {x} %t{k}"), f"%m{k}"
    for k in range(64):
        m.store(m.at(k), m.op(f"OpCompositeExtract %float {a} {k}"))
    return m.finish()


def arrays(n):
    """n private arrays of 16 floats, each written and read at computed places"""
    m = Module()
    m.types += ["%pn = OpConstant %uint 16", "%parr = OpTypeArray %float %pn", "%pparr = OpTypePointer Function %parr",
                "%ppf = OpTypePointer Function %float"]
    m.start()
    m.body[m.variables:m.variables] = [f"%a{k} = OpVariable %pparr Function" for k in range(n)]
    i = m.op(f"OpBitwiseAnd %uint {m.g} {m.uint(15)}")
    for k in range(n):
        m.do(f"OpStore {m.op(f'OpAccessChain %ppf %a{k} {i}')} {m.load(m.at(k))}")
    for k in range(n):
        j = m.op(f"OpBitwiseAnd %uint {m.at(k)} {m.uint(15)}")
        m.store(m.at(k), m.op(f"OpLoad %float {m.op(f'OpAccessChain %ppf %a{k} {j}')}"))
    return m.finish()


def shared(n):
    """n rounds over shared memory, a barrier in each"""
    m, r = Module(), random.Random(27)
    m.types += ["%sn = OpConstant %uint 1024", "%sarr = OpTypeArray %float %sn", "%psarr = OpTypePointer Workgroup %sarr",
                "%psf = OpTypePointer Workgroup %float", "%slm = OpVariable %psarr Workgroup"]
    m.start()
    v = m.load(m.g)
    i = m.op(f"OpBitwiseAnd %uint {m.g} {m.uint(63)}")
    for k in range(n):
        m.do(f"OpStore {m.op(f'OpAccessChain %psf %slm {i}')} {v}")
        m.do(f"OpControlBarrier {m.uint(2)} {m.uint(2)} {m.uint(264)}")
        j = m.op(f"OpBitwiseXor %uint {i} {m.uint(1 << k % 6)}")
        v = binary(m, r, v, m.op(f"OpLoad %float {m.op(f'OpAccessChain %psf %slm {j}')}"))
        m.do(f"OpControlBarrier {m.uint(2)} {m.uint(2)} {m.uint(264)}")
    m.store(m.g, v)
    return m.finish()


def spec(n):
    """n operations on specialization constants"""
    m, r = Module(), random.Random(28)
    m.types += ["%sc0 = OpSpecConstant %uint 7", "%sc1 = OpSpecConstant %uint 5"]
    ops = ["IAdd", "ISub", "IMul", "BitwiseXor", "BitwiseOr"]
    m.types += [f"%sc{k} = OpSpecConstantOp %uint {r.choice(ops)} %sc{k - 1} %sc{r.randrange(max(0, k - 30), k)}"
                for k in range(2, n + 2)]
    m.start()
    x = m.g
    for k in range(0, n + 2, 16):
        x = m.op(f"OpIAdd %uint {x} %sc{k}")
    m.store(m.g, m.op(f"OpConvertUToF %float {m.op(f'OpIAdd %uint {x} %sc{n + 1}')}"))
    return m.finish()


def types(n):
    """n structs, one inside the other, and an access through all of them"""
    m = Module()
    m.types += ["%st0 = OpTypeStruct %float %float"] + [f"%st{k} = OpTypeStruct %st{k - 1} %float" for k in range(1, n)]
    m.types += [f"%pst = OpTypePointer Function %st{n - 1}", "%ppf = OpTypePointer Function %float"]
    m.start()
    m.body.insert(m.variables, "%s = OpVariable %pst Function")
    chain = " ".join([m.uint(0)] * n)
    m.do(f"OpStore {m.op(f'OpAccessChain %ppf %s {chain}')} {m.load(m.g)}")
    m.store(m.g, m.op(f"OpLoad %float {m.op(f'OpAccessChain %ppf %s {chain}')}"))
    return m.finish()


def wide(n):
    """n operations on 64-bit integers, a division in every eighth"""
    m, r = Module(), random.Random(29)
    m.capabilities += ["Int64"]
    m.types += ["%u64 = OpTypeInt 64 0", "%one64 = OpConstant %u64 1"]
    m.start()
    v = [m.op(f"OpUConvert %u64 {m.op(f'OpConvertFToU %uint {m.load(m.at(k))}')}") for k in range(8)]
    for k in range(n):
        op = "UDiv" if k % 8 == 7 else r.choice(["IAdd", "IMul", "ISub", "BitwiseXor"])
        by = r.choice(v[-8:])
        if op == "UDiv":
            by = m.op(f"OpBitwiseOr %u64 {by} %one64")
        v.append(m.op(f"Op{op} %u64 {r.choice(v[-8:])} {by}"))
    m.store(m.g, m.op(f"OpConvertUToF %float {v[-1]}"))
    return m.finish()


def doubles(n):
    """n operations on doubles, a quotient in every eighth"""
    m, r = Module(), random.Random(30)
    m.capabilities += ["Float64"]
    m.types += ["%f64 = OpTypeFloat 64"]
    m.start()
    v = [m.op(f"OpFConvert %f64 {m.load(m.at(k))}") for k in range(8)]
    for k in range(n):
        op = "FDiv" if k % 8 == 7 else r.choice(["FAdd", "FMul", "FSub"])
        v.append(m.op(f"Op{op} %f64 {r.choice(v[-8:])} {r.choice(v[-8:])}"))
    m.store(m.g, m.op(f"OpFConvert %float {v[-1]}"))
    return m.finish()


def functions450(n):
    """n functions of GLSL.std.450"""
    m, r = Module(), random.Random(31)
    m.imports.append('%glsl = OpExtInstImport "GLSL.std.450"')
    m.start()
    v = m.load(m.g)
    one = ["Sin", "Cos", "Tan", "Asin", "Atan", "Exp", "Log", "Sqrt", "InverseSqrt", "Tanh", "Floor", "RoundEven", "FSign"]
    for k in range(n):
        if k % 4 == 3:
            v = m.op(f"OpExtInst %float %glsl {r.choice(['Pow', 'Atan2', 'FMin', 'Step'])} {v} {m.load(m.at(k))}")
        else:
            v = m.op(f"OpExtInst %float %glsl {r.choice(one)} {v}")
    m.store(m.g, v)
    return m.finish()


def shortcuts(n):
    """n conditions joined by && and || that jump"""
    m = Module()
    m.start()
    c, pre = m.op(f"OpFOrdLessThan %bool {m.load(m.g)} %f1"), "%entry"
    for k in range(n):
        jumped = c
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} " + (f"%t{k} %m{k}" if k % 2 else f"%m{k} %t{k}"))
        m.label(f"%t{k}")
        d = m.op(f"OpFOrdLessThan %bool {m.load(m.at(k))} %f{1 + k % 2}")
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        c, pre = m.op(f"OpPhi %bool {jumped} {pre} {d} %t{k}"), f"%m{k}"
    m.store(m.g, m.op(f"OpSelect %float {c} %f1 %f2"))
    return m.finish()


def uniform(n):
    """n if-else diamonds on conditions that are the same for all invocations"""
    m, r = Module(), random.Random(32)
    m.start()
    v, pre = m.load(m.g), "%entry"
    for k in range(n):
        c = m.op(f"OpFOrdLessThan %bool {m.load(m.uint(k))} %f1")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} %a{k} %m{k}")
        m.label(f"%a{k}")
        x = binary(m, r, v, m.load(m.at(k % 64)))
        m.store(m.at(k % 50), x)
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        v, pre = m.op(f"OpPhi %float {v} {pre} {x} %a{k}"), f"%m{k}"
    m.store(m.g, v)
    return m.finish()


def atomics(n):
    """n atomic operations on a buffer"""
    m, r = Module(), random.Random(33)
    m.types += ["%Cnt = OpTypeStruct %arru", "%pCnt = OpTypePointer StorageBuffer %Cnt", "%pu = OpTypePointer StorageBuffer %uint",
                "%cnt = OpVariable %pCnt StorageBuffer"]
    m.types.insert(0, "%arru = OpTypeRuntimeArray %uint")
    m.decorations += ["OpDecorate %arru ArrayStride 4", "OpDecorate %Cnt Block", "OpMemberDecorate %Cnt 0 Offset 0",
                      "OpDecorate %cnt DescriptorSet 0", "OpDecorate %cnt Binding 2"]
    m.start()
    v = m.g
    for k in range(n):
        p = m.op(f"OpAccessChain %pu %cnt {m.uint(0)} {m.at(k)}")
        v = m.op(f"OpAtomic{r.choice(['IAdd', 'UMax', 'Xor'])} %uint {p} {m.uint(1)} {m.uint(0)} {v}")
    m.store(m.g, m.op(f"OpConvertUToF %float {v}"))
    return m.finish()


def subgroups(n):
    """n subgroup operations, in branches"""
    m, r = Module(), random.Random(34)
    m.capabilities += ["GroupNonUniform", "GroupNonUniformArithmetic", "GroupNonUniformShuffle"]
    m.start()
    v, pre = m.load(m.g), "%entry"
    for k in range(n):
        c = m.op(f"OpFOrdLessThan %bool {v} {m.load(m.at(k))}")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} %a{k} %m{k}")
        m.label(f"%a{k}")
        x = m.op(f"OpGroupNonUniformFAdd %float {m.uint(3)} Reduce {v}" if k % 2
                 else f"OpGroupNonUniformShuffleXor %float {m.uint(3)} {v} {m.uint(1 << k % 3)}")
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        v, pre = m.op(f"OpPhi %float {v} {pre} {x} %a{k}"), f"%m{k}"
    m.store(m.g, v)
    return m.finish()


def buffers(n):
    """n bindings of one buffer each, read at two places"""
    m = Module()
    for k in range(n):
        m.decorations += [f"OpDecorate %buf{k} DescriptorSet {1 + k // 100}", f"OpDecorate %buf{k} Binding {k % 100}"]
        m.types.append(f"%buf{k} = OpVariable %pBuf StorageBuffer")
    m.start()
    v = m.load(m.g)
    for k in range(n):
        for at in (m.g, m.at(k)):
            p = m.op(f"OpAccessChain %pf %buf{k} {m.uint(0)} {at}")
            v = m.op(f"OpFAdd %float {v} {m.op(f'OpLoad %float {p}')}")
    m.store(m.g, v)
    return m.finish()


def indexed(n):
    """n reads through one array of 4096 buffers at computed places"""
    m = Module()
    m.capabilities += ["StorageBufferArrayDynamicIndexing"]
    m.decorations += ["OpDecorate %bufs DescriptorSet 1", "OpDecorate %bufs Binding 0"]
    m.types += ["%bn = OpConstant %uint 4096", "%aBuf = OpTypeArray %Buf %bn", "%paBuf = OpTypePointer StorageBuffer %aBuf",
                "%bufs = OpVariable %paBuf StorageBuffer"]
    m.start()
    v = m.load(m.g)
    for k in range(n):
        p = m.op(f"OpAccessChain %pf %bufs {m.uint(k * 7 % 4096)} {m.uint(0)} {m.at(k)}")
        v = m.op(f"OpFAdd %float {v} {m.op(f'OpLoad %float {p}')}")
    m.store(m.g, v)
    return m.finish()


def bytes8(n):
    """n operations on 8-bit and 16-bit integers"""
    m, r = Module(), random.Random(35)
    m.capabilities += ["Int8", "Int16"]
    m.types += ["%u8 = OpTypeInt 8 0", "%u16 = OpTypeInt 16 0", "%odd = OpConstant %u16 1", "%large = OpConstant %u16 50000"]
    m.start()
    x = m.op(f"OpConvertFToU %uint {m.load(m.g)}")
    a = [m.op(f"OpUConvert %u8 {m.op(f'OpShiftRightLogical %uint {x} {m.uint(8 * k)}')}") for k in range(4)]
    for k in range(n):
        v = m.op(f"Op{r.choice(['IAdd', 'ISub', 'IMul', 'BitwiseXor'])} %u8 {r.choice(a[-6:])} {r.choice(a[-6:])}")
        if k % 3 == 0:
            w = m.op(f"OpBitwiseOr %u16 {m.op(f'OpUConvert %u16 {v}')} %odd")
            v = m.op(f"OpUConvert %u8 {m.op(f'OpUDiv %u16 %large {w}')}")
        a.append(v)
    m.store(m.g, m.op(f"OpConvertUToF %float {a[-1]}"))
    return m.finish()


def debug(n):
    """n names, strings and lines"""
    m, r = Module(), random.Random(36)
    m.names += [f'%file{k} = OpString "source{k}.comp"' for k in range(n // 8 + 1)]
    m.start()
    v = [m.load(m.at(k)) for k in range(4)]
    for k in range(n):
        m.do(f"OpLine %file{k // 8} {k + 1} {k % 80}")
        v.append(binary(m, r, r.choice(v[-4:]), r.choice(v[-4:])))
        m.names.append(f'OpName {v[-1]} "value{k}"')
    m.store(m.g, v[-1])
    return m.finish()


def unused(n):
    """n functions, constants and variables that nothing uses"""
    m = Module()
    m.types.append("%pprf = OpTypePointer Private %float")
    for k in range(n):
        m.types += [f"%g{k} = OpVariable %pprf Private", f"%c{k} = OpConstant %float {k + 0.25}"]
        m.functions += [f"%fn{k} = OpFunction %float None %fn_f", f"%arg{k} = OpFunctionParameter %float", f"%fl{k} = OpLabel",
                        f"OpReturnValue %arg{k}", "OpFunctionEnd"]
    m.start()
    m.store(m.g, m.load(m.g))
    return m.finish()


def privates(n):
    """n global variables, set and read in n functions"""
    m = Module()
    m.types += ["%pprf = OpTypePointer Private %float"] + [f"%g{k} = OpVariable %pprf Private" for k in range(n)]
    for k in range(n):
        m.functions += [f"%fn{k} = OpFunction %float None %fn_f", f"%arg{k} = OpFunctionParameter %float", f"%fl{k} = OpLabel",
                        f"%o{k} = OpLoad %float %g{k * 5 % n}", f"%r{k} = OpFAdd %float %arg{k} %o{k}", f"OpStore %g{k} %r{k}",
                        f"OpReturnValue %r{k}", "OpFunctionEnd"]
    m.start()
    v = m.load(m.g)
    for k in range(n):
        m.do(f"OpStore %g{k} {v}")
    for k in range(n):
        v = m.op(f"OpFunctionCall %float %fn{k} {v}")
    m.store(m.g, v)
    return m.finish()


def expression(n):
    """a tree of n conditions, selects and integer operations, each used many times over"""
    m, r = Module(), random.Random(37)
    m.start()
    v = [m.op(f"OpConvertFToU %uint {m.load(m.at(k))}") for k in range(8)]
    for k in range(n):
        a, b = r.choice(v[-40:]), r.choice(v[-40:])
        kind = k % 4
        if kind == 0:
            v.append(m.op(f"OpSelect %uint {m.op(f'OpULessThan %bool {a} {b}')} {a} {b}"))
        elif kind == 1:
            c = m.op(f"OpShiftRightLogical %uint {a} {m.uint(r.randrange(31))}")
            v.append(m.op(f"OpIAdd %uint {c} {m.uint(k)}"))
        elif kind == 2:
            v.append(m.op(f"OpBitwiseXor %uint {a} {b}"))
        else:
            v.append(m.op(f"OpIAdd %uint {a} {b}"))
    m.store(m.g, m.op(f"OpConvertUToF %float {v[-1]}"))
    return m.finish()


KINDS = {ladder: (8, 32, 128), rounds: (50, 500, 2000), across: (100, 1000, 10000), interpreter: (100, 1000, 5000),
         breaks: (50, 500, 4000), returns: (50, 500, 5000), bodies: (50, 500, 5000), deep: (50, 500, 900),
         struct: (64, 1024, 8192), inserts: (64, 1024, 8192), selects: (50, 500, 4000), arrays: (50, 500, 4000),
         shared: (100, 1000, 5000), spec: (100, 1000, 20000), types: (50, 250), wide: (100, 1000, 20000),
         doubles: (100, 1000, 10000), functions450: (100, 1000, 10000), shortcuts: (100, 1000, 8000),
         uniform: (100, 1000, 5000), atomics: (100, 1000, 8000), subgroups: (50, 500, 4000), buffers: (50, 200, 400),
         indexed: (100, 1000, 8000), bytes8: (100, 1000, 15000), debug: (100, 1000, 15000), unused: (100, 1000, 8000),
         privates: (100, 1000, 5000), expression: (100, 1000, 20000)}

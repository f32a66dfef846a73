"""Kinds of big modules for big.py that are heavy in data: aggregates by value, tables, resources, names, narrow and wide types."""
import random

from big_module import Module, binary


def at(m, pointer, base, *index):
    return m.op(f"OpAccessChain {pointer} {base} {' '.join(index)}")


def read(m, kind, pointer, base, *index):
    return m.op(f"OpLoad {kind} {at(m, pointer, base, *index)}")


def write(m, value, pointer, base, *index):
    m.do(f"OpStore {at(m, pointer, base, *index)} {value}")


def buffer_of(m, name, element, stride, binding, extra=()):
    """A storage buffer of a runtime array of `element` (a type that `extra` declares); %p_NAME points to one."""
    m.decorations += [f"OpDecorate %arr_{name} ArrayStride {stride}", f"OpDecorate %Buf_{name} Block",
                      f"OpMemberDecorate %Buf_{name} 0 Offset 0", f"OpDecorate %{name} DescriptorSet 0",
                      f"OpDecorate %{name} Binding {binding}"]
    m.types += [*extra, f"%arr_{name} = OpTypeRuntimeArray {element}", f"%Buf_{name} = OpTypeStruct %arr_{name}",
                f"%pBuf_{name} = OpTypePointer StorageBuffer %Buf_{name}", f"%p_{name} = OpTypePointer StorageBuffer {element}",
                f"%{name} = OpVariable %pBuf_{name} StorageBuffer"]


def struct_type(m, n):
    m.types += [f"%sn = OpConstant %uint {n}", "%sarr = OpTypeArray %float %sn", "%st = OpTypeStruct %uint %sarr %float"]
    m.decorations += ["OpDecorate %sarr ArrayStride 4", "OpMemberDecorate %st 0 Offset 0", "OpMemberDecorate %st 1 Offset 4",
                      f"OpMemberDecorate %st 2 Offset {4 * n + 4}"]


def copies(n):
    """a struct with an array of n floats, from one place of a buffer to another by value"""
    m = Module()
    struct_type(m, n)
    buffer_of(m, "sb", "%st", 4 * n + 8, 2)
    m.start()
    v = read(m, "%st", "%p_sb", "%sb", m.uint(0), m.g)
    write(m, v, "%p_sb", "%sb", m.uint(0), m.at(64))
    return m.finish()


def passed(n):
    """a struct with an array of n floats, loaded, passed to a function and returned from it by value, and stored"""
    m = Module()
    struct_type(m, n)
    buffer_of(m, "sb", "%st", 4 * n + 8, 2)
    m.types.append("%fn_s = OpTypeFunction %st %st")
    m.functions += ["%fs = OpFunction %st None %fn_s", "%as = OpFunctionParameter %st", "%ls = OpLabel",
                    f"%xs = OpCompositeExtract %float %as 1 {n // 2}", "%ys = OpFAdd %float %xs %f1",
                    f"%rs = OpCompositeInsert %st %ys %as 1 {n // 3}", "OpReturnValue %rs", "OpFunctionEnd"]
    m.start()
    v = read(m, "%st", "%p_sb", "%sb", m.uint(0), m.g)
    for _ in range(3):
        v = m.op(f"OpFunctionCall %st %fs {v}")
    write(m, v, "%p_sb", "%sb", m.uint(0), m.at(64))
    return m.finish()


def locals(n):
    """an array of n floats in a variable, indexed, copied to another, to shared memory and back by value"""
    m = Module()
    m.types += [f"%ln = OpConstant %uint {n}", "%larr = OpTypeArray %float %ln", "%plarr = OpTypePointer Function %larr",
                "%plf = OpTypePointer Function %float", "%wlarr = OpTypePointer Workgroup %larr", "%slm = OpVariable %wlarr Workgroup"]
    m.start()
    m.body[m.variables:m.variables] = ["%la = OpVariable %plarr Function", "%lb = OpVariable %plarr Function"]
    i = m.op(f"OpUMod %uint {m.g} %ln")
    write(m, m.load(m.g), "%plf", "%la", i)
    m.do(f"OpStore %lb {m.op('OpLoad %larr %la')}")
    write(m, m.load(m.at(1)), "%plf", "%lb", m.uint(3))
    m.do(f"OpStore %slm {m.op('OpLoad %larr %lb')}")
    m.do(f"OpControlBarrier {m.uint(2)} {m.uint(2)} {m.uint(264)}")
    m.do(f"OpStore %la {m.op('OpLoad %larr %slm')}")
    m.store(m.g, read(m, "%float", "%plf", "%la", i))
    return m.finish()


def nested(n):
    """n nested structs with four members each, by value through inserts, variables and a buffer"""
    m = Module()
    m.types += ["%nt0 = OpTypeStruct %float %float %float"]
    m.types += [f"%nt{k} = OpTypeStruct %float %nt{k - 1} %float" for k in range(1, n)]
    for k in range(n):
        m.decorations += [f"OpMemberDecorate %nt{k} 0 Offset 0", f"OpMemberDecorate %nt{k} 1 Offset 4",
                          f"OpMemberDecorate %nt{k} 2 Offset {4 + size_nested(k - 1) if k else 8}"]
    buffer_of(m, "nb", f"%nt{n - 1}", size_nested(n - 1), 2)
    m.types += [f"%pnt = OpTypePointer Function %nt{n - 1}"]
    m.start()
    m.body.insert(m.variables, "%nv = OpVariable %pnt Function")
    v = read(m, f"%nt{n - 1}", "%p_nb", "%nb", m.uint(0), m.g)
    for k in range(n):
        v = m.op(f"OpCompositeInsert %nt{n - 1} {m.load(m.at(k))} {v} {' '.join(['1'] * k)} 0")
    m.do(f"OpStore %nv {v}")
    write(m, m.op(f"OpLoad %nt{n - 1} %nv"), "%p_nb", "%nb", m.uint(0), m.at(1))
    return m.finish()


def size_nested(k):
    return 12 + 8 * k


def hundreds(n):
    """n matrices of 4 x 4 in an array by value, transposed and multiplied"""
    m = Module()
    m.types += ["%v4 = OpTypeVector %float 4", "%m4 = OpTypeMatrix %v4 4", f"%mn = OpConstant %uint {n}",
                "%marr = OpTypeArray %m4 %mn"]
    m.decorations += ["OpDecorate %marr ArrayStride 64"]
    m.types += ["%mst = OpTypeStruct %marr"]
    m.decorations += ["OpMemberDecorate %mst 0 Offset 0", "OpMemberDecorate %mst 0 ColMajor", "OpMemberDecorate %mst 0 MatrixStride 16"]
    buffer_of(m, "mb", "%mst", 64 * n, 2)
    m.start()
    v = read(m, "%mst", "%p_mb", "%mb", m.uint(0), m.g)
    out = []
    for k in range(n):
        a = m.op(f"OpCompositeExtract %m4 {v} 0 {k}")
        b = m.op(f"OpTranspose %m4 {m.op(f'OpCompositeExtract %m4 {v} 0 {(k * 7 + 1) % n}')}")
        out.append(m.op(f"OpMatrixTimesMatrix %m4 {a} {b}"))
    whole = m.op(f"OpCompositeConstruct %marr {' '.join(out)}")
    write(m, m.op(f"OpCompositeConstruct %mst {whole}"), "%p_mb", "%mb", m.uint(0), m.at(64))
    return m.finish()


def composites(n):
    """n constant arrays of 64 vectors with computed indices"""
    m, r = Module(), random.Random(41)
    m.types += ["%v4 = OpTypeVector %float 4", "%cn = OpConstant %uint 64", "%carr = OpTypeArray %v4 %cn",
                "%pcarr = OpTypePointer Function %carr", "%pcf = OpTypePointer Function %float"]
    m.types += [f"%cf{k} = OpConstant %float {k / 8}" for k in range(256)]
    m.types += [f"%cv{k} = OpConstantComposite %v4 " + " ".join(f"%cf{r.randrange(256)}" for _ in range(4)) for k in range(999)]
    m.types += [f"%ca{k} = OpConstantComposite %carr " + " ".join(f"%cv{r.randrange(999)}" for _ in range(64)) for k in range(n)]
    m.start()
    m.body[m.variables:m.variables] = [f"%ct{k} = OpVariable %pcarr Function %ca{k}" for k in range(n)]
    i = m.op(f"OpBitwiseAnd %uint {m.g} {m.uint(63)}")
    v = m.load(m.g)
    for k in range(n):
        v = m.op(f"OpFAdd %float {v} {read(m, '%float', '%pcf', f'%ct{k}', i, m.uint(k % 4))}")
    m.store(m.g, v)
    return m.finish()


def descriptors(n):
    """n arrays of 64 buffers, each read at a computed element"""
    m = Module()
    m.capabilities += ["StorageBufferArrayDynamicIndexing"]
    m.types += ["%dn = OpConstant %uint 64", "%aBuf = OpTypeArray %Buf %dn", "%paBuf = OpTypePointer StorageBuffer %aBuf"]
    for k in range(n):
        m.decorations += [f"OpDecorate %ds{k} DescriptorSet {1 + k % 7}", f"OpDecorate %ds{k} Binding {k // 7}"]
        m.types.append(f"%ds{k} = OpVariable %paBuf StorageBuffer")
    m.start()
    i = m.op(f"OpLoad %uint {m.op(f'OpAccessChain %puin %gid {m.uint(1)}')}")
    v = m.load(m.g)
    for k in range(n):
        j = m.op(f"OpBitwiseAnd %uint {i} {m.uint(k % 64)}")
        v = m.op(f"OpFAdd %float {v} {read(m, '%float', '%pf', f'%ds{k}', j, m.uint(0), m.g)}")
    m.store(m.g, v)
    return m.finish()


def specialized(n):
    """n specialization constants, in composites and as sizes, each used"""
    m = Module()
    for k in range(n):
        m.types.append(f"%sp{k} = OpSpecConstant %uint {k % 97 + 1}")
        m.decorations.append(f"OpDecorate %sp{k} SpecId {k}")
    m.types += ["%v4u = OpTypeVector %uint 4"]
    m.types += [f"%sv{k} = OpSpecConstantComposite %v4u %sp{k} %sp{(k + 1) % n} %sp{(k + 2) % n} %sp{(k + 3) % n}" for k in range(n)]
    m.start()
    x = m.g
    for k in range(n):
        x = m.op(f"OpBitwiseXor %uint {x} {m.op(f'OpCompositeExtract %uint %sv{k} {k % 4}')}")
        x = m.op(f"OpIMul %uint {x} %sp{k}")
    m.store(m.g, m.op(f"OpConvertUToF %float {x}"))
    return m.finish()


def entries(n):
    """n entry points with a function each, of which one is compiled"""
    m = Module()
    for k in range(n):
        m.functions += [f"%em{k} = OpFunction %void None %fnv", f"%el{k} = OpLabel",
                        f"%ep{k} = OpAccessChain %puin %gid {m.uint(0)}", f"%eg{k} = OpLoad %uint %ep{k}",
                        f"%eo{k} = OpAccessChain %pf %out {m.uint(0)} %eg{k}", f"OpStore %eo{k} %f1", "OpReturn", "OpFunctionEnd"]
    m.start()
    m.store(m.g, m.load(m.g))
    text = m.finish()
    points = "".join(f'OpEntryPoint GLCompute %em{k} "entry{k}" %gid\n' for k in range(n))
    modes = "".join(f"OpExecutionMode %em{k} LocalSize 64 1 1\n" for k in range(n))
    at = text.index("OpExecutionMode")
    return text[:at] + points + modes + text[at:]


def narrow(n):
    """n operations on vectors of bytes, words and halves, with conversions between them"""
    m, r = Module(), random.Random(42)
    m.capabilities += ["Int8", "Int16", "Float16"]
    m.types += ["%u8 = OpTypeInt 8 0", "%u16 = OpTypeInt 16 0", "%f16 = OpTypeFloat 16", "%b4 = OpTypeVector %u8 4",
                "%w4 = OpTypeVector %u16 4", "%h4 = OpTypeVector %f16 4", "%v4 = OpTypeVector %float 4"]
    m.start()
    f = m.op("OpCompositeConstruct %v4 " + " ".join(m.load(m.at(k)) for k in range(4)))
    w = [m.op(f"OpConvertFToU %w4 {f}")]
    h = [m.op(f"OpFConvert %h4 {f}")]
    b = [m.op(f"OpUConvert %b4 {w[0]}")]
    for k in range(n):
        w.append(m.op(f"Op{r.choice(['IAdd', 'IMul', 'ISub', 'BitwiseXor'])} %w4 {r.choice(w[-4:])} {r.choice(w[-4:])}"))
        b.append(m.op(f"Op{r.choice(['IAdd', 'IMul', 'ISub', 'BitwiseOr'])} %b4 {r.choice(b[-4:])} {r.choice(b[-4:])}"))
        h.append(m.op(f"Op{r.choice(['FAdd', 'FMul', 'FSub'])} %h4 {r.choice(h[-4:])} {r.choice(h[-4:])}"))
        if k % 8 == 7:
            b.append(m.op(f"OpUConvert %b4 {w[-1]}"))
            w.append(m.op(f"OpConvertFToU %w4 {h[-1]}"))
            h.append(m.op(f"OpConvertUToF %h4 {b[-2]}"))
    for place, kind, x in ((1, "%u8", b[-1]), (2, "%u16", w[-1])):
        m.store(m.at(place), m.op(f"OpConvertUToF %float {m.op(f'OpCompositeExtract {kind} {x} 1')}"))
    m.store(m.g, m.op(f"OpFConvert %float {m.op(f'OpCompositeExtract %f16 {h[-1]} 2')}"))
    return m.finish()


def longs(n):
    """n operations on 64-bit integers and doubles from and to buffers of them"""
    m, r = Module(), random.Random(43)
    m.capabilities += ["Int64", "Float64"]
    m.types += ["%u64 = OpTypeInt 64 0", "%f64 = OpTypeFloat 64"]
    buffer_of(m, "lb", "%u64", 8, 2)
    m.start()
    v = []
    for k in range(n):
        if k % 4 == 0 or k < 8:
            v.append(read(m, "%u64", "%p_lb", "%lb", m.uint(0), m.at(k)))
        elif k % 4 == 1:
            a, b = (m.op(f"OpConvertUToF %f64 {x}") for x in (v[-1], r.choice(v[-8:])))
            v.append(m.op(f"OpConvertFToU %u64 {m.op(f'OpFMul %f64 {a} {b}')}"))
        else:
            v.append(m.op(f"Op{r.choice(['IAdd', 'IMul', 'ISub', 'BitwiseXor'])} %u64 {r.choice(v[-8:])} {r.choice(v[-8:])}"))
        if k % 16 == 15:
            write(m, v[-1], "%p_lb", "%lb", m.uint(0), m.at(k))
    return m.finish()


def reductions(n):
    """a chain of n subgroup operations on vectors"""
    m, r = Module(), random.Random(44)
    m.capabilities += ["GroupNonUniform", "GroupNonUniformArithmetic", "GroupNonUniformShuffle", "GroupNonUniformBallot"]
    m.types += ["%v2 = OpTypeVector %float 2"]
    m.start()
    v = m.op(f"OpCompositeConstruct %v2 {m.load(m.g)} {m.load(m.at(1))}")
    for k in range(n):
        v = m.op(r.choice([f"OpGroupNonUniformFAdd %v2 {m.uint(3)} InclusiveScan {v}",
                           f"OpGroupNonUniformFMax %v2 {m.uint(3)} Reduce {v}",
                           f"OpGroupNonUniformShuffle %v2 {m.uint(3)} {v} {m.op(f'OpBitwiseAnd %uint {m.at(k)} {m.uint(7)}')}",
                           f"OpGroupNonUniformBroadcastFirst %v2 {m.uint(3)} {v}"]))
        v = m.op(f"OpFAdd %v2 {v} {v}")
    m.store(m.g, m.op(f"OpCompositeExtract %float {v} 0"))
    return m.finish()


def samples(n):
    """a chain of n samples, fetches and stores of images"""
    m, r = Module(), random.Random(45)
    m.types += ["%v4 = OpTypeVector %float 4", "%v2 = OpTypeVector %float 2", "%i2 = OpTypeVector %uint 2",
                "%img = OpTypeImage %float 2D 0 0 0 1 Unknown", "%simg = OpTypeSampledImage %img",
                "%wimg = OpTypeImage %float 2D 0 0 0 2 Rgba32f", "%psimg = OpTypePointer UniformConstant %simg",
                "%pwimg = OpTypePointer UniformConstant %wimg", "%f0 = OpConstant %float 0"]
    for k in range(8):
        m.types += [f"%tx{k} = OpVariable %psimg UniformConstant", f"%wi{k} = OpVariable %pwimg UniformConstant"]
        m.decorations += [f"OpDecorate %tx{k} DescriptorSet 1", f"OpDecorate %tx{k} Binding {k}",
                          f"OpDecorate %wi{k} DescriptorSet 1", f"OpDecorate %wi{k} Binding {8 + k}"]
    m.start()
    c = m.op(f"OpCompositeConstruct %v2 {m.load(m.g)} {m.load(m.at(1))}")
    for k in range(n):
        if k % 3 == 2:
            u = m.op(f"OpConvertFToU %i2 {c}")
            if k % 2:
                m.do(f"OpImageWrite {m.op(f'OpLoad %wimg %wi{k % 8}')} {u} {v}")
                continue
            v = m.op(f"OpImageRead %v4 {m.op(f'OpLoad %wimg %wi{k % 8}')} {u}")
        else:
            v = m.op(f"OpImageSampleExplicitLod %v4 {m.op(f'OpLoad %simg %tx{r.randrange(8)}')} {c} Lod %f0")
        c = m.op(f"OpVectorShuffle %v2 {v} {v} {k % 4} {4 + (k + 1) % 4}")
    m.store(m.g, m.op(f"OpCompositeExtract %float {c} 0"))
    return m.finish()


def vectors(n):
    """n phis of vectors that turn in a loop"""
    m = Module()
    m.types += ["%v4 = OpTypeVector %float 4"]
    m.start()
    v = [m.op("OpCompositeConstruct %v4 " + " ".join(m.load(m.at(4 * k + j)) for j in range(4))) for k in range(min(n, 16))]
    m.do("OpBranch %head")
    m.label("%head")
    m.do(f"%i = OpPhi %uint {m.uint(0)} %entry %inext %cont")
    for k in range(n):
        m.do(f"%p{k} = OpPhi %v4 {v[k % len(v)]} %entry %q{k} %cont")
    m.do("OpLoopMerge %exit %cont None")
    m.do("OpBranch %cont")
    m.label("%cont")
    for k in range(n):
        m.do(f"%q{k} = OpFAdd %v4 %p{k} %p{(k + 1) % n}")
    m.do(f"%inext = OpIAdd %uint %i {m.uint(1)}")
    c = m.op(f"OpULessThan %bool %inext {m.g}")
    m.do(f"OpBranchConditional {c} %head %exit")
    m.label("%exit")
    for k in range(n):
        m.store(m.at(k), m.op(f"OpCompositeExtract %float %p{k} {k % 4}"))
    return m.finish()


def scattered(n):
    """a private array of 4096 vectors, written and read whole n times at computed places"""
    m = Module()
    m.types += ["%v4 = OpTypeVector %float 4", "%sn = OpConstant %uint 4096", "%sarr = OpTypeArray %v4 %sn",
                "%psarr = OpTypePointer Private %sarr", "%psv = OpTypePointer Private %v4", "%big = OpVariable %psarr Private"]
    m.start()
    v = m.op("OpCompositeConstruct %v4 " + " ".join(m.load(m.at(k)) for k in range(4)))
    for k in range(n):
        i = m.op(f"OpBitwiseAnd %uint {m.at(k * 7)} {m.uint(4095)}")
        j = m.op(f"OpBitwiseAnd %uint {m.at(k * 5)} {m.uint(4095)}")
        write(m, v, "%psv", "%big", i)
        v = m.op(f"OpFAdd %v4 {v} {read(m, '%v4', '%psv', '%big', j)}")
    m.store(m.g, m.op(f"OpCompositeExtract %float {v} 0"))
    return m.finish()


def lines(n):
    """n instructions with a long name and a line of a file of its own each, and one string of the whole source"""
    m, r = Module(), random.Random(46)
    m.names += [f'%fl{k} = OpString "/a/long/path/to/a/source/of/many/lines/{k}.comp"' for k in range(n // 2)]
    m.names += ['%src = OpString "' + "float f(float x) { return x * x; } " * (n // 2) + '"', "OpSource GLSL 450 %src"]
    m.start()
    v = [m.load(m.at(k)) for k in range(4)]
    for k in range(n):
        m.do(f"OpLine %fl{k // 2} {k + 1} {k % 80}")
        v.append(binary(m, r, r.choice(v[-4:]), r.choice(v[-4:])))
        m.names.append(f'OpName {v[-1]} "a_long_name_of_a_value_that_is_computed_from_others_{k}"')
    m.store(m.g, v[-1])
    return m.finish()


def payloads(n):
    """n atomics of shared memory and of 64-bit buffers in a chain"""
    m, r = Module(), random.Random(47)
    m.capabilities += ["Int64", "Int64Atomics"]
    m.types += ["%u64 = OpTypeInt 64 0", "%an = OpConstant %uint 256", "%aarr = OpTypeArray %uint %an", "%paarr = OpTypePointer Workgroup %aarr",
                "%pau = OpTypePointer Workgroup %uint", "%aslm = OpVariable %paarr Workgroup"]
    buffer_of(m, "ab", "%u64", 8, 2)
    m.start()
    v = m.g
    for k in range(n):
        i = m.op(f"OpBitwiseAnd %uint {v} {m.uint(255)}")
        if k % 3:
            op = r.choice(["IAdd", "UMin", "Or"])
            v = m.op(f"OpAtomic{op} %uint {at(m, '%pau', '%aslm', i)} {m.uint(2)} {m.uint(0)} {v}")
        else:
            w = m.op(f"OpUConvert %u64 {v}")
            w = m.op(f"OpAtomicIAdd %u64 {at(m, '%p_ab', '%ab', m.uint(0), i)} {m.uint(1)} {m.uint(0)} {w}")
            v = m.op(f"OpUConvert %uint {w}")
    m.store(m.g, m.op(f"OpConvertUToF %float {v}"))
    return m.finish()


def sorting(n):
    """n compare-and-swaps of 64 keys and their values, as branches that compute nothing"""
    m = Module()
    m.start()
    at, pre = [m.at(k) for k in range(64)], "%entry"
    keys, values = [m.load(a) for a in at], [m.load(m.at(64 + k)) for k in range(64)]
    for k in range(n):
        span = 1 << k // 32 % 6
        i = k % 32 // span * 2 * span + k % span
        j = i + span
        c = m.op(f"OpFOrdGreaterThan %bool {keys[i]} {keys[j]}")
        m.do(f"OpSelectionMerge %m{k} None")
        m.do(f"OpBranchConditional {c} %s{k} %m{k}")
        m.label(f"%s{k}")
        m.do(f"OpBranch %m{k}")
        m.label(f"%m{k}")
        for v in (keys, values):
            v[i], v[j] = (m.op(f"OpPhi %float {x} {pre} {y} %s{k}") for x, y in ((v[i], v[j]), (v[j], v[i])))
        pre = f"%m{k}"
    for k in range(64):
        m.store(at[k], keys[k])
        m.store(m.at(64 + k), values[k])
    return m.finish()


def weights(n):
    """n products with constants, all different, summed up"""
    m = Module()
    m.types += [f"%w{k} = OpConstant %float {k / 8 + 0.0625}" for k in range(n)]
    m.start()
    x, v = [m.load(m.at(k)) for k in range(16)], [m.load(m.at(16 + k)) for k in range(4)]
    for k in range(n):
        v[k % 4] = m.op(f"OpFAdd %float {v[k % 4]} {m.op(f'OpFMul %float {x[k * 5 % 16]} %w{k}')}")
    for k in range(4):
        m.store(m.at(k), v[k])
    return m.finish()


KINDS = {copies: (256, 4096, 16384), passed: (256, 4096, 8192), locals: (256, 1024, 4096), nested: (50, 250), hundreds: (16, 128, 512),
         composites: (10, 100, 1000), descriptors: (100, 1000, 5000), specialized: (100, 1000, 8000), entries: (100, 1000, 4000),
         narrow: (100, 1000, 8000), longs: (100, 1000, 10000), reductions: (100, 1000, 5000), samples: (100, 1000, 6000),
         vectors: (20, 200, 2000), scattered: (100, 1000, 6000), lines: (100, 1000, 3000), payloads: (100, 1000, 8000),
         sorting: (100, 1000, 4000), weights: (100, 1000, 15000)}

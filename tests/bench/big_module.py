"""A SPIR-V module that big.py writes: reads storage buffer 0 and writes storage buffer 1 (set 0)."""

HEAD = """OpCapability Shader
{capabilities}OpExtension "SPV_KHR_storage_buffer_storage_class"
{imports}OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %gid
OpExecutionMode %main LocalSize {local} 1 1
{names}{decorations}OpDecorate %gid BuiltIn GlobalInvocationId
OpDecorate %arr ArrayStride 4
OpDecorate %Buf Block
OpMemberDecorate %Buf 0 Offset 0
OpDecorate %in DescriptorSet 0
OpDecorate %in Binding 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 1
%void = OpTypeVoid
%fnv = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v3 = OpTypeVector %uint 3
%pv3 = OpTypePointer Input %v3
%puin = OpTypePointer Input %uint
%arr = OpTypeRuntimeArray %float
%Buf = OpTypeStruct %arr
%pBuf = OpTypePointer StorageBuffer %Buf
%pf = OpTypePointer StorageBuffer %float
%gid = OpVariable %pv3 Input
%in = OpVariable %pBuf StorageBuffer
%out = OpVariable %pBuf StorageBuffer
%fn_f = OpTypeFunction %float %float
%f1 = OpConstant %float 1.5
%f2 = OpConstant %float 0.75
"""


class Module:
    def __init__(self, local=64):
        self.local, self.types, self.functions, self.body, self.n = local, [], [], [], 0
        self.capabilities, self.imports, self.names, self.decorations, self.constants = [], [], [], [], {}

    def id(self):
        self.n += 1
        return f"%_{self.n}"

    def uint(self, v):
        if v not in self.constants:
            self.constants[v] = f"%uint_{v}"
            self.types.append(f"%uint_{v} = OpConstant %uint {v}")
        return self.constants[v]

    def op(self, text):
        i = self.id()
        self.body.append(f"{i} = {text}")
        return i

    def do(self, text):
        self.body.append(text)

    def start(self):
        self.do("%main = OpFunction %void None %fnv")
        self.label("%entry")
        self.variables = len(self.body)
        p = self.op(f"OpAccessChain %puin %gid {self.uint(0)}")
        self.g = self.op(f"OpLoad %uint {p}")

    def label(self, name):
        self.do(f"{name} = OpLabel")

    def load(self, index):
        p = self.op(f"OpAccessChain %pf %in {self.uint(0)} {index}")
        return self.op(f"OpLoad %float {p}")

    def store(self, index, value):
        p = self.op(f"OpAccessChain %pf %out {self.uint(0)} {index}")
        self.do(f"OpStore {p} {value}")

    def at(self, k):
        return self.op(f"OpIAdd %uint {self.g} {self.uint(k)}")

    def finish(self):
        self.do("OpReturn")
        self.do("OpFunctionEnd")
        head = HEAD.format(local=self.local, capabilities="".join(f"OpCapability {c}\n" for c in self.capabilities),
                           **{k: "".join(f"{line}\n" for line in getattr(self, k)) for k in ("imports", "names", "decorations")})
        return head + "\n".join(self.types + self.functions + self.body) + "\n"


def binary(m, r, a, b):
    return m.op(f"Op{r.choice(['FAdd', 'FMul', 'FSub'])} %float {a} {b}")

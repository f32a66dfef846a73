#!/usr/bin/env python3
"""Properties that programs choose a path by say what the compiler does: each operation is compiled for the chip, and its instructions are
looked at. integerDotProduct...Accelerated: by dp4a, without a multiplication of components; ...NonUniformIndexingNative: without a loop over
the descriptors that lanes want; subgroup sizes: compiled at each, and at none beyond.

usage: accelerated.py KILNC VULKANINFO GLSLANG SPIRV-AS CHIP...     (the driver's manifest in VK_DRIVER_FILES; the first four chips without KILN_TEST_ALL)
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from tap import case, done

WIDTHS = {'8Bit': 8, '4x8BitPacked': 0, '16Bit': 16, '32Bit': 32, '64Bit': 64}
OPERATIONS = {'Unsigned': 'U', 'Signed': 'S', 'MixedSignedness': 'SU'}
TYPES = {8: ('Int8', '%uchar'), 16: ('Int16', '%ushort'), 32: (None, '%uint'), 64: ('Int64', '%ulong')}

HEAD = '''OpCapability Shader
OpCapability StorageBuffer8BitAccess
OpCapability StorageBuffer16BitAccess
OpCapability DotProduct
OpCapability DotProductInputAll
OpCapability DotProductInput4x8Bit
OpCapability DotProductInput4x8BitPacked
{capability}
OpExtension "SPV_KHR_integer_dot_product"
OpExtension "SPV_KHR_8bit_storage"
OpExtension "SPV_KHR_16bit_storage"
OpExtension "SPV_KHR_storage_buffer_storage_class"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id %in %out
OpExecutionMode %main LocalSize 64 1 1
OpDecorate %id BuiltIn LocalInvocationIndex
OpDecorate %ina ArrayStride {stride}
OpDecorate %outa ArrayStride {out_stride}
OpDecorate %In Block
OpMemberDecorate %In 0 Offset 0
OpDecorate %Out Block
OpMemberDecorate %Out 0 Offset 0
OpDecorate %in DescriptorSet 0
OpDecorate %in Binding 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
{types}
%pid = OpTypePointer Input %uint
%id = OpVariable %pid Input
%ina = OpTypeRuntimeArray %t
%In = OpTypeStruct %ina
%pIn = OpTypePointer StorageBuffer %In
%pt = OpTypePointer StorageBuffer %t
%in = OpVariable %pIn StorageBuffer
%outa = OpTypeRuntimeArray {result}
%Out = OpTypeStruct %outa
%pOut = OpTypePointer StorageBuffer %Out
%pr = OpTypePointer StorageBuffer {result}
%out = OpVariable %pOut StorageBuffer
%zero = OpConstant %uint 0
%n64 = OpConstant %uint 64
%main = OpFunction %void None %fn
%entry = OpLabel
%i = OpLoad %uint %id
%j = OpIAdd %uint %i %n64
%pa = OpAccessChain %pt %in %zero %i
%pb = OpAccessChain %pt %in %zero %j
%po = OpAccessChain %pr %out %zero %i
%a = OpLoad %t %pa
%b = OpLoad %t %pb
%c = OpLoad {result} %po
%r = Op{op} {result} %a %b {more}
OpStore %po %r
OpReturn
OpFunctionEnd
'''


def dot(saturating, width, kind):
    bits = WIDTHS[width]
    capability, scalar = TYPES[bits or 32]
    result = '%ulong' if bits == 64 else '%uint'
    types = '' if scalar == '%uint' else f'{scalar} = OpTypeInt {bits} 0\n'
    types += '%t = OpTypeInt 32 1' if not bits else f'%t = OpTypeVector {scalar} 4'
    more = ('%c ' if saturating else '') + ('PackedVectorFormat4x8Bit' if not bits else '')
    return HEAD.format(capability='OpCapability ' + capability if capability else '', stride=4 * bits // 8 or 4, out_stride=8 if bits == 64 else 4,
                       types=types, result=result, op=OPERATIONS[kind] + 'Dot' + ('AccSat' if saturating else '') + 'KHR', more=more)


INDEXED = '''#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) %s;
layout(set = 0, binding = 1) buffer Out { uint which[64]; vec4 r[]; };
%s
void main()
{
    uint i = gl_LocalInvocationIndex;
    r[i] = vec4(%s);
}
'''
NATIVE = {
    'shaderUniformBufferArrayNonUniformIndexingNative': ('uniform B { vec4 v[16]; } b[64]', '', 'b[nonuniformEXT(which[i])].v[i & 15]'),
    'shaderStorageBufferArrayNonUniformIndexingNative': ('buffer B { vec4 v[]; } b[64]', '', 'b[nonuniformEXT(which[i])].v[i]'),
    'shaderSampledImageArrayNonUniformIndexingNative': ('uniform sampler2D b[64]', '', 'textureLod(b[nonuniformEXT(which[i])], vec2(i), 0)'),
    'shaderStorageImageArrayNonUniformIndexingNative': ('layout(rgba32f) readonly uniform image2D b[64]', '', 'imageLoad(b[nonuniformEXT(which[i])], ivec2(i))'),
}
MULTIPLIES = re.compile(r'^\s*(?:\(.*?\)\s*)?(mul|mad|mach|macl|mac) \((?!1\|)', re.M)  # of more than the thread's number
SIZES = ('4', '64', '')  # of an array of descriptors: in the binding table, by handles, any


def loops(asm):
    """Whether a branch goes back."""
    here = 0
    for line in asm.splitlines():
        if m := re.match(r'L(\d+):', line):
            here = int(m[1])
        elif re.match(r'\s*(?:\(.*?\)\s*)?(while|goto|jmpi|brc|brd)\b', line) and any(int(n) <= here for n in re.findall(r'\bL(\d+)\b', line)):
            return True
    return False


class Compiler:
    def __init__(self, kilnc, glslang, spirv_as, chip, folder):
        self.kilnc, self.glslang, self.spirv_as, self.chip, self.folder = kilnc, glslang, spirv_as, chip, folder

    def run(self, *command):
        p = subprocess.run(command, capture_output=True, text=True, env={**os.environ, 'KILN_CACHE': 'off'})
        return p.stdout if p.returncode == 0 else None

    def compile(self, spv, *more):
        return self.run(self.kilnc, '-d', self.chip, '--emit', 'asm', *more, spv) or ''

    def width(self, spv, wanted):
        """The width that it has if this one is wanted; 0: it does not compile."""
        stats = self.run(self.kilnc, '-d', self.chip, '--emit', 'stats', '--simd', str(wanted), spv)
        return json.loads(stats)['simd'] if stats else 0

    def module(self, text, kind, *tool):
        """The file of a text's SPIR-V, which is made once for all chips."""
        name = hashlib.sha256((kind + text).encode()).hexdigest()[:20]
        source, spv = os.path.join(self.folder, name + kind), os.path.join(self.folder, name + '.spv')
        if not os.path.exists(spv):
            open(source, 'w').write(text)
            if self.run(*tool, '-o', spv, source) is None:
                raise SystemExit(f'Bail out! {tool[0]} refuses {source}')
        return spv

    def assembled(self, text):
        return self.compile(self.module(text, '.spvasm', self.spirv_as, '--target-env', 'spv1.5'))

    def comp(self, text):
        return self.module(text, '.comp', self.glslang, '--quiet', '-V', '--target-env', 'vulkan1.2')

    def shader(self, text, *more):
        return self.compile(self.comp(text), *more)


def properties(vulkaninfo, chip):
    p = subprocess.run([vulkaninfo], capture_output=True, text=True, env={**os.environ, 'KILN_DEVICE': 'sim:' + chip, 'DISPLAY': ''})
    return dict(re.findall(r'^\s*(\w+)\s*=\s*(\w+)', p.stdout, re.M))


def check_dots(c, said):
    for saturating in ('', 'AccumulatingSaturating'):
        for width in WIDTHS:
            for kind in OPERATIONS:
                name = f'integerDotProduct{saturating}{width}{kind}Accelerated'
                asm = c.assembled(dot(saturating, width, kind))
                made = 'dp4a' in asm and not MULTIPLIES.search(asm)
                case(f'{c.chip}: {name}', asm and said.get(name) == str(made).lower(), f'{said.get(name)} is said; by dp4a: {made}; {len(asm)} bytes of assembly')


def check_native(c, said):
    for name, parts in NATIVE.items():
        made = [c.shader(INDEXED % tuple(p.replace('b[64]', f'b[{n}]') for p in parts)) for n in SIZES]
        native = not any(loops(asm) for asm in made)
        case(f'{c.chip}: {name}', any(made) and said.get(name) == str(native).lower(), f'{said.get(name)} is said; loops: {[loops(asm) for asm in made]}')
    asm = c.shader(INDEXED % ('buffer B { vec4 v[]; } b[64]', '', 'b[7].v[i]'))
    case(f'{c.chip}: there is no loop where the index is one', asm and not loops(asm), asm[:300])


def check_widths(c, said):
    low, high = int(said.get('minSubgroupSize', 0)), int(said.get('maxSubgroupSize', 0))
    plain = c.comp(INDEXED % ('buffer B { vec4 v[]; } b[64]', '', 'b[7].v[i]'))
    made = [w for w in (4, 8, 16, 32, 64) if c.width(plain, w) == w]
    case(f'{c.chip}: subgroup sizes', made and (made[0], made[-1]) == (low, high), f'{low} to {high} are said, {made} compile')


def main():
    kilnc, vulkaninfo, glslang, spirv_as, *chips = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for chip in chips if os.environ.get('KILN_TEST_ALL') else chips[:4]:
            said = properties(vulkaninfo, chip)
            c = Compiler(kilnc, glslang, spirv_as, chip, folder)
            check_dots(c, said)
            check_native(c, said)
            check_widths(c, said)
    sys.exit(done())


main()

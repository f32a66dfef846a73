#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
// kiln: env=vulkan1.2 address b0=zero b1=zero elems=64 groups=1,1,1 expect=1:1073758208 alone not=Intel,anv25
// Atomics on halves by address: every half of the second buffer is 1 + 1.
layout(local_size_x = 128) in;
layout(buffer_reference, std430, buffer_reference_align = 4) coherent buffer H { float16_t v[]; };
layout(push_constant) uniform P { H a, b; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    atomicAdd(a.v[i & 3u], 1.0hf);
    atomicMax(a.v[5u], float16_t(i));
    memoryBarrierBuffer();
    barrier();
    bool good = atomicAdd(a.v[i & 3u], 0.0hf) == 32.0hf && atomicExchange(a.v[5u], 127.0hf) == 127.0hf && a.v[4] == 0.0hf;
    if (good)
        atomicAdd(b.v[i], 1.0hf);
    atomicAdd(b.v[127u - i], 1.0hf);
}

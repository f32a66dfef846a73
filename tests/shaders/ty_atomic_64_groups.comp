#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
// kiln: groups=16,1,1 elems=512 b0=zero b1=zero not=hasvk,kiln-gen8
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer B0 { uint64_t sums[64]; uint64_t best[64]; };
layout(set = 0, binding = 1) buffer B1 { uint64_t outside[]; };

// Many groups at once, divergent places, some lanes off, and accesses behind the buffer's end, which do nothing.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t v = uint64_t(i * 2654435761u) << 21;
    if (i % 3u != 0u)
        atomicAdd(sums[(i * 7u) & 63u], v);
    atomicMax(best[(i >> 2) & 63u], v);
    atomicAdd(outside[i + 256u], 1ul);
    atomicAdd(outside[i & 255u], uint64_t(i));
}

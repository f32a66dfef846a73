#version 450
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero b2=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(set = 0, binding = 2) buffer B2 { uint8_t q[]; };

// A row is read twice, its places written once as x * 64 + 4 * k and once as (x * 16 + k) * 4, which a byte's place has a part of. And then read
// again where it has changed in between.
shared uint row[1024];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x, top = 0u;
    for (uint k = 0u; k < 16u; k++)
        top = max(top, a[i * 16u + k] & 0xffffu);
    r[i] = top;
    for (uint k = 0u; k < 16u; k++)
        q[i * 16u + k] = uint8_t((a[i * 16u + k] & 0xffffu) * 255u / max(top, 1u));
    for (uint k = 0u; k < 16u; k++)
        row[l * 16u + k] = a[i * 16u + k];
    uint s = 0u;
    for (uint k = 0u; k < 16u; k++)
        s += row[l * 16u + k] ^ k;
    for (uint k = 0u; k < 16u; k += 3u)
        row[l * 16u + k] = s + uint(q[i * 16u + k]);
    for (uint k = 0u; k < 16u; k++)
        r[256u + i * 16u + k] = row[l * 16u + k] + r[i];
}

#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero b2=uint
// Three dwords in a row: read, written, in shared memory; and with a write between that may be to one of them.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
layout(set = 0, binding = 2, std430) buffer B { uint b[]; };
shared uint s[256];
void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x, k = i * 3u;
    uvec3 v = uvec3(a[k], a[k + 1u], a[k + 2u]);
    s[l * 3u] = v.z;
    s[l * 3u + 1u] = v.x;
    s[l * 3u + 2u] = v.y;
    barrier();
    uint o = (63u - l) * 3u;
    uvec3 w = uvec3(s[o], s[o + 1u], s[o + 2u]);
    uint p = 2048u + k, x = b[p], y = b[p + 1u];
    b[p + i % 3u] = v.x; // to one's own part, perhaps to the third
    uint z = b[p + 2u];
    r[k] = w.x + x;
    r[k + 1u] = w.y + y;
    r[k + 2u] = w.z + z;
}

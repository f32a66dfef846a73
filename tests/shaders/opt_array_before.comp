#version 450
// kiln: groups=2,1,1 elems=2048 b0=uint b1=zero push=index:1
// An array whose computed indices begin behind a number that is taken from them: a[n - 1] is in registers too.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
layout(push_constant) uniform P { uint n; };
void main()
{
    uint i = gl_GlobalInvocationID.x, at = max(n & 3u, 1u), lane = max(i & 3u, 1u);
    uint v[3] = uint[3](i, i * 3u, a[i]), w[3] = uint[3](i, 7u, a[i + 128u]);
    v[at - 1u] += a[i + 256u];
    w[lane - 1u] ^= a[i + 384u];
    for (uint k = 0u; k < 3u; k++) {
        r[i * 3u + k] = v[k];
        r[i * 3u + k + 384u] = w[k];
    }
}

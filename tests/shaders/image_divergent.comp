#version 450
// kiln: groups=4,1,1 tol=ulp:8 t0=storage,rgba8,2d,64x4 t1=combined,rgba8,2d,16x16 b2=small b3=zero
// Image accesses in divergent branches and loops.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, rgba8) uniform image2D img;
layout(set = 0, binding = 1) uniform sampler2D tex;
layout(set = 0, binding = 2, std430) buffer In { uint v[]; };
layout(set = 0, binding = 3, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec2 p = ivec2(i % 64u, i / 64u);
    vec4 s = vec4(0);
    for (uint k = 0u; k < v[i] % 7u; k++) {
        if ((v[i] >> k & 1u) != 0u)
            s += texelFetch(tex, ivec2((i + k) % 16u, k), 0);
        else
            s += imageLoad(img, p).wzyx;
    }
    o[i] = s;
    if (v[i] > 128u)
        imageStore(img, p, vec4(v[i] - 128u, 255u - v[i], 0u, 255u) / 255.0);
}

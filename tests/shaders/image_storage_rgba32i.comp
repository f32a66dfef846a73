#version 450
// kiln: groups=2,2,1 t0=storage,rgba32i,40x24,2d t1=storage,rgba32i,40x24,2d b2=zero
// Reads every texel of a storage image of format rgba32i, shows it, and writes it to another place of a second image.
layout(local_size_x = 20, local_size_y = 12) in;
layout(set = 0, binding = 0, rgba32i) uniform readonly iimage2D src;
layout(set = 0, binding = 1, rgba32i) uniform writeonly iimage2D dst;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec4 v = imageLoad(src, p);
    o[p.y * 40 + p.x] = uvec4(v);
    imageStore(dst, ivec2(39 - p.x, 23 - p.y), v);
}

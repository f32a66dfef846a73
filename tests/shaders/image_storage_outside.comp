#version 450
// kiln: check=oob groups=4,4,1 tol=ulp:3 t0=storage,r32ui,2d,20x12 t1=storage,rgba8,2d,20x12 t2=storagetexels,r32ui,50 b3=zero
// Texels outside an image: reads give zero, writes and atomics vanish.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D img;
layout(set = 0, binding = 1, rgba8) uniform image2D colors;
layout(set = 0, binding = 2, r32ui) uniform uimageBuffer texels;
layout(set = 0, binding = 3, std430) buffer Out { uvec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy) - 4;
    bool inside = all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, ivec2(20, 12)));
    uint i = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    uint v = imageLoad(img, p).x;
    vec3 c = imageLoad(colors, p).xyz;
    int at = int(i) - 100;
    uint t = imageLoad(texels, at).x;
    o[i] = uvec4(v, floatBitsToUint(c.xy), t);
    if (!inside) {
        imageStore(img, p, uvec4(7u));
        imageAtomicAdd(img, p, 1u);
        imageStore(colors, p, vec4(1));
    }
    if (at < 0 || at >= 50)
        imageStore(texels, at, uvec4(9u));
}

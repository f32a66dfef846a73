#version 450
// kiln: groups=2,2,1 tol=ulp:3 t0=storage,rgba8,2d,37x21,tiling:linear t1=storage,r32f,float,2d,37x21,tiling:linear b2=zero
// Linear images.
layout(local_size_x = 19, local_size_y = 11) in;
layout(set = 0, binding = 0, rgba8) uniform image2D a;
layout(set = 0, binding = 1, r32f) uniform image2D b;
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= 37 || p.y >= 21)
        return;
    vec4 v = imageLoad(a, p);
    float f = imageLoad(b, p).x;
    o[p.y * 37 + p.x] = vec4(v.xyz, f);
    imageStore(a, p, v.wzyx);
    imageStore(b, p, vec4(f * 2.0 + 1.0));
}

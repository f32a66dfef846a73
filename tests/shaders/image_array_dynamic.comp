#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,rgba32f,unit,2d,16x16,linear,repeat array=0:4 t1=storage,r32ui,2d,64x4 array=1:4 t2=texels,r32ui,256 array=2:3 b3=unit b4=zero
// Arrays of images, indexed by a uniform value and by one of the lane's.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2D img[4];
layout(set = 0, binding = 1, r32ui) uniform uimage2D st[4];
layout(set = 0, binding = 2) uniform usamplerBuffer tb[3];
layout(set = 0, binding = 3, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 4, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    uint n = uint(x.w * 3.99);
    vec4 v = textureLod(img[nonuniformEXT(n)], x.xy, 0.0) + textureLod(img[gl_WorkGroupID.x], x.yz, 0.0);
    uint w = imageLoad(st[nonuniformEXT(n)], ivec2(i % 64u, i / 64u)).x + imageLoad(st[gl_WorkGroupID.x], ivec2(i % 64u, i / 64u)).x;
    uint t = texelFetch(tb[nonuniformEXT(n % 3u)], int(i)).x;
    o[i] = vec4(v.xyz, float((w ^ t) & 0xffffu));
    imageStore(st[nonuniformEXT(n)], ivec2(i % 64u, i / 64u), uvec4(w * 3u));
}

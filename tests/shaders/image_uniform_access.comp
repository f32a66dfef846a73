#version 450
// kiln: groups=4,1,1 tol=ulp:3 t0=storage,rgba16,2d,16x16 t1=combined,rgba8,2d,16x16 b2=zero
// Coordinates that are the same for all invocations of a group.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, rgba16) uniform readonly image2D img;
layout(set = 0, binding = 1) uniform sampler2D tex;
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_WorkGroupID.x, 3);
    o[gl_GlobalInvocationID.x] = imageLoad(img, p) + texelFetch(tex, p, 0) + float(gl_LocalInvocationIndex);
}

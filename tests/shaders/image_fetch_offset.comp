#version 450
// kiln: groups=1,1,1 tol=ulp:3 t0=combined,rgba8,2d,32x32 b1=zero
// texelFetchOffset.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy) + 8;
    o[gl_LocalInvocationIndex] = texelFetchOffset(img, p, 0, ivec2(-7, 5));
}

#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=1,1,1 tol=ulp:3 t0=sampled,rgba8,2d,16x16,swizzle:bg1r t1=sampled,r16ui,2d,16x16,swizzle:0r1a b2=zero
// Component swizzles of views.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) uniform texture2D a;
layout(set = 0, binding = 1) uniform utexture2D b;
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    o[2u * gl_LocalInvocationIndex] = texelFetch(a, p, 0);
    o[2u * gl_LocalInvocationIndex + 1u] = vec4(texelFetch(b, p, 0));
}

#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=3,1,1 tol=ulp:3 t0=texels,rgb8,180 t1=texels,rgb16ui,180 t2=texels,rgb32i,180 b3=zero not=hasvk,kiln-gen8
// Fetches texels of three channels from buffers, and beyond their ends.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform textureBuffer a;
layout(set = 0, binding = 1) uniform utextureBuffer b;
layout(set = 0, binding = 2) uniform itextureBuffer c;
layout(set = 0, binding = 3, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    o[i] = texelFetch(a, int(i)) + vec4(texelFetch(b, int(i))) + vec4(texelFetch(c, int(i)));
}

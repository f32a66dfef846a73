#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,rgb8,2darray,17x13,layers:3,mips:4,linear,miplinear,repeat t1=combined,rgb16,3d,9x7x5,linear,mirror t2=combined,rgb32f,unit,1d,33,linear,clamp b3=float b4=zero
// Linear filtering of texels of three channels.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2DArray a;
layout(set = 0, binding = 1) uniform sampler3D b;
layout(set = 0, binding = 2) uniform sampler1D c;
layout(set = 0, binding = 3, std430) buffer Coords { vec4 at[]; };
layout(set = 0, binding = 4, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = at[i] * 0.05;
    o[3u * i] = textureLod(a, vec3(x.xy, float(i % 3u)), float(i % 4u) + 0.25);
    o[3u * i + 1u] = textureLod(b, x.xyz, 0.0);
    o[3u * i + 2u] = textureLod(c, x.w, 0.0);
}

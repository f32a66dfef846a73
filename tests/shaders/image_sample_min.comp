#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,r32f,unit,2d,17x13,linear,clamp,min b1=unit b2=zero not=hasvk,kiln-gen8
// Reduction to the minimum.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = textureLod(img, (floor(x.xy * vec2(17, 13) * 8.0) + 0.5) / (8.0 * vec2(17, 13)), 0.0).xxxx;
}

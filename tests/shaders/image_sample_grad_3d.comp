#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,rgba32f,unit,3d,32x16x8,mips:6,linear,repeat,miplinear b1=unit b2=zero
// Gradients of a volume, one along each axis: of each, the level is another.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler3D img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    float s = exp2(floor(x.w * 5.0) - 5.0);
    vec3 dx = i % 3u == 0u ? vec3(s, 0.0, 0.0) : i % 3u == 1u ? vec3(0.0, s, 0.0) : vec3(0.0, 0.0, s);
    o[i] = textureGrad(img, x.xyz, dx, dx.zxy * 0.25);
}

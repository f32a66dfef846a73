#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=sampled,rgba32f,unit,2d,16x16 t1=sampler,linear,repeat t2=sampler,clamp b3=unit b4=zero
// A texture with two samplers, chosen by the lane's data.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform texture2D img;
layout(set = 0, binding = 1) uniform sampler smooth_one;
layout(set = 0, binding = 2) uniform sampler sharp_one;
layout(set = 0, binding = 3, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 4, std430) buffer Out { vec4 o[]; };
void main()
{
    vec4 x = c[gl_GlobalInvocationID.x];
    vec4 v;
    if (x.w < 0.5)
        v = textureLod(sampler2D(img, smooth_one), x.xy * 3.0, 0.0);
    else
        v = textureLod(sampler2D(img, sharp_one), x.xy * 3.0 - 1.0, 0.0);
    o[gl_GlobalInvocationID.x] = v;
}

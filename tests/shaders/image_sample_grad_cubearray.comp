#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,rgba32f,unit,cubearray,32x32,mips:6,layers:18,linear,repeat,miplinear b1=unit b2=zero not=anv26
// (ANV 26 divides the place by its major axis before it works the gradients out, which it does not divide.)
// The same where there are several.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform samplerCubeArray img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    // A direction whose major axis and its sign are the lane's; gradients along the others or, of half the lanes, along that axis: of powers of two (whose
    // logarithms lavapipe knows best), so that the direction is as well.
    bool out_of_face = i / 8u % 2u != 0u;
    vec3 p = vec3(out_of_face ? vec2(0.0, i % 3u == 0u ? -0.5 : 0.25) : x.xy * 1.5 - 0.75, i % 2u == 0u ? 1.0 : -1.0) * (1.0 + float(i % 4u));
    float s = exp2(floor(x.z * 5.0) - 4.0) * (1.0 + float(i % 4u));
    vec3 dx = out_of_face ? vec3(0.0, 0.0, s) : vec3(s, 0.0, 0.0), dy = vec3(0.0, s * 0.25, 0.0);
    if (i / 16u % 3u == 1u) { p = p.zxy; dx = dx.zxy; dy = dy.zxy; }
    if (i / 16u % 3u == 2u) { p = p.yzx; dx = dx.yzx; dy = dy.yzx; }
    o[i] = textureGrad(img, vec4(p, float(i / 48u % 4u)), dx, dy);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 b0=unit b1=zero tol=rel:8e-3,abs:8e-3
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    f16vec2 x = f16vec2(a[i], a[i + 1u]) * float16_t(0.9), y = x + float16_t(0.05);
    f16vec2 v[14] = f16vec2[14](sin(x * float16_t(3)), cos(x * float16_t(3)), tan(x), asin(x), acos(x), atan(x), atan(x, y.yx), exp(x),
                          exp2(x), log(y), log2(y), pow(y, x.yx), sinh(x) + cosh(x), tanh(x) + asinh(x) + acosh(x + float16_t(1.5)) + atanh(x * float16_t(0.9)));
    for (uint k = 0u; k < 14u; k++)
        r[i + 128u * k] = float(v[k].x) - float(v[k].y) * 0.5;
}

#version 450
// kiln: groups=4,1,1 b0=unit b1=zero tol=abs:0.01
// Scalars of the whole thread in multiply-adds of halves, each in several of them: in all lanes once.
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { vec4 x[256]; vec4 u[2]; };
layout(set = 0, binding = 1) buffer B1 { vec4 r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    f16vec4 v = f16vec4(x[i]), s = f16vec4(0.0hf), f = f16vec4(u[0]);
    s = fma(f.xxxx, v, s);
    s = fma(f.yyyy, v.yzwx, s);
    s = fma(f.zzzz, v.zwxy, s);
    s = fma(f.wwww, v.wxyz, s);
    r[i] = vec4(s);
    r[i + 256] = vec4(fma(f16vec4(u[1].x), s, v));
}

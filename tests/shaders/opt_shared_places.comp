#version 450
// kiln: groups=2,1,1 elems=4096 b0=unit b1=zero tol=rel:2e-2 env=vulkan1.2
// A tile of halves that an unrolled loop reads at known places, more of them than LLVM's vectorizer is given at once: blocks of 128
// bytes nevertheless.
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { float r[]; };
shared f16vec4 front[8], tile[128];
void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    for (uint k = l; k < 128; k += 32)
        tile[k] = f16vec4(vec4(a[4 * k], a[4 * k + 1], a[4 * k + 2], a[4 * k + 3]));
    if (l < 8)
        front[l] = f16vec4(vec4(a[i], a[i + 64], a[i + 128], a[i + 192]));
    barrier();
    float s[16];
    for (int j = 0; j < 16; j++) {
        vec4 p = vec4(0.0);
        for (int d = 0; d < 8; d++)
            p += vec4(front[d]) * vec4(tile[8 * j + d]);
        s[j] = p.x + p.y + p.z + p.w + float(l);
    }
    float top = 0.0, sum = 0.0;
    for (int j = 0; j < 16; j++)
        top = max(top, s[j]);
    for (int j = 0; j < 16; j++)
        sum += s[j] / top;
    r[i] = sum;
}

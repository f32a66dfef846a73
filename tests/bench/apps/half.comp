#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// Arithmetic in half precision: eight chains, in vectors of two.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) writeonly buffer B { float b[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    f16vec2 x = f16vec2(float16_t(a[i]), float16_t(a[i]) + 0.25hf), y = x * 0.5hf, z = x + 0.125hf, w = x - 0.0625hf;
    for (uint k = 0u; k < 250u; k++) {
        x = x * 0.98hf + y * 0.02hf;
        y = min(y * 0.97hf + z * 0.03hf, f16vec2(2.0hf));
        z = z * 0.96hf + w * 0.04hf;
        w = max(w * 0.95hf + x * 0.05hf, f16vec2(-2.0hf));
    }
    f16vec2 s = x + y + z + w;
    b[i] = float(s.x) + float(s.y);
}

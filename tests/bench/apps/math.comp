#version 450
// Transcendental functions of the extended math unit.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) writeonly buffer B { float b[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float x = a[i], y = x + 0.5, z = x * 0.25 + 0.125, w = 1.0 - x;
    for (uint k = 0u; k < 100u; k++) {
        x = sin(y * 3.0) * 0.5 + 0.5;
        y = exp2(z - 1.0) + x * 0.125;
        z = abs(log2(w + 1.5)) * 0.5 + y * 0.25;
        w = pow(x + 0.5, y * 0.5) * 0.25 + cos(z) * 0.25;
        x = sqrt(abs(w)) + inversesqrt(z + 1.0) * 0.5;
    }
    b[i] = x + y + z + w;
}

#version 450
// Arithmetic in double precision: four chains.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) writeonly buffer B { float b[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    double x = double(a[i]), y = x * 0.5lf, z = x + 0.25lf, w = x - 0.125lf;
    for (uint k = 0u; k < 250u; k++) {
        x = x * 0.99lf + y * 0.01lf;
        y = fma(y, 0.98lf, z * 0.02lf);
        z = z * 0.97lf + w * 0.03lf;
        w = w < 0.0lf ? w * 0.5lf : w * 0.96lf + x * 0.04lf;
    }
    b[i] = float(x + y + z + w);
}

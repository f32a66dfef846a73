#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
// The scaled values stay clear of ties, whose rounding the specification leaves open.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// From below -1.2 to above 1.2 in steps of 1/scale, a quarter off the step.
float value(uint bits, int scale)
{
    int k = int(bits % uint(2 * scale + scale / 2)) - scale - scale / 4;
    return (float(k) + 0.25) / float(scale);
}

void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i], y = a[i + 256], z = a[i + 512], w = a[i + 768];
    r[i] = packUnorm4x8(vec4(value(x, 255), value(y, 255), value(z, 255), value(w, 255)));
    r[i + 256] = packSnorm4x8(vec4(value(x, 127), value(y, 127), value(z, 127), value(w, 127)));
    r[i + 512] = packUnorm2x16(vec2(value(x, 65535), value(y, 65535)));
    r[i + 768] = packSnorm2x16(vec2(value(z, 32767), value(w, 32767)));
}

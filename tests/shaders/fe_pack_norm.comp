#version 450
// kiln: groups=4,1,1 b0=unit b1=zero
// The scaled values stay clear of ties, whose rounding the specification leaves open.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

vec4 clear_of_ties(vec4 x, float scale) { return (floor(x * scale) + 0.25 + 0.125 * fract(x * scale)) / scale; }

void main()
{
    uint i = gl_GlobalInvocationID.x;

    vec4 x = vec4(a[i], a[i + 256], a[i + 512], a[i + 768]) * 3.0 - 1.5;
    r[i] = packUnorm4x8(clear_of_ties(x, 255.0));
    r[i + 256] = packSnorm4x8(clear_of_ties(x, 127.0));
    r[i + 512] = packUnorm2x16(clear_of_ties(x, 65535.0).xy);
    r[i + 768] = packSnorm2x16(clear_of_ties(x, 32767.0).zw);
}

#version 450
// kiln: groups=4,1,1 b0=unit b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    vec4 x = vec4(a[i], a[i + 256], a[i + 512], a[i + 768]) * 3.0 - 1.5;
    r[i] = packUnorm4x8(x);
    r[i + 256] = packSnorm4x8(x);
    r[i + 512] = packUnorm2x16(x.xy);
    r[i + 768] = packSnorm2x16(x.zw);
}

#version 450
// kiln: groups=4,1,1 b0=float b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] * 1000.0;
    int n = int(x);
    uint u = uint(abs(x));
    r[i] = uint(n);
    r[i + 256] = u;
    r[i + 512] = floatBitsToUint(float(n));
    r[i + 768] = floatBitsToUint(float(u));
    r[i + 1024] = floatBitsToUint(float(floatBitsToUint(x)));
    r[i + 1280] = floatBitsToUint(float(floatBitsToInt(x)));
    r[i + 1536] = uint(bool(n)) + uint(bool(x)) * 2u + uint(int(true));
    r[i + 1792] = floatBitsToUint(float(x > 0.0));
    uvec3 v = uvec3(vec3(abs(x), abs(x) * 0.5, 3.99));
    r[i + 2048] = v.x + v.y + v.z;
}

#version 450
// kiln: groups=4,1,1 b0=wide b1=unit
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], y = a[i + 256];
    r[i] = min(x, y);
    r[i + 256] = max(x, y);
    r[i + 512] = clamp(x, -1.0, 1.0);
    r[i + 768] = clamp(x, min(y, 0.0), max(y, 0.0));
    vec3 v = max(vec3(x, y, -x), vec3(y, 0.0, 1.0));
    r[i + 1024] = v.x;
    r[i + 1280] = v.y;
    r[i + 1536] = v.z;
}

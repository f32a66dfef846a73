#version 450
// A 7 x 7 filter of a 1024 x 1024 picture in a buffer, packed RGBA8.
layout(local_size_x = 16, local_size_y = 8) in;
layout(set = 0, binding = 0) readonly buffer S { uint s[]; };
layout(set = 0, binding = 1) writeonly buffer D { uint d[]; };

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 sum = vec4(0.0);
    float weight = 0.0;
    for (int y = -3; y <= 3; y++)
        for (int x = -3; x <= 3; x++) {
            ivec2 q = clamp(at + ivec2(x, y), ivec2(0), ivec2(1023));
            float w = 1.0 / (1.0 + float(x * x + y * y));
            sum += unpackUnorm4x8(s[q.y * 1024 + q.x]) * w;
            weight += w;
        }
    d[at.y * 1024 + at.x] = packUnorm4x8(sum / weight);
}

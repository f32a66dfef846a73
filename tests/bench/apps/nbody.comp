#version 450
// Gravity of 4096 bodies, in tiles of shared memory.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer P { vec4 p[]; };
layout(set = 0, binding = 1) buffer V { vec4 v[]; };
shared vec4 tile[128];

void main()
{
    uint i = gl_GlobalInvocationID.x, n = 4096u;
    vec3 me = p[i].xyz, f = vec3(0.0);
    for (uint t = 0u; t < n; t += 128u) {
        tile[gl_LocalInvocationID.x] = p[t + gl_LocalInvocationID.x];
        barrier();
        for (uint k = 0u; k < 128u; k++) {
            vec3 d = tile[k].xyz - me;
            float s = inversesqrt(dot(d, d) + 0.01);
            f += d * (tile[k].w * s * s * s);
        }
        barrier();
    }
    v[i] += vec4(f * 0.001, 0.0);
}

#version 450
// kiln: groups=4,1,1 b0=float b1=zero tol=rel:2e-5,abs:1e-5
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer P { vec4 pos[]; };
layout(std430, set = 0, binding = 1) writeonly buffer V { vec4 acc[]; };
shared vec4 tile[64];

void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec3 me = pos[i].xyz, a = vec3(0);
    for (uint t = 0u; t < 256u; t += 64u) {
        tile[gl_LocalInvocationID.x] = pos[t + gl_LocalInvocationID.x];
        barrier();
        for (uint j = 0u; j < 64u; j++) {
            vec3 d = tile[j].xyz - me;
            float r2 = dot(d, d) + 0.5, inv = inversesqrt(r2);
            a += d * (abs(tile[j].w) * inv * inv * inv);
        }
        barrier();
    }
    acc[i] = vec4(a, 1.0);
}

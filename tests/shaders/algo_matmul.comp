#version 450
// kiln: groups=4,4,1 b0=unit b1=unit b2=zero tol=rel:1e-5
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) writeonly buffer C { float c[]; };
const uint N = 64u;
shared float ta[16][16], tb[16][17];

void main()
{
    uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy;
    float sum = 0.0;
    for (uint k = 0u; k < N; k += 16u) {
        ta[l.y][l.x] = a[g.y * N + k + l.x];
        tb[l.y][l.x] = b[(k + l.y) * N + g.x];
        barrier();
        for (uint i = 0u; i < 16u; i++)
            sum += ta[l.y][i] * tb[i][l.x];
        barrier();
    }
    c[g.y * N + g.x] = sum;
}

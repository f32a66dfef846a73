#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// Runs of bytes: what a round of the outer loop reads decides how often the inner one runs, which reads nothing that decides anything.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, at = 16u * i, out_at = 0u, sum = 0u;
    while (out_at < 64u) {
        uint token = a[at & 4095u];
        at++;
        for (uint k = 0u; k < (token & 15u) && out_at < 64u; k++) {
            sum = sum * 3u + a[sum + k & 4095u];
            out_at++;
        }
        out_at++;
    }
    r[i] = sum;
}

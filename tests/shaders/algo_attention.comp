#version 450
// kiln: groups=2,1,1 elems=8192 b0=unit b1=unit b2=zero tol=abs:0.00002
// Attention over tiles of keys and values in shared memory: query, sums and scores of an item leave few registers, and
// the reads of the rows are to go ahead of the products nevertheless.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { vec4 a[]; };
layout(set = 0, binding = 1, std430) readonly buffer B { vec4 b[]; };
layout(set = 0, binding = 2, std430) writeonly buffer R { vec4 r[]; };
shared vec4 keys[256], values[256];
void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    vec4 query[8], sums[8];
    for (int d = 0; d < 8; d++) {
        query[d] = a[8u * i + d];
        sums[d] = vec4(0.0);
    }
    float most = -1e30, total = 0.0;
    for (uint t = 0; t < gl_NumWorkGroups.x * 2; t++) {
        for (uint e = l; e < 256u; e += 64u) {
            keys[e] = b[256u * t + e];
            values[e] = b[1024u + 256u * t + e];
        }
        barrier();
        float score[32], top = most;
        for (int j = 0; j < 32; j++) {
            vec4 p = vec4(0.0);
            for (int d = 0; d < 8; d++)
                p += query[d] * keys[8 * j + d];
            score[j] = p.x + p.y + p.z + p.w;
            top = max(top, score[j]);
        }
        float scale = exp(most - top);
        total *= scale;
        for (int d = 0; d < 8; d++)
            sums[d] *= scale;
        for (int j = 0; j < 32; j++) {
            float p = exp(score[j] - top);
            total += p;
            for (int d = 0; d < 8; d++)
                sums[d] += p * values[8 * j + d];
        }
        most = top;
        barrier();
    }
    for (int d = 0; d < 8; d++)
        r[8u * i + d] = sums[d] / total;
}

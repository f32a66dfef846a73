#version 450
// Softmax of scores, then a matrix times the result: what one step of a transformer does per head. A group per row.
layout(local_size_x = 256) in;
layout(push_constant) uniform P { uint phase; };
layout(set = 0, binding = 0) buffer S { float scores[]; }; // [rows][1024]
layout(set = 0, binding = 1) readonly buffer M { float m[]; }; // [1024][256]
layout(set = 0, binding = 2) writeonly buffer R { float result[]; }; // [rows][256]
shared float part[256];

void main()
{
    uint l = gl_LocalInvocationID.x, row = gl_WorkGroupID.x * 1024u;
    float top = -1e30, sum = 0.0;
    for (uint k = l; k < 1024u; k += 256u)
        top = max(top, scores[row + k]);
    part[l] = top;
    barrier();
    for (uint s = 128u; s > 0u; s >>= 1) {
        if (l < s)
            part[l] = max(part[l], part[l + s]);
        barrier();
    }
    top = part[0];
    barrier();
    for (uint k = l; k < 1024u; k += 256u) {
        float e = exp(scores[row + k] - top);
        scores[row + k] = e;
        sum += e;
    }
    memoryBarrierBuffer(); // the whole group reads these scores
    part[l] = sum;
    barrier();
    for (uint s = 128u; s > 0u; s >>= 1) {
        if (l < s)
            part[l] += part[l + s];
        barrier();
    }
    sum = part[0];
    float acc = 0.0;
    for (uint k = 0u; k < 1024u; k++)
        acc += scores[row + k] * m[k * 256u + l];
    result[gl_WorkGroupID.x * 256u + l] = acc / sum;
}

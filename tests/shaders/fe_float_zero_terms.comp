#version 450
// kiln: groups=2,1,1 b0=float b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { vec2 a[]; };
layout(set = 0, binding = 1) buffer B1 { vec2 r[]; };

// Complex products with factors that turn out to be 1, -1, i and -i, as transforms with unrolled stages have them,
// and stages that each ask again which invocations take part.
vec2 turn(vec2 x, vec2 w) { return vec2(x.x * w.x - x.y * w.y, x.x * w.y + x.y * w.x); }

void main()
{
    uint i = gl_GlobalInvocationID.x;
    const vec2 w[4] = vec2[4](vec2(1, 0), vec2(0, 1), vec2(-1, 0), vec2(0, -1));
    vec2 x[4], sum = vec2(0);
    bool takes_part = i % 13u < 9u;
    if (takes_part) {
        for (int k = 0; k < 4; k++)
            x[k] = clamp(a[i * 4u + k], -1e6, 1e6);
    }
    if (takes_part) {
        for (int k = 0; k < 4; k++)
            x[k] = turn(x[k], w[k]);
    }
    if (takes_part) {
        for (int k = 0; k < 4; k++)
            sum += x[k] * (k == 2 ? 0.0 : 1.0) + 0.0;
    } else {
        sum = vec2(0.0 - float(i), 1.0);
    }
    r[i] = sum;
}

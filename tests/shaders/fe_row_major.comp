#version 450
// kiln: groups=1,1,1 b0=float b1=float
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { layout(row_major) mat3 m[]; };
layout(set = 0, binding = 1, std430) buffer R { layout(row_major) mat3x4 o[64]; layout(column_major) mat3x4 c[64]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    mat3 x = m[i];
    o[i] = mat3x4(vec4(x[0], 1.0), vec4(x[1], 2.0), vec4(x[2], 3.0));
    c[i] = o[i];
    o[i][1][2] = m[i][2].y;
    c[i][i % 3u] = vec4(m[i][i % 3u], 9.0).wzyx;
    o[i][2] = c[i][0];
}

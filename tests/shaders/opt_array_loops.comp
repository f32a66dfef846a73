#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// Tiles of sums in a private array, through which loops count whose bounds are specialization constants: unrolled, all of
// it is in registers. The loop that stores has branches in it.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint ROWS = 4;
layout(constant_id = 1) const uint COLUMNS = 8;
layout(set = 0, binding = 0, std430) readonly buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint g = gl_GlobalInvocationID.x;
    uint sum[ROWS * COLUMNS], x[ROWS];
    for (uint i = 0u; i < ROWS * COLUMNS; i++)
        sum[i] = 0u;
    for (uint k = 0u; k < 16u + (g & 1u); k++) {
        for (uint i = 0u; i < ROWS; i++)
            x[i] = a[(g + i * 64u + k * 3u) & 4095u];
        for (uint c = 0u; c < COLUMNS; c++) {
            uint y = a[(g * 7u + c * 64u + k) & 4095u];
            for (uint i = 0u; i < ROWS; i++)
                sum[c * ROWS + i] = x[i] * y + (sum[c * ROWS + i] << 1u);
        }
    }
    for (uint c = 0u; c < COLUMNS; c++)
        for (uint i = 0u; i < ROWS; i++)
            if ((g * 5u + c * i) % 7u < 5u && (g ^ c) % 5u != i) {
                uint s = sum[c * ROWS + i];
                if (s > 1000000u)
                    r[(c * ROWS + i) * 64u + g] = s;
                else
                    r[(c * ROWS + i) * 64u + g] = ~s * 5u;
            }
}

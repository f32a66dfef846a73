#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// A counter that goes on by one, two or three, as what was read says: by the branches, not by the values.
void main()
{
    uint i = gl_GlobalInvocationID.x, k = 0u, sum = 0u;
    while (k < 28u) {
        uint c = a[i * 32u + k] & 255u;
        if (c < 128u) {
            sum = sum * 31u + c;
            k += 1u;
        } else if (c < 224u) {
            sum = sum * 31u + ((c & 31u) << 6) + (a[i * 32u + k + 1u] & 63u);
            k += 2u;
        } else {
            sum = sum * 31u + ((c & 15u) << 12) + ((a[i * 32u + k + 1u] & 63u) << 6) + (a[i * 32u + k + 2u] & 63u);
            k += 3u;
        }
    }
    r[i] = sum + k;
}

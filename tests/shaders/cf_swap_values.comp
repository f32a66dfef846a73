#version 450
// kiln: groups=4,1,1 elems=2048 b0=float b1=uint b2=zero b3=zero
// Keys and their values sorted by compare-and-swap: branches that compute nothing, with several values behind each.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer K { float keys[]; };
layout(set = 0, binding = 1, std430) readonly buffer V { uint values[]; };
layout(set = 0, binding = 2, std430) writeonly buffer A { float sorted[]; };
layout(set = 0, binding = 3, std430) writeonly buffer B { uint moved[]; };
#define SWAP(i, j) \
    if (k[i] > k[j]) { \
        float f = k[i]; \
        k[i] = k[j]; \
        k[j] = f; \
        uint u = v[i]; \
        v[i] = v[j]; \
        v[j] = u; \
        last = true; \
    } else { \
        last = false; \
    }
void main()
{
    uint g = gl_GlobalInvocationID.x * 8u;
    float k[8];
    uint v[8];
    bool last = false;
    for (uint i = 0u; i < 8u; i++) {
        k[i] = keys[g + i];
        v[i] = values[g + i];
    }
    SWAP(0, 1) SWAP(3, 2) SWAP(4, 5) SWAP(7, 6)
    SWAP(0, 2) SWAP(1, 3) SWAP(6, 4) SWAP(7, 5)
    SWAP(0, 1) SWAP(2, 3) SWAP(5, 4) SWAP(7, 6)
    SWAP(0, 4) SWAP(1, 5) SWAP(2, 6) SWAP(3, 7)
    SWAP(0, 2) SWAP(1, 3) SWAP(4, 6) SWAP(5, 7)
    SWAP(0, 1) SWAP(2, 3) SWAP(4, 5) SWAP(6, 7)
    for (uint i = 0u; i < 8u; i++) {
        sorted[g + i] = k[i];
        moved[g + i] = last ? v[i] + 1u : v[i];
    }
}

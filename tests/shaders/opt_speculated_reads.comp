#version 450
// kiln: groups=3,1,1 elems=4096 b0=uint b1=uint b2=zero
// Reads of constant places under conditions of the lanes: some may be made before, others not.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer T { uvec4 t[32]; uint more[]; };
layout(set = 0, binding = 1, std430) buffer W { uint w[]; };
layout(set = 0, binding = 2, std430) buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, g = i ^ (i >> 1);
    uvec4 v = uvec4(0);
    for (uint b = 0; b < 32; b++) // a chain
        if (((g >> (b & 7)) & 1) != 0)
            v ^= t[b] + b;
    uint s = v.x ^ v.y * 3 ^ v.z * 5 ^ v.w * 7;
    if ((i & 1) != 0) { // sides in each other
        s += more[0];
        if ((i & 2) != 0) {
            s ^= more[1];
            if ((i & 4) != 0)
                s *= more[2] | 1u;
        }
    }
    if ((i & 3) != 0) // two sides
        s += more[3];
    else
        s ^= more[4] << 1;
    w[512 + i] = s; // nobody reads it elsewhere
    if ((s & 1) != 0) { // behind a write
        w[1024 + i] = s;
        s = s * 3 + w[1023];
    }
    for (uint k = 0; k < 3; k++)
        if (((s >> k) & 1) != 0)
            s = s * 5 + more[5];
    r[i] = s;
}

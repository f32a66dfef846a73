#version 450
// kiln: groups=5,1,1 b0=uint b1=zero b2=zero b3=uint
// Branches whose sides are a few instructions: stores, atomics, loads, both sides, in loops, and within each other.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(set = 0, binding = 2) buffer B2 { uint count[16]; };
layout(set = 0, binding = 3) buffer B3 { uint rw[]; };
shared uint slots[64];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x, v = a[i];
    slots[l] = v;
    slots[l + 32] = ~v;
    barrier();

    if ((v & 1) != 0)
        r[i] = v * 3;
    if ((v & 6) == 2)
        atomicAdd(count[l & 3], 1);
    if ((v & 7) > 4)
        slots[l] = rw[i & 15]; // read under the condition only
    barrier();

    uint x; // a message on one side, a constant on the other
    if ((v & 8) != 0)
        x = rw[(v >> 8) & 31];
    else
        x = 77;
    r[i + 256] = x;

    uint y; // messages on both
    if ((v & 16) != 0)
        y = rw[(v >> 4) & 31] + 1;
    else
        y = slots[(v >> 4) & 63];
    r[i + 512] = y;

    uint sum = v; // values that are carried around a loop
    for (uint k = 0; k < (v >> 5 & 7); k++) {
        if ((sum & 3) == 1)
            rw[1024 + i] = sum;
        if ((sum & 4) != 0)
            sum += slots[(sum >> 3) & 63];
        else
            sum = sum * 5 + k;
        if ((sum & 0x70) == 0x30)
            break;
    }
    r[i + 768] = sum;

    if ((v & 32) != 0) { // one within another
        uint z = v ^ 0x55;
        if ((z & 64) != 0)
            rw[2048 + i] = z;
        r[i + 1024] = z;
    }
    if ((v & 128) != 0) { // the condition is asked again, and the value changes under it
        v >>= 3;
        if ((v & 1) != 0)
            v = atomicOr(rw[3072 + i], 0x100u);
    }
    r[i + 1280] = v;
    barrier();
    r[i + 1536] = slots[l ^ 7];
}

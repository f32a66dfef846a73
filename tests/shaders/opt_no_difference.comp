#version 450
// kiln: groups=2,1,1 b0=special b1=float b2=any b3=uint expect=3:1 not=anv-check,anv26
layout(local_size_x = 64) in;
layout(constant_id = 0) const int STEP = 0;
layout(set = 0, binding = 0) readonly buffer B0 { float wild[]; };
layout(set = 0, binding = 1) readonly buffer B1 { float a[]; };
layout(set = 0, binding = 2) buffer B2 { float r[]; };
layout(set = 0, binding = 3) buffer B3 { uint good[]; };

// What is taken from itself, as with a constant that is not set: nothing is left, and no instruction. But `precise` tells infinity from nothing
// (lavapipe of Mesa 26 does not).
void main()
{
    int i = int(gl_GlobalInvocationID.x);
    float x = a[i], y = a[i + 128 * STEP], z = a[i + 2 * 128 * STEP];
    r[i] = x + (y - z) * 3.0;
    r[i + 128] = (x - y) + (z - x);
    precise float kept = wild[i] - wild[i + 128 * STEP];
    uint bits = floatBitsToUint(wild[i]) & 0x7fffffffu, left = floatBitsToUint(kept) & 0x7fffffffu;
    for (int k = i; k < good.length(); k += 128)
        good[k] = uint(bits < 0x7f800000u ? left == 0u : left > 0x7f800000u);
}

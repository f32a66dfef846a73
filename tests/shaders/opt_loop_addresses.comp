#version 450
// kiln: groups=3,1,1 elems=4096 b0=uint b1=uint b2=zero
// Addresses in loops whose sums have parts that stay the same: in order and out of it, with wrap-around, beside each other, in loops in loops.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) readonly buffer N { uint n[]; };
layout(set = 0, binding = 2, std430) buffer R { uint r[]; };
shared uint s[1024];
shared uvec2 t[512];
void main()
{
    uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x, rounds = 5 + (n[0] & 7), far = n[1] & 15, sum = 0;
    for (uint k = i; k < 1024; k += 64)
        s[k] = a[k] ^ k;
    for (uint k = i; k < 512; k += 64)
        t[k] = uvec2(a[k + 1024], k * 3);
    barrier();
    for (uint k = 0; k < rounds; k++) // one value, several places
        sum = sum * 5 + s[i * 11 + k] + s[i * 11 + k + 9] * 3 + t[i * 7 + k].y;
    for (uint k = 0; k < rounds; k++) // the same as before the loop and behind it
        sum += s[(far + i + k) * 3] ^ a[(i + k) * 5 + far];
    uint back = 0u - i * 2; // a sum that is small again
    for (uint k = 0; k < rounds; k++)
        sum = sum * 7 + s[back + (i * 2 + k * 4)] + a[(back + k) * 4 + i * 8];
    for (uint j = 0; j < 4; j++) {
        uint row = (i ^ j) * 13;
        for (uint k = 0; k <= (i & 3); k++) // rounds that differ between lanes
            sum = (sum ^ s[(row + k + far) & 1023]) + t[(row + k) & 511].x + s[row + k];
        sum += row;
    }
    uint many[12];
    for (uint k = 0; k < 12; k++)
        many[k] = i + k;
    for (uint k = 0; k < rounds; k++) // a loop that carries much
        for (uint m = 0; m < 12; m++)
            many[m] = many[m] * 3 + s[(i * 3 + m * 17) + k] + (m < 4 ? a[(g + m) * 2 + k] : 0);
    for (uint k = 0; k < 12; k++)
        sum ^= many[k] >> k;
    r[g] = sum + back;
}

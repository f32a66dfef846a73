#version 450
// One pass of a radix sort of 2^18 keys by four bits: counting (phase 0), prefix sums by one group (1), scattering (2).
layout(local_size_x = 256) in;
layout(push_constant) uniform P { uint phase, shift, blocks; };
layout(set = 0, binding = 0) buffer A { uint keys[]; };
layout(set = 0, binding = 1) buffer B { uint sorted[]; };
layout(set = 0, binding = 2) buffer C { uint counts[]; }; // [digit][block]
shared uint flags[16][256];

void main()
{
    uint l = gl_LocalInvocationID.x, g = gl_WorkGroupID.x;
    if (phase == 1u) {
        uint per = (16u * blocks + 255u) / 256u, sum = 0u;
        for (uint k = 0u; k < per; k++)
            sum += counts[l * per + k];
        flags[0][l] = sum;
        barrier();
        uint before = 0u;
        for (uint k = 0u; k < l; k++)
            before += flags[0][k];
        for (uint k = 0u; k < per; k++) {
            uint c = counts[l * per + k];
            counts[l * per + k] = before;
            before += c;
        }
        return;
    }
    uint key = keys[g * 256u + l], digit = key >> shift & 15u;
    for (uint d = 0u; d < 16u; d++)
        flags[d][l] = uint(digit == d);
    barrier();
    if (l < 16u) {
        uint sum = 0u;
        for (uint k = 0u; k < 256u; k++) {
            uint f = flags[l][k];
            flags[l][k] = sum;
            sum += f;
        }
        if (phase == 0u)
            counts[l * blocks + g] = sum;
    }
    barrier();
    if (phase == 2u)
        sorted[counts[digit * blocks + g] + flags[digit][l]] = key;
}

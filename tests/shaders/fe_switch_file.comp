#version 450
// A machine with a register file: each case writes one register of many, and some look at old values of others
// after they have been written, in halves as well (none denormal: drivers may flush those).
// kiln: groups=2,1,1 elems=1024 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint code[]; } i;
layout(set = 0, binding = 1) buffer B1 { uint data[]; } o;

void main()
{
    uint n = gl_GlobalInvocationID.x, pc = n;
    uint a = n, b = n * 3u, c = 7u, d = n ^ 5u, sum = 0u, before = 0u;
    uvec2 pair = uvec2(n, ~n);
    for (uint step = 0u; step < 40u; step++) {
        uint op = i.code[pc & 1023u];
        uint old = a;
        switch (op % 12u) {
        case 0u: a = b + c; break;
        case 1u: b = c ^ d; break;
        case 2u: c = d + op; break;
        case 3u: d = a * 3u; break;
        case 4u: { uint t = a; a = b; b = t; break; }
        case 5u: { uint t = a; a = c; c = d; d = t; break; }
        case 6u: sum += old; a = op; sum ^= old; break;
        case 7u: pair = pair.yx; break;
        case 8u: pair.x = packHalf2x16(unpackHalf2x16(pair.y & 0x3fff3fffu | 0x04000400u).yx); break;
        case 9u: a = (a << 16) | (a >> 16); break;
        case 10u: if ((op & 64u) != 0u) b = ~b; else continue; break;
        default: before = old; if (op % 97u == 5u) { step += 100u; } break;
        }
        sum = sum * 5u + (before ^ old);
        pc += (op >> 5) + (d & 3u) + 1u;
    }
    o.data[n] = a + b * 17u + c * 257u + d * 4099u + sum + pair.x * 3u + pair.y;
}

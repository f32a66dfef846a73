#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // A tiny machine: each invocation runs its own program.
    uint acc = i, pc = 0u;
    for (uint steps = 0u; steps < 64u; steps++) {
        uint op = a[(i * 3u + pc) % 256u];
        pc++;
        switch (op & 7u) {
        case 0u: acc += op; continue;
        case 1u: acc ^= op << 8; break;
        case 2u: acc = acc * 5u + 1u; break;
        case 3u: pc += 2u; break;
        case 4u: acc = acc >> 3 | acc << 29; break;
        case 5u: if (acc % 7u == 0u) pc = 0u; break;
        case 6u: acc -= pc; break;
        default: steps += 3u;
        }
        if (acc == 12345u)
            break;
        acc += 1u;
    }
    r[i] = acc;
    r[i + 256] = pc;
}

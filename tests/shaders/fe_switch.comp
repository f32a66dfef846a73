#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint s = 7u;
    switch (a[i] % 9u) {
    case 0u:
        s = 1u;
        break;
    case 1u:
        s = 2u; // falls through
    case 2u:
        s += 3u;
        break;
    case 5u:
    case 6u:
        if (a[i + 1] > 100u)
            break;
        s = 11u;
    default:
        s *= 5u;
        break;
    case 8u:
        r[i + 256] = 42u;
        return;
    }
    r[i] = s;
}

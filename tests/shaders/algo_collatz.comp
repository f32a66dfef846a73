#version 450
// kiln: groups=16,1,1 b0=uint
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };

uint collatz(uint n)
{
    uint steps = 0u;
    while (n > 1u) {
        if (n % 2u == 0u) {
            n /= 2u;
        } else {
            if (n >= 0x55555555u)
                return 0xffffffffu;
            n = 3u * n + 1u;
        }
        if (++steps == 500u)
            break;
    }
    return steps;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    a[i] = collatz(a[i] & 0xfffffu);
}

#version 450
// check: groups=1
// One too far at each end. The buffers have 1024 and 4096 elements.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    uint x = a[l + 961u]; // @oob
    x += a[l - 1u]; // @oob
    o[l] = x;
    o[4095u - l * 2u + 70u] = x; // @oob
    atomicAdd(o[l == 9u ? 5000u : 100u + l], 1u); // @oob
}

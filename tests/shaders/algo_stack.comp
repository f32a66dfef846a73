#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
// An explicit stack in a private array with dynamic indices: a depth-first walk over an implicit tree.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) writeonly buffer B { uint b[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, stack[24], top = 0u, sum = 0u;
    stack[top++] = a[i] & 7u;
    for (uint guard = 0u; top > 0u && guard < 300u; guard++) {
        uint node = stack[--top];
        uint v = a[node & 4095u];
        sum = sum * 33u + v;
        if (node < 512u) {
            if ((v & 1u) != 0u && top < 22u)
                stack[top++] = 2u * node + 1u;
            if ((v & 2u) != 0u && top < 22u)
                stack[top++] = 2u * node + 2u;
        }
    }
    b[i] = sum;
}

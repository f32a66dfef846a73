#version 450
// wide_add.comp without 64-bit atomics.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer Sum { uint sum, high, more; };
void main()
{
    uint n = 0;
    do
        atomicAdd(sum, 1u);
    while (n++ < more);
}

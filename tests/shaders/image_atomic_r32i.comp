#version 450
// kiln: groups=4,1,1 t0=storage,r32i,2d,16x8 b1=int
// Atomics on texels that several invocations share; the order does not matter to the sums.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32i) uniform iimage2D img;
layout(set = 0, binding = 1, std430) buffer In { int x[]; };
void main()
{
    int v = x[gl_GlobalInvocationID.x];
    int p = int(gl_GlobalInvocationID.x % 16u);
    imageAtomicAdd(img, ivec2(p, 0), v);
    imageAtomicMin(img, ivec2(p, 1), v);
    imageAtomicMax(img, ivec2(p, 2), v);
    imageAtomicAnd(img, ivec2(p, 3), v);
    imageAtomicOr(img, ivec2(p, 4), v);
    imageAtomicXor(img, ivec2(p, 5), v);
}

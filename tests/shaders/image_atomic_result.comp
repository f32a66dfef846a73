#version 450
// kiln: groups=4,1,1 t0=storage,r32ui,2d,64x4 t1=storage,r32i,1d,256 t2=storagetexels,r32ui,256 t3=storage,r32f,float,2d,64x4 b4=zero b5=uint
// What atomics return, each invocation with texels of its own.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D a;
layout(set = 0, binding = 1, r32i) uniform iimage1D b;
layout(set = 0, binding = 2, r32ui) uniform uimageBuffer c;
layout(set = 0, binding = 3, r32f) uniform image2D d;
layout(set = 0, binding = 4, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 5, std430) buffer In { uint v[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec2 p = ivec2(i % 64u, i / 64u);
    uint x = v[i];
    o[8u * i] = imageAtomicAdd(a, p, x);
    o[8u * i + 1u] = imageAtomicExchange(a, p, x ^ 5u);
    o[8u * i + 2u] = imageAtomicCompSwap(a, p, (i & 1u) != 0u ? x ^ 5u : x, 77u);
    o[8u * i + 3u] = uint(imageAtomicMin(b, int(i), int(x)));
    o[8u * i + 4u] = uint(imageAtomicMax(b, int(i), int(x) >> 3));
    o[8u * i + 5u] = imageAtomicXor(c, int(i), x);
    o[8u * i + 6u] = floatBitsToUint(imageAtomicExchange(d, p, float(i)));
    o[8u * i + 7u] = imageAtomicAnd(c, int(i), 0xff00ffu);
}

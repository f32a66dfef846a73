#version 450
// kiln: check=oob groups=4,1,1 elems=256 t0=storagetexels,r32f,128x1 b1=small b2=zero expect=2:1 alone not=Intel,anv25
// sums, minima and maxima of floats on texels that several invocations share (small integers: in any order), and outside of the image
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32f) uniform imageBuffer img;
layout(set = 0, binding = 1, std430) buffer In { uint x[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint ok[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, g = gl_WorkGroupID.x;
    int p = int(gl_LocalInvocationID.x % 2u + 2u * g); // texels of this group only
#define AT(K) p + 16 * (K)
    if (i % 64u < 2u) {
        imageStore(img, AT(0), vec4(0));
        imageStore(img, AT(1), vec4(1e30));
        imageStore(img, AT(2), vec4(-1e30));
        imageStore(img, AT(3), vec4(0.5));
    }
    memoryBarrierImage();
    barrier();
    float v = float(x[i]);
    float was = imageAtomicAdd(img, AT(0), v);
    imageAtomicMin(img, AT(1), v);
    imageAtomicMax(img, AT(2), -v);
    if (i % 4u == 1u)
        imageAtomicAdd(img, AT(3), 1.0);
    float lost = imageAtomicAdd(img, AT(1000), 1.0);
    memoryBarrierImage();
    barrier();
    float sum = 0, low = 1e30, high = -1e30;
    for (uint k = i % 2u; k < 64u; k += 2u) {
        float w = float(x[g * 64u + k]);
        sum += w;
        low = min(low, w);
        high = max(high, -w);
    }
    bool good = imageLoad(img, AT(0)).x == sum && imageLoad(img, AT(1)).x == low && imageLoad(img, AT(2)).x == high;
    good = good && imageLoad(img, AT(3)).x == (i % 2u == 1u ? 16.5 : 0.5) && was >= 0 && was <= sum - v && lost == 0;
    ok[i] = good ? 1 : 0;
}

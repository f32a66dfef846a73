// kiln: groups=64,128,1 t0=storage,r32ui,2d,1024x1024,uint t1=storage,r32ui,2d,64x64,zero
#version 450
// A histogram in an image.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0, r32ui) readonly uniform uimage2D s;
layout(binding = 1, r32ui) uniform uimage2D d;

void main()
{
    uint v = imageLoad(s, ivec2(gl_GlobalInvocationID.xy)).x;
    imageAtomicAdd(d, ivec2(v & 63u, v >> 6 & 63u), 1u + (v >> 12 & 3u));
}

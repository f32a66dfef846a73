#version 450
// kiln: groups=2,2,1 t0=storage,r32f,unit,2d,32x32 t1=storage,rgba8,2d,32x32
// A blur through shared memory, in place.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, r32f) uniform image2D a;
layout(set = 0, binding = 1, rgba8) uniform image2D b;
shared float tile[16][16];
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), l = ivec2(gl_LocalInvocationID.xy);
    tile[l.y][l.x] = imageLoad(a, p).x;
    barrier();
    float s = tile[l.y][(l.x + 1) & 15] + tile[(l.y + 1) & 15][l.x];
    imageStore(a, p, vec4(s));
    imageStore(b, p, imageLoad(b, p).bgra);
    memoryBarrierImage();
    barrier();
    float t = imageLoad(a, ivec2(gl_WorkGroupID.xy * 16u) + ivec2(l.y, l.x)).x;
    barrier();
    imageStore(a, p, vec4(t + 1.0));
}

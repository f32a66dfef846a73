// kiln: groups=64,128,1 t0=storage,rgba8,2d,1024x1024,uint t1=storage,rgba8,2d,1024x1024,zero
#version 450
// A gradient of a storage image.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0, rgba8) readonly uniform image2D s;
layout(binding = 1, rgba8) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 c = imageLoad(s, at);
    imageStore(d, at, abs(imageLoad(s, at + ivec2(1, 0)) - c) + abs(imageLoad(s, at + ivec2(0, 1)) - c));
}

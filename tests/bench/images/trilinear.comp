// kiln: groups=64,128,1 t0=combined,rgba8,2d,512x512,mips:9,uint,linear,miplinear,repeat t1=storage,rgba8,2d,1024x1024,zero
#version 450
// Two levels of an image for each texel.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D s;
layout(binding = 1, rgba8) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(d, at, textureLod(s, vec2(at) / 100.0, float(at.x & 255) / 40.0));
}

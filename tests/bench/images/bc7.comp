// kiln: groups=32,64,1 t0=sampled,bc7,2d,512x512,uint t1=storage,rgba8,2d,512x512,zero
#version 450
#extension GL_EXT_samplerless_texture_functions : require
// Decoding.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform texture2D s;
layout(binding = 1, rgba8) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(d, at, texelFetch(s, at, 0));
}

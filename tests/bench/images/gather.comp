// kiln: groups=64,128,1 t0=combined,r32f,2d,512x512,unit,linear,clamp t1=storage,rgba32f,2d,1024x1024,zero
#version 450
// Four texels at once.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D s;
layout(binding = 1, rgba32f) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(d, at, textureGather(s, (vec2(at) + 0.6) / 1024.0));
}

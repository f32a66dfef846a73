// kiln: groups=64,128,1 t0=combined,rgba16f,2d,300x200,half,linear,clamp t1=storage,rgba16f,2d,1024x1024,zero
#version 450
// An image of halves made larger.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D s;
layout(binding = 1, rgba16f) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(d, at, textureLod(s, (vec2(at) + 0.5) / 1024.0, 0.0));
}

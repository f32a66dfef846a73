// kiln: groups=64,128,1 t0=combined,rgba8,2darray,256x256,layers:8,uint,linear,repeat t1=storage,rgba8,2d,1024x1024,zero
#version 450
// A sample of a layer.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler2DArray s;
layout(binding = 1, rgba8) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(d, at, textureLod(s, vec3(vec2(at) / 200.0, float(at.y >> 4 & 7)), 0.0));
}

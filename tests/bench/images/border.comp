// kiln: groups=64,128,1 t0=combined,rgba8,2d,300x200,uint,linear,border,black t1=storage,rgba8,2d,1024x1024,zero
#version 450
// An image turned a little, with black around it.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D s;
layout(binding = 1, rgba8) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec2 p = (vec2(at) + 0.5) / 768.0 - 0.1666;
    imageStore(d, at, textureLod(s, vec2(p.x + p.y * 0.2, p.y - p.x * 0.2), 0.0));
}

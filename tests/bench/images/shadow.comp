// kiln: groups=64,128,1 t0=combined,d32f,2d,300x200,unit,linear,clamp,lequal t1=storage,r32f,2d,1024x1024,zero
#version 450
// How much of four texels is not nearer than a reference.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler2DShadow s;
layout(binding = 1, r32f) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec2 p = (vec2(at) + 0.5) / 1024.0;
    imageStore(d, at, vec4(textureLod(s, vec3(p, p.x * 0.5 + 0.25), 0.0)));
}

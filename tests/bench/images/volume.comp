// kiln: groups=64,128,1 t0=combined,r16f,3d,64x64x64,half,linear,clamp t1=storage,r32f,2d,1024x1024,zero
#version 450
// A ray of eight samples through a volume.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler3D s;
layout(binding = 1, r32f) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    float sum = 0.0;
    for (int z = 0; z < 8; z++)
        sum += textureLod(s, vec3((vec2(at) + 0.5) / 1024.0, (float(z) + 0.3) / 8.0), 0.0).x;
    imageStore(d, at, vec4(sum));
}

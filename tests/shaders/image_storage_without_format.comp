#version 450
// kiln: groups=2,2,1 t0=storage,rgba8,2d,32x16 t1=storage,r16f,half,2d,32x16 t2=storage,bgra8,2d,32x16 t3=storage,rgb10a2,2d,32x16 b4=unit
// Writes without a format in the shader, of several formats, also one that SPIR-V has no name for.
layout(local_size_x = 16, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform writeonly image2D a;
layout(set = 0, binding = 1) uniform writeonly image2D b;
layout(set = 0, binding = 2) uniform writeonly image2D c;
layout(set = 0, binding = 3) uniform writeonly image2D d;
layout(set = 0, binding = 4, std430) buffer In { vec4 v[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec4 x = floor(v[p.y * 32 + p.x] * 3.99) / 3.0;
    imageStore(a, p, x);
    imageStore(b, p, x * 4.0);
    imageStore(c, p, x);
    imageStore(d, p, x);
}

// kiln: groups=32,64,1 t0=sampled,rgba8,2d,512x512,uint t1=storage,rgba8,2d,512x512,zero
#version 450
#extension GL_EXT_samplerless_texture_functions : require
// A 5 x 5 filter of texels.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform texture2D s;
layout(binding = 1, rgba8) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 sum = vec4(0.0);
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++)
            sum += texelFetch(s, clamp(at + ivec2(x, y), ivec2(0), ivec2(511)), 0) / float(1 + x * x + y * y);
    imageStore(d, at, sum / 8.0);
}

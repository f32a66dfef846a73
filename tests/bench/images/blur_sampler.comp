// kiln: groups=32,64,1 t0=combined,rgba8,2d,512x512,small,linear,clamp t1=storage,rgba8,2d,512x512,zero
#version 450
// A 5 x 5 filter of samples between texels.
layout(local_size_x = 16, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D s;
layout(binding = 1, rgba8) writeonly uniform image2D d;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec2 uv = (vec2(at) + 0.25) / 512.0;
    vec4 sum = vec4(0.0);
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++)
            sum += textureLod(s, uv + vec2(x, y) / 512.0, 0.0) / float(1 + x * x + y * y);
    imageStore(d, at, sum / 8.0);
}

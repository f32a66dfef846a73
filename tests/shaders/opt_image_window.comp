#version 450
// kiln: groups=2,2,1 tol=rel:1e-3 t0=combined,rgba32f,unit,2d,40x24 b1=zero
// A window of texels and what weighs them: products are added as they come, so that none has to be kept for the last.
layout(local_size_x = 16, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec4 c = texelFetch(img, p, 0), sum = vec4(0.0);
    float total = 0.0;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            vec4 t = texelFetch(img, clamp(p + ivec2(i, j), ivec2(0), ivec2(39, 23)), 0);
            vec3 d = t.xyz - c.xyz;
            float w = exp2(-dot(d, d) - 0.125 * float(i * i + j * j));
            sum += w * t;
            total += w;
        }
    o[p.y * 32 + p.x] = sum / total;
}

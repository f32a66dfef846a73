#version 450
// kiln: groups=4,1,1 tol=abs:0.000001 t0=combined,rgba8ui,2d,17x13,border,iwhite b1=float b2=zero not=hasvk-hsw,kiln-hsw
// An integer border colour. (Of Haswell it has the width of the format's channels, and hasvk gives dwords: Mesa 22.3.6
// anv_device_init_border_colors, beside crocus_state.c crocus_upload_border_color.)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform usampler2D img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = vec4(textureLod(img, x.xy * 0.05, 0.0));
}

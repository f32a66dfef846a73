#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,rgba32f,unit,2d,17x13,linear,border,black b1=float b2=zero
// Linear filtering, addressing border.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = textureLod(img, x.xy * 0.05, 0.0);
}

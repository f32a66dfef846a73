#version 450
// kiln: groups=4,1,1 t0=combined,d32f,unit,2d,16x16,repeat,gequal b1=unit b2=zero
// Comparison gequal, nearest; a reference may be what is in the image.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2DShadow img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = vec4(textureLod(img, x.xyz, 0.0), textureLod(img, vec3(x.xy, 0.5), 0.0),
                textureLod(img, vec3(x.xy, 0.0), 0.0), textureLod(img, vec3(x.xy, 1.0), 0.0));
}

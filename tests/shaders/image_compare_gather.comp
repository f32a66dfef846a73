#version 450
// kiln: groups=4,1,1 t0=combined,d32f,unit,2d,17x13,repeat,less t1=combined,d16,2darray,8x8,layers:4,clamp,gequal b2=unit b3=zero
// Gathers of comparisons, also with offsets, and of a layer.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2DShadow img;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow layers;
layout(set = 0, binding = 2, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 3, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = textureGather(img, x.xy, x.z) + 2.0 * textureGatherOffset(img, x.xy, x.z, ivec2(3, -5)) +
           4.0 * textureGather(layers, vec3(x.xy, x.w * 3.0), x.z);
}

#version 450
// kiln: groups=4,1,1 tol=abs:0.000001 t0=combined,rgba8,2darray,17x13,layers:3,clamp b1=unit b2=zero
// Gather from a layer.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2DArray img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = textureGather(img, vec3(x.xy, x.z * 2.0), 1);
}

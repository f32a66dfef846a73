#version 450
// kiln: groups=4,1,1 tol=abs:0.000001 t0=combined,rgba8,cubearray,16x16,mips:4,layers:18 b1=float b2=zero
// Levels of cubes in an array, from the lane's own numbers; an index or a level may be out of bounds.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform samplerCubeArray img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = textureLod(img, vec4(x.xyz, float(i % 5u) - 1.0), float(i % 4u));
}

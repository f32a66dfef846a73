#version 450
// Writes slice z of a volume's view, and one behind its end; says how large it is, and what it reads there.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32ui) uniform uimage3D img;
layout(set = 0, binding = 1, std430) buffer Out { uint size[4]; uint behind; uint sum; };
void main()
{
    ivec3 at = ivec3(gl_GlobalInvocationID), n = imageSize(img);
    if (at == ivec3(0)) {
        size[0] = uint(n.x);
        size[1] = uint(n.y);
        size[2] = uint(n.z);
        behind = imageLoad(img, ivec3(0, 0, n.z)).x;
        imageStore(img, ivec3(1, 1, n.z), uvec4(77u));
    }
    if (any(greaterThanEqual(at, n)))
        return;
    atomicAdd(sum, imageLoad(img, at).x);
    imageAtomicAdd(img, at, uint(1000 * (at.z + 1)));
}

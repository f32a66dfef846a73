#version 450
// kiln: groups=1,1,1 t0=storage,r32ui,3d,20x12x9,mips:4,levels:1+1 b1=zero
// A level of a 3D image.
layout(local_size_x = 10, local_size_y = 6, local_size_z = 4) in;
layout(set = 0, binding = 0, r32ui) uniform uimage3D img;
layout(set = 0, binding = 1, std430) buffer Out { uvec4 o[]; };
void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    uint v = imageLoad(img, p).x;
    o[(p.z * 6 + p.y) * 10 + p.x] = uvec4(v, imageSize(img));
    imageStore(img, p, uvec4(v ^ 0xffffu));
}

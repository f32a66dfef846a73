#version 450
// kiln: check=oob groups=1,1,1 t0=storage,rgba16f,half,2darray,20x12,mips:4,layers:3,levels:2+1,slice:1+2 b1=zero
// A view of one level and some layers.
layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;
layout(set = 0, binding = 0, rgba16f) uniform image2DArray img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    vec4 v = imageLoad(img, p);
    uint i = (gl_GlobalInvocationID.z * 4u + gl_GlobalInvocationID.y) * 8u + gl_GlobalInvocationID.x;
    o[i] = v + vec4(imageSize(img), 0);
    if (p.x < 5 && p.y < 3)
        imageStore(img, p, v * 2.0);
}

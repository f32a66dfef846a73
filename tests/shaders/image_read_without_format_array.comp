#version 450
#extension GL_EXT_shader_image_load_formatted : require
#extension GL_EXT_nonuniform_qualifier : require
// kiln: not=Intel,anv25,kiln-gen8 groups=4,1,1 tol=ulp:3 t0=storage,rgba8,2d,64x4 array=0:4 t1=storagetexels,rg16,256 t2=storage,rgba16,3d,8x8x4 b3=small b4=zero
// Reads and writes without a format (which ANV lacks here), of an array's element that the lane chooses, of texel buffers and volumes.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform image2D img[4];
layout(set = 0, binding = 1) uniform imageBuffer texels;
layout(set = 0, binding = 2) uniform image3D volume;
layout(set = 0, binding = 3, std430) buffer In { uint v[]; };
layout(set = 0, binding = 4, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec2 p = ivec2(i % 64u, i / 64u);
    vec4 a = imageLoad(img[nonuniformEXT(v[i] & 3u)], p), b = imageLoad(texels, int(i));
    vec4 d = imageLoad(volume, ivec3(i & 7u, i >> 3 & 7u, i >> 6));
    o[3u * i] = a;
    o[3u * i + 1u] = b;
    o[3u * i + 2u] = d;
    imageStore(img[nonuniformEXT(v[i] & 3u)], p, a.wxyz);
    imageStore(texels, int(i), b.yxzw);
    imageStore(volume, ivec3(i & 7u, i >> 3 & 7u, i >> 6), d.wzyx);
}

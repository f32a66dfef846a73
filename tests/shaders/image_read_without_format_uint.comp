#version 450
#extension GL_EXT_shader_image_load_formatted : require
// kiln: not=Intel,anv25,kiln-gen8 groups=2,1,1 elems=8192 tol=ulp:3,abs:0.000001 t0=storage,rgba32ui,2d,16x8 t1=storage,r16ui,2d,16x8 t2=storage,rgb10a2ui,2d,16x8 t3=storage,rgba8ui,2d,16x8 t4=storage,r32ui,2d,16x8 b5=zero
// Reads without a format in the shader: the image says what it holds. Mesa's ANV lacks the feature here.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform readonly uimage2D i0;
layout(set = 0, binding = 1) uniform readonly uimage2D i1;
layout(set = 0, binding = 2) uniform readonly uimage2D i2;
layout(set = 0, binding = 3) uniform readonly uimage2D i3;
layout(set = 0, binding = 4) uniform readonly uimage2D i4;
layout(set = 0, binding = 5, std430) buffer Out { uvec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    uint i = uint(p.y * 16 + p.x);
    o[5u * i + 0u] = imageLoad(i0, p);
    o[5u * i + 1u] = imageLoad(i1, p);
    o[5u * i + 2u] = imageLoad(i2, p);
    o[5u * i + 3u] = imageLoad(i3, p);
    o[5u * i + 4u] = imageLoad(i4, p);
}

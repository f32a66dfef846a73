#version 450
#extension GL_EXT_shader_image_load_formatted : require
// kiln: not=Intel,anv25,kiln-gen8 groups=2,1,1 elems=8192 tol=ulp:3,abs:0.000001 t0=storage,rgba32f,float,2d,16x8 t1=storage,r32f,float,2d,16x8 t2=storage,rgba16f,half,2d,16x8 t3=storage,rgba16,2d,16x8 t4=storage,rg16snorm,2d,16x8 t5=storage,rgba8,2d,16x8 t6=storage,rg8,2d,16x8 t7=storage,r8snorm,2d,16x8 t8=storage,rgb10a2,2d,16x8 t9=storage,r11g11b10f,zero,2d,16x8 t10=storage,r16,2d,16x8 b11=zero
// Reads without a format in the shader: the image says what it holds. Mesa's ANV lacks the feature here.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform readonly image2D i0;
layout(set = 0, binding = 1) uniform readonly image2D i1;
layout(set = 0, binding = 2) uniform readonly image2D i2;
layout(set = 0, binding = 3) uniform readonly image2D i3;
layout(set = 0, binding = 4) uniform readonly image2D i4;
layout(set = 0, binding = 5) uniform readonly image2D i5;
layout(set = 0, binding = 6) uniform readonly image2D i6;
layout(set = 0, binding = 7) uniform readonly image2D i7;
layout(set = 0, binding = 8) uniform readonly image2D i8;
layout(set = 0, binding = 9) uniform readonly image2D i9;
layout(set = 0, binding = 10) uniform readonly image2D i10;
layout(set = 0, binding = 11, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    uint i = uint(p.y * 16 + p.x);
    o[11u * i + 0u] = imageLoad(i0, p);
    o[11u * i + 1u] = imageLoad(i1, p);
    o[11u * i + 2u] = imageLoad(i2, p);
    o[11u * i + 3u] = imageLoad(i3, p);
    o[11u * i + 4u] = imageLoad(i4, p);
    o[11u * i + 5u] = imageLoad(i5, p);
    o[11u * i + 6u] = imageLoad(i6, p);
    o[11u * i + 7u] = imageLoad(i7, p);
    o[11u * i + 8u] = imageLoad(i8, p);
    o[11u * i + 9u] = imageLoad(i9, p);
    o[11u * i + 10u] = imageLoad(i10, p);
}

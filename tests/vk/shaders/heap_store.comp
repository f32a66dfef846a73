#version 450
#extension GL_EXT_shader_image_load_formatted : require
// Stores to images of all formats, by a format that the shader names and without one, and what reads give then.
layout(local_size_x = 64) in;
layout(constant_id = 0) const bool named = true;
layout(set = 0, binding = 0) readonly buffer In { vec4 values[]; };
layout(set = 0, binding = 1) buffer Out { vec4 read[]; };
#define IMAGE(n, format) layout(set = 1, binding = n, format) uniform image2D i##n
IMAGE(0, rgba16);
IMAGE(1, rgba16_snorm);
IMAGE(2, rg16);
IMAGE(3, rg16_snorm);
IMAGE(4, r16);
IMAGE(5, r16_snorm);
IMAGE(6, rgba8);
IMAGE(7, rgba8_snorm);
IMAGE(8, rg8);
IMAGE(9, rg8_snorm);
IMAGE(10, r8);
IMAGE(11, r8_snorm);
IMAGE(12, rgb10_a2);
IMAGE(13, r11f_g11f_b10f);
IMAGE(14, rgba16f);
IMAGE(15, rgba32f);
IMAGE(16, r32f);
layout(set = 1, binding = 17, rgb10_a2ui) uniform uimage2D i17;
layout(set = 1, binding = 18, rgba8ui) uniform uimage2D i18;
layout(set = 1, binding = 19, r32ui) uniform uimage2D i19;
layout(set = 2, binding = 0) uniform image2D any[18]; // the last one: of blue, green, red, alpha
layout(set = 2, binding = 18) uniform uimage2D any_uint[3];
void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec2 at = ivec2(i % 64, i / 64);
    vec4 v = values[i];
    uvec4 u = floatBitsToUint(v) >> 3;
    if (named) {
#define STORE(n)                                                                                                       \
    imageStore(i##n, at, v);                                                                                           \
    read[n * 1024 + i] = imageLoad(i##n, at);
        STORE(0) STORE(1) STORE(2) STORE(3) STORE(4) STORE(5) STORE(6) STORE(7) STORE(8) STORE(9) STORE(10) STORE(11)
        STORE(12) STORE(13) STORE(14) STORE(15) STORE(16)
        imageStore(i17, at, u & 1023 & uvec4(-1, -1, -1, 3));
        imageStore(i18, at, u & 255);
        imageStore(i19, at, u);
        read[17 * 1024 + i] = uintBitsToFloat(imageLoad(i17, at));
        read[18 * 1024 + i] = uintBitsToFloat(imageLoad(i18, at));
        read[19 * 1024 + i] = uintBitsToFloat(imageLoad(i19, at));
    } else {
        for (int n = 0; n < 18; n++)
            imageStore(any[n], at, v);
        imageStore(any_uint[0], at, u & 1023 & uvec4(-1, -1, -1, 3));
        imageStore(any_uint[1], at, u & 255);
        imageStore(any_uint[2], at, u);
        for (int n = 0; n < 17; n++)
            read[n * 1024 + i] = imageLoad(any[n], at);
    }
}

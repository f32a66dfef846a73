#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
// Every kind of descriptor, in the sets of test_descriptor_buffer.c.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 1, std140) uniform Uniform { uvec4 u; };
layout(set = 0, binding = 2) uniform texture2D tex;
layout(set = 0, binding = 3) uniform sampler samplers[2];
layout(set = 0, binding = 4) uniform sampler2D combined;
layout(set = 0, binding = 5, rgba8) uniform image2D img;
layout(set = 0, binding = 6) uniform utextureBuffer words;
layout(set = 0, binding = 7, rgba8) uniform imageBuffer texels;
layout(set = 0, binding = 8, std140) uniform Inline { uvec4 block[2]; };
layout(set = 0, binding = 9, std430) buffer Few { uint v[]; } few[3];
layout(set = 1, binding = 0, std430) buffer Many { uint v[]; } many[];
layout(set = 2, binding = 0) uniform sampler embedded0;
layout(set = 2, binding = 1) uniform sampler embedded1;
layout(set = 3, binding = 0, std430) buffer Pushed { uint v[]; } pushed;
layout(set = 4, binding = 0, rgba8) uniform image2D images[20];
layout(push_constant) uniform Push { uint which; };

uint byte_of(float f)
{
    return uint(f * 255.0 + 0.5);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    o[i] = many[nonuniformEXT(15 - i)].v[0];
    o[16 + i] = few[which].v[i & 3];
    o[32 + i] = byte_of(imageLoad(images[nonuniformEXT(i)], ivec2(0)).x);
    imageStore(images[nonuniformEXT(i)], ivec2(1, 0), vec4(float(i) / 255.0));
    if (i != 0)
        return;
    o[48] = u.y;
    o[49] = byte_of(texelFetch(tex, ivec2(0), 0).x);
    o[50] = byte_of(textureLod(sampler2D(tex, samplers[which & 1]), vec2(-3.0), 0.0).x);
    o[51] = byte_of(textureLod(combined, vec2(7.0), 0.0).y);
    o[52] = byte_of(imageLoad(img, ivec2(1, 0)).z);
    imageStore(img, ivec2(0, 0), vec4(1.0, 0.0, 0.2, 1.0));
    o[53] = texelFetch(words, 1).x;
    o[54] = byte_of(imageLoad(texels, 1).y);
    imageStore(texels, 0, vec4(0.0, 1.0, 0.0, 1.0));
    o[55] = block[1].z;
    o[56] = byte_of(textureLod(sampler2D(tex, embedded1), vec2(-3.0), 0.0).x);
    o[60] = byte_of(textureLod(sampler2D(tex, embedded0), vec2(-3.0), 0.0).w);
    o[57] = pushed.v[0];
    pushed.v[1] = 77;
    o[58] = few[which].v.length();
    o[59] = few[2].v[1000];
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint8_t r[]; };

shared uint8_t one[67];
shared u8vec4 four[64];
shared struct { u8vec3 x; uint8_t y; bool z; } mixed[64];

uint8_t number(uint bits)
{
    return uint8_t(bits >> 5);
}

void main()
{
    uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
    one[l] = number(a[i]);
    if (l < 3u)
        one[64u + l] = uint8_t(l);
    four[l] = u8vec4(number(a[i + 1]), number(a[i + 2]), number(a[i + 3]), number(a[i + 4]));
    mixed[l].x = four[l].xyz;
    mixed[l].y = four[l].w;
    mixed[l].z = (a[i] & 1u) != 0u;
    barrier();
    uint o = 63u - l;
    r[i] = one[o + 3u] + one[o];
    r[i + 128] = four[o][l & 3u];
    r[i + 256] = mixed[o].z ? mixed[o].x.y : mixed[l ^ 1u].y;
    barrier();
    four[l].x = uint8_t(7);
    barrier();
    r[i + 384] = four[o].x + four[o].y;
}

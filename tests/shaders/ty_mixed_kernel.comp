#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=4,1,1 elems=4096 b0=uint b1=uint b2=zero tol=rel:1e-5,abs:1e-3
layout(local_size_x = 64) in;
// A block-quantized dot product, as in language models: 32 weights of four bits and a scale in half precision.
struct Block { float16_t scale; uint8_t q[16]; };
layout(set = 0, binding = 0, std430) readonly buffer B0 { Block w[]; };
layout(set = 0, binding = 1, std430) readonly buffer B1 { int8_t x[]; };
layout(set = 0, binding = 2, std430) buffer B2 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float sum = 0.0;
    for (uint b = 0u; b < 2u; b++) {
        int part = 0;
        for (uint k = 0u; k < 16u; k++) {
            int q = int(w[i * 2u + b].q[k]);
            part += ((q & 15) - 8) * int(x[b * 32u + k]) + ((q >> 4) - 8) * int(x[b * 32u + k + 16u]);
        }
        uint16_t s = float16BitsToUint16(w[i * 2u + b].scale) & 0x3fffus | 0x0400us;
        sum += float(uint16BitsToFloat16(s)) * float(part);
    }
    r[i] = sum;
}

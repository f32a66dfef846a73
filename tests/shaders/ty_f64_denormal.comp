#version 450
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// kiln: groups=64,1,1 b0=uint b1=zero expect=1:1 alone not=Intel,anv25
// Denormal doubles as what they are: whole numbers of 2^-1074. The quotient of two of them is that of the numbers, bit for bit; the root of one
// is the number's, scaled by half the power; a product with a power of two that ends among them is the number, rounded to even. Some lanes of a thread
// have normal operands beside them. (lavapipe of Mesa 26 flushes them whatever the module asks for: the shader knows the answers by itself.)
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464], 4459, 64); // DenormPreserve
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };

uint64_t word(uint at) { return packUint2x32(uvec2(a[at], a[at + 1u])); }
double number(uint64_t bits) { return packDouble2x32(unpackUint2x32(bits)); }
double power(int exponent) { return packDouble2x32(uvec2(0u, uint(exponent + 1023) << 20)); } // of two
uint64_t bits(double d) { return packUint2x32(unpackDouble2x32(d)); }

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t m = word(4u * (i & 1023u)) >> (12u + (a[i] & 31u)), n = (word(4u * (i & 1023u) + 2u) >> (12u + (a[i ^ 1u] & 31u))) | 1ul;
    bool normal = (i & 3u) == 3u; // the same with normal numbers: 2^-1000 m for 2^-1074 m
    double x = normal ? double(m) * power(-1000) : number(m), y = normal ? double(n) * power(-1000) : number(n);
    bool ok = bits(x / y) == bits(double(m) / double(n));
    ok = ok && bits(-x / y) == bits(-(double(m) / double(n)));
    ok = ok && bits(sqrt(x)) == bits(sqrt(double(m)) * (normal ? power(-500) : power(-537)));
    // Sums are exact among them; half of a number is rounded to even.
    ok = ok && bits(number(m) + number(n)) == m + n && bits(number(m) - number(n)) == (m >= n ? m - n : (n - m) | 0x8000000000000000ul);
    uint64_t half_m = m >> 1;
    ok = ok && bits(number(m) * 0.5LF) == half_m + ((m & 1ul) & (half_m & 1ul));
    ok = ok && bits(number(m) / 2.0LF) == half_m + ((m & 1ul) & (half_m & 1ul));
    r[i] = ok ? 1u : 0u;
}

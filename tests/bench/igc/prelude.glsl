#version 460
// What the kernels of tests/bench/igc are written in, as GLSL; prelude.cl says the same in OpenCL C.
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require

// Types, by OpenCL's names
#define float2   vec2
#define float4   vec4
#define int2     ivec2
#define int4     ivec4
#define uint2    uvec2
#define uint4    uvec4
#define half     float16_t
#define half2    f16vec2
#define half4    f16vec4
#define uchar    uint8_t
#define char     int8_t
#define ushort   uint16_t
#define short    int16_t
#define long     int64_t
#define ulong    uint64_t
#define double2  dvec2

// Places
#define GLOBAL_ID(d)  gl_GlobalInvocationID[d]
#define LOCAL_ID(d)   gl_LocalInvocationID[d]
#define GROUP_ID(d)   gl_WorkGroupID[d]
#define BARRIER()     barrier()

// Conversions, constructors, bits
#define F32(x)        float(x)
#define F64(x)        double(x)
#define F16(x)        float16_t(x)
#define I32(x)        int(x)
#define U32(x)        uint(x)
#define I64(x)        int64_t(x)
#define U64(x)        uint64_t(x)
#define U8(x)         uint8_t(x)
#define I8(x)         int8_t(x)
#define U16(x)        uint16_t(x)
#define I16(x)        int16_t(x)
#define VEC2(a, b)       vec2(a, b)
#define VEC4(a, b, c, d) vec4(a, b, c, d)
#define SPLAT4(a)        vec4(a)
#define HALF2(a, b)      f16vec2(a, b)
#define HALF4(a, b, c, d) f16vec4(a, b, c, d)
#define UINT4(a, b, c, d) uvec4(a, b, c, d)
#define HALF2_OF_FLOAT2(v) f16vec2(v)
#define FLOAT2_OF_HALF2(v) vec2(v)
#define FLOAT4_OF_HALF4(v) vec4(v)
#define BITS(x)       floatBitsToUint(x)
#define FLOAT_OF(x)   uintBitsToFloat(x)
#define POPCOUNT(x)   uint(bitCount(x))

// Arithmetic: functions that both languages let be as good as the hardware's
#define ABS(x)        abs(x)
#define EXP(x)        exp(x)
#define EXP2(x)       exp2(x)
#define LOG(x)        log(x)
#define LOG2(x)       log2(x)
#define SIN(x)        sin(x)
#define COS(x)        cos(x)
#define SQRT(x)       sqrt(x)
#define RSQRT(x)      inversesqrt(x)
#define FMOD1(x)      fract(x)

// Memory
#define ATOMIC_ADD(place, x)          atomicAdd(place, x)
#define ATOMIC_MAX(place, x)          atomicMax(place, x)
#define ATOMIC_OR(place, x)           atomicOr(place, x)
#define ATOMIC_XCHG(place, x)         atomicExchange(place, x)
#define ATOMIC_CAS(place, old, new)   atomicCompSwap(place, old, new)
#define STRUCT(name)                  struct name
#define TABLE_BEGIN(type, name, n)    const type name[n] = type[n](
#define TABLE_END                     );

// Images
#define FETCH(image, x, y)      texelFetch(image, ivec2(x, y), 0)
#define SAMPLE(image, u, v)     textureLod(image, vec2(u, v), 0.0)
#define STORE(image, x, y, v)   imageStore(image, ivec2(x, y), v)

// Subgroups
#define SUBGROUP_ADD(x)   subgroupAdd(x)
#define SUBGROUP_MAX(x)   subgroupMax(x)
#define SUBGROUP_SCAN(x)  subgroupInclusiveAdd(x)
#define SUBGROUP_LANE()   gl_SubgroupInvocationID
#define SUBGROUP_ID()     gl_SubgroupID
#define SUBGROUP_SIZE()   gl_SubgroupSize
#define SUBGROUPS()       gl_NumSubgroups
#define SHUFFLE(x, lane)  subgroupShuffle(x, lane)

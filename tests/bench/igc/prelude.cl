// What the kernels of tests/bench/igc are written in, as OpenCL C 1.2; prelude.glsl says the same in GLSL.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#ifdef cl_intel_subgroups
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#endif

// Places
#define GLOBAL_ID(d)  ((uint)get_global_id(d))
#define LOCAL_ID(d)   ((uint)get_local_id(d))
#define GROUP_ID(d)   ((uint)get_group_id(d))
#define BARRIER()     barrier(CLK_LOCAL_MEM_FENCE)

// Conversions, constructors, bits
#define F32(x)        ((float)(x))
#define F64(x)        ((double)(x))
#define F16(x)        ((half)(x))
#define I32(x)        ((int)(x))
#define U32(x)        ((uint)(x))
#define I64(x)        ((long)(x))
#define U64(x)        ((ulong)(x))
#define U8(x)         ((uchar)(x))
#define I8(x)         ((char)(x))
#define U16(x)        ((ushort)(x))
#define I16(x)        ((short)(x))
#define VEC2(a, b)       ((float2)(a, b))
#define VEC4(a, b, c, d) ((float4)(a, b, c, d))
#define SPLAT4(a)        ((float4)(a))
#define HALF2(a, b)      ((half2)(a, b))
#define HALF4(a, b, c, d) ((half4)(a, b, c, d))
#define UINT4(a, b, c, d) ((uint4)(a, b, c, d))
#define HALF2_OF_FLOAT2(v) convert_half2(v)
#define FLOAT2_OF_HALF2(v) convert_float2(v)
#define FLOAT4_OF_HALF4(v) convert_float4(v)
#define BITS(x)       as_uint(x)
#define FLOAT_OF(x)   as_float(x)
#define POPCOUNT(x)   popcount(x)

// Arithmetic: functions that both languages let be as good as the hardware's
#define ABS(x)        fabs(x)
#define EXP(x)        native_exp(x)
#define EXP2(x)       native_exp2(x)
#define LOG(x)        native_log(x)
#define LOG2(x)       native_log2(x)
#define SIN(x)        native_sin(x)
#define COS(x)        native_cos(x)
#define SQRT(x)       native_sqrt(x)
#define RSQRT(x)      native_rsqrt(x)
#define FMOD1(x)      ((x) - floor(x))

// Memory
#define ATOMIC_ADD(place, x)          atomic_add(&(place), x)
#define ATOMIC_MAX(place, x)          atomic_max(&(place), x)
#define ATOMIC_OR(place, x)           atomic_or(&(place), x)
#define ATOMIC_XCHG(place, x)         atomic_xchg(&(place), x)
#define ATOMIC_CAS(place, old, new)   atomic_cmpxchg(&(place), old, new)
#define STRUCT(name)                  typedef struct name name; struct name
#define TABLE_BEGIN(type, name, n)    __constant type name[n] = {
#define TABLE_END                     };

// Images
constant sampler_t linear_clamp = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
#define FETCH(image, x, y)      read_imagef(image, (int2)(x, y))
#define SAMPLE(image, u, v)     read_imagef(image, linear_clamp, (float2)(u, v))
#define STORE(image, x, y, v)   write_imagef(image, (int2)(x, y), v)

// Subgroups
#define SUBGROUP_ADD(x)   sub_group_reduce_add(x)
#define SUBGROUP_MAX(x)   sub_group_reduce_max(x)
#define SUBGROUP_SCAN(x)  sub_group_scan_inclusive_add(x)
#define SUBGROUP_LANE()   ((uint)get_sub_group_local_id())
#define SUBGROUP_ID()     ((uint)get_sub_group_id())
#define SUBGROUP_SIZE()   ((uint)get_sub_group_size())
#define SUBGROUPS()       ((uint)get_num_sub_groups())
#define SHUFFLE(x, lane)  intel_sub_group_shuffle(x, lane)

// The kernels of ocl_kernels.c, each by its test's name.

kernel void bytes_and_shorts(global const char *in, global ushort *out)
{ int i = get_global_id(0); short s = in[i]; s = s * (short)3 - in[511 - i]; out[i] = (ushort)s; }

kernel void longs(global const long *in, global long *out)
{ int i = get_global_id(0); long a = in[i], b = in[511 - i];
  ulong m = (ulong)a * (ulong)b; long s = a >> (b & 63); ulong u = (ulong)b >> (a & 63);
  out[i] = (long)(m ^ (ulong)s ^ u) + (a < b ? a - b : (long)mul_hi((uint)a, (uint)b)); }

// The unsigned operands are other ones: of the same, IGC gives the signed quotient (1.0.12504 and 2.40, Gen12.5).
kernel void division(global const int *in, global int *out)
{ int i = get_global_id(0); int a = in[i], b = in[511 - i];
  out[i] = a / b + a % b + (int)((uint)b / (uint)a) + (int)((uint)b % (uint)a); }

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void doubles(global const double *in, global double *out)
{ int i = get_global_id(0); double a = in[i], b = in[511 - i];
  out[i] = fma(a, b, 1.0) - a * 0.5 + (a < b ? fmin(a, b) : fabs(a)); }
#endif

kernel void float_functions(global const float *in, global float *out)
{ int i = get_global_id(0); float a = in[i];
  out[i] = sqrt(a) + exp2(a) + log(a) + sin(a) * cos(a) + rsqrt(a) + a / (a + 1.0f) + floor(a); }

kernel void local_memory_and_barriers(global const uint *in, global uint *out)
{ local uint s[128]; uint g = get_global_id(0), l = get_local_id(0); s[l] = in[g];
  for (uint d = 1; d < 128; d *= 2) { barrier(CLK_LOCAL_MEM_FENCE);
    uint v = l >= d ? s[l - d] : 0; barrier(CLK_LOCAL_MEM_FENCE); s[l] += v; }
  out[g] = s[l]; }

kernel void atomics(global const uint *in, global uint *out)
{ uint v = in[get_global_id(0)]; local uint h[8]; uint l = get_local_id(0);
  if (l < 8) h[l] = 0; barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&h[v & 7]);
  barrier(CLK_LOCAL_MEM_FENCE); if (l < 8) atomic_add(&out[l], h[l]);
  atomic_max(&out[8], v); atomic_min(&out[9], v); atomic_xor(&out[10], v);
  uint old, seen = out[11]; do { old = seen; seen = atomic_cmpxchg(&out[11], old, old + (v & 3)); }
  while (seen != old); }

uint walk(uint x, uint *steps);
uint walk(uint x, uint *steps)
{ while (x != 1) { if (*steps > 400) return 77; if (x & 1) { if (x % 7 == 5) { *steps += 2; x = x / 5 + 1;
  continue; } x = 3 * x + 1; } else x >>= 1; (*steps)++; } return *steps; }
kernel void divergence(global const uint *in, global uint *out)
{ uint i = get_global_id(0), s = 0, x = in[i] + 1; uint r = walk(x, &s);
  switch (x & 3) { case 0: r += s; break; case 1: r ^= 9; case 2: r *= 3; break; default: break; }
  out[i] = r; }

kernel void private_memory(global const uint *in, global uint *out)
{ uint i = get_global_id(0), a[96]; for (uint j = 0; j < 96; j++) a[j] = in[(i + j) & 511];
  uint p = in[i] % 96, s = 0; for (uint j = 0; j < 40; j++) { a[p] += j; s += a[p]; p = a[p] % 96; }
  out[i] = s; }

kernel void vectors_and_halves(global const float *in, global float *out)
{ uint i = get_global_id(0); float4 v = vload4(i, in); half h[4]; vstore_half4(v, 0, h);
  float4 w = vload_half4(0, h); vstore4(w.wzyx + v, i, out); }

kernel void integer_functions(global const int *in, global int *out)
{ int i = get_global_id(0), a = in[i], b = in[511 - i];
  uint r = add_sat(a, b); r = rotate(r, 5u) ^ sub_sat((uint)a, (uint)b); r += mul_hi(a, b);
  r ^= popcount(a) + clz(b) * 64; r += hadd(a, b); r ^= rhadd((uint)a, (uint)b); r += mad24(a >> 8, b >> 8, a);
  r ^= abs_diff(a, b); r += max(a, b) - min((uint)a, (uint)b); r ^= add_sat((short)a, (short)b);
  out[i] = (int)r; }

kernel void conversions(global const float *in, global uint *out)
{ int i = get_global_id(0); float a = in[i];
  out[i] = convert_uchar_sat_rte(a) | (uint)(uchar)convert_char_sat_rtz(a) << 8 |
           (uint)(uchar)(convert_int_rtp(a)) << 16 | (uint)(uchar)(convert_int_rtn(a)) << 24; }

#pragma OPENCL EXTENSION cl_intel_subgroups : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void subgroups(global const uint *in, global uint *out)
{ uint g = get_global_id(0), l = get_sub_group_local_id(), v = in[g];
  uint sum = sub_group_reduce_add(v), scan = sub_group_scan_exclusive_add(v), top = sub_group_reduce_max(v);
  uint far = intel_sub_group_shuffle(v, (l * 5 + 3) & 15), x = intel_sub_group_shuffle_xor(v, 6);
  uint b = sub_group_broadcast(v, 9); uint blk = intel_sub_group_block_read(in + (g & ~15u));
  out[g] = sum ^ (scan * 3) ^ (top * 5) ^ (far * 7) ^ (x * 11) ^ (b * 13) ^ (blk * 17); }

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_arithmetic(global const float *in, global float *out)
{ int i = get_global_id(0); half a = convert_half(in[i]), b = convert_half(in[511 - i]);
  half r = a * b + (half)1.0f; r = a > b ? r - a : r + b; out[i] = convert_float(r); }

typedef struct { uchar a; ushort b; uint c; ulong d; } S;
constant uint table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
S make(uint v);
S make(uint v) { S s = {v, v >> 4, v * 3, (ulong)v << 20}; s.d += s.b; return s; }
kernel void constant_table_and_structs(global const uint *in, global uint *out)
{ uint g = get_global_id(0); S s[4]; for (int j = 0; j < 4; j++) s[j] = make(in[(g + j) & 511]);
  S t = s[in[g] & 3]; out[g] = t.a + t.b * table[t.a & 15] + t.c + (uint)(t.d >> 16); }

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void long_atomics(global const ulong *in, global ulong *out)
{ ulong v = in[get_global_id(0)]; atom_add(&out[0], v); atom_max(&out[1], v); }

// The kernels of ocl_extensions.c.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Values so small that every type holds all results. What is undefined (the identity of a minimum, lanes
// beyond the ends) is left out. Lane 2 of each subgroup takes the branch.
#define VALUES(T, WIDTH) \
__attribute__((intel_reqd_sub_group_size(WIDTH))) \
kernel void T##_values(global const uint *in, global int *out) \
{ uint g = get_global_id(0), l = get_sub_group_local_id(), S = get_sub_group_size(); \
  global int *o = out + g * 20; \
  T v = (T)(in[g] & 3), w = (T)(1 + (l % 7 == 0)); \
  o[0] = (int)sub_group_reduce_add(v); o[1] = (int)sub_group_scan_exclusive_add(v); \
  o[2] = (int)sub_group_scan_inclusive_max(v); o[3] = (int)sub_group_scan_inclusive_min(v); \
  o[4] = (int)sub_group_shuffle(v, (l * 5 + 3) & (S - 1)); o[5] = (int)sub_group_shuffle_xor(v, 6); \
  o[6] = (int)sub_group_shuffle_up(v, 1); o[7] = (int)sub_group_shuffle_down(v, 2); \
  o[8] = (int)sub_group_broadcast(v, 3); o[9] = (int)sub_group_reduce_min(v); \
  o[10] = (int)sub_group_clustered_reduce_add(v, 4); o[11] = (int)sub_group_clustered_reduce_max(v, 8); \
  o[12] = (int)sub_group_clustered_reduce_mul(w, 2); \
  if (l == 0) o[6] = 0; \
  if (l >= S - 2) o[7] = 0; \
  if (in[g] & 4 || l == 2) { \
    o[13] = (int)sub_group_non_uniform_reduce_add(v); o[14] = (int)sub_group_non_uniform_scan_inclusive_add(v); \
    o[15] = (int)sub_group_non_uniform_reduce_mul(w); o[16] = (int)sub_group_non_uniform_scan_inclusive_max(v); \
    o[17] = (int)sub_group_non_uniform_broadcast(v, 2); o[18] = (int)sub_group_non_uniform_scan_exclusive_add(v); \
    o[19] = (int)sub_group_non_uniform_reduce_min(v); \
  } }

VALUES(char, 8)
VALUES(uchar, 16)
VALUES(short, 32)
VALUES(ushort, 8)
VALUES(int, 16)
VALUES(uint, 32)
VALUES(long, 8)
VALUES(ulong, 16)
VALUES(float, 32)
VALUES(half, 8)
#ifdef cl_khr_fp64
VALUES(double, 16)
#endif

#define VOTES(WIDTH) \
__attribute__((intel_reqd_sub_group_size(WIDTH))) \
kernel void votes_##WIDTH(global const uint *in, global uint *out) \
{ uint g = get_global_id(0), v = in[g]; global uint *o = out + g * 16; \
  uint4 b = sub_group_ballot(v & 1); \
  o[0] = b.x; o[1] = b.y | b.z | b.w; o[2] = sub_group_inverse_ballot(b); \
  o[3] = sub_group_ballot_bit_extract(b, 5); o[4] = sub_group_ballot_bit_count(b); \
  o[5] = sub_group_ballot_inclusive_scan(b); o[6] = sub_group_ballot_exclusive_scan(b); \
  b.x |= 0x90; o[7] = sub_group_ballot_find_lsb(b); o[8] = sub_group_ballot_find_msb(b); \
  o[9] = get_sub_group_ge_mask().x & get_sub_group_le_mask().x; o[10] = get_sub_group_lt_mask().x; \
  if (v & 2) { o[11] = sub_group_elect(); o[12] = sub_group_non_uniform_all(v & 3); \
    o[13] = sub_group_non_uniform_any(v & 8); o[14] = sub_group_non_uniform_all_equal(v & 2); \
    o[15] = sub_group_ballot(v & 4).x; } }

VOTES(8)
VOTES(16)
VOTES(32)

// N: of how many elements a lane has; nothing for one.
#define BLOCKS(SUFFIX, T, N, COUNT, WIDTH) \
__attribute__((intel_reqd_sub_group_size(WIDTH))) \
kernel void blocks_##T##N(global const T *in, global T *out) \
{ uint at = (get_global_id(0) & ~(WIDTH - 1u)) * COUNT; \
  T##N v = intel_sub_group_block_read##SUFFIX##N(in + at); \
  intel_sub_group_block_write##SUFFIX##N(out + at, ~v); }

// No block is wider than 256 bytes.
BLOCKS(_uc, uchar, , 1, 16)
BLOCKS(_uc, uchar, 2, 2, 8)
BLOCKS(_uc, uchar, 4, 4, 8)
BLOCKS(_uc, uchar, 8, 8, 8)
BLOCKS(_us, ushort, , 1, 8)
BLOCKS(_us, ushort, 2, 2, 16)
BLOCKS(_us, ushort, 4, 4, 16)
BLOCKS(_us, ushort, 8, 8, 16)
BLOCKS(_ui, uint, , 1, 16)
BLOCKS(_ui, uint, 2, 2, 8)
BLOCKS(_ui, uint, 4, 4, 8)
BLOCKS(_ui, uint, 8, 8, 8)
BLOCKS(_ul, ulong, , 1, 8)
BLOCKS(_ul, ulong, 2, 2, 16)
BLOCKS(_ul, ulong, 4, 4, 16)
BLOCKS(_ul, ulong, 8, 8, 16)

// What OpenCL programs use beyond the core of 1.2, through Intel's compiler on the simulated device: subgroup
// functions of every type and width, in divergent flow too, block reads and writes of buffers and images.
// Each result is compared with the same computation on the host.
#include "ocl_client.h"

enum { OUTS = 20 };

static const unsigned widths[] = {8, 16, 32};

// ---- subgroup functions of a type

// Values so small that every type holds all results. What is undefined (the identity of a minimum, lanes
// beyond the ends) is left out. Lane 2 of each subgroup takes the branch.
static const char *const typed_source =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "typedef %s T;\n"
    "__attribute__((intel_reqd_sub_group_size(%u)))\n"
    "kernel void k(global const uint *in, global int *out)\n"
    "{ uint g = get_global_id(0), l = get_sub_group_local_id(), S = get_sub_group_size();\n"
    "  global int *o = out + g * 20;\n"
    "  T v = (T)(in[g] & 3), w = (T)(1 + (l %% 7 == 0));\n"
    "  o[0] = (int)sub_group_reduce_add(v); o[1] = (int)sub_group_scan_exclusive_add(v);\n"
    "  o[2] = (int)sub_group_scan_inclusive_max(v); o[3] = (int)sub_group_scan_inclusive_min(v);\n"
    "  o[4] = (int)sub_group_shuffle(v, (l * 5 + 3) & (S - 1)); o[5] = (int)sub_group_shuffle_xor(v, 6);\n"
    "  o[6] = (int)sub_group_shuffle_up(v, 1); o[7] = (int)sub_group_shuffle_down(v, 2);\n"
    "  o[8] = (int)sub_group_broadcast(v, 3); o[9] = (int)sub_group_reduce_min(v);\n"
    "  o[10] = (int)sub_group_clustered_reduce_add(v, 4); o[11] = (int)sub_group_clustered_reduce_max(v, "
    "8);\n"
    "  o[12] = (int)sub_group_clustered_reduce_mul(w, 2);\n"
    "  if (l == 0) o[6] = 0;\n"
    "  if (l >= S - 2) o[7] = 0;\n"
    "  if (in[g] & 4 || l == 2) {\n"
    "    o[13] = (int)sub_group_non_uniform_reduce_add(v); o[14] = "
    "(int)sub_group_non_uniform_scan_inclusive_add(v);\n"
    "    o[15] = (int)sub_group_non_uniform_reduce_mul(w); o[16] = "
    "(int)sub_group_non_uniform_scan_inclusive_max(v);\n"
    "    o[17] = (int)sub_group_non_uniform_broadcast(v, 2); o[18] = "
    "(int)sub_group_non_uniform_scan_exclusive_add(v);\n"
    "    o[19] = (int)sub_group_non_uniform_reduce_min(v);\n"
    "  } }";

// The values of one subgroup, for `lane`.
static void typed_reference(const uint32_t *in, unsigned S, unsigned lane, int32_t *o)
{
    int v[32] = {0}, w[32] = {0};
    bool on[32];
    memset(o, 0, OUTS * sizeof(*o));
    for (unsigned j = 0; j < S; j++) {
        v[j] = in[j] & 3;
        w[j] = 1 + (j % 7 == 0);
        on[j] = in[j] & 4 || j == 2;
    }
    o[2] = 0;
    o[3] = o[9] = o[19] = 99;
    o[15] = 1;
    for (unsigned j = 0; j < S; j++) {
        o[0] += v[j];
        o[1] += j < lane ? v[j] : 0;
        o[2] = j <= lane && v[j] > o[2] ? v[j] : o[2];
        o[3] = j <= lane && v[j] < o[3] ? v[j] : o[3];
        o[9] = v[j] < o[9] ? v[j] : o[9];
        o[10] += j / 4 == lane / 4 ? v[j] : 0;
        o[11] = j / 8 == lane / 8 && v[j] > o[11] ? v[j] : o[11];
        if (!on[j])
            continue;
        o[13] += v[j];
        o[14] += j <= lane ? v[j] : 0;
        o[15] *= w[j];
        o[16] = j <= lane && v[j] > o[16] ? v[j] : o[16];
        o[18] += j < lane ? v[j] : 0;
        o[19] = v[j] < o[19] ? v[j] : o[19];
    }
    o[4] = v[(lane * 5 + 3) & (S - 1)];
    o[5] = v[lane ^ 6];
    o[6] = lane ? v[lane - 1] : 0;
    o[7] = lane < S - 2 ? v[lane + 2] : 0;
    o[8] = v[3];
    o[12] = w[lane & ~1u] * w[lane | 1];
    o[17] = v[2];
    if (!on[lane])
        memset(o + 13, 0, 7 * sizeof(*o));
}

KT_TEST(subgroup_functions_of_every_type)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                        "long", "ulong", "float", "half",   "double"};
    static uint32_t in[N];
    static int32_t out[N * OUTS], want[OUTS];
    NEED_DEVICE();
    for (unsigned t = 0; t < sizeof(types) / sizeof(*types); t++) {
        unsigned S = widths[t % 3], bad = 0;
        char source[4096];
        if (!strcmp(types[t], "double") && !has_doubles())
            continue;
        // Where 64 bits are two halves, Intel's compiler adds lane 0 twice, and not the last one, to a sum
        // that is cut to 32 bits: "add (1|M0) r14.3<1>:d r54.0<0;1,0>:d r12.0<0;1,0>:d" for lane 7, r12.7.
        unsigned first = !has_doubles() && strstr(types[t], "long") ? 1 : 0;
        snprintf(source, sizeof(source), typed_source, types[t], S);
        for (unsigned i = 0; i < N; i++)
            in[i] = random_word();
        memset(out, 0, sizeof(out));
        if (!run(source, in, sizeof(in), out, sizeof(out), 64))
            continue;
        for (unsigned i = 0; i < N && bad < 5; i++) {
            typed_reference(in + (i / S * S), S, i % S, want);
            for (unsigned k = first; k < OUTS; k++)
                bad += !kt_ok(out[i * OUTS + k] == want[k], "%s, SIMD%u, item %u, value %u: %d, not %d",
                              types[t], S, i, k, out[i * OUTS + k], want[k]);
        }
    }
}

// ---- votes and ballots

KT_TEST(votes_and_ballots)
{
    enum { VALUES = 16 };
    static uint32_t in[N], out[N * VALUES];
    NEED_DEVICE();
    for (unsigned n = 0; n < 3; n++) {
        unsigned S = widths[n], bad = 0;
        char source[4096];
        snprintf(
            source, sizeof(source),
            "__attribute__((intel_reqd_sub_group_size(%u)))\n"
            "kernel void k(global const uint *in, global uint *out)\n"
            "{ uint g = get_global_id(0), v = in[g]; global uint *o = out + g * 16;\n"
            "  uint4 b = sub_group_ballot(v & 1);\n"
            "  o[0] = b.x; o[1] = b.y | b.z | b.w; o[2] = sub_group_inverse_ballot(b);\n"
            "  o[3] = sub_group_ballot_bit_extract(b, 5); o[4] = sub_group_ballot_bit_count(b);\n"
            "  o[5] = sub_group_ballot_inclusive_scan(b); o[6] = sub_group_ballot_exclusive_scan(b);\n"
            "  b.x |= 0x90; o[7] = sub_group_ballot_find_lsb(b); o[8] = sub_group_ballot_find_msb(b);\n"
            "  o[9] = get_sub_group_ge_mask().x & get_sub_group_le_mask().x; o[10] = "
            "get_sub_group_lt_mask().x;\n"
            "  if (v & 2) { o[11] = sub_group_elect(); o[12] = sub_group_non_uniform_all(v & 3);\n"
            "    o[13] = sub_group_non_uniform_any(v & 8); o[14] = sub_group_non_uniform_all_equal(v & 2);\n"
            "    o[15] = sub_group_ballot(v & 4).x; } }",
            S);
        for (unsigned i = 0; i < N; i++)
            in[i] = random_word();
        memset(out, 0, sizeof(out));
        if (!run(source, in, sizeof(in), out, sizeof(out), 64))
            continue;
        for (unsigned i = 0; i < N && bad < 5; i++) {
            uint32_t l = i % S, b = 0, on = 0, four = 0, eight = 0;
            for (unsigned j = 0; j < S; j++) {
                uint32_t v = in[i / S * S + j];
                b |= (v & 1) << j;
                on |= (v >> 1 & 1) << j;
                four |= (v >> 2 & v >> 1 & 1) << j;
                eight |= (v >> 3 & v >> 1 & 1) << j;
            }
            uint32_t with = b | 0x90, upto = UINT32_MAX >> (31 - l), in_branch = on >> l & 1;
            uint32_t want[VALUES] = {b,
                                     0,
                                     b >> l & 1,
                                     b >> 5 & 1,
                                     (uint32_t)__builtin_popcount(b),
                                     (uint32_t)__builtin_popcount(b & upto),
                                     (uint32_t)__builtin_popcount(b & upto >> 1),
                                     (uint32_t)__builtin_ctz(with),
                                     31 - (uint32_t)__builtin_clz(with),
                                     UINT32_C(1) << l,
                                     upto >> 1};
            // Value 9 is of "ge" and "le" masks: beyond the subgroup Intel's are all ones.
            if (l == 0)
                want[6] = want[10] = 0;
            if (in_branch) {
                want[11] = l == (uint32_t)__builtin_ctz(on);
                want[12] = want[14] = 1;
                want[13] = eight != 0;
                want[15] = four;
            }
            for (unsigned k = 0; k < VALUES; k++)
                bad += !kt_ok(out[i * VALUES + k] == want[k], "SIMD%u, item %u, value %u: %x, not %x", S, i,
                              k, out[i * VALUES + k], want[k]);
        }
    }
}

// ---- blocks of buffers

KT_TEST(blocks_of_buffers)
{
    static const struct {
        const char *suffix, *type;
        unsigned bytes;
    } kinds[] = {{"_uc", "uchar", 1}, {"_us", "ushort", 2}, {"_ui", "uint", 4}, {"_ul", "ulong", 8}};
    enum { COUNT = 8 };
    static uint8_t in[N * COUNT * 8], out[N * COUNT * 8 + 1];
    NEED_DEVICE();
    for (unsigned i = 0; i < sizeof(in); i++)
        in[i] = (uint8_t)random_word();
    for (unsigned t = 0; t < 4; t++)
        for (unsigned count = 1; count <= COUNT; count *= 2) {
            unsigned S = widths[(t + count) % 2]; // no block is wider than 256 bytes
            char source[1024], vec[16], n[4] = "";
            if (count > 1)
                snprintf(n, sizeof(n), "%u", count);
            snprintf(vec, sizeof(vec), "%s%s", kinds[t].type, n);
            snprintf(source, sizeof(source),
                     "__attribute__((intel_reqd_sub_group_size(%u)))\n"
                     "kernel void k(global const %s *in, global %s *out)\n"
                     "{ uint at = (get_global_id(0) & ~%uu) * %u;\n"
                     "  %s v = intel_sub_group_block_read%s%s(in + at);\n"
                     "  intel_sub_group_block_write%s%s(out + at, ~v); }",
                     S, kinds[t].type, kinds[t].type, S - 1, count, vec, kinds[t].suffix, n, kinds[t].suffix,
                     n);
            size_t size = (size_t)N * count * kinds[t].bytes, i = 0;
            memset(out, 0x33, sizeof(out));
            if (!run(source, in, size, out, sizeof(out), 64))
                continue;
            while (i < size && (out[i] ^ in[i]) == 0xff)
                i++;
            kt_ok(i == size && out[size] == 0x33, "SIMD%u %s: byte %zu", S, vec, i);
        }
}

KT_MAIN()

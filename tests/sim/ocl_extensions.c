// What OpenCL programs use beyond the core of 1.2, through Intel's compiler on the simulated device: subgroup
// functions of every type and width, in divergent flow too, block reads and writes of buffers and images.
// Each result is compared with the same computation on the host.
#include "ocl_client.h"

enum { OUTS = 20 };

static const unsigned widths[] = {8, 16, 32};

// ---- subgroup functions of a type

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
        char name[32];
        if (!strcmp(types[t], "double") && !has_doubles())
            continue;
        // Where 64 bits are two halves, Intel's compiler adds lane 0 twice, and not the last one, to a sum
        // that is cut to 32 bits: "add (1|M0) r14.3<1>:d r54.0<0;1,0>:d r12.0<0;1,0>:d" for lane 7, r12.7.
        unsigned first = !has_doubles() && strstr(types[t], "long") ? 1 : 0;
        snprintf(name, sizeof(name), "%s_values", types[t]);
        for (unsigned i = 0; i < N; i++)
            in[i] = random_word();
        memset(out, 0, sizeof(out));
        if (!run(kernels("ocl_extensions.cl"), name, in, sizeof(in), out, sizeof(out), 64))
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
        char name[32];
        snprintf(name, sizeof(name), "votes_%u", S);
        for (unsigned i = 0; i < N; i++)
            in[i] = random_word();
        memset(out, 0, sizeof(out));
        if (!run(kernels("ocl_extensions.cl"), name, in, sizeof(in), out, sizeof(out), 64))
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
        const char *type;
        unsigned bytes;
    } kinds[] = {{"uchar", 1}, {"ushort", 2}, {"uint", 4}, {"ulong", 8}};
    enum { COUNT = 8 };
    static uint8_t in[N * COUNT * 8], out[N * COUNT * 8 + 1];
    NEED_DEVICE();
    for (unsigned i = 0; i < sizeof(in); i++)
        in[i] = (uint8_t)random_word();
    for (unsigned t = 0; t < 4; t++)
        for (unsigned count = 1; count <= COUNT; count *= 2) {
            unsigned S = widths[(t + count) % 2]; // no block is wider than 256 bytes
            char name[32];
            snprintf(name, sizeof(name), count > 1 ? "blocks_%s%u" : "blocks_%s", kinds[t].type, count);
            size_t size = (size_t)N * count * kinds[t].bytes, i = 0;
            memset(out, 0x33, sizeof(out));
            if (!run(kernels("ocl_extensions.cl"), name, in, size, out, sizeof(out), 64))
                continue;
            while (i < size && (out[i] ^ in[i]) == 0xff)
                i++;
            kt_ok(i == size && out[size] == 0x33, "SIMD%u %s: byte %zu", S, name, i);
        }
}

KT_MAIN()

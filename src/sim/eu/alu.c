// Arithmetic and logic on any type and region: one file for what integers mean. See eu/alu_float.c for
// floats.
//
// Reads all sources of all enabled channels, computes with 128-bit integers, evaluates the conditional
// modifier on the result before saturation, and writes. Source: PRM vol7 instruction reference; IGC
// documentation/visa.
#include "sim/eu/alu.h"

static uint64_t low_mask(unsigned bits)
{
    return bits >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

bool sim_cmp_int(enum eu_cmod c, sim_int a, sim_int b)
{
    switch (c) {
    case EU_CMOD_Z:
        return a == b;
    case EU_CMOD_NZ:
        return a != b;
    case EU_CMOD_G:
        return a > b;
    case EU_CMOD_GE:
        return a >= b;
    case EU_CMOD_L:
        return a < b;
    case EU_CMOD_LE:
        return a <= b;
    default:
        return false;
    }
}

static sim_int first_bit_high(sim_int v, bool is_signed)
{
    uint32_t x = (uint32_t)v;
    if (is_signed && (int32_t)x < 0)
        x = ~x;
    return x ? __builtin_clz(x) : 0xffffffffLL;
}

static uint32_t reverse_bits(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}

bool sim_extracts_signed(const struct sim_uop *u)
{
    return u->src[2].type == EU_TYPE_D || u->dst.type == EU_TYPE_D;
}

static sim_int bit_field_extract(const struct sim_uop *u, sim_int width, sim_int offset, sim_int v)
{
    unsigned w = (unsigned)width & 31, o = (unsigned)offset & 31;
    if (!w)
        return 0;
    if (sim_extracts_signed(u)) {
        if (o + w >= 32)
            return (int32_t)v >> o;
        return (int32_t)((uint32_t)v << (32 - w - o)) >> (32 - w);
    }
    return ((uint32_t)v >> o) & low_mask(w);
}

// dp4a: the products of four pairs of bytes, added to source 0. Each source's sign is its type's.
static sim_int dot_of_bytes(const struct sim_uop *u, sim_int a, sim_int b, sim_int c)
{
    for (unsigned i = 0; i < 32; i += 8) {
        sim_int x = (uint8_t)(b >> i), y = (uint8_t)(c >> i);
        if (sim_type_is_signed(u->src[1].type))
            x = (int8_t)x;
        if (sim_type_is_signed(u->src[2].type))
            y = (int8_t)y;
        a += x * y;
    }
    return a;
}

// bfn: bit by bit what the truth table has for the three sources' bits.
static sim_int boolean_function(unsigned table, sim_int a, sim_int b, sim_int c)
{
    sim_int r = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            r |= (i & 1 ? a : ~a) & (i & 2 ? b : ~b) & (i & 4 ? c : ~c);
    return r;
}

// One result from up to three sources. Operations that touch an accumulator are in compute_acc.
static sim_int compute(const struct sim_uop *u, sim_int a, sim_int b, sim_int c)
{
    switch ((enum eu_op)u->op) {
    case EU_OP_MOV:
    case EU_OP_NOT: // the inversion is done by the caller
        return a;
    case EU_OP_AND:
        return a & b;
    case EU_OP_OR:
        return a | b;
    case EU_OP_XOR:
        return a ^ b;
    case EU_OP_SHR: {
        unsigned bits = u->src[0].size == 8 ? 64 : u->src[0].size == 4 ? 32 : u->dst.size == 8 ? 64 : 32;
        if (sim_type_is_signed(u->src[0].type) && u->src[0].size <= 2)
            bits = 16;
        return ((uint64_t)a & low_mask(bits)) >> ((unsigned)b & (u->wide ? 63 : 31));
    }
    case EU_OP_SHL:
        return (sim_int)((unsigned __int128)a << ((unsigned)b & (u->wide ? 63 : 31)));
    case EU_OP_ASR:
        return a >> ((unsigned)b & (u->wide ? 63 : 31));
    case EU_OP_ROL:
    case EU_OP_ROR: {
        unsigned bits = u->src[0].size * 8u, n = (unsigned)b & (bits - 1);
        uint64_t v = (uint64_t)a & low_mask(bits);
        if (u->op == EU_OP_ROR)
            n = (bits - n) & (bits - 1);
        return (sim_int)((v << n | v >> ((bits - n) & (bits - 1))) & low_mask(bits));
    }
    case EU_OP_CSEL: // src2 decides, compared with zero
        return sim_cmp_int(u->cmod, c, 0) ? a : b;
    case EU_OP_ADD:
        return a + b;
    case EU_OP_AVG:
        return (a + b + 1) >> 1;
    case EU_OP_MUL:
        return (sim_int)((unsigned __int128)a * (unsigned __int128)b);
    case EU_OP_MAD:
        return (sim_int)((unsigned __int128)b * (unsigned __int128)c + (unsigned __int128)a);
    case EU_OP_ADD3:
        return a + b + c;
    case EU_OP_BFN:
        return boolean_function(u->info->inst->bfn, a, b, c);
    case EU_OP_DP4A:
        return dot_of_bytes(u, a, b, c);
    case EU_OP_LZD:
        return (uint32_t)a ? __builtin_clz((uint32_t)a) : 32;
    case EU_OP_FBH:
        return first_bit_high(a, sim_type_is_signed(u->src[0].type));
    case EU_OP_FBL:
        return (uint32_t)a ? __builtin_ctz((uint32_t)a) : 0xffffffffLL;
    case EU_OP_CBIT:
        return __builtin_popcountll((uint64_t)a & low_mask(u->src[0].size * 8));
    case EU_OP_BFREV:
        return reverse_bits((uint32_t)a);
    case EU_OP_BFE:
        return bit_field_extract(u, a, b, c);
    case EU_OP_BFI1:
        return (uint32_t)(low_mask((unsigned)a & 31) << ((unsigned)b & 31));
    case EU_OP_BFI2:
        // src0 is the mask that bfi1 made; its lowest set bit is where the field goes.
        return (uint32_t)a ? (((uint32_t)b << __builtin_ctz((uint32_t)a)) & (uint32_t)a) |
                                 ((uint32_t)c & ~(uint32_t)a)
                           : c;
    default:
        return 0;
    }
}

// Operations that read or write the accumulator by definition: channel i of the instruction uses channel i of
// acc0 whatever its channel offset (IGC relies on it: mul (8|M0) acc0, mach (8|M8)).
static sim_int compute_acc(struct sim_thread *t, const struct sim_uop *u, unsigned i, bool on, sim_int a,
                           sim_int b)
{
    enum eu_type type = u->dst.type;
    sim_int acc = sim_acc_read(t, 0, i, type), r;
    switch ((enum eu_op)u->op) {
    case EU_OP_MAC:
        r = a * b + acc;
        break;
    case EU_OP_MACL:
    case EU_OP_MACH: {
        sim_int hi =
            sim_type_is_signed(u->src[1].type) ? (sim_int)((int64_t)b >> 16) : (sim_int)((uint32_t)b >> 16);
        bool is_signed = sim_type_is_signed(u->src[0].type) || sim_type_is_signed(u->src[1].type);
        sim_int sum = (int64_t)((uint64_t)((unsigned __int128)(a * hi) << 16) + (uint64_t)acc);
        if (on)
            sim_acc_write(t, 0, i, EU_TYPE_D, sum);
        if (u->low_half)
            return is_signed ? (sim_int)(int32_t)sum : (sim_int)(uint32_t)sum;
        return is_signed ? (sim_int)((int64_t)sum >> 32) : (sim_int)((uint64_t)sum >> 32);
    }
    case EU_OP_ADDC: {
        uint64_t s = (uint64_t)(uint32_t)a + (uint32_t)b;
        if (on)
            sim_acc_write(t, 0, i, EU_TYPE_UD, (sim_int)(s >> 32));
        return (uint32_t)s;
    }
    case EU_OP_SUBB:
        if (on)
            sim_acc_write(t, 0, i, EU_TYPE_UD, (uint32_t)a < (uint32_t)b);
        return (uint32_t)a - (uint32_t)b;
    default:
        r = 0;
    }
    if (on && u->acc_wr)
        sim_acc_write(t, 0, i, type, r);
    return r;
}

static bool uses_acc(enum eu_op op)
{
    return op == EU_OP_MAC || op == EU_OP_MACH || op == EU_OP_MACL || op == EU_OP_ADDC || op == EU_OP_SUBB;
}

// sad2: sums of absolute differences over pairs of bytes; sada2 adds the accumulator.
static sim_int sad(struct sim_thread *t, const struct sim_uop *u, unsigned i, const sim_int *a,
                   const sim_int *b)
{
    unsigned e = i & ~1u;
    sim_int d0 = a[e] - b[e], d1 = a[e + 1] - b[e + 1];
    sim_int r = (d0 < 0 ? -d0 : d0) + (d1 < 0 ? -d1 : d1);
    return u->op == EU_OP_SADA2 ? r + sim_acc_read(t, 0, i, u->dst.type) : r;
}

static void finish(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, const sim_int *r)
{
    uint64_t out[SIM_MAX_CHANNELS];
    uint32_t flags = 0;
    bool to_float = sim_type_is_float(u->dst.type), acc_op = uses_acc(u->op);
    for (unsigned i = 0; i < u->n; i++) {
        if (!(mask >> i & 1))
            continue;
        sim_int v = r[i], w = v;
        if (to_float) {
            out[i] = sim_int_to_float_bits(t, v, u->dst.type);
            if (u->sat)
                out[i] = sim_float_bits_saturate(out[i], u->dst.type);
        } else {
            w = sim_int_wrap(v, u->dst.type);
            out[i] = (uint64_t)(u->sat ? sim_int_saturate(v, u->dst.type) : w);
            if (u->dst.acc)
                sim_acc_write(t, 0, (u->dst.base - SIM_RF_ACC) / u->dst.size + i * (u->dst.hs / u->dst.size),
                              u->dst.type, v);
            else if (u->acc_wr && !acc_op)
                sim_acc_write(t, 0, i, u->dst.type, u->sat ? sim_int_saturate(v, u->dst.type) : v);
        }
        if (u->cmod == EU_CMOD_O)
            flags |= (uint32_t)(w != v) << i;
        else if (u->cmod)
            flags |= (uint32_t)sim_cmp_int(u->cmod, to_float || u->sat ? v : w, 0) << i;
    }
    if (!u->dst.acc || to_float)
        sim_store_bits(t, u, mask, out);
    if (u->cmod)
        sim_flag_write(t, u, mask, flags);
}

// cmp, cmpn and sel: the conditional modifier compares the sources.
static void compare(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, const sim_int *a,
                    const sim_int *b)
{
    uint64_t out[SIM_MAX_CHANNELS];
    uint32_t flags = 0;
    for (unsigned i = 0; i < u->n; i++)
        flags |= (uint32_t)sim_cmp_int(u->cmod, a[i], b[i]) << i;
    for (unsigned i = 0; i < u->n; i++)
        out[i] = flags >> i & 1 ? ~UINT64_C(0) : 0;
    sim_store_bits(t, u, mask, out);
    sim_flag_write(t, u, mask, flags);
}

static void select_int(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, const sim_int *a,
                       const sim_int *b)
{
    sim_int r[SIM_MAX_CHANNELS];
    uint32_t pick = sim_pred(t, u);
    for (unsigned i = 0; i < u->n; i++) {
        bool first = u->cmod ? sim_cmp_int(u->cmod, a[i], b[i]) : pick >> i & 1;
        r[i] = first ? a[i] : b[i];
    }
    struct sim_uop plain = *u; // sel does not write flags
    plain.cmod = EU_CMOD_NONE;
    finish(t, &plain, mask, r);
}

void sim_alu_int(struct sim_thread *t, const struct sim_uop *u)
{
    sim_int s[3][SIM_MAX_CHANNELS + 1] = {0}, r[SIM_MAX_CHANNELS];
    if (u->special)
        sim_refresh_special(t, u);
    uint32_t mask = u->op == EU_OP_SEL ? sim_enabled(t, u) : sim_exec_mask(t, u);
    for (unsigned k = 0; k < 3; k++)
        if (u->src[k].kind)
            sim_load_int(t, u, k, mask, u->inverts, s[k]);
    if (u->op == EU_OP_NOT)
        for (unsigned i = 0; i < u->n; i++)
            s[0][i] = ~s[0][i];
    switch ((enum eu_op)u->op) {
    case EU_OP_CMP:
    case EU_OP_CMPN:
        compare(t, u, mask, s[0], s[1]);
        break;
    case EU_OP_SEL:
        select_int(t, u, mask, s[0], s[1]);
        break;
    case EU_OP_SAD2:
    case EU_OP_SADA2:
        for (unsigned i = 0; i < u->n; i++)
            r[i] = sad(t, u, i, s[0], s[1]);
        finish(t, u, mask, r);
        break;
    case EU_OP_CSEL: {
        struct sim_uop plain = *u; // the conditional modifier is its own
        plain.cmod = EU_CMOD_NONE;
        for (unsigned i = 0; i < u->n; i++)
            r[i] = compute(u, s[0][i], s[1][i], s[2][i]);
        finish(t, &plain, mask, r);
        break;
    }
    default:
        if (uses_acc(u->op))
            for (unsigned i = 0; i < u->n; i++)
                r[i] = compute_acc(t, u, i, mask >> i & 1, s[0][i], s[1][i]);
        else
            for (unsigned i = 0; i < u->n; i++)
                r[i] = compute(u, s[0][i], s[1][i], s[2][i]);
        finish(t, u, mask, r);
    }
    if (u->special)
        sim_apply_special(t, u);
}

// movi: element i of the destination is the byte-addressed element at a0.subreg + i. The source is an
// indirect register region whose elements are read from consecutive address registers.
void sim_alu_movi(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t v[SIM_MAX_CHANNELS];
    uint32_t mask = sim_exec_mask(t, u);
    sim_load_bits(t, u, 0, mask, v);
    sim_store_bits(t, u, mask, v);
}

// smov: a move of the channels that the immediate selects (IGC Optimizer.cpp createSmov: a move predicated by
// it).
void sim_alu_smov(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t v[SIM_MAX_CHANNELS];
    uint32_t select;
    memcpy(&select, u->src[1].imm, 4);
    uint32_t mask = sim_exec_mask(t, u) & (u->src[1].size == 2 ? select & 0xffff : select);
    sim_load_wide(t, u, 0, false, v);
    sim_store_bits(t, u, mask, v);
}

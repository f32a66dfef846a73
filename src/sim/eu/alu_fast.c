// Chooses fast paths: which instructions mean the same in 32-bit (or 64-bit integer) lanes as in the general
// code of eu/alu.c and eu/alu_float.c. Whatever is not sure stays there.
#include "sim/eu/alu.h"
#include "sim/eu/fast.h"
#include "sim/eu/transcend.h"
#include "sim/thread/region.h"

uint32_t sim_fast_one = 0x3f800000;

static const struct sim_fast_table *fast_table(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return &sim_fast_avx2;
#endif
    return &sim_fast_base;
}

const struct sim_transcend *sim_transcend(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return &sim_transcend_avx512;
    if (__builtin_cpu_supports("avx2"))
        return &sim_transcend_avx2;
#endif
    return &sim_transcend_base;
}

static bool is_int(unsigned type)
{
    return !sim_type_is_float(type);
}

static bool has_mods(const struct sim_src *s)
{
    return s->neg || s->abs;
}

// Signedness of the values: unsigned 16-bit and 8-bit values are at home in both.
enum sign { EITHER, SIGNED, UNSIGNED };

static enum sign sign_of(const struct sim_src *s, unsigned full)
{
    if (sim_type_is_signed(s->type))
        return s->kind == SIM_SRC_IMM && !(s->imm[7] & 0x80) && !s->hs ? EITHER : SIGNED;
    return s->size < full ? EITHER : UNSIGNED;
}

// The common signedness of two sources; false if they cannot be compared in one domain.
static bool common_sign(const struct sim_uop *u, unsigned full, bool *is_signed)
{
    enum sign a = sign_of(&u->src[0], full), b = sign_of(&u->src[1], full);
    if ((a == SIGNED && b == UNSIGNED) || (a == UNSIGNED && b == SIGNED))
        return false;
    *is_signed = a == SIGNED || b == SIGNED;
    return true;
}

static bool contiguous(const struct sim_src *s, unsigned n)
{
    return !s->swizzled && s->hs == s->size && ((1u << s->wshift) >= n || s->vs == s->size << s->wshift);
}

static bool uniform(const struct sim_src *s, unsigned n)
{
    return !s->swizzled && (n == 1 || (!s->hs && (!s->vs || (1u << s->wshift) >= n)));
}

// Immediates in place as 64 bits, so that their low 32 serve as a lane.
static void extend_immediate(struct sim_src *s)
{
    int64_t v = 0;
    memcpy(&v, s->imm, 8);
    switch (s->type) {
    case EU_TYPE_W:
        v = (int16_t)v;
        break;
    case EU_TYPE_UW:
    case EU_TYPE_HF:
        v = (uint16_t)v;
        break;
    case EU_TYPE_D:
        v = (int32_t)v;
        break;
    case EU_TYPE_UD:
    case EU_TYPE_F:
        v = (uint32_t)v;
        break;
    default:
        break;
    }
    memcpy(s->imm, &v, 8);
}

static enum sim_load load_kind(const struct sim_src *s, unsigned n)
{
    bool word = s->type == EU_TYPE_W || s->type == EU_TYPE_UW, is_signed = s->type == EU_TYPE_W;
    if (s->kind == SIM_SRC_IMM)
        return s->hs ? SIM_LOAD_ANY : SIM_LOAD_IMM;
    if (s->kind != SIM_SRC_REG)
        return SIM_LOAD_ANY;
    if (uniform(s, n))
        return s->size == 4 ? SIM_LOAD_SCALAR
               : !word      ? SIM_LOAD_ANY
               : is_signed  ? SIM_LOAD_SCALAR_W
                            : SIM_LOAD_SCALAR_UW;
    if (contiguous(s, n))
        return s->size == 4 ? SIM_LOAD_PACKED
               : !word      ? SIM_LOAD_ANY
               : is_signed  ? SIM_LOAD_PACKED_W
                            : SIM_LOAD_PACKED_UW;
    return SIM_LOAD_ANY;
}

// ---- which operation

static bool simple_cmod(unsigned c)
{
    return c <= EU_CMOD_LE;
}

// Integer results: no saturation; flags only where a 32-bit signed comparison with zero is the right one.
static bool int_result_ok(const struct sim_uop *u)
{
    if (u->sat || !is_int(u->dst.type))
        return false;
    if (!u->cmod)
        return true;
    return u->dst.size == 4 && simple_cmod(u->cmod) &&
           (u->dst.type == EU_TYPE_D || u->cmod == EU_CMOD_Z || u->cmod == EU_CMOD_NZ);
}

static bool float_result_ok(const struct sim_uop *u)
{
    return u->dst.type == EU_TYPE_F && simple_cmod(u->cmod);
}

static bool any_mods(const struct sim_uop *u)
{
    return has_mods(&u->src[0]) || has_mods(&u->src[1]) || has_mods(&u->src[2]);
}

static int choose_mov(const struct sim_uop *u)
{
    const struct sim_src *s = &u->src[0];
    bool plain = !has_mods(s) && !u->sat && !u->cmod;
    if (s->type == EU_TYPE_F && u->dst.type == EU_TYPE_F)
        return plain ? SIM_FAST_MOV : float_result_ok(u) ? SIM_FAST_MOVF : -1;
    if (s->type == EU_TYPE_F)
        return u->sat || u->cmod           ? -1
               : u->dst.type == EU_TYPE_D  ? SIM_FAST_F_TO_D
               : u->dst.type == EU_TYPE_UD ? SIM_FAST_F_TO_UD
                                           : -1;
    if (u->dst.type == EU_TYPE_F)
        return has_mods(s) || !simple_cmod(u->cmod) ? -1
               : s->type == EU_TYPE_UD              ? SIM_FAST_UD_TO_F
                                                    : SIM_FAST_D_TO_F;
    return int_result_ok(u) ? SIM_FAST_MOV : -1;
}

static int choose_shift(const struct sim_uop *u)
{
    const struct sim_src *s = &u->src[0];
    if (!int_result_ok(u))
        return -1;
    bool is_signed = sim_type_is_signed(s->type);
    if (u->op == EU_OP_SHL)
        return SIM_FAST_SHL;
    if (has_mods(s))
        return -1;
    if (u->op == EU_OP_ASR)
        return is_signed ? SIM_FAST_ASR : SIM_FAST_SHR;
    return is_signed && s->size < 4 ? -1 : SIM_FAST_SHR;
}

static int choose_int(const struct sim_uop *u)
{
    bool unmodified = !any_mods(u) && !u->cmod;
    switch ((enum eu_op)u->op) {
    case EU_OP_ADD:
        return int_result_ok(u) ? SIM_FAST_ADD : -1;
    case EU_OP_MUL:
        return int_result_ok(u) ? SIM_FAST_MUL : -1;
    case EU_OP_MAD:
        return int_result_ok(u) ? SIM_FAST_MAD : -1;
    case EU_OP_AND:
        return int_result_ok(u) ? SIM_FAST_AND : -1;
    case EU_OP_OR:
        return int_result_ok(u) ? SIM_FAST_OR : -1;
    case EU_OP_XOR:
        return int_result_ok(u) ? SIM_FAST_XOR : -1;
    case EU_OP_NOT:
        return int_result_ok(u) && !any_mods(u) ? SIM_FAST_NOT : -1;
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_ASR:
        return choose_shift(u);
    case EU_OP_ROL:
    case EU_OP_ROR:
        return int_result_ok(u) && !any_mods(u) && u->src[0].size == 4
                   ? (u->op == EU_OP_ROL ? SIM_FAST_ROL : SIM_FAST_ROR)
                   : -1;
    default:
        break;
    }
    if (!unmodified || u->sat || !is_int(u->dst.type) || u->src[0].size != 4)
        return -1;
    switch ((enum eu_op)u->op) {
    case EU_OP_LZD:
        return SIM_FAST_LZD;
    case EU_OP_FBL:
        return SIM_FAST_FBL;
    case EU_OP_FBH:
        return sim_type_is_signed(u->src[0].type) ? SIM_FAST_FBH_S : SIM_FAST_FBH_U;
    case EU_OP_CBIT:
        return SIM_FAST_CBIT;
    case EU_OP_BFREV:
        return SIM_FAST_BFREV;
    case EU_OP_BFI1:
        return SIM_FAST_BFI1;
    case EU_OP_BFI2:
        return SIM_FAST_BFI2;
    case EU_OP_BFE:
        return sim_extracts_signed(u) ? SIM_FAST_BFE_S : SIM_FAST_BFE_U;
    default:
        return -1;
    }
}

static int choose_float(const struct sim_uop *u)
{
    if (!float_result_ok(u))
        return -1;
    switch ((enum eu_op)u->op) {
    case EU_OP_ADD:
        return SIM_FAST_FADD;
    case EU_OP_MUL:
        return SIM_FAST_FMUL;
    case EU_OP_MAD:
        return SIM_FAST_FMAD;
    case EU_OP_LRP:
        return SIM_FAST_LRP;
    case EU_OP_FRC:
        return SIM_FAST_FRC;
    case EU_OP_RNDD:
        return SIM_FAST_RNDD;
    case EU_OP_RNDU:
        return SIM_FAST_RNDU;
    case EU_OP_RNDE:
        return SIM_FAST_RNDE;
    case EU_OP_RNDZ:
        return SIM_FAST_RNDZ;
    default:
        return -1;
    }
}

static int choose_math(const struct sim_uop *u)
{
    if (!float_result_ok(u))
        return -1;
    switch ((enum eu_math)u->math) {
    case EU_MATH_INV:
        return SIM_FAST_INV;
    case EU_MATH_SQRT:
        return SIM_FAST_SQRT;
    case EU_MATH_FDIV:
        return SIM_FAST_FDIV;
    default:
        return -1;
    }
}

static int choose_minmax(const struct sim_uop *u)
{
    bool is_signed;
    if (u->pred || (u->cmod != EU_CMOD_L && u->cmod != EU_CMOD_GE))
        return -1;
    bool min = u->cmod == EU_CMOD_L;
    if (u->exec == SIM_EXEC_F)
        return u->dst.type != EU_TYPE_F ? -1 : min ? SIM_FAST_FMIN : SIM_FAST_FMAX;
    if (u->sat || !is_int(u->dst.type) || any_mods(u) || !common_sign(u, 4, &is_signed))
        return -1;
    return is_signed ? (min ? SIM_FAST_MIN_D : SIM_FAST_MAX_D) : (min ? SIM_FAST_MIN_UD : SIM_FAST_MAX_UD);
}

static int choose_op(const struct sim_uop *u)
{
    if (u->op == EU_OP_MOV)
        return choose_mov(u);
    if (u->op == EU_OP_SEL)
        return choose_minmax(u);
    if (u->op == EU_OP_MATH)
        return choose_math(u);
    return u->exec == SIM_EXEC_F ? choose_float(u) : choose_int(u);
}

// ---- which function

// All sources of one domain, in 32-bit lanes.
static bool lanes_ok(const struct sim_uop *u)
{
    if (u->acc_wr || u->dst.size > 4 || u->dst.type == EU_TYPE_HF || u->dst.type == EU_TYPE_BF ||
        u->exec == SIM_EXEC_HF || u->exec == SIM_EXEC_DF || !u->src[0].kind)
        return false;
    if (u->dst.acc && is_int(u->dst.type))
        return false;
    for (unsigned k = 0; k < 3; k++) {
        const struct sim_src *s = &u->src[k];
        if (!s->kind)
            continue;
        if (s->size > 4 || (u->exec == SIM_EXEC_F) != (s->type == EU_TYPE_F) || (s->acc && s->size != 4))
            return false;
    }
    return true;
}

static void prepare_lanes(struct sim_uop *u)
{
    for (unsigned k = 0; k < 3; k++) {
        struct sim_src *s = &u->src[k];
        if (!s->kind)
            continue;
        if (s->kind == SIM_SRC_IMM && !s->hs)
            extend_immediate(s);
        s->load = (uint8_t)load_kind(s, u->n);
        s->mod = !has_mods(s)            ? SIM_MOD_NONE
                 : u->exec == SIM_EXEC_F ? SIM_MOD_FLOAT
                 : u->inverts            ? SIM_MOD_NOT
                                         : SIM_MOD_INT;
    }
    u->dst_packed = u->dst.size == 4 && u->dst.hs == 4 && !u->dst.indirect && u->dst.writemask == 0xf;
    u->float_result = u->dst.type == EU_TYPE_F;
}

static bool lane_scalar(const struct sim_src *s)
{
    return s->load == SIM_LOAD_SCALAR || s->load == SIM_LOAD_IMM;
}

static enum sim_fast_shape shape_of(const struct sim_uop *u, bool any_width)
{
    bool v0 = u->src[0].load == SIM_LOAD_PACKED, s0 = lane_scalar(&u->src[0]);
    bool v1 = !u->src[1].kind || u->src[1].load == SIM_LOAD_PACKED, s1 = lane_scalar(&u->src[1]);
    bool s2 = !u->src[2].kind || lane_scalar(&u->src[2]);
    if (any_mods(u) || u->sat || u->result_cmod)
        return SIM_FAST_ANY;
    if (s0 && (s1 || !u->src[1].kind) && s2 && (any_width || (u->n == 1 && u->dst_packed)))
        return SIM_FAST_SS;
    if (!any_width && (!u->dst_packed || (u->n != 8 && u->n != 16 && u->n != 32)))
        return SIM_FAST_ANY;
    if (u->src[2].kind && (u->src[2].load != SIM_LOAD_PACKED || !v0 || !v1))
        return SIM_FAST_ANY;
    if (v0 && v1)
        return SIM_FAST_VV;
    if (v0 && s1)
        return SIM_FAST_VS;
    return s0 && v1 ? SIM_FAST_SV : SIM_FAST_ANY;
}

static sim_uop_fn *fast_cmp(struct sim_uop *u)
{
    static const uint8_t order[] = {[EU_CMOD_Z] = 0,  [EU_CMOD_NZ] = 1, [EU_CMOD_G] = 2,
                                    [EU_CMOD_GE] = 3, [EU_CMOD_L] = 4,  [EU_CMOD_LE] = 5};
    bool is_signed = false;
    if (!u->cmod || !simple_cmod(u->cmod))
        return NULL;
    if (u->exec == SIM_EXEC_INT && (any_mods(u) || !common_sign(u, 4, &is_signed)))
        return NULL;
    unsigned kind = u->exec == SIM_EXEC_F ? 0 : is_signed ? 1 : 2;
    u->info->fast = SIM_FAST_KIND_CMP;
    u->info->fast_op = (uint8_t)(order[u->cmod] * 3 + kind);
    return fast_table()->cmp[u->info->fast_op][shape_of(u, true)];
}

static sim_uop_fn *fast_sel(struct sim_uop *u)
{
    const struct sim_src *a = &u->src[0], *b = &u->src[1];
    if (u->sat || !u->pred)
        return NULL;
    if (u->exec == SIM_EXEC_F ? u->dst.type != EU_TYPE_F || has_mods(a) || has_mods(b) : !is_int(u->dst.type))
        return NULL;
    u->info->fast = SIM_FAST_KIND_SEL;
    return fast_table()->sel[shape_of(u, true)];
}

static bool is_transcendental(const struct sim_uop *u)
{
    return u->op == EU_OP_MATH && u->exec == SIM_EXEC_F &&
           (u->math == EU_MATH_LOG || u->math == EU_MATH_EXP || u->math == EU_MATH_SIN ||
            u->math == EU_MATH_COS || u->math == EU_MATH_POW || u->math == EU_MATH_RSQ);
}

sim_uop_fn *sim_alu_fast(struct sim_uop *u)
{
    if (!lanes_ok(u))
        return NULL;
    prepare_lanes(u);
    if (u->op == EU_OP_CMP)
        return fast_cmp(u);
    if (u->op == EU_OP_SEL && !u->cmod)
        return fast_sel(u);
    if (is_transcendental(u) && float_result_ok(u)) {
        u->result_cmod = u->cmod;
        u->info->fast = SIM_FAST_KIND_MATH;
        return fast_table()->mathf;
    }
    int op = choose_op(u);
    if (op < 0)
        return NULL;
    u->result_cmod = u->op == EU_OP_SEL ? EU_CMOD_NONE : u->cmod;
    u->info->fast = SIM_FAST_KIND_OP;
    u->info->fast_op = (uint8_t)op;
    return fast_table()->op[op][u->n / 16][shape_of(u, false)];
}

// ---- the high half of a product

// Integers as 64-bit lanes, without modifiers.
static void load_lanes(const struct sim_thread *t, const struct sim_uop *u, unsigned k,
                       uint64_t out[SIM_MAX_CHANNELS])
{
    const struct sim_src *s = &u->src[k];
    const bool is_signed = sim_type_is_signed(s->type);
    uint32_t v[SIM_MAX_CHANNELS];
    if (s->load != SIM_LOAD_PACKED) {
        sim_load_wide(t, u, k, false, out);
        return;
    }
    memcpy(v, t->rf + s->base, u->n * sizeof(v[0]));
    for (unsigned i = 0; i < u->n; i++)
        out[i] = is_signed ? (uint64_t)(int32_t)v[i] : v[i];
}

// All 64 bits of a dword's accumulator.
static uint64_t accumulated(const struct sim_thread *t, unsigned channel)
{
    return (uint64_t)t->acc_hi[channel] << 32 | sim_rf32(t, SIM_RF_ACC + 4 * channel);
}

static void accumulate(struct sim_thread *t, unsigned channel, uint64_t v)
{
    t->acc_hi[channel] = (uint32_t)(v >> 32);
    sim_rf_set32(t, SIM_RF_ACC + 4 * channel, (uint32_t)v);
}

// mul into the accumulator, dwords: all 64 bits are kept.
static void acc_mul(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS];
    uint32_t mask = sim_exec_mask(t, u);
    unsigned first = (u->dst.base - SIM_RF_ACC) / 4;
    load_lanes(t, u, 0, a);
    load_lanes(t, u, 1, b);
    for (unsigned i = 0; i < u->n; i++)
        if (mask >> i & 1)
            accumulate(t, first + i, a[i] * b[i]);
}

static void acc_mach(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS], r[SIM_MAX_CHANNELS];
    uint32_t mask = sim_exec_mask(t, u);
    bool is_signed = sim_type_is_signed(u->src[1].type);
    load_lanes(t, u, 0, a);
    load_lanes(t, u, 1, b);
    for (unsigned i = 0; i < u->n; i++) {
        if (!(mask >> i & 1))
            continue;
        uint64_t hi = is_signed ? (uint64_t)((int64_t)b[i] >> 16) : (uint32_t)b[i] >> 16;
        uint64_t sum = ((a[i] * hi) << 16) + accumulated(t, i);
        accumulate(t, i, sum);
        r[i] = u->low_half ? sum : sum >> 32;
    }
    sim_store_bits(t, u, mask, r);
}

// Multiplications through the accumulator, without modifiers; NULL: none.
static sim_uop_fn *accumulator_multiply(const struct sim_uop *u)
{
    if (u->exec != SIM_EXEC_INT || u->sat || u->cmod || any_mods(u) || u->n > 16 || u->src[0].acc ||
        u->src[1].acc || u->src[0].size != 4 || u->dst.size != 4 || !is_int(u->dst.type))
        return NULL;
    if (u->op == EU_OP_MUL && u->dst.acc && u->dst.hs == 4 && !u->acc_wr && u->src[1].size <= 4)
        return (u->dst.base - SIM_RF_ACC) / 4u + u->n <= 8u * SIM_ACC_COUNT ? acc_mul : NULL;
    return (u->op == EU_OP_MACH || u->op == EU_OP_MACL) && !u->dst.acc && u->src[1].size == 4 ? acc_mach
                                                                                              : NULL;
}

// ---- 64-bit integers

static uint64_t wide_op(const struct sim_uop *u, uint64_t a, uint64_t b)
{
    switch ((enum eu_op)u->op) {
    case EU_OP_ADD:
        return a + b;
    case EU_OP_AND:
        return a & b;
    case EU_OP_OR:
        return a | b;
    case EU_OP_XOR:
        return a ^ b;
    case EU_OP_MUL:
        return a * b;
    case EU_OP_SHL:
        return a << (b & 63);
    case EU_OP_SHR:
        return a >> (b & 63);
    case EU_OP_ASR:
        return (uint64_t)((int64_t)a >> (b & 63));
    default:
        return a;
    }
}

#define WIDE_LOOP(opcode)                                                                                    \
    case opcode:                                                                                             \
        for (unsigned i = 0; i < u->n; i++)                                                                  \
            r[i] = wide_op(&(const struct sim_uop){.op = opcode}, a[i], b[i]);                               \
        break;

static void wide_binary(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS], r[SIM_MAX_CHANNELS];
    uint32_t mask = sim_exec_mask(t, u);
    sim_load_wide(t, u, 0, u->inverts, a);
    sim_load_wide(t, u, 1, u->inverts, b);
    switch ((enum eu_op)u->op) {
        WIDE_LOOP(EU_OP_ADD)
        WIDE_LOOP(EU_OP_AND)
        WIDE_LOOP(EU_OP_OR)
        WIDE_LOOP(EU_OP_XOR)
        WIDE_LOOP(EU_OP_MUL)
        WIDE_LOOP(EU_OP_SHL)
        WIDE_LOOP(EU_OP_SHR)
        WIDE_LOOP(EU_OP_ASR)
    default:
        return;
    }
    sim_store_bits(t, u, mask, r);
}

static void wide_mov(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS];
    sim_load_wide(t, u, 0, false, a);
    sim_store_bits(t, u, sim_exec_mask(t, u), a);
}

static void wide_sel(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS];
    uint32_t choose = sim_pred(t, u);
    sim_load_wide(t, u, 0, false, a);
    sim_load_wide(t, u, 1, false, b);
    for (unsigned i = 0; i < u->n; i++)
        a[i] = choose >> i & 1 ? a[i] : b[i];
    sim_store_bits(t, u, sim_enabled(t, u), a);
}

static sim_uop_fn *choose_wide(struct sim_uop *u)
{
    if (accumulator_multiply(u)) {
        for (unsigned k = 0; k < 2; k++) {
            if (u->src[k].kind == SIM_SRC_IMM && !u->src[k].hs)
                extend_immediate(&u->src[k]);
            u->src[k].load = (uint8_t)load_kind(&u->src[k], u->n);
        }
        return accumulator_multiply(u);
    }
    if (u->exec != SIM_EXEC_INT || u->sat || u->cmod || u->acc_wr || u->dst.acc || !is_int(u->dst.type))
        return NULL;
    for (unsigned k = 0; k < 3; k++) {
        if (u->src[k].acc)
            return NULL;
        if (u->src[k].kind == SIM_SRC_IMM && !u->src[k].hs)
            extend_immediate(&u->src[k]);
    }
    switch ((enum eu_op)u->op) {
    case EU_OP_MOV:
        return wide_mov;
    case EU_OP_SEL:
        return u->pred ? wide_sel : NULL;
    case EU_OP_SHR: // logical, on all 64 bits of the source
        return u->wide && (u->src[0].size == 8 || !sim_type_is_signed(u->src[0].type)) &&
                       !has_mods(&u->src[0])
                   ? wide_binary
                   : NULL;
    case EU_OP_ASR:
        return u->wide && (u->src[0].type == EU_TYPE_Q || u->src[0].size < 8) && !has_mods(&u->src[0])
                   ? wide_binary
                   : NULL;
    case EU_OP_SHL:
        return u->wide ? wide_binary : NULL;
    case EU_OP_ADD:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_MUL:
        return wide_binary;
    default:
        return NULL;
    }
}

sim_uop_fn *sim_alu_wide(struct sim_uop *u)
{
    static const uint8_t ops[EU_OP_COUNT] = {
        [EU_OP_MOV] = SIM_FAST_MOV, [EU_OP_ADD] = SIM_FAST_ADD, [EU_OP_AND] = SIM_FAST_AND,
        [EU_OP_OR] = SIM_FAST_OR,   [EU_OP_XOR] = SIM_FAST_XOR, [EU_OP_MUL] = SIM_FAST_MUL,
        [EU_OP_SHL] = SIM_FAST_SHL, [EU_OP_SHR] = SIM_FAST_SHR, [EU_OP_ASR] = SIM_FAST_ASR};
    sim_uop_fn *fn = choose_wide(u);
    if (fn) {
        u->info->fast_op = ops[u->op];
        u->info->fast = fn == acc_mul    ? SIM_FAST_KIND_ACC_MUL
                        : fn == acc_mach ? SIM_FAST_KIND_ACC_MACH
                                         : SIM_FAST_KIND_WIDE;
    }
    return fn;
}

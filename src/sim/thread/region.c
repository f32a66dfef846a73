// See region.h. Preparing operands for micro-ops, and the general loads and stores.
#include "sim/thread/region.h"

#include "isa/table/tables.h"

// Register-file offset of register 0 of each architecture register file, by high nibble; bytes an instance.
static const struct {
    uint16_t base, stride, count;
} arf_map[16] = {
    [EU_ARF_NULL >> 4] = {SIM_RF_ZERO, 0, 1},
    [EU_ARF_ADDR >> 4] = {SIM_RF_ADDR, 32, 1},
    [EU_ARF_ACC >> 4] = {SIM_RF_ACC, 32, 10},
    [EU_ARF_FLAG >> 4] = {SIM_RF_FLAG, 4, 4}, // as many as eu_flag_count() has
    [EU_ARF_CE >> 4] = {SIM_RF_CE, 4, 1},
    [EU_ARF_MSG >> 4] = {SIM_RF_MSG, 32, 1},
    [EU_ARF_SP >> 4] = {SIM_RF_SP, 32, 1},
    [EU_ARF_STATE >> 4] = {SIM_RF_STATE, 32, 1},
    [EU_ARF_CONTROL >> 4] = {SIM_RF_CONTROL, 32, 1},
    [EU_ARF_NOTIFY >> 4] = {SIM_RF_NOTIFY, 32, 1},
    [EU_ARF_IP >> 4] = {SIM_RF_IP, 32, 1},
    [EU_ARF_TDR >> 4] = {SIM_RF_TDR, 32, 1},
    [EU_ARF_TM >> 4] = {SIM_RF_TM, 32, 1},
    [EU_ARF_FC >> 4] = {SIM_RF_FC, 32, 1},
    [EU_ARF_DBG >> 4] = {SIM_RF_DBG, 32, 1},
};

// Accumulators are as long as general registers.
static bool arf_base(const struct kiln_target *target, uint8_t reg, uint8_t subreg, uint16_t *out)
{
    unsigned n = reg >> 4, i = reg & 15;
    if (!arf_map[n].count || i >= arf_map[n].count || subreg >= target->grf_bytes)
        return false;
    if (n == EU_ARF_FLAG >> 4 && i >= eu_flag_count(target->isa))
        return false;
    if (n == EU_ARF_ACC >> 4) {
        *out = (uint16_t)(SIM_RF_ACC + i * target->grf_bytes + subreg);
        return true;
    }
    *out = (uint16_t)(arf_map[n].base + i * arf_map[n].stride + subreg);
    return true;
}

static uint8_t log2u(unsigned v)
{
    return v > 1 ? (uint8_t)(31 - __builtin_clz(v)) : 0;
}

// VF: 8 bits sign, 3 exponent (bias 3), 4 mantissa; no subnormals but zero itself.
static float vf_element(uint8_t b)
{
    uint32_t f = 0;
    if (b & 0x7f)
        f = ((uint32_t)(b >> 4 & 7) + 124) << 23 | (uint32_t)(b & 15) << 19;
    f |= (uint32_t)(b >> 7) << 31;
    float v;
    memcpy(&v, &f, 4);
    return v;
}

// A vector immediate is expanded to 16 bytes, of which each channel takes what lies where its destination
// does: a destination of double stride takes every other element. The manual only has destinations whose
// stride is an element; Intel's compiler writes `mov (2) r:d 0x400:uv` for 0 and 4 (IGC,
// visa/ReduceExecSize.cpp).
static void vector_region(struct sim_src *s, const struct eu_operand *dst)
{
    enum { EXPANDED = 16 };
    unsigned stride = (dst->hstride ? dst->hstride : 1) * eu_type_size(dst->type);
    if (stride < s->size || dst->file == EU_FILE_NONE)
        stride = s->size;
    s->hs = stride < EXPANDED ? (uint16_t)stride : 0;
    s->wshift = stride < EXPANDED ? log2u(EXPANDED / stride) : 0;
}

static void prepare_imm(struct sim_src *s, const struct eu_operand *o, const struct eu_operand *dst,
                        uint8_t *imm)
{
    s->kind = SIM_SRC_IMM;
    s->imm = imm;
    s->size = (uint8_t)eu_type_size(o->type);
    switch (o->type) {
    case EU_TYPE_V:
    case EU_TYPE_UV:
        s->type = o->type == EU_TYPE_V ? EU_TYPE_W : EU_TYPE_UW;
        for (unsigned i = 0; i < 8; i++) {
            uint16_t e = o->imm >> (4 * i) & 15;
            if (o->type == EU_TYPE_V && e >= 8)
                e |= 0xfff0;
            memcpy(s->imm + 2 * i, &e, 2);
        }
        s->size = 2;
        vector_region(s, dst);
        break;
    case EU_TYPE_VF:
        s->type = EU_TYPE_F;
        for (unsigned i = 0; i < 4; i++) {
            float e = vf_element((uint8_t)(o->imm >> (8 * i)));
            memcpy(s->imm + 4 * i, &e, 4);
        }
        s->size = 4;
        vector_region(s, dst);
        break;
    default:
        memcpy(s->imm, &o->imm, 8);
        break;
    }
}

// Instructions with macro registers use the fields of swizzles and write masks for these.
static bool has_macro_registers(const struct eu_inst *inst)
{
    return inst->op == EU_OP_MADM ||
           (inst->op == EU_OP_MATH && (inst->math == EU_MATH_INVM || inst->math == EU_MATH_RSQRTM));
}

bool sim_prepare_src(const struct kiln_target *target, struct sim_src *s, const struct eu_inst *inst,
                     unsigned index, uint8_t *imm)
{
    const struct eu_operand *o = &inst->src[index];
    *s = (struct sim_src){.type = o->type, .neg = o->negate, .abs = o->abs, .mme = o->special_acc};
    s->size = (uint8_t)eu_type_size(o->type);
    if (!sim_type_is_float(o->type) && !sim_type_is_signed(o->type))
        s->abs = false; // no meaning for unsigned types
    if (o->file == EU_FILE_NONE)
        return true;
    if (o->file == EU_FILE_IMM) {
        prepare_imm(s, o, &inst->dst, imm);
        return true;
    }
    unsigned vs = o->vstride, width = o->width ? o->width : 1, hs = o->hstride;
    bool three = eu_op_num_srcs(inst->op) == 3;
    if (has_macro_registers(inst)) {
        width = 4;
        vs = 4;
        hs = 1;
    } else if (inst->align16) {
        s->swizzled = o->swizzle != 0xe4 || (vs != 4 && !three);
        s->swizzle = o->swizzle;
        width = 4;
        hs = 1;
        if (three)
            vs = 4;
        if (s->size == 8 && o->swizzle == 0xe4) {
            // Two 64-bit channels fill what four 32-bit ones do.
            s->swizzled = false;
            if (vs == 2)
                vs = 4;
        } else if (s->size == 8) {
            // A swizzle is of the halves: its pairs say which of two elements each of two channels takes.
            unsigned even = o->swizzle >> 1 & 1, odd = o->swizzle >> 5 & 1, next = three || vs ? 2 : 0;
            s->swizzle = (uint8_t)(even | odd << 2 | (next + even) << 4 | (next + odd) << 6);
            if (vs)
                vs = 4;
        }
        if (three && o->rep) {
            s->swizzled = false;
            vs = hs = 0;
            width = 1;
        }
    }
    s->vs = (uint16_t)(vs * s->size);
    s->hs = (uint16_t)(hs * s->size);
    s->wshift = log2u(width);
    if (o->indirect) {
        s->addr_subreg = o->addr_subreg;
        s->addr_imm = o->addr_imm;
        s->kind = SIM_SRC_A0;
        if (o->vstride == EU_VSTRIDE_VXH) {
            s->kind = SIM_SRC_A0_VXH;
            s->vs = 0;
        }
        return true;
    }
    s->kind = SIM_SRC_REG;
    if (o->file == EU_FILE_ARF) {
        s->acc = (o->reg & 0xf0) == EU_ARF_ACC && !sim_type_is_float(o->type) && s->size <= 4;
        if (!arf_base(target, o->reg, o->subreg, &s->base))
            return false;
        if (o->reg == EU_ARF_NULL)
            s->vs = s->hs = 0, s->swizzled = false;
        return true;
    }
    s->base = (uint16_t)(o->reg * target->grf_bytes + o->subreg);
    // The last element that any channel reads must lie in the file.
    unsigned rows = inst->exec_size > width ? inst->exec_size / width : 1;
    unsigned cols = inst->exec_size < width ? inst->exec_size : width;
    if (inst->align16)
        cols = 4;
    return s->base + (rows - 1) * s->vs + (cols - 1) * s->hs + s->size <= sim_grf_end(target) ||
           inst->align16;
}

bool sim_prepare_dst(const struct kiln_target *target, struct sim_dst *d, const struct eu_inst *inst)
{
    const struct eu_operand *o = &inst->dst;
    *d = (struct sim_dst){.type = o->type, .arf = 0xff, .mme = o->special_acc};
    d->size = (uint8_t)eu_type_size(o->type);
    d->writemask = inst->align16 && !has_macro_registers(inst) ? o->writemask : 0xf;
    if (d->size == 8 && d->writemask != 0xf) // of halves, too
        d->writemask = (o->writemask & 3 ? 5 : 0) | (o->writemask & 12 ? 10 : 0);
    unsigned hs = o->hstride ? o->hstride : 1;
    if (inst->align16)
        hs = 1;
    d->hs = (uint16_t)(hs * d->size);
    if (o->file == EU_FILE_NONE || (o->file == EU_FILE_ARF && o->reg == EU_ARF_NULL && !o->indirect)) {
        d->null = true;
        d->arf = EU_ARF_NULL;
        d->base = SIM_RF_SINK;
        return true;
    }
    if (o->indirect) {
        d->indirect = true;
        d->addr_subreg = o->addr_subreg;
        d->addr_imm = o->addr_imm;
        return true;
    }
    if (o->file == EU_FILE_ARF) {
        d->arf = o->reg & 0xf0;
        d->acc = d->arf == EU_ARF_ACC;
        return arf_base(target, o->reg, o->subreg, &d->base) &&
               d->base + (inst->exec_size - 1u) * d->hs < SIM_RF_SIZE;
    }
    d->base = (uint16_t)(o->reg * target->grf_bytes + o->subreg);
    return d->base + (inst->exec_size - 1u) * d->hs + d->size <= sim_grf_end(target);
}

// ---- accumulators

sim_int sim_acc_read(const struct sim_thread *t, unsigned acc, unsigned ch, enum eu_type type)
{
    if (eu_type_size(type) <= 2) {
        unsigned i = acc * 16 + ch;
        return i < SIM_ACC_COUNT * 16 ? t->acc_word[i] : 0;
    }
    unsigned i = acc * 8 + ch;
    if (i >= SIM_ACC_COUNT * 8)
        return 0;
    return (int64_t)((uint64_t)t->acc_hi[i] << 32 | sim_rf32(t, SIM_RF_ACC + i * 4));
}

void sim_acc_write(struct sim_thread *t, unsigned acc, unsigned ch, enum eu_type type, sim_int v)
{
    unsigned size = eu_type_size(type);
    if (size <= 2) {
        unsigned i = acc * 16 + ch;
        if (i >= SIM_ACC_COUNT * 16)
            return;
        uint16_t low = (uint16_t)v;
        t->acc_word[i] = (int32_t)v;
        memcpy(t->rf + SIM_RF_ACC + i * 2, &low, 2);
    } else if (size == 4) {
        unsigned i = acc * 8 + ch;
        if (i >= SIM_ACC_COUNT * 8)
            return;
        t->acc_hi[i] = (uint32_t)((uint64_t)v >> 32);
        sim_rf_set32(t, SIM_RF_ACC + i * 4, (uint32_t)v);
    } else {
        uint64_t q = (uint64_t)v;
        unsigned i = acc * 4 + ch;
        if (i < SIM_ACC_COUNT * 4)
            memcpy(t->rf + SIM_RF_ACC + i * 8, &q, 8);
    }
}

// ---- loads

static uint16_t address_reg(const struct sim_thread *t, unsigned word)
{
    uint16_t a;
    memcpy(&a, t->rf + SIM_RF_ADDR + (word & 15) * 2, 2);
    return a;
}

// Pointers to the elements of a source. Addresses computed at run time wrap at the end of the register file.
static void locate(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask,
                   const uint8_t *at[SIM_MAX_CHANNELS])
{
    const struct sim_src *s = &u->src[k];
    const uint8_t *base = s->kind == SIM_SRC_IMM ? s->imm : t->rf + s->base;
    unsigned wm = (1u << s->wshift) - 1;
    switch (s->kind) {
    case SIM_SRC_REG:
    case SIM_SRC_IMM:
        if (s->swizzled) {
            for (unsigned i = 0; i < u->n; i++)
                at[i] = base + (i >> 2) * s->vs + (s->swizzle >> (2 * (i & 3)) & 3) * s->size;
        } else {
            for (unsigned i = 0; i < u->n; i++)
                at[i] = base + (i >> s->wshift) * s->vs + (i & wm) * s->hs;
        }
        break;
    case SIM_SRC_A0: {
        unsigned a = address_reg(t, s->addr_subreg) + (unsigned)(int)s->addr_imm;
        for (unsigned i = 0; i < u->n; i++) {
            unsigned o = s->swizzled ? (i >> 2) * s->vs + (s->swizzle >> (2 * (i & 3)) & 3) * s->size
                                     : (i >> s->wshift) * s->vs + (i & wm) * s->hs;
            at[i] = t->rf + ((a + o) & (t->program->grf_end - 1) & ~(s->size - 1u));
        }
        break;
    }
    case SIM_SRC_A0_VXH:
        for (unsigned i = 0; i < u->n; i++) {
            unsigned a = address_reg(t, s->addr_subreg + (i >> s->wshift)) + (unsigned)(int)s->addr_imm;
            at[i] = t->rf + ((a + (i & wm) * s->hs) & (t->program->grf_end - 1) & ~(s->size - 1u));
        }
        break;
    default:
        for (unsigned i = 0; i < u->n; i++)
            at[i] = t->rf + SIM_RF_ZERO;
    }
}

#define EACH(i) for (unsigned i = 0; i < u->n; i++)
#define LOAD(ctype)                                                                                          \
    EACH(i)                                                                                                  \
    {                                                                                                        \
        ctype v;                                                                                             \
        memcpy(&v, at[i], sizeof(v));                                                                        \
        out[i] = v;                                                                                          \
    }

void sim_load_bits(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask,
                   uint64_t out[SIM_MAX_CHANNELS])
{
    const uint8_t *at[SIM_MAX_CHANNELS];
    locate(t, u, k, mask, at);
    switch (u->src[k].size) {
    case 1:
        LOAD(uint8_t);
        break;
    case 2:
        LOAD(uint16_t);
        break;
    case 4:
        LOAD(uint32_t);
        break;
    default:
        LOAD(uint64_t);
    }
}

static void load_extended(const struct sim_src *s, const struct sim_uop *u,
                          const uint8_t *const at[SIM_MAX_CHANNELS], uint64_t out[SIM_MAX_CHANNELS])
{
    switch (s->type) {
    case EU_TYPE_UB:
        LOAD(uint8_t);
        break;
    case EU_TYPE_B:
        LOAD(int8_t);
        break;
    case EU_TYPE_UW:
    case EU_TYPE_HF:
        LOAD(uint16_t);
        break;
    case EU_TYPE_W:
        LOAD(int16_t);
        break;
    case EU_TYPE_D:
        LOAD(int32_t);
        break;
    case EU_TYPE_UD:
    case EU_TYPE_F:
        LOAD(uint32_t);
        break;
    default:
        LOAD(uint64_t);
        break;
    }
}

void sim_load_lanes(const struct sim_thread *t, const struct sim_uop *u, unsigned k,
                    uint32_t out[SIM_MAX_CHANNELS])
{
    const uint8_t *at[SIM_MAX_CHANNELS];
    uint64_t v[SIM_MAX_CHANNELS];
    locate(t, u, k, 0, at);
    load_extended(&u->src[k], u, at, v);
    EACH(i) out[i] = (uint32_t)v[i];
}

void sim_load_wide(const struct sim_thread *t, const struct sim_uop *u, unsigned k, bool logic,
                   uint64_t out[SIM_MAX_CHANNELS])
{
    const struct sim_src *s = &u->src[k];
    const uint8_t *at[SIM_MAX_CHANNELS];
    locate(t, u, k, 0, at);
    load_extended(s, u, at, out);
    if (s->abs)
        EACH(i) out[i] = (int64_t)out[i] < 0 ? -out[i] : out[i];
    if (s->neg)
        EACH(i) out[i] = logic ? ~out[i] : -out[i];
}

// Channel i of an accumulator operand, by its offset in the accumulators.
static sim_int load_acc(const struct sim_thread *t, const struct sim_src *s, const uint8_t *at)
{
    unsigned ch = (unsigned)(at - (t->rf + SIM_RF_ACC)) / s->size;
    sim_int v = sim_acc_read(t, 0, ch, s->type);
    // The visible part only: hidden bits matter to mac, mach and sada2, which read the accumulator
    // implicitly.
    return s->size == 4 ? sim_int_wrap(v, s->type) : v;
}

void sim_load_int(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask, bool logic,
                  sim_int out[SIM_MAX_CHANNELS])
{
    const struct sim_src *s = &u->src[k];
    const uint8_t *at[SIM_MAX_CHANNELS];
    locate(t, u, k, mask, at);
    if (s->acc) {
        EACH(i) out[i] = load_acc(t, s, at[i]);
    } else {
        switch (s->type) {
        case EU_TYPE_UB:
            LOAD(uint8_t);
            break;
        case EU_TYPE_B:
            LOAD(int8_t);
            break;
        case EU_TYPE_UW:
            LOAD(uint16_t);
            break;
        case EU_TYPE_W:
            LOAD(int16_t);
            break;
        case EU_TYPE_UD:
            LOAD(uint32_t);
            break;
        case EU_TYPE_D:
            LOAD(int32_t);
            break;
        case EU_TYPE_UQ:
            LOAD(uint64_t);
            break;
        default:
            LOAD(int64_t);
            break;
        }
    }
    if (s->abs)
        EACH(i) out[i] = out[i] < 0 ? -out[i] : out[i];
    if (s->neg) {
        if (logic)
            EACH(i) out[i] = ~out[i];
        else
            EACH(i) out[i] = -out[i];
    }
}

void sim_load_float(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask,
                    double out[SIM_MAX_CHANNELS])
{
    const struct sim_src *s = &u->src[k];
    const uint8_t *at[SIM_MAX_CHANNELS];
    uint32_t cr0 = sim_cr0(t);
    uint64_t b[SIM_MAX_CHANNELS];
    locate(t, u, k, mask, at);
    // Modifiers and flushing act on the bits, so that a NaN keeps its payload and the host's mode has no say.
    switch (s->type) {
    case EU_TYPE_HF:
        EACH(i)
        {
            uint16_t h;
            memcpy(&h, at[i], 2);
            double v = sim_half_to_double(h, !(cr0 & SIM_CR0_HF_DENORM));
            memcpy(&b[i], &v, 8);
        }
        break;
    case EU_TYPE_BF: // the high half of :f
    case EU_TYPE_F: {
        bool flush = !(cr0 & SIM_CR0_F_DENORM);
        EACH(i)
        {
            uint32_t f = 0;
            memcpy((uint8_t *)&f + sizeof(f) - s->size, at[i], s->size);
            if (!(f & 0x7f800000)) {
                // Widened by hand: a conversion instruction would obey the host's denormal mode.
                double v = flush ? 0.0 : (double)(f & 0x7fffff) * 0x1p-149;
                memcpy(&b[i], &v, 8);
                b[i] |= (uint64_t)(f >> 31) << 63;
            } else {
                uint64_t e = f >> 23 & 0xff;
                b[i] = (uint64_t)(f >> 31) << 63 | (e == 0xff ? UINT64_C(0x7ff) : e + 896) << 52 |
                       (uint64_t)(f & 0x7fffff) << 29;
            }
        }
        break;
    }
    case EU_TYPE_DF:
        EACH(i)
        {
            memcpy(&b[i], at[i], 8);
            if (!(cr0 & SIM_CR0_DF_DENORM) && !(b[i] & UINT64_C(0x7ff0000000000000)))
                b[i] &= UINT64_C(1) << 63;
        }
        break;
    default: { // an integer in a float instruction: converted
        sim_int v[SIM_MAX_CHANNELS];
        sim_load_int(t, u, k, mask, false, v);
        EACH(i) out[i] = v[i] < 0 ? -(double)(uint64_t)-v[i] : (double)(uint64_t)v[i];
        return;
    }
    }
    if (s->abs)
        EACH(i) b[i] &= ~(UINT64_C(1) << 63);
    if (s->neg)
        EACH(i) b[i] ^= UINT64_C(1) << 63;
    memcpy(out, b, u->n * sizeof(double));
}

// ---- stores

#define STORE(ctype)                                                                                         \
    EACH(i)                                                                                                  \
    {                                                                                                        \
        ctype w = (ctype)v[i];                                                                               \
        if (mask >> i & 1)                                                                                   \
            memcpy(to[i], &w, sizeof(w));                                                                    \
    }

void sim_store_bits(struct sim_thread *t, const struct sim_uop *u, uint32_t mask,
                    const uint64_t v[SIM_MAX_CHANNELS])
{
    const struct sim_dst *d = &u->dst;
    if (d->null)
        return;
    uint8_t *to[SIM_MAX_CHANNELS];
    if (d->indirect) {
        unsigned base = address_reg(t, d->addr_subreg) + (unsigned)(int)d->addr_imm;
        EACH(i) to[i] = t->rf + ((base + i * d->hs) & (t->program->grf_end - 1) & ~(d->size - 1u));
    } else {
        EACH(i) to[i] = t->rf + d->base + i * d->hs;
    }
    mask &= d->writemask * 0x11111111u;
    switch (d->size) {
    case 1:
        STORE(uint8_t);
        break;
    case 2:
        STORE(uint16_t);
        break;
    case 4:
        STORE(uint32_t);
        break;
    default:
        STORE(uint64_t);
    }
}

// Uninitialized values. See check.h.
//
// Beside each EU thread's registers stand as many bits that say which of theirs were never written, or were
// computed from such. A group starts with its payload defined, and with undefined general registers and
// shared memory; each thread with undefined scratch space. What instructions do to these bits follows their
// regions; logic and shifts are exact to the bit, additions and products to the lowest undefined bit, other
// results are undefined as a whole. Copying is no use of a value, nor are channels that are off. Told is what
// shows: a branch, an address, a store to memory that others see.
//
// A message is executed first on these bits: the same code, with definedness for data, shared memory and
// scratch space, and real addresses. Other memory is defined.
#include <stdlib.h>

#include "isa/table/msg.h"
#include "sim/observe/check/state.h"
#include "sim/thread/region.h"

// What an instruction touches, for the quick way out: GRFs as a mask.
struct sim_check_uop {
    uint64_t uses[SIM_GRF_WORDS]; // GRFs read or written
    bool skip;                    // nothing to follow
    bool arf;                     // reads or writes flags or accumulators
    bool any_grf;                 // by an address register: any of them
    bool packed;                  // the destination is GRFs without gaps
    bool unwritten;               // a move from the debug register
    struct {
        uint16_t at, size; // bytes of the GRFs; size 0: none
    } src[3], dst;
};

static bool all_zero(const uint8_t *p, unsigned size)
{
    uint64_t any = 0, w;
    for (; size >= 8; size -= 8, p += 8) {
        memcpy(&w, p, 8);
        any |= w;
    }
    for (; size; size--)
        any |= *p++;
    return !any;
}

bool check_values_create(struct sim_check *c)
{
    c->values = aligned_alloc(64, SIM_MAX_GROUP_THREADS * sizeof(*c->values));
    if (c->values)
        memset(c->values, 0, SIM_MAX_GROUP_THREADS * sizeof(*c->values));
    return c->values;
}

bool check_meet(const uint64_t a[SIM_GRF_WORDS], const uint64_t b[SIM_GRF_WORDS])
{
    uint64_t both = 0;
    for (unsigned i = 0; i < SIM_GRF_WORDS; i++)
        both |= a[i] & b[i];
    return both;
}

void check_mark(uint64_t m[SIM_GRF_WORDS], unsigned from, unsigned to) // bytes of the GRF, `to` is the last
{
    for (unsigned r = from / SIM_GRF_BYTES; r <= to / SIM_GRF_BYTES && r < SIM_GRF_COUNT; r++)
        m[r / 64] |= UINT64_C(1) << r % 64;
}

static void prepare_src(struct sim_check_uop *cu, const struct sim_uop *u, unsigned k)
{
    const struct sim_src *s = &u->src[k];
    if (s->kind == SIM_SRC_A0 || s->kind == SIM_SRC_A0_VXH)
        cu->any_grf = true;
    if (s->kind != SIM_SRC_REG)
        return;
    if (s->base >= SIM_RF_GRF_END) {
        cu->arf |= s->base != SIM_RF_ZERO;
        return;
    }
    unsigned width = 1u << s->wshift, rows = u->n > width ? u->n >> s->wshift : 1;
    unsigned last = s->swizzled ? (u->n > 4 ? u->n / 4u - 1u : 0u) * s->vs + 4u * s->size
                                : (rows - 1) * s->vs + ((u->n < width ? u->n : width) - 1) * s->hs + s->size;
    if (s->base + last > SIM_RF_GRF_END)
        last = SIM_RF_GRF_END - s->base;
    check_mark(cu->uses, s->base, s->base + last - 1);
    cu->src[k].at = s->base;
    cu->src[k].size = (uint16_t)last;
}

static void prepare(struct sim_check_uop *cu, const struct sim_uop *u)
{
    cu->skip = u->info->pseudo || u->op == EU_OP_NOP || u->op == EU_OP_WAIT || eu_op_is_send(u->op);
    // A driver's way to say that a variable has no value yet: nothing else reads the debug register.
    cu->unwritten = u->op == EU_OP_MOV && u->src[0].kind == SIM_SRC_REG && u->src[0].base == SIM_RF_DBG &&
                    !u->dst.null && !u->dst.indirect && u->dst.base < SIM_RF_GRF_END;
    cu->arf = u->pred != EU_PRED_NONE || u->cmod || u->acc_wr || u->op == EU_OP_MAC || u->op == EU_OP_MACH ||
              u->op == EU_OP_MACL || u->op == EU_OP_SADA2;
    for (unsigned k = 0; k < 3; k++)
        prepare_src(cu, u, k);
    if (u->dst.indirect)
        cu->any_grf = true;
    else if (!u->dst.null && u->dst.base >= SIM_RF_GRF_END)
        cu->arf = true;
    else if (!u->dst.null) {
        unsigned size = (u->n - 1u) * u->dst.hs + u->dst.size;
        check_mark(cu->uses, u->dst.base, u->dst.base + size - 1);
        cu->dst.at = u->dst.base;
        cu->dst.size = (uint16_t)size;
        cu->packed = u->dst.hs == u->dst.size || u->n == 1;
    }
}

bool check_value_prepare(struct sim_program *p)
{
    if (p->observed)
        return true;
    struct sim_check_uop *uops = calloc(p->count, sizeof(*uops));
    for (uint32_t i = 0; uops && i < p->count; i++)
        prepare(&uops[i], &p->uops[i]);
    p->observed = uops;
    return uops;
}

// ---- the beginning

void check_recount(struct check_values *v, unsigned from, unsigned to) // GRFs
{
    for (unsigned r = from; r <= to && r < SIM_GRF_COUNT; r++) {
        uint64_t w[4];
        memcpy(w, v->t.rf + r * SIM_GRF_BYTES, sizeof(w));
        uint64_t bit = UINT64_C(1) << r % 64;
        v->any[r / 64] = w[0] | w[1] | w[2] | w[3] ? v->any[r / 64] | bit : v->any[r / 64] & ~bit;
    }
}

void check_values_group(struct sim_check *c)
{
    struct sim_group *g = c->g;
    const unsigned payload = sim_dispatch_payload(c->d);
    memset(c->slm_undefined, 0xff, SIM_SLM_BYTES);
    c->shadow_group = *g;
    c->shadow_group.fault = &c->shadow_fault;
    for (unsigned i = 0; i < g->threads; i++) {
        struct check_values *v = &c->values[i];
        const unsigned end = g->thread[i].program->grf_end;
        memset(v->t.rf, 0, payload);
        memset(v->t.rf + payload, 0xff, end - payload);
        memset(v->t.rf + SIM_RF_GRF_END, 0, sizeof(v->t.rf) - SIM_RF_GRF_END);
        memset(v->any, 0, sizeof(v->any));
        memset(v->origin, 0, sizeof(v->origin));
        v->arf_any = false;
        v->t.group = &c->shadow_group;
        v->t.program = g->thread[i].program;
        v->t.index = i;
        check_recount(v, 0, end / SIM_GRF_BYTES - 1);
    }
}

// ---- what is told

void check_value_told(struct sim_check *c, const struct sim_thread *t, const struct sim_uop *u, unsigned lane,
                      const struct check_origin *o, const char *what)
{
    struct check_place here = check_place_of(c, t, u, u->n == 1 ? -1 : (int)lane);
    if (!o->ip) {
        check_report(c, CHECK_UNINIT, &here, what, NULL, NULL, "a variable that was never written");
        return;
    }
    struct check_place from = here;
    char name[128];
    from.ip = o->ip - 1;
    if (o->slm)
        check_report(c, CHECK_UNINIT, &here, what, &from, "read", "%s that was never written, at offset %u",
                     check_shared_name(c, o->at, name, sizeof(name)), o->at);
    else
        check_report(c, CHECK_UNINIT, &here, what, &from, "read", "a private array that was never written");
}

// The origin of the first undefined bit among registers.
const struct check_origin *check_origin_at(const struct check_values *v, unsigned byte)
{
    return &v->origin[byte < SIM_RF_GRF_END ? byte / SIM_GRF_BYTES : SIM_GRF_COUNT];
}

// ---- arithmetic

static uint64_t ones(unsigned bytes)
{
    return bytes >= 8 ? ~UINT64_C(0) : (UINT64_C(1) << 8 * bytes) - 1;
}

static bool is_int(unsigned type)
{
    return type != EU_TYPE_F && type != EU_TYPE_HF && type != EU_TYPE_DF;
}

// A copy: what the bits of the result are made of.
static uint64_t copied(const struct sim_uop *u, uint64_t s)
{
    const struct sim_src *src = &u->src[0];
    if (!s)
        return 0;
    bool plain = !src->neg && !src->abs && !u->sat && src->kind != SIM_SRC_IMM;
    if (src->type == u->dst.type || (is_int(src->type) && is_int(u->dst.type) && src->size >= u->dst.size))
        return plain ? s : ~UINT64_C(0);
    if (plain && is_int(src->type) && is_int(u->dst.type)) {
        bool top = s >> (8 * src->size - 1) & 1, is_signed = sim_type_is_signed(src->type);
        return is_signed && top ? s | ~ones(src->size) : s;
    }
    return ~UINT64_C(0);
}

struct operands {
    uint64_t undefined[3][SIM_MAX_CHANNELS];
    uint64_t value[2][SIM_MAX_CHANNELS]; // of logic and shifts
};

static uint64_t shifted(const struct sim_uop *u, uint64_t s, uint64_t amount_undefined, uint64_t amount)
{
    if (amount_undefined)
        return ~UINT64_C(0);
    unsigned bits = 8u * u->dst.size, n = (unsigned)amount & (bits == 64 ? 63 : 31);
    if (u->op == EU_OP_SHL)
        return s << n;
    if (u->op == EU_OP_ASR && s >> (8 * u->src[0].size - 1) & 1)
        return s >> n | ~(ones(u->src[0].size) >> n);
    return s >> n;
}

// The undefined bits of the result in channel i.
static uint64_t result(const struct sim_uop *u, const struct operands *o, unsigned i, bool chosen)
{
    uint64_t a = o->undefined[0][i], b = o->undefined[1][i], any = a | b | o->undefined[2][i];
    if (u->op == EU_OP_SEL && !u->cmod)
        return chosen ? a : b;
    if (!any)
        return 0;
    switch (u->op) {
    case EU_OP_MOV:
        return copied(u, a);
    case EU_OP_NOT:
        return a;
    case EU_OP_XOR:
        return a | b;
    case EU_OP_AND: // a zero that is defined decides
        return (a | b) & (a | o->value[0][i]) & (b | o->value[1][i]);
    case EU_OP_OR:
        return (a | b) & (a | ~o->value[0][i]) & (b | ~o->value[1][i]);
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_ASR:
        return u->src[0].neg || u->src[0].abs || u->sat ? ~UINT64_C(0) : shifted(u, a, b, o->value[1][i]);
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_MAD:
        if (u->exec == SIM_EXEC_INT && is_int(u->dst.type) && !u->sat)
            return any | (0 - any); // carries go up
        return ~UINT64_C(0);
    default:
        return ~UINT64_C(0);
    }
}

static void load_operands(struct sim_thread *t, const struct check_values *v, const struct sim_uop *u,
                          struct operands *o)
{
    bool logic = u->op == EU_OP_AND || u->op == EU_OP_OR,
         shift = u->op == EU_OP_SHL || u->op == EU_OP_SHR || u->op == EU_OP_ASR;
    for (unsigned k = 0; k < 3; k++) {
        const struct sim_src *s = &u->src[k];
        if (s->kind == SIM_SRC_NONE || s->kind == SIM_SRC_IMM ||
            (s->kind == SIM_SRC_REG && s->base >= SIM_RF_ADDR && s->base < SIM_RF_ACC))
            memset(o->undefined[k], 0, sizeof(o->undefined[k]));
        else
            sim_load_bits(&v->t, u, k, 0, o->undefined[k]);
        if (k > 1 || !(logic || (shift && k)))
            continue;
        sim_load_bits(t, u, k, 0, o->value[k]);
        for (unsigned i = 0; logic && s->neg && i < u->n; i++)
            o->value[k][i] = ~o->value[k][i];
    }
}

// Accumulators as a destination or source beside the operands: 32 bits a channel.
static uint64_t acc_bits(const struct check_values *v, unsigned i)
{
    return i < 16 ? sim_rf32(&v->t, SIM_RF_ACC + 4 * i) : 0;
}

static const struct check_origin *origin_of(struct sim_thread *t, const struct check_values *v,
                                            const struct sim_uop *u, const struct operands *o, unsigned i)
{
    (void)t;
    for (unsigned k = 0; k < 3; k++) {
        const struct sim_src *s = &u->src[k];
        if (!o->undefined[k][i])
            continue;
        if (s->kind == SIM_SRC_REG && !s->swizzled)
            return check_origin_at(v, s->base + (i >> s->wshift) * s->vs +
                                          (i & ((1u << s->wshift) - 1)) * s->hs);
        if (s->kind == SIM_SRC_REG)
            return check_origin_at(v, s->base);
        uint16_t a;
        unsigned word = s->addr_subreg + (s->kind == SIM_SRC_A0_VXH ? i >> s->wshift : 0);
        memcpy(&a, t->rf + SIM_RF_ADDR + (word & 15) * 2, 2);
        return check_origin_at(v, (a + (unsigned)(int)s->addr_imm) & (t->program->grf_end - 1));
    }
    return &v->origin[SIM_GRF_COUNT];
}

// Channels whose predicate is undefined.
static uint32_t undefined_predicate(const struct check_values *v, const struct sim_uop *u)
{
    if (u->pred == EU_PRED_NONE || !v->arf_any)
        return 0;
    if (u->pred == EU_PRED_NORMAL)
        return sim_rf32(&v->t, u->flag_rf) >> u->flag_shift & u->chmask;
    return 0; // any, all: stale bits of channels that are off may be among them
}

static void recount_arf(struct check_values *v)
{
    v->arf_any = false;
    for (unsigned at = SIM_RF_ACC; at < SIM_RF_FLAG + 16; at += 4)
        v->arf_any |= sim_rf32(&v->t, at) != 0;
}

static unsigned dst_byte(const struct sim_thread *t, const struct sim_uop *u, unsigned i)
{
    unsigned base = u->dst.base;
    if (u->dst.indirect) {
        uint16_t a;
        memcpy(&a, t->rf + SIM_RF_ADDR + (u->dst.addr_subreg & 15) * 2, 2);
        return (a + (unsigned)(int)u->dst.addr_imm + i * u->dst.hs) & (t->program->grf_end - 1);
    }
    return base + i * u->dst.hs;
}

static void store(struct sim_thread *t, struct check_values *v, const struct sim_uop *u, uint32_t mask,
                  const uint64_t r[SIM_MAX_CHANNELS])
{
    sim_store_bits(&v->t, u, mask, r);
    if (u->dst.indirect)
        check_recount(v, 0, t->program->grf_end / SIM_GRF_BYTES - 1);
    else if (u->dst.base < SIM_RF_GRF_END)
        check_recount(v, u->dst.base / SIM_GRF_BYTES,
                      (u->dst.base + (u->n - 1u) * u->dst.hs + u->dst.size - 1) / SIM_GRF_BYTES);
}

static void alu(struct sim_check *c, struct sim_thread *t, struct check_values *v, const struct sim_uop *u)
{
    struct operands o;
    uint64_t r[SIM_MAX_CHANNELS];
    uint32_t enabled = sim_enabled(t, u), pred = sim_pred(t, u), unsure = undefined_predicate(v, u) & enabled;
    bool selects = u->op == EU_OP_SEL && !u->cmod;
    uint32_t mask = selects || u->pred == EU_PRED_NONE ? enabled : enabled & pred;
    if (u->special && u->dst.arf == EU_ARF_IP)
        return;
    load_operands(t, v, u, &o);
    uint32_t bad = 0; // channels with an undefined result
    uint64_t size = ones(u->dst.size);
    bool implicit = u->op == EU_OP_MAC || u->op == EU_OP_MACH || u->op == EU_OP_MACL || u->op == EU_OP_SADA2;
    for (unsigned i = 0; i < u->n; i++) {
        r[i] = result(u, &o, i, pred >> i & 1);
        if ((unsure >> i & 1) || (implicit && acc_bits(v, i)))
            r[i] = ~UINT64_C(0);
        r[i] &= u->dst.null ? ~UINT64_C(0) : size;
        bad |= (uint32_t)(r[i] != 0) << i;
    }
    mask |= unsure;
    bad &= mask;
    struct check_origin origin = {0};
    if (bad) {
        unsigned i = (unsigned)__builtin_ctz(bad);
        origin = unsure >> i & 1 ? v->origin[SIM_GRF_COUNT] : *origin_of(t, v, u, &o, i);
    }
    if (u->dst.arf == EU_ARF_ADDR) { // address registers keep their values
        uint32_t on = u->n == 1 ? bad : bad & t->active >> u->off;
        if (on)
            check_value_told(c, t, u, (unsigned)__builtin_ctz(on), &origin, "index into registers");
    } else if (!u->dst.null) {
        for (uint32_t b = bad; b; b &= b - 1) {
            unsigned at = dst_byte(t, u, (unsigned)__builtin_ctz(b));
            v->origin[at < SIM_RF_GRF_END ? at / SIM_GRF_BYTES : SIM_GRF_COUNT] = origin;
        }
        store(t, v, u, mask, r);
    }
    if (u->cmod && u->op != EU_OP_SEL && u->op != EU_OP_CSEL) {
        sim_flag_write(&v->t, u, mask, bad);
        if (bad)
            v->origin[SIM_GRF_COUNT] = origin;
    }
    if (u->acc_wr)
        for (unsigned i = 0; i < u->n && i < 16; i++)
            if (mask >> i & 1)
                sim_rf_set32(&v->t, SIM_RF_ACC + 4 * i, bad >> i & 1 ? ~0u : 0);
    recount_arf(v);
}

static void define(struct sim_thread *t, struct check_values *v, const struct sim_uop *u,
                   const struct sim_check_uop *cu)
{
    uint32_t mask = u->op == EU_OP_SEL ? sim_enabled(t, u) : sim_exec_mask(t, u);
    if (eu_op_is_branch(u->op))
        return;
    if (cu->packed && mask == u->chmask && u->dst.writemask == 0xf)
        memset(v->t.rf + cu->dst.at, 0, cu->dst.size);
    else
        for (uint32_t live = mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            if (u->dst.writemask >> (i & 3) & 1)
                memset(v->t.rf + u->dst.base + i * u->dst.hs, 0, u->dst.size);
        }
    check_recount(v, cu->dst.at / SIM_GRF_BYTES, (cu->dst.at + cu->dst.size - 1u) / SIM_GRF_BYTES);
}

static void unwritten(struct sim_thread *t, struct check_values *v, const struct sim_uop *u)
{
    uint64_t r[SIM_MAX_CHANNELS];
    uint32_t mask = sim_exec_mask(t, u);
    memset(r, 0xff, sizeof(r));
    for (uint32_t b = mask; b; b &= b - 1)
        v->origin[dst_byte(t, u, (unsigned)__builtin_ctz(b)) / SIM_GRF_BYTES] = (struct check_origin){0};
    store(t, v, u, mask, r);
}

void check_value_uop(struct sim_check *c, struct sim_thread *t, const struct sim_uop *u)
{
    struct check_values *v = &c->values[t->index];
    const struct sim_check_uop *cu =
        (const struct sim_check_uop *)t->program->observed + (u - t->program->uops);
    if (cu->skip)
        return;
    if (cu->unwritten) {
        unwritten(t, v, u);
        return;
    }
    if (!check_meet(cu->uses, v->any) && !(cu->arf && v->arf_any) &&
        !(cu->any_grf && check_meet(v->any, v->any)))
        return;
    if (!cu->any_grf && !(cu->arf && v->arf_any)) {
        // All that is read is defined: so is what is written.
        const uint8_t *rf = v->t.rf;
        if (all_zero(rf + cu->src[0].at, cu->src[0].size) && all_zero(rf + cu->src[1].at, cu->src[1].size) &&
            all_zero(rf + cu->src[2].at, cu->src[2].size)) {
            if (!all_zero(rf + cu->dst.at, cu->dst.size))
                define(t, v, u, cu);
            return;
        }
    }
    // Operands are found by the values of the address registers.
    memcpy(v->t.rf + SIM_RF_ADDR, t->rf + SIM_RF_ADDR, SIM_RF_ACC - SIM_RF_ADDR);
    if (!eu_op_is_branch(u->op)) {
        alu(c, t, v, u);
        return;
    }
    uint32_t bad = undefined_predicate(v, u) & (t->active >> u->off & u->chmask);
    if (bad)
        check_value_told(c, t, u, (unsigned)__builtin_ctz(bad), &v->origin[SIM_GRF_COUNT], "branch");
}

bool check_undefined(const uint8_t *bits, unsigned size)
{
    return !all_zero(bits, size);
}

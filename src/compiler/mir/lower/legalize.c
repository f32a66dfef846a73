// Makes every instruction one that the target's EU accepts, but for registers and flags, which come later.
//
// In order, per instruction: uniform flags are written in all bits; immediates go where the encoding has room
// for them; three-source instructions get general registers in packed or scalar regions (up to Gen9 they are
// align16; then results begin at multiples of eight bytes); bytes are no second source from then on;
// conversions get destinations as far apart as their execution type is wide; payloads of a split send are
// made distinct; then the execution size is cut (mir/lower/split.c). Rules: PRM "Register Region
// Restrictions", Mesa brw_eu_validate, IGC HWConformity.
#include "compiler/mir/ir/legal.h"
#include "compiler/mir/lower/legalize.h"
#include "compiler/mir/lower/qword.h"
#include "isa/table/tables.h"

#include <string.h>

enum { MAX_CONSTS = 48 }; // scalars that live for the whole program

static bool is_integer(enum eu_type t)
{
    return t <= EU_TYPE_Q || t == EU_TYPE_UV || t == EU_TYPE_V;
}

static bool is_byte(enum eu_type t)
{
    return t == EU_TYPE_UB || t == EU_TYPE_B;
}

// ---- temporaries

static uint32_t temp(struct mir_legalizer *z, const struct mir_inst *i, unsigned bytes)
{
    unsigned align = 1;
    while (align < bytes && align < z->s->reg_bytes)
        align *= 2;
    bool uniform =
        i->nomask && (i->exec_size == 1 || (i->dst.kind == MIR_OPK_VREG && z->s->vregs[i->dst.vreg].uniform));
    return mir_vreg_new(z->s, MIR_GRF, bytes, align, uniform);
}

// i writes a temporary, `stride` elements apart; a MOV behind it writes the real destination.
static void dst_through_temp(struct mir_legalizer *z, struct mir_inst *i, enum eu_type type, unsigned stride)
{
    uint32_t t = temp(z, i, i->exec_size * stride * eu_type_size(type));
    struct mir_inst *mov = mir_mov_like(z->s, i);
    mov->dst = i->dst;
    mov->src[0] = mir_strided(t, 0, type, stride);
    if (i->op != EU_OP_SEL) {
        mov->pred = i->pred;
        mov->pred_inv = i->pred_inv;
        mov->pred_ctrl = i->pred_ctrl;
    }
    i->dst = mir_strided(t, 0, type, stride);
    mir_insert_after(i, mov);
}

// Source k is copied to a packed temporary of a type in front of i; modifiers stay on i.
static void src_through_temp(struct mir_legalizer *z, struct mir_inst *i, unsigned k, enum eu_type type)
{
    struct mir_operand *o = &i->src[k];
    struct mir_inst *mov = mir_mov_like(z->s, i);
    bool scalar = mir_src_stride(o, i->exec_size) == 0;
    if (scalar) {
        mov->exec_size = 1;
        mov->chan_offset = 0;
        mov->nomask = true;
    }
    unsigned size = eu_type_size(type);
    uint32_t t = scalar ? mir_vreg_new(z->s, MIR_GRF, size, size, true) : temp(z, i, i->exec_size * size);
    mov->dst = scalar ? mir_scalar(t, 0, type) : mir_vec(t, 0, type);
    mov->src[0] = *o;
    mov->src[0].negate = mov->src[0].abs = false;
    bool negate = o->negate, abs = o->abs;
    *o = mov->dst;
    o->negate = negate;
    o->abs = abs;
    mir_insert_before(i, mov);
}

// A 32-bit immediate as a scalar that is set once, in the first block; or just here, if there are many
// already.
static struct mir_operand constant(struct mir_legalizer *z, struct mir_inst *i, const struct mir_operand *imm)
{
    struct mir_shader *s = z->s;
    bool pooled = eu_type_size(imm->type) == 4 && imm->kind == MIR_OPK_IMM && z->const_count < MAX_CONSTS;
    for (uint32_t k = 0; k < z->const_count && eu_type_size(imm->type) == 4 && imm->kind == MIR_OPK_IMM; k++)
        if (z->consts[k].bits == (uint32_t)imm->imm)
            return mir_scalar(z->consts[k].vreg, 0, imm->type);
    unsigned size = eu_type_size(imm->type);
    uint32_t v = mir_vreg_new(s, MIR_GRF, size, size, true);
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, 1);
    mov->nomask = true;
    mov->dst = mir_scalar(v, 0, imm->type);
    mov->src[0] = *imm;
    if (!pooled) {
        mir_insert_before(i, mov);
    } else {
        z->consts[z->const_count++] = (struct mir_const){(uint32_t)imm->imm, v};
        if (z->const_tail)
            mir_insert_after(z->const_tail, mov);
        else if (s->blocks[0]->first)
            mir_insert_before(s->blocks[0]->first, mov);
        else
            mir_append(s->blocks[0], mov);
        z->const_tail = mov;
    }
    return mir_scalar(v, 0, imm->type);
}

// ---- operands

// Swaps the sources of a two-source instruction if its meaning allows that.
static bool swap_sources(struct mir_inst *i)
{
    switch (i->op) {
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_AVG:
    case EU_OP_ADDC:
        break;
    case EU_OP_CMP:
        i->cmod = mir_cmod_swapped(i->cmod);
        break;
    case EU_OP_SEL:
        if (i->pred.kind != MIR_OPK_NONE)
            i->pred_inv = !i->pred_inv;
        else if (i->cmod != EU_CMOD_L && i->cmod != EU_CMOD_GE) // min and max
            return false;
        break;
    default:
        return false;
    }
    struct mir_operand t = i->src[0];
    i->src[0] = i->src[1];
    i->src[1] = t;
    return true;
}

// An immediate's modifiers belong into its bits.
static void fold_modifiers(struct mir_operand *o)
{
    if (o->kind != MIR_OPK_IMM || !(o->negate || o->abs))
        return;
    uint64_t sign = o->type == EU_TYPE_F    ? UINT64_C(1) << 31
                    : o->type == EU_TYPE_HF ? 1u << 15
                                            : UINT64_C(1) << 63;
    if (o->type == EU_TYPE_F || o->type == EU_TYPE_HF || o->type == EU_TYPE_DF) {
        if (o->abs)
            o->imm &= ~sign;
        if (o->negate)
            o->imm ^= sign;
    } else if (is_integer(o->type) && eu_type_size(o->type) >= 2) {
        unsigned bits = eu_type_size(o->type) * 8;
        int64_t v = (int64_t)(o->imm << (64 - bits)) >> (64 - bits);
        if (o->abs && v < 0)
            v = (int64_t)(0 - (uint64_t)v);
        if (o->negate)
            v = (int64_t)(0 - (uint64_t)v);
        o->imm = bits == 64 ? (uint64_t)v : (uint64_t)v & ((UINT64_C(1) << bits) - 1);
    }
    o->negate = o->abs = false;
}

// A constant of three sources: of 16 bits, in some instructions.
static bool takes_word(const struct mir_inst *i, unsigned k)
{
    return (i->op == EU_OP_ADD3 || i->op == EU_OP_BFN) && k != 1 && i->src[k].kind == MIR_OPK_IMM &&
           eu_type_size(i->src[k].type) == 2;
}

static void fix_immediates(struct mir_legalizer *z, struct mir_inst *i)
{
    unsigned srcs =
        i->op == EU_OP_MATH ? 1 + (i->src[1].kind != MIR_OPK_NONE) : eu_op_num_srcs((enum eu_op)i->op);
    bool logic = i->op == EU_OP_AND || i->op == EU_OP_OR || i->op == EU_OP_XOR || i->op == EU_OP_NOT;
    for (unsigned k = 0; k < srcs; k++)
        if (logic && i->src[k].kind == MIR_OPK_IMM && i->src[k].negate) { // NOT, here
            i->src[k].imm = ~i->src[k].imm & (eu_type_size(i->src[k].type) == 8 ? UINT64_MAX : UINT32_MAX);
            i->src[k].negate = false;
        } else if (i->src[k].kind != MIR_OPK_NONE)
            fold_modifiers(&i->src[k]);
    if (srcs == 2 && mir_is_imm(&i->src[0]) && !mir_is_imm(&i->src[1]))
        swap_sources(i);
    for (unsigned k = 0; k < srcs; k++) {
        bool allowed = takes_word(i, k) ||
                       (srcs < 3 && k == srcs - 1 && (eu_type_size(i->src[k].type) < 8 || srcs == 1));
        if (mir_is_imm(&i->src[k]) && is_byte(i->src[k].type)) { // there are no byte immediates
            bool sign = i->src[k].type == EU_TYPE_B;
            i->src[k].imm = sign ? (uint16_t)(int8_t)i->src[k].imm : (uint8_t)i->src[k].imm;
            i->src[k].type = sign ? EU_TYPE_W : EU_TYPE_UW;
        }
        if (mir_is_imm(&i->src[k]) && !allowed)
            i->src[k] = constant(z, i, &i->src[k]);
    }
}

// One channel is too few for a three-source instruction: it computes the same four times, and a MOV takes
// one.
static void widen_scalar_ternary(struct mir_legalizer *z, struct mir_inst *i)
{
    enum eu_type type = i->dst.type;
    bool flags = i->cmod && i->op != EU_OP_CSEL; // CSEL's is its condition
    uint32_t t = mir_vreg_new(z->s, MIR_GRF, 4 * eu_type_size(type),
                              eu_type_size(type) == 8 ? z->s->reg_bytes : 16, true);
    if (i->dst.kind == MIR_OPK_VREG || flags) {
        struct mir_inst *mov = mir_mov_like(z->s, i);
        mov->dst = i->dst;
        mov->src[0] = mir_scalar(t, 0, type);
        mov->pred = i->pred;
        mov->pred_inv = i->pred_inv;
        mov->pred_ctrl = i->pred_ctrl;
        if (flags) {
            mov->cmod = i->cmod;
            mov->flag = i->flag;
        }
        mir_insert_after(i, mov);
    }
    i->dst = mir_vec(t, 0, type);
    i->exec_size = 4;
    i->chan_offset = 0;
    i->nomask = true;
    if (flags)
        i->cmod = EU_CMOD_NONE;
    i->pred = i->flag = (struct mir_operand){.kind = MIR_OPK_NONE};
    i->pred_inv = false;
    i->pred_ctrl = 0;
    for (unsigned k = 0; k < 3; k++)
        if (i->src[k].kind == MIR_OPK_VREG) {
            i->src[k].vstride = i->src[k].hstride = 0;
            i->src[k].width = 1;
        }
}

static void fix_ternary(struct mir_legalizer *z, struct mir_inst *i)
{
    struct mir_shader *s = z->s;
    bool align16 = kiln_target_has_align16(s->target);
    if (i->exec_size == 1 && align16)
        widen_scalar_ternary(z, i);
    for (unsigned k = 0; k < 3; k++)
        if (!takes_word(i, k) && !mir_is_ternary_source(s, i, &i->src[k])) {
            bool widen =
                align16 && mir_src_stride(&i->src[k], i->exec_size) == 0 && eu_type_size(i->src[k].type) != 4;
            if (widen) { // no RepCtrl for this size: one copy per channel
                struct mir_inst *mov = mir_mov_like(z->s, i);
                uint32_t t = temp(z, i, i->exec_size * eu_type_size(i->src[k].type));
                if (s->vregs[t].align < 16) // align16
                    s->vregs[t].align = 16;
                mov->dst = mir_vec(t, 0, i->src[k].type);
                mov->src[0] = i->src[k];
                i->src[k] = mov->dst;
                mir_insert_before(i, mov);
            } else
                src_through_temp(z, i, k, i->src[k].type);
        }
    unsigned need = !align16 ? 8 : i->exec_size >= 8 ? z->s->reg_bytes : 16;
    if (i->dst.kind != MIR_OPK_VREG) // a null destination is not encodable: give it a place
        i->dst = mir_vec(temp(z, i, i->exec_size * eu_type_size(i->dst.type)), 0, i->dst.type);
    struct mir_vreg *d = &s->vregs[i->dst.vreg];
    if (d->file != MIR_GRF || i->dst.offset % need || (i->exec_size > 1 && mir_dst_stride(&i->dst) != 1)) {
        dst_through_temp(z, i, i->dst.type, 1);
        d = &s->vregs[i->dst.vreg];
    }
    if (d->phys < 0 && d->align < need)
        d->align = (uint8_t)need;
}

// ---- conversions

// Integers to smaller integers: read the low part of each element instead.
static bool narrow_by_region(struct mir_inst *i)
{
    struct mir_operand *o = &i->src[0];
    if (i->op != EU_OP_MOV || i->saturate || i->cmod || o->negate || o->abs || o->kind != MIR_OPK_VREG ||
        !is_integer(o->type) || !is_integer(i->dst.type))
        return false;
    unsigned from = eu_type_size(o->type), to = eu_type_size(i->dst.type);
    int stride = mir_src_stride(o, i->exec_size);
    if (to >= from || stride < 0)
        return false;
    unsigned ratio = from / to, wide = (unsigned)stride * ratio;
    if (wide > 32)
        return false;
    o->type = i->dst.type;
    o->vstride = (uint8_t)(wide <= 4 ? wide * 8 : wide);
    o->width = wide <= 4 && wide ? 8 : 1;
    o->hstride = (uint8_t)(wide <= 4 ? wide : 0);
    return true;
}

static bool is_raw_move(const struct mir_inst *i)
{
    return i->op == EU_OP_MOV && !i->saturate && !i->src[0].negate && !i->src[0].abs &&
           i->src[0].kind != MIR_OPK_IMM &&
           (i->src[0].type == i->dst.type || (is_integer(i->src[0].type) && is_integer(i->dst.type) &&
                                              eu_type_size(i->src[0].type) == eu_type_size(i->dst.type)));
}

// There is no conversion between 64-bit types and bytes or half floats: go by 32 bits.
static void convert_in_two_steps(struct mir_legalizer *z, struct mir_inst *i)
{
    enum eu_type from = i->src[0].type, to = i->dst.type;
    bool small_from = is_byte(from) || from == EU_TYPE_HF, small_to = is_byte(to) || to == EU_TYPE_HF;
    if (i->op != EU_OP_MOV || i->src[0].kind == MIR_OPK_IMM ||
        !((small_from && eu_type_size(to) == 8) || (small_to && eu_type_size(from) == 8)))
        return;
    enum eu_type small = small_from ? from : to;
    enum eu_type middle = small == EU_TYPE_HF ? EU_TYPE_F : small == EU_TYPE_B ? EU_TYPE_D : EU_TYPE_UD;
    dst_through_temp(z, i, middle, 1);
}

static unsigned needed_stride(const struct mir_inst *i)
{
    unsigned to = eu_type_size(i->dst.type), exec = mir_exec_type_size(i);
    enum eu_type from = i->src[0].type;
    if (is_raw_move(i))
        return 0;
    bool half_and_int =
        (i->dst.type == EU_TYPE_HF && is_integer(from)) || (from == EU_TYPE_HF && is_integer(i->dst.type));
    if (half_and_int && to < 4)
        return 4 / to;
    if (i->dst.type == EU_TYPE_HF && from == EU_TYPE_F)
        return 2;
    return exec > to ? exec / to : 0;
}

// One channel has no stride, but the rules on mixed floats and on halves from integers look at the encoded
// one: a packed half would have to lie at a multiple of 16 bytes.
static void space_scalar(struct mir_legalizer *z, struct mir_inst *i)
{
    unsigned stride = needed_stride(i), bytes = stride * eu_type_size(i->dst.type);
    struct mir_vreg *d = &z->s->vregs[i->dst.vreg];
    if (i->dst.type != EU_TYPE_HF || stride != 2 || i->dst.offset % bytes)
        return;
    i->dst.hstride = (uint8_t)stride;
    if (d->phys < 0 && d->align < bytes)
        d->align = (uint8_t)bytes;
}

static void fix_conversion(struct mir_legalizer *z, struct mir_inst *i)
{
    struct mir_shader *s = z->s;
    convert_in_two_steps(z, i);
    if (i->op == EU_OP_CMP && eu_type_size(i->dst.type) == eu_type_size(i->src[0].type))
        i->dst.type = i->src[0].type; // all ones or all zeros: bits, not a number
    if (i->dst.kind == MIR_OPK_ARF && i->dst.arf == EU_ARF_NULL && i->op != EU_OP_MATH) {
        for (unsigned k = 0; k < MIR_MAX_SRCS && eu_type_size(i->dst.type) < mir_exec_type_size(i); k++)
            if (i->src[k].kind != MIR_OPK_NONE && eu_type_size(i->src[k].type) == mir_exec_type_size(i))
                i->dst.type = i->src[k].type; // only its size counts
        return;
    }
    if (i->dst.kind != MIR_OPK_VREG || s->vregs[i->dst.vreg].file != MIR_GRF)
        return;
    if (i->exec_size == 1) {
        space_scalar(z, i);
        return;
    }
    narrow_by_region(i);
    unsigned stride = needed_stride(i), size = eu_type_size(i->dst.type);
    if (!stride)
        return;
    struct mir_vreg *d = &s->vregs[i->dst.vreg];
    if (mir_dst_stride(&i->dst) == stride && i->dst.offset % (stride * size) == 0) {
        if (d->phys < 0 && d->align < stride * size)
            d->align = (uint8_t)(stride * size);
    } else if (stride <= 4)
        dst_through_temp(z, i, i->dst.type, stride);
    else
        z->error = arena_printf(s->arena, "%s: no conversion from %s to %s", mir_op_name(i->op),
                                eu_type_name(i->src[0].type), eu_type_name(i->dst.type));
}

// ---- the rest

static void widen(struct mir_inst *i, unsigned simd)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG || i->src[k].kind == MIR_OPK_ARF) {
            i->src[k].vstride = i->src[k].hstride = 0;
            i->src[k].width = 1;
        }
    i->exec_size = (uint8_t)simd;
}

// A uniform flag has all of its bits equal: compare on all channels.
static void widen_uniform_flag(struct mir_legalizer *z, struct mir_inst *i)
{
    struct mir_shader *s = z->s;
    if (i->flag.kind != MIR_OPK_VREG || !s->vregs[i->flag.vreg].uniform || !i->nomask || i->exec_size != 1)
        return;
    if (mir_has_dst(i)) { // the value itself stays scalar
        struct mir_inst *wide = arena_new(s->arena, struct mir_inst);
        *wide = *i;
        wide->dst = mir_null(i->dst.type);
        mir_insert_before(i, wide);
        widen(wide, s->simd);
        fix_immediates(z, wide);
        fix_conversion(z, wide);
        if (i->op == EU_OP_CMP) {
            i->flag.vreg = mir_vreg_new(s, MIR_FLAG, mir_flag_bytes(s), mir_flag_bytes(s), false);
        } else {
            i->flag = (struct mir_operand){0};
            i->cmod = EU_CMOD_NONE;
        }
        return;
    }
    widen(i, s->simd);
}

static void fix_send(struct mir_legalizer *z, struct mir_inst *i)
{
    if (!i->send.ex_mlen || i->src[0].vreg != i->src[1].vreg)
        return;
    struct mir_range a = mir_src_range(i, 0), b = mir_src_range(i, 1);
    if (a.hi <= b.lo || b.hi <= a.lo)
        return;
    uint32_t t =
        mir_vreg_new(z->s, MIR_GRF, b.hi - b.lo, z->s->reg_bytes, z->s->vregs[i->src[1].vreg].uniform);
    for (uint32_t at = 0; at < b.hi - b.lo; at += z->s->reg_bytes) {
        struct mir_inst *mov = mir_inst_new(z->s, EU_OP_MOV, mir_native_width(z->s));
        mov->nomask = true;
        mov->line = i->line;
        mov->dst = mir_vec(t, at, EU_TYPE_UD);
        mov->src[0] = mir_vec(i->src[1].vreg, b.lo + at, EU_TYPE_UD);
        mir_insert_before(i, mov);
    }
    i->src[1] = mir_vec(t, 0, i->src[1].type);
}

// A byte that is no first source is widened.
static void fix_bytes(struct mir_legalizer *z, struct mir_inst *i)
{
    struct mir_operand *o = &i->src[1];
    if (kiln_target_has_byte_sources(z->s->target) || i->op == EU_OP_MATH ||
        eu_op_num_srcs((enum eu_op)i->op) != 2 || o->kind == MIR_OPK_IMM || !is_byte(o->type))
        return;
    if (!is_byte(i->src[0].type) && !mir_is_imm(&i->src[0]) && swap_sources(i))
        return;
    src_through_temp(z, i, 1, o->type == EU_TYPE_B ? EU_TYPE_W : EU_TYPE_UW);
}

// Halves where they are no type: words that F16TO32 and F32TO16 convert, and nothing computes.
static void fix_halves(struct mir_legalizer *z, struct mir_inst *i)
{
    struct mir_operand *o = &i->src[0];
    const bool to = i->dst.type == EU_TYPE_HF, from = o->type == EU_TYPE_HF && o->kind != MIR_OPK_NONE;
    if (!to && !from)
        return;
    const bool moves = i->op == EU_OP_MOV && !i->cmod, plain = !o->negate && !o->abs && !i->saturate;
    if (to && from && plain &&
        (moves || (i->op == EU_OP_SEL && !i->cmod && !i->src[1].negate && !i->src[1].abs))) {
        i->dst.type = o->type = EU_TYPE_UW;
        if (i->op == EU_OP_SEL)
            i->src[1].type = EU_TYPE_UW;
    } else if (!moves || o->kind == MIR_OPK_IMM) {
        z->error = arena_printf(z->s->arena, "%s of halves", mir_op_name(i->op));
    } else if (from && (i->dst.type != EU_TYPE_F || !plain)) { // the rest is for the copy behind
        const struct mir_operand source = *o;
        const bool saturate = i->saturate;
        i->saturate = false;
        o->negate = o->abs = false;
        dst_through_temp(z, i, EU_TYPE_F, 1);
        i->next->src[0].negate = source.negate;
        i->next->src[0].abs = source.abs;
        i->next->saturate = saturate;
        fix_halves(z, i);
    } else if (to && o->type != EU_TYPE_F) {
        dst_through_temp(z, i, EU_TYPE_F, 1);
    } else {
        i->op = to ? EU_OP_F32TO16 : EU_OP_F16TO32;
        (to ? &i->dst : o)->type = EU_TYPE_W;
    }
}

// Math takes modifiers of its sources, or none.
static void fix_math(struct mir_legalizer *z, struct mir_inst *i)
{
    if (i->op != EU_OP_MATH || eu_op_flags(z->s->target->isa, EU_OP_MATH) & EU_F_SRCMOD)
        return;
    for (unsigned k = 0; k < 2; k++) {
        struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_NONE || mir_is_imm(o) || (!o->negate && !o->abs))
            continue;
        const bool negate = o->negate, abs = o->abs;
        src_through_temp(z, i, k, o->type);
        i->prev->src[0].negate = negate;
        i->prev->src[0].abs = abs;
        o->negate = o->abs = false;
    }
}

static void fix_inst(struct mir_legalizer *z, struct mir_inst *i)
{
    if (mir_op_is_send(i->op)) {
        fix_send(z, i);
        return;
    }
    if (i->op >= EU_OP_COUNT || eu_op_is_branch((enum eu_op)i->op) || i->op == EU_OP_WAIT ||
        i->op == EU_OP_NOP || mir_is_systolic(i->op))
        return;
    widen_uniform_flag(z, i);
    if (!kiln_target_has_halves(z->s->target))
        fix_halves(z, i);
    fix_immediates(z, i);
    fix_math(z, i);
    fix_bytes(z, i);
    if (mir_is_ternary(i->op))
        fix_ternary(z, i);
    else
        fix_conversion(z, i);
}

bool mir_legalize(struct mir_shader *s, const char **error)
{
    struct mir_legalizer z = {.s = s};
    z.consts = arena_array(s->arena, struct mir_const, MAX_CONSTS);
    for (uint32_t b = 0; b < s->block_count; b++) {
        // What a fix inserts is behind or in front of i: the copies behind are visited in turn, those in
        // front are legal but for their size.
        mir_foreach_inst(i, s->blocks[b]) fix_inst(&z, i);
    }
    for (uint32_t b = 0; b < s->block_count; b++)
        for (struct mir_inst *i = s->blocks[b]->first; i;)
            i = mir_split(&z, i);
    s->is_legal = true;
    *error = z.error;
    return !z.error;
}

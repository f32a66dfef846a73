// 64-bit data by its halves, and products of dwords by words: mir/lower/qword.h.
#include "compiler/mir/lower/qword.h"

struct mir_inst *mir_mov_like(struct mir_shader *s, const struct mir_inst *i)
{
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, i->exec_size);
    mov->chan_offset = i->chan_offset;
    mov->nomask = i->nomask;
    mov->line = i->line;
    return mov;
}

// ---- halves

// A region of qwords as that of their low or high dwords; false if there is no encoding.
bool mir_halve_src(const struct mir_inst *i, struct mir_operand *o, unsigned half)
{
    int stride = mir_src_stride(o, i->exec_size);
    o->type = EU_TYPE_UD;
    o->offset += 4 * half;
    if (o->kind == MIR_OPK_INDIRECT)
        return o->vstride == 0 && o->hstride == 0;
    if (stride < 0) { // rows
        bool fits = o->hstride <= 2 && o->vstride <= 16;
        o->hstride *= 2;
        o->vstride *= 2;
        return fits;
    }
    if (stride > 16)
        return false;
    o->width = stride && stride <= 2 ? 8 : 1;
    o->hstride = (uint8_t)(stride <= 2 ? 2 * stride : 0);
    o->vstride = (uint8_t)(stride <= 2 ? 16 * stride : 2 * stride);
    return true;
}

// One channel at a time: regions of one element are free.
static bool move_one_by_one(struct mir_shader *s, struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    unsigned to = mir_dst_stride(&i->dst), width = o->width ? o->width : 1;
    if (!i->nomask || i->pred.kind != MIR_OPK_NONE || o->kind != MIR_OPK_VREG)
        return false;
    for (unsigned n = 0; n < i->exec_size; n++) {
        struct mir_inst *mov = mir_mov_like(s, i);
        mov->exec_size = 1;
        mov->chan_offset = 0;
        mov->dst = mir_scalar(i->dst.vreg, i->dst.offset + n * to * 8, i->dst.type);
        mov->src[0] =
            mir_scalar(o->vreg, o->offset + (n / width * o->vstride + n % width * o->hstride) * 8, o->type);
        mir_insert_before(i, mov);
        if (!kiln_target_makes_qwords(s->target))
            mir_split_move(s, mov);
    }
    mir_remove(i);
    return true;
}

// mov of qwords without a change: a mov of each half. False: not such a mov.
bool mir_split_move(struct mir_shader *s, struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    unsigned stride = mir_dst_stride(&i->dst);
    if (i->op != EU_OP_MOV || i->saturate || i->cmod || o->negate || o->abs || o->kind == MIR_OPK_IMM ||
        i->dst.kind != MIR_OPK_VREG || eu_type_size(o->type) != 8 || eu_type_size(i->dst.type) != 8 ||
        (o->type == EU_TYPE_DF) != (i->dst.type == EU_TYPE_DF))
        return false;
    if (stride > 2)
        return move_one_by_one(s, i);
    struct mir_inst *half[2];
    for (unsigned h = 0; h < 2; h++) {
        half[h] = arena_new(s->arena, struct mir_inst);
        *half[h] = *i;
        half[h]->dst.type = EU_TYPE_UD;
        half[h]->dst.offset += 4 * h;
        half[h]->dst.hstride = (uint8_t)(i->exec_size == 1 ? 1 : 2 * stride);
        if (!mir_halve_src(i, &half[h]->src[0], h))
            return move_one_by_one(s, i);
    }
    mir_insert_before(i, half[0]);
    mir_insert_before(i, half[1]);
    mir_remove(i);
    return true;
}

// ---- products of dwords

bool mir_is_dword(enum eu_type t)
{
    return t == EU_TYPE_D || t == EU_TYPE_UD;
}

bool mir_is_product(const struct mir_inst *i)
{
    return i->op == EU_OP_MUL && mir_is_dword(i->src[0].type) && mir_is_dword(i->src[1].type);
}

static struct mir_operand word_of(const struct mir_inst *i, const struct mir_operand *o, unsigned half)
{
    if (o->kind == MIR_OPK_IMM)
        return mir_imm_uw((uint16_t)(o->imm >> (16 * half)));
    struct mir_operand w = *o;
    int stride = mir_src_stride(o, i->exec_size);
    w.type = EU_TYPE_UW;
    w.offset += 2 * half;
    w.negate = false;
    if (stride > 0)
        w = mir_strided(o->vreg, o->offset + 2 * half, EU_TYPE_UW, 2 * (unsigned)stride);
    return w;
}

static struct mir_inst *times_word(struct mir_shader *s, const struct mir_inst *i, struct mir_operand dst,
                                   unsigned half)
{
    struct mir_inst *mul = mir_mov_like(s, i);
    mul->op = EU_OP_MUL;
    mul->dst = dst;
    mul->src[0] = i->src[0];
    mul->src[0].negate ^= i->src[1].negate && i->src[1].kind != MIR_OPK_IMM;
    mul->src[1] = word_of(i, &i->src[1], half);
    return mul;
}

static uint32_t product_temp(struct mir_shader *s, const struct mir_inst *i, unsigned spread)
{
    bool uniform = i->dst.kind == MIR_OPK_VREG && s->vregs[i->dst.vreg].uniform && i->nomask;
    uint32_t bytes = i->exec_size * spread;
    return mir_vreg_new(s, MIR_GRF, bytes < s->reg_bytes ? s->reg_bytes : bytes, s->reg_bytes, uniform);
}

// a * b = a * low(b) + (a * high(b) << 16), of which only the high words are added.
bool mir_split_product(struct mir_shader *s, struct mir_inst *i, unsigned spread)
{
    struct mir_operand *b = &i->src[1];
    int stride = b->kind == MIR_OPK_IMM ? 0 : mir_src_stride(b, i->exec_size);
    if (!mir_is_product(i) || !mir_is_dword(i->dst.type) || b->abs || i->saturate || stride < 0 ||
        stride > 2 || (b->kind != MIR_OPK_VREG && b->kind != MIR_OPK_IMM))
        return false;
    uint32_t low = product_temp(s, i, spread), high = product_temp(s, i, spread);
    enum eu_type type = i->dst.type;
    mir_insert_before(i, times_word(s, i, mir_vec(low, 0, type), 0));
    if (b->kind != MIR_OPK_IMM || b->imm >> 16 & 0xffff) {
        mir_insert_before(i, times_word(s, i, mir_vec(high, 0, type), 1));
        struct mir_inst *add = mir_mov_like(s, i);
        add->op = EU_OP_ADD;
        add->dst = mir_strided(low, 2, EU_TYPE_UW, 2);
        add->src[0] = mir_strided(low, 2, EU_TYPE_UW, 2);
        add->src[1] = mir_strided(high, 0, EU_TYPE_UW, 2);
        mir_insert_before(i, add);
    }
    i->op = EU_OP_MOV;
    i->src[0] = mir_vec(low, 0, type);
    i->src[1] = (struct mir_operand){.kind = MIR_OPK_NONE};
    return true;
}

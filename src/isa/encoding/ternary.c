// Three-source instructions between their align1 reading and their align16 encoding.
//
// Gen9 encodes them in align16 only. A SIMD1 instruction becomes one channel of SIMD4 (SIMD2 for :df)
// selected by the write mask; a scalar source becomes RepCtrl (a pair swizzle for :df). This is what Intel's
// assembler does, and the printed form of these instructions. Source: PRM KBL vol2d
// EU_INSTRUCTION_BASIC_THREE_SRC; iga64.
#include "isa/encoding/ternary.h"

#define XYZW 0xe4
#define XYXY 0x44
#define ZWZW 0xee

static bool lower_src(struct eu_operand *s, unsigned i, struct eu_error *err)
{
    bool scalar = s->vstride == 0 && s->hstride == 0;
    if (s->file != EU_FILE_GRF || s->indirect)
        return eu_fail(err, "ternary-src: source %u must be a directly addressed GRF", i);
    if (!scalar && s->hstride != 1 && !(s->hstride == 0 && s->width == 1 && s->vstride == 1))
        return eu_fail(err, "ternary-region: source %u must be packed or scalar", i);
    if (scalar && s->type == EU_TYPE_DF) {
        s->rep = false;
        s->swizzle = s->subreg % 16 ? ZWZW : XYXY;
        s->subreg = s->subreg & 16;
    } else {
        s->rep = scalar;
        s->swizzle = XYZW;
    }
    s->vstride = scalar ? 0 : 4;
    s->width = scalar ? 1 : 4;
    s->hstride = scalar ? 0 : 1;
    return true;
}

bool eu_ternary_lower(struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst;
    unsigned size = eu_type_size(d->type);
    if (d->file != EU_FILE_GRF || d->indirect || d->hstride != 1)
        return eu_fail(err, "ternary-dst: must be a packed, directly addressed GRF");
    if (!size)
        return eu_fail(err, "ternary-type: destination");
    inst->align16 = true;
    if (eu_is_macro(inst)) {
        if (inst->exec_size == 1)
            inst->exec_size = d->type == EU_TYPE_DF ? 2 : 4;
        return true;
    }
    d->writemask = 0xf;
    if (inst->exec_size == 1 && d->type == EU_TYPE_DF) {
        inst->exec_size = 2;
        d->writemask = d->subreg % 16 ? 0xc : 0x3;
        d->subreg &= 16;
    } else if (inst->exec_size == 1) {
        unsigned n = d->subreg / size;
        inst->exec_size = 4;
        d->writemask = (uint8_t)(1u << n % 4);
        d->subreg = (uint8_t)((n - n % 4) * size);
    }
    for (unsigned i = 0; i < 3; i++)
        if (!lower_src(&inst->src[i], i, err))
            return false;
    return true;
}

static bool raise_src(struct eu_operand *s)
{
    bool scalar = s->rep;
    if (!s->rep && s->type == EU_TYPE_DF && (s->swizzle == XYXY || s->swizzle == ZWZW)) {
        scalar = true;
        s->subreg = (uint8_t)(s->subreg + (s->swizzle == ZWZW ? 8 : 0));
        if (s->subreg > 31)
            return false;
    } else if (!s->rep && s->swizzle != XYZW) {
        return false;
    }
    s->rep = false;
    s->vstride = scalar ? 0 : 2;
    s->width = 1;
    s->hstride = scalar ? 0 : 1;
    return true;
}

bool eu_ternary_raise(struct eu_inst *inst)
{
    struct eu_operand *d = &inst->dst;
    unsigned size = eu_type_size(d->type), at = 0;
    if (eu_is_macro(inst)) {
        inst->align16 = false;
        return true;
    }
    if (inst->exec_size == 1)
        return false;
    if (d->writemask != 0xf) {
        if (inst->exec_size == 2 && d->type == EU_TYPE_DF && (d->writemask == 0x3 || d->writemask == 0xc))
            at = d->writemask == 0xc;
        else if (inst->exec_size == 4 && d->writemask && !(d->writemask & (d->writemask - 1)))
            at = (unsigned)__builtin_ctz(d->writemask);
        else
            return false;
        inst->exec_size = 1;
        if (d->subreg + at * size > 31)
            return false;
        d->subreg = (uint8_t)(d->subreg + at * size);
    }
    for (unsigned i = 0; i < 3; i++)
        if (!raise_src(&inst->src[i]))
            return false;
    inst->align16 = false;
    d->writemask = 0xf;
    return true;
}

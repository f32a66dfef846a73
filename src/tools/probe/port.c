// A question's text is Gen9's. Chips of other generations get the same instructions as they have them:
//
// - Gen8 has no SENDS: the registers of both payloads are copied to where they are one, in registers that the
// text does
//   not use;
// - where each send has two payloads (Gen12), one without a second names none;
// - with a software scoreboard each instruction waits for the one before it, and messages and math for their
// own end: nothing
//   overlaps, so that a question asks what its text says and no more.
//
// The text is assembled for the generation that has its forms, decoded, and each instruction put again, by
// the rules of the chip: what it does not have is an error, which says so.
#include <stdlib.h>
#include <string.h>

#include "hw/devinfo.h"
#include "hw/target.h"
#include "probe/probe.h"
#include "util/vec.h"

struct port {
    const struct kiln_target *to;
    VEC(struct eu_inst) in, out;
    VEC(uint32_t) at;    // bytes, of each of `in`
    VEC(uint32_t) start; // index in `out`, of each of `in`
    uint64_t used[2];    // registers that the text has
};

// In this order, decoded three-source instructions have regions instead of swizzles.
static const struct kiln_target *text_target(const struct kiln_target *to)
{
    const bool regions = !kiln_target_has_align16(to);
    return to->isa == KILN_ISA_GEN9 ? to : kiln_target_of(kiln_devinfo_from_name(regions ? "icl" : "skl"));
}

static bool decode(struct port *p, const struct kiln_target *from, const uint8_t *code, size_t size,
                   struct eu_error *err)
{
    for (size_t at = 0; at < size;) {
        struct eu_inst i;
        unsigned n = eu_decode(from, code + at, size - at, &i, err);
        if (!n || !vec_push(&p->in, i) || !vec_push(&p->at, (uint32_t)at))
            return false;
        at += n;
    }
    return true;
}

static unsigned field(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & ((1u << (high - low + 1)) - 1);
}

static void use(struct port *p, unsigned first, unsigned count)
{
    for (unsigned r = first; r < first + count && r < 128; r++)
        p->used[r / 64] |= UINT64_C(1) << r % 64;
}

// More than they take, which does no harm: a region reaches into two registers, SIMD32's into four.
static void note_registers(struct port *p)
{
    for (size_t k = 0; k < p->in.count; k++) {
        const struct eu_inst *i = &p->in.data[k];
        const unsigned payload = eu_op_is_send(i->op) ? field(i->desc, 28, 25) + field(i->desc, 24, 20) : 0;
        if (i->dst.file == EU_FILE_GRF)
            use(p, i->dst.reg, 4 + payload);
        for (unsigned s = 0; s < 3; s++)
            if (i->src[s].file == EU_FILE_GRF)
                use(p, i->src[s].reg, 4 + payload);
    }
}

static unsigned free_registers(const struct port *p, unsigned count)
{
    for (unsigned first = 2, have = 0, r = first; r < 127; r++) {
        have = p->used[r / 64] >> r % 64 & 1 ? 0 : have + 1;
        if (have == count)
            return r + 1 - count;
    }
    return 0;
}

static bool put(struct port *p, struct eu_inst i)
{
    i.compacted = false;
    return vec_push(&p->out, i);
}

// (W) mov (8|M0) to:ud from:ud
static bool put_copy(struct port *p, unsigned to, unsigned from)
{
    const struct eu_operand a = {.file = EU_FILE_GRF, .type = EU_TYPE_UD, .hstride = 1};
    struct eu_inst i = {.op = EU_OP_MOV, .exec_size = 8, .nomask = true, .dst = a, .src[0] = a};
    i.dst.reg = (uint8_t)to;
    i.dst.writemask = 0xf;
    i.src[0].reg = (uint8_t)from;
    i.src[0].vstride = i.src[0].width = 8;
    i.src[0].swizzle = 0xe4;
    return put(p, i);
}

// Both payloads in one, before there was SENDS.
static bool put_joined(struct port *p, struct eu_inst i, struct eu_error *err)
{
    const unsigned first = field(i.desc, 28, 25), second = field(i.ex_desc, 9, 6),
                   to = free_registers(p, first + second);
    bool ok = to != 0;
    if (!ok)
        snprintf(err->text, sizeof(err->text), "no registers are left for a payload of %u", first + second);
    for (unsigned r = 0; ok && r < first + second; r++)
        ok = put_copy(p, to + r, r < first ? i.src[0].reg + r : i.src[1].reg + r - first);
    i.op = i.op == EU_OP_SENDS ? EU_OP_SEND : EU_OP_SENDC;
    i.src[0].reg = (uint8_t)to;
    i.src[1] = (struct eu_operand){0};
    i.desc += second << 25;
    i.ex_desc = i.sfid;
    return ok && put(p, i);
}

static struct eu_inst sync_of(enum eu_sync kind, struct eu_swsb wait)
{
    return (struct eu_inst){.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = kind, .swsb = wait};
}

static bool put_waiting(struct port *p, struct eu_inst i)
{
    const bool alone = eu_op_is_send(i.op) || i.op == EU_OP_MATH,
               conditional = i.op == EU_OP_SENDC || i.op == EU_OP_SENDSC;
    i.thread_ctrl = EU_THREAD_NORMAL;
    i.no_dd_clr = i.no_dd_chk = false;
    if (eu_op_is_send(i.op)) {
        if (i.op == EU_OP_SEND || i.op == EU_OP_SENDC)
            i.src[1] = (struct eu_operand){.file = EU_FILE_ARF, .reg = EU_ARF_NULL};
        i.op = conditional ? EU_OP_SENDSC : EU_OP_SENDS;
        i.ex_desc &= ~0x3fu; // the function and the end are no part of it
    }
    if (i.op == EU_OP_WAIT)
        i = sync_of(EU_SYNC_BAR, (struct eu_swsb){0});
    i.swsb = (struct eu_swsb){.distance = 1, .mode = alone && !i.eot ? EU_TOKEN_SET : EU_TOKEN_NONE};
    if (i.op == EU_OP_SYNC)
        i.swsb.distance = 0;
    return put(p, i) &&
           (!alone || i.eot || put(p, sync_of(EU_SYNC_NOP, (struct eu_swsb){.mode = EU_TOKEN_DST})));
}

static bool put_ported(struct port *p, const struct eu_inst *i, struct eu_error *err)
{
    if (!kiln_target_has_scoreboard(p->to)) // of hardware
        return put_waiting(p, *i);
    if (!kiln_target_has_split_sends(p->to) && (i->op == EU_OP_SENDS || i->op == EU_OP_SENDSC))
        return put_joined(p, *i, err);
    return put(p, *i);
}

// The byte offset that a branch of `in` had, as one of `out`.
static bool retarget(const struct port *p, size_t k, int32_t *offset)
{
    for (size_t t = 0; t < p->in.count; t++)
        if ((int64_t)p->at.data[t] == (int64_t)p->at.data[k] + *offset) {
            *offset = ((int32_t)p->start.data[t] - (int32_t)p->start.data[k]) * 16;
            return true;
        }
    return false;
}

static bool port_all(struct port *p, struct eu_error *err)
{
    for (size_t k = 0; k < p->in.count; k++)
        if (!vec_push(&p->start, (uint32_t)p->out.count) || !put_ported(p, &p->in.data[k], err))
            return false;
    for (size_t k = 0; k < p->in.count; k++) {
        struct eu_inst *i = &p->out.data[p->start.data[k]];
        if (!eu_op_is_branch(i->op))
            continue;
        if (!retarget(p, k, &i->jip) || (i->uip && !retarget(p, k, &i->uip))) {
            snprintf(err->text, sizeof(err->text), "a branch leads nowhere");
            return false;
        }
    }
    return true;
}

static bool encode(const struct port *p, uint8_t **code, size_t *size, struct eu_error *err)
{
    *size = p->out.count * 16;
    *code = malloc(*size);
    bool ok = *code != NULL;
    for (size_t k = 0; ok && k < p->out.count; k++)
        ok = eu_encode_valid(p->to, &p->out.data[k], *code + 16 * k, err);
    return ok;
}

bool probe_assemble(const struct kiln_target *to, const char *text, uint8_t **code, size_t *size,
                    struct eu_error *err)
{
    const struct kiln_target *from = text_target(to);
    struct port p = {.to = to};
    if (!eu_assemble(from, text, code, size, err))
        return false;
    bool ok = decode(&p, from, *code, *size, err);
    free(*code);
    *code = NULL;
    note_registers(&p);
    ok = ok && port_all(&p, err) && encode(&p, code, size, err);
    vec_free(&p.in);
    vec_free(&p.out);
    vec_free(&p.at);
    vec_free(&p.start);
    return ok;
}

// Is a shader well formed? The invariants of mir.h, independent of any pass. Answers in words, never aborts.
//
// Structure (lists, blocks, successors), then each instruction (operands inside their vregs, files, exec
// sizes, sends), then definedness: a vreg that is read must be written on some path before (forward "may be
// defined" over the CFG; payload vregs are defined at entry).
#include "compiler/mir/ir/access.h"
#include "compiler/mir/ir/message.h"

#include <string.h>

#include "util/bitset.h"

struct validator {
    struct arena *a;
    const struct mir_shader *s;
    const char *error;
    const struct mir_inst *inst;
    unsigned position; // of inst in its block
};

#define FAIL(v, ...)                                                                                         \
    do {                                                                                                     \
        if (!(v)->error)                                                                                     \
            (v)->error = arena_printf((v)->a, __VA_ARGS__);                                                  \
    } while (0)
#define FAIL_INST(v, fmt, ...)                                                                               \
    FAIL(v, "B%u instruction %u (%s): " fmt, (v)->inst->block->index, (v)->position,                         \
         mir_op_name((v)->inst->op) ? mir_op_name((v)->inst->op) : "?", ##__VA_ARGS__)

static bool is_power_of_two(unsigned n)
{
    return n && !(n & (n - 1));
}

static void check_vregs(struct validator *v)
{
    const uint32_t general = v->s->target->grf_count * v->s->reg_bytes,
                   file_bytes[] = {general, MIR_FLAG_BYTES, kiln_target_address_bytes(v->s->target)};
    for (uint32_t k = 0; k < v->s->vreg_count; k++) {
        const struct mir_vreg *r = &v->s->vregs[k];
        if (r->file > MIR_ADDR)
            FAIL(v, "%%%u: register file %d", k, r->file);
        else if (!r->size || r->size > file_bytes[r->file])
            FAIL(v, "%%%u: %u bytes", k, r->size);
        else if (!is_power_of_two(r->align) || r->align > 64)
            FAIL(v, "%%%u: alignment %u", k, r->align);
        else if (r->phys >= 0 &&
                 ((uint32_t)r->phys % r->align || (uint32_t)r->phys + r->size > file_bytes[r->file]))
            FAIL(v, "%%%u: placed at %d", k, r->phys);
        else if (r->file == MIR_FLAG && r->size != 2 && r->size != 4)
            FAIL(v, "%%%u: a flag of %u bytes", k, r->size);
    }
}

static void check_range(struct validator *v, uint32_t vreg, struct mir_range r, const char *what)
{
    if (r.lo > r.hi || r.hi > v->s->vregs[vreg].size)
        FAIL_INST(v, "%s touches bytes %u..%u of %%%u, which has %u", what, r.lo, r.hi, vreg,
                  v->s->vregs[vreg].size);
}

static bool check_vreg(struct validator *v, uint32_t vreg, enum mir_file file, const char *what)
{
    if (vreg >= v->s->vreg_count) {
        FAIL_INST(v, "%s is %%%u, which does not exist", what, vreg);
        return false;
    }
    if (v->s->vregs[vreg].file != file && file != MIR_GRF) { // ordinary operands may be in any file
        FAIL_INST(v, "%s is %%%u, which is in another register file", what, vreg);
        return false;
    }
    return true;
}

static void check_operand(struct validator *v, const struct mir_operand *o, const char *what)
{
    if (o->kind > MIR_OPK_PRIVATE)
        FAIL_INST(v, "%s is of unknown kind", what);
    if (o->kind != MIR_OPK_NONE && o->type >= EU_TYPE_COUNT)
        FAIL_INST(v, "%s is of unknown type", what);
    if (o->kind == MIR_OPK_INDIRECT && check_vreg(v, o->vreg, MIR_ADDR, what))
        check_vreg(v, o->base, MIR_GRF, what);
    if (o->kind == MIR_OPK_VREG || o->kind == MIR_OPK_ADDROF)
        check_vreg(v, o->vreg, MIR_GRF, what);
    if (o->kind == MIR_OPK_VREG && o->type < EU_TYPE_COUNT && o->offset % eu_type_size(o->type))
        FAIL_INST(v, "%s is not aligned to its type", what);
}

static void check_dst(struct validator *v)
{
    const struct mir_operand *d = &v->inst->dst;
    if (mir_is_imm(d))
        FAIL_INST(v, "the destination is an immediate");
    check_operand(v, d, "the destination");
    if (v->error || d->kind != MIR_OPK_VREG)
        return;
    if (v->inst->op != MIR_OP_UNDEF)
        check_range(v, d->vreg, mir_dst_range(v->inst), "the destination");
    if (v->s->vregs[d->vreg].uniform && !v->inst->nomask && v->inst->op != MIR_OP_UNDEF)
        FAIL_INST(v, "writes the uniform %%%u under the channel mask", d->vreg);
    if (d->hstride != 0 && d->hstride != 1 && d->hstride != 2 && d->hstride != 4)
        FAIL_INST(v, "a destination stride of %u", d->hstride);
}

static void check_srcs(struct validator *v)
{
    static const char *const names[] = {"source 0", "source 1", "source 2"};
    const struct mir_inst *i = v->inst;
    for (unsigned k = 0; k < MIR_MAX_SRCS && !v->error; k++) {
        check_operand(v, &i->src[k], names[k]);
        if (!v->error && i->src[k].kind == MIR_OPK_VREG)
            check_range(v, i->src[k].vreg, mir_src_range(i, k), names[k]);
    }
    if (v->error || i->op >= EU_OP_COUNT || mir_op_is_send(i->op) || mir_op_is_terminator(i->op) ||
        i->op == EU_OP_JOIN || i->op == EU_OP_ENDIF || i->op == EU_OP_WAIT || i->op == EU_OP_NOP ||
        i->op == EU_OP_MATH)
        return;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if ((i->src[k].kind != MIR_OPK_NONE) != (k < eu_op_num_srcs((enum eu_op)i->op)))
            FAIL_INST(v, "source %u is %s", k, i->src[k].kind ? "one too many" : "missing");
}

static void check_flags(struct validator *v)
{
    const struct mir_inst *i = v->inst;
    unsigned channels = i->chan_offset + i->exec_size;
    if (i->pred.kind != MIR_OPK_NONE &&
        (i->pred.kind != MIR_OPK_VREG || !check_vreg(v, i->pred.vreg, MIR_FLAG, "the predicate")))
        FAIL_INST(v, "the predicate is no flag");
    if (i->flag.kind != MIR_OPK_NONE &&
        (i->flag.kind != MIR_OPK_VREG || !check_vreg(v, i->flag.vreg, MIR_FLAG, "the flag")))
        FAIL_INST(v, "the flag is no flag");
    if (v->error)
        return;
    if (i->pred.kind && channels > v->s->vregs[i->pred.vreg].size * 8)
        FAIL_INST(v, "channel %u has no bit in the predicate", channels - 1);
    if (i->flag.kind && channels > v->s->vregs[i->flag.vreg].size * 8)
        FAIL_INST(v, "channel %u has no bit in the flag", channels - 1);
    if (i->pred.kind && i->flag.kind && i->pred.vreg != i->flag.vreg)
        FAIL_INST(v, "the predicate and the flag must be the same: an instruction names one flag register");
    if (i->flag.kind && !i->cmod)
        FAIL_INST(v, "a flag destination without a conditional modifier");
    if (i->cmod && !i->flag.kind && i->op != EU_OP_SEL && i->op != EU_OP_CSEL)
        FAIL_INST(v, "a conditional modifier without a flag");
    if (i->flag.kind && v->s->vregs[i->flag.vreg].uniform && !i->nomask)
        FAIL_INST(v, "writes the uniform flag %%%u under the channel mask", i->flag.vreg);
}

// Payloads and responses are as long as the access says.
static void check_access(struct validator *v)
{
    const struct mir_inst *i = v->inst;
    const struct mir_send *m = &i->send;
    unsigned regs = mir_regs(v->s, i->exec_size * 4u),
             address = mir_regs(v->s, i->exec_size * (m->wide ? 8u : 4u));
    unsigned data = m->access == MIR_ACCESS_DWORDS  ? m->count * regs
                    : m->access == MIR_ACCESS_BLOCK ? mir_regs(v->s, m->count * 4u)
                    : m->access == MIR_ACCESS_ELEMENT || m->access == MIR_ACCESS_SLOT ? regs
                                                                                      : 0;
    bool write = m->mem == MIR_MEM_WRITE;
    if (!data)
        return;
    if (m->access == MIR_ACCESS_DWORDS && (!m->count || m->count > 4))
        FAIL_INST(v, "%u dwords a channel", m->count);
    if (m->access == MIR_ACCESS_ELEMENT && m->bytes != 1 && m->bytes != 2 && m->bytes != 4)
        FAIL_INST(v, "elements of %u bytes", m->bytes);
    if (m->access == MIR_ACCESS_BLOCK && (write || m->header != kiln_target_has_data_ports(v->s->target)))
        FAIL_INST(v, "a block that is written, or without the header that it has");
    if (m->header) // the address lies in it, or behind it in front of the data
        address = m->access == MIR_ACCESS_BLOCK ? 0 : address;
    unsigned sent = (m->header ? 1 : 0) + address + (write ? data : 0);
    if (m->mlen + m->ex_mlen != sent || m->rlen != (write ? 0 : data))
        FAIL_INST(v, "lengths %u %u %u for %u registers of address and %u of data", m->mlen, m->ex_mlen,
                  m->rlen, address, data);
}

static void check_send(struct validator *v)
{
    const struct mir_inst *i = v->inst;
    const struct mir_send *m = &i->send;
    for (unsigned k = 0; k < 2; k++) {
        unsigned len = k ? m->ex_mlen : m->mlen;
        if (!len && k)
            continue;
        if (i->src[k].kind != MIR_OPK_VREG)
            FAIL_INST(v, "payload %u is no vreg", k);
        else if (v->s->vregs[i->src[k].vreg].file != MIR_GRF ||
                 v->s->vregs[i->src[k].vreg].align < v->s->reg_bytes || i->src[k].offset % v->s->reg_bytes)
            FAIL_INST(v, "payload %u is not made of whole registers", k);
    }
    if (v->error)
        return;
    if (m->rlen && (i->dst.kind != MIR_OPK_VREG || v->s->vregs[i->dst.vreg].align < v->s->reg_bytes ||
                    i->dst.offset % v->s->reg_bytes))
        FAIL_INST(v, "the response is not made of whole registers");
    if (m->mlen < 1 || m->mlen > 15 || m->ex_mlen > 15 || m->rlen > 16)
        FAIL_INST(v, "message lengths %u %u %u", m->mlen, m->ex_mlen, m->rlen);
    if (m->ex_mlen && i->op != EU_OP_SENDS && i->op != EU_OP_SENDSC)
        FAIL_INST(v, "a second payload needs sends");
    if (m->access >= MIR_ACCESS_COUNT)
        FAIL_INST(v, "an unknown access %u", m->access);
    else if (m->access && (m->sfid || m->desc))
        FAIL_INST(v, "a logical %s with a descriptor", mir_access_name(m->access));
    else if (m->access && v->s->has_messages)
        FAIL_INST(v, "a logical %s after mir_messages", mir_access_name(m->access));
    else
        check_access(v);
    const uint32_t lengths = kiln_target_has_data_ports(v->s->target) ? 0xfff80000 : 0x1ff00000;
    if (m->desc & lengths)
        FAIL_INST(v, "the descriptor 0x%x has bits that belong to lengths", m->desc);
}

// Components lie within their vregs; results are vregs of their own.
static void check_parts(struct validator *v)
{
    const struct mir_inst *i = v->inst;
    if (!i->parts || !i->send.access || i->send.access >= MIR_ACCESS_COUNT || v->s->has_payloads) {
        FAIL_INST(v, "an access %s", v->s->has_payloads ? "after mir_lower_accesses" : "to nothing");
        return;
    }
    for (unsigned k = 0; k < mir_parts_count(i->parts) && !v->error; k++) {
        const struct mir_operand *o = &i->parts->at[k];
        bool result = k >= mir_parts_read(i->parts);
        check_operand(v, o, result ? "a result" : "a component");
        if (!v->error && o->kind == MIR_OPK_VREG)
            check_range(v, o->vreg, mir_region_range(o, i->exec_size), result ? "a result" : "a component");
        else if (result && !v->error)
            FAIL_INST(v, "result %u is no vreg", k - mir_parts_read(i->parts));
    }
}

// Whole registers, dst and src[0] the same ones, and no factor among those that are written while it is read.
static void check_systolic(struct validator *v)
{
    const struct mir_inst *i = v->inst;
    const struct mir_operand *o[] = {&i->dst, &i->src[0], &i->src[1], &i->src[2]};
    const bool adds = i->src[0].kind != MIR_OPK_ARF;
    if (!kiln_target_has_systolic(v->s->target))
        FAIL_INST(v, "the chip has no matrix unit");
    if (!i->rows || i->exec_size != mir_native_width(v->s))
        FAIL_INST(v, "%u rows of %u channels", i->rows, i->exec_size);
    if (i->pred.kind || i->flag.kind || i->saturate || i->cmod)
        FAIL_INST(v, "a predicate, a condition or saturation");
    if (!adds && i->src[0].arf != EU_ARF_NULL)
        FAIL_INST(v, "source 0 is an architecture register");
    for (unsigned k = 0; k < sizeof(o) / sizeof(o[0]) && !v->error; k++) {
        if (k == 1 && !adds)
            continue;
        if (o[k]->kind != MIR_OPK_VREG || v->s->vregs[o[k]->vreg].align < v->s->reg_bytes ||
            o[k]->offset % v->s->reg_bytes || o[k]->negate || o[k]->abs)
            FAIL_INST(v, "operand %u is not made of whole registers", k);
    }
    if (!v->error && adds && (i->src[0].vreg != i->dst.vreg || i->src[0].offset != i->dst.offset))
        FAIL_INST(v, "it adds to other registers than it writes");
    for (unsigned k = 1; k < MIR_MAX_SRCS && !v->error; k++) {
        const struct mir_range r = mir_src_range(i, k), d = mir_dst_range(i);
        if (i->src[k].vreg == i->dst.vreg && r.lo < d.hi && d.lo < r.hi)
            FAIL_INST(v, "it writes to source %u", k);
    }
}

static void check_inst(struct validator *v)
{
    const struct mir_inst *i = v->inst;
    if (i->op >= MIR_OP_COUNT || !mir_op_name(i->op)) {
        FAIL(v, "B%u: an unknown opcode %u", i->block->index, i->op);
        return;
    }
    const unsigned native = mir_native_width(v->s);
    if (!is_power_of_two(i->exec_size) || i->exec_size > 32)
        FAIL_INST(v, "an execution size of %u", i->exec_size);
    else if (i->chan_offset % 4 ||
             (!i->nomask && i->chan_offset + i->exec_size > (v->s->simd > native ? v->s->simd : native)))
        FAIL_INST(v, "channels %u to %u in a SIMD%u shader", i->chan_offset,
                  i->chan_offset + i->exec_size - 1, v->s->simd);
    if (!v->error)
        check_dst(v);
    if (!v->error)
        check_srcs(v);
    if (!v->error)
        check_flags(v);
    if (!v->error && mir_op_is_send(i->op))
        check_send(v);
    if (!v->error && mir_is_systolic(i->op))
        check_systolic(v);
    if (!v->error && i->op == MIR_OP_ACCESS)
        check_parts(v);
}

static void check_block(struct validator *v, const struct mir_block *b, uint32_t index)
{
    const struct mir_inst *prev = NULL;
    if (b->index != index)
        FAIL(v, "block %u calls itself B%u", index, b->index);
    v->position = 0;
    mir_foreach_inst(i, b)
    {
        v->inst = i;
        if (i->block != b || i->prev != prev)
            FAIL(v, "B%u: broken instruction list at instruction %u", index, v->position);
        if (prev && mir_op_is_terminator(prev->op) && !mir_op_is_terminator(i->op))
            FAIL_INST(v, "follows the terminator");
        check_inst(v);
        if (v->error)
            return;
        prev = i;
        v->position++;
    }
    if (b->last != prev)
        FAIL(v, "B%u: its last instruction is not the end of its list", index);
}

static void check_cfg(struct validator *v, const struct mir_block *b)
{
    const struct mir_shader *s = v->s;
    unsigned n = (b->succ[0] != NULL) + (b->succ[1] != NULL);
    if (b->succ[1] && !b->succ[0])
        FAIL(v, "B%u: a second successor without a first", b->index);
    for (unsigned k = 0; k < n && !v->error; k++) {
        uint32_t t = b->succ[k]->index, back = 0;
        if (t >= s->block_count || s->blocks[t] != b->succ[k]) {
            FAIL(v, "B%u: a successor that is not in the layout", b->index);
            return;
        }
        for (uint32_t p = 0; p < b->succ[k]->pred_count; p++)
            back += b->succ[k]->preds[p] == b;
        if (!back)
            FAIL(v, "B%u is not among the predecessors of B%u", b->index, t);
    }
    const struct mir_inst *t = b->last;
    if (t && t->op == MIR_OP_BR && s->has_cf)
        FAIL(v, "B%u: a branch that is not lowered, after mir_cf", b->index);
    if (t && t->op == MIR_OP_BR && n != (t->pred.kind ? 2u : 1u))
        FAIL(v, "B%u: a branch with %u successors", b->index, n);
    if (t && t->op == MIR_OP_RET && n)
        FAIL(v, "B%u: ends the program and has successors", b->index);
    if ((!t || !mir_op_is_terminator(t->op)) && n == 0 && !(t && t->send.eot))
        FAIL(v, "B%u: runs off the end", b->index);
    if ((!t || !mir_op_is_terminator(t->op)) && n == 2)
        FAIL(v, "B%u: two successors without a branch", b->index);
    for (unsigned k = 0; k < 2 && !s->has_cf; k++)
        if (b->succ[k] && b->succ[k]->index <= b->index && b->succ[k]->loop_end > b->index + 1)
            FAIL(v, "B%u: goes back to B%u from the middle of its loop (mir_wait_first)", b->index,
                 b->succ[k]->index);
    if (b->loop_end && (b->loop_end <= b->index || b->loop_end > s->block_count))
        FAIL(v, "B%u: its loop ends at B%u", b->index, b->loop_end);
}

struct defs {
    struct validator *v;
    uint64_t *set;
};

static void note_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct defs *d = ctx;
    if (!bitset_test(d->set, vreg))
        FAIL_INST(d->v, "reads %%%u, which nothing wrote before", vreg);
}

static void note_defs(const struct mir_inst *i, uint64_t *set)
{
    for (unsigned k = 0; i->parts && k < i->parts->results; k++)
        bitset_set(set, mir_result(i, k)->vreg);
    if (i->dst.kind == MIR_OPK_VREG)
        bitset_set(set, i->dst.vreg);
    if (i->dst.kind == MIR_OPK_INDIRECT)
        bitset_set(set, i->dst.base);
    if (i->flag.kind == MIR_OPK_VREG)
        bitset_set(set, i->flag.vreg);
}

static void check_defined(struct validator *v)
{
    const struct mir_shader *s = v->s;
    size_t words = BITSET_WORDS(s->vreg_count) + 1;
    uint64_t *out = arena_array(v->a, uint64_t, words * s->block_count),
             *in = arena_array(v->a, uint64_t, words);
    for (uint32_t k = 0; k < s->vreg_count; k++)
        if (s->vregs[k].phys >= 0)
            bitset_set(in, k);
    uint64_t *entry = arena_array(v->a, uint64_t, words);
    memcpy(entry, in, words * 8);
    for (int check = 0, changed = 1; changed || !check;) {
        check = !changed;
        changed = 0;
        for (uint32_t k = 0; k < s->block_count; k++) {
            const struct mir_block *b = s->blocks[k];
            memcpy(in, entry, words * 8);
            for (uint32_t p = 0; p < b->pred_count; p++)
                for (size_t w = 0; w < words; w++)
                    in[w] |= out[b->preds[p]->index * words + w];
            v->position = 0;
            mir_foreach_inst(i, b)
            {
                v->inst = i;
                if (check && (k == 0 || b->pred_count))
                    mir_foreach_use(s, i, note_use, &(struct defs){v, in});
                note_defs(i, in);
                v->position++;
            }
            for (size_t w = 0; w < words; w++) {
                changed |= (in[w] & ~out[k * words + w]) != 0;
                out[k * words + w] |= in[w];
            }
        }
    }
}

const char *mir_validate(struct arena *a, const struct mir_shader *s)
{
    struct validator v = {.a = a, .s = s};
    if (s->simd != 8 && s->simd != 16 && s->simd != 32)
        FAIL(&v, "SIMD%u", s->simd);
    if (!s->block_count)
        FAIL(&v, "no blocks");
    check_vregs(&v);
    for (uint32_t k = 0; k < s->block_count && !v.error; k++)
        check_block(&v, s->blocks[k], k);
    for (uint32_t k = 0; k < s->block_count && !v.error; k++)
        check_cfg(&v, s->blocks[k]);
    if (!v.error)
        check_defined(&v);
    return v.error;
}

// Common subexpressions within a block: what selection makes several times (addresses, lane offsets,
// headers), where LLVM could not see it. The second becomes a copy of the first, for mir_opt_propagate to
// take out.
//
// Both must be the only definition of their vreg, whole, and what they read must not be written between them:
// then the value is the same wherever it is read. What the block reads of the second from there on it reads
// of the first, so that what is computed from both is found to be the same too. A value is not kept for long:
// registers are scarcer than ALUs.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

#include <string.h>

enum { SLOTS = 1 << 10, REACH_VECTOR = 96, REACH_SCALAR = 400 };

struct entry {
    struct mir_inst *inst;
    uint32_t at, block; // position and block (plus one)
};

struct alias {
    uint32_t vreg, block; // a copy of this one in this block (plus one)
};

struct cse {
    struct mir_shader *s;
    const struct mir_def *defs; // per vreg
    struct entry *table;
    struct alias *aliases; // per vreg
    uint32_t *written;     // per vreg: where it was last; of those with several definitions
};

static bool is_pure(unsigned op)
{
    switch (op) {
    case EU_OP_NOT:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_SHR:
    case EU_OP_SHL:
    case EU_OP_ASR:
    case EU_OP_ROL:
    case EU_OP_ROR:
    case EU_OP_ADD:
    case EU_OP_MACH:
    case EU_OP_MUL:
    case EU_OP_MAD:
    case EU_OP_LRP:
    case EU_OP_FRC:
    case EU_OP_RNDU:
    case EU_OP_RNDD:
    case EU_OP_RNDE:
    case EU_OP_RNDZ:
    case EU_OP_LZD:
    case EU_OP_FBH:
    case EU_OP_FBL:
    case EU_OP_CBIT:
    case EU_OP_BFREV:
        return true;
    default:
        return false;
    }
}

// The smaller or the larger of two.
static bool is_bound(const struct mir_inst *i)
{
    return i->op == EU_OP_SEL && i->cmod;
}

// One value in all channels, as payloads of messages have it.
static bool is_broadcast(const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    return i->op == EU_OP_MOV && i->exec_size > 1 && !o->negate && !o->abs &&
           (o->kind == MIR_OPK_IMM || (o->kind == MIR_OPK_VREG && mir_src_stride(o, i->exec_size) == 0));
}

static bool is_fixed_source(const struct cse *c, const struct mir_operand *o)
{
    if (o->kind == MIR_OPK_NONE || o->kind == MIR_OPK_IMM)
        return true;
    if (o->kind != MIR_OPK_VREG || c->s->vregs[o->vreg].file != MIR_GRF)
        return false;
    return mir_is_defined_once(c->s, c->defs, o->vreg) ||
           (c->s->vregs[o->vreg].phys < 0 && c->defs[o->vreg].count > 1);
}

static bool is_unwritten_since(const struct cse *c, const struct mir_inst *i, uint32_t at)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG && c->written[i->src[k].vreg] > at)
            return false;
    return true;
}

static void note_written(struct cse *c, const struct mir_inst *i, uint32_t at)
{
    if (i->dst.kind == MIR_OPK_VREG)
        c->written[i->dst.vreg] = at;
    else if (i->dst.kind == MIR_OPK_INDIRECT)
        c->written[i->dst.base] = at;
}

static bool is_candidate(const struct cse *c, const struct mir_inst *i)
{
    if (!(is_pure(i->op) || is_broadcast(i) || is_bound(i)) || i->pred.kind || (i->cmod && !is_bound(i)) ||
        i->flag.kind || (i->acc_wr && i->op != EU_OP_MACH) || mir_leaves_acc(i) ||
        i->dst.kind != MIR_OPK_VREG || i->dst.offset || !mir_dst_is_full(i))
        return false;
    const struct mir_vreg *v = &c->s->vregs[i->dst.vreg];
    if (v->file != MIR_GRF || v->phys >= 0 || c->defs[i->dst.vreg].count != 1 ||
        mir_dst_stride(&i->dst) != 1 || mir_dst_range(i).hi != v->size)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (!is_fixed_source(c, &i->src[k]))
            return false;
    return true;
}

static bool same(const struct cse *c, const struct mir_inst *a, const struct mir_inst *b)
{
    const struct mir_vreg *va = &c->s->vregs[a->dst.vreg], *vb = &c->s->vregs[b->dst.vreg];
    if (a->op != b->op || a->cmod != b->cmod || a->exec_size != b->exec_size ||
        a->chan_offset != b->chan_offset || a->nomask != b->nomask || a->saturate != b->saturate ||
        a->acc_wr != b->acc_wr || a->dst.type != b->dst.type || va->size != vb->size ||
        va->uniform != vb->uniform)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (!mir_same_source(&a->src[k], &b->src[k]))
            return false;
    return true;
}

static uint32_t hash(const struct mir_inst *i)
{
    uint32_t h = i->op * 31u + i->exec_size + (i->acc_wr ? 37u : 0);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        h = (h ^ (uint32_t)o->kind) * 0x9e3779b1u;
        h = (h ^ (o->kind == MIR_OPK_IMM ? (uint32_t)o->imm : o->vreg * 64u + o->offset)) * 0x85ebca6bu;
    }
    return (h ^ h >> 15) & (SLOTS - 1);
}

static void become_copy(struct mir_inst *i, const struct mir_inst *of)
{
    i->op = EU_OP_MOV;
    i->cmod = EU_CMOD_NONE;
    i->saturate = i->acc_wr = false;
    memset(i->src, 0, sizeof(i->src));
    i->src[0] = i->exec_size == 1 ? mir_scalar(of->dst.vreg, 0, of->dst.type)
                                  : mir_vec(of->dst.vreg, 0, of->dst.type);
}

// The two payloads of a split send must not be the same registers.
static bool is_other_payload(const struct mir_inst *i, unsigned k, uint32_t vreg)
{
    return mir_op_is_send(i->op) && k < 2 && i->src[1 - k].kind == MIR_OPK_VREG && i->src[1 - k].vreg == vreg;
}

static void read_first(struct cse *c, struct mir_inst *i, uint32_t block)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        if (i->src[k].kind != MIR_OPK_VREG)
            continue;
        const struct alias *a = &c->aliases[i->src[k].vreg];
        if (a->block == block && !is_other_payload(i, k, a->vreg))
            i->src[k].vreg = a->vreg;
    }
}

bool mir_opt_cse(struct mir_shader *s)
{
    struct cse c = {.s = s,
                    .defs = mir_defs(s),
                    .table = arena_array(s->arena, struct entry, SLOTS),
                    .aliases = arena_array(s->arena, struct alias, s->vreg_count + 1),
                    .written = arena_array(s->arena, uint32_t, s->vreg_count + 1)};
    uint32_t at = 0;
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            at++;
            read_first(&c, i, b + 1);
            note_written(&c, i, at);
            if (!is_candidate(&c, i))
                continue;
            struct entry *e = &c.table[hash(i)];
            uint32_t reach = i->exec_size == 1 ? REACH_SCALAR : REACH_VECTOR;
            if (e->block == b + 1 && at - e->at <= reach && same(&c, e->inst, i) &&
                is_unwritten_since(&c, i, e->at)) {
                become_copy(i, e->inst);
                c.aliases[i->dst.vreg] = (struct alias){e->inst->dst.vreg, b + 1};
                any = true;
            } else {
                *e = (struct entry){i, at, b + 1};
            }
        }
    return any;
}

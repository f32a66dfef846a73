// Source lines of instructions that have none: what passes of LLVM's merge or make has no one line, and what
// our own passes add has none either. An instruction gets the line of who reads its result, else of who made
// its operands, and control flow that of what is before it in the block, else behind it. In: machine IR as it
// will be emitted. Out: the same, but for mir_inst.line. What is left is what no line asked for: the thread's
// setup and its end.
#include "compiler/mir/ir/mir.h"
#include "compiler/mir/ir/query.h"

enum { REACH = 64 }; // instructions that are looked at from one

static bool reads(const struct mir_inst *i, const struct mir_operand *what)
{
    bool found = false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        found |= i->src[k].kind == MIR_OPK_VREG && i->src[k].vreg == what->vreg;
    return found || (i->pred.kind == MIR_OPK_VREG && i->pred.vreg == what->vreg);
}

static bool writes(const struct mir_inst *i, const struct mir_operand *what)
{
    return (i->dst.kind == MIR_OPK_VREG && i->dst.vreg == what->vreg) ||
           (i->flag.kind == MIR_OPK_VREG && i->flag.vreg == what->vreg);
}

static uint32_t line_of_reader(const struct mir_inst *i, const struct mir_operand *result)
{
    unsigned reach = REACH;
    for (const struct mir_inst *n = i->next; n && result->kind == MIR_OPK_VREG && reach--; n = n->next)
        if (n->line && reads(n, result))
            return n->line;
    return 0;
}

static uint32_t line_of_writer(const struct mir_inst *i, const struct mir_operand *operand)
{
    unsigned reach = REACH;
    for (const struct mir_inst *p = i->prev; p && operand->kind == MIR_OPK_VREG && reach--; p = p->prev)
        if (p->line && writes(p, operand))
            return p->line;
    return 0;
}

// The thread's end is nobody's.
static uint32_t line_of_neighbour(const struct mir_inst *i)
{
    for (const struct mir_inst *p = i->prev; p; p = p->prev)
        if (p->line)
            return p->line;
    for (const struct mir_inst *n = i->next; n; n = n->next)
        if (n->line)
            return n->line;
    return 0;
}

// Where channels wait for others is at no line: the checks would say that they wait at one they never reach.
static bool is_meeting(unsigned op)
{
    return op == EU_OP_JOIN || op == EU_OP_ELSE || op == EU_OP_ENDIF;
}

static bool is_flow(const struct mir_inst *i)
{
    return i->op == MIR_OP_BR ||
           (i->op < EU_OP_COUNT && !is_meeting(i->op) && eu_op_is_branch((enum eu_op)i->op));
}

static void by_readers(struct mir_block *b)
{
    for (struct mir_inst *i = b->last; i; i = i->prev)
        if (!i->line && !(i->line = line_of_reader(i, &i->dst)))
            i->line = line_of_reader(i, &i->flag);
}

static void by_writers(struct mir_block *b)
{
    mir_foreach_inst(i, b)
    {
        for (unsigned k = 0; k < MIR_MAX_SRCS && !i->line; k++)
            i->line = line_of_writer(i, &i->src[k]);
        if (!i->line)
            i->line = line_of_writer(i, &i->pred);
        if (!i->line && is_flow(i))
            i->line = line_of_neighbour(i);
    }
}

bool mir_lines(struct mir_shader *s)
{
    bool any = false;
    for (uint32_t b = 0; b < s->block_count && !any; b++)
        mir_foreach_inst(i, s->blocks[b]) any |= i->line != 0;
    for (uint32_t b = 0; b < s->block_count && any; b++) {
        by_readers(s->blocks[b]);
        by_writers(s->blocks[b]);
    }
    // A block of nothing but branches comes from where the one before it was.
    for (uint32_t b = 1; b < s->block_count && any; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            const struct mir_inst *before = s->blocks[b - 1]->last;
            if (!i->line && is_flow(i) && before)
                i->line = before->line;
        }
    return any;
}

// Branches (eu/cf.c is the reference), in the two versions of a block.
//
// With all channels enabled nobody waits anywhere, so the waiting channels are only kept track of where the
// mask is partial; a branch that all channels take alike stays in the full version, and an arrival that
// brings the last channel back returns to it.
#include "sim/jit/ir/ir.h"

#define B j->b

static bool is_branch(unsigned op)
{
    switch (op) {
    case EU_OP_IF:
    case EU_OP_ELSE:
    case EU_OP_ENDIF:
    case EU_OP_WHILE:
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_GOTO:
    case EU_OP_JOIN:
    case EU_OP_JMPI:
    case EU_OP_BRD:
    case EU_OP_BRC:
    case EU_OP_CALL:
    case EU_OP_CALLA:
    case EU_OP_RET:
        return true;
    default:
        return false;
    }
}

// UIP of the others is their own address.
bool jit_has_uip(unsigned op)
{
    switch (op) {
    case EU_OP_IF:
    case EU_OP_ELSE:
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_GOTO:
    case EU_OP_BRC:
        return true;
    default:
        return false;
    }
}

bool jit_is_flow(const struct sim_uop *u)
{
    if (u->info->pseudo == SIM_PSEUDO_ARRIVE)
        return false;
    return u->info->pseudo == SIM_PSEUDO_STOP || is_branch(u->op) || u->dst.arf == EU_ARF_IP;
}

static uint32_t find(const struct jt *j, uint32_t offset)
{
    return offset < j->p->size && !(offset & 7) ? j->p->by_offset[offset / 8] : SIM_NO_UOP;
}

// The label at a byte offset, or UINT32_MAX.
static uint32_t label_at(const struct jt *j, uint32_t offset)
{
    uint32_t i = find(j, offset);
    return i == SIM_NO_UOP || !j->label_of[i] ? UINT32_MAX : j->label_of[i] - 1;
}

// Where a channel waits that leaves a loop by way of `offset`: behind a WHILE.
static uint32_t behind_while(const struct jt *j, uint32_t offset)
{
    uint32_t i = find(j, offset);
    if (i == SIM_NO_UOP)
        return offset;
    const struct sim_uop *u = &j->uops[i];
    if (u->info->pseudo == SIM_PSEUDO_ARRIVE)
        u++;
    return u->op == EU_OP_WHILE ? u->info->next_ip : offset;
}

bool jit_flow_ok(const struct jt *j, const struct sim_uop *u)
{
    bool jip = u->info->jip_uop != SIM_NO_UOP, uip = u->info->uip_uop != SIM_NO_UOP;
    if (u->info->pseudo || !is_branch(u->op) || u->src[0].kind == SIM_SRC_REG || !jip)
        return false;
    switch (u->op) {
    case EU_OP_IF:
        return label_at(j, u->info->jip) != UINT32_MAX;
    case EU_OP_ELSE:
        return label_at(j, u->info->uip) != UINT32_MAX;
    case EU_OP_ENDIF:
    case EU_OP_JOIN:
    case EU_OP_JMPI:
        return true;
    case EU_OP_WHILE:
    case EU_OP_BRD:
        return label_at(j, u->info->next_ip) != UINT32_MAX;
    case EU_OP_BREAK:
        return label_at(j, behind_while(j, u->info->uip)) != UINT32_MAX;
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_BRC:
        return label_at(j, u->info->uip) != UINT32_MAX;
    case EU_OP_GOTO:
        return uip && label_at(j, u->info->uip) != UINT32_MAX && label_at(j, u->info->jip) != UINT32_MAX &&
               label_at(j, u->info->next_ip) != UINT32_MAX;
    default:
        return false;
    }
}

unsigned jit_parks_at(const struct jt *j, const struct sim_uop *u, uint32_t out[3])
{
    uint32_t offset[3];
    unsigned n = 0, known = 0;
    switch (u->op) {
    case EU_OP_IF:
        offset[n++] = u->info->jip;
        break;
    case EU_OP_WHILE:
    case EU_OP_BRD:
        offset[n++] = u->info->next_ip;
        break;
    case EU_OP_BREAK:
        offset[n++] = behind_while(j, u->info->uip);
        break;
    case EU_OP_GOTO:
        offset[n++] = u->info->jip;
        offset[n++] = u->info->next_ip; // fallthrough
    default:
        offset[n++] = u->info->uip;
        break;
    }
    for (unsigned k = 0; k < n; k++)
        if (label_at(j, offset[k]) != UINT32_MAX)
            out[known++] = label_at(j, offset[k]);
    return known;
}

// ---- helpers

static val k(struct jt *j, uint32_t v)
{
    return LLVMConstInt(j->i32, v, false);
}

static val and_not(struct jt *j, val a, val b)
{
    return LLVMBuildAnd(B, a, LLVMBuildNot(B, b, ""), "");
}

static val window(struct jt *j, const struct sim_uop *u)
{
    return LLVMBuildAnd(B, jit_active(j), k(j, u->chmask << u->off), "");
}

static val taken(struct jt *j, const struct sim_uop *u)
{
    val p = LLVMBuildShl(B, jit_pred_bits(j, u), k(j, u->off), "");
    return LLVMBuildAnd(B, window(j, u), p, "");
}

static bool window_is_full(const struct jt *j, const struct sim_uop *u)
{
    return (j->rq->full & (u->chmask << u->off)) == j->rq->full;
}

static val is(struct jt *j, val a, uint32_t v)
{
    return LLVMBuildICmp(B, LLVMIntEQ, a, k(j, v), "");
}

// Branches to `yes` if the condition holds; goes on in a new block.
static void branch_if(struct jt *j, val cond, LLVMBasicBlockRef yes)
{
    LLVMBasicBlockRef no = jit_new_block(j, "");
    LLVMBuildCondBr(B, cond, yes, no);
    LLVMPositionBuilderAtEnd(B, no);
}

// From here on the mask may be partial: nobody waits yet.
static void leave_full(struct jt *j)
{
    if (j->version == PARTIAL)
        return;
    for (uint32_t l = 0; l < j->labels; l++)
        LLVMBuildStore(B, k(j, 0), j->label[l]);
}

static void park(struct jt *j, val channels, uint32_t offset)
{
    val slot = j->label[label_at(j, offset)];
    LLVMBuildStore(B, LLVMBuildOr(B, LLVMBuildLoad2(B, j->i32, slot, ""), channels, ""), slot);
}

static void set_active(struct jt *j, val active)
{
    LLVMBuildStore(B, active, j->active);
}

// All channels wait at `offset`, and that is where uop `to` stands: then they arrive there together.
static bool all_arrive(const struct jt *j, const struct sim_uop *u, uint32_t offset, uint32_t to)
{
    return j->version == FULL && window_is_full(j, u) && j->label_of[to] && j->uops[to].info->ip == offset;
}

static void finish(struct jt *j, uint32_t to, enum jit_version v)
{
    LLVMBuildBr(B, jit_target(j, to, v));
}

// ---- branches

// Channels `gone` wait at `offset`; if `jumps`, execution goes on at JIP, else behind the instruction.
static void split(struct jt *j, uint32_t i, val gone, uint32_t offset, val jumps)
{
    const struct sim_uop *u = &j->uops[i];
    if (j->version == FULL && (j->rq->full & (u->chmask << u->off))) {
        branch_if(j, is(j, gone, 0), jit_target(j, i + 1, FULL));
        if (all_arrive(j, u, offset, u->info->jip_uop))
            branch_if(j, jumps, jit_target(j, u->info->jip_uop, FULL));
    }
    leave_full(j);
    park(j, gone, offset);
    set_active(j, and_not(j, jit_active(j), gone));
    branch_if(j, jumps, jit_target(j, u->info->jip_uop, PARTIAL));
    finish(j, i + 1, PARTIAL);
}

// Channels `gone` leave; execution goes on at JIP if none is left.
static void leave(struct jt *j, uint32_t i, val gone, uint32_t offset)
{
    split(j, i, gone, offset, is(j, and_not(j, jit_active(j), gone), 0));
}

// Jumps to `to` with channels `again`; the rest of the window waits at `offset`.
static void loop(struct jt *j, const struct sim_uop *u, val rest, uint32_t offset, uint32_t to)
{
    if (j->version == FULL)
        branch_if(j, is(j, rest, 0), jit_target(j, to, FULL));
    leave_full(j);
    park(j, rest, offset);
    set_active(j, and_not(j, jit_active(j), rest));
    finish(j, to, PARTIAL);
}

static void flow_else(struct jt *j, uint32_t i)
{
    const struct sim_uop *u = &j->uops[i];
    val w = window(j, u);
    if (all_arrive(j, u, u->info->uip, u->info->jip_uop) && u->info->uip != u->info->next_ip) {
        finish(j, u->info->jip_uop, FULL);
        return;
    }
    leave_full(j);
    park(j, w, u->info->uip);
    set_active(j, and_not(j, jit_active(j), w));
    uint32_t here = label_at(j, u->info->next_ip);
    if (here != UINT32_MAX) {
        val waiting = LLVMBuildLoad2(B, j->i32, j->label[here], "");
        waiting = LLVMBuildAnd(B, waiting, k(j, u->chmask << u->off), "");
        branch_if(j, is(j, waiting, 0), jit_target(j, u->info->jip_uop, PARTIAL));
        finish(j, i + 1, PARTIAL);
    } else {
        finish(j, u->info->jip_uop, PARTIAL);
    }
}

static void flow_goto_back(struct jt *j, uint32_t i)
{
    const struct sim_uop *u = &j->uops[i];
    val yes = taken(j, u), no = and_not(j, window(j, u), yes);
    LLVMBasicBlockRef some = jit_new_block(j, "");
    branch_if(j, LLVMBuildNot(B, is(j, yes, 0), ""), some);
    if (all_arrive(j, u, u->info->jip, u->info->jip_uop))
        finish(j, u->info->jip_uop, FULL);
    else
        loop(j, u, no, u->info->jip, u->info->jip_uop);
    LLVMPositionBuilderAtEnd(B, some);
    loop(j, u, no, u->info->jip != u->info->uip ? u->info->jip : u->info->next_ip, u->info->uip_uop);
}

void jit_flow(struct jt *j, uint32_t i)
{
    const struct sim_uop *u = &j->uops[i];
    switch (u->op) {
    case EU_OP_IF: {
        val yes = taken(j, u);
        split(j, i, and_not(j, window(j, u), yes), u->info->jip, is(j, yes, 0));
        return;
    }
    case EU_OP_ELSE:
        flow_else(j, i);
        return;
    case EU_OP_ENDIF:
    case EU_OP_JOIN:
        if (j->version == PARTIAL)
            branch_if(j, is(j, jit_active(j), 0), jit_target(j, u->info->jip_uop, PARTIAL));
        finish(j, i + 1, j->version);
        return;
    case EU_OP_WHILE:
    case EU_OP_BRD: {
        val again = taken(j, u);
        branch_if(j, is(j, again, 0), jit_target(j, i + 1, j->version));
        loop(j, u, and_not(j, window(j, u), again), u->info->next_ip, u->info->jip_uop);
        return;
    }
    case EU_OP_BREAK:
        leave(j, i, taken(j, u), behind_while(j, u->info->uip));
        return;
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_BRC:
        leave(j, i, taken(j, u), u->info->uip);
        return;
    case EU_OP_GOTO:
        if (u->branch_ctrl)
            flow_goto_back(j, i);
        else
            leave(j, i, u->goto_true ? taken(j, u) : and_not(j, window(j, u), taken(j, u)), u->info->uip);
        return;
    default: // jmpi: nobody's mask changes
        if (u->pred)
            branch_if(j, LLVMBuildNot(B, LLVMBuildTrunc(B, jit_pred_bits(j, u), j->i1, ""), ""),
                      jit_target(j, i + 1, j->version));
        finish(j, u->info->jip_uop, j->version);
        return;
    }
}

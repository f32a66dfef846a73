// Random machine programs with control flow that diverges, and what they must compute.
//
// The generator makes shaders with mir_build's functions: variables that are written in many places, ifs,
// loops whose channels leave at different times, breaks out of nested ifs, early exits, uniform and varying
// conditions, values in packed payloads, conversions, loads. At the end each channel writes its variables to
// surface 0. The reference runs the MIR channel by channel along the logical CFG, so it knows nothing of
// masks, joins or registers.
#ifndef KILN_TESTS_MIR_RANDOM_H
#define KILN_TESTS_MIR_RANDOM_H

#include "compiler/mir/ir/query.h"

#pragma GCC diagnostic ignored "-Wunused-function"

enum { MAX_VARS = 160, MAX_BREAKS = 64 };

// What surface 0 has for loads, beyond all results.
enum { TABLE_AT = 32768, TABLE_ENTRIES = 64 };
static int32_t table_entry(unsigned k)
{
    return (int32_t)(k * k * 7) - 900;
}

struct gen {
    struct mir_shader *s;
    struct mir_block *at, *final; // final: NULL; exits are patched at the end
    uint64_t seed;
    unsigned vars, budget;
    bool bursts;
    uint32_t var[MAX_VARS], lane, uniforms[8];
    struct mir_block *exits[MAX_BREAKS];
    unsigned exit_count;
};

static uint32_t rnd(struct gen *g, uint32_t n)
{
    g->seed ^= g->seed << 13;
    g->seed ^= g->seed >> 7;
    g->seed ^= g->seed << 17;
    return (uint32_t)(g->seed >> 24) % n;
}

static struct mir_inst *put(struct gen *g, unsigned op, struct mir_operand d, struct mir_operand a,
                            struct mir_operand b)
{
    struct mir_inst *i = mir_inst_new(g->s, op, g->s->simd);
    i->dst = d;
    i->src[0] = a;
    i->src[1] = b;
    mir_append(g->at, i);
    return i;
}

static struct mir_operand none(void)
{
    return (struct mir_operand){0};
}

static struct mir_operand pick(struct gen *g)
{
    if (rnd(g, 6) == 0)
        return mir_scalar(g->uniforms[rnd(g, 8)], 0, EU_TYPE_D);
    return mir_vec(g->var[rnd(g, g->vars)], 0, EU_TYPE_D);
}

static struct mir_operand pick_or_imm(struct gen *g)
{
    return rnd(g, 4) ? pick(g) : mir_imm_d((int32_t)rnd(g, 1000) - 500);
}

static uint32_t vec_vreg(struct gen *g, unsigned elem)
{
    unsigned size = g->s->simd * elem;
    return mir_vreg_new(g->s, MIR_GRF, size, size >= 32 ? 32 : size, false);
}

static struct mir_operand flag_of(uint32_t f)
{
    return (struct mir_operand){.kind = MIR_OPK_VREG, .type = EU_TYPE_UW, .vreg = f};
}

static uint32_t new_flag(struct gen *g, bool uniform)
{
    return mir_vreg_new(g->s, MIR_FLAG, mir_flag_bytes(g->s), mir_flag_bytes(g->s), uniform);
}

static uint32_t compare(struct gen *g, bool uniform)
{
    static const enum eu_cmod cmods[] = {EU_CMOD_L, EU_CMOD_GE, EU_CMOD_Z, EU_CMOD_NZ, EU_CMOD_G, EU_CMOD_LE};
    uint32_t f = new_flag(g, uniform);
    struct mir_operand a = uniform ? mir_scalar(g->uniforms[rnd(g, 8)], 0, EU_TYPE_D) : pick(g);
    struct mir_operand b = mir_imm_d((int32_t)rnd(g, 200) - 100);
    struct mir_inst *i = put(g, EU_OP_CMP, mir_null(EU_TYPE_D), a, b);
    if (!uniform && a.vstride == 0) // a varying flag of a uniform value is fine
        i->nomask = false;
    if (uniform) {
        i->nomask = true;
        i->exec_size = rnd(g, 2) ? 1 : (uint8_t)g->s->simd;
    }
    i->cmod = cmods[rnd(g, 6)];
    i->flag = flag_of(f);
    return f;
}

// A block of registers built in parts and read in parts, as a payload is.
static void through_block(struct gen *g, uint32_t dst)
{
    unsigned n = 2 + rnd(g, 3), regs = g->s->simd * 4;
    uint32_t block = mir_vreg_new(g->s, MIR_GRF, n * regs, 32, false);
    for (unsigned k = 0; k < n; k++)
        put(g, EU_OP_MOV, mir_vec(block, k * regs, EU_TYPE_D), pick(g), none());
    struct mir_operand sum = mir_vec(block, 0, EU_TYPE_D);
    for (unsigned k = 1; k < n; k++) {
        uint32_t t = vec_vreg(g, 4);
        put(g, EU_OP_ADD, mir_vec(t, 0, EU_TYPE_D), sum, mir_vec(block, k * regs, EU_TYPE_D));
        sum = mir_vec(t, 0, EU_TYPE_D);
    }
    put(g, EU_OP_MOV, mir_vec(dst, 0, EU_TYPE_D), sum, none());
}

// Many values at once for a while, around which the variables live.
static void burst(struct gen *g, uint32_t dst)
{
    enum { MOST = 24 };
    unsigned n = MOST / 2 + rnd(g, MOST / 2);
    uint32_t t[MOST];
    for (unsigned k = 0; k < n; k++) {
        t[k] = vec_vreg(g, 4);
        put(g, EU_OP_ADD, mir_vec(t[k], 0, EU_TYPE_D), pick(g), mir_imm_d((int32_t)k));
    }
    for (unsigned k = 0; k < n; k++)
        put(g, k % 2 ? EU_OP_XOR : EU_OP_ADD, mir_vec(dst, 0, EU_TYPE_D), mir_vec(dst, 0, EU_TYPE_D),
            mir_vec(t[k], 0, EU_TYPE_D));
}

static struct mir_inst *put_send(struct gen *g, unsigned op, unsigned channel, uint32_t addr)
{
    unsigned n = g->s->simd < 16 ? 8 : 16;
    struct mir_inst *i = mir_inst_new(g->s, op, n);
    i->chan_offset = (uint8_t)channel;
    i->dst = mir_null(EU_TYPE_UD);
    i->src[0] = mir_vec(addr, channel * 4, EU_TYPE_UD);
    i->send = (struct mir_send){.sfid = EU_SFID_DC1,
                                .mlen = (uint8_t)(n / 8),
                                .desc = (n == 16 ? 1u : 2u) << 12 | 0xeu << 8,
                                .space = MIR_SPACE_SURFACE};
    mir_append(g->at, i);
    return i;
}

// From where each channel says, by messages that may write all of their registers.
static void load_entry(struct gen *g, uint32_t dst)
{
    uint32_t entry = vec_vreg(g, 4), base = vec_vreg(g, 4), addr = vec_vreg(g, 4);
    put(g, EU_OP_AND, mir_vec(entry, 0, EU_TYPE_D), pick(g), mir_imm_d(TABLE_ENTRIES - 1));
    put(g, EU_OP_SHL, mir_vec(base, 0, EU_TYPE_UD), mir_vec(entry, 0, EU_TYPE_UD), mir_imm_ud(2));
    put(g, EU_OP_ADD, mir_vec(addr, 0, EU_TYPE_UD), mir_vec(base, 0, EU_TYPE_UD), mir_imm_ud(TABLE_AT));
    for (unsigned at = 0; at < g->s->simd; at += 16) {
        struct mir_inst *i = put_send(g, EU_OP_SEND, at, addr);
        i->dst = mir_vec(dst, at * 4, EU_TYPE_UD);
        i->send.rlen = i->send.mlen;
        i->send.desc |= 1u << 14;
        i->send.mem = MIR_MEM_READ;
    }
}

static void statement(struct gen *g)
{
    if (g->bursts && rnd(g, 6) == 0) {
        burst(g, g->var[rnd(g, g->vars)]);
        return;
    }
    static const unsigned ops[] = {EU_OP_ADD, EU_OP_XOR, EU_OP_AND, EU_OP_OR, EU_OP_ADD};
    uint32_t dst = g->var[rnd(g, g->vars)];
    switch (rnd(g, 12)) {
    case 0: { // select
        uint32_t f = compare(g, rnd(g, 4) == 0);
        struct mir_inst *i = put(g, EU_OP_SEL, mir_vec(dst, 0, EU_TYPE_D), pick(g), pick_or_imm(g));
        i->pred = flag_of(f);
        i->pred_ctrl = EU_PRED_NORMAL;
        i->pred_inv = rnd(g, 2);
        break;
    }
    case 1: { // predicated write
        uint32_t f = compare(g, false);
        struct mir_inst *i = put(g, EU_OP_ADD, mir_vec(dst, 0, EU_TYPE_D), pick(g), pick_or_imm(g));
        i->pred = flag_of(f);
        i->pred_ctrl = EU_PRED_NORMAL;
        break;
    }
    case 2: { // by 16 bits
        uint32_t w = vec_vreg(g, 2), w2 = vec_vreg(g, 2);
        put(g, EU_OP_MOV, mir_vec(w, 0, EU_TYPE_W), pick(g), none());
        put(g, EU_OP_ADD, mir_vec(w2, 0, EU_TYPE_W), mir_vec(w, 0, EU_TYPE_W), mir_vec(dst, 0, EU_TYPE_D));
        put(g, EU_OP_MOV, mir_vec(dst, 0, EU_TYPE_D), mir_vec(w2, 0, EU_TYPE_W), none());
        break;
    }
    case 3:
        through_block(g, dst);
        break;
    case 4: { // a uniform value, used at once
        uint32_t u = mir_vreg_new(g->s, MIR_GRF, 4, 4, true);
        struct mir_inst *i =
            put(g, EU_OP_ADD, mir_scalar(u, 0, EU_TYPE_D), mir_scalar(g->uniforms[rnd(g, 8)], 0, EU_TYPE_D),
                mir_imm_d((int32_t)rnd(g, 50)));
        i->exec_size = 1;
        i->nomask = true;
        put(g, EU_OP_ADD, mir_vec(dst, 0, EU_TYPE_D), pick(g), mir_scalar(u, 0, EU_TYPE_D));
        break;
    }
    case 5:
        put(g, EU_OP_MOV, mir_vec(dst, 0, EU_TYPE_D), pick_or_imm(g), none());
        break;
    case 6: { // by 64 bits
        uint32_t q = vec_vreg(g, 8), q2 = vec_vreg(g, 8);
        put(g, EU_OP_MOV, mir_vec(q, 0, EU_TYPE_Q), pick(g), none());
        put(g, EU_OP_ADD, mir_vec(q2, 0, EU_TYPE_Q), mir_vec(q, 0, EU_TYPE_Q), pick(g));
        put(g, EU_OP_MOV, mir_vec(dst, 0, EU_TYPE_D), mir_vec(q2, 0, EU_TYPE_Q), none());
        break;
    }
    case 7:
        load_entry(g, dst);
        break;
    case 8: { // into a value of its own, which a copy may make the variable's
        uint32_t t = vec_vreg(g, 4);
        load_entry(g, t);
        put(g, EU_OP_MOV, mir_vec(dst, 0, EU_TYPE_D), mir_vec(t, 0, EU_TYPE_D), none());
        break;
    }
    case 9: { // written in all lanes, as by a block read
        uint32_t t = vec_vreg(g, 4);
        put(g, EU_OP_ADD, mir_vec(t, 0, EU_TYPE_D), mir_vec(g->lane, 0, EU_TYPE_D),
            mir_scalar(g->uniforms[rnd(g, 8)], 0, EU_TYPE_D))
            ->nomask = true;
        put(g, EU_OP_MOV, mir_vec(dst, 0, EU_TYPE_D), mir_vec(t, 0, EU_TYPE_D), none());
        break;
    }
    default:
        put(g, ops[rnd(g, 5)], mir_vec(dst, 0, EU_TYPE_D), pick(g), pick_or_imm(g));
    }
}

static void branch(struct gen *g, uint32_t flag, bool uniform, bool inv)
{
    struct mir_inst *i = mir_inst_new(g->s, MIR_OP_BR, g->s->simd);
    if (flag != UINT32_MAX) {
        i->pred = flag_of(flag);
        i->pred_ctrl = EU_PRED_NORMAL;
        i->pred_inv = inv;
        g->at->divergent_branch = !uniform;
    }
    mir_append(g->at, i);
}

struct loop_ctx {
    struct mir_block *breaks[MAX_BREAKS], *header;
    unsigned count;
};

static void body(struct gen *g, unsigned depth, struct loop_ctx *loop, bool divergent);

// Leaves the current block by a conditional jump that is linked later; goes on in a new block.
static void jump_out(struct gen *g, struct mir_block **list, unsigned *count, bool divergent)
{
    if (*count == MAX_BREAKS)
        return;
    bool uniform = !divergent && rnd(g, 3) == 0;
    uint32_t f = compare(g, uniform);
    branch(g, f, uniform, rnd(g, 2));
    struct mir_block *from = g->at;
    g->at = mir_block_new(g->s);
    mir_block_link(g->s, from, g->at); // holds: stays
    list[(*count)++] = from;           // else: out, linked by the caller
}

static void make_if(struct gen *g, unsigned depth, struct loop_ctx *loop, bool divergent)
{
    bool uniform = rnd(g, 4) == 0;
    uint32_t f = compare(g, uniform);
    struct mir_block *head = g->at, *then, *other = NULL;
    branch(g, f, uniform, rnd(g, 2));
    g->at = then = mir_block_new(g->s);
    mir_block_link(g->s, head, then);
    body(g, depth - 1, loop, divergent || !uniform);
    struct mir_block *then_end = g->at, *other_end = NULL;
    if (rnd(g, 2)) {
        branch(g, UINT32_MAX, true, false);
        g->at = other = mir_block_new(g->s);
        mir_block_link(g->s, head, other);
        body(g, depth - 1, loop, divergent || !uniform);
        other_end = g->at;
    }
    g->at = mir_block_new(g->s);
    mir_block_link(g->s, then_end, g->at);
    mir_block_link(g->s, other ? other_end : head, g->at);
}

struct counter { // of rounds: a lane each, or one for all
    struct mir_operand at, bound;
    uint32_t flag;
    bool uniform;
};

static struct mir_inst *count(struct gen *g, const struct counter *n, unsigned op, struct mir_operand dst,
                              struct mir_operand a, struct mir_operand b)
{
    struct mir_inst *i = put(g, op, dst, a, b);
    if (n->uniform) {
        i->exec_size = 1;
        i->nomask = true;
    }
    return i;
}

static struct counter new_counter(struct gen *g, bool uniform)
{
    struct counter n = {.flag = new_flag(g, uniform), .uniform = uniform};
    uint32_t v = uniform ? mir_vreg_new(g->s, MIR_GRF, 4, 4, true) : vec_vreg(g, 4);
    n.at = uniform ? mir_scalar(v, 0, EU_TYPE_D) : mir_vec(v, 0, EU_TYPE_D);
    n.bound = mir_imm_d((int32_t)rnd(g, 3));
    count(g, &n, EU_OP_MOV, n.at, mir_imm_d(0), none());
    if (!uniform) {
        n.bound = mir_vec(vec_vreg(g, 4), 0, EU_TYPE_D);
        put(g, EU_OP_AND, n.bound, pick(g), mir_imm_d(3));
    }
    return n;
}

// Goes on while the counter is not beyond the bound, by a branch that is linked later.
static void test_counter(struct gen *g, const struct counter *n)
{
    struct mir_inst *c = count(g, n, EU_OP_CMP, mir_null(EU_TYPE_D), n->at, n->bound);
    c->cmod = EU_CMOD_LE;
    c->flag = flag_of(n->flag);
    branch(g, n->flag, n->uniform, false);
}

// Tests at the bottom, or first.
static void make_loop(struct gen *g, unsigned depth, bool divergent)
{
    struct loop_ctx loop = {.count = 0};
    bool first = rnd(g, 2);
    struct counter n = new_counter(g, !divergent && rnd(g, 2));
    struct mir_block *before = g->at;
    g->at = loop.header = mir_block_new(g->s);
    mir_block_link(g->s, before, g->at);
    if (first) {
        test_counter(g, &n);
        g->at = mir_block_new(g->s);
        mir_block_link(g->s, loop.header, g->at);
    }
    body(g, depth - 1, &loop, true);
    count(g, &n, EU_OP_ADD, n.at, n.at, mir_imm_d(1));
    if (first)
        branch(g, UINT32_MAX, true, false);
    else
        test_counter(g, &n);
    struct mir_block *latch = g->at;
    g->at = mir_block_new(g->s);
    mir_block_link(g->s, latch, loop.header);
    mir_block_link(g->s, first ? loop.header : latch, g->at);
    for (unsigned k = 0; k < loop.count; k++)
        mir_block_link(g->s, loop.breaks[k], g->at);
}

static void body(struct gen *g, unsigned depth, struct loop_ctx *loop, bool divergent)
{
    unsigned n = 1 + rnd(g, 5);
    for (unsigned k = 0; k < n; k++) {
        if (!depth || !g->budget) {
            statement(g);
            continue;
        }
        g->budget--;
        switch (rnd(g, 10)) {
        case 0:
        case 1:
            make_if(g, depth, loop, divergent);
            break;
        case 2:
            make_loop(g, depth, divergent);
            break;
        case 3:
            if (loop)
                jump_out(g, loop->breaks, &loop->count, true);
            break;
        case 4:
            if (rnd(g, 4) == 0)
                jump_out(g, g->exits, &g->exit_count, divergent);
            break;
        default:
            statement(g);
        }
    }
}

static void setup(struct gen *g)
{
    struct mir_shader *s = g->s;
    uint32_t lane16 = mir_vreg_new(s, MIR_GRF, s->simd * 2, s->simd >= 16 ? 32 : 16, false);
    for (unsigned k = 0; k < s->simd; k += 8) {
        struct mir_inst *i =
            k ? put(g, EU_OP_ADD, mir_vec(lane16, 2 * k, EU_TYPE_UW), mir_vec(lane16, 0, EU_TYPE_UW),
                    mir_imm_uw((uint16_t)k))
              : put(g, EU_OP_MOV, mir_vec(lane16, 0, EU_TYPE_UW), mir_imm(EU_TYPE_UV, 0x76543210), none());
        i->exec_size = 8;
        i->nomask = true;
    }
    g->lane = vec_vreg(g, 4);
    put(g, EU_OP_MOV, mir_vec(g->lane, 0, EU_TYPE_UD), mir_vec(lane16, 0, EU_TYPE_UW), none());
    for (unsigned k = 0; k < 8; k++) {
        g->uniforms[k] = mir_vreg_new(s, MIR_GRF, 4, 4, true);
        struct mir_inst *i = put(g, EU_OP_MOV, mir_scalar(g->uniforms[k], 0, EU_TYPE_D),
                                 mir_imm_d((int32_t)rnd(g, 200) - 100), none());
        i->exec_size = 1;
        i->nomask = true;
    }
    for (unsigned k = 0; k < g->vars; k++) {
        g->var[k] = vec_vreg(g, 4);
        put(g, EU_OP_MUL, mir_vec(g->var[k], 0, EU_TYPE_D), mir_vec(lane16, 0, EU_TYPE_W),
            mir_imm_d((int32_t)rnd(g, 40) - 20));
    }
}

// Every variable to surface 0: dword lane + simd * k.
static void write_results(struct gen *g)
{
    struct mir_shader *s = g->s;
    uint32_t addr = vec_vreg(g, 4);
    for (unsigned k = 0; k < g->vars; k++) {
        uint32_t base = vec_vreg(g, 4);
        put(g, EU_OP_SHL, mir_vec(base, 0, EU_TYPE_UD), mir_vec(g->lane, 0, EU_TYPE_UD), mir_imm_ud(2));
        put(g, EU_OP_ADD, mir_vec(addr, 0, EU_TYPE_UD), mir_vec(base, 0, EU_TYPE_UD),
            mir_imm_ud(k * s->simd * 4));
        for (unsigned at = 0; at < s->simd; at += 16) {
            struct mir_inst *i = put_send(g, EU_OP_SENDS, at, addr);
            i->src[1] = mir_vec(g->var[k], at * 4, EU_TYPE_UD);
            i->send.ex_mlen = i->send.mlen;
            i->send.desc |= 9u << 14;
            i->send.mem = MIR_MEM_WRITE;
        }
    }
}

static void unlink_pred(struct mir_block *b, struct mir_block *pred)
{
    for (uint32_t p = 0; p < b->pred_count; p++)
        if (b->preds[p] == pred) {
            b->preds[p] = b->preds[--b->pred_count];
            return;
        }
}

static bool is_empty(const struct mir_block *b)
{
    return !b->succ[1] && b->succ[0] && (!b->first || (b->first == b->last && b->first->op == MIR_OP_BR));
}

// Takes empty blocks out, as LLVM does: what branched to them branches on to where they go, so that merges
// are shared.
static void thread_jumps(struct gen *g)
{
    struct mir_shader *s = g->s;
    uint32_t n = 0;
    for (uint32_t k = 1; k < s->block_count; k++) {
        struct mir_block *b = s->blocks[k], *to = b->succ[0];
        if (!is_empty(b) || to->index <= k || rnd(g, 4) == 0)
            continue;
        bool both = false; // a branch that would go to the same place twice
        for (uint32_t p = 0; p < b->pred_count; p++)
            both |= b->preds[p]->succ[0] == to || b->preds[p]->succ[1] == to || b->preds[p]->index >= k;
        if (both)
            continue;
        unlink_pred(to, b);
        for (uint32_t p = 0; p < b->pred_count; p++) {
            struct mir_block *from = b->preds[p];
            struct mir_block *other = from->succ[0] == b ? from->succ[1] : from->succ[0];
            bool first = from->succ[0] == b;
            if (!from->last || from->last->op != MIR_OP_BR)
                mir_append(from, mir_inst_new(s, MIR_OP_BR, s->simd));
            from->succ[0] = from->succ[1] = NULL;
            if (first) {
                mir_block_link(s, from, to);
                from->succ[1] = other;
            } else {
                from->succ[0] = other;
                mir_block_link(s, from, to);
            }
        }
        b->pred_count = 0;
        b->succ[0] = NULL;
    }
    for (uint32_t k = 0; k < s->block_count; k++)
        if (k == 0 || s->blocks[k]->pred_count) {
            s->blocks[n] = s->blocks[k];
            s->blocks[n]->index = n;
            n++;
        }
    s->block_count = n;
}

static struct mir_shader *generate(struct gen *g, struct arena *a, unsigned simd, uint64_t seed,
                                   unsigned vars, unsigned budget, bool bursts)
{
    *g = (struct gen){.s = mir_shader_create(a, kiln_target(rig_device), simd),
                      .seed = seed * 0x9e3779b97f4a7c15u + 1,
                      .vars = vars,
                      .bursts = bursts,
                      .budget = budget};
    mir_shader_payload(g->s, 0, 0);
    g->at = mir_block_new(g->s);
    setup(g);
    body(g, 4, NULL, false);
    while (g->budget > 0) {
        g->budget--;
        body(g, 3, NULL, false);
    }
    struct mir_block *last = g->at;
    g->at = mir_block_new(g->s);
    mir_block_link(g->s, last, g->at);
    for (unsigned k = 0; k < g->exit_count; k++)
        mir_block_link(g->s, g->exits[k], g->at);
    write_results(g);
    mir_append(g->at, mir_inst_new(g->s, MIR_OP_RET, simd));
    if (seed % 4)
        thread_jumps(g);
    mir_find_loops(g->s);
    return g->s;
}

// ---- reference: one channel at a time

struct ref {
    const struct mir_shader *s;
    uint8_t **value; // bytes of each vreg, all channels
    unsigned channel;
    uint32_t *out; // what the sends write
};

static int64_t load(const uint8_t *p, enum eu_type t)
{
    int64_t v = 0;
    memcpy(&v, p, eu_type_size(t));
    unsigned bits = 64 - 8 * eu_type_size(t);
    bool is_signed = t == EU_TYPE_D || t == EU_TYPE_W || t == EU_TYPE_B || t == EU_TYPE_Q;
    return is_signed ? (int64_t)((uint64_t)v << bits) >> bits : (int64_t)((uint64_t)v << bits >> bits);
}

static int64_t ref_src(struct ref *r, const struct mir_inst *i, unsigned k, unsigned lane)
{
    const struct mir_operand *o = &i->src[k];
    if (o->kind == MIR_OPK_IMM)
        return o->type == EU_TYPE_UV ? (int64_t)(o->imm >> (4 * (lane % 8)) & 15)
                                     : load((const uint8_t *)&o->imm, o->type);
    int stride = mir_src_stride(o, i->exec_size);
    return load(r->value[o->vreg] + o->offset + lane * (unsigned)stride * eu_type_size(o->type), o->type);
}

static bool ref_flag(struct ref *r, const struct mir_operand *f)
{
    return r->value[f->vreg][r->channel / 8] >> (r->channel % 8) & 1;
}

static bool holds(enum eu_cmod c, int64_t a, int64_t b)
{
    switch (c) {
    case EU_CMOD_Z:
        return a == b;
    case EU_CMOD_NZ:
        return a != b;
    case EU_CMOD_G:
        return a > b;
    case EU_CMOD_GE:
        return a >= b;
    case EU_CMOD_L:
        return a < b;
    default:
        return a <= b;
    }
}

static void ref_lane(struct ref *r, const struct mir_inst *i, unsigned lane)
{
    int64_t a = i->src[0].kind ? ref_src(r, i, 0, lane) : 0, b = i->src[1].kind ? ref_src(r, i, 1, lane) : 0,
            v = 0;
    bool pred = i->pred.kind ? ref_flag(r, &i->pred) != i->pred_inv : true;
    switch (i->op) {
    case EU_OP_MOV:
        v = a;
        break;
    case EU_OP_ADD:
        v = (int64_t)((uint64_t)a + (uint64_t)b);
        break;
    case EU_OP_MUL:
        v = a * b;
        break;
    case EU_OP_AND:
        v = a & b;
        break;
    case EU_OP_OR:
        v = a | b;
        break;
    case EU_OP_XOR:
        v = a ^ b;
        break;
    case EU_OP_SHL:
        v = (int64_t)((uint64_t)a << (b & 31));
        break;
    case EU_OP_SEL:
        v = pred ? a : b;
        pred = true;
        break;
    case EU_OP_CMP: {
        uint8_t *f = &r->value[i->flag.vreg][r->channel / 8];
        *f = (uint8_t)((*f & ~(1u << r->channel % 8)) | (unsigned)holds(i->cmod, a, b) << r->channel % 8);
        return;
    }
    default:
        break;
    }
    if (pred && i->dst.kind == MIR_OPK_VREG)
        memcpy(r->value[i->dst.vreg] + i->dst.offset +
                   lane * mir_dst_stride(&i->dst) * eu_type_size(i->dst.type),
               &v, eu_type_size(i->dst.type));
}

static void ref_inst(struct ref *r, const struct mir_inst *i)
{
    if (i->op == EU_OP_SENDS || i->op == EU_OP_SEND) {
        if (r->channel < i->chan_offset || r->channel >= i->chan_offset + i->exec_size)
            return;
        unsigned lane = r->channel - i->chan_offset;
        uint32_t addr, data;
        memcpy(&addr, r->value[i->src[0].vreg] + i->src[0].offset + 4 * lane, 4);
        if (i->op == EU_OP_SEND) {
            int32_t entry = table_entry((addr - TABLE_AT) / 4);
            memcpy(r->value[i->dst.vreg] + i->dst.offset + 4 * lane, &entry, 4);
            return;
        }
        memcpy(&data, r->value[i->src[1].vreg] + i->src[1].offset + 4 * lane, 4);
        r->out[addr / 4] = data;
    } else if (i->nomask && !i->flag.kind) {
        for (unsigned lane = 0; lane < i->exec_size; lane++)
            ref_lane(r, i, lane);
    } else {
        ref_lane(r, i, r->channel);
    }
}

static void reference(struct arena *a, const struct mir_shader *s, uint32_t *out)
{
    struct ref r = {.s = s, .out = out};
    r.value = arena_array(a, uint8_t *, s->vreg_count);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        r.value[v] = arena_alloc(a, s->vregs[v].size + 16);
    for (r.channel = 0; r.channel < s->simd; r.channel++)
        for (const struct mir_block *b = s->blocks[0]; b;) {
            const struct mir_block *next = b->succ[0];
            mir_foreach_inst(i, b)
            {
                if (i->op == MIR_OP_BR && i->pred.kind && ref_flag(&r, &i->pred) == i->pred_inv)
                    next = b->succ[1];
                if (i->op < EU_OP_COUNT)
                    ref_inst(&r, i);
            }
            b = next;
        }
}

#endif

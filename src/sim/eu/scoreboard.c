// See scoreboard.h.
#include "sim/eu/scoreboard.h"

#include "hw/rules.h"
#include "sim/eu/send.h"

#include <stdio.h>

// What an instruction reads and writes.
struct touched {
    struct sim_span from[3], to;
    unsigned reads;
    bool sends, in_order, branches, control;
    uint16_t function; // of messages and math: which of them take their operands in one order
};

enum { FUNCTION_SHARED_MEMORY = 0x100, FUNCTION_MATH = 0x200 }; // else the number of the shared function

void sim_scoreboard_start(struct sim_scoreboard *b)
{
    memset(b, 0, sizeof(*b));
}

void sim_scoreboard_jumped(struct sim_scoreboard *b)
{
    memcpy(b->done, b->issued, sizeof(b->done));
}

static struct sim_span span(unsigned low, unsigned size)
{
    return (struct sim_span){(uint16_t)low, (uint16_t)(low + size)};
}

static bool overlap(struct sim_span a, struct sim_span b)
{
    return a.low < b.high && b.low < a.high;
}

static bool is_watched(unsigned base)
{
    return base < SIM_RF_GRF_END;
}

static void reads(struct touched *x, struct sim_span s)
{
    if (s.high > s.low && is_watched(s.low))
        x->from[x->reads++] = s;
}

static void source(struct touched *x, const struct sim_uop *u, const struct sim_src *s)
{
    unsigned width = 1u << s->wshift, columns = u->n < width ? u->n : width;
    unsigned rows = (u->n + width - 1u) >> s->wshift;
    if (s->kind == SIM_SRC_REG)
        reads(x, span(s->base, (rows - 1) * s->vs + (columns - 1) * s->hs + s->size));
}

static void message(struct touched *x, struct sim_thread *t, const struct sim_uop *u)
{
    const struct sim_send *m = sim_send_now(t, u);
    x->function = m->inst->sfid;
    if (m->space == SIM_SEND_SHARED)
        x->function |= FUNCTION_SHARED_MEMORY;
    if (m->inst->src[0].file == EU_FILE_GRF)
        reads(x, span(m->src0, m->mlen * SIM_GRF_BYTES));
    if (m->inst->src[1].file == EU_FILE_GRF)
        reads(x, span(m->src1, m->xlen * SIM_GRF_BYTES));
    if (m->dst != SIM_SEND_NO_RESPONSE)
        x->to = span(m->dst, m->rlen * SIM_GRF_BYTES);
}

static bool is_control(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && (o->reg & 0xf0) == EU_ARF_CONTROL;
}

static void find_touched(struct touched *x, struct sim_thread *t, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    *x = (struct touched){.sends = eu_op_is_send(in->op), .branches = eu_op_is_branch(in->op)};
    if (in->op == EU_OP_SYNC || in->op == EU_OP_ILLEGAL)
        return;
    x->control = is_control(&in->dst) || is_control(&in->src[0]) || is_control(&in->src[1]);
    x->in_order = !x->sends && in->op != EU_OP_MATH;
    if (x->sends) {
        message(x, t, u);
        return;
    }
    x->function = FUNCTION_MATH; // of no meaning for others
    for (unsigned k = 0; k < 3; k++)
        source(x, u, &u->src[k]);
    if (!u->dst.null && !u->dst.indirect && is_watched(u->dst.base))
        x->to = span(u->dst.base, (u->n - 1u) * u->dst.hs + u->dst.size);
}

// ---- what an instruction waits for

static void ended(struct sim_scoreboard *b, unsigned place, bool all)
{
    struct sim_board_flight *f = &b->flight[place];
    for (uint32_t m = f->reads ? b->flying : 0; m; m &= m - 1) {
        struct sim_board_flight *before = &b->flight[__builtin_ctz(m)];
        if (before->function == f->function && before->number < f->number)
            before->reads = false;
    }
    f->reads = false;
    f->writes &= !all;
    if (!f->writes)
        b->flying &= ~(1u << place);
}

static void sync_all(struct sim_scoreboard *b, const struct eu_inst *in)
{
    bool some = in->src[0].file == EU_FILE_IMM; // those whose bits are set
    for (unsigned i = 0; i < (some ? SIM_BOARD_TOKENS : 2 * SIM_BOARD_TOKENS); i++)
        if (!some || in->src[0].imm >> i & 1)
            ended(b, i, in->sync == EU_SYNC_ALLWR);
}

// A token that is in use still is waited for before it is set anew.
static void waits(struct sim_scoreboard *b, const struct eu_inst *in)
{
    const struct eu_swsb *s = &in->swsb;
    for (unsigned i = 0; s->distance && i < 2; i++)
        if (b->issued[i] + 1 > b->done[i] + s->distance)
            b->done[i] = b->issued[i] + 1 - s->distance;
    if (s->mode != EU_TOKEN_NONE)
        ended(b, s->token & (SIM_BOARD_TOKENS - 1u), s->mode != EU_TOKEN_SRC);
    if (in->op == EU_OP_SYNC && (in->sync == EU_SYNC_ALLRD || in->sync == EU_SYNC_ALLWR))
        sync_all(b, in);
}

// ---- what it should have waited for

static bool report(struct sim_thread *t, const struct sim_uop *u, struct sim_span s, uint32_t ip,
                   const char *what)
{
    sim_thread_fault(t, u, SIM_FAULT_ILLEGAL, t->program->address + u->info->ip, -1,
                     "rule %s: %s (r%u), and does not wait for the instruction at 0x%x",
                     kiln_rule_info(KILN_RULE_SOFTWARE_SCOREBOARD)->name, what,
                     (unsigned)s.low / SIM_GRF_BYTES, ip);
    return false;
}

static bool check_in_order(const struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u,
                           const struct touched *x)
{
    for (unsigned back = 1; back <= SIM_BOARD_DEPTH && back <= b->issued[1]; back++) {
        unsigned i = (b->issued[1] - back) % SIM_BOARD_RING;
        const uint32_t *n = b->last[i].number;
        if (n[0] < b->done[0] || n[1] < b->done[1])
            break; // and so have those before it
        for (unsigned k = 0; k < x->reads; k++)
            if (overlap(x->from[k], b->last[i].to))
                return report(t, u, x->from[k], b->last[i].ip, "reads what is not there yet");
        if (!x->in_order && overlap(x->to, b->last[i].to))
            return report(t, u, x->to, b->last[i].ip, "overwrites what is not written yet");
        for (unsigned k = 0; !x->in_order && k < b->last[i].reads; k++)
            if (overlap(x->to, b->last[i].from[k]))
                return report(t, u, x->to, b->last[i].ip, "overwrites what is still read");
    }
    return true;
}

static bool check_control(const struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u,
                          const struct touched *x)
{
    unsigned i = (b->issued[1] - 1) % SIM_BOARD_RING;
    const uint32_t *n = b->last[i].number;
    if (!b->issued[1] || u->info->inst->op == EU_OP_SYNC || !(x->control || b->control) ||
        n[0] < b->done[0] || n[1] < b->done[1])
        return true;
    sim_thread_fault(t, u, SIM_FAULT_ILLEGAL, t->program->address + u->info->ip, -1,
                     "rule %s: %s, and does not wait for the instruction at 0x%x",
                     kiln_rule_info(KILN_RULE_SOFTWARE_SCOREBOARD)->name,
                     x->control ? "names the control register"
                                : "follows one that names the control register",
                     b->last[i].ip);
    return false;
}

static bool check_flight(struct sim_board_flight *f, struct sim_thread *t, const struct sim_uop *u,
                         const struct touched *x)
{
    for (unsigned k = 0; f->writes && k < x->reads; k++)
        if (overlap(x->from[k], f->to))
            return report(t, u, x->from[k], f->ip, "reads what is not there yet");
    if (f->writes && overlap(x->to, f->to))
        return report(t, u, x->to, f->ip, "overwrites what is not written yet");
    bool same = !x->in_order && x->function == f->function; // it is read by then
    for (unsigned k = 0; f->reads && !same && k < 2; k++)
        if (overlap(x->to, f->from[k]))
            return report(t, u, x->to, f->ip, "overwrites what is still read");
    return true;
}

// ---- what is in flight

static void issue(struct sim_scoreboard *b, const struct sim_uop *u, const struct touched *x)
{
    const struct eu_inst *in = u->info->inst;
    if (in->op != EU_OP_SYNC)
        b->control = x->control;
    if (x->in_order) {
        unsigned at = b->issued[1] % SIM_BOARD_RING;
        memcpy(b->last[at].number, b->issued, sizeof(b->issued));
        b->last[at].to = x->to;
        b->last[at].reads = x->reads;
        memcpy(b->last[at].from, x->from, sizeof(x->from));
        b->last[at].ip = u->info->ip;
        b->issued[0] += !x->branches && in->op != EU_OP_NOP;
        b->issued[1]++;
        return;
    }
    if (in->op == EU_OP_SYNC)
        return;
    unsigned place = in->swsb.mode == EU_TOKEN_SET ? in->swsb.token & (SIM_BOARD_TOKENS - 1u)
                                                   : SIM_BOARD_TOKENS + b->without_token++ % SIM_BOARD_TOKENS;
    struct sim_board_flight *f = &b->flight[place];
    b->flying |= 1u << place;
    *f = (struct sim_board_flight){.reads = true, .writes = true, .ip = u->info->ip, .to = x->to};
    memcpy(f->from, x->from, sizeof(f->from));
    f->function = x->function;
    f->number = b->begun++;
}

bool sim_scoreboard_step(struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u)
{
    struct touched x;
    if (u->info->pseudo)
        return true;
    find_touched(&x, t, u);
    if (u->info->inst->op != EU_OP_SYNC && sim_is_off(t, u)) {
        // Without a channel: it is issued, waits for nothing, reads and writes nothing, and is not sent.
        if (x.in_order)
            issue(b, u, &(struct touched){.in_order = true, .branches = x.branches});
        return true;
    }
    waits(b, u->info->inst);
    if (!check_in_order(b, t, u, &x) || !check_control(b, t, u, &x))
        return false;
    for (uint32_t m = b->flying; m; m &= m - 1)
        if (!check_flight(&b->flight[__builtin_ctz(m)], t, u, &x))
            return false;
    issue(b, u, &x);
    return true;
}

bool sim_scoreboard_awaits(struct sim_thread *t, const struct sim_uop *u)
{
    return sim_scoreboard_step(t->board, t, u);
}

void sim_scoreboard_jumps(struct sim_thread *t)
{
    sim_scoreboard_jumped(t->board);
}

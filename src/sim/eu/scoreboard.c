// See scoreboard.h.
#include "sim/eu/scoreboard.h"

#include "hw/rules.h"
#include "hw/waits.h"
#include "sim/eu/send.h"
#include "sim/thread/region.h"

#include <stdio.h>

// What an instruction reads and writes.
struct touched {
    struct sim_span from[3], to;
    unsigned reads;
    bool sends, in_order, branches, control;
    unsigned pipe;     // in order: of which
    unsigned inferred; // and that of a distance without one
    uint16_t function; // of messages and math: which of them take their operands in one order
};

enum { FLOATS, INTEGERS, LONGS, MATHS }; // where there is more than one pipe

enum {
    FUNCTION_SHARED_MEMORY = 0x100,
    FUNCTION_MATH = 0x200,
    FUNCTION_SYSTOLIC = 0x300
}; // else the number of the shared function

void sim_scoreboard_start(struct sim_scoreboard *b)
{
    memset(b, 0, sizeof(*b));
}

void sim_scoreboard_jumped(struct sim_scoreboard *b)
{
    for (unsigned p = 0; p < SIM_BOARD_PIPES; p++)
        memcpy(b->pipe[p].done, b->pipe[p].issued, sizeof(b->pipe[p].done));
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

static bool is_dword(const struct sim_src *s)
{
    return s->size >= 4 && !sim_type_is_float((enum eu_type)s->type);
}

// Whether anything of it has 64 bits, or is a product of doublewords.
static bool is_long(const struct sim_uop *u)
{
    const enum eu_op op = (enum eu_op)u->op;
    bool wide = u->dst.size == 8;
    for (unsigned k = 0; k < 3; k++)
        wide |= u->src[k].kind && u->src[k].size == 8;
    return wide || (op == EU_OP_MUL && is_dword(&u->src[0]) && is_dword(&u->src[1])) ||
           (op == EU_OP_MAD && is_dword(&u->src[1]) && is_dword(&u->src[2]));
}

static unsigned pipe_of(const struct kiln_target *target, const struct sim_uop *u)
{
    const bool is_float = sim_type_is_float((enum eu_type)u->dst.type);
    if (kiln_target_waits(target).pipes == 1)
        return 0;
    if (kiln_target_has_math_pipe(target))
        return u->op == EU_OP_MATH ? MATHS : !is_float ? INTEGERS : u->dst.size == 8 ? LONGS : FLOATS;
    return is_long(u) ? LONGS : is_float ? FLOATS : INTEGERS;
}

// The pipe that a distance without one is in: what the sources are says which, whatever the result is.
// Source: Mesa 25.0.7 brw_lower_scoreboard.cpp (inferred_sync_pipe), which puts it beside tokens.
static unsigned pipe_of_sources(const struct kiln_target *target, const struct sim_uop *u)
{
    bool integers = false, longs = false;
    if (kiln_target_waits(target).pipes == 1)
        return 0;
    for (unsigned k = 0; k < 3; k++) {
        integers |= u->src[k].kind && !sim_type_is_float((enum eu_type)u->src[k].type);
        longs |= u->src[k].kind && u->src[k].size == 8;
    }
    return longs ? LONGS : integers ? INTEGERS : FLOATS;
}

// Conversions to doubles execute in their source's type, and go with math like those from doubles. Source:
// Mesa 25.0.7 brw_lower_scoreboard.cpp (is_unordered).
static bool is_unordered(const struct kiln_target *target, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    return (in->op == EU_OP_MATH && !kiln_target_has_math_pipe(target)) || in->op == EU_OP_DPAS ||
           in->op == EU_OP_DPASW ||
           (kiln_target_computes_doubles_in_math(target) &&
            (u->exec == SIM_EXEC_DF || u->dst.type == EU_TYPE_DF));
}

static void systolic(struct touched *x, const struct sim_uop *u)
{
    x->function = FUNCTION_SYSTOLIC;
    for (unsigned k = 0; k < 3; k++)
        if (u->info->inst->src[k].file == EU_FILE_GRF)
            reads(x, span(u->src[k].base, u->info->systolic[k]));
    x->to = span(u->dst.base, u->info->systolic[0]);
}

static void find_touched(struct touched *x, struct sim_thread *t, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    *x = (struct touched){.sends = eu_op_is_send(in->op), .branches = eu_op_is_branch(in->op)};
    if (in->op == EU_OP_SYNC || in->op == EU_OP_ILLEGAL)
        return;
    x->control = is_control(&in->dst) || is_control(&in->src[0]) || is_control(&in->src[1]);
    x->in_order = !x->sends && !is_unordered(t->program->target, u);
    if (x->sends) {
        message(x, t, u);
        return;
    }
    x->pipe = pipe_of(t->program->target, u);
    x->inferred = pipe_of_sources(t->program->target, u);
    if (in->op == EU_OP_DPAS) {
        systolic(x, u);
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
    for (uint64_t m = f->reads ? b->flying : 0; m; m &= m - 1) {
        struct sim_board_flight *before = &b->flight[__builtin_ctzll(m)];
        if (before->function == f->function && before->number < f->number)
            before->reads = false;
    }
    f->reads = false;
    f->writes &= !all;
    if (!f->writes)
        b->flying &= ~(UINT64_C(1) << place);
}

static void sync_all(struct sim_scoreboard *b, const struct eu_inst *in)
{
    bool some = in->src[0].file == EU_FILE_IMM; // those whose bits are set
    for (unsigned i = 0; i < (some ? SIM_BOARD_TOKENS : 2 * SIM_BOARD_TOKENS); i++)
        if (!some || in->src[0].imm >> i & 1)
            ended(b, i, in->sync == EU_SYNC_ALLWR);
}

static void waits_in(struct sim_board_pipe *p, unsigned distance)
{
    for (unsigned i = 0; i < 2; i++)
        if (p->issued[i] + 1 > p->done[i] + distance)
            p->done[i] = p->issued[i] + 1 - distance;
}

// A distance without a pipe is in the instruction's; a message and sync have none, and wait in each.
static void waits_distance(struct sim_scoreboard *b, const struct eu_swsb *s, const struct touched *x)
{
    static const uint8_t pipes[] = {[EU_PIPE_FLOAT] = 1 << FLOATS,
                                    [EU_PIPE_INT] = 1 << INTEGERS,
                                    [EU_PIPE_LONG] = 1 << LONGS,
                                    [EU_PIPE_MATH] = 1 << MATHS,
                                    [EU_PIPE_ALL] = (1 << SIM_BOARD_PIPES) - 1};
    unsigned which = pipes[s->pipe];
    if (s->pipe == EU_PIPE_OWN)
        which = x->in_order ? 1u << x->inferred : pipes[EU_PIPE_ALL];
    for (unsigned p = 0; p < SIM_BOARD_PIPES; p++)
        if (which >> p & 1)
            waits_in(&b->pipe[p], s->distance);
}

// A token that is in use still is waited for before it is set anew.
static void waits(struct sim_scoreboard *b, const struct eu_inst *in, const struct touched *x)
{
    const struct eu_swsb *s = &in->swsb;
    if (s->distance)
        waits_distance(b, s, x);
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
                     (unsigned)s.low / t->program->target->grf_bytes, ip);
    return false;
}

static bool is_over(const struct sim_board_pipe *p, const struct sim_board_entry *e)
{
    return e->number[0] < p->done[0] || e->number[1] < p->done[1];
}

// `same`: the instruction comes in order after the pipe's.
static bool check_entry(const struct sim_board_entry *e, struct sim_thread *t, const struct sim_uop *u,
                        const struct touched *x, bool same)
{
    for (unsigned k = 0; k < x->reads; k++)
        if (overlap(x->from[k], e->to))
            return report(t, u, x->from[k], e->ip, "reads what is not there yet");
    if (!same && overlap(x->to, e->to))
        return report(t, u, x->to, e->ip, "overwrites what is not written yet");
    for (unsigned k = 0; !same && k < e->reads; k++)
        if (overlap(x->to, e->from[k]))
            return report(t, u, x->to, e->ip, "overwrites what is still read");
    return true;
}

static bool check_in_order(const struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u,
                           const struct touched *x)
{
    for (unsigned n = 0; n < SIM_BOARD_PIPES; n++) {
        const struct sim_board_pipe *p = &b->pipe[n];
        const bool same = x->in_order && x->pipe == n;
        for (unsigned back = 1; back <= SIM_BOARD_DEPTH && back <= p->issued[1]; back++) {
            const struct sim_board_entry *e = &p->last[(p->issued[1] - back) % SIM_BOARD_RING];
            if (is_over(p, e))
                break; // and so are those before it
            if (!check_entry(e, t, u, x, same))
                return false;
        }
    }
    return true;
}

static bool check_control(const struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u,
                          const struct touched *x)
{
    const struct sim_board_pipe *p = &b->pipe[b->latest];
    const struct sim_board_entry *e = &p->last[(p->issued[1] - 1) % SIM_BOARD_RING];
    if (!p->issued[1] || u->info->inst->op == EU_OP_SYNC || !(x->control || b->control) || is_over(p, e))
        return true;
    sim_thread_fault(
        t, u, SIM_FAULT_ILLEGAL, t->program->address + u->info->ip, -1,
        "rule %s: %s, and does not wait for the instruction at 0x%x",
        kiln_rule_info(KILN_RULE_SOFTWARE_SCOREBOARD)->name,
        x->control ? "names the control register" : "follows one that names the control register", e->ip);
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
    for (unsigned k = 0; f->reads && !same && k < 3; k++)
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
        struct sim_board_pipe *p = &b->pipe[x->pipe];
        struct sim_board_entry *e = &p->last[p->issued[1] % SIM_BOARD_RING];
        memcpy(e->number, p->issued, sizeof(p->issued));
        e->to = x->to;
        e->reads = x->reads;
        memcpy(e->from, x->from, sizeof(x->from));
        e->ip = u->info->ip;
        p->issued[0] += !x->branches && in->op != EU_OP_NOP;
        p->issued[1]++;
        b->latest = x->pipe;
        return;
    }
    if (in->op == EU_OP_SYNC)
        return;
    unsigned place = in->swsb.mode == EU_TOKEN_SET ? in->swsb.token & (SIM_BOARD_TOKENS - 1u)
                                                   : SIM_BOARD_TOKENS + b->without_token++ % SIM_BOARD_TOKENS;
    struct sim_board_flight *f = &b->flight[place];
    b->flying |= UINT64_C(1) << place;
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
            issue(b, u, &(struct touched){.in_order = true, .branches = x.branches, .pipe = x.pipe});
        return true;
    }
    waits(b, u->info->inst, &x);
    if (!check_in_order(b, t, u, &x) || !check_control(b, t, u, &x))
        return false;
    for (uint64_t m = b->flying; m; m &= m - 1)
        if (!check_flight(&b->flight[__builtin_ctzll(m)], t, u, &x))
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

// See scoreboard.h.
#include "sim/eu/scoreboard.h"

#include "hw/rules.h"
#include "hw/target.h"
#include "sim/eu/send.h"

#include <stdio.h>

void sim_scoreboard_start(struct sim_scoreboard *b)
{
    // The entries are read only where these say that they were written.
    for (unsigned n = 0; n < SIM_BOARD_PIPES; n++) {
        struct sim_board_pipe *p = &b->pipe[n];
        p->issued[0] = p->issued[1] = p->done[0] = p->done[1] = p->oldest = 0;
    }
    b->latest = b->busy = 0;
    b->control = false;
    b->flying = 0;
    b->begun = b->without_token = 0;
}

void sim_scoreboard_jumped(struct sim_scoreboard *b)
{
    for (unsigned m = b->busy; m; m &= m - 1) {
        struct sim_board_pipe *p = &b->pipe[__builtin_ctz(m)];
        p->oldest = p->issued[1];
    }
    b->busy = 0;
}

static bool overlap(struct sim_span a, struct sim_span b)
{
    return a.low < b.high && b.low < a.high;
}

// ---- what an instruction waits for

static void ended(struct sim_scoreboard *b, unsigned place, bool all)
{
    struct sim_board_flight *f = &b->flight[place];
    if (!(b->flying >> place & 1))
        return;
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

static bool is_over(const struct sim_board_pipe *p, const struct sim_board_entry *e)
{
    return e->number[0] < p->done[0] || e->number[1] < p->done[1];
}

static void waits_in(struct sim_scoreboard *b, unsigned n, unsigned distance)
{
    struct sim_board_pipe *p = &b->pipe[n];
    for (unsigned i = 0; i < 2; i++)
        if (p->issued[i] + 1 > p->done[i] + distance)
            p->done[i] = p->issued[i] + 1 - distance;
    while (p->oldest != p->issued[1] && is_over(p, &p->last[p->oldest % SIM_BOARD_RING]))
        p->oldest++;
    if (p->oldest == p->issued[1])
        b->busy &= ~(1u << n);
}

// A distance without a pipe is in the instruction's; a message and sync have none, and wait in each.
static void waits_distance(struct sim_scoreboard *b, const struct sim_board_use *x)
{
    const struct eu_swsb *s = &x->swsb;
    static const uint8_t pipes[] = {[EU_PIPE_FLOAT] = 1 << SIM_BOARD_FLOATS,
                                    [EU_PIPE_INT] = 1 << SIM_BOARD_INTEGERS,
                                    [EU_PIPE_LONG] = 1 << SIM_BOARD_LONGS,
                                    [EU_PIPE_MATH] = 1 << SIM_BOARD_MATHS,
                                    [EU_PIPE_ALL] = (1 << SIM_BOARD_PIPES) - 1};
    unsigned which = pipes[s->pipe];
    if (s->pipe == EU_PIPE_OWN)
        which = x->in_order ? 1u << x->inferred : pipes[EU_PIPE_ALL];
    for (unsigned m = which & b->busy; m; m &= m - 1)
        waits_in(b, (unsigned)__builtin_ctz(m), s->distance);
}

// A token that is in use still is waited for before it is set anew.
static void waits(struct sim_scoreboard *b, const struct eu_inst *in, const struct sim_board_use *x)
{
    const struct eu_swsb *s = &x->swsb;
    if (s->distance)
        waits_distance(b, x);
    if (s->mode != EU_TOKEN_NONE)
        ended(b, s->token & (SIM_BOARD_TOKENS - 1u), s->mode != EU_TOKEN_SRC);
    if (x->syncs && (in->sync == EU_SYNC_ALLRD || in->sync == EU_SYNC_ALLWR))
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

// `same`: the instruction comes in order after the pipe's.
static bool check_entry(const struct sim_board_entry *e, struct sim_thread *t, const struct sim_uop *u,
                        const struct sim_board_use *x, bool same)
{
    for (unsigned k = 0; k < x->reads; k++)
        if (overlap(x->from[k], e->use->to))
            return report(t, u, x->from[k], e->ip, "reads what is not there yet");
    if (!same && overlap(x->to, e->use->to))
        return report(t, u, x->to, e->ip, "overwrites what is not written yet");
    for (unsigned k = 0; !same && k < e->use->reads; k++)
        if (overlap(x->to, e->use->from[k]))
            return report(t, u, x->to, e->ip, "overwrites what is still read");
    return true;
}

static bool check_in_order(const struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u,
                           const struct sim_board_use *x)
{
    for (unsigned m = b->busy; m; m &= m - 1) {
        const unsigned n = (unsigned)__builtin_ctz(m);
        const struct sim_board_pipe *p = &b->pipe[n];
        const bool same = x->in_order && x->pipe == n;
        const uint64_t to = same ? 0 : x->to_units, any = x->from_units | to;
        for (uint32_t i = p->issued[1]; i != p->oldest; i--) {
            const struct sim_board_entry *e = &p->last[(i - 1) % SIM_BOARD_RING];
            if (((any & e->use->to_units) | (to & e->use->from_units)) && !check_entry(e, t, u, x, same))
                return false;
        }
    }
    return true;
}

static bool check_control(const struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u,
                          const struct sim_board_use *x)
{
    const struct sim_board_pipe *p = &b->pipe[b->latest];
    if (!(x->control || b->control) || x->syncs || p->oldest == p->issued[1])
        return true;
    const struct sim_board_entry *e = &p->last[(p->issued[1] - 1) % SIM_BOARD_RING];
    sim_thread_fault(
        t, u, SIM_FAULT_ILLEGAL, t->program->address + u->info->ip, -1,
        "rule %s: %s, and does not wait for the instruction at 0x%x",
        kiln_rule_info(KILN_RULE_SOFTWARE_SCOREBOARD)->name,
        x->control ? "names the control register" : "follows one that names the control register", e->ip);
    return false;
}

static bool check_flight(const struct sim_board_flight *f, struct sim_thread *t, const struct sim_uop *u,
                         const struct sim_board_use *x)
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

static void issue(struct sim_scoreboard *b, const struct sim_uop *u, const struct sim_board_use *x)
{
    if (x->syncs)
        return;
    b->control = x->control;
    if (x->in_order) {
        struct sim_board_pipe *p = &b->pipe[x->pipe];
        struct sim_board_entry *e = &p->last[p->issued[1] % SIM_BOARD_RING];
        memcpy(e->number, p->issued, sizeof(p->issued));
        e->use = x;
        e->ip = u->info->ip;
        p->issued[0] += x->steps;
        p->issued[1]++;
        if (p->issued[1] - p->oldest > SIM_BOARD_DEPTH)
            p->oldest++;
        b->busy |= 1u << x->pipe;
        b->latest = x->pipe;
        return;
    }
    const struct eu_swsb *s = &x->swsb;
    unsigned place = s->mode == EU_TOKEN_SET ? s->token & (SIM_BOARD_TOKENS - 1u)
                                             : SIM_BOARD_TOKENS + b->without_token++ % SIM_BOARD_TOKENS;
    struct sim_board_flight *f = &b->flight[place];
    b->flying |= UINT64_C(1) << place;
    *f = (struct sim_board_flight){.reads = true,
                                   .writes = true,
                                   .function = x->function,
                                   .ip = u->info->ip,
                                   .number = b->begun++,
                                   .to = x->to,
                                   .to_units = x->to_units,
                                   .from_units = x->from_units};
    memcpy(f->from, x->from, sizeof(f->from));
}

// Without a channel: it is issued, waits for nothing, reads and writes nothing, and is not sent.
static void issue_off(struct sim_scoreboard *b, const struct sim_uop *u, const struct sim_board_use *x)
{
    static const struct sim_board_use none[SIM_BOARD_PIPES][2] = {
#define ROW(n)                                                                                               \
    {                                                                                                        \
        {.in_order = true, .pipe = n},                                                                       \
        {                                                                                                    \
            .in_order = true, .pipe = n, .steps = true                                                       \
        }                                                                                                    \
    }
        ROW(0),
        ROW(1),
        ROW(2),
        ROW(3),
#undef ROW
    };
    if (x->in_order)
        issue(b, u, &none[x->pipe][x->steps]);
}

bool sim_scoreboard_step(struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u)
{
    const struct sim_board_use *x = u->info->board_use;
    struct sim_board_use late;
    if (!x)
        return true;
    if (!x->syncs && sim_is_off(t, u)) {
        issue_off(b, u, x);
        return true;
    }
    if (x->late) {
        late = *x;
        sim_scoreboard_find_message(&late, sim_send_now(t, u));
        x = &late;
    }
    waits(b, u->info->inst, x);
    if (!check_in_order(b, t, u, x) || !check_control(b, t, u, x))
        return false;
    for (uint64_t m = b->flying; m; m &= m - 1) {
        const struct sim_board_flight *f = &b->flight[__builtin_ctzll(m)];
        if ((((x->from_units | x->to_units) & f->to_units) | (x->to_units & f->from_units)) &&
            !check_flight(f, t, u, x))
            return false;
    }
    issue(b, u, x);
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

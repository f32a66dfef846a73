// The software scoreboard against a machine on which nothing is ever over before something waits for it.
//
// Random programs of instructions that read and write a few registers, with branches; then random ways
// through them, where blocks that may be entered with all channels off sometimes are: instructions with a
// mask do nothing there, and wait for nothing.
#include "compiler/mir/emit/scoreboard.h"
#include "kt.h"

#include <stdlib.h>
#include <string.h>

#include "util/math.h"

enum { STEPS = 120, BLOCKS = 12, REGISTERS = 14, WALK = 600, TOKENS = 16, NEVER = -1000, SURELY_OVER = 11 };

static uint64_t seed;

static unsigned draw(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

struct program {
    struct eu_inst insts[STEPS];
    struct scoreboard_step steps[STEPS];
    struct scoreboard_block blocks[BLOCKS + 1];
};

static struct scoreboard_range some_units(void)
{
    static const uint8_t special[] = {SCOREBOARD_ACC, SCOREBOARD_ADDR};
    if (draw(12) == 0)
        return (struct scoreboard_range){special[draw(2)], 1};
    uint8_t first = (uint8_t)draw(REGISTERS);
    return (struct scoreboard_range){first, (uint8_t)(1 + draw(KILN_MIN(4, REGISTERS - first)))};
}

static void random_step(struct program *p, unsigned k, unsigned blocks, bool last)
{
    struct eu_inst *inst = &p->insts[k];
    struct scoreboard_step *s = &p->steps[k];
    *s = (struct scoreboard_step){.inst = inst, .to = {SCOREBOARD_NOWHERE, SCOREBOARD_NOWHERE}};
    unsigned kind = draw(10);
    *inst = (struct eu_inst){.op = kind < 6   ? EU_OP_ADD
                                   : kind < 9 ? EU_OP_SENDS
                                              : EU_OP_MATH,
                             .nomask = draw(2)};
    if (last && draw(3)) {
        inst->op = EU_OP_GOTO;
        inst->nomask = false;
        s->to[draw(2)] = draw(blocks);
        return;
    }
    s->unordered = kind >= 6;
    s->alone = draw(40) == 0;
    s->drains = draw(15) == 0;
    s->writes_acc = !s->unordered && draw(20) == 0;
    for (unsigned i = draw(4); i--;)
        s->reads[i] = some_units();
    for (unsigned i = 0; i + 1 < SCOREBOARD_READS; i++) // without gaps
        if (!s->reads[i].count) {
            s->reads[i] = s->reads[i + 1];
            s->reads[i + 1].count = 0;
        }
    if (draw(5))
        s->write = some_units();
    if (s->unordered && s->write.first >= SCOREBOARD_GRFS)
        s->write.count = 0;
}

static unsigned random_program(struct program *p)
{
    unsigned blocks = 1 + draw(BLOCKS), count = blocks + draw(STEPS - blocks);
    for (unsigned b = 0; b < blocks; b++)
        p->blocks[b] = (struct scoreboard_block){.first = b * count / blocks};
    p->blocks[blocks] = (struct scoreboard_block){.first = count};
    for (unsigned b = 0; b < blocks; b++)
        for (unsigned k = p->blocks[b].first; k < p->blocks[b + 1].first; k++)
            random_step(p, k, blocks, k + 1 == p->blocks[b + 1].first);
    for (unsigned b = 0; b < blocks; b++)
        for (unsigned k = p->blocks[b].first; k < p->blocks[b + 1].first; k++)
            for (unsigned i = 0; i < 2; i++)
                for (unsigned to = p->steps[k].to[i], c = b + 1; to < blocks && c < to; c++)
                    p->blocks[c].partial = true;
    return blocks;
}

struct machine {
    int issued, over; // in-order instructions; all before `over` are
    int written[SCOREBOARD_UNITS], read[SCOREBOARD_UNITS];
    const struct scoreboard_step *token[TOKENS]; // outstanding, or NULL
    bool payload_read[TOKENS];
    int alone; // the in-order instruction that nothing may be beside, or NEVER
    const char *hazard;
};

static void wait_distance(struct machine *m, unsigned distance)
{
    if (distance)
        m->over = KILN_MAX(m->over, m->issued - (int)distance + 1);
}

static void wait_tokens(struct machine *m, unsigned dst, unsigned src)
{
    for (unsigned t = 0; t < TOKENS; t++) {
        if (dst >> t & 1)
            m->token[t] = NULL;
        if (src >> t & 1)
            m->payload_read[t] = true;
    }
}

static bool overlap(struct scoreboard_range a, struct scoreboard_range b)
{
    return a.first < b.first + b.count && b.first < a.first + a.count;
}

static void check_units(struct machine *m, struct scoreboard_range r, bool writes, bool unordered)
{
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++) {
        if (m->written[u] >= m->over)
            m->hazard = "the result of an in-order instruction";
        if (writes && unordered && m->read[u] >= m->over)
            m->hazard = "a source of an in-order instruction";
    }
    for (unsigned t = 0; t < TOKENS && r.count; t++) {
        if (!m->token[t])
            continue;
        if (overlap(m->token[t]->write, r))
            m->hazard = "the result of a message";
        for (unsigned i = 0; i < SCOREBOARD_READS && writes && !m->payload_read[t]; i++)
            if (m->token[t]->reads[i].first < SCOREBOARD_GRFS && overlap(m->token[t]->reads[i], r))
                m->hazard = "the payload of a message";
    }
}

static void note(int *at, struct scoreboard_range r, int now)
{
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++)
        at[u] = now;
}

static void run_step(struct machine *m, const struct scoreboard_step *s, bool off)
{
    const struct eu_swsb *w = &s->inst->swsb;
    bool skipped = off && !s->inst->nomask, in_order = !s->unordered && s->inst->op != EU_OP_GOTO;
    const struct scoreboard_range acc = {SCOREBOARD_ACC, s->writes_acc};
    wait_distance(m, s->distance);
    wait_tokens(m, s->wait_dst, s->wait_src);
    m->over = KILN_MAX(m->over, m->issued - SURELY_OVER + 1);
    if (!skipped) {
        wait_distance(m, w->distance);
        wait_tokens(m, (unsigned)(w->mode == EU_TOKEN_DST || w->mode == EU_TOKEN_SET) << w->token,
                    (unsigned)(w->mode == EU_TOKEN_SRC) << w->token);
        for (unsigned i = 0; i < SCOREBOARD_READS; i++)
            check_units(m, s->reads[i], false, s->unordered);
        check_units(m, s->write, true, s->unordered);
        check_units(m, acc, true, s->unordered);
        if ((s->alone || m->alone >= 0) && m->over < m->issued)
            m->hazard = "an instruction that is to be alone";
    }
    if (skipped || !in_order) {
        m->alone = s->alone && !skipped ? m->issued - 1 : NEVER;
    } else {
        for (unsigned i = 0; i < SCOREBOARD_READS; i++)
            note(m->read, s->reads[i], m->issued);
        note(m->written, s->write, m->issued);
        note(m->written, acc, m->issued);
        m->alone = s->alone ? m->issued : NEVER;
    }
    if (!skipped && s->unordered && w->mode == EU_TOKEN_SET) {
        m->token[w->token] = s;
        m->payload_read[w->token] = false;
    }
    m->issued += in_order;
}

// What is wrong on one random way through the program, or NULL.
static const char *walk(const struct program *p, unsigned blocks, unsigned *at)
{
    struct machine m = {.alone = NEVER};
    for (unsigned u = 0; u < SCOREBOARD_UNITS; u++)
        m.written[u] = m.read[u] = NEVER;
    unsigned done = 0, on = 0; // from which block on there are channels
    for (unsigned b = 0; b < blocks && done < WALK;) {
        unsigned next = b + 1;
        for (unsigned k = p->blocks[b].first; k < p->blocks[b + 1].first && !m.hazard; k++, done++) {
            *at = k;
            run_step(&m, &p->steps[k], b < on);
            for (unsigned i = 0; i < 2; i++) {
                unsigned to = p->steps[k].to[i];
                if (to >= blocks || draw(2) || b < on)
                    continue;
                if (to > b && draw(2))
                    on = to;
                else
                    next = to;
            }
        }
        if (m.hazard)
            return m.hazard;
        b = next > b && next < on ? b + 1 : next;
        on = b >= on || next <= b ? 0 : on;
        done++;
    }
    return NULL;
}

KT_TEST(nothing_is_used_too_early)
{
    unsigned tokens[4] = {0}, syncs = 0;
    for (unsigned n = 0; n < 3000; n++) {
        struct arena a = {0};
        struct program p;
        seed = n;
        unsigned blocks = random_program(&p), at = 0;
        scoreboard(&a, p.steps, p.blocks, blocks);
        const char *wrong = NULL;
        for (unsigned i = 0; i < 20 && !wrong; i++)
            wrong = walk(&p, blocks, &at);
        if (!kt_ok(!wrong, "program %u, step %u is beside %s", n, at, wrong ? wrong : ""))
            break;
        for (unsigned k = 0; k < p.blocks[blocks].first; k++) {
            tokens[p.insts[k].swsb.mode]++;
            syncs += p.steps[k].distance || p.steps[k].wait_dst || p.steps[k].wait_src;
        }
        arena_finish(&a);
    }
    kt_ok(tokens[EU_TOKEN_SET] && tokens[EU_TOKEN_DST] && tokens[EU_TOKEN_SRC] && syncs,
          "all kinds of waits");
}

static bool holds(const struct program *p, unsigned blocks)
{
    unsigned at;
    for (unsigned i = 0; i < 60; i++)
        if (walk(p, blocks, &at))
            return false;
    return true;
}

// Nearly every wait is one that is needed: without it something is used too early. (Those that a walk does
// not come by, or that a longer distance stands for, are not.)
KT_TEST(waits_are_needed)
{
    unsigned tried = 0, needed = 0;
    for (unsigned n = 0; n < 300; n++) {
        struct arena a = {0};
        struct program p;
        seed = n + 5000;
        unsigned blocks = random_program(&p);
        scoreboard(&a, p.steps, p.blocks, blocks);
        for (unsigned k = 0; k < p.blocks[blocks].first; k++) {
            struct eu_swsb *w = &p.insts[k].swsb;
            struct eu_swsb old = *w;
            if (w->mode != EU_TOKEN_DST && w->mode != EU_TOKEN_SRC)
                continue;
            w->mode = EU_TOKEN_NONE;
            tried++;
            needed += !holds(&p, blocks);
            *w = old;
        }
        arena_finish(&a);
    }
    printf("# %u of %u waits for tokens are noticed\n", needed, tried);
    kt_ok(tried > 1000 && needed > tried * 6 / 10, "%u of %u", needed, tried);
}

static void in_order(struct program *p, unsigned k, bool nomask, unsigned to, unsigned from)
{
    p->insts[k] = (struct eu_inst){.op = EU_OP_ADD, .nomask = nomask};
    p->steps[k] = (struct scoreboard_step){.inst = &p->insts[k],
                                           .write = {(uint8_t)to, 1},
                                           .reads = {{(uint8_t)from, 1}},
                                           .to = {SCOREBOARD_NOWHERE, SCOREBOARD_NOWHERE}};
}

// Sure instructions, then a loop of instructions with masks, the last of which is the branch back.
static unsigned syncs_of_loop(unsigned before, unsigned length, unsigned read, bool drains)
{
    struct arena a = {0};
    struct program p;
    unsigned k = 0, syncs = 0;
    for (; k < before; k++)
        in_order(&p, k, true, k, 20);
    p.steps[k - 1].drains = drains;
    for (; k < before + length; k++)
        in_order(&p, k, false, 20 + k, k == before ? read : 21);
    in_order(&p, k, false, 40, 21);
    p.insts[k].op = EU_OP_GOTO;
    p.steps[k].to[0] = 1;
    p.blocks[0] = (struct scoreboard_block){.first = 0};
    p.blocks[1] = (struct scoreboard_block){.first = before, .partial = true};
    p.blocks[2] = (struct scoreboard_block){.first = k + 1};
    scoreboard(&a, p.steps, p.blocks, 2);
    for (k = before; k < p.blocks[2].first; k++)
        syncs += p.steps[k].distance != 0;
    arena_finish(&a);
    return syncs;
}

// What came before a loop needs no `sync` in it if that has ended; nor what is far from it, where the same is
// written in the loop, too, by what has a mask.
KT_TEST(loops_need_no_syncs_for_what_was_before)
{
    kt_eq(syncs_of_loop(4, 3, 1, false), 1);
    kt_eq(syncs_of_loop(4, 3, 1, true), 0);
    kt_eq(syncs_of_loop(14, 3, 1, false), 0);
    kt_eq(syncs_of_loop(14, 3, 0, false), 0);
    // r0 is written before by what is sure, and in the loop at its end.
    struct arena a = {0};
    struct program p;
    for (unsigned k = 0; k < 13; k++)
        in_order(&p, k, true, k, 20);
    in_order(&p, 13, false, 30, 0);
    in_order(&p, 14, false, 0, 21);
    in_order(&p, 15, false, 40, 21);
    p.insts[15].op = EU_OP_GOTO;
    p.steps[15].to[0] = 1;
    p.blocks[0] = (struct scoreboard_block){.first = 0};
    p.blocks[1] = (struct scoreboard_block){.first = 13, .partial = true};
    p.blocks[2] = (struct scoreboard_block){.first = 16};
    scoreboard(&a, p.steps, p.blocks, 2);
    kt_eq(p.steps[13].distance, 0);
    kt_true(p.insts[13].swsb.distance != 0);
    arena_finish(&a);
}

KT_MAIN()

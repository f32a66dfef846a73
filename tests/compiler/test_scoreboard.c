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

enum {
    STEPS = 120,
    BLOCKS = 12,
    REGISTERS = 14,
    WALK = 600,
    TOKENS = 32,
    NEVER = -1000,
    PIPES = SCOREBOARD_PIPES
};
enum { UNITS = SCOREBOARD_GRF + 256 };

// Gen12's, Gen12.5's, and machines that there are none of.
static const struct machine_case {
    struct kiln_waits waits;
    unsigned registers;
} machines[] = {
    {{.tokens = 16, .pipes = 1, .farthest = 7, .over = 11}, 128},
    {{.tokens = 16, .pipes = 3, .farthest = 7, .over = 11}, 128},
    {{.tokens = 32, .pipes = 3, .farthest = 7, .over = 11}, 256},
    {{.tokens = 3, .pipes = 2, .farthest = 4, .over = 6}, 32},
};
enum { MACHINES = sizeof(machines) / sizeof(machines[0]) };
static const struct machine_case *chip = machines;
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
    unsigned first = draw(REGISTERS), count = 1 + draw(KILN_MIN(4, REGISTERS - first));
    unsigned top = draw(2) ? chip->registers - REGISTERS : 0; // also at the end of the file
    return (struct scoreboard_range){(uint16_t)(SCOREBOARD_GRF + top + first), (uint16_t)count};
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
    s->pipe = (uint8_t)draw(chip->waits.pipes);
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
    if (s->unordered && s->write.first < SCOREBOARD_GRF)
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
    int issued[PIPES], over[PIPES]; // in-order instructions of a pipe; all before `over` are
    int written[PIPES][UNITS], read[PIPES][UNITS];
    const struct scoreboard_step *token[TOKENS]; // outstanding, or NULL
    bool payload_read[TOKENS];
    int alone; // what was last, if nothing may be beside it: all pipes must be empty; or NEVER
    const char *hazard;
};

// Which pipes a distance counts in.
static bool counts_in(const struct machine *m, const struct scoreboard_step *s, enum eu_pipe pipe, unsigned p)
{
    static const enum eu_pipe names[PIPES] = {EU_PIPE_FLOAT, EU_PIPE_INT, EU_PIPE_LONG};
    return pipe == EU_PIPE_ALL || (pipe == EU_PIPE_OWN ? p == s->pipe : pipe == names[p]);
}

static void wait_distance(struct machine *m, const struct scoreboard_step *s, unsigned distance,
                          enum eu_pipe pipe)
{
    if (distance > chip->waits.farthest)
        m->hazard = "a distance that there is not";
    if (distance && (chip->waits.pipes > 1) != (pipe != EU_PIPE_OWN))
        m->hazard = "a pipe that there is not";
    for (unsigned p = 0; p < chip->waits.pipes; p++)
        if (distance && counts_in(m, s, chip->waits.pipes > 1 ? pipe : EU_PIPE_ALL, p))
            m->over[p] = KILN_MAX(m->over[p], m->issued[p] - (int)distance + 1);
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

static void check_units(struct machine *m, struct scoreboard_range r, bool writes,
                        const struct scoreboard_step *s)
{
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++)
        for (unsigned p = 0; p < chip->waits.pipes; p++) {
            if (m->written[p][u] >= m->over[p])
                m->hazard = "the result of an in-order instruction";
            if (writes && (s->unordered || p != s->pipe) && m->read[p][u] >= m->over[p])
                m->hazard = "a source of an in-order instruction";
        }
    for (unsigned t = 0; t < TOKENS && r.count; t++) {
        if (!m->token[t])
            continue;
        if (overlap(m->token[t]->write, r))
            m->hazard = "the result of a message";
        for (unsigned i = 0; i < SCOREBOARD_READS && writes && !m->payload_read[t]; i++)
            if (m->token[t]->reads[i].first >= SCOREBOARD_GRF && overlap(m->token[t]->reads[i], r))
                m->hazard = "the payload of a message";
    }
}

static void note(int *at, struct scoreboard_range r, int now)
{
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++)
        at[u] = now;
}

static bool all_over(const struct machine *m)
{
    bool all = true;
    for (unsigned p = 0; p < chip->waits.pipes; p++)
        all &= m->over[p] >= m->issued[p];
    return all;
}

static void run_step(struct machine *m, const struct scoreboard_step *s, bool off)
{
    const struct eu_swsb *w = &s->inst->swsb;
    bool skipped = off && !s->inst->nomask, in_order = !s->unordered && s->inst->op != EU_OP_GOTO;
    const struct scoreboard_range acc = {SCOREBOARD_ACC, s->writes_acc};
    wait_distance(m, s, s->distance, s->distance_pipe);
    wait_tokens(m, s->wait_dst, s->wait_src);
    for (unsigned p = 0; p < chip->waits.pipes; p++)
        m->over[p] = KILN_MAX(m->over[p], m->issued[p] - chip->waits.over + 1);
    if (w->mode != EU_TOKEN_NONE && (w->token >= chip->waits.tokens))
        m->hazard = "a token that there is not";
    if (w->mode != EU_TOKEN_NONE && w->distance && chip->waits.pipes > 1 && !eu_op_is_send(s->inst->op))
        m->hazard = "a distance in a pipe that the hardware chooses";
    if (!skipped) {
        wait_distance(m, s, w->distance, w->pipe);
        wait_tokens(m, (unsigned)(w->mode == EU_TOKEN_DST || w->mode == EU_TOKEN_SET) << w->token,
                    (unsigned)(w->mode == EU_TOKEN_SRC) << w->token);
        for (unsigned i = 0; i < SCOREBOARD_READS; i++)
            check_units(m, s->reads[i], false, s);
        check_units(m, s->write, true, s);
        check_units(m, acc, true, s);
        if ((s->alone || m->alone >= 0) && !all_over(m))
            m->hazard = "an instruction that is to be alone";
    }
    if (skipped || !in_order) {
        m->alone = s->alone && !skipped ? 0 : NEVER;
    } else {
        for (unsigned i = 0; i < SCOREBOARD_READS; i++)
            note(m->read[s->pipe], s->reads[i], m->issued[s->pipe]);
        note(m->written[s->pipe], s->write, m->issued[s->pipe]);
        note(m->written[s->pipe], acc, m->issued[s->pipe]);
        m->alone = s->alone ? 0 : NEVER;
    }
    if (!skipped && s->unordered && w->mode == EU_TOKEN_SET) {
        m->token[w->token] = s;
        m->payload_read[w->token] = false;
    }
    m->issued[s->pipe] += in_order;
}

// What is wrong on one random way through the program, or NULL.
static const char *walk(const struct program *p, unsigned blocks, unsigned *at)
{
    static struct machine m;
    m = (struct machine){.alone = NEVER};
    for (unsigned u = 0; u < UNITS * PIPES; u++)
        m.written[u / UNITS][u % UNITS] = m.read[u / UNITS][u % UNITS] = NEVER;
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

static void check_machine(unsigned programs)
{
    unsigned tokens[4] = {0}, syncs = 0, distances = 0;
    for (unsigned n = 0; n < programs; n++) {
        struct arena a = {0};
        struct program p;
        seed = n;
        unsigned blocks = random_program(&p), at = 0;
        scoreboard(&a, &chip->waits, p.steps, p.blocks, blocks);
        const char *wrong = NULL;
        for (unsigned i = 0; i < 20 && !wrong; i++)
            wrong = walk(&p, blocks, &at);
        if (!kt_ok(!wrong, "program %u, step %u is beside %s", n, at, wrong ? wrong : ""))
            break;
        for (unsigned k = 0; k < p.blocks[blocks].first; k++) {
            tokens[p.insts[k].swsb.mode]++;
            distances += p.insts[k].swsb.distance != 0;
            syncs += p.steps[k].distance || p.steps[k].wait_dst || p.steps[k].wait_src;
        }
        arena_finish(&a);
    }
    kt_ok(tokens[EU_TOKEN_SET] && tokens[EU_TOKEN_DST] && tokens[EU_TOKEN_SRC] && syncs && distances,
          "all kinds of waits");
}

KT_TEST(nothing_is_used_too_early)
{
    for (unsigned k = 0; k < MACHINES; k++) {
        chip = &machines[k];
        check_machine(k ? 400 : 1500);
    }
    chip = machines;
}

// The pipe of an instruction is that of its types; a machine of one pipe has no other.
KT_TEST(pipes_of_instructions)
{
    static const struct {
        enum eu_op op;
        enum eu_type dst, src;
        unsigned pipe;
    } cases[] = {
        {EU_OP_ADD, EU_TYPE_F, EU_TYPE_F, 0},   {EU_OP_ADD, EU_TYPE_D, EU_TYPE_D, 1},
        {EU_OP_MOV, EU_TYPE_F, EU_TYPE_D, 0},   {EU_OP_MOV, EU_TYPE_D, EU_TYPE_F, 1},
        {EU_OP_ADD, EU_TYPE_HF, EU_TYPE_HF, 0}, {EU_OP_ADD, EU_TYPE_Q, EU_TYPE_Q, 2},
        {EU_OP_MOV, EU_TYPE_DF, EU_TYPE_F, 2},  {EU_OP_MUL, EU_TYPE_D, EU_TYPE_D, 2},
        {EU_OP_MUL, EU_TYPE_D, EU_TYPE_W, 1},
    };
    for (unsigned k = 0; k < sizeof(cases) / sizeof(cases[0]); k++)
        for (unsigned pipes = 1; pipes <= 3; pipes += 2) {
            struct eu_inst inst = {.op = cases[k].op, .exec_size = 8};
            inst.dst = (struct eu_operand){.file = EU_FILE_GRF, .type = cases[k].dst, .hstride = 1};
            for (unsigned i = 0; i < 2; i++)
                inst.src[i] = (struct eu_operand){
                    .file = EU_FILE_GRF, .type = cases[k].src, .vstride = 8, .width = 8, .hstride = 1};
            struct scoreboard_step step;
            scoreboard_describe(&step, kiln_target(pipes == 1 ? "tgl" : "dg2"), &inst, (const uint8_t[3]){0});
            kt_ok(step.pipe == (pipes == 1 ? 0 : cases[k].pipe), "case %u of %u pipes: %u", k, pipes,
                  step.pipe);
        }
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
        scoreboard(&a, &chip->waits, p.steps, p.blocks, blocks);
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
                                           .write = {(uint16_t)(SCOREBOARD_GRF + to), 1},
                                           .reads = {{(uint16_t)(SCOREBOARD_GRF + from), 1}},
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
    scoreboard(&a, &chip->waits, p.steps, p.blocks, 2);
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
    scoreboard(&a, &chip->waits, p.steps, p.blocks, 2);
    kt_eq(p.steps[13].distance, 0);
    kt_true(p.insts[13].swsb.distance != 0);
    arena_finish(&a);
}

// Two pipes write one register under masks, and then it is read whatever the channels are. Without channels
// the second did not wait for the first.
KT_TEST(skipped_writes_have_waited_for_nothing)
{
    struct arena a = {0};
    struct program p;
    for (unsigned k = 0; k < 3; k++)
        in_order(&p, k, k == 2, k == 2 ? 5 : 1, k == 2 ? 1 : 20 + k);
    p.steps[0].pipe = 1;
    for (unsigned b = 0; b < 4; b++)
        p.blocks[b] = (struct scoreboard_block){.first = b > 1 ? b - 1 : 0, .partial = b > 0};
    p.blocks[3].first = 3;
    scoreboard(&a, &machines[1].waits, p.steps, p.blocks, 3);
    kt_eq(p.insts[2].swsb.pipe, EU_PIPE_ALL);
    kt_eq(p.insts[2].swsb.distance, 1);
    arena_finish(&a);
}

KT_MAIN()

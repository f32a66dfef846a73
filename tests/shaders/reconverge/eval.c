// Evaluates a program, a subgroup at a time, as SPV_KHR_maximal_reconvergence tells: lanes that part at a
// branch are together again at its merge block, those that continue a loop at its continue construct, those
// that leave it at its merge block, those that return behind the call.
#include "program.h"

#include <string.h>

struct lane {
    uint32_t local, lane, input, var[VARS], counter[MAX_COUNTERS], bound[MAX_COUNTERS], out[OUTS];
};

struct machine {
    const struct program *p;
    struct lane *lanes;
    uint32_t count;
};

struct leave { // where lanes went
    uint32_t broke, continued, returned;
};

static uint32_t value(const struct lane *l, const struct expr *e)
{
    switch (e->kind) {
    case E_CONST:
        return e->value;
    case E_VAR:
        return l->var[e->value];
    case E_LANE:
        return l->lane;
    case E_LOCAL:
        return l->local;
    case E_INPUT:
        return l->input;
    case E_COUNTER:
        return l->counter[e->value];
    case E_ADD:
        return value(l, e->a) + value(l, e->b);
    case E_SUB:
        return value(l, e->a) - value(l, e->b);
    case E_MUL:
        return value(l, e->a) * value(l, e->b);
    case E_XOR:
        return value(l, e->a) ^ value(l, e->b);
    case E_AND:
        return value(l, e->a) & value(l, e->b);
    case E_OR:
        return value(l, e->a) | value(l, e->b);
    case E_SHR:
        return value(l, e->a) >> e->value;
    case E_LT:
        return value(l, e->a) < value(l, e->b);
    case E_EQ:
        return value(l, e->a) == value(l, e->b);
    case E_BIT:
        return value(l, e->a) >> e->value & 1;
    }
    return 0;
}

static uint32_t where(const struct machine *m, uint32_t mask, const struct expr *cond)
{
    uint32_t r = 0;
    for (uint32_t k = 0; k < m->count; k++)
        if (mask >> k & 1 && value(&m->lanes[k], cond))
            r |= 1u << k;
    return r;
}

static uint32_t group_value(const struct machine *m, uint32_t mask, const struct stmt *s, uint32_t lane)
{
    uint32_t sum = 0, upto = 0, low = UINT32_MAX, votes = 0, first = (uint32_t)__builtin_ctz(mask);
    for (uint32_t k = 0; k < m->count; k++) {
        if (!(mask >> k & 1))
            continue;
        uint32_t v = value(&m->lanes[k], s->value);
        sum += v;
        upto += k <= lane ? v : 0;
        low = v < low ? v : low;
        votes |= (uint32_t)(v != 0) << k;
    }
    uint32_t own = value(&m->lanes[lane], s->value);
    switch (s->group) {
    case G_BALLOT:
        return votes;
    case G_ADD:
        return sum;
    case G_INCLUSIVE:
        return upto;
    case G_EXCLUSIVE:
        return upto - own;
    case G_FIRST:
    case G_BROADCAST:
        return value(&m->lanes[first], s->value);
    case G_ELECT:
        return lane == first;
    case G_ANY:
        return votes != 0;
    case G_ALL:
        return votes == mask;
    case G_MIN:
        return low;
    default: // G_COUNT
        return (uint32_t)__builtin_popcount(mask);
    }
}

static void assign(const struct machine *m, uint32_t mask, const struct stmt *s)
{
    uint32_t v[32];
    for (uint32_t k = 0; k < m->count; k++)
        if (mask >> k & 1)
            v[k] = s->kind == S_GROUP ? group_value(m, mask, s, k) : value(&m->lanes[k], s->value);
    for (uint32_t k = 0; k < m->count; k++) {
        if (!(mask >> k & 1))
            continue;
        uint32_t *to = s->kind == S_STORE ? &m->lanes[k].out[s->var] : &m->lanes[k].var[s->var];
        *to = s->fold ? *to * 31 + v[k] : v[k];
    }
}

static uint32_t run(struct machine *m, const struct stmt *s, uint32_t mask, struct leave *to);

static uint32_t below_bound(const struct machine *m, uint32_t mask, uint32_t counter)
{
    uint32_t r = 0;
    for (uint32_t k = 0; k < m->count; k++)
        if (mask >> k & 1 && m->lanes[k].counter[counter] < m->lanes[k].bound[counter])
            r |= 1u << k;
    return r;
}

static uint32_t run_loop(struct machine *m, const struct stmt *s, uint32_t mask, struct leave *to)
{
    uint32_t out = 0;
    for (uint32_t k = 0; k < m->count; k++)
        if (mask >> k & 1) {
            m->lanes[k].counter[s->var] = 0;
            m->lanes[k].bound[s->var] = value(&m->lanes[k], s->value);
        }
    while (mask) {
        if (s->loop != LOOP_DO) {
            uint32_t in = below_bound(m, mask, s->var);
            out |= mask & ~in;
            mask = in;
        }
        struct leave l = {0};
        mask = run(m, s->body, mask, &l) | l.continued;
        out |= l.broke;
        to->returned |= l.returned;
        struct leave none = {0};
        mask = run(m, s->other, mask, &none);
        for (uint32_t k = 0; k < m->count; k++)
            m->lanes[k].counter[s->var] += mask >> k & 1;
        if (s->loop == LOOP_DO) {
            uint32_t in = below_bound(m, mask, s->var);
            out |= mask & ~in;
            mask = in;
        }
    }
    return out;
}

static uint32_t run_switch(struct machine *m, const struct stmt *s, uint32_t mask, struct leave *to)
{
    uint32_t target[32], out = 0, fallen = 0;
    for (uint32_t k = 0; k < m->count; k++) {
        target[k] = s->case_count; // no default: behind the switch
        for (uint32_t c = 0; c < s->case_count; c++)
            if (!s->cases[c].literal_count)
                target[k] = c;
        for (uint32_t c = 0; c < s->case_count; c++)
            for (uint32_t n = 0; n < s->cases[c].literal_count; n++)
                if (mask >> k & 1 && value(&m->lanes[k], s->value) == s->cases[c].literals[n])
                    target[k] = c;
    }
    for (uint32_t c = 0; c <= s->case_count; c++) {
        uint32_t here = fallen;
        for (uint32_t k = 0; k < m->count; k++)
            if (mask >> k & 1 && target[k] == c)
                here |= 1u << k;
        fallen = 0;
        if (c == s->case_count) {
            out |= here;
            break;
        }
        struct leave l = {0};
        uint32_t end = run(m, s->cases[c].body, here, &l);
        out |= l.broke;
        to->continued |= l.continued;
        to->returned |= l.returned;
        if (s->cases[c].falls)
            fallen = end;
        else
            out |= end;
    }
    return out;
}

// The lanes that come to the end of the list.
static uint32_t run(struct machine *m, const struct stmt *s, uint32_t mask, struct leave *to)
{
    for (; s && mask; s = s->next)
        switch (s->kind) {
        case S_ASSIGN:
        case S_GROUP:
        case S_STORE:
            assign(m, mask, s);
            break;
        case S_IF: {
            uint32_t yes = where(m, mask, s->value);
            mask = run(m, s->body, yes, to) | run(m, s->other, mask & ~yes, to);
            break;
        }
        case S_LOOP:
            mask = run_loop(m, s, mask, to);
            break;
        case S_SWITCH:
            mask = run_switch(m, s, mask, to);
            break;
        case S_BREAK:
            to->broke |= mask;
            return 0;
        case S_CONTINUE:
            to->continued |= mask;
            return 0;
        case S_RETURN:
            to->returned |= mask;
            return 0;
        case S_CALL: {
            struct leave l = {0};
            mask = run(m, m->p->functions[s->var], mask, &l) | l.returned;
            break;
        }
        }
    return mask;
}

static void run_subgroup(const struct program *p, uint32_t base, uint32_t count, const uint32_t *input,
                         uint32_t *output)
{
    static _Thread_local struct lane lanes[32];
    memset(lanes, 0, sizeof(lanes));
    struct machine m = {p, lanes, count};
    for (uint32_t k = 0; k < count; k++) {
        lanes[k].lane = k;
        lanes[k].local = base + k;
        lanes[k].input = input[k];
        for (uint32_t v = 0; v < VARS; v++)
            lanes[k].var[v] = v & 1 ? input[k] >> (v * 3) : v * 7 + (v > 3 ? base + k : 0);
    }
    struct leave l = {0};
    uint32_t all = count == 32 ? UINT32_MAX : (1u << count) - 1, end = run(&m, p->body, all, &l);
    if (!p->in_main)
        end |= l.returned;
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t v = 0; v < VARS && end >> k & 1; v++)
            lanes[k].out[MEMS + v] = lanes[k].var[v];
        memcpy(output + k * OUTS, lanes[k].out, sizeof(lanes[k].out));
    }
}

void program_eval(const struct program *p, uint32_t subgroup_size, const uint32_t *input, uint32_t *output)
{
    for (uint32_t g = 0; g < p->groups; g++)
        for (uint32_t base = 0; base < p->local; base += subgroup_size) {
            uint32_t at = g * p->local + base, left = p->local - base;
            run_subgroup(p, base, left < subgroup_size ? left : subgroup_size, input + at,
                         output + at * OUTS);
        }
}

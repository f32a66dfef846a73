// A batch that a kernel has executed: from its description to the command streamer's job.
#include "sim/chip/chip.h"

#include <stdio.h>

#include "sim/chip/machine.h"
#include "sim/chip/state.h"
#include "sim/cs/cs.h"
#include "sim/memory/caches.h"
#include "sim/sync/fence.h"

// ---- contexts

static void set_register(const struct sim_chip *chip, struct sim_cs_state *st,
                         const struct sim_register_value *v)
{
    unsigned index;
    const struct kiln_register *r = kiln_register_find(chip->devinfo, v->offset, &index);
    if (r)
        st->registers[r->place + index] = v->value;
}

struct sim_cs_state *sim_chip_context_create(struct sim_chip *chip, const struct sim_context_setup *setup)
{
    struct sim_cs_state *st = sim_cs_state_create(chip->config.strict ? chip->config.seed : 0);
    for (unsigned i = 0; st && i < setup->count; i++)
        set_register(chip, st, &setup->registers[i]);
    if (st)
        st->cc_state_valid = setup->render_state;
    return st;
}

void sim_chip_context_destroy(struct sim_cs_state *state)
{
    sim_cs_state_destroy(state);
}

bool sim_chip_caches_create(struct sim_chip *chip, struct sim_caches **caches)
{
    *caches = chip->config.strict ? sim_caches_create() : NULL;
    return *caches || !chip->config.strict;
}

void sim_chip_caches_destroy(struct sim_caches *caches)
{
    sim_caches_destroy(caches);
}

// ---- a batch without a kernel around it

static bool never(void *of)
{
    return false;
}

static void nothing(void *of)
{
}

static void poll(void *of, unsigned polls)
{
    enum { FEW_POLLS = 100, NAP = 100000 };
    if (polls > FEW_POLLS) {
        sim_lock();
        sim_wait_until(sim_now_ns() + NAP);
        sim_unlock();
    }
}

static bool walker_slice_over(void *of, const struct sim_walker_time *t)
{
    return false;
}

static bool walker_yield(void *of, const struct sim_walker_time *t)
{
    return true;
}

static const char *walker_over(void *of, const struct sim_walker_time *t)
{
    return NULL;
}

static uint32_t unsnooped(void *of)
{
    return 0;
}

static bool is_shared(void *of, uint64_t address)
{
    return false;
}

static void describe(void *of, uint64_t address, char *out, size_t size)
{
    snprintf(out, size, "0x%llx is not mapped", (unsigned long long)address);
}

static bool name_of(void *of, uint64_t address, char name[KILN_NAME_BYTES])
{
    return false;
}

const struct sim_batch_owner sim_batch_alone = {
    .slice_over = never,
    .yield = nothing,
    .poll = poll,
    .walker_slice_over = walker_slice_over,
    .walker_yield = walker_yield,
    .walker_over = walker_over,
    .unsnooped = unsnooped,
    .oa_counts = never,
    .is_shared = is_shared,
    .describe = describe,
    .name_of = name_of,
};

// ---- execution

void sim_chip_add_stats(struct sim_chip *chip, const struct sim_stats *s)
{
    struct sim_stats *to = &chip->stats;
    sim_lock();
    to->eu_instructions += s->eu_instructions;
    to->eu_threads += s->eu_threads;
    to->thread_groups += s->thread_groups;
    to->walkers += s->walkers;
    to->send_messages += s->send_messages;
    to->walker_ns += s->walker_ns;
    sim_unlock();
}

static uint64_t timestamp(void *chip)
{
    return sim_chip_timestamp(chip);
}

void sim_chip_fill_job(struct sim_chip *chip, struct sim_cs_job *job)
{
    *job = (struct sim_cs_job){
        .devinfo = chip->devinfo,
        .config = &chip->config,
        .rules = chip->rules,
        .timestamp = timestamp,
        .chip = chip,
        .swizzles = chip->machine ? sim_fences_engines_swizzle(chip->machine) : chip->config.swizzles,
        .pool = chip->pool,
    };
}

static unsigned index_of(const struct sim_chip *chip, const struct sim_chip_engine *e)
{
    unsigned i = 0;
    while (sim_chip_engine(chip, i) != e)
        i++;
    return i;
}

bool sim_chip_run(struct sim_chip *chip, const struct sim_run *run, struct sim_fault *fault)
{
    struct sim_stats stats = {0};
    struct sim_cs_job job;
    sim_chip_fill_job(chip, &job);
    job.engine = run->engine->name;
    job.mmio_base = run->engine->mmio_base;
    job.nonpriv = chip->nonpriv[index_of(chip, run->engine)];
    job.pages = run->pages;
    job.caches = run->caches;
    job.state = run->state;
    job.batch = &run->batch;
    bool ok = sim_cs_execute(&job, fault, &stats);
    sim_chip_add_stats(chip, &stats);
    return ok;
}

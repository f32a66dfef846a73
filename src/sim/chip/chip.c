// The life of a chip. See chip.h.
#include "sim/chip/chip.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "hw/gt.h"
#include "hw/registers.h"
#include "hw/rules.h"
#include "hw/target.h"
#include "sim/chip/state.h"
#include "sim/chip/stats_file.h"
#include "sim/dispatch/pool.h"
#include "sim/observe/observe.h"
#include "sim/observe/stats/cost.h"
#include "sim/observe/stats/counters.h"
#include "sim/sync/fence.h"
#include "util/env.h"
#include "util/math.h"

// Without KILN_SIM_RULES=all those are left out that not every driver keeps that works on the chips.
static uint64_t rules_of(const struct sim_chip *chip)
{
    uint64_t rules = kiln_rules_of(chip->devinfo, SIM_PCI_REVISION);
    for (unsigned i = 0; i < KILN_RULE_COUNT && !chip->config.all_rules; i++)
        if (kiln_rule_info(i)->weight == KILN_RULE_SHOULD)
            rules &= ~(UINT64_C(1) << i);
    return rules;
}

static void configure(struct sim_chip *chip, const struct sim_config *config)
{
    enum { MOST_THREADS = 256 }; // of the host: more than any walker keeps busy
    struct sim_config *c = &chip->config;
    *c = *config;
    c->fused &= kiln_target_has_fused_pairs(kiln_target_of(chip->devinfo));
    c->swizzles &= kiln_target_may_swizzle(kiln_target_of(chip->devinfo));
    if (!c->threads) {
        long n = sysconf(_SC_NPROCESSORS_ONLN);
        c->threads = n > 0 ? (unsigned)n : 1;
    }
    c->threads = KILN_MIN(c->threads, (unsigned)MOST_THREADS);
    chip->clock.instructions_per_second = c->instructions_per_second;
    chip->rules = rules_of(chip);
}

struct sim_chip *sim_chip_create(const struct sim_config *config)
{
    const struct kiln_devinfo *info = kiln_devinfo_simulated(config->device);
    if (!info) {
        errno = ENODEV;
        return NULL;
    }
    // What is asked for would be ignored in silence.
    if (!kiln_env_check() || !sim_cost_init()) {
        errno = ENOTSUP;
        return NULL;
    }
    struct sim_chip *chip = calloc(1, sizeof(*chip));
    if (!chip) {
        errno = ENOMEM;
        return NULL;
    }
    chip->devinfo = info;
    configure(chip, config);
    chip->pool = sim_observed_pool_create(&chip->config);
    if (!chip->pool) {
        free(chip);
        return NULL;
    }
    chip->stats_files = sim_stats_files_open(chip);
    if (!chip->stats_files && errno) {
        sim_eu_pool_destroy(chip->pool);
        free(chip);
        errno = ENOMEM;
        return NULL;
    }
    return chip;
}

void sim_chip_destroy(struct sim_chip *chip)
{
    if (!chip)
        return;
    sim_chip_detach(chip);
    sim_stats_files_close(chip->stats_files);
    sim_eu_pool_destroy(chip->pool);
    free(chip);
}

void sim_chip_fork(struct sim_chip *chip, enum kiln_fork step)
{
    sim_eu_pool_fork(chip->pool, step);
}

uint64_t sim_chip_timestamp(const struct sim_chip *chip)
{
    const struct sim_clock *c = &chip->clock;
    uint64_t ns = c->instructions_per_second ? atomic_load(&c->now) : (uint64_t)sim_now_ns(),
             f = chip->devinfo->timestamp_frequency;
    uint64_t ticks = ns / 1000000000 * f + ns % 1000000000 * f / 1000000000;
    return ticks & ((UINT64_C(1) << 36) - 1);
}

const struct kiln_devinfo *sim_chip_devinfo(const struct sim_chip *chip)
{
    return chip->devinfo;
}

const struct sim_config *sim_chip_config(const struct sim_chip *chip)
{
    return &chip->config;
}

struct sim_clock *sim_chip_clock(struct sim_chip *chip)
{
    return &chip->clock;
}

struct sim_stats *sim_chip_stats(struct sim_chip *chip)
{
    return &chip->stats;
}

void sim_chip_write_stats(struct sim_chip *chip, bool closed)
{
    if (closed)
        sim_stats_files_note_close(chip->stats_files);
    else
        sim_stats_files_note(chip->stats_files);
}

bool sim_chip_can_count(const struct sim_chip *chip)
{
    return kiln_gt_of(kiln_target_of(chip->devinfo))->oa.has_reports &&
           sim_observed_pool_can_count(chip->pool);
}

size_t sim_chip_describe_counters(const struct sim_chip *chip, struct kiln_counters *out)
{
    return sim_counters_describe(out, sim_stats_files_has_log(chip->stats_files));
}

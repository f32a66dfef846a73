// The chip inside: what the files of this room share.
#ifndef KILN_SIM_CHIP_STATE_H
#define KILN_SIM_CHIP_STATE_H

#include "sim/chip/chip.h"
#include "sim/cs/cs.h"

struct sim_eu_pool;
struct sim_stats_files;
struct sim_machine;

struct sim_chip {
    const struct kiln_devinfo *devinfo;
    struct sim_config config;
    uint64_t rules; // that a batch must keep: a bit for each of hw/rules.h
    struct sim_eu_pool *pool;
    struct sim_clock clock;
    struct sim_stats stats;              // under sim_lock
    struct sim_stats_files *stats_files; // or NULL
    struct sim_machine *machine;         // on a bus; else NULL
    // FORCE_TO_NONPRIV of each engine; on a bus the machine has them.
    uint32_t nonpriv[SIM_CHIP_ENGINES][SIM_CS_NONPRIV];
};

uint64_t sim_chip_timestamp(const struct sim_chip *chip); // the 36-bit TIMESTAMP register

// What a batch and a ring have in common: all of the job but spaces, state and what is executed.
void sim_chip_fill_job(struct sim_chip *chip, struct sim_cs_job *job);
void sim_chip_add_stats(struct sim_chip *chip, const struct sim_stats *s);

#endif

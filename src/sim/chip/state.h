// The chip inside: what the files of this room share.
#ifndef KILN_SIM_CHIP_STATE_H
#define KILN_SIM_CHIP_STATE_H

#include "sim/chip/chip.h"

struct sim_eu_pool;
struct sim_stats_files;

struct sim_chip {
    const struct kiln_devinfo *devinfo;
    struct sim_config config;
    uint64_t rules; // that a batch must keep: a bit for each of hw/rules.h
    struct sim_eu_pool *pool;
    struct sim_clock clock;
    struct sim_stats stats;              // under sim_lock
    struct sim_stats_files *stats_files; // or NULL
};

uint64_t sim_chip_timestamp(const struct sim_chip *chip); // the 36-bit TIMESTAMP register

#endif

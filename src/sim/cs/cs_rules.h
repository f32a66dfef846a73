// What the command streamer remembers of a batch to see the hardware's rules broken (cs_rules.c).
#ifndef KILN_SIM_CS_RULES_H
#define KILN_SIM_CS_RULES_H

#include "cmd/gen_pack.h"
#include "hw/rules.h"

struct sim_cs;

enum { // write caches, and read-only ones
    SIM_CACHE_RENDER = 1 << 0,
    SIM_CACHE_DEPTH = 1 << 1,
    SIM_CACHE_DATA = 1 << 2,
    SIM_CACHE_STATE = 1 << 3,
    SIM_CACHE_CONSTANT = 1 << 4,
    SIM_CACHE_TEXTURE = 1 << 5,
    SIM_CACHE_INSTRUCTION = 1 << 6,
    SIM_CACHES_WRITTEN = SIM_CACHE_RENDER | SIM_CACHE_DEPTH | SIM_CACHE_DATA,
    SIM_CACHES_READ = SIM_CACHE_STATE | SIM_CACHE_CONSTANT | SIM_CACHE_TEXTURE | SIM_CACHE_INSTRUCTION,
};

enum { SIM_CS_WRITES = 32 };

struct sim_cs_order {
    uint32_t flushing;   // write caches flushed since the last walker, by a PIPE_CONTROL that did not stall
    uint32_t unflushed;  // caches that a walker may have written since they were flushed, with a stall
    uint32_t used;       // read-only caches that a walker may have filled since they were invalidated
    bool unsettled;      // invalidated, and no stall since
    bool unsynchronized; // flushed, and no stalling post-sync write since
    uint32_t stale;  // of the read-only caches, those that hold something from below the old base addresses
    bool stale_code; // likewise of kernels
    bool pre_parser_off; // by MI_ARB_CHECK
    bool null_before;    // the last command was a PIPE_CONTROL without any bit
    bool stall_before;   // or one that stalled, without a post-sync operation
    // By the letter: of this batch, since the last work and the last change of the pipeline.
    uint32_t drained;     // write caches flushed, with a stall
    uint32_t invalidated; // read-only caches, after that
    bool drained_again;   // data cache, after that
    // The last command, if it was a PIPE_CONTROL with a post-sync operation.
    bool wrote, wrote_flushing, wrote_enabled;
    struct {
        uint64_t address, size;
    } writes[SIM_CS_WRITES]; // of MI commands since the last stall, the latest ones
    unsigned write_count;
};

// Reports that the batch breaks a rule, which ends it; or true, if that is of no interest here.
bool sim_cs_broken(struct sim_cs *cs, enum kiln_rule rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

// Before the first command: what the batch reaches.
bool sim_cs_rules_begin(struct sim_cs *cs);
// Before the command is executed.
bool sim_cs_rules_command(struct sim_cs *cs);
bool sim_cs_rules_pipe_control(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c);
bool sim_cs_rules_pipeline_select(struct sim_cs *cs, const struct gen_PIPELINE_SELECT *c);
// moves: states lie elsewhere than before.
bool sim_cs_rules_base_address(struct sim_cs *cs, bool moves);
bool sim_cs_rules_vfe(struct sim_cs *cs);
bool sim_cs_rules_register(struct sim_cs *cs, uint32_t offset); // is to be written
bool sim_cs_rules_media_load(struct sim_cs *cs, uint64_t address, uint32_t start, uint64_t size);
bool sim_cs_rules_work(struct sim_cs *cs); // a walker or a draw
bool sim_cs_rules_jump(struct sim_cs *cs, uint64_t address);
bool sim_cs_rules_end(struct sim_cs *cs); // the batch ends
// MI commands and memory.
void sim_cs_rules_wrote(struct sim_cs *cs, uint64_t address, uint64_t size);
bool sim_cs_rules_reads(struct sim_cs *cs, uint64_t address, uint64_t size);

#endif

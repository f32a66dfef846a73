// The registers of a chip on a bus: what those of hw/registers.def hold, and what reads and writes do. One
// that no row names holds what is written, and its accesses are counted as unknown: a workaround that a
// driver writes, or a gap of the table.
#ifndef KILN_SIM_CHIP_REGISTERS_H
#define KILN_SIM_CHIP_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/registers.h"

struct sim_machine;
struct sim_machine_engine;

enum { SIM_REGISTERS_SIZE = 8 << 20 }; // bytes of BAR 0 before the global page table

struct sim_registers {
    uint32_t *value;  // by offset / 4
    uint64_t unknown; // accesses to what no row names
};

bool sim_registers_init(struct sim_machine *m);
void sim_registers_finish(struct sim_machine *m);
void sim_registers_reset(struct sim_machine *m); // to the rows' values and the chip's fuses

// The row of an offset; NULL: there is none. *index: which of its `count`. *engine: whose block it is in, or
// NULL.
const struct kiln_register *sim_register_find(const struct sim_machine *m, uint32_t offset, uint32_t *index,
                                              const struct sim_machine_engine **engine);

// Reads and writes as a bus or a privileged command does. Need the machine's lock. 0 beyond the registers.
uint32_t sim_register_read(struct sim_machine *m, uint32_t offset);
void sim_register_write(struct sim_machine *m, uint32_t offset, uint32_t value);

// What a register holds, without what reading does.
static inline uint32_t *sim_register_at(struct sim_registers *r, uint32_t offset)
{
    return &r->value[offset / 4];
}

#endif

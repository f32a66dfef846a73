// The registers of a chip on a bus: the rows of registers.def, and what they hold.
#ifndef KILN_SIM_CHIP_REGISTERS_H
#define KILN_SIM_CHIP_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/target.h"

struct sim_machine;
struct sim_machine_engine;

enum sim_register_block { SIM_BLOCK_CHIP, SIM_BLOCK_ENGINE, SIM_BLOCK_RENDER };

enum sim_register_kind {
    SIM_REGISTER_KEEPS,
    SIM_REGISTER_MASKED,
    SIM_REGISTER_FIXED,
    SIM_REGISTER_ONES_CLEAR,
    SIM_REGISTER_AT_ONCE,
    SIM_REGISTER_READY,
    SIM_REGISTER_LOCKED,
    SIM_REGISTER_MI_MODE,
    SIM_REGISTER_RESET_CTL,
    SIM_REGISTER_ELSP,
    SIM_REGISTER_ELSQ_LOAD,
    SIM_REGISTER_STATUS_LOW,
    SIM_REGISTER_STATUS_HIGH,
    SIM_REGISTER_TIME_LOW,
    SIM_REGISTER_TIME_HIGH,
    SIM_REGISTER_FORCEWAKE,
    SIM_REGISTER_POWER_WELL,
    SIM_REGISTER_DBUF,
    SIM_REGISTER_PCODE,
    SIM_REGISTER_GDRST,
    SIM_REGISTER_MASTER,
    SIM_REGISTER_IRQ_KEEPS,
    SIM_REGISTER_INTR_DW,
    SIM_REGISTER_IDENTITY,
    SIM_REGISTER_SELECTOR,
    SIM_REGISTER_LOCAL_SIZE,
    SIM_REGISTER_GUC_DMA,
    SIM_REGISTER_GUC_NOTIFY,
};

struct sim_register {
    const char *name;
    enum sim_register_block block;
    uint32_t offset, count, stride;
    uint8_t since, until; // enum kiln_isa
    bool local;           // only of chips with memory of their own
    enum sim_register_kind kind;
    uint32_t argument, reset;
};

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
const struct sim_register *sim_register_find(const struct sim_machine *m, uint32_t offset, uint32_t *index,
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

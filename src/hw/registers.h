// Registers: what one is called, where it is, and who may write it, a row each (registers.def).
//
// The columns: a name, by which it is GEN_REG_<name> (cmd/gen_pack.h); the block, and the offset in it; how
// many there are (dwords; STRIDED: so many bytes apart); what reads and writes do, with an argument of that;
// the chips that have it; which engine's batches may write it without privilege, and on which chips; and
// what it holds after a reset. The numbers of an engine's registers are those of the render engine where no
// engine is named, as in the documents.
#ifndef KILN_HW_REGISTERS_H
#define KILN_HW_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kiln_devinfo;

enum kiln_register_block {
    KILN_BLOCK_GT,     // one for all engines
    KILN_BLOCK_ENGINE, // each engine has one
    KILN_BLOCK_RENDER, // the render engine has one, and compute engines
    KILN_BLOCK_COPY    // the blitter has one
};

enum kiln_register_kind {
    KILN_REGISTER_KEEPS,
    KILN_REGISTER_MASKED,
    KILN_REGISTER_FIXED,
    KILN_REGISTER_ONES_CLEAR,
    KILN_REGISTER_AT_ONCE,
    KILN_REGISTER_READY,
    KILN_REGISTER_LOCKED,
    KILN_REGISTER_OBSERVES,
    KILN_REGISTER_RING,
    KILN_REGISTER_MI_MODE,
    KILN_REGISTER_RESET_CTL,
    KILN_REGISTER_ELSP,
    KILN_REGISTER_ELSQ_LOAD,
    KILN_REGISTER_STATUS_LOW,
    KILN_REGISTER_STATUS_HIGH,
    KILN_REGISTER_TIME_LOW,
    KILN_REGISTER_TIME_HIGH,
    KILN_REGISTER_FORCEWAKE,
    KILN_REGISTER_POWER_WELL,
    KILN_REGISTER_FOLLOWED,
    KILN_REGISTER_LCPLL,
    KILN_REGISTER_PCODE,
    KILN_REGISTER_GDRST,
    KILN_REGISTER_MASTER,
    KILN_REGISTER_IRQ_KEEPS,
    KILN_REGISTER_GT_IIR, // ones clear; a second event shows then
    KILN_REGISTER_INTR_DW,
    KILN_REGISTER_IDENTITY,
    KILN_REGISTER_SELECTOR,
    KILN_REGISTER_LOCAL_SIZE,
    KILN_REGISTER_GUC_DMA,
    KILN_REGISTER_GUC_NOTIFY,
};

enum kiln_register_batch {
    KILN_BATCH_NOBODY,
    KILN_BATCH_ANY,    // of the engine whose block it is in
    KILN_BATCH_RENDER, // of the render engine, or a compute engine
    KILN_BATCH_COPY,   // of the blitter
    KILN_BATCH_I915    // of the render engine, where i915 has put it into FORCE_TO_NONPRIV
};

// What i915's command parser says of a register (parsed.def).
struct kiln_parsed {
    uint16_t place;    // of its row
    bool needs_parser; // only a batch that the parser trusts may write it
    uint32_t zeros;    // bits that must not be written
};

// Whether the engine at `base` runs threads: the render engine, and those that only compute.
bool kiln_base_computes(const struct kiln_devinfo *info, uint32_t base);

// What a packet's number with MMIO Remap stands for on the engine at `base`: that engine's own register, if
// it is one of the render engine's first.
uint32_t kiln_register_remapped(const struct kiln_devinfo *info, uint32_t base, uint32_t number);

struct kiln_register {
    const char *name;
    uint8_t block, kind, batch;
    uint8_t count;
    uint16_t stride; // bytes
    uint16_t place;  // of the first, if all of all rows lay one after the other
    uint32_t offset; // in its block
    uint32_t chips;  // that have it: bits by enum kiln_platform
    uint32_t where;  // on which chips `batch` is so
    uint32_t argument, reset;
};

enum {
    KILN_RENDER_BASE = 0x2000,
    KILN_VIDEO_BASE = 0x12000,
    KILN_ENHANCE_BASE = 0x1a000,
    KILN_COPY_BASE = 0x22000,
    // From Gen11 on.
    KILN_VIDEO_BASE_GEN11 = 0x1c0000,
    KILN_VIDEO2_BASE_GEN11 = 0x1d0000,
    KILN_ENHANCE_BASE_GEN11 = 0x1c8000,
    KILN_COMPUTE_BASE = 0x1a000, // from Gen12.5 on
    KILN_ENGINE_BLOCK = 0x1000   // bytes
};

// GEN_REG_ numbers: of the render engine where each has one.
enum {
    KILN_BASE_GT = 0,
    KILN_BASE_ENGINE = KILN_RENDER_BASE,
    KILN_BASE_RENDER = KILN_RENDER_BASE,
    KILN_BASE_COPY = KILN_RENDER_BASE
};

// KILN_PLACE(name): kiln_register.place.
struct kiln_register_places {
#define REGISTER(name, block, offset, count, kind, argument, chips, batch, where, reset)                     \
    uint8_t at_##name[count];
#define STRIDED(name, block, offset, count, stride, kind, argument, chips, batch, where, reset)              \
    uint8_t at_##name[count];
#include "hw/registers.def"
#undef REGISTER
#undef STRIDED
};
enum { KILN_REGISTER_DWORDS = sizeof(struct kiln_register_places) };

#define KILN_PLACE(name) offsetof(struct kiln_register_places, at_##name)

// NULL: the parser knows none such.
const struct kiln_parsed *kiln_register_parsed(const struct kiln_register *r);

unsigned kiln_register_count(void);
const struct kiln_register *kiln_register_row(unsigned index);

// The row of a register by its number in BAR 0, and in *index which of its `count` that is. NULL: none has
// it. With `info` only of that chip.
const struct kiln_register *kiln_register_find(const struct kiln_devinfo *info, uint32_t number,
                                               unsigned *index);
// The same by the offset in the block of the engine that has its own at `base`.
const struct kiln_register *kiln_register_of_engine(const struct kiln_devinfo *info, uint32_t base,
                                                    uint32_t offset, unsigned *index);

#endif

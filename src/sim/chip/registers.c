// See registers.h, registers.def.
#include <stdlib.h>
#include <string.h>

#include "sim/chip/guc.h"
#include "sim/chip/machine.h"
#include "sim/chip/state.h"

enum {
    GEN_8 = KILN_ISA_GEN8,
    GEN_9 = KILN_ISA_GEN9,
    GEN_11 = KILN_ISA_GEN11,
    GEN_12 = KILN_ISA_GEN12,
    GEN_DG1 = 0x80 | KILN_ISA_GEN12,
    GEN_LAST = KILN_ISA_COUNT,
};

static const struct sim_register rows[] = {
#define REGISTER(name_, block_, offset_, count_, stride_, since_, until_, kind_, argument_, reset_)          \
    {#name_,                                                                                                 \
     SIM_BLOCK_##block_,                                                                                     \
     offset_,                                                                                                \
     count_,                                                                                                 \
     stride_,                                                                                                \
     GEN_##since_ & 0x7f,                                                                                    \
     GEN_##until_,                                                                                           \
     (GEN_##since_ & 0x80) != 0,                                                                             \
     SIM_REGISTER_##kind_,                                                                                   \
     argument_,                                                                                              \
     reset_},
#include "sim/chip/registers.def"
#undef REGISTER
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

// ---- which row

static const struct sim_machine_engine *engine_of(const struct sim_machine *m, uint32_t offset)
{
    enum { BLOCK = 0x800 };
    for (unsigned i = 0; i < m->engines; i++)
        if (offset - m->engine[i].place->mmio_base < BLOCK)
            return &m->engine[i];
    return NULL;
}

static bool has_row(const struct sim_machine *m, const struct sim_register *r)
{
    return m->isa >= (enum kiln_isa)r->since && m->isa <= (enum kiln_isa)r->until &&
           (!r->local || m->info->has_local_memory);
}

static bool is_in(const struct sim_register *r, uint32_t offset, uint32_t *index)
{
    uint32_t from = offset - r->offset, stride = r->stride ? r->stride : 4;
    if (offset < r->offset || from % stride || from / stride >= r->count)
        return false;
    *index = from / stride;
    return true;
}

const struct sim_register *sim_register_find(const struct sim_machine *m, uint32_t offset, uint32_t *index,
                                             const struct sim_machine_engine **engine)
{
    *engine = engine_of(m, offset);
    for (unsigned i = 0; i < ROWS; i++) {
        const struct sim_register *r = &rows[i];
        uint32_t at = offset;
        if (r->block != SIM_BLOCK_CHIP) {
            if (!*engine || (r->block == SIM_BLOCK_RENDER && *engine != &m->engine[0]))
                continue;
            at -= (*engine)->place->mmio_base;
        }
        if (is_in(r, at, index) && has_row(m, r))
            return r;
    }
    return NULL;
}

// ---- life

static void set(struct sim_machine *m, uint32_t offset, uint32_t value)
{
    *sim_register_at(&m->registers, offset) = value;
}

static void reset_row(struct sim_machine *m, const struct sim_register *r, uint32_t base)
{
    for (uint32_t i = 0; i < r->count; i++)
        set(m, base + r->offset + i * r->stride, r->reset);
}

// What is fused off of the largest chip of the generation. Source: Linux i915 intel_sseu.c,
// intel_gt_clock_utils.c, intel_device_info.c.
static void reset_fuses(struct sim_machine *m)
{
    const struct kiln_devinfo *d = m->info;
    uint32_t slices = (1u << d->slices) - 1, subslices = (1u << d->subslices_per_slice) - 1;
    if (m->isa <= KILN_ISA_GEN9) {
        uint32_t off = ~subslices & (m->isa == KILN_ISA_GEN9 ? 15 : 7);
        set(m, 0x9120, slices << 25 | off << (m->isa == KILN_ISA_GEN9 ? 20 : 21)); // FUSE2
        uint32_t each = 0xff & ~((1u << d->eus_per_subslice) - 1),
                 eus = each | each << 8 | each << 16 | each << 24;
        for (uint32_t i = 0; i < 3 && m->isa == KILN_ISA_GEN9; i++)
            set(m, 0x9134 + 4 * i, eus); // EU_DISABLE of a slice
    } else {
        set(m, 0x9138, slices);                                                   // GT_SLICE_ENABLE
        set(m, 0x913c, m->isa == KILN_ISA_GEN11 ? 0xff & ~subslices : subslices); // subslices off, or on
        set(m, 0x9134,
            m->isa == KILN_ISA_GEN11 ? 0xff & ~((1u << d->eus_per_subslice) - 1)
                                     : 0xff & ~((1u << d->eus_per_subslice / 2) - 1)); // EUs (pairs) off
        set(m, 0x9140, m->isa == KILN_ISA_GEN11 ? 0 : 0); // media engines off: none
        // RPM_CONFIG0: 24 or 38.4 MHz, shifted right by 1
        set(m, 0xd00, m->isa == KILN_ISA_GEN11 ? 2 << 1 : 2 << 3 | 2 << 1);
    }
}

void sim_registers_reset(struct sim_machine *m)
{
    memset(m->registers.value, 0, SIM_REGISTERS_SIZE);
    m->registers.unknown = 0;
    for (unsigned i = ROWS; i-- > 0;) { // where rows overlap, the first counts
        const struct sim_register *r = &rows[i];
        if (!has_row(m, r))
            continue;
        if (r->block == SIM_BLOCK_CHIP)
            reset_row(m, r, 0);
        for (unsigned k = 0; k < m->engines && r->block != SIM_BLOCK_CHIP; k++)
            if (r->block == SIM_BLOCK_ENGINE || k == 0)
                reset_row(m, r, m->engine[k].place->mmio_base);
    }
    reset_fuses(m);
    sim_interrupt_reset(m);
    sim_guc_reset(m);
}

bool sim_registers_init(struct sim_machine *m)
{
    m->registers.value = malloc(SIM_REGISTERS_SIZE);
    return m->registers.value;
}

void sim_registers_finish(struct sim_machine *m)
{
    free(m->registers.value);
}

// ---- what reads and writes do

uint32_t sim_register_read(struct sim_machine *m, uint32_t offset)
{
    const struct sim_machine_engine *e;
    uint32_t index;
    if (offset >= SIM_REGISTERS_SIZE)
        return 0;
    offset &= ~3u;
    const struct sim_register *r = sim_register_find(m, offset, &index, &e);
    uint32_t value = *sim_register_at(&m->registers, offset);
    m->registers.unknown += !r;
    switch (r ? r->kind : SIM_REGISTER_KEEPS) {
    case SIM_REGISTER_MI_MODE: // bit 9: the ring is idle
        return value | 1u << 9;
    case SIM_REGISTER_STATUS_LOW:
        return e->active ? 1u << 31 : 0;
    case SIM_REGISTER_STATUS_HIGH: // which context: how a kernel finds the guilty one
        return e->active ? (uint32_t)(e->port[0] >> 32) : 0;
    case SIM_REGISTER_TIME_LOW:
        return (uint32_t)sim_chip_timestamp(m->chip);
    case SIM_REGISTER_TIME_HIGH:
        return (uint32_t)(sim_chip_timestamp(m->chip) >> 32);
    case SIM_REGISTER_LOCAL_SIZE:
        return (uint32_t)m->bus.local_size;
    case SIM_REGISTER_MASTER:
    case SIM_REGISTER_INTR_DW:
    case SIM_REGISTER_IDENTITY:
        return sim_interrupt_read(m, r->kind, offset);
    default:
        return value;
    }
}

static uint32_t masked(uint32_t old, uint32_t value)
{
    return (old & ~(value >> 16)) | (value & value >> 16 & 0xffff);
}

// GDRST: the whole chip, or engines by their bits. Over at once.
static void reset_domains(struct sim_machine *m, uint32_t value)
{
    enum { WHOLE = 1, GUC = 1 << 3 };
    for (unsigned i = 0; i < m->engines; i++)
        if (value & (WHOLE | m->engine[i].place->reset))
            sim_execlists_reset(&m->engine[i]);
    if (m->isa >= KILN_ISA_GEN11 && value & (WHOLE | GUC))
        sim_guc_reset(m);
}

static void write_engine(struct sim_machine *m, struct sim_machine_engine *e, enum sim_register_kind kind,
                         uint32_t *at, uint32_t value)
{
    switch (kind) {
    case SIM_REGISTER_ELSP:
        sim_execlists_elsp(e, value);
        break;
    case SIM_REGISTER_ELSQ_LOAD:
        if (value & 1)
            sim_execlists_load(e);
        break;
    case SIM_REGISTER_RESET_CTL: // bit 0 requests, bit 1: it is ready for a reset
        *at = masked(*at, value) & 1 ? 3 : 0;
        break;
    default: // the status is read only
        break;
    }
}

// PCODE: bit 31 was "run"; the low byte is the command, then the error, of which there is none. 0x7e: the
// chip with memory of its own is asked whether it is initialized.
static void pcode(struct sim_machine *m, uint32_t *at, uint32_t value)
{
    enum { DATA = 0x138128, COMMAND = 0xff, UNCORE_STATUS = 0x7e };
    *at = value & ~(1u << 31 | COMMAND);
    if (value & COMMAND)
        set(m, DATA, (value & COMMAND) == UNCORE_STATUS);
}

void sim_register_write(struct sim_machine *m, uint32_t offset, uint32_t value)
{
    const struct sim_machine_engine *found;
    uint32_t index;
    if (offset >= SIM_REGISTERS_SIZE)
        return;
    offset &= ~3u;
    const struct sim_register *r = sim_register_find(m, offset, &index, &found);
    uint32_t *at = sim_register_at(&m->registers, offset);
    struct sim_machine_engine *e = found ? &m->engine[found - m->engine] : NULL;
    m->registers.unknown += !r;
    switch (r ? r->kind : SIM_REGISTER_KEEPS) {
    case SIM_REGISTER_KEEPS:
        *at = value;
        break;
    case SIM_REGISTER_MI_MODE:
    case SIM_REGISTER_MASKED:
        *at = masked(*at, value);
        break;
    case SIM_REGISTER_ONES_CLEAR:
        *at &= ~value;
        break;
    case SIM_REGISTER_READY:
        *at = value & ~r->argument;
        break;
    case SIM_REGISTER_LOCKED: // bit 0: valid, and not to be written again
        *at = value | 1;
        break;
    case SIM_REGISTER_FORCEWAKE:
        *at = masked(*at, value);
        set(m, r->argument + 4 * index, *at);
        break;
    case SIM_REGISTER_POWER_WELL: // odd bits request, even ones are the state
        *at = (value & 0xaaaaaaaa) | (value & 0xaaaaaaaa) >> 1;
        break;
    case SIM_REGISTER_DBUF: // bit 31 requests, bit 30 is the state
        *at = (value & ~(1u << 30)) | (value >> 31) << 30;
        break;
    case SIM_REGISTER_PCODE:
        pcode(m, at, value);
        break;
    case SIM_REGISTER_GDRST:
        reset_domains(m, value);
        break;
    case SIM_REGISTER_GUC_DMA: // bit 0 starts the copy, which is over at once
        if (value & 1)
            sim_guc_boot(m);
        break;
    case SIM_REGISTER_GUC_NOTIFY:
        sim_guc_notify(m);
        break;
    case SIM_REGISTER_MASTER:
    case SIM_REGISTER_IRQ_KEEPS:
    case SIM_REGISTER_INTR_DW:
    case SIM_REGISTER_IDENTITY:
    case SIM_REGISTER_SELECTOR:
        sim_interrupt_write(m, r->kind, offset, value);
        break;
    case SIM_REGISTER_FIXED:
    case SIM_REGISTER_AT_ONCE:
    case SIM_REGISTER_TIME_LOW:
    case SIM_REGISTER_TIME_HIGH:
    case SIM_REGISTER_LOCAL_SIZE:
        break;
    default:
        write_engine(m, e, r->kind, at, value);
    }
}

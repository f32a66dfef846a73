// See registers.h.
#include <stdlib.h>
#include <string.h>

#include "cmd/gen_pack.h"
#include "sim/chip/guc.h"
#include "sim/chip/machine.h"
#include "sim/chip/state.h"

// ---- which row

static const struct sim_machine_engine *engine_of(const struct sim_machine *m, uint32_t offset)
{
    for (unsigned i = 0; i < m->engines; i++)
        if (offset - m->engine[i].place->hw.mmio_base < KILN_ENGINE_BLOCK)
            return &m->engine[i];
    return NULL;
}

const struct kiln_register *sim_register_find(const struct sim_machine *m, uint32_t offset, uint32_t *index,
                                              const struct sim_machine_engine **engine)
{
    *engine = engine_of(m, offset);
    if (!*engine) { // of an engine that the chip has elsewhere, or has not
        const struct kiln_register *r = kiln_register_find(m->info, offset, index);
        return r && r->block == KILN_BLOCK_GT ? r : NULL;
    }
    const uint32_t base = (*engine)->place->hw.mmio_base;
    return kiln_register_of_engine(m->info, base, offset - base, index);
}

// ---- life

static void set(struct sim_machine *m, uint32_t offset, uint32_t value)
{
    *sim_register_at(&m->registers, offset) = value;
}

static void reset_row(struct sim_machine *m, const struct kiln_register *r, uint32_t base)
{
    for (uint32_t i = 0; i < r->count; i++)
        set(m, base + r->offset + i * r->stride, r->reset);
}

// Two modules of one size are interleaved, of others the first is alone where it is larger.
static void reset_memory(struct sim_machine *m)
{
    const struct sim_chip *chip = m->chip;
    if (kiln_target_may_swizzle(kiln_target_of(m->info)) && !chip->config.swizzles)
        set(m, GEN_REG_MAD_DIMM + 4, 0);
}

// What is fused off of the largest chip of the generation. Source: Linux i915 intel_sseu.c,
// intel_gt_clock_utils.c, intel_device_info.c.
static void reset_fuses(struct sim_machine *m)
{
    enum { PRODUCTION = 1 << 2 }; // it was sold: xe of Linux 7 asks
    const struct kiln_devinfo *d = m->info;
    uint32_t slices = (1u << d->slices) - 1, subslices = (1u << d->subslices_per_slice) - 1;
    const struct kiln_gt *gt = m->gt;
    const uint32_t off = gt->eu_unit ? 0xff & ~((1u << d->eus_per_subslice / gt->eu_unit) - 1) : 0;
    if (gt->fuse2_bits) {
        uint32_t subslices_off = ~subslices & ((1u << gt->fuse2_bits) - 1);
        set(m, GEN_REG_FUSE2, slices << 25 | subslices_off << gt->fuse2_at | PRODUCTION);
    } else {
        set(m, GEN_REG_FUSE2, PRODUCTION);
        set(m, GEN_REG_GT_SLICE_ENABLE, slices);
        set(m, GEN_REG_GT_SUBSLICES, gt->subslices_on ? subslices : 0xff & ~subslices);
        set(m, GEN_REG_GT_MEDIA_DISABLE, 0); // none
        set(m, GEN_REG_RPM_CONFIG0, gt->rpm_config);
    }
    for (uint32_t i = 0; i < gt->eu_registers; i++)
        set(m, GEN_REG_EU_DISABLE + 4 * i, gt->eu_registers > 1 ? off * 0x01010101 : off);
}

void sim_registers_reset(struct sim_machine *m)
{
    memset(m->registers.value, 0, SIM_REGISTERS_SIZE);
    m->registers.unknown = 0;
    for (unsigned i = 0; i < kiln_register_count(); i++) {
        const struct kiln_register *r = kiln_register_row(i);
        if (!(r->chips >> m->info->platform & 1))
            continue;
        if (r->block == KILN_BLOCK_GT)
            reset_row(m, r, 0);
        for (unsigned k = 0; k < m->engines && r->block != KILN_BLOCK_GT; k++)
            if (r->block == KILN_BLOCK_ENGINE || k == (r->block == KILN_BLOCK_COPY))
                reset_row(m, r, m->engine[k].place->hw.mmio_base);
    }
    reset_fuses(m);
    reset_memory(m);
    sim_interrupt_reset(m);
    sim_guc_reset(m);
    sim_observation_changed(m);
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
    const struct kiln_register *r = sim_register_find(m, offset, &index, &e);
    uint32_t value = *sim_register_at(&m->registers, offset);
    m->registers.unknown += !r;
    switch (r ? r->kind : KILN_REGISTER_KEEPS) {
    case KILN_REGISTER_MI_MODE: // bit 9: the ring is idle
        return value | 1u << 9;
    case KILN_REGISTER_STATUS_LOW:
        return e->active ? 1u << 31 : 0;
    case KILN_REGISTER_STATUS_HIGH: // which context: how a kernel finds the guilty one
        return e->active ? (uint32_t)(e->port[0] >> 32) : 0;
    case KILN_REGISTER_TIME_LOW:
        return (uint32_t)sim_chip_timestamp(m->chip);
    case KILN_REGISTER_TIME_HIGH:
        return (uint32_t)(sim_chip_timestamp(m->chip) >> 32);
    case KILN_REGISTER_LOCAL_SIZE:
        return (uint32_t)m->bus.local_size;
    case KILN_REGISTER_MASTER:
    case KILN_REGISTER_INTR_DW:
    case KILN_REGISTER_IDENTITY:
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
    enum { WHOLE = 1 };
    if (m->gt->guc_reset && value & (WHOLE | m->gt->guc_reset))
        sim_guc_reset(m); // first: it has work for engines that are free
    for (unsigned i = 0; i < m->engines; i++)
        if (value & (WHOLE | m->engine[i].place->reset))
            sim_execlists_reset(&m->engine[i]);
}

static void write_engine(struct sim_machine *m, struct sim_machine_engine *e, enum kiln_register_kind kind,
                         uint32_t *at, uint32_t value)
{
    switch (kind) {
    case KILN_REGISTER_ELSP:
        sim_execlists_elsp(e, value);
        break;
    case KILN_REGISTER_ELSQ_LOAD:
        if (value & 1)
            sim_execlists_load(e);
        break;
    case KILN_REGISTER_RESET_CTL: // bit 0 requests, bit 1: it is ready for a reset
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
    enum { DATA = GEN_REG_PCODE_DATA, COMMAND = 0xff, UNCORE_STATUS = 0x7e };
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
    const struct kiln_register *r = sim_register_find(m, offset, &index, &found);
    uint32_t *at = sim_register_at(&m->registers, offset);
    struct sim_machine_engine *e = found ? &m->engine[found - m->engine] : NULL;
    m->registers.unknown += !r;
    switch (r ? r->kind : KILN_REGISTER_KEEPS) {
    case KILN_REGISTER_KEEPS:
        *at = value;
        break;
    case KILN_REGISTER_RING:
        *at = value & ~r->argument;
        if (m->gt->has_rings)
            sim_rings_written(e, r->place);
        break;
    case KILN_REGISTER_OBSERVES:
        *at = value;
        sim_observation_changed(m);
        break;
    case KILN_REGISTER_MI_MODE:
    case KILN_REGISTER_MASKED:
        *at = masked(*at, value);
        break;
    case KILN_REGISTER_ONES_CLEAR:
        *at &= ~value;
        break;
    case KILN_REGISTER_READY:
        *at = value & ~r->argument;
        break;
    case KILN_REGISTER_LOCKED: // bit 0: valid, and not to be written again
        *at = value | 1;
        break;
    case KILN_REGISTER_FORCEWAKE:
        *at = masked(*at, value);
        set(m, r->argument + 4 * index, *at);
        break;
    case KILN_REGISTER_POWER_WELL: // odd bits request, even ones are the state
        *at = (value & 0xaaaaaaaa) | (value & 0xaaaaaaaa) >> 1;
        break;
    case KILN_REGISTER_LCPLL: // bit 31 stops it, 30: it is locked; 21 asks for another source, 19: it is that
        *at = (value & ~(1u << 30 | 1u << 19)) | (value >> 31 ? 0 : 1u << 30) | (value >> 21 & 1) << 19;
        break;
    case KILN_REGISTER_FOLLOWED:
        *at = (value & ~(1u << (r->argument >> 8))) | (value >> (r->argument & 31) & 1) << (r->argument >> 8);
        break;
    case KILN_REGISTER_PCODE:
        pcode(m, at, value);
        break;
    case KILN_REGISTER_GDRST:
        reset_domains(m, value);
        break;
    case KILN_REGISTER_GUC_DMA: // bit 0 starts the copy, which is over at once; bit 9: HuC's
        if (value & 1)
            sim_guc_boot(m, value >> 9 & 1);
        break;
    case KILN_REGISTER_GUC_NOTIFY:
        sim_guc_notify(m);
        break;
    case KILN_REGISTER_MASTER:
    case KILN_REGISTER_IRQ_KEEPS:
    case KILN_REGISTER_GT_IIR:
    case KILN_REGISTER_INTR_DW:
    case KILN_REGISTER_IDENTITY:
    case KILN_REGISTER_SELECTOR:
        sim_interrupt_write(m, r->kind, offset, value);
        break;
    case KILN_REGISTER_FIXED:
    case KILN_REGISTER_AT_ONCE:
    case KILN_REGISTER_TIME_LOW:
    case KILN_REGISTER_TIME_HIGH:
    case KILN_REGISTER_LOCAL_SIZE:
        break;
    default:
        write_engine(m, e, r->kind, at, value);
    }
}

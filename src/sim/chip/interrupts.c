// Interrupts, from an engine's to the bus: Gen7.5's two and Gen8's four banks of mask, pending and enable
// bits; from Gen11 two dwords of sources, each with an identity that is read through a selector. Sources: PRM
// SKL vol2c (GT Interrupt registers), ICLLP vol2c (GT_INTR_DW, INTR_IDENTITY); Linux i915 gen8_gt_irq_*,
// gen11_gt_irq.c.
#include <string.h>

#include "cmd/gen_pack.h"
#include "sim/chip/machine.h"

enum {
    RENDER_COPY_ENABLE = GEN_REG_RENDER_COPY_INTR_ENABLE, // from Gen11: 31:16 render, 15:0 copy; then video,
                                                          // and video enhancement
    VIDEO_ENABLE = GEN_REG_VCS_VECS_INTR_ENABLE,
    SOURCES = GEN_REG_GT_INTR_DW,
    SELECTOR = GEN_REG_IIR_SELECTOR,
    GUC_BIT = 25, // of the first dword of sources
    GUC_MESSAGE = 1 << 15,
    OTHER = 4, // the class of what is no engine
    RENDER = 0,
    COPY = 3,
    VIDEO = 1,
    ENABLED = 1u << 31,
    VALID = 1u << 31,
};

static uint32_t get(struct sim_machine *m, uint32_t offset)
{
    return *sim_register_at(&m->registers, offset);
}

enum bank_register { IMR = GEN_REG_GT_IMR, IIR = GEN_REG_GT_IIR, IER = GEN_REG_GT_IER };

// Of a bank: 16 bytes on from the one before.
static uint32_t bank_at(const struct sim_machine *m, enum bank_register which, uint32_t bank)
{
    enum { EARLIER = GEN_REG_GT_IMR - GEN_REG_GT_IMR_GEN7 };
    return which + 16 * bank - (m->gt->has_rings ? EARLIER : 0);
}

// What the master register shows below its enable bit.
static uint32_t pending(struct sim_machine *m)
{
    // Bits of the master by bank: the low half of a bank, the high one.
    static const uint8_t bits[SIM_MACHINE_BANKS][2] = {{1, 2}, {4, 8}, {0x10, 0x10}, {0x40, 0x40}};
    uint32_t out = 0;
    if (m->gt->has_interrupt_sources)
        return (m->interrupts.sources[0] ? 1 : 0) | (m->interrupts.sources[1] ? 2 : 0);
    for (uint32_t bank = 0; bank < (m->gt->has_rings ? 2 : SIM_MACHINE_BANKS); bank++) {
        uint32_t on = get(m, bank_at(m, IIR, bank)) & get(m, bank_at(m, IER, bank));
        out |= (on & 0xffff ? bits[bank][0] : 0) | (on >> 16 ? bits[bank][1] : 0);
    }
    return out;
}

// The register whose bit 31 lets interrupts out: chips with memory of their own have one above Gen11's.
static uint32_t master(const struct sim_machine *m)
{
    enum {
        GEN7 = GEN_REG_DEIER,
        GEN8 = GEN_REG_MASTER_IRQ,
        GEN11 = GEN_REG_GFX_MSTR_IRQ,
        DG1 = GEN_REG_GFX_MSTR_IRQ_DG1
    };
    return m->info->has_local_memory      ? DG1
           : m->gt->has_interrupt_sources ? GEN11
           : m->gt->has_rings             ? GEN7
                                          : GEN8;
}

static void update(struct sim_machine *m)
{
    if (get(m, master(m)) & ENABLED && pending(m))
        m->bus.interrupt(m->bus.of);
}

static uint32_t enabled_of(struct sim_machine *m, const struct sim_engine_place *p)
{
    uint32_t e = get(m, p->class == RENDER || p->class == COPY ? RENDER_COPY_ENABLE : VIDEO_ENABLE);
    return p->class == RENDER || p->class == VIDEO ? e >> 16 : e & 0xffff;
}

void sim_interrupt_raise(struct sim_machine_engine *e, uint32_t bits)
{
    struct sim_machine *m = e->machine;
    const struct sim_engine_place *p = e->place;
    if (m->gt->has_interrupt_sources) {
        bits &= enabled_of(m, p);
        m->interrupts.pending[p->bank][p->bit] |= (uint16_t)bits;
        if (bits)
            m->interrupts.sources[p->bank] |= 1u << p->bit;
    } else {
        // The engine's own mask has its bits where its bank has them.
        bits = bits << p->bit & ~get(m, p->hw.mmio_base + GEN_REG_RING_IMR - KILN_RENDER_BASE) &
               ~get(m, bank_at(m, IMR, p->bank));
        uint32_t *identity = sim_register_at(&m->registers, bank_at(m, IIR, p->bank));
        const uint32_t told = bits & ~get(m, p->hw.mmio_base + GEN_REG_RING_HWSTAM - KILN_RENDER_BASE);
        uint32_t *page =
            told && m->gt->has_rings
                ? (uint32_t *)(void *)sim_guest_global(&m->global, sim_engine_status_page(e), true)
                : NULL;
        if (page) // the status page's first dword
            __atomic_store_n(page, told, __ATOMIC_RELEASE);
        m->interrupts.second[p->bank] |= *identity & bits;
        *identity |= bits;
    }
    if (bits)
        update(m);
}

void sim_interrupt_guc(struct sim_machine *m)
{
    m->interrupts.pending[0][GUC_BIT] |= GUC_MESSAGE;
    m->interrupts.sources[0] |= 1u << GUC_BIT;
    update(m);
}

uint32_t sim_interrupt_read(struct sim_machine *m, enum kiln_register_kind kind, uint32_t offset)
{
    switch (kind) {
    case KILN_REGISTER_MASTER:
        if (offset != master(m)) // below another one: what is pending
            return pending(m);
        if (m->info->has_local_memory) // one bit for each tile
            return (get(m, offset) & ENABLED) | (pending(m) ? 1 : 0);
        return (get(m, offset) & ENABLED) | pending(m);
    case KILN_REGISTER_INTR_DW:
        return m->interrupts.sources[(offset - SOURCES) / 4];
    default:
        return m->interrupts.identity_valid ? m->interrupts.identity | VALID : 0;
    }
}

// The identity of the source that is chosen: what is pending of it, class and instance. It is taken with
// that.
static void choose(struct sim_machine *m, unsigned bank, uint32_t value)
{
    if (!value)
        return;
    unsigned bit = (unsigned)__builtin_ctz(value);
    uint32_t who = bank == 0 && bit == GUC_BIT ? OTHER << 16 : UINT32_MAX;
    for (unsigned i = 0; i < m->engines; i++) {
        const struct sim_engine_place *p = m->engine[i].place;
        if (p->bank == bank && p->bit == bit)
            who = (uint32_t)p->class << 16 | (uint32_t)p->instance << 20;
    }
    if (who == UINT32_MAX)
        return;
    m->interrupts.identity = m->interrupts.pending[bank][bit] | who;
    m->interrupts.pending[bank][bit] = 0;
    m->interrupts.identity_valid = true;
}

// What came after a source's identity was taken stays.
static void clear_sources(struct sim_machine *m, unsigned bank, uint32_t value)
{
    m->interrupts.sources[bank] &= ~value;
    for (unsigned i = 0; i < 32; i++)
        if (m->interrupts.pending[bank][i])
            m->interrupts.sources[bank] |= 1u << i;
}

// Gen8's pending bits remember one more event each, which shows when the first is cleared.
static void clear_bank(struct sim_machine *m, unsigned bank, uint32_t value)
{
    uint32_t *identity = sim_register_at(&m->registers, bank_at(m, IIR, bank)),
             *second = &m->interrupts.second[bank];
    *identity = (*identity & ~value) | (*second & value);
    *second &= ~value;
    update(m);
}

void sim_interrupt_write(struct sim_machine *m, enum kiln_register_kind kind, uint32_t offset, uint32_t value)
{
    uint32_t *at = sim_register_at(&m->registers, offset);
    switch (kind) {
    case KILN_REGISTER_MASTER:
        if (offset == master(m))
            *at = value & ENABLED;
        update(m);
        break;
    case KILN_REGISTER_INTR_DW:
        clear_sources(m, (offset - SOURCES) / 4, value);
        break;
    case KILN_REGISTER_SELECTOR:
        *at = value;
        choose(m, (offset - SELECTOR) / 4, value);
        break;
    case KILN_REGISTER_IDENTITY:
        m->interrupts.identity_valid = false;
        break;
    case KILN_REGISTER_GT_IIR:
        clear_bank(m, (offset - bank_at(m, IIR, 0)) / 16, value);
        break;
    default:
        *at = value;
        update(m);
    }
}

void sim_interrupt_reset(struct sim_machine *m)
{
    memset(&m->interrupts, 0, sizeof(m->interrupts));
}

// What a data port message addresses: binding tables, surface states, stateless memory, shared local memory.
// Source: PRM KBL vol2d RENDER_SURFACE_STATE, MDC_BTS_SLM_A32, MHC_A32_BBA; Mesa isl_surface_state.c for how
// buffer sizes are spread over width, height and depth.
#include <stdio.h>

#include "hw/rules.h"
#include "hw/target.h"
#include "sim/memory/caches.h"
#include "sim/ports/dataport.h"
#include "sim/ports/late.h"
#include "util/log.h"

enum { PAGE = 4096 };

// ---- surfaces

bool sim_state_read(struct sim_group *g, uint64_t address, void *out, size_t size)
{
    struct sim_tlb *tlb = &g->clients[SIM_CLIENT_MEMORY];
    if (!tlb->caches)
        return sim_tlb_read(tlb, address, out, size);
    for (uint8_t *to = out; size;) {
        size_t n = PAGE - (address & (PAGE - 1));
        const uint8_t *host = sim_tlb_ptr(tlb, address, SIM_READ);
        if (!host)
            return false;
        if (n > size)
            n = size;
        if (!sim_caches_state(tlb->caches, host, to, n) && KILN_DEBUG(STALE))
            kiln_log("stale: a state at 0x%llx is read as the state cache has it; it has changed, and the "
                     "cache has "
                     "not been invalidated since",
                     (unsigned long long)address);
        to += n;
        address += n;
        size -= n;
    }
    return true;
}

// Gen7.5 and Gen8 have no table.
bool sim_uncached(const struct sim_launch *w, const struct sim_surface *s)
{
    const struct kiln_target *t = kiln_target_of(w->devinfo);
    if (!kiln_target_has_mocs_table(t))
        return !kiln_target_mocs_is_l3(t, s ? s->state.mocs : w->stateless_mocs);
    uint32_t entry = (s ? s->state.mocs : w->stateless_mocs) >> 1;
    return w->devinfo->uncached_mocs >> entry & 1;
}

// Of buffers nothing is asked: no display shows them.
static bool keeps_shared_mocs(struct sim_msg *m, const struct sim_surface *s)
{
    enum { TYPE_SHIFT = 5 }; // memory type of Gen8, 0: the page tables'
    const struct sim_launch *w = m->t->group->launch;
    bool by_pages = kiln_target_has_mocs_table(m->t->program->target)
                        ? s->state.mocs >> 1 == w->devinfo->mocs_shared >> 1
                        : !(s->state.mocs >> TYPE_SHIFT);
    bool image = s->type == GEN_SURFTYPE_1D || s->type == GEN_SURFTYPE_2D || s->type == GEN_SURFTYPE_3D ||
                 s->type == GEN_SURFTYPE_CUBE;
    if (!w->is_shared || !image || by_pages || !w->is_shared(w->job_of, s->base))
        return true;
    sim_thread_fault(m->t, m->u, SIM_FAULT_ILLEGAL, s->base, -1,
                     "rule %s: an image at 0x%llx, which others see, with MOCS 0x%x",
                     kiln_rule_info(KILN_RULE_MOCS_SHARED)->name, (unsigned long long)s->base, s->state.mocs);
    return false;
}

static bool read_state(struct sim_msg *m, uint64_t address, struct sim_surface *s)
{
    uint32_t dw[gen_RENDER_SURFACE_STATE_LENGTH] = {0};
    const struct kiln_target *target = m->t->program->target;
    if (!sim_state_read(m->t->group, address, dw, sim_surface_dwords(target) * sizeof(*dw))) {
        sim_thread_fault(m->t, m->u, SIM_FAULT_PAGE, address, -1, "surface state at unmapped address 0x%llx",
                         (unsigned long long)address);
        return false;
    }
    sim_surface_unpack(s, dw, target);
    sim_surface_swizzle(s, m->t->group->launch->swizzles);
    s->valid = true;
    return keeps_shared_mocs(m, s);
}

// The surface of a binding table entry; looked up once a walker and host thread.
static const struct sim_surface *bound_surface(struct sim_msg *m, unsigned bti)
{
    struct sim_group *g = m->t->group;
    struct sim_surface *s = &g->surfaces[bti];
    if (s->valid)
        return s;
    uint64_t base = g->launch->surface_base;
    uint64_t entry_at = g->launch->table_base + g->launch->binding_table + 4 * bti;
    uint32_t entry;
    if (!sim_state_read(g, entry_at, &entry, 4)) {
        sim_thread_fault(m->t, m->u, SIM_FAULT_PAGE, entry_at, -1,
                         "binding table entry %u at unmapped address 0x%llx", bti,
                         (unsigned long long)entry_at);
        return NULL;
    }
    return read_state(m, base + (entry & ~(sim_surface_dwords(m->t->program->target) * 4 - 1)), s) ? s : NULL;
}

// A state that the message names itself.
static const struct sim_surface *named_surface(struct sim_msg *m)
{
    struct sim_group *g = m->t->group;
    struct sim_surface *s = &g->surfaces[m->send->index]; // not cached: a different one each time
    uint64_t base =
        m->send->space == SIM_SEND_STATE ? g->launch->surface_base : g->launch->bindless_surface_base;
    return read_state(m, base + m->send->state, s) ? s : NULL;
}

static void uncached(struct sim_msg *m, const struct sim_surface *s)
{
    struct sim_group *g = m->t->group;
    if (m->tlb == g->tlb && m->tlb->client == SIM_CLIENT_DATA && sim_uncached(g->launch, s))
        m->tlb = &g->clients[SIM_CLIENT_MEMORY];
}

bool sim_msg_space(struct sim_msg *m, const uint8_t *header, struct sim_space *out)
{
    const struct sim_group *g = m->t->group;
    *out = (struct sim_space){.index = m->send->index};
    switch ((enum sim_send_space)m->send->space) {
    case SIM_SEND_A64:
        out->index = SIM_SPACE_A64;
        out->size = UINT64_MAX;
        return true;
    case SIM_SEND_SHARED:
        if (kiln_target_has_slm_index(m->t->program->target) &&
            (sim_rf32(m->t, SIM_RF_STATE + 4) >> 8 & 15) != g->slm_index) {
            sim_thread_fault(m->t, m->u, SIM_FAULT_ILLEGAL, 0, -1,
                             "rule %s: sr0.1 does not name the group's shared memory",
                             kiln_rule_info(KILN_RULE_SLM_INDEX)->name);
            return false;
        }
        out->slm = true;
        out->size = g->slm_size;
        return true;
    case SIM_SEND_STATELESS:
        out->base = g->launch->general_base;
        if (header)
            out->base += sim_msg_u32(header, 5) & ~1023u;
        out->size = UINT64_MAX;
        uncached(m, NULL);
        return true;
    case SIM_SEND_RESERVED:
        return sim_msg_illegal(m, "reserved binding table index");
    case SIM_SEND_SURFACE:
    case SIM_SEND_BINDLESS:
    case SIM_SEND_STATE:
        break;
    }
    out->surface = m->send->space != SIM_SEND_SURFACE ? named_surface(m) : bound_surface(m, out->index);
    if (!out->surface)
        return false;
    out->base = out->surface->base;
    out->size = out->surface->size;
    out->null = out->surface->type == GEN_SURFTYPE_NULL;
    if (out->surface->type == GEN_SURFTYPE_SCRATCH) { // an entry for each thread
        out->index = SIM_SPACE_SCRATCH;
        out->base += (uint64_t)m->t->scratch_id * out->surface->stride;
        out->size = m->t->scratch_id < out->surface->width ? out->surface->stride : 0;
    }
    uncached(m, out->surface);
    return true;
}

unsigned sim_space_dims(const struct sim_space *s)
{
    return s->surface && s->surface->type == GEN_SURFTYPE_STRBUF ? 2 : 1;
}

bool sim_slot_offset(struct sim_msg *m, const struct sim_space *s, const uint8_t *addr, unsigned i,
                     uint64_t *out)
{
    const bool a64 = sim_msg_is_a64(m);
    if (m->shadow)
        m->t->group->observer->shadow->address(m, addr + (a64 ? 8 : 4) * i, a64 ? 8 : 4, i);
    if (a64) {
        *out = sim_msg_u64(addr, i) + (uint64_t)(int64_t)m->send->add;
        return true;
    }
    uint32_t u = sim_msg_u32(addr, i) + (uint32_t)m->send->add;
    // Shared local memory has 64 KiB of addresses; Intel's OpenCL compiler sets bit 28 of its pointers, so
    // that none is null, and sends them as they are.
    if (s->slm)
        u &= 0xffff;
    *out = u;
    if (sim_space_dims(s) == 2) {
        uint32_t v = sim_msg_u32(addr + 4 * m->send->slots, i);
        // Outside the structure or the array: out of bounds.
        *out = u < s->surface->width && v < s->surface->stride ? (uint64_t)u * s->surface->stride + v
                                                               : UINT64_MAX - 256;
    }
    return true;
}

// ---- memory

static void page_fault(struct sim_msg *m, uint64_t address, enum sim_access access, int lane)
{
    sim_thread_fault(m->t, m->u, SIM_FAULT_PAGE, address, lane, "%s of 0x%llx, which is not mapped",
                     access == SIM_READ ? "read" : "write", (unsigned long long)address);
    m->t->group->fault->write = access == SIM_WRITE;
}

// Scratch is the thread's alone.
uint8_t *sim_msg_late(struct sim_msg *m, const struct sim_space *s, uint8_t *p, unsigned size,
                      enum sim_access access)
{
    if (access == SIM_WRITE && !m->atomic && s->index != SIM_SPACE_SCRATCH)
        return sim_late_put(m->t->late, m->t->sends, p, size);
    sim_late_see(m->t->late, p, size);
    return p;
}

uint8_t *sim_memory_at_once(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                            enum sim_access access, int lane, bool *ok)
{
    if (!sim_within(s, offset, size))
        return NULL;
    if (s->slm)
        return m->t->group->slm + offset;
    if (((s->base + offset) & (PAGE - 1)) + size > PAGE) {
        *ok = sim_msg_illegal(m, "an access that straddles pages");
        return NULL;
    }
    uint8_t *p = sim_tlb_ptr(m->tlb, s->base + offset, access);
    if (!p) {
        page_fault(m, s->base + offset, access, lane);
        *ok = false;
    }
    return p;
}

uint8_t *sim_memory_late(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                         enum sim_access access, int lane, bool *ok)
{
    uint8_t *p = sim_memory_at_once(m, s, offset, size, access, lane, ok);
    return p && (!s->slm || m->t->late->slm) ? sim_msg_late(m, s, p, size, access) : p;
}

bool sim_mem_read(struct sim_msg *m, const struct sim_space *s, uint64_t offset, void *out, unsigned size,
                  unsigned unit, int lane)
{
    uint8_t *o = out;
    bool ok = true;
    while (size) {
        unsigned to_page = PAGE - (unsigned)((s->base + offset) & (PAGE - 1));
        unsigned n = size < to_page || s->slm ? size : to_page;
        if (!sim_within(s, offset, n) && n > unit)
            n = unit;
        const uint8_t *p = sim_mem_ptr(m, s, offset, n, SIM_READ, lane, &ok);
        if (!ok)
            return false;
        if (p)
            memcpy(o, p, n);
        else
            memset(o, 0, n);
        o += n;
        offset += n;
        size -= n;
    }
    return true;
}

bool sim_mem_write(struct sim_msg *m, const struct sim_space *s, uint64_t offset, const void *data,
                   unsigned size, unsigned unit, int lane)
{
    const uint8_t *d = data;
    bool ok = true;
    while (size) {
        unsigned to_page = PAGE - (unsigned)((s->base + offset) & (PAGE - 1));
        unsigned n = size < to_page || s->slm ? size : to_page;
        if (!sim_within(s, offset, n) && n > unit)
            n = unit;
        uint8_t *p = sim_mem_ptr(m, s, offset, n, SIM_WRITE, lane, &ok);
        if (!ok)
            return false;
        if (p)
            memcpy(p, d, n);
        d += n;
        offset += n;
        size -= n;
    }
    return true;
}

// ---- messages

static bool fence(struct sim_msg *m)
{
    if (m->dst && m->rlen)
        memset(m->dst, 0, SIM_GRF_BYTES * m->rlen);
    // From Gen11 shared memory's fence is one, and that of all else another.
    const bool shared = m->send->space == SIM_SEND_SHARED;
    m->t->group->observer->fence(m, shared);
    if (m->t->late && m->t->late->slm)
        sim_late_settle_part(m->t->late, shared);
    else if (m->t->late)
        sim_late_settle(m->t->late);
    __atomic_thread_fence(__ATOMIC_SEQ_CST); // within a host thread accesses are in order
    return true;
}

bool sim_dataport_message(struct sim_msg *m)
{
    struct sim_space s;
    if (m->send->kind == SIM_SEND_FENCE)
        return fence(m);
    const uint8_t *header = m->header ? sim_msg_payload(m, 0, 1) : NULL;
    if ((m->header && !header) || !sim_msg_space(m, header, &s))
        return false;
    switch ((enum sim_send_kind)m->send->kind) {
    case SIM_SEND_UNTYPED:
        return sim_untyped(m, &s);
    case SIM_SEND_SCATTERED:
        return sim_scattered(m, &s);
    case SIM_SEND_ATOMIC:
        return sim_atomic(m, &s);
    case SIM_SEND_UNTYPED_4X2:
        return sim_untyped_4x2(m, &s);
    case SIM_SEND_BLOCK:
        return sim_block(m, &s);
    case SIM_SEND_DUAL_BLOCK:
        return sim_dual_block(m, &s);
    case SIM_SEND_SCRATCH:
        return sim_scratch_block(m, &s);
    case SIM_SEND_TYPED:
        return sim_typed_access(m, &s);
    case SIM_SEND_TYPED_ATOMIC:
        return sim_typed_atomic(m, &s);
    case SIM_SEND_MEDIA:
        return sim_media_block(m, &s);
    default:
        return sim_msg_unimplemented(m, "message to this shared function");
    }
}

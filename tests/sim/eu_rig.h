// A bench for EU code without a command streamer: a flat piece of GPU memory instead of page tables, and a
// walker whose state a test fills in. Linked instead of gtt.c, whose functions it replaces.
#ifndef KILN_TESTS_SIM_EU_RIG_H
#define KILN_TESTS_SIM_EU_RIG_H

#include <sys/mman.h>

#include "kt.h"
#include "kiln/isa.h"
#include "cmd/gen_table.h"
#include "eu_pool.h"
#include "sim/dispatch/dispatch.h"
#include "hw/target.h"
#include "sim/gpgpu/media.h"

#pragma GCC diagnostic ignored "-Wunused-function"

enum { RIG_BYTES = 8 << 20, RIG_GUARD = 4096 };
#define RIG_BASE UINT64_C(0x10000000)
// Where things lie, from RIG_BASE
enum {
    RIG_CODE = 0,
    RIG_STATE = 0x100000,
    RIG_INDIRECT = 0x140000,
    RIG_SCRATCH = 0x180000,
    RIG_DATA = 0x200000
};

struct sim_pages {
    uint8_t *mem;
};

uint8_t *sim_tlb_miss(struct sim_tlb *tlb, uint64_t addr, enum sim_access access)
{
    (void)access;
    addr &= UINT64_C(0xffffffffffff);
    if (addr < RIG_BASE || addr >= RIG_BASE + RIG_BYTES)
        return NULL;
    unsigned slot = (unsigned)(addr >> 12) & 255;
    tlb->entry[slot].page = addr >> 12;
    tlb->entry[slot].host = tlb->pages->mem + ((addr - RIG_BASE) & ~UINT64_C(4095));
    tlb->entry[slot].writable = true;
    return tlb->entry[slot].host + (addr & 4095);
}

uint8_t *sim_tlb_probe(struct sim_tlb *tlb, uint64_t addr, enum sim_access access)
{
    return sim_tlb_miss(tlb, addr, access);
}

bool sim_tlb_read(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size)
{
    if (addr < RIG_BASE || addr + size > RIG_BASE + RIG_BYTES)
        return false;
    memcpy(out, tlb->pages->mem + (addr - RIG_BASE), size);
    return true;
}

bool sim_tlb_write(struct sim_tlb *tlb, uint64_t addr, const void *data, size_t size)
{
    if (addr < RIG_BASE || addr + size > RIG_BASE + RIG_BYTES)
        return false;
    memcpy(tlb->pages->mem + (addr - RIG_BASE), data, size);
    return true;
}

bool sim_tlb_peek(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size)
{
    return sim_tlb_read(tlb, addr, out, size);
}

static const char *rig_device = "skl"; // of rigs and benches made from now on

// Of programs made from now on: with twice the registers (kiln_target_large).
static bool rig_large;

static const struct kiln_target *rig_target(void)
{
    const struct kiln_target *t = kiln_target(rig_device);
    return rig_large ? kiln_target_large(t) : t;
}

struct rig {
    struct sim_pages pages;
    struct sim_launch w;
    struct sim_media m;
    struct sim_dispatch_stats stats;
    struct sim_fault fault;
    unsigned host_threads;
    unsigned surfaces;
    size_t code_bytes; // that were loaded
};

static void rig_init(struct rig *r)
{
    memset(r, 0, sizeof(*r));
    // Zeros where they are touched, which is little of it; and nothing behind it.
    r->pages.mem =
        mmap(NULL, RIG_BYTES + RIG_GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(r->pages.mem + RIG_BYTES, RIG_GUARD, PROT_NONE);
    r->host_threads = 1;
    r->w.pages = &r->pages;
    r->w.devinfo = kiln_target(rig_device)->dev;
    r->w.large_registers = rig_large;
    r->m.slm_enabled = true;
    r->m.sba.instruction_base_address = RIG_BASE + RIG_CODE;
    r->m.sba.surface_state_base_address = RIG_BASE + RIG_STATE;
    r->m.sba.indirect_object_base_address = RIG_BASE + RIG_INDIRECT;
    r->m.sba.general_state_base_address = RIG_BASE;
    r->m.vfe.scratch_space_base_pointer = RIG_SCRATCH;
    r->m.vfe.maximum_number_of_threads = 167;
    r->m.idd.barrier_enable = true;
    r->m.walker.thread_group_id_x_dimension = 1;
    r->m.walker.thread_group_id_y_dimension = 1;
    r->m.walker.thread_group_id_z_dimension = 1;
    r->m.walker.right_execution_mask = 0xffffffff;
    r->m.walker.bottom_execution_mask = 0xffffffff;
    r->w.instruction_budget = 1 << 20;
    sim_media_launch(&r->m, &r->w, &r->fault);
}

static void rig_finish(struct rig *r)
{
    munmap(r->pages.mem, RIG_BYTES + RIG_GUARD);
}

static void *rig_data(struct rig *r, uint32_t offset)
{
    return r->pages.mem + RIG_DATA + offset;
}

static uint64_t rig_address(uint32_t offset)
{
    return RIG_BASE + RIG_DATA + offset;
}

// Adds a raw buffer surface as the next binding table entry.
static void rig_surface(struct rig *r, uint32_t offset, uint32_t size)
{
    uint32_t entry = 0x1000 + 64 * r->surfaces;
    uint32_t last = size - 1;
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = GEN_SURFTYPE_BUFFER,
        .surface_format = 0x1ff, // RAW
        .width = last & 0x7f,
        .height = last >> 7 & 0x3fff,
        .depth = last >> 21,
        .surface_base_address = rig_address(offset),
    };
    uint32_t dw[GEN_OWN_MAX] = {0};
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
    gen_own(GEN_CMD_RENDER_SURFACE_STATE, kiln_target(rig_device)->isa, dw);
    memcpy(r->pages.mem + RIG_STATE + entry, dw, gen_RENDER_SURFACE_STATE_LENGTH * 4);
    memcpy(r->pages.mem + RIG_STATE + 4 * r->surfaces++, &entry, 4);
}

// SIMD width and threads per group; `lanes`: work items of the group (0: all channels of all threads).
static void rig_shape(struct rig *r, unsigned simd, unsigned threads, unsigned lanes, unsigned groups)
{
    r->m.walker.simd_size = simd == 8 ? 0 : simd == 16 ? 1 : 2;
    r->m.walker.thread_width_counter_maximum = threads - 1;
    r->m.walker.thread_group_id_x_dimension = groups;
    r->m.idd.number_of_threads_in_gpgpu_thread_group = threads;
    unsigned rest = lanes % simd;
    r->m.walker.right_execution_mask = rest ? (1u << rest) - 1 : 0xffffffff;
}

static bool rig_load(struct rig *r, const char *text)
{
    uint8_t *code;
    size_t size;
    struct eu_error err;
    if (!kt_ok(eu_assemble(kiln_target(rig_device), text, &code, &size, &err), "assembling: %s", err.text))
        return false;
    if (size < r->code_bytes)
        memset(r->pages.mem + RIG_CODE + size, 0, r->code_bytes - size);
    memcpy(r->pages.mem + RIG_CODE, code, size);
    r->code_bytes = size;
    free(code);
    return true;
}

static bool rig_walk(struct rig *r, struct sim_eu_pool *pool)
{
    return sim_media_launch(&r->m, &r->w, &r->fault) &&
           sim_dispatch_walker(pool, &r->w, &r->stats, &r->fault);
}

static bool rig_dispatch(struct rig *r)
{
    struct sim_eu_pool *pool = eu_pool(r->host_threads);
    bool ok = rig_walk(r, pool);
    sim_eu_pool_destroy(pool);
    return ok;
}

// Assembles and runs; false after a fault, which is a failed check.
static bool rig_run(struct rig *r, const char *text)
{
    return rig_load(r, text) && kt_ok(rig_dispatch(r), "%s", r->fault.text);
}

#endif

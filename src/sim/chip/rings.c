// Rings that registers drive, and contexts that a ring names: what chips before execlists have.
//
// A kernel moves RING_TAIL, and the engine executes up to there; MI_SET_CONTEXT stops the streamer, for the
// context's state to be exchanged, and it goes on after it. The page directory lies in the global page table
// itself, at PP_DIR_BASE, which the ring loads. Sources: PRM SNB vol1p2 1.2 (per-process tables), 4 (rings),
// PRM LKF vol8 MI_SET_CONTEXT; Linux i915 intel_ring_submission.c, gen6_ppgtt.c (gen6_write_pde, pd_offset).
#include "cmd/gen_pack.h"
#include "sim/chip/machine.h"

enum { HEAD_MASK = 0x1ffffc, TAIL_MASK = 0x1ffff8, VALID = 1, PAGES_SHIFT = 12, PAGES = 0x1ff };

static uint32_t get(struct sim_machine_engine *e, uint32_t number)
{
    return *sim_register_at(&e->machine->registers, e->place->hw.mmio_base + number - KILN_RENDER_BASE);
}

// Bytes from the begin of the global page table. The register counts 64 of them, from its bit 16 on.
static uint64_t directory(struct sim_machine_engine *e)
{
    return (get(e, GEN_REG_PP_DIR_BASE) >> 16) * UINT64_C(64);
}

static bool is_empty(struct sim_machine_engine *e)
{
    return !(get(e, GEN_REG_RING_CTL) & VALID) ||
           (get(e, GEN_REG_RING_HEAD) & HEAD_MASK) == (get(e, GEN_REG_RING_TAIL) & TAIL_MASK);
}

void sim_rings_written(struct sim_machine_engine *e, unsigned place)
{
    if (place == KILN_PLACE(PP_DIR_BASE))
        sim_ring_move_space(e, directory(e));
    pthread_cond_broadcast(&e->wakes);
}

bool sim_rings_take(struct sim_machine_engine *e)
{
    if (!e->machine->gt->has_rings || is_empty(e))
        return false;
    sim_engine_set_active(e, true);
    return true;
}

static bool load(struct sim_machine_engine *e)
{
    static const uint32_t reports[4] = {0, 64 << 10, 0, 128 << 10}; // PRM SNB vol1p2 5.3.4
    struct sim_machine *m = e->machine;
    struct sim_context_image *image = &e->image;
    if (!image->state)
        image->state = sim_image_of_ring(e, 0, false);
    image->start = get(e, GEN_REG_RING_START) & ~4095u;
    image->head = get(e, GEN_REG_RING_HEAD) & HEAD_MASK;
    image->tail = get(e, GEN_REG_RING_TAIL) & TAIL_MASK;
    image->size = ((get(e, GEN_REG_RING_CTL) >> PAGES_SHIFT & PAGES) + 1) * 4096;
    image->report = reports[get(e, GEN_REG_RING_CTL) >> 1 & 3];
    image->space = (struct sim_guest_space){
        .pages.walk = sim_guest_walk,
        .bus = &m->bus,
        .levels = 2,
        .narrow = true,
        .address_mask = m->global.address_mask,
        .root = {directory(e)},
    };
    return image->state;
}

// False: there is no memory for it.
static bool set_context(struct sim_machine_engine *e)
{
    enum { RESTORE_INHIBIT = 1, PLACE = 0xfffff000 };
    struct sim_context_image *image = &e->image;
    const uint32_t place = image->next & PLACE;
    const bool stays = image->state && image->state->place == place;
    if (stays && !(image->next & RESTORE_INHIBIT))
        return true;
    if (!stays)
        sim_image_leave_ring(e);
    image->state = sim_image_of_ring(e, place, !(image->next & RESTORE_INHIBIT));
    *sim_register_at(&e->machine->registers, e->place->hw.mmio_base + GEN_REG_CCID - KILN_RENDER_BASE) =
        place | VALID;
    return image->state;
}

void sim_rings_work(struct sim_machine_engine *e)
{
    if (is_empty(e)) {
        sim_engine_set_active(e, false);
        return;
    }
    switch (load(e) ? sim_ring_execute(e) : SIM_RING_HUNG) {
    case SIM_RING_CONTEXT:
        e->hung = !set_context(e);
        break;
    case SIM_RING_BLOCKED:
        sim_engine_nap(e);
        break;
    case SIM_RING_HUNG:
        e->hung = true;
        break;
    default:
        break;
    }
}

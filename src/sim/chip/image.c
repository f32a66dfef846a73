// Context images: what an engine loads of one and saves into it.
//
// The register page is what the hardware's is: ring, timestamp and page directories at fixed places, and
// lists of registers with their values, as MI_LOAD_REGISTER_IMM has them, which are loaded and saved one by
// one. A kernel reads and edits them. The state of pipelines (struct sim_cs_state) is kept here and named by
// a cookie that is saved into the page: a kernel copies images (i915 makes every context of a recorded
// default), and a copy that is loaded gets a copy of the state that its cookie names. Registers of the
// observation unit have fixed places (hw/gt.h). Sources: PRM SKL vol7
// "Register State Context"; Linux i915 intel_lrc_reg.h.
#include <stdlib.h>
#include <string.h>

#include "cmd/gen_pack.h"
#include "sim/chip/machine.h"
#include "sim/chip/state.h"
#include "sim/cs/cs.h"
#include "sim/memory/caches.h"

// Dwords of the register page.
enum {
    IMAGE_CONTROL = 0x03, // bit 0: there is nothing to restore
    IMAGE_HEAD = 0x05,
    IMAGE_TAIL = 0x07,
    IMAGE_START = 0x09,
    IMAGE_CTL = 0x0b,
    IMAGE_TIMESTAMP = 0x23,
    IMAGE_PDP3 = 0x25, // high, then at + 2 low; PDP2, PDP1 and PDP0 follow, 4 each
    IMAGE_PDP0 = 0x31,
    IMAGE_COOKIE = 0x3fe, // after all that any chip saves there
    IMAGE_CHECK = 0x3ff,
};
enum { HEAD_MASK = 0x1ffffc, TAIL_MASK = 0x1ffff8, ADDRESS_MASK = ~4095 };
enum {
    SUPERSEDED = 256
}; // states whose image's place another context has taken, that are kept for copies of the image

struct sim_machine_contexts {
    struct sim_machine_context *first; // the newest first
    uint32_t last_cookie;
};

static uint32_t check_of(uint32_t cookie)
{
    return ~cookie ^ 0x6b696c6e;
}

static struct sim_machine_context *find(struct sim_machine *m, uint32_t cookie)
{
    struct sim_machine_context *c = m->contexts->first;
    while (c && c->cookie != cookie)
        c = c->next;
    return c;
}

static void destroy(struct sim_machine_context *c)
{
    sim_cs_state_destroy(c->cs);
    free(c);
}

// Another context has this place now. What was never copied is forgotten first.
static void supersede(struct sim_machine *m, const struct sim_machine_engine *e, uint32_t place)
{
    unsigned superseded = 0;
    for (struct sim_machine_context **link = &m->contexts->first, *c; (c = *link);) {
        if (c->place == place && c->engine == e && !c->superseded) {
            c->superseded = true;
            sim_ring_abandon(c);
        }
        superseded += c->superseded;
        if (c->superseded && !c->copied && !c->runs && superseded > SUPERSEDED) {
            *link = c->next;
            destroy(c);
        } else {
            link = &c->next;
        }
    }
}

static struct sim_machine_context *add(struct sim_machine *m, const struct sim_machine_engine *e,
                                       uint32_t place, struct sim_machine_context *from)
{
    struct sim_machine_context *c = calloc(1, sizeof(*c));
    if (c)
        c->cs = from ? sim_cs_state_copy(from->cs) : sim_cs_state_create(0);
    if (!c || !c->cs) {
        free(c);
        return NULL;
    }
    if (from)
        from->copied = true;
    supersede(m, e, place);
    c->place = place;
    c->engine = e;
    c->cookie = ++m->contexts->last_cookie;
    c->next = m->contexts->first;
    m->contexts->first = c;
    return c;
}

// The one that the page names, if it is this place's; a copy of it; or, of NULL and of other pages, a new
// one.
static struct sim_machine_context *state_of(struct sim_machine_engine *e, uint32_t place, const uint32_t *r)
{
    struct sim_machine *m = e->machine;
    struct sim_machine_context *c = NULL;
    if (r && r[IMAGE_CHECK] == check_of(r[IMAGE_COOKIE]))
        c = find(m, r[IMAGE_COOKIE]);
    return c && c->place == place && c->engine == e && !c->superseded ? c : add(m, e, place, c);
}

static void name_state(const struct sim_machine_context *c, uint32_t *r)
{
    r[IMAGE_COOKIE] = c->cookie;
    r[IMAGE_CHECK] = check_of(c->cookie);
}

// ---- registers by the page's lists

// A command of the page that is a list of registers, and its header's bit 19: they count from the engine's
// block.
enum { LIST = 0x22, OPCODE_SHIFT = 23, PAGE_DWORDS = 1022, FROM_BLOCK = 1 << 19 };

static void transfer(struct sim_machine_engine *e, struct sim_cs_state *st, uint32_t offset, uint32_t *value,
                     bool save)
{
    bool masked;
    uint32_t *held = sim_cs_state_register(st, e->machine->info, e->place->hw.mmio_base, offset, &masked);
    if (held && save)
        *value = masked ? *held | 0xffff0000 : *held; // with all of its mask, to be loaded whole
    else if (held && masked)
        *held = (*held & ~(*value >> 16)) | (*value & *value >> 16 & 0xffff);
    else if (held)
        *held = *value;
}

static void transfer_lists(struct sim_machine_engine *e, struct sim_cs_state *st, uint32_t *r, bool save)
{
    const uint32_t base = e->place->hw.mmio_base;
    for (unsigned i = 1; i < PAGE_DWORDS;) {
        uint32_t header = r[i++];
        if (!header) // MI_NOOP
            continue;
        if (header >> OPCODE_SHIFT != LIST)
            break;
        for (unsigned n = ((header & 0xff) + 1) / 2; n && i + 1 < PAGE_DWORDS; n--, i += 2) {
            uint32_t number = r[i] & 0x7ffffc, offset = number - base;
            if (header & FROM_BLOCK)
                offset = number & (KILN_ENGINE_BLOCK - 1);
            transfer(e, st, offset, &r[i + 1], save);
        }
    }
}

// ---- the observation unit's part of a render context

enum {
    FLEXIBLE = 7,
    ONE_REGISTER = LIST << OPCODE_SHIFT | 1,
    FLEXIBLE_LIST = LIST << OPCODE_SHIFT | (2 * FLEXIBLE - 1)
};

static const uint32_t flexible[FLEXIBLE] = {
    GEN_REG_EU_PERF_CNTL0, GEN_REG_EU_PERF_CNTL1, GEN_REG_EU_PERF_CNTL2, GEN_REG_EU_PERF_CNTL3,
    GEN_REG_EU_PERF_CNTL4, GEN_REG_EU_PERF_CNTL5, GEN_REG_EU_PERF_CNTL6};

static uint32_t *state_dword(struct sim_machine *m, uint32_t place, unsigned index)
{
    return (uint32_t *)(void *)sim_guest_global(&m->global, place + SIM_PAGE + index * sizeof(uint32_t),
                                                true);
}

static void move_list(struct sim_machine *m, uint32_t place, unsigned first, unsigned count,
                      const uint32_t *numbers, uint32_t *values, bool save)
{
    uint32_t *header = state_dword(m, place, first - 1);
    const uint32_t expected = count == 1 ? ONE_REGISTER : FLEXIBLE_LIST;
    if (!header || (!save && *header != expected))
        return;
    *header = expected;
    for (unsigned i = 0; i < count; i++) {
        uint32_t *number = state_dword(m, place, first + 2 * i),
                 *value = state_dword(m, place, first + 2 * i + 1);
        if (number && value && save) {
            *number = numbers[i];
            *value = values[i];
        } else if (number && value && *number == numbers[i]) {
            values[i] = *value;
        }
    }
}

// At the places where a kernel looks for them: it writes the timer's period, and what the EUs count, into
// images. The former is the context's, the latter are the chip's registers.
static void transfer_observation(struct sim_machine_engine *e, struct sim_cs_state *st, uint32_t place,
                                 bool save)
{
    static const uint32_t control_number = GEN_REG_OA_CTX_CONTROL;
    struct sim_machine *m = e->machine;
    const struct kiln_gt_oa *oa = &m->gt->oa;
    uint32_t values[FLEXIBLE];
    bool masked;
    if (e->place->hw.class != SIM_ENGINE_RENDER)
        return;
    uint32_t *control = sim_cs_state_register(st, m->info, e->place->hw.mmio_base,
                                              control_number - KILN_RENDER_BASE, &masked);
    move_list(m, place, oa->at_control, 1, &control_number, control, save);
    if (!oa->at_flexible)
        return;
    for (unsigned i = 0; i < FLEXIBLE; i++)
        values[i] = *sim_register_at(&m->registers, flexible[i]);
    move_list(m, place, oa->at_flexible, FLEXIBLE, flexible, values, save);
    for (unsigned i = 0; i < FLEXIBLE; i++)
        *sim_register_at(&m->registers, flexible[i]) = values[i];
}

// The context is on the engine now, or leaves it.
static void observe(struct sim_machine_engine *e, struct sim_cs_state *st, uint64_t descriptor)
{
    bool masked;
    if (e->place->hw.class == SIM_ENGINE_RENDER)
        sim_observation_context(e->machine, descriptor,
                                *sim_cs_state_register(st, e->machine->info, e->place->hw.mmio_base,
                                                       GEN_REG_OA_CTX_CONTROL - KILN_RENDER_BASE, &masked));
}

static void load_space(struct sim_machine *m, struct sim_guest_space *s, uint64_t descriptor,
                       const uint32_t *r)
{
    enum { LEGACY_32B = 1 }; // bits 4:3; 3: 48 bits
    *s = (struct sim_guest_space){
        .pages.walk = sim_guest_walk,
        .bus = &m->bus,
        .levels = (descriptor >> 3 & 3) == LEGACY_32B ? 3 : 4,
        .address_mask = m->global.address_mask,
        .has_large = m->gt->has_64k_pages,
        .has_local = m->global.has_local,
    };
    for (unsigned i = 0; i < SIM_GUEST_ROOTS; i++)
        s->root[i] = (uint64_t)r[IMAGE_PDP0 - 4 * i] << 32 | r[IMAGE_PDP0 - 4 * i + 2];
}

bool sim_image_load(struct sim_machine_engine *e, uint64_t descriptor)
{
    struct sim_context_image *image = &e->image;
    uint32_t place = (uint32_t)descriptor & (uint32_t)ADDRESS_MASK;
    // The first page is the context's own status page.
    uint32_t *r = (uint32_t *)(void *)sim_guest_global(&e->machine->global, place + SIM_PAGE, true);
    *image = (struct sim_context_image){.descriptor = descriptor};
    struct sim_machine_context *c = r ? state_of(e, place, r[IMAGE_CONTROL] & 1 ? NULL : r) : NULL;
    if (!c)
        return false;
    image->registers = r;
    image->state = c;
    if (!(r[IMAGE_CONTROL] & 1) && !c->parked) // what is parked goes on where it was
        transfer_lists(e, c->cs, r, false);
    if (!(r[IMAGE_CONTROL] & 1))
        transfer_observation(e, c->cs, place, false);
    observe(e, c->cs, descriptor);
    image->loaded = sim_chip_timestamp(e->machine->chip);
    image->head = r[IMAGE_HEAD] & HEAD_MASK;
    image->tail = r[IMAGE_TAIL] & TAIL_MASK;
    image->start = r[IMAGE_START] & (uint32_t)ADDRESS_MASK;
    image->size = (r[IMAGE_CTL] >> 12 & 0x1ff) * 4096 + 4096;
    load_space(e->machine, &image->space, descriptor, r);
    return true;
}

void sim_image_reload_tail(struct sim_machine_engine *e)
{
    e->image.tail = e->image.registers[IMAGE_TAIL] & TAIL_MASK;
}

void sim_image_clean_caches(struct sim_machine_engine *e)
{
    if (e->machine->caches && e->place->hw.class == SIM_ENGINE_RENDER)
        sim_caches_maintain(e->machine->caches, SIM_FLUSH_ALL | SIM_INVALIDATE_ALL);
}

void sim_image_save(struct sim_machine_engine *e)
{
    struct sim_context_image *image = &e->image;
    uint32_t *r = image->registers;
    if (!r)
        return;
    r[IMAGE_HEAD] = image->head;
    r[IMAGE_TIMESTAMP] += (uint32_t)(sim_chip_timestamp(e->machine->chip) - image->loaded) + 1;
    transfer_lists(e, image->state->cs, r, true);
    transfer_observation(e, image->state->cs, image->state->place, true);
    observe(e, image->state->cs, 0);
    sim_image_clean_caches(e);
    r[IMAGE_CONTROL] &= ~1u;
    name_state(image->state, r);
    image->registers = NULL;
}

// ---- Gen7.5: of an image only the cookie is ours to see

struct sim_machine_context *sim_image_of_ring(struct sim_machine_engine *e, uint32_t place, bool restore)
{
    const uint32_t *r =
        place && restore ? (uint32_t *)(void *)sim_guest_global(&e->machine->global, place, false) : NULL;
    return state_of(e, place, r);
}

void sim_image_leave_ring(struct sim_machine_engine *e)
{
    const struct sim_machine_context *c = e->image.state;
    uint32_t *r =
        c && c->place ? (uint32_t *)(void *)sim_guest_global(&e->machine->global, c->place, true) : NULL;
    sim_image_clean_caches(e);
    if (r)
        name_state(c, r);
}

bool sim_image_init(struct sim_machine *m)
{
    m->contexts = calloc(1, sizeof(*m->contexts));
    return m->contexts;
}

void sim_image_forget(struct sim_machine *m)
{
    for (struct sim_machine_context *c = m->contexts->first; c; c = c->next)
        sim_ring_abandon(c);
    while (m->runs)
        pthread_cond_wait(&m->idle, &m->lock);
    for (struct sim_machine_context *c = m->contexts->first, *next; c; c = next) {
        next = c->next;
        destroy(c);
    }
    m->contexts->first = NULL;
}

void sim_image_finish(struct sim_machine *m)
{
    pthread_mutex_lock(&m->lock);
    if (m->contexts)
        sim_image_forget(m);
    free(m->contexts);
    pthread_mutex_unlock(&m->lock);
}

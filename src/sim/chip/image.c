// Context images: what an engine loads of one and saves into it.
//
// The register page has what the hardware's has, so that the kernel finds head, control and timestamp there.
// The rest of the state (struct sim_cs_state) is kept here and named by a cookie that is saved into the page:
// a kernel copies images (i915 makes every context of a recorded default), and a copy that is loaded gets a
// copy of the state that its cookie names. Sources: PRM SKL vol7 "Register State Context"; Linux i915
// intel_lrc_reg.h.
#include <stdlib.h>
#include <string.h>

#include "sim/chip/machine.h"
#include "sim/cs/cs.h"

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

static struct sim_machine_context *state_of(struct sim_machine_engine *e, uint32_t place, const uint32_t *r)
{
    struct sim_machine *m = e->machine;
    struct sim_machine_context *c = NULL;
    if (!(r[IMAGE_CONTROL] & 1) && r[IMAGE_CHECK] == check_of(r[IMAGE_COOKIE]))
        c = find(m, r[IMAGE_COOKIE]);
    return c && c->place == place && c->engine == e && !c->superseded ? c : add(m, e, place, c);
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
        .has_large = m->isa >= KILN_ISA_GEN9,
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
    struct sim_machine_context *c = r ? state_of(e, place, r) : NULL;
    if (!c)
        return false;
    image->registers = r;
    image->state = c;
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

void sim_image_save(struct sim_machine_engine *e)
{
    struct sim_context_image *image = &e->image;
    uint32_t *r = image->registers;
    if (!r)
        return;
    r[IMAGE_HEAD] = image->head;
    r[IMAGE_TIMESTAMP]++;
    r[IMAGE_CONTROL] &= ~1u;
    r[IMAGE_COOKIE] = image->state->cookie;
    r[IMAGE_CHECK] = check_of(image->state->cookie);
    image->registers = NULL;
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

// See guc.h.
//
// Messages come by registers until the kernel has made buffers for them (the command transport): one ring
// each way in the global space, with a descriptor of head and tail in dwords. A message is a header (fence
// and length) and so many dwords; a request gets a response with its fence, an event gets none.
//
// Contexts of an engine have it one after the other: each until its ring is empty, or it has had it for a
// while and another one waits, or the kernel disables it. One that hangs, or does not leave within its
// preemption timeout when it is disabled, is taken off, and the kernel is notified. (Others that wait are no
// reason to take one off: a group of threads may take a second here, and kernels have timers of their own.)
// Source: Linux i915 gt/uc/abi/guc_actions_abi.h, guc_communication_ctb_abi.h, guc_klvs_abi.h,
// intel_guc_submission.c.
#include "sim/chip/guc.h"

#include "cmd/gen_pack.h"
#include "util/log.h"

#include <stdlib.h>
#include <string.h>

enum {
    GUC_STATUS = GEN_REG_GUC_STATUS,
    IN_RESET = 1,
    READY = 0xf0 << 8,
    MAILBOX = GEN_REG_GUC_MAILBOX,
    MAILBOX_DWORDS = 4,
    CONTEXTS = 65536,
    MESSAGE_DWORDS = 256,
};

enum {
    ACTION_SELF_CONFIG = 0x508,
    ACTION_SCHEDULING_POLICIES = 0x509,
    ACTION_CONTEXT_POLICIES = 0x100b,
    ACTION_CONTROL_CTB = 0x4509,
    ACTION_REGISTER_CONTEXT = 0x4502,
    ACTION_DEREGISTER_CONTEXT = 0x4503,
    ACTION_SCHED_CONTEXT = 0x1000,
    ACTION_SCHED_CONTEXT_MODE_SET = 0x1001,
    ACTION_SLPC_REQUEST = 0x3003,
    ACTION_TLB_INVALIDATION = 0x7000,
    ACTION_AUTHENTICATE_HUC = 0x4000,
    ACTION_REGISTER_SEVERAL = 0x4601,
    EVENT_SCHED_DONE = 0x1002,
    EVENT_CONTEXT_RESET = 0x1008,
    EVENT_DEREGISTER_DONE = 0x4600,
    EVENT_TLB_INVALIDATION_DONE = 0x7001,
};

enum {
    FROM_GUC = 1u << 31,
    TYPE_SHIFT = 28,
    TYPE_MASK = 7,
    TYPE_REQUEST = 0,
    TYPE_EVENT = 1,
    TYPE_FAILURE = 6,
    TYPE_SUCCESS = 7,
};

// Keys of ACTION_SELF_CONFIG, from the first: of the buffers to and from the microcontroller.
enum { KEY_FIRST = 0x902 };
enum { H2G, H2G_DESCRIPTOR, H2G_SIZE, G2H, G2H_DESCRIPTOR, G2H_SIZE, KEYS };

// Of ACTION_CONTEXT_POLICIES, in microseconds, 0: none; and what holds without it (xe_hw_engine.c).
enum { POLICY_PREEMPTION_TIMEOUT = 0x2002, PREEMPTION_TIMEOUT_US = 640000 };

struct guc_context {
    bool registered, enabled, queued, has_work;
    bool is_disabling; // it runs, and the kernel waits for its end
    uint8_t class;
    uint32_t timeout_us; // to leave the engine in, or 0
    uint32_t mask, place;
    uint32_t next; // in the queue of its engine
};

struct queue {
    uint32_t first, last; // NONE: empty
};
enum { NONE = UINT32_MAX };

struct sim_guc {
    bool has_buffers;
    uint64_t key[KEYS]; // addresses in the global space, sizes in bytes
    struct guc_context *context;
    struct queue queue[SIM_CHIP_ENGINES];
    uint32_t running[SIM_CHIP_ENGINES]; // or NONE
};

// ---- life

// What it could give to the engines is forgotten before they are stopped: they would begin it.
void sim_guc_reset(struct sim_machine *m)
{
    struct sim_guc *g = m->guc;
    struct guc_context *contexts = g->context;
    memset(contexts, 0, CONTEXTS * sizeof(*contexts));
    *g = (struct sim_guc){.context = contexts};
    for (unsigned i = 0; i < SIM_CHIP_ENGINES; i++) {
        g->queue[i] = (struct queue){NONE, NONE};
        g->running[i] = NONE;
        atomic_store(&m->engine[i].others_wait, false);
    }
    *sim_register_at(&m->registers, GUC_STATUS) = IN_RESET;
    for (unsigned i = 0; i < m->engines; i++)
        if (m->engine[i].by_guc)
            sim_execlists_reset(&m->engine[i]);
}

bool sim_guc_init(struct sim_machine *m)
{
    m->guc = calloc(1, sizeof(*m->guc));
    if (m->guc)
        m->guc->context = calloc(CONTEXTS, sizeof(*m->guc->context));
    return m->guc && m->guc->context;
}

void sim_guc_finish(struct sim_machine *m)
{
    if (m->guc)
        free(m->guc->context);
    free(m->guc);
}

void sim_guc_boot(struct sim_machine *m, bool huc)
{
    if (huc) { // its image was copied; it never says that it runs
        kiln_warn_once("the media microcontroller (HuC): not simulated");
        return;
    }
    *sim_register_at(&m->registers, GUC_STATUS) = READY;
}

// ---- memory and messages to the kernel

static uint32_t *dword(struct sim_machine *m, uint64_t address)
{
    return address % 4 ? NULL : (uint32_t *)(void *)sim_guest_global(&m->global, address, true);
}

static uint32_t read_dword(struct sim_machine *m, uint64_t address)
{
    const uint32_t *p = dword(m, address);
    return p ? __atomic_load_n(p, __ATOMIC_ACQUIRE) : 0;
}

static void write_dword(struct sim_machine *m, uint64_t address, uint32_t value)
{
    uint32_t *p = dword(m, address);
    if (p)
        __atomic_store_n(p, value, __ATOMIC_RELEASE);
}

// Puts a message into the kernel's buffer, if it has one.
static void tell(struct sim_machine *m, uint32_t fence, const uint32_t *message, uint32_t count)
{
    const struct sim_guc *g = m->guc;
    uint32_t size = (uint32_t)(g->key[G2H_SIZE] / 4), tail = read_dword(m, g->key[G2H_DESCRIPTOR] + 4);
    if (!g->has_buffers || tail >= size)
        return;
    for (uint32_t i = 0; i <= count; i++) {
        write_dword(m, g->key[G2H] + 4 * tail, i ? message[i - 1] : fence << 16 | count);
        tail = tail + 1 == size ? 0 : tail + 1;
    }
    write_dword(m, g->key[G2H_DESCRIPTOR] + 4, tail);
    sim_interrupt_guc(m);
}

static void tell_event(struct sim_machine *m, uint32_t action, uint32_t first, uint32_t second,
                       uint32_t count)
{
    const uint32_t message[] = {(uint32_t)FROM_GUC | TYPE_EVENT << TYPE_SHIFT | action, first, second};
    tell(m, 0, message, count);
}

// ---- scheduling

// The engine that a context is for: the first of its class that its mask has.
static struct sim_machine_engine *engine_of(struct sim_machine *m, const struct guc_context *c)
{
    unsigned logical = 0;
    for (unsigned i = 0; i < m->engines; i++)
        if (m->engine[i].place->class == c->class && c->mask >> logical++ & 1)
            return &m->engine[i];
    return NULL;
}

static unsigned index_of(const struct sim_machine_engine *e)
{
    return (unsigned)(e - e->machine->engine);
}

static void enqueue(struct sim_machine *m, uint32_t id)
{
    struct sim_guc *g = m->guc;
    struct guc_context *c = &g->context[id];
    struct sim_machine_engine *e = engine_of(m, c);
    if (!e || c->queued || !c->enabled)
        return;
    struct queue *q = &g->queue[index_of(e)];
    c->queued = true;
    c->next = NONE;
    if (q->last == NONE)
        q->first = id;
    else
        g->context[q->last].next = id;
    q->last = id;
    atomic_store(&e->others_wait, true);
    pthread_cond_broadcast(&e->wakes);
}

// It stands in line no longer.
static void unqueue(struct sim_machine *m, uint32_t id)
{
    struct sim_guc *g = m->guc;
    struct guc_context *c = &g->context[id];
    if (!c->queued)
        return;
    struct sim_machine_engine *e = engine_of(m, c);
    struct queue *q = &g->queue[index_of(e)];
    uint32_t before = NONE;
    for (uint32_t at = q->first; at != id; at = g->context[at].next)
        before = at;
    if (before == NONE)
        q->first = c->next;
    else
        g->context[before].next = c->next;
    if (q->last == id)
        q->last = before;
    c->queued = false;
    atomic_store(&e->others_wait, q->first != NONE);
}

static uint32_t dequeue(struct sim_machine_engine *e)
{
    const uint32_t id = e->machine->guc->queue[index_of(e)].first;
    if (id != NONE)
        unqueue(e->machine, id);
    return id;
}

static bool is_running(struct sim_machine *m, uint32_t id)
{
    for (unsigned i = 0; i < m->engines; i++)
        if (m->guc->running[i] == id)
            return true;
    return false;
}

// There may be more in its ring.
static void schedule(struct sim_machine *m, uint32_t id)
{
    m->guc->context[id].has_work = true;
    if (!is_running(m, id))
        enqueue(m, id);
}

bool sim_guc_take(struct sim_machine_engine *e)
{
    enum { DESCRIPTOR = 1 | 3 << 3, NUMBER_SHIFT = 39 }; // valid, 48 bits; its number: 16 bits
    struct sim_guc *g = e->machine->guc;
    for (uint32_t id; (id = dequeue(e)) != NONE;) {
        struct guc_context *c = &g->context[id];
        if (!c->registered || !c->enabled)
            continue;
        c->has_work = false;
        g->running[index_of(e)] = id;
        e->by_guc = true;
        sim_engine_activate(e, (uint64_t)id << NUMBER_SHIFT | (uint64_t)c->place | DESCRIPTOR);
        return true;
    }
    return false;
}

static void leave(struct sim_machine_engine *e)
{
    e->by_guc = false;
    e->machine->guc->running[index_of(e)] = NONE;
    sim_engine_deactivate(e);
}

void sim_guc_over(struct sim_machine_engine *e, enum sim_ring_end end)
{
    struct sim_machine *m = e->machine;
    uint32_t id = m->guc->running[index_of(e)];
    if (id == NONE) { // the microcontroller was reset meanwhile: nothing is saved
        e->image = (struct sim_context_image){0};
        leave(e);
        return;
    }
    struct guc_context *c = &m->guc->context[id];
    if (end == SIM_RING_BLOCKED && !c->is_disabling && !atomic_load(&e->others_wait)) {
        sim_engine_nap(e);
        return;
    }
    leave(e);
    atomic_store(&e->preempt, false);
    if (end == SIM_RING_HUNG) {
        c->enabled = false;
        tell_event(m, EVENT_CONTEXT_RESET, id, 0, 2);
    }
    if (c->is_disabling) {
        c->is_disabling = false;
        tell_event(m, EVENT_SCHED_DONE, id, 0, 3);
    } else if (end != SIM_RING_EMPTY || c->has_work) {
        enqueue(m, id);
    }
}

static void set_mode(struct sim_machine *m, uint32_t id, bool enable)
{
    struct guc_context *c = &m->guc->context[id];
    c->enabled = enable;
    if (!enable)
        unqueue(m, id);
    if (!enable && is_running(m, id)) {
        c->is_disabling = true;
        sim_engine_ask_to_leave(engine_of(m, c), c->timeout_us);
        return;
    }
    tell_event(m, EVENT_SCHED_DONE, id, enable, 3);
    if (enable)
        schedule(m, id);
}

// ---- messages from the kernel

static struct guc_context *context_of(struct sim_machine *m, uint32_t id)
{
    return id < CONTEXTS ? &m->guc->context[id] : NULL;
}

static void register_context(struct sim_machine *m, const uint32_t *message)
{
    struct guc_context *c = context_of(m, message[2]);
    if (c && !c->queued && !is_running(m, message[2]))
        *c = (struct guc_context){.registered = true,
                                  .class = (uint8_t)message[3],
                                  .timeout_us = PREEMPTION_TIMEOUT_US,
                                  .mask = message[4],
                                  .place = message[10] & ~4095u};
}

static void deregister_context(struct sim_machine *m, uint32_t id)
{
    struct guc_context *c = context_of(m, id);
    if (c) {
        unqueue(m, id);
        c->registered = c->enabled = false;
    }
    tell_event(m, EVENT_DEREGISTER_DONE, id, 0, 2);
}

// Frequencies: "running", in the data that both share.
static void slpc(struct sim_machine *m, const uint32_t *message)
{
    enum { EVENT_SHIFT = 8, EVENT_MASK = 0xff, EVENT_RESET = 0, RUNNING = 3 };
    if ((message[1] >> EVENT_SHIFT & EVENT_MASK) == EVENT_RESET)
        write_dword(m, (uint64_t)message[2] + 4, RUNNING);
}

// How many keys with values are in a message after its first dword: all are taken.
static uint32_t count_policies(const uint32_t *message, uint32_t count)
{
    uint32_t policies = 0;
    for (uint32_t at = 1; at < count; at += 1 + (message[at] & 0xffff))
        policies++;
    return policies;
}

// Keys with values after a context's number: only the preemption timeout means something here.
static void set_policies(struct sim_machine *m, const uint32_t *message, uint32_t count)
{
    struct guc_context *c = context_of(m, message[1]);
    for (uint32_t at = 2; c && at + 1 < count; at += 1 + (message[at] & 0xffff))
        if (message[at] >> 16 == POLICY_PREEMPTION_TIMEOUT)
            c->timeout_us = message[at + 1];
}

// What a message of `count` dwords asks for; the data of its response. It is followed by zeros.
static uint32_t act(struct sim_machine *m, const uint32_t *message, uint32_t count)
{
    struct sim_guc *g = m->guc;
    uint32_t action = message[0] & 0xffff, key = (message[1] >> 16) - KEY_FIRST;
    const struct guc_context *c = context_of(m, message[1]);
    switch (action) {
    case ACTION_SELF_CONFIG: // how many values were taken
        if (key < KEYS)
            g->key[key] = message[2] | (uint64_t)message[3] << 32;
        return 1;
    case ACTION_SCHEDULING_POLICIES:
        return count_policies(message, count);
    case ACTION_CONTEXT_POLICIES:
        set_policies(m, message, count);
        return 0;
    case ACTION_CONTROL_CTB:
        g->has_buffers = message[1] & 1;
        return 0;
    case ACTION_REGISTER_CONTEXT:
        register_context(m, message);
        return 0;
    case ACTION_DEREGISTER_CONTEXT:
        deregister_context(m, message[1]);
        return 0;
    case ACTION_SCHED_CONTEXT:
        if (c && c->registered)
            schedule(m, message[1]);
        return 0;
    case ACTION_SCHED_CONTEXT_MODE_SET:
        if (c && c->registered)
            set_mode(m, message[1], message[2] & 1);
        return 0;
    case ACTION_SLPC_REQUEST:
        slpc(m, message);
        return 0;
    case ACTION_TLB_INVALIDATION: // nothing is remembered of page tables that are not in use
        tell_event(m, EVENT_TLB_INVALIDATION_DONE, message[1], 0, 2);
        return 0;
    default: // policies, logs, capture lists: taken
        return 0;
    }
}

static uint32_t success(uint32_t data)
{
    return (uint32_t)FROM_GUC | (uint32_t)TYPE_SUCCESS << TYPE_SHIFT | data;
}

// What the firmware does and this one does not. NULL: it does.
static const char *refusal_of(uint32_t action)
{
    switch (action) {
    case ACTION_AUTHENTICATE_HUC:
        return "the media microcontroller (HuC)";
    case ACTION_REGISTER_SEVERAL:
        return "contexts on several engines at once (multi-LRC)";
    default:
        return NULL;
    }
}

static uint32_t answer(struct sim_machine *m, const uint32_t *message, uint32_t count)
{
    enum { NOT_SUPPORTED = 0x20 };
    const char *refused = refusal_of(message[0] & 0xffff);
    if (!refused)
        return success(act(m, message, count));
    kiln_warn_once("GuC: %s: not simulated", refused);
    return (uint32_t)FROM_GUC | (uint32_t)TYPE_FAILURE << TYPE_SHIFT | NOT_SUPPORTED;
}

static void take_mailbox(struct sim_machine *m)
{
    uint32_t message[MESSAGE_DWORDS] = {0};
    memcpy(message, sim_register_at(&m->registers, MAILBOX), MAILBOX_DWORDS * 4);
    if (message[0] && !(message[0] & (uint32_t)FROM_GUC))
        *sim_register_at(&m->registers, MAILBOX) = answer(m, message, MAILBOX_DWORDS);
}

static void take_buffer(struct sim_machine *m)
{
    const struct sim_guc *g = m->guc;
    uint32_t size = (uint32_t)(g->key[H2G_SIZE] / 4), head = read_dword(m, g->key[H2G_DESCRIPTOR]);
    // At most as much as there can be: a tail that is never met ends nothing.
    for (uint32_t taken = 0;
         head < size && taken < size && head != read_dword(m, g->key[H2G_DESCRIPTOR] + 4);) {
        uint32_t message[MESSAGE_DWORDS] = {0}, header = read_dword(m, g->key[H2G] + 4 * head),
                 count = header & 0xff;
        for (uint32_t i = 0; i <= count; i++) {
            if (i)
                message[i - 1] = read_dword(m, g->key[H2G] + 4 * head);
            head = head + 1 == size ? 0 : head + 1;
        }
        taken += count + 1;
        write_dword(m, g->key[H2G_DESCRIPTOR], head);
        if (!count) // what xe fills the end of the buffer with, where a message does not fit (xe_guc_ct.c,
                    // h2g_write)
            continue;
        uint32_t response = answer(m, message, count);
        if ((message[0] >> TYPE_SHIFT & TYPE_MASK) == TYPE_REQUEST)
            tell(m, header >> 16, &response, 1);
    }
}

void sim_guc_notify(struct sim_machine *m)
{
    m->bus.hold(m->bus.of);
    take_mailbox(m);
    if (m->guc->has_buffers)
        take_buffer(m);
    m->bus.release(m->bus.of);
}

// Races and bounds. See check.h.
//
// For each dword (each byte, in pages where something smaller was accessed) the last write and two last reads
// are kept. An access conflicts with an earlier one of them if one is a plain write, the other no atomic on
// the same bytes, and nothing orders them. Ordered are:
//   - the instructions of one hardware thread, whose invocations run in step; not two invocations of one
//     instruction, nor of the instructions that one was cut into
//   - what a barrier of the workgroup parts: of shared memory all, of buffers and images all reads from the
//     writes behind it, which need no more than an order of execution, and writes if a memory fence of the
//     same thread comes between them and the barrier. Kiln's kernels have a fence where the barrier's
//     semantics, or those of a memory barrier, name buffers or images, and only there (which of the two is
//     not told apart). In others' kernels any barrier parts everything: who made them may know that they need
//     none
//   - what comes before a memory fence and an atomic, and what comes behind an atomic that may have seen
//     that one: the order of execution stands for "may have seen", which never invents a race
//   - walkers with a stall between them
// Vulkan calls it a race too when invocations write the same value to the same place. That is how a flag is
// raised, and it has one outcome: it is only told with "same".
#include <stdlib.h>

#include "sim/observe/check/state.h"
#include "sim/surface/surface.h"

enum { PAGE = 4096, MAX_RECORDS = 1 << 24, LANE_BITS = 5 };

// ---- pages

static size_t hash(uint64_t number)
{
    return (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20);
}

static bool grow(struct check_pages *p)
{
    size_t n = p->capacity ? p->capacity * 2 : 256;
    struct check_page **slots = calloc(n, sizeof(*slots));
    if (!slots)
        return false;
    for (size_t i = 0; i < p->capacity; i++) {
        struct check_page *page = p->slots[i];
        if (!page)
            continue;
        size_t at = hash(page->number) & (n - 1);
        while (slots[at])
            at = (at + 1) & (n - 1);
        slots[at] = page;
    }
    free(p->slots);
    p->slots = slots;
    p->capacity = n;
    return true;
}

struct check_page *check_page_find(struct check_pages *p, uint64_t number)
{
    if (p->count * 2 >= p->capacity && !grow(p))
        return NULL;
    size_t at = hash(number) & (p->capacity - 1);
    for (; p->slots[at]; at = (at + 1) & (p->capacity - 1))
        if (p->slots[at]->number == number)
            return p->slots[at];
    struct check_page *page = calloc(1, sizeof(*page));
    if (!page)
        return NULL;
    page->number = number;
    p->slots[at] = page;
    p->count++;
    return page;
}

void check_pages_free(struct check_pages *p)
{
    for (size_t i = 0; i < p->capacity; i++) {
        if (!p->slots[i])
            continue;
        free(p->slots[i]->cells);
        free(p->slots[i]->undefined);
        free(p->slots[i]);
    }
    free(p->slots);
}

// Cells of a page, empty if it was last used in another generation; of bytes if `bytes` or they are already.
static inline bool ready(struct check_page *page, uint32_t generation, bool bytes)
{
    if (page->generation == generation && page->cells && page->bytes >= bytes)
        return true;
    if (page->generation != generation || !page->cells) {
        size_t size = (bytes ? PAGE : PAGE / 4) * sizeof(struct check_cell);
        if (!page->cells || page->bytes != bytes) {
            free(page->cells);
            page->cells = malloc(size);
            if (!page->cells)
                return false;
        }
        memset(page->cells, 0, size);
        page->bytes = bytes;
        page->generation = generation;
    } else if (bytes && !page->bytes) {
        struct check_cell *cells = malloc(PAGE * sizeof(*cells));
        if (!cells)
            return false;
        for (unsigned i = 0; i < PAGE; i++)
            cells[i] = page->cells[i / 4];
        free(page->cells);
        page->cells = cells;
        page->bytes = true;
    }
    return true;
}

// ---- order

void check_access_reset(struct sim_check *c)
{
    c->generation++;
    c->slm_generation++;
    c->record_count = 1; // 0 is none
    c->epoch_start = 1;
}

void sim_check_ordered(struct sim_check *c)
{
    check_access_reset(c);
    c->groups.count = 0;
}

static enum check_kind kind_of(const struct sim_msg *m, enum sim_access access)
{
    if (m->atomic || m->relaxed)
        return access == SIM_WRITE && !m->atomic_load ? CHECK_ATOMIC_WRITE : CHECK_ATOMIC_READ;
    return access == SIM_WRITE ? CHECK_WRITE : CHECK_READ;
}

// The record of the present message; 0: out of memory.
static uint32_t record_of(struct sim_check *c, const struct sim_msg *m, enum check_kind kind)
{
    if (c->record)
        return c->record;
    if (c->record_count == MAX_RECORDS) { // forget: races across this moment are not seen
        check_access_reset(c);
        memset(c->acquired, 0, sizeof(c->acquired));
        memset(c->atomic, 0, sizeof(c->atomic));
        check_fences_reset(c);
        for (size_t i = 0; i < c->groups.count; i++)
            c->groups.data[i].released = 0;
    }
    if (c->record_count >= c->record_capacity) {
        uint32_t n = c->record_capacity ? c->record_capacity * 2 : 4096;
        struct check_record *r = realloc(c->records, n * sizeof(*r));
        if (!r)
            return 0;
        c->records = r;
        c->record_capacity = n;
    }
    c->records[c->record_count] = (struct check_record){
        .group = c->group,
        .ip = m->u->info->ip,
        .instruction = (uint32_t)m->t->instructions,
        .epoch = c->epoch,
        .kernel = (uint16_t)c->kernel,
        .thread = (uint8_t)m->t->index,
        .kind = (uint8_t)kind,
    };
    return c->record = c->record_count++;
}

// Whether the earlier message is part of what was one instruction before it was cut: the same message on
// other channels, with no branch, atomic or fence between.
static bool same_instruction(const struct sim_check *c, const struct sim_msg *m, const struct check_record *e)
{
    uint32_t distance = (uint32_t)m->t->instructions - e->instruction;
    if (e->kernel != c->kernel || distance > 200)
        return false;
    const struct sim_program *p = c->program;
    uint32_t from = sim_program_find(p, e->ip), to = (uint32_t)(m->u - p->uops);
    if (from == SIM_NO_UOP || from >= to)
        return false;
    for (uint32_t i = from; i < to; i++) {
        const struct sim_uop *u = &p->uops[i];
        if (u->info->pseudo == SIM_PSEUDO_ARRIVE && i == from)
            continue;
        if (u->info->pseudo || eu_op_is_branch(u->op) ||
            (u->info->send && u->info->send->sfid == EU_SFID_GATEWAY))
            return false;
        const struct sim_send *send = u->info->send, *now = m->u->info->send;
        if (u->info->ip == e->ip && (!send || send->desc != now->desc || send->kind != now->kind ||
                                     u->n != m->u->n || u->off >= m->u->off))
            return false;
        if (send && u->info->ip != e->ip && send->kind == SIM_SEND_FENCE)
            return false;
        distance -= 1;
    }
    return distance == 0;
}

void check_fences_reset(struct sim_check *c)
{
    memset(c->fenced, 0, sizeof(c->fenced));
    memset(c->arriving, 0, sizeof(c->arriving));
    memset(c->parted, 0, sizeof(c->parted));
}

static bool barrier_between(const struct sim_check *c, const struct check_record *e)
{
    return e->group == c->group && e->epoch < c->epoch;
}

static bool barrier_orders(const struct sim_check *c, uint32_t earlier, bool slm)
{
    const struct check_record *e = &c->records[earlier];
    bool wrote = e->kind == CHECK_WRITE || e->kind == CHECK_ATOMIC_WRITE;
    return barrier_between(c, e) &&
           (slm || !wrote || !c->kernels.data[c->kernel].note || c->parted[e->thread] > earlier);
}

static bool ordered(const struct sim_check *c, const struct sim_msg *m, uint32_t earlier,
                    unsigned earlier_lane, unsigned lane, bool slm)
{
    const struct check_record *e = &c->records[earlier];
    if (e->group != c->group)
        return c->acquired[m->t->index] >= earlier && c->groups.data[e->group].released > earlier;
    if (e->thread == m->t->index) {
        if (earlier_lane == lane)
            return true;
        return earlier != c->record && !same_instruction(c, m, e);
    }
    return barrier_orders(c, earlier, slm) ||
           (c->acquired[m->t->index] >= earlier && c->atomic[e->thread] > earlier);
}

// ---- accesses

static const char *const kind_text[] = {"read", "write", "atomic read", "atomic"};

static struct check_place place_of_record(const struct sim_check *c, const struct check_record *e,
                                          unsigned lane)
{
    const struct check_group *g = &c->groups.data[e->group];
    return (struct check_place){e->kernel, e->ip, {g->id[0], g->id[1], g->id[2]}, e->thread, lane};
}

enum { DESCRIPTOR = 256 };

// What was accessed, in words; after that, " in 'NAME'" where the application has named what lies there.
// kiln-run reads it.
static const char *shader_name(const struct sim_check *c, const struct sim_msg *m, const struct sim_space *s,
                               uint64_t offset, char out[DESCRIPTOR])
{
    const struct check_kernel *k = &c->kernels.data[c->kernel];
    const unsigned bti = m->send->index;
    if (s->slm)
        return check_shared_name(c, offset, out, DESCRIPTOR);
    if (!s->surface)
        return "memory";
    for (uint32_t i = 0; k->note && i < k->note->binding_count; i++) {
        const struct kiln_note_binding *b = &k->note->bindings[i];
        if (bti < b->bti || bti - b->bti >= b->count)
            continue;
        if (b->set == KILN_NOTE_PUSH_CONSTANTS || b->set == KILN_NOTE_CONSTANTS)
            return b->set == KILN_NOTE_CONSTANTS ? "the constants" : "the push constants";
        int n = snprintf(out, DESCRIPTOR, "set %u binding %u", b->set, b->binding);
        if (b->count > 1)
            n += snprintf(out + n, DESCRIPTOR - (size_t)n, " element %u", bti - b->bti);
        if (k->note->binding_names[i][0])
            snprintf(out + n, DESCRIPTOR - (size_t)n, " (%.64s)", k->note->binding_names[i]);
        return out;
    }
    if (m->send->space == SIM_SEND_BINDLESS)
        snprintf(out, DESCRIPTOR, "the buffer at 0x%llx", (unsigned long long)s->base);
    else
        snprintf(out, DESCRIPTOR, "binding table entry %u", bti);
    return out;
}

static const char *descriptor(const struct sim_check *c, const struct sim_msg *m, const struct sim_space *s,
                              uint64_t offset, char out[DESCRIPTOR])
{
    const struct sim_launch *w = c->d->launch;
    char text[DESCRIPTOR], name[KILN_NAME_BYTES];
    const char *shaders = shader_name(c, m, s, offset, text);
    // A surface is of what it begins in, wherever the access goes.
    bool named =
        !s->slm && w->name_of && w->name_of(w->job_of, s->surface ? s->base : s->base + offset, name);
    snprintf(out, DESCRIPTOR, named ? "%s in '%s'" : "%s", shaders, name);
    return out;
}

static void race(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                 unsigned size, const struct check_place *first, const char *first_what,
                 const struct check_place *second, const char *second_what, bool barrier)
{
    char name[DESCRIPTOR];
    if (s->slm)
        check_report(c, CHECK_RACE, first, first_what, second, second_what,
                     "nothing orders two accesses to %s, %u bytes at offset %llu",
                     check_shared_name(c, offset, name, sizeof(name)), size, (unsigned long long)offset);
    else
        check_report(c, CHECK_RACE, first, first_what, second, second_what,
                     "nothing orders two accesses to %s, %u bytes at offset %llu (address 0x%llx)%s",
                     descriptor(c, m, s, offset, name), size, (unsigned long long)offset,
                     (unsigned long long)(s->base + offset),
                     barrier ? ": the barrier between them orders shared memory only" : "");
}

void check_pending_finish(struct sim_check *c)
{
    for (unsigned i = 0; i < c->pending_count; i++) {
        struct check_pending *w = &c->pending[i];
        if (!memcmp(w->p, w->old, w->size) && !check_on(c, CHECK_SAME))
            continue;
        struct sim_space s = {.slm = w->slm, .base = w->base, .surface = w->surface};
        race(c, w->m, &s, w->offset, w->size, &w->first, "write", &w->second, "write", w->barrier);
    }
    c->pending_count = 0;
}

// A conflict with the earlier access `e` (record and lane).
static void conflict(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                     unsigned size, uint32_t e, enum check_kind kind, const struct check_place *here,
                     uint8_t *p)
{
    const struct check_record *r = &c->records[e >> LANE_BITS];
    struct check_place there = place_of_record(c, r, e & 31);
    if (r->kind != CHECK_WRITE || kind != CHECK_WRITE) {
        race(c, m, s, offset, size, &there, kind_text[r->kind], here, kind_text[kind], barrier_between(c, r));
        return;
    }
    if (c->pending_count == sizeof(c->pending) / sizeof(c->pending[0]))
        return;
    struct check_pending *w = &c->pending[c->pending_count++];
    *w = (struct check_pending){.p = p,
                                .size = size,
                                .slm = s->slm,
                                .base = s->base,
                                .surface = s->surface,
                                .offset = offset,
                                .first = there,
                                .second = *here,
                                .barrier = barrier_between(c, r),
                                .m = m};
    memcpy(w->old, p, size);
}

static bool is_atomic(enum check_kind k)
{
    return k == CHECK_ATOMIC_READ || k == CHECK_ATOMIC_WRITE;
}

// Whether two kinds conflict at all: one writes, and not both are atomic.
static bool clash(enum check_kind a, enum check_kind b)
{
    return (a == CHECK_WRITE || a == CHECK_ATOMIC_WRITE || b == CHECK_WRITE || b == CHECK_ATOMIC_WRITE) &&
           !(is_atomic(a) && is_atomic(b));
}

static void visit(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, struct check_cell *cell,
                  uint64_t offset, unsigned size, enum check_kind kind, unsigned lane, uint8_t *p)
{
    uint32_t before[3] = {cell->write, cell->read, cell->read2};
    bool told = false;
    for (unsigned i = 0; i < 3 && !told; i++) {
        uint32_t e = before[i];
        if (!e || !clash((enum check_kind)c->records[e >> LANE_BITS].kind, kind) ||
            ordered(c, m, e >> LANE_BITS, e & 31, lane, s->slm))
            continue;
        struct check_place here = check_place_of(c, m->t, m->u, -1);
        here.lane = lane;
        conflict(c, m, s, offset, size, e, kind, &here, p);
        told = true;
    }
    // An atomic sees what came before the atomic whose value it may get.
    const struct check_record *w = &c->records[cell->write >> LANE_BITS];
    if (is_atomic(kind) && cell->write && is_atomic((enum check_kind)w->kind) &&
        cell->write >> LANE_BITS > c->acquired[m->t->index])
        c->acquired[m->t->index] = cell->write >> LANE_BITS;
}

// Whether nothing before can conflict, without a look at who it was.
static inline bool harmless(const struct sim_check *c, const struct check_cell *cell, enum check_kind kind,
                            bool slm)
{
    uint32_t start = slm ? c->epoch_start << LANE_BITS : 1; // cells below it: none, or ordered by a barrier
    if (is_atomic(kind))
        return !(cell->write | cell->read | cell->read2);
    if (cell->write >= start)
        return false;
    return kind == CHECK_READ || (cell->read2 < start && (cell->read < start || cell->reader == c->who));
}

static inline void note_access(struct sim_check *c, struct check_cell *cell, uint32_t now,
                               enum check_kind kind)
{
    if (kind == CHECK_WRITE || kind == CHECK_ATOMIC_WRITE) {
        cell->write = now;
        return;
    }
    if (cell->reader != c->who) {
        cell->read2 = cell->read;
        cell->reader = c->who;
    }
    cell->read = now;
}

static struct check_page *page_at(struct sim_check *c, bool slm, uint64_t at)
{
    if (slm)
        return &c->slm[at / PAGE];
    if (!c->last || c->last->number != at / PAGE)
        c->last = check_page_find(&c->memory, at / PAGE);
    return c->last;
}

void check_access(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                  unsigned size, enum sim_access access, int lane, uint8_t *p)
{
    uint64_t at = s->slm ? offset : s->base + offset;
    if (!s->slm && check_in_scratch(c, s, at))
        return;
    if (s->slm && offset + size > c->slm_limit)
        check_bounds(c, m, s, offset, size, access, lane);
    if (c->lazy && s->slm) {
        if (access == SIM_WRITE && !m->atomic)
            memset(c->slm_undefined + offset, 0, size);
        else
            c->late |= check_undefined(c->slm_undefined + offset, size);
    }
    if (!check_on(c, CHECK_RACE))
        return;
    enum check_kind kind = kind_of(m, access);
    uint32_t me = record_of(c, m, kind);
    if (!me)
        return;
    if (is_atomic(kind) && access == SIM_WRITE)
        c->atomic[m->t->index] = me + 1;
    unsigned channel =
        lane >= 0 && m->u->n > 1 ? (unsigned)lane + m->u->off : check_place_of(c, m->t, m->u, lane).lane;
    uint32_t now = me << LANE_BITS | channel, generation = s->slm ? c->slm_generation : c->generation;
    bool bytes = (at | size) & 3;
    for (unsigned done = 0; done < size;) {
        uint64_t a = at + done;
        struct check_page *page = page_at(c, s->slm, a);
        if (!page || !ready(page, generation, bytes))
            return;
        unsigned step = page->bytes ? 1 : 4, to_end = PAGE - (unsigned)(a % PAGE);
        unsigned end = size - done < to_end ? size : done + to_end;
        struct check_cell *cell = &page->cells[a % PAGE / step];
        for (; done < end; done += step, cell++) {
            if (!harmless(c, cell, kind, s->slm))
                visit(c, m, s, cell, offset + done, step, kind, channel, p + done);
            note_access(c, cell, now, kind);
        }
    }
}

// The most frequent case: a plain read of whole dwords by one more channel of a message. False: take the long
// way.
static inline bool read_again(struct sim_check *c, struct sim_msg *m, const struct sim_space *s,
                              uint64_t offset, unsigned size, unsigned lane, uint8_t *p)
{
    uint64_t at = s->slm ? offset : s->base + offset;
    if (!c->record || m->atomic || m->relaxed || (at | size) & 3 || m->u->n == 1 || at % PAGE + size > PAGE)
        return false;
    struct check_page *page = s->slm ? &c->slm[at / PAGE] : c->last;
    if (!page || page->bytes)
        return false;
    if (s->slm) {
        if (page->generation != c->slm_generation || offset + size > c->slm_limit)
            return false;
        if (c->lazy)
            for (unsigned k = 0; k < size; k += 4)
                c->late |= sim_msg_u32(c->slm_undefined + offset, k / 4) != 0;
    } else if (page->number != at / PAGE || page->generation != c->generation || check_in_scratch(c, s, at)) {
        return false;
    }
    uint32_t now = c->record << LANE_BITS | (lane + m->u->off),
             start = s->slm ? c->epoch_start << LANE_BITS : 1;
    struct check_cell *cell = &page->cells[at % PAGE / 4];
    for (unsigned k = 0; k < size; k += 4, cell++) {
        if (cell->write >= start)
            visit(c, m, s, cell, offset + k, 4, CHECK_READ, lane + m->u->off, p + k);
        note_access(c, cell, now, CHECK_READ);
    }
    return true;
}

// The short way for what lies in bounds, in one page.
uint8_t *sim_check_quick(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                         enum sim_access access, unsigned lane)
{
    struct sim_check *c = check_of(m->t->group);
    if (!c || !sim_within(s, offset, size) || (!s->slm && ((s->base + offset) & 4095) + size > 4096))
        return NULL;
    if (m->shadow)
        return check_value_ptr(c, m, s, offset, size, access, (int)lane);
    if (c->pending_count)
        check_pending_finish(c);
    uint8_t *p = s->slm ? m->t->group->slm + offset : sim_tlb_ptr(m->tlb, s->base + offset, access);
    if (p && (access != SIM_READ || !read_again(c, m, s, offset, size, lane, p)))
        check_access(c, m, s, offset, size, access, (int)lane, p);
    return p;
}

// ---- bounds

void check_bounds(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                  unsigned size, enum sim_access access, int lane)
{
    char name[DESCRIPTOR];
    const struct kiln_note *note = c->kernels.data[c->kernel].note;
    if (s->null || !check_on(c, CHECK_OOB) || (note && note->internal))
        return;
    uint64_t have = s->slm && note && note->slm_size ? note->slm_size : s->size;
    struct check_place here = check_place_of(c, m->t, m->u, lane);
    check_report(c, CHECK_OOB, &here, kind_text[kind_of(m, access)], NULL, NULL,
                 "%u bytes at offset %llu of %s, which has %llu bytes", size, (unsigned long long)offset,
                 descriptor(c, m, s, offset, name), (unsigned long long)have);
}

// What this client's cache has, and not what is in L3.
void check_stale(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                 unsigned size, int lane, const uint8_t *seen)
{
    char name[DESCRIPTOR];
    struct sim_group *g = m->t->group;
    bool sampler = m->tlb == &g->clients[SIM_CLIENT_SAMPLER];
    if (s->slm || (!sampler && m->tlb != &g->clients[SIM_CLIENT_CONSTANT]))
        return;
    const uint8_t *now = sim_tlb_ptr(&g->clients[SIM_CLIENT_MEMORY], s->base + offset, SIM_READ);
    if (!now || now == seen || !memcmp(now, seen, size))
        return;
    struct check_place here = check_place_of(c, m->t, m->u, lane);
    check_report(c, CHECK_STALE, &here, kind_text[CHECK_READ], NULL, NULL,
                 "a read through the %s shows what was there before a write: no pipeline barrier between "
                 "them makes it see, %s",
                 sampler ? "sampler" : "constant cache", descriptor(c, m, s, offset, name));
}

void sim_check_texel(struct sim_msg *m, const struct sim_surface *s, const uint32_t at[4],
                     enum sim_access access, unsigned lane)
{
    struct sim_check *c = check_of(m->t->group);
    char name[DESCRIPTOR];
    if (!c || !check_on(c, CHECK_OOB))
        return;
    struct sim_space space = {.surface = s, .base = s->base};
    struct check_place here = check_place_of(c, m->t, m->u, (int)lane);
    check_report(c, CHECK_OOB, &here, kind_text[kind_of(m, access)], NULL, NULL,
                 "texel (%d, %d, %d) of level %d of %s, which has %u x %u x %u", (int)at[0], (int)at[1],
                 (int)at[2], (int)at[3], descriptor(c, m, &space, 0, name), s->width, s->height, s->depth);
}

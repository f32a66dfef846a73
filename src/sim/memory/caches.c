// The caches of the strict machine. See caches.h.
//
// Pages are known by where the object's memory is in the host, so that all addresses of an object share them,
// as physical addresses do. One lock guards all; writers that find their page marked take none.
#include "sim/memory/caches.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 4096,
    LINE = 64,
    BUCKETS = 4096,
    MARKS = 4096,
    MAX_DIRTY = 256,  // pages that wait for a flush: what L3 holds of one slice, and some
    MAX_FROZEN = 256, // of each read-only cache
    LINES = 4096,     // of the state cache
    PROBES = 8,
    WRITTEN = 8192, // pages, of which half may be kept in mind
};
enum { SAMPLER, CONSTANT, READERS };

// A page as it was. Several caches may hold the same.
struct copy {
    uint8_t bytes[PAGE];
    struct copy *next; // free
    unsigned refs;
};

struct page {
    struct page *next; // in its bucket; or free
    uint8_t *host;
    struct copy *memory;          // before it became dirty; NULL: clean
    unsigned dirty;               // SIM_FLUSH_*: in which caches
    struct copy *frozen[READERS]; // what a read-only cache has of it; NULL: what is there now
};

struct line {
    const uint8_t *host;
    uint64_t epoch;
    uint8_t data[LINE];
};

struct list {
    struct page *page[MAX_DIRTY];
    unsigned count;
};

struct sim_caches {
    pthread_mutex_t lock;
    struct page *bucket[BUCKETS], *free_pages;
    struct list dirty, frozen[READERS];
    struct copy *free_copies;
    uint64_t state_epoch, instruction_epoch;
    atomic_uint dirty_count, render_count, frozen_count;
    atomic_uint generation;          // counts flushes and invalidations
    _Atomic uintptr_t marked[MARKS]; // pages that need nothing more until the next one
    struct line lines[LINES];
    const uint8_t *written[WRITTEN]; // pages, at their hash or behind
    unsigned written_count;
};

static size_t hash(const void *p, unsigned shift)
{
    return (size_t)(((uintptr_t)p >> shift) * UINT64_C(0x9e3779b97f4a7c15) >> 40);
}

static uint8_t *page_of(const uint8_t *p)
{
    return (uint8_t *)((uintptr_t)p & ~(uintptr_t)(PAGE - 1));
}

// Programs are kept by it, those of all contexts together.
static uint64_t next_epoch(void)
{
    static atomic_uint_least64_t epochs;
    return atomic_fetch_add(&epochs, 1) + 1;
}

struct sim_caches *sim_caches_create(void)
{
    struct sim_caches *c = calloc(1, sizeof(*c));
    if (!c)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    c->state_epoch = 1;
    c->instruction_epoch = next_epoch();
    return c;
}

static struct copy *drop(struct sim_caches *c, struct copy *copy)
{
    if (copy && !--copy->refs) {
        copy->next = c->free_copies;
        c->free_copies = copy;
    }
    return NULL;
}

static void free_chain(struct sim_caches *c, struct page *p)
{
    while (p) {
        struct page *next = p->next;
        drop(c, p->memory);
        for (unsigned r = 0; r < READERS; r++)
            drop(c, p->frozen[r]);
        free(p);
        p = next;
    }
}

void sim_caches_destroy(struct sim_caches *c)
{
    if (!c)
        return;
    for (unsigned i = 0; i < BUCKETS; i++)
        free_chain(c, c->bucket[i]);
    while (c->free_pages) {
        struct page *next = c->free_pages->next;
        free(c->free_pages);
        c->free_pages = next;
    }
    while (c->free_copies) {
        struct copy *next = c->free_copies->next;
        free(c->free_copies);
        c->free_copies = next;
    }
    pthread_mutex_destroy(&c->lock);
    free(c);
}

// ---- pages

static struct page *find(struct sim_caches *c, const uint8_t *host)
{
    struct page *p = c->bucket[hash(host, 12) % BUCKETS];
    while (p && p->host != host)
        p = p->next;
    return p;
}

static struct page *find_or_add(struct sim_caches *c, uint8_t *host)
{
    struct page *p = find(c, host);
    if (p)
        return p;
    p = c->free_pages;
    if (p)
        c->free_pages = p->next;
    else if (!(p = malloc(sizeof(*p))))
        return NULL;
    struct page **bucket = &c->bucket[hash(host, 12) % BUCKETS];
    *p = (struct page){.next = *bucket, .host = host};
    *bucket = p;
    return p;
}

static struct copy *new_copy(struct sim_caches *c, const uint8_t *page)
{
    struct copy *copy = c->free_copies;
    if (copy)
        c->free_copies = copy->next;
    else if (!(copy = aligned_alloc(LINE, (sizeof(*copy) + LINE - 1) / LINE * LINE)))
        return NULL;
    copy->refs = 0;
    memcpy(copy->bytes, page, PAGE);
    return copy;
}

// Somebody is about to write: read-only caches keep what is there. Any of them may hold any line, for they
// fetch ahead.
static void freeze(struct sim_caches *c, struct page *p, struct copy **now)
{
    for (unsigned r = 0; r < READERS; r++) {
        if (p->frozen[r] || c->frozen[r].count == MAX_FROZEN)
            continue;
        if (!*now && !(*now = new_copy(c, p->host)))
            return;
        p->frozen[r] = *now;
        (*now)->refs++;
        c->frozen[r].page[c->frozen[r].count++] = p;
        atomic_fetch_add(&c->frozen_count, 1);
    }
}

static uintptr_t mark_of(struct sim_caches *c, const uint8_t *host)
{
    return (uintptr_t)host | (atomic_load_explicit(&c->generation, memory_order_relaxed) & (PAGE - 1));
}

// No cache can hold any more of what was.
static bool is_full(const struct sim_caches *c)
{
    return atomic_load_explicit(&c->dirty_count, memory_order_relaxed) == MAX_DIRTY &&
           atomic_load_explicit(&c->frozen_count, memory_order_relaxed) == READERS * MAX_FROZEN;
}

// ---- pages that EUs wrote

static const uint8_t **written(struct sim_caches *c, const uint8_t *page)
{
    size_t at = hash(page, 12) % WRITTEN;
    while (c->written[at] && c->written[at] != page)
        at = (at + 1) % WRITTEN;
    return &c->written[at];
}

static void note_written(struct sim_caches *c, const uint8_t *page)
{
    const uint8_t **slot = written(c, page);
    if (*slot || c->written_count == WRITTEN / 2)
        return;
    *slot = page;
    c->written_count++;
}

void sim_caches_begin(struct sim_caches *c)
{
    pthread_mutex_lock(&c->lock);
    if (c->written_count)
        memset(c->written, 0, sizeof(c->written));
    c->written_count = 0;
    pthread_mutex_unlock(&c->lock);
}

bool sim_caches_wrote(struct sim_caches *c, const uint8_t *host)
{
    pthread_mutex_lock(&c->lock);
    bool found = c->written_count && *written(c, page_of(host));
    pthread_mutex_unlock(&c->lock);
    return found;
}

// The page becomes dirty in a cache.
static void write_back(struct sim_caches *c, uint8_t *host, unsigned cache)
{
    _Atomic uintptr_t *slot = &c->marked[hash(host, 12) % MARKS];
    uintptr_t mark = mark_of(c, host);
    if (cache == SIM_FLUSH_DATA && atomic_load_explicit(slot, memory_order_acquire) == mark)
        return;
    if (cache == SIM_FLUSH_DATA && is_full(c)) {
        atomic_store_explicit(slot, mark, memory_order_release);
        return;
    }
    pthread_mutex_lock(&c->lock);
    note_written(c, host);
    struct page *p = find_or_add(c, host);
    struct copy *now = NULL;
    if (p) {
        freeze(c, p, &now);
        if (!p->memory && c->dirty.count < MAX_DIRTY && (now || (now = new_copy(c, host)))) {
            p->memory = now;
            now->refs++;
            c->dirty.page[c->dirty.count++] = p;
            atomic_store(&c->dirty_count, c->dirty.count);
        }
        if (p->memory && cache == SIM_FLUSH_RENDER && !(p->dirty & cache))
            atomic_fetch_add(&c->render_count, 1);
        if (p->memory)
            p->dirty |= cache;
    }
    if (cache == SIM_FLUSH_DATA)
        atomic_store_explicit(slot, mark, memory_order_release);
    pthread_mutex_unlock(&c->lock);
}

// What a read-only cache, or the data port beside a dirty render cache, sees of a page.
static uint8_t *reader(struct sim_caches *c, int which, uint8_t *host)
{
    uint8_t *seen = host;
    if (!atomic_load(&c->frozen_count) && !atomic_load(&c->render_count))
        return host;
    pthread_mutex_lock(&c->lock);
    struct page *p = find(c, host);
    if (p && p->dirty == SIM_FLUSH_RENDER)
        seen = p->memory->bytes; // the render cache is not behind theirs
    if (p && which < READERS && p->frozen[which])
        seen = p->frozen[which]->bytes;
    pthread_mutex_unlock(&c->lock);
    return seen;
}

uint8_t *sim_caches_page(struct sim_caches *c, enum sim_cache_client client, uint8_t *host,
                         enum sim_access access, bool *writable)
{
    switch (client) {
    case SIM_CLIENT_SAMPLER:
        *writable = false;
        return reader(c, SAMPLER, host);
    case SIM_CLIENT_CONSTANT:
        *writable = false;
        return reader(c, CONSTANT, host);
    case SIM_CLIENT_DATA:
    case SIM_CLIENT_RENDER:
        if (access == SIM_WRITE) {
            write_back(c, host, client == SIM_CLIENT_DATA ? SIM_FLUSH_DATA : SIM_FLUSH_RENDER);
            return host;
        }
        *writable = false; // the first write is to come here
        if (client == SIM_CLIENT_DATA && atomic_load_explicit(&c->render_count, memory_order_relaxed))
            return reader(c, READERS, host);
        return host;
    default:
        return host;
    }
}

// ---- those that are not behind L3

const uint8_t *sim_caches_memory(struct sim_caches *c, const uint8_t *host)
{
    const uint8_t *seen = host;
    if (!atomic_load_explicit(&c->dirty_count, memory_order_acquire))
        return host;
    pthread_mutex_lock(&c->lock);
    const struct page *p = find(c, page_of(host));
    if (p && p->memory)
        seen = p->memory->bytes + (host - p->host);
    pthread_mutex_unlock(&c->lock);
    return seen;
}

bool sim_caches_plain(struct sim_caches *c, uint8_t *host)
{
    pthread_mutex_lock(&c->lock);
    struct page *p = find_or_add(c, page_of(host));
    struct copy *now = NULL;
    if (p)
        freeze(c, p, &now);
    bool plain = !p || !p->memory;
    pthread_mutex_unlock(&c->lock);
    return plain;
}

void sim_caches_write(struct sim_caches *c, uint8_t *host, const void *data, size_t size)
{
    const uint8_t *from = data;
    bool plain = sim_caches_plain(c, host);
    pthread_mutex_lock(&c->lock);
    struct page *p = plain ? NULL : find(c, page_of(host));
    if (p && p->memory && p->memory->refs > 1) { // what others hold stays as it is
        struct copy *own = new_copy(c, p->memory->bytes);
        if (own) {
            own->refs = 1;
            drop(c, p->memory);
            p->memory = own;
        }
    }
    for (size_t i = 0; i < size; i++) {
        uint8_t *memory = p && p->memory ? p->memory->bytes + (host - p->host) + i : NULL;
        if (!memory || *memory == host[i])
            host[i] = from[i];
        if (memory)
            *memory = from[i];
    }
    pthread_mutex_unlock(&c->lock);
}

// ---- the state cache

static struct line *line_at(struct sim_caches *c, const uint8_t *host)
{
    size_t at = hash(host, 6);
    struct line *l = NULL;
    for (unsigned k = 0; k < PROBES; k++) {
        l = &c->lines[(at + k) % LINES];
        if (l->host == host && l->epoch == c->state_epoch)
            return l;
        if (l->epoch != c->state_epoch)
            break;
    }
    *l = (struct line){.host = host, .epoch = c->state_epoch};
    memcpy(l->data, host, LINE);
    return l;
}

bool sim_caches_state(struct sim_caches *c, const uint8_t *host, void *out, size_t size)
{
    uint8_t *to = out;
    bool fresh = true;
    pthread_mutex_lock(&c->lock);
    while (size) {
        size_t at = (uintptr_t)host % LINE, n = LINE - at < size ? LINE - at : size;
        const struct line *l = line_at(c, host - at);
        memcpy(to, l->data + at, n);
        fresh &= !memcmp(to, host, n);
        to += n;
        host += n;
        size -= n;
    }
    pthread_mutex_unlock(&c->lock);
    return fresh;
}

// ---- flushes and invalidations

static void flush(struct sim_caches *c, unsigned which)
{
    unsigned kept = 0, render = 0;
    for (unsigned i = 0; i < c->dirty.count; i++) {
        struct page *p = c->dirty.page[i];
        p->dirty &= ~which;
        if (!p->dirty) {
            p->memory = drop(c, p->memory);
            continue;
        }
        c->dirty.page[kept++] = p;
        render += (p->dirty & SIM_FLUSH_RENDER) != 0;
    }
    c->dirty.count = kept;
    atomic_store(&c->dirty_count, kept);
    atomic_store(&c->render_count, render);
    atomic_fetch_add(&c->generation, 1);
}

static void invalidate(struct sim_caches *c, unsigned reader)
{
    struct list *l = &c->frozen[reader];
    for (unsigned i = 0; i < l->count; i++)
        l->page[i]->frozen[reader] = drop(c, l->page[i]->frozen[reader]);
    atomic_fetch_sub(&c->frozen_count, l->count);
    l->count = 0;
    atomic_fetch_add(&c->generation, 1);
}

// Of the pages that nobody has a copy of any more nothing need be known.
static void forget_pages(struct sim_caches *c)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        while (c->bucket[i]) {
            struct page *p = c->bucket[i];
            c->bucket[i] = p->next;
            p->next = c->free_pages;
            c->free_pages = p;
        }
}

void sim_caches_maintain(struct sim_caches *c, unsigned what)
{
    pthread_mutex_lock(&c->lock);
    if (what & SIM_FLUSH_ALL)
        flush(c, what & SIM_FLUSH_ALL);
    if (what & SIM_INVALIDATE_SAMPLER)
        invalidate(c, SAMPLER);
    if (what & SIM_INVALIDATE_CONSTANT)
        invalidate(c, CONSTANT);
    c->state_epoch += (what & SIM_INVALIDATE_STATE) != 0;
    if (what & SIM_INVALIDATE_INSTRUCTION)
        c->instruction_epoch = next_epoch();
    if (what == (SIM_FLUSH_ALL | SIM_INVALIDATE_ALL))
        forget_pages(c);
    pthread_mutex_unlock(&c->lock);
}

uint64_t sim_caches_instruction_epoch(const struct sim_caches *c)
{
    return c->instruction_epoch;
}

// Page tables. See gtt.h.
//
// Translation takes no lock: a page-table entry is one atomic word, and tables only grow until the VM dies. A
// binding may therefore be added while requests of the VM execute; one is removed only when its object is
// idle (a request that uses an object without listing it sees either the old page or a fault).
//
// Gen9 calls the levels PML4, PDP, PD, PT (PRM SKL vol3 "Per-process GTT"); each indexes with nine address
// bits.
#include "sim/memory/gtt.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sim/memory/caches.h"

// An entry: 0, a table, or the host address of a 4 KiB page (PT) or of 2 MiB (PD, with ENTRY_HUGE).
#define ENTRY_WRITABLE UINT64_C(1)
#define ENTRY_HUGE UINT64_C(2)
#define ENTRY_PRESENT UINT64_C(4)
#define ENTRY_ADDRESS (~(SIM_PAGE - 1))
#define HUGE_SIZE (UINT64_C(1) << 21)

struct sim_pt {
    _Atomic uint64_t entry[512];
};

static unsigned index_of(uint64_t addr, unsigned level) // level 3: PML4 ... 0: PT
{
    return (unsigned)(addr >> (12 + 9 * level)) & 511;
}

static struct sim_pt *new_table(void)
{
    void *p = NULL;
    if (posix_memalign(&p, SIM_PAGE, sizeof(struct sim_pt)))
        return NULL;
    return memset(p, 0, sizeof(struct sim_pt));
}

static struct sim_pt *table_of(uint64_t entry)
{
    return (struct sim_pt *)(uintptr_t)(entry & ENTRY_ADDRESS);
}

static void free_tables(struct sim_pt *pt, unsigned level)
{
    for (unsigned i = 0; level && i < 512; i++) {
        uint64_t e = atomic_load_explicit(&pt->entry[i], memory_order_relaxed);
        if (e && !(e & ENTRY_HUGE))
            free_tables(table_of(e), level - 1);
    }
    free(pt);
}

// The table of `level` that covers the address, made on the way down. NULL: out of memory.
static struct sim_pt *table_for(struct sim_pages *pages, uint64_t addr, unsigned level)
{
    struct sim_pt *pt = pages->root;
    for (unsigned l = 3; l > level; l--) {
        _Atomic uint64_t *slot = &pt->entry[index_of(addr, l)];
        uint64_t e = atomic_load_explicit(slot, memory_order_relaxed);
        if (e & ENTRY_HUGE) {
            // A hole punched by unbinding left this entry empty before; a present one would be an overlap.
            return NULL;
        }
        if (!e) {
            struct sim_pt *below = new_table();
            if (!below)
                return NULL;
            e = (uint64_t)(uintptr_t)below | ENTRY_PRESENT;
            atomic_store_explicit(slot, e, memory_order_release);
        }
        pt = table_of(e);
    }
    return pt;
}

// True if the 2 MiB at addr have no table of small pages yet (or an empty entry), so that one entry can map
// them.
static bool huge_fits(struct sim_pages *pages, uint64_t addr)
{
    struct sim_pt *pd = table_for(pages, addr, 1);
    return pd && !atomic_load_explicit(&pd->entry[index_of(addr, 1)], memory_order_relaxed);
}

bool sim_pages_map(struct sim_pages *pages, uint64_t addr, uint8_t *host, uint64_t size, bool writable)
{
    uint64_t flags = ENTRY_PRESENT | (writable ? ENTRY_WRITABLE : 0);
    for (uint64_t off = 0; off < size;) {
        uint64_t at = addr + off;
        bool huge = at % HUGE_SIZE == 0 && size - off >= HUGE_SIZE && huge_fits(pages, at);
        struct sim_pt *pt = table_for(pages, at, huge ? 1 : 0);
        if (!pt)
            return false;
        atomic_store_explicit(&pt->entry[index_of(at, huge ? 1 : 0)],
                              (uint64_t)(uintptr_t)(host + off) | flags | (huge ? ENTRY_HUGE : 0),
                              memory_order_release);
        off += huge ? HUGE_SIZE : SIM_PAGE;
    }
    return true;
}

void sim_pages_unmap(struct sim_pages *pages, uint64_t addr, uint64_t size)
{
    for (uint64_t off = 0; off < size;) {
        struct sim_pt *pt = pages->root;
        uint64_t at = addr + off, step = SIM_PAGE;
        for (unsigned l = 3; pt; l--) {
            _Atomic uint64_t *slot = &pt->entry[index_of(at, l)];
            uint64_t e = atomic_load_explicit(slot, memory_order_relaxed);
            if (!l || e & ENTRY_HUGE) {
                atomic_store_explicit(slot, 0, memory_order_release);
                step = l ? HUGE_SIZE : SIM_PAGE;
                break;
            }
            pt = e ? table_of(e) : NULL;
        }
        off += step;
    }
    sim_pages_changed(pages);
}

bool sim_pages_split(struct sim_pages *pages, uint64_t addr)
{
    struct sim_pt *pt = pages->root;
    _Atomic uint64_t *slot = NULL;
    uint64_t e = 0;
    for (unsigned l = 3; l > 0; l--) {
        slot = &pt->entry[index_of(addr, l)];
        e = atomic_load_explicit(slot, memory_order_relaxed);
        if (!e || e & ENTRY_HUGE)
            break;
        pt = table_of(e);
    }
    if (!(e & ENTRY_HUGE) || addr % HUGE_SIZE == 0)
        return true;
    struct sim_pt *small = new_table();
    for (uint64_t i = 0; small && i < 512; i++)
        atomic_store_explicit(&small->entry[i], (e & ~ENTRY_HUGE) + i * SIM_PAGE, memory_order_relaxed);
    if (small)
        atomic_store_explicit(slot, (uint64_t)(uintptr_t)small | ENTRY_PRESENT, memory_order_release);
    return small;
}

// Host address of a GPU address's page; NULL: there is none.
static uint8_t *walk(const struct sim_pages *pages, uint64_t addr, bool *writable)
{
    struct sim_pt *pt = pages->root;
    for (unsigned l = 3;; l--) {
        uint64_t e = atomic_load_explicit(&pt->entry[index_of(addr, l)], memory_order_acquire);
        if (!e)
            return NULL;
        *writable = e & ENTRY_WRITABLE;
        if (!l)
            return (uint8_t *)(uintptr_t)(e & ENTRY_ADDRESS);
        if (e & ENTRY_HUGE)
            return (uint8_t *)(uintptr_t)((e & ENTRY_ADDRESS) + (addr & (HUGE_SIZE - 1) & ENTRY_ADDRESS));
        pt = table_of(e);
    }
}

// ---- translation for the engines

// Where writes to a read-only page go: to a copy of it, which an atomic may read, and nobody sees.
static uint8_t *drop_writes(const uint8_t *page, uint64_t addr)
{
    static _Thread_local uint8_t dropped[SIM_PAGE]
        __attribute__((aligned(SIM_PAGE))); // caches.c copies pages
    memcpy(dropped, page, sizeof(dropped));
    return dropped + (addr & (SIM_PAGE - 1));
}

static uint8_t *scratch(struct sim_scratch *s, uint64_t addr, enum sim_access access)
{
    static const uint8_t zeros[SIM_PAGE] __attribute__((aligned(SIM_PAGE)));
    uint64_t none = 0;
    if (!s)
        return NULL;
    atomic_compare_exchange_strong(&s->first, &none, (addr & ~UINT64_C(3)) | 2 | (access == SIM_WRITE));
    if (s->bytes)
        return s->bytes + (addr & (SIM_SCRATCH_SIZE - 1));
    return access == SIM_READ ? (uint8_t *)(uintptr_t)zeros + (addr & (SIM_PAGE - 1))
                              : drop_writes(zeros, addr);
}

static uint8_t *walk_of(const struct sim_tlb *tlb, uint64_t addr, bool *writable)
{
    return tlb->pages->walk ? tlb->pages->walk(tlb->pages, addr, writable) : walk(tlb->pages, addr, writable);
}

static uint8_t *fill_in(struct sim_tlb *tlb, uint64_t addr, uint8_t *host, enum sim_access access,
                        bool writable)
{
    unsigned slot = (unsigned)(addr >> 12) & 255;
    if (tlb->caches)
        host = sim_caches_page(tlb->caches, tlb->client, host, access, &writable);
    tlb->used = true;
    tlb->entry[slot].page = addr >> 12;
    tlb->entry[slot].host = host;
    tlb->entry[slot].writable = writable;
    return tlb->entry[slot].host + (addr & (SIM_PAGE - 1));
}

uint8_t *sim_tlb_miss(struct sim_tlb *tlb, uint64_t addr, enum sim_access access)
{
    addr &= SIM_VM_TOTAL - 1;
    bool writable;
    uint8_t *host = walk_of(tlb, addr, &writable);
    if (!host)
        return scratch(tlb->pages->scratch, addr, access);
    if (access == SIM_WRITE && !writable)
        return drop_writes(host, addr);
    return fill_in(tlb, addr, host, access, writable);
}

uint8_t *sim_tlb_probe(struct sim_tlb *tlb, uint64_t addr, enum sim_access access)
{
    addr &= SIM_VM_TOTAL - 1;
    bool writable;
    uint8_t *host = walk_of(tlb, addr, &writable);
    return host && (access == SIM_READ || writable) ? fill_in(tlb, addr, host, access, writable) : NULL;
}

static inline bool read_by(uint8_t *(*lookup)(struct sim_tlb *, uint64_t, enum sim_access),
                           struct sim_tlb *tlb, uint64_t addr, uint8_t *out, size_t size)
{
    while (size) {
        size_t n = SIM_PAGE - (addr & (SIM_PAGE - 1));
        const uint8_t *src = lookup(tlb, addr, SIM_READ);
        if (!src)
            return false;
        if (n > size)
            n = size;
        memcpy(out, src, n);
        out += n;
        addr += n;
        size -= n;
    }
    return true;
}

bool sim_tlb_read(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size)
{
    return read_by(sim_tlb_ptr, tlb, addr, out, size);
}

bool sim_tlb_peek(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size)
{
    return read_by(sim_tlb_probe, tlb, addr, out, size);
}

bool sim_tlb_write(struct sim_tlb *tlb, uint64_t addr, const void *data, size_t size)
{
    const uint8_t *src = data;
    while (size) {
        size_t n = SIM_PAGE - (addr & (SIM_PAGE - 1));
        uint8_t *dst = sim_tlb_ptr(tlb, addr, SIM_WRITE);
        if (!dst)
            return false;
        if (n > size)
            n = size;
        memcpy(dst, src, n);
        src += n;
        addr += n;
        size -= n;
    }
    return true;
}

bool sim_pages_init(struct sim_pages *pages)
{
    pages->root = new_table();
    return pages->root != NULL;
}

void sim_pages_finish(struct sim_pages *pages)
{
    free_tables(pages->root, 3);
}

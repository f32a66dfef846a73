// Page tables and bindings. See gtt.h.
//
// Translation takes no lock: a page-table entry is one atomic word, and tables only grow until the VM dies. A
// binding may therefore be added while requests of the VM execute; one is removed only when its object is
// idle (a request that uses an object without listing it sees either the old page or a fault).
//
// Gen9 calls the levels PML4, PDP, PD, PT (PRM SKL vol3 "Per-process GTT"); each indexes with nine address
// bits.
#include "sim/memory/gtt.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/memory/caches.h"
#include "sim/kernel/device.h"

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
static struct sim_pt *table_for(struct sim_vm *vm, uint64_t addr, unsigned level)
{
    struct sim_pt *pt = vm->root;
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
static bool huge_fits(struct sim_vm *vm, uint64_t addr)
{
    struct sim_pt *pd = table_for(vm, addr, 1);
    return pd && !atomic_load_explicit(&pd->entry[index_of(addr, 1)], memory_order_relaxed);
}

static bool map_pages(struct sim_vm *vm, uint64_t addr, uint8_t *host, uint64_t size, bool writable)
{
    uint64_t flags = ENTRY_PRESENT | (writable ? ENTRY_WRITABLE : 0);
    for (uint64_t off = 0; off < size;) {
        uint64_t at = addr + off;
        bool huge = at % HUGE_SIZE == 0 && size - off >= HUGE_SIZE && huge_fits(vm, at);
        struct sim_pt *pt = table_for(vm, at, huge ? 1 : 0);
        if (!pt)
            return false;
        atomic_store_explicit(&pt->entry[index_of(at, huge ? 1 : 0)],
                              (uint64_t)(uintptr_t)(host + off) | flags | (huge ? ENTRY_HUGE : 0),
                              memory_order_release);
        off += huge ? HUGE_SIZE : SIM_PAGE;
    }
    return true;
}

static void unmap_pages(struct sim_vm *vm, uint64_t addr, uint64_t size)
{
    for (uint64_t off = 0; off < size;) {
        struct sim_pt *pt = vm->root;
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
}

// Host address of a GPU address, 0 in `entry` if there is none.
static uint64_t walk(const struct sim_vm *vm, uint64_t addr)
{
    struct sim_pt *pt = vm->root;
    for (unsigned l = 3;; l--) {
        uint64_t e = atomic_load_explicit(&pt->entry[index_of(addr, l)], memory_order_acquire);
        if (!e || !l)
            return e;
        if (e & ENTRY_HUGE)
            return e + (addr & (HUGE_SIZE - 1) & ENTRY_ADDRESS);
        pt = table_of(e);
    }
}

// ---- translation for the engines
// -----------------------------------------------------------------------------

// What i915 puts behind addresses that are not mapped, on Gen9: one page, read-only (gen8_ppgtt.c
// gen8_init_scratch, has_read_only): reads give zeros, writes are dropped, and nobody is told.
static atomic_bool has_scratch_page;

void sim_gtt_set_scratch_page(bool on)
{
    atomic_store(&has_scratch_page, on);
}

static uint8_t *scratch_page(uint64_t addr, enum sim_access access)
{
    static const uint8_t zeros[SIM_PAGE] __attribute__((aligned(SIM_PAGE)));
    static _Thread_local uint8_t dropped[SIM_PAGE]
        __attribute__((aligned(SIM_PAGE))); // caches.c copies pages
    if (!atomic_load(&has_scratch_page))
        return NULL;
    if (access == SIM_READ)
        return (uint8_t *)(uintptr_t)zeros + (addr & (SIM_PAGE - 1));
    memset(dropped, 0, sizeof(dropped));
    return dropped + (addr & (SIM_PAGE - 1));
}

uint8_t *sim_tlb_miss(struct sim_tlb *tlb, uint64_t addr, enum sim_access access)
{
    addr &= SIM_VM_TOTAL - 1;
    uint64_t e = walk(tlb->vm, addr);
    if (!e || (access == SIM_WRITE && !(e & ENTRY_WRITABLE)))
        return scratch_page(addr, access);
    unsigned slot = (unsigned)(addr >> 12) & 255;
    uint8_t *host = (uint8_t *)(uintptr_t)(e & ENTRY_ADDRESS);
    bool writable = e & ENTRY_WRITABLE;
    if (tlb->caches)
        host = sim_caches_page(tlb->caches, tlb->client, host, access, &writable);
    tlb->used = true;
    tlb->entry[slot].page = addr >> 12;
    tlb->entry[slot].host = host;
    tlb->entry[slot].writable = writable;
    return tlb->entry[slot].host + (addr & (SIM_PAGE - 1));
}

bool sim_tlb_read(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size)
{
    uint8_t *dst = out;
    while (size) {
        size_t n = SIM_PAGE - (addr & (SIM_PAGE - 1));
        const uint8_t *src = sim_tlb_ptr(tlb, addr, SIM_READ);
        if (!src)
            return false;
        if (n > size)
            n = size;
        memcpy(dst, src, n);
        dst += n;
        addr += n;
        size -= n;
    }
    return true;
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

// ---- bindings
// ------------------------------------------------------------------------------------------------

struct sim_vm *sim_vm_create(struct sim_device *dev)
{
    struct sim_vm *vm = calloc(1, sizeof(*vm));
    if (!vm)
        return NULL;
    vm->refs = 1;
    vm->dev = dev;
    vm->root = new_table();
    if (!vm->root) {
        free(vm);
        return NULL;
    }
    return vm;
}

struct sim_vm *sim_vm_ref(struct sim_vm *vm)
{
    vm->refs++;
    return vm;
}

void sim_vm_unref(struct sim_vm *vm)
{
    if (!vm || --vm->refs)
        return;
    while (vm->vmas.count)
        sim_vm_unbind(vm->vmas.data[vm->vmas.count - 1]);
    vec_free(&vm->vmas);
    free_tables(vm->root, 3);
    free(vm);
}

// Index of the first binding that ends after addr.
static size_t lower_bound(const struct sim_vm *vm, uint64_t addr)
{
    size_t lo = 0, hi = vm->vmas.count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (vm->vmas.data[mid]->addr + vm->vmas.data[mid]->size <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

struct sim_vma *sim_vm_find(struct sim_vm *vm, struct sim_bo *bo)
{
    for (size_t i = 0; i < bo->vmas.count; i++)
        if (bo->vmas.data[i]->vm == vm)
            return bo->vmas.data[i];
    return NULL;
}

static int evict(struct sim_vm *vm, uint64_t addr, uint64_t size)
{
    for (;;) {
        size_t i = lower_bound(vm, addr);
        if (i == vm->vmas.count || vm->vmas.data[i]->addr >= addr + size)
            return 0;
        struct sim_vma *vma = vm->vmas.data[i];
        if (vma->exec_mark == vm->exec_serial)
            return -ENOSPC;
        // Waiting drops the lock, and the bindings may change meanwhile: look again.
        if (sim_bo_busy(vma->bo))
            sim_bo_wait(vma->bo, true);
        else
            sim_vm_unbind(vma);
    }
}

int sim_vm_bind(struct sim_vm *vm, struct sim_bo *bo, uint64_t addr, uint64_t size, struct sim_vma **out)
{
    int err = evict(vm, addr, size);
    if (err)
        return err;
    struct sim_vma *vma = calloc(1, sizeof(*vma));
    if (!vma)
        return -ENOMEM;
    *vma = (struct sim_vma){.bo = bo, .vm = vm, .addr = addr, .size = size, .exec_mark = vm->exec_serial};
    if (!vec_push(&bo->vmas, vma)) {
        free(vma);
        return -ENOMEM;
    }
    if (!vec_push(&vm->vmas, vma)) {
        bo->vmas.count--;
        free(vma);
        return -ENOMEM;
    }
    vm->vmas.count--; // the search must not see the new one, which stands last for a moment
    size_t at = lower_bound(vm, addr);
    vm->vmas.count++;
    memmove(&vm->vmas.data[at + 1], &vm->vmas.data[at], (vm->vmas.count - 1 - at) * sizeof(struct sim_vma *));
    vm->vmas.data[at] = vma;
    if (!map_pages(vm, addr, bo->map, bo->size, !bo->read_only)) {
        sim_vm_unbind(vma);
        return -ENOMEM;
    }
    *out = vma;
    return 0;
}

void sim_vm_unbind(struct sim_vma *vma)
{
    struct sim_vm *vm = vma->vm;
    struct sim_bo *bo = vma->bo;
    unmap_pages(vm, vma->addr, bo->size);
    size_t i = lower_bound(vm, vma->addr);
    vm->vmas.count--;
    memmove(&vm->vmas.data[i], &vm->vmas.data[i + 1], (vm->vmas.count - i) * sizeof(struct sim_vma *));
    for (size_t j = 0; j < bo->vmas.count; j++)
        if (bo->vmas.data[j] == vma)
            bo->vmas.data[j] = bo->vmas.data[--bo->vmas.count];
    free(vma);
}

bool sim_vm_find_hole(struct sim_vm *vm, uint64_t size, uint64_t align, uint64_t start, uint64_t end,
                      uint64_t *addr)
{
    uint64_t at = (start + align - 1) & ~(align - 1);
    for (size_t i = lower_bound(vm, at); i < vm->vmas.count && vm->vmas.data[i]->addr < at + size; i++)
        at = (vm->vmas.data[i]->addr + vm->vmas.data[i]->size + align - 1) & ~(align - 1);
    *addr = at;
    return size <= end && at <= end - size;
}

bool sim_vm_is_shared(struct sim_vm *vm, uint64_t addr)
{
    sim_lock();
    uint64_t a = addr & (SIM_VM_TOTAL - 1);
    size_t i = lower_bound(vm, a);
    const struct sim_vma *v = i < vm->vmas.count ? vm->vmas.data[i] : NULL;
    bool shared = v && v->addr <= a && v->bo->shared;
    sim_unlock();
    return shared;
}

void sim_vm_describe(struct sim_vm *vm, uint64_t addr, char *buf, size_t size)
{
    sim_lock();
    uint64_t a = addr & (SIM_VM_TOTAL - 1);
    size_t i = lower_bound(vm, a);
    const struct sim_vma *next = i < vm->vmas.count ? vm->vmas.data[i] : NULL;
    const struct sim_vma *prev = i ? vm->vmas.data[i - 1] : NULL;
    if (next && next->addr <= a) {
        snprintf(buf, size, "0x%llx is %llu bytes into %sbo %u [0x%llx, 0x%llx)", (unsigned long long)addr,
                 (unsigned long long)(a - next->addr), next->bo->read_only ? "read-only " : "",
                 next->bo->number, (unsigned long long)next->addr,
                 (unsigned long long)(next->addr + next->size));
    } else if (!prev && !next) {
        snprintf(buf, size, "0x%llx: the address space is empty", (unsigned long long)addr);
    } else {
        uint64_t past = prev ? a - (prev->addr + prev->size) : UINT64_MAX;
        bool before = next && next->addr - a < past;
        const struct sim_vma *v = before ? next : prev;
        snprintf(buf, size, "0x%llx is %llu bytes %s bo %u [0x%llx, 0x%llx)", (unsigned long long)addr,
                 (unsigned long long)(before ? next->addr - a : past), before ? "before" : "past",
                 v->bo->number, (unsigned long long)v->addr, (unsigned long long)(v->addr + v->size));
    }
    sim_unlock();
}

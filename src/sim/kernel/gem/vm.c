// Bindings: which buffer objects lie where in an address space. See vm.h.
#include "sim/kernel/gem/vm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/kernel/gem/bo.h"
#include "hw/devinfo.h"
#include "hw/target.h"
#include "sim/kernel/drm/device.h"
#include "util/log.h"

// i915: gen8_ppgtt.c (gen8_init_scratch). xe: xe_pt.c (__xe_pt_empty_pte).
static bool add_scratch(struct sim_vm *vm, enum sim_scratch_kind kind)
{
    if (kind == SIM_SCRATCH_NONE || vm->dev->config->unmapped == SIM_UNMAPPED_FAULTS)
        return true;
    vm->pages.scratch = &vm->scratch;
    if (kind == SIM_SCRATCH_ZEROS || kiln_target_has_read_only_pages(kiln_target_of(vm->dev->devinfo)))
        return true;
    void *p = NULL;
    if (posix_memalign(&p, SIM_PAGE, SIM_SCRATCH_SIZE))
        return false;
    vm->scratch.bytes = memset(p, 0, SIM_SCRATCH_SIZE);
    return true;
}

struct sim_vm *sim_vm_create(struct sim_device *dev, enum sim_scratch_kind scratch)
{
    struct sim_vm *vm = calloc(1, sizeof(*vm));
    if (!vm)
        return NULL;
    vm->refs = 1;
    vm->dev = dev;
    vm->number = ++dev->spaces;
    vm->total = UINT64_C(1) << dev->devinfo->address_bits;
    if (!sim_pages_init(&vm->pages)) {
        free(vm);
        return NULL;
    }
    if (!add_scratch(vm, scratch)) {
        sim_pages_finish(&vm->pages);
        free(vm);
        return NULL;
    }
    return vm;
}

// i915 6.12: ppgtt_size of GEN7_FEATURES.
enum { GLOBAL_BITS = 31 };

bool sim_device_has_own_spaces(const struct sim_device *dev)
{
    return kiln_target_has_own_spaces(kiln_target_of(dev->devinfo)) && !dev->config->aliasing;
}

struct sim_vm *sim_vm_of_context(struct sim_device *dev)
{
    if (sim_device_has_own_spaces(dev))
        return sim_vm_create(dev, SIM_SCRATCH_I915);
    if (!dev->global) {
        dev->global = sim_vm_create(dev, SIM_SCRATCH_I915);
        if (!dev->global)
            return NULL;
        dev->global->global = true;
        dev->global->total = UINT64_C(1) << GLOBAL_BITS;
    }
    return sim_vm_ref(dev->global);
}

// What the kernel has in the global space for good: the display's memory in the part that the aperture
// reaches, rings and images of contexts at the top (PIN_HIGH), and something that came later, wherever there
// was room.
static const struct {
    uint64_t start, end;
} kernels[] = {{0, 32 << 20},
               {200 << 20, 208 << 20},
               {UINT64_C(1536) << 20, UINT64_C(1537) << 20},
               {UINT64_C(2032) << 20, UINT64_C(2048) << 20}};

// The end of what the kernel has within a range; 0: nothing.
static uint64_t kernel_end(const struct sim_vm *vm, uint64_t addr, uint64_t size)
{
    for (size_t i = 0; vm->global && i < sizeof(kernels) / sizeof(kernels[0]); i++)
        if (addr < kernels[i].end && kernels[i].start < addr + size)
            return kernels[i].end;
    return 0;
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
    sim_fence_unref(vm->binds);
    sim_pages_finish(&vm->pages);
    free(vm->scratch.bytes);
    free(vm);
}

size_t sim_vm_index(const struct sim_vm *vm, uint64_t addr)
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
        size_t i = sim_vm_index(vm, addr);
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

struct sim_vma *sim_vm_insert(struct sim_vm *vm, const struct sim_vma *what)
{
    struct sim_vma *vma = calloc(1, sizeof(*vma));
    struct sim_bo *bo = what->bo;
    if (!vma)
        return NULL;
    *vma = *what;
    vma->vm = vm;
    if (bo && !vec_push(&bo->vmas, vma)) {
        free(vma);
        return NULL;
    }
    if (!vec_push(&vm->vmas, vma)) {
        if (bo)
            bo->vmas.count--;
        free(vma);
        return NULL;
    }
    vm->vmas.count--; // the search must not see the new one, which stands last for a moment
    size_t at = sim_vm_index(vm, vma->addr);
    vm->vmas.count++;
    memmove(&vm->vmas.data[at + 1], &vm->vmas.data[at], (vm->vmas.count - 1 - at) * sizeof(struct sim_vma *));
    vm->vmas.data[at] = vma;
    if (vma->keeps && bo)
        sim_bo_ref(bo);
    return vma;
}

int sim_vm_bind(struct sim_vm *vm, struct sim_bo *bo, uint64_t addr, uint64_t size, struct sim_vma **out)
{
    int err = kernel_end(vm, addr, size) ? -ENOSPC : evict(vm, addr, size);
    if (err)
        return err;
    const struct sim_vma what = {
        .bo = bo, .addr = addr, .size = size, .mapped = bo->size, .exec_mark = vm->exec_serial};
    struct sim_vma *vma = sim_vm_insert(vm, &what);
    if (!vma)
        return -ENOMEM;
    if (!sim_pages_map(&vm->pages, addr, bo->map, bo->size, !bo->read_only)) {
        sim_vm_unbind(vma);
        return -ENOMEM;
    }
    *out = vma;
    return 0;
}

void sim_vm_remove(struct sim_vma *vma)
{
    struct sim_vm *vm = vma->vm;
    struct sim_bo *bo = vma->bo;
    size_t i = sim_vm_index(vm, vma->addr);
    vm->vmas.count--;
    memmove(&vm->vmas.data[i], &vm->vmas.data[i + 1], (vm->vmas.count - i) * sizeof(struct sim_vma *));
    for (size_t j = 0; bo && j < bo->vmas.count; j++)
        if (bo->vmas.data[j] == vma)
            bo->vmas.data[j] = bo->vmas.data[--bo->vmas.count];
    if (vma->keeps)
        sim_bo_unref(bo);
    free(vma);
}

void sim_vm_unbind(struct sim_vma *vma)
{
    sim_pages_unmap(&vma->vm->pages, vma->addr, vma->mapped);
    sim_vm_remove(vma);
}

bool sim_vm_make_room(struct sim_vm *vm)
{
    bool any = false;
    for (size_t i = vm->vmas.count; i--;) {
        struct sim_vma *vma = vm->vmas.data[i];
        if (vma->exec_mark == vm->exec_serial || sim_bo_busy(vma->bo))
            continue;
        sim_vm_unbind(vma);
        any = true;
    }
    return any;
}

bool sim_vm_find_hole(struct sim_vm *vm, uint64_t size, uint64_t align, uint64_t start, uint64_t end,
                      uint64_t *addr)
{
    uint64_t at = (start + align - 1) & ~(align - 1), blocked;
    do {
        for (size_t i = sim_vm_index(vm, at); i < vm->vmas.count && vm->vmas.data[i]->addr < at + size; i++)
            at = (vm->vmas.data[i]->addr + vm->vmas.data[i]->size + align - 1) & ~(align - 1);
        blocked = kernel_end(vm, at, size);
        at = blocked ? (blocked + align - 1) & ~(align - 1) : at;
    } while (blocked);
    *addr = at;
    return size <= end && at <= end - size;
}

bool sim_vm_is_shared(struct sim_vm *vm, uint64_t addr)
{
    sim_lock();
    uint64_t a = addr & (SIM_VM_TOTAL - 1);
    size_t i = sim_vm_index(vm, a);
    const struct sim_vma *v = i < vm->vmas.count ? vm->vmas.data[i] : NULL;
    bool shared = v && v->addr <= a && v->bo && v->bo->shared;
    sim_unlock();
    return shared;
}

// 0: it is no object's.
static uint32_t number_of(const struct sim_vma *v)
{
    return v->bo ? v->bo->number : 0;
}

static bool is_read_only(const struct sim_vma *v)
{
    return v->read_only || !v->bo || v->bo->read_only;
}

void sim_vm_describe(struct sim_vm *vm, uint64_t addr, char *buf, size_t size)
{
    sim_lock();
    uint64_t a = addr & (SIM_VM_TOTAL - 1);
    size_t i = sim_vm_index(vm, a);
    const struct sim_vma *next = i < vm->vmas.count ? vm->vmas.data[i] : NULL;
    const struct sim_vma *prev = i ? vm->vmas.data[i - 1] : NULL;
    if (next && next->addr <= a) {
        snprintf(buf, size, "0x%llx is %llu bytes into %sbo %u [0x%llx, 0x%llx)", (unsigned long long)addr,
                 (unsigned long long)(a - next->addr), is_read_only(next) ? "read-only " : "",
                 number_of(next), (unsigned long long)next->addr,
                 (unsigned long long)(next->addr + next->size));
    } else if (!prev && !next) {
        snprintf(buf, size, "0x%llx: the address space is empty", (unsigned long long)addr);
    } else {
        uint64_t past = prev ? a - (prev->addr + prev->size) : UINT64_MAX;
        bool before = next && next->addr - a < past;
        const struct sim_vma *v = before ? next : prev;
        snprintf(buf, size, "0x%llx is %llu bytes %s bo %u [0x%llx, 0x%llx)", (unsigned long long)addr,
                 (unsigned long long)(before ? next->addr - a : past), before ? "before" : "past",
                 number_of(v), (unsigned long long)v->addr, (unsigned long long)(v->addr + v->size));
    }
    sim_unlock();
}

void sim_vm_warn_unmapped(struct sim_vm *vm)
{
    enum { WRITE = 1 };
    uint64_t first = atomic_load_explicit(&vm->scratch.first, memory_order_relaxed);
    char where[256];
    if (!first)
        return;
    sim_lock();
    bool told = vm->told_unmapped;
    vm->told_unmapped = true;
    sim_unlock();
    if (told || vm->dev->config->unmapped == SIM_UNMAPPED_SILENT)
        return;
    sim_vm_describe(vm, first & ~UINT64_C(3), where, sizeof(where));
    kiln_warn("the GPU %s memory that is not mapped: %s. As with %s %s; KILN_SIM_SCRATCH_PAGE=0 makes it a "
              "fault that is reported with its place",
              first & WRITE ? "wrote" : "read", where, vm->dev->driver->name,
              vm->scratch.bytes ? "it is a page of scratch" : "it reads as zeros, and writes are dropped");
}

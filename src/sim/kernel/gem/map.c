// Bindings of any part of an object, one over the other: what VM_BIND does. See vm.h.
#include <errno.h>
#include <sys/mman.h>

#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "util/math.h"

// What is bound to no object shows these again and again; large, so that the tables can have large entries.
enum { ZEROS = 2 << 20 };

static uint8_t *zeros_of_all(void)
{
    static uint8_t *zeros; // needs the lock
    if (!zeros) {
        void *p = mmap(NULL, ZEROS, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        zeros = p == MAP_FAILED ? NULL : p;
    }
    return zeros;
}

static bool map_zeros(struct sim_vm *vm, uint64_t addr, uint64_t size)
{
    uint8_t *zeros = zeros_of_all();
    for (uint64_t step; zeros && size; addr += step, size -= step) {
        step = KILN_MIN(ZEROS - addr % ZEROS, size);
        if (!sim_pages_map(&vm->pages, addr, zeros + addr % ZEROS, step, false))
            return false;
    }
    return zeros;
}

bool sim_vma_show(struct sim_vma *v)
{
    struct sim_vm *vm = v->vm;
    if (!v->bo)
        return map_zeros(vm, v->addr, v->mapped);
    return sim_pages_map(&vm->pages, v->addr, v->bo->map + v->offset, v->mapped,
                         !v->read_only && !v->bo->read_only);
}

void sim_vma_hide(struct sim_vma *v)
{
    sim_pages_unmap(&v->vm->pages, v->addr, v->mapped);
    v->mapped = 0;
}

// What remains of a binding, from `skip` bytes on.
static struct sim_vma rest_of(const struct sim_vma *v, uint64_t skip, uint64_t size)
{
    struct sim_vma rest = *v;
    rest.addr += skip;
    rest.offset += skip;
    rest.size = size;
    rest.mapped = v->mapped ? size : 0;
    return rest;
}

// Takes [from, to) out of a binding, whose pages go by themselves.
static int cut(struct sim_vma *v, uint64_t from, uint64_t to)
{
    const uint64_t end = v->addr + v->size;
    const struct sim_vma after = to < end ? rest_of(v, to - v->addr, end - to) : (struct sim_vma){0};
    if (v->addr < from) {
        const struct sim_vma whole = *v;
        *v = rest_of(v, 0, from - v->addr);
        if (after.size && !sim_vm_insert(v->vm, &after)) {
            *v = whole;
            return -ENOMEM;
        }
    } else if (after.size) {
        *v = after; // still in order: nothing lies between
    } else {
        sim_vm_remove(v);
    }
    return 0;
}

int sim_vm_clear(struct sim_vm *vm, uint64_t addr, uint64_t size)
{
    const uint64_t end = addr + size;
    if (!sim_pages_split(&vm->pages, addr) || !sim_pages_split(&vm->pages, end))
        return -ENOMEM;
    for (size_t i = sim_vm_index(vm, addr); i < vm->vmas.count && vm->vmas.data[i]->addr < end;
         i = sim_vm_index(vm, addr)) {
        struct sim_vma *v = vm->vmas.data[i];
        const uint64_t from = KILN_MAX(v->addr, addr), to = KILN_MIN(v->addr + v->size, end);
        sim_pages_unmap(&vm->pages, from, to - from);
        const int err = cut(v, from, to);
        if (err)
            return err;
    }
    return 0;
}

int sim_vm_map(struct sim_vm *vm, const struct sim_vma *what)
{
    int err = sim_vm_clear(vm, what->addr, what->size);
    struct sim_vma *v = err ? NULL : sim_vm_insert(vm, what);
    if (!v)
        return -ENOMEM;
    if (sim_vma_show(v))
        return 0;
    sim_vm_unbind(v);
    return -ENOMEM;
}

struct sim_vma *sim_vm_at(struct sim_vm *vm, uint64_t addr)
{
    addr &= SIM_VM_TOTAL - 1;
    const size_t i = sim_vm_index(vm, addr);
    return i < vm->vmas.count && vm->vmas.data[i]->addr <= addr ? vm->vmas.data[i] : NULL;
}

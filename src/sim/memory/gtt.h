// Address spaces: a 48-bit, four-level page table per VM, and the bindings (VMAs) in it. Everything but the
// translation itself (sim_tlb_*, lock free) needs sim_lock.
#ifndef KILN_SIM_GTT_H
#define KILN_SIM_GTT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/memory/bo.h"
#include "sim/sim_gpu.h"
#include "util/vec.h"

#define SIM_PAGE UINT64_C(4096)
#define SIM_VM_TOTAL (UINT64_C(1) << 48)

struct sim_pt; // one level: 512 entries

struct sim_vma {
    struct sim_bo *bo;
    struct sim_vm *vm;
    uint64_t addr, size; // size: also covers PAD_TO_SIZE; only the object's pages are mapped
    uint64_t exec_mark;  // the execbuffer that has pinned it (vm->exec_serial)
};

struct sim_vm {
    unsigned refs;
    struct sim_device *dev;
    struct sim_pt *root;
    VEC(struct sim_vma *) vmas; // by address; never overlapping
    uint64_t exec_serial;
};

struct sim_vm *sim_vm_create(struct sim_device *dev);
struct sim_vm *sim_vm_ref(struct sim_vm *vm);
void sim_vm_unref(struct sim_vm *vm);

struct sim_vma *sim_vm_find(struct sim_vm *vm, struct sim_bo *bo);
// Binds at an address (page aligned, within the VM). Evicts what is in the way: -ENOSPC if that is pinned by
// the present execbuffer (exec_mark == vm->exec_serial), and waits if it is busy. 0 or -errno.
int sim_vm_bind(struct sim_vm *vm, struct sim_bo *bo, uint64_t addr, uint64_t size, struct sim_vma **out);
void sim_vm_unbind(struct sim_vma *vma);
// A free range: lowest fit at or above `start`, below `end`. False if there is none.
bool sim_vm_find_hole(struct sim_vm *vm, uint64_t size, uint64_t align, uint64_t start, uint64_t end,
                      uint64_t *addr);

static inline uint64_t sim_canonical(uint64_t addr)
{
    return (uint64_t)((int64_t)(addr << 16) >> 16);
}

// Whether addresses that are not mapped read as zeros and drop writes, as on a chip (KILN_SIM_SCRATCH_PAGE),
// or are a fault. Of the process.
void sim_gtt_set_scratch_page(bool on);

#endif

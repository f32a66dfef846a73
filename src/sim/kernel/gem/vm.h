// Address spaces as the kernel keeps them: page tables (memory/gtt.h), and the bindings (VMAs) that they were
// made of. Everything needs sim_lock.
//
// Each context has one of its own, or (sim_config.aliasing; i915 on Gen7.5: INTEL_PPGTT_ALIASING) all share
// the global one of 2 GiB, where the kernel has bound some of its own objects for good.
#ifndef KILN_SIM_VM_H
#define KILN_SIM_VM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/memory/gtt.h"
#include "util/vec.h"

struct sim_bo;
struct sim_device;
struct sim_fence;

struct sim_vma {
    struct sim_bo *bo; // NULL: zeros, where writes are dropped
    struct sim_vm *vm;
    uint64_t addr, size; // size: also covers PAD_TO_SIZE
    uint64_t offset;     // in the object
    uint64_t mapped;     // bytes of it
    bool read_only;
    bool keeps;         // the object, of which it has a reference
    uint64_t exec_mark; // the execbuffer that has pinned it (vm->exec_serial)
};

// What an address that is not mapped is. i915 maps a page of its own everywhere, to which the GPU can also
// write where the chip has no read-only pages. xe has entries that read as zeros and drop writes, for clients
// that want them; for others it is a fault. KILN_SIM_SCRATCH_PAGE=0: always.
enum sim_scratch_kind { SIM_SCRATCH_NONE, SIM_SCRATCH_I915, SIM_SCRATCH_ZEROS };

struct sim_vm {
    unsigned refs;
    struct sim_device *dev;
    struct sim_pages pages;
    struct sim_scratch scratch; // unless an address that is not mapped is a fault
    VEC(struct sim_vma *) vmas; // by address; never overlapping
    uint64_t exec_serial;
    uint64_t total; // bytes of addresses
    bool global;
    bool told_unmapped;
    // ---- xe
    uint64_t number;         // in the device
    bool closed;             // it has no handle any more
    bool long_running;       // DRM_XE_VM_CREATE_FLAG_LR_MODE
    bool user_bindings;      // a client's own memory has been bound
    struct sim_fence *binds; // the latest of those that no queue of the client's orders
};

struct sim_vm *sim_vm_create(struct sim_device *dev, enum sim_scratch_kind scratch);
// Whether each context has one of its own.
bool sim_device_has_own_spaces(const struct sim_device *dev);
// That of a new context: its own, or the device's global one; with a reference. NULL: out of memory.
struct sim_vm *sim_vm_of_context(struct sim_device *dev);
struct sim_vm *sim_vm_ref(struct sim_vm *vm);
void sim_vm_unref(struct sim_vm *vm);

struct sim_vma *sim_vm_find(struct sim_vm *vm, struct sim_bo *bo);
// Binds at an address (page aligned, within the VM). Evicts what is in the way: -ENOSPC if that is pinned by
// the kernel, or by the present execbuffer (exec_mark == vm->exec_serial), and waits if it is busy. 0 or
// -errno.
int sim_vm_bind(struct sim_vm *vm, struct sim_bo *bo, uint64_t addr, uint64_t size, struct sim_vma **out);
void sim_vm_unbind(struct sim_vma *vma);
// Unbinds all that no request uses and the present execbuffer has not pinned. False: there was nothing.
bool sim_vm_make_room(struct sim_vm *vm);
// A free range: lowest fit at or above `start`, below `end`. False if there is none.
bool sim_vm_find_hole(struct sim_vm *vm, uint64_t size, uint64_t align, uint64_t start, uint64_t end,
                      uint64_t *addr);

// For map.c: the index of the first binding that ends after an address; and bindings as such, without their
// pages.
size_t sim_vm_index(const struct sim_vm *vm, uint64_t addr);
struct sim_vma *sim_vm_insert(struct sim_vm *vm, const struct sim_vma *what); // NULL: out of memory
void sim_vm_remove(struct sim_vma *vma);

// Any part of an object at any address, in place of what is there, as VM_BIND has it: what it lies over goes,
// and of what it lies over in part the rest stays. All whole pages. 0, or -ENOMEM with nothing changed but
// what lay there.
int sim_vm_map(struct sim_vm *vm, const struct sim_vma *what);
int sim_vm_clear(struct sim_vm *vm, uint64_t addr, uint64_t size);
bool sim_vma_show(struct sim_vma *v); // v->mapped bytes of it are in the page tables; false: out of memory
void sim_vma_hide(struct sim_vma *v); // they are not any more
// The binding at an address; NULL: there is none.
struct sim_vma *sim_vm_at(struct sim_vm *vm, uint64_t addr);

// Describes the mapping at or nearest to an address for fault reports: "0x... is 64 bytes past bo 3 [0x..,
// 0x..)". Takes the lock.
void sim_vm_describe(struct sim_vm *vm, uint64_t addr, char *buf, size_t size);

// Tells, once for an address space, that something unmapped was reached, if it was. Takes the lock.
void sim_vm_warn_unmapped(struct sim_vm *vm);

// Whether other devices may see what is mapped there. Takes the lock.
bool sim_vm_is_shared(struct sim_vm *vm, uint64_t addr);

#endif

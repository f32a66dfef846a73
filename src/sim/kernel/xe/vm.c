// Address spaces of xe, and its tables of page attributes. Source: Linux 6.12 xe_vm.c, xe_pat.c.
#include <drm.h>
#include <errno.h>

#include "hw/target.h"
#include "hw/xe_uapi.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/xe/xe.h"

// xelp_pat_table, also DG2's: write-back, write-combined, write-through, uncached. xelpg_pat_table:
// write-back, write-through, uncached; and write-back with one and with two ways of coherence. Only
// write-back is coherent on the former.
// xe2_pat_table: entries 16 to 19 are reserved (not to be bound: xe_vm.c vm_bind_ioctl_check_args). Coherent
// in one or two ways are five of the first eight. The last twelve are three groups, one of each other class
// of L3: write-back, compressed, and write-back with one and with two ways of coherence.
enum { XELP_ENTRIES = 4, XELPG_ENTRIES = 5, XELP_WRITE_BACK = 0, XELPG_ONE_WAY = 3 };
enum { XE2_ENTRIES = 32 };
#define XE2_RESERVED (UINT32_C(0xf) << 16)
#define XE2_COHERENT (UINT32_C(0xb6) | UINT32_C(0xccc) << 20)

bool sim_xe_pat_exists(const struct kiln_target *t, unsigned index)
{
    if (kiln_target_has_wide_pat(t))
        return index < XE2_ENTRIES && !(XE2_RESERVED >> index & 1);
    return index < (kiln_target_has_pat(t) ? XELPG_ENTRIES : XELP_ENTRIES);
}

bool sim_xe_pat_is_coherent(const struct kiln_target *t, unsigned index)
{
    if (kiln_target_has_wide_pat(t))
        return index < XE2_ENTRIES && XE2_COHERENT >> index & 1;
    if (kiln_target_has_pat(t))
        return index >= XELPG_ONE_WAY && index < XELPG_ENTRIES;
    return index == XELP_WRITE_BACK;
}

struct sim_vm *sim_xe_vm(const struct sim_file *file, uint32_t id)
{
    return sim_handles_get(&file->vms, id);
}

int sim_ioctl_xe_vm_create(struct sim_file *file, void *arg)
{
    struct drm_xe_vm_create *a = arg;
    const uint32_t known =
        DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE | DRM_XE_VM_CREATE_FLAG_LR_MODE | DRM_XE_VM_CREATE_FLAG_FAULT_MODE;
    if (a->extensions || a->reserved[0] || a->reserved[1] || a->flags & ~known)
        return -EINVAL;
    // Xe2 can fault and go on (has_usm), which is not simulated; the others cannot.
    if (a->flags & DRM_XE_VM_CREATE_FLAG_FAULT_MODE)
        return -EINVAL;
    const bool scratch = a->flags & DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE;
    struct sim_vm *vm = sim_vm_create(file->dev, scratch ? SIM_SCRATCH_ZEROS : SIM_SCRATCH_NONE);
    if (!vm)
        return -ENOMEM;
    vm->total = SIM_VM_TOTAL;
    vm->long_running = a->flags & DRM_XE_VM_CREATE_FLAG_LR_MODE;
    a->vm_id = sim_handles_add(&file->vms, vm);
    if (a->vm_id)
        return 0;
    sim_vm_unref(vm);
    return -ENOMEM;
}

int sim_ioctl_xe_vm_destroy(struct sim_file *file, void *arg)
{
    const struct drm_xe_vm_destroy *a = arg;
    if (a->pad || a->reserved[0] || a->reserved[1])
        return -EINVAL;
    struct sim_vm *vm = sim_handles_remove(&file->vms, a->vm_id);
    if (!vm)
        return -ENOENT;
    vm->closed = true;
    sim_vm_unref(vm);
    return 0;
}

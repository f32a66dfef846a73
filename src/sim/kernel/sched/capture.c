// Writes captures in src/cmd's format. At submission: memory that earlier, still queued requests will write
// is captured as it is now.
#include "sim/kernel/sched/capture.h"

#include <errno.h>
#include <string.h>

#include "cmd/gen_capture.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/sched/engine.h"
#include "util/log.h"

// Of a kernel that lists nothing: what is bound.
static void add_all(struct gen_capture_writer *w, const struct sim_vm *vm)
{
    for (size_t i = 0; i < vm->vmas.count; i++) {
        const struct sim_vma *v = vm->vmas.data[i];
        if (v->bo)
            gen_capture_range(w, v->addr, v->bo->map + v->offset, v->mapped);
    }
}

void sim_capture(struct sim_request *rq)
{
    struct sim_device *dev = rq->engine->dev;
    struct gen_capture_writer w;
    int err = gen_capture_begin_in(&w, dev->capture_dir, rq->engine->hw->name, dev->devinfo->name, rq->batch,
                                   rq->batch_size);
    if (!err) {
        for (unsigned i = 0; i < rq->bo_count; i++) {
            const struct sim_vma *vma = sim_vm_find(rq->ctx->vm, rq->bos[i]);
            if (vma)
                gen_capture_range(&w, vma->addr, vma->bo->map, vma->bo->size);
        }
        if (!rq->bos)
            add_all(&w, rq->ctx->vm);
        err = gen_capture_end(&w);
    }
    if (err)
        kiln_warn("KILN_SIM_CAPTURE=%s: %s", dev->capture_dir, strerror(-err));
}

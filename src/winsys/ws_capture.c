// KILN_DEBUG=capture=DIR: a file per submission, with all memory that the batch may reach, for kiln-decode.
#include "winsys/ws_device.h"

#include "cmd/gen_capture.h"
#include "util/log.h"

#include <string.h>

static void add(struct gen_capture_writer *w, struct ws_bo *bo)
{
    void *map;
    int ret = ws_bo_map(bo, &map);
    if (ret)
        kiln_warn("capture: cannot map buffer %u: %s", bo->memory.handle, strerror(-ret));
    else
        gen_capture_range(w, bo->binding.address, map, bo->memory.size);
}

void ws_capture(struct ws_device *dev, const struct ws_submit *s)
{
    struct gen_capture_writer w;
    uint64_t size = s->batch_size ? s->batch_size : s->batch->memory.size - s->batch_offset;
    int ret =
        gen_capture_begin_in(&w, kiln_debug_value(KILN_DEBUG_BIT_CAPTURE), "kiln",
                             dev->node.info.devinfo->name, s->batch->binding.address + s->batch_offset, size);
    if (ret == 0) {
        bool listed = false;
        for (unsigned i = 0; i < s->bo_count; i++) {
            listed |= s->bos[i] == s->batch;
            add(&w, s->bos[i]);
        }
        if (!listed)
            add(&w, s->batch);
        ret = gen_capture_end(&w);
    }
    if (ret)
        kiln_warn("capture in %s failed: %s", kiln_debug_value(KILN_DEBUG_BIT_CAPTURE), strerror(-ret));
}

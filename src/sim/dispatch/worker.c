// What a host thread that executes EU threads has: it is as large as a group can be.
#include <stdlib.h>
#include <sys/mman.h>

#include "sim/dispatch/dispatch.h"
#include "sim/eu/scoreboard.h"
#include "sim/ports/image.h"
#include "sim/ports/late.h"
#include "sim/sampler/sampler.h"
#include "sim/surface/blocks.h"
#include "sim/surface/surface.h"

// Zeros that are a page when they are touched: a group has two threads more often than SIM_MAX_GROUP_THREADS,
// and the allocator clears all of what it had before. Large pages would be cleared whole as well.
static void *zeros(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    madvise(p, bytes, MADV_NOHUGEPAGE);
    return p;
}

static void release(void *p, size_t bytes)
{
    if (p)
        munmap(p, bytes);
}

bool sim_worker_init(struct sim_worker *w, unsigned number)
{
    memset(w, 0, sizeof(*w));
    w->number = number;
    w->threads = zeros(SIM_MAX_GROUP_THREADS * sizeof(*w->threads));
    w->surfaces = calloc(256, sizeof(*w->surfaces));
    w->samplers = calloc(SIM_SAMPLERS, sizeof(*w->samplers));
    w->windows = calloc(SIM_WINDOWS, sizeof(*w->windows));
    w->late_windows = calloc(SIM_WINDOWS, sizeof(*w->late_windows));
    w->images = calloc(SIM_IMAGES, sizeof(*w->images));
    w->image_levels = calloc(SIM_IMAGES_OF_USE, sizeof(*w->image_levels));
    w->late = zeros(SIM_MAX_GROUP_THREADS * sizeof(*w->late));
    w->boards = zeros(SIM_MAX_GROUP_THREADS * sizeof(*w->boards));
    w->slm = zeros(SIM_SLM_BYTES);
    return w->threads && w->surfaces && w->samplers && w->windows && w->late_windows && w->images &&
           w->image_levels && w->late && w->boards && w->slm;
}

void sim_worker_finish(struct sim_worker *w)
{
    release(w->threads, SIM_MAX_GROUP_THREADS * sizeof(*w->threads));
    release(w->late, SIM_MAX_GROUP_THREADS * sizeof(*w->late));
    release(w->boards, SIM_MAX_GROUP_THREADS * sizeof(*w->boards));
    release(w->slm, SIM_SLM_BYTES);
    free(w->surfaces);
    free(w->samplers);
    free(w->windows);
    free(w->late_windows);
    free(w->images);
    free(w->image_levels);
    sim_blocks_finish(w->blocks);
}

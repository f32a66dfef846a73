// vkCreateComputePipelines: describe each, then make them, by several threads.
#include <string.h>
#include <unistd.h>

#include "entrypoints.h"
#include "util/clock.h"
#include "vk/pipeline/describe.h"

// For vkGetPipelineExecutableInternalRepresentationsKHR: the module may be gone by then.
static VkResult keep_spirv(struct kiln_device *device, struct kiln_pipeline *p,
                           const struct kiln_pipeline_description *d, const VkAllocationCallbacks *alloc)
{
    if (!d->code || !d->keep_texts)
        return VK_SUCCESS;
    p->spirv = kiln_zalloc(&device->alloc, alloc, d->words * 4, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!p->spirv)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    memcpy(p->spirv, d->code, d->words * 4);
    p->spirv_bytes = d->words * 4;
    return VK_SUCCESS;
}

static VkResult create(struct kiln_device *device, const struct kiln_pipeline_description *d,
                       const struct kiln_compiled *compiled, const VkAllocationCallbacks *alloc,
                       VkPipeline *out)
{
    struct kiln_pipeline *p =
        kiln_zalloc(&device->alloc, alloc, sizeof(*p), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!p) {
        kiln_compiler_get()->kernel_destroy(compiled->kernel);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    memcpy(p->key, compiled->key, sizeof(p->key));
    VkResult result = keep_spirv(device, p, d, alloc);
    if (result)
        kiln_compiler_get()->kernel_destroy(compiled->kernel);
    else
        result = kiln_pipeline_init(device, p, compiled->kernel, d->layout, d->in_heaps ? &d->embedded : NULL,
                                    d->entry, alloc);
    if (result) {
        kiln_pipeline_finish(device, p, alloc);
        kiln_free(&device->alloc, alloc, p);
        return result;
    }
    *out = KILN_TO_HANDLE(VkPipeline, p);
    return VK_SUCCESS;
}

static void write_feedback(const struct kiln_pipeline_description *d, bool cache_hit, int64_t ns)
{
    VkPipelineCreationFeedback feedback = {
        .flags = VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT |
                 (cache_hit ? VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT : 0),
        .duration = (uint64_t)ns,
    };
    if (d->feedback)
        *d->feedback = feedback;
    for (uint32_t i = 0; i < d->stage_feedback_count; i++)
        d->stage_feedback[i] = feedback;
}

// One of the pipelines of a vkCreateComputePipelines.
struct job {
    struct kiln_pipeline_description description;
    VkResult result; // of the description, then of the pipeline
};

// All of them, which several threads make. Each takes the next one; the application's allocation callbacks
// are called by these threads while its own waits, which is as good as by its own.
struct batch {
    struct kiln_device *device;
    struct kiln_cache *cache;
    uint32_t count, next; // next: atomic
    struct job *jobs;     // one each
    const VkAllocationCallbacks *alloc;
    VkPipeline *out;
    uint32_t stop; // atomic: an early return was asked for
};

static VkResult make(const struct batch *b, const struct kiln_pipeline_description *d, VkPipeline *out)
{
    struct kiln_compiled compiled;
    int64_t start = kiln_now();
    VkResult result = kiln_pipeline_compile(b->device, b->cache, d, &compiled);
    if (!result)
        result = create(b->device, d, &compiled, b->alloc, out);
    write_feedback(d, compiled.cache_hit, kiln_now() - start);
    return result;
}

static void *make_some(void *arg)
{
    struct batch *b = arg;
    for (;;) {
        uint32_t i = __atomic_fetch_add(&b->next, 1, __ATOMIC_RELAXED);
        if (i >= b->count)
            return NULL;
        struct job *job = &b->jobs[i];
        if (__atomic_load_n(&b->stop, __ATOMIC_RELAXED)) {
            job->result = VK_PIPELINE_COMPILE_REQUIRED;
            continue;
        }
        if (!job->result)
            job->result = make(b, &job->description, &b->out[i]);
        if (job->result && job->description.stop_after_failure)
            __atomic_store_n(&b->stop, 1, __ATOMIC_RELAXED);
    }
}

// The application's callbacks need not be thread-safe among its own threads unless they say so: with
// callbacks, or when the order matters, to an early return or to what must not be compiled (an equal pipeline
// before it is found, one behind it is not), this thread does it alone.
static unsigned thread_count(const struct batch *b)
{
    enum { MOST = 16 };
    bool own_callbacks = b->alloc || b->device->alloc.pfnAllocation != kiln_default_allocator.pfnAllocation;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = KILN_MIN(b->count, cores > MOST ? (unsigned)MOST : cores < 1 ? 1u : (unsigned)cores);
    for (uint32_t i = 0; i < b->count; i++)
        if (b->jobs[i].description.stop_after_failure || b->jobs[i].description.only_cached)
            return 1;
    return own_callbacks ? 1 : n;
}

static void run_batch(struct batch *b)
{
    pthread_t threads[16];
    unsigned n = thread_count(b), started = 0;
    while (started + 1 < n && !pthread_create(&threads[started], NULL, make_some, b))
        started++;
    make_some(b);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

// An error comes before VK_PIPELINE_COMPILE_REQUIRED, which is a success code.
static VkResult worst(const struct job *jobs, uint32_t count)
{
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count; i++)
        if (jobs[i].result && (!result || (result > 0 && jobs[i].result < 0)))
            result = jobs[i].result;
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateComputePipelines(VkDevice handle, VkPipelineCache cache,
                                                           uint32_t count,
                                                           const VkComputePipelineCreateInfo *infos,
                                                           const VkAllocationCallbacks *alloc,
                                                           VkPipeline *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct job one, *jobs = &one;
    memset(out, 0, count * sizeof(*out));
    if (count > 1) {
        jobs = kiln_zalloc(&device->alloc, NULL, count * sizeof(*jobs), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!jobs)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    for (uint32_t i = 0; i < count; i++)
        jobs[i].result = kiln_describe_pipeline(device, &infos[i], &jobs[i].description);
    // One failure does not keep the others from being made.
    struct batch batch = {.device = device,
                          .cache = (struct kiln_cache *)(uintptr_t)cache,
                          .count = count,
                          .jobs = jobs,
                          .alloc = alloc,
                          .out = out};
    run_batch(&batch);
    VkResult result = worst(jobs, count);
    for (uint32_t i = 0; i < count; i++)
        kiln_description_finish(device, &jobs[i].description);
    if (jobs != &one)
        kiln_free(&device->alloc, NULL, jobs);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPipelinePropertiesEXT(VkDevice handle, const VkPipelineInfoEXT *info,
                                                             VkBaseOutStructure *out)
{
    KILN_FROM_HANDLE(kiln_pipeline, p, info->pipeline);
    if (out && out->sType == VK_STRUCTURE_TYPE_PIPELINE_PROPERTIES_IDENTIFIER_EXT)
        memcpy(((VkPipelinePropertiesIdentifierEXT *)out)->pipelineIdentifier, p->key, VK_UUID_SIZE);
    return VK_SUCCESS;
}

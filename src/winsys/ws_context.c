// Contexts and submissions.
#include "winsys/ws_device.h"

#include "util/log.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct ws_context {
    struct ws_device *dev;
    struct ws_kernel_context *kernel;
    atomic_ulong submissions; // for KILN_DEBUG=submit
};

int ws_context_create(struct ws_device *dev, int priority, struct ws_context **out)
{
    struct ws_context *ctx = calloc(1, sizeof(*ctx));
    if (!ctx)
        return -ENOMEM;
    ctx->dev = dev;
    int ret = dev->node.kernel->context_create(&dev->node, &dev->space, priority, &ctx->kernel);
    if (ret) {
        free(ctx);
        return ret;
    }
    *out = ctx;
    return 0;
}

void ws_context_destroy(struct ws_context *ctx)
{
    if (!ctx)
        return;
    ctx->dev->node.kernel->context_destroy(&ctx->dev->node, ctx->kernel);
    free(ctx);
}

int ws_device_oa_open(struct ws_device *dev, struct ws_context *only)
{
    struct ws_node *n = &dev->node;
    int stream = -1, none = -1;
    int ret = n->info.has_oa && n->kernel->oa_open
                  ? n->kernel->oa_open(n, only ? only->kernel : NULL, &stream)
                  : -ENODEV;
    if (!ret && !atomic_compare_exchange_strong(&dev->oa, &none, stream)) { // the kernel has one for all
        close(stream);
        ret = -EBUSY;
    }
    return ret;
}

void ws_device_oa_close(struct ws_device *dev)
{
    int stream = atomic_exchange(&dev->oa, -1);
    if (stream >= 0)
        close(stream);
}

int ws_context_check(struct ws_context *ctx)
{
    return ctx->dev->node.kernel->context_check(&ctx->dev->node, ctx->kernel);
}

bool ws_context_fault(struct ws_context *ctx, struct ws_fault *out)
{
    const struct ws_node *n = &ctx->dev->node;
    return n->transport->fault && n->transport->fault(n->file, ctx->kernel->id, out) == 0;
}

int ws_submit(struct ws_context *ctx, const struct ws_submit *s)
{
    struct ws_node *n = &ctx->dev->node;
    if (!s->batch || (s->batch_offset & 7) || s->batch_offset >= s->batch->memory.size ||
        s->batch_offset > UINT32_MAX || s->batch_size > s->batch->memory.size - s->batch_offset ||
        s->batch_size > UINT32_MAX - 7)
        return -EINVAL;
    if (kiln_debug_value(KILN_DEBUG_BIT_CAPTURE))
        ws_capture(ctx->dev, s);
    int ret = n->kernel->execute(n, ctx->kernel, s);
    if (KILN_DEBUG(SUBMIT))
        kiln_log("submit %lu on context %u: %u buffers, batch 0x%llx, %u waits, %u signals: %d",
                 atomic_fetch_add(&ctx->submissions, 1), ctx->kernel->id, s->bo_count,
                 (unsigned long long)(ws_bo_address(s->batch) + s->batch_offset), s->wait_count,
                 s->signal_count, ret);
    return ret;
}

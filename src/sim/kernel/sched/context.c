// The life of contexts. See context.h.
#include "sim/kernel/sched/context.h"

#include <stdlib.h>

#include "sim/chip/chip.h"
#include "sim/kernel/drm/client.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/engine.h"

void sim_context_default_engines(struct sim_context *ctx)
{
    ctx->user_engines = false;
    ctx->engine_count = ctx->dev->engine_count;
    for (unsigned i = 0; i < ctx->dev->engine_count; i++)
        ctx->engines[i].engine = &ctx->dev->engines[i];
}

struct sim_context *sim_context_create(struct sim_device *dev, struct sim_client *client)
{
    struct sim_context *ctx = calloc(1, sizeof(*ctx));
    if (!ctx)
        return NULL;
    ctx->refs = 1;
    ctx->dev = dev;
    ctx->client = client;
    client->refs++;
    ctx->bannable = ctx->recoverable = ctx->persistent = true;
    ctx->hang_time[0] = ctx->hang_time[1] = INT64_MIN / 2; // long ago
    sim_context_default_engines(ctx);
    return ctx;
}

struct sim_context *sim_context_ref(struct sim_context *ctx)
{
    ctx->refs++;
    return ctx;
}

void sim_context_unref(struct sim_context *ctx)
{
    if (!ctx || --ctx->refs)
        return;
    for (unsigned i = 0; i < ctx->engine_count; i++) {
        sim_chip_context_destroy(ctx->engines[i].state);
        sim_fence_unref(ctx->engines[i].last);
    }
    sim_chip_caches_destroy(ctx->caches);
    sim_fence_unref(ctx->timeline);
    free(ctx->fault);
    sim_vm_unref(ctx->vm);
    sim_client_unref(ctx->client);
    free(ctx);
}

void sim_context_close(struct sim_context *ctx)
{
    ctx->closed = true;
    if (!ctx->persistent)
        for (unsigned i = 0; i < ctx->dev->engine_count; i++)
            sim_engine_cancel_context(&ctx->dev->engines[i], ctx);
    sim_context_unref(ctx);
}

// See random.h: which barriers an operation needs, in one of the many ways to write them. What a command
// touched is remembered until something later that overlaps it entirely has waited for it, or until a barrier
// for all.
#include "random/random.h"

#define COMPUTE VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT
#define ALL VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT

bool overlap(VkDeviceSize a, VkDeviceSize a_size, VkDeviceSize b, VkDeviceSize b_size)
{
    return a < b + b_size && b < a + a_size;
}

struct access access_buffer(struct world *w, int buffer, VkDeviceSize offset, VkDeviceSize size, bool write,
                            VkPipelineStageFlags2 stage, VkAccessFlags2 mask)
{
    const struct buffer *b = &w->buffers[buffer];
    return (struct access){.resource = buffer,
                           .memory = b->memory,
                           .offset = b->offset + offset,
                           .size = size,
                           .stage = stage,
                           .mask = mask,
                           .write = write,
                           .event = -1};
}

struct access access_image(struct world *w, int image, bool write, VkPipelineStageFlags2 stage,
                           VkAccessFlags2 mask)
{
    const struct image *i = &w->images[image];
    return (struct access){.resource = IMAGES_FROM + image,
                           .memory = i->linear ? i->memory : -1 - image,
                           .offset = i->linear ? i->offset : 0,
                           .size = i->linear ? i->size : 1,
                           .stage = stage,
                           .mask = mask,
                           .write = write,
                           .event = -1};
}

static bool meet(const struct access *a, const struct access *b)
{
    return a->memory == b->memory && overlap(a->offset, a->size, b->offset, b->size);
}

static bool waits(const struct access *before, const struct access *next)
{
    if (!meet(before, next) || !(before->write || next->write))
        return false;
    if (!before->write)
        return next->stage & ~before->seen_stage;
    return next->stage & ~before->told_stage || next->mask & ~before->told_mask;
}

// ---- one barrier

struct barrier {
    VkPipelineStageFlags2 src_stage, dst_stage;
    VkAccessFlags2 src, dst;
    int resource; // of a buffer's or an image's barrier; -1: for all memory
    int event;
    VkImageLayout from, to;
};

// Stages and accesses as vkCmdPipelineBarrier knows them.
static VkPipelineStageFlags coarse_stage(VkPipelineStageFlags2 s)
{
    if (s & (VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT))
        s |= VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    return (VkPipelineStageFlags)s;
}

static VkAccessFlags coarse_mask(VkAccessFlags2 m)
{
    if (m & (VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_SAMPLED_READ_BIT))
        m |= VK_ACCESS_2_SHADER_READ_BIT;
    if (m & VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT)
        m |= VK_ACCESS_2_SHADER_WRITE_BIT;
    return (VkAccessFlags)m;
}

// All that such a mask stands for.
static VkPipelineStageFlags2 wide_stage(VkPipelineStageFlags2 s)
{
    if (s & VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT)
        s |= VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT;
    return s & ALL ? ~UINT64_C(0) : s;
}

static VkAccessFlags2 wide_mask(VkAccessFlags2 m)
{
    if (m & VK_ACCESS_2_SHADER_READ_BIT)
        m |= VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_SAMPLED_READ_BIT;
    if (m & VK_ACCESS_2_SHADER_WRITE_BIT)
        m |= VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    return m & (VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT) ? ~UINT64_C(0) : m;
}

static VkImageSubresourceRange all_of(const struct image *i)
{
    return (VkImageSubresourceRange){i->plane[0].aspect | i->plane[1].aspect, 0, VK_REMAINING_MIP_LEVELS, 0,
                                     VK_REMAINING_ARRAY_LAYERS};
}

static void emit1(struct world *w, const struct barrier *b)
{
    VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = coarse_mask(b->src),
                              .dstAccessMask = coarse_mask(b->dst)};
    VkBufferMemoryBarrier buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                    .srcAccessMask = memory.srcAccessMask,
                                    .dstAccessMask = memory.dstAccessMask,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .size = VK_WHOLE_SIZE};
    VkImageMemoryBarrier image = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                  .srcAccessMask = memory.srcAccessMask,
                                  .dstAccessMask = memory.dstAccessMask,
                                  .oldLayout = b->from,
                                  .newLayout = b->to,
                                  .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                  .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED};
    bool of_image = b->resource >= IMAGES_FROM, of_buffer = !of_image && b->resource >= 0;
    if (of_buffer)
        buffer.buffer = w->buffers[b->resource].handle;
    if (of_image) {
        image.image = w->images[b->resource - IMAGES_FROM].handle;
        image.subresourceRange = all_of(&w->images[b->resource - IMAGES_FROM]);
    }
    VkPipelineStageFlags src = coarse_stage(b->src_stage), dst = coarse_stage(b->dst_stage);
    src = src ? src : VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT;
    if (b->event >= 0)
        vkCmdWaitEvents(w->to->cmd, 1, &w->events[b->event], w->event_stages[b->event], dst, b->resource < 0,
                        &memory, of_buffer, &buffer, of_image, &image);
    else
        vkCmdPipelineBarrier(w->to->cmd, src, dst, 0, b->resource < 0, &memory, of_buffer, &buffer, of_image,
                             &image);
}

static void emit2(struct world *w, const struct barrier *b)
{
    VkMemoryBarrier2 memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                               .srcStageMask = b->src_stage,
                               .srcAccessMask = b->src,
                               .dstStageMask = b->dst_stage,
                               .dstAccessMask = b->dst};
    VkBufferMemoryBarrier2 buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
                                     .srcStageMask = b->src_stage,
                                     .srcAccessMask = b->src,
                                     .dstStageMask = b->dst_stage,
                                     .dstAccessMask = b->dst,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .size = VK_WHOLE_SIZE};
    VkImageMemoryBarrier2 image = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                   .srcStageMask = b->src_stage,
                                   .srcAccessMask = b->src,
                                   .dstStageMask = b->dst_stage,
                                   .dstAccessMask = b->dst,
                                   .oldLayout = b->from,
                                   .newLayout = b->to,
                                   .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED};
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .pMemoryBarriers = &memory,
                             .pBufferMemoryBarriers = &buffer,
                             .pImageMemoryBarriers = &image};
    if (b->resource < 0) {
        info.memoryBarrierCount = 1;
    } else if (b->resource < IMAGES_FROM) {
        info.bufferMemoryBarrierCount = 1;
        buffer.buffer = w->buffers[b->resource].handle;
    } else {
        info.imageMemoryBarrierCount = 1;
        image.image = w->images[b->resource - IMAGES_FROM].handle;
        image.subresourceRange = all_of(&w->images[b->resource - IMAGES_FROM]);
    }
    vkCmdPipelineBarrier2(w->to->cmd, &info);
}

// What one barrier tells these stages, another does not tell those of a third: of two that have neither
// stages nor accesses in common, the older one is forgotten.
static void tell(struct access *a, VkPipelineStageFlags2 stage, VkAccessFlags2 mask)
{
    if (!(stage & ~a->told_stage) && !(mask & ~a->told_mask))
        return;
    if (stage == a->told_stage || mask == a->told_mask) {
        a->told_stage |= stage;
        a->told_mask |= mask;
    } else {
        a->told_stage = stage;
        a->told_mask = mask;
    }
}

// What it waits for, and what has seen it then.
static void note_barrier(struct world *w, const struct barrier *b, bool first)
{
    VkPipelineStageFlags2 src_stage = wide_stage(first ? coarse_stage(b->src_stage) : b->src_stage);
    VkAccessFlags2 src = wide_mask(first ? coarse_mask(b->src) : b->src);
    for (unsigned i = 0; i < w->access_count; i++) {
        struct access *a = &w->accesses[i];
        bool stage = !(a->stage & ~src_stage), mask = !a->write || !(a->mask & ~src);
        if (!stage || (b->resource >= 0 && b->resource != a->resource) ||
            (b->event >= 0 && a->event != b->event))
            continue;
        VkPipelineStageFlags2 dst = wide_stage(first ? coarse_stage(b->dst_stage) : b->dst_stage);
        a->seen_stage |= dst;
        if (mask)
            tell(a, dst, wide_mask(first ? coarse_mask(b->dst) : b->dst));
    }
}

static void emit(struct world *w, const struct barrier *b)
{
    bool first = b->event >= 0 || chance(w, 50);
    world_log(w, "  barrier%s resource %d event %d: %" PRIx64 "/%" PRIx64 " -> %" PRIx64 "/%" PRIx64,
              first ? "" : "2", b->resource, b->event, b->src_stage, b->src, b->dst_stage, b->dst);
    if (first)
        emit1(w, b);
    else
        emit2(w, b);
    note_barrier(w, b, first);
}

void random_full_barrier(struct world *w, VkPipelineStageFlags2 with)
{
    struct barrier b = {.src_stage = ALL,
                        .dst_stage = ALL | with,
                        .src = VK_ACCESS_2_MEMORY_WRITE_BIT,
                        .dst = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
                        .resource = -1,
                        .event = -1};
    if (with)
        b.dst |= VK_ACCESS_2_HOST_READ_BIT | VK_ACCESS_2_HOST_WRITE_BIT;
    emit(w, &b);
    w->access_count = 0;
}

static void add(struct barrier *b, const struct access *before, const struct access *next)
{
    b->src_stage |= before->stage;
    b->dst_stage |= next->stage;
    b->dst |= next->mask;
    if (before->write)
        b->src |= before->mask;
}

// In one of the ways that do for all pairs: if they all are one resource's, its barrier; if one event was set
// behind all of them, a wait for it.
static void wait_for(struct world *w, const struct access *list, unsigned count)
{
    struct barrier b = {.resource = -2, .event = -2};
    for (unsigned i = 0; i < w->access_count; i++)
        for (unsigned k = 0; k < count; k++)
            if (waits(&w->accesses[i], &list[k])) {
                const struct access *a = &w->accesses[i];
                add(&b, a, &list[k]);
                int one = a->resource == list[k].resource ? a->resource : -1;
                b.resource = b.resource == -2 || b.resource == one ? one : -1;
                b.event = b.event == -2 || b.event == a->event ? a->event : -1;
            }
    if (!b.src_stage)
        return;
    if (b.resource >= IMAGES_FROM) {
        const struct image *i = &w->images[b.resource - IMAGES_FROM];
        b.from = b.to = i->layout;
        if (i->format->height > 1) // (the layer is wrong about their rows)
            b.resource = -1;
    }
    if (w->conditional || w->to->secondary)
        b.event = -1;
    if (chance(w, 40))
        b.resource = -1;
    if (b.event < 0 && chance(w, 8))
        random_full_barrier(w, 0);
    else
        emit(w, &b);
}

static void forget(struct world *w, unsigned i)
{
    memmove(&w->accesses[i], &w->accesses[i + 1], (--w->access_count - i) * sizeof(w->accesses[0]));
}

static void note(struct world *w, const struct access *a)
{
    for (unsigned i = w->access_count; i-- > 0;) {
        const struct access *old = &w->accesses[i];
        if (a->write && old->memory == a->memory && old->offset >= a->offset &&
            old->offset + old->size <= a->offset + a->size)
            forget(w, i);
    }
    w->accesses[w->access_count++] = *a;
}

void random_layout(struct world *w, int image, VkImageLayout layout, const struct access *next)
{
    struct image *i = &w->images[image];
    if (i->layout == layout)
        return;
    struct access change = *next;
    change.write = true;
    struct barrier b = {.resource = IMAGES_FROM + image,
                        .event = -1,
                        .src_stage = next->stage, // behind what these waited for already
                        .src = next->mask,
                        .dst_stage = next->stage,
                        .dst = next->mask,
                        .from = i->defined ? i->layout : VK_IMAGE_LAYOUT_UNDEFINED,
                        .to = layout};
    for (unsigned k = 0; k < w->access_count; k++)
        if (meet(&w->accesses[k], &change))
            add(&b, &w->accesses[k], &change);
    bool first = chance(w, 50);
    world_log(w, "  layout of image %d: %d, %" PRIx64 "/%" PRIx64 " -> %" PRIx64 "/%" PRIx64 "%s", image,
              layout, b.src_stage, b.src, b.dst_stage, b.dst, first ? "" : " (2)");
    if (first)
        emit1(w, &b);
    else
        emit2(w, &b);
    note_barrier(w, &b, first);
    i->layout = layout;
    change.seen_stage = change.told_stage = next->stage;
    change.told_mask = next->mask;
    note(w, &change);
}

bool random_need(struct world *w, struct access *list, unsigned count)
{
    if (w->access_count + count + 8 > ACCESSES)
        random_full_barrier(w, 0);
    for (unsigned k = 0; k < count; k++)
        if (w->conditional && list[k].write && meet(&w->predicate, &list[k]))
            return false; // it may be read again until the end
    wait_for(w, list, count);
    for (unsigned k = 0; k < count; k++)
        note(w, &list[k]);
    return true;
}

// An event behind a command, sometimes: for what waits for it later in this command buffer.
void random_after(struct world *w, unsigned count)
{
    if (w->conditional || w->to->again || w->to->secondary || w->event_count == EVENTS ||
        count > w->access_count || !chance(w, 20))
        return;
    VkPipelineStageFlags2 stages = 0;
    for (unsigned i = 0; i < count; i++)
        stages |= w->accesses[w->access_count - 1 - i].stage;
    int event = (int)w->event_count++;
    w->event_stages[event] = coarse_stage(stages);
    vkCmdSetEvent(w->to->cmd, w->events[event], w->event_stages[event]);
    for (unsigned i = 0; i < count; i++)
        w->accesses[w->access_count - 1 - i].event = event;
    world_log(w, "  event %d", event);
}

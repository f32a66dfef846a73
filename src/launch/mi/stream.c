// A stream's blocks and segments: see launch/stream/stream.h. PRM SKL vol2a MI_BATCH_BUFFER_START.
#include "launch/mi/packets.h"
#include "launch/mi/segment.h"
#include "launch/stream/request.h"
#include "util/log.h"
#include "util/math.h"

#define JUMP_DWORDS (gen_MI_BATCH_BUFFER_START_LENGTH + 1) // padded to a qword; also holds the end

void launch_stream_fail(struct launch_stream *s, enum launch_result result)
{
    if (!s->error)
        s->error = result;
    s->cur = s->trash;
    s->end = s->trash + LAUNCH_TRASH_DWORDS;
}

// ---- blocks

static uint32_t *block_start(const struct launch_stream *s)
{
    return s->blocks[s->block_count - 1].bo->map;
}

static uint32_t bytes_used(const struct launch_stream *s)
{
    return (uint32_t)((uint8_t *)s->cur - (uint8_t *)block_start(s));
}

static void close_block(struct launch_stream *s)
{
    if (s->block_count)
        s->blocks[s->block_count - 1].used = bytes_used(s);
}

// Of the largest blocks. Of a flat request a block is a part: with what else it has it is a batch of the last
// class at most.
static unsigned last_class(const struct launch_stream *s)
{
    return LAUNCH_BATCH_CLASSES - (s->device->flat ? 2u : 1u);
}

static enum launch_result add_block(struct launch_stream *s)
{
    unsigned size_class = KILN_MIN(s->block_count, last_class(s));
    struct launch_bo *bo;
    if (!launch_grow(s->alloc, (void **)&s->blocks, &s->block_capacity, s->block_count + 1,
                     sizeof(s->blocks[0])))
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    enum launch_result result = LAUNCH_OK;
    if (!s->block_count && s->first_block) {
        bo = s->first_block;
        s->first_block = NULL;
    } else {
        result = launch_batch_bo_get(s->device, size_class, &bo);
    }
    if (result)
        return result;
    if (s->block_count) {
        close_block(s);
        // A stream runs at the second level; a jump there stays at the second level.
        struct gen_MI_BATCH_BUFFER_START jump = {.second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                                 .address_space_indicator = GEN_ASI_PPGTT,
                                                 .batch_buffer_start_address = bo->address};
        gen_MI_BATCH_BUFFER_START_pack(s->cur, &jump);
        mi_fit(s->device, GEN_CMD_MI_BATCH_BUFFER_START, s->cur, gen_MI_BATCH_BUFFER_START_LENGTH);
    }
    s->blocks[s->block_count++] = (struct launch_block){.bo = bo};
    s->cur = bo->map;
    s->end = s->cur + bo->size / 4 - JUMP_DWORDS;
    return LAUNCH_OK;
}

const struct gen_desc *mi_own(const struct launch_device *d, enum gen_cmd_id id, uint32_t *dw)
{
    return gen_own(id, kiln_target_of(d->info->devinfo)->isa, dw);
}

void mi_fit_narrow(const struct launch_device *d, enum gen_cmd_id id, uint32_t *dw, uint32_t length)
{
    uint32_t own[GEN_OWN_MAX] = {0};
    memcpy(own, dw, length * sizeof(*dw));
    memset(dw, 0, length * sizeof(*dw)); // MI_NOOP
    const uint32_t count = mi_own(d, id, own)->length;
    memcpy(dw, own, count * sizeof(*dw));
}

// ---- segments

static struct launch_place place(const struct launch_stream *s)
{
    return (struct launch_place){s->block_count - 1, bytes_used(s)};
}

// Where the commands that follow begin a segment.
static enum launch_result begin_segment(struct launch_stream *s, const struct launch_walk *walk)
{
    if (!launch_grow(s->alloc, (void **)&s->segments, &s->segment_capacity, s->segment_count + 1,
                     sizeof(s->segments[0])))
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    const struct launch_bo *bo = s->blocks[s->block_count - 1].bo;
    struct launch_place first = place(s);
    s->segments[s->segment_count++] = (struct launch_segment){
        .address = bo->address + first.byte, .walk = walk, .first = first, .stream = s};
    return LAUNCH_OK;
}

// Notes what the current segment costs, and where it ends.
static void end_segment(struct launch_stream *s)
{
    if (!s->segment_count)
        return;
    s->segments[s->segment_count - 1].cost = s->cost;
    s->segments[s->segment_count - 1].last = place(s);
    s->cost = 0;
}

static bool may_cut(const struct launch_stream *s)
{
    return !s->error && s->segment_count && !KILN_DEBUG(NOSLICE);
}

static void cut_here(struct launch_stream *s, const struct launch_walk *walk)
{
    end_segment(s);
    uint32_t *dw = mi_room(s, 2);
    struct gen_MI_BATCH_BUFFER_END end = {};
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    dw[1] = 0;
    if (((uintptr_t)s->cur & 7) != 0) // segments start at a qword
        *mi_room(s, 1) = 0;
    if (s->error)
        return;
    enum launch_result result = begin_segment(s, walk);
    if (result)
        launch_stream_fail(s, result);
}

static void cut(struct launch_stream *s, const struct launch_walk *walk)
{
    if (may_cut(s))
        cut_here(s, walk);
}

void mi_call(struct launch_stream *s, const struct launch_called *c, uint64_t address, uint64_t ns)
{
    if (!s->segment_count)
        mi_room(s, 0); // makes the first one
    if (s->error)
        return;
    struct launch_place now = place(s);
    const struct launch_segment *current = &s->segments[s->segment_count - 1];
    if (now.block != current->first.block || now.byte != current->first.byte)
        cut_here(s, NULL);
    if (s->error)
        return;
    struct launch_segment *called = &s->segments[s->segment_count - 1];
    called->address = address;
    called->called = c;
    s->cost = ns;
    end_segment(s);
    enum launch_result result = begin_segment(s, NULL);
    if (result)
        launch_stream_fail(s, result);
}

void mi_cut(struct launch_stream *s)
{
    cut(s, NULL);
}

struct launch_walk *mi_begin_walk(struct launch_stream *s, const struct launch_kernel *k)
{
    if (!may_cut(s))
        return NULL;
    struct launch_walk *w = launch_zalloc(s->alloc, sizeof(*w));
    if (!w) {
        launch_stream_fail(s, launch_error(LAUNCH_NO_HOST_MEMORY));
        return NULL;
    }
    w->kernel = k;
    w->bindings = s->bindings;
    w->conditional = s->conditional;
    w->next = s->walks;
    s->walks = w;
    cut(s, w);
    return w;
}

uint32_t *mi_grow(struct launch_stream *s, uint32_t dwords)
{
    if (s->aside)
        launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
    if (!s->error) {
        // The segments of flat requests are copied, each from one block.
        const bool cuts = s->device->flat && s->segment_count;
        if (cuts)
            end_segment(s);
        enum launch_result result = add_block(s);
        if (!result && (!s->segment_count || cuts))
            result = begin_segment(s, NULL);
        if (result)
            launch_stream_fail(s, result);
    } else {
        s->cur = s->trash;
    }
    uint32_t *dw = s->cur;
    s->cur += dwords;
    return dw;
}

void mi_wait_before(struct launch_stream *s, const uint32_t *event)
{
    if (!s->segment_count)
        mi_room(s, 0); // makes the first one
    if (!s->error)
        cut_here(s, NULL);
    if (!s->error)
        s->segments[s->segment_count - 1].event = event;
}

void mi_reserve(struct launch_stream *s, uint32_t dwords)
{
    if ((size_t)(s->end - s->cur) < dwords)
        mi_grow(s, 0);
}

uint32_t launch_segment_dwords(const struct launch_segment *g)
{
    return g->stream ? (g->last.byte - g->first.byte) / 4 : 0;
}

uint32_t *mi_copy_segment(uint32_t *dw, const struct launch_segment *g)
{
    const uint32_t count = launch_segment_dwords(g);
    if (count)
        memcpy(dw, (const uint32_t *)g->stream->blocks[g->first.block].bo->map + g->first.byte / 4,
               count * 4);
    return dw + count;
}

void launch_add_cost(struct launch_stream *s, uint64_t ns)
{
    mi_add_cost(s, ns);
}

// ---- a recording

void launch_stream_init(struct launch_stream *s, struct launch_device *device,
                        const struct launch_allocator *alloc)
{
    memset(s, 0, sizeof(*s));
    s->device = device;
    s->alloc = alloc;
    s->segment_ns = device->limits.segment_ns;
    s->tells_order = ws_device_get_info(device->ws)->checks;
    s->cur = s->end = s->trash;
    launch_state_stream_init(&s->dynamic, &device->dynamic_pool, 16 * 1024);
    launch_state_stream_init(&s->surface, &device->surface_pool, 4 * 1024);
    launch_state_stream_init(&s->table, &device->bt_pool, 4 * 1024);
}

void launch_stream_reset(struct launch_stream *s, bool keep)
{
    for (uint32_t i = 0; i < s->block_count; i++)
        if (i || !keep)
            launch_batch_bo_put(s->device, s->blocks[i].bo);
        else
            s->first_block = s->blocks[i].bo;
    if (!keep && s->first_block) {
        launch_batch_bo_put(s->device, s->first_block);
        s->first_block = NULL;
    }
    while (s->walks) {
        struct launch_walk *w = s->walks;
        s->walks = w->next;
        launch_free(s->alloc, w);
    }
    while (s->called) {
        struct launch_called *c = s->called;
        s->called = c->next;
        launch_free(s->alloc, c);
    }
    s->block_count = 0;
    s->segment_count = 0;
    s->cost = 0;
    s->scratch = false;
    s->cur = s->end = s->trash; // no room: the first packet makes a block
    launch_state_stream_reset(&s->dynamic, keep);
    launch_state_stream_reset(&s->surface, keep);
    launch_state_stream_reset(&s->table, keep);
    s->pending = 0;
    s->conditional = false;
    s->has = (struct launch_has){0};
    s->constants.address = 0;
    s->aside = NULL;
    s->error = LAUNCH_OK;
}

void launch_stream_finish(struct launch_stream *s)
{
    launch_stream_reset(s, false);
    launch_state_stream_finish(&s->dynamic);
    launch_state_stream_finish(&s->surface);
    launch_state_stream_finish(&s->table);
    launch_free(s->alloc, s->blocks);
    launch_free(s->alloc, s->segments);
}

enum launch_result launch_stream_end(struct launch_stream *s)
{
    launch_flush(s);
    launch_invalidate(s, LAUNCH_PIPE_INVALIDATE); // what comes next does not know
    if (s->error)
        return s->error;
    close_block(s);
    if (s->block_count) {
        struct gen_MI_BATCH_BUFFER_END end = {};
        end_segment(s);
        gen_MI_BATCH_BUFFER_END_pack(s->cur, &end); // the room for the jump is there
        s->cur[1] = 0;
    }
    return LAUNCH_OK;
}

// ---- one in another

// Copies dwords of any number into the batch. Packets are never cut: the source's blocks hold whole packets,
// and a copy starts a new block rather than be split.
static void append(struct launch_stream *s, const uint32_t *dw, uint32_t dwords)
{
    while (!s->error && (size_t)(s->end - s->cur) < dwords) {
        uint32_t *before = s->cur;
        mi_grow(s, 0);
        if (!s->error && s->cur != before && (size_t)(s->end - s->cur) < dwords &&
            s->blocks[s->block_count - 1].bo->size >= UINT64_C(16384) << last_class(s))
            break;
    }
    if (s->error)
        return;
    memcpy(s->cur, dw, dwords * 4);
    s->cur += dwords;
}

// The commands of a segment are copied: they hold absolute addresses only, and a batch at the second level
// cannot call a third. A dispatch that may be run in slices stays a segment.
static void append_segment(struct launch_stream *s, const struct launch_stream *second,
                           const struct launch_segment *g)
{
    if (g->called) {
        mi_call(s, g->called, g->address, g->cost);
        return;
    }
    if (g->event)
        mi_wait_before(s, g->event);
    if (g->walk)
        cut(s, g->walk);
    else if (s->cost && s->cost + g->cost > s->device->limits.segment_ns)
        cut(s, NULL);
    for (uint32_t b = g->first.block; b <= g->last.block && !s->error; b++) {
        uint32_t from = b == g->first.block ? g->first.byte : 0,
                 to = b == g->last.block ? g->last.byte : second->blocks[b].used;
        append(s, (const uint32_t *)second->blocks[b].bo->map + from / 4, (to - from) / 4);
    }
    s->cost += g->cost;
    if (g->walk)
        cut(s, NULL);
}

void launch_stream_append(struct launch_stream *s, const struct launch_stream *second)
{
    if (second->error)
        launch_stream_fail(s, second->error);
    for (uint32_t n = 0; n < second->segment_count; n++)
        append_segment(s, second, &second->segments[n]);
    if (second->segment_count) {
        s->has.table_base = second->has.table_base;
        s->has.window = second->has.window;
    }
    s->has.threads = false;
    s->scratch |= second->scratch;
}

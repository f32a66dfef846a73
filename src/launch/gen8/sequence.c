// See launch/stream/sequence.h. The packets are those of gen8/dispatch.c. PRM SKL vol2a MI_BATCH_BUFFER_START
// (second level), MI_STORE_DATA_IMM (Store Qword), MEDIA_CURBE_LOAD.
#include "launch/stream/sequence.h"

#include "launch/gen8/segment.h"
#include "launch/gen8/walker.h"
#include "launch/stream/dispatch.h"
#include "launch/stream/surface.h"
#include "util/math.h"

enum {
    STORE_QWORD = gen_MI_STORE_DATA_IMM_LENGTH + 1, // dwords
    STORE_QWORD_DATA = 3,                           // where they are
    ADDRESS = GEN_DWORD(RENDER_SURFACE_STATE, surface_base_address),
    SURFACE_DWORDS = 3 * GEN8_PIPE_CONTROL_MOST + STORE_QWORD,
    WALK_DWORDS = gen_MEDIA_CURBE_LOAD_LENGTH + GEN8_CONDITION_DWORDS + GEN8_WALKER_DWORDS,
    // A stall, how threads are made, the descriptor.
    KERNEL_DWORDS =
        GEN8_PIPE_CONTROL_MOST + gen_MEDIA_VFE_STATE_LENGTH + gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD_LENGTH,
    // Twice, for surfaces and for tables, with what the rules want around.
    BASE_DWORDS = 2 * 160,
};
_Static_assert(BASE_DWORDS + KERNEL_DWORDS + SURFACE_DWORDS + WALK_DWORDS <= LAUNCH_SEQUENCE_DWORDS,
               "room for it");
_Static_assert(ADDRESS % 2 == 0, "a store of a qword");

uint32_t launch_sequence_dwords(enum launch_switch how, bool surface)
{
    return (uint32_t)kiln_align(WALK_DWORDS + (surface ? SURFACE_DWORDS : 0) +
                                    (how >= LAUNCH_SWITCH_KERNEL ? KERNEL_DWORDS : 0) +
                                    (how >= LAUNCH_SWITCH_BASE ? BASE_DWORDS : 0),
                                16);
}

uint32_t launch_sequence_end(void)
{
    const struct gen_MI_BATCH_BUFFER_END end = {};
    uint32_t dw[gen_MI_BATCH_BUFFER_END_LENGTH];
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    return dw[0];
}

uint32_t launch_constant_offset(const struct launch_device *device, uint64_t address)
{
    return (uint32_t)(address - launch_zone(device, DYNAMIC)->base);
}

// The walk before must be over, and what it left of the state in a cache gone. *data: what is stored.
static uint32_t *move_surface(const struct launch_device *d, uint32_t *dw, uint64_t surface, uint32_t **data)
{
    dw = gen8_pipe_control_pack(d, dw, (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true});
    const struct gen_MI_STORE_DATA_IMM store = {
        .dword_length = STORE_QWORD - 2, .store_qword = true, .address = surface + ADDRESS * 4};
    gen_MI_STORE_DATA_IMM_pack(dw, &store);
    *data = dw + STORE_QWORD_DATA;
    dw = gen8_pipe_control_pack(
        d, dw + STORE_QWORD,
        (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true, .dc_flush_enable = true});
    return gen8_pipe_control_pack(d, dw, (struct gen_PIPE_CONTROL){.state_cache_invalidation_enable = true});
}

// What the stream has is not what the GPU has there.
static void forget(struct launch_stream *s, enum launch_switch how)
{
    s->has.threads = false;
    s->constant_bytes = 0;
    if (how == LAUNCH_SWITCH_BASE)
        s->has.table_base = 0;
}

void launch_sequence_begin(struct launch_stream *s, enum launch_switch how, struct launch_sequence *out)
{
    out->count = 0;
    if (how == LAUNCH_SWITCH_NONE || s->error)
        return;
    forget(s, how);
    s->aside = s->cur;
    s->aside_end = s->end;
    s->cur = out->dwords;
    s->end = out->dwords + LAUNCH_SEQUENCE_DWORDS;
}

static void come_back(struct launch_stream *s, struct launch_sequence *out)
{
    if (!s->aside)
        return;
    if (!s->error) {
        out->count = (uint32_t)(s->cur - out->dwords);
        s->cur = s->aside;
        s->end = s->aside_end;
    }
    s->aside = NULL;
}

void launch_sequence_walk(struct launch_stream *s, const struct launch_kernel *k, uint64_t surface,
                          struct launch_sequence *out)
{
    come_back(s, out);
    if (s->error || out->count > KERNEL_DWORDS + BASE_DWORDS) {
        launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
        return;
    }
    uint32_t *dw = out->dwords + out->count;
    out->constants = out->surface = LAUNCH_NO_PLACE;
    if (surface) {
        uint32_t *data;
        dw = move_surface(s->device, dw, surface, &data);
        out->surface = (uint32_t)(data - out->dwords);
    }
    if (k->constant_regs) {
        out->constants = (uint32_t)(dw - out->dwords) + GEN_DWORD(MEDIA_CURBE_LOAD, curbe_data_start_address);
        GEN8_PUT(dw, MEDIA_CURBE_LOAD, .curbe_total_data_length = launch_constant_bytes(k));
    }
    out->walk = (uint32_t)(dw - out->dwords);
    if (s->conditional)
        dw = gen8_condition(dw);
    memcpy(dw, k->walker, GEN8_WALKER_DWORDS * 4);
    uint32_t *w = dw + GEN8_WALKER;
    const uint32_t at = (uint32_t)(w - out->dwords);
    GEN_PATCH(w, GPGPU_WALKER, predicate_enable, s->conditional);
    out->x = at + GEN_DWORD(GPGPU_WALKER, thread_group_id_x_dimension);
    out->y = at + GEN_DWORD(GPGPU_WALKER, thread_group_id_y_dimension);
    out->z = at + GEN_DWORD(GPGPU_WALKER, thread_group_id_z_dimension);
    out->count = (uint32_t)(dw + GEN8_WALKER_DWORDS - out->dwords);
}

static uint64_t base_of(uint64_t table)
{
    return table & ~(LAUNCH_TABLE_REACH - 1);
}

void launch_tables_begin(struct launch_stream *s, uint32_t bytes, uint32_t more, struct launch_tables *out)
{
    struct launch_state_stream *tables = &s->table;
    uint32_t room = bytes + more;
    uint64_t first = 0;
    uint8_t *map = launch_state_stream_alloc(tables, room, 64, &first);
    if (map && base_of(first) != base_of(first + room - 1)) { // two windows' worth have a whole one in them
        map = launch_state_stream_alloc(tables, room + (uint32_t)LAUNCH_TABLE_REACH, 64, &first);
        uint32_t left = (uint32_t)(LAUNCH_TABLE_REACH - first % LAUNCH_TABLE_REACH);
        first += left < room ? left : 0;
    }
    *out = (struct launch_tables){.base = base_of(first), .window = s->has.window};
    if (!map) {
        launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
        return;
    }
    out->map = tables->map;
    out->address = tables->address;
    out->end = (uint32_t)(first - tables->address) + room;
    tables->next = out->end - room;
    const struct launch_table t = {(uint32_t *)map, first, out->base};
    if (t.base != s->has.table_base)
        launch_table_base(s, &t);
}

void launch_tables_end(struct launch_stream *s, struct launch_tables *t)
{
    t->next = s->table.next;
    s->table.next = t->end;
}

void launch_tables_resume(struct launch_stream *s, const struct launch_tables *t)
{
    s->table.map = t->map;
    s->table.address = t->address;
    s->table.next = t->next;
    s->table.end = t->end;
    s->has.table_base = t->base;
    s->has.window = t->window;
}

bool launch_tables_suffice(const struct launch_stream *s, const struct launch_tables *t)
{
    return s->table.map == t->map && s->has.table_base == t->base && s->has.window == t->window;
}

struct launch_called *launch_called(struct launch_stream *s, uint32_t kernel_count)
{
    struct launch_called *c = launch_zalloc(s->alloc, sizeof(*c) + kernel_count * sizeof(c->kernels[0]));
    if (!c) {
        launch_stream_fail(s, launch_error(LAUNCH_NO_HOST_MEMORY));
        return NULL;
    }
    c->conditional = s->conditional;
    c->kernel_count = kernel_count;
    c->next = s->called;
    s->called = c;
    return c;
}

void launch_call(struct launch_stream *s, enum launch_switch how, const struct launch_called *called,
                 uint64_t address, uint32_t count, uint64_t bytes, uint64_t ns)
{
    launch_flush(s);
    for (uint32_t i = 0; i < count; i++)
        gen8_call(s, called, address + i * bytes, ns);
    if (how != LAUNCH_SWITCH_NONE)
        forget(s, how);
}

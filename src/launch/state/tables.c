// Binding tables that sequences take for granted: see launch/stream/sequence.h.
#include "launch/stream/sequence.h"

#include "launch/stream/dispatch.h"

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
    const struct launch_table t = {.entries = (uint32_t *)map, .address = first, .base = out->base};
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

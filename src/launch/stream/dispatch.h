// A dispatch, step by step: only what the GPU has not yet is sent. In this order:
//
//     launch_prepare                   barriers, base addresses, caches, how threads are made
//     launch_constants, ..._use        a group's constants
//     launch_table_begin, ..._put      pointers to surface states,
//     launch_samplers, launch_descriptor   and to samplers
//     launch_walk
//
// `map`s of what is made for this stream alone are NULL when there is no memory, which sticks to the stream.
#ifndef KILN_LAUNCH_DISPATCH_H
#define KILN_LAUNCH_DISPATCH_H

#include "launch/stream/stream.h"

// Whether threads that the GPU makes now suit a kernel. More constants or scratch than it needs do no harm,
// except that scratch slots must be its own size.
static inline bool launch_has_threads(const struct launch_has *has, const struct launch_kernel *k)
{
    return has->threads && k->constant_regs <= has->constants && k->large_registers == has->large_registers &&
           (!k->scratch_bytes || k->scratch_bytes == has->scratch);
}

// window: what handles of surfaces are to be relative to; 0: the kernel has none.
void launch_prepare_more(struct launch_stream *s, const struct launch_kernel *k, uint64_t window);
static inline void launch_prepare(struct launch_stream *s, const struct launch_kernel *k, uint64_t window)
{
    const struct launch_has *has = &s->has;
    if (s->pending || !has->table_base || (window && window != has->window) || has->stale & k->caches ||
        !launch_has_threads(has, k))
        launch_prepare_more(s, k, window);
}

// Room for a surface state of this stream's, or several, one after the other. *address is one of a null
// surface on failure.
void *launch_no_surfaces(struct launch_stream *s, uint64_t *address);
static inline void *launch_surfaces(struct launch_stream *s, uint32_t bytes, uint64_t *address)
{
    void *map = launch_state_stream_alloc(&s->surface, bytes, 64, address);
    return __builtin_expect(map != NULL, 1) ? map : launch_no_surfaces(s, address);
}

// The same for samplers and other dynamic state; *address is the base of such states on failure.
void *launch_no_dynamic(struct launch_stream *s, uint64_t *address);
static inline void *launch_dynamic(struct launch_stream *s, uint32_t bytes, uint64_t *address)
{
    void *map = launch_state_stream_alloc(&s->dynamic, (bytes + 63) & ~63u, 64, address);
    return __builtin_expect(map != NULL, 1) ? map : launch_no_dynamic(s, address);
}

// Room for the constants of a group and for `behind` bytes more. The index of each thread is written; what
// is shared by the group is not.
static inline uint8_t *launch_constants(struct launch_stream *s, const struct launch_kernel *k,
                                        uint32_t behind, uint64_t *address)
{
    uint8_t *data = launch_dynamic(s, launch_constant_bytes(k) + behind, address);
    if (data && k->per_thread_regs)
        for (uint32_t i = 0; i < k->threads; i++)
            *(uint32_t *)(data + (k->cross_regs + i) * LAUNCH_REGISTER) = i;
    return data;
}

// The counts of an indirect dispatch, into constants that are to be used.
void launch_copy_counts(struct launch_stream *s, uint64_t from, uint64_t to);
void launch_constants_use(struct launch_stream *s, const struct launch_kernel *k, uint64_t address);

// How a kernel finds where surface states and sampler states are (kiln/compiler.h).
static inline uint32_t launch_surface_handle(uint64_t address, uint64_t window)
{
    return (uint32_t)(address - window) << 6;
}

static inline uint32_t launch_sampler_handle(const struct launch_device *device, uint64_t address)
{
    return (uint32_t)(address - launch_zone(device, DYNAMIC)->base);
}

// Surface State Base Address: that of tables, or where these lie in a pool one for all.
static inline uint64_t launch_surface_base(const struct launch_device *d, uint64_t table_base)
{
    return d->has_table_pool ? LAUNCH_BINDLESS_BASE : table_base;
}

#define LAUNCH_TABLE_REACH UINT64_C(0x10000) // bytes that tables with the same base lie in
struct launch_table {
    uint32_t *entries; // NULL: there is none
    uint64_t address, base;
    uint64_t surfaces; // what its entries are relative to
};
// Of k->table_count entries. (A kernel with samplers alone has an empty table, which takes room like one
// entry.)
void launch_table_base(struct launch_stream *s, const struct launch_table *t);
static inline void launch_table_begin(struct launch_stream *s, const struct launch_kernel *k,
                                      struct launch_table *t)
{
    uint32_t bytes = (k->table_count * 4 + 63) & ~63u;
    t->entries = launch_state_stream_alloc(&s->table, bytes ? bytes : 64, 64, &t->address);
    t->base = t->address & ~(LAUNCH_TABLE_REACH - 1);
    t->surfaces = launch_surface_base(s->device, t->base);
    if (!t->entries || t->base != s->has.table_base)
        launch_table_base(s, t);
}
static inline void launch_table_put(const struct launch_table *t, uint32_t index, uint64_t surface)
{
    t->entries[index] = (uint32_t)(surface - t->surfaces);
}

// Tells the GPU where code, table and samplers (0: none) are; `t` NULL: a kernel without either.
void launch_descriptor(struct launch_stream *s, const struct launch_kernel *k, const struct launch_table *t,
                       uint64_t samplers);

// Groups; in slices, if they may take too long. All that there are, or from `start` on.
void launch_walk(struct launch_stream *s, const struct launch_kernel *k, uint32_t x, uint32_t y, uint32_t z);
void launch_walk_from(struct launch_stream *s, const struct launch_kernel *k, const uint32_t start[3],
                      const uint32_t count[3]);
// Whatever the condition is, and at once: the caller knows that it does not take long (launch_add_cost).
void launch_walk_always(struct launch_stream *s, const struct launch_kernel *k, const uint32_t count[3]);
// As many groups as three dwords at `counts` say when it is run; memory, offset: the same place for the host.
void launch_walk_indirect(struct launch_stream *s, const struct launch_kernel *k, uint64_t counts,
                          void *memory, uint64_t offset);

#endif

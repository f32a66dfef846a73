// Messages to the data ports: what the files of ports/ share.
//
// A message's memory is a *space*: the whole GPU address space from a base (stateless, A64), a surface, or
// shared local memory. Reads out of a space's bounds return zero and writes are dropped; an access within
// bounds to a page that is not mapped is a fault. Source: PRM KBL vol2d (MDC_*, MH*), Mesa brw_eu.h
// brw_dp_*_desc.
#ifndef KILN_SIM_DATAPORT_H
#define KILN_SIM_DATAPORT_H

#include "sim/surface/surface.h"
#include "sim/thread/message.h"

// States and binding tables, through the state cache. False: not mapped.
bool sim_state_read(struct sim_group *g, uint64_t address, void *out, size_t size);
// Whether accesses by a surface (NULL: stateless ones) bypass L3: its MOCS says so.
bool sim_uncached(const struct sim_launch *w, const struct sim_surface *s);

// The message's space; `header` gives the base of stateless accesses (NULL: no header).
bool sim_msg_space(struct sim_msg *m, const uint8_t *header, struct sim_space *out);

// Host address of `size` bytes at `offset`, or NULL: out of bounds (then *ok stays true) or a fault (then *ok
// is false). Every access of a message gets its memory here or in quick() of ports/scattered.c, and none
// crosses the page that was translated: one that would is a fault.
static inline uint8_t *sim_mem_ptr(struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                                   unsigned size, enum sim_access access, int lane, bool *ok)
{
    return m->memory(m, s, offset, size, access, lane, ok);
}
// For observers: where accesses go, and those of threads whose writes are late.
sim_memory_fn sim_memory_at_once, sim_memory_late;
static inline bool sim_within(const struct sim_space *s, uint64_t offset, unsigned size)
{
    return !s->null && offset <= s->size && size <= s->size - offset;
}
// The same message for an access that no check looks at, since it is part of another.
static inline struct sim_msg sim_msg_unseen(const struct sim_msg *m)
{
    struct sim_msg unseen = *m;
    unseen.incidental = true;
    return unseen;
}
// What a thread whose writes are late reads or writes instead of `p`.
uint8_t *sim_msg_late(struct sim_msg *m, const struct sim_space *s, uint8_t *p, unsigned size,
                      enum sim_access access);
// The space as messages of whole words see it: the hardware drops the low bits of the base as it does those
// of an offset, so that no word straddles a page. `copy` holds the result where the base has any.
static inline const struct sim_space *sim_space_words(const struct sim_space *s, struct sim_space *copy)
{
    if (!(s->base & 3))
        return s;
    *copy = *s;
    copy->base &= ~UINT64_C(3);
    return copy;
}
// Any alignment and size. False: fault. Out of bounds reads give zero. Bounds are checked in units of `unit`
// bytes.
bool sim_mem_read(struct sim_msg *m, const struct sim_space *s, uint64_t offset, void *out, unsigned size,
                  unsigned unit, int lane);
bool sim_mem_write(struct sim_msg *m, const struct sim_space *s, uint64_t offset, const void *data,
                   unsigned size, unsigned unit, int lane);

// Executes a message to memory or images of any kind but the sampler's and the render cache's. False: the
// thread has faulted.
bool sim_dataport_message(struct sim_msg *m);
bool sim_sampler_message(struct sim_msg *m);
bool sim_sampler_flush(struct sim_msg *m);
bool sim_render_cache_message(struct sim_msg *m);

// Those of one shape, by enum sim_send_kind. The space is found by the caller.
bool sim_untyped(struct sim_msg *m, const struct sim_space *s);
bool sim_untyped_4x2(struct sim_msg *m, const struct sim_space *s);
bool sim_scattered(struct sim_msg *m, const struct sim_space *s);
bool sim_atomic(struct sim_msg *m, const struct sim_space *s);
bool sim_block(struct sim_msg *m, const struct sim_space *s);
bool sim_dual_block(struct sim_msg *m, const struct sim_space *s);
bool sim_scratch_block(struct sim_msg *m, struct sim_space *s);
bool sim_media_block(struct sim_msg *m, const struct sim_space *s);
bool sim_typed_access(struct sim_msg *m, const struct sim_space *s);
bool sim_typed_atomic(struct sim_msg *m, const struct sim_space *s);
// Whether a typed read gives the bits of a format that it does not convert.
bool sim_typed_is_raw(const struct kiln_target *target, const struct sim_format *f);

static inline bool sim_msg_is_a64(const struct sim_msg *m)
{
    return m->send->space == SIM_SEND_A64;
}
// Number of address parameters of an untyped message: 1, or 2 (index and offset) for a structured buffer.
unsigned sim_space_dims(const struct sim_space *s);
// Offset of slot `i` in bytes from the address payload at register `first`.
bool sim_slot_offset(struct sim_msg *m, const struct sim_space *s, const uint8_t *addr, unsigned i,
                     uint64_t *out);

#endif

// Messages to the data ports: what the files dataport_*.c share.
//
// A message's memory is a *space*: the whole GPU address space from a base (stateless, A64), a surface, or
// shared local memory. Reads out of a space's bounds return zero and writes are dropped; an access within
// bounds to a page that is not mapped is a fault. Source: PRM KBL vol2d (MDC_*, MH*), Mesa brw_eu.h
// brw_dp_*_desc.
#ifndef KILN_SIM_DATAPORT_H
#define KILN_SIM_DATAPORT_H

#include "isa/eu_msg.h"
#include "sim/thread/thread.h"

struct sim_msg {
    struct sim_thread *t;
    const struct sim_uop *u;
    struct sim_tlb *tlb; // of the client that serves it
    uint32_t desc, ex_desc;
    unsigned sfid;
    unsigned mlen, xlen, rlen; // registers: first payload, second payload (sends), response
    bool header;
    uint32_t mask;           // enabled channels; bit 0 is the instruction's first
    uint8_t *src0, *src1;    // payload parts in the register file
    uint8_t *dst;            // response, or NULL
    const char *name;        // for reports
    bool watched;            // somebody wants to see each access: no short ways
    struct sim_check *check; // NULL: nobody looks (check.h)
    bool shadow;             // a pass over the definedness of values instead of values
    bool atomic;             // the accesses are atomic
    bool atomic_load;        // and change nothing
    bool relaxed;            // the same, of a plain message
};

// What an access is counted for: a binding table index, or one of these.
enum { SIM_SPACE_A64 = 256, SIM_SPACE_SCRATCH, SIM_SPACES };

struct sim_space {
    bool slm, null;
    uint16_t index; // of traffic: see SIM_SPACE_*
    uint64_t base;
    uint64_t size; // bytes; UINT64_MAX: not bounded
    const struct sim_surface *surface;
};

// Register `k` of the payload: src0's registers, then src1's. NULL (and a fault) if the message is too short.
uint8_t *sim_msg_payload(struct sim_msg *m, unsigned k, unsigned count);
uint8_t *sim_check_data(struct sim_msg *m, unsigned k, unsigned count);
// The same for registers that hold data to be written.
static inline uint8_t *sim_msg_data(struct sim_msg *m, unsigned k, unsigned count)
{
    return m->shadow ? sim_check_data(m, k, count) : sim_msg_payload(m, k, count);
}
static inline uint32_t sim_msg_u32(const uint8_t *p, unsigned i)
{
    uint32_t v;
    memcpy(&v, p + 4 * i, 4);
    return v;
}
static inline uint64_t sim_msg_u64(const uint8_t *p, unsigned i)
{
    uint64_t v;
    memcpy(&v, p + 8 * i, 8);
    return v;
}

// Message faults; both return false.
bool sim_msg_illegal(struct sim_msg *m, const char *why);
bool sim_msg_unimplemented(struct sim_msg *m, const char *what);

// States and binding tables, through the state cache. False: not mapped.
bool sim_state_read(struct sim_group *g, uint64_t address, void *out, size_t size);
// Whether accesses by a surface (NULL: stateless ones) pass L3 by: its MOCS says so.
bool sim_uncached(const struct sim_walker *w, const struct sim_surface *s);

// The space of a binding table index; `header` gives the base of stateless accesses (NULL: no header).
bool sim_msg_space(struct sim_msg *m, unsigned bti, const uint8_t *header, struct sim_space *out);
static inline struct sim_space sim_space_a64(void)
{
    return (struct sim_space){.index = SIM_SPACE_A64, .size = UINT64_MAX};
}

// Host address of `size` bytes at `offset`, or NULL: out of bounds (then *ok stays true) or a fault (then *ok
// is false). Every access of a message gets its memory here or in quick() of ports/scattered.c, and none
// crosses the page that was translated: one that would is a fault.
uint8_t *sim_mem_ptr(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                     enum sim_access access, int lane, bool *ok);
// What a thread whose writes are late reads or writes instead of `p`.
uint8_t *sim_msg_late(struct sim_msg *m, const struct sim_space *s, uint8_t *p, unsigned size,
                      enum sim_access access);
uint8_t *sim_mem_ptr_unseen(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                            enum sim_access access, int lane, bool *ok); // without checks
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

// Handlers of one shared function: false means that the thread has faulted.
bool sim_dc0_message(struct sim_msg *m);
bool sim_dc1_message(struct sim_msg *m);
bool sim_constant_cache_message(struct sim_msg *m);
bool sim_sampler_message(struct sim_msg *m);
bool sim_render_cache_message(struct sim_msg *m);

// Families (dataport_*.c). `space` and the part of the payload behind the header are found by the caller.
bool sim_untyped_read(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots, bool a64);
bool sim_untyped_write(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots,
                       bool a64);
bool sim_scattered_read(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots,
                        unsigned bytes, unsigned elems, bool a64, bool dword_offsets);
bool sim_scattered_write(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots,
                         unsigned bytes, unsigned elems, bool a64, bool dword_offsets);
bool sim_block_read(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned dst_offset,
                    unsigned bytes);
bool sim_block_write(struct sim_msg *m, const struct sim_space *s, uint64_t offset, const uint8_t *data,
                     unsigned bytes);
bool sim_dual_block(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned control,
                    bool write);
bool sim_scratch_block(struct sim_msg *m);
bool sim_atomic(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots, unsigned op,
                bool is_float, bool wide, bool a64);

bool sim_media_block(struct sim_msg *m, const struct sim_space *s, bool write);
bool sim_untyped_4x2(struct sim_msg *m, const struct sim_space *s, unsigned first, bool write, bool a64);
bool sim_typed_access(struct sim_msg *m, const struct sim_space *s, bool write);
bool sim_typed_atomic(struct sim_msg *m, const struct sim_space *s);

// Number of address parameters of an untyped message: 1, or 2 (index and offset) for a structured buffer.
unsigned sim_space_dims(const struct sim_space *s);
// Offset of slot `i` in bytes from the address payload at register `first`.
bool sim_slot_offset(struct sim_msg *m, const struct sim_space *s, const uint8_t *addr, unsigned slots,
                     unsigned i, bool a64, uint64_t *out);

#endif

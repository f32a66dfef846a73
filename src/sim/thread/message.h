// A message that a thread sends: what it requests, its payload in the register file, and the memory it may be
// about. The shared functions execute it (ports/, sampler/, eu/send.c); checks and statistics observe it.
#ifndef KILN_SIM_MESSAGE_H
#define KILN_SIM_MESSAGE_H

#include "sim/thread/thread.h"

struct sim_msg {
    struct sim_thread *t;
    const struct sim_uop *u;
    struct sim_tlb *tlb;         // of the client that serves it
    const struct sim_send *send; // what it requests
    unsigned mlen, xlen, rlen;   // registers: first payload, second payload (sends), response
    bool header;
    uint32_t mask;         // enabled channels; bit 0 is the instruction's first
    uint8_t *src0, *src1;  // payload parts in the register file
    uint8_t *dst;          // response, or NULL
    const char *name;      // for reports
    sim_memory_fn *memory; // where its accesses go
    bool watched;          // each access is observed: no fast paths
    bool incidental;       // but not those now: they are part of another, or nothing comes of them
    bool shadow;           // a pass over the definedness of values instead of values
    bool atomic;           // the accesses are atomic
    bool atomic_load;      // and change nothing
    bool relaxed;          // the same, of a plain message
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
// The same for registers that hold data to be written.
static inline uint8_t *sim_msg_data(struct sim_msg *m, unsigned k, unsigned count)
{
    return m->shadow ? m->t->group->observer->shadow->data(m, k, count) : sim_msg_payload(m, k, count);
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

// The enabled channels of the message's slots.
static inline uint32_t sim_msg_slots(const struct sim_msg *m)
{
    return m->mask & (UINT32_MAX >> (SIM_MAX_CHANNELS - m->send->slots));
}

// Whether every access is looked at, so that the message takes no fast path.
static inline bool sim_msg_is_careful(const struct sim_msg *m)
{
    return m->watched || m->shadow || sim_eu_general_only;
}

// Message faults; both return false.
bool sim_msg_illegal(struct sim_msg *m, const char *why);
bool sim_msg_unimplemented(struct sim_msg *m, const char *what);

// "sample_l", ...: the operation of a sampler message's type, by the names of Gen9; NULL: reserved.
const char *sim_sampler_operation_name(unsigned type);

#endif

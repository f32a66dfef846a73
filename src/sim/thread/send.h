// What a send instruction requests of a shared function: its descriptors, decoded once, when the program is
// (eu/program.c). Ports, sampler, translation, checks and statistics read this and no descriptor, so that
// another generation's messages are another decoder and nothing else.
//
// An operation on memory is a shape (how the payload gives addresses, and how the data lie in registers) in
// a space (sim_send_space). What is not there or not simulated is decoded too, with the reason: executing it
// is the fault. A descriptor in a register is decoded when the instruction executes (sim_send_at); what is
// decoded of it before, SIM_SEND_UNKNOWN, has the lengths that it can have at most.
#ifndef KILN_SIM_SEND_H
#define KILN_SIM_SEND_H

#include "kiln/isa.h"

#include <stdbool.h>
#include <stdint.h>

enum sim_send_kind {
    SIM_SEND_UNKNOWN, // the descriptor is in a register
    SIM_SEND_ILLEGAL,
    SIM_SEND_UNIMPLEMENTED,
    SIM_SEND_NOTHING,
    SIM_SEND_END, // of the thread, and nothing else
    SIM_SEND_BARRIER,
    SIM_SEND_TIMESTAMP,
    SIM_SEND_FENCE,
    // Memory. A channel at an address of its own: `components` of one to four dwords; or elements of one
    // size.
    SIM_SEND_UNTYPED,
    SIM_SEND_SCATTERED,
    SIM_SEND_ATOMIC,
    SIM_SEND_UNTYPED_4X2, // two channels, four dwords each in one register
    SIM_SEND_BLOCK,       // consecutive bytes at an address in the header
    SIM_SEND_DUAL_BLOCK,  // two of them, each in halves of registers
    SIM_SEND_SCRATCH,     // a block at a constant offset in the thread's scratch space
    // Images
    SIM_SEND_TYPED,
    SIM_SEND_TYPED_ATOMIC,
    SIM_SEND_MEDIA, // a rectangle of bytes
    SIM_SEND_RENDER,
    SIM_SEND_SAMPLE, // any operation of the sampler
    SIM_SEND_SAMPLER_FLUSH,
};

// Where the addresses count from.
enum sim_send_space {
    SIM_SEND_SURFACE,   // of the binding table: `index`
    SIM_SEND_BINDLESS,  // whose state is at `state` from the bindless base
    SIM_SEND_STATE,     // the same from the surface base
    SIM_SEND_SHARED,    // shared local memory
    SIM_SEND_STATELESS, // general state base, and the base in the header
    SIM_SEND_A64,       // addresses of 64 bits
    SIM_SEND_RESERVED,  // an index that is none
};

enum { SIM_SEND_NO_RESPONSE = 0xffff };

struct sim_send {
    const struct eu_inst *inst;
    const char *why;        // ILLEGAL, UNIMPLEMENTED: what it is
    uint32_t desc, ex_desc; // for reports
    uint8_t sfid;           // for reports and counts
    uint8_t number;         // of the message in its function, likewise
    uint8_t kind;           // enum sim_send_kind
    // The payload: units (thread.h) of its two parts and of the response; where they are in the register
    // file.
    uint8_t mlen, xlen, rlen;
    bool header;
    uint16_t src0, src1, dst; // SIM_SEND_NO_RESPONSE: dst is null
    bool placed;              // and all of them are in it

    uint8_t space; // enum sim_send_space
    uint8_t index; // of the binding table; of others what stands there instead
    bool write;
    uint32_t state;  // bytes
    uint8_t slots;   // channels: 8, 16 or 32; SIMD4x2: 2
    bool masked;     // the header has a mask of slots
    bool upper;      // TYPED: slots 8 to 15 of it
    uint8_t on;      // UNTYPED, TYPED: bits of components that are there
    uint8_t bytes;   // SCATTERED, ATOMIC: of an element
    uint8_t count;   // SCATTERED: elements of a channel; UNTYPED: components that are there
    uint8_t unit;    // bytes that a step of the address is
    uint8_t low;     // bits of the address that are dropped: a mask
    int32_t add;     // to each address, before that
    uint16_t block;  // BLOCK, SCRATCH: bytes; DUAL_BLOCK: OWords of each; 0: reserved
    bool synced;     // FENCE: sync.allwr comes before it, and no message between
    bool past_cache; // a store that the load-store unit does not keep in its cache
    bool addressed;  // BLOCK: its address is the payload's first, in no header
    uint8_t half;    // BLOCK: byte of the first register where it begins
    bool by_oword;   // SCRATCH: the channel mask enables four dwords at a time
    uint32_t offset; // SCRATCH: bytes
    uint8_t op;      // ATOMIC: by MDC_AOP or MDC_FOP
    bool is_float, reply;
    // SAMPLE: number is the operation
    uint8_t sampler; // index of its state
    uint8_t simd;    // 0: SIMD4x2, 1: 8, 2: 16, else reserved; Xe2: 1: 16, 2: 32
    bool small;      // SAMPLE, RENDER: data of 16 bits
    bool replicated; // RENDER: one colour for all slots
};

// Moves bytes between memory and registers as they are: neither texels nor pixels.
static inline bool sim_send_moves_bytes(const struct sim_send *s)
{
    return s->kind >= SIM_SEND_UNTYPED && s->kind <= SIM_SEND_SCRATCH;
}

#endif

// A message as jit/send.c translates it, decoded by jit/send_decode.c.
#ifndef KILN_SIM_JIT_SEND_H
#define KILN_SIM_JIT_SEND_H

#include "sim/jit/ir.h"

struct message {
    const struct sim_uop *u;
    unsigned kind, slots, chunks, per; // per: channels of a chunk
    unsigned bytes, dwords;            // of a channel: 1 or 2 bytes, or 4 and how many times
    unsigned scale;                    // of addresses
    bool slm, a64, aligned, header, scratch, reply;
    unsigned bti, op; // op: of an atomic
    unsigned mlen, xlen, rlen;
    val offset[2]; // from the window's start, a chunk each
    val mask[2];   // NULL: all
    val bits;      // the enabled channels, if not all
    val base;      // the offset of the first channel
    val host;
};

// False: it is the interpreter's.
bool jit_understand(struct message *m, const struct sim_uop *u);
int jit_payload(const struct message *m, unsigned k);
unsigned jit_operands(const struct message *m);

// Eight rows of up to four dwords to four columns of eight, or back (`a` has the columns).
void jit_transpose(struct jt *j, val *a, bool back);
val jit_load_at(struct jt *j, type t, val p, unsigned align);
void jit_store_at(struct jt *j, val v, val p, unsigned align);
// The atomic on the host's memory at p, with operands a and b as it has them; what was there.
val jit_perform(struct jt *j, const struct message *m, val p, val a, val b);

#endif

// A message as jit/translate/send.c translates it, decoded by jit/ir/send_decode.c.
#ifndef KILN_SIM_JIT_SEND_H
#define KILN_SIM_JIT_SEND_H

#include "sim/jit/ir/ir.h"

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

struct block {
    const struct sim_uop *u;
    bool write, scratch, slm, a64, stateless; // stateless: relative to the base in the header
    bool addressed;                           // no header: the first register has the address
    unsigned bytes, half;                     // half: from byte 16 of the first register on
    unsigned bti, header, data;
    unsigned offset, scale; // the address: a constant (scale 0), or the header's in these units
    uint64_t align;
};

// ---- jit/ir/send_decode.c
// False: it is the interpreter's.
bool jit_understand(struct message *m, const struct sim_uop *u);
int jit_payload(const struct message *m, unsigned k);
unsigned jit_operands(const struct message *m);
bool jit_atomic_ok(const struct sim_send *s);

unsigned jit_block_registers(const struct block *m);
bool jit_understand_block(struct block *m, const struct sim_uop *u);

// ---- jit/ir/atomic.c
// The atomic on the host's memory at p, with operands a and b as it has them; what was there.
val jit_perform(struct jt *j, const struct message *m, val p, val a, val b);
// What the message answers of that.
val jit_atomic_answer(struct jt *j, const struct message *m, val old);

// ---- jit/ir/emit.c
// Elements of a and b (NULL: of a alone); an index below 0: any.
val jit_shuffle(struct jt *j, val a, val b, const int *index, unsigned n);
// Eight rows of up to four dwords to four columns of eight, or back (`a` has the columns).
void jit_transpose(struct jt *j, val *a, bool back);
val jit_load_at(struct jt *j, type t, val p, unsigned align);
void jit_store_at(struct jt *j, val v, val p, unsigned align);

#endif

// What the message sets share: where an access goes, what its message is, payloads, bounds. hdc.c has the
// rows of the data ports, sampler and gateway up to Gen12, lsc.c those of the load-store units.
//
// A message serves the channels of two registers at most (A64 atomics and typed ones: of one); wider accesses
// are several sends with a channel offset. SENDS takes the address and the data from two places, so nothing
// is copied when both are whole vectors already. Accesses for the whole thread use eight lanes with one
// address, unmasked, or blocks.
#ifndef KILN_COMPILER_MIR_ACCESSES_H
#define KILN_COMPILER_MIR_ACCESSES_H

#include "compiler/mir/lower/message/lower.h"

// Where an access goes.
struct access_place {
    struct mir_operand addr;  // UD, bytes; A64: UQ
    uint8_t bti;              // of a surface: binding-table index, when `index` is none
    struct mir_operand index; // run-time surface index (UD)
    enum mir_surface surface; // what it is, when `index` is there
    uint32_t buffer;          // of accesses to the same surface in each lane, 0: not known
    bool a64;
    // Of a buffer of any size: `addr` is an offset still, from this address, and must be below the end (UQ).
    // Kind NONE: an address is one.
    struct mir_operand base, end;
    enum mir_space space;
    bool constant; // never written while the kernel runs
    // As in mir_send, for mir/analysis/alias.h:
    uint8_t object;
    uint16_t root;
    uint32_t at;
};

struct access_message {
    enum mir_access access;
    uint8_t count, bytes, op; // as the access says
    bool qword, real;
    struct mir_operand data; // second payload; kind NONE: none
    unsigned data_regs;
    struct mir_operand dst; // kind NONE: no response
    unsigned dst_regs;
    unsigned width, lane; // channels, and the first one
    bool once;            // for the thread, not for each channel
    bool header;          // the address is one register, a header
    enum mir_mem mem;
};

// ---- send.c

struct access_place access_place_of(const struct lower *l);
struct access_place access_add(struct lower *l, struct access_place p, uint32_t bytes);
// Makes the address a payload: a packed vector (scalars are broadcast; `once`: to eight lanes).
struct access_place access_ready(struct lower *l, struct access_place p, bool once);
unsigned access_width(const struct lower *l); // channels of a message: as many as it takes
// Those of one register: of messages for the thread, of typed ones and of atomics by address.
unsigned access_lanes(const struct lower *l);
unsigned access_regs(const struct lower *l, unsigned channels, unsigned bytes);
// n components as the data payload of the lanes from `lane` on: where they are, or copied together.
struct mir_operand access_data(struct lower *l, const struct mir_operand *data, unsigned n, unsigned width,
                               unsigned lane);
// Whether they lie one after the other already.
bool access_data_in_place(const struct lower *l, const struct mir_operand *data, unsigned n, unsigned width);
struct mir_inst *access_send(struct lower *l, const struct access_place *p, const struct access_message *m);
// A dword of each lane, or less of it, by as many messages as there must be.
struct mir_operand access_read_lanes(struct lower *l, const struct access_place *p, struct access_message m);
void access_write_lanes(struct lower *l, const struct access_place *p, struct access_message m,
                        struct mir_operand data);
struct value_loop access_each_surface(struct lower *l, struct access_place *p); // ends with lower_loop_end

// ---- dwords.c: parts of an access, `at` bytes after the address

void access_read_dwords(struct lower *l, const struct access_place *p, unsigned at, unsigned n, bool once,
                        struct mir_operand *out);
void access_write_dwords(struct lower *l, const struct access_place *p, unsigned at, unsigned n,
                         const struct mir_operand *data);
struct mir_operand access_read_bytes(struct lower *l, const struct access_place *p, unsigned at,
                                     unsigned bytes, bool once);
void access_write_bytes(struct lower *l, const struct access_place *p, unsigned at, unsigned bytes,
                        struct mir_operand data);

void access_reach(struct lower *l, const struct access_place *p, const struct access_message *m,
                  struct mir_inst *i);

// ---- scratch.c: one element of private memory for each lane

struct mir_operand access_read_private(struct lower *l, const struct access_place *p, unsigned at,
                                       unsigned bytes, bool dword);
void access_write_private(struct lower *l, const struct access_place *p, unsigned at, unsigned bytes,
                          bool dword, struct mir_operand data);

// ---- bounds.c: an access of `bytes` to where `p` says, which has an end or not. `p` becomes an address. The
// messages that follow are for lanes that are within it; _end gives the others zeros in the n operands of
// `values`. `aligned`: the bytes are a dword, or less, that lies at a multiple of its size, or whole dwords.

struct access_bounds {
    bool open;
    struct mir_operand fits;
    struct mir_inst *last;
};
struct access_bounds access_bounds_begin(struct lower *l, struct access_place *p, unsigned bytes,
                                         bool aligned);
void access_bounds_end(struct lower *l, const struct access_bounds *b, struct mir_operand *values,
                       unsigned n);

// ---- state.c: a buffer that differs between lanes, by address. Can it be reached so?

bool access_has_state(const struct lower *l, const struct access_place *p);
struct mir_operand access_state_size(struct lower *l, const struct access_place *p);
// Accesses of `bytes` to it, or to what has an end. If `open`: messages to `place` follow; _else; the same to
// the surface itself; _end, which gives lanes that took these the results `from` in place of `to`.
struct access_inside {
    bool open;
    struct access_place place;
    struct mir_operand fits;
    struct mir_inst *last;
    struct mir_block *branch, *outside;
};
struct access_inside access_inside_begin(struct lower *l, const struct access_place *p, unsigned bytes);
void access_inside_else(struct lower *l, struct access_inside *in);
void access_inside_end(struct lower *l, struct access_inside *in, const struct mir_operand *to,
                       const struct mir_operand *from, unsigned count);

// ---- the rows of hdc.c

lower_access hdc_memory, hdc_block, hdc_atomic, hdc_texel, hdc_sample, hdc_size, hdc_fence, hdc_barrier;

// ---- sync.c: a message of one register, for the thread; and the wait after a barrier's

struct mir_inst *access_register_message(struct lower *l, enum mir_access access, struct mir_operand payload);
void access_await_group(struct lower *l);

#endif

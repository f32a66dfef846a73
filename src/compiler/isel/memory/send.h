// Memory messages: where an access goes and how its message is built (isel/memory/send.c), for loads, stores
// and atomics.
#ifndef KILN_COMPILER_ISEL_SEND_H
#define KILN_COMPILER_ISEL_SEND_H

#include "compiler/isel/operand/ctx.h"
#include "compiler/mir/ir/access.h"

// Where an access goes.
struct isel_target {
    struct mir_operand addr;  // UD, bytes; A64: UQ
    uint32_t bti;             // of a surface: binding-table index, when `index` is none
    struct mir_operand index; // run-time surface index (UD)
    enum mir_surface surface; // what it is, when `index` is there
    LLVMValueRef from;        // a value that has the same index wherever it occurs
    bool a64, scratch;
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

// The request; send.c adds the surface.
struct isel_message {
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

// An access to where `t` says, with one address; its data are to be filled in.
struct mir_inst *isel_access(struct isel_ctx *x, const struct isel_target *t, enum mir_access access,
                             bool once, unsigned data, unsigned results, enum mir_mem mem);
// Its result k: a new vector, or a scalar of what is done once.
struct mir_operand isel_result(struct isel_ctx *x, const struct mir_inst *i, unsigned k, enum eu_type t);
void isel_emit_access(struct isel_ctx *x, struct mir_inst *i);
// Numbers what is the same, from 1; 0: there are too many (isel/memory/place.c).
uint32_t isel_number_of(struct isel_ctx *x, struct isel_key key, uint32_t *count, uint32_t most);

// Channels of one message: as many as it takes.
unsigned isel_message_width(struct isel_ctx *x);
// n components as the data payload of the lanes from `lane` on: where they are, or copied together.
struct mir_operand isel_data(struct isel_ctx *x, const struct mir_operand *data, unsigned n, unsigned width,
                             unsigned lane);
// Whether they lie one after the other already.
bool isel_data_in_place(const struct isel_ctx *x, const struct mir_operand *data, unsigned n, unsigned width);
// The pointer of a load, store or atomic. Fails for address spaces that have no messages (push constants).
struct isel_target isel_target_of(struct isel_ctx *x, LLVMValueRef pointer, uint64_t offset);
// What is known of where a load or store goes: sets object, root and at (isel/memory/place.c).
void isel_target_place(struct isel_ctx *x, struct isel_target *t, LLVMValueRef access);
// Adds bytes to the address.
struct isel_target isel_target_add(struct isel_ctx *x, struct isel_target t, uint32_t bytes);
// Makes the address a payload: a packed vector (scalars are broadcast; `once`: to eight lanes).
struct isel_target isel_target_ready(struct isel_ctx *x, struct isel_target t, bool once);
struct mir_inst *isel_send(struct isel_ctx *x, const struct isel_target *t, const struct isel_message *m);
// A register of messages that is made once, at the program's start, and known as `fact`. True if it is new.
bool isel_start_header(struct isel_ctx *x, enum isel_fact fact, struct mir_operand *header);
// A surface index (llvm/ir/abi.h) as the target's: sets bti, or index and surface. `from`: the LLVM value
// that it is (an i32), or that has it (a fat pointer).
void isel_target_index(struct isel_ctx *x, struct isel_target *t, struct mir_operand index,
                       LLVMValueRef from);
// Reads n <= 4 dwords at `at` bytes after the address, for the thread (`once`) or for each channel; writes
// them, for each channel (isel/memory/dwords.c).
void isel_read_dwords(struct isel_ctx *x, const struct isel_target *t, unsigned at, unsigned n, bool once,
                      struct mir_operand *out);
void isel_write_dwords(struct isel_ctx *x, const struct isel_target *t, unsigned at, unsigned n,
                       const struct mir_operand *data);

// A buffer that differs between lanes, by address (isel/memory/lane_surface.c): can it be reached so?
// (isel_inside_... are for those with an end as well: by one message what may take several elsewhere.)
bool isel_has_state(struct isel_ctx *x, const struct isel_target *t);
struct mir_operand isel_state_size(struct isel_ctx *x, const struct isel_target *t); // as kiln.surface.size
// Accesses of `bytes` to it. If `open`: messages to `target` follow; _else; the same to the surface itself;
// _end, which gives lanes that took these the results `from` in place of `to`.
struct isel_inside {
    bool open;
    struct isel_target target;
    struct mir_operand fits;
    struct mir_inst *last;
    struct mir_block *branch, *outside;
};
struct isel_inside isel_inside_begin(struct isel_ctx *x, const struct isel_target *t, unsigned bytes);
void isel_inside_else(struct isel_ctx *x, struct isel_inside *in);
void isel_inside_end(struct isel_ctx *x, struct isel_inside *in, const struct mir_operand *to,
                     const struct mir_operand *from, unsigned count);
// An access of `bytes` to where `t` says, which has an end or not: `t` becomes an address. The messages that
// follow are for lanes that are within it; _end gives the others zeros in the n operands of `values`.
// `aligned`: the bytes are a dword, or less, that lies at a multiple of its size, or more whole dwords.
struct isel_bounds {
    bool open;
    struct mir_operand fits;
    struct mir_inst *last;
};
struct isel_bounds isel_bounds_begin(struct isel_ctx *x, struct isel_target *t, unsigned bytes, bool aligned);
void isel_bounds_end(struct isel_ctx *x, const struct isel_bounds *b, struct mir_operand *values, unsigned n);
// Runs the messages that follow once for each different value of t->index; sets it to a scalar. End with the
// other.
struct isel_loop_over {
    struct mir_block *header;
    struct mir_operand flag;
    bool open;
};
struct isel_loop_over isel_each_index_begin(struct isel_ctx *x, struct isel_target *t);
// The same for each different tuple of values, at most so many.
#define ISEL_LOOP_VALUES 3
struct isel_loop_over isel_each_value_begin(struct isel_ctx *x, struct mir_operand *const *values,
                                            unsigned count);
void isel_each_index_end(struct isel_ctx *x, struct isel_loop_over l);

#endif

// Where an access goes, and the instruction that says so (isel/memory/send.c).
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

// An access to where `t` says, with one address; its data are to be filled in.
struct mir_inst *isel_access(struct isel_ctx *x, const struct isel_target *t, enum mir_access access,
                             bool once, unsigned data, unsigned results, enum mir_mem mem);
// Its result k: a new vector, or a scalar of what is done once.
struct mir_operand isel_result(struct isel_ctx *x, const struct mir_inst *i, unsigned k, enum eu_type t);
void isel_emit_access(struct isel_ctx *x, struct mir_inst *i);
// Numbers what is the same, from 1; 0: there are too many (isel/memory/place.c).
uint32_t isel_number_of(struct isel_ctx *x, struct isel_key key, uint32_t *count, uint32_t most);

// The pointer of a load, store or atomic. Fails for address spaces that have no messages (push constants).
struct isel_target isel_target_of(struct isel_ctx *x, LLVMValueRef pointer, uint64_t offset);
// What is known of where a load or store goes: sets object, root and at (isel/memory/place.c).
void isel_target_place(struct isel_ctx *x, struct isel_target *t, LLVMValueRef access);
// Adds bytes to the address.
struct isel_target isel_target_add(struct isel_ctx *x, struct isel_target t, uint32_t bytes);
// A surface index (llvm/ir/abi.h) as the target's: sets bti, or index and surface. `from`: the LLVM value
// that it is (an i32), or that has it (a fat pointer).
void isel_target_index(struct isel_ctx *x, struct isel_target *t, struct mir_operand index,
                       LLVMValueRef from);
// The surface of an access that is made already.
void isel_set_surface(struct isel_ctx *x, struct mir_inst *i, const struct isel_target *t);

#endif

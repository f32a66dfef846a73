// What the files of instruction selection share: the function's control flow, its values, and helpers to emit
// EU instructions.
//
// An LLVM value is a list of components (a vector's elements; a surface pointer's offset and binding-table
// index). A component is an operand of the machine IR: a vector of the simd lanes for a divergent value, a
// scalar for a uniform one, an immediate for a constant. Moving components about (extractelement,
// shufflevector, bitcast, fneg) renames operands and emits nothing.
//
// How a component holds its LLVM type:
// - i32, float: one dword a lane. An i32 may also be a packed UW region (the lane index): zero-extended
//   when read.
// - i8, i16, other widths below 32: a dword a lane whose upper bits are anything. Who needs them reads
//   through a narrow strided region (isel_ext).
// - half: a word a lane at a stride of 4 bytes. i64, double, global pointers: one packed qword a lane.
// - i1: a D lane, 0 or ~0; or, when only branches and selects want it, nothing at all: they compare into a
//   flag.
// - surface pointers: offset (UD), index (UD). Buffer pointers: four qwords (llvm/ir/abi.h). Other pointers:
//   UD.
#ifndef KILN_COMPILER_ISEL_CTX_H
#define KILN_COMPILER_ISEL_CTX_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "compiler/isel/operand/known.h"
#include "compiler/isel/operand/params.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/cfg.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/mir/ir/builder.h"

// ---- values

struct isel_value {
    LLVMValueRef llvm;
    uint32_t block;
    struct mir_operand *c; // components; NULL before selection
    uint16_t n;
    bool divergent;
    bool variable; // an alloca in registers, which are its components (isel/memory/variable.c)
    uint8_t array; // likewise (isel/memory/array.c): bytes of it that have a dword, 0: it is none
    bool sunk;     // selected at its uses: compares for branches and selects, what a MAD or LRP takes along
    bool phi_temporal;    // phi at a loop's exit of a value that is uniform within the loop only
    uint32_t web;         // of a phi: the value whose registers it has (isel/analysis/phi_web.c); else itself
    uint32_t hint;        // place for its single component: a vreg (LLVM_NONE: none) ...
    uint32_t hint_offset; // ... and the byte in it
};

struct isel_flag {
    struct mir_operand flag;
    bool inv;
};

struct isel_ctx {
    struct arena *arena;
    union {
        struct {
            struct mir_shader *s;
            struct mir_block *b; // where instructions go
        };
        struct mir_builder m;
    };
    const struct isel_params *p;
    LLVMValueRef fn;
    bool has_lines; // instructions have debug locations (spirv/flow/line.c)
    LLVMTargetDataRef dl;
    struct cfg cfg;
    struct isel_value *values;
    uint32_t value_count;
    uint64_t *parted;      // by block: some lanes are elsewhere, within its loop
    struct llvm_map index; // LLVMValueRef -> values
    uint32_t block;        // the number of b's in cfg
    struct isel_knowledge knowledge;
    uint32_t scratch_bytes; // a lane
    struct llvm_map tables; // alloca -> table
    struct isel_table **table;
    uint32_t table_count;
    unsigned md_invariant;
    uint32_t object_count, root_count, buffer_count; // numbers of isel/memory/place.c that are taken
    uint32_t era;                                    // goes up where an access will have blocks of its own
    bool failed;
    char *message;
    size_t message_size;
};

#include "compiler/isel/operand/make.h"

void isel_fail(struct isel_ctx *x, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *isel_inst_text(struct isel_ctx *x, LLVMValueRef v); // for messages

// ---- divergence (isel/analysis/divergence.c)

// Sets isel_value.divergent, phi_temporal, isel_loop.divergent_exit and isel_ctx.parted.
void isel_divergence(struct isel_ctx *x);
bool isel_divergent(struct isel_ctx *x, LLVMValueRef v); // constants are uniform
// Of a kiln.row or kiln.run: does its operand 1 fit the width?
bool isel_is_row(LLVMValueRef call, unsigned simd);
// Do all lanes of a thread, and of each thread of the group, come to this block together?
bool isel_has_all_lanes(const struct isel_ctx *x, uint32_t block);
// A branch whose condition differs between lanes.
bool isel_branch_divergent(struct isel_ctx *x, LLVMValueRef br);

// ---- reading values (isel/operand/value.c)

struct isel_value *isel_val(struct isel_ctx *x, LLVMValueRef v); // NULL for constants
unsigned isel_type_comps(LLVMTypeRef t);
unsigned isel_elem_bits(LLVMTypeRef t);     // of a scalar or of a vector's element; pointers: their size
bool isel_is_dwords(LLVMTypeRef t);         // an i32 or a float, or a vector of such
enum eu_type isel_elem_type(LLVMTypeRef t); // how a component is typed: D, F, HF, UQ, DF, UD
struct mir_operand isel_comp(struct isel_ctx *x, LLVMValueRef v, unsigned k);
// A 32-bit container without abs or negate, immediates allowed: anything above the value's own width.
struct mir_operand isel_int(struct isel_ctx *x, LLVMValueRef v, unsigned k);
// Extended from its width: type D or UD (or a narrow region that the instruction extends).
struct mir_operand isel_ext(struct isel_ctx *x, LLVMValueRef v, unsigned k, bool is_signed);
// Float operand with modifiers.
struct mir_operand isel_float(struct isel_ctx *x, LLVMValueRef v, unsigned k);
bool isel_const_int(LLVMValueRef v, int64_t *out);                               // scalar ConstantInt
unsigned isel_regs(const struct isel_ctx *x, unsigned channels, unsigned bytes); // of so many elements
uint32_t isel_immediate(struct isel_ctx *x, LLVMValueRef call,
                        unsigned n); // an operand that must be constant
bool isel_const_float(LLVMValueRef v, double *out);
struct mir_operand isel_constant(struct isel_ctx *x, LLVMValueRef v, unsigned k); // an immediate

// ---- operands

unsigned isel_size(enum eu_type t);
struct mir_operand isel_neg(struct mir_operand o);
// True if a pointer's surface index is the same constant wherever the pointer comes from: LLVM makes one
// access of several in branches, to a pointer that is a phi, and messages to several surfaces are dear.
bool isel_one_surface(LLVMValueRef pointer, uint32_t *index);
// Words that lie apart (a half in each dword of a message, what conversions write) as a packed half value.
// mir/opt/propagate.c has those read them where they are that can.
struct mir_operand isel_packed_half(struct isel_ctx *x, struct mir_operand words);
struct mir_operand isel_spread_half(struct isel_ctx *x); // where a conversion to half can write

// ---- register addresses (address.c)

// Lanes that have an address each at once: half of a0, which has 16 words or 8.
static inline unsigned isel_address_lanes(const struct isel_ctx *x)
{
    return kiln_target_address_bytes(x->s->target) / 4;
}
// Room for those of eight lanes, and those of the lanes from `lane` on: `by` is a packed vector of dwords,
// `place` one address or a vector of them.
uint32_t isel_lane_addresses(struct isel_ctx *x);
void isel_write_addresses(struct isel_ctx *x, uint32_t a, struct mir_operand by, unsigned lane,
                          struct mir_operand place);
// What these eight lanes have at `from`, which is through their own addresses: `to` is their part of a
// vector.
void isel_gather(struct isel_ctx *x, struct mir_operand to, struct mir_operand from, unsigned lane);

// ---- emitting

// A destination for component k of v, recorded as its value.
struct mir_operand isel_dst(struct isel_ctx *x, struct isel_value *v, unsigned k, enum eu_type t);
void isel_set(struct isel_ctx *x, struct isel_value *v, unsigned k, struct mir_operand o);
struct mir_inst *isel_op3(struct isel_ctx *x, unsigned op, struct mir_operand dst, struct mir_operand a,
                          struct mir_operand b, struct mir_operand c);
struct mir_inst *isel_math(struct isel_ctx *x, enum eu_math fn, struct mir_operand dst, struct mir_operand a,
                           struct mir_operand b);
void isel_copy(struct isel_ctx *x, struct mir_operand dst, struct mir_operand src);     // bits as they are
struct mir_operand isel_bits(struct isel_ctx *x, struct mir_operand o, enum eu_type t); // for isel_copy to t
// Starts a new machine block inside the current LLVM block.
struct mir_block *isel_next_block(struct isel_ctx *x);

// ---- conditions (isel/alu/cond.c), control flow (isel/cf.c)

struct isel_flag isel_cond(struct isel_ctx *x, LLVMValueRef cond);
void isel_cond_into(struct isel_ctx *x, LLVMValueRef cond,
                    struct mir_operand flag);       // for the active lanes only
void isel_phis(struct isel_ctx *x, uint32_t block); // gives the block's phis their registers
void isel_terminator(struct isel_ctx *x, LLVMValueRef inst);
void isel_link(struct isel_ctx *x);                          // once all blocks are there
void isel_compare(struct isel_ctx *x, struct isel_value *v); // icmp, fcmp into lanes of 0 and ~0
void isel_select(struct isel_ctx *x, struct isel_value *v);
void isel_sink(struct isel_ctx *x); // decides isel_value.sunk

// ---- MAD and LRP (isel/alu/fuse.c)

bool isel_is_fused(struct isel_ctx *x, struct isel_value *v);  // part of the additions that want it
bool isel_fused_add(struct isel_ctx *x, struct isel_value *v); // false: a plain addition
bool isel_lane_bits(struct isel_ctx *x, struct isel_value *v); // false: there is more in it

void isel_find_payload_hints(struct isel_ctx *x);  // isel/analysis/payload_hint.c: isel_value.hint
void isel_share_phi_registers(struct isel_ctx *x); // isel/analysis/phi_web.c: isel_value.web

// ---- lookup tables (isel/memory/table.c) ----

void isel_find_tables(struct isel_ctx *x);
struct isel_table *isel_table_of(struct isel_ctx *x, LLVMValueRef pointer); // NULL: memory
void isel_table_load(struct isel_ctx *x, struct isel_value *v, struct isel_table *t);

// ---- variables in registers (isel/memory/variable.c) ----

void isel_find_variables(struct isel_ctx *x);
struct isel_value *isel_variable_of(struct isel_ctx *x, LLVMValueRef pointer); // NULL: memory
void isel_variable(struct isel_ctx *x, struct isel_value *v);
void isel_variable_load(struct isel_ctx *x, struct isel_value *v, const struct isel_value *variable);
void isel_variable_store(struct isel_ctx *x, LLVMValueRef value, const struct isel_value *variable);

// ---- arrays in registers (isel/memory/array.c) ----

void isel_find_arrays(struct isel_ctx *x);
struct isel_value *isel_array_of(struct isel_ctx *x, LLVMValueRef pointer); // NULL: memory
void isel_array(struct isel_ctx *x, struct isel_value *v);
void isel_array_load(struct isel_ctx *x, struct isel_value *v, const struct isel_value *array);
void isel_array_store(struct isel_ctx *x, LLVMValueRef value, LLVMValueRef pointer,
                      const struct isel_value *array);

// ---- families

void isel_binary(struct isel_ctx *x, struct isel_value *v); // isel/alu/alu.c
void isel_cast(struct isel_ctx *x, struct isel_value *v);   // isel/alu/cast.c
void isel_vector(struct isel_ctx *x, struct isel_value *v); // isel/alu/vec.c
void isel_call(struct isel_ctx *x, struct isel_value *v);   // isel/call/call.c
// Calls of ours (llvm/ir/intrinsics.def), by who selects them; false: another does.
bool isel_call_math(struct isel_ctx *x, struct isel_value *v, enum intrinsic id);
bool isel_call_machine(struct isel_ctx *x, struct isel_value *v, enum intrinsic id);
bool isel_call_image(struct isel_ctx *x, struct isel_value *v, enum intrinsic id);
bool isel_call_subgroup(struct isel_ctx *x, struct isel_value *v, enum intrinsic id);
void isel_systolic(struct isel_ctx *x, struct isel_value *v); // isel/call/systolic.c
void isel_load(struct isel_ctx *x, struct isel_value *v);     // isel/memory/mem.c
void isel_store(struct isel_ctx *x, struct isel_value *v);
void isel_alloca(struct isel_ctx *x, struct isel_value *v);
void isel_gep(struct isel_ctx *x, struct isel_value *v); // isel/memory/addr.c
// The offsets in a private array of `bytes` that an access of `size` may have: first, first + step, ...,
// last.
struct isel_reach {
    uint64_t first, last, step; // step: 0 if there is only one
    bool open;                  // an index may lead out of bounds
};
struct isel_reach isel_reach_of(struct isel_ctx *x, LLVMValueRef pointer, uint64_t bytes, uint64_t size);
void isel_atomicrmw(struct isel_ctx *x, struct isel_value *v); // isel/memory/atomic.c
void isel_cmpxchg(struct isel_ctx *x, struct isel_value *v);
bool isel_is_i64(LLVMTypeRef t);
void isel_binary64(struct isel_ctx *x, struct isel_value *v);      // isel/alu/i64.c
bool isel_high_half(struct isel_ctx *x, struct isel_value *v);     // trunc(lshr(x, 32))
struct mir_operand isel_half(struct mir_operand q, unsigned high); // a dword of each qword

#endif

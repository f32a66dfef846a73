// LLVM's optimizer on the kernel: see llvm/pipeline.c.
#ifndef KILN_COMPILER_LLVM_PIPELINE_H
#define KILN_COMPILER_LLVM_PIPELINE_H

#include <llvm-c/Core.h>

#include "compiler/llvm/abi.h"
#include "compiler/llvm/shader.h"
#include "util/arena.h"

// Optimizes the module in place and prepares it for isel_function. NULL, or what went wrong (in the arena).
const char *llvm_optimize(struct arena *a, const struct llvm_shader *s);

// Replaces divisions of i32 by constants by multiplications (llvm/divide.c).
void llvm_expand_divisions(LLVMValueRef kernel);

// llvm/disjoint.c: ors of constants that add; low bits of an integer of up to 64 bits that are surely zero.
void llvm_mark_disjoint(LLVMValueRef kernel);
unsigned llvm_trailing_zeros(LLVMValueRef v);

// Makes variables of the elements of short private arrays with computed indices (llvm/array_slots.c). True if
// it did.
bool llvm_split_arrays(LLVMValueRef kernel);

// Reads private arrays that are copies of memory there (llvm/array_copies.c). True if there are some.
bool llvm_forward_copies(struct arena *a, LLVMValueRef kernel);

// Between these two: the phis of blocks with more than so many are variables, and variables with more
// accesses than so many come from a call (llvm/demote_phis.c). sroa makes the phis again.
void llvm_demote_phis(struct arena *a, LLVMValueRef kernel, unsigned phis, unsigned accesses);
void llvm_undemote(struct arena *a, LLVMValueRef kernel);

// Accesses that no other one lies beside, in blocks with many, are atomic between these two
// (llvm/lsv_filter.c).
struct llvm_hidden {
    LLVMValueRef *insts;
    uint32_t count;
};
void llvm_hide_isolated(struct arena *a, LLVMValueRef kernel, unsigned block_accesses,
                        struct llvm_hidden *hidden);
void llvm_show_isolated(const struct llvm_hidden *hidden);

// Cuts blocks with more accesses than that into several, and joins them again (llvm/lsv_windows.c).
struct llvm_window;
struct llvm_window *llvm_split_for_lsv(struct arena *a, LLVMValueRef kernel, unsigned block_accesses);
void llvm_join_after_lsv(LLVMValueRef kernel, struct llvm_window *windows);

// Turns private variables into values (llvm/promote.c).
void llvm_promote(struct arena *a, LLVMValueRef kernel);

// Phis behind empty sides of a branch become selects (llvm/flatten_select.c). True if there were any.
bool llvm_select_values(LLVMValueRef kernel);

// Takes loops apart that run once (llvm/single_trip.c).
void llvm_flatten_single_trip(struct arena *a, LLVMValueRef kernel);

// llvm/unroll.c: a constant of 32 bits, extended by its sign; a comparison of such.
bool llvm_constant_i32(LLVMValueRef v, int64_t *out);
bool llvm_icmp_holds(LLVMIntPredicate p, int64_t a, int64_t b);

// Marks loops that run a few times, and with `arrays` longer ones that count through private arrays, for full
// unrolling (llvm/unroll.c). True if there are some.
bool llvm_mark_short_loops(struct arena *a, LLVMValueRef kernel, bool arrays);

// Are the reads few that loops which test first would lose to hoisting (llvm/invariant.c)?
bool llvm_may_hoist(struct arena *a, LLVMValueRef kernel);

// Folds floating-point arithmetic on zeros where the shader does not ask for exactness (llvm/fold_zero.c).
// True if it did.
bool llvm_fold_zeros(const struct llvm_shader *s);

// Hides float operations from the optimizer, and shows them again (llvm/float_controls.c).
void llvm_guard_floats(LLVMValueRef kernel);
void llvm_unguard_floats(LLVMValueRef kernel);

// Replaces what the EU lacks (llvm/lower.c).
void llvm_lower(LLVMValueRef kernel);

// What the optimized kernel still uses.
struct llvm_uses {
    bool num_workgroups, subgroup_id, barrier, atomics, global_memory;
    bool dynamic_push; // push constants at a run-time offset
    bool half, real64; // float types
};
struct llvm_uses llvm_find_uses(LLVMValueRef kernel);

// How many uses the value has; at most `max` are counted.
unsigned llvm_count_uses(LLVMValueRef v, unsigned max);

// Puts the offsets of shared variables in, which are globals until then (llvm/shared.c).
void llvm_place_shared(const struct llvm_shader *s);

// What selection wants of a function (llvm/prepare.c): LLVM's passes for it, and then, in our own code,
// critical edges split and loops closed. Once per module, in place.
const char *llvm_structure_passes(struct arena *a, LLVMValueRef kernel);
void llvm_prepare(struct arena *a, LLVMValueRef kernel);

char *llvm_text(struct arena *a, LLVMModuleRef module);

#endif

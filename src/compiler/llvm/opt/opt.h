// Optimizations of our own, between those of LLVM.
#ifndef KILN_COMPILER_LLVM_OPT_OPT_H
#define KILN_COMPILER_LLVM_OPT_OPT_H

#include <stdbool.h>
#include <stdint.h>
#include <llvm-c/Core.h>

#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/shader.h"
#include "util/arena.h"

// Replaces divisions of i32 by constants by multiplications (llvm/opt/divide.c).
void llvm_expand_divisions(LLVMValueRef kernel);

// Makes variables of the elements of short private arrays with computed indices (llvm/opt/array_slots.c).
// True if it did.
bool llvm_split_arrays(struct llvm_facts *f);
enum { LLVM_ARRAY_CHOICES = 16 }; // elements that an index may choose among, at most

// Reads private arrays that are copies of memory there (llvm/opt/array_copies.c). True if there are some.
bool llvm_forward_copies(struct llvm_facts *f);

// Makes accesses of private arrays, at indices that are phis of constants, on the ways that lead to them
// (llvm/opt/path_stores.c), where that is all that keeps the array in memory. Wants critical edges `split`;
// where they are not, it only looks whether there are some. True if there are.
bool llvm_move_to_paths(LLVMValueRef kernel, bool split);

// Variables of 16 bits that are halves here and integers there become integers, for sroa
// (llvm/opt/slot_types.c). True if there were any.
bool llvm_unify_slots(LLVMValueRef kernel);

// Lets lanes share what they read as factors of products, where EUs have swizzles (llvm/opt/share_loads.c).
void llvm_share_loads(struct arena *a, LLVMValueRef kernel);

// Do several branches have the same condition, or compare the same with constants
// (llvm/opt/repeated_conditions.c)?
bool llvm_has_repeated_conditions(LLVMValueRef kernel);

// Gives accesses to one place one pointer (llvm/opt/same_places.c). True if it may be read twice.
bool llvm_join_same_places(struct llvm_facts *f);

// Turns private variables into values (llvm/opt/promote.c).
void llvm_promote(struct llvm_facts *f);

// Makes loops that all items of a group run equally often count their rounds (llvm/opt/even_loops.c). True if
// there are some.
bool llvm_count_even_loops(struct llvm_facts *f, const struct llvm_shader *shader);

// Do loops that test first repeat what may be hoisted if they test last, and not too much
// (llvm/opt/invariant.c)?
bool llvm_may_hoist(struct llvm_facts *f);

// Folds floating-point arithmetic on zeros where the shader does not ask for exactness
// (llvm/opt/fold_zero.c). True if it did.
bool llvm_fold_zeros(const struct llvm_shader *s);

// Gives loops one way in, one latch and exits of their own (llvm/opt/loop_form.c).
void llvm_simplify_loops(struct llvm_facts *f);

// Reads buffers at constant places in front of branches that lanes take one by one (llvm/opt/speculate.c).
// Wants valid descriptors. True if it did.
bool llvm_speculate_reads(struct llvm_facts *f);

// Computes in front of loops what addresses in them have in common in all rounds
// (llvm/opt/loop_addresses.c).
void llvm_split_loop_addresses(struct llvm_facts *f);

// Makes one access of three dwords of two and one after it (llvm/opt/triples.c).
void llvm_merge_triples(LLVMValueRef kernel);

// Begins dot products of bytes at what is added to them (llvm/opt/dots.c).
void llvm_add_to_dots(LLVMValueRef kernel);

// Begins sums of products of floats at what is added to them (llvm/opt/reassociate.c).
void llvm_reassociate_products(struct arena *a, const struct llvm_shader *s);

// Finds what the lanes of a thread have in common of an index (llvm/opt/affine_lanes.c).
void llvm_find_affine_lanes(struct arena *a, LLVMValueRef kernel);

// Converts halves where the floats are used, if many are handed on from block to block
// (llvm/opt/unpack_late.c). True if it did.
bool llvm_unpack_late(struct llvm_facts *f);

#endif

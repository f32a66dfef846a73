// Passes in pairs: what one of LLVM's passes would do wrong, or takes the square of its size for, is out of
// its sight between the two.
#ifndef KILN_COMPILER_LLVM_SHIELD_SHIELD_H
#define KILN_COMPILER_LLVM_SHIELD_SHIELD_H

#include <stdbool.h>
#include <stdint.h>
#include <llvm-c/Core.h>

#include "compiler/llvm/facts/facts.h"
#include "util/arena.h"

// Between these two: the phis of blocks with more than so many are variables, and variables with more
// accesses than so many come from a call (llvm/shield/demote_phis.c). sroa makes the phis again.
void llvm_demote_phis(struct arena *a, LLVMValueRef kernel, unsigned phis, unsigned accesses);
void llvm_undemote(struct llvm_facts *f);

// Accesses without neighbours are atomic between these two (llvm/shield/lsv_filter.c). True: some
// are left.
struct llvm_hidden {
    LLVMValueRef *insts;
    uint32_t count;
};
bool llvm_hide_isolated(struct arena *a, LLVMValueRef kernel, struct llvm_hidden *hidden);
void llvm_show_isolated(const struct llvm_hidden *hidden);

// Not one of the pairs: false where LLVM's dead store elimination would find nothing to take out
// (llvm/shield/dead_stores.c). *stores: how many there are.
bool llvm_may_have_dead_stores(LLVMValueRef kernel, unsigned *stores);

// Cuts blocks with more accesses than that into several, and joins them again (llvm/shield/lsv_windows.c).
struct llvm_window;
struct llvm_window *llvm_split_for_lsv(struct arena *a, LLVMValueRef kernel, unsigned block_accesses);
void llvm_join_after_lsv(LLVMValueRef kernel, struct llvm_window *windows);

// Accesses that could be part of larger ones claim an alignment that lets the load-store-vectorizer make them
// (llvm/shield/alignment.c); then the least that they may have. And no more than selection makes use of.
void llvm_claim_alignment(LLVMValueRef kernel);
void llvm_unclaim_alignment(LLVMValueRef kernel);
void llvm_cap_alignment(LLVMValueRef kernel);

// May barriers be copied (llvm/shield/barriers.c)?
void llvm_duplicate_barriers(LLVMModuleRef m, bool may);

// Hides float operations from the optimizer, and shows them again (llvm/shield/float_controls.c).
void llvm_guard_floats(LLVMValueRef kernel);
void llvm_unguard_floats(LLVMValueRef kernel);

#endif

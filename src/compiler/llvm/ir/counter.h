// Counters of loops, and what they are compared with.
#ifndef KILN_COMPILER_LLVM_COUNTER_H
#define KILN_COMPILER_LLVM_COUNTER_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

// A constant of 32 bits, extended by its sign; a comparison of such.
bool llvm_constant_i32(LLVMValueRef v, int64_t *out);
bool llvm_icmp_holds(LLVMIntPredicate p, int64_t a, int64_t b);
// phi [begin, ...], [phi + step, latch] of the loop's header: which incoming value is the latch's, and the
// constant step. False: it is none.
bool llvm_is_counter(LLVMValueRef phi, LLVMBasicBlockRef header, unsigned *latch, int64_t *step);
// The same of phi [begin, ...], [phi << shift, latch], or >> -shift of one without a sign: spans that are
// doubled or halved.
bool llvm_is_span(LLVMValueRef phi, LLVMBasicBlockRef header, unsigned *latch, int *shift);

#endif

// Offsets of 32 bits as sums of multiples. They wrap around, so that the order of a sum, and where it is
// multiplied, do not matter: (x * 32 + 3) * 4 is x * 128 + 12.
#ifndef KILN_COMPILER_LLVM_SUM_H
#define KILN_COMPILER_LLVM_SUM_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

enum { LLVM_SUM_TERMS = 6 };

struct llvm_sum {
    struct llvm_term {
        LLVMValueRef v;
        uint32_t times;
    } term[LLVM_SUM_TERMS];
    unsigned count;
};

// Adds v * times; false, and nothing is added, if there are too many terms.
bool llvm_sum_add(struct llvm_sum *s, LLVMValueRef v, uint32_t times);
bool llvm_same_sum(const struct llvm_sum *a, const struct llvm_sum *b);

// Is it a sum (disjoint ors are), or a product with a constant, which is *times then?
bool llvm_is_sum(LLVMValueRef v, uint32_t *times);

// A pointer to a surface or into shared memory: base + sum + constant.
struct llvm_linear {
    LLVMValueRef base;
    struct llvm_sum sum;
    uint32_t constant;
};
struct llvm_linear llvm_linear_of(LLVMTargetDataRef dl, LLVMValueRef p);

#endif

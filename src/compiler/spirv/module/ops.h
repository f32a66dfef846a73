// The handlers of instructions, by the table of opcodes (module/ops.def).
#ifndef KILN_COMPILER_SPIRV_MODULE_OPS_H
#define KILN_COMPILER_SPIRV_MODULE_OPS_H

#include "compiler/spirv/module/spv.h"

struct spv_op;
typedef void (*spv_handler)(struct spv *c, const struct spv_inst *i, const struct spv_op *op);
struct spv_op {
    spv_handler handler;
    int cls; // what the operands must be: enum spv_class
    int arg; // an LLVM opcode or predicate, or anything that the handler needs
};

enum spv_class { SPV_ANY, SPV_INTS, SPV_FLOATS, SPV_BOOLS, SPV_MODULE, SPV_BOTH };

#define SPV_OP(name, fn, class, value) void fn(struct spv *, const struct spv_inst *, const struct spv_op *);
#include "compiler/spirv/module/ops.def"
#undef SPV_OP

#endif

// The table of opcodes (spirv/module/ops.def), and the instruction that names another row of it.
#include <string.h>

#include "compiler/spirv/image/image.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/translate.h"
#include "compiler/spirv/value/id.h"

const struct spv_op *spv_find_op(uint32_t opcode)
{
    static const struct spv_op table[] = {
#define SPV_OP(name, fn, class, value) [SPV_##name] = {fn, class, (int)value},
#include "compiler/spirv/module/ops.def"
#undef SPV_OP
    };
    if (opcode >= sizeof(table) / sizeof(table[0]) || !table[opcode].handler)
        return NULL;
    return &table[opcode];
}

// The operation runs on constants, and LLVM's builder folds it.
void spv_op_spec_constant_op(struct spv *c, const struct spv_inst *i, const struct spv_op *unused)
{
    uint32_t opcode = spv_word(c, i, 3);
    const struct spv_op *op = spv_find_op(opcode);
    bool memory = opcode == SpvOpLoad || opcode == SpvOpFunctionCall || opcode == SpvOpPhi ||
                  (opcode >= SpvOpAccessChain && opcode <= SpvOpInBoundsPtrAccessChain);
    if (!op || op->cls == SPV_MODULE || op->cls == SPV_BOTH || memory || opcode >= SpvOpControlBarrier)
        spv_unsupported(c, "opcode %u as a constant", opcode);
    uint32_t *words = arena_array(c->arena, uint32_t, i->count);
    memcpy(words, i->words, 3 * sizeof(uint32_t));
    memcpy(words + 3, i->words + 4, (i->count - 4) * sizeof(uint32_t));
    struct spv_inst *n = arena_new(c->arena, struct spv_inst);
    *n = *i;
    n->words = words;
    n->count = i->count - 1;
    n->op = (uint16_t)opcode;
    op->handler(c, n, op);
}

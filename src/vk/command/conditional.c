// VK_EXT_conditional_rendering, of which a compute queue has dispatches. The condition is read from memory
// once, into a register that the context keeps from request to request; each walker is predicated on it
// (command/dispatch.c). PRM LKF vol8 MI_PREDICATE, MI_LOAD_REGISTER_REG.
#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"

// What predicates compare a dword with: everything that sets MI_PREDICATE_SRC0 compares with zero, and
// nothing sets these to anything else, so that they stay as they are where conditions begin.
static void compare_with_zero(struct kiln_cmd_buffer *cmd)
{
    static const uint32_t zeros[] = {GEN_REG_MI_PREDICATE_SRC0_HIGH, GEN_REG_MI_PREDICATE_SRC1,
                                     GEN_REG_MI_PREDICATE_SRC1_HIGH};
    for (unsigned i = 0; i < KILN_ARRAY_LEN(zeros); i++)
        KILN_EMIT(cmd, MI_LOAD_REGISTER_IMM, .register_offset = zeros[i]);
}

void kiln_cmd_set_condition(struct kiln_cmd_buffer *cmd, uint32_t value)
{
    compare_with_zero(cmd);
    KILN_EMIT(cmd, MI_LOAD_REGISTER_IMM, .register_offset = KILN_CONDITION_REG, .data_dword = value);
}

uint32_t *kiln_write_condition(uint32_t *dw)
{
    const struct gen_MI_LOAD_REGISTER_REG load = {.source_register_address = KILN_CONDITION_REG,
                                                  .destination_register_address = GEN_REG_MI_PREDICATE_SRC0};
    const struct gen_MI_PREDICATE set = {.load_operation = GEN_PREDICATE_LOAD_LOADINV,
                                         .combine_operation = GEN_PREDICATE_COMBINE_SET,
                                         .compare_operation = GEN_PREDICATE_COMPARE_SRCS_EQUAL};
    gen_MI_LOAD_REGISTER_REG_pack(dw, &load);
    gen_MI_PREDICATE_pack(dw + gen_MI_LOAD_REGISTER_REG_LENGTH, &set);
    return dw + KILN_CONDITION_DWORDS;
}

void kiln_write_conditional_walker(uint32_t *dw, const uint32_t walker[KILN_WALKER_DWORDS],
                                   const uint32_t start[3], const uint32_t count[3])
{
    dw = kiln_write_condition(dw);
    kiln_write_walker(dw, walker, start, count);
    uint32_t bits[gen_GPGPU_WALKER_LENGTH] = {0};
    const struct gen_GPGPU_WALKER predicated = {.predicate_enable = true};
    gen_GPGPU_WALKER_pack(bits, &predicated);
    dw[KILN_WALKER] |= bits[0];
}

VKAPI_ATTR void VKAPI_CALL
kiln_CmdBeginConditionalRenderingEXT(VkCommandBuffer handle, const VkConditionalRenderingBeginInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    bool inverted = info->flags & VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT;
    kiln_cmd_flush_pending(cmd);
    compare_with_zero(cmd);
    KILN_EMIT(cmd, MI_LOAD_REGISTER_MEM, .register_address = GEN_REG_MI_PREDICATE_SRC0,
              .memory_address = buffer->address + info->offset);
    KILN_EMIT(cmd, MI_PREDICATE,
              .load_operation = inverted ? GEN_PREDICATE_LOAD_LOAD : GEN_PREDICATE_LOAD_LOADINV,
              .combine_operation = GEN_PREDICATE_COMBINE_SET,
              .compare_operation = GEN_PREDICATE_COMPARE_SRCS_EQUAL);
    KILN_EMIT(cmd, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_MI_PREDICATE_RESULT,
              .destination_register_address = KILN_CONDITION_REG);
    cmd->state.conditional = true;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdEndConditionalRenderingEXT(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    cmd->state.conditional = false;
}

// The rules of the hardware (src/hw/rules.def) as the driver keeps them: asks which there are, and brings
// PIPE_CONTROLs into a legal form.
#ifndef KILN_VK_RULES_H
#define KILN_VK_RULES_H

#include "cmd/gen_pack.h"
#include "hw/rules.h"
#include "vk/object/device.h"

// kiln_keeps(device, GLK_BARRIER_MODE): whether the device has the rule.
#define kiln_keeps(device, id) kiln_has_rule((device)->physical->rules, KILN_RULE_##id)

// Sets the bits that those of `c` demand. These two are part of their callers, by whom mutants are told
// (util/mutant.h).
__attribute__((always_inline)) static inline void kiln_pipe_control_legalize(const struct kiln_device *device,
                                                                             struct gen_PIPE_CONTROL *c)
{
    bool flush = c->dc_flush_enable || c->render_target_cache_flush_enable || c->depth_cache_flush_enable;
    if (c->command_streamer_stall_enable && flush && !c->post_sync_operation &&
        kiln_keeps(device, END_OF_PIPE)) {
        c->post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE;
        c->address = launch_nowhere_address(&device->launch);
    }
    if (c->post_sync_operation && kiln_keeps(device, POST_SYNC_STALL))
        c->command_streamer_stall_enable = true;
    if (c->texture_cache_invalidation_enable && kiln_keeps(device, TEXTURE_INVALIDATE_STALL))
        c->command_streamer_stall_enable = true;
    if (c->command_streamer_stall_enable && !c->post_sync_operation && !flush && !c->depth_stall_enable &&
        kiln_keeps(device, CS_STALL_COMPANION))
        c->stall_at_pixel_scoreboard = true;
}

__attribute__((always_inline)) static inline uint32_t *
kiln_pipe_control_pack(const struct kiln_device *device, uint32_t *dw, struct gen_PIPE_CONTROL c)
{
    kiln_pipe_control_legalize(device, &c);
    gen_PIPE_CONTROL_pack(dw, &c);
    return dw + gen_PIPE_CONTROL_LENGTH;
}

// KILN_PIPE_CONTROL(cmd, .dc_flush_enable = true)
#define KILN_PIPE_CONTROL(cmd, ...)                                                                          \
    kiln_pipe_control_pack((cmd)->device, kiln_batch((cmd), gen_PIPE_CONTROL_LENGTH),                        \
                           (struct gen_PIPE_CONTROL){__VA_ARGS__})

#endif

// i915's command parser, for the render engine of Gen7.5: before a batch is queued the kernel reads it,
// copies what it read, and has it executed with more rights if it found nothing that others could suffer
// from. Then the batch may write the registers that parsed.def has for it. A batch with a command or a
// register that is not harmless executes without privilege, and the hardware drops what it must; one that is
// no sequence of commands is refused.
//
// The copy means that neither what the client writes into the batch later nor a jump is seen: a trusted batch
// that jumps is not trusted. Source: i915 6.1 i915_cmd_parser.c (intel_engine_cmd_parser, check_cmd,
// check_bbstart), i915_gem_execbuffer.c (eb_parse).
#include "sim/kernel/i915/parser.h"

#include <errno.h>
#include <stddef.h>

#include "cmd/gen_table.h"

enum {
    CLIENT_SHIFT = 29,
    CLIENT_MI = 0,
    CLIENT_BLT = 2,
    CLIENT_RENDER = 3,
    SUBCLIENT_SHIFT = 27,
    SUBCLIENT_MEDIA = 2,
    MI_OP_SHIFT = 23,
    MI_OP_ONE_DWORD = 0x10, // those below have no length
    MI_LENGTH = 0x3f,
    RENDER_LENGTH = 0xff,
    MEDIA_LENGTH = 0xffff,
    GLOBAL_GTT = 1 << 22,
    REGISTER = 0x7ffffc
};

// The length of a command as the parser takes it, which knows few of them; 0: it is of no client of the
// render engine.
static uint32_t length_of(uint32_t header)
{
    switch (header >> CLIENT_SHIFT) {
    case CLIENT_MI:
        return header >> MI_OP_SHIFT < MI_OP_ONE_DWORD ? 1 : (header & MI_LENGTH) + 2;
    case CLIENT_RENDER: {
        const struct gen_desc *d;
        uint32_t length;
        gen_find_command(&header, 1, &d, &length);
        if (d && !d->length_bits) // PIPELINE_SELECT, 3DSTATE_VF_STATISTICS
            return d->length;
        if (d && (d->id == GEN_CMD_GPGPU_WALKER || d->id == GEN_CMD_GPGPU_OBJECT)) // have flags above it
            return (header & RENDER_LENGTH) + 2;
        return (header &
                ((header >> SUBCLIENT_SHIFT & 3) == SUBCLIENT_MEDIA ? MEDIA_LENGTH : RENDER_LENGTH)) +
               2;
    }
    default:
        return 0;
    }
}

// `value`: what MI_LOAD_REGISTER_IMM writes; NULL: what others do is not known.
static bool allows(const struct kiln_devinfo *info, uint32_t number, const uint32_t *value)
{
    unsigned index;
    const struct kiln_register *r = kiln_register_find(info, number & REGISTER, &index);
    const struct kiln_parsed *p = r ? kiln_register_parsed(r) : NULL;
    return p && (!p->zeros || (value && !(*value & p->zeros)));
}

static bool allows_all(const struct kiln_devinfo *info, const uint32_t *dw, uint32_t length, uint32_t step,
                       bool immediate)
{
    for (uint32_t i = 1; i < length; i += step)
        if ((immediate && i + 1 >= length) || !allows(info, dw[i], immediate ? &dw[i + 1] : NULL))
            return false;
    return true;
}

// Whether a command of `length` dwords may be executed with privilege.
static bool is_harmless(const struct kiln_devinfo *info, const uint32_t *dw, uint32_t length)
{
    const struct gen_desc *d;
    uint32_t own;
    if (gen_find_command(dw, length, &d, &own) == GEN_UNKNOWN)
        return true;
    switch (d->id) {
    case GEN_CMD_MI_USER_INTERRUPT:
    case GEN_CMD_MI_ARB_ON_OFF:
    case GEN_CMD_MI_STORE_DATA_INDEX:
    case GEN_CMD_MI_DISPLAY_FLIP:
    case GEN_CMD_MI_SET_CONTEXT:
    case GEN_CMD_MI_UPDATE_GTT:
    case GEN_CMD_MI_BATCH_BUFFER_START:
        return false;
    case GEN_CMD_MI_LOAD_REGISTER_IMM:
        return allows_all(info, dw, length, 2, true);
    case GEN_CMD_MI_LOAD_REGISTER_REG:
        return allows_all(info, dw, length, 1, false);
    case GEN_CMD_MI_LOAD_REGISTER_MEM:
    case GEN_CMD_MI_STORE_REGISTER_MEM:
        return length == 3 && !(dw[0] & GLOBAL_GTT) && allows(info, dw[1], NULL);
    case GEN_CMD_MI_STORE_DATA_IMM:
    case GEN_CMD_MI_CLFLUSH:
    case GEN_CMD_MI_CONDITIONAL_BATCH_BUFFER_END:
        return !(dw[0] & GLOBAL_GTT);
    case GEN_CMD_MI_REPORT_PERF_COUNT: {
        struct gen_MI_REPORT_PERF_COUNT_GEN75 c;
        gen_MI_REPORT_PERF_COUNT_GEN75_unpack(dw, &c);
        return length > 1 && !c.use_global_gtt;
    }
    case GEN_CMD_PIPE_CONTROL: {
        struct gen_PIPE_CONTROL_GEN75 c;
        gen_PIPE_CONTROL_GEN75_unpack(dw, &c);
        return length > 1 && c.lri_post_sync_operation != GEN_LRI_POST_SYNC_MMIO_WRITE && !c.notify_enable &&
               (!c.post_sync_operation ||
                (c.destination_address_type != GEN_DAT_GGTT && !c.store_data_index));
    }
    default:
        return true;
    }
}

int sim_i915_parse(const struct kiln_devinfo *info, const uint32_t *dw, uint32_t count, bool *trusted)
{
    *trusted = false;
    for (uint32_t at = 0; at < count;) {
        struct gen_desc const *d;
        uint32_t own, length = length_of(dw[at]);
        if (!length)
            return -EINVAL;
        gen_find_command(dw + at, 1, &d, &own);
        if (d && d->id == GEN_CMD_MI_BATCH_BUFFER_END) {
            *trusted = true;
            return 0;
        }
        if (length > count - at)
            return -EINVAL;
        if (!is_harmless(info, dw + at, length))
            return 0;
        at += length;
    }
    return -EINVAL; // it does not end
}

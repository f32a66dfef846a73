// What threads have in registers at their start where a walker has a register of data: it says where the
// constants lie, which are loaded in blocks as long as there are; r0.2 tells the thread's number in its
// group. Source: Mesa 25.0.7 gen125.xml COMPUTE_WALKER (Inline Data), brw_fs_thread_payload.cpp
// (cs_thread_payload: subgroup_id_).
#include "compiler/isel/memory/send.h"
#include "compiler/isel/payload.h"
#include "compiler/mir/ir/query.h"

enum { MOST_REGS = 8, THREAD = 8, THREAD_BITS = 0xff }; // of a block; byte of r0

// Registers from `first` on; returns how many.
static unsigned load_some(struct isel_ctx *x, struct mir_operand address, unsigned first)
{
    const unsigned bytes = x->s->reg_bytes, left = x->s->cross_thread_regs - first;
    unsigned n = MOST_REGS;
    while (n > left)
        n /= 2;
    struct isel_target t = {.space = MIR_SPACE_SURFACE, .a64 = true, .constant = true, .addr = address};
    struct mir_inst *i = isel_access(x, &t, MIR_ACCESS_BLOCK, true, 0, 1, MIR_MEM_READ);
    struct mir_operand got = *mir_result(i, 0) = isel_block_vreg(x, n * bytes, EU_TYPE_UD, true);
    i->send.count = (uint8_t)(n * bytes / 4);
    i->parts->after = first * bytes;
    isel_emit_access(x, i);
    for (unsigned k = 0; k < n; k++) {
        struct mir_inst *mov = mir_mov(&x->m, mir_vec(x->s->cross_thread, (first + k) * bytes, EU_TYPE_UD),
                                       mir_vec(got.vreg, k * bytes, EU_TYPE_UD));
        mir_on_lanes(mov, 0, bytes / 4)->nomask = true;
    }
    return n;
}

void isel_payload(struct isel_ctx *x)
{
    struct mir_shader *s = x->s;
    if (!kiln_target_has_compute_walker(s->target))
        return;
    if (s->per_thread != UINT32_MAX)
        mir_at_start(s, EU_OP_AND, 1, mir_scalar(s->per_thread, 0, EU_TYPE_UD),
                     mir_scalar(s->r0, THREAD, EU_TYPE_UD))
            ->src[1] = mir_imm_ud(THREAD_BITS);
    for (unsigned n = 0; n < s->cross_thread_regs;)
        n += load_some(x, mir_scalar(s->inline_data, 0, EU_TYPE_UQ), n);
}

// See gt.h. Sources: PRM SKL vol7 "Execlists", ICLLP and TGL vol7 (ELSQ, the status buffer), SKL and ICLLP
// vol2c (interrupts, FUSE2); Linux 6.12 i915 intel_lrc.h and intel_execlists_submission.c (status buffer),
// intel_gt_irq.c, intel_sseu.c and intel_gt_clock_utils.c (fuses), gen8_ppgtt.c and i915_pci.c (pages,
// dma_mask_size), intel_gt_regs.h (GEN11_GRDOM_GUC), i915_perf.c
// (i915_perf_init: ctx_oactxctrl_offset, ctx_flexeu0_offset, gen8_valid_ctx_bit). Gen12's image has
// OA_CTX_CONTROL where i915 finds it in a list of registers; the place is this table's.
#include "hw/gt.h"

#include <stddef.h>

#define BIT(n) (UINT32_C(1) << (n))

static const struct kiln_gt rows[KILN_ISA_COUNT] = {
    [KILN_ISA_GEN75] = {.has_rings = true, .address_bits = 39},
    [KILN_ISA_GEN8] =
        {.status_entries = 6,
         .status_pointer = 0x1f,
         .address_bits = 39,
         .fuse2_at = 21,
         .fuse2_bits = 3,
         .oa = {.has_reports = true, .valid = BIT(25), .at_control = 0x120, .at_flexible = 0x2ce}},
    [KILN_ISA_GEN9] =
        {.has_64k_pages = true,
         .status_entries = 6,
         .status_pointer = 0x1f,
         .address_bits = 39,
         .fuse2_at = 20,
         .fuse2_bits = 4,
         .eu_registers = 3,
         .eu_unit = 1,
         .oa = {.has_reports = true, .valid = BIT(16), .at_control = 0x128, .at_flexible = 0x3de}},
    [KILN_ISA_GEN11] =
        {.has_submit_queue = true,
         .has_interrupt_sources = true,
         .has_far_media = true,
         .has_64k_pages = true,
         .status_entries = 12,
         .status_pointer = 0x2f,
         .address_bits = 39,
         .guc_reset = BIT(3),
         .eu_registers = 1,
         .eu_unit = 1,
         .rpm_config = 2 << 1, // 24 MHz, shifted right by 1
         .oa = {.has_reports = true, .valid = BIT(16), .at_control = 0x124, .at_flexible = 0x78e}},
    [KILN_ISA_GEN12] = {.has_submit_queue = true,
                        .has_context_numbers = true,
                        .has_interrupt_sources = true,
                        .has_far_media = true,
                        .has_64k_pages = true,
                        .status_entries = 12,
                        .status_pointer = 0x2f,
                        .address_bits = 46,
                        .guc_reset = BIT(3),
                        .subslices_on = true,
                        .eu_registers = 1,
                        .eu_unit = 2,
                        .rpm_config = 2 << 3 | 2 << 1, // 38.4 MHz, shifted right by 1
                        .oa = {.has_reports = true, .is_apart = true, .valid = BIT(16), .at_control = 0x2c0}},
};

const struct kiln_gt *kiln_gt_of(const struct kiln_target *t)
{
    return &rows[t->isa >= KILN_ISA_GEN125 ? KILN_ISA_GEN12 : t->isa];
}

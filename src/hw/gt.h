// The GT as a kernel finds it, a row a generation (gt.c): what differs of submission, interrupts, fuses, page
// tables, context images and the observation unit, where the chip is on a bus. Nothing in sim/chip or sim/pci
// compares generations (tests/layers.py).
#ifndef KILN_HW_GT_H
#define KILN_HW_GT_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/target.h"

// The observation unit, and where a render context's image has its registers: dwords of the register state;
// at a place a register's number, after it the value.
struct kiln_gt_oa {
    bool has_reports; // of 256 bytes with 36 A counters (hw/oa.h)
    bool is_apart;    // registers and a timer of its own; before, those of the render engine and its context
    uint32_t valid;   // bit of a report's first dword: its context's number is valid
    uint16_t at_control;  // OA_CTX_CONTROL
    uint16_t at_flexible; // the first of EU_PERF_CNTL0 to 6; 0: they are not there
};

struct kiln_gt {
    bool has_rings; // submission by the tail of an engine's ring, contexts by MI_SET_CONTEXT, page tables of
                    // 32-bit entries; later ones have execlists
    bool has_submit_queue;      // contexts are submitted through ELSQ; before, by four writes of ELSP
    bool has_context_numbers;   // events of the context status buffer name both contexts
    bool has_interrupt_sources; // two dwords of sources with identities; before, four banks
    bool has_far_media;         // video engines from 0x1c0000 on, of which there may be two
    bool has_64k_pages;
    uint8_t status_entries; // of the context status buffer
    uint8_t status_pointer; // dword of the status page that has the number of the last one written
    uint8_t address_bits;   // physical
    uint32_t guc_reset;     // bit of GDRST; 0: none
    // Fuses.
    uint8_t fuse2_at, fuse2_bits; // of the subslices that are off, in FUSE2; 0: GT_SUBSLICES has them
    bool subslices_on;            // GT_SUBSLICES has those that are on, and not those that are off
    uint8_t eu_registers; // EU_DISABLE: so many, with the EUs of four subslices each; 1: of any subslice
    uint8_t eu_unit;      // EUs of a bit
    uint32_t rpm_config;  // RPM_CONFIG0: the clock's crystal and shift
    struct kiln_gt_oa oa;
};

const struct kiln_gt *kiln_gt_of(const struct kiln_target *t);

#endif

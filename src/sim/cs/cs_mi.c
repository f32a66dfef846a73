// MI commands: registers, memory, predicates, semaphores, atomics, flow. PRM LKF vol8; the table "User Mode
// Privileged Commands" there says which become no-ops in a non-privileged batch, as all of ours are.
#include <string.h>
#include <time.h>

#include "sim/memory/caches.h"
#include "hw/gt.h"
#include "hw/oa.h"
#include "sim/cs/cs.h"
#include "sim/dispatch/pool.h"
#include "sim/sync/fence.h"
#include "sim/memory/gtt.h"
#include "util/math.h"

static bool nothing(struct sim_cs *cs)
{
    return true;
}

// What it is marked with goes with the next walker: whoever cuts a dispatch says so (observe/stats/log.c).
static bool noop(struct sim_cs *cs)
{
    struct gen_MI_NOOP c;
    gen_MI_NOOP_unpack(cs->dw, &c);
    if (c.identification_number_register_write_enable) {
        cs->st->registers[KILN_PLACE(NOPID)] = c.identification_number;
        cs->mark = c.identification_number;
    }
    return true;
}

static bool privileged(struct sim_cs *cs)
{
    if (!sim_cs_is_privileged(cs)) {
        sim_cs_dropped(cs, "privileged");
        return true;
    }
    return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "%s of a ring", cs->desc->name);
}

static bool user_interrupt(struct sim_cs *cs)
{
    if (sim_cs_is_privileged(cs))
        sim_cs_notify(cs, true);
    return true;
}

static bool arb_on_off(struct sim_cs *cs)
{
    if (!sim_cs_is_privileged(cs))
        return privileged(cs);
    cs->no_preemption = !(cs->dw[0] & 1);
    return true;
}

// Kernels count seqnos in the status page.
static bool store_data_index(struct sim_cs *cs)
{
    if (!sim_cs_is_privileged(cs))
        return privileged(cs);
    sim_cs_choose_space(cs, true);
    return sim_cs_write(cs, cs->job->ring->status_page + (cs->dw[1] & 0xffc), &cs->dw[2],
                        cs->length < 4 ? 4 : 8);
}

static bool ggtt(struct sim_cs *cs)
{
    sim_cs_dropped(cs, "the global GTT is privileged");
    return true;
}

// ---- flow

static bool arb_check(struct sim_cs *cs)
{
    struct gen_MI_ARB_CHECK_GEN12 c;
    gen_MI_ARB_CHECK_GEN12_unpack(cs->dw, &c);
    if (c.pre_parser_disable_mask)
        cs->order.pre_parser_off = c.pre_parser_disable;
    if (cs->in_ring && sim_cs_ring_arbitrate(cs))
        cs->next = cs->job->ring->start + cs->job->ring->head;
    return true;
}

static bool batch_buffer_end(struct sim_cs *cs)
{
    if (cs->second_level) {
        cs->second_level = false;
        cs->next = cs->return_ip;
        cs->ahead.size = 0;
    } else if (cs->in_ring) { // nothing to return to
        return true;
    } else if (cs->job->ring) {
        sim_cs_ring_return(cs);
    } else {
        cs->end = true;
        return !kiln_base_computes(cs->job->devinfo, cs->job->mmio_base) || sim_cs_rules_end(cs);
    }
    return true;
}

static bool batch_buffer_start(struct sim_cs *cs)
{
    struct gen_MI_BATCH_BUFFER_START c;
    gen_MI_BATCH_BUFFER_START_unpack(cs->dw, &c);
    if (c.predication_enable && !sim_cs_batch_predicate(cs))
        return true;
    bool global = c.address_space_indicator != GEN_ASI_PPGTT;
    if (cs->in_ring) {
        sim_cs_ring_start(cs, c.batch_buffer_start_address, global);
        return true;
    }
    // Linux's parser jumps from one batch of a context into another without the bit on Gen7.5, which works.
    global &= cs->in_global || kiln_target_has_long_addresses(cs->target);
    if (global && !cs->in_global)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "a non-privileged batch starts one in the global GTT");
    cs->in_global &= global;
    if (!sim_cs_rules_jump(cs, c.batch_buffer_start_address))
        return false;
    if (c.second_level_batch_buffer == GEN_BATCH_LEVEL_SECOND) {
        // From a second-level batch this chains: there is one level of return.
        if (!cs->second_level)
            cs->return_ip = cs->next;
        cs->second_level = true;
    }
    cs->next = c.batch_buffer_start_address;
    cs->ahead.size = 0;
    return true;
}

static bool conditional_end(struct sim_cs *cs)
{
    struct gen_MI_CONDITIONAL_BATCH_BUFFER_END c;
    uint32_t value[2] = {0};
    gen_MI_CONDITIONAL_BATCH_BUFFER_END_unpack(cs->dw, &c);
    if (!sim_cs_choose_space(cs, c.use_global_gtt))
        return ggtt(cs);
    if (!sim_cs_rules_reads(cs, c.compare_address, c.compare_mask_mode ? 8 : 4) ||
        !sim_cs_read(cs, c.compare_address, value, c.compare_mask_mode ? 8 : 4))
        return false;
    if (c.compare_mask_mode)
        value[0] &= value[1];
    return value[0] > c.compare_data_dword || batch_buffer_end(cs);
}

// ---- registers

enum { REGISTER_MASK = 0x7ffffc };

// A register's number, which from Gen11 may count from the engine's own block on, and from Gen12 stand for
// the engine's own where it is the render engine's.
static uint32_t number(const struct sim_cs *cs, uint32_t offset, bool from_base, bool remapped)
{
    if (from_base && kiln_target_has_relative_registers(cs->target))
        return offset + cs->job->mmio_base;
    return remapped ? kiln_register_remapped(cs->job->devinfo, cs->job->mmio_base, offset) : offset;
}

static bool load_register_imm(struct sim_cs *cs)
{
    struct gen_MI_LOAD_REGISTER_IMM_GEN11 c;
    gen_MI_LOAD_REGISTER_IMM_GEN11_unpack(cs->dw, &c);
    uint32_t keep = 0;
    for (unsigned b = 0; b < 4; b++)
        if (c.byte_write_disables >> b & 1)
            keep |= 0xffu << (8 * b);
    for (uint32_t i = 1; i + 1 < cs->length; i += 2) {
        uint32_t offset =
            number(cs, cs->dw[i] & REGISTER_MASK, c.add_cs_mmio_start_offset, c.mmio_remap_enable);
        if (!sim_cs_rules_register(cs, offset))
            return false;
        sim_cs_reg_write(cs, offset,
                         (cs->dw[i + 1] & ~keep) | (keep ? sim_cs_reg_read(cs, offset) & keep : 0));
    }
    return true;
}

static bool load_register_mem(struct sim_cs *cs)
{
    struct gen_MI_LOAD_REGISTER_MEM_GEN11 c;
    uint32_t value;
    gen_MI_LOAD_REGISTER_MEM_GEN11_unpack(cs->dw, &c);
    if (!sim_cs_choose_space(cs, c.use_global_gtt))
        return ggtt(cs);
    if (!sim_cs_read(cs, c.memory_address, &value, 4))
        return false;
    uint32_t to = number(cs, c.register_address, c.add_cs_mmio_start_offset, c.mmio_remap_enable);
    if (!sim_cs_rules_register(cs, to))
        return false;
    sim_cs_reg_write(cs, to, value);
    return true;
}

static bool load_register_reg(struct sim_cs *cs)
{
    struct gen_MI_LOAD_REGISTER_REG_GEN11 c;
    gen_MI_LOAD_REGISTER_REG_GEN11_unpack(cs->dw, &c);
    uint32_t from = number(cs, c.source_register_address, c.add_cs_mmio_start_offset_source,
                           c.mmio_remap_enable_source),
             to = number(cs, c.destination_register_address, c.add_cs_mmio_start_offset_destination,
                         c.mmio_remap_enable_destination);
    if (!sim_cs_rules_register(cs, to))
        return false;
    sim_cs_reg_write(cs, to, sim_cs_reg_read(cs, from));
    return true;
}

static bool store_register_mem(struct sim_cs *cs)
{
    struct gen_MI_STORE_REGISTER_MEM_GEN11 c;
    gen_MI_STORE_REGISTER_MEM_GEN11_unpack(cs->dw, &c);
    if (!sim_cs_choose_space(cs, c.use_global_gtt))
        return ggtt(cs);
    if (c.predicate_enable && !sim_cs_predicate(cs))
        return true;
    uint32_t value =
        sim_cs_reg_read(cs, number(cs, c.register_address, c.add_cs_mmio_start_offset, c.mmio_remap_enable));
    sim_cs_rules_wrote(cs, c.memory_address, 4);
    return sim_cs_write(cs, c.memory_address, &value, 4);
}

// What the observation unit has counted. It counts nothing while the kernel has no stream open for the
// context.
static bool report_perf_count(struct sim_cs *cs)
{
    if (!kiln_gt_of(cs->target)->oa.has_reports)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, 0, "reports of Gen7.5's observation unit");
    struct gen_MI_REPORT_PERF_COUNT c;
    gen_MI_REPORT_PERF_COUNT_unpack(cs->dw, &c);
    if (!sim_cs_choose_space(cs, c.use_global_gtt))
        return ggtt(cs);
    uint32_t report[KILN_OA_REPORT_BYTES / 4] = {[KILN_OA_REPORT_ID] = c.report_id,
                                                 [KILN_OA_TIMESTAMP] = sim_cs_reg_read(cs, GEN_REG_TIMESTAMP),
                                                 [KILN_OA_CONTEXT] = cs->job->batch->context};
    const struct sim_counter_unit *unit = sim_eu_pool_observers(cs->job->pool)->counters;
    if (unit)
        unit->report(sim_cs_observation(cs), cs->job->devinfo, true, report);
    sim_cs_rules_wrote(cs, c.memory_address, sizeof(report));
    return sim_cs_write(cs, c.memory_address, report, sizeof(report));
}

// ---- memory

static bool store_data_imm(struct sim_cs *cs)
{
    struct gen_MI_STORE_DATA_IMM c;
    gen_MI_STORE_DATA_IMM_unpack(cs->dw, &c);
    if (!sim_cs_choose_space(cs, c.use_global_gtt))
        return ggtt(cs);
    if (c.store_qword && (cs->length < 5 || c.address & 4))
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, c.address, "MI_STORE_DATA_IMM of a qword: %s",
                            c.address & 4 ? "the address is not aligned to 8" : "the command is too short");
    // As many as the command has (i915 writes page table entries so); without the bit, dwords.
    uint32_t size = KILN_MAX(4 * (cs->length - 3), c.store_qword ? 8u : 4u);
    sim_cs_rules_wrote(cs, c.address, size);
    return sim_cs_write(cs, c.address, &cs->dw[3], size);
}

static bool copy_mem_mem(struct sim_cs *cs)
{
    struct gen_MI_COPY_MEM_MEM c;
    uint32_t value;
    gen_MI_COPY_MEM_MEM_unpack(cs->dw, &c);
    if (!sim_cs_choose_space(cs, c.use_global_gtt_destination) ||
        !sim_cs_choose_space(cs, c.use_global_gtt_source))
        return ggtt(cs);
    if (!sim_cs_rules_reads(cs, c.source_memory_address, 4) ||
        !sim_cs_read(cs, c.source_memory_address, &value, 4))
        return false;
    sim_cs_choose_space(cs, c.use_global_gtt_destination);
    sim_cs_rules_wrote(cs, c.destination_memory_address, 4);
    return sim_cs_write(cs, c.destination_memory_address, &value, 4);
}

static bool flush_dw(struct sim_cs *cs)
{
    struct gen_MI_FLUSH_DW c;
    gen_MI_FLUSH_DW_unpack(cs->dw, &c);
    uint64_t data = c.immediate_data, address = c.address;
    if (c.notify_enable && sim_cs_is_privileged(cs))
        sim_cs_notify(cs, false);
    if (c.post_sync_operation == GEN_POST_SYNC_NONE)
        return true;
    if (!sim_cs_choose_space(cs, c.destination_address_type == GEN_DAT_GGTT || c.store_data_index))
        return ggtt(cs);
    if (c.store_data_index) // in the status page
        address = cs->job->ring->status_page + (address & 0xff8);
    if (c.post_sync_operation == GEN_POST_SYNC_WRITE_TIMESTAMP)
        data = cs->job->timestamp(cs->job->chip);
    // Four dwords carry one dword of data, five a qword.
    return sim_cs_write(cs, address, &data, cs->length < 5 ? 4 : 8);
}

static bool clflush(struct sim_cs *cs)
{
    return true; // memory is coherent
}

// ---- predicates

static uint64_t reg64(struct sim_cs *cs, uint32_t reg)
{
    const uint32_t at = sim_cs_own(cs, reg);
    return sim_cs_reg_read(cs, at) | (uint64_t)sim_cs_reg_read(cs, at + 4) << 32;
}

static bool predicate(struct sim_cs *cs)
{
    struct gen_MI_PREDICATE c;
    gen_MI_PREDICATE_unpack(cs->dw, &c);
    const uint32_t at_data = sim_cs_own(cs, GEN_REG_MI_PREDICATE_DATA);
    uint64_t a = reg64(cs, GEN_REG_MI_PREDICATE_SRC0), b = reg64(cs, GEN_REG_MI_PREDICATE_SRC1);
    bool data = sim_cs_reg_read(cs, at_data) & 1, result = sim_cs_predicate(cs), compare = false;
    switch (c.compare_operation) {
    case GEN_PREDICATE_COMPARE_TRUE:
        compare = true;
        break;
    case GEN_PREDICATE_COMPARE_FALSE:
        break;
    case GEN_PREDICATE_COMPARE_SRCS_EQUAL:
        compare = a == b;
        break;
    case GEN_PREDICATE_COMPARE_DELTAS_EQUAL:
        compare = a - b == reg64(cs, GEN_REG_MI_PREDICATE_DATA);
        break;
    }
    // The running value of a combination is what the last MI_PREDICATE left.
    bool value = compare;
    switch (c.combine_operation) {
    case GEN_PREDICATE_COMBINE_AND:
        value = data && compare;
        break;
    case GEN_PREDICATE_COMBINE_OR:
        value = data || compare;
        break;
    case GEN_PREDICATE_COMBINE_XOR:
        value = data != compare;
        break;
    }
    if (c.load_operation == GEN_PREDICATE_LOAD_LOAD)
        result = value;
    else if (c.load_operation == GEN_PREDICATE_LOAD_LOADINV)
        result = !value;
    sim_cs_reg_write(cs, at_data, value);
    sim_cs_reg_write(cs, sim_cs_own(cs, GEN_REG_MI_PREDICATE_RESULT), result);
    return true;
}

static bool set_predicate(struct sim_cs *cs)
{
    struct gen_MI_SET_PREDICATE c;
    gen_MI_SET_PREDICATE_unpack(cs->dw, &c);
    cs->predicated = c.predicate_enable != GEN_SET_PREDICATE_NEVER;
    bool result2 = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_MI_PREDICATE_RESULT_2)) & 1;
    switch (c.predicate_enable) {
    case GEN_SET_PREDICATE_NEVER:
        cs->noop = false;
        return true;
    case GEN_SET_PREDICATE_RESULT2_CLEAR:
        cs->noop = !result2;
        return true;
    case GEN_SET_PREDICATE_RESULT2_SET:
        cs->noop = result2;
        return true;
    case GEN_SET_PREDICATE_RESULT_CLEAR:
        cs->noop = !sim_cs_predicate(cs);
        return true;
    case GEN_SET_PREDICATE_RESULT_SET:
        cs->noop = sim_cs_predicate(cs);
        return true;
    case GEN_SET_PREDICATE_ONE_SLICE:
    case GEN_SET_PREDICATE_TWO_SLICES:
    case GEN_SET_PREDICATE_THREE_SLICES:
        cs->noop = cs->job->devinfo->slices != c.predicate_enable - GEN_SET_PREDICATE_ONE_SLICE + 1;
        return true;
    case GEN_SET_PREDICATE_ALWAYS:
        cs->noop = true;
        return true;
    default:
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "MI_SET_PREDICATE with the reserved mode %u",
                            c.predicate_enable);
    }
}

// ---- semaphores

static bool semaphore_holds(uint32_t op, uint32_t memory, uint32_t data)
{
    switch (op) {
    case GEN_SEMAPHORE_COMPARE_SAD_GT_SDD:
        return memory > data;
    case GEN_SEMAPHORE_COMPARE_SAD_GE_SDD:
        return memory >= data;
    case GEN_SEMAPHORE_COMPARE_SAD_LT_SDD:
        return memory < data;
    case GEN_SEMAPHORE_COMPARE_SAD_LE_SDD:
        return memory <= data;
    case GEN_SEMAPHORE_COMPARE_SAD_EQ_SDD:
        return memory == data;
    default:
        return memory != data;
    }
}

static bool semaphore_wait(struct sim_cs *cs)
{
    struct gen_MI_SEMAPHORE_WAIT c;
    gen_MI_SEMAPHORE_WAIT_unpack(cs->dw, &c);
    if (!sim_cs_choose_space(cs, !c.register_poll_mode && c.memory_type == GEN_MEMORY_TYPE_GLOBAL))
        return ggtt(cs);
    if (c.compare_operation > GEN_SEMAPHORE_COMPARE_SAD_NE_SDD)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "MI_SEMAPHORE_WAIT with the reserved comparison %u", c.compare_operation);
    int64_t until = sim_now_ns() + cs->job->batch->hang_ns;
    for (unsigned spins = 0;; spins++) {
        uint32_t value;
        if (c.register_poll_mode) {
            value = sim_cs_reg_read(cs, (uint32_t)c.semaphore_address & REGISTER_MASK);
        } else {
            if (!sim_cs_poll(cs, c.semaphore_address, &value))
                return sim_cs_fault(cs, SIM_FAULT_PAGE, c.semaphore_address, "MI_SEMAPHORE_WAIT polls");
        }
        if (semaphore_holds(c.compare_operation, value, c.semaphore_data_dword))
            return true;
        if (!sim_cs_drain(cs))
            return false;
        if (atomic_load_explicit(cs->job->batch->cancel, memory_order_relaxed))
            return sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "cancelled");
        if (cs->in_ring) { // the engine may execute others meanwhile
            cs->halted = true;
            cs->next = cs->ip;
            return true;
        }
        if (sim_now_ns() > until)
            return sim_cs_fault(cs, SIM_FAULT_UNSIGNALLED, c.semaphore_address,
                                "MI_SEMAPHORE_WAIT: 0x%llx holds 0x%x, and did not become %s 0x%x in time",
                                (unsigned long long)c.semaphore_address, value,
                                (const char *[]){">", ">=", "<", "<=", "==", "!="}[c.compare_operation],
                                c.semaphore_data_dword);
        cs->job->batch->owner->poll(cs->job->batch->of, spins);
    }
}

// ---- atomics

// The new value of a 4- or 8-byte operation; `a` and `b` are the command's operands. False: reserved.
static bool atomic_op(uint32_t op, unsigned bytes, uint64_t old, uint64_t a, uint64_t b, uint64_t *out)
{
    unsigned shift = 64 - 8 * bytes;
    int64_t sold = (int64_t)(old << shift) >> shift, sa = (int64_t)(a << shift) >> shift;
    switch (op) {
    case GEN_MI_ATOMIC_OP_AND:
        *out = old & a;
        return true;
    case GEN_MI_ATOMIC_OP_OR:
        *out = old | a;
        return true;
    case GEN_MI_ATOMIC_OP_XOR:
        *out = old ^ a;
        return true;
    case GEN_MI_ATOMIC_OP_MOVE:
        *out = a;
        return true;
    case GEN_MI_ATOMIC_OP_INC:
        *out = old + 1;
        return true;
    case GEN_MI_ATOMIC_OP_DEC:
    case GEN_MI_ATOMIC_OP_PREDEC:
        *out = old - 1;
        return true;
    case GEN_MI_ATOMIC_OP_ADD:
        *out = old + a;
        return true;
    case GEN_MI_ATOMIC_OP_SUB:
        *out = old - a;
        return true;
    case GEN_MI_ATOMIC_OP_RSUB:
        *out = a - old;
        return true;
    case GEN_MI_ATOMIC_OP_IMAX:
        *out = sold > sa ? old : a;
        return true;
    case GEN_MI_ATOMIC_OP_IMIN:
        *out = sold < sa ? old : a;
        return true;
    case GEN_MI_ATOMIC_OP_UMAX:
        *out = old > a ? old : a;
        return true;
    case GEN_MI_ATOMIC_OP_UMIN:
        *out = old < a ? old : a;
        return true;
    case GEN_MI_ATOMIC_OP_CMP_WR:
        *out = old == a ? b : old;
        return true;
    default:
        return false;
    }
}

static bool mi_atomic(struct sim_cs *cs)
{
    struct gen_MI_ATOMIC c;
    gen_MI_ATOMIC_unpack(cs->dw, &c);
    unsigned bytes = c.atomic_opcode & 0x20 ? 8 : 4;
    uint32_t op = c.atomic_opcode & 0x1f;
    if (!sim_cs_choose_space(cs, c.memory_type == GEN_MEMORY_TYPE_GLOBAL))
        return ggtt(cs);
    bool has_operands =
        op != GEN_MI_ATOMIC_OP_INC && op != GEN_MI_ATOMIC_OP_DEC && op != GEN_MI_ATOMIC_OP_PREDEC;
    if (c.atomic_opcode == GEN_MI_ATOMIC_OP_CMP_WR16B || c.return_data_control ||
        (has_operands && !c.inline_data))
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "MI_ATOMIC %s",
                            c.return_data_control ? "that returns its data"
                            : c.inline_data       ? "of 16 bytes"
                                                  : "with operands in registers");
    if (c.memory_address % bytes)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, c.memory_address, "MI_ATOMIC: the address is not aligned");
    uint8_t *p = sim_tlb_ptr(cs->space, c.memory_address, SIM_WRITE);
    if (!p)
        return sim_cs_fault(cs, SIM_FAULT_PAGE, c.memory_address, "MI_ATOMIC");
    struct sim_caches *caches = cs->job->caches;
    bool plain = !caches || sim_caches_plain(caches, p); // else nobody but this engine sees that memory
    uint64_t a = c.operand1_data_dword_0, b = c.operand2_data_dword_0, value;
    if (bytes == 8) {
        a |= (uint64_t)c.operand1_data_dword_1 << 32;
        b |= (uint64_t)c.operand2_data_dword_1 << 32;
    }
    for (;;) {
        uint32_t old32 = 0;
        uint64_t old64 = 0;
        if (!plain)
            memcpy(&old64, sim_caches_memory(caches, p), bytes);
        else if (bytes == 4)
            old64 = old32 = __atomic_load_n((uint32_t *)(void *)p, __ATOMIC_ACQUIRE);
        else
            old64 = __atomic_load_n((uint64_t *)(void *)p, __ATOMIC_ACQUIRE);
        if (!atomic_op(op, bytes, old64, a, b, &value))
            return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "MI_ATOMIC with the reserved operation 0x%x",
                                c.atomic_opcode);
        if (!plain) {
            sim_caches_write(caches, p, &value, bytes);
            return true;
        }
        if (bytes == 4 ? __atomic_compare_exchange_n((uint32_t *)(void *)p, &old32, (uint32_t)value, false,
                                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
                       : __atomic_compare_exchange_n((uint64_t *)(void *)p, &old64, value, false,
                                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return true;
    }
}

static bool set_context(struct sim_cs *cs)
{
    return sim_cs_set_context(cs) || privileged(cs);
}

static bool wait_for_event(struct sim_cs *cs)
{
    return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip,
                        "the display, whose events it waits for, is fused off");
}

static bool report_head(struct sim_cs *cs)
{
    return sim_cs_report_head(cs) || privileged(cs);
}

// ---- the table

static const sim_cs_handler handlers[GEN_CMD_COUNT] = {
    [GEN_CMD_MI_NOOP] = noop,
    [GEN_CMD_MI_ARB_CHECK] = arb_check,
    [GEN_CMD_MI_USER_INTERRUPT] = user_interrupt,
    [GEN_CMD_MI_SEMAPHORE_SIGNAL] = nothing, // pollers look at memory
    [GEN_CMD_MI_SUSPEND_FLUSH] = nothing,
    [GEN_CMD_MI_RS_CONTROL] = nothing, // there is no resource streamer
    [GEN_CMD_MI_RS_CONTEXT] = nothing,
    [GEN_CMD_MI_TOPOLOGY_FILTER] = nothing,
    [GEN_CMD_MI_ARB_ON_OFF] = arb_on_off,
    [GEN_CMD_MI_DISPLAY_FLIP] = privileged,
    [GEN_CMD_MI_SET_CONTEXT] = set_context,
    [GEN_CMD_MI_REPORT_HEAD] = report_head,
    [GEN_CMD_MI_WAIT_FOR_EVENT] = wait_for_event,
    [GEN_CMD_MI_UPDATE_GTT] = privileged,
    [GEN_CMD_MI_STORE_DATA_INDEX] = store_data_index,
    [GEN_CMD_MI_BATCH_BUFFER_END] = batch_buffer_end,
    [GEN_CMD_MI_BATCH_BUFFER_START] = batch_buffer_start,
    [GEN_CMD_MI_CONDITIONAL_BATCH_BUFFER_END] = conditional_end,
    [GEN_CMD_MI_LOAD_REGISTER_IMM] = load_register_imm,
    [GEN_CMD_MI_LOAD_REGISTER_MEM] = load_register_mem,
    [GEN_CMD_MI_LOAD_REGISTER_REG] = load_register_reg,
    [GEN_CMD_MI_STORE_REGISTER_MEM] = store_register_mem,
    [GEN_CMD_MI_REPORT_PERF_COUNT] = report_perf_count,
    [GEN_CMD_MI_STORE_DATA_IMM] = store_data_imm,
    [GEN_CMD_MI_COPY_MEM_MEM] = copy_mem_mem,
    [GEN_CMD_MI_FLUSH_DW] = flush_dw,
    [GEN_CMD_MI_CLFLUSH] = clflush,
    [GEN_CMD_MI_PREDICATE] = predicate,
    [GEN_CMD_MI_SET_PREDICATE] = set_predicate,
    [GEN_CMD_MI_SEMAPHORE_WAIT] = semaphore_wait,
    [GEN_CMD_MI_ATOMIC] = mi_atomic,
    [GEN_CMD_MI_MATH] = sim_cs_math,
    // Of every engine. What was written is visible in order here, in system memory as well.
    [GEN_CMD_MI_MEM_FENCE] = nothing,
    [GEN_CMD_STATE_SYSTEM_MEM_FENCE_ADDRESS] = nothing,
};

sim_cs_handler sim_cs_mi_handler(enum gen_cmd_id id)
{
    return handlers[id];
}

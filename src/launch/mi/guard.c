// What a bounded request (launch/stream/request.h) does before each item: it notes how far it came, looks at
// the TIMESTAMP register and at the size of an indirect dispatch, and jumps to its end if the rest is for
// another request. No estimate is as good as the GPU's own clock: a thread may run for a microsecond or for
// half a second, as its input says.
//
// The clock says something only when the walkers before are over: a stall, which costs little beside what
// makes a request bounded. The ALU has no multiplication: the product of three group counts is made of shifts
// and additions in a batch of its own, which all guards call.
//
// The jump is a predicated MI_BATCH_BUFFER_START, which before Gen12.5 looks at MI_PREDICATE_RESULT_1 and at
// nothing else (src/hw/rules.def, batch-start-predicate); MI_SET_PREDICATE must not be near it.
//
// PRM LKF vol8 "CS ALU Programming and Design"; i915 alloc_noa_wait jumps in the same way.
#include "launch/mi/guard.h"

#include "launch/mi/math.h"
#include "launch/mi/registers.h"

// General purpose registers. Segments use the first three for themselves, and keep a condition in the last
// (MI_CONDITION_REG).
enum {
    X, // and the product
    Y,
    Z,
    SUM, // within a multiplication
    BIT, // 2^15
    TERM,
    GROUPS, // that one walker may have
    LARGE,  // all ones: it would have more
    START,  // ticks, when the request began
    NOW,
    LOW,  // 2^32 - 1: a difference of times is right in 32 bits (6 minutes)
    MOST, // ticks that the request may take
    STOP,
    BEFORE, // ticks, at the guard before
    LIMIT,  // ticks that may be since then
};

enum { COUNT_BITS = 16 }; // of y and z: LAUNCH_MAX_GROUPS

static uint32_t *set(const struct launch_device *d, uint32_t *dw, unsigned reg, uint64_t value)
{
    dw = mi_load_imm(d, dw, GEN_REG_CS_GPR(reg), (uint32_t)value);
    return mi_load_imm(d, dw, GEN_REG_CS_GPR(reg) + 4, (uint32_t)(value >> 32));
}

// X *= factor: a binary digit at a time, from the highest.
static uint32_t *multiply(const struct launch_device *d, uint32_t *dw, unsigned factor)
{
    dw = set(d, dw, SUM, 0);
    for (unsigned i = 0; i < COUNT_BITS; i++) {
        dw = mi_math(dw, 5 * MI_OPERATION);
        dw = mi_combine(dw, GEN_MI_ALU_OP_ADD, SUM, SUM, SUM);
        dw = mi_operation(dw, GEN_MI_ALU_OP_AND, factor, BIT, TERM, GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ZF);
        dw = mi_combine(dw, GEN_MI_ALU_OP_AND, TERM, X, TERM);
        dw = mi_combine(dw, GEN_MI_ALU_OP_ADD, SUM, TERM, SUM);
        dw = mi_combine(dw, GEN_MI_ALU_OP_ADD, factor, factor, factor);
    }
    dw = mi_move_reg(d, dw, GEN_REG_CS_GPR(X), GEN_REG_CS_GPR(SUM));
    return mi_move_reg(d, dw, GEN_REG_CS_GPR(X) + 4, GEN_REG_CS_GPR(SUM) + 4);
}

void launch_write_product(const struct launch_device *d, uint32_t *dw)
{
    dw = set(d, dw, BIT, UINT64_C(1) << (COUNT_BITS - 1));
    dw = multiply(d, multiply(d, dw, Y), Z);
    dw = mi_math(dw, MI_OPERATION);
    dw = mi_operation(dw, GEN_MI_ALU_OP_SUB, GROUPS, X, LARGE, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF);
    MI_PUT(dw, MI_BATCH_BUFFER_END);
}

static uint64_t ticks(const struct launch_queue *queue, uint64_t ns)
{
    return queue->device->info->timestamp_frequency * (ns / 1000) / 1000000;
}

static uint32_t *read_clock(const struct launch_device *d, uint32_t *dw, unsigned reg)
{
    return mi_move_reg(d, dw, GEN_REG_CS_GPR(reg), GEN_REG_TIMESTAMP);
}

// NOW, as the host finds it.
static uint32_t *store_now(const struct launch_queue *queue, const struct launch_request *r, uint32_t index,
                           uint32_t *dw)
{
    const uint64_t to =
        mi_bounded_address(queue, r->slot) + offsetof(struct launch_bounded_memory, times) + index * 4;
    return mi_store_reg(queue->device, dw, GEN_REG_CS_GPR(NOW), to, false);
}

uint32_t *mi_guard_note_time(const struct launch_queue *queue, const struct launch_request *r, uint32_t index,
                             bool stall, uint32_t *dw)
{
    if (stall)
        dw = mi_pipe_control_pack(queue->device, dw,
                                  (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true});
    return store_now(queue, r, index, read_clock(queue->device, dw, NOW));
}

static uint64_t other_slot(const struct launch_queue *queue, const struct launch_request *r)
{
    return mi_bounded_address(queue, (r->slot + 1) % LAUNCH_BOUNDED_SLOTS);
}

uint32_t *mi_guard_setup(const struct launch_queue *queue, const struct launch_request *r, uint32_t *dw)
{
    const struct launch_device *d = queue->device;
    dw = set(d, dw, START, 0);
    dw = set(d, dw, NOW, 0);
    dw = set(d, dw, BEFORE, 0);
    dw = set(d, dw, LOW, UINT32_MAX);
    dw = set(d, dw, MOST, ticks(queue, queue->bound_ns));
    dw = read_clock(d, dw, START);
    dw = mi_move_reg(d, dw, GEN_REG_CS_GPR(BEFORE), GEN_REG_CS_GPR(START));
    dw = mi_guard_note_time(queue, r, 0, false, dw);
    if (r->behind) // the two together have no longer than one
        dw = mi_load_mem(d, dw, GEN_REG_CS_GPR(START),
                         other_slot(queue, r) + offsetof(struct launch_bounded_memory, times));
    return dw;
}

uint32_t *mi_guard_progress(const struct launch_queue *queue, const struct launch_request *r, uint32_t index,
                            uint32_t *dw)
{
    MI_PUT_ON(queue->device, dw, MI_STORE_DATA_IMM,
              .address =
                  mi_bounded_address(queue, r->slot) + offsetof(struct launch_bounded_memory, progress),
              .immediate_data = index);
    return dw;
}

// The request before has written its progress with its end, which waits for everything.
uint32_t *mi_guard_behind(const struct launch_queue *queue, const struct launch_request *r, uint32_t *dw,
                          uint32_t **jump)
{
    const struct launch_device *d = queue->device;
    dw = mi_guard_progress(queue, r, 0, dw);
    dw = set(d, dw, X, 0);
    dw = set(d, dw, Y, r->behind);
    dw = mi_load_mem(d, dw, GEN_REG_CS_GPR(X),
                     other_slot(queue, r) + offsetof(struct launch_bounded_memory, progress));
    dw = mi_math(dw, MI_OPERATION);
    dw = mi_operation(dw, GEN_MI_ALU_OP_SUB, X, Y, STOP, GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ZF);
    dw = mi_move_reg(d, dw, GEN_REG_MI_PREDICATE_RESULT_1, GEN_REG_CS_GPR(STOP));
    *jump = dw;
    return dw + gen_MI_BATCH_BUFFER_START_LENGTH;
}

// The counts go to where the host sees them, too, and say whether the dispatch is too large.
static uint32_t *look_at_counts(const struct launch_queue *queue, uint32_t slot,
                                const struct launch_walk *walk, uint32_t *dw)
{
    uint64_t to = mi_bounded_address(queue, slot) + offsetof(struct launch_bounded_memory, counts);
    for (unsigned i = 0; i < 3; i++) {
        MI_PUT_ON(queue->device, dw, MI_COPY_MEM_MEM, .source_memory_address = walk->counts_address + i * 4,
                  .destination_memory_address = to + i * 4);
        dw = set(queue->device, dw, X + i, 0);
        dw = mi_load_mem(queue->device, dw, GEN_REG_CS_GPR(X + i), walk->counts_address + i * 4);
    }
    dw = set(queue->device, dw, GROUPS, launch_slice_groups(queue, walk));
    MI_PUT_ON(queue->device, dw, MI_BATCH_BUFFER_START, .second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
              .address_space_indicator = GEN_ASI_PPGTT,
              .batch_buffer_start_address = queue->product->address);
    return dw;
}

// What called commands report goes to where the host sees it. LARGE: whether it is to be looked at.
static uint32_t *look_at_called(const struct launch_queue *queue, const struct launch_request *r,
                                const struct launch_item *item, uint32_t *dw)
{
    const struct launch_segment *segment = &r->job->segments[item->segment];
    const struct launch_called *called = segment->called;
    const bool all = item->part == LAUNCH_PART_ALL;
    uint64_t from = segment->address + (all ? called->mask : item->from * called->slot + called->report),
             to = mi_bounded_address(queue, r->slot) + offsetof(struct launch_bounded_memory, counts);
    for (unsigned i = 0; i < (all ? 1 : LAUNCH_REPORT_DWORDS); i++)
        MI_PUT_ON(queue->device, dw, MI_COPY_MEM_MEM, .source_memory_address = from + i * 4,
                  .destination_memory_address = to + i * 4);
    if (!all)
        return set(queue->device, dw, LARGE, UINT64_MAX);
    dw = set(queue->device, dw, X, 0);
    dw = mi_load_mem(queue->device, dw, GEN_REG_CS_GPR(X), from);
    dw = set(queue->device, dw, Y, UINT32_MAX << item->from);
    dw = mi_math(dw, MI_OPERATION);
    return mi_operation(dw, GEN_MI_ALU_OP_AND, X, Y, LARGE, GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ZF);
}

uint32_t *mi_guard(const struct launch_queue *queue, const struct launch_request *r, uint32_t index,
                   uint32_t *dw, uint32_t **jump)
{
    bool indirect = launch_item_is_indirect(r, &r->items[index]),
         reported = launch_item_is_reported(r, &r->items[index]), large = indirect || reported;
    dw = mi_guard_progress(queue, r, index, dw);
    if (indirect)
        dw = look_at_counts(queue, r->slot, r->job->segments[r->items[index].segment].walk, dw);
    if (reported)
        dw = look_at_called(queue, r, &r->items[index], dw);
    dw = mi_pipe_control_pack(queue->device, dw,
                              (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true});
    uint32_t limit_ns = r->items[index].limit_ns;
    if (limit_ns)
        dw = set(queue->device, dw, LIMIT, ticks(queue, limit_ns));
    dw = store_now(queue, r, index, read_clock(queue->device, dw, NOW));
    dw = mi_math(dw, (large ? 4 : 3) * MI_OPERATION);
    dw = mi_combine(dw, GEN_MI_ALU_OP_SUB, NOW, START, STOP);
    dw = mi_combine(dw, GEN_MI_ALU_OP_AND, STOP, LOW, STOP);
    dw = mi_operation(dw, GEN_MI_ALU_OP_SUB, MOST, STOP, STOP, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF);
    if (large)
        dw = mi_combine(dw, GEN_MI_ALU_OP_OR, STOP, LARGE, STOP);
    if (limit_ns) {
        dw = mi_math(dw, 4 * MI_OPERATION);
        dw = mi_combine(dw, GEN_MI_ALU_OP_SUB, NOW, BEFORE, BEFORE);
        dw = mi_combine(dw, GEN_MI_ALU_OP_AND, BEFORE, LOW, BEFORE);
        dw = mi_operation(dw, GEN_MI_ALU_OP_SUB, LIMIT, BEFORE, LIMIT, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF);
        dw = mi_combine(dw, GEN_MI_ALU_OP_OR, STOP, LIMIT, STOP);
    }
    dw = mi_move_reg(queue->device, dw, GEN_REG_CS_GPR(BEFORE), GEN_REG_CS_GPR(NOW));
    dw = mi_move_reg(queue->device, dw, GEN_REG_MI_PREDICATE_RESULT_1, GEN_REG_CS_GPR(STOP));
    *jump = dw;
    return dw + gen_MI_BATCH_BUFFER_START_LENGTH;
}

void mi_guard_jump(uint32_t *jump, uint64_t end)
{
    MI_PUT(jump, MI_BATCH_BUFFER_START, .predication_enable = true, .address_space_indicator = GEN_ASI_PPGTT,
           .batch_buffer_start_address = end);
}

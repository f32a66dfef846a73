// What a bounded request (queue/request.h) does before each item: it notes how far it came, looks at the
// TIMESTAMP register and at the size of an indirect dispatch, and jumps to its end if the rest is for another
// request. No estimate is as good as the GPU's own clock: a thread may run for a microsecond or for half a
// second, as its input says.
//
// The clock tells something only when the walkers before are over: a stall, which costs little beside what
// makes a request bounded. The ALU has no multiplication: the product of three group counts is made of shifts
// and additions in a batch of its own, which all guards call.
//
// The jump is a predicated MI_BATCH_BUFFER_START, which before Gen12.5 looks at MI_PREDICATE_RESULT_1 and at
// nothing else (src/hw/rules.def, batch-start-predicate); MI_SET_PREDICATE must not be near it.
//
// PRM LKF vol8 "CS ALU Programming and Design"; i915 alloc_noa_wait jumps in the same way.
#include "vk/queue/request.h"
#include "vk/object/rules.h"

// General purpose registers. Segments use the first three for themselves, and keep a condition in the last
// (KILN_CONDITION_REG).
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
    TURN, // ticks that the request may take
    STOP,
    BEFORE, // ticks, at the guard before
    LIMIT,  // ticks that may be since then
};

enum { COUNT_BITS = 16 }; // of y and z: KILN_MAX_GROUPS

static uint32_t *set(uint32_t *dw, unsigned reg, uint64_t value)
{
    PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_CS_GPR(reg), .data_dword = (uint32_t)value);
    PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_CS_GPR(reg) + 4,
        .data_dword = (uint32_t)(value >> 32));
    return dw;
}

// MI_MATH's instructions follow its first dword.
static uint32_t *math(uint32_t *dw, uint32_t instructions)
{
    uint32_t head[gen_MI_MATH_LENGTH];
    const struct gen_MI_MATH m = {.dword_length = instructions - 1};
    gen_MI_MATH_pack(head, &m);
    *dw = head[0];
    return dw + 1;
}

static uint32_t *alu(uint32_t *dw, uint32_t op, uint32_t a, uint32_t b)
{
    const struct gen_MI_MATH_ALU_INSTRUCTION i = {.alu_opcode = op, .operand_1 = a, .operand_2 = b};
    gen_MI_MATH_ALU_INSTRUCTION_pack(dw, &i);
    return dw + 1;
}

// dst = a op b; or the flag that it leaves (MI_ALU_ZF, _CF), all ones if `store` says so of it.
enum { OPERATION = 4 };
static uint32_t *operation(uint32_t *dw, uint32_t op, unsigned a, unsigned b, unsigned dst, uint32_t store,
                           uint32_t what)
{
    dw = alu(dw, GEN_MI_ALU_OP_LOAD, GEN_MI_ALU_SRCA, a);
    dw = alu(dw, GEN_MI_ALU_OP_LOAD, GEN_MI_ALU_SRCB, b);
    dw = alu(dw, op, 0, 0);
    return alu(dw, store, dst, what);
}

static uint32_t *combine(uint32_t *dw, uint32_t op, unsigned a, unsigned b, unsigned dst)
{
    return operation(dw, op, a, b, dst, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_ACCU);
}

// X *= factor: a binary digit at a time, from the highest.
static uint32_t *multiply(uint32_t *dw, unsigned factor)
{
    dw = set(dw, SUM, 0);
    for (unsigned i = 0; i < COUNT_BITS; i++) {
        dw = math(dw, 5 * OPERATION);
        dw = combine(dw, GEN_MI_ALU_OP_ADD, SUM, SUM, SUM);
        dw = operation(dw, GEN_MI_ALU_OP_AND, factor, BIT, TERM, GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ZF);
        dw = combine(dw, GEN_MI_ALU_OP_AND, TERM, X, TERM);
        dw = combine(dw, GEN_MI_ALU_OP_ADD, SUM, TERM, SUM);
        dw = combine(dw, GEN_MI_ALU_OP_ADD, factor, factor, factor);
    }
    PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_CS_GPR(SUM),
        .destination_register_address = GEN_REG_CS_GPR(X));
    PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_CS_GPR(SUM) + 4,
        .destination_register_address = GEN_REG_CS_GPR(X) + 4);
    return dw;
}

VkResult kiln_guard_init(struct kiln_queue *queue)
{
    if (queue->product)
        return VK_SUCCESS;
    VkResult result = kiln_result(launch_batch_bo_get(&queue->device->launch, 0, &queue->product));
    if (result)
        return result;
    uint32_t *dw = queue->product->map;
    dw = set(dw, BIT, UINT64_C(1) << (COUNT_BITS - 1));
    dw = multiply(multiply(dw, Y), Z);
    dw = math(dw, OPERATION);
    dw = operation(dw, GEN_MI_ALU_OP_SUB, GROUPS, X, LARGE, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF);
    PUT(dw, MI_BATCH_BUFFER_END);
    return VK_SUCCESS;
}

static uint64_t ticks(const struct kiln_queue *queue, uint64_t ns)
{
    return queue->device->physical->info.timestamp_frequency * (ns / 1000) / 1000000;
}

static uint32_t *read_clock(uint32_t *dw, unsigned reg)
{
    PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_TIMESTAMP,
        .destination_register_address = GEN_REG_CS_GPR(reg));
    return dw;
}

// NOW, as the host finds it.
static uint32_t *store_now(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t index,
                           uint32_t *dw)
{
    PUT(dw, MI_STORE_REGISTER_MEM, .register_address = GEN_REG_CS_GPR(NOW),
        .memory_address =
            kiln_turn_address(queue, r->slot) + offsetof(struct launch_turn_memory, times) + index * 4);
    return dw;
}

uint32_t *kiln_guard_note_time(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t index,
                               bool stall, uint32_t *dw)
{
    if (stall)
        dw = kiln_pipe_control_pack(queue->device, dw,
                                    (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true});
    return store_now(queue, r, index, read_clock(dw, NOW));
}

static uint64_t other_turn(const struct kiln_queue *queue, const struct kiln_request *r)
{
    return kiln_turn_address(queue, (r->slot + 1) % LAUNCH_TURN_SLOTS);
}

uint32_t *kiln_guard_setup(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t *dw)
{
    dw = set(dw, START, 0);
    dw = set(dw, NOW, 0);
    dw = set(dw, BEFORE, 0);
    dw = set(dw, LOW, UINT32_MAX);
    dw = set(dw, TURN, ticks(queue, queue->turn_ns));
    dw = read_clock(dw, START);
    PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_CS_GPR(START),
        .destination_register_address = GEN_REG_CS_GPR(BEFORE));
    dw = kiln_guard_note_time(queue, r, 0, false, dw);
    if (r->behind) // the two together have no longer than one
        PUT(dw, MI_LOAD_REGISTER_MEM, .register_address = GEN_REG_CS_GPR(START),
            .memory_address = other_turn(queue, r) + offsetof(struct launch_turn_memory, times));
    return dw;
}

// The request before has written its progress with its end, which waits for everything.
uint32_t *kiln_guard_behind(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t *dw,
                            uint32_t **jump)
{
    PUT(dw, MI_STORE_DATA_IMM,
        .address = kiln_turn_address(queue, r->slot) + offsetof(struct launch_turn_memory, progress),
        .immediate_data = 0);
    dw = set(dw, X, 0);
    dw = set(dw, Y, r->behind);
    PUT(dw, MI_LOAD_REGISTER_MEM, .register_address = GEN_REG_CS_GPR(X),
        .memory_address = other_turn(queue, r) + offsetof(struct launch_turn_memory, progress));
    dw = math(dw, OPERATION);
    dw = operation(dw, GEN_MI_ALU_OP_SUB, X, Y, STOP, GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ZF);
    PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_CS_GPR(STOP),
        .destination_register_address = GEN_REG_MI_PREDICATE_RESULT_1);
    *jump = dw;
    return dw + gen_MI_BATCH_BUFFER_START_LENGTH;
}

// The counts go to where the host sees them, too, and tell whether the dispatch is too large.
static uint32_t *look_at_counts(const struct kiln_queue *queue, uint32_t slot, const struct kiln_walk *walk,
                                uint32_t *dw)
{
    uint64_t to = kiln_turn_address(queue, slot) + offsetof(struct launch_turn_memory, counts);
    for (unsigned i = 0; i < 3; i++) {
        PUT(dw, MI_COPY_MEM_MEM, .source_memory_address = walk->counts_address + i * 4,
            .destination_memory_address = to + i * 4);
        dw = set(dw, X + i, 0);
        PUT(dw, MI_LOAD_REGISTER_MEM, .register_address = GEN_REG_CS_GPR(X + i),
            .memory_address = walk->counts_address + i * 4);
    }
    dw = set(dw, GROUPS, kiln_slice_groups(queue, walk));
    PUT(dw, MI_BATCH_BUFFER_START, .second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
        .address_space_indicator = GEN_ASI_PPGTT, .batch_buffer_start_address = queue->product->address);
    return dw;
}

uint32_t *kiln_guard(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t index,
                     uint32_t *dw, uint32_t **jump)
{
    bool indirect = kiln_item_is_indirect(r, &r->items[index]);
    PUT(dw, MI_STORE_DATA_IMM,
        .address = kiln_turn_address(queue, r->slot) + offsetof(struct launch_turn_memory, progress),
        .immediate_data = index);
    if (indirect)
        dw = look_at_counts(queue, r->slot, r->s->segments[r->items[index].segment].walk, dw);
    dw = kiln_pipe_control_pack(queue->device, dw,
                                (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true});
    uint32_t limit_ns = r->items[index].limit_ns;
    if (limit_ns)
        dw = set(dw, LIMIT, ticks(queue, limit_ns));
    dw = store_now(queue, r, index, read_clock(dw, NOW));
    dw = math(dw, (indirect ? 4 : 3) * OPERATION);
    dw = combine(dw, GEN_MI_ALU_OP_SUB, NOW, START, STOP);
    dw = combine(dw, GEN_MI_ALU_OP_AND, STOP, LOW, STOP);
    dw = operation(dw, GEN_MI_ALU_OP_SUB, TURN, STOP, STOP, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF);
    if (indirect)
        dw = combine(dw, GEN_MI_ALU_OP_OR, STOP, LARGE, STOP);
    if (limit_ns) {
        dw = math(dw, 4 * OPERATION);
        dw = combine(dw, GEN_MI_ALU_OP_SUB, NOW, BEFORE, BEFORE);
        dw = combine(dw, GEN_MI_ALU_OP_AND, BEFORE, LOW, BEFORE);
        dw = operation(dw, GEN_MI_ALU_OP_SUB, LIMIT, BEFORE, LIMIT, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF);
        dw = combine(dw, GEN_MI_ALU_OP_OR, STOP, LIMIT, STOP);
    }
    PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_CS_GPR(NOW),
        .destination_register_address = GEN_REG_CS_GPR(BEFORE));
    PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = GEN_REG_CS_GPR(STOP),
        .destination_register_address = GEN_REG_MI_PREDICATE_RESULT_1);
    *jump = dw;
    return dw + gen_MI_BATCH_BUFFER_START_LENGTH;
}

void kiln_guard_jump(uint32_t *jump, uint64_t end)
{
    PUT(jump, MI_BATCH_BUFFER_START, .predication_enable = true, .address_space_indicator = GEN_ASI_PPGTT,
        .batch_buffer_start_address = end);
}

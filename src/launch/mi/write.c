// What the command streamer does by itself: see launch/stream/write.h. PRM LKF vol8 MI_COPY_MEM_MEM,
// MI_STORE_DATA_IMM, MI_STORE_REGISTER_MEM, MI_SEMAPHORE_WAIT, MI_PREDICATE; PRM SKL vol2a PIPE_CONTROL
// (write timestamp); PRM SKL vol2c "GPGPU_THREADS_DISPATCHED".
#include "launch/stream/write.h"

#include "launch/mi/math.h"
#include "launch/mi/registers.h"
#include "launch/mi/walk.h"
#include "util/math.h"

void launch_store(struct launch_stream *s, uint64_t address, uint32_t value)
{
    MI_EMIT(s, MI_STORE_DATA_IMM, .address = address, .immediate_data = value);
}

// By a register, where there is no command for it.
void launch_copy_dwords(struct launch_stream *s, uint64_t to, uint64_t from, uint32_t count)
{
    const bool at_once = mi_has(s->device, GEN_CMD_MI_COPY_MEM_MEM);
    for (uint64_t i = 0; i < count; i++)
        if (at_once)
            MI_EMIT(s, MI_COPY_MEM_MEM, .source_memory_address = from + i * 4,
                    .destination_memory_address = to + i * 4);
        else
            launch_result_copy(s, to + i * 4, from + i * 4, 1, false);
}

// ---- registers

static void store_register(struct launch_stream *s, uint32_t reg, uint64_t address)
{
    for (unsigned i = 0; i < 2; i++)
        mi_emit_store_reg(s, reg + i * 4, address + i * 4, false);
}

static void load_register(struct launch_stream *s, uint32_t reg, uint64_t address)
{
    for (unsigned i = 0; i < 2; i++)
        mi_emit_load_mem(s, reg + i * 4, address + i * 4);
}

static void copy_register(struct launch_stream *s, uint32_t from, uint32_t to)
{
    for (unsigned i = 0; i < 2; i++)
        mi_emit_move_reg(s, to + i * 4, from + i * 4);
}

void launch_store_time(struct launch_stream *s, uint64_t address)
{
    store_register(s, GEN_REG_TIMESTAMP, address);
}

void launch_store_end_time(struct launch_stream *s, uint64_t address, uint64_t done)
{
    MI_PIPE_CONTROL(s, .post_sync_operation = GEN_POST_SYNC_WRITE_TIMESTAMP, .address = address);
    // Post-sync writes happen in order; the first has stalled, which is enough (rule post-sync-stall) where
    // not each must.
    MI_PIPE_CONTROL_BARE(s, .command_streamer_stall_enable = launch_keeps(s->device, PIPE_CONTROL_STALL),
                         .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE, .address = done,
                         .immediate_data = 1);
}

void launch_hold_counters(struct launch_stream *s, uint32_t reg, bool hold)
{
    mi_emit_load_imm(s, reg, hold);
}

void launch_store_counter(struct launch_stream *s, uint32_t reg, uint64_t address)
{
    store_register(s, reg, address);
}

void launch_store_counter_since(struct launch_stream *s, uint32_t reg, uint64_t address, uint64_t begin)
{
    copy_register(s, reg, GEN_REG_CS_GPR(0));
    load_register(s, GEN_REG_CS_GPR(1), begin);
    uint32_t *dw = mi_math(mi_room(s, 1 + MI_OPERATION), MI_OPERATION);
    mi_combine(dw, GEN_MI_ALU_OP_SUB, 0, 1, 2);
    store_register(s, GEN_REG_CS_GPR(2), address);
}

void launch_store_report(struct launch_stream *s, uint64_t address)
{
    MI_EMIT(s, MI_REPORT_PERF_COUNT, .memory_address = address);
}

void launch_store_invocations(struct launch_stream *s, uint64_t address)
{
    launch_store_counter(s, GEN_REG_GPGPU_THREADS_DISPATCHED, address);
}

void launch_store_invocations_since(struct launch_stream *s, uint64_t address, uint64_t begin)
{
    launch_store_counter_since(s, GEN_REG_GPGPU_THREADS_DISPATCHED, address, begin);
}

void launch_store_time_since(struct launch_stream *s, uint64_t address, uint64_t begin)
{
    launch_store_counter_since(s, GEN_REG_TIMESTAMP, address, begin);
}

bool launch_keeps_log(const struct launch_stream *s)
{
    return ws_device_get_info(s->device->ws)->keeps_log;
}

void launch_log_begin(struct launch_stream *s, uint64_t name)
{
    MI_EMIT(s, MI_LOAD_REGISTER_IMM, .register_offset = KILN_LOG_LABEL, .data_dword = (uint32_t)name);
    MI_EMIT(s, MI_LOAD_REGISTER_IMM, .register_offset = KILN_LOG_LABEL_HIGH,
            .data_dword = (uint32_t)(name >> 32));
}

void launch_log_end(struct launch_stream *s)
{
    MI_EMIT(s, MI_LOAD_REGISTER_IMM, .register_offset = KILN_LOG_MARK, .data_dword = 0);
}

void launch_log_barrier(struct launch_stream *s, uint32_t pipe)
{
    uint32_t kinds = (pipe & LAUNCH_PIPE_STALL ? KILN_LOG_WAITS : 0) |
                     (pipe & LAUNCH_PIPE_DATA_FLUSH ? KILN_LOG_FLUSHES : 0) |
                     (pipe & LAUNCH_PIPE_INVALIDATE ? KILN_LOG_INVALIDATES : 0);
    if (kinds)
        MI_EMIT(s, MI_LOAD_REGISTER_IMM, .register_offset = KILN_LOG_MARK, .data_dword = kinds);
}

// ---- conditions

// What predicates compare a dword with: everything that sets MI_PREDICATE_SRC0 compares with zero, and
// nothing sets these to anything else, so that they stay as they are where conditions begin.
static void compare_with_zero(struct launch_stream *s)
{
    static const uint32_t zeros[] = {GEN_REG_MI_PREDICATE_SRC0_HIGH, GEN_REG_MI_PREDICATE_SRC1,
                                     GEN_REG_MI_PREDICATE_SRC1_HIGH};
    for (unsigned i = 0; i < KILN_ARRAY_LEN(zeros); i++)
        mi_emit_load_imm(s, zeros[i], 0);
}

static void predicate_on(struct launch_stream *s, uint64_t address, bool inverted)
{
    mi_emit_load_mem(s, GEN_REG_MI_PREDICATE_SRC0, address);
    MI_EMIT(s, MI_PREDICATE,
            .load_operation = inverted ? GEN_PREDICATE_LOAD_LOAD : GEN_PREDICATE_LOAD_LOADINV,
            .combine_operation = GEN_PREDICATE_COMBINE_SET,
            .compare_operation = GEN_PREDICATE_COMPARE_SRCS_EQUAL);
}

void launch_results_begin(struct launch_stream *s)
{
    compare_with_zero(s);
}

void launch_result_if(struct launch_stream *s, uint64_t there)
{
    predicate_on(s, there, false);
}

void launch_result_copy(struct launch_stream *s, uint64_t to, uint64_t from, uint32_t dwords, bool if_there)
{
    for (unsigned i = 0; i < dwords; i++) {
        uint32_t reg = GEN_REG_CS_GPR(0) + i * 4;
        mi_emit_load_mem(s, reg, from + i * 4);
        mi_emit_store_reg(s, reg, to + i * 4, if_there);
    }
}

void launch_condition_set(struct launch_stream *s, bool value)
{
    compare_with_zero(s);
    mi_emit_load_imm(s, MI_CONDITION_REG, value);
}

// The dword, or whether it is zero, by arithmetic.
static void load_condition(struct launch_stream *s, uint64_t address, bool inverted)
{
    enum { VALUE = 0, ZERO = 1, RESULT = 2 };
    for (unsigned i = VALUE; i <= ZERO; i++)
        for (unsigned high = 0; high < 2; high++)
            mi_emit_load_imm(s, GEN_REG_CS_GPR(i) + 4 * high, 0);
    mi_emit_load_mem(s, GEN_REG_CS_GPR(VALUE), address);
    uint32_t *dw = mi_math(mi_room(s, 1 + MI_OPERATION), MI_OPERATION);
    mi_operation(dw, GEN_MI_ALU_OP_OR, VALUE, ZERO, RESULT,
                 inverted ? GEN_MI_ALU_OP_STORE : GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ZF);
    mi_emit_move_reg(s, MI_CONDITION_REG, GEN_REG_CS_GPR(RESULT));
}

void launch_condition_load(struct launch_stream *s, uint64_t address, bool inverted)
{
    compare_with_zero(s);
    if (s->device->flat) { // the kernel lets no batch read the result
        load_condition(s, address, inverted);
        return;
    }
    predicate_on(s, address, inverted);
    mi_emit_move_reg(s, MI_CONDITION_REG, GEN_REG_MI_PREDICATE_RESULT);
}

uint32_t *mi_condition(const struct launch_device *d, uint32_t *dw)
{
    dw = mi_move_reg(d, dw, GEN_REG_MI_PREDICATE_SRC0, MI_CONDITION_REG);
    MI_PUT(dw, MI_PREDICATE, .load_operation = GEN_PREDICATE_LOAD_LOADINV,
           .combine_operation = GEN_PREDICATE_COMBINE_SET,
           .compare_operation = GEN_PREDICATE_COMPARE_SRCS_EQUAL);
    return dw;
}

uint32_t *mi_conditional_walker(const struct launch_device *d, uint32_t *dw, const struct launch_kernel *k,
                                const struct launch_bindings *bindings, const uint32_t start[3],
                                const uint32_t count[3])
{
    dw = mi_condition(d, dw);
    uint32_t *end = mi_walker(dw, k, bindings, start, count);
    dw[k->walker.head] |= k->walker.predicated;
    return end;
}

// ---- events

void launch_event_write(struct launch_stream *s, uint64_t address, uint32_t value)
{
    MI_PIPE_CONTROL(s, .command_streamer_stall_enable = true, .dc_flush_enable = true,
                    .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE, .address = address,
                    .immediate_data = value);
}

void launch_event_wait(struct launch_stream *s, uint64_t address, const uint32_t *map)
{
    if (!mi_has(s->device, GEN_CMD_MI_SEMAPHORE_WAIT)) {
        mi_wait_before(s, map);
        return;
    }
    MI_EMIT(s, MI_SEMAPHORE_WAIT, .compare_operation = GEN_SEMAPHORE_COMPARE_SAD_EQ_SDD,
            .wait_mode = GEN_WAIT_MODE_POLL, .semaphore_data_dword = 1, .semaphore_address = address);
}

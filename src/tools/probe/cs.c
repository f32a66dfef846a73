// Questions about the command streamer: predicates, MI_MATH, the order of writes, what a batch without
// privileges may do.
#include <string.h>
#include <time.h>

#include "hw/target.h"
#include "probe/questions.h"

#define DATA(offset) (m->at + (offset))
#define LKF "PRM LKF vol8"

static void finish(struct machine *m, struct answer *a, unsigned dwords)
{
    if (!machine_run(m, a))
        answer_dwords(a->got, data_at(m, 0), dwords);
}

// A jump over a store of 1, if the predicate says so.
static void jump_over_store(struct machine *m, uint64_t address)
{
    unsigned jump = m->n;
    uint64_t batch = ws_bo_address(m->batch);
    m->n += gen_MI_BATCH_BUFFER_START_LENGTH;
    emit_store(m, address, 1);
    unsigned end = m->n;
    m->n = jump;
    EMIT(m, MI_BATCH_BUFFER_START, .predication_enable = true, .address_space_indicator = GEN_ASI_PPGTT,
         .batch_buffer_start_address = batch + 4 * end);
    m->n = end;
}

static void jump_predicate(struct machine *m, const struct question *q, struct answer *a)
{
    for (uint32_t i = 0; i < 4; i++) {
        emit_load_register(m, GEN_REG_MI_PREDICATE_RESULT, i & 1);
        emit_load_register(m, GEN_REG_MI_PREDICATE_RESULT_1, i >> 1);
        jump_over_store(m, DATA(4 * i));
    }
    // Later commands that look at it must run.
    emit_load_register(m, GEN_REG_MI_PREDICATE_RESULT, 1);
    answer_print(a->assumed, "00000001 00000001 00000000 00000000");
    finish(m, a, 4);
}

static const char store_one[] = "(W) mov (8|M0) r100.0<1>:ud 0x0:ud\n(W) mov (8|M0) r20.0<1>:ud 0x1:ud\n"
                                "(W) sends (1|M0) null:ud r100 r20 0x4C 0x02026E00\n";

static void walker_predicate(struct machine *m, const struct question *q, struct answer *a)
{
    emit_setup(m);
    answer_print(a->assumed, "00000000 00000001 00000000 00000001");
    for (uint32_t i = 0; i < 4; i++) {
        struct dispatch d = {.text = store_one, .predicated = true, .surfaces = 1};
        d.surface[0] = raw_surface(m, 4 * i, 4);
        emit_load_register(m, GEN_REG_MI_PREDICATE_RESULT, i & 1);
        emit_load_register(m, GEN_REG_MI_PREDICATE_RESULT_1, i >> 1);
        if (!emit_dispatch(m, &d))
            return;
    }
    finish(m, a, 4);
}

static void load_wide(struct machine *m, uint32_t reg, uint64_t value)
{
    emit_load_register(m, reg, (uint32_t)value);
    emit_load_register(m, reg + 4, (uint32_t)(value >> 32));
}

static void store_wide(struct machine *m, uint32_t reg, uint64_t address)
{
    emit_store_register(m, reg, address);
    emit_store_register(m, reg + 4, address + 4);
}

static void predicate(struct machine *m, const struct question *q, struct answer *a)
{
    static const struct {
        uint64_t a, b;
        unsigned load, combine;
    } step[] = {{5, 5, GEN_PREDICATE_LOAD_LOAD, GEN_PREDICATE_COMBINE_SET},
                {5, 6, GEN_PREDICATE_LOAD_LOAD, GEN_PREDICATE_COMBINE_SET},
                {5, 6, GEN_PREDICATE_LOAD_LOADINV, GEN_PREDICATE_COMBINE_SET},
                {UINT64_C(1) << 40, 0, GEN_PREDICATE_LOAD_LOAD, GEN_PREDICATE_COMBINE_SET},
                {5, 5, GEN_PREDICATE_LOAD_LOAD, GEN_PREDICATE_COMBINE_OR},
                {5, 6, GEN_PREDICATE_LOAD_LOAD, GEN_PREDICATE_COMBINE_AND}};
    enum { STEPS = sizeof(step) / sizeof(*step) };
    for (unsigned i = 0; i < STEPS; i++) {
        load_wide(m, GEN_REG_MI_PREDICATE_SRC0, step[i].a);
        load_wide(m, GEN_REG_MI_PREDICATE_SRC1, step[i].b);
        EMIT(m, MI_PREDICATE, .load_operation = step[i].load, .combine_operation = step[i].combine,
             .compare_operation = GEN_PREDICATE_COMPARE_SRCS_EQUAL);
        emit_store_register(m, GEN_REG_MI_PREDICATE_RESULT, DATA(4 * i));
    }
    emit_load_register(m, GEN_REG_MI_PREDICATE_RESULT, 1);
    answer_print(a->assumed, "00000001 00000000 00000001 00000000 00000001 00000000");
    finish(m, a, STEPS);
}

// ---- MI_MATH

static void math_begin(struct machine *m, unsigned instructions)
{
    uint32_t head[gen_MI_MATH_LENGTH];
    const struct gen_MI_MATH c = {.dword_length = instructions - 1};
    gen_MI_MATH_pack(head, &c);
    emit(m, head[0]);
}

static void alu(struct machine *m, uint32_t op, uint32_t a, uint32_t b)
{
    const struct gen_MI_MATH_ALU_INSTRUCTION i = {.alu_opcode = op, .operand_1 = a, .operand_2 = b};
    uint32_t dw;
    gen_MI_MATH_ALU_INSTRUCTION_pack(&dw, &i);
    emit(m, dw);
}

struct alu_case {
    uint32_t op;
    uint64_t a, b;
    uint32_t store, what;
};

// R2 = a op b, or a flag of it; stored as a qword each.
static void alu_cases(struct machine *m, struct answer *a, const struct alu_case *c, unsigned n,
                      const uint64_t *want)
{
    uint32_t expected[16];
    for (unsigned i = 0; i < n; i++) {
        load_wide(m, GEN_REG_CS_GPR(0), c[i].a);
        load_wide(m, GEN_REG_CS_GPR(1), c[i].b);
        math_begin(m, 4);
        alu(m, GEN_MI_ALU_OP_LOAD, GEN_MI_ALU_SRCA, 0);
        alu(m, GEN_MI_ALU_OP_LOAD, GEN_MI_ALU_SRCB, 1);
        alu(m, c[i].op, 0, 0);
        alu(m, c[i].store, 2, c[i].what);
        store_wide(m, GEN_REG_CS_GPR(2), DATA(8 * i));
        expected[2 * i] = (uint32_t)want[i];
        expected[2 * i + 1] = (uint32_t)(want[i] >> 32);
    }
    answer_dwords(a->assumed, expected, 2 * n);
    finish(m, a, 2 * n);
}

static void alu_carry(struct machine *m, const struct question *q, struct answer *a)
{
    static const struct alu_case c[] = {
        {GEN_MI_ALU_OP_SUB, 1, 2, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF},
        {GEN_MI_ALU_OP_SUB, 2, 1, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF},
        {GEN_MI_ALU_OP_ADD, UINT64_MAX, 1, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF},
        {GEN_MI_ALU_OP_ADD, UINT32_MAX, 1, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_CF},
    };
    alu_cases(m, a, c, 4, (const uint64_t[]){UINT64_MAX, 0, UINT64_MAX, 0});
}

static void alu_zero(struct machine *m, const struct question *q, struct answer *a)
{
    static const struct alu_case c[] = {
        {GEN_MI_ALU_OP_SUB, 5, 5, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_ZF},
        {GEN_MI_ALU_OP_SUB, 5, 4, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_ZF},
        {GEN_MI_ALU_OP_AND, 5, 2, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_ZF},
        {GEN_MI_ALU_OP_SUB, 5, 4, GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ZF},
    };
    alu_cases(m, a, c, 4, (const uint64_t[]){UINT64_MAX, 0, UINT64_MAX, UINT64_MAX});
}

static void alu_logic(struct machine *m, const struct question *q, struct answer *a)
{
    static const struct alu_case c[] = {
        {GEN_MI_ALU_OP_ADD, UINT64_C(0x1ffffffff), 1, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_ACCU},
        {GEN_MI_ALU_OP_SUB, 0, 1, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_ACCU},
        {GEN_MI_ALU_OP_OR, UINT64_C(0xf0000000f), UINT64_C(0x0f00000f0), GEN_MI_ALU_OP_STORE,
         GEN_MI_ALU_ACCU},
        {GEN_MI_ALU_OP_XOR, UINT64_MAX, 0xff, GEN_MI_ALU_OP_STOREINV, GEN_MI_ALU_ACCU},
    };
    alu_cases(m, a, c, 4, (const uint64_t[]){UINT64_C(0x200000000), UINT64_MAX, UINT64_C(0xff00000ff), 0xff});
}

// ---- memory and order

static void copy_behind_stall(struct machine *m, const struct question *q, struct answer *a)
{
    for (unsigned i = 0; i < 64; i++) {
        emit_store(m, DATA(1024), i + 1);
        emit_stall(m);
        EMIT(m, MI_COPY_MEM_MEM, .source_memory_address = DATA(1024),
             .destination_memory_address = DATA(4 * i));
    }
    answer_print(a->assumed, "64 of 64 copies are of what was stored before");
    if (machine_run(m, a))
        return;
    unsigned good = 0;
    for (unsigned i = 0; i < 64; i++)
        good += data_at(m, 0)[i] == i + 1;
    answer_print(a->got, "%u of 64 copies are of what was stored before", good);
}

static void load_behind_store(struct machine *m, const struct question *q, struct answer *a)
{
    for (unsigned i = 0; i < 64; i++) {
        emit_store(m, DATA(1024), i + 1);
        EMIT(m, MI_LOAD_REGISTER_MEM, .register_address = GEN_REG_CS_GPR(0), .memory_address = DATA(1024));
        emit_store_register(m, GEN_REG_CS_GPR(0), DATA(4 * i));
    }
    answer_print(a->assumed, "64 of 64 loads see the store before them");
    if (machine_run(m, a))
        return;
    unsigned good = 0;
    for (unsigned i = 0; i < 64; i++)
        good += data_at(m, 0)[i] == i + 1;
    answer_print(a->got, "%u of 64 loads see the store before them", good);
}

// Stores that write over a later store of the same batch, so many bytes ahead.
static void fetched_ahead(struct machine *m, const struct question *q, struct answer *a)
{
    static const uint32_t ahead[] = {64, 128, 256, 512, 1024, 2048, 4096};
    enum { COUNT = sizeof(ahead) / sizeof(ahead[0]), VALUE = 3 };
    uint64_t batch = ws_bo_address(m->batch);
    for (unsigned i = 0; i < COUNT; i++) {
        unsigned target = m->n + ahead[i] / 4;
        emit_store(m, batch + 4 * (target + VALUE), 2);
        while (m->n < target)
            emit(m, 0); // MI_NOOP
        emit_store(m, DATA(4 * i), 1);
    }
    if (machine_run(m, a))
        return;
    unsigned old = 0;
    for (unsigned i = 0; i < COUNT; i++)
        old = data_at(m, 0)[i] == 1 ? ahead[i] : old;
    answer_print(a->got, "%u bytes", old);
    a->verdict = ANSWER_MEASURED;
}

static void second_level(struct machine *m, const struct question *q, struct answer *a)
{
    uint32_t *called = data_at(m, 4096);
    const struct gen_MI_STORE_DATA_IMM inner = {.address = DATA(0), .immediate_data = 1};
    const struct gen_MI_BATCH_BUFFER_END end = {};
    gen_MI_STORE_DATA_IMM_pack(called, &inner);
    gen_MI_BATCH_BUFFER_END_pack(called + gen_MI_STORE_DATA_IMM_LENGTH, &end);
    EMIT(m, MI_BATCH_BUFFER_START, .second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
         .address_space_indicator = GEN_ASI_PPGTT, .batch_buffer_start_address = DATA(4096));
    emit_store(m, DATA(4), 2);
    answer_print(a->assumed, "00000001 00000002");
    finish(m, a, 2);
}

static void conditional_end(struct machine *m, const struct question *q, struct answer *a)
{
    *data_at(m, 64) = 5;
    emit_store(m, DATA(0), 1);
    EMIT(m, MI_CONDITIONAL_BATCH_BUFFER_END, .compare_address = DATA(64), .compare_data_dword = 4);
    emit_store(m, DATA(4), 2); // 5 > 4: goes on
    EMIT(m, MI_CONDITIONAL_BATCH_BUFFER_END, .compare_address = DATA(64), .compare_data_dword = 5);
    emit_store(m, DATA(8), 3);
    answer_print(a->assumed, "00000001 00000002 00000000");
    finish(m, a, 3);
}

static void atomics(struct machine *m, const struct question *q, struct answer *a)
{
    *data_at(m, 0) = 40;
    *data_at(m, 64) = 7;
    EMIT(m, MI_ATOMIC, .memory_address = DATA(0), .atomic_opcode = GEN_MI_ATOMIC_OP_INC);
    EMIT(m, MI_ATOMIC, .memory_address = DATA(0), .atomic_opcode = GEN_MI_ATOMIC_OP_INC);
    EMIT(m, MI_LOAD_REGISTER_MEM, .register_address = GEN_REG_CS_GPR(0), .memory_address = DATA(0));
    emit_store_register(m, GEN_REG_CS_GPR(0), DATA(4));
    answer_print(a->assumed, "0000002a 0000002a");
    finish(m, a, 2);
}

static void semaphore_passes(struct machine *m, const struct question *q, struct answer *a)
{
    *data_at(m, 64) = 9;
    EMIT(m, MI_SEMAPHORE_WAIT, .wait_mode = GEN_WAIT_MODE_POLL,
         .compare_operation = GEN_SEMAPHORE_COMPARE_SAD_GE_SDD, .semaphore_data_dword = 9,
         .semaphore_address = DATA(64));
    EMIT(m, MI_SEMAPHORE_WAIT, .wait_mode = GEN_WAIT_MODE_POLL,
         .compare_operation = GEN_SEMAPHORE_COMPARE_SAD_NE_SDD, .semaphore_data_dword = 8,
         .semaphore_address = DATA(64));
    emit_store(m, DATA(0), 1);
    answer_print(a->assumed, "00000001");
    finish(m, a, 1);
}

static void post_sync(struct machine *m, const struct question *q, struct answer *a)
{
    EMIT(m, PIPE_CONTROL, .command_streamer_stall_enable = true,
         .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE, .address = DATA(8),
         .immediate_data = UINT64_C(0x1122334455667788));
    EMIT(m, PIPE_CONTROL, .command_streamer_stall_enable = true,
         .post_sync_operation = GEN_POST_SYNC_WRITE_TIMESTAMP, .address = DATA(24));
    answer_print(a->assumed, "00000000 00000000 55667788 11223344, and a time");
    if (machine_run(m, a))
        return;
    answer_dwords(a->got, data_at(m, 0), 4);
    strcat(a->got, data_at(m, 24)[0] ? ", and a time" : ", and no time");
}

// ---- without privileges

static void privileged(struct machine *m, const struct question *q, struct answer *a)
{
    enum { MI_DISPLAY_FLIP = 0x14, MI_SET_CONTEXT = 0x18, MI_UPDATE_GTT = 0x23 };
    emit_store(m, DATA(0), 1);
    emit(m, (uint32_t)MI_UPDATE_GTT << 23 | 1);
    emit(m, 0);
    emit(m, 0);
    emit_store(m, DATA(4), 2);
    emit(m, (uint32_t)MI_SET_CONTEXT << 23);
    emit(m, 0);
    emit_store(m, DATA(8), 3);
    emit(m, (uint32_t)MI_DISPLAY_FLIP << 23 | 1);
    emit(m, 0);
    emit(m, 0);
    emit_store(m, DATA(12), 4);
    answer_print(a->assumed, "00000001 00000002 00000003 00000004");
    finish(m, a, 4);
}

static void registers(struct machine *m, const struct question *q, struct answer *a)
{
    uint32_t l3 = m->info->devinfo->l3_config, preempt;
    const struct gen_CS_CHICKEN1 groups = {.gpgpu_preemption = GEN_GPGPU_PREEMPTION_THREAD_GROUP,
                                           .gpgpu_preemption_mask = 3};
    gen_CS_CHICKEN1_pack(&preempt, &groups);
    emit_setup(m);
    const unsigned registers = kiln_target_has_preemption(kiln_target_of(m->info->devinfo)) ? 2 : 1;
    if (registers == 2)
        emit_load_register(m, GEN_REG_CS_CHICKEN1, preempt);
    emit_store_register(m, m->info->devinfo->l3_register, DATA(0));
    if (registers == 2)
        emit_store_register(m, GEN_REG_CS_CHICKEN1, DATA(4));
    uint32_t want[2] = {l3, preempt & 0xffff & preempt >> 16};
    answer_dwords(a->assumed, want, registers);
    if (machine_run(m, a))
        return;
    data_at(m, 4)[0] &= preempt >> 16;
    answer_dwords(a->got, data_at(m, 0), registers);
}

static void registers_stay(struct machine *m, const struct question *q, struct answer *a)
{
    load_wide(m, GEN_REG_CS_GPR(5), UINT64_C(0x123456789abcdef0));
    if (machine_run(m, a))
        return;
    m->n = 0;
    store_wide(m, GEN_REG_CS_GPR(5), DATA(0));
    answer_print(a->assumed, "9abcdef0 12345678");
    finish(m, a, 2);
}

static int64_t now_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

// The GPU's clock and the host's at one moment: of several readings the one that took the host least, since
// others may have the processor meanwhile.
static bool read_clocks(struct machine *m, struct answer *a, uint64_t *ticks, int64_t *ns)
{
    enum { READINGS = 12 };
    int64_t least = INT64_MAX;
    for (unsigned i = 0; i < READINGS; i++) {
        m->n = 0;
        store_wide(m, GEN_REG_TIMESTAMP, DATA(0));
        int64_t before = now_ns();
        if (machine_run(m, a))
            return false;
        int64_t took = now_ns() - before;
        if (took >= least)
            continue;
        least = took;
        *ns = before + took / 2;
        memcpy(ticks, data_at(m, 0), 8);
    }
    return true;
}

static void clock_rate(struct machine *m, const struct question *q, struct answer *a)
{
    const struct timespec pause = {.tv_nsec = 200000000};
    uint64_t ticks[2];
    int64_t ns[2];
    if (!read_clocks(m, a, &ticks[0], &ns[0]))
        return;
    nanosleep(&pause, NULL);
    if (!read_clocks(m, a, &ticks[1], &ns[1]))
        return;
    double hz = (double)(ticks[1] - ticks[0]) * 1e9 / (double)(ns[1] - ns[0]);
    double assumed = (double)m->info->devinfo->timestamp_frequency;
    answer_print(a->assumed, "%.2f MHz, within 3 %%", assumed / 1e6);
    if (hz > 0.97 * assumed && hz < 1.03 * assumed)
        answer_print(a->got, "%s", a->assumed);
    else
        answer_print(a->got, "%.2f MHz", hz / 1e6);
}

const struct question probe_cs_questions[] = {
    {"jump-predicate", "Does a predicated MI_BATCH_BUFFER_START look at MI_PREDICATE_RESULT_1 alone?",
     "rule batch-start-predicate; i915 alloc_noa_wait", jump_predicate, NULL},
    {"walker-predicate", "Does GPGPU_WALKER's predicate look at MI_PREDICATE_RESULT alone?",
     "Mesa genX_cmd_buffer.c (indirect dispatch)", walker_predicate, NULL},
    {"predicate", "MI_PREDICATE: comparison of 64 bits, inversion, and combination with what was",
     LKF " MI_PREDICATE", predicate, NULL},
    {"alu-carry", "MI_MATH: carry of an addition and borrow of a subtraction, all ones",
     LKF " \"CS ALU Programming\"; Mesa mi_builder.h", alu_carry, NULL},
    {"alu-zero", "MI_MATH: the zero flag, all ones, and its inverse",
     LKF " \"CS ALU Programming\"; Mesa mi_builder.h", alu_zero, NULL},
    {"alu-wide", "MI_MATH: 64 bits, and STOREINV", LKF " \"CS ALU Programming\"", alu_logic, NULL},
    {"load-behind-store", "Does MI_LOAD_REGISTER_MEM see an MI_STORE_DATA_IMM just before?",
     LKF " \"Memory Data Ordering\"", load_behind_store, NULL},
    {"copy-behind-stall", "Does MI_COPY_MEM_MEM see an MI_STORE_DATA_IMM after a stall?",
     "rule copy-order; " LKF, copy_behind_stall, NULL},
    {"fetched-ahead", "How far ahead does a batch not see what it writes over itself?",
     "Mesa mi_self_mod_barrier, engine_class_prefetch (512 bytes)", fetched_ahead, NULL},
    {"second-level", "Does a second-level batch return to after its call?", LKF " MI_BATCH_BUFFER_START",
     second_level, NULL},
    {"conditional-end", "MI_CONDITIONAL_BATCH_BUFFER_END goes on while memory is greater",
     LKF " MI_CONDITIONAL_BATCH_BUFFER_END", conditional_end, NULL},
    {"atomic-order", "Does MI_LOAD_REGISTER_MEM see MI_ATOMICs before it?", LKF " \"Memory Data Ordering\"",
     atomics, NULL},
    {"semaphore", "MI_SEMAPHORE_WAIT compares memory with the command's value, in this order",
     LKF " MI_SEMAPHORE_WAIT; i915 gen8_emit_init_breadcrumb", semaphore_passes, NULL},
    {"post-sync", "Post-sync operations write a qword", "PRM SKL vol2a PIPE_CONTROL; Mesa", post_sync, NULL},
    {"privileged", "Are MI_UPDATE_GTT, MI_SET_CONTEXT, MI_DISPLAY_FLIP no-ops in a batch without privileges?",
     LKF " (privileged commands)", privileged, NULL},
    {"registers", "Do L3CNTLREG and CS_CHICKEN1 take what a batch loads?",
     "i915 intel_workarounds.c (whitelist); Mesa", registers, NULL},
    {"registers-stay", "Does a context keep the general purpose registers between batches?",
     "PRM SKL vol3 (context image); Mesa", registers_stay, NULL},
    {"clock-rate", "How fast does TIMESTAMP count?", "src/hw/devinfo.c; Mesa intel_device_info.c", clock_rate,
     NULL},
    {0},
};

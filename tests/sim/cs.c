// The command streamer: each MI command and PIPE_CONTROL in a raw batch, and what it leaves in memory.
#include "client.h"
#include "sim/kernel/gem/vm.h"
#include "sim/thread/fault.h"
#include "sim/thread/launch.h"

#define DATA UINT64_C(0x100000000)
#define BATCH UINT64_C(0x7fff00000000)

struct rig {
    struct client c;
    struct buffer batch, data;
    struct words w;
    uint32_t *out;
};

static bool rig_open(struct rig *r)
{
    if (!client_open(&r->c))
        return false;
    r->batch = buffer_create(&r->c, 16384, BATCH);
    r->data = buffer_create(&r->c, 8192, DATA);
    r->w = (struct words){r->batch.map, 0};
    r->out = r->data.map;
    return true;
}

static int rig_run(struct rig *r)
{
    emit(&r->w, MI_BATCH_BUFFER_END);
    int err = client_exec(&r->c, &r->batch, &r->data);
    if (!err)
        err = client_wait(&r->c, &r->data, INT64_C(20000000000));
    r->w.n = 0;
    return err;
}

static void rig_close(struct rig *r)
{
    unsigned active, pending;
    client_reset_stats(&r->c, &active, &pending);
    kt_eq(active, 0);
    buffer_destroy(&r->c, &r->batch);
    buffer_destroy(&r->c, &r->data);
    client_close(&r->c);
}

KT_TEST(store_data_imm)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    store_dword(&r.w, DATA + 4, 0x12345678);
    store_qword(&r.w, DATA + 16, UINT64_C(0xfedcba9876543210));
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 0);
    kt_eq(r.out[1], 0x12345678);
    kt_eq(r.out[4], 0x76543210);
    kt_eq(r.out[5], 0xfedcba98);
    rig_close(&r);
}

// From Gen11 a register's number may count from the engine's block on; before, the bit says nothing.
KT_TEST(registers_from_the_block)
{
    enum { OFFSET = 1 << 19, OFFSET_SOURCE = 1 << 18 };
    struct rig r;
    for (unsigned gen11 = 0; gen11 < 2; gen11++) {
        client_device = gen11 ? "icl" : "skl";
        if (!rig_open(&r))
            break;
        r.out[64] = 0xcafe;
        emit(&r.w, 0x22u << 23 | OFFSET | 1); // MI_LOAD_REGISTER_IMM of CS_GPR0
        emit(&r.w, gen11 ? 0x600 : 0x2600);
        emit(&r.w, 111);
        emit(&r.w, 0x29u << 23 | OFFSET | 2); // MI_LOAD_REGISTER_MEM of CS_GPR1
        emit(&r.w, gen11 ? 0x608 : 0x2608);
        emit(&r.w, (uint32_t)(DATA + 256));
        emit(&r.w, (DATA + 256) >> 32);
        emit(&r.w, 0x2au << 23 | OFFSET | OFFSET_SOURCE | 1); // MI_LOAD_REGISTER_REG to CS_GPR2
        emit(&r.w, gen11 ? 0x600 : 0x2600);
        emit(&r.w, gen11 ? 0x610 : 0x2610);
        emit(&r.w, 0x24u << 23 | OFFSET | 2); // MI_STORE_REGISTER_MEM
        emit(&r.w, gen11 ? 0x610 : 0x2610);
        emit(&r.w, (uint32_t)DATA);
        emit(&r.w, DATA >> 32);
        store_reg_mem(&r.w, 0x2608, DATA + 4, false);
        kt_eq(rig_run(&r), 0);
        kt_eq(r.out[0], 111);
        kt_eq(r.out[1], 0xcafe);
        rig_close(&r);
    }
    client_device = "skl";
}

// A command that a later generation brought.
KT_TEST(unknown_before)
{
    struct rig r;
    for (unsigned gen11 = 0; gen11 < 2; gen11++) {
        client_device = gen11 ? "icl" : "skl";
        if (!rig_open(&r))
            break;
        emit(&r.w, 0x7822u << 16 | 7); // 3DSTATE_CPS
        for (unsigned i = 0; i < 8; i++)
            emit(&r.w, 0);
        store_dword(&r.w, DATA, 5);
        rig_run(&r);
        kt_eq(r.out[0], gen11 ? 5 : 0);
        if (gen11)
            rig_close(&r);
        else
            client_close(&r.c);
    }
    client_device = "skl";
}

// Elkhart Lake's contexts have addresses of 36 bits.
KT_TEST(addresses_of_36_bits)
{
    struct rig r;
    client_device = "ehl";
    if (rig_open(&r)) {
        struct drm_i915_gem_context_param p = {.param = I915_CONTEXT_PARAM_GTT_SIZE};
        kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &p), 0);
        kt_eq(p.value, UINT64_C(1) << 36);
        kt_eq(rig_run(&r), -EINVAL); // BATCH
        rig_close(&r);
    }
    client_device = "skl";
}

KT_TEST(registers)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    r.out[64] = 0xcafe;
    // One MI_LOAD_REGISTER_IMM with two pairs.
    emit(&r.w, 0x22u << 23 | 3);
    emit(&r.w, 0x2600);
    emit(&r.w, 111);
    emit(&r.w, 0x2604);
    emit(&r.w, 222);
    load_reg_mem(&r.w, 0x2608, DATA + 256);
    emit(&r.w, 0x2au << 23 | 1); // MI_LOAD_REGISTER_REG
    emit(&r.w, 0x2604);
    emit(&r.w, 0x2610);
    store_reg_mem(&r.w, 0x2600, DATA, false);
    store_reg_mem(&r.w, 0x2608, DATA + 4, false);
    store_reg_mem(&r.w, 0x2610, DATA + 8, false);
    // RING_BUFFER_TAIL is privileged: the write has no effect.
    load_reg_imm(&r.w, 0x2030, 0x1000);
    store_reg_mem(&r.w, 0x2030, DATA + 12, false);
    // CS_CHICKEN1 has a mask in its upper half.
    load_reg_imm(&r.w, 0x2580, 0x00010001);
    load_reg_imm(&r.w, 0x2580, 0x00020003);
    store_reg_mem(&r.w, 0x2580, DATA + 16, false);
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 111);
    kt_eq(r.out[1], 0xcafe);
    kt_eq(r.out[2], 222);
    kt_eq(r.out[3], 0);
    kt_eq(r.out[4], 7); // the kernel has set bit 2: preemption between commands
    // Registers are the context's: the next batch sees them.
    store_reg_mem(&r.w, 0x2604, DATA + 20, false);
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[5], 222);
    rig_close(&r);
}

// The kernel has set CS_CHICKEN1 to preemption between groups, or has left it alone, and a batch's write is
// dropped.
KT_TEST(preemption_is_the_kernels)
{
    static const char *const devices[] = {"icl", "tgl", "dg2"};
    for (unsigned i = 0; i < 3; i++) {
        struct rig r;
        client_device = devices[i];
        if (!rig_open(&r))
            continue;
        load_reg_imm(&r.w, 0x2580, 0x00060004); // between commands
        store_reg_mem(&r.w, 0x2580, DATA, false);
        kt_eq(rig_run(&r), 0);
        kt_eq(r.out[0], i < 2 ? 2 : 0);
        rig_close(&r);
    }
    client_device = "skl";
}

static uint32_t alu(uint32_t op, uint32_t a, uint32_t b)
{
    return op << 20 | a << 10 | b;
}

KT_TEST(math)
{
    enum {
        LOAD = 0x080,
        LOADINV = 0x480,
        ADD = 0x100,
        SUB = 0x101,
        XOR = 0x104,
        STORE = 0x180,
        STOREINV = 0x580
    };
    enum { SRCA = 0x20, SRCB = 0x21, ACCU = 0x31, ZF = 0x32, CF = 0x33 };
    struct rig r;
    if (!rig_open(&r))
        return;
    load_reg_imm(&r.w, 0x2600, 0xffffffff); // R0 = 0x00000002ffffffff
    load_reg_imm(&r.w, 0x2604, 2);
    load_reg_imm(&r.w, 0x2608, 3); // R1 = 3
    load_reg_imm(&r.w, 0x260c, 0);
    const uint32_t program[] = {
        alu(LOAD, SRCA, 0),    alu(LOAD, SRCB, 1), alu(ADD, 0, 0),
        alu(STORE, 2, ACCU), // R2 = R0 + R1
        alu(LOAD, SRCA, 1),    alu(LOAD, SRCB, 0), alu(SUB, 0, 0),
        alu(STORE, 3, ACCU), // R3 = R1 - R0, borrows
        alu(STORE, 4, CF),     alu(STORE, 5, ZF),  alu(STOREINV, 6, ZF),
        alu(LOADINV, SRCA, 1), alu(LOAD, SRCB, 1), alu(XOR, 0, 0),
        alu(STORE, 7, ACCU), // R7 = ~R1 ^ R1
    };
    emit(&r.w, 0x1au << 23 | (sizeof(program) / 4 - 1));
    for (unsigned i = 0; i < sizeof(program) / 4; i++)
        emit(&r.w, program[i]);
    for (unsigned i = 0; i < 12; i++)
        store_reg_mem(&r.w, 0x2610 + 4 * i, DATA + 4 * i, false);
    kt_eq(rig_run(&r), 0);
    const uint64_t *q = r.data.map;
    kt_eq(q[0], INT64_C(0x300000002));
    kt_eq(q[1], (int64_t)(3 - UINT64_C(0x2ffffffff)));
    kt_eq(q[2], -1);
    kt_eq(q[3], 0);
    kt_eq(q[4], -1);
    kt_eq(q[5], -1);
    rig_close(&r);
}

KT_TEST(predicates)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    for (unsigned i = 0; i < 2; i++) {
        load_reg_imm(&r.w, 0x2400, 7); // SRC0
        load_reg_imm(&r.w, 0x2404, 0);
        load_reg_imm(&r.w, 0x2408, i ? 7 : 8); // SRC1
        load_reg_imm(&r.w, 0x240c, 0);
        emit(&r.w, 0x0cu << 23 | 2u << 6 | 0u << 3 | 2); // LOAD, SET, SRCS_EQUAL
        load_reg_imm(&r.w, 0x2600, 100 + i);
        store_reg_mem(&r.w, 0x2600, DATA + 4 * i, true);
    }
    // LOADINV of a false comparison, then MI_SET_PREDICATE: no-ops while the result is clear.
    emit(&r.w, 0x0cu << 23 | 3u << 6 | 0u << 3 | 1); // LOADINV, SET, FALSE: true
    store_reg_mem(&r.w, 0x2418, DATA + 8, false);
    load_reg_imm(&r.w, 0x2418, 0);
    emit(&r.w, 0x01u << 23 | 3); // NOOP on result clear
    store_dword(&r.w, DATA + 12, 1);
    emit(&r.w, 0x01u << 23);
    store_dword(&r.w, DATA + 16, 1);
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 0);
    kt_eq(r.out[1], 101);
    kt_eq(r.out[2], 1);
    kt_eq(r.out[3], 0);
    kt_eq(r.out[4], 1);
    rig_close(&r);
}

static void batch_start(struct words *w, uint64_t addr, bool second)
{
    emit(w, 0x31u << 23 | 1u << 8 | (second ? 1u << 22 : 0) | 1);
    emit_addr(w, addr);
}

KT_TEST(batches_chain_and_return)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    struct words second = {(uint32_t *)r.batch.map + 1024, 0}, chained = {(uint32_t *)r.batch.map + 2048, 0};
    store_dword(&second, DATA + 4, 2);
    emit(&second, MI_BATCH_BUFFER_END);
    store_dword(&chained, DATA + 12, 4);
    emit(&chained, MI_BATCH_BUFFER_END);
    store_dword(&r.w, DATA, 1);
    batch_start(&r.w, BATCH + 4096, true);
    store_dword(&r.w, DATA + 8, 3);
    batch_start(&r.w, BATCH + 8192, false);
    store_dword(&r.w, DATA + 16, 5); // never reached
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 1);
    kt_eq(r.out[1], 2);
    kt_eq(r.out[2], 3);
    kt_eq(r.out[3], 4);
    kt_eq(r.out[4], 0);
    rig_close(&r);
}

// A batch that writes over commands of its own: the next ones have been fetched before, unless a jump or
// enough bytes come between.
KT_TEST(commands_are_fetched_ahead)
{
    client_skip_on_node("the strict machine's");
    enum { VALUE = 3 }; // dword of MI_STORE_DATA_IMM
    struct rig r;
    if (!rig_open(&r))
        return;
    for (unsigned gap = 0; gap < 3; gap++) {
        uint64_t here;
        memset(r.out, 0, 64);
        unsigned patch = r.w.n; // the store of 2, filled in below
        r.w.n += 4;
        if (gap == 1)
            r.w.n += 512 / 4 + 16; // MI_NOOPs
        if (gap == 2) {
            here = BATCH + 4 * (r.w.n + 3);
            batch_start(&r.w, here, false); // to what follows
        }
        unsigned target = r.w.n;
        store_dword(&r.w, DATA, 1);
        struct words w = {r.w.dw, patch};
        store_dword(&w, BATCH + 4 * (target + VALUE), 2);
        kt_eq(rig_run(&r), 0);
        kt_ok(r.out[0] == (gap ? 2 : 1), "gap %u: %u", gap, r.out[0]);
        memset(r.batch.map, 0, 4096);
    }
    rig_close(&r);
}

// A predicated MI_BATCH_BUFFER_START looks at MI_PREDICATE_RESULT_1 (0x241c), and not at MI_PREDICATE_RESULT
// (0x2418), as i915's alloc_noa_wait has it.
KT_TEST(predicated_jumps)
{
    for (unsigned result = 0; result < 2; result++)
        for (unsigned result1 = 0; result1 < 2; result1++) {
            struct rig r;
            if (!rig_open(&r))
                return;
            struct words there = {(uint32_t *)r.batch.map + 1024, 0};
            store_dword(&there, DATA + 4, 2);
            emit(&there, MI_BATCH_BUFFER_END);
            load_reg_imm(&r.w, 0x2418, result);
            load_reg_imm(&r.w, 0x241c, result1);
            emit(&r.w, 0x31u << 23 | 1u << 15 | 1u << 8 | 1);
            emit_addr(&r.w, BATCH + 4096);
            store_dword(&r.w, DATA, 1);
            kt_eq(rig_run(&r), 0);
            kt_eq(r.out[0], !result1);
            kt_eq(r.out[1], result1 ? 2 : 0);
            rig_close(&r);
        }
}

// The batch ends the context, with this in the report.
static void expect_broken(struct rig *r, const char *rule)
{
    struct sim_fault fault = {0};
    if (client_node()) { // what it does is undefined, and the report is the simulated device's
        kt_skipped = "asks for a report";
    } else {
        rig_run(r);
        kt_ok(sim_context_get_fault(r->c.file, r->c.ctx, &fault) && strstr(fault.text, rule), "%s: \"%s\"",
              rule, fault.text);
    }
    buffer_destroy(&r->c, &r->batch);
    buffer_destroy(&r->c, &r->data);
    client_close(&r->c);
}

// Broxton has no last-level cache: what the host maps write-back is snooped, or the kernel has been told.
KT_TEST(write_back_mappings_are_snooped)
{
    struct rig r;
    setenv("KILN_SIM_RULES", "all", 1);
    client_device = "bxt";
    for (unsigned how = 0; how < 3 && rig_open(&r); how++) {
        const struct buffer *b[] = {&r.batch, &r.data};
        for (unsigned i = 0; i < 2; i++) {
            struct drm_i915_gem_caching snooped = {.handle = b[i]->handle, .caching = I915_CACHING_CACHED};
            struct drm_i915_gem_set_domain moved = {.handle = b[i]->handle,
                                                    .read_domains = I915_GEM_DOMAIN_CPU};
            if (how == 1)
                kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_SET_CACHING, &snooped), 0);
            if (how == 2)
                kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_SET_DOMAIN, &moved), 0);
        }
        store_dword(&r.w, DATA, 1);
        if (!how) {
            expect_broken(&r, "rule cpu-snoop");
            continue;
        }
        kt_eq(rig_run(&r), 0);
        kt_eq(r.out[0], 1);
        rig_close(&r);
    }
    client_device = "skl";
    unsetenv("KILN_SIM_RULES");
}

// What the queue once wrote before it jumped.
KT_TEST(jumps_are_not_for_set_predicate)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    load_reg_imm(&r.w, 0x2418, 1);
    emit(&r.w, 0x01u << 23 | 3); // MI_SET_PREDICATE: no-op on result clear
    emit(&r.w, 0x31u << 23 | 1u << 15 | 1u << 8 | 1);
    emit_addr(&r.w, BATCH + 4096);
    emit(&r.w, 0x01u << 23);
    expect_broken(&r, "rule set-predicate-scope");
}

static void pipe_control(struct words *w, uint32_t flags, uint64_t address)
{
    emit(w, 0x7a000004);
    emit(w, flags);
    emit_addr(w, address);
    emit_addr(w, 0);
}

KT_TEST(copies_need_a_stall)
{
    for (unsigned stall = 0; stall < 2; stall++) {
        struct rig r;
        if (!rig_open(&r))
            return;
        store_dword(&r.w, DATA + 64, 77);
        if (stall)
            pipe_control(&r.w, 1u << 20 | 1u << 1, 0);
        emit(&r.w, 0x2eu << 23 | 3); // MI_COPY_MEM_MEM
        emit_addr(&r.w, DATA);
        emit_addr(&r.w, DATA + 64);
        if (!stall) {
            expect_broken(&r, "rule copy-order");
            continue;
        }
        kt_eq(rig_run(&r), 0);
        kt_eq(r.out[0], 77);
        rig_close(&r);
    }
}

// A null PIPE_CONTROL comes before one with VF Cache Invalidate; it may be the last command before a jump (as
// ANV's was).
KT_TEST(vertex_caches_want_a_null_before)
{
    enum { WITHOUT, BEFORE, BEHIND_A_JUMP, STORE_BETWEEN, COUNT };
    for (unsigned how = 0; how < COUNT; how++) {
        struct rig r;
        if (!rig_open(&r))
            return;
        if (how != WITHOUT)
            pipe_control(&r.w, 0, 0);
        if (how == BEHIND_A_JUMP) {
            batch_start(&r.w, BATCH + 4096, false);
            r.w.n = 4096 / 4;
        } else if (how == STORE_BETWEEN) {
            store_dword(&r.w, DATA + 64, 1);
        }
        pipe_control(&r.w, 1u << 14 | 1u << 4 | 1u << 20, DATA); // writes, invalidates, stalls
        if (how == WITHOUT || how == STORE_BETWEEN) {
            expect_broken(&r, "rule vf-invalidate-null");
            continue;
        }
        kt_eq(rig_run(&r), 0);
        rig_close(&r);
    }
}

// PRM LKF vol8 "User Mode Privileged Commands": in a batch of the PPGTT these are no-ops.
KT_TEST(privileged_commands_are_dropped)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    emit(&r.w, 0x23u << 23 | 1); // MI_UPDATE_GTT
    emit(&r.w, 0x1000);
    emit(&r.w, 0x33);
    emit(&r.w, 0x18u << 23); // MI_SET_CONTEXT
    emit(&r.w, 0x12345100);
    emit(&r.w, 0x14u << 23 | 1); // MI_DISPLAY_FLIP
    emit(&r.w, 0);
    emit(&r.w, 0x1000);
    emit(&r.w, 0x08u << 23); // MI_ARB_ON_OFF
    store_dword(&r.w, DATA, 1);
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 1);
    rig_close(&r);
}

static void reach_unmapped(struct rig *r)
{
    load_reg_imm(&r->w, 0x2600, 5);
    store_dword(&r->w, DATA + 0x1000000, 7);
    load_reg_mem(&r->w, 0x2600, DATA + 0x1000000);
    store_reg_mem(&r->w, 0x2600, DATA, false);
    store_dword(&r->w, DATA + 4, 1);
}

// Ends a batch where its object ends: what is fetched ahead lies beyond, and is of no interest.
static void end_at_the_edge(struct rig *r)
{
    while (r->w.n < 16384 / 4 - 2)
        emit(&r->w, 0); // MI_NOOP
}

// How many lines with `word` two batches that `make` makes leave on standard error.
static unsigned count_warnings(struct rig *r, void (*make)(struct rig *), const char *word)
{
    unsigned lines = 0;
    char line[512];
    FILE *f = tmpfile();
    int before = dup(2);
    kt_true(f && before >= 0 && dup2(fileno(f), 2) == 2);
    for (unsigned i = 0; i < 2; i++) {
        make(r);
        kt_eq(rig_run(r), 0);
    }
    dup2(before, 2);
    close(before);
    rewind(f);
    while (fgets(line, sizeof(line), f))
        lines += strstr(line, word) != NULL;
    fclose(f);
    return lines;
}

// What is not mapped: a fault (0), i915's scratch page (1), or that with one warning (unset). Chips without
// read-only pages keep what is written there.
KT_TEST(scratch_page)
{
    for (unsigned mode = 0; mode < 4; mode++) {
        struct rig r;
        if (mode < 2)
            setenv("KILN_SIM_SCRATCH_PAGE", mode ? "1" : "0", 1);
        else
            unsetenv("KILN_SIM_SCRATCH_PAGE");
        client_device = mode == 3 ? "icl" : "skl";
        bool ready = rig_open(&r);
        client_device = "skl";
        setenv("KILN_SIM_SCRATCH_PAGE", "0", 1);
        if (!ready)
            return;
        if (!mode) {
            reach_unmapped(&r);
            expect_broken(&r, "MI_STORE_DATA_IMM writes 4 bytes");
            continue;
        }
        kt_eq(count_warnings(&r, end_at_the_edge, "not mapped"), 0);
        unsigned warnings = count_warnings(&r, reach_unmapped, "the GPU wrote memory that is not mapped");
        kt_true(client_node() || warnings == (mode >= 2));
        kt_eq(r.out[0], mode == 3 ? 7 : 0);
        kt_eq(r.out[1], 1);
        rig_close(&r);
    }
}

KT_TEST(conditional_end)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    r.out[64] = 6;
    for (unsigned i = 0; i < 2; i++) { // goes on while memory > data
        emit(&r.w, 0x36u << 23 | 1u << 21 | 2);
        emit(&r.w, 5 + i);
        emit_addr(&r.w, DATA + 256);
        store_dword(&r.w, DATA + 4 * i, 1);
    }
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 1);
    kt_eq(r.out[1], 0);
    rig_close(&r);
}

KT_TEST(copies_and_flushes)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    r.out[64] = 0xabcd;
    emit(&r.w, 0x2eu << 23 | 3); // MI_COPY_MEM_MEM
    emit_addr(&r.w, DATA);
    emit_addr(&r.w, DATA + 256);
    emit(&r.w, 0x26u << 23 | 1u << 14 | 3); // MI_FLUSH_DW, immediate qword
    emit_addr(&r.w, DATA + 8);
    emit_addr(&r.w, UINT64_C(0x1122334455667788));
    emit(&r.w, 0x7a000004); // PIPE_CONTROL, immediate qword
    emit(&r.w, 1u << 20 | 1u << 14);
    emit_addr(&r.w, DATA + 16);
    emit_addr(&r.w, UINT64_C(0x99aabbccddeeff00));
    emit(&r.w, 0x7a000004); // PIPE_CONTROL, PS depth count
    emit(&r.w, 1u << 20 | 2u << 14);
    emit_addr(&r.w, DATA + 24);
    emit_addr(&r.w, 7);
    r.out[6] = r.out[7] = 0xff;
    kt_eq(rig_run(&r), 0);
    const uint64_t *q = r.data.map;
    kt_eq(r.out[0], 0xabcd);
    kt_eq(q[1], INT64_C(0x1122334455667788));
    kt_eq(q[2], (int64_t)UINT64_C(0x99aabbccddeeff00));
    kt_eq(q[3], 0);
    rig_close(&r);
}

KT_TEST(timestamps)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    int64_t before = now_ns();
    emit(&r.w, 0x7a000004);
    emit(&r.w, 1u << 20 | 3u << 14);
    emit_addr(&r.w, DATA);
    emit_addr(&r.w, 0);
    store_reg_mem(&r.w, 0x2358, DATA + 8, false);
    store_reg_mem(&r.w, 0x235c, DATA + 12, false);
    kt_eq(rig_run(&r), 0);
    struct drm_i915_reg_read reg = {.offset = 0x2358 | I915_REG_READ_8B_WA};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_REG_READ, &reg), 0);
    int64_t after = now_ns();
    const uint64_t *q = r.data.map;
    // Skylake: 12 MHz, 36 bits; all three readings lie between, in order (a wrap every 95 minutes is
    // possible).
    uint64_t mask = (UINT64_C(1) << 36) - 1;
    kt_true(((q[1] - q[0]) & mask) < 12000000 * 20ull);
    kt_true(((reg.val - q[1]) & mask) < 12000000 * 20ull);
    kt_true((int64_t)((reg.val - q[0]) & mask) <= (after - before) * 12 / 1000 + 1);
    kt_eq(q[0] >> 36, 0);
    rig_close(&r);
}

KT_TEST(atomics)
{
    static const struct {
        uint32_t op, a, b, before, after;
    } cases[] = {
        {0x01, 0x0ff0, 0, 0xff00, 0x0f00},    // and
        {0x02, 0x0ff0, 0, 0xff00, 0xfff0},    // or
        {0x03, 0x0ff0, 0, 0xff00, 0xf0f0},    // xor
        {0x04, 42, 0, 7, 42},                 // move
        {0x05, 0, 0, 0xffffffff, 0},          // inc
        {0x06, 0, 0, 0, 0xffffffff},          // dec
        {0x07, 5, 0, 0xfffffffe, 3},          // add
        {0x08, 5, 0, 3, 0xfffffffe},          // sub
        {0x09, 5, 0, 3, 2},                   // rsub
        {0x0a, 0xffffffff, 0, 1, 1},          // imax
        {0x0b, 0xffffffff, 0, 1, 0xffffffff}, // imin
        {0x0c, 0xffffffff, 0, 1, 0xffffffff}, // umax
        {0x0d, 0xffffffff, 0, 1, 1},          // umin
        {0x0e, 7, 9, 7, 9},                   // cmpwr, equal
        {0x0e, 7, 9, 8, 8},                   // cmpwr, not
    };
    struct rig r;
    if (!rig_open(&r))
        return;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        r.out[2 * i] = cases[i].before;
        r.out[2 * i + 1] = 0x5a5a5a5a;
        emit(&r.w, 0x2fu << 23 | cases[i].op << 8 | 1u << 18 | 9); // inline data
        emit_addr(&r.w, DATA + 8 * i);
        emit(&r.w, cases[i].a);
        emit(&r.w, cases[i].b);
        for (unsigned k = 0; k < 6; k++)
            emit(&r.w, 0);
    }
    r.out[64] = 0xffffffff; // an 8-byte add carries
    r.out[65] = 1;
    emit(&r.w, 0x2fu << 23 | 0x27u << 8 | 1u << 19 | 1u << 18 | 9);
    emit_addr(&r.w, DATA + 256);
    emit(&r.w, 1);
    for (unsigned k = 0; k < 7; k++)
        emit(&r.w, 0);
    kt_eq(rig_run(&r), 0);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        kt_ok(r.out[2 * i] == cases[i].after, "operation %u: 0x%x", cases[i].op, r.out[2 * i]);
        kt_eq(r.out[2 * i + 1], 0x5a5a5a5a);
    }
    kt_eq(r.out[64], 0);
    kt_eq(r.out[65], 2);
    rig_close(&r);
}

KT_TEST(semaphore_waits_for_the_client)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    emit(&r.w, 0x1cu << 23 | 4u << 12 | 1u << 15 | 2); // poll until ==
    emit(&r.w, 77);
    emit_addr(&r.w, DATA + 64);
    store_dword(&r.w, DATA, 1);
    emit(&r.w, MI_BATCH_BUFFER_END);
    kt_eq(client_exec(&r.c, &r.batch, &r.data), 0);
    kt_eq(client_wait(&r.c, &r.data, 20000000), -ETIME);
    kt_eq(r.out[0], 0);
    __atomic_store_n(&r.out[16], 77, __ATOMIC_RELEASE);
    kt_eq(client_wait(&r.c, &r.data, INT64_C(20000000000)), 0);
    kt_eq(r.out[0], 1);
    rig_close(&r);
}

KT_TEST(global_gtt_writes_are_no_ops)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    store_dword(&r.w, DATA, 1);
    r.w.dw[r.w.n - 4] |= 1u << 22;
    emit(&r.w, 0x7a000004);
    emit(&r.w, 1u << 24 | 1u << 20 | 1u << 14);
    emit_addr(&r.w, DATA + 8);
    emit_addr(&r.w, 1);
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 0);
    kt_eq(r.out[2], 0);
    rig_close(&r);
}

KT_MAIN()

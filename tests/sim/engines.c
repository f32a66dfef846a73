// Engines beside the render engine: which a chip has, that each computes with registers of its own, and what
// a compute engine refuses: what belongs to the 3D pipeline.
#include "client.h"
#include "sim/thread/fault.h"

#define DATA UINT64_C(0x100000000)
#define BATCH UINT64_C(0x7fff00000000)

enum { RENDER = 0x2000, COPY = 0x22000, COMPUTE = 0x1a000 }; // where their registers are

struct rig {
    struct client c;
    struct buffer batch, data;
    struct words w;
    uint32_t *out;
};

// With a context of one engine.
static bool rig_open(struct rig *r, const char *chip, uint16_t class)
{
    struct {
        struct i915_context_param_engines head;
        struct i915_engine_class_instance engine;
    } map = {.engine = {class, 0}};
    client_device = chip;
    bool ok = client_open(&r->c);
    client_device = "skl";
    if (!ok)
        return false;
    struct drm_i915_gem_context_param p = {.ctx_id = r->c.ctx,
                                           .param = I915_CONTEXT_PARAM_ENGINES,
                                           .size = sizeof(map.head) + sizeof(map.engine),
                                           .value = (uintptr_t)&map};
    kt_eq(client_ioctl(&r->c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
    // One that is banned by its first fault.
    p = (struct drm_i915_gem_context_param){.ctx_id = r->c.ctx, .param = I915_CONTEXT_PARAM_RECOVERABLE};
    kt_eq(client_ioctl(&r->c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
    client_device = chip;
    r->batch = buffer_create(&r->c, 65536, BATCH);
    r->data = buffer_create(&r->c, 65536, DATA);
    client_device = "skl";
    r->w = (struct words){r->batch.map, 0};
    r->out = r->data.map;
    return true;
}

static int rig_run(struct rig *r)
{
    emit(&r->w, MI_BATCH_BUFFER_END);
    int err = client_exec_on(&r->c, 0, &r->batch, &r->data);
    r->w.n = 0;
    return err ? err : client_wait(&r->c, &r->data, INT64_C(20000000000));
}

static void rig_close(struct rig *r)
{
    buffer_destroy(&r->c, &r->batch);
    buffer_destroy(&r->c, &r->data);
    client_close(&r->c);
}

static void rig_close_whole(struct rig *r)
{
    unsigned active, pending;
    client_reset_stats(&r->c, &active, &pending);
    kt_eq(active, 0);
    rig_close(r);
}

// What the batch is ended by has this in its report.
static void expect_refused(struct rig *r, const char *why)
{
    struct sim_fault fault = {0};
    unsigned active, pending;
    rig_run(r);
    kt_ok(sim_context_get_fault(r->c.file, r->c.ctx, &fault) && strstr(fault.text, why), "%s: \"%s\"", why,
          fault.text);
    client_reset_stats(&r->c, &active, &pending);
    kt_eq(active, 1);
    kt_eq(rig_run(r), -EIO); // banned
    rig_close(r);
}

// ---- which there are

KT_TEST(chips_have_them)
{
    static const struct {
        const char *chip;
        unsigned compute;
    } chips[] = {{"tgl", 0}, {"dg1", 0}, {"dg2", 1}, {"mtl", 1}, {"arl", 1}, {"arl-h", 1}};
    client_skip_on_node("of several chips");
    for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        struct client c;
        struct {
            struct drm_i915_query_engine_info info;
            struct drm_i915_engine_info list[16];
        } e = {0};
        struct drm_i915_query_item item = {
            .query_id = DRM_I915_QUERY_ENGINE_INFO, .length = sizeof(e), .data_ptr = (uintptr_t)&e};
        struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
        unsigned compute = 0;
        client_device = chips[i].chip;
        if (!client_open(&c))
            break;
        kt_eq(client_ioctl(&c, DRM_IOCTL_I915_QUERY, &q), 0);
        for (unsigned k = 0; k < e.info.num_engines && k < 16; k++)
            compute += e.list[k].engine.engine_class == I915_ENGINE_CLASS_COMPUTE;
        kt_eq(compute, chips[i].compute);
        client_close(&c);
    }
    client_device = "skl";
}

// ---- registers

enum { COUNTS_FROM_BLOCK = 1 << 19, REMAPS = 1 << 17 };

static void load_own(struct words *w, uint32_t offset, uint32_t v)
{
    emit(w, 0x22u << 23 | COUNTS_FROM_BLOCK | 1);
    emit(w, offset);
    emit(w, v);
}

static void store_own(struct words *w, uint32_t offset, uint64_t addr)
{
    emit(w, 0x24u << 23 | COUNTS_FROM_BLOCK | 2);
    emit(w, offset);
    emit_addr(w, addr);
}

static void add(struct words *w) // R2 = R0 + R1
{
    emit(w, 0x1au << 23 | 3);
    emit(w, 0x080u << 20 | 0x20 << 10 | 0);
    emit(w, 0x080u << 20 | 0x21 << 10 | 1);
    emit(w, 0x100u << 20);
    emit(w, 0x180u << 20 | 2 << 10 | 0x31);
}

// General purpose registers: by their offset, and by their number; the render engine's number is the render
// engine's.
static void run_arithmetic(struct rig *r, uint32_t base)
{
    load_own(&r->w, 0x600, 40);
    load_own(&r->w, 0x604, 1);
    load_reg_imm(&r->w, base + 0x608, 2);
    load_reg_imm(&r->w, base + 0x60c, 3);
    if (base != RENDER)
        load_reg_imm(&r->w, 0x2608, 77); // of another engine: dropped
    add(&r->w);
    store_own(&r->w, 0x610, DATA);
    store_reg_mem(&r->w, base + 0x614, DATA + 4, false);
    if (base != RENDER)
        store_reg_mem(&r->w, 0x2610, DATA + 8, false);
    kt_eq(rig_run(r), 0);
    kt_eq(r->out[0], 42);
    kt_eq(r->out[1], 4);
    kt_eq(r->out[2], 0);
}

KT_TEST(arithmetic)
{
    static const struct {
        const char *chip;
        uint16_t class;
        uint32_t base;
    } engines[] = {
        {"icl", I915_ENGINE_CLASS_COPY, COPY},       {"tgl", I915_ENGINE_CLASS_COPY, COPY},
        {"dg2", I915_ENGINE_CLASS_COPY, COPY},       {"dg2", I915_ENGINE_CLASS_RENDER, RENDER},
        {"dg2", I915_ENGINE_CLASS_COMPUTE, COMPUTE}, {"mtl", I915_ENGINE_CLASS_COMPUTE, COMPUTE},
    };
    for (unsigned i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
        struct rig r;
        if (!rig_open(&r, engines[i].chip, engines[i].class))
            continue;
        run_arithmetic(&r, engines[i].base);
        rig_close_whole(&r);
    }
}

// The render engine's number with Remap is this engine's own, of a load, a move and a store; which does not
// remap beyond the first 2 KiB.
KT_TEST(remapped_numbers)
{
    struct rig r;
    if (!rig_open(&r, "dg2", I915_ENGINE_CLASS_COMPUTE))
        return;
    r.out[64] = 0xcafe;
    emit(&r.w, 0x22u << 23 | REMAPS | 1); // MI_LOAD_REGISTER_IMM of CS_GPR0
    emit(&r.w, 0x2600);
    emit(&r.w, 111);
    store_own(&r.w, 0x600, DATA);
    emit(&r.w, 0x29u << 23 | REMAPS | 2); // MI_LOAD_REGISTER_MEM of CS_GPR1
    emit(&r.w, 0x2608);
    emit_addr(&r.w, DATA + 256);
    emit(&r.w, 0x2au << 23 | REMAPS | REMAPS >> 1 | 1); // MI_LOAD_REGISTER_REG to CS_GPR2
    emit(&r.w, 0x2608);
    emit(&r.w, 0x2610);
    emit(&r.w, 0x24u << 23 | REMAPS | 2); // MI_STORE_REGISTER_MEM
    emit(&r.w, 0x2610);
    emit_addr(&r.w, DATA + 4);
    kt_eq(rig_run(&r), 0);
    kt_eq(r.out[0], 111);
    kt_eq(r.out[1], 0xcafe);
    rig_close_whole(&r);
}

// What MI_PREDICATE compares and leaves, and what depends on it.
static void run_predicates(struct rig *r)
{
    for (unsigned i = 0; i < 2; i++) {
        load_own(&r->w, 0x400, 7); // SRC0
        load_own(&r->w, 0x404, 0);
        load_own(&r->w, 0x408, i ? 7 : 8); // SRC1
        load_own(&r->w, 0x40c, 0);
        emit(&r->w, 0x0cu << 23 | 2u << 6 | 0u << 3 | 2); // LOAD, SET, SRCS_EQUAL
        load_own(&r->w, 0x600, 100 + i);
        emit(&r->w, 0x24u << 23 | COUNTS_FROM_BLOCK | 1u << 21 | 2); // MI_STORE_REGISTER_MEM, predicated
        emit(&r->w, 0x600);
        emit_addr(&r->w, DATA + 4 * i);
    }
    store_own(&r->w, 0x418, DATA + 8); // RESULT
    load_own(&r->w, 0x3bc, 1);         // RESULT_2
    emit(&r->w, 0x01u << 23 | 2);      // MI_SET_PREDICATE: no-ops while it is set
    store_dword(&r->w, DATA + 12, 1);
    emit(&r->w, 0x01u << 23);
    store_dword(&r->w, DATA + 16, 1);
    load_own(&r->w, 0x41c, 1); // RESULT_1
    emit(&r->w, 0x31u << 23 | 1u << 15 | 1u << 8 | 1);
    emit_addr(&r->w, BATCH + 4096);
    store_dword(&r->w, DATA + 20, 1); // jumped over
    emit(&r->w, MI_BATCH_BUFFER_END);
    r->w.n = 4096 / 4;
    store_dword(&r->w, DATA + 24, 1);
    kt_eq(rig_run(r), 0);
    static const uint32_t expected[] = {0, 101, 1, 0, 1, 0, 1};
    for (unsigned i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        kt_eq(r->out[i], expected[i]);
}

KT_TEST(predicates)
{
    static const uint16_t classes[] = {I915_ENGINE_CLASS_RENDER, I915_ENGINE_CLASS_COMPUTE};
    for (unsigned i = 0; i < 2; i++) {
        struct rig r;
        if (!rig_open(&r, "dg2", classes[i]))
            break;
        run_predicates(&r);
        rig_close_whole(&r);
    }
}

// ---- what is not a compute engine's

static void pipe_control(struct words *w, uint32_t flags)
{
    emit(w, 0x7a000004);
    emit(w, flags);
    emit_addr(w, 0);
    emit_addr(w, 0);
}

KT_TEST(bits_of_3d)
{
    static const struct {
        unsigned bit;
        const char *what;
    } bits[] = {{0, "flushes the depth cache"},
                {1, "stalls at the pixel scoreboard"},
                {4, "invalidates the vertex cache"},
                {12, "flushes the render cache"},
                {13, "stalls for depth"},
                {17, "synchronizes pixel shaders' dispatch"},
                {19, "resets the global snapshot"},
                {28, "flushes the tile cache"}};
    client_skip_on_node("asks for reports");
    setenv("KILN_SIM_RULES", "all", 1);
    for (unsigned i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
        for (unsigned compute = 0; compute < 2; compute++) {
            struct rig r;
            char what[96];
            if (!rig_open(&r, "dg2", compute ? I915_ENGINE_CLASS_COMPUTE : I915_ENGINE_CLASS_RENDER))
                return;
            pipe_control(&r.w, 1u << 20 | 1u << bits[i].bit);
            snprintf(what, sizeof(what), "rule compute-engine-bits: PIPE_CONTROL %s", bits[i].what);
            if (compute) {
                expect_refused(&r, what);
                continue;
            }
            kt_eq(rig_run(&r), 0);
            rig_close_whole(&r);
        }
    }
    unsetenv("KILN_SIM_RULES");
}

KT_TEST(commands_of_3d)
{
    static const struct {
        uint32_t command, more; // dwords
        const char *why;
    } commands[] = {{0x7b000005, 6, "3DPRIMITIVE on a compute engine"},
                    {0x78080003, 4, "3DSTATE_VERTEX_BUFFERS on a compute engine"},
                    {0x7822u << 16 | 7, 8, "3DSTATE_CPS on a compute engine"},
                    {0x69040300, 0, "PIPELINE_SELECT of another pipeline than GPGPU, on a compute engine"}};
    client_skip_on_node("asks for reports");
    for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        struct rig r;
        if (!rig_open(&r, "dg2", I915_ENGINE_CLASS_COMPUTE))
            return;
        emit(&r.w, commands[i].command);
        for (unsigned k = 0; k < commands[i].more; k++)
            emit(&r.w, 0);
        expect_refused(&r, commands[i].why);
    }
}

// A page fault on one engine is no other's: a context of the render engine goes on.
KT_TEST(faults_are_an_engines_own)
{
    struct rig r;
    setenv("KILN_SIM_SCRATCH_PAGE", "0", 1);
    if (rig_open(&r, "dg2", I915_ENGINE_CLASS_COMPUTE)) {
        struct client other = r.c;
        struct drm_i915_gem_context_create ctx = {0};
        kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx), 0);
        other.ctx = ctx.ctx_id;
        store_dword(&r.w, DATA + 0x1000000, 7);
        rig_run(&r);
        kt_eq(rig_run(&r), -EIO);
        store_dword(&r.w, DATA + 4, 55);
        emit(&r.w, MI_BATCH_BUFFER_END);
        kt_eq(client_exec(&other, &r.batch, &r.data), 0);
        kt_eq(client_wait(&other, &r.data, INT64_C(20000000000)), 0);
        kt_eq(r.out[1], 55);
        rig_close(&r);
    }
    unsetenv("KILN_SIM_SCRATCH_PAGE");
}

KT_MAIN()

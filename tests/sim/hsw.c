// The simulated i915 on Haswell: contexts share one address space of 2 GiB, relocations write a dword,
// nothing is scheduled, and the command parser decides what a batch may write (i915 6.1: i915_pci.c,
// i915_gem_execbuffer.c, i915_cmd_parser.c).
#include "client.h"
#include "cmd/gen_pack.h"
#include "hw/devinfo.h"
#include "hw/target.h"
#include "kiln/isa.h"
#include "sim/kernel/i915/parser.h"
#include "sim/thread/fault.h"

static struct client cl;
static struct buffer buf, data;

static void with_client(void (*run)(void))
{
    client_device = "hsw";
    if (!client_open(&cl))
        return;
    // Above what the kernel keeps in the shared space (kernel/gem/vm.c).
    buf = buffer_create(&cl, 8192, 0x4010000);
    data = buffer_create(&cl, 4096, 0x4020000);
    run();
    buffer_destroy(&cl, &buf);
    buffer_destroy(&cl, &data);
    client_close(&cl);
}

static int param(int which)
{
    int value = -1000;
    struct drm_i915_getparam g = {which, &value};
    int err = client_ioctl(&cl, DRM_IOCTL_I915_GETPARAM, &g);
    return err ? err : value;
}

static void run_params(void)
{
    kt_eq(param(I915_PARAM_HAS_ALIASING_PPGTT), 1);
    kt_eq(param(I915_PARAM_CMD_PARSER_VERSION), 10);
    kt_eq(param(I915_PARAM_HAS_SCHEDULER), 0);
    if (!client_node()) // Gen7.5's observation unit is not simulated
        kt_eq(param(I915_PARAM_PERF_REVISION), -EINVAL);
    kt_eq(param(I915_PARAM_HAS_SEMAPHORES), 0);
    kt_eq(param(I915_PARAM_HAS_CONTEXT_ISOLATION), 1);
    kt_eq(param(I915_PARAM_EU_TOTAL), 20);
    struct drm_i915_gem_context_param p = {.param = I915_CONTEXT_PARAM_GTT_SIZE};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &p), 0);
    kt_eq(p.value, UINT64_C(1) << 31);
    struct drm_i915_gem_get_aperture a = {0};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_GET_APERTURE, &a), 0);
    kt_eq(a.aper_size, UINT64_C(1) << 31);
    struct drm_i915_gem_vm_control vm = {0};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_VM_CREATE, &vm), -ENODEV);
    p = (struct drm_i915_gem_context_param){.param = I915_CONTEXT_PARAM_VM};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &p), -ENODEV);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), -EINVAL); // which is in use
    struct drm_i915_gem_context_create unused = {0};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &unused), 0);
    p.ctx_id = unused.ctx_id;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), -ENODEV);
    p = (struct drm_i915_gem_context_param){.param = I915_CONTEXT_PARAM_PRIORITY};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), -ENODEV);
    p = (struct drm_i915_gem_context_param){.param = I915_CONTEXT_PARAM_PERSISTENCE};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), -ENODEV);
}
KT_TEST(params)
{
    with_client(run_params);
}

static int execute(struct drm_i915_gem_exec_object2 *objects, unsigned count, uint32_t context,
                   uint32_t bytes)
{
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)objects,
                                          .buffer_count = count,
                                          .batch_len = bytes,
                                          .flags = I915_EXEC_RENDER,
                                          .rsvd1 = context};
    int err = client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
    return err ? err : client_wait(&cl, &buf, INT64_C(10000000000));
}

// Tiles of memory with two channels: what the kernel says of them, and where a copy by the blitter puts them.
static uint32_t swizzle_of(uint32_t tiling, uint32_t stride)
{
    struct drm_i915_gem_set_tiling set = {.handle = data.handle, .tiling_mode = tiling, .stride = stride};
    struct drm_i915_gem_get_tiling get = {.handle = data.handle};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_SET_TILING, &set), 0);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_GET_TILING, &get), 0);
    kt_eq(get.swizzle_mode, set.swizzle_mode);
    return get.swizzle_mode;
}

// A tile of X, whose rows lie one after the other.
static unsigned misplaced_words(bool swizzles)
{
    const uint32_t batch[] = {2u << 29 | 0x53u << 22 | 3u << 20 | 1u << 11 | 6,
                              0xccu << 16 | 3u << 24 | 128,
                              0,
                              8u << 16 | 128,
                              0,
                              0,
                              512,
                              0,
                              MI_BATCH_BUFFER_END,
                              0};
    uint32_t *w = buf.map, *out = data.map;
    struct drm_i915_gem_relocation_entry r[2] = {{.target_handle = data.handle,
                                                  .offset = 16,
                                                  .presumed_offset = UINT64_MAX,
                                                  .read_domains = I915_GEM_DOMAIN_RENDER,
                                                  .write_domain = I915_GEM_DOMAIN_RENDER},
                                                 {.target_handle = buf.handle,
                                                  .delta = 4096,
                                                  .offset = 28,
                                                  .presumed_offset = UINT64_MAX,
                                                  .read_domains = I915_GEM_DOMAIN_RENDER}};
    struct drm_i915_gem_exec_object2 o[2] = {
        {.handle = data.handle}, {.handle = buf.handle, .relocs_ptr = (uintptr_t)r, .relocation_count = 2}};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 2,
                                          .batch_len = sizeof(batch),
                                          .flags = I915_EXEC_BLT,
                                          .rsvd1 = cl.ctx};
    unsigned wrong = 0;
    memcpy(w, batch, sizeof(batch));
    for (uint32_t i = 0; i < 1024; i++)
        w[1024 + i] = 0x10000 + i;
    memset(out, 0, 4096);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    kt_eq(client_wait(&cl, &buf, INT64_C(10000000000)), 0);
    for (uint32_t i = 0; i < 1024; i++) {
        const uint32_t at = swizzles && (i >> 7 & 1) != (i >> 8 & 1) ? i ^ 16 : i;
        wrong += out[at] != 0x10000 + i;
    }
    return wrong;
}

static void run_swizzles(void)
{
    kt_eq(swizzle_of(I915_TILING_NONE, 0), I915_BIT_6_SWIZZLE_NONE);
    kt_eq(swizzle_of(I915_TILING_Y, 128), I915_BIT_6_SWIZZLE_9);
    kt_eq(swizzle_of(I915_TILING_X, 512), I915_BIT_6_SWIZZLE_9_10);
    kt_eq(misplaced_words(true), 0);
}

static void run_does_not_swizzle(void)
{
    kt_eq(swizzle_of(I915_TILING_Y, 128), I915_BIT_6_SWIZZLE_NONE);
    kt_eq(swizzle_of(I915_TILING_X, 512), I915_BIT_6_SWIZZLE_NONE);
    kt_eq(misplaced_words(false), 0);
}

KT_TEST(tiles_are_swizzled)
{
    with_client(run_swizzles);
    if (client_node())
        return;
    setenv("KILN_SIM_SWIZZLE", "0", 1);
    with_client(run_does_not_swizzle);
    unsetenv("KILN_SIM_SWIZZLE");
}

// A relocation of four bytes, which may be the last ones of the buffer; and both contexts see one address.
static void run_one_space(void)
{
    uint32_t *w = buf.map, *out = data.map;
    const uint32_t batch[] = {0x20u << 23 | 2, 0, 0, 4711, 0x0a << 23, 0};
    struct drm_i915_gem_relocation_entry r = {.target_handle = data.handle,
                                              .delta = 8,
                                              .offset = 8,
                                              .presumed_offset = UINT64_MAX,
                                              .read_domains = I915_GEM_DOMAIN_RENDER,
                                              .write_domain = I915_GEM_DOMAIN_RENDER};
    struct drm_i915_gem_exec_object2 o[2] = {
        {.handle = data.handle}, {.handle = buf.handle, .relocs_ptr = (uintptr_t)&r, .relocation_count = 1}};
    memcpy(w, batch, sizeof(batch));
    kt_eq(execute(o, 2, cl.ctx, sizeof(batch)), 0);
    kt_eq(out[2], 4711);
    kt_ok(w[3] == 4711, "the dword after the relocation: 0x%x", w[3]);
    kt_eq(w[2], o[0].offset + 8);
    kt_true(o[0].offset < UINT64_C(1) << 31 && r.presumed_offset == o[0].offset);
    r.offset = buf.size - 4;
    r.presumed_offset = UINT64_MAX;
    kt_eq(execute(o, 2, cl.ctx, sizeof(batch)), 0);
    kt_eq(w[buf.size / 4 - 1], o[0].offset + 8);
    struct drm_i915_gem_context_create other = {0};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &other), 0);
    const uint64_t before = o[0].offset;
    w[3] = 4712;
    o[0].offset = 0;
    kt_eq(execute(o, 2, other.ctx_id, sizeof(batch)), 0);
    kt_eq(o[0].offset, before);
    kt_eq(out[2], 4712);
    o[0].flags = EXEC_OBJECT_PINNED;
    o[0].offset = UINT64_C(1) << 31; // beyond
    kt_eq(execute(o, 2, cl.ctx, sizeof(batch)), -EINVAL);
}
KT_TEST(one_space)
{
    with_client(run_one_space);
}

// Loads CS_GPR0, and stores it: the hardware drops the load, but of a batch that the parser trusts.
static uint32_t loads(uint32_t value, uint32_t length, uint32_t also)
{
    uint32_t *w = buf.map, *out = data.map;
    const uint32_t batch[] = {0x22u << 23 | 1, 0x2600, value,     0x22u << 23 | 1, also, 0,
                              0x24u << 23 | 1, 0x2600, 0x4020000, 0x0a << 23};
    struct drm_i915_gem_exec_object2 o[2] = {
        {.handle = data.handle, .offset = 0x4020000, .flags = EXEC_OBJECT_PINNED},
        {.handle = buf.handle, .offset = 0x4010000, .flags = EXEC_OBJECT_PINNED}};
    memcpy(w, batch, sizeof(batch));
    out[0] = 1;
    kt_eq(execute(o, 2, cl.ctx, length), 0);
    return out[0];
}

static void run_trust(void)
{
    kt_ok(loads(77, 40, 0x2608) == 77, "a trusted batch");
    // INSTPM is not on the parser's list. What the register held stays.
    kt_ok(loads(78, 40, 0x20c0) == 77, "a batch with a register that is not harmless");
    kt_ok(loads(79, 0, 0x2608) == 77, "a batch of unknown length");
    kt_ok(loads(80, 40, 0x2610) == 80, "another trusted one");
}
KT_TEST(trust)
{
    with_client(run_trust);
}

static int parse(const uint32_t *dw, unsigned count, bool *trusted)
{
    return sim_i915_parse(kiln_devinfo_simulated("hsw"), dw, count, trusted);
}
#define PARSE(trusted, ...)                                                                                  \
    parse((const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4, trusted)

KT_TEST(parser)
{
    enum { END = 0x0a << 23 };
    bool t;
    kt_true(PARSE(&t, 0, END) == 0 && t);
    kt_true(PARSE(&t, 0) == -EINVAL && !t);                                    // does not end
    kt_true(PARSE(&t, 0x22u << 23 | 3, 0x2600) == -EINVAL);                    // longer than the batch
    kt_true(PARSE(&t, 2u << 29, END) == -EINVAL);                              // the blitter's
    kt_true(PARSE(&t, 0x22u << 23 | 3, 0x2600, 1, 0xb020, 2, END) == 0 && t);  // two registers
    kt_true(PARSE(&t, 0x22u << 23 | 3, 0x2600, 1, 0x7000, 2, END) == 0 && !t); // CACHE_MODE_0
    kt_true(PARSE(&t, 0x22u << 23 | 1, 0xb038, 1u << 27, END) == 0 && t);      // the bit that may be set
    kt_true(PARSE(&t, 0x22u << 23 | 1, 0xb038, 1u << 26, END) == 0 && !t);
    kt_true(PARSE(&t, 0x29u << 23 | 1, 0xb038, 0x1000, END) == 0 &&
            !t); // of which no load says what it writes
    kt_true(PARSE(&t, 0x29u << 23 | 1, 0x2600, 0x1000, END) == 0 && t);
    kt_true(PARSE(&t, 0x29u << 23 | 1 << 22 | 1, 0x2600, 0x1000, END) == 0 && !t); // from the global table
    kt_true(PARSE(&t, 0x2au << 23 | 1, 0x2600, 0x2608, END) == 0 && t);
    kt_true(PARSE(&t, 0x2au << 23 | 1, 0x2600, 0x7000, END) == 0 && !t);
    kt_true(PARSE(&t, 0x20u << 23 | 1 << 22 | 2, 0, 0x1000, 1, END) == 0 && !t);
    kt_true(PARSE(&t, 0x31u << 23 | 1, 0x1000, END) == 0 && !t);          // a jump
    kt_true(PARSE(&t, 0x18u << 23, 0, END) == 0 && !t);                   // MI_SET_CONTEXT
    kt_true(PARSE(&t, 0x7a000003, 1 << 14, 0x1000, 0, 0, END) == 0 && t); // PIPE_CONTROL writes a qword
    kt_true(PARSE(&t, 0x7a000003, 1 << 14 | 1 << 24, 0x1000, 0, 0, END) == 0 && !t); // to the global table
    kt_true(PARSE(&t, 0x7a000003, 1 << 23, 0x2600, 0, 0, END) == 0 && !t);           // to a register
    kt_true(PARSE(&t, 0x7a000003, 1 << 8, 0, 0, 0, END) == 0 && !t);                 // with an interrupt
    kt_true(PARSE(&t, 0x69040002, END) == 0 && t); // PIPELINE_SELECT has no length
    // GPGPU_WALKER, predicated, with dimensions from registers: flags above a length of eight bits.
    kt_true(PARSE(&t, 0x71050009 | 1 << 8 | 1 << 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, END) == 0 && t);
}

// What Gen8 brought is no command.
static void run_unknown(void)
{
    uint32_t *w = buf.map;
    struct drm_i915_gem_exec_object2 o = {
        .handle = buf.handle, .offset = 0x4010000, .flags = EXEC_OBJECT_PINNED};
    const uint32_t batch[] = {0x2eu << 23 | 3, 0x4010000, 0, 0x4010000, 0, 0x0a << 23}; // MI_COPY_MEM_MEM
    unsigned active, pending;
    memcpy(w, batch, sizeof(batch));
    execute(&o, 1, cl.ctx, 0);
    client_reset_stats(&cl, &active, &pending);
    kt_eq(active, 1);
}
KT_TEST(unknown)
{
    with_client(run_unknown);
}

// ---- walkers, and the rules that are Haswell's own

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null:uw r127 0x27 0x02000010 {EOT}\n"
#define READ_SHARED "(W) mov (8|M0) r10.0<1>:ud 0:ud\nsend (8|M0) r11:uw r10 0xC 0x02106EFE\n"

struct walk {
    const char *kernel;
    uint32_t groups, l3, scratch1, row; // groups in x; registers, 0: not written
    bool uncounted, barrier;            // the descriptor counts no threads; it has a barrier
};

static void load(uint32_t **dw, uint32_t number, uint32_t value)
{
    const struct gen_MI_LOAD_REGISTER_IMM c = {.register_offset = number, .data_dword = value};
    gen_MI_LOAD_REGISTER_IMM_pack(*dw, &c);
    if (value)
        *dw += gen_MI_LOAD_REGISTER_IMM_LENGTH;
}

static void control(uint32_t **dw, bool invalidates)
{
    const struct gen_PIPE_CONTROL_GEN75 c = {.command_streamer_stall_enable = !invalidates,
                                             .dc_flush_enable = !invalidates,
                                             .render_target_cache_flush_enable = !invalidates,
                                             .depth_cache_flush_enable = !invalidates,
                                             .state_cache_invalidation_enable = invalidates,
                                             .constant_cache_invalidation_enable = invalidates,
                                             .texture_cache_invalidation_enable = invalidates,
                                             .instruction_cache_invalidate_enable = invalidates};
    gen_PIPE_CONTROL_GEN75_pack(*dw, &c);
    *dw += gen_PIPE_CONTROL_GEN75_LENGTH;
}

// The batch, of whose length the return value is; kernel and descriptor are in `data`.
static uint32_t make_walk(const struct walk *w)
{
    enum { KERNEL = 256 };
    uint32_t *dw = buf.map;
    uint8_t *code;
    size_t size;
    struct eu_error err;
    if (!kt_ok(eu_assemble(kiln_target("hsw"), w->kernel, &code, &size, &err), "%s", err.text))
        return 0;
    memcpy((uint8_t *)data.map + KERNEL, code, size);
    free(code);
    const struct gen_INTERFACE_DESCRIPTOR_DATA_GEN75 idd = {
        .kernel_start_pointer = (uint32_t)data.addr + KERNEL,
        .number_of_threads_in_gpgpu_thread_group = !w->uncounted,
        .barrier_enable = w->barrier,
        .shared_local_memory_size = 1};
    gen_INTERFACE_DESCRIPTOR_DATA_GEN75_pack(data.map, &idd);
    control(&dw, false);
    control(&dw, true);
    const struct gen_PIPELINE_SELECT_GEN75 select = {.pipeline_selection = GEN_PIPELINE_GPGPU};
    gen_PIPELINE_SELECT_GEN75_pack(dw++, &select);
    control(&dw, false);
    load(&dw, GEN_REG_L3CNTLREG2, w->l3);
    load(&dw, GEN_REG_L3SCRATCH1, w->scratch1);
    load(&dw, GEN_REG_ROW_CHICKEN3, w->row);
    const struct gen_MEDIA_VFE_STATE_GEN75 vfe = {.gpgpu_mode = true, .maximum_number_of_threads = 139};
    gen_MEDIA_VFE_STATE_GEN75_pack(dw, &vfe);
    dw += gen_MEDIA_VFE_STATE_GEN75_LENGTH;
    const struct gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD d = {.interface_descriptor_total_length = 32,
                                                          .interface_descriptor_data_start_address =
                                                              (uint32_t)data.addr};
    gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD_pack(dw, &d);
    dw += gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD_LENGTH;
    const struct gen_GPGPU_WALKER_GEN75 walker = {.thread_group_id_x_dimension = w->groups,
                                                  .thread_group_id_y_dimension = 1,
                                                  .thread_group_id_z_dimension = 1,
                                                  .right_execution_mask = 0xff,
                                                  .bottom_execution_mask = 0xff};
    gen_GPGPU_WALKER_GEN75_pack(dw, &walker);
    dw += gen_GPGPU_WALKER_GEN75_LENGTH;
    *dw++ = 0x0a << 23;
    *dw++ = 0;
    return (uint32_t)((uint8_t *)dw - (uint8_t *)buf.map) / 8 * 8;
}

// The same for a thread of the media pipeline, with two dwords of its own.
static uint32_t make_object(const struct walk *w)
{
    uint32_t *dw = (uint32_t *)buf.map + make_walk(w) / 4;
    while (dw[-1] != 0x0a << 23) // in place of the end, and of the walker before it
        dw--;
    dw -= 1 + gen_GPGPU_WALKER_GEN75_LENGTH;
    control(&dw, false);
    const struct gen_PIPELINE_SELECT_GEN75 select = {.pipeline_selection = GEN_PIPELINE_MEDIA};
    gen_PIPELINE_SELECT_GEN75_pack(dw++, &select);
    const struct gen_MEDIA_OBJECT object = {0};
    gen_MEDIA_OBJECT_pack(dw, &object);
    dw[0] += 2;
    dw += gen_MEDIA_OBJECT_LENGTH;
    *dw++ = 0x1234;
    *dw++ = 0x5678;
    *dw++ = 0x0a << 23;
    *dw++ = 0;
    return (uint32_t)((uint8_t *)dw - (uint8_t *)buf.map + 7) / 8 * 8;
}

static uint32_t (*make)(const struct walk *w) = make_walk;
static const struct walk *now;
static const char *expected;

static void run_walk(void)
{
    struct drm_i915_gem_exec_object2 o[2] = {
        {.handle = data.handle, .offset = 0x4020000, .flags = EXEC_OBJECT_PINNED},
        {.handle = buf.handle, .offset = 0x4010000, .flags = EXEC_OBJECT_PINNED}};
    struct sim_fault fault = {0};
    uint32_t length = make(now);
    kt_eq(execute(o, 2, cl.ctx, length), 0);
    bool there = sim_context_get_fault(cl.file, cl.ctx, &fault);
    kt_ok(expected ? there && strstr(fault.text, expected) : !there, "%s: \"%s\"",
          expected ? expected : "no fault", fault.text);
}

static void walks(const struct walk *w, const char *rule)
{
    now = w;
    expected = rule;
    with_client(run_walk);
}

KT_TEST(walkers)
{
    client_skip_on_node("asks the simulated machine for its faults");
    enum { SHARED = 1, DATA = 4 << 21, ATOMICS = 1 << 22, NO_ATOMICS = 1 << 27 };
    const char *moves = "(W) mov (1|M0) sr0.2<1>:uw r0.1<0;1,0>:uw\n" READ_SHARED EOT;
    walks(&(struct walk){.kernel = EOT, .groups = 3, .l3 = SHARED | DATA}, NULL);
    walks(&(struct walk){.kernel = EOT, .groups = 3, .l3 = DATA}, "rule slm-in-l3");
    walks(&(struct walk){.kernel = EOT, .groups = 0, .l3 = SHARED | DATA}, "rule walker-groups");
    // A descriptor need not count threads for which no barrier waits.
    walks(&(struct walk){.kernel = EOT, .groups = 3, .l3 = SHARED | DATA, .uncounted = true}, NULL);
    walks(&(struct walk){.kernel = EOT, .groups = 3, .l3 = SHARED | DATA, .uncounted = true, .barrier = true},
          "of 1 threads a group");
    // The kernel has L3 do no atomics. With them, the data cache needs ways.
    walks(&(struct walk){.kernel = EOT, .groups = 1, .l3 = SHARED}, NULL);
    walks(&(struct walk){.kernel = EOT, .groups = 1, .l3 = SHARED, .row = ATOMICS}, "rule l3-atomics");
    walks(&(struct walk){.kernel = EOT, .groups = 1, .l3 = SHARED | DATA, .row = ATOMICS}, NULL);
    // Shared memory is reached by who names it.
    walks(&(struct walk){.kernel = moves, .groups = 3, .l3 = SHARED | DATA}, NULL);
    walks(&(struct walk){.kernel = READ_SHARED EOT, .groups = 3, .l3 = SHARED | DATA}, "rule slm-index");
}

// Inline data is what the thread has after its header.
KT_TEST(media_objects)
{
    client_skip_on_node("asks the simulated machine for its faults");
    enum { SHARED = 1, DATA = 4 << 21 };
#define IS(place, value)                                                                                     \
    "(W) cmp (8|M0) (ne)f0.0 null.0<1>:ud r1." place "<0;1,0>:ud " value ":ud {Switch}\n"                    \
    "(W&f0.0) jmpi (1|M0) bad\n"
#define BAD "bad:\n(W) send (8|M0) null:uw r0 0x8 0x02000000\n" EOT
    make = make_object;
    walks(&(struct walk){.kernel = IS("0", "0x1234") IS("1", "0x5678") IS("2", "0") EOT BAD,
                         .groups = 1,
                         .l3 = SHARED | DATA},
          NULL);
    walks(&(struct walk){.kernel = IS("0", "0x1235") EOT BAD, .groups = 1, .l3 = SHARED | DATA},
          "not simulated");
    make = make_walk;
#undef IS
#undef BAD
}

KT_MAIN()

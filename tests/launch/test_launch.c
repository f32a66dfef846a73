// src/launch without Vulkan: limits from the kernel's, streams as dwords, and a job that the simulated device
// runs.
#include "cmd/gen_table.h"
#include "hw/target.h"
#include "kiln/isa.h"
#include "kt.h"
#include "launch/stream/class.h"
#include "launch/stream/dispatch.h"
#include "launch/stream/write.h"
#include "launch/queue/queue.h"

static void *allocate(void *user, void *old, size_t size)
{
    return realloc(old, size);
}

static void release(void *user, void *block)
{
    free(block);
}

static const struct launch_allocator host = {.allocate = allocate, .release = release};

static void lost(void *user, const char *file, int line, const char *what)
{
    kt_ok(false, "lost: %s", what);
}

static struct launch_limits limits_of(struct ws_limits kernel)
{
    const struct ws_device_info info = {.limits = kernel, .devinfo = kiln_devinfo_from_name("skl")};
    struct launch_device device = {.info = &info, .alloc = host};
    launch_device_init(&device);
    struct launch_limits limits = device.limits;
    launch_device_finish(&device);
    return limits;
}

KT_TEST(limits_follow_the_kernels)
{
    const uint64_t second = UINT64_C(1000000000);
    struct launch_limits l =
        limits_of((struct ws_limits){.request_ns = 20 * second, .preempt_ns = second * 16 / 25});
    kt_eq(l.group_ns, second * 16 / 25);
    kt_eq(l.segment_ns, second * 32 / 5);
    kt_eq(l.queued_ns, 18 * second);
    // An impatient kernel: no segment may take what all requests together may.
    l = limits_of((struct ws_limits){.request_ns = 3 * second, .preempt_ns = second});
    kt_eq(l.segment_ns, second);
    kt_true(l.queued_ns < 3 * second && l.segment_ns < l.queued_ns);
    // One whose patience begins with each: any number may be queued.
    l = limits_of((struct ws_limits){.request_ns = 5 * second, .since_start = true, .preempt_ns = second});
    kt_true(l.segment_ns < 2 * second && l.queued_ns > 20 * second);
    // None at all.
    l = limits_of((struct ws_limits){0});
    kt_true(l.group_ns >= 3600 * second && l.segment_ns >= l.group_ns && l.queued_ns >= l.segment_ns);
}

KT_TEST(classes_of_chips)
{
    unsigned media = 0, compute = 0;
    for (unsigned i = 0; kiln_devinfo_get(i); i++) {
        const struct kiln_devinfo *chip = kiln_devinfo_get(i);
        const struct launch_class *class = launch_class_of(chip);
        if (!kiln_target_is_compiled(kiln_target_of(chip))) // its instructions are all that is known
            continue;
        media += class == &launch_class_media;
        compute += class == &launch_class_compute;
        kt_ok(class, "%s has no class", chip->name);
        kt_ok((class == &launch_class_compute) == (kiln_target_of(chip)->isa >= KILN_ISA_GEN125),
              "%s has a wrong class", chip->name);
    }
    kt_true(media > 0 && compute > 0);
}

// ---- on the simulated device

struct machine {
    struct ws_device_info infos[WS_MAX_DEVICES];
    struct launch_device device;
    struct ws_context *context;
    struct launch_queue queue;
    struct launch_stream stream;
};

#define KERNELS UINT64_C(0xc0000000)

static bool machine_init(struct machine *m)
{
    unsigned count;
    memset(m, 0, sizeof(*m));
    if (!kt_eq(ws_enumerate(m->infos, &count), 0) || !kt_true(count > 0))
        return false;
    m->device = (struct launch_device){.info = &m->infos[0],
                                       .class = launch_class_of(m->infos[0].devinfo),
                                       .rules = kiln_rules_of(m->infos[0].devinfo, m->infos[0].pci_revision),
                                       .alloc = host,
                                       .lost = lost};
    if (!kt_eq(ws_device_open(&m->infos[0], &m->device.ws), 0))
        return false;
    kt_eq(ws_context_create(m->device.ws, WS_PRIORITY_MEDIUM, &m->context), 0);
    launch_device_init(&m->device);
    kt_eq(launch_device_marks(&m->device), LAUNCH_OK);
    kt_eq(launch_queue_init(&m->queue, &m->device, m->context), LAUNCH_OK);
    launch_stream_init(&m->stream, &m->device, &host);
    return true;
}

static void machine_finish(struct machine *m)
{
    launch_stream_finish(&m->stream);
    launch_queue_finish(&m->queue);
    launch_device_finish(&m->device);
    ws_context_destroy(m->context);
    ws_device_close(m->device.ws);
}

// The command `id` of the stream's first segment; NULL: it has none.
static const uint32_t *find(const struct launch_stream *s, enum gen_cmd_id id)
{
    if (!kt_true(s->segment_count > 0) || !kt_eq(s->segments[0].first.block, s->segments[0].last.block))
        return NULL;
    const struct launch_bo *bo = s->blocks[s->segments[0].first.block].bo;
    const uint32_t *dw = (const uint32_t *)bo->map + s->segments[0].first.byte / 4,
                   *end = (const uint32_t *)bo->map + s->segments[0].last.byte / 4;
    while (dw < end) {
        const struct gen_desc *d;
        uint32_t length;
        if (!kt_eq(gen_find_command(dw, (size_t)(end - dw), &d, &length), GEN_FOUND))
            return NULL;
        if (d->id == id)
            return dw;
        dw += length;
    }
    return NULL;
}

static const struct launch_kernel_info info = {.address = KERNELS + 4096,
                                               .simd = 16,
                                               .invocations = 40,
                                               .threads = 3,
                                               .cross_regs = 1,
                                               .per_thread_regs = 1,
                                               .instructions = 10,
                                               .table_count = 1};

// The walkers of the stream's first segment: whether their threads have large register files; and how often
// that is said, each time after a stall. 0: it is said without one.
static unsigned count_modes(const struct launch_stream *s, unsigned *walkers, bool large[8])
{
    const struct launch_bo *bo = s->blocks[s->segments[0].first.block].bo;
    const uint32_t *dw = (const uint32_t *)bo->map + s->segments[0].first.byte / 4,
                   *end = (const uint32_t *)bo->map + s->segments[0].last.byte / 4;
    unsigned modes = 0;
    bool stalled = false, now = false;
    for (*walkers = 0; dw < end;) {
        const struct gen_desc *d;
        struct gen_STATE_COMPUTE_MODE mode;
        uint32_t length;
        if (!kt_eq(gen_find_command(dw, (size_t)(end - dw), &d, &length), GEN_FOUND))
            return 0;
        if (d->id == GEN_CMD_PIPE_CONTROL)
            stalled |= gen_named_get(d, "command_streamer_stall_enable", dw, length);
        if (d->id == GEN_CMD_STATE_COMPUTE_MODE) {
            gen_STATE_COMPUTE_MODE_unpack(dw, &mode);
            if (!stalled || !mode.large_grf_mode_mask)
                return 0;
            now = mode.large_grf_mode;
            modes++;
        }
        if (d->id == GEN_CMD_COMPUTE_WALKER) {
            large[(*walkers)++ % 8] = now;
            stalled = false;
        }
        dw += length;
    }
    return modes;
}

// The mode is switched where the next kernel wants another one, and nowhere else.
KT_TEST(registers_of_threads)
{
    static const bool wants[] = {false, true, true, false, false};
    struct machine m;
    struct launch_kernel k[2] = {};
    struct launch_kernel_info of = info;
    unsigned walkers;
    bool large[8];
    if (!machine_init(&m))
        return;
    const struct kiln_devinfo *dg2 = kiln_target("dg2")->dev;
    m.infos[0].devinfo = dg2;
    m.device.class = launch_class_of(dg2);
    m.device.rules = kiln_rules_of(dg2, 0);
    of.scratch_bytes = 0;
    for (unsigned i = 0; i < 2; i++) {
        of.large_registers = i;
        kt_eq(launch_kernel_init(&m.device, &k[i], &of), LAUNCH_OK);
    }
    // Half as many threads take as long in twice the time.
    kt_eq(k[0].slice_groups, 2 * k[1].slice_groups);
    for (unsigned i = 0; i < sizeof(wants); i++) {
        launch_prepare(&m.stream, &k[wants[i]], 0);
        launch_descriptor(&m.stream, &k[wants[i]], NULL, 0);
        launch_walk(&m.stream, &k[wants[i]], 1, 1, 1);
    }
    kt_eq(launch_stream_end(&m.stream), LAUNCH_OK);
    kt_eq(count_modes(&m.stream, &walkers, large), 3);
    kt_eq(walkers, sizeof(wants));
    for (unsigned i = 0; i < walkers; i++)
        kt_ok(large[i] == wants[i], "walker %u", i);
    for (unsigned i = 0; i < 2; i++)
        launch_kernel_finish(&m.device, &k[i]);
    machine_finish(&m);
}

// A compute engine's own registers are counted from its block, wherever that is.
KT_TEST(registers_of_a_compute_engine)
{
    for (unsigned compute = 0; compute < 2; compute++) {
        struct machine m;
        struct gen_MI_STORE_REGISTER_MEM_GEN11 store;
        if (!machine_init(&m))
            return;
        m.infos[0].devinfo = kiln_target("dg2")->dev;
        m.device.compute_engine = compute;
        launch_store_time(&m.stream, 4096);
        kt_eq(launch_stream_end(&m.stream), LAUNCH_OK);
        const uint32_t *dw = find(&m.stream, GEN_CMD_MI_STORE_REGISTER_MEM);
        if (kt_true(dw != NULL)) {
            gen_MI_STORE_REGISTER_MEM_GEN11_unpack(dw, &store);
            kt_eq(store.add_cs_mmio_start_offset, compute);
            kt_eq(store.register_address, compute ? 0x358u : GEN_REG_TIMESTAMP);
        }
        machine_finish(&m);
    }
}

KT_TEST(a_walk)
{
    struct machine m;
    struct launch_kernel k = {0};
    if (!machine_init(&m))
        return;
    kt_eq(launch_kernel_init(&m.device, &k, &info), LAUNCH_OK);
    uint64_t constants;
    struct launch_table t;
    launch_prepare(&m.stream, &k, 0);
    uint8_t *data = launch_constants(&m.stream, &k, 0, &constants);
    kt_true(data && ((uint32_t *)data)[8] == 0 && ((uint32_t *)data)[16] == 1 && ((uint32_t *)data)[24] == 2);
    launch_constants_use(&m.stream, &k, constants);
    launch_table_begin(&m.stream, &k, &t);
    launch_table_put(&t, 0, t.base + 64);
    kt_eq(t.entries[0], 64u);
    launch_descriptor(&m.stream, &k, &t, 0);
    launch_walk_from(&m.stream, &k, (const uint32_t[3]){1, 2, 3}, (const uint32_t[3]){4, 5, 6});
    kt_eq(launch_stream_end(&m.stream), LAUNCH_OK);
    const uint32_t *dw = find(&m.stream, GEN_CMD_GPGPU_WALKER);
    if (kt_true(dw != NULL)) {
        struct gen_GPGPU_WALKER w;
        gen_GPGPU_WALKER_unpack(dw, &w);
        kt_eq(w.thread_group_id_starting_x, 1u);
        kt_eq(w.thread_group_id_x_dimension, 5u);
        kt_eq(w.thread_group_id_starting_y, 2u);
        kt_eq(w.thread_group_id_y_dimension, 7u);
        kt_eq(w.thread_group_id_starting_resume_z, 3u);
        kt_eq(w.thread_group_id_z_dimension, 9u);
        kt_eq(w.right_execution_mask, 0xffu); // 40 invocations are two threads and a half
        kt_eq(w.thread_width_counter_maximum, 2u);
        kt_eq(w.predicate_enable, false);
    }
    launch_kernel_finish(&m.device, &k);
    machine_finish(&m);
}

// The packets of other generations, found in a stream for their chips by their own layouts.
static void check_generation(const char *name, unsigned base_dwords)
{
    struct machine m;
    struct launch_kernel k = {0};
    const struct kiln_target *target = kiln_target(name);
    if (!machine_init(&m))
        return;
    m.infos[0].devinfo = target->dev;
    kt_eq(launch_kernel_init(&m.device, &k, &info), LAUNCH_OK);
    launch_prepare(&m.stream, &k, 0);
    struct launch_table t;
    launch_table_begin(&m.stream, &k, &t);
    launch_descriptor(&m.stream, &k, &t, 0);
    launch_walk(&m.stream, &k, 4, 5, 6);
    kt_eq(launch_stream_end(&m.stream), LAUNCH_OK);
    const struct gen_desc *base = gen_desc_for(&gen_cmd_table[GEN_CMD_STATE_BASE_ADDRESS], target->isa),
                          *vfe = gen_desc_for(&gen_cmd_table[GEN_CMD_MEDIA_VFE_STATE], target->isa),
                          *idd = gen_desc_for(&gen_cmd_table[GEN_CMD_INTERFACE_DESCRIPTOR_DATA], target->isa);
    const uint32_t *b = find(&m.stream, GEN_CMD_STATE_BASE_ADDRESS),
                   *v = find(&m.stream, GEN_CMD_MEDIA_VFE_STATE), *w = find(&m.stream, GEN_CMD_GPGPU_WALKER);
    if (kt_true(b && v && w)) {
        kt_eq((b[0] & 0xff) + 2, base_dwords);
        kt_eq(gen_named_get(base, "dynamic_state_base_address", b, base->length), UINT64_C(0x80000000));
        kt_eq(gen_named_get(base, "instruction_base_address", b, base->length), KERNELS);
        kt_eq(gen_named_get(base, "instruction_buffer_size", b, base->length), 0x40000);
        kt_eq(gen_named_get(base, "instruction_buffer_size_modify_enable", b, base->length), 1);
        kt_eq(gen_named_get(vfe, "maximum_number_of_threads", v, vfe->length),
              m.infos[0].subslices * target->dev->max_cs_threads - 1u);
        kt_eq(gen_named_get(vfe, "curbe_allocation_size", v, vfe->length), 4);
        kt_eq(w[7], 4u); // the walker is one for all
    }
    kt_eq(gen_named_get(idd, "kernel_start_pointer", k.descriptor, idd->length), 4096);
    kt_eq(gen_named_get(idd, "number_of_threads_in_gpgpu_thread_group", k.descriptor, idd->length), 3);
    kt_eq(gen_named_get(idd, "binding_table_entry_count", k.descriptor, idd->length), 1);
    launch_kernel_finish(&m.device, &k);
    machine_finish(&m);
}

// The packets of a kernel on Haswell: shorter, with fields elsewhere.
KT_TEST(a_kernel_of_gen75)
{
    struct machine m;
    struct launch_kernel k = {0};
    const struct kiln_target *hsw = kiln_target("hsw");
    if (!machine_init(&m))
        return;
    m.infos[0].devinfo = hsw->dev;
    kt_eq(launch_kernel_init(&m.device, &k, &info), LAUNCH_OK);
    const struct gen_desc *walker = gen_desc_for(&gen_cmd_table[GEN_CMD_GPGPU_WALKER], hsw->isa),
                          *vfe = gen_desc_for(&gen_cmd_table[GEN_CMD_MEDIA_VFE_STATE], hsw->isa),
                          *idd = gen_desc_for(&gen_cmd_table[GEN_CMD_INTERFACE_DESCRIPTOR_DATA], hsw->isa);
    kt_eq(k.walker.count, 4 + 11 + 2);
    kt_eq(k.threads_count, 8);
    kt_eq(gen_named_get(vfe, "gpgpu_mode", k.make_threads, 8), 1);
    kt_eq(gen_named_get(vfe, "curbe_allocation_size", k.make_threads, 8), 4);
    kt_eq(gen_named_get(idd, "kernel_start_pointer", k.descriptor, 8), 4096);
    kt_eq(gen_named_get(idd, "number_of_threads_in_gpgpu_thread_group", k.descriptor, 8), 3);
    k.descriptor[k.tables] |= 0x1240;
    k.descriptor[k.samplers] |= 0x560;
    kt_eq(gen_named_get(idd, "binding_table_pointer", k.descriptor, 8), 0x1240);
    kt_eq(gen_named_get(idd, "sampler_state_pointer", k.descriptor, 8), 0x560);
    launch_walk(&m.stream, &k, 4, 5, 6);
    const uint32_t *w = m.stream.cur - k.walker.count + k.walker.head;
    kt_eq(w[0] & walker->mask, walker->header);
    kt_eq(gen_named_get(walker, "thread_group_id_x_dimension", w, 11), 4);
    kt_eq(gen_named_get(walker, "thread_group_id_y_dimension", w, 11), 5);
    kt_eq(gen_named_get(walker, "thread_group_id_z_dimension", w, 11), 6);
    kt_eq(gen_named_get(walker, "thread_width_counter_maximum", w, 11), 2);
    const uint32_t from[3] = {1, 2, 3}, count[3] = {10, 20, 30};
    launch_walk_from(&m.stream, &k, from, count);
    w = m.stream.cur - k.walker.count + k.walker.head;
    kt_eq(gen_named_get(walker, "thread_group_id_starting_y", w, 11), 2);
    kt_eq(gen_named_get(walker, "thread_group_id_y_dimension", w, 11), 22);
    launch_kernel_finish(&m.device, &k);
    machine_finish(&m);
}

KT_TEST(generations)
{
    check_generation("bdw", 16); // no bindless surfaces
    check_generation("skl", 19);
    check_generation("icl", 22); // bindless samplers
    check_generation("tgl", 22);
}

// What would take too long is left to the queue, with its place among the segments.
KT_TEST(a_long_walk)
{
    struct machine m;
    struct launch_kernel k = {0};
    struct launch_kernel_info slow = info;
    if (!machine_init(&m))
        return;
    slow.loop_ns = m.device.limits.group_ns;
    kt_eq(launch_kernel_init(&m.device, &k, &slow), LAUNCH_OK);
    launch_prepare(&m.stream, &k, 0);
    launch_walk(&m.stream, &k, 65535, 65535, 1);
    launch_store(&m.stream, m.queue.breadcrumbs.address, 0);
    kt_eq(launch_stream_end(&m.stream), LAUNCH_OK);
    if (kt_eq(m.stream.segment_count, 3u) && kt_true(m.stream.segments[1].walk != NULL)) {
        kt_eq(m.stream.segments[1].walk->count[1], 65535u);
        kt_true(m.stream.segments[1].walk->kernel == &k && !m.stream.segments[1].walk->counts_address);
        kt_eq(m.stream.segments[1].cost, m.device.limits.segment_ns);
    }
    launch_kernel_finish(&m.device, &k);
    machine_finish(&m);
}

KT_TEST(a_job)
{
    struct machine m;
    struct launch_bo bo;
    if (!machine_init(&m))
        return;
    const struct ws_bo_desc desc = {.size = 4096, .flags = WS_BO_COHERENT, .name = "test"};
    kt_eq(launch_bo_init(&m.device, &bo, &desc, true), LAUNCH_OK);
    launch_store(&m.stream, bo.address, 0x1234);
    launch_need(&m.stream, LAUNCH_PIPE_STALL); // rule copy-order
    launch_flush(&m.stream);
    launch_copy_dwords(&m.stream, bo.address + 4, bo.address, 1);
    launch_need(&m.stream, LAUNCH_PIPE_STALL);
    launch_flush(&m.stream);
    launch_event_write(&m.stream, bo.address + 8, 7);
    kt_eq(launch_stream_end(&m.stream), LAUNCH_OK);
    const struct launch_job job = {.segments = m.stream.segments, .segment_count = m.stream.segment_count};
    const struct launch_points none = {0};
    kt_true(launch_queue_is_ready(&m.queue, &job, false));
    kt_eq(launch_queue_run(&m.queue, &job, &none), LAUNCH_OK);
    kt_eq(launch_queue_wait(&m.queue, m.queue.seqno), LAUNCH_OK);
    const uint32_t *dw = bo.map;
    kt_eq(dw[0], 0x1234u);
    kt_eq(dw[1], 0x1234u);
    kt_eq(dw[2], 7u);
    launch_bo_finish(&m.device, &bo);
    machine_finish(&m);
}

// A kernel of `rounds` rounds, in memory.
static bool kernel_of(struct machine *m, unsigned rounds, struct launch_bo *code, struct launch_kernel *k)
{
    char text[512];
    uint8_t *bytes;
    size_t size;
    struct eu_error err;
    snprintf(text, sizeof(text),
             "(W) mov (1|M0) r10.0<1>:d %u:d\n"
             "AGAIN:\n"
             "(W) add (1|M0) (ne)f0.0 r10.0<1>:d r10.0<0;1,0>:d -1:d\n"
             "(W&f0.0) jmpi AGAIN\n"
             "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
             "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n",
             rounds);
    if (!kt_ok(eu_assemble(kiln_target("skl"), text, &bytes, &size, &err), "%s", err.text))
        return false;
    const struct ws_bo_desc desc = {
        .size = 4096, .zone = WS_ZONE_KERNEL, .flags = WS_BO_COHERENT, .name = "code"};
    kt_eq(launch_bo_init(&m->device, code, &desc, true), LAUNCH_OK);
    memcpy(code->map, bytes, size);
    free(bytes);
    const struct launch_kernel_info looping = {.address = code->address,
                                               .simd = 8,
                                               .invocations = 8,
                                               .threads = 1,
                                               .instructions = 5,
                                               .loop_ns = m->device.limits.group_ns};
    return kt_eq(launch_kernel_init(&m->device, k, &looping), LAUNCH_OK);
}

// The GPU notes when each slice of a request began, and when the last one ended: when it had, not when the
// commands after it were reached.
KT_TEST(a_bounded_request_and_its_times)
{
    struct machine m;
    struct launch_kernel k = {0};
    struct launch_bo code;
    setenv("KILN_SIM_CLOCK", "100000000", 1);
    if (!machine_init(&m) || !kernel_of(&m, 2000, &code, &k))
        return;
    // Each slice is as long as all before it together, in a first request from a quarter of a whole one's on;
    // the last one is half again as long as the one before it.
    uint32_t first = k.slice_groups / 4;
    launch_prepare(&m.stream, &k, 0);
    launch_descriptor(&m.stream, &k, NULL, 0);
    launch_walk(&m.stream, &k, (1 + 1 + 2 + 4 + 6) * first, 1, 1);
    kt_eq(launch_stream_end(&m.stream), LAUNCH_OK);
    const struct launch_job job = {
        .segments = m.stream.segments, .segment_count = m.stream.segment_count, .sliced = true};
    const struct launch_points none = {0};
    kt_eq(launch_queue_run(&m.queue, &job, &none), LAUNCH_OK);
    kt_eq(launch_queue_wait(&m.queue, m.queue.seqno), LAUNCH_OK);
    const struct launch_breadcrumbs *b = m.queue.breadcrumbs.map;
    const uint32_t *t = b->bounded[0].times, items = b->bounded[0].progress;
    // Around the slices are the stream's other commands: what is before them, and nothing.
    if (kt_eq(items, 7u)) {
        double fourth = t[5] - t[4], fifth = t[7] - t[5];
        kt_ok(fourth > 0 && fifth > 1.4 * fourth && fifth < 1.6 * fourth,
              "the last slices took %.0f and %.0f ticks", fourth, fifth);
    }
    launch_kernel_finish(&m.device, &k);
    launch_bo_finish(&m.device, &code);
    machine_finish(&m);
    unsetenv("KILN_SIM_CLOCK");
}

// Without memory of the host a stream fails by its end, and nowhere before.
static void *nothing(void *user, void *old, size_t size)
{
    return NULL;
}

KT_TEST(errors_stick)
{
    struct machine m;
    const struct launch_allocator poor = {.allocate = nothing, .release = release};
    if (!machine_init(&m))
        return;
    m.stream.alloc = &poor;
    for (unsigned i = 0; i < 10000; i++)
        launch_store(&m.stream, m.queue.breadcrumbs.address, i);
    kt_eq(launch_stream_end(&m.stream), LAUNCH_NO_HOST_MEMORY);
    m.stream.alloc = &host;
    machine_finish(&m);
}

KT_MAIN()

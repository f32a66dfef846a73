// GPGPU_WALKER as the command streamer drives it: its state, predication, indirect dimensions and data, and
// what is refused. The kernel only ends its thread (bytes from iga64); GPGPU_THREADS_DISPATCHED tells how
// many channels ran.
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpgpu.h"
#include "sim/thread/fault.h"

// mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}; send (8|M0) null r127 0x27 0x02000010 {EOT}
static const uint32_t kernel[] = {0x00600001, 0x2fe0020c, 0x008d0000, 0x00000000,
                                  0x07600031, 0x20000204, 0x06000fe0, 0x82000010};

struct rig {
    struct client c;
    struct buffer data, batch, state;
    struct words w;
    uint32_t *out;
};

static bool rig_open(struct rig *r)
{
    if (!client_open(&r->c))
        return false;
    r->data = buffer_create(&r->c, 4096, DATA);
    r->batch = buffer_create(&r->c, 4096, BATCH);
    r->state = buffer_create(&r->c, 16384, STATE);
    r->w = (struct words){r->batch.map, 0};
    r->out = r->data.map;
    uint32_t *s = r->state.map;
    memcpy(s, kernel, sizeof(kernel));
    s[1024 + 6] = 2; // threads of a group; the kernel is at 0
    struct drm_i915_gem_context_param p = {.ctx_id = r->c.ctx, .param = I915_CONTEXT_PARAM_RECOVERABLE};
    kt_eq(client_ioctl(&r->c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
    return true;
}

static void rig_close(struct rig *r)
{
    buffer_destroy(&r->c, &r->state);
    buffer_destroy(&r->c, &r->batch);
    buffer_destroy(&r->c, &r->data);
    client_close(&r->c);
}

static void channels(struct words *w, unsigned word)
{
    stall(w);
    store_reg_mem(w, 0x2290, DATA + 4 * word, false);
}

// Whether the batch ran to its end (its context is not lost).
static bool run(struct rig *r)
{
    struct drm_i915_gem_exec_object2 o[3] = {
        exec_object(&r->batch, 0), exec_object(&r->data, EXEC_OBJECT_WRITE), exec_object(&r->state, 0)};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 3,
                                          .flags =
                                              I915_EXEC_RENDER | I915_EXEC_NO_RELOC | I915_EXEC_BATCH_FIRST,
                                          .rsvd1 = r->c.ctx};
    unsigned active, pending;
    emit(&r->w, MI_BATCH_BUFFER_END);
    kt_eq(client_ioctl(&r->c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    kt_eq(client_wait(&r->c, &r->data, INT64_C(20000000000)), 0);
    client_reset_stats(&r->c, &active, &pending);
    r->w.n = 0;
    return !active;
}

KT_TEST(dispatches)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    load_reg_imm(&r.w, 0x2290, 0);
    good_state(&r.w);
    walker(&r.w, 0, 3, 2, 1); // 6 groups of 16 + 3 channels
    channels(&r.w, 0);
    walker(&r.w, 0, 0, 5, 5); // nothing
    channels(&r.w, 1);
    load_reg_imm(&r.w, 0x2418, 0);
    walker(&r.w, PREDICATE, 9, 9, 9);
    channels(&r.w, 2);
    load_reg_imm(&r.w, 0x2418, 1);
    walker(&r.w, PREDICATE, 1, 1, 1);
    channels(&r.w, 3);
    load_reg_imm(&r.w, 0x2500, 2);
    load_reg_imm(&r.w, 0x2504, 2);
    load_reg_imm(&r.w, 0x2508, 3);
    walker(&r.w, INDIRECT, 77, 77, 77);
    channels(&r.w, 4);
    kt_true(run(&r));
    kt_eq(r.out[0], 6 * 19);
    kt_eq(r.out[1], 6 * 19);
    kt_eq(r.out[2], 6 * 19);
    kt_eq(r.out[3], 7 * 19);
    kt_eq(r.out[4], 19 * 19);
    struct sim_stats stats;
    sim_device_get_stats(r.c.dev, &stats);
    kt_eq(stats.thread_groups, 19);
    kt_eq(stats.eu_threads, 38);
    kt_eq(stats.eu_instructions, 76);
    // The state is the context's: the next batch needs none.
    walker(&r.w, 0, 1, 1, 1);
    channels(&r.w, 5);
    kt_true(run(&r));
    kt_eq(r.out[5], 20 * 19);
    rig_close(&r);
}

// ---- KILN_SIM_STATS

// FILE_CLOSED: the node, which others could still open, and then no handler of exit() runs.
enum ending { CLOSED, OPEN_AT_EXIT, FILE_CLOSED, KILLED, ENDINGS };

// In a process of its own: dispatches if `works`, and ends.
static void live(enum ending ending, bool works)
{
    struct rig r;
    if (!rig_open(&r))
        _exit(1);
    if (works) {
        good_state(&r.w);
        walker(&r.w, 0, 3, 2, 1);
        run(&r);
    }
    if (ending == CLOSED)
        rig_close(&r);
    if (ending == FILE_CLOSED) {
        sim_close(r.c.file);
        _exit(0);
    }
    if (ending != KILLED)
        exit(0);
    for (int n = 0; n < 50; n++) { // looks at the device now and then, until it is killed
        uint32_t active, pending;
        usleep(20000);
        client_reset_stats(&r.c, &active, &pending);
    }
    kill(getpid(), SIGKILL);
}

static void read_path(const char *path, char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, size - 1, f) : 0;
    text[n] = 0;
    if (f)
        fclose(f);
}

// What a process did is in the file however it ends, and one that does nothing does not take it back.
KT_TEST(stats_stay)
{
    char dir[] = "/tmp/kiln-stats-XXXXXX", path[64], name[64], text[65536];
    if (!kt_ok(mkdtemp(dir), "mkdtemp"))
        return;
    for (enum ending e = CLOSED; e < ENDINGS; e++)
        for (int by_process = 0; by_process < 2; by_process++) {
            pid_t process = 0;
            for (int works = 1; works >= 0; works--) { // the second one does nothing
                snprintf(name, sizeof(name), by_process ? "%s/%%p.json" : "%s/x.json", dir);
                fflush(NULL);
                pid_t child = fork();
                if (child == 0) {
                    setenv("KILN_SIM_STATS", name, 1);
                    live(works ? e : CLOSED, works);
                }
                process = works ? child : process;
                kt_eq(waitpid(child, NULL, 0), child);
            }
            snprintf(path, sizeof(path), "%s/x.json", dir);
            if (by_process)
                snprintf(path, sizeof(path), "%s/%ld.json", dir, (long)process);
            read_path(path, text, sizeof(text));
            kt_ok(strstr(text, "\"grid\": [3, 2, 1]") && strstr(text, "\"threads\": 12") &&
                      strstr(text, "}\n"),
                  "ending %d: %.400s", (int)e, text);
            unlink(path);
        }
    char command[96];
    snprintf(command, sizeof(command), "rm -r %s", dir);
    kt_eq(system(command), 0);
}

// A batch that must be refused: good state, and then something bad.
static void refuse(const char *what, void (*emit_bad)(struct words *w))
{
    struct rig r;
    if (!rig_open(&r))
        return;
    good_state(&r.w);
    emit_bad(&r.w);
    kt_ok(!run(&r), "%s is accepted", what);
    rig_close(&r);
}

static void bad_pipeline(struct words *w)
{
    emit(w, 0x69040000 | 3u << 8);
    walker(w, 0, 1, 1, 1);
}

static void bad_vfe(struct words *w)
{
    walker(w, 0, 1, 1, 1);
    vfe_state(w);
}

// Neither CURBE nor scratch.
static void idle_vfe_state(struct words *w)
{
    emit(w, 0x70000007);
    emit(w, 0);
    emit(w, 0);
    emit(w, 167 << 16 | 2 << 8);
    emit(w, 0);
    emit(w, 2 << 16);
    for (unsigned i = 0; i < 3; i++)
        emit(w, 0);
}

static void media_state_flush(struct words *w)
{
    emit(w, 0x70040000);
    emit(w, 0);
}

static void bad_idle_vfe(struct words *w)
{
    walker(w, 0, 1, 1, 1);
    idle_vfe_state(w);
}

static void bad_flushed_vfe(struct words *w)
{
    walker(w, 0, 1, 1, 1);
    media_state_flush(w);
    vfe_state(w);
}

static void bad_base(struct words *w)
{
    walker(w, 0, 1, 1, 1);
    base_addresses(w);
}

static void bad_l3(struct words *w)
{
    walker(w, 0, 1, 1, 1);
    load_reg_imm(w, 0x7034, 0x60000060);
}

static void bad_select(struct words *w)
{
    walker(w, 0, 1, 1, 1);
    emit(w, 0x69040000 | 3u << 8);
}

static void bad_curbe_size(struct words *w)
{
    curbe_load(w, 0x2000, 4 * 32 + 32);
}

static void bad_curbe_alignment(struct words *w)
{
    curbe_load(w, 0x2020, 64);
}

static void bad_curbe_address(struct words *w)
{
    curbe_load(w, 0x800000, 64);
}

static void bad_descriptor_size(struct words *w)
{
    descriptor_load(w, 0x1000, 40);
}

static void bad_descriptor_alignment(struct words *w)
{
    descriptor_load(w, 0x1020, 32);
}

static void bad_descriptor_index(struct words *w)
{
    walker(w, 0, 1, 1, 1);
    w->dw[w->n - 14] = 1; // only number 0 is loaded
}

// What Mesa's drivers do between a dispatch and a draw.
KT_TEST(idle_state_behind_flush)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    load_reg_imm(&r.w, 0x2290, 0);
    good_state(&r.w);
    walker(&r.w, 0, 3, 2, 1);
    media_state_flush(&r.w);
    idle_vfe_state(&r.w);
    channels(&r.w, 0);
    kt_true(run(&r));
    kt_eq(r.out[0], 6 * 19);
    rig_close(&r);
}

// mov r120 r0; send (8|M0) r28 r120 0x2 0x021FF000 (flush of the sampler's cache), and the end
static const uint32_t flushing[] = {0x00600001, 0x2f00020c, 0x008d0000, 0x00000000, 0x02600031, 0x23800208,
                                    0x06000f00, 0x021ff000, 0x00600001, 0x2fe0020c, 0x008d0000, 0x00000000,
                                    0x07600031, 0x20000204, 0x06000fe0, 0x82000010};

// Before such a kernel LQSC_RO_PERF_DIS is set; and its groups are not preempted.
KT_TEST(flush_of_the_sampler)
{
    enum { NONE, BIT, BIT_AND_GROUPS, WAYS };
    for (unsigned way = 0; way < WAYS; way++) {
        struct rig r;
        struct sim_fault fault = {0};
        if (!rig_open(&r))
            return;
        memcpy(r.state.map, flushing, sizeof(flushing));
        if (way != NONE)
            load_reg_imm(&r.w, 0xb118, 1u << 27);
        if (way == BIT_AND_GROUPS)
            load_reg_imm(&r.w, 0x2580, 3u << 17 | 1u << 1); // CS_CHICKEN1: between thread groups
        good_state(&r.w);
        walker(&r.w, 0, 3, 2, 1);
        stall(&r.w);
        kt_eq(run(&r), way == BIT);
        if (way != BIT)
            kt_ok(sim_context_get_fault(r.c.file, r.c.ctx, &fault) &&
                      strstr(fault.text, "sampler-flush-lsqc"),
                  "\"%s\"", fault.text);
        rig_close(&r);
    }
}

static void bad_group(struct words *w)
{
    descriptor_load(w, 0x3000, 32); // all zero
    walker(w, 0, 1, 1, 1);
}

KT_TEST(refusals)
{
    refuse("a walker with the 3D pipeline", bad_pipeline);
    refuse("MEDIA_VFE_STATE beside a walker", bad_vfe);
    refuse("an idle MEDIA_VFE_STATE beside a walker", bad_idle_vfe);
    refuse("MEDIA_VFE_STATE with a CURBE behind MEDIA_STATE_FLUSH", bad_flushed_vfe);
    refuse("STATE_BASE_ADDRESS beside a walker", bad_base);
    refuse("L3CNTLREG beside a walker", bad_l3);
    refuse("PIPELINE_SELECT beside a walker", bad_select);
    refuse("more CURBE than allocated", bad_curbe_size);
    refuse("a misaligned CURBE", bad_curbe_alignment);
    refuse("an unmapped CURBE", bad_curbe_address);
    refuse("half a descriptor", bad_descriptor_size);
    refuse("a misaligned descriptor", bad_descriptor_alignment);
    refuse("a descriptor that is not loaded", bad_descriptor_index);
    refuse("a group of another size than the descriptor's", bad_group);
}

KT_MAIN()

// Contexts of one device, each with a kernel that counts and then stores a word: for tests of what they see
// of each other, and of memory.
#ifndef KILN_TESTS_SIM_CONTEXTS_H
#define KILN_TESTS_SIM_CONTEXTS_H

#include "gpgpu.h"
#include "kiln/isa.h"

// Counts down from r1.0, then stores r1.1 at the address in r1.2:uq (A64 untyped write, one channel).
static const char source[] = "(W) mov (1|M0) r2.0<1>:ud r1.0<0;1,0>:ud\n"
                             "L1:\n"
                             "(W) add (1|M0) (ne)f0.0 r2.0<1>:d r2.0<0;1,0>:d -1:w\n"
                             "(W&f0.0) jmpi (1|M0) L1\n"
                             "(W) mov (1|M0) r20.0<1>:ud r1.2<0;1,0>:ud\n"
                             "(W) mov (1|M0) r20.1<1>:ud r1.3<0;1,0>:ud\n"
                             "(W) mov (1|M0) r11.0<1>:ud r1.1<0;1,0>:ud\n"
                             "(W) sends (1|M0) null:w r20 r11 0x4C 0x04066EFF\n"
                             "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
                             "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";

enum { FOREVER = 0 }; // counts through all of 2^32
enum { SECOND = 1000000000, VALUE = 0x600d };
// What must come waits without a limit: a loaded machine is slow, and what never comes ends by the test's own
// time limit.
enum { NO_LIMIT = -1 };

// A context with an address space of its own: a batch, state, and memory that the batch writes.
struct machine {
    struct client c;
    uint8_t *code;
    size_t code_size;
};

struct context {
    struct client c; // of the machine's file
    struct buffer data, batch, state;
    struct words w;
    uint32_t *out;
};

static bool machine_open(struct machine *m)
{
    struct eu_error err;
    return kt_ok(eu_assemble(kiln_target("skl"), source, &m->code, &m->code_size, &err), "%s", err.text) &&
           client_open(&m->c);
}

static void machine_close(struct machine *m)
{
    client_close(&m->c);
    free(m->code);
}

static struct context context_open(struct machine *m)
{
    struct context x = {.c = m->c};
    struct drm_i915_gem_context_create create = {0};
    kt_eq(client_ioctl(&m->c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &create), 0);
    x.c.ctx = create.ctx_id;
    struct drm_i915_gem_context_param p = {.ctx_id = x.c.ctx, .param = I915_CONTEXT_PARAM_RECOVERABLE};
    kt_eq(client_ioctl(&m->c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
    x.data = buffer_create(&x.c, 4096, DATA);
    x.batch = buffer_create(&x.c, 16384, BATCH);
    x.state = buffer_create(&x.c, 16384, STATE);
    x.w = (struct words){x.batch.map, 0};
    x.out = x.data.map;
    uint32_t *s = x.state.map;
    memcpy(s, m->code, m->code_size);
    s[1024 + 6] = 2; // threads of a group
    s[1024 + 7] = 1; // registers of constants
    return x;
}

static void context_close(struct context *x)
{
    struct drm_i915_gem_context_destroy d = {.ctx_id = x->c.ctx};
    buffer_destroy(&x->c, &x->state);
    buffer_destroy(&x->c, &x->batch);
    buffer_destroy(&x->c, &x->data);
    kt_eq(client_ioctl(&x->c, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &d), 0);
}

static void set_priority(struct context *x, int64_t priority)
{
    struct drm_i915_gem_context_param p = {
        .ctx_id = x->c.ctx, .param = I915_CONTEXT_PARAM_PRIORITY, .value = (uint64_t)priority};
    kt_eq(client_ioctl(&x->c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
}

// A walker that counts and then stores VALUE in data[word].
static void count(struct context *x, uint32_t from, uint32_t groups, unsigned word)
{
    uint32_t *constants = (uint32_t *)x->state.map + 0x2000 / 4;
    constants[0] = from;
    constants[1] = VALUE;
    constants[2] = (uint32_t)(DATA + 4 * word);
    constants[3] = 0;
    good_state(&x->w);
    walker(&x->w, 0, groups, 1, 1);
}

static void flush(struct words *w) // PIPE_CONTROL: stall, DC flush
{
    emit(w, 0x7a000004);
    emit(w, 1u << 20 | 1u << 5);
    for (unsigned i = 0; i < 4; i++)
        emit(w, 0);
}

static void wait_for(struct words *w, uint64_t addr, uint32_t value) // MI_SEMAPHORE_WAIT: poll until equal
{
    emit(w, 0x1cu << 23 | 1u << 15 | 4u << 12 | 2);
    emit(w, value);
    emit_addr(w, addr);
}

static void copy_dword(struct words *w, uint64_t to, uint64_t from) // MI_COPY_MEM_MEM
{
    emit(w, 0x2eu << 23 | 3);
    emit_addr(w, to);
    emit_addr(w, from);
}

static void submit(struct context *x, const struct buffer *shared)
{
    struct drm_i915_gem_exec_object2 o[4] = {
        exec_object(&x->batch, 0), exec_object(&x->data, EXEC_OBJECT_WRITE), exec_object(&x->state, 0)};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 3,
                                          .flags =
                                              I915_EXEC_RENDER | I915_EXEC_NO_RELOC | I915_EXEC_BATCH_FIRST,
                                          .rsvd1 = x->c.ctx};
    if (shared) // without implicit synchronization
        o[eb.buffer_count++] = exec_object(shared, EXEC_OBJECT_ASYNC);
    emit(&x->w, MI_BATCH_BUFFER_END);
    kt_eq(client_ioctl(&x->c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    x->w.n = 0;
}

static bool over(struct context *x, int64_t timeout_ns)
{
    return !client_wait(&x->c, &x->data, timeout_ns);
}

static bool guilty(struct context *x)
{
    unsigned active, pending;
    client_reset_stats(&x->c, &active, &pending);
    return active;
}

static void compute(struct context *x, uint32_t from)
{
    x->out[0] = 0;
    count(x, from, 4, 0);
    submit(x, NULL);
    kt_true(over(x, NO_LIMIT));
    kt_eq(x->out[0], VALUE);
    kt_true(!guilty(x));
}

#endif

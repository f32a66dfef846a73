// Fuzzing of the command streamer and the i915 interface's execbuffer: whatever the batch, its states and
// kernels, the request ends; with an error if need be, never with a signal of the host.
//
// An input is a capture (cmd/gen_capture.h): its ranges become buffers at their addresses, its batch is
// executed. The last byte of the device's name, zero in what Kiln writes, chooses the engine: odd is the
// blitter. Mutations are mostly of the batch's dwords and of what is not zero in the states. With libFuzzer
// (./dev fuzz) they are its custom mutator. With KILN_FUZZ_MAIN a main() runs `argv[1]` mutations, from the
// seed argv[2], of the captures that follow.
#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmd/gen_capture.h"
#include "cmd/gen_table.h"
#include "sim/sim.h"
#include "util/log.h"

#include "fuzz_seeded.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum {
    MAX_RANGES = 64,
    MAX_MEMORY = 16 << 20,
    HEADER = 8 + 16 + 16,
    ENGINE_BYTE = 8 + 15,
    MAX_INPUT = 1 << 20
};

static unsigned ran, failed, refused;

// Instead of util/log.c: the reports of faults are made, and kept to ourselves.
uint32_t kiln_debug_flags(void)
{
    return 0;
}

const char *kiln_debug_value(enum kiln_debug_bit bit)
{
    return NULL;
}

static void tell(const char *fmt, va_list ap)
{
    char text[2048];
    vsnprintf(text, sizeof(text), fmt, ap);
    if (getenv("FUZZ_VERBOSE"))
        fprintf(stderr, "%s\n", text);
}

void kiln_log(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    tell(fmt, ap);
    va_end(ap);
}

void kiln_warn(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    tell(fmt, ap);
    va_end(ap);
}

void kiln_warn_once(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    tell(fmt, ap);
    va_end(ap);
}

bool kiln_debug_check(void)
{
    return true;
}

void kiln_warn_text(const char *text)
{
    if (getenv("FUZZ_VERBOSE"))
        fprintf(stderr, "%s", text);
}

// ---- running ----

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_cs: %s\n", what);
    abort();
}

// A buffer of the whole pages that ranges [first, last) fill.
static uint32_t make_buffer(struct sim_file *file, const struct gen_capture_range *r, size_t count,
                            uint64_t address, uint64_t size)
{
    struct drm_i915_gem_create create = {.size = size};
    if (sim_ioctl(file, DRM_IOCTL_I915_GEM_CREATE, &create))
        return 0;
    struct drm_i915_gem_mmap_offset mo = {.handle = create.handle, .flags = I915_MMAP_OFFSET_WB};
    if (sim_ioctl(file, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo))
        return 0;
    uint8_t *map = sim_mmap(file, NULL, create.size, PROT_READ | PROT_WRITE, MAP_SHARED, (off_t)mo.offset);
    if (map == MAP_FAILED)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (r[i].data)
            memcpy(map + (r[i].address - address), r[i].data, r[i].size);
    munmap(map, create.size);
    return create.handle;
}

// Neighbouring ranges are one buffer. Returns how many objects there are; the batch's is first.
static unsigned make_buffers(struct sim_file *file, const struct gen_capture *c,
                             struct drm_i915_gem_exec_object2 objects[MAX_RANGES], uint64_t *offset)
{
    unsigned count = 0;
    uint64_t total = 0;
    bool found = false;
    for (size_t i = 0, k; i < c->range_count; i = k) {
        uint64_t start = c->ranges[i].address & ~UINT64_C(4095),
                 end = c->ranges[i].address + c->ranges[i].size;
        for (k = i + 1; k < c->range_count && c->ranges[k].address <= ((end + 4095) & ~UINT64_C(4095)); k++)
            if (c->ranges[k].address + c->ranges[k].size > end)
                end = c->ranges[k].address + c->ranges[k].size;
        end = (end + 4095) & ~UINT64_C(4095);
        total += end - start;
        if (count == MAX_RANGES || end <= start || total > MAX_MEMORY)
            return 0;
        uint32_t handle = make_buffer(file, c->ranges + i, k - i, start, end - start);
        if (!handle)
            return 0;
        objects[count] = (struct drm_i915_gem_exec_object2){
            .handle = handle,
            .offset = (uint64_t)((int64_t)(start << 16) >> 16),
            .flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS | EXEC_OBJECT_WRITE,
        };
        if (c->batch_address >= start && c->batch_address < end) {
            struct drm_i915_gem_exec_object2 batch = objects[count];
            objects[count] = objects[0];
            objects[0] = batch;
            *offset = c->batch_address - start;
            found = true;
        }
        count++;
    }
    objects[0].flags &= ~(uint64_t)EXEC_OBJECT_WRITE; // i915 refuses batches that write themselves
    return found ? count : 0;
}

static void execute(struct sim_file *file, const struct gen_capture *c, bool blitter)
{
    struct drm_i915_gem_exec_object2 objects[MAX_RANGES] = {{0}};
    struct drm_i915_gem_context_create ctx = {0};
    uint64_t offset = 0;
    unsigned count = make_buffers(file, c, objects, &offset);
    if (!count || sim_ioctl(file, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx)) {
        refused++;
        return;
    }
    // Closing the file then cancels what still runs.
    struct drm_i915_gem_context_param p = {
        .ctx_id = ctx.ctx_id, .param = I915_CONTEXT_PARAM_PERSISTENCE, .value = 0};
    must(!sim_ioctl(file, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), "no persistence");
    struct drm_i915_gem_execbuffer2 eb = {
        .buffers_ptr = (uintptr_t)objects,
        .buffer_count = count,
        .batch_start_offset = (uint32_t)(offset & ~7u),
        .flags = (blitter ? I915_EXEC_BLT : I915_EXEC_RENDER) | I915_EXEC_NO_RELOC | I915_EXEC_BATCH_FIRST,
        .rsvd1 = ctx.ctx_id,
    };
    if (sim_ioctl(file, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb)) {
        refused++;
        return;
    }
    struct drm_i915_gem_wait wait = {.bo_handle = objects[0].handle, .timeout_ns = 200 * 1000 * 1000};
    sim_ioctl(file, DRM_IOCTL_I915_GEM_WAIT, &wait);
    struct drm_i915_reset_stats reset = {.ctx_id = ctx.ctx_id};
    must(!sim_ioctl(file, DRM_IOCTL_I915_GET_RESET_STATS, &reset), "no reset statistics");
    ran++;
    failed += reset.batch_active != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sim_device *dev;
    struct gen_capture c;
    char err[256];
    if (size < HEADER || size > MAX_INPUT)
        return 0;
    if (!dev) {
        setenv("KILN_SIM_BUDGET", "4000", 1);
        setenv("KILN_SIM_TIMEOUT_MS", "50", 1);
        setenv("KILN_SIM_JIT", "0", 1);
        struct sim_config config = sim_config_read();
        config.threads = 1;
        config.memory_bytes = 256 << 20;
        dev = sim_device_create(&config);
        must(dev, "no device");
    }
    // gen_capture_parse keeps what it is given until the end.
    if (gen_capture_parse(&c, data, size, err, sizeof(err)))
        return 0;
    struct sim_file *file = sim_open(dev);
    must(file, "no file");
    execute(file, &c, data[ENGINE_BYTE] & 1);
    sim_close(file);
    gen_capture_finish(&c);
    return 0;
}

// ---- mutations ----

// The bytes of the file that hold `address`, of `size` in all; NULL: none do.
static uint8_t *find(uint8_t *data, size_t size, uint64_t address, size_t *room)
{
    for (size_t at = HEADER; at + 24 <= size;) {
        uint64_t h[3];
        memcpy(h, data + at, sizeof(h));
        at += 24;
        if (h[2])
            continue;
        if (h[1] > size - at)
            return NULL;
        if (address >= h[0] && address - h[0] < h[1]) {
            *room = (size_t)(h[1] - (address - h[0]));
            return data + at + (address - h[0]);
        }
        at += (size_t)h[1];
    }
    return NULL;
}

static void mutate_dword(uint8_t *p)
{
    static const uint32_t special[] = {0,      1,       2,          0xff,       0x1000,
                                       0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff};
    uint32_t v;
    memcpy(&v, p, 4);
    switch (below(5)) {
    case 0:
        v ^= 1u << below(32);
        break;
    case 1:
        v = special[below(sizeof(special) / 4)];
        break;
    case 2:
        v += below(65) - 32;
        break;
    case 3:
        v = v << (8 * below(4)) | next() >> 24;
        break;
    default:
        v = next() >> below(32);
    }
    memcpy(p, &v, 4);
}

// A command of the table with any operands.
static void put_command(uint8_t *p, size_t room)
{
    const struct gen_desc *d = &gen_cmd_table[below(GEN_CMD_COUNT)];
    if (d->kind != GEN_KIND_COMMAND || room < 4)
        return;
    uint32_t header = d->header | (below(4) ? 0 : next() & ~d->mask);
    memcpy(p, &header, 4);
}

// The commands: of the first batch, or of one that it starts. NULL: there are none.
static uint8_t *find_batch(uint8_t *data, size_t size, size_t *room)
{
    uint64_t address, bytes;
    memcpy(&address, data + 8 + 16, 8);
    memcpy(&bytes, data + 8 + 16 + 8, 8);
    uint8_t *batch = find(data, size, address, room);
    if (!batch)
        return NULL;
    if (bytes && bytes < *room)
        *room = (size_t)bytes;
    for (size_t at = 0; at + 12 <= *room && below(4); at += 4) {
        uint32_t header, target[2];
        size_t more;
        memcpy(&header, batch + at, 4);
        memcpy(target, batch + at + 4, 8);
        if (header >> 23 != 0x31) // MI_BATCH_BUFFER_START
            continue;
        uint8_t *second = find(data, size, target[0] | (uint64_t)target[1] << 32, &more);
        if (second) {
            *room = more;
            batch = second;
            break;
        }
    }
    if (*room > 2048)
        *room = 2048;
    return batch;
}

// A dword of the states that is not zero.
static uint8_t *busy_dword(uint8_t *data, size_t size)
{
    for (unsigned tries = 0; tries < 200; tries++) {
        uint8_t *p = data + HEADER + 4 * below((unsigned)((size - HEADER) / 4));
        uint32_t v;
        memcpy(&v, p, 4);
        if (v && p + 4 <= data + size)
            return p;
    }
    return data + HEADER;
}

static size_t mutate(uint8_t *data, size_t size, size_t max_size)
{
    (void)max_size; // nothing grows
    if (size < HEADER + 8)
        return size;
    for (unsigned n = 1 + below(5); n; n--) {
        size_t room = 0;
        uint8_t *batch = find_batch(data, size, &room);
        size_t dwords = batch ? room / 4 : 0, at = dwords ? below((unsigned)dwords) : 0;
        switch (batch && dwords > 8 ? below(10) : 9) {
        case 0:
            put_command(batch + 4 * at, room - 4 * at);
            break;
        case 1: // something comes later, or again
            memmove(batch + 4 * at, batch + 4 * below((unsigned)at + 1), 4 * below((unsigned)(dwords - at)));
            break;
        case 2: // or earlier
            memmove(batch + at / 2 * 4, batch + 4 * at, 4 * (dwords - at));
            break;
        case 3:
            data[ENGINE_BYTE] ^= below(8) == 0;
            break;
        case 4:
        case 5:
        case 6:
            mutate_dword(batch + 4 * at);
            break;
        default:
            mutate_dword(busy_dword(data, size));
        }
    }
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    fuzz_state = seed;
    return mutate(data, size, max_size);
}

#ifdef KILN_FUZZ_MAIN

static size_t load(const char *path, uint8_t *out, size_t max_size)
{
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(out, 1, max_size, f) : 0;
    if (f)
        fclose(f);
    return n;
}

int main(int argc, char **argv)
{
    if (!fuzz_seeded(&(struct fuzz_target){"fuzz_cs-crash.cap", MAX_INPUT, load, mutate}, argc, argv))
        return 2;
    printf("# %u ran, of which %u hung or faulted; %u were refused\n", ran, failed, refused);
    bool useful = ran > failed && failed; // else it tested nothing
    printf("%s 1 - fuzz\n1..1\n", useful ? "ok" : "not ok");
    return !useful;
}

#endif

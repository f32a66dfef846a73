// Kernels of Intel's OpenCL compiler (ocloc, -device skl, from kernels/foreign.cl) on the EU simulator. The
// layout of their arguments is what ocloc's patch tokens say.
#include <math.h>

#include "eu_rig.h"

static char *kernel_text(const char *name)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s.asm", KERNEL_DIR, name);
    FILE *f = fopen(path, "r");
    if (!kt_ok(f, "cannot open %s", path))
        return NULL;
    char *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

static void put32(struct rig *r, uint32_t offset, uint32_t v)
{
    memcpy(r->pages.mem + RIG_INDIRECT + offset, &v, 4);
}

static void put64(struct rig *r, uint32_t offset, uint64_t v)
{
    memcpy(r->pages.mem + RIG_INDIRECT + offset, &v, 8);
}

// Cross-thread registers, then three vectors of local ids (16 bit) for each thread.
static void payload(struct rig *r, unsigned cross_regs, unsigned simd, unsigned threads)
{
    unsigned id_regs = simd == 32 ? 2 : 1;
    r->m.idd.cross_thread_constant_data_read_length = cross_regs;
    r->m.idd.constant_urb_entry_read_length = 3 * id_regs;
    r->m.walker.indirect_data_length = (cross_regs + threads * 3 * id_regs) * 32;
    for (unsigned t = 0; t < threads; t++)
        for (unsigned i = 0; i < simd; i++) {
            uint16_t id = (uint16_t)(t * simd + i);
            memcpy(r->pages.mem + RIG_INDIRECT + (cross_regs + t * 3 * id_regs) * 32 + 2 * i, &id, 2);
        }
}

static void saxpy(unsigned host_threads)
{
    struct rig r;
    enum { N = 1000, GROUPS = 16, THREADS = 2 };
    char *text = kernel_text("saxpy");
    rig_init(&r);
    r.host_threads = host_threads;
    rig_shape(&r, 32, THREADS, 0, GROUPS);
    float *y = rig_data(&r, 0), *x = rig_data(&r, 0x10000), a = 2.5f;
    for (unsigned i = 0; i < 1024; i++) {
        y[i] = (float)i;
        x[i] = (float)(i * i) * 0.25f;
    }
    rig_surface(&r, 0, 4096);
    rig_surface(&r, 0x10000, 4096);
    payload(&r, 3, 32, THREADS);
    uint32_t bits;
    memcpy(&bits, &a, 4);
    put32(&r, 0x30, bits);
    put32(&r, 0x34, N);
    put32(&r, 0x40, 32 * THREADS);
    if (text && rig_run(&r, text)) {
        for (unsigned i = 0; i < 1024; i++) {
            float want = i < N ? (float)i + a * ((float)(i * i) * 0.25f) : (float)i;
            if (!kt_ok(y[i] == want, "y[%u] is %g, not %g", i, y[i], want))
                break;
        }
        kt_eq(r.stats.eu_threads, GROUPS * THREADS);
        kt_eq(r.stats.thread_groups, GROUPS);
    }
    free(text);
    rig_finish(&r);
}

KT_TEST(saxpy)
{
    saxpy(1);
}

KT_TEST(saxpy_on_three_host_threads)
{
    saxpy(3);
}

KT_TEST(reduction_with_barriers_and_slm)
{
    struct rig r;
    enum { GROUPS = 7, THREADS = 4, LOCAL = 128 };
    char *text = kernel_text("red");
    rig_init(&r);
    r.host_threads = 2;
    rig_shape(&r, 32, THREADS, 0, GROUPS);
    r.m.idd.shared_local_memory_size = 1;
    uint32_t *o = rig_data(&r, 0), *x = rig_data(&r, 0x10000), sum = 0;
    for (unsigned i = 0; i < GROUPS * LOCAL; i++)
        sum += x[i] = i * 2654435761u;
    rig_surface(&r, 0, 4096);
    rig_surface(&r, 0x10000, 4096);
    payload(&r, 3, 32, THREADS);
    put64(&r, 0x28, rig_address(0));
    put32(&r, 0x40, LOCAL);
    put32(&r, 0x4c, LOCAL);
    if (text && rig_run(&r, text))
        kt_eq(o[0], sum);
    free(text);
    rig_finish(&r);
}

KT_TEST(loop_with_break_and_continue)
{
    struct rig r;
    enum { N = 112 };
    char *text = kernel_text("lp");
    rig_init(&r);
    rig_shape(&r, 16, 7, 0, 1);
    float *o = rig_data(&r, 0);
    rig_surface(&r, 0, 4096);
    payload(&r, 3, 16, 7);
    put32(&r, 0x2c, N);
    put32(&r, 0x40, N);
    if (text && rig_run(&r, text))
        for (unsigned i = 0; i < N; i++) {
            float z = (float)i;
            for (unsigned k = 0; k < i; k++) {
                if (z > 100)
                    break;
                if (k & 1)
                    continue;
                z = z * z / 3.0f + sinf(z);
            }
            if (!kt_ok(fabsf(o[i] - z) <= 1e-4f * fabsf(z) || (isnan(z) && isnan(o[i])),
                       "o[%u] is %g, not %g", i, o[i], z))
                break;
        }
    free(text);
    rig_finish(&r);
}

KT_MAIN()

// Questions about threads: how they are dispatched and numbered, barriers, clocks and latencies.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hw/oa.h"
#include "hw/target.h"
#include "probe/questions.h"

// r20 at 32 bytes times the group's number.
#define STORE_BY_GROUP                                                                                       \
    "(W) mov (8|M0) r100.0<1>:uw 0x76543210:uv\n(W) shl (8|M0) r101.0<1>:ud r100.0<8;8,1>:uw 0x2:uw\n"       \
    "(W) shl (1|M0) r102.0<1>:ud r0.1<0;1,0>:ud 0x5:uw\n"                                                    \
    "(W) add (8|M0) r101.0<1>:ud r101.0<8;8,1>:ud r102.0<0;1,0>:ud\n"                                        \
    "(W) sends (8|M0) null:ud r101 r20 0x4C 0x02026E00\n"

static bool dispatch(struct machine *m, struct answer *a, struct dispatch d)
{
    d.surfaces = 1;
    d.surface[0] = raw_surface(m, 0, DATA_BYTES);
    emit_setup(m);
    return emit_dispatch(m, &d) && !machine_run(m, a);
}

static void groups(struct machine *m, const struct question *q, struct answer *a)
{
    enum { GROUPS = 2000 };
    answer_print(a->assumed, "%d of %d groups ran, each once", GROUPS, GROUPS);
    if (!dispatch(m, a,
                  (struct dispatch){.text = "(W) mov (8|M0) r20.0<1>:ud 0x0:ud\n(W) add (1|M0) r20.0<1>:ud "
                                            "r0.1<0;1,0>:ud 0x1:uw\n" STORE_BY_GROUP,
                                    .groups = GROUPS}))
        return;
    unsigned good = 0;
    for (unsigned i = 0; i < GROUPS; i++)
        good += data_at(m, 32 * i)[0] == i + 1;
    answer_print(a->got, "%u of %d groups ran, each once", good, GROUPS);
}

// r0.5 bits 8:0 number the thread where scratch is concerned.
static void thread_numbers(struct machine *m, const struct question *q, struct answer *a)
{
    enum { GROUPS = 2000 };
    const struct kiln_devinfo *d = m->info->devinfo;
    unsigned slots = (unsigned)d->thread_places * d->thread_ids, most = 0;
    answer_print(a->assumed, "below %u", slots);
    // Each thread is busy for a while, so that all of the machine gets some.
    if (!dispatch(m, a,
                  (struct dispatch){
                      .text =
                          "(W) mov (8|M0) r20.0<1>:ud r0.0<8;8,1>:ud\n(W) mov (1|M0) r50.0<1>:ud 0x400:ud\n"
                          "L:\n(W) add (1|M0) (ne)f0.0 r50.0<1>:d r50.0<0;1,0>:d -1:w\n(W&f0.0) jmpi "
                          "L\n" STORE_BY_GROUP,
                      .groups = GROUPS}))
        return;
    for (unsigned i = 0; i < GROUPS; i++) {
        unsigned id = data_at(m, 32 * i)[5] & 0x1ff;
        if (id > most)
            most = id;
    }
    if (most < slots)
        answer_print(a->got, "%s", a->assumed);
    else
        answer_print(a->got, "up to %u", most);
}

static void hidden_payload(struct machine *m, const struct question *q, struct answer *a)
{
    if (dispatch(m, a,
                 (struct dispatch){.text = "(W) mov (8|M0) r20.0<1>:ud r0.0<8;8,1>:ud\n" STORE_BY_GROUP})) {
        answer_dwords(a->got, data_at(m, 0), 8);
        a->verdict = ANSWER_MEASURED;
    }
}

static void channels(struct machine *m, const struct question *q, struct answer *a)
{
    unsigned simd = (unsigned)(uintptr_t)q->data;
    answer_print(a->assumed, "%08x", UINT32_MAX >> (32 - simd));
    if (dispatch(m, a,
                 (struct dispatch){.text = "(W) mov (8|M0) r20.0<1>:ud 0x0:ud\n(W) mov (1|M0) r20.0<1>:ud "
                                           "sr0.2<0;1,0>:ud\n" STORE_BY_GROUP,
                                   .simd = simd}))
        answer_dwords(a->got, data_at(m, 0), 1);
}

// Two threads of a group hand each other a number over a barrier: through shared memory, or a buffer, with a
// fence before the barrier or without. r1.0 is the thread's number.
struct way {
    const char *base, *write, *read, *fence; // where the numbers lie; descriptors
};
static const struct way shared = {"0x0", "0x02026EFE", "0x02106EFE", ""},
                        shared_fenced = {"0x0", "0x02026EFE", "0x02106EFE",
                                         "(W) send (8|M0) r50:ud r0 0xA 0x0219E0FE\n"},
                        buffer_fenced = {"0x400", "0x02026E00", "0x02106E00",
                                         "(W) send (8|M0) r50:ud r0 0xA 0x0219E000\n"},
                        buffer_unfenced = {"0x400", "0x02026E00", "0x02106E00", ""};

static void barrier(struct machine *m, const struct question *q, struct answer *a)
{
    static const uint32_t numbers[2][8] = {{0}, {1}};
    const struct way *way = q->data;
    const bool wants_fence = kiln_target_has_shared_fence(kiln_target_of(m->info->devinfo));
    char text[2048];
    if (way == &shared_fenced && !wants_fence) {
        answer_lacks(a, "a fence of shared memory: its port orders it");
        return;
    }
    snprintf(text, sizeof(text),
             "(W) shl (8|M0) r31.0<1>:ud r1.0<0;1,0>:ud 0x2:uw\n"
             "(W) add (8|M0) r35.0<1>:ud r31.0<8;8,1>:ud %s:ud\n"
             "(W) add (8|M0) r33.0<1>:ud r1.0<0;1,0>:ud 0x64:uw\n"
             "(W) sends (1|M0) null:ud r35 r33 0x4C %s\n" // 100 + number
             "%s(W) mov (8|M0) r40.0<1>:ud 0x0:ud\n"
             "(W) and (1|M0) r40.2<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud\n"
             "(W) send (8|M0) null r40 0x3 0x02000004\n"
             "(W) wait n0.0<0;1,0>:ud\n"
             "(W) xor (8|M0) r34.0<1>:ud r35.0<8;8,1>:ud 0x4:ud\n"
             "(W) send (1|M0) r20:ud r34 0xC %s\n" // the other's
             "(W) sends (1|M0) null:ud r31 r20 0x4C 0x02026E00\n",
             way->base, way->write, way->fence, way->read);
    answer_print(a->assumed, "00000065 00000064");
    if (!dispatch(m, a,
                  (struct dispatch){.text = text,
                                    .threads = 2,
                                    .slm_kib = 1,
                                    .barrier = true,
                                    .constants = numbers[0],
                                    .constant_regs = 2,
                                    .own_constants = true}))
        return;
    answer_dwords(a->got, data_at(m, 0), 2);
    if (way == &buffer_unfenced || (way == &shared && wants_fence)) // may be either
        a->verdict = ANSWER_MEASURED;
}

static void shared_start(struct machine *m, const struct question *q, struct answer *a)
{
    static const char text[] =
        "(W) mov (8|M0) r100.0<1>:uw 0x76543210:uv\n(W) shl (8|M0) r101.0<1>:ud r100.0<8;8,1>:uw 0x2:uw\n"
        "(W) send (8|M0) r20:ud r101 0xC 0x02106EFE\n" STORE_BY_GROUP;
    if (dispatch(m, a, (struct dispatch){.text = text, .slm_kib = 1})) {
        answer_dwords(a->got, data_at(m, 0), 8);
        a->verdict = ANSWER_MEASURED;
    }
}

// ---- clocks: 64 instructions in a row, each needing the one before; by tm0, less the cost of reading it

static void latency(struct machine *m, const struct question *q, struct answer *a)
{
    enum { CHAIN = 64 };
    char text[8192];
    size_t n = (size_t)snprintf(text, sizeof(text),
                                "(W) mov (8|M0) r1.0<1>:f 1.0:f\n(W) mov (8|M0) r2.0<1>:f 1.0:f\n"
                                "(W) mov (1|M0) r50.0<1>:ud tm0.0<0;1,0>:ud\n"
                                "(W) mov (1|M0) r51.0<1>:ud tm0.0<0;1,0>:ud\n");
    for (unsigned i = 0; i < CHAIN; i++)
        n += (size_t)snprintf(text + n, sizeof(text) - n, "%s\n", (const char *)q->data);
    snprintf(
        text + n, sizeof(text) - n,
        "(W) add (8|M0) r3.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f\n(W) mov (1|M0) r52.0<1>:ud tm0.0<0;1,0>:ud\n"
        "(W) mov (8|M0) r20.0<1>:ud 0x0:ud\n(W) mov (4|M0) r20.4<1>:ud r3.0<4;4,1>:ud\n"
        "(W) add (1|M0) r20.0<1>:d r51.0<0;1,0>:d -r50.0<0;1,0>:d\n(W) add (1|M0) r20.1<1>:d r52.0<0;1,0>:d "
        "-r51.0<0;1,0>:d\n" STORE_BY_GROUP);
    if (!dispatch(m, a, (struct dispatch){.text = text, .slm_kib = 1}))
        return;
    double clocks = ((double)data_at(m, 0)[1] - (double)data_at(m, 0)[0]) / CHAIN;
    answer_print(a->got,
                 m->info->simulated ? "%.2f a round (a simulated clock counts instructions)"
                                    : "%.2f clocks a round",
                 clocks);
    a->verdict = ANSWER_MEASURED;
}

// Two reports of the observation unit around groups of one thread each.
static void counted_threads(struct machine *m, const struct question *q, struct answer *a)
{
    enum { GROUPS = 1000, BEGIN = 32 * GROUPS, END = BEGIN + KILN_OA_REPORT_BYTES };
    answer_print(a->assumed, "%d", GROUPS);
    int err = m->info->has_oa ? ws_device_oa_open(m->dev, m->ctx) : -ENODEV;
    if (err) {
        snprintf(m->error, sizeof(m->error), "%s",
                 err == -EBUSY ? "somebody else has the observation unit"
                               : "the kernel does not let this process have the observation unit (root may)");
        return;
    }
    const struct dispatch d = {.text = "(W) mov (8|M0) r20.0<1>:ud 0x0:ud\n" STORE_BY_GROUP,
                               .groups = GROUPS,
                               .surface = {raw_surface(m, 0, BEGIN)},
                               .surfaces = 1};
    emit_setup(m);
    EMIT(m, MI_REPORT_PERF_COUNT, .memory_address = m->at + BEGIN);
    if (emit_dispatch(m, &d)) {
        emit_stall(m);
        EMIT(m, MI_REPORT_PERF_COUNT, .memory_address = m->at + END);
        emit_stall(m);
        if (machine_run(m, a) == 0) {
            unsigned first;
            kiln_oa_places(m->info->devinfo, KILN_OA_THREADS, &first);
            answer_print(
                a->got, "%u",
                (uint32_t)(kiln_oa_get(data_at(m, END), first) - kiln_oa_get(data_at(m, BEGIN), first)));
        }
    }
    ws_device_oa_close(m->dev);
}

const struct question probe_thread_questions[] = {
    {"groups", "Does each of 2000 groups run once, with its number in r0.1?",
     "PRM SKL vol3; Mesa brw_fs.cpp (r0.1)", groups, NULL},
    {"thread-numbers", "What is the largest thread number in r0.5, which scratch is addressed by?",
     "rule scratch-slots", thread_numbers, NULL},
    {"counted-threads", "Does the observation unit's A4 count 1000 threads of compute shaders?",
     "src/hw/oa.def; Mesa oa-*.xml", counted_threads, NULL},
    {"payload", "What else is in r0?", "not relied upon", hidden_payload, NULL},
    {"dispatch-mask-8", "sr0.2 of a SIMD8 thread", "PRM KBL \"State Register\"; Mesa", channels,
     (const void *)(uintptr_t)8},
    {"dispatch-mask-16", "sr0.2 of a SIMD16 thread", "PRM KBL \"State Register\"; Mesa", channels,
     (const void *)(uintptr_t)16},
    {"dispatch-mask-32", "sr0.2 of a SIMD32 thread", "PRM KBL \"State Register\"; Mesa", channels,
     (const void *)(uintptr_t)32},
    {"barrier", "Two threads exchange numbers over shared memory and a barrier, without a fence",
     "PRM KBL (shared memory is ordered by its port); IGC", barrier, &shared},
    {"shared-fence", "From Gen11 on: the same with a fence of shared memory (binding table entry 254)",
     "IGC CPlatform.hpp localMemFenceSupress (up to Gen9); Mesa brw_fs_nir.cpp", barrier, &shared_fenced},
    {"fence", "The same over a buffer, with a fence before the barrier", "Mesa brw_fs_nir.cpp, IGC", barrier,
     &buffer_fenced},
    {"no-fence", "And without one?", "not relied upon: may be either", barrier, &buffer_unfenced},
    {"shared-start", "What is in shared memory when a group starts?", "not relied upon", shared_start, NULL},
    {"latency-add", "Latency of add (F)", "src/hw/cost.def", latency,
     "(W) add (8|M0) r1.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f"},
    {"latency-mad", "Latency of mad (F)", "src/hw/cost.def", latency, "(W) mad (8|M0) r1:f r1:f r2:f r2:f"},
    {"latency-math", "Latency of math.inv", "src/hw/cost.def", latency,
     "(W) math.inv (8|M0) r1.0<1>:f r1.0<8;8,1>:f"},
    {"latency-shared", "Latency of a read of shared memory", "src/hw/cost.def", latency,
     "(W) and (8|M0) r4.0<1>:ud r1.0<8;8,1>:ud 0x0:ud\n(W) send (8|M0) r1:ud r4 0xC 0x02106EFE"},
    {"latency-buffer", "Latency of a read of a buffer, in the L3 cache", "src/hw/cost.def", latency,
     "(W) and (8|M0) r4.0<1>:ud r1.0<8;8,1>:ud 0x0:ud\n(W) send (8|M0) r1:ud r4 0xC 0x02106E00"},
    {0},
};

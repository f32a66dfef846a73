// KILN_SIM_STATS: counts of small kernels against counts made by hand, the same at any number of host
// threads; and the cycle model against what is published of the machine. With KILN_STATS_OUT=FILE the log of
// all kernels is written there (test_report.py reads it).
#include "eu_rig.h"
#include "eu_pool.h"
#include "sim/observe/observe.h"
#include "sim/observe/stats/stats.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"
// r4, r5: channel << shift for 16 channels
#define OFFSETS(shift)                                                                                       \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"                                                                   \
    "add (8|M0) r2.8<1>:uw r2.0<8;8,1>:uw 8:uw\n"                                                            \
    "shl (16|M0) r4.0<1>:ud r2.0<8;8,1>:uw " #shift ":uw\n"
enum { OFFSETS_COUNT = 3, EOT_COUNT = 2 };

static struct sim_stats_log *every; // what KILN_STATS_OUT gets

static char *dispatch_counted(struct rig *r, struct sim_stats_log *log)
{
    struct sim_eu_pool *pool = eu_pool(r->host_threads);
    char *text = NULL;
    size_t size;
    sim_observed_pool_log(pool, log);
    kt_ok(rig_walk(r, pool), "%s", r->fault.text);
    sim_eu_pool_destroy(pool);
    FILE *f = open_memstream(&text, &size);
    sim_stats_log_write(log, kiln_devinfo_from_name("skl"), f);
    fclose(f);
    return text;
}

// The log after one dispatch of the text, from "dispatches" on; for free().
static char *count(struct rig *r, const char *text)
{
    if (!rig_load(r, text))
        return strdup("");
    struct sim_stats_log *log = sim_stats_log_create();
    char *json = dispatch_counted(r, log);
    sim_stats_log_destroy(log);
    if (every)
        free(dispatch_counted(r, every));
    return json;
}

// The number behind the path of names, e.g. "slm", "clocks".
static double number_at(const char *json, const char *const *names)
{
    const char *at = strstr(json, "\"dispatches\": [\n");
    for (; at && *names; names++) {
        char quoted[64];
        snprintf(quoted, sizeof(quoted), "\"%s\": ", *names);
        at = strstr(at, quoted);
        if (at)
            at += strlen(quoted);
    }
    return kt_ok(at, "no such member") ? atof(at) : -1;
}
#define NUMBER(json, ...) number_at(json, (const char *const[]){__VA_ARGS__, NULL})

static struct rig *rig_new(unsigned simd)
{
    struct rig *r = calloc(1, sizeof(*r));
    rig_init(r);
    rig_shape(r, simd, 1, 0, 1);
    return r;
}

static void rig_free(struct rig *r)
{
    rig_finish(r);
    free(r);
}

static const char loop[] = "(W) mov (1|M0) r20.0<1>:d 10:d\n"
                           "L:\n"
                           "add (16|M0) r30.0<1>:f r30.0<8;8,1>:f 1.0:f\n"
                           "mad (8|M0) r32.0<1>:f r30.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n"
                           "(W) add (1|M0) r20.0<1>:d r20.0<0;1,0>:d -1:d\n"
                           "(W) cmp (1|M0) (ne)f0.0 null<1>:d r20.0<0;1,0>:d 0:d\n"
                           "(W&f0.0) jmpi L\n" EOT;

KT_TEST(loop_of_ten)
{
    struct rig *r = rig_new(16);
    rig_shape(r, 16, 2, 0, 3); // two threads a group, three groups
    char *json = count(r, loop);
    enum { THREADS = 6 };
    kt_eq(NUMBER(json, "threads"), THREADS);
    kt_eq(NUMBER(json, "groups"), 3);
    kt_eq(NUMBER(json, "instructions"), THREADS * (1 + 10 * 5 + EOT_COUNT));
    // Of ten rounds: the SIMD16 add is two of SIMD8.
    kt_eq(NUMBER(json, "simd8_instructions"), THREADS * (1 + 10 * 6 + EOT_COUNT));
    kt_eq(NUMBER(json, "add", "instructions"), THREADS * 20);
    kt_eq(NUMBER(json, "add", "simd8"), THREADS * 30);
    kt_eq(NUMBER(json, "mad", "instructions"), THREADS * 10);
    kt_eq(NUMBER(json, "jmpi", "instructions"), THREADS * 10);
    kt_eq(NUMBER(json, "mov", "instructions"), THREADS * 2);
    kt_eq(NUMBER(json, "flops"), THREADS * 10 * (16 + 2 * 8));
    kt_eq(NUMBER(json, "branches", "uniform"), THREADS * 10);
    kt_eq(NUMBER(json, "branches", "divergent"), 0);
    kt_eq(NUMBER(json, "end of thread"), THREADS);
    kt_eq(NUMBER(json, "instructions"), (double)r->stats.eu_instructions);
    free(json);
    rig_free(r);
}

KT_TEST(divergent_branch)
{
    struct rig *r = rig_new(16);
    // Channels 0..4 take the branch: two instructions with 5 of 16 channels.
    char *json = count(r, OFFSETS(0) "cmp (16|M0) (lt)f0.0 null<1>:ud r4.0<8;8,1>:ud 5:ud\n"
                                     "(f0.0) if (16|M0) E E\n"
                                     "  mov (16|M0) r10.0<1>:ud 1:ud\n"
                                     "  mov (16|M0) r12.0<1>:ud 1:ud\n"
                                     "E:\n"
                                     "endif (16|M0) X\n"
                                     "X:\n"
                                     "cmp (16|M0) (lt)f0.0 null<1>:ud r4.0<8;8,1>:ud 16:ud\n"
                                     "(f0.0) if (16|M0) F F\n" // all of them
                                     "  mov (16|M0) r10.0<1>:ud 1:ud\n"
                                     "F:\n"
                                     "endif (16|M0) Y\n"
                                     "Y:\n" EOT);
    kt_eq(NUMBER(json, "branches", "divergent"), 1);
    kt_eq(NUMBER(json, "branches", "uniform"), 1);
    // Widths: 8 + 8 + 16, cmp, if, two moves, endif, cmp, if, mov, endif, and the end: 8 + 8.
    kt_eq(NUMBER(json, "lanes", "width"), 32 + 9 * 16 + 16);
    // The endif is executed by the five: the others arrive with it.
    kt_eq(NUMBER(json, "lanes", "enabled"), 32 + 9 * 16 + 16 - 2 * 11);
    free(json);
    rig_free(r);
}

static void slm_case(const char *text, unsigned clocks, unsigned ideal, unsigned bytes_read,
                     unsigned bytes_written)
{
    struct rig *r = rig_new(16);
    r->m.idd.shared_local_memory_size = 3; // 4 KB
    char *json = count(r, text);
    kt_eq(NUMBER(json, "slm", "clocks"), clocks);
    kt_eq(NUMBER(json, "slm", "ideal_clocks"), ideal);
    kt_eq(NUMBER(json, "slm", "conflict_clocks"), clocks - ideal);
    kt_eq(NUMBER(json, "surfaces", "read"), bytes_read);
    kt_eq(NUMBER(json, "surfaces", "written"), bytes_written);
    free(json);
    rig_free(r);
}

#define SLM_READ "send (16|M0) r10:w r4 0xC 0x04205EFE\n"
#define SLM_WRITE "sends (16|M0) null:w r4 r10 0x8C 0x04025EFE\n"

// 16 banks of a dword: the stride says how many channels share one.
KT_TEST(shared_memory_banks)
{
    slm_case(OFFSETS(2) SLM_READ EOT, 1, 1, 64, 0);  // stride of 1 dword
    slm_case(OFFSETS(3) SLM_READ EOT, 2, 1, 64, 0);  // 2
    slm_case(OFFSETS(4) SLM_READ EOT, 4, 1, 64, 0);  // 4
    slm_case(OFFSETS(6) SLM_READ EOT, 16, 1, 64, 0); // 16
    slm_case(OFFSETS(7) SLM_READ EOT, 16, 1, 64, 0); // 32
    slm_case(OFFSETS(2) "mul (16|M0) r4.0<1>:ud r4.0<8;8,1>:ud 17:uw\n" SLM_READ EOT, 1, 1, 64,
             0);                                                                     // padded rows
    slm_case(OFFSETS(2) "mov (16|M0) r4.0<1>:ud 64:ud\n" SLM_READ EOT, 1, 1, 64, 0); // one dword for all
    slm_case(OFFSETS(2) SLM_WRITE EOT, 1, 1, 0, 64);
    slm_case(OFFSETS(2) "mov (16|M0) r4.0<1>:ud 64:ud\n" SLM_WRITE EOT, 16, 1, 0, 64); // and written by all
    // Four dwords a channel, side by side (SIMD8): each of four phases has two channels a bank.
    slm_case(OFFSETS(4) "send (8|M0) r10:w r4 0xC 0x024060FE\n" EOT, 8, 4, 128, 0);
}

static void starts_with(const char *text, const char *want)
{
    kt_ok(text && !strncmp(text, want, strlen(want)), "%.120s, not %s", text ? text : "nothing", want);
}

KT_TEST(bytes_by_surface)
{
    struct rig *r = rig_new(16);
    char text[2048];
    rig_surface(r, 0, 4096);
    rig_surface(r, 0x1000, 40); // ten dwords: six channels are out of bounds
    snprintf(text, sizeof(text),
             OFFSETS(2) "send (16|M0) r10:w r4 0xC 0x04205E00\n"
                        "sends (16|M0) null:w r4 r10 0x8C 0x04025E01\n"
                        "mov (16|M0) r20.0<1>:ud 0:ud\n"
                        "mov (16|M0) r22.0<1>:ud 1:ud\n"
                        "sends (16|M0) null:w r20 r22 0x8C 0x04008700\n" // untyped atomic add without a reply
                        "(W) mov (1|M0) r8.0<1>:uq 0x%llx:uq\n"
                        "add (8|M0) r24.0<1>:uq r8.0<0;1,0>:uq r4.0<8;8,1>:ud\n"
                        "send (8|M0) r30:w r24 0xC 0x041401FF\n" // A64 dword scattered read
             EOT,
             (unsigned long long)rig_address(0x2000));
    char *json = count(r, text);
    kt_eq(*(uint32_t *)rig_data(r, 0), every ? 32 : 16); // run once, or twice
    const char *first = strstr(json, "\"bti 0\""), *second = strstr(json, "\"bti 1\""),
               *third = strstr(json, "\"A64\"");
    starts_with(
        first, "\"bti 0\", \"messages\": 2, \"read\": 128, \"written\": 64, \"atomics\": 16, \"dropped\": 0, "
               "\"lines\": 2}");
    starts_with(second,
                "\"bti 1\", \"messages\": 1, \"read\": 0, \"written\": 40, \"atomics\": 0, \"dropped\": 6, "
                "\"lines\": 1}");
    starts_with(third,
                "\"A64\", \"messages\": 1, \"read\": 32, \"written\": 0, \"atomics\": 0, \"dropped\": 0, "
                "\"lines\": 1}");
    kt_eq(NUMBER(json, "bytes", "footprint_read"), 2 * 64); // surface 0 and what the A64 message read
    kt_eq(NUMBER(json, "bytes", "footprint_written"), 2 * 64);
    kt_eq(NUMBER(json, "untyped surface read"), 1);
    kt_eq(NUMBER(json, "untyped atomic"), 1);
    kt_eq(NUMBER(json, "A64 scattered read"), 1);
    free(json);
    rig_free(r);
}

#define MEET                                                                                                 \
    "(W) and (1|M0) r50.2<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud\n"                                              \
    "(W) send (1|M0) null r50 0x3 0x02000004\n"                                                              \
    "(W) wait n0.0<0;1,0>:ud\n"

static const char barriers[] =
    OFFSETS(2) "send (16|M0) r10:w r4 0xC 0x04205E00\n" SLM_WRITE MEET SLM_READ MEET
               "sends (16|M0) null:w r4 r10 0x8C 0x04025E00\n" EOT;

KT_TEST(the_same_at_any_number_of_threads)
{
    char *reference[2] = {NULL, NULL};
    for (unsigned threads = 1; threads <= 7; threads += 3) {
        const char *const texts[2] = {loop, barriers};
        for (unsigned k = 0; k < 2; k++) {
            struct rig *r = rig_new(16);
            r->host_threads = threads;
            r->m.idd.shared_local_memory_size = 3;
            rig_surface(r, 0, 4096);
            rig_shape(r, 16, 4, 0, 37);
            char *json = count(r, texts[k]);
            if (!reference[k])
                reference[k] = json;
            else {
                kt_ok(!strcmp(json, reference[k]), "%u threads count differently", threads);
                free(json);
            }
            rig_free(r);
        }
    }
    kt_eq(NUMBER(reference[1], "barriers"), 37 * 4 * 2);
    free(reference[0]);
    free(reference[1]);
}

// ---- the cycle model against published figures ----

enum { MANY = 24 * 7 * 4 };

static char repeated[1 << 16];

static const char *repeat(const char *before, const char *body, unsigned times, const char *after)
{
    size_t n = (size_t)snprintf(repeated, sizeof(repeated), "%s", before);
    for (unsigned i = 0; i < times; i++)
        n += (size_t)snprintf(repeated + n, sizeof(repeated) - n, "%s", body);
    snprintf(repeated + n, sizeof(repeated) - n, "%s", after);
    return repeated;
}

static double busy_clocks(const char *json)
{
    return NUMBER(json, "estimate", "clocks") - kiln_costs(KILN_ISA_GEN9)->WALKER;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void close_to(const char *what, double is, double want, double tolerance)
{
    kt_ok(is > want * (1 - tolerance) && is < want * (1 + tolerance), "%s: %g, not %g", what, is, want);
}

// 24 EUs x 2 FPUs x 4 lanes x 2: 384 operations a clock (G11), at 1150 MHz 441.6 GFLOPS (ARK).
KT_TEST(peak_arithmetic)
{
    struct rig *r = rig_new(16);
    rig_shape(r, 16, 1, 0, MANY);
    char *json = count(r, repeat("",
                                 "mad (8|M0) r32.0<1>:f r30.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n"
                                 "mad (8|M0) r33.0<1>:f r30.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n"
                                 "mad (8|M0) r34.0<1>:f r30.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n"
                                 "mad (8|M0) r35.0<1>:f r30.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n",
                                 100, EOT));
    close_to("FP32 operations a clock and EU", NUMBER(json, "flops") / busy_clocks(json) / 24, 16, 0.02);
    free(json);
    // One thread alone waits for its own results: 8 clocks an instruction, of which it could issue one in 2.
    rig_shape(r, 16, 1, 0, 1);
    json = count(r, repeat("", "mad (8|M0) r32.0<1>:f r32.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n", 400, EOT));
    close_to("clocks of a dependent mad", busy_clocks(json) / 400, 8, 0.02);
    free(json);
    // Doubles: a quarter (WP). Extended math: a quarter of a pipe's lanes, on one pipe.
    rig_shape(r, 16, 1, 0, MANY);
    json = count(r, repeat("",
                           "mad (4|M0) r32.0<1>:df r30.0<4;1>:df r30.0<4;1>:df r30.0<1>:df\n"
                           "mad (4|M0) r34.0<1>:df r30.0<4;1>:df r30.0<4;1>:df r30.0<1>:df\n",
                           100, EOT));
    close_to("FP64 operations a clock and EU", NUMBER(json, "flops") / busy_clocks(json) / 24, 4, 0.02);
    free(json);
    json = count(r, repeat("", "math.sqt (8|M0) r32.0<1>:f r30.0<8;8,1>:f\n", 300, EOT));
    close_to("square roots a clock and EU", NUMBER(json, "flops") / busy_clocks(json) / 24, 2, 0.02);
    free(json);
    rig_free(r);
}

// 64 bytes a clock and subslice from shared memory without conflicts (OCL), and through a data port (WP).
KT_TEST(peak_bandwidth)
{
    struct rig *r = rig_new(16);
    r->m.idd.shared_local_memory_size = 3;
    rig_surface(r, 0, 65536);
    rig_shape(r, 16, 16, 0, 300);
    char *json = count(r, repeat(OFFSETS(2), SLM_READ, 64, EOT));
    close_to("shared memory, bytes a clock and subslice",
             NUMBER(json, "surfaces", "read") / busy_clocks(json) / 3, 64, 0.05);
    double apart = busy_clocks(json);
    free(json);
    json = count(r, repeat(OFFSETS(6), SLM_READ, 64, EOT));
    close_to("conflicts of stride 16", busy_clocks(json) / apart, 16, 0.05);
    free(json);
    json = count(r, repeat(OFFSETS(2), "send (16|M0) r10:w r4 0xC 0x04205E00\n", 64, EOT));
    close_to("data port, bytes a clock and subslice",
             NUMBER(json, "surfaces", "read") / busy_clocks(json) / 3, 64, 0.05);
    double together = busy_clocks(json);
    free(json);
    json = count(r, repeat(OFFSETS(7), "send (16|M0) r10:w r4 0xC 0x04205E00\n", 64, EOT));
    close_to("a line a channel", busy_clocks(json) / together, 16, 0.05);
    free(json);
    rig_free(r);
}

// More work never takes less time, and more groups at once hide more latency.
KT_TEST(monotonic)
{
    struct rig *r = rig_new(16);
    rig_surface(r, 0, 65536);
    double last = 0, per_group = 1e9;
    for (unsigned groups = 1; groups <= 4096; groups *= 8) {
        rig_shape(r, 16, 1, 0, groups);
        char *json = count(r, repeat(OFFSETS(2),
                                     "send (16|M0) r10:w r4 0xC 0x04205E00\n"
                                     "add (16|M0) r4.0<1>:ud r4.0<8;8,1>:ud r10.0<8;8,1>:ud\n",
                                     20, EOT));
        double clocks = busy_clocks(json);
        kt_ok(clocks >= last, "%u groups: %g clocks after %g", groups, clocks, last);
        kt_ok(clocks / groups <= per_group * 1.0001, "%u groups: %g clocks a group after %g", groups,
              clocks / groups, per_group);
        last = clocks;
        per_group = clocks / groups;
        free(json);
    }
    last = 0;
    for (unsigned times = 10; times <= 320; times *= 2) {
        rig_shape(r, 16, 1, 0, 500);
        char *json =
            count(r, repeat("", "mad (8|M0) r32.0<1>:f r30.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n", times, EOT));
        kt_ok(busy_clocks(json) >= last, "%u instructions", times);
        last = larger(last, busy_clocks(json));
        free(json);
    }
    rig_free(r);
}

// A barrier costs what the slowest thread makes the others wait, and its own latency.
KT_TEST(barrier_waits_for_the_slowest)
{
    struct rig *r = rig_new(16);
    rig_shape(r, 16, 2, 0, 1);
    r->m.idd.shared_local_memory_size = 0;
    char *json = count(r, MEET EOT);
    double short_one = NUMBER(json, "estimate", "thread_clocks");
    free(json);
    json = count(r, repeat("", "mad (8|M0) r32.0<1>:f r32.0<8;1>:f r30.0<8;1>:f r30.0<1>:f\n", 50, MEET EOT));
    double long_one = NUMBER(json, "estimate", "thread_clocks");
    unsigned barrier = kiln_costs(KILN_ISA_GEN9)->BARRIER;
    kt_ok(short_one >= barrier && short_one < barrier + 40, "%g", short_one);
    close_to("the chain before it", long_one - short_one, 50 * 8, 0.05);
    free(json);
    rig_free(r);
}

__attribute__((constructor)) static void open_log(void)
{
    if (getenv("KILN_STATS_OUT"))
        every = sim_stats_log_create();
}

__attribute__((destructor)) static void write_log(void)
{
    FILE *f = every ? fopen(getenv("KILN_STATS_OUT"), "w") : NULL;
    if (f) {
        fprintf(f, "{\"kiln_stats\": 1, \"device\": \"skl\",\n");
        sim_stats_log_write(every, kiln_devinfo_from_name("skl"), f);
        fprintf(f, "}\n");
        fclose(f);
    }
    sim_stats_log_destroy(every);
}

KT_MAIN()

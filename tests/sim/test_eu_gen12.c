// What the EUs and the dispatch of Gen12 have that Gen11's have not: dp4a, sync, and a scoreboard in
// software.
#include "eu_rig.h"
#include "sim/stats/stats.h"

#define EOT                                                                                                  \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 "          \
    "{EOT,@1}\n"
// r4: the byte offset of each of eight dwords.
#define OFFSETS                                                                                              \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"                                                                   \
    "shl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw {@1}\n"
#define LOAD(to, swsb) "send.dc1 (8|M0) " to " r4 null 0x0 0x02106E00 {" swsb "}\n"
#define STORE(from, swsb) "send.dc1 (8|M0) null r4 " from " 0x40 0x02026E00 {" swsb "}\n"

static bool run(struct rig *r, const char *text)
{
    char whole[4096];
    rig_device = "tgl";
    rig_init(r);
    rig_shape(r, 8, 1, 0, 1);
    r->w.seed = 1;
    uint32_t *out = rig_data(r, 0);
    rig_surface(r, 0, 64);
    for (unsigned i = 0; i < 16; i++)
        out[i] = 100 + i;
    snprintf(whole, sizeof(whole), "%s" EOT, text);
    return rig_load(r, whole) && rig_dispatch(r);
}

KT_TEST(dot_products_of_bytes)
{
    static const struct {
        const char *op;
        int32_t want; // of 7 + (1, -2, 3, -128) . (2, 2, 255 or -1, 2)
    } t[] = {
        {"dp4a (8|M0) r14.0<1>:d r10.0<8;1>:d r11.0<8;1>:d r12.0<1>:d {@1}", 7 + 2 - 4 - 3 - 256},
        {"dp4a (8|M0) r14.0<1>:d r10.0<8;1>:d r11.0<8;1>:d r12.0<1>:ud {@1}", 7 + 2 - 4 + 765 - 256},
        {"dp4a (8|M0) r14.0<1>:d r10.0<8;1>:d r11.0<8;1>:ud r12.0<1>:ud {@1}", 7 + 2 + 508 + 765 + 256},
        {"dp4a (8|M0) (sat)r14.0<1>:ud r10.0<8;1>:d r11.0<8;1>:d r12.0<1>:d {@1}", 0},
    };
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[1024];
        snprintf(text, sizeof(text),
                 OFFSETS "mov (8|M0) r10.0<1>:d 7:d\nmov (8|M0) r11.0<1>:ud 0x8003FE01:ud\n"
                         "mov (8|M0) r12.0<1>:ud 0x02FF0202:ud\n%s\n" STORE("r14", "@1,$0"),
                 t[i].op);
        if (kt_ok(run(&r, text), "%s", r.fault.text))
            kt_eq((int32_t)*(uint32_t *)rig_data(&r, 0), t[i].want);
        rig_finish(&r);
    }
}

// What is not waited for is reported by the register and the instruction; NULL: nothing is.
KT_TEST(scoreboard)
{
    static const struct {
        const char *text, *says;
    } t[] = {
        // A message's result, by its token; and what only waits for its payload, or another token.
        {LOAD("r10", "@1,$3") "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d {$3.dst}\n", NULL},
        {LOAD("r10", "@1,$3") "sync.nop null {$3.dst}\nadd (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d\n", NULL},
        {LOAD("r10", "@1,$3") "sync.allwr null\nadd (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d\n", NULL},
        {LOAD("r10", "@1,$3") "sync.allwr ($3)\nadd (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d\n", NULL},
        {LOAD("r10", "@1,$3") "sync.allwr ($4)\nadd (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d\n", "(r10)"},
        {LOAD("r10", "@1,$3") "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d\n",
         "reads what is not there yet (r10)"},
        {LOAD("r10", "@1,$3") "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d {$3.src}\n", "(r10)"},
        {LOAD("r10", "@1,$3") "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d {$4.dst}\n", "(r10)"},
        {LOAD("r10", "@1,$3") "mov (8|M0) r10.0<1>:d 1:d\n", "overwrites what is not written yet (r10)"},
        {LOAD("r10", "@1,$3") "mov (8|M0) r11.0<1>:d 1:d\n", NULL},
        // Its payload.
        {LOAD("r10", "@1,$3") "mov (8|M0) r4.0<1>:d 1:d\n", "overwrites what is still read (r4)"},
        {LOAD("r10", "@1,$3") "mov (8|M0) r4.0<1>:d 1:d {$3.src}\n", NULL},
        {STORE("r4", "@1,$3") "sync.allrd null\nmov (8|M0) r4.0<1>:d 1:d\n", NULL},
        {STORE("r4", "@1,$3") LOAD("r4", "$4"), NULL},
        // math is no in-order instruction.
        {"math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f {@1,$2}\nmov (8|M0) r11.0<1>:f r10.0<8;8,1>:f {@1}\n",
         "(r10)"},
        {"math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f {@1,$2}\nmov (8|M0) r11.0<1>:f r10.0<8;8,1>:f {$2.dst}\n",
         NULL},
        // Math takes its operands in order, and so do messages to one shared function: a later one may write
        // there, and whoever has waited for it has waited for those before.
        {"math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f {@1,$2}\nmath.cos (8|M0) r4.0<1>:f r5.0<8;8,1>:f {$3}\n",
         NULL},
        {"math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f {@1,$2}\nmath.cos (8|M0) r4.0<1>:f r10.0<8;8,1>:f {$3}\n",
         "reads what is not there yet (r10)"},
        {"math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f {@1,$2}\nmath.cos (8|M0) r11.0<1>:f r5.0<8;8,1>:f {$3}\n"
         "mov (8|M0) r4.0<1>:d 1:d {$3.src}\n",
         NULL},
        {"math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f {@1,$2}\nmath.cos (8|M0) r11.0<1>:f r5.0<8;8,1>:f {$3}\n"
         "mov (8|M0) r5.0<1>:d 1:d {$2.src}\n",
         "overwrites what is still read (r5)"},
        {"math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f {@1,$2}\nmath.cos (8|M0) r11.0<1>:f r5.0<8;8,1>:f {$3}\n"
         "mov (8|M0) r10.0<1>:d 1:d {$3.dst}\n",
         "overwrites what is not written yet (r10)"},
        {STORE("r4", "@1,$3") LOAD("r12", "$4") "mov (8|M0) r4.0<1>:d 1:d {$4.src}\n", NULL},
        {STORE("r4",
               "@1,$3") "math.inv (8|M0) r12.0<1>:f r5.0<8;8,1>:f {$4}\nmov (8|M0) r4.0<1>:d 1:d {$4.src}\n",
         "overwrites what is still read (r4)"},
        {STORE("r4", "@1,$3") "math.inv (8|M0) r4.0<1>:f r5.0<8;8,1>:f {$4}\n",
         "overwrites what is still read (r4)"},
        // The instructions before, by distance; overwriting is in order, but of a message's result.
        {"mov (8|M0) r10.0<1>:d 1:d\nmov (8|M0) r11.0<1>:d r10.0<8;8,1>:d {@1}\n", NULL},
        {"mov (8|M0) r10.0<1>:d 1:d\nmov (8|M0) r11.0<1>:d r10.0<8;8,1>:d\n", "(r10)"},
        {"mov (8|M0) r10.0<1>:d 1:d\nmov (8|M0) r12.0<1>:d 1:d\nmov (8|M0) r11.0<1>:d r10.0<8;8,1>:d {@2}\n",
         NULL},
        {"mov (8|M0) r10.0<1>:d 1:d\nmov (8|M0) r12.0<1>:d 1:d\nmov (8|M0) r11.0<1>:d r12.0<8;8,1>:d {@2}\n",
         "(r12)"},
        {"mov (8|M0) r10.0<1>:d 1:d\nmov (8|M0) r10.0<1>:d 2:d\n", NULL},
        {"sync.nop null {@1}\nmov (8|M0) r10.0<1>:d 1:d\n" LOAD("r10", "$3"),
         "overwrites what is not written yet (r10)"},
        // What is read in order, and overwritten by who is not.
        {"mov (8|M0) r12.0<1>:d r10.0<8;8,1>:d {@1}\n" LOAD("r10", "$3"),
         "overwrites what is still read (r10)"},
        {"mov (8|M0) r12.0<1>:d r10.0<8;8,1>:d {@1}\n" LOAD("r10", "@1,$3"), NULL},
        {"mov (8|M0) r12.0<1>:d r10.0<8;8,1>:d {@1}\nmath.inv (8|M0) r10.0<1>:f r11.0<8;8,1>:f {$3}\n",
         "overwrites what is still read (r10)"},
        {"mov (8|M0) r12.0<1>:d r10.0<8;8,1>:d {@1}\nmov (8|M0) r10.0<1>:d 1:d\n", NULL},
        // The control register.
        {"or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x80:ud {@1}\nmov (8|M0) r10.0<1>:d 1:d {@1}\n", NULL},
        {"or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x80:ud {@1}\nsync.nop null {@1}\nmov (8|M0) r10.0<1>:d "
         "1:d\n",
         NULL},
        {"or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x80:ud {@1}\nsync.nop null\nmov (8|M0) r10.0<1>:d 1:d\n",
         "follows one that names the control register"},
        {"or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x80:ud\nmov (8|M0) r10.0<1>:d 1:d {@1}\n",
         "names the control register"},
    };
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[1024];
        snprintf(text, sizeof(text), OFFSETS "%s", t[i].text);
        bool ok = run(&r, text);
        if (!t[i].says)
            kt_ok(ok, "%u: %s", i, r.fault.text);
        else
            kt_ok(!ok && strstr(r.fault.text, "rule software-scoreboard") && strstr(r.fault.text, t[i].says),
                  "%u: %s", i, ok ? "nothing is reported" : r.fault.text);
        r.w.seed = 0; // where nothing is strict, nothing is said
        kt_ok(rig_dispatch(&r), "%u: %s", i, r.fault.text);
        rig_finish(&r);
    }
}

// Whoever looks on: what counts or checks sees a missing wait as well.
KT_TEST(scoreboard_beside_others)
{
    enum { PLAIN, COUNTED, CHECKED };
    for (unsigned how = PLAIN; how <= CHECKED; how++)
        for (unsigned waits = 0; waits < 2; waits++) {
            struct rig r;
            char text[512];
            snprintf(text, sizeof(text),
                     OFFSETS LOAD("r10", "@1,$3") "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d%s\n",
                     waits ? " {$3.dst}" : "");
            if (how == CHECKED)
                setenv("KILN_SIM_CHECK", "race", 1);
            run(&r, text); // as it is; the next one as `how` says
            struct sim_eu_pool *pool = sim_eu_pool_create(1);
            struct sim_stats_log *log = how == COUNTED ? sim_stats_log_create() : NULL;
            if (log)
                sim_eu_pool_log(pool, log);
            bool ok = sim_dispatch_walker(pool, &r.w, &r.stats, &r.fault);
            kt_ok(ok == waits && (ok || strstr(r.fault.text, "rule software-scoreboard")), "%u: %s", how,
                  ok ? "nothing is reported" : r.fault.text);
            sim_eu_pool_destroy(pool);
            if (log)
                sim_stats_log_destroy(log);
            unsetenv("KILN_SIM_CHECK");
            rig_finish(&r);
        }
}

// Threads are numbered as 16 EUs of eight, of which seven are there.
KT_TEST(thread_numbers)
{
    enum { THREADS = 64 };
    struct rig r;
    rig_device = "tgl";
    rig_init(&r);
    rig_shape(&r, 8, THREADS, 0, 1);
    r.w.seed = 1;
    uint32_t *out = rig_data(&r, 0);
    rig_surface(&r, 0, 128 * 32);
    kt_ok(rig_run(&r, OFFSETS "(W) and (1|M0) r10.0<1>:ud r0.5<0;1,0>:ud 0x3FF:ud\n"
                              "(W) shl (1|M0) r11.0<1>:ud r10.0<0;1,0>:ud 5:ud {@1}\n"
                              "add (8|M0) r4.0<1>:ud r4.0<8;8,1>:ud r11.0<0;1,0>:ud {@1}\n"
                              "mov (8|M0) r6.0<1>:ud 1:ud\n" STORE("r6", "@1,$0") EOT),
          "%s", r.fault.text);
    unsigned count = 0;
    for (unsigned id = 0; id < 128; id++) {
        count += out[8 * id] != 0;
        kt_ok(id % 8 < 7 || !out[8 * id], "number %u", id);
    }
    kt_eq(count, THREADS);
    rig_finish(&r);
}

KT_MAIN()

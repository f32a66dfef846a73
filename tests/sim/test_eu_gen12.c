// What the EUs and the dispatch of Gen12 have that Gen11's have not: dp4a, sync, and a scoreboard in
// software.
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "eu_rig.h"
#include "eu_pool.h"
#include "sim/observe/debug/state.h"
#include "sim/observe/observe.h"
#include "sim/observe/stats/stats.h"

#define EOT                                                                                                  \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 "          \
    "{EOT,@1}\n"
// r4: the byte offset of each of eight dwords.
#define OFFSETS                                                                                              \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"                                                                   \
    "shl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw {@1}\n"
#define LOAD(to, swsb) "send.dc1 (8|M0) " to " r4 null 0x0 0x02106E00 {" swsb "}\n"
#define STORE(from, swsb) "send.dc1 (8|M0) null r4 " from " 0x40 0x02026E00 {" swsb "}\n"

static void rig_setup(struct rig *r)
{
    rig_device = "tgl";
    rig_init(r);
    rig_shape(r, 8, 1, 0, 1);
    r->w.seed = 1;
    uint32_t *out = rig_data(r, 0);
    rig_surface(r, 0, 64);
    for (unsigned i = 0; i < 16; i++)
        out[i] = 100 + i;
}

static bool run(struct rig *r, const char *text)
{
    char whole[8192];
    rig_setup(r);
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

// A debugger that always goes on.
struct debugger {
    char path[32];
    int door;
    pthread_t thread;
    unsigned messages;
};

static bool receive(int fd, void *to, size_t size)
{
    return !size || recv(fd, to, size, MSG_WAITALL) == (ssize_t)size;
}

static void *debug(void *arg)
{
    struct debugger *d = arg;
    const struct {
        struct debug_header head;
        uint64_t numbers[3];
    } run = {{sizeof(run.numbers), DEBUG_RUN, 3}, {DEBUG_GO, 0, 0}};
    struct debug_header head;
    char body[65536];
    for (int fd; (fd = accept(d->door, NULL, NULL)) >= 0; close(fd))
        while (receive(fd, &head, sizeof(head)) && head.size <= sizeof(body) &&
               receive(fd, body, head.size)) {
            d->messages++;
            if (head.op == DEBUG_WALKER || head.op == DEBUG_STOPPED)
                kt_eq(send(fd, &run, sizeof(run), MSG_NOSIGNAL), sizeof(run));
        }
    return NULL;
}

static void debugger_start(struct debugger *d)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    *d = (struct debugger){.path = "/tmp/kiln-debug-XXXXXX", .door = socket(AF_UNIX, SOCK_STREAM, 0)};
    close(mkstemp(d->path));
    unlink(d->path);
    memcpy(at.sun_path, d->path, sizeof(d->path));
    kt_ok(!bind(d->door, (struct sockaddr *)&at, sizeof(at)) && !listen(d->door, 1), "%s", d->path);
    setenv("KILN_SIM_DEBUG", d->path, 1);
    pthread_create(&d->thread, NULL, debug, d);
}

// How many messages there were.
static unsigned debugger_finish(struct debugger *d)
{
    unsetenv("KILN_SIM_DEBUG");
    shutdown(d->door, SHUT_RDWR);
    pthread_join(d->thread, NULL);
    unlink(d->path);
    close(d->door);
    return d->messages;
}

// Whoever looks on: what counts, checks or debugs sees a missing wait as well.
KT_TEST(scoreboard_beside_others)
{
    enum { PLAIN, COUNTED, CHECKED, DEBUGGED };
    for (unsigned how = PLAIN; how <= DEBUGGED; how++)
        for (unsigned waits = 0; waits < 2; waits++) {
            struct rig r;
            char text[512];
            snprintf(text, sizeof(text),
                     OFFSETS LOAD("r10", "@1,$3") "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d%s\n",
                     waits ? " {$3.dst}" : "");
            if (how == CHECKED)
                setenv("KILN_SIM_CHECK", "race", 1);
            struct debugger debugger;
            if (how == DEBUGGED)
                debugger_start(&debugger);
            run(&r, text); // as it is; the next one as `how` says
            struct sim_eu_pool *pool = eu_pool(1);
            struct sim_stats_log *log = how == COUNTED ? sim_stats_log_create() : NULL;
            if (log)
                sim_observed_pool_log(pool, log);
            bool ok = rig_walk(&r, pool);
            kt_ok(ok == waits && (ok || strstr(r.fault.text, "rule software-scoreboard")), "%u: %s", how,
                  ok ? "nothing is reported" : r.fault.text);
            sim_eu_pool_destroy(pool);
            if (log)
                sim_stats_log_destroy(log);
            unsetenv("KILN_SIM_CHECK");
            if (how == DEBUGGED)
                kt_true(debugger_finish(&debugger) > 0);
            rig_finish(&r);
        }
}

// Translated code is watched now and then: in a loop that is long enough in each thread, else in some
// threads.
KT_TEST(scoreboard_of_translated_code)
{
    static const struct {
        const char *text;
        unsigned groups;
    } t[] = {
        // In the loop: a load, and the use of what it loads.
        {"mov (1|M0) r20.0<1>:ud 0:ud\nLOOP:\nadd (1|M0) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud {@1}\n" LOAD(
             "r10", "$3") "cmp (1|M0) (lt)f0.0 null<1>:ud r20.0<0;1,0>:ud 200000:ud {@1}\n"
                          "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d%s\n(W&f0.0) jmpi LOOP\n",
         1},
        {LOAD("r10", "@1,$3") "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:d%s\n", 20000},
    };
    setenv("KILN_SIM_JIT", "2", 1);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned waits = 0; waits < 2; waits++) {
            struct rig r;
            char text[1024] = OFFSETS;
            snprintf(text + strlen(text), sizeof(text) - strlen(text), t[i].text, waits ? " {$3.dst}" : "");
            rig_setup(&r);
            r.m.walker.thread_group_id_x_dimension = t[i].groups;
            r.w.instruction_budget = 1 << 24;
            strcat(text, EOT);
            bool ok = rig_load(&r, text) && rig_dispatch(&r);
            kt_ok(ok == waits && (ok || strstr(r.fault.text, "rule software-scoreboard")), "%u, %u: %s", i,
                  waits, ok ? "nothing is reported" : r.fault.text);
            rig_finish(&r);
        }
    setenv("KILN_SIM_JIT", "0", 1);
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

// A thread may end, or wait, with the last instruction that is watched: what is behind it is not executed.
KT_TEST(the_watch_ends_with_the_thread)
{
    enum {
        ROUNDS = 5456
    }; // of three instructions; all of them are 16,384 (SIM_WATCH_FIRST) in one of the runs
    char text[4096];
    setenv("KILN_SIM_JIT", "1", 1);
    for (unsigned more = 0; more < 16; more++) {
        struct rig r;
        int n = snprintf(text, sizeof(text),
                         "(W) mov (1|M0) r10.0<1>:d 0:d\n"
                         "LOOP:\n(W) add (1|M0) r10.0<1>:d r10.0<0;1,0>:d 1:d {@1}\n"
                         "(W) cmp (1|M0) (lt)f0.0 null<1>:d r10.0<0;1,0>:d %u:d {@1}\n"
                         "(W&f0.0) jmpi LOOP\n",
                         ROUNDS);
        for (unsigned i = 0; i < more; i++)
            n += snprintf(text + n, sizeof(text) - (size_t)n, "(W) mov (1|M0) r11.0<1>:d %u:d\n", i);
        kt_ok(run(&r, text), "%u more: %s", more, r.fault.text);
        kt_eq(r.stats.eu_instructions, 1 + 3 * ROUNDS + more + 2);
        rig_finish(&r);
    }
    setenv("KILN_SIM_JIT", "0", 1);
}

KT_MAIN()

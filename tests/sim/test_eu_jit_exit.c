// Exit handlers and destructors of a program may still dispatch and destroy devices, when LLVM's own objects
// are gone already: what they run is interpreted.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eu_rig.h"
#include "eu_pool.h"

// A loop that is translated at once; r11 tells one kernel from the other.
#define KERNEL(value)                                                                                        \
    "(W) mov (8|M0) r11.0<1>:d " value ":d\n(W) mov (8|M0) r10.0<1>:d 0:d\n"                                 \
    "LOOP:\nadd (8|M0) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"                                                      \
    "(W) cmp (1|M0) (lt)f0.0 null<1>:d r10.0<0;1,0>:d 1000:d\n(W&f0.0) jmpi LOOP\n"                          \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"

static struct rig rig;
static struct sim_eu_pool *pool;

static bool dispatch(const char *kernel)
{
    return rig_load(&rig, kernel) && rig_walk(&rig, pool);
}

// Registered before the JIT's own handlers, and so called after them.
static void late(void)
{
    bool ok = dispatch(KERNEL("2"));
    sim_eu_pool_destroy(pool);
    rig_finish(&rig);
    _exit(ok ? 0 : 2);
}

static void child(void)
{
    rig_init(&rig);
    rig_shape(&rig, 8, 1, 0, 1);
    rig.w.instruction_budget = 1 << 24;
    pool = eu_pool(1);
    if (atexit(late) || !dispatch(KERNEL("1")))
        _exit(1);
    exit(3); // which `late` does not come back from
}

KT_TEST(kernel_is_interpreted_while_the_process_exits)
{
    pid_t pid = fork();
    if (!pid) {
        alarm(30); // instead of waiting for ever
        child();
    }
    int status = -1;
    kt_ok(pid > 0 && waitpid(pid, &status, 0) == pid, "a child");
    kt_ok(WIFEXITED(status) && !WEXITSTATUS(status), "the child ends with status %#x", (unsigned)status);
}

KT_MAIN()

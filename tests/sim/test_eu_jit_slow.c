// A kernel whose translation takes long may be replaced meanwhile, and its device destroyed: nobody waits for
// it.
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "eu_rig.h"
#include "eu_pool.h"

// A loop of more instructions than the JIT waits for.
#define LONG_LOOP                                                                                            \
    "(W) mov (8|M0) r10.0<1>:d 0:d\n"                                                                        \
    "LOOP:\nadd (8|M0) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"                                                      \
    "(W) cmp (1|M0) (lt)f0.0 null<1>:d r10.0<0;1,0>:d 1000000:d\n(W&f0.0) jmpi LOOP\n"
#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"

KT_TEST(kernel_is_replaced_while_it_is_translated)
{
    void *library = dlopen(getenv("KILN_SIM_JIT_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
    if (!kt_ok(library != NULL, "the library is there"))
        return;
    pthread_mutex_t *lock = dlsym(library, "slow_jit_lock");
    pthread_cond_t *changed = dlsym(library, "slow_jit_changed");
    bool *begun = dlsym(library, "slow_jit_begun"), *may_end = dlsym(library, "slow_jit_may_end"),
         *unwanted = dlsym(library, "slow_jit_unwanted");
    struct rig r;
    rig_init(&r);
    rig_shape(&r, 8, 1, 0, 1);
    r.w.instruction_budget = 1 << 24;
    struct sim_eu_pool *pool = eu_pool(1);
    if (rig_load(&r, LONG_LOOP EOT)) {
        kt_ok(rig_walk(&r, pool), "%s", r.fault.text);
        pthread_mutex_lock(lock);
        while (!*begun)
            pthread_cond_wait(changed, lock);
        pthread_mutex_unlock(lock);
    }
    // Another kernel at the same address; without the change this waits for ever.
    if (rig_load(&r, "(W) mov (8|M0) r11.0<1>:d 7:d\n" EOT))
        kt_ok(rig_walk(&r, pool), "%s", r.fault.text);
    sim_eu_pool_destroy(pool); // nor does this wait
    rig_finish(&r);
    pthread_mutex_lock(lock);
    *may_end = true;
    pthread_cond_broadcast(changed);
    while (!*unwanted)
        pthread_cond_wait(changed, lock);
    pthread_mutex_unlock(lock);
    dlclose(library);
}

KT_MAIN()

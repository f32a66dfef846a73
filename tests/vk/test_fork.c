// fork() in a program that has a device and has used it: a new instance and device in the child work, as
// Python's multiprocessing wants it, the parent goes on, and what the child inherited can be destroyed.
#include "vk/vkt.h"
#include "vkt_count.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})
enum { LIMIT = 30 }; // seconds that a child may take

// A dispatch that doubles and adds, on a pipeline that is compiled for it; the result is 1 and so on.
static bool work(struct vkt *v, uint32_t times)
{
    struct vkt_pipeline p;
    if (!vkt_pipeline(v, SHADER(count), 1, NULL, 4, NULL, &p))
        return false;
    struct vkt_buffer b = vkt_buffer(v, 256);
    const uint32_t add = 1;
    vkt_bind_buffer(v, &p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b, 0, VK_WHOLE_SIZE);
    for (uint32_t i = 0; i < times; i++) {
        VkCommandBuffer cmd = vkt_begin(v);
        vkt_bind(cmd, &p);
        vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &add);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(v, cmd);
    }
    bool ok = kt_eq(((uint32_t *)b.map)[63], (1u << times) - 1);
    vkt_buffer_free(v, &b);
    vkt_pipeline_free(v, &p);
    return ok;
}

static bool whole(void)
{
    struct vkt v;
    bool ok = vkt_init(&v, &(struct vkt_options){.no_validation = true}) && work(&v, 5);
    vkt_finish(&v);
    return ok;
}

static void wait_for(pid_t pid, const char *what)
{
    int status = -1;
    waitpid(pid, &status, 0);
    kt_ok(status == 0, "%s: status 0x%x", what, (unsigned)status);
}

static pid_t child_of(bool (*f)(void))
{
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        alarm(LIMIT);
        kt_failures = 0; // the parent's
        _exit(f() && !kt_failures ? 0 : 1);
    }
    return pid;
}

KT_TEST(child_makes_its_own)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    for (unsigned round = 0; round < 5; round++) {
        work(&v, 5);
        pid_t pid = child_of(whole);
        work(&v, 6); // at the same time
        wait_for(pid, "child");
    }
    vkt_finish(&v);
}

static bool grandchildren(void)
{
    bool ok = whole();
    pid_t pids[2] = {child_of(whole), child_of(whole)};
    ok &= whole();
    wait_for(pids[0], "grandchild");
    wait_for(pids[1], "grandchild");
    return ok;
}

KT_TEST(children_of_children)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    work(&v, 3);
    pid_t pids[3];
    for (unsigned i = 0; i < 3; i++)
        pids[i] = child_of(grandchildren);
    for (unsigned i = 0; i < 3; i++)
        wait_for(pids[i], "child");
    work(&v, 3);
    vkt_finish(&v);
}

static struct vkt inherited;

static bool destroy_inherited(void)
{
    vkt_finish(&inherited);
    return whole();
}

// A submission that waits for an event of the host goes by the queue's thread: it is not the child's.
KT_TEST(inherited_device)
{
    if (!vkt_init(&inherited, &(struct vkt_options){.no_validation = true}))
        return;
    work(&inherited, 3);
    wait_for(child_of(destroy_inherited), "child");
    VkSemaphore s = vkt_timeline(&inherited, 0);
    vkt_ok(vkt_submit(inherited.queue, (struct vkt_submit){.wait = s, .wait_value = 1}));
    wait_for(child_of(destroy_inherited), "child with a submission that waits");
    vkt_ok(vkt_signal(&inherited, s, 1));
    vkt_ok(vkQueueWaitIdle(inherited.queue));
    vkDestroySemaphore(inherited.device, s, NULL);
    work(&inherited, 3);
    vkt_finish(&inherited);
}

// Forks while other threads submit and compile. (Not while they make instances: the loader's lock is not
// ours.)
static unsigned ready;

static void *busy(void *arg)
{
    struct vkt v;
    bool *stop = arg;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return NULL;
    __atomic_add_fetch(&ready, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(stop, __ATOMIC_RELAXED))
        work(&v, 4);
    __atomic_sub_fetch(&ready, 1, __ATOMIC_RELEASE);
    vkt_finish(&v);
    return NULL;
}

KT_TEST(busy_parent)
{
#ifdef __SANITIZE_ADDRESS__
    kt_skip("GCC 12's AddressSanitizer does not take its allocator's locks over a fork");
#endif
    pthread_t threads[2];
    bool stop = false;
    for (unsigned i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, busy, &stop);
    while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) < 2)
        usleep(1000);
    // KILN_FORKS: how often, and from when on at other moments.
    const char *forks = getenv("KILN_FORKS");
    unsigned count = forks ? (unsigned)atoi(forks) : 20, seed = count;
    for (unsigned i = 0; i < count; i++) {
        pid_t pid = child_of(whole);
        wait_for(pid, "child of a busy parent");
        usleep(i < 20 ? 1000 * i : (unsigned)rand_r(&seed) % 30000);
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

KT_MAIN()

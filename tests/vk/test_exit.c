// Processes that end in the middle of something: exit() while other threads compile, submit and wait, and the
// device executes or translates; exit handlers that use the device; devices that outlive their instance. Each
// is a child that must end by itself, with the status that it gives. Where chance seldom finds the moment,
// the test holds a thread in dlopen(), which it interposes, until exit() is over.
#include "vk/vkt.h"
#include "vkt_spin.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})
enum { LIMIT = 60, STATUS = 7 }; // seconds that a child may take, and what it ends with

static struct vkt v;
static unsigned pause_us; // until the child ends, from when its threads are at work

// KILN_EXITS: how many children of each kind, which end at other moments each.
static unsigned children(void)
{
    const char *s = getenv("KILN_EXITS");
    return s ? (unsigned)atoi(s) : 6;
}

static void expect_end(const char *what, void (*child)(void))
{
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        alarm(LIMIT);
        kt_failures = 0;
        child();
        _exit(1); // it came back
    }
    int status = -1;
    kt_ok(pid > 0 && waitpid(pid, &status, 0) == pid, "%s: a child", what);
    kt_ok(WIFEXITED(status) && WEXITSTATUS(status) == STATUS, "%s, after %u us: status %#x", what, pause_us,
          (unsigned)status);
}

static void expect_ends(const char *what, void (*child)(void), unsigned longest_us)
{
    unsigned count = children(), seed = 1;
    for (unsigned i = 0; i < count; i++) {
        pause_us = i < 6 ? longest_us * i / 6 : (unsigned)rand_r(&seed) % longest_us;
        expect_end(what, child);
    }
}

static void init(const char *jit)
{
    setenv("KILN_CACHE", "off", 1);
    setenv("KILN_SIM_JIT", jit, 1);
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        _exit(2);
}

static void start(void *(*run)(void *))
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, NULL))
        _exit(3);
    pthread_detach(thread);
}

static _Noreturn void end(void)
{
    usleep(pause_us);
    exit(STATUS);
}

// ---- what threads are at

static void *compile(void *arg)
{
    (void)arg;
    for (struct vkt_pipeline p;;)
        if (vkt_pipeline(&v, SHADER(spin), 1, NULL, 8, NULL, &p))
            vkt_pipeline_free(&v, &p);
    return NULL;
}

static bool submit(struct vkt_pipeline *p, struct vkt_buffer *b, uint32_t steps, struct vkt_submit s)
{
    const uint32_t push[2] = {steps, 64};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind_buffer(&v, p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, b, 0, VK_WHOLE_SIZE);
    vkt_bind(cmd, p);
    vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
    vkCmdDispatch(cmd, 16, 1, 1);
    vkEndCommandBuffer(cmd);
    s.cmd = cmd;
    return !vkt_submit(v.queue, s);
}

// Kernels of their own: each is new to the simulated device.
static void dispatch_new(uint32_t steps)
{
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, SHADER(spin), 1, NULL, 8, NULL, &p))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 1024 * 4);
    if (submit(&p, &b, steps, (struct vkt_submit){0}))
        vkQueueWaitIdle(v.queue);
    vkt_buffer_free(&v, &b);
    vkt_pipeline_free(&v, &p);
}

static void *dispatch(void *arg)
{
    (void)arg;
    for (;;)
        dispatch_new(2000);
    return NULL;
}

// Each kernel's accesses are out of bounds, and reported.
static void *go_out_of_bounds(void *arg)
{
    (void)arg;
    struct vkt_pipeline p;
    struct vkt_buffer b = vkt_buffer(&v, 64);
    while (vkt_pipeline(&v, SHADER(spin), 1, NULL, 8, NULL, &p)) {
        submit(&p, &b, 1, (struct vkt_submit){0});
        vkQueueWaitIdle(v.queue);
    }
    return NULL;
}

// ---- exit() beside them

static void exit_while_compiling(void)
{
    init("0");
    start(compile);
    start(compile);
    end();
}

KT_TEST(exit_while_threads_compile)
{
    expect_ends("compiling", exit_while_compiling, 600000);
}

static void exit_while_translating(void)
{
    init("1");
    start(dispatch);
    end();
}

static void exit_while_translating_at_once(void)
{
    init("2");
    start(dispatch);
    end();
}

KT_TEST(exit_while_kernels_run_and_are_translated)
{
    expect_ends("dispatching", exit_while_translating, 600000);
    expect_ends("translating", exit_while_translating_at_once, 600000);
}

static void *end_from_here(void *arg)
{
    (void)arg;
    end();
}

static void exit_from_another_thread(void)
{
    init("1");
    start(end_from_here);
    dispatch(NULL);
}

KT_TEST(exit_from_another_thread_than_the_first)
{
    expect_ends("another thread", exit_from_another_thread, 600000);
}

// ---- LLVM that others had loaded: its objects go with the process

static char llvm[256];

static int find_llvm(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size, (void)data;
    if (strstr(info->dlpi_name, "libLLVM") && strlen(info->dlpi_name) < sizeof(llvm))
        strcpy(llvm, info->dlpi_name);
    return 0;
}

// Where the driver's compiler finds it.
static bool ask_for_llvm(void)
{
    int fd[2];
    if (pipe(fd))
        return false;
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        struct vkt_pipeline p;
        init("0");
        vkt_pipeline(&v, SHADER(spin), 1, NULL, 8, NULL, &p);
        dl_iterate_phdr(find_llvm, NULL);
        _exit(write(fd[1], llvm, sizeof(llvm)) != sizeof(llvm));
    }
    close(fd[1]);
    bool ok = pid > 0 && read(fd[0], llvm, sizeof(llvm)) == sizeof(llvm);
    close(fd[0]);
    waitpid(pid, NULL, 0);
    return ok;
}

static void load_llvm(void)
{
    // Compiles that are refused are told of.
    if (!dlopen(llvm, RTLD_NOW | RTLD_LOCAL) || !freopen("/dev/null", "w", stderr) ||
        !freopen("/dev/null", "w", stdout))
        _exit(5);
}

static void exit_while_compiling_with_others_llvm(void)
{
    load_llvm();
    exit_while_compiling();
}

static void exit_while_translating_with_others_llvm(void)
{
    load_llvm();
    exit_while_translating();
}

KT_TEST(exit_where_others_had_loaded_llvm)
{
    if (!kt_ok(ask_for_llvm(), "a child that looks for LLVM"))
        return;
    if (!llvm[0])
        kt_skip("LLVM is no library of its own");
    expect_ends("compiling, others' LLVM", exit_while_compiling_with_others_llvm, 600000);
    expect_ends("translating, others' LLVM", exit_while_translating_with_others_llvm, 600000);
}

// ---- a thread that is at a library of ours for the first time when exit() is over
//
// The dynamic linker's part of exit() forgets which libraries it has constructed: a dlopen() that reaches
// LLVM after it constructs LLVM again, which ends the process by abort(). Where others had loaded LLVM, its
// objects are gone then as well.

static struct hold {
    const char *library, *where; // which dlopen() is held, and where; NULL: the thread before any
    bool after;                  // the library is there, and not used yet
    const char *jit;
    bool others_llvm, others_llvm_late; // others load LLVM before the driver; after it
} hold;

static sem_t arrived, over, done; // at the hold, or past it; exit() is over; the thread has its pipeline

static void wait_ms(sem_t *s, long ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    while (sem_clockwait(s, CLOCK_MONOTONIC, &t) && errno == EINTR)
        ;
}

// Not for ever: exit() may wait for the library to be loaded, and should.
static void hold_until_over(void)
{
    sem_post(&arrived);
    wait_ms(&over, 500);
}

static void tell_over(void)
{
    sem_post(&over);
    wait_ms(&done, 2000);
}

// All libraries' calls come here.
__attribute__((visibility("default"))) void *dlopen(const char *file, int mode)
{
    void *next = dlsym(RTLD_NEXT, "dlopen");
    __typeof__(dlopen) *real;
    memcpy(&real, &next, sizeof(real));
    const bool held = file && hold.library && strstr(file, hold.library);
    if (held && !hold.after)
        hold_until_over();
    void *handle = real(file, mode);
    if (held && hold.after)
        hold_until_over();
    if (!file || !hold.others_llvm_late || !strstr(file, "libvulkan_kiln"))
        return handle;
    if (!hold.library && atexit(tell_over)) // when LLVM is gone, and before the driver's first handler
        _exit(4);
    real(llvm, RTLD_NOW | RTLD_LOCAL);
    return handle;
}

// The last that exit() does is to write what streams have left: handlers and destructors have been called.
static ssize_t is_over(void *cookie, const char *bytes, size_t size)
{
    (void)cookie, (void)bytes;
    tell_over();
    return (ssize_t)size;
}

static void *dispatch_once(void *arg)
{
    (void)arg;
    if (!hold.library)
        hold_until_over();
    dispatch_new(100);
    sem_post(&arrived);
    sem_post(&done);
    return NULL;
}

static void exit_while_held(void)
{
    sem_init(&arrived, 0, 0);
    sem_init(&over, 0, 0);
    sem_init(&done, 0, 0);
    if (hold.others_llvm)
        load_llvm();
    else if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
        _exit(5);
    init(hold.jit);
    FILE *last = fopencookie(NULL, "w", (cookie_io_functions_t){.write = is_over});
    if (!last || fputc('.', last) == EOF)
        _exit(5);
    start(dispatch_once);
    wait_ms(&arrived, 20000);
    exit(STATUS);
}

KT_TEST(exit_while_libraries_are_loaded)
{
    static const struct hold holds[] = {
        {"libkiln_compiler", "before the compiler is loaded", false, "0", false, false},
        {"libkiln_compiler", "before the compiler is used", true, "0", false, false},
        {"libLLVM", "where the compiler asks for LLVM", false, "0", false, false},
        {"libkiln_simjit", "before the translator is loaded", false, "2", false, false},
        {"libkiln_simjit", "before the translator is used", true, "2", false, false},
        {"libkiln_compiler", "before the compiler is loaded, others' LLVM", false, "0", true, false},
        {"libkiln_compiler", "before the compiler is used, others' LLVM", true, "0", true, false},
        {"libkiln_simjit", "before the translator is loaded, others' LLVM", false, "2", true, false},
        {"libkiln_simjit", "before the translator is used, others' LLVM", true, "2", true, false},
        {"libkiln_compiler", "before the compiler is used, others' later LLVM", true, "0", false, true},
        {"libkiln_simjit", "before the translator is used, others' later LLVM", true, "2", false, true},
        {NULL, "before a first compile, others' later LLVM", false, "0", false, true},
        {NULL, "before a first translation, others' later LLVM", false, "2", false, true},
    };
    if (!kt_ok(ask_for_llvm(), "a child that looks for LLVM"))
        return;
    for (unsigned i = 0; i < sizeof(holds) / sizeof(holds[0]); i++) {
        hold = holds[i];
        if (llvm[0] || !(hold.others_llvm || hold.others_llvm_late))
            expect_end(hold.where, exit_while_held);
    }
    hold = (struct hold){0};
}

// ---- what waits

// What waits is handed on by the queue's own thread.
static void exit_with_waiting_submissions(void)
{
    init("1");
    VkSemaphore a = vkt_timeline(&v, 0), b = vkt_timeline(&v, 0);
    vkt_submit(v.queue, (struct vkt_submit){.wait = a, .wait_value = 1, .signal = b, .signal_value = 1});
    vkt_submit(v.queue, (struct vkt_submit){.wait = a, .wait_value = 2, .signal = b, .signal_value = 2});
    vkt_signal(&v, a, 1);
    end();
}

KT_TEST(exit_with_submissions_that_wait)
{
    expect_ends("submissions", exit_with_waiting_submissions, 20000);
}

// ---- handlers and destructors of the program's

// Registered before the driver is there, and so called behind all handlers of its libraries.
static void late(void)
{
    dispatch_new(100);
    vkDeviceWaitIdle(v.device);
    vkt_finish(&v);
}

static void exit_with_late_handler(void)
{
    if (atexit(late))
        _exit(4);
    init("1");
    dispatch_new(100000);
    end();
}

KT_TEST(exit_handlers_use_the_device)
{
    expect_ends("handler", exit_with_late_handler, 100000);
}

// ---- what is told at the end, while more is to tell

static void exit_while_checked(void)
{
    setenv("KILN_SIM_CHECK", "all", 1);
    setenv("KILN_SIM_CHECK_FILE", "/dev/null", 1);
    init("0");
    start(go_out_of_bounds);
    end();
}

KT_TEST(exit_while_shaders_are_checked)
{
    expect_ends("checked", exit_while_checked, 300000);
}

// ---- devices and threads that outlive the instance, with which the loader lets go of the driver

static void exit_with_device_of_no_instance(void)
{
    init("1");
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, SHADER(spin), 1, NULL, 8, NULL, &p))
        _exit(6);
    struct vkt_buffer b = vkt_buffer(&v, 1024 * 4);
    submit(&p, &b, 100000, (struct vkt_submit){0});
    vkDestroyInstance(v.instance, NULL);
    end();
}

KT_TEST(device_outlives_the_instance)
{
    expect_ends("no instance", exit_with_device_of_no_instance, 200000);
}

// A sync file whose fence another process has: here, a socket that nobody has answered yet.
static void foreign_fence_outlives_instance(void)
{
    int s[2];
    init("0");
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkImportSemaphoreFdInfoKHR import = {.sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
                                         .flags = VK_SEMAPHORE_IMPORT_TEMPORARY_BIT,
                                         .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, s) ||
        vkCreateSemaphore(v.device, &info, NULL, &import.semaphore))
        _exit(5);
    import.fd = s[0];
    if (vkt_proc(&v, vkImportSemaphoreFdKHR)(v.device, &import))
        _exit(5);
    vkDestroySemaphore(v.device, import.semaphore, NULL);
    vkt_finish(&v);
    const int status = 1;
    if (send(s[1], &status, sizeof(status), 0) != sizeof(status))
        _exit(5);
    usleep(20000);
    end();
}

KT_TEST(foreign_fence_outlives_the_instance)
{
    expect_ends("foreign fence", foreign_fence_outlives_instance, 20000);
}

KT_MAIN()

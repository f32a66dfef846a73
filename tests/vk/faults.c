// See faults.h.
#include "vk/faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- malloc: this program's, in place of libc's; mmap and pthread_create fail like it
#define EXPORT __attribute__((visibility("default")))

static struct {
    uintptr_t first, last; // code of the ICD
    long countdown;        // calls of the ICD until one fails; negative: none does
    long live, calls;      // blocks that the ICD has
    bool counting, failed;
} heap;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static bool ours(const void *caller)
{
    return heap.counting && (uintptr_t)caller >= heap.first && (uintptr_t)caller < heap.last;
}

static bool refuse(const void *caller)
{
    if (!ours(caller))
        return false;
    __atomic_add_fetch(&heap.calls, 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&heap.countdown, __ATOMIC_RELAXED) < 0 ||
        __atomic_fetch_sub(&heap.countdown, 1, __ATOMIC_RELAXED) != 0)
        return false;
    heap.failed = true;
    return true;
}

// The blocks that the ICD has, by address: whoever frees them. And how many of them have a slot as their
// first: most of what is freed is LLVM's, and is not looked for.
enum { SLOTS = 1 << 16 };
static _Atomic(void *) blocks[SLOTS];
static _Atomic unsigned short firsts[SLOTS];

static size_t first_slot(const void *p)
{
    return (uintptr_t)p / 16 % SLOTS;
}

static void *count(const void *caller, void *p)
{
    if (!p || !ours(caller))
        return p;
    atomic_fetch_add(&firsts[first_slot(p)], 1);
    for (size_t i = first_slot(p);; i = (i + 1) % SLOTS) {
        void *none = NULL;
        if (atomic_compare_exchange_strong(&blocks[i], &none, p))
            break;
    }
    __atomic_add_fetch(&heap.live, 1, __ATOMIC_RELAXED);
    return p;
}

static void forget(void *p)
{
    if (!p || !heap.counting || !atomic_load(&firsts[first_slot(p)]))
        return;
    for (size_t i = first_slot(p), n = 0; n < 64; i = (i + 1) % SLOTS, n++) {
        void *found = p;
        if (atomic_compare_exchange_strong(&blocks[i], &found, NULL)) {
            atomic_fetch_sub(&firsts[first_slot(p)], 1);
            __atomic_sub_fetch(&heap.live, 1, __ATOMIC_RELAXED);
            return;
        }
    }
}

EXPORT void *malloc(size_t size)
{
    const void *caller = __builtin_return_address(0);
    return refuse(caller) ? NULL : count(caller, __libc_malloc(size));
}

EXPORT void *calloc(size_t n, size_t size)
{
    const void *caller = __builtin_return_address(0);
    return refuse(caller) ? NULL : count(caller, __libc_calloc(n, size));
}

EXPORT void *realloc(void *p, size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (refuse(caller))
        return NULL;
    forget(p);
    void *q = __libc_realloc(p, size);
    return count(caller, q);
}

EXPORT void free(void *p)
{
    forget(p);
    __libc_free(p);
}

EXPORT void *mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset)
{
    if (refuse(__builtin_return_address(0))) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, size, prot, flags, fd, offset);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (refuse(__builtin_return_address(0)))
        return EAGAIN;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return real(thread, attr, run, arg);
}

static VkResult (*scenario)(const VkAllocationCallbacks *alloc);

// The loader's own allocations go through the application's callbacks too; it does not survive all of their
// failures.
static bool legal(VkResult r)
{
    return r == VK_ERROR_OUT_OF_HOST_MEMORY || r == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
           r == VK_ERROR_INITIALIZATION_FAILED || r == VK_ERROR_MEMORY_MAP_FAILED ||
           r == VK_ERROR_DEVICE_LOST || r == VK_ERROR_INCOMPATIBLE_DRIVER ||
           r == VK_ERROR_EXTENSION_NOT_PRESENT || r == VK_ERROR_FEATURE_NOT_PRESENT ||
           r == VK_ERROR_TOO_MANY_OBJECTS || r == VK_ERROR_INVALID_EXTERNAL_HANDLE;
}

// Loads the ICD for good (the compiler with it), and finds out where its code lies.
static bool prepare(void)
{
    static VkInstance keep;
    if (heap.last)
        return true;
    heap.countdown = -1;
    setenv("KILN_CACHE", "off", 1);
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    vkt_ok(vkCreateInstance(&info, NULL, &keep));
    if (!kt_eq(scenario(NULL), VK_SUCCESS))
        return false;
    FILE *f = fopen("/proc/self/maps", "r");
    char line[512];
    while (f && fgets(line, sizeof(line), f)) {
        unsigned long first, last;
        if (!strstr(line, "libvulkan_kiln.so") || sscanf(line, "%lx-%lx", &first, &last) != 2)
            continue;
        if (!heap.first || first < heap.first)
            heap.first = first;
        if (last > heap.last)
            heap.last = last;
    }
    if (f)
        fclose(f);
    return kt_ok(heap.last > heap.first);
}

void fault_every_malloc(VkResult (*run)(const VkAllocationCallbacks *))
{
    scenario = run;
    if (!prepare())
        return;
    heap.counting = true;
    heap.live = heap.calls = 0;
    heap.countdown = -1;
    kt_eq(scenario(NULL), VK_SUCCESS);
    // What a failure has broken stays so, and the next ones come by: the whole scenario is not run after
    // each.
    enum { RUNS_AGAIN = 8 };
    long balance = heap.live, n = 0;
    for (;; n++) {
        heap.failed = false;
        heap.live = 0;
        heap.countdown = n;
        VkResult r = scenario(NULL);
        heap.countdown = -1;
        if (!heap.failed)
            break;
        // Some are made good by the driver: a cache that cannot grow, for example.
        if (!kt_ok(r == VK_SUCCESS || legal(r), "malloc %ld: VkResult %d", n, r) ||
            !kt_ok(heap.live <= balance, "malloc %ld: %ld blocks leaked", n, heap.live - balance) ||
            !kt_ok(n % RUNS_AGAIN || scenario(NULL) == VK_SUCCESS, "after malloc %ld", n))
            break;
    }
    heap.counting = false;
    kt_eq(scenario(NULL), VK_SUCCESS);
    kt_ok(n > 50, "%ld allocations", n);
}

void fault_every_ioctl(VkResult (*run)(const VkAllocationCallbacks *), int error)
{
    scenario = run;
    char value[32];
    if (!prepare())
        return;
    unsigned failures = 0;
    bool last = false;
    for (int n = 0; !last && n < 2000; n++) {
        snprintf(value, sizeof(value), "%d:%d", n, error);
        setenv("KILN_SIM_FAIL", value, 1);
        heap.counting = true;
        heap.live = 0;
        VkResult r = scenario(NULL);
        heap.counting = false;
        unsetenv("KILN_SIM_FAIL");
        failures += r != VK_SUCCESS;
        last = n > 1000;
        bool good = error == EINTR || error == EAGAIN
                        ? kt_ok(r == VK_SUCCESS, "ioctl %d: VkResult %d", n, r)
                        : kt_ok(r == VK_SUCCESS || legal(r), "ioctl %d: VkResult %d", n, r);
        good = good && kt_ok(heap.live <= 0, "ioctl %d: %ld blocks leaked", n, heap.live);
        // Once the number is beyond the last ioctl of the scenario, nothing fails any more.
        static VkResult tail[40];
        tail[n % 40] = r;
        bool quiet = n >= 60;
        for (unsigned i = 0; i < 40; i++)
            quiet &= tail[i] == VK_SUCCESS;
        if (!good || quiet)
            break;
    }
    kt_eq(scenario(NULL), VK_SUCCESS);
    if (error != EINTR && error != EAGAIN)
        kt_ok(failures > 10, "%u failures", failures);
}

VkResult fault_instance(uint32_t version, const VkAllocationCallbacks *alloc, VkInstance *instance,
                        VkPhysicalDevice *physical)
{
    const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = version};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &app};
    uint32_t n = 1;
    TRY(vkCreateInstance(&info, alloc, instance));
    TRY(vkEnumeratePhysicalDevices(*instance, &n, physical));
    return n ? VK_SUCCESS : VK_ERROR_INITIALIZATION_FAILED;
}

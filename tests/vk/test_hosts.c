// Programs that are no easy hosts for a library: they go to another directory, have closed their standard
// descriptors, may write files of a few kilobytes only, use all that the limits allow, and do not wait. Each
// case is a process of its own, with its environment set before the driver is loaded; it has caches,
// statistics and captures, and computes.
#include "vk/vkt.h"
#include "vkt_spin.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})
enum { N = 64, TIMES = 300, FAILED = 3 };

static const char *self, *build_root;
static char folder[256]; // of a case, within the build tree: as the process that starts it sees it

// One dispatch that takes the JIT, checked; what is printed meanwhile (KILN_DEBUG) goes where it may.
static bool computes(struct vkt *v)
{
    struct vkt_pipeline p;
    struct vkt_buffer b = vkt_buffer(v, 65536), idle = vkt_buffer(v, 65536);
    bool ok = b.map && vkt_pipeline(v, SHADER(spin), 1, NULL, 8, NULL, &p);
    if (!ok)
        return false;
    vkt_bind_buffer(v, &p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b, 0, VK_WHOLE_SIZE);
    for (uint32_t steps = 1; ok && steps < 4; steps++) {
        const uint32_t push[2] = {steps, N};
        VkCommandBuffer cmd = vkt_begin(v);
        vkt_bind(cmd, &p);
        vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(v, cmd);
        for (uint32_t i = 0; i < N; i++) {
            uint32_t x = i;
            for (uint32_t k = 0; k < steps; k++)
                x = (x ^ x >> 7) * 1664525u + 1013904223u;
            ok &= ((uint32_t *)b.map)[i] == x;
        }
    }
    // Nobody's messages are in memory of the device.
    for (uint32_t i = 0; i < 65536 / 4; i++)
        ok &= ((uint32_t *)idle.map)[i] == 0 && (i < N || ((uint32_t *)b.map)[i] == 0);
    vkt_pipeline_free(v, &p);
    vkt_buffer_free(v, &b);
    vkt_buffer_free(v, &idle);
    return ok;
}

static bool driver_computes(bool (*between)(void))
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return false;
    bool ok = (!between || between()) && computes(&v);
    vkt_finish(&v);
    return ok;
}

// ---- cases

static bool go_elsewhere(void)
{
    return !chdir("/");
}

static bool elsewhere(void)
{
    return driver_computes(go_elsewhere);
}

static bool none_is_open(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            return false;
    return true;
}

// A stray message of the program's own: where would it go?
static bool closed(void)
{
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    for (unsigned i = 0; i < 3; i++) {
        if (!driver_computes(none_is_open) || !none_is_open())
            return false;
        if (write(STDERR_FILENO, "stray", 5) >= 0)
            return false;
    }
    return true;
}

static bool limited_to(rlim_t bytes)
{
    const struct rlimit limit = {bytes, bytes};
    return !setrlimit(RLIMIT_FSIZE, &limit) && driver_computes(NULL);
}

static bool limited(void)
{
    return limited_to(8192);
}

static bool limited_to_nothing(void)
{
    return limited_to(0);
}

// The program's own signals are its own: a limit that it looks for still tells it.
static volatile sig_atomic_t told;

static void on_limit(int signal)
{
    told = signal;
}

static bool limited_and_told(void)
{
    char path[300];
    signal(SIGXFSZ, on_limit);
    if (!limited_to(100) || told)
        return false;
    snprintf(path, sizeof(path), "%s/own", folder);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    char bytes[200] = {0};
    return fd >= 0 && write(fd, bytes, 200) == 100 && write(fd, bytes, 1) < 0 && told == SIGXFSZ;
}

// A dispatch as large as Vulkan allows, of groups that take nothing: nobody lives to see its end. `waits`:
// the program waits for it, and hears that it is given up; else it looks for a moment, and leaves.
static bool dispatches(uint32_t x, uint32_t y, uint32_t z, bool waits)
{
    struct vkt v;
    struct vkt_pipeline p;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return false;
    struct vkt_buffer b = vkt_buffer(&v, 65536);
    if (!b.map || !vkt_pipeline(&v, SHADER(spin), 1, NULL, 8, NULL, &p))
        return false;
    vkt_bind_buffer(&v, &p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b, 0, VK_WHOLE_SIZE);
    const uint32_t push[2] = {1, 0};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
    vkCmdDispatch(cmd, x, y, z);
    vkEndCommandBuffer(cmd);
    VkFence fence = vkt_fence(&v);
    VkResult result = vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd, .fence = fence});
    if (!result)
        result = vkWaitForFences(v.device, 1, &fence, VK_TRUE, waits ? UINT64_MAX : 300000000);
    if (result != (waits ? VK_ERROR_DEVICE_LOST : VK_TIMEOUT))
        return false;
    vkDestroyDevice(v.device, NULL);
    vkDestroyInstance(v.instance, NULL);
    return true;
}

static bool endless(void)
{
    return dispatches(65535, 65535, 65535, true);
}

static bool endless_and_left(void)
{
    return dispatches(65535, 65535, 2, false); // hours
}

// As many allocations as the limit says, each mapped.
static bool many_allocations(void)
{
    struct vkt v;
    VkPhysicalDeviceProperties props;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return false;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    uint32_t count = props.limits.maxMemoryAllocationCount, done = 0;
    VkDeviceMemory *memory = calloc(count, sizeof(*memory));
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = 4096};
    VkResult result = memory ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
    for (void *map; !result && done < count; done++) {
        result = vkAllocateMemory(v.device, &info, NULL, &memory[done]);
        if (!result)
            result = vkMapMemory(v.device, memory[done], 0, VK_WHOLE_SIZE, 0, &map);
    }
    printf("# %u of %u allocations: %d\n", done, count, result);
    bool ok = !result && computes(&v);
    for (uint32_t i = 0; i < done; i++)
        vkFreeMemory(v.device, memory[i], NULL);
    free(memory);
    vkt_finish(&v);
    return ok;
}

static const struct {
    const char *name;
    bool (*run)(void);
} cases[] = {
    {"endless", endless},
    {"endless_and_left", endless_and_left},
    {"many_allocations", many_allocations},
    {"elsewhere", elsewhere},
    {"closed", closed},
    {"limited", limited},
    {"limited_to_nothing", limited_to_nothing},
    {"limited_and_told", limited_and_told},
};

// ---- the processes

static void set_path(const char *name, const char *value, const char *what)
{
    char path[512];
    snprintf(path, sizeof(path), "%s%s%s", value, folder, what);
    setenv(name, path, 1);
}

// In the build tree, with paths from there.
static _Noreturn void become(const char *name)
{
    if (chdir(build_root))
        _exit(FAILED);
    setenv("VK_DRIVER_FILES", "kiln_icd.json", 1);
    setenv("VK_ICD_FILENAMES", "kiln_icd.json", 1);
    setenv("KILN_SIM_JIT", "2", 1);
    setenv("KILN_CACHE", "on", 1);
    set_path("KILN_CACHE_DIR", "", "/cache");
    set_path("KILN_SIM_STATS", "", "/stats-%p.json");
    set_path("KILN_SIM_TOTALS", "", "/totals-%p.json");
    bool short_one = strncmp(name, "endless", 7) != 0 && strcmp(name, "many_allocations") != 0;
    if (short_one)
        set_path("KILN_SIM_CAPTURE", "", "/captures");
    char flags[600];
    snprintf(flags, sizeof(flags), "stats,submit,capture=%s/captures,spirv=%s/modules", folder, folder);
    if (short_one)
        setenv("KILN_DEBUG", flags, 1);
    if (!short_one || !strcmp(name, "elsewhere"))
        unsetenv("KILN_SIM_STATS"); // the JIT does not count
    execl(self, self, "--child", name, folder, (char *)NULL);
    _exit(FAILED);
}

static int status_of(const char *name)
{
    static const char *const folders[] = {"", "/captures", "/modules"};
    int status = -1;
    char path[600];
    snprintf(folder, sizeof(folder), "hosts-%ld-%s", (long)getpid(), name);
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
        snprintf(path, sizeof(path), "%s/%s%s", build_root, folder, folders[i]);
        kt_eq(mkdir(path, 0700), 0);
    }
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(FAILED);
        become(name);
    }
    kt_eq(waitpid(pid, &status, 0), pid);
    kt_ok(status == 0, "%s: %s %d", name, WIFSIGNALED(status) ? "signal" : "status",
          WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return status;
}

static unsigned files_in(const char *what)
{
    char command[700];
    unsigned n = 0;
    snprintf(command, sizeof(command), "find '%s/%s%s' -type f | wc -l", build_root, folder, what);
    FILE *f = popen(command, "r");
    if (!f || fscanf(f, "%u", &n) != 1)
        n = 0;
    if (f)
        pclose(f);
    return n;
}

static void clean(void)
{
    char command[700];
    snprintf(command, sizeof(command), "rm -rf '%s/%s'", build_root, folder);
    kt_eq(system(command), 0);
}

KT_TEST(goes_elsewhere)
{
    status_of("elsewhere");
    kt_ok(files_in("/cache") >= 2, "the compiler's and the JIT's: %u", files_in("/cache"));
    kt_ok(files_in("/captures") >= 2, "%u", files_in("/captures"));
    kt_eq(files_in("/modules"), 1);
    kt_eq(files_in(""), files_in("/cache") + files_in("/captures") + 2); // the module, totals
    clean();
}

KT_TEST(standard_descriptors_are_closed)
{
    status_of("closed");
    kt_ok(files_in("/cache") >= 1, "%u", files_in("/cache"));
    clean();
}

KT_TEST(files_are_limited)
{
    static const char *const names[] = {"limited", "limited_to_nothing", "limited_and_told"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        status_of(names[i]);
        clean();
    }
}

KT_TEST(dispatches_without_end)
{
    status_of("endless");
    clean();
    status_of("endless_and_left");
    clean();
}

KT_TEST(allocations_that_were_promised)
{
    status_of("many_allocations");
    clean();
}

int main(int argc, char **argv)
{
    char own[4096] = "";
    if (argc == 4 && !strcmp(argv[1], "--child")) {
        snprintf(folder, sizeof(folder), "%s", argv[3]);
        for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
            if (!strcmp(argv[2], cases[i].name))
                return cases[i].run() && !kt_failures ? 0 : 1;
        return FAILED;
    }
    if (readlink("/proc/self/exe", own, sizeof(own) - 1) <= 0)
        return FAILED;
    self = own;
    build_root = getenv("KILN_BUILD_ROOT");
    if (!build_root)
        build_root = ".";
    return kt_main(argc, argv);
}

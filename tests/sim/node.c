// libkiln_node.so from the inside of a process that has it preloaded: paths, descriptors, sharing with a
// child.
#include <dirent.h>
#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <i915_drm.h>
#include <linux/dma-buf.h>
#include <linux/magic.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kt.h"
#include "sim/node_client.h"

static const char *self;

KT_TEST(paths)
{
    struct stat st;
    char text[256] = "";
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    kt_eq(stat("/dev/dri/renderD128", &st), 0);
    kt_true(S_ISCHR(st.st_mode));
    kt_eq(st.st_rdev, makedev(226, 128));
    kt_eq(lstat("/dev/dri/by-path/pci-0000:00:02.0-render", &st), 0);
    kt_true(S_ISLNK(st.st_mode));
    kt_eq(stat("/dev/dri/renderD129", &st), -1);
    kt_eq(errno, ENOENT);
    kt_eq(access("/dev/dri/card0", R_OK | W_OK), 0);
    FILE *f = fopen("/sys/dev/char/226:128/device/device", "r");
    kt_true(f && fgets(text, sizeof(text), f));
    kt_streq(text, "0x1912\n");
    if (f)
        fclose(f);
    char *real = realpath("/sys/dev/char/226:128/device", NULL);
    kt_streq(real, "/sys/devices/pci0000:00/0000:00:02.0");
    free(real);
    ssize_t n = readlink("/sys/dev/char/226:128/device/subsystem", text, sizeof(text) - 1);
    kt_true(n > 4 && !strcmp((text[n] = 0, text + n - 4), "/pci"));
    unsigned found = 0;
    DIR *d = opendir("/dev/dri");
    for (struct dirent *e; d && (e = readdir(d));)
        found += !strcmp(e->d_name, "card0") || !strcmp(e->d_name, "renderD128");
    kt_eq(found, 2);
    if (d) {
        int fd = openat(dirfd(d), "renderD128", O_RDWR | O_CLOEXEC);
        kt_eq(chipset(fd), 0x1912);
        close(fd);
        closedir(d);
    }
    // The rest of the file system is untouched.
    kt_eq(stat("/proc/self/status", &st), 0);
    kt_eq(open("/nonexistent/dev/dri/card0", O_RDONLY), -1);
}

// libudev goes down one component at a time, by descriptors, and up again for "..".
static int step_to(int from, const char *name)
{
    int fd = openat(from, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    close(from);
    return fd;
}

KT_TEST(directories_lead_on)
{
    static const char *const up[] = {"..", "..", "devices", "pci0000:00", "0000:00:02.0", "drm", "card0"};
    struct statfs fs;
    char text[256];
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    if (access("/sys/class/mem", F_OK))
        kt_skip("the host shows no /sys");
    int fd = step_to(step_to(step_to(open("/", O_PATH), "sys"), "class"), "drm");
    kt_true(fd >= 0);
    kt_eq(fstatfs(fd, &fs), 0);
    kt_eq(fs.f_type, SYSFS_MAGIC);
    ssize_t n = readlinkat(fd, "card0", text, sizeof(text) - 1);
    text[n > 0 ? n : 0] = 0;
    kt_streq(text, "../../devices/pci0000:00/0000:00:02.0/drm/card0");
    // A link to the device is not the device.
    int link = openat(fd, "card0", O_PATH | O_NOFOLLOW);
    kt_eq(chipset(link), -EBADF);
    close(link);
    for (size_t i = 0; i < sizeof(up) / sizeof(*up); i++)
        fd = step_to(fd, up[i]);
    kt_true(fd >= 0);
    kt_eq(faccessat(fd, "uevent", F_OK, 0), 0);
    snprintf(text, sizeof(text), "/proc/self/fd/%d", fd);
    char where[256];
    n = readlink(text, where, sizeof(where) - 1);
    where[n > 0 ? n : 0] = 0;
    kt_streq(where, "/sys/devices/pci0000:00/0000:00:02.0/drm/card0");
    close(fd);
    // What is above the node's part is the host's, and stays.
    fd = step_to(step_to(open("/sys/class", O_PATH), ".."), "kernel");
    kt_true(fd >= 0 && !faccessat(fd, "mm", F_OK, 0));
    close(fd);
}

KT_TEST(classes_are_listed)
{
    bool drm = false, host = false;
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    if (access("/sys/class/mem", F_OK))
        kt_skip("the host shows no /sys");
    DIR *d = opendir("/sys/class");
    for (struct dirent *e; d && (e = readdir(d));) {
        drm |= !strcmp(e->d_name, "drm");
        host |= !strcmp(e->d_name, "mem");
    }
    kt_true(drm && host);
    kt_eq(access("/sys/class/mem/null/dev", R_OK), 0);
    if (d)
        closedir(d);
}

KT_TEST(descriptors)
{
    struct stat st;
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open("/dev/dri/by-path/pci-0000:00:02.0-render", O_RDWR);
    kt_true(fd >= 0);
    kt_eq(fstat(fd, &st), 0);
    kt_eq(st.st_rdev, makedev(226, 128));
    // All copies are one open file: a handle made through one is known to the others.
    struct drm_i915_gem_create made = {.size = 4096};
    kt_eq(ioctl(fd, DRM_IOCTL_I915_GEM_CREATE, &made), 0);
    int copies[3] = {dup(fd), fcntl(fd, F_DUPFD_CLOEXEC, 100), dup2(fd, 90)};
    kt_true(copies[1] >= 100 && copies[2] == 90);
    close(fd);
    kt_eq(chipset(fd), -EBADF);
    for (unsigned i = 0; i < 3; i++) {
        struct drm_i915_gem_busy busy = {.handle = made.handle};
        kt_eq(ioctl(copies[i], DRM_IOCTL_I915_GEM_BUSY, &busy), 0);
    }
    struct drm_i915_gem_mmap_offset mo = {.handle = made.handle, .flags = I915_MMAP_OFFSET_WB};
    kt_eq(ioctl(copies[0], DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo), 0);
    uint32_t *a = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, copies[0], (off_t)mo.offset);
    uint32_t *b = mmap(NULL, 4096, PROT_READ, MAP_SHARED, copies[1], (off_t)mo.offset);
    kt_true(a != MAP_FAILED && b != MAP_FAILED && a != b);
    a[5] = 1234;
    kt_eq(b[5], 1234);
    void *fixed = mmap(b, 4096, PROT_READ, MAP_SHARED | MAP_FIXED, copies[2], (off_t)mo.offset);
    kt_true(fixed == b && b[5] == 1234);
    for (unsigned i = 0; i < 3; i++)
        close(copies[i]);
    kt_eq(a[5], 1234); // mappings outlive the file
    int other = open("/dev/dri/renderD128", O_RDWR);
    struct drm_i915_gem_busy busy = {.handle = made.handle};
    kt_eq(ioctl(other, DRM_IOCTL_I915_GEM_BUSY, &busy), -1);
    kt_eq(errno, ENOENT);
    // The number of a closed node is an ordinary descriptor again.
    close(other);
    int null = open("/dev/null", O_RDWR);
    kt_eq(null, other);
    kt_eq(chipset(null), -ENOTTY);
    close(null);
    munmap(a, 4096);
    munmap(b, 4096);
}

// What the child does: imports the dma-buf, checks it, and changes it through the GPU's own memory.
static int child(int fd)
{
    int node = open("/dev/dri/renderD128", O_RDWR);
    struct drm_prime_handle p = {.fd = fd};
    uint32_t in = 0, out = 77;
    if (ioctl(node, DRM_IOCTL_PRIME_FD_TO_HANDLE, &p))
        return 2;
    struct drm_i915_gem_pread r = {p.handle, .offset = 8, .size = 4, .data_ptr = (uintptr_t)&in};
    struct drm_i915_gem_pwrite w = {p.handle, .offset = 12, .size = 4, .data_ptr = (uintptr_t)&out};
    if (ioctl(node, DRM_IOCTL_I915_GEM_PREAD, &r) || in != 55)
        return 3;
    return ioctl(node, DRM_IOCTL_I915_GEM_PWRITE, &w) ? 4 : 0;
}

KT_TEST(dma_buf_across_processes)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int node = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC), status = -1;
    struct drm_i915_gem_create made = {.size = 4096};
    kt_eq(ioctl(node, DRM_IOCTL_I915_GEM_CREATE, &made), 0);
    struct drm_prime_handle p = {.handle = made.handle, .flags = DRM_RDWR};
    kt_eq(ioctl(node, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), 0);
    uint32_t *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, p.fd, 0);
    kt_true(map != MAP_FAILED);
    map[2] = 55;
    char number[16];
    snprintf(number, sizeof(number), "%d", p.fd);
    pid_t pid = fork();
    if (!pid) {
        execl(self, self, "--child", number, (char *)NULL);
        _exit(127);
    }
    kt_eq(waitpid(pid, &status, 0), pid);
    kt_eq(status, 0);
    kt_eq(map[3], 77);
    // The dma-buf's and the sync file's own ioctls.
    struct dma_buf_sync sync = {.flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW};
    kt_eq(ioctl(p.fd, DMA_BUF_IOCTL_SYNC, &sync), 0);
    sync.flags = 1 << 20;
    kt_eq(ioctl(p.fd, DMA_BUF_IOCTL_SYNC, &sync), -1);
    kt_eq(errno, EINVAL);
    struct dma_buf_export_sync_file e = {.flags = DMA_BUF_SYNC_RW};
    kt_eq(ioctl(p.fd, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &e), 0);
    struct sync_merge_data m = {.fd2 = e.fd, .name = "both"};
    kt_eq(ioctl(e.fd, SYNC_IOC_MERGE, &m), 0);
    struct sync_file_info info = {0};
    kt_eq(ioctl(m.fence, SYNC_IOC_FILE_INFO, &info), 0);
    kt_eq(info.status, 1);
    struct pollfd pf = {.fd = m.fence, .events = POLLIN};
    kt_eq(poll(&pf, 1, 0), 1);
    close(m.fence);
    close(e.fd);
    close(p.fd);
    munmap(map, 4096);
    close(node);
}

// Children that go on with the parent's descriptor, as those of intel-gpu-tools do: each executes batches of
// its own, on buffers from before and after the fork.
KT_TEST(fork_without_exec)
{
    enum { CHILDREN = 3 };
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
    struct drm_i915_gem_create before[CHILDREN];
    kt_eq(chipset(fd), 0x1912);
    for (unsigned i = 0; i < CHILDREN; i++) {
        before[i] = (struct drm_i915_gem_create){.size = 4096};
        kt_eq(ioctl(fd, DRM_IOCTL_I915_GEM_CREATE, &before[i]), 0);
        kt_eq(store(fd, before[i].handle, 1), 0);
    }
    for (uint32_t i = 0; i < CHILDREN; i++) {
        pid_t pid = fork();
        if (!pid) {
            struct drm_i915_gem_create own = {.size = 4096};
            uint32_t got = 0;
            if (ioctl(fd, DRM_IOCTL_I915_GEM_CREATE, &own) || store(fd, own.handle, 7) ||
                store(fd, before[i].handle, 100 + i))
                _exit(2);
            struct drm_i915_gem_pread r = {own.handle, .size = 4, .data_ptr = (uintptr_t)&got};
            _exit(ioctl(fd, DRM_IOCTL_I915_GEM_PREAD, &r) || got != 7 ? 3 : 0);
        }
        int status = -1;
        kt_eq(waitpid(pid, &status, 0), pid);
        kt_eq(status, 0);
    }
    for (uint32_t i = 0; i < CHILDREN; i++) {
        uint32_t got = 0;
        struct drm_i915_gem_pread r = {before[i].handle, .size = 4, .data_ptr = (uintptr_t)&got};
        kt_eq(ioctl(fd, DRM_IOCTL_I915_GEM_PREAD, &r), 0);
        kt_eq(got, 100 + i);
        kt_eq(store(fd, before[i].handle, 5), 0); // the parent's device goes on
    }
    close(fd);
}

static int signal_fd;
static volatile sig_atomic_t handled;

static void handler(int signal)
{
    handled += chipset(signal_fd) == 0x1912;
}

// A handler that uses the node, whatever its thread was doing with it: no deadlock. A sleep is interrupted.
KT_TEST(signal_handlers_use_the_node)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    struct sigaction old, act = {.sa_handler = handler};
    struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    signal_fd = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
    struct drm_i915_gem_create c = {.size = 4096};
    kt_eq(ioctl(signal_fd, DRM_IOCTL_I915_GEM_CREATE, &c), 0);
    kt_eq(store(signal_fd, c.handle, 1), 0);
    sigaction(SIGALRM, &act, &old);
    handled = 0;
    setitimer(ITIMER_REAL, &often, NULL);
    for (unsigned i = 0; i < 20000 || (handled < 20 && i < 4000000); i++)
        kt_eq(chipset(signal_fd), 0x1912);
    setitimer(ITIMER_REAL, &never, NULL);
    kt_ok(handled >= 20, "%d signals", (int)handled);

    // A syncobj that nobody signals: the wait ends with the first signal, long before its time.
    struct drm_syncobj_create s = {0};
    kt_eq(ioctl(signal_fd, DRM_IOCTL_SYNCOBJ_CREATE, &s), 0);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct drm_syncobj_wait w = {.handles = (uintptr_t)&s.handle,
                                 .count_handles = 1,
                                 .timeout_nsec = (now.tv_sec + 30) * INT64_C(1000000000),
                                 .flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT};
    handled = 0;
    struct itimerval repeated = {{0, 50000}, {0, 50000}};
    setitimer(ITIMER_REAL, &repeated, NULL);
    int ret = ioctl(signal_fd, DRM_IOCTL_SYNCOBJ_WAIT, &w), err = errno;
    setitimer(ITIMER_REAL, &never, NULL);
    kt_eq(ret, -1);
    kt_eq(err, EINTR);
    kt_true(handled >= 1);
    sigaction(SIGALRM, &old, NULL);
    close(signal_fd);
}

int main(int argc, char **argv)
{
    self = argv[0];
    return argc == 3 && !strcmp(argv[1], "--child") ? child(atoi(argv[2])) : kt_main(argc, argv);
}

// In a guest: what outlives what. A buffer of another process, the chip's sleep with the whole machine, and
// the driver, which is taken away while a batch runs and comes back.
#include <drm.h>
#include <sys/wait.h>

#include "job.h"

static bool write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    bool ok = f && fputs(text, f) >= 0;
    return f && !fclose(f) && ok;
}

static bool open_node(void)
{
    for (unsigned i = 0; i < 500; i++) {
        for (unsigned minor = 128; minor < 132; minor++) {
            char path[64];
            snprintf(path, sizeof(path), "/dev/dri/renderD%u", minor);
            if ((node = open(path, O_RDWR)) >= 0)
                return true;
        }
        usleep(20000);
    }
    return kt_ok(false, "no render node");
}

static void stores(void)
{
    struct job j;
    if (!make(&j))
        return;
    store(&j, DATA + 8, 0xa11fe);
    kt_eq(run(&j, I915_EXEC_RENDER), 0);
    kt_eq(j.out[2], 0xa11fe);
}

// The child's GPU writes into the parent's buffer.
static int in_child(int fd)
{
    struct job j;
    struct drm_prime_handle p = {.fd = fd};
    node = open("/dev/dri/renderD128", O_RDWR);
    if (node < 0 || !make(&j) || ioctl(node, DRM_IOCTL_PRIME_FD_TO_HANDLE, &p))
        return 1;
    j.data = p.handle;
    store(&j, DATA + 40, 0xc411d);
    return run(&j, I915_EXEC_RENDER) != 0;
}

KT_TEST(a_buffer_of_another_process)
{
    struct job j;
    int status = -1;
    if (!open_node() || !make(&j))
        return;
    struct drm_prime_handle p = {.handle = j.data, .flags = DRM_CLOEXEC | DRM_RDWR};
    kt_eq(ioctl(node, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), 0);
    pid_t child = fork();
    if (!child)
        _exit(in_child(p.fd));
    kt_eq(waitpid(child, &status, 0), child);
    kt_eq(status, 0);
    kt_eq(j.out[10], 0xc411d);
    close(p.fd);
    close(node);
}

// All devices go to sleep and are woken after some seconds (pm_test), with a batch that was not over. The
// files that the guest has from the host (9p) do not outlive it, so that it never ends: for a look by hand.
KT_TEST(the_machine_sleeps)
{
    const uint32_t words[] = {0x1c << 23 | 1 << 15 | 4 << 12 | 2,
                              1,
                              (uint32_t)DATA + 65532,
                              (uint32_t)(DATA >> 32),
                              END,
                              NOOP}; // waits for the last dword to be 1
    struct job j;
    if (!getenv("KILN_TEST_SLEEP"))
        kt_skip("the guest would not end: 9p does not outlive it (KILN_TEST_SLEEP=1: all the same)");
    if (!open_node() || !make(&j))
        return;
    if (!write_file("/sys/power/pm_test", "devices"))
        kt_skip("no /sys/power/pm_test");
    stores();
    memcpy(j.commands, words, sizeof(words));
    kt_eq(submit(&j, I915_EXEC_RENDER), 0);
    __atomic_store_n(&j.out[16383], 1, __ATOMIC_RELEASE);
    kt_ok(write_file("/sys/power/state", "freeze"), "freeze");
    kt_eq(wait_for(&j), 0);
    stores();
    write_file("/sys/power/pm_test", "none");
    close(node);
}

KT_TEST(the_driver_goes_while_work_runs)
{
    const uint32_t words[] = {CHECK, JUMP, (uint32_t)BATCH, (uint32_t)(BATCH >> 32)};
    struct job j;
    if (!open_node() || !make(&j))
        return;
    memcpy(j.commands, words, sizeof(words));
    kt_eq(submit(&j, I915_EXEC_RENDER), 0);
    kt_ok(write_file("/sys/bus/pci/drivers/i915/unbind", "0000:00:02.0"), "unbind");
    kt_ok(submit(&j, I915_EXEC_RENDER) < 0, "the driver is gone");
    close(node);
    kt_ok(write_file("/sys/bus/pci/drivers/i915/bind", "0000:00:02.0"), "bind");
    if (open_node())
        stores();
}

KT_MAIN()

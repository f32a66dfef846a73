// libkiln_node.so in programs that close, copy, map and unmap as they like: numbers that are closed out of
// its sight, memory that the device was shown and that is gone, children with the parent's memory.
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kt.h"
#include "sim/node_client.h"

enum { SKYLAKE = 0x1912, PAGE = 4096 };

static int open_node(void)
{
    return open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
}

// ---- closed

static void by_close_range(int fd)
{
    kt_eq(close_range((unsigned)fd, (unsigned)fd, 0), 0);
}

static void by_closefrom(int fd)
{
    closefrom(fd);
}

static void by_fclose(int fd)
{
    FILE *f = fdopen(fd, "r+");
    kt_true(f && !fclose(f));
}

static void by_freopen(int fd)
{
    FILE *f = fdopen(fd, "r+");
    f = f ? freopen("/dev/zero", "r", f) : NULL;
    kt_true(f);
    kt_eq(chipset(fileno(f)), -ENOTTY);
    fclose(f);
}

static void by_dup2(int fd)
{
    int other = open("/dev/zero", O_RDONLY);
    kt_eq(dup2(other, fd), fd);
    kt_eq(chipset(fd), -ENOTTY);
    close(fd);
    close(other);
}

static void by_system_call(int fd)
{
    kt_eq(syscall(SYS_close, fd), 0);
}

static void by_raw_dup2(int fd)
{
    int other = open("/dev/zero", O_RDONLY);
    kt_eq(syscall(SYS_dup3, other, fd, 0), fd); // AArch64 has no dup2
    kt_eq(chipset(fd), -ENOTTY);
    syscall(SYS_close, fd);
    close(other);
}

static void (*const ways[])(int fd) = {by_close_range, by_closefrom,   by_fclose,  by_freopen,
                                       by_dup2,        by_system_call, by_raw_dup2};

// However its number is closed, the next file there is an ordinary one, and so is the next node.
KT_TEST(the_next_file_is_not_the_node)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
        struct stat st;
        int fd = fcntl(open_node(), F_DUPFD, 700);
        kt_eq(chipset(fd), SKYLAKE);
        ways[i](fd);
        kt_eq(chipset(fd), -EBADF);
        int file = open("/proc/self/status", O_RDONLY);
        int next = fcntl(file, F_DUPFD, fd);
        kt_eq(next, fd);
        kt_ok(chipset(next) == -ENOTTY && !fstat(next, &st) && S_ISREG(st.st_mode), "way %zu", i);
        void *p = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, next, (off_t)1 << 40);
        kt_true(p == MAP_FAILED);
        close(next);
        int again = fcntl(open_node(), F_DUPFD, fd);
        kt_eq(again, fd);
        kt_eq(chipset(again), SKYLAKE);
        closefrom(3);
        close(file);
    }
}

// The simulator's own descriptors are no client's to close: what a kernel has without them works on.
KT_TEST(what_the_simulator_needs_stays)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open_node(), copy = dup2(fd, 900);
    uint32_t handle = create(fd, PAGE);
    struct drm_syncobj_create s = {0};
    kt_eq(ioctl(fd, DRM_IOCTL_SYNCOBJ_CREATE, &s), 0);
    kt_eq(close_range(3, 899, 0), 0);
    for (int i = 3; i < 900; i++)
        close(i);
    kt_eq(chipset(fd), -EBADF);
    struct drm_prime_handle p = {.handle = handle, .flags = DRM_RDWR};
    kt_eq(ioctl(copy, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), 0);
    uint32_t *map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, p.fd, 0);
    kt_true(map != MAP_FAILED);
    kt_eq(store(copy, handle, 31), 0);
    kt_eq(map[0], 31);
    munmap(map, PAGE);
    closefrom(3);
    kt_eq(chipset(copy), -EBADF);
}

// Numbers of descriptors whose file has this in its name.
static unsigned numbers_of(const char *name, int *out, unsigned most)
{
    unsigned n = 0;
    for (int fd = 3; fd < 1024 && n < most; fd++) {
        char link[64], target[256] = "";
        snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        if (readlink(link, target, sizeof(target) - 1) > 0 && strstr(target, name))
            out[n++] = fd;
    }
    return n;
}

// A program that closes what it has not opened, by system calls that nobody can keep it from: its next files
// have those numbers, and the simulator leaves them alone.
KT_TEST(numbers_closed_twice)
{
    int own[64], opened[64];
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = dup2(open_node(), 900);
    uint32_t handle = create(fd, PAGE);
    struct drm_i915_gem_mmap_offset mo = {.handle = handle, .flags = I915_MMAP_OFFSET_WB};
    kt_eq(ioctl(fd, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo), 0);
    unsigned n = numbers_of("memfd:kiln-bo", own, 64);
    kt_true(n >= 1);
    for (unsigned i = 0; i < n; i++) {
        kt_eq(close(own[i]), -1);
        kt_eq(errno, EBADF);
        kt_eq(syscall(SYS_close, own[i]), 0);
    }
    for (unsigned i = 0; i < n; i++)
        opened[i] = i ? open("/dev/zero", O_RDONLY) : open_node();
    uint32_t *map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, (off_t)mo.offset);
    kt_true(map != MAP_FAILED);
    kt_eq(store(fd, handle, 77), 0);
    kt_eq(map[0], 77);
    struct drm_prime_handle p = {.handle = handle, .flags = DRM_RDWR};
    kt_eq(ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), -1);
    kt_eq(close_handle(fd, handle), 0);
    kt_eq(chipset(opened[0]), SKYLAKE);
    for (unsigned i = 1; i < n; i++)
        kt_eq(fcntl(opened[i], F_GETFD), 0);
    for (unsigned i = 0; i < n; i++)
        kt_eq(close(opened[i]), 0); // they are the program's
    munmap(map, PAGE);
    closefrom(3);
}

// ---- copied

static int over_socket(int fd)
{
    int pair[2], got = -1;
    char byte = 0;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } c = {0};
    struct iovec v = {&byte, 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = &c, .msg_controllen = sizeof(c)};
    kt_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    *CMSG_FIRSTHDR(&m) = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(CMSG_FIRSTHDR(&m)), &fd, sizeof(fd));
    if (sendmsg(pair[0], &m, 0) == 1 && recvmsg(pair[1], &m, 0) == 1)
        memcpy(&got, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof(got));
    close(pair[0]);
    close(pair[1]);
    return got;
}

// Copies that are made out of sight are the same open file.
KT_TEST(copies_out_of_sight)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open_node();
    uint32_t handle = create(fd, PAGE);
    int copies[] = {(int)syscall(SYS_dup, fd), over_socket(fd), (int)syscall(SYS_fcntl, fd, F_DUPFD, 500)};
    close(fd);
    for (unsigned i = 0; i < 3; i++) {
        struct drm_i915_gem_mmap_offset mo = {.handle = handle, .flags = I915_MMAP_OFFSET_WB};
        kt_eq(ioctl(copies[i], DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo), 0);
        kt_eq(store(copies[i], handle, 5 + i), 0);
        void *p = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, copies[i], (off_t)mo.offset);
        kt_ok(p != MAP_FAILED && *(uint32_t *)p == 5 + i, "copy %u", i);
        munmap(p, PAGE);
    }
    for (unsigned i = 0; i < 3; i++)
        close(copies[i]);
}

// A child of vfork() has its parent's memory, and descriptors of its own.
KT_TEST(vfork_children_close_their_own)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open_node(), status = -1;
    kt_eq(chipset(fd), SKYLAKE);
    pid_t pid = vfork();
    if (!pid) {
        close(fd);
        close_range(3, ~0u, 0);
        dup2(0, fd);
        execl("/bin/true", "true", (char *)NULL);
        _exit(127);
    }
    kt_eq(waitpid(pid, &status, 0), pid);
    kt_eq(status, 0);
    kt_eq(chipset(fd), SKYLAKE);
    uint32_t handle = create(fd, PAGE);
    kt_eq(store(fd, handle, 3), 0);
    struct drm_prime_handle p = {.handle = handle};
    kt_eq(ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), 0);
    close(p.fd);
    close(fd);
}

// What a child is started with is done there, and not in this table.
KT_TEST(spawned_children_close_their_own)
{
    static char name[] = "true";
    char *const argv[] = {name, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = -1;
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open_node(), other = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, other, fd);
    posix_spawn_file_actions_addclose(&actions, fd);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    kt_eq(posix_spawn(&pid, "/bin/true", &actions, NULL, argv, environ), 0);
    kt_eq(waitpid(pid, &status, 0), pid);
    kt_eq(status, 0);
    posix_spawn_file_actions_destroy(&actions);
    kt_eq(chipset(fd), SKYLAKE);
    kt_eq(store(fd, create(fd, PAGE), 3), 0);
    close(fd);
    close(other);
}

struct sleeper {
    int fd;
    uint32_t syncobj;
    int err;
};

static void *sleep_in_ioctl(void *arg)
{
    struct sleeper *s = arg;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct drm_syncobj_wait w = {.handles = (uintptr_t)&s->syncobj,
                                 .count_handles = 1,
                                 .timeout_nsec = now.tv_sec * INT64_C(1000000000) + now.tv_nsec + 300000000,
                                 .flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT};
    s->err = ioctl(s->fd, DRM_IOCTL_SYNCOBJ_WAIT, &w) ? errno : 0;
    return NULL;
}

// However a number is closed while another thread sleeps in a call on it, the call goes on.
KT_TEST(closed_during_a_call)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
        pthread_t thread;
        struct drm_syncobj_create c = {0};
        int fd = fcntl(open_node(), F_DUPFD, 700);
        kt_eq(ioctl(fd, DRM_IOCTL_SYNCOBJ_CREATE, &c), 0);
        struct sleeper s = {fd, c.handle, 0};
        kt_eq(pthread_create(&thread, NULL, sleep_in_ioctl, &s), 0);
        nanosleep(&(struct timespec){0, 30000000}, NULL);
        ways[i](fd);
        pthread_join(thread, NULL);
        kt_ok(s.err == ETIME || s.err == EBADF, "way %zu: %d", i, s.err); // EBADF: it had not begun
        closefrom(3);
    }
}

// ---- mapped

KT_TEST(no_mapping_is_replaced)
{
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open_node();
    struct drm_i915_gem_mmap_offset mo = {.handle = create(fd, 4 * PAGE), .flags = I915_MMAP_OFFSET_WB};
    kt_eq(ioctl(fd, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo), 0);
    char *there = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(there, 'x', 4 * PAGE);
    void *p = mmap(there, PAGE, PROT_READ, MAP_SHARED | MAP_FIXED_NOREPLACE, fd, (off_t)mo.offset);
    kt_true(p == MAP_FAILED);
    kt_eq(errno, EEXIST);
    kt_eq(there[5], 'x');
    munmap(there + PAGE, PAGE);
    p = mmap(there + PAGE, PAGE, PROT_READ, MAP_SHARED | MAP_FIXED_NOREPLACE, fd, (off_t)mo.offset);
    kt_true(p == there + PAGE && there[PAGE] == 0 && there[2 * PAGE] == 'x');
    p = mmap(there, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, (off_t)mo.offset);
    kt_true(p == there && there[5] == 0);
    // Parts of a mapping may go, and move.
    there[3 * PAGE] = 'y';
    kt_eq(munmap(there + PAGE, PAGE), 0);
    char *moved = mremap(there + 3 * PAGE, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, there + PAGE);
    kt_true(moved == there + PAGE && *moved == 'y');
    munmap(there, 4 * PAGE);
    close(fd);
}

// ---- memory of the client's own

static uint32_t userptr(int fd, void *memory, size_t size, uint32_t flags)
{
    struct drm_i915_gem_userptr u = {.user_ptr = (uintptr_t)memory, .user_size = size, .flags = flags};
    return ioctl(fd, DRM_IOCTL_I915_GEM_USERPTR, &u) ? 0 : u.handle;
}

static void *pages(size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void all_of_it(char *p, size_t size)
{
    munmap(p, size);
}

static void a_part(char *p, size_t size)
{
    munmap(p + size / 2 / PAGE * PAGE, PAGE);
}

static void moved_away(char *p, size_t size)
{
    munmap(mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, pages(size)), size);
}

static void as_free_does(char *p, size_t size)
{
    syscall(SYS_munmap, p, size);
}

static void covered(char *p, size_t size)
{
    mmap(p, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

static void made_read_only(char *p, size_t size)
{
    mprotect(p, PAGE, PROT_READ);
}

// After its first use, by each way and of sizes that are looked at in different ways: an error of the next.
KT_TEST(memory_that_goes)
{
    static void (*const gone[])(char *, size_t) = {all_of_it,    a_part,  moved_away,
                                                   as_free_does, covered, made_read_only};
    static const size_t sizes[] = {PAGE, 512 * PAGE, 1024 * PAGE, 20000 * PAGE};
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    const uint32_t words[6] = {0x20u << 23 | 2, 0, 0, 0x41424344, 0xau << 23, 0};
    int fd = open_node();
    // Before anything goes, or its memory would take the place.
    uint32_t batch = create(fd, PAGE);
    struct drm_i915_gem_pwrite w = {batch, .size = sizeof(words), .data_ptr = (uintptr_t)words};
    kt_eq(ioctl(fd, DRM_IOCTL_I915_GEM_PWRITE, &w), 0);
    for (size_t i = 0; i < sizeof(gone) / sizeof(*gone); i++)
        for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
            char *p = pages(sizes[k]);
            uint32_t handle = userptr(fd, p, sizes[k], 0);
            kt_eq(store_by(fd, handle, 0, batch), 0);
            kt_eq(p[0], 0x44);
            gone[i](p, sizes[k]);
            kt_ok(store_by(fd, handle, 0, batch) == -EFAULT, "way %zu, size %zu", i, sizes[k]);
            kt_eq(close_handle(fd, handle), 0);
            munmap(p, sizes[k]);
        }
    kt_eq(chipset(fd), SKYLAKE);
    close(fd);
}

// A batch in memory that may not be written cannot be relocated.
KT_TEST(relocations_where_nothing_is_written)
{
    const uint32_t words[6] = {0x20u << 23 | 2, 0, 0, 9, 0xau << 23, 0};
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open_node();
    uint32_t target = create(fd, PAGE);
    char *p = pages(PAGE);
    memcpy(p, words, sizeof(words));
    uint32_t usual = userptr(fd, p, PAGE, 0);
    kt_eq(store_by(fd, target, 9, usual), 0);
    close_handle(fd, usual);
    memcpy(p, words, sizeof(words));
    mprotect(p, PAGE, PROT_READ);
    uint32_t flagged = userptr(fd, p, PAGE, I915_USERPTR_READ_ONLY);
    if (flagged) { // where the chip's pages can be
        kt_eq(store_by(fd, target, 9, flagged), -EFAULT);
        close_handle(fd, flagged);
    }
    uint32_t protected = userptr(fd, p, PAGE, 0);
    kt_eq(store_by(fd, target, 9, protected), -EFAULT);
    kt_eq(chipset(fd), SKYLAKE);
    close(fd);
}

// ---- fork()

static volatile bool over;

static void *work(void *arg)
{
    while (!over) {
        int fd = open_node();
        uint32_t handle = create(fd, PAGE);
        store(fd, handle, 1);
        close(fd);
    }
    return NULL;
}

// Contexts are new all the time, so that the first batch of each is in the middle of everything.
KT_TEST(forks_of_a_busy_parent)
{
    enum { THREADS = 3, FORKS = 40 };
    pthread_t threads[THREADS];
    if (!have_node())
        kt_skip("libkiln_node.so is not preloaded");
    int fd = open_node();
    over = false;
    for (unsigned i = 0; i < THREADS; i++)
        kt_eq(pthread_create(&threads[i], NULL, work, NULL), 0);
    for (unsigned i = 0; i < FORKS; i++) {
        int status = -1;
        pid_t pid = fork();
        if (!pid)
            _exit(store(fd, create(fd, PAGE), 7) ? 1 : 0);
        kt_eq(waitpid(pid, &status, 0), pid);
        kt_eq(status, 0);
    }
    over = true;
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    close(fd);
}

KT_MAIN()

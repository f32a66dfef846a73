// See descriptors.h.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "sim/node/descriptors.h"
#include "sim/node/interpose.h"
#include "util/env.h"
#include "util/lock.h"
#include "util/log.h"

static struct kiln_lock table_lock = KILN_LOCK_INITIALIZER(NODE);
static struct node *table[NODE_MAX_FD];
static struct node *nodes; // all that is in the table or in use
static struct sim_device *device;
static pthread_once_t tree_once = PTHREAD_ONCE_INIT;
static const char *tree;
static pid_t tree_owner;

static const char *device_name(void)
{
    const char *s = kiln_getenv("KILN_DEVICE");
    return s && !strncmp(s, "sim:", 4) ? s + 4 : "skl";
}

static void make_tree(void)
{
    char chip[SIM_NAME_BYTES];
    enum sim_kernel kernel;
    const struct kiln_devinfo *info =
        sim_config_name(device_name(), chip, &kernel) ? kiln_devinfo_simulated(chip) : NULL;
    if (!info || !sim_device_is_driven(info, kernel)) {
        kiln_warn("KILN_DEVICE=sim:%s: %s", device_name(),
                  info ? "this kernel driver does not know the chip" : kiln_devinfo_refusal(device_name()));
        return;
    }
    tree = node_tree_create(info, kernel == SIM_KERNEL_XE ? "xe" : "i915");
    tree_owner = getpid();
    if (!tree)
        kiln_warn("cannot make the node's files: %s", strerror(errno));
}

__attribute__((destructor)) static void leave(void)
{
    if (!tree || tree_owner != getpid())
        return;
    // The device itself lives to the end of the process: other threads may still be in an ioctl.
    node_tree_remove(tree);
}

const char *node_translate(const char *path, char buf[NODE_PATH_MAX])
{
    if (!node_tree_claims(path))
        return path;
    pthread_once(&tree_once, make_tree);
    return tree && node_tree_translate(tree, path, buf) ? buf : path;
}

const char *node_translate_at(int dir, const char *path, char buf[NODE_PATH_MAX])
{
    char link[64], base[NODE_PATH_MAX], seen[NODE_PATH_MAX];
    if (!path || !*path || path[0] == '/' || dir == AT_FDCWD)
        return node_translate(path, buf);
    REAL(ssize_t, readlink, const char *, char *, size_t)
    snprintf(link, sizeof(link), "/proc/self/fd/%d", dir);
    ssize_t n = real(link, base, sizeof(base) - 1);
    if (n <= 0)
        return path;
    base[n] = 0;
    size_t root = tree && !strncmp(base, tree, strlen(tree)) ? strlen(tree) : 0;
    char *outside = base + root; // as the client sees it
    bool up = !strcmp(path, "..");
    if (outside[0] != '/')
        return path;
    if (up || !outside[1])
        *strrchr(outside, '/') = 0;
    if (snprintf(seen, sizeof(seen), "%s/%s", outside, up ? "" : path) >= (int)sizeof(seen))
        return path;
    if (node_tree_claims(seen))
        return node_translate(seen, buf) == buf ? buf : path;
    return root && snprintf(buf, NODE_PATH_MAX, "%s", seen) < NODE_PATH_MAX ? buf : path;
}

int node_minor_of(const char *translated)
{
    return tree && !strncmp(translated, tree, strlen(tree)) ? node_tree_minor(tree, translated) : -1;
}

bool node_has(int fd)
{
    return fd >= 0 && fd < NODE_MAX_FD && __atomic_load_n(&table[fd], __ATOMIC_ACQUIRE);
}

struct sim_device *node_device(void)
{
    return __atomic_load_n(&device, __ATOMIC_ACQUIRE);
}

// ---- processes

// The process that the table is of; zero in a child, which gets a page of its own.
static pid_t *own_process;

bool node_in_own_process(void)
{
    return !own_process || *own_process == getpid();
}

static void know_process(void)
{
    void *p = mmap(NULL, sizeof(*own_process), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return;
    madvise(p, sizeof(*own_process), MADV_WIPEONFORK);
    own_process = p;
    *own_process = getpid();
}

// ---- the table

// What the kernel has behind a number. By the system call: fstat() is interposed.
static bool is_placeholder(int fd, dev_t dev, ino_t inode)
{
    struct stat st;
    int err = errno;
    bool is = !syscall(SYS_fstat, fd, &st) && st.st_dev == dev && st.st_ino == inode;
    errno = err;
    return is;
}

static void drop(struct node *n) // needs table_lock; unlocks it
{
    bool last = !n->descriptors && !n->calls;
    for (struct node **p = &nodes; last && *p; p = &(*p)->next)
        if (*p == n) {
            *p = n->next;
            break;
        }
    kiln_unlock(&table_lock);
    if (last) {
        sim_close(n->file);
        free(n);
    }
}

// `only`: if it is this one, NULL: whatever it is.
static void forget(int fd, const struct node *only)
{
    kiln_lock(&table_lock);
    struct node *n = table[fd];
    if (!n || (only && n != only)) {
        kiln_unlock(&table_lock);
        return;
    }
    __atomic_store_n(&table[fd], NULL, __ATOMIC_RELEASE);
    n->descriptors--;
    drop(n);
}

void node_release(struct node *n)
{
    kiln_lock(&table_lock);
    n->calls--;
    drop(n);
}

void node_remember(int fd, struct node *n)
{
    kiln_lock(&table_lock);
    struct node *old = table[fd]; // closed out of our sight
    n->descriptors++;
    __atomic_store_n(&table[fd], n, __ATOMIC_RELEASE);
    if (!old) {
        kiln_unlock(&table_lock);
        return;
    }
    old->descriptors--;
    drop(old);
}

// Copies of the last known number that were made out of our sight keep the file open: they are looked for
// among all that the process has.
static void find_copies(int fd)
{
    dev_t dev = 0;
    ino_t inode = 0;
    kiln_lock(&table_lock);
    struct node *n = table[fd];
    bool last = n && n->descriptors == 1;
    if (last) {
        dev = n->device;
        inode = n->inode;
        n->calls++; // stays until it is known
    }
    kiln_unlock(&table_lock);
    DIR *d = last ? opendir("/proc/self/fd") : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        int other = atoi(e->d_name);
        if (other != fd && other < NODE_MAX_FD && is_placeholder(other, dev, inode))
            node_remember(other, n);
    }
    if (d)
        closedir(d);
    if (last)
        node_release(n);
}

void node_forget(int fd)
{
    int err = errno;
    if (node_has(fd) && node_in_own_process()) {
        find_copies(fd);
        forget(fd, NULL);
    }
    errno = err;
}

struct node *node_acquire(int fd)
{
    if (!node_has(fd))
        return NULL;
    kiln_lock(&table_lock);
    struct node *n = table[fd];
    if (n)
        n->calls++;
    kiln_unlock(&table_lock);
    if (!n || is_placeholder(fd, n->device, n->inode))
        return n;
    if (node_in_own_process())
        forget(fd, n);
    node_release(n);
    return NULL;
}

int node_minor_of_fd(int fd)
{
    int minor = -1;
    dev_t dev = 0;
    ino_t inode = 0;
    if (!node_has(fd))
        return -1;
    kiln_lock(&table_lock);
    if (table[fd]) {
        minor = table[fd]->minor;
        dev = table[fd]->device;
        inode = table[fd]->inode;
    }
    kiln_unlock(&table_lock);
    return minor >= 0 && is_placeholder(fd, dev, inode) ? minor : -1;
}

struct node *node_adopt(int fd)
{
    struct stat st;
    int err = errno;
    bool there = fd >= 0 && fd < NODE_MAX_FD && node_device() && !syscall(SYS_fstat, fd, &st);
    errno = err;
    if (!there || !node_in_own_process())
        return NULL;
    kiln_lock(&table_lock);
    struct node *n = nodes;
    while (n && (n->device != st.st_dev || n->inode != st.st_ino))
        n = n->next;
    if (n)
        n->calls++;
    kiln_unlock(&table_lock);
    if (n)
        node_remember(fd, n);
    return n;
}

// Numbers that were closed by other system calls keep files of the device open until the next look.
static void forget_closed(void)
{
    for (int fd = 0; fd < NODE_MAX_FD; fd++) {
        struct node *n = node_acquire(fd);
        if (n)
            node_release(n);
    }
}

// ---- fork()

// The device's lock comes first (util/lock_order.def).
static void fork_prepare(void)
{
    for (bool same = false; !same;) { // another thread may be making it
        struct sim_device *dev = node_device();
        if (dev)
            sim_device_fork(dev, KILN_FORK_PREPARE);
        kiln_lock(&table_lock);
        same = device == dev;
        if (!same)
            kiln_unlock(&table_lock);
    }
}

static void fork_parent(void)
{
    kiln_unlock(&table_lock);
    if (device)
        sim_device_fork(device, KILN_FORK_PARENT);
}

static void fork_child(void)
{
    if (own_process)
        *own_process = getpid();
    for (struct node *n = nodes; n; n = n->next)
        n->calls = 0; // of threads that are not here
    kiln_unlock(&table_lock);
    if (device)
        sim_device_fork(device, KILN_FORK_CHILD);
}

// Here, and not when the device is made: handlers that are registered in the middle of a fork are left out of
// it.
__attribute__((constructor)) static void watch_forks(void)
{
    know_process();
    pthread_atfork(fork_prepare, fork_parent, fork_child);
}

// ---- opening

static bool make_device(void)
{
    kiln_lock(&table_lock);
    if (!device) {
        struct sim_config config = sim_config_read();
        char chip[SIM_NAME_BYTES];
        config.device = chip;
        struct sim_device *dev =
            sim_config_name(device_name(), chip, &config.kernel) ? sim_device_create(&config) : NULL;
        __atomic_store_n(&device, dev, __ATOMIC_RELEASE);
    }
    kiln_unlock(&table_lock);
    return device;
}

int node_real_close(int fd)
{
    REAL(int, close, int)
    return real(fd);
}

int node_open(int minor, int flags)
{
    struct stat st;
    if (!node_in_own_process()) {
        errno = ENODEV;
        return -1;
    }
    if (!make_device())
        return -1;
    forget_closed();
    struct node *n = calloc(1, sizeof(*n));
    int fd = memfd_create("kiln-node", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
    if (n && fd >= 0 && fd < NODE_MAX_FD && !syscall(SYS_fstat, fd, &st) && (n->file = sim_open(device))) {
        n->minor = minor;
        n->device = st.st_dev;
        n->inode = st.st_ino;
        kiln_lock(&table_lock);
        n->next = nodes;
        nodes = n;
        kiln_unlock(&table_lock);
        node_remember(fd, n);
        return fd;
    }
    free(n);
    if (fd >= 0)
        node_real_close(fd);
    errno = EMFILE;
    return -1;
}

const char *node_root(void)
{
    return tree;
}

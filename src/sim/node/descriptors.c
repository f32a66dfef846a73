// See descriptors.h.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "sim/node/descriptors.h"
#include "sim/node/interpose.h"
#include "util/env.h"
#include "util/log.h"

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *table[NODE_MAX_FD];
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
    const struct kiln_devinfo *info = kiln_devinfo_simulated(device_name());
    if (!info) {
        kiln_warn("KILN_DEVICE=sim:%s: %s", device_name(), kiln_devinfo_refusal(device_name()));
        return;
    }
    tree = node_tree_create(info);
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

struct node *node_acquire(int fd)
{
    struct node *n = NULL;
    if (!node_has(fd))
        return NULL;
    pthread_mutex_lock(&table_lock);
    n = table[fd];
    if (n)
        n->calls++;
    pthread_mutex_unlock(&table_lock);
    return n;
}

static void drop(struct node *n) // needs table_lock; unlocks it
{
    bool last = !n->descriptors && !n->calls;
    pthread_mutex_unlock(&table_lock);
    if (last) {
        sim_close(n->file);
        free(n);
    }
}

void node_release(struct node *n)
{
    pthread_mutex_lock(&table_lock);
    n->calls--;
    drop(n);
}

void node_forget(int fd)
{
    if (!node_has(fd))
        return;
    pthread_mutex_lock(&table_lock);
    struct node *n = table[fd];
    __atomic_store_n(&table[fd], NULL, __ATOMIC_RELEASE);
    if (n) {
        n->descriptors--;
        drop(n);
    } else {
        pthread_mutex_unlock(&table_lock);
    }
}

void node_remember(int fd, struct node *n)
{
    pthread_mutex_lock(&table_lock);
    n->descriptors++;
    __atomic_store_n(&table[fd], n, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&table_lock);
}

static void fork_prepare(void)
{
    for (bool same = false; !same;) { // another thread may be making it
        struct sim_device *dev = __atomic_load_n(&device, __ATOMIC_ACQUIRE);
        if (dev)
            sim_device_fork(dev, KILN_FORK_PREPARE);
        pthread_mutex_lock(&table_lock);
        same = device == dev;
        if (!same)
            pthread_mutex_unlock(&table_lock);
    }
}

static void fork_parent(void)
{
    pthread_mutex_unlock(&table_lock);
    if (device)
        sim_device_fork(device, KILN_FORK_PARENT);
}

static void fork_child(void)
{
    for (size_t i = 0; i < NODE_MAX_FD; i++)
        if (table[i])
            table[i]->calls = 0; // of threads that are not here
    pthread_mutex_unlock(&table_lock);
    if (device)
        sim_device_fork(device, KILN_FORK_CHILD);
}

// Here, and not when the device is made: handlers that are registered in the middle of a fork are left out of
// it.
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(fork_prepare, fork_parent, fork_child);
}

static bool make_device(void)
{
    pthread_mutex_lock(&table_lock);
    if (!device) {
        struct sim_device *dev = sim_device_create(&(struct sim_config){.device = device_name()});
        __atomic_store_n(&device, dev, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&table_lock);
    return device;
}

int node_real_close(int fd)
{
    REAL(int, close, int)
    return real(fd);
}

int node_open(int minor, int flags)
{
    if (!make_device())
        return -1;
    struct node *n = calloc(1, sizeof(*n));
    int fd = memfd_create("kiln-node", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
    if (n && fd >= 0 && fd < NODE_MAX_FD && (n->file = sim_open(device))) {
        n->minor = minor;
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

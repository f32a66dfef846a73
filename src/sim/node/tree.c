// The node's directory tree: what libdrm, Mesa and Intel's OpenCL read of /dev/dri and /sys to find a device.
// An integrated GPU is PCI device 0000:00:02.0.
#include "sim/node/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sim/sim.h"
#include "util/env.h"
#include "util/file.h"

#define BRIDGE "/sys/devices/pci0000:00"
#define PCI BRIDGE "/0000:00:02.0"
#define SLOT "0000:00:02.0"
#define DEBUG "/sys/kernel/debug"
#define PREFIX "kiln-node-"

// Subtrees that are the node's alone.
static const char *const claimed[] = {
    "/dev/dri",   "/sys/class/drm",     "/sys/dev/char/226:", PCI, "/sys/bus/pci/devices/" SLOT,
    DEBUG "/dri", "/proc/sys/dev/i915",
};

// Directories whose list shows what is below them, which is how libpciaccess and libudev find devices.
// "/sys/class" lists the host's classes too.
static const char *const listed[] = {"/sys/bus/pci/devices", "/sys/class"};

// What only stands for the host's where the host has none: a machine without PCI, or a container.
static const char *const fallback[] = {BRIDGE, "/sys/bus/pci"};

static bool is(const char *path, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(path, name, n) && (!path[n] || !strcmp(path + n, "/"));
}

// Not by functions that libkiln_node.so interposes.
static bool host_has(const char *path)
{
    return !syscall(SYS_faccessat, AT_FDCWD, path, F_OK);
}

bool node_tree_claims(const char *path)
{
    for (size_t i = 0; path && i < sizeof(claimed) / sizeof(claimed[0]); i++) {
        size_t n = strlen(claimed[i]);
        if (!strncmp(path, claimed[i], n) && (!path[n] || path[n] == '/' || claimed[i][n - 1] == ':'))
            return true;
    }
    for (size_t i = 0; path && i < sizeof(listed) / sizeof(listed[0]); i++)
        if (is(path, listed[i]))
            return true;
    for (size_t i = 0; path && i < sizeof(fallback) / sizeof(fallback[0]); i++)
        if (is(path, fallback[i]) && !host_has(fallback[i]))
            return true;
    // That debugfs is mounted shows in "." being on another device than "..".
    return path && (!strcmp(path, DEBUG) || !strcmp(path, DEBUG "/."));
}

bool node_tree_translate(const char *root, const char *path, char out[NODE_PATH_MAX])
{
    return node_tree_claims(path) && snprintf(out, NODE_PATH_MAX, "%s%s", root, path) < NODE_PATH_MAX;
}

int node_tree_minor(const char *root, const char *translated)
{
    char link[NODE_PATH_MAX];
    size_t n = strlen(root);
    if (strncmp(translated, root, n) || strncmp(translated + n, "/dev/dri/", 9))
        return -1;
    // by-path holds links; the names at their end decide.
    ssize_t len = readlink(translated, link, sizeof(link) - 1);
    if (len > 0)
        link[len] = 0;
    const char *base = strrchr(len > 0 ? link : translated, '/') + 1;
    if (!strcmp(base, "renderD128"))
        return NODE_RENDER_MINOR;
    return !strcmp(base, "card0") ? NODE_CARD_MINOR : -1;
}

// ---- building

static bool make_parents(char *path)
{
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = 0;
        int err = mkdir(path, 0700) && errno != EEXIST;
        *p = '/';
        if (err)
            return false;
    }
    return true;
}

static bool put_bytes(const char *root, const char *path, const void *data, size_t size)
{
    char full[NODE_PATH_MAX];
    snprintf(full, sizeof(full), "%s%s", root, path);
    if (!make_parents(full))
        return false;
    FILE *f = kiln_fopen(full, "w");
    if (!f)
        return false;
    struct kiln_file_limit limit = kiln_file_limit_begin();
    bool ok = fwrite(data, 1, size, f) == size;
    ok &= fclose(f) == 0;
    kiln_file_limit_end(&limit);
    return ok;
}

__attribute__((format(printf, 3, 4))) static bool put(const char *root, const char *path, const char *fmt,
                                                      ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    return n >= 0 && n < (int)sizeof(text) && put_bytes(root, path, text, (size_t)n);
}

static bool put_link(const char *root, const char *path, const char *target)
{
    char full[NODE_PATH_MAX];
    snprintf(full, sizeof(full), "%s%s", root, path);
    return make_parents(full) && (!symlink(target, full) || errno == EEXIST);
}

static bool put_driver(const char *root, const char *driver)
{
    char path[256], link[256];
    snprintf(link, sizeof(link), "../../../bus/pci/drivers/%s", driver);
    snprintf(path, sizeof(path), "/sys/bus/pci/drivers/%s/bind", driver);
    return put_link(root, PCI "/driver", link) && put(root, path, "%s", "");
}

static bool put_pci(const char *root, const struct kiln_devinfo *info, const char *driver)
{
    enum { VENDOR = 0x8086, REVISION = SIM_PCI_REVISION, CLASS = 0x030000 };
    uint8_t config[256] = {
        VENDOR & 0xff,
        VENDOR >> 8,
        (uint8_t)info->pci_id,
        (uint8_t)(info->pci_id >> 8),
        7,
        4,
        0x10,
        0,
        REVISION,
        CLASS & 0xff,
        CLASS >> 8 & 0xff,
        CLASS >> 16,
        [0x2c] = VENDOR & 0xff,
        [0x2d] = VENDOR >> 8,
        [0x2e] = 0x12,
        [0x2f] = 0x22,
    };
    return put(root, PCI "/vendor", "0x%04x\n", VENDOR) &&
           put(root, PCI "/device", "0x%04x\n", info->pci_id) &&
           put(root, PCI "/subsystem_vendor", "0x%04x\n", VENDOR) &&
           put(root, PCI "/subsystem_device", "0x2212\n") &&
           put(root, PCI "/revision", "0x%02x\n", REVISION) && put(root, PCI "/class", "0x%06x\n", CLASS) &&
           put(root, PCI "/numa_node", "-1\n") && put(root, PCI "/boot_vga", "1\n") &&
           put_bytes(root, PCI "/config", config, sizeof(config)) &&
           put(root, PCI "/uevent",
               "DRIVER=%s\nPCI_CLASS=%X\nPCI_ID=8086:%04X\nPCI_SUBSYS_ID=8086:2212\nPCI_SLOT_NAME=" SLOT
               "\nMODALIAS=pci:v00008086d%08Xsv00008086sd00002212bc03sc00i00\n",
               driver, CLASS, info->pci_id, info->pci_id) &&
           put_link(root, PCI "/subsystem", "../../../bus/pci") && put_driver(root, driver) &&
           put_link(root, "/sys/bus/pci/devices/" SLOT, "../../../devices/pci0000:00/" SLOT);
}

static bool put_node(const char *root, const char *name, int minor)
{
    char path[256], target[256];
    bool ok = true;
    snprintf(path, sizeof(path), "/dev/dri/%s", name);
    ok = ok && put(root, path, "%s", "");
    snprintf(path, sizeof(path), PCI "/drm/%s/dev", name);
    ok = ok && put(root, path, "%d:%d\n", NODE_MAJOR, minor);
    snprintf(path, sizeof(path), PCI "/drm/%s/uevent", name);
    ok = ok &&
         put(root, path, "MAJOR=%d\nMINOR=%d\nDEVNAME=dri/%s\nDEVTYPE=drm_minor\n", NODE_MAJOR, minor, name);
    snprintf(path, sizeof(path), PCI "/drm/%s/device", name);
    ok = ok && put_link(root, path, "../../../" SLOT);
    snprintf(path, sizeof(path), PCI "/drm/%s/subsystem", name);
    ok = ok && put_link(root, path, "../../../../../class/drm");
    snprintf(path, sizeof(path), "/sys/class/drm/%s", name);
    snprintf(target, sizeof(target), "../../devices/pci0000:00/" SLOT "/drm/%s", name);
    ok = ok && put_link(root, path, target);
    snprintf(path, sizeof(path), "/sys/dev/char/%d:%d", NODE_MAJOR, minor);
    return ok && put_link(root, path, target);
}

// intel-gpu-tools flush the driver's caches through debugfs before they measure. What is written is not read.
static bool put_debugfs(const char *root, const char *driver)
{
    static const int minors[] = {NODE_CARD_MINOR, NODE_RENDER_MINOR};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof(minors) / sizeof(minors[0]); i++) {
        char path[256];
        snprintf(path, sizeof(path), DEBUG "/dri/%d/name", minors[i]);
        ok = put(root, path, "%s dev=" SLOT " unique=" SLOT "\n", driver);
        snprintf(path, sizeof(path), DEBUG "/dri/%d/i915_gem_drop_caches", minors[i]);
        ok = ok && put(root, path, "0x0\n");
    }
    return ok;
}

// The names of the host's classes, as empty directories.
static bool put_classes(const char *root)
{
    int fd = (int)syscall(SYS_openat, AT_FDCWD, "/sys/class", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    struct dirent *e;
    bool ok = true;
    while (ok && d && (e = readdir(d))) {
        char path[NODE_PATH_MAX + sizeof("/sys/class/") + sizeof(e->d_name)];
        snprintf(path, sizeof(path), "%s/sys/class/%s", root, e->d_name);
        ok = !mkdir(path, 0700) || errno == EEXIST;
    }
    if (d)
        closedir(d);
    return ok;
}

// What clocks i915 tells of, and xe, which has a folder for each GT.
static bool put_clocks(const char *root, const char *driver)
{
    static const struct {
        const char *i915, *xe;
        unsigned mhz;
    } clocks[] = {{"gt_min_freq_mhz", "min_freq", 350},  {"gt_max_freq_mhz", "max_freq", 1150},
                  {"gt_boost_freq_mhz", NULL, 1150},     {"gt_cur_freq_mhz", "cur_freq", 1150},
                  {"gt_act_freq_mhz", "act_freq", 1150}, {"gt_RP0_freq_mhz", "rp0_freq", 1150},
                  {"gt_RP1_freq_mhz", "rpe_freq", 350},  {"gt_RPn_freq_mhz", "rpn_freq", 350}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof(clocks) / sizeof(clocks[0]); i++) {
        char path[256];
        if (!strcmp(driver, "i915"))
            snprintf(path, sizeof(path), PCI "/drm/card0/%s", clocks[i].i915);
        else if (clocks[i].xe)
            snprintf(path, sizeof(path), PCI "/tile0/gt0/freq0/%s", clocks[i].xe);
        else
            continue;
        ok = put(root, path, "%u\n", clocks[i].mhz);
    }
    return ok;
}

// Counters are for everybody: they are of this process's device.
static bool put_counters(const char *root, const char *driver)
{
    return strcmp(driver, "i915") != 0 || (put(root, "/proc/sys/dev/i915/perf_stream_paranoid", "0\n") &&
                                           put(root, "/proc/sys/dev/i915/oa_max_sample_rate", "100000\n"));
}

static bool put_all(const char *root, const struct kiln_devinfo *info, const char *driver)
{
    return put_pci(root, info, driver) && put_node(root, "renderD128", NODE_RENDER_MINOR) &&
           put_node(root, "card0", NODE_CARD_MINOR) && put_debugfs(root, driver) && put_classes(root) &&
           put_link(root, "/dev/dri/by-path/pci-" SLOT "-render", "../renderD128") &&
           put_link(root, "/dev/dri/by-path/pci-" SLOT "-card", "../card0") && put_counters(root, driver) &&
           put_clocks(root, driver);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    remove(path);
    return 0;
}

void node_tree_remove(const char *root)
{
    nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static bool is_ours(int fd, mode_t type)
{
    struct stat st;
    return fd >= 0 && !fstat(fd, &st) && st.st_uid == geteuid() && (st.st_mode & S_IFMT) == type;
}

// A directory of ours, no link to one: others may put what they like into /tmp. What opens a FIFO must not
// block.
static bool is_stale(const char *path)
{
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), lock = -1;
    if (is_ours(dir, S_IFDIR))
        lock = openat(dir, ".lock", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool stale = is_ours(lock, S_IFREG) && !flock(lock, LOCK_EX | LOCK_NB);
    if (lock >= 0)
        close(lock);
    if (dir >= 0)
        close(dir);
    return stale;
}

// Trees of processes that were killed: their lock is free. (One without a lock file is being made.)
static void remove_stale(const char *tmp)
{
    DIR *d = opendir(tmp);
    struct dirent *e;
    while (d && (e = readdir(d))) {
        char path[NODE_PATH_MAX];
        if (!strncmp(e->d_name, PREFIX, strlen(PREFIX)) &&
            snprintf(path, sizeof(path), "%s/%s", tmp, e->d_name) < (int)sizeof(path) && is_stale(path))
            node_tree_remove(path);
    }
    if (d)
        closedir(d);
}

// Held, by a descriptor that is never closed, as long as the process lives.
static bool take_lock(const char *root)
{
    char path[NODE_PATH_MAX + 8];
    snprintf(path, sizeof(path), "%s/.lock", root);
    struct kiln_fd lock = kiln_fd_take(open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0600));
    return lock.number >= 0 && !flock(lock.number, LOCK_EX);
}

const char *node_tree_create(const struct kiln_devinfo *info, const char *driver)
{
    static char root[NODE_PATH_MAX];
    const char *tmp = kiln_getenv("TMPDIR");
    if (!tmp || *tmp != '/' || strlen(tmp) > PATH_MAX / 2)
        tmp = "/tmp";
    remove_stale(tmp);
    snprintf(root, sizeof(root), "%s/" PREFIX "XXXXXX", tmp);
    if (!mkdtemp(root))
        return NULL;
    if (put_all(root, info, driver) && take_lock(root))
        return root;
    int err = errno;
    node_tree_remove(root);
    errno = err;
    return NULL;
}

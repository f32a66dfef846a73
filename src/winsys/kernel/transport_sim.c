// The transport to the simulated device. All opens of one device name in this process share one GPU, which
// lives as long as somebody has it open.
#include "winsys/kernel/transport.h"
#include "winsys/ws.h"

#include "sim/sim.h"
#include "sim/thread/fault.h"
#include "hw/devinfo.h"
#include "util/lock.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// After fork() a GPU is the parent's: its threads are not in the child, and its buffers are memory of both.
// The child forgets it, and gets one of its own when it opens a device; what it inherited open fails at once
// (-EIO) and can be closed. Nothing happens in the parent.
struct gpu {
    struct gpu *next;
    pid_t process;
    struct sim_device *device;
    unsigned opens;
    char name[32];
};

struct file {
    struct sim_file *sim;
    struct gpu *gpu;
};

static struct kiln_lock lock = KILN_LOCK_INITIALIZER(TRANSPORT);
static struct gpu *gpus;

static void fork_child(void)
{
    kiln_lock_init(&lock, KILN_LOCK_TRANSPORT); // a thread of the parent's may have held it
    gpus = NULL;
    sim_fork_child();
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, fork_child);
}

static bool inherited(const struct file *file)
{
    return file->gpu->process != getpid();
}

// The GPU called `name`, created at its first open. With the lock held.
static int gpu_get(const char *name, struct gpu **out)
{
    for (struct gpu *g = gpus; g; g = g->next)
        if (!strcmp(g->name, name)) {
            g->opens++;
            *out = g;
            return 0;
        }
    struct gpu *g = calloc(1, sizeof(*g));
    if (!g)
        return -ENOMEM;
    if (strlen(name) >= sizeof(g->name)) {
        free(g);
        return -ENODEV;
    }
    strcpy(g->name, name);
    errno = 0;
    struct sim_config config = sim_config_read();
    char chip[SIM_NAME_BYTES];
    config.device = chip;
    g->device = sim_config_name(name, chip, &config.kernel) ? sim_device_create(&config) : NULL;
    if (!g->device) {
        int e = errno ? -errno : -ENODEV;
        free(g);
        return e;
    }
    g->process = getpid();
    g->opens = 1;
    g->next = gpus;
    gpus = g;
    *out = g;
    return 0;
}

const char *ws_sim_refusal(const char *name)
{
    char chip[SIM_NAME_BYTES];
    enum sim_kernel kernel;
    if (!sim_config_name(name, chip, &kernel))
        return "no such kernel driver";
    const struct kiln_devinfo *info = kiln_devinfo_simulated(chip);
    return info && !sim_device_is_driven(info, kernel) ? "this driver of the kernel does not know the chip"
                                                       : kiln_devinfo_refusal(chip);
}

static void gpu_put(struct gpu *g)
{
    if (--g->opens)
        return;
    struct gpu **p = &gpus;
    while (*p != g)
        p = &(*p)->next;
    *p = g->next;
    sim_device_destroy(g->device);
    free(g);
}

static int file_open(const char *path, void **out)
{
    if (strncmp(path, "sim:", 4) != 0)
        return -ENODEV;
    struct file *file = calloc(1, sizeof(*file));
    if (!file)
        return -ENOMEM;
    kiln_lock(&lock);
    int ret = gpu_get(path + 4, &file->gpu);
    if (ret == 0) {
        file->sim = sim_open(file->gpu->device);
        if (!file->sim) {
            gpu_put(file->gpu);
            ret = -ENOMEM;
        }
    }
    kiln_unlock(&lock);
    if (ret) {
        free(file);
        return ret;
    }
    *out = file;
    return 0;
}

static void file_close(void *p)
{
    struct file *file = p;
    if (inherited(file)) {
        free(file);
        return;
    }
    sim_close(file->sim);
    kiln_lock(&lock);
    gpu_put(file->gpu);
    kiln_unlock(&lock);
    free(file);
}

static int file_ioctl(void *p, unsigned long request, void *arg)
{
    struct file *file = p;
    int ret;
    if (inherited(file))
        return -EIO;
    do {
        ret = sim_ioctl(file->sim, request, arg);
    } while (ret == -EINTR || ret == -EAGAIN);
    return ret;
}

static int file_mmap(void *p, size_t size, int prot, int flags, off_t offset, void **out)
{
    struct file *file = p;
    *out = MAP_FAILED;
    if (inherited(file))
        return -EIO;
    *out = sim_mmap(file->sim, NULL, size, prot, flags, offset);
    return *out == MAP_FAILED ? -errno : 0;
}

static void file_munmap(void *ptr, size_t size)
{
    munmap(ptr, size);
}

static int file_stats(void *p, struct ws_sim_stats *out)
{
    struct file *file = p;
    struct sim_stats s = {0};
    if (inherited(file))
        return -EIO;
    sim_device_get_stats(file->gpu->device, &s);
    *out = (struct ws_sim_stats){
        .eu_instructions = s.eu_instructions,
        .eu_threads = s.eu_threads,
        .thread_groups = s.thread_groups,
        .walkers = s.walkers,
        .submissions = s.submissions,
        .send_messages = s.send_messages,
        .walker_ns = s.walker_ns,
    };
    return 0;
}

static int file_fault(void *p, uint32_t context, struct ws_fault *out)
{
    struct file *file = p;
    struct sim_fault f;
    if (inherited(file) || !sim_context_get_fault(file->sim, context, &f))
        return -ENOENT;
    *out = (struct ws_fault){
        .page = f.kind == SIM_FAULT_PAGE,
        .write = f.write,
        .address = f.address,
        .in_kernel = f.in_kernel,
        .kernel = f.kernel,
        .offset = f.offset,
        .group = {f.group[0], f.group[1], f.group[2]},
        .thread = f.thread,
        .lane = f.lane,
    };
    snprintf(out->what, sizeof(out->what), "%.255s", f.what[0] ? f.what : f.text);
    snprintf(out->name, sizeof(out->name), "%s", f.name);
    snprintf(out->source, sizeof(out->source), "%s", f.source);
    return 0;
}

const struct ws_transport ws_transport_sim = {
    .open = file_open,
    .close = file_close,
    .ioctl = file_ioctl,
    .mmap = file_mmap,
    .munmap = file_munmap,
    .stats = file_stats,
    .fault = file_fault,
};

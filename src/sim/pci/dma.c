// See dma.h.
#include "sim/pci/dma.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096 };

struct dma_window {
    uint64_t address, size;
    uint8_t *host; // NULL: it cannot be reached
    bool writable;
};

struct sim_dma {
    pthread_rwlock_t lock;
    unsigned holders;
    unsigned count, retired_count;
    struct dma_window window[SIM_DMA_WINDOWS]; // by address
    struct dma_window *retired;                // unmapped while pointers were held
};

// What the handler of SIGBUS looks at: a fixed place for each mapping, filled in host first and size last.
static struct {
    _Atomic(uint8_t *) host;
    _Atomic(uint64_t) size;
} guarded[SIM_DMA_WINDOWS];
static _Atomic(struct sim_dma *) guard_of;
static struct sigaction before;

static void guard_add(const struct sim_dma *dma, const struct dma_window *w)
{
    if (atomic_load(&guard_of) != dma || !w->host)
        return;
    for (unsigned i = 0; i < SIM_DMA_WINDOWS; i++)
        if (!atomic_load(&guarded[i].size)) {
            atomic_store(&guarded[i].host, w->host);
            atomic_store(&guarded[i].size, w->size);
            return;
        }
}

static void guard_remove(const struct dma_window *w)
{
    for (unsigned i = 0; i < SIM_DMA_WINDOWS; i++)
        if (w->host && atomic_load(&guarded[i].host) == w->host)
            atomic_store(&guarded[i].size, 0);
}

static void on_sigbus(int signal, siginfo_t *info, void *context)
{
    uint8_t *at = info->si_addr;
    for (unsigned i = 0; i < SIM_DMA_WINDOWS; i++) {
        uint8_t *host = atomic_load(&guarded[i].host);
        if (at >= host && (uint64_t)(at - host) < atomic_load(&guarded[i].size)) {
            void *page = (void *)((uintptr_t)at & ~(uintptr_t)(PAGE - 1));
            if (mmap(page, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
                page)
                return;
        }
    }
    sigaction(SIGBUS, &before, NULL); // not ours: happens again, to whoever was there before
}

void sim_dma_guard(struct sim_dma *dma)
{
    if (dma && !atomic_exchange(&guard_of, dma)) {
        struct sigaction action = {.sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO};
        sigaction(SIGBUS, &action, &before);
    } else if (!dma && atomic_exchange(&guard_of, NULL)) {
        sigaction(SIGBUS, &before, NULL);
    }
}

struct sim_dma *sim_dma_create(void)
{
    struct sim_dma *dma = calloc(1, sizeof(*dma));
    if (dma)
        pthread_rwlock_init(&dma->lock, NULL);
    return dma;
}

static void free_retired(struct sim_dma *dma)
{
    for (unsigned i = 0; i < dma->retired_count; i++)
        munmap(dma->retired[i].host, dma->retired[i].size);
    free(dma->retired);
    dma->retired = NULL;
    dma->retired_count = 0;
}

void sim_dma_destroy(struct sim_dma *dma)
{
    if (!dma)
        return;
    sim_dma_unmap_all(dma);
    free_retired(dma);
    if (atomic_load(&guard_of) == dma)
        sim_dma_guard(NULL);
    pthread_rwlock_destroy(&dma->lock);
    free(dma);
}

// The first window that ends above `address`.
static unsigned find(const struct sim_dma *dma, uint64_t address)
{
    unsigned low = 0, high = dma->count;
    while (low < high) {
        unsigned mid = (low + high) / 2;
        if (dma->window[mid].address + (dma->window[mid].size - 1) < address)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

// Whether the file has these bytes: a mapping beyond its end is SIGBUS at the first access.
static int check_file(int fd, uint64_t offset, uint64_t size)
{
    struct stat st;
    if (fstat(fd, &st))
        return errno;
    if (!S_ISREG(st.st_mode) || st.st_size < 0 || offset > (uint64_t)st.st_size ||
        size > (uint64_t)st.st_size - offset)
        return EINVAL;
    return 0;
}

int sim_dma_map(struct sim_dma *dma, uint64_t address, uint64_t size, int fd, uint64_t offset, bool writable)
{
    if (!size || (address | size | offset) % PAGE || size - 1 > UINT64_MAX - address || size > PTRDIFF_MAX)
        return EINVAL;
    struct dma_window w = {.address = address, .size = size, .writable = writable};
    int error = 0;
    if (fd >= 0 && (error = check_file(fd, offset, size)))
        return error;
    pthread_rwlock_wrlock(&dma->lock);
    unsigned at = find(dma, address);
    if (at < dma->count && dma->window[at].address - address < size)
        error = EEXIST;
    else if (at < dma->count && dma->window[at].address <= address)
        error = EEXIST;
    else if (dma->count == SIM_DMA_WINDOWS)
        error = ENOSPC;
    if (!error && fd >= 0) {
        void *host = mmap(NULL, size, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED, fd, (off_t)offset);
        if (host == MAP_FAILED)
            error = errno;
        else
            w.host = host;
    }
    if (!error) {
        memmove(&dma->window[at + 1], &dma->window[at], (dma->count - at) * sizeof(w));
        dma->window[at] = w;
        dma->count++;
        guard_add(dma, &w);
    }
    pthread_rwlock_unlock(&dma->lock);
    return error;
}

// Takes the client's pages away at once; those who hold pointers see zero pages until they let go.
static void give_up(struct sim_dma *dma, const struct dma_window *w)
{
    if (!w->host)
        return;
    guard_remove(w);
    struct dma_window *more = NULL;
    if (dma->holders)
        more = realloc(dma->retired, (dma->retired_count + 1) * sizeof(*more));
    if (more) {
        dma->retired = more;
        dma->retired[dma->retired_count++] = *w;
    } else if (!dma->holders) {
        munmap(w->host, w->size);
        return;
    }
    if (mmap(w->host, w->size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        abort(); // the client's memory would stay within reach
}

int sim_dma_unmap(struct sim_dma *dma, uint64_t address, uint64_t size)
{
    pthread_rwlock_wrlock(&dma->lock);
    unsigned at = find(dma, address);
    bool is_there = at < dma->count && dma->window[at].address == address && dma->window[at].size == size;
    if (is_there) {
        give_up(dma, &dma->window[at]);
        dma->count--;
        memmove(&dma->window[at], &dma->window[at + 1], (dma->count - at) * sizeof(dma->window[0]));
    }
    pthread_rwlock_unlock(&dma->lock);
    return is_there ? 0 : ENOENT;
}

void sim_dma_unmap_all(struct sim_dma *dma)
{
    pthread_rwlock_wrlock(&dma->lock);
    for (unsigned i = 0; i < dma->count; i++)
        give_up(dma, &dma->window[i]);
    dma->count = 0;
    pthread_rwlock_unlock(&dma->lock);
}

void sim_dma_hold(struct sim_dma *dma)
{
    pthread_rwlock_wrlock(&dma->lock);
    dma->holders++;
    pthread_rwlock_unlock(&dma->lock);
}

void sim_dma_release(struct sim_dma *dma)
{
    pthread_rwlock_wrlock(&dma->lock);
    if (!--dma->holders)
        free_retired(dma);
    pthread_rwlock_unlock(&dma->lock);
}

uint8_t *sim_dma_host(struct sim_dma *dma, uint64_t address, uint64_t size, bool write)
{
    uint8_t *host = NULL;
    pthread_rwlock_rdlock(&dma->lock);
    unsigned at = find(dma, address);
    if (size && at < dma->count && dma->window[at].address <= address) {
        const struct dma_window *w = &dma->window[at];
        uint64_t from = address - w->address;
        if (w->host && size <= w->size - from && (w->writable || !write))
            host = w->host + from;
    }
    pthread_rwlock_unlock(&dma->lock);
    return host;
}

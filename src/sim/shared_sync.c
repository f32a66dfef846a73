// See shared_sync.h.
#include "sim/shared_sync.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/vec.h"

enum { MAGIC = 0x6b6c6e31, FENCES = 1024, POINTS = 256 };

// Fences are numbered as they come; the place of a number is reused after FENCES more, and a number that is
// not there any more is one that signaled long ago.
struct fence_state {
    uint64_t id;
    int32_t owner; // process
    bool signaled;
    int32_t error;
};

struct point {
    uint64_t value, id;
};

struct page {
    uint32_t magic;
    uint32_t attached; // processes that have it
    pthread_mutex_t lock;
    uint64_t last_id;
    bool timeline;
    uint64_t reached, submitted;
    uint32_t count; // binary: 1 if it has a fence, which is the first point's
    struct point points[POINTS];
    struct fence_state fences[FENCES];
};

struct local_fence {
    uint64_t id;
    struct sim_fence *fence;
    bool own; // or a stand-in
};

struct sim_shared {
    unsigned refs;
    int fd;
    ino_t inode;
    struct page *page;
    VEC(struct local_fence) fences; // not signaled yet, as far as the other side knows
};

static VEC(struct sim_shared *) all;

// ---- the page

static void page_lock(struct page *p)
{
    if (pthread_mutex_lock(&p->lock) == EOWNERDEAD)
        pthread_mutex_consistent(&p->lock);
}

static void page_unlock(struct page *p)
{
    pthread_mutex_unlock(&p->lock);
}

static void page_init(struct page *p)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&p->lock, &attr);
    pthread_mutexattr_destroy(&attr);
    p->magic = MAGIC;
}

static struct fence_state *state_of(struct page *p, uint64_t id)
{
    struct fence_state *f = &p->fences[id % FENCES];
    return f->id == id ? f : NULL;
}

static bool reached(struct page *p, uint64_t id)
{
    const struct fence_state *f = state_of(p, id);
    return !f || f->signaled;
}

static void advance(struct page *p)
{
    uint32_t n = 0;
    while (p->timeline && n < p->count && reached(p, p->points[n].id))
        p->reached = p->points[n++].value;
    memmove(p->points, p->points + n, (p->count - n) * sizeof(p->points[0]));
    p->count -= n;
}

// ---- fences

// Notes what has happened on either side; returns true if a stand-in signaled.
static bool look(struct sim_shared *s)
{
    VEC(struct local_fence) done = {0};
    size_t kept = 0;
    page_lock(s->page);
    for (size_t i = 0; i < s->fences.count; i++) {
        struct local_fence f = s->fences.data[i];
        struct fence_state *state = state_of(s->page, f.id);
        bool over = false;
        if (f.own && sim_fence_signaled(f.fence)) {
            if (state) {
                state->error = f.fence->error;
                state->signaled = true;
            }
            over = true;
        } else if (!f.own) {
            if (state && !state->signaled && kill(state->owner, 0) < 0 && errno == ESRCH) {
                state->error = -EIO;
                state->signaled = true;
            }
            over = !state || state->signaled;
        }
        if (over && vec_push(&done, f)) // without memory it stays until the next look
            done.data[done.count - 1].id = state ? (uint64_t)(int64_t)state->error : 0;
        else
            s->fences.data[kept++] = f;
    }
    s->fences.count = kept;
    page_unlock(s->page);
    bool signaled = false;
    for (size_t i = 0; i < done.count; i++) {
        if (!done.data[i].own) {
            sim_fence_signal(done.data[i].fence, (int)(int64_t)done.data[i].id);
            signaled = true;
        }
        sim_fence_unref(done.data[i].fence);
    }
    vec_free(&done);
    return signaled;
}

static void destroy(struct sim_shared *s)
{
    for (size_t i = 0; i < s->fences.count; i++)
        sim_fence_unref(s->fences.data[i].fence);
    vec_free(&s->fences);
    page_lock(s->page);
    s->page->attached--;
    page_unlock(s->page);
    munmap(s->page, sizeof(*s->page));
    close(s->fd);
    free(s);
}

// Drops those that nobody has and whose fences are all signaled.
static void sweep(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (!all.data[i]->refs && !all.data[i]->fences.count)
            destroy(all.data[i]);
        else
            all.data[kept++] = all.data[i];
    }
    all.count = kept;
    if (!kept) {
        vec_free(&all);
        sim_fence_poll_with(NULL);
    }
}

// Looks at all. How long until it must be done again, in ns.
static int64_t poll_all(void)
{
    bool again;
    int64_t period = 20000000;
    do {
        again = false;
        for (size_t i = 0; i < all.count; i++)
            again |= look(all.data[i]);
    } while (again);
    for (size_t i = 0; i < all.count; i++)
        if (__atomic_load_n(&all.data[i]->page->attached, __ATOMIC_RELAXED) > 1)
            period = 500000;
    sweep();
    return period;
}

__attribute__((destructor)) static void forget_all(void)
{
    sim_lock();
    for (size_t i = 0; i < all.count; i++)
        destroy(all.data[i]);
    vec_free(&all);
    sim_fence_poll_with(NULL);
    sim_unlock();
}

// ---- life

static struct sim_shared *attach(int fd, bool fresh)
{
    struct stat st;
    struct sim_shared *s = calloc(1, sizeof(*s));
    if (!s || fstat(fd, &st) < 0 || st.st_size != sizeof(struct page)) {
        free(s);
        return NULL;
    }
    s->page = mmap(NULL, sizeof(struct page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (s->page == MAP_FAILED) {
        free(s);
        return NULL;
    }
    if (fresh)
        page_init(s->page);
    if (s->page->magic != MAGIC || !vec_push(&all, s)) {
        munmap(s->page, sizeof(*s->page));
        free(s);
        return NULL;
    }
    s->refs = 1;
    s->fd = fd;
    s->inode = st.st_ino;
    page_lock(s->page);
    s->page->attached++;
    page_unlock(s->page);
    sim_fence_poll_with(poll_all);
    return s;
}

struct sim_shared *sim_shared_create(void)
{
    int fd = memfd_create("kiln-syncobj", MFD_CLOEXEC);
    struct sim_shared *s = NULL;
    if (fd >= 0 && !ftruncate(fd, sizeof(struct page)))
        s = attach(fd, true);
    if (!s && fd >= 0)
        close(fd);
    return s;
}

struct sim_shared *sim_shared_open(int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return NULL;
    for (size_t i = 0; i < all.count; i++)
        if (all.data[i]->inode == st.st_ino) {
            all.data[i]->refs++;
            return all.data[i];
        }
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    struct sim_shared *s = own < 0 ? NULL : attach(own, false);
    if (!s && own >= 0)
        close(own);
    return s;
}

void sim_shared_unref(struct sim_shared *s)
{
    if (s && !--s->refs)
        poll_all();
}

int sim_shared_fd(const struct sim_shared *s)
{
    int fd = fcntl(s->fd, F_DUPFD_CLOEXEC, 0);
    return fd < 0 ? -errno : fd;
}

// ---- state

// Gives a fence of this process a number. 0: out of memory.
static uint64_t enter(struct sim_shared *s, struct sim_fence *f)
{
    struct page *p = s->page;
    bool signaled = sim_fence_signaled(f);
    if (!signaled && !vec_push(&s->fences, ((struct local_fence){p->last_id + 1, f, true})))
        return 0;
    if (!signaled)
        sim_fence_ref(f);
    uint64_t id = ++p->last_id;
    p->fences[id % FENCES] =
        (struct fence_state){.id = id, .owner = getpid(), .signaled = signaled, .error = f->error};
    return id;
}

int sim_shared_replace(struct sim_shared *s, struct sim_fence *f)
{
    struct page *p = s->page;
    page_lock(p);
    uint64_t id = f ? enter(s, f) : 0;
    bool good = id || !f;
    if (good) {
        p->timeline = false;
        p->reached = p->submitted = 0;
        p->count = f ? 1 : 0;
        p->points[0] = (struct point){.id = id};
    }
    page_unlock(p);
    sim_broadcast();
    return good ? 0 : -ENOMEM;
}

int sim_shared_add_point(struct sim_shared *s, uint64_t value, struct sim_fence *f)
{
    struct page *p = s->page;
    page_lock(p);
    p->timeline = true; // a binary one's fence is the timeline's past
    advance(p);
    uint64_t id = p->count < POINTS ? enter(s, f) : 0;
    if (id) {
        p->submitted = value > p->submitted ? value : p->submitted;
        p->points[p->count++] = (struct point){p->submitted, id};
    }
    page_unlock(p);
    sim_broadcast();
    return id ? 0 : -ENOMEM;
}

// The fence of that number, this process's own or a stand-in, with a reference.
static struct sim_fence *fence_of(struct sim_shared *s, uint64_t id)
{
    for (size_t i = 0; i < s->fences.count; i++)
        if (s->fences.data[i].id == id)
            return sim_fence_ref(s->fences.data[i].fence);
    const struct fence_state *state = state_of(s->page, id);
    if (!state || state->signaled) {
        struct sim_fence *f = sim_fence_create_signaled();
        if (f && state)
            f->error = state->error;
        return f;
    }
    struct sim_fence *f = sim_fence_create();
    if (f && !vec_push(&s->fences, ((struct local_fence){id, f, false}))) {
        sim_fence_unref(f);
        return NULL;
    }
    return f ? sim_fence_ref(f) : NULL;
}

static int find_timeline(struct sim_shared *s, uint64_t value, struct sim_fence **out)
{
    struct page *p = s->page;
    advance(p);
    if (value > p->submitted)
        return -EINVAL;
    uint32_t n = p->count;
    if (value)
        for (n = 0; n < p->count && (n == 0 ? p->reached : p->points[n - 1].value) < value;)
            n++;
    VEC(struct sim_fence *) list = {0};
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        struct sim_fence *f = fence_of(s, p->points[i].id);
        good = f && vec_push(&list, f);
        if (f && !good)
            sim_fence_unref(f);
    }
    *out = good ? sim_fence_create_all(list.data, (unsigned)list.count) : NULL;
    for (size_t i = 0; i < list.count; i++)
        sim_fence_unref(list.data[i]);
    vec_free(&list);
    return *out ? 0 : -ENOMEM;
}

int sim_shared_find(struct sim_shared *s, uint64_t value, struct sim_fence **out)
{
    struct page *p = s->page;
    int err = 0;
    look(s);
    page_lock(p);
    if (p->timeline) {
        err = find_timeline(s, value, out);
    } else if (!p->count || value) {
        err = -EINVAL;
    } else {
        *out = fence_of(s, p->points[0].id);
        err = *out ? 0 : -ENOMEM;
    }
    page_unlock(p);
    return err;
}

void sim_shared_query(struct sim_shared *s, uint64_t *reached_out, uint64_t *submitted)
{
    struct page *p = s->page;
    look(s);
    page_lock(p);
    advance(p);
    *reached_out = p->timeline ? p->reached : 0;
    *submitted = p->timeline ? p->submitted : 0;
    page_unlock(p);
}

void sim_shared_set_reached(struct sim_shared *s, uint64_t value)
{
    page_lock(s->page);
    s->page->timeline = true;
    s->page->reached = s->page->submitted = value;
    page_unlock(s->page);
}

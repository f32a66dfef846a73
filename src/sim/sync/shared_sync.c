// See shared_sync.h.
#include "sim/sync/shared_sync.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sim/sync/mapping.h"
#include "sim/sync/memfd.h"
#include "util/file.h"
#include "util/log.h"
#include "util/vec.h"

// The page belongs to whoever has the descriptor, and may change under our eyes. So nothing in it is a
// pointer, an index or a lock of the C library (whose lists of robust locks would be its writer's to bend):
// what is needed is copied out under the lock, made plausible, and copied back; a fence's state is copied one
// at a time. The lock is a word. Whoever does not get it within PATIENCE gives the object up for good: its
// fences fail, and no wait takes longer than that for a peer that is stopped, or means harm.
enum { MAGIC = 0x6b6c6e32, FENCES = 1024, POINTS = 256, PATIENCE = 200000000, GRACE = 2000000 };

// Fences are numbered as they come; the place of a number is reused after FENCES more, and a number that is
// not there any more is one that signaled long ago.
struct fence_state {
    uint64_t id;
    int32_t owner; // process
    int32_t signaled;
    int32_t error, reserved;
};

struct point {
    uint64_t value, id;
};

struct table {
    uint64_t last_id;
    uint64_t reached, submitted;
    uint32_t timeline;
    uint32_t count; // binary: 1 if it has a fence, which is the first point's
    struct point points[POINTS];
};

struct sync_page {
    uint32_t magic;
    uint32_t attached; // processes that have it; only says how often to look
    uint32_t lock;     // the process that holds it, or 0
    uint32_t reserved;
    struct table table;
    struct fence_state fences[FENCES];
};

struct local_fence {
    uint64_t id;
    struct sim_fence *fence;
    bool own; // or a stand-in
};

struct sim_shared {
    unsigned refs;
    struct kiln_fd fd;
    struct sync_page *page;
    struct table t; // the page's, while it is locked
    bool given_up;
    bool left;                      // this process is not counted in the page any more
    VEC(struct local_fence) fences; // not signaled yet, as far as the other side knows
};

static VEC(struct sim_shared *) all;

// ---- the page

static bool is_dead(uint32_t process)
{
    return process > INT32_MAX || (kill((pid_t)process, 0) < 0 && errno == ESRCH);
}

static bool take_lock(struct sim_shared *s)
{
    const struct timespec pause = {.tv_nsec = 50000};
    uint32_t self = (uint32_t)getpid(), *word = &s->page->lock;
    int64_t start = 0;
    for (unsigned n = 0;; n++) {
        uint32_t holder = 0;
        if (__atomic_compare_exchange_n(word, &holder, self, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return true;
        if (n < 100)
            continue;
        start = start ? start : sim_now_ns();
        if (sim_now_ns() - start > PATIENCE)
            return false;
        if (sim_now_ns() - start > GRACE && is_dead(holder) &&
            __atomic_compare_exchange_n(word, &holder, self, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return true;
        nanosleep(&pause, NULL);
    }
}

// False: given up.
static bool page_lock(struct sim_shared *s)
{
    if (!s->given_up && !take_lock(s)) {
        s->given_up = true;
        kiln_warn("another process holds a shared semaphore for too long: it has failed");
    }
    if (s->given_up)
        return false;
    memcpy(&s->t, &s->page->table, sizeof(s->t));
    if (s->t.count > POINTS)
        s->t.count = POINTS;
    return true;
}

static void page_unlock(struct sim_shared *s)
{
    memcpy(&s->page->table, &s->t, sizeof(s->t));
    __atomic_store_n(&s->page->lock, 0, __ATOMIC_RELEASE);
}

// An error as the kernel has them.
static int error_of(int32_t value)
{
    return !value ? 0 : value < 0 && value > -4096 ? value : -EIO;
}

// False: there is no such fence any more.
static bool state_of(const struct sim_shared *s, uint64_t id, struct fence_state *out)
{
    memcpy(out, &s->page->fences[id % FENCES], sizeof(*out));
    return out->id == id;
}

static void put_state(struct sim_shared *s, const struct fence_state *f)
{
    memcpy(&s->page->fences[f->id % FENCES], f, sizeof(*f));
}

static bool reached(const struct sim_shared *s, uint64_t id)
{
    struct fence_state f;
    return !state_of(s, id, &f) || f.signaled;
}

static void advance(struct sim_shared *s)
{
    struct table *t = &s->t;
    uint32_t n = 0;
    while (t->timeline && n < t->count && reached(s, t->points[n].id))
        t->reached = t->points[n++].value;
    memmove(t->points, t->points + n, (t->count - n) * sizeof(t->points[0]));
    t->count -= n;
}

// ---- fences

// Whether a fence is over, and how; tells the others of one of ours.
static bool is_over(struct sim_shared *s, const struct local_fence *f, int *error)
{
    struct fence_state state;
    *error = s->given_up ? -EIO : 0;
    if (s->given_up)
        return !f->own || sim_fence_signaled(f->fence);
    bool there = state_of(s, f->id, &state);
    if (f->own && !sim_fence_signaled(f->fence))
        return false;
    if (f->own) {
        state.error = f->fence->error;
        state.signaled = true;
    } else if (there && !state.signaled && is_dead((uint32_t)state.owner)) {
        state.error = -EIO;
        state.signaled = true;
    }
    *error = there ? error_of(state.error) : 0;
    if (there && state.signaled)
        put_state(s, &state);
    return f->own || !there || state.signaled;
}

// Notes what has happened on either side; returns true if a stand-in signaled.
static bool look(struct sim_shared *s)
{
    struct done {
        struct local_fence f;
        int error;
    };
    VEC(struct done) done = {0};
    size_t kept = 0;
    bool locked = page_lock(s);
    for (size_t i = 0; i < s->fences.count; i++) {
        struct local_fence f = s->fences.data[i];
        int error;
        // Without memory it stays until the next look.
        if (!is_over(s, &f, &error) || !vec_push(&done, ((struct done){f, error})))
            s->fences.data[kept++] = f;
    }
    s->fences.count = kept;
    if (locked)
        page_unlock(s);
    bool signaled = false;
    for (size_t i = 0; i < done.count; i++) {
        if (!done.data[i].f.own) {
            sim_fence_signal(done.data[i].f.fence, done.data[i].error);
            signaled = true;
        }
        sim_fence_unref(done.data[i].f.fence);
    }
    vec_free(&done);
    return signaled;
}

static void leave(struct sim_shared *s)
{
    if (!s->left)
        __atomic_sub_fetch(&s->page->attached, 1, __ATOMIC_RELAXED);
    s->left = true;
}

static void destroy(struct sim_shared *s)
{
    for (size_t i = 0; i < s->fences.count; i++)
        sim_fence_unref(s->fences.data[i].fence);
    vec_free(&s->fences);
    leave(s);
    sim_unmap(s->page, sizeof(*s->page));
    kiln_fd_close(&s->fd);
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

// Nothing is freed: other threads may be at work on a device until the process is gone.
__attribute__((destructor)) static void leave_all(void)
{
    sim_lock();
    for (size_t i = 0; i < all.count; i++)
        leave(all.data[i]);
    sim_unlock();
}

// ---- life

// Takes `fd` if it succeeds.
static struct sim_shared *attach(int fd)
{
    struct stat st;
    struct sim_shared *s = calloc(1, sizeof(*s));
    if (!s || fstat(fd, &st) < 0 || st.st_size != sizeof(struct sync_page)) {
        free(s);
        return NULL;
    }
    s->page = sim_map(NULL, sizeof(struct sync_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (s->page == MAP_FAILED) {
        free(s);
        return NULL;
    }
    if (s->page->magic != MAGIC || !vec_push(&all, s)) {
        sim_unmap(s->page, sizeof(*s->page));
        free(s);
        return NULL;
    }
    s->refs = 1;
    s->fd = kiln_fd_take(fd);
    __atomic_add_fetch(&s->page->attached, 1, __ATOMIC_RELAXED);
    sim_fence_poll_with(poll_all);
    return s;
}

struct sim_shared *sim_shared_create(void)
{
    const uint32_t magic = MAGIC;
    int fd = sim_memfd_create("kiln-syncobj", sizeof(struct sync_page));
    struct sim_shared *s = NULL;
    if (fd >= 0 && pwrite(fd, &magic, sizeof(magic), offsetof(struct sync_page, magic)) == sizeof(magic))
        s = attach(fd);
    if (!s && fd >= 0)
        kiln_fd_close_number(fd);
    return s;
}

struct sim_shared *sim_shared_open(int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return NULL;
    for (size_t i = 0; i < all.count; i++)
        if (all.data[i]->fd.inode == st.st_ino && all.data[i]->fd.device == st.st_dev) {
            all.data[i]->refs++;
            return all.data[i];
        }
    int own = sim_memfd_is_fixed(fd) ? kiln_fd_lift(fcntl(fd, F_DUPFD_CLOEXEC, 0)) : -1;
    struct sim_shared *s = own < 0 ? NULL : attach(own);
    if (!s && own >= 0)
        kiln_fd_close_number(own);
    return s;
}

void sim_shared_unref(struct sim_shared *s)
{
    if (s && !--s->refs)
        poll_all();
}

int sim_shared_fd(const struct sim_shared *s)
{
    return kiln_fd_copy(&s->fd, true);
}

// The parent signals them.
void sim_shared_fork_child(void)
{
    for (size_t i = 0; i < all.count; i++) {
        struct sim_shared *s = all.data[i];
        __atomic_add_fetch(&s->page->attached, 1, __ATOMIC_RELAXED);
        for (size_t k = 0; k < s->fences.count; k++) {
            struct local_fence *f = &s->fences.data[k];
            struct sim_fence *stand_in = f->own ? sim_fence_create() : NULL;
            if (stand_in) {
                sim_fence_unref(f->fence);
                *f = (struct local_fence){f->id, stand_in, false};
            }
        }
    }
}

void sim_shared_forget(void)
{
    memset(&all, 0, sizeof(all));
}

// ---- state

// Gives a fence of this process a number. 0: out of memory, or numbers.
static uint64_t enter(struct sim_shared *s, struct sim_fence *f)
{
    uint64_t id = s->t.last_id + 1;
    bool signaled = sim_fence_signaled(f);
    if (!id || (!signaled && !vec_push(&s->fences, ((struct local_fence){id, f, true}))))
        return 0;
    if (!signaled)
        sim_fence_ref(f);
    s->t.last_id = id;
    put_state(s, &(struct fence_state){
                     .id = id, .owner = getpid(), .signaled = signaled, .error = signaled ? f->error : 0});
    return id;
}

int sim_shared_replace(struct sim_shared *s, struct sim_fence *f)
{
    if (!page_lock(s))
        return -EIO;
    uint64_t id = f ? enter(s, f) : 0;
    bool good = id || !f;
    if (good) {
        s->t.timeline = false;
        s->t.reached = s->t.submitted = 0;
        s->t.count = f ? 1 : 0;
        s->t.points[0] = (struct point){.id = id};
    }
    page_unlock(s);
    sim_broadcast();
    return good ? 0 : -ENOMEM;
}

int sim_shared_add_point(struct sim_shared *s, uint64_t value, struct sim_fence *f)
{
    struct table *t = &s->t;
    if (!page_lock(s))
        return -EIO;
    t->timeline = true; // a binary one's fence is the timeline's past
    advance(s);
    uint64_t id = t->count < POINTS ? enter(s, f) : 0;
    if (id) {
        t->submitted = value > t->submitted ? value : t->submitted;
        t->points[t->count++] = (struct point){t->submitted, id};
    }
    page_unlock(s);
    sim_broadcast();
    return id ? 0 : -ENOMEM;
}

static struct sim_fence *signaled_fence(int error)
{
    struct sim_fence *f = sim_fence_create_signaled();
    if (f)
        f->error = error;
    return f;
}

// The fence of that number, this process's own or a stand-in, with a reference.
static struct sim_fence *fence_of(struct sim_shared *s, uint64_t id)
{
    struct fence_state state;
    for (size_t i = 0; i < s->fences.count; i++)
        if (s->fences.data[i].id == id)
            return sim_fence_ref(s->fences.data[i].fence);
    if (!state_of(s, id, &state))
        return signaled_fence(0);
    if (state.signaled)
        return signaled_fence(error_of(state.error));
    struct sim_fence *f = sim_fence_create();
    if (f && !vec_push(&s->fences, ((struct local_fence){id, f, false}))) {
        sim_fence_unref(f);
        return NULL;
    }
    return f ? sim_fence_ref(f) : NULL;
}

static int find_timeline(struct sim_shared *s, uint64_t value, struct sim_fence **out)
{
    const struct table *t = &s->t;
    advance(s);
    if (value > t->submitted)
        return -EINVAL;
    uint32_t n = t->count;
    if (value)
        for (n = 0; n < t->count && (n == 0 ? t->reached : t->points[n - 1].value) < value;)
            n++;
    VEC(struct sim_fence *) list = {0};
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        struct sim_fence *f = fence_of(s, t->points[i].id);
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
    int err = 0;
    look(s);
    if (!page_lock(s)) { // failed: whoever waits for it learns that
        *out = signaled_fence(-EIO);
        return *out ? 0 : -ENOMEM;
    }
    if (s->t.timeline) {
        err = find_timeline(s, value, out);
    } else if (!s->t.count || value) {
        err = -EINVAL;
    } else {
        *out = fence_of(s, s->t.points[0].id);
        err = *out ? 0 : -ENOMEM;
    }
    page_unlock(s);
    return err;
}

void sim_shared_query(struct sim_shared *s, uint64_t *reached_out, uint64_t *submitted)
{
    look(s);
    *reached_out = *submitted = 0;
    if (!page_lock(s)) {
        *reached_out = s->t.timeline ? s->t.reached : 0; // the last that was seen
        *submitted = s->t.timeline ? s->t.submitted : 0;
        return;
    }
    advance(s);
    *reached_out = s->t.timeline ? s->t.reached : 0;
    *submitted = s->t.timeline ? s->t.submitted : 0;
    page_unlock(s);
}

void sim_shared_set_reached(struct sim_shared *s, uint64_t value)
{
    if (!page_lock(s))
        return;
    s->t.timeline = true;
    s->t.reached = s->t.submitted = value;
    page_unlock(s);
}

// What the files of the checks share. See check.h.
#ifndef KILN_SIM_CHECK_STATE_H
#define KILN_SIM_CHECK_STATE_H

#include <stdio.h>

#include "sim/observe/check/check.h"
#include "sim/ports/dataport.h"
#include "util/kernel_note.h"
#include "util/vec.h"

enum sim_check_class { CHECK_RACE, CHECK_OOB, CHECK_UNINIT, CHECK_BARRIER, CHECK_STALE, CHECK_CLASSES };
enum {
    CHECK_SAME = CHECK_CLASSES, // report writes of the same value too
    CHECK_ABORT,
    CHECK_FLAGS,
};

// A kernel that has run, kept for reports: programs come and go.
struct check_kernel {
    uint64_t address, sum;  // where its code is, and which (struct sim_program)
    struct kiln_note *note; // NULL: none
    bool has_atomics;       // plain messages that are atomic loads and stores
    uint8_t
        header[KILN_NOTE_HEADER]; // what stands before the code, for telling kernels of the same code apart
    unsigned simd;
};

// Somebody at an instruction.
struct check_place {
    uint32_t kernel, ip;
    uint32_t group[3];
    unsigned thread, lane; // lane: channel of the thread
};

// A message of one EU thread that accessed memory; its index in `records` is the time. Race detection keeps
// these instead of a copy for each byte.
struct check_record {
    uint32_t group; // index into `groups`
    uint32_t ip;
    uint32_t instruction; // the thread's count
    uint32_t epoch;       // barriers that the group had passed
    uint16_t kernel;
    uint8_t thread;
    uint8_t kind; // enum check_kind
};
enum check_kind { CHECK_READ, CHECK_WRITE, CHECK_ATOMIC_READ, CHECK_ATOMIC_WRITE };

struct check_group {
    uint32_t id[3];
    uint32_t released; // time of its last memory fence
};

// The last accesses to a dword or byte: record << 5 | lane, 0: none. Two reads by different threads suffice:
// a writer is at most one of them.
struct check_cell {
    uint32_t write, read, read2;
    uint32_t reader; // who made `read`: sim_check.who
};

struct check_page {
    uint64_t number; // address / 4096
    uint32_t generation;
    bool bytes;               // cells are bytes, else dwords
    struct check_cell *cells; // 1024 or 4096
    uint8_t *undefined;       // scratch space: bits that were never written
};

struct check_pages { // open addressing by number
    struct check_page **slots;
    size_t count, capacity;
};

// A write after a write, whose value decides whether it is reported: known when the message has gone on.
struct check_pending {
    uint8_t *p;
    unsigned size;
    uint8_t old[4];
    bool slm, barrier; // one lies between, of shared memory
    uint64_t base, offset;
    const struct sim_surface *surface;
    struct sim_msg *m;
    struct check_place first, second;
};

struct check_report {
    enum sim_check_class class;
    uint32_t kernel[2], line[2]; // or the offset of the instruction where no line is known
    const char *file[2];
    uint64_t count;
    char head[80];
};

// Where an undefined value comes from: the message that loaded it, if it was in memory.
struct check_origin {
    uint32_t ip; // + 1; 0: a register that was never written
    bool slm;
    uint32_t at; // offset in shared memory
};

// Definedness of one EU thread's registers, in the register file of a thread of its own: a bit is set where
// the register's bit was never written or depends on one that was not. Address registers hold their values.
struct check_values {
    struct sim_thread t;
    uint64_t any[SIM_GRF_WORDS];                   // GRFs with a bit set
    bool arf_any;                                  // flags or accumulators with a bit set
    struct check_origin origin[SIM_GRF_COUNT + 1]; // the last one: flags and accumulators
};

struct sim_check {
    uint32_t flags; // bits of enum sim_check_class and CHECK_*
    FILE *out;
    VEC(struct check_report) reports;
    uint64_t total[CHECK_CLASSES];
    unsigned limit;
    void (*told)(void *data, const char *text); // of reports; NULL: no other reader
    void *told_data;
    struct sim_check *next; // all that live, for the end of the process

    VEC(struct check_kernel) kernels;
    // the walker
    const struct sim_dispatch *d;
    struct sim_program *program;
    uint32_t kernel;
    uint32_t slm_limit;            // where the shader's shared memory ends, as far as that is known
    uint64_t scratch, scratch_end; // GPU addresses of the threads' scratch space
    // the group
    struct sim_group *g;
    bool skips;     // it is not looked at
    uint32_t group; // index
    uint32_t epoch;
    uint32_t epoch_start; // time at which it began: in shared memory all before is ordered
    uint32_t barrier_ip;  // of the first thread that arrived
    struct check_place barrier_first;
    uint32_t acquired[SIM_MAX_GROUP_THREADS]; // time up to which the thread has seen what others released
    uint32_t atomic[SIM_MAX_GROUP_THREADS];   // time of the thread's last atomic
    // Up to when each thread's writes to memory are after its last fence; its last fence before the barrier
    // where it waits; and before the last barrier that all came to, after which they are in order.
    uint32_t fenced[SIM_MAX_GROUP_THREADS], arriving[SIM_MAX_GROUP_THREADS], parted[SIM_MAX_GROUP_THREADS];

    VEC(struct check_group) groups;
    struct check_record *records;
    uint32_t record_count, record_capacity;
    uint32_t generation;
    struct check_pages memory, scratch_pages;
    struct check_page slm[SIM_SLM_BYTES / 4096];
    uint32_t slm_generation;

    // the message
    uint32_t record;         // of it, 0: none yet
    uint32_t who;            // its group and thread in one number
    struct check_page *last; // used last, of `memory`
    struct check_pending pending[64];
    unsigned pending_count;

    struct check_values *values; // SIM_MAX_GROUP_THREADS
    struct sim_group shadow_group;
    struct sim_fault shadow_fault;
    uint8_t *slm_undefined; // SIM_SLM_BYTES
    struct sim_msg *shadow_msg;
    bool lazy; // all that the message uses is defined, but perhaps not the shared memory that it reads:
    bool late; // it is not
    // Of a lazy message, before the response comes.
    alignas(8) uint8_t payload[SIM_PAYLOAD_REGS * SIM_GRF_BYTES];
    bool message_told;             // one report of undefined values a message is enough
    alignas(8) uint8_t sink[8192]; // where a pass over values writes what does not stay
    unsigned sink_used;
    struct {
        unsigned at, size;
        int lane;
    } sunk[256];
    unsigned sunk_count;
    bool origin_found, origin_slm; // what the pass over values read that was never written
    uint32_t origin_at;
};

// NULL: the group is not checked.
static inline struct sim_check *check_of(const struct sim_group *g)
{
    struct sim_check *c = g->seats[SIM_SEAT_CHECK];
    return c && !c->skips ? c : NULL;
}

static inline bool check_on(const struct sim_check *c, unsigned flag)
{
    return c->flags >> flag & 1;
}

extern const char *const check_words[]; // by enum sim_check_class and CHECK_*: as KILN_SIM_CHECK has them
// What is told is under a lock: the end of the process prints totals while devices may be at work.
void check_lock(void);
void check_unlock(void);

// Where the channel `lane` of the instruction is (negative: the first one enabled).
struct check_place check_place_of(const struct sim_check *c, const struct sim_thread *t,
                                  const struct sim_uop *u, int lane);
// "shared memory", with the variable that lies there.
const char *check_shared_name(const struct sim_check *c, uint64_t offset, char *out, size_t size);
// One report: what, and one or two places with what happened there ("write", "read"; NULL: no second).
__attribute__((format(printf, 7, 8))) void check_report(struct sim_check *c, enum sim_check_class class,
                                                        const struct check_place *a, const char *a_what,
                                                        const struct check_place *b, const char *b_what,
                                                        const char *fmt, ...);

struct check_page *check_page_find(struct check_pages *p, uint64_t number);
void check_pages_free(struct check_pages *p);
bool check_in_scratch(const struct sim_check *c, const struct sim_space *s, uint64_t address);

// observe/check/access.c
void check_access(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                  unsigned size, enum sim_access access, int lane, uint8_t *p);
void check_bounds(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                  unsigned size, enum sim_access access, int lane);
void check_stale(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                 unsigned size, int lane, const uint8_t *seen);
void check_pending_finish(struct sim_check *c);
void check_access_reset(struct sim_check *c);
void check_fences_reset(struct sim_check *c);

// observe/check/value.c
bool check_values_create(struct sim_check *c);
void check_values_group(struct sim_check *c);
bool check_undefined(const uint8_t *bits, unsigned size);
void check_value_uop(struct sim_check *c, struct sim_thread *t, const struct sim_uop *u);
bool check_value_prepare(struct sim_program *p); // p->check
// Reports that `lane` uses (`what`) a value that comes from o and is not defined.
void check_value_told(struct sim_check *c, const struct sim_thread *t, const struct sim_uop *u, unsigned lane,
                      const struct check_origin *o, const char *what);
const struct check_origin *check_origin_at(const struct check_values *v, unsigned byte); // of registers
void check_mark(uint64_t m[SIM_GRF_WORDS], unsigned from, unsigned to); // bytes of GRFs, `to` is the last
bool check_meet(const uint64_t a[SIM_GRF_WORDS], const uint64_t b[SIM_GRF_WORDS]);
void check_recount(struct check_values *v, unsigned from, unsigned to); // which GRFs have undefined bits

// observe/check/value_message.c
uint8_t *check_value_ptr(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                         unsigned size, enum sim_access access, int lane);
void check_value_message(struct sim_check *c, struct sim_msg *m);
void check_value_late(struct sim_check *c, struct sim_msg *m);
#endif

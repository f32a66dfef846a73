// What the files of sim/debug share. See debug.h.
#ifndef KILN_SIM_DEBUG_STATE_H
#define KILN_SIM_DEBUG_STATE_H

#include <pthread.h>
#include <sys/types.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "sim/observe/debug/debug.h"
#include "util/kernel_note.h"
#include "util/vec.h"

// ---- messages
//
// Both ways: a header, `count` numbers of 64 bits, bytes up to `size`. Little-endian. What the debugger sends
// is bounded by DEBUG_MAX_COMMAND and checked; a wrong message ends the conversation, not the program.

enum {
    DEBUG_VERSION = 1,
    DEBUG_MAX_COMMAND = 1 << 20, // bytes
    DEBUG_MAX_NUMBERS = 65536,
    DEBUG_MAX_READ = 1 << 20, // bytes of memory at once
    DEBUG_MAX_WATCHES = 16,
};

enum debug_op {
    // To the debugger
    DEBUG_WALKER = 1, // version, number, simd, threads, groups x y z, local size x y z, quads, slm bytes,
                      // code's address, then sizes of the bytes: name, code, assembly, description; and four
                      // numbers of each binding (bti, count, set, binding)
    DEBUG_STOPPED, // reason, group's number, x y z, thread, ip, instruction's number, active channels; text
    DEBUG_ENDED,   // of a walker; text: its fault
    DEBUG_ANSWER,  // to a question
    // From the debugger, while it is stopped
    DEBUG_SET_BREAKS = 32, // ips at which any thread stops
    DEBUG_SET_STEPS,       // ips at which the thread and channel of DEBUG_RUN stop
    DEBUG_SET_WATCHES,     // space, address, size, enum debug_watch_kind of each
    DEBUG_SET_CATCH,       // 1: values that become NaN
    DEBUG_READ,            // space, address, size
    DEBUG_THREAD,          // thread
    DEBUG_SURFACE,         // bti
    DEBUG_RUN,             // enum debug_run, thread, channel
    // and at any time
    DEBUG_PAUSE,
};

enum debug_reason {
    DEBUG_REASON_ENTRY, // a walker is about to begin
    DEBUG_REASON_BREAK,
    DEBUG_REASON_STEP,
    DEBUG_REASON_WATCH, // after the access; text: "read" or "write", the instruction, and of each watch that
                        // it touched W:C, its place in DEBUG_SET_WATCHES and the channels of the thread that
                        // did it (0: a message of no single one); all but the word in hexadecimal
    DEBUG_REASON_CHECK, // text: the finding
    DEBUG_REASON_NAN,
    DEBUG_REASON_PAUSE,
    DEBUG_REASON_START, // backwards: at the group's start
    DEBUG_REASON_FAULT, // text
};

enum debug_run {
    DEBUG_GO,
    DEBUG_STEP,      // to the steps' ips, breakpoints of this thread, watches, catches
    DEBUG_STEP_INST, // one instruction
    DEBUG_BACK,      // as DEBUG_GO, backwards
    DEBUG_BACK_STEP, // as DEBUG_STEP
    DEBUG_BACK_INST,
    DEBUG_DETACH, // run on, for good
    DEBUG_RUNS
};

enum debug_space { DEBUG_MEMORY, DEBUG_SLM, DEBUG_PAYLOAD, DEBUG_SPACES };
enum debug_watch_kind { DEBUG_WATCH_READ = 1, DEBUG_WATCH_WRITE = 2 };

struct debug_header {
    uint32_t size; // of what follows the header
    uint16_t op, count;
};

struct debug_watch {
    enum debug_space space;
    uint64_t address, size;
    unsigned kinds;
};

// A line of host memory as it was when the group began.
struct debug_line {
    uint8_t *at;
    uint8_t bytes[64];
};

struct debug_journal {
    VEC(struct debug_line) lines;
    uint32_t *slots; // open addressing: index + 1
    uint32_t slot_count;
    bool lost; // out of memory: there is no way back
};

enum debug_phase {
    DEBUG_FORWARD,
    DEBUG_SEARCH, // again, up to `until`: where would it have stopped last?
    DEBUG_REPLAY, // again, up to `until`, to stop there
};

struct sim_debug {
    struct sim_check *check;                                  // NULL: nothing is checked
    pthread_mutex_t lock;                                     // of the walker that is debugged
    char socket[sizeof(((struct sockaddr_un *)0)->sun_path)]; // its address; "": too long
    int fd;                                                   // -1: no debugger listens (any more)
    pid_t process;                                            // that is connected
    bool detached;
    unsigned walker; // number

    const struct sim_dispatch *dispatch;
    struct kiln_note *note;
    uint32_t ips;            // bytes of code
    uint8_t *breaks, *steps; // by ip / 8
    struct debug_watch watches[DEBUG_MAX_WATCHES];
    unsigned watch_count;
    bool catch_nan;

    struct sim_group *g;
    struct debug_journal journal;
    enum debug_run mode;
    unsigned step_thread, step_lane;
    uint64_t count;    // instructions of the group so far
    uint64_t frontier; // most that it ever had
    uint64_t stopped;  // where it stopped last: not there again. UINT64_MAX: nowhere
    uint64_t until;
    uint64_t found; // by DEBUG_SEARCH; UINT64_MAX: nothing
    enum debug_reason found_reason;
    char found_text[512]; // what it would have said
    enum debug_phase phase;
    bool again;      // the group begins anew
    bool pause;      // wanted
    uint64_t looked; // `count` when the socket was looked at
    // Of the instruction that executes
    sim_memory_fn *inner; // where its accesses go
    bool hit_write;
    uint32_t hits;                            // watches
    uint32_t hit_channels[DEBUG_MAX_WATCHES]; // of the thread
    bool checked;                             // the checks are on
    char finding[512];
};

static inline struct sim_debug *debug_of(const struct sim_group *g)
{
    return g->seats[SIM_SEAT_DEBUG];
}
static inline bool is_checked(const struct sim_group *g)
{
    return g->seats[SIM_SEAT_CHECK];
}

// ---- wire.c: false when no debugger listens any more
bool debug_connect(struct sim_debug *d);
void debug_hang_up(struct sim_debug *d);
bool debug_send(struct sim_debug *d, enum debug_op op, const uint64_t *numbers, unsigned count,
                const void *bytes, size_t size);
// A command: its numbers are in *numbers (for free()).
bool debug_receive(struct sim_debug *d, enum debug_op *op, uint64_t **numbers, unsigned *count);
bool debug_wants_pause(struct sim_debug *d); // without waiting

// ---- command.c
bool debug_tell_walker(struct sim_debug *d, const uint8_t *code);
// Answers until the command to run: `t` NULL where there is no group yet. False: no debugger listens.
bool debug_converse(struct sim_debug *d);

// ---- journal.c
void debug_keep(struct debug_journal *j, uint8_t *p, unsigned size); // before it is written
void debug_put_back(struct debug_journal *j);
void debug_forget(struct debug_journal *j);
void debug_journal_finish(struct debug_journal *j);

#endif

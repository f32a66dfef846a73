// What is recorded: a chain of batch blocks with commands in them, streams for the states that the commands
// point to, and what is known of the GPU's state while recording.
//
// A stream is one run of commands, or several segments if it may take long: each may be a request of its own
// to the kernel, which ends requests that take too long (launch/queue).
//
// An error while recording sticks: from then on commands go to a trash area, and launch_stream_end reports
// it. Whoever records need not look.
#ifndef KILN_LAUNCH_STREAM_H
#define KILN_LAUNCH_STREAM_H

#include "launch/memory/device.h"
#include "launch/stream/kernel.h"
#include "util/mutant.h"

struct launch_block {
    struct launch_bo *bo;
    uint32_t used; // bytes, without the jump to the next block
};

struct launch_place {
    uint32_t block, byte;
};

// What the queue needs to run a long dispatch in slices. All state but the walker is there by then.
struct launch_walk {
    struct launch_walk *next;
    const struct launch_kernel *kernel;
    uint32_t start[3], count[3];
    struct launch_bindings bindings;
    bool conditional;        // its walkers depend on the condition (launch/stream/write.h)
    uint64_t counts_address; // of an indirect dispatch: where its group counts are; 0: `count` has them
    void *memory;            // the same place for the host: launch_device.map
    uint64_t offset;
};

// Commands that are called, in runs of which each is a segment: sequences of `slot` bytes, each a walk. Where
// the device found a walk too large for one walker it left it out: the sequence ends the run after what
// prepares the walk.
struct launch_called {
    struct launch_called *next;
    uint64_t slot;
    uint64_t mask; // into a run: a bit for each sequence whose walk is left out; 0: none ever is
    // Into a sequence: of such a walk the counts, the number of its kernel, and what its walkers name
    // (launch_bindings: constants, tables, samplers), a dword each.
    uint64_t report;
    bool conditional;
    uint32_t kernel_count;
    const struct launch_kernel *kernels[]; // those of others do not matter
};
#define LAUNCH_RUN_MOST 32 // sequences of a run with a mask

struct launch_segment {
    uint64_t address;               // GPU
    uint64_t cost;                  // ns, of the worst case; 0: it changes no memory that shaders see
    const struct launch_walk *walk; // NULL, or the segment is an indirect dispatch, or stands for a long one
    const struct launch_called
        *called;                     // its commands are not the stream's (launch/stream/sequence.h); or NULL
    struct launch_place first, last; // its commands, without the end; none for a long dispatch
    const struct launch_stream *stream; // that has them
    const uint32_t *event;              // of flat requests: that is to be 1 before it runs; or NULL
};

#define LAUNCH_TRASH_DWORDS 64 // no reservation is longer

// What must happen between work before and work after.
enum launch_pipe {
    LAUNCH_PIPE_STALL = 1 << 0,      // wait until all work before is done
    LAUNCH_PIPE_DATA_FLUSH = 1 << 1, // and what it wrote is out of the data caches
    LAUNCH_PIPE_TEXTURE_INVALIDATE = 1 << 2,
    LAUNCH_PIPE_STATE_INVALIDATE = 1 << 3,
    LAUNCH_PIPE_INVALIDATE = LAUNCH_PIPE_TEXTURE_INVALIDATE | LAUNCH_PIPE_STATE_INVALIDATE,
};

// What the GPU has when it comes to where recording is.
struct launch_has {
    uint32_t stale; // LAUNCH_PIPE_*_INVALIDATE that a kernel which reads through these caches needs
    bool threads;   // it has the settings of threads: for this much scratch and constants, and such registers
    uint32_t scratch, constants;
    bool large_registers;
    uint64_t table_base; // what binding tables' entries are relative to; 0: no base address is set yet
    uint64_t window;     // what handles of surfaces are relative to
};

struct launch_stream {
    // What every dispatch reads, together.
    uint32_t *cur, *end; // of the current block; `end` leaves room for the jump
    uint64_t cost;       // of the current segment, and
    uint64_t segment_ns; // the most that it may be: of the device's limits
    struct launch_device *device;
    const struct launch_allocator *alloc;
    uint32_t pending; // enum launch_pipe: before the next command that depends on it
    bool conditional; // dispatches depend on the condition
    bool scratch;     // a kernel of it has scratch memory
    bool tells_order; // ws_device_info.checks
    struct launch_has has;
    // What was sent last, where it must be sent again: has.threads, and constants (place 0: none).
    uint32_t make_threads[LAUNCH_THREADS_DWORDS];
    uint8_t threads_count;
    struct launch_load constants;
    struct launch_bindings bindings; // of the walkers that follow
    uint32_t *aside, *aside_end; // `cur` and `end` while commands are written elsewhere (sequence.h), or NULL
    struct launch_state_stream dynamic, surface, table;
    struct launch_block *blocks;
    uint32_t block_count, block_capacity;
    struct launch_bo *first_block;   // of the last recording, for the next one; or NULL
    struct launch_segment *segments; // none if nothing was recorded
    uint32_t segment_count, segment_capacity;
    struct launch_walk *walks;    // that segments refer to
    struct launch_called *called; // the same
    enum launch_result error;
    uint32_t trash[LAUNCH_TRASH_DWORDS + LAUNCH_WALKER_DWORDS +
                   LAUNCH_WALKER_MORE]; // of which all are written, if fewer count
};

void launch_stream_init(struct launch_stream *s, struct launch_device *device,
                        const struct launch_allocator *alloc);
void launch_stream_finish(struct launch_stream *s);
// `keep`: a block of each kind, as the next recording will want it.
void launch_stream_reset(struct launch_stream *s, bool keep);
enum launch_result launch_stream_end(struct launch_stream *s);
void launch_stream_fail(struct launch_stream *s, enum launch_result result);
// Adds the commands of a stream that is ended. Afterwards the GPU has what that one left.
void launch_stream_append(struct launch_stream *s, const struct launch_stream *second);

// Adds what is recorded next to the current segment, or to a new one if they would cost too much together.
void launch_add_cost(struct launch_stream *s, uint64_t ns);
// The command streamer writes memory that shaders may read, or that holds the counts of an indirect dispatch.
static inline void launch_writes(struct launch_stream *s)
{
    s->cost++;
}

// What is before the next stall is in order with what is after, for the application.
void launch_tell_order(struct launch_stream *s);
MUTABLE_INLINE void launch_need(struct launch_stream *s, uint32_t pipe)
{
    s->pending |= MUTABLE_CALL_BITS("need", pipe);
    if (s->tells_order && pipe & LAUNCH_PIPE_STALL)
        launch_tell_order(s);
}
// Emits what is pending, but for invalidations; and those, of `caches` (LAUNCH_PIPE_INVALIDATE).
void launch_flush_pending(struct launch_stream *s);
static inline void launch_flush(struct launch_stream *s)
{
    if (s->pending)
        launch_flush_pending(s);
}
void launch_invalidate(struct launch_stream *s, uint32_t caches);

#endif

// Commands that the device writes for itself: a kernel copies those of one walk, with its group counts and
// where its constants are put in, sequence by sequence, after each other; the command streamer then calls
// what it wrote (launch_call).
#ifndef KILN_LAUNCH_SEQUENCE_H
#define KILN_LAUNCH_SEQUENCE_H

#include "launch/stream/stream.h"

// What a sequence does before its walk.
enum launch_switch {
    LAUNCH_SWITCH_NONE,   // all sequences are of one kernel, for which everything is there
    LAUNCH_SWITCH_KERNEL, // it switches to its kernel, from any other
    LAUNCH_SWITCH_BASE,   // and sets base addresses
};

#define LAUNCH_SEQUENCE_DWORDS 512 // room for any
#define LAUNCH_NO_PLACE UINT32_MAX // what is not in the commands

struct launch_sequence {
    uint32_t dwords[LAUNCH_SEQUENCE_DWORDS];
    uint32_t count;
    // Where they are to be changed: the group counts; the offset of the constants, as launch_constant_offset
    // says it; and their address, in two dwords.
    uint32_t x, y, z, constants, surface;
    uint32_t walk;                   // where the walk itself begins
    struct launch_bindings bindings; // that it names, but for the constants
};

// Between these a kernel is prepared (launch/stream/dispatch.h), but for its constants: in the stream itself,
// or, to switch to it, in the sequence. `surface`: 0, or a surface state whose address is to be that of the
// constants.
void launch_sequence_begin(struct launch_stream *s, enum launch_switch how, struct launch_sequence *out);
void launch_sequence_walk(struct launch_stream *s, const struct launch_kernel *k, uint64_t surface,
                          struct launch_sequence *out);
// Room for that, in dwords, whatever the stream's state is: whole cache lines.
uint32_t launch_sequence_dwords(const struct launch_device *device, enum launch_switch how, bool surface);
// What ends commands that are called.
uint32_t launch_sequence_end(void);
// Of constants in the zones of dynamic state and descriptors: an offset from the base of the first, or, where
// a walker names them, the address, which has 32 bits there.
uint32_t launch_constant_offset(const struct launch_device *device, uint64_t address);

// Binding tables that are reached from the same base addresses, which sequences that switch kernels alone
// take for granted.
struct launch_tables {
    uint8_t *map; // as in launch_state_stream
    uint64_t address;
    uint32_t next, end;
    uint64_t base, window;
};
// Sets these base addresses, with the stream's window; the next tables are put there, up to `bytes` of them.
// Behind them there is room for `more`.
void launch_tables_begin(struct launch_stream *s, uint32_t bytes, uint32_t more, struct launch_tables *out);
void launch_tables_end(struct launch_stream *s, struct launch_tables *t);
// Whether they are still all there are: in another stream, which goes on with them.
void launch_tables_resume(struct launch_stream *s, const struct launch_tables *t);
bool launch_tables_suffice(const struct launch_stream *s, const struct launch_tables *t);

// Calls commands of `ns` at worst that the device has written by then: at `address`, and `count` - 1 times
// `bytes` after it. `called`: of the stream's; NULL there is no memory.
struct launch_called *launch_called(struct launch_stream *s, uint32_t kernel_count);
void launch_call(struct launch_stream *s, enum launch_switch how, const struct launch_called *called,
                 uint64_t address, uint32_t count, uint64_t bytes, uint64_t ns);

#endif

// What the command streamer does by itself, in the order of commands: stores, copies, clocks, counters,
// events, and the condition of later dispatches. Barriers before are the caller's (launch_flush).
#ifndef KILN_LAUNCH_WRITE_H
#define KILN_LAUNCH_WRITE_H

#include "launch/stream/stream.h"

// A dword.
void launch_store(struct launch_stream *s, uint64_t address, uint32_t value);
void launch_copy_dwords(struct launch_stream *s, uint64_t to, uint64_t from, uint32_t count);

// The time now, a qword; the ticks since the time at `begin`, of which the low 36 bits count; and the time
// when all before has ended, and then a 1 to `done`.
void launch_store_time(struct launch_stream *s, uint64_t address);
void launch_store_time_since(struct launch_stream *s, uint64_t address, uint64_t begin);
void launch_store_end_time(struct launch_stream *s, uint64_t address, uint64_t done);

// The invocations that the hardware has counted, a qword; and those since what is at `begin`.
void launch_store_invocations(struct launch_stream *s, uint64_t address);
void launch_store_invocations_since(struct launch_stream *s, uint64_t address, uint64_t begin);
// The same of the device's counters, by the registers that it names for them (hw/counters.h); and whether
// they count from here on.
void launch_hold_counters(struct launch_stream *s, uint32_t reg, bool hold);
void launch_store_counter(struct launch_stream *s, uint32_t reg, uint64_t address);
void launch_store_counter_since(struct launch_stream *s, uint32_t reg, uint64_t address, uint64_t begin);

// A report of the observation unit (hw/oa.h), to a multiple of 64 bytes.
void launch_store_report(struct launch_stream *s, uint64_t address);

// What the device's log says of the dispatches that follow, where it keeps one: a region begins, whose name
// of KILN_LOG_LABEL_BYTES is at `name`; it ends; there is a barrier, of enum launch_pipe.
bool launch_keeps_log(const struct launch_stream *s);
void launch_log_begin(struct launch_stream *s, uint64_t name);
void launch_log_end(struct launch_stream *s);
void launch_log_barrier(struct launch_stream *s, uint32_t pipe);

// Copies of results that may not be there. First launch_results_begin, once; then for each:
// launch_result_if, if it is to be left out where the dword at `there` is 0.
void launch_results_begin(struct launch_stream *s);
void launch_result_if(struct launch_stream *s, uint64_t there);
void launch_result_copy(struct launch_stream *s, uint64_t to, uint64_t from, uint32_t dwords, bool if_there);

// When all work before has ended; and waits for a 1.
void launch_event_write(struct launch_stream *s, uint64_t address, uint32_t value);
// `map`: the same place for the host, which waits where the command streamer cannot.
void launch_event_wait(struct launch_stream *s, uint64_t address, const uint32_t *map);

// The condition is in a register that the context keeps from request to request: streams that are appended
// find it there.
void launch_condition_set(struct launch_stream *s, bool value);
void launch_condition_load(struct launch_stream *s, uint64_t address, bool inverted);

#endif

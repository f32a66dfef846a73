// Gen12's software scoreboard: who waits for what. The EU of Gen12 does not look whether an operand is on its
// way: the code says what to wait for, by distance within the in-order pipe, or by the token of a message or
// math instruction. Here results are there at once; so that code that does not wait is found all the same,
// each instruction of a strict machine is held against those before it, in the order of the thread's own
// execution, whatever time it would take. Reported is
//   - the use, or overwriting, of what an instruction with a token will write, without a wait for that token;
//   - overwriting of what such an instruction still reads;
//   - the use of what one of the last SIM_BOARD_DEPTH in-order instructions writes, without a wait for it
//     (and overwriting of it by one that is not in order);
//   - overwriting of what one of them may still read, by one that is not in order;
//   - an instruction that names the control register, and the one after it, without a wait for what is right
//     before (@1): the hardware keeps no order there.
// Messages to one shared function leave in order, each with its payload, and math takes its operands in
// order: a wait until a later one is read has waited for those before it, and the later one itself may
// write where an earlier one reads. (Intel's OpenCL compiler does without those waits, of shared memory and
// all else apart.)
//
// From Gen12.5 there are several pipes (of floats, of integers, of 64 bits; from Xe2 of math), each in order
// for itself alone: a distance counts in one, or in each of them (A@); and what is overwritten, or read, in
// another pipe than it was written or read in is waited for as well.
//
// Only general registers need waits: for flags the hardware sees to it, and other drivers' code has none for
// accumulators and address registers. What is reached through an address register is not looked at.
//
// Sources: Mesa 25.0.7 brw_lower_scoreboard.cpp (what needs waits, on which registers, and for how long: ten
// instructions), brw_ir_fs.h is_unordered, brw_eu_emit.c brw_float_controls_mode (the control register); IGC
// LocalScheduler/SWSB_G4IR (hasSameFunctionID); IGA RegDeps.cpp (what is read in one pipe and overwritten in
// another). Pipes: Mesa's inferred_exec_pipe.
#ifndef KILN_SIM_EU_SCOREBOARD_H
#define KILN_SIM_EU_SCOREBOARD_H

#include "sim/thread/thread.h"

enum {
    SIM_BOARD_DEPTH = 10, // in-order instructions after which a result is there without a wait
    SIM_BOARD_RING = 16,  // of them remembered
    SIM_BOARD_PIPES = 4,
    SIM_BOARD_TOKENS = 32, // and as many places for instructions without a token
};

// The pipes, where there is more than one.
enum { SIM_BOARD_FLOATS, SIM_BOARD_INTEGERS, SIM_BOARD_LONGS, SIM_BOARD_MATHS };

// Bytes of the register file, [low, high).
struct sim_span {
    uint16_t low, high;
};

// What an instruction reads and writes, as far as it needs waits, and how it comes along.
struct sim_board_use {
    struct sim_span from[3], to;
    uint64_t from_units,
        to_units; // of 32 bytes, number n at bit n % 64: without a common bit nothing overlaps
    struct eu_swsb swsb;
    uint16_t function; // of messages and math: which of them take their operands in one order
    uint8_t reads;     // of `from`
    uint8_t pipe;      // in order: of which
    uint8_t inferred;  // and that of a distance without one
    bool syncs, in_order, control;
    bool steps; // neither a branch nor a NOP, which distances may not count
    bool late;  // a message that is known when it executes: then its operands are found
};

// Finds them for all of a program's instructions (for chips whose code waits by itself). False: no memory.
bool sim_scoreboard_find(struct sim_program *p);
void sim_scoreboard_find_message(struct sim_board_use *x, const struct sim_send *m);

// Code that is translated is watched for so many instructions of a thread, each time it has executed so many:
// interpreting takes some fifty times as long, so that this costs a twentieth. Before there is a translation,
// the first groups are for so many from their threads' starts: a thread that never ends is translated, too.
enum { SIM_WATCH_LENGTH = 512, SIM_WATCH_PERIOD = 1 << 19, SIM_WATCH_FIRST = 1 << 14 };

struct sim_scoreboard {
    // In-order instructions issued, and up to which they have ended. Whether branches count among them the
    // sources do not say alike: both ways are counted, and a wait counts that is one in either.
    struct sim_board_pipe {
        uint32_t issued[2], done[2];
        uint32_t oldest; // of issued[1]: the first that may not have ended
        struct sim_board_entry {
            uint32_t number[2];
            uint32_t ip;
            const struct sim_board_use *use; // of its program
        } last[SIM_BOARD_RING];
    } pipe[SIM_BOARD_PIPES];
    unsigned latest; // pipe of the last instruction in order
    unsigned busy;   // pipes in which some may not have ended: a mask
    struct sim_board_flight {
        bool reads, writes; // still
        uint16_t function;
        uint32_t ip, number;
        struct sim_span to, from[3];
        uint64_t to_units, from_units;
    } flight[2 * SIM_BOARD_TOKENS];
    bool control;           // the last instruction named the control register
    uint64_t flying;        // places of those that have not ended
    uint32_t begun;         // of those with a token, so far
    unsigned without_token; // so far
};

void sim_scoreboard_start(struct sim_scoreboard *b);
// It went on elsewhere than after the last instruction: what is in order has ended by then (Intel's OpenCL
// compiler waits for nothing of it there).
void sim_scoreboard_jumped(struct sim_scoreboard *b);
// Before the thread executes `u`: false if it does not wait for what it needs; the thread has faulted then.
bool sim_scoreboard_step(struct sim_scoreboard *b, struct sim_thread *t, const struct sim_uop *u);

// The points of a table that holds code against this (thread/observer.h).
bool sim_scoreboard_awaits(struct sim_thread *t, const struct sim_uop *u);
void sim_scoreboard_jumps(struct sim_thread *t);

#endif

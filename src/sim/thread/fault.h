// What went wrong in a request, as it is handed up from where it happened.
#ifndef KILN_SIM_FAULT_H
#define KILN_SIM_FAULT_H

#include <stdbool.h>
#include <stdint.h>

enum sim_fault_kind {
    SIM_FAULT_NONE,
    SIM_FAULT_PAGE,          // access to an unmapped address
    SIM_FAULT_ILLEGAL,       // reserved EU encoding, broken rule that hangs the machine, bad descriptor
    SIM_FAULT_UNIMPLEMENTED, // legal, but not simulated yet: text names it
    SIM_FAULT_HANG,          // no progress (deadlocked barrier, endless loop over the instruction budget)
    SIM_FAULT_ENDLESS, // commands that loop and let others have the engine, for longer than the kernel allows
    SIM_FAULT_UNSIGNALLED, // a wait for memory, for longer than the kernel allows
};

struct sim_fault {
    enum sim_fault_kind kind;
    uint64_t address; // SIM_FAULT_PAGE: the GPU address
    bool write;       // SIM_FAULT_PAGE: it was to be written
    char text[512];   // for people, in one line: what, thread, lane, kernel, instruction
    // Of a fault of an EU thread (fault_report.c):
    bool in_kernel;
    uint64_t kernel;   // its GPU address
    uint32_t offset;   // of the instruction, in bytes
    uint32_t group[3]; // which thread group
    unsigned thread;   // of the group
    int lane;          // negative: none in particular
    bool invocation_known;
    uint32_t invocation[3]; // global
    char what[256];         // what happened, without where
    char name[128];         // the kernel by its note (label), "" if it has none
    char source[256];       // file:line, or ""
    char listing[1024];     // the instruction and its neighbours, a line each
};

#endif

// The chip on a bus, inside: registers, interrupts and engines that a real kernel drives. What the files of
// this room share (registers.c, interrupts.c, execlists.c, image.c, observation.c).
//
// One lock for all of it; the engines' threads let go of it while they execute.
#ifndef KILN_SIM_CHIP_MACHINE_H
#define KILN_SIM_CHIP_MACHINE_H

#include <pthread.h>
#include <stdatomic.h>

#include "hw/devinfo.h"
#include "hw/gt.h"
#include "sim/chip/chip.h"
#include "sim/chip/registers.h"
#include "sim/memory/bus.h"
#include "sim/memory/guest.h"

enum { SIM_MACHINE_BANKS = 4 };

// Where an engine is, by generation (engines.c).
struct sim_engine_place {
    struct sim_chip_engine hw;
    uint8_t class, instance; // as the hardware numbers them from Gen11 on
    uint8_t bank, bit;       // of its interrupts: Gen8's IIR, from Gen11 on the dword of sources
    uint32_t reset;          // its bit of GDRST
};

// A context image that an engine works on.
struct sim_context_image {
    uint64_t descriptor; // as it was submitted
    uint32_t *registers; // the page of the image that has them; NULL: nothing is loaded
    uint32_t head, tail, start, size;
    struct sim_guest_space space;
    struct sim_machine_context *state;
    uint64_t loaded; // when, on the chip's clock
    uint32_t next;   // what MI_SET_CONTEXT names, with its flags
    uint32_t report; // bytes of the ring between two reports of its head; 0: none
};

struct sim_machine_engine {
    struct sim_machine *machine;
    const struct sim_engine_place *place;
    pthread_t thread;
    pthread_cond_t wakes;
    bool stop;
    // Submission.
    uint32_t elsp[4];
    unsigned elsp_count;
    uint64_t submitted[2]; // descriptors that were written last
    bool is_submitted;
    // Execution.
    uint64_t port[2];
    bool active, hung, blocked; // blocked: waits for a semaphore
    struct sim_context_image image;
    unsigned csb;                 // entry that was written last
    struct sim_ring_run *running; // what executes without the lock, or NULL
    atomic_bool preempt;          // another submission waits
    bool by_guc;                  // what it executes, it has from the microcontroller (guc.c)
    atomic_bool others_wait;      // likewise: for what it executes to have had its time
    int64_t ends;                 // what executes is cancelled then (sim_now_ns), or 0
    uint64_t requests;
};

struct sim_interrupts {
    uint32_t second[SIM_MACHINE_BANKS]; // Gen8: events that came while their bit was pending
    bool identity_valid;
    uint32_t identity;
    uint32_t sources[2];     // from Gen11: which bits of the dwords are pending
    uint16_t pending[2][32]; // and the interrupts of each
};

struct sim_machine_contexts;
struct sim_cs_state;
struct sim_ring_run;
struct sim_guc;
struct sim_observation;
struct sim_counters;

// What a context holds for an engine (image.c).
struct sim_machine_context {
    uint32_t cookie, place; // place: its image's address in the global space
    const struct sim_machine_engine *engine;
    bool superseded, copied;
    struct sim_cs_state *cs;
    struct sim_ring_run *parked; // its request in the middle of a batch, or NULL
    unsigned runs;               // that have not ended
    struct sim_machine_context *next;
};

struct sim_machine {
    const struct kiln_devinfo *info;
    const struct kiln_gt *gt;
    struct sim_bus bus;
    struct sim_guest_space global;
    pthread_mutex_t lock;
    pthread_cond_t idle; // a ring's execution has ended, is parked or goes on
    struct sim_registers registers;
    struct sim_interrupts interrupts;
    struct sim_machine_engine engine[SIM_CHIP_ENGINES];
    unsigned engines;
    struct sim_machine_contexts *contexts;
    unsigned runs; // of rings, that have not ended
    struct sim_guc *guc;
    struct sim_observation *observation;
    struct sim_caches *caches; // of the render engine, before all contexts' memory; NULL: not strict
    void *chip;                // what executes: struct sim_chip
};

// ---- machine.c
// Waits for the condition, or so long; the lock is held before and after.
void sim_machine_wait(struct sim_machine *m, pthread_cond_t *condition, int64_t ns);

// ---- fences.c
bool sim_fences_engines_swizzle(struct sim_machine *m); // tiles, as software has set them up

// ---- engines.c
const struct sim_engine_place *sim_engine_places(const struct kiln_devinfo *info, unsigned *count);

// ---- interrupts.c
enum { SIM_IRQ_USER = 1 << 0, SIM_IRQ_PIPE_NOTIFY = 1 << 4, SIM_IRQ_CONTEXT_SWITCH = 1 << 8 };
void sim_interrupt_raise(struct sim_machine_engine *e, uint32_t bits);
void sim_interrupt_guc(struct sim_machine *m); // the microcontroller has a message
uint32_t sim_interrupt_read(struct sim_machine *m, enum kiln_register_kind kind, uint32_t offset);
void sim_interrupt_write(struct sim_machine *m, enum kiln_register_kind kind, uint32_t offset,
                         uint32_t value);
void sim_interrupt_reset(struct sim_machine *m);

// ---- ring.c
enum sim_ring_end {
    SIM_RING_EMPTY,     // up to the tail
    SIM_RING_PREEMPTED, // another submission waits
    SIM_RING_BLOCKED,   // at a semaphore: to be looked at again
    SIM_RING_HUNG,      // the engine stands still
    SIM_RING_CONTEXT,   // another context is to be loaded: image.next
};
// Executes the ring of the image that is loaded. Needs the lock, and lets go of it meanwhile. A batch that is
// preempted is parked with its context, on its own thread, and goes on when the context is loaded again with
// the ring's head where it was left.
enum sim_ring_end sim_ring_execute(struct sim_machine_engine *e);
// What executes is to be preempted, and is cancelled (SIM_RING_HUNG) if it is not after so many microseconds.
// 0: it has whatever time it takes.
void sim_engine_ask_to_leave(struct sim_machine_engine *e, uint32_t us);
void sim_ring_cancel(struct sim_machine_engine *e);                    // what executes, and waits for its end
void sim_ring_abandon(struct sim_machine_context *c);                  // what is parked
void sim_ring_move_space(struct sim_machine_engine *e, uint64_t root); // of what executes: its page directory

// ---- rings.c: engines whose ring is driven by registers
void sim_rings_written(struct sim_machine_engine *e, unsigned place); // a register of kind RING
bool sim_rings_take(struct sim_machine_engine *e); // whether there is something to execute, which it begins
void sim_rings_work(struct sim_machine_engine *e); // while it is active

// ---- execlists.c
// Another scheduler than execlists (guc.c) loads a context, and takes it off.
uint32_t sim_engine_status_page(struct sim_machine_engine *e); // its address in the global space
void sim_engine_set_active(struct sim_machine_engine *e, bool active);
void sim_engine_activate(struct sim_machine_engine *e, uint64_t descriptor);
void sim_engine_deactivate(struct sim_machine_engine *e);
void sim_engine_nap(struct sim_machine_engine *e);      // until what it waits for may have come
bool sim_execlists_start(struct sim_machine_engine *e); // its thread
void sim_execlists_stop(struct sim_machine_engine *e);
void sim_execlists_elsp(struct sim_machine_engine *e, uint32_t value);
void sim_execlists_load(struct sim_machine_engine *e); // of the submission queue
void sim_execlists_reset(struct sim_machine_engine *e);

// ---- observation.c
bool sim_observation_start(struct sim_machine *m); // its thread
void sim_observation_stop(struct sim_machine *m);
void sim_observation_changed(struct sim_machine *m); // a register of its own was written
// The render engine has another context now, or none (0); timer: that one's OA_CTX_CONTROL.
void sim_observation_context(struct sim_machine *m, uint64_t descriptor, uint32_t timer);
bool sim_observation_counts(struct sim_machine *m); // without the lock
struct sim_counters *sim_observation_counters(struct sim_machine *m);

// ---- image.c
bool sim_image_init(struct sim_machine *m);
void sim_image_forget(struct sim_machine *m); // all states
void sim_image_finish(struct sim_machine *m);
// False: the image cannot be reached, or there is no memory.
bool sim_image_load(struct sim_machine_engine *e, uint64_t descriptor);
void sim_image_reload_tail(struct sim_machine_engine *e);
void sim_image_save(struct sim_machine_engine *e);
// Contexts that MI_SET_CONTEXT names by their place; 0: none, what the engine has after a reset. NULL: no
// memory.
struct sim_machine_context *sim_image_of_ring(struct sim_machine_engine *e, uint32_t place, bool restore);
void sim_image_leave_ring(struct sim_machine_engine *e); // the one that is there goes into its image
// Of the render engine, where a context leaves it: what is dirty goes to memory, and nothing else stays.
void sim_image_clean_caches(struct sim_machine_engine *e);

#endif

// The command streamer: what an engine executes of a batch buffer, and the state that a context keeps between
// batches (the hardware's context image).
#ifndef KILN_SIM_CS_H
#define KILN_SIM_CS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmd/gen_pack.h"
#include "cmd/gen_table.h"
#include "hw/registers.h"
#include "sim/config/config.h"
#include "sim/cs/batch.h"
#include "sim/cs/cs_rules.h"
#include "sim/cs/totals.h"
#include "sim/thread/fault.h"
#include "sim/thread/launch.h"

struct sim_cs;

enum {
    SIM_CS_DESCRIPTORS = 64, // interface descriptors that the fixed function holds
};

enum { SIM_CS_NONPRIV = 12 }; // registers FORCE_TO_NONPRIV

enum { SIM_CS_VERTEX_BUFFERS = 33, SIM_CS_VERTEX_ELEMENTS = 34 };

// The part of the 3D pipeline's state that a rectangle with a pixel shader needs.
struct sim_cs_3d {
    struct gen_VERTEX_BUFFER_STATE buffer[SIM_CS_VERTEX_BUFFERS];
    struct gen_VERTEX_ELEMENT_STATE element[SIM_CS_VERTEX_ELEMENTS];
    bool instanced[SIM_CS_VERTEX_ELEMENTS];
    unsigned elements;
    struct gen_3DSTATE_VF_SGVS sgvs;
    struct gen_3DSTATE_SBE sbe;
    struct gen_3DSTATE_PS ps;
    struct gen_3DSTATE_PS_EXTRA ps_extra;
    struct gen_3DSTATE_PS_BLEND ps_blend;
    struct gen_3DSTATE_WM wm;
    struct gen_3DSTATE_WM_DEPTH_STENCIL depth_stencil;
    struct gen_3DSTATE_CONSTANT_PS constant;
    struct gen_3DSTATE_DEPTH_BUFFER depth;
    uint32_t binding_table, sampler_state, blend_state;
    uint32_t topology;
    uint32_t depth_stencil_state; // where it is, on Gen7.5
    bool blend_valid, vs, hs, ds, gs, streamout;
};

struct sim_cs_state {
    uint64_t serial;               // no other context of this process has it
    struct sim_counters *counters; // of `unit`; NULL: they were never held
    const struct sim_counter_unit *unit;
    struct sim_label *labels;         // all there were
    const struct sim_label *label;    // the innermost open one
    uint32_t label_low;               // of the address to come
    uint32_t barriers, barrier_kinds; // since the last walker
    // What orders walkers for checks: the driver tells (KILN_LOG_ORDER), or each stall does. The next stall
    // does.
    bool order_told, order_due;
    bool counting;                            // they are held
    uint32_t registers[KILN_REGISTER_DWORDS]; // at KILN_PLACE(name)
    uint32_t pipeline;                        // GEN_PIPELINE_*
    bool systolic;                            // likewise: products of matrices are computed
    bool large_registers;                     // STATE_COMPUTE_MODE
    bool cc_state_valid;                      // 3DSTATE_CC_STATE_POINTERS
    bool barriers_set;                        // SLICE_COMMON_ECO_CHICKEN1 since PIPELINE_SELECT
    bool has_vfe;
    bool vfe_gone, descriptor_gone; // by a switch from 3D to GPGPU since they were sent
    struct gen_STATE_BASE_ADDRESS_GEN11 sba;
    struct gen_MEDIA_VFE_STATE vfe;
    struct gen_CFE_STATE cfe; // instead, from Gen12.5 on
    uint64_t table_pool;      // of binding tables, likewise
    struct {
        bool loaded;
        struct gen_INTERFACE_DESCRIPTOR_DATA idd;
    } descriptors[SIM_CS_DESCRIPTORS];
    uint8_t *curbe;
    size_t curbe_size;
    struct sim_cs_3d draw; // cs_3d.c
};

// As after a reset. seed: of what registers hold that no document promises a value of; 0: zeros.
struct sim_cs_state *sim_cs_state_create(uint64_t seed);
struct sim_cs_state *sim_cs_state_copy(const struct sim_cs_state *from); // without its counters and labels
void sim_cs_state_destroy(struct sim_cs_state *st);                      // NULL is allowed

// What is written when a walker has ended: COMPUTE_WALKER says it.
struct sim_cs_post_sync {
    enum { SIM_CS_POST_NONE, SIM_CS_POST_IMMEDIATE, SIM_CS_POST_TIMESTAMPS } what;
    uint64_t address, data;
};

// What has been issued and not yet executed (struct sim_device, lazy): the hardware promises that a walker
// has ended only after a stall; and a PIPE_CONTROL that does not stall acts when all before it has ended.
struct sim_cs_pending {
    bool is_walker, done;
    struct gen_PIPE_CONTROL control;
    struct sim_launch launch;
    uint8_t *payload; // owned: what launch.constants points to
    struct sim_cs_post_sync post;
    const struct gen_desc *desc;
    uint64_t ip;
};

enum { SIM_CS_PENDING = 64, SIM_CS_RECENT = 64, SIM_CS_RECENT_GLOBAL = 1 };

// Commands that have been fetched already: what is written over them afterwards is not seen. Mesa counts with
// 512 bytes before Gen12.5 (intel_device_info engine_class_prefetch, mi_self_mod_barrier); a jump begins
// anew.
enum { SIM_CS_AHEAD = 512, SIM_CS_FETCH = 64 };
struct sim_cs_ahead {
    uint64_t at;   // address of the first byte
    uint32_t size; // bytes, 0: nothing is fetched
    uint8_t bytes[2 * SIM_CS_AHEAD + SIM_CS_FETCH];
};

struct sim_eu_pool;

enum sim_cs_ring_end {
    SIM_CS_RING_EMPTY,     // up to its tail
    SIM_CS_RING_PREEMPTED, // at a command of the ring, by `preempt`
    SIM_CS_RING_BLOCKED,   // at a semaphore of the ring: it is to be executed again
    SIM_CS_RING_CONTEXT,   // after an MI_SET_CONTEXT
};

// A ring, in the global address space: the level above batches. Its commands and those of batches in the
// global space are privileged: they reach that space, and registers that are not the context's.
struct sim_cs_ring {
    const struct sim_pages *global;
    uint64_t start;
    uint32_t size, head, tail;  // bytes; head: moves
    const atomic_bool *preempt; // stop at the next command of the ring
    uint64_t status_page;       // in the global space
    uint32_t (*read)(void *of, uint32_t offset);
    void (*write)(void *of, uint32_t offset, uint32_t value);
    void (*notify)(void *of, bool user); // an interrupt: MI_USER_INTERRUPT, or of a flush
    void *of;
    enum sim_cs_ring_end end; // filled in, if nothing went wrong
    bool has_contexts;        // MI_SET_CONTEXT is executed
    uint32_t report;  // the head is written into the status page whenever so many bytes are over; 0: never
    uint32_t context; // its dword 1; 0: none yet
};

// A batch to execute on an engine, and what the command streamer needs of the machine around it
// (chip/run.c).
struct sim_cs_job {
    const struct kiln_devinfo *devinfo;
    const struct sim_config *config;   // of the machine
    uint64_t rules;                    // that it must keep: a bit for each of hw/rules.h
    uint64_t (*timestamp)(void *chip); // the 36-bit TIMESTAMP register
    void *chip;
    struct sim_eu_pool *pool;
    const char *engine; // "rcs0"
    uint32_t mmio_base;
    const uint32_t *nonpriv; // its FORCE_TO_NONPRIV
    const struct sim_pages *pages;
    struct sim_caches *caches; // of the context; NULL: memory is coherent
    bool swizzles;             // tiles: sim_tiled_offset
    struct sim_cs_state *state;
    struct sim_counters *counters; // of the chip's observation unit; NULL: each context has its own
    const struct sim_batch *batch;
    struct sim_cs_ring *ring; // that starts the batches; NULL: there is one batch
};

// One batch in execution.
struct sim_cs {
    const struct sim_cs_job *job;
    const struct kiln_target *target; // the job's device: packets differ by it
    struct sim_cs_state *st;
    struct sim_tlb tlb, global; // of the context; of the global space, where there is a ring
    struct sim_tlb *space;      // that the command reaches: one of them (sim_cs_choose_space)
    struct sim_fault *fault;
    struct sim_stats *stats;
    uint64_t ip;        // of the command
    uint64_t next;      // where to go on
    uint64_t return_ip; // after a second-level batch
    bool second_level, end;
    bool in_ring, in_global;    // where commands are: in the ring; in a batch of the global space
    bool no_preemption, halted; // MI_ARB_ON_OFF; at a semaphore of the ring
    bool may_yield;             // after a command at which others may get the engine
    uint64_t yielded;           // the number of the last of these
    uint32_t mark;              // of the last MI_NOOP that wrote NOPID, for the next walker; 0: none
    bool predicated, noop;      // MI_SET_PREDICATE decides on the following commands; makes them no-ops
    struct sim_cs_order order;
    const struct gen_desc *desc;
    struct sim_cs_ahead ahead;
    uint32_t *dw; // the command's dwords, in Gen9's layout where the generation has addresses of 32 bits
    uint32_t own[GEN_OWN_MAX]; // then: its first dwords as they were
    uint32_t length;
    unsigned in_flight;             // walkers issued since the last stall
    bool flushed;                   // MEDIA_STATE_FLUSH since the last walker
    struct sim_cs_pending *pending; // lazy: to execute yet
    unsigned pending_count;
    uint64_t drains;   // so far
    int64_t walker_ns; // host time in walkers, which the hang check leaves out
    int64_t started;
    uint64_t commands; // executed so far, without MI_NOOP
    // Where the last of them are, for reports; with SIM_CS_RECENT_GLOBAL in the global space.
    uint64_t recent[SIM_CS_RECENT];
};

// False with `fault` filled in. Runs without the lock. With a ring, its commands up to the tail.
bool sim_cs_execute(const struct sim_cs_job *job, struct sim_fault *fault, struct sim_stats *stats);
// Writes the report of a batch that ended with the fault to standard error (cs/report.c).
void sim_fault_report(struct sim_cs *cs, const struct sim_fault *f);

// The parts of a PIPE_CONTROL: its fields, of whatever generation; what happens at once; what at the end of
// the pipe.
void sim_cs_unpack_pipe_control(const struct sim_cs *cs, struct gen_PIPE_CONTROL *c);
void sim_cs_invalidate(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c);
bool sim_cs_end_of_pipe(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c);

// For the command handlers. A handler returns false after cs_fault().
typedef bool (*sim_cs_handler)(struct sim_cs *cs);
bool sim_cs_fault(struct sim_cs *cs, enum sim_fault_kind kind, uint64_t address, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
// cs_ring.c
bool sim_cs_is_privileged(const struct sim_cs *cs);
// The space that the command reads and writes from here on. False: it may not, and has to be dropped.
bool sim_cs_choose_space(struct sim_cs *cs, bool global);
// The next command of the ring is at cs->ip; false: the ring ends here, and says why.
bool sim_cs_ring_fetch(struct sim_cs *cs);
bool sim_cs_ring_arbitrate(struct sim_cs *cs);
void sim_cs_ring_advance(struct sim_cs *cs);                              // to cs->next
void sim_cs_ring_start(struct sim_cs *cs, uint64_t address, bool global); // a first-level batch
void sim_cs_ring_return(struct sim_cs *cs);                               // from it
bool sim_cs_report_head(struct sim_cs *cs);                               // false: likewise
bool sim_cs_set_context(struct sim_cs *cs);                               // false: it is privileged
void sim_cs_notify(struct sim_cs *cs, bool user);

// These reach cs->space.
bool sim_cs_read(struct sim_cs *cs, uint64_t addr, void *out, size_t size);
bool sim_cs_peek(struct sim_cs *cs, uint64_t addr, void *out,
                 size_t size); // false: unmapped; no access, so no fault
bool sim_cs_poll(struct sim_cs *cs, uint64_t addr, uint32_t *value); // the same of an aligned dword
bool sim_cs_write(struct sim_cs *cs, uint64_t addr, const void *data, size_t size);
// A register that a context holds, by its place in the block of the engine at `base`; NULL: it holds none.
uint32_t *sim_cs_state_register(struct sim_cs_state *st, const struct kiln_devinfo *info, uint32_t base,
                                uint32_t offset, bool *masked);
// The number that a register of each streamer has on this one: GEN_REG_ numbers are the render engine's.
static inline uint32_t sim_cs_own(const struct sim_cs *cs, uint32_t number)
{
    return number - KILN_RENDER_BASE + cs->job->mmio_base;
}
// Whether the engine has a 3D pipeline, or only computes or copies.
static inline bool sim_cs_draws(const struct sim_cs *cs)
{
    return cs->job->mmio_base == KILN_RENDER_BASE;
}
uint32_t sim_cs_reg_read(struct sim_cs *cs, uint32_t offset);
void sim_cs_reg_write(struct sim_cs *cs, uint32_t offset, uint32_t value);   // by a non-privileged batch
struct sim_counters *sim_cs_counters(struct sim_cs *cs, unsigned *counting); // for a walker; or NULL
struct sim_counters *sim_cs_observation(const struct sim_cs *cs);            // for a report; or NULL
bool sim_cs_predicate(struct sim_cs *cs);                                    // MI_PREDICATE_RESULT
bool sim_cs_batch_predicate(struct sim_cs *cs);                              // MI_PREDICATE_RESULT_1
void sim_cs_dropped(struct sim_cs *cs, const char *why);                     // a command turned into a no-op
sim_cs_handler sim_cs_mi_handler(enum gen_cmd_id id);                        // NULL: none of the MI commands
sim_cs_handler sim_cs_gpgpu_handler(enum gen_cmd_id id);
sim_cs_handler sim_cs_compute_handler(enum gen_cmd_id id);
sim_cs_handler sim_cs_3d_handler(enum gen_cmd_id id);
// What Gen7.5 has instead (cs_3d_gen75.c); NULL: nothing.
sim_cs_handler sim_cs_3d_gen75_handler(enum gen_cmd_id id);
bool sim_cs_draw(struct sim_cs *cs); // 3DPRIMITIVE, with the state that there is
sim_cs_handler sim_cs_blt_handler(enum gen_cmd_id id);
// A launch with what it has from machine and job.
struct sim_launch sim_cs_new_launch(struct sim_cs *cs);
// Executes it now; or, on a machine that is lazy, some time before the next stall.
bool sim_cs_run(struct sim_cs *cs, struct sim_launch *w, const struct sim_cs_post_sync *post);
bool sim_cs_launch(struct sim_cs *cs, struct sim_launch *w, const struct sim_cs_post_sync *post);
// What a walker gets of its context, and of the commands before it, which count once.
void sim_cs_tell_launch(struct sim_cs *cs, struct sim_launch *w);
// Takes over the payload of what is to be executed later.
bool sim_cs_postpone(struct sim_cs *cs, const struct sim_cs_pending *p);
// Waits for the walkers in flight, as a stall does.
bool sim_cs_stall(struct sim_cs *cs);
// Executes what is pending: what must happen some time, without being known to have.
bool sim_cs_drain(struct sim_cs *cs);
// Faults if walkers are in flight: the PRM requires a stalling PIPE_CONTROL before `what`.
bool sim_cs_needs_stall(struct sim_cs *cs, const char *what);
bool sim_cs_math(struct sim_cs *cs);

#endif

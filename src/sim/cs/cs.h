// The command streamer: what an engine executes of a batch buffer, and the state that a context keeps between
// batches (the hardware's context image).
#ifndef KILN_SIM_CS_H
#define KILN_SIM_CS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/gen_pack.h"
#include "cmd/gen_table.h"
#include "sim/cs/cs_rules.h"
#include "sim/sim_gpu.h"

struct sim_device;
struct sim_request;

enum {
    SIM_CS_REGISTERS =
        0x10000,             // bytes of MMIO space that the context keeps; an engine's own block is at 0x2000
    SIM_CS_DESCRIPTORS = 64, // interface descriptors that the fixed function holds
};

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
    bool blend_valid, vs, hs, ds, gs, streamout;
};

struct sim_cs_state {
    uint32_t mmio[SIM_CS_REGISTERS / 4];
    uint32_t pipeline;   // GEN_PIPELINE_*
    bool cc_state_valid; // 3DSTATE_CC_STATE_POINTERS
    bool barriers_set;   // SLICE_COMMON_ECO_CHICKEN1 since PIPELINE_SELECT
    bool has_vfe;
    struct gen_STATE_BASE_ADDRESS sba;
    struct gen_MEDIA_VFE_STATE vfe;
    struct {
        bool loaded;
        struct gen_INTERFACE_DESCRIPTOR_DATA idd;
    } descriptors[SIM_CS_DESCRIPTORS];
    uint8_t *curbe;
    size_t curbe_size;
    struct sim_cs_3d draw; // cs_3d.c
};

struct sim_cs_state *sim_cs_state_create(uint64_t seed); // of what registers hold; 0: zeros
void sim_cs_state_destroy(struct sim_cs_state *st);      // NULL is allowed

// What has been issued and not yet executed (struct sim_device, lazy): the hardware promises that a walker
// has ended only after a stall; and a PIPE_CONTROL that does not stall acts when all before it has ended.
struct sim_cs_pending {
    bool is_walker, done;
    struct gen_PIPE_CONTROL control;
    struct sim_walker walker;
    uint8_t *payload; // owned: what walker.curbe points to
    const struct gen_desc *desc;
    uint64_t ip;
};

enum { SIM_CS_PENDING = 64, SIM_CS_RECENT = 64 };

// Commands that have been fetched already: what is written over them afterwards is not seen. Mesa counts with
// 512 bytes before Gen12.5 (intel_device_info engine_class_prefetch, mi_self_mod_barrier); a jump begins
// anew.
enum { SIM_CS_AHEAD = 512, SIM_CS_FETCH = 64 };
struct sim_cs_ahead {
    uint64_t at;   // address of the first byte
    uint32_t size; // bytes, 0: nothing is fetched
    uint8_t bytes[2 * SIM_CS_AHEAD + SIM_CS_FETCH];
};

// One batch in execution.
struct sim_cs {
    struct sim_device *dev;
    struct sim_request *rq;
    struct sim_cs_state *st;
    struct sim_caches *caches; // of the context; NULL: memory is coherent
    struct sim_tlb tlb;
    struct sim_fault *fault;
    struct sim_stats *stats;
    uint32_t mmio_base;
    uint64_t ip;        // of the command
    uint64_t next;      // where to go on
    uint64_t return_ip; // after a second-level batch
    bool second_level, end;
    bool predicated, noop; // MI_SET_PREDICATE decides on the following commands; turns them into no-ops
    struct sim_cs_order order;
    const struct gen_desc *desc;
    struct sim_cs_ahead ahead;
    uint32_t *dw; // the command's dwords
    uint32_t length;
    unsigned in_flight;             // walkers issued since the last stall
    bool flushed;                   // MEDIA_STATE_FLUSH since the last walker
    struct sim_cs_pending *pending; // lazy: to execute yet
    unsigned pending_count;
    uint64_t drains;   // so far
    int64_t walker_ns; // host time in walkers, which the hang check leaves out
    int64_t started;
    uint64_t commands;              // executed so far, without MI_NOOP
    uint64_t recent[SIM_CS_RECENT]; // where the last of them are, for reports
};

// Executes the request's batch. False with `fault` filled in. Runs without the lock.
bool sim_cs_execute(struct sim_request *rq, struct sim_fault *fault, struct sim_stats *stats);

// For the command handlers. A handler returns false after cs_fault().
typedef bool (*sim_cs_handler)(struct sim_cs *cs);
bool sim_cs_fault(struct sim_cs *cs, enum sim_fault_kind kind, uint64_t address, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
bool sim_cs_read(struct sim_cs *cs, uint64_t addr, void *out, size_t size);
bool sim_cs_try_read(struct sim_cs *cs, uint64_t addr, void *out, size_t size); // false: unmapped, no fault
bool sim_cs_poll(struct sim_cs *cs, uint64_t addr, uint32_t *value); // the same of an aligned dword
bool sim_cs_write(struct sim_cs *cs, uint64_t addr, const void *data, size_t size);
uint32_t sim_cs_reg_read(struct sim_cs *cs, uint32_t offset);
void sim_cs_reg_write(struct sim_cs *cs, uint32_t offset, uint32_t value); // by a non-privileged batch
bool sim_cs_predicate(struct sim_cs *cs);                                  // MI_PREDICATE_RESULT
bool sim_cs_batch_predicate(struct sim_cs *cs);                            // MI_PREDICATE_RESULT_1
void sim_cs_dropped(struct sim_cs *cs, const char *why);                   // a command turned into a no-op
sim_cs_handler sim_cs_mi_handler(enum gen_cmd_id id);                      // NULL: none of the MI commands
sim_cs_handler sim_cs_gpgpu_handler(enum gen_cmd_id id);
sim_cs_handler sim_cs_3d_handler(enum gen_cmd_id id);
sim_cs_handler sim_cs_blt_handler(enum gen_cmd_id id);
// Executes a walker (or draw) now.
bool sim_cs_run(struct sim_cs *cs, struct sim_walker *w);
// Waits for the walkers in flight, as a stall does.
bool sim_cs_stall(struct sim_cs *cs);
// Executes what is pending: what must happen some time, without being known to have.
bool sim_cs_drain(struct sim_cs *cs);
// Faults if walkers are in flight: the PRM wants a stalling PIPE_CONTROL before `what`.
bool sim_cs_needs_stall(struct sim_cs *cs, const char *what);
bool sim_cs_math(struct sim_cs *cs);

#endif

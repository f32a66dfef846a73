// One EU thread: its register file, its channel masks, and the decoded form ("micro-op") of the instructions
// that it runs.
//
// Register file. All registers live in one byte array, so that a direct operand is an offset into it. GRFs
// come first; the architecture registers follow at SIM_RF_*. Two things cannot be plain bytes: the bits of an
// integer accumulator above its visible 32 (kept in acc_hi / acc_word), and registers whose value depends on
// the moment of reading (ip, ce0, tm0), which a micro-op flagged `special` refreshes first.
//
// Channel masks. The PRM describes a per-channel instruction pointer (PcIP); a channel is enabled where PcIP
// equals IP. Here `active` holds the channels enabled at the current instruction, and pcip[] the address
// (byte offset into the kernel) at which each other live channel waits. Every instruction that can be waited
// at is preceded by a join micro-op that moves arrived channels into `active`.
//
// Source: PRM KBL vol2d (EU_INSTRUCTION_*), Mesa's brw_eu_defines.h / brw_eu_validate.c and IGA for the facts
// of PRM vol7 "Execution Unit".
#ifndef KILN_SIM_THREAD_H
#define KILN_SIM_THREAD_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kiln/isa.h"
#include "sim/thread/observer.h"
#include "sim/thread/fault.h"
#include "sim/thread/send.h"
#include "hw/rules.h"
#include "sim/thread/launch.h"

// ---- register file
//
// Counted in units of 32 bytes, as payloads are: a general register of most chips, half of one where they
// have 64 bytes. There are as many as any thread has: 256 registers of 64 bytes. Others have the first of
// them (sim_program.grf_end).

enum {
    SIM_GRF_COUNT = 512,
    SIM_GRF_BYTES = 32,
    SIM_GRF_WORDS = SIM_GRF_COUNT / 64, // of a bit for each
    SIM_RF_GRF = 0,
    SIM_RF_GRF_END = SIM_GRF_COUNT * SIM_GRF_BYTES,
    SIM_RF_ZERO = SIM_RF_GRF_END, // what a read of null gives
    SIM_RF_ADDR = SIM_RF_ZERO + 128,
    SIM_RF_ACC = SIM_RF_ADDR + 64, // acc0..acc9 (acc2.. are mme0..)
    SIM_RF_FLAG = SIM_RF_ACC + 2 * 10 * SIM_GRF_BYTES + 64,
    SIM_RF_CE = SIM_RF_FLAG + 64,
    SIM_RF_MSG = SIM_RF_CE + 64,
    SIM_RF_SP = SIM_RF_MSG + 64,
    SIM_RF_STATE = SIM_RF_SP + 64,
    SIM_RF_CONTROL = SIM_RF_STATE + 64,
    SIM_RF_NOTIFY = SIM_RF_CONTROL + 64,
    SIM_RF_IP = SIM_RF_NOTIFY + 64,
    SIM_RF_TDR = SIM_RF_IP + 64,
    SIM_RF_TM = SIM_RF_TDR + 64,
    SIM_RF_FC = SIM_RF_TM + 64,
    SIM_RF_DBG = SIM_RF_FC + 64,
    SIM_RF_SINK = SIM_RF_DBG + 64, // where writes to null go
    SIM_RF_SIZE = SIM_RF_SINK + 512,
    SIM_MAX_CHANNELS = 32,
    SIM_MME_COUNT = 8,
    SIM_PAYLOAD_REGS = 2 * (15 + 31), // of a message's two parts
    SIM_ACC_COUNT = 16,               // that code can name: two before Gen12
};

// cr0.0 (PRM "Control Register")
enum {
    SIM_CR0_ALT_MODE = 1 << 0,
    SIM_CR0_SPF = 1 << 2,
    SIM_CR0_ACC_DISABLE = 1 << 3,
    SIM_CR0_ROUND_SHIFT = 4,
    SIM_CR0_ROUND_MASK = 3 << 4, // 0 nearest even, 1 up, 2 down, 3 zero
    SIM_CR0_DF_DENORM = 1 << 6,
    SIM_CR0_F_DENORM = 1 << 7,
    SIM_CR0_HF_DENORM = 1 << 10,
};

enum sim_thread_state { SIM_THREAD_RUN, SIM_THREAD_WAIT, SIM_THREAD_DONE, SIM_THREAD_FAULT };

// A number with the wide exponent of the math macro registers: m * 2^e with |m| in [1, 2), or m zero, Inf,
// NaN.
struct sim_mme {
    double m;
    int e;
};

struct sim_uop;
struct sim_group;
struct sim_late;
struct sim_scoreboard;
struct sim_board_use;
struct sim_sampler;
struct sim_surface;
struct sim_image;
struct sim_image_levels;
struct sim_blocks;

struct sim_thread {
    alignas(64) uint8_t rf[SIM_RF_SIZE];
    uint32_t active; // channels enabled now
    uint32_t live;   // channels of the dispatch mask that have not ended
    uint32_t next;   // index of the next micro-op
    enum sim_thread_state state;
    uint32_t pcip[SIM_MAX_CHANNELS];      // where channels of live & ~active wait
    uint32_t acc_hi[SIM_ACC_COUNT * 8];   // bits 63:32 of dword accumulator channels
    int32_t acc_word[SIM_ACC_COUNT * 16]; // word accumulator channels with all their bits
    struct sim_mme mme[SIM_MME_COUNT][SIM_MAX_CHANNELS];
    uint64_t instructions, sends;
    uint64_t deadline; // value of `instructions` at which to return to the scheduler
    bool slow_float;   // cr0 has modes that the F fast paths lack: rounding other than nearest, ALT mode
    bool unanswered;   // an atomic without response, or a store past the cache, and no fence since (rule
                       // end-fence)
    unsigned index;    // number within the thread group
    uint32_t scratch_id;
    uint8_t joined[SIM_PAYLOAD_REGS * SIM_GRF_BYTES]; // a message's payload that is in two places
    struct sim_send sent;                             // the last one whose descriptor was in a register
    const struct sim_program *program;
    struct sim_group *group;      // shared: SLM, barrier, surfaces, memory
    sim_memory_fn *memory;        // where its messages' accesses go
    struct sim_late *late;        // writes that only it sees yet (late.h); NULL: writes are never late
    struct sim_scoreboard *board; // what is under way (scoreboard.h), where that is looked at
    // Values of `instructions` between which code that may be translated is watched, and whether it is now.
    uint64_t watch, watch_end;
    bool watching;
    bool state_is_zero; // registers from SIM_RF_CE on, but for what a thread's start sets
};

// ---- micro-ops

typedef void sim_uop_fn(struct sim_thread *t, const struct sim_uop *u);

enum sim_src_kind { SIM_SRC_NONE, SIM_SRC_REG, SIM_SRC_IMM, SIM_SRC_A0, SIM_SRC_A0_VXH };

// Operands: all strides in bytes. Element of channel i: base + (i >> wshift) * vs + (i & (width - 1)) * hs;
// with `swizzled`, base + (i >> 2) * vs + 2-bit field i & 3 of swizzle * size.
struct sim_src {
    union {
        struct {
            uint8_t addr_subreg; // a0.n in words
            int16_t addr_imm;
        };
        uint8_t *imm; // SIM_SRC_IMM: 32 bytes, its info's
    };
    uint16_t base; // of every kind inside the register file; 0 where there is none
    uint16_t vs, hs;
    uint8_t kind;
    uint8_t type; // enum eu_type; never UV, V, VF: their values are expanded in imm
    uint8_t size;
    uint8_t wshift;
    bool neg : 1, abs : 1;
    bool swizzled : 1;
    bool acc : 1; // an accumulator read as an integer: has hidden bits
    uint8_t swizzle;
    uint8_t mme;  // 0..7, 8: none
    uint8_t load; // fast path: enum sim_load
    uint8_t mod;  // fast path: enum sim_mod
};

// How a fast path reads a source as 32-bit lanes, and what its modifiers mean there.
enum sim_load {
    SIM_LOAD_PACKED,
    SIM_LOAD_SCALAR,
    SIM_LOAD_IMM,
    SIM_LOAD_PACKED_UW,
    SIM_LOAD_PACKED_W,
    SIM_LOAD_SCALAR_UW,
    SIM_LOAD_SCALAR_W,
    SIM_LOAD_ANY
};
enum sim_mod { SIM_MOD_NONE, SIM_MOD_FLOAT, SIM_MOD_INT, SIM_MOD_NOT };

// Micro-ops that are not an instruction: an arrival; and those that end the thread with a fault.
enum sim_pseudo { SIM_PSEUDO_NONE, SIM_PSEUDO_ARRIVE, SIM_PSEUDO_STOP };

// What the chosen fast path computes: the JIT translates these (eu/alu_fast.c is where they are chosen).
enum sim_fast_kind {
    SIM_FAST_KIND_NONE,
    SIM_FAST_KIND_OP,
    SIM_FAST_KIND_CMP,
    SIM_FAST_KIND_SEL,
    SIM_FAST_KIND_MATH,
    SIM_FAST_KIND_WIDE,
    SIM_FAST_KIND_ACC_MUL,
    SIM_FAST_KIND_ACC_MACH
};

struct sim_dst {
    uint8_t type, size;
    bool null, indirect;
    bool acc;
    uint8_t writemask;
    uint8_t mme;
    uint16_t base, hs;
    uint8_t addr_subreg;
    int16_t addr_imm;
    uint8_t arf; // 0xff for a GRF, else enum eu_arf nibble
};

// The domain in which an instruction computes.
enum sim_exec { SIM_EXEC_INT, SIM_EXEC_HF, SIM_EXEC_F, SIM_EXEC_DF };

// What an instruction computes with: two cache lines, which is all that most read of it.
struct sim_uop {
    sim_uop_fn *fn;
    struct sim_uop_info *info;
    uint32_t chmask;    // exec_size ones
    uint16_t flag_rf;   // register-file offset of f0 or f1
    uint8_t flag_shift; // bit of channel 0 of this instruction within the flag register
    uint8_t n;          // exec_size
    uint8_t off;        // channel offset
    uint8_t pred;       // enum eu_pred
    uint8_t cmod;
    uint8_t exec;        // enum sim_exec
    uint8_t op;          // enum eu_op
    uint8_t math;        // enum eu_math
    uint8_t result_cmod; // fast path: compares the result with zero
    bool pred_inv : 1, nomask : 1, sat : 1, acc_wr : 1;
    bool special : 1; // reads ip, ce, tm, sr: refresh first; or writes cr0, ip: act after
    bool wide : 1;    // integers need 64 bits
    bool branch_ctrl : 1;
    bool dst_packed : 1;   // fast path: 32-bit elements without gaps
    bool float_result : 1; // fast path
    bool low_half : 1;     // mach gives the low half of the product
    bool inverts : 1;      // logic: a negated source is inverted
    bool goto_true : 1;    // goto without BranchCtrl: channels whose predicate is true go
    struct sim_dst dst;
    struct sim_src src[3];
};
_Static_assert(sizeof(struct sim_uop) == 128, "two lines");

// And what branches, messages, translations and reports want besides.
struct sim_uop_info {
    const struct eu_inst *inst;
    const struct sim_send *send;           // of a message; else NULL
    const struct sim_board_use *board_use; // what waits are about (eu/scoreboard.h); NULL: nothing is
    uint32_t ip;                           // byte offset of the instruction
    uint32_t next_ip;                      // byte offset of the following one
    uint32_t jip, uip;                     // byte offsets
    uint32_t jip_uop, uip_uop;
    uint8_t pseudo;       // enum sim_pseudo
    uint8_t fast;         // enum sim_fast_kind: which fast path was chosen, and
    uint8_t fast_op;      // enum sim_fast_op or sim_fast_cmp
    uint16_t systolic[3]; // bytes of its sources that dpas reads; its result is as long as the first
    alignas(8) uint8_t imm[3][32];
};

enum { SIM_NO_UOP = 0xffffffff };

struct sim_program {
    struct sim_uop *uops;
    struct sim_uop_info *infos; // of each
    uint32_t count;
    struct eu_inst *insts;
    struct sim_send *sends;           // of those that are messages
    struct sim_board_use *board_uses; // of each micro-op, where code waits by itself; else NULL
    uint32_t *by_offset;              // uop index of byte offset * 8 (before its join), SIM_NO_UOP if none
    uint32_t size;                    // bytes of code decoded
    uint32_t examined;                // bytes that had a say in that: those that do not decode too
    uint64_t sum;                             // of that code
    uint64_t address;
    const struct kiln_target *target;
    uint32_t grf_end;                         // bytes of its general registers: a power of two
    struct sim_jit_slot *jit;                 // NULL: interpreted
    void (*jit_detach)(struct sim_program *); // with jit: what is to be called before the program goes
    void *observed;                           // of the one who observes, freed with the program; or NULL
    bool macros;                              // an instruction has to do with the macro registers
    bool accumulators;                        // or with the accumulators
    bool state;                               // or may change registers from SIM_RF_CE on
    bool truncated;  // decoding reached the end of the bytes given, not the end of the kernel
    char error[256]; // why decoding ended where it did
};

// Tests only: decode without fast paths, so that the general code can be compared with them.
extern bool sim_eu_general_only;

// Decodes `size` bytes of code that the caller keeps only during the call. NULL when out of memory.
struct sim_program *sim_program_create(const struct kiln_target *target, const uint8_t *code, uint32_t size,
                                       uint64_t address);
void sim_program_destroy(struct sim_program *p);
uint32_t sim_program_find(const struct sim_program *p, uint32_t offset); // SIM_NO_UOP: no instruction there

// ---- the thread group

// The pixels of a pixel shader's thread: four channels a subspan of 2 x 2.
struct sim_pixels {
    uint16_t x[8], y[8]; // upper left pixel of each subspan
    uint32_t mask;       // covered
    uint32_t layer;
};

// Memory that translated kernels reach without a look at page tables: `len` bytes from offset `lo` of a
// surface (or from a GPU address), in one piece of host memory.
struct sim_window {
    uint64_t lo, len;
    uint8_t *host;
    uint32_t read[4];  // offsets from lo at which 1..4 dwords may be read: below this
    uint32_t write[4]; // or written: zero where it is not writable
    uint32_t budget;   // pages to look at when it grows next
    bool whole;        // it is all of the surface
};
enum {
    SIM_WINDOWS = 512,
    SIM_WINDOWS_OWN = 256
}; // by binding table index, then for messages with addresses of their own

struct sim_group {
    const struct sim_launch *launch;
    const struct sim_observer *observer;
    struct sim_tlb *tlb;     // of the data port (of a draw: and the render cache)
    struct sim_tlb *clients; // of each client (SIM_CLIENT_*), `tlb` among them
    uint8_t *slm;
    uint32_t slm_size;
    uint32_t slm_index; // of shared memory, where threads name it (rule slm-index)
    uint32_t slm_near;  // bytes of it that translated code reaches by itself; 0 where writes are late
    uint64_t number;    // of the group in dispatch order
    uint32_t id[3];
    unsigned threads;
    unsigned payload;       // registers from r0 on that a thread's start fills in whole
    const uint8_t *garbage; // sim_garbage_bytes of the walker's seed; NULL: registers start as zeros
    unsigned barrier_arrived;
    unsigned host_mode;        // for floats, of the thread that entered last; 0: the host's own
    struct sim_thread *thread; // array
    struct sim_fault *fault;
    struct sim_surface *surfaces;    // cache of 256, by binding table index
    struct sim_sampler *samplers;    // cache of SIM_SAMPLERS, by address
    void *const *seats;              // of observers: SIM_SEATS
    unsigned worker;                 // that runs it: a number below the walker's
    struct sim_window *windows;      // SIM_WINDOWS; NULL: translated kernels are not entered
    struct sim_window *late_windows; // of one whose writes are late in translated code as well, else NULL
    struct sim_blocks **blocks;      // SIM_BLOCK_FORMATS (surface/blocks.h)
    struct sim_image_levels *image_levels; // of sampled ones, by binding table index
    struct sim_image *images[3]; // by use and binding table index (ports/image.h); with windows only
    bool *images_used;           // one of them has been filled in
    uint64_t *sampler_keys;      // of SIM_SAMPLER_KEYS samplers (sampler/shape.h), likewise
    struct sim_pixels pixels;    // of a draw
};

// ---- execution (eu_*.c)

// Resets a thread: registers zero or garbage (the walker's seed), all of `mask` enabled, at the start of
// `program`.
void sim_thread_init(struct sim_thread *t, struct sim_group *g, unsigned index,
                     const struct sim_program *program, uint32_t mask, uint32_t cr0);
// Garbage that the seed decides, which is not 0.
enum { SIM_GARBAGE = 8192, SIM_GARBAGE_THREADS = 64 }; // bytes, which a cache holds; threads of a group
const uint8_t *sim_garbage_bytes(uint64_t seed);
// At least SIM_RF_SIZE bytes of it, aligned to a register.
static inline const uint8_t *sim_garbage_of(const uint8_t *bytes, uint64_t which)
{
    const uint64_t at = (which * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SIM_GARBAGE;
    return bytes + at / SIM_GRF_BYTES * SIM_GRF_BYTES;
}
// The same of a thread of the group, for its registers.
static inline const uint8_t *sim_garbage_of_thread(const struct sim_group *g, unsigned index)
{
    return g->garbage ? sim_garbage_of(g->garbage, g->number * SIM_GARBAGE_THREADS + index) : NULL;
}
// Zeros if the seed is 0.
void sim_fill_garbage(uint8_t *out, size_t size, uint64_t seed, uint64_t which);
// Runs until the thread waits, ends, faults, or has executed `budget` more instructions. A burst leaves the
// host's floating-point mode as the thread has it (sim_fp_leave).
void sim_thread_run(struct sim_thread *t, uint64_t budget);
void sim_thread_burst(struct sim_thread *t, uint64_t budget);
// Notes where the thread stands: at the instruction at `offset` of its kernel. `lane` < 0: none in
// particular.
void sim_fault_locate(struct sim_fault *f, const struct sim_thread *t, uint32_t offset, int lane);
// Records a fault at the current instruction and stops the thread. `lane` < 0: none.
// Whether the thread goes on after it broke a rule (hw/rules.def): where its job need not keep it.
bool sim_thread_broken(struct sim_thread *t, const struct sim_uop *u, enum kiln_rule rule, const char *what);
__attribute__((format(printf, 6, 7))) void sim_thread_fault(struct sim_thread *t, const struct sim_uop *u,
                                                            enum sim_fault_kind kind, uint64_t address,
                                                            int lane, const char *fmt, ...);

// How a micro-op executes.
sim_uop_fn sim_alu_int, sim_alu_float, sim_alu_math, sim_alu_movi, sim_alu_smov, sim_alu_systolic;
sim_uop_fn *sim_alu_fast(struct sim_uop *u); // NULL: none
sim_uop_fn *sim_alu_wide(struct sim_uop *u); // 64-bit integers; NULL: none
sim_uop_fn sim_cf_if, sim_cf_else, sim_cf_endif, sim_cf_while, sim_cf_break, sim_cf_cont, sim_cf_halt,
    sim_cf_goto, sim_cf_join, sim_cf_jmpi, sim_cf_brd, sim_cf_brc, sim_cf_call, sim_cf_calla, sim_cf_ret,
    sim_cf_arrive, sim_cf_wait, sim_cf_end, sim_cf_illegal, sim_cf_nop, sim_eu_unimplemented;
sim_uop_fn sim_eu_send;
void sim_cf_write_ip(struct sim_thread *t, const struct sim_uop *u);

// ---- small helpers

static inline uint32_t sim_rf32(const struct sim_thread *t, unsigned off)
{
    uint32_t v;
    memcpy(&v, t->rf + off, 4);
    return v;
}

static inline void sim_rf_set32(struct sim_thread *t, unsigned off, uint32_t v)
{
    memcpy(t->rf + off, &v, 4);
}

static inline uint32_t sim_cr0(const struct sim_thread *t)
{
    return sim_rf32(t, SIM_RF_CONTROL);
}

uint32_t sim_pred_slow(const struct sim_thread *t, const struct sim_uop *u);

// Predicate of the instruction's channels, bit 0 is its first channel.
static inline uint32_t sim_pred(const struct sim_thread *t, const struct sim_uop *u)
{
    if (u->pred == EU_PRED_NORMAL) {
        uint32_t p = sim_rf32(t, u->flag_rf) >> u->flag_shift;
        return u->pred_inv ? ~p : p;
    }
    return u->pred == EU_PRED_NONE ? 0xffffffffu : sim_pred_slow(t, u);
}

// Channels that the instruction may act on, without and with its predicate; bit 0 is its first channel.
static inline uint32_t sim_enabled(const struct sim_thread *t, const struct sim_uop *u)
{
    return (u->nomask ? u->chmask : (t->active >> u->off) & u->chmask);
}

static inline uint32_t sim_exec_mask(const struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t m = sim_enabled(t, u);
    return u->pred == EU_PRED_NONE ? m : m & sim_pred(t, u);
}

// None of the thread's channels is left, and this is none of what is executed all the same: it does nothing,
// and a message is not sent. Source: Mesa 25.0.7 brw_workaround_nomask_control_flow.
static inline bool sim_is_off(const struct sim_thread *t, const struct sim_uop *u)
{
    return !t->active && !sim_exec_mask(t, u);
}

// Replaces the flag bits of the channels in `mask`.
static inline void sim_flag_write(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, uint32_t bits)
{
    uint32_t f = sim_rf32(t, u->flag_rf);
    f = (f & ~(mask << u->flag_shift)) | ((bits & mask) << u->flag_shift);
    sim_rf_set32(t, u->flag_rf, f);
}

#endif

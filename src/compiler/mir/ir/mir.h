// The EU machine IR: what instruction selection produces and what the machine passes rewrite, down to EU
// encodings.
//
// A shader is compiled for one SIMD width at a time. Values live in virtual registers (vregs): byte ranges
// without a place in the register file yet. Instructions are EU instructions (enum eu_op) on regions of
// vregs, plus the few pseudo instructions below. Not SSA: phis are copies already; but most vregs have one
// definition.
//
// Invariants in every pass (mir/ir/validate.c): operands lie inside their vreg; every used vreg is defined on
// some path; blocks end in at most one terminator and list their logical successors; sends have block
// payloads.
#ifndef KILN_COMPILER_MIR_H
#define KILN_COMPILER_MIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kiln/isa.h"
#include "hw/target.h"
#include "util/arena.h"

enum mir_file {
    MIR_GRF,  // general registers; size and alignment in bytes
    MIR_FLAG, // one bit a channel: size 2 bytes (SIMD8, SIMD16) or 4 (SIMD32)
    MIR_ADDR, // address register a0: size in bytes, up to kiln_target_address_bytes()
};

enum {
    MIR_FLAG_BYTES = 8, // of these files, on every target
    MIR_REG_BYTES = 64, // of a general register, at most: mir/ir/bytes.h has a bit for each
};

struct mir_vreg {
    enum mir_file file;
    uint32_t size; // bytes
    uint8_t align; // bytes: the type's size at least; a register for payloads and vectors of a GRF and more
    bool uniform; // written once for the whole thread (NoMask); all lanes share it. A uniform flag has all of
                  // its bits equal: write it with a NoMask CMP of exec_size simd on scalar sources (a NoMask
                  // CMP of exec_size 1 is widened by mir_legalize)
    bool carried; // a variable's, an array's or phis': who reads it may have come there without its only
                  // definition, and what that copied may be another value by now
    bool spill_temp; // made by the spiller: never spilled again
    int32_t home;    // scratch for register allocation: where memory has the same value, or -1
    int32_t phys; // byte offset in its file after register allocation; before: -1, or a fixed place (payload)
};

enum mir_opk {
    MIR_OPK_NONE,
    MIR_OPK_VREG, // vreg + byte offset
    MIR_OPK_ARF,  // null, accumulators, sr0, cr0, ...: arf + byte offset
    MIR_OPK_IMM,
    MIR_OPK_INDIRECT, // GRF addressed by an MIR_ADDR vreg (`vreg`) + byte offset `offset`; base vreg `base`
                      // stays live
    MIR_OPK_ADDROF,   // immediate: where `vreg` + `offset` lies in the register file, in bytes (for filling
                      // MIR_ADDR vregs)
    MIR_OPK_PRIVATE,  // immediate: where private arrays begin in scratch memory, in bytes
};

struct mir_operand { // small: a large kernel has millions
    enum mir_opk kind : 8;
    enum eu_type type : 8;
    union {
        uint8_t arf;     // enum eu_arf + instance
        uint8_t address; // MIR_OPK_INDIRECT: which of the addresses in `vreg` is the first
    };
    uint8_t vstride, width, hstride; // source region in elements; a destination uses hstride
    bool negate, abs;
    uint32_t vreg;   // index into mir_shader.vregs
    uint32_t offset; // bytes from the vreg's start; indirect: signed, added to the address
    union {
        uint32_t base; // MIR_OPK_INDIRECT: the vreg that is indexed
        uint64_t imm;  // MIR_OPK_IMM
    };
};

// Pseudo instructions, after the EU's own opcodes.
enum mir_op {
    MIR_OP_FIRST = EU_OP_COUNT,
    MIR_OP_UNDEF = MIR_OP_FIRST, // dst gets no value: ends the live range above
    MIR_OP_ORDER,  // no code: accesses to shared memory before it stay before it, those after it after
    MIR_OP_ACCESS, // to memory, as values: mir/ir/access.h
    MIR_OP_BR,     // terminator: to block->succ[0]; with a predicate to succ[0] where it holds, else succ[1]
    MIR_OP_RET,    // terminator: end of the program for the active channels
    MIR_OP_COUNT
};

enum mir_mem { // what a send does to memory, for scheduling
    MIR_MEM_NONE,
    MIR_MEM_READ,
    MIR_MEM_WRITE,
    MIR_MEM_ATOMIC,
    MIR_MEM_FENCE,
    MIR_MEM_BARRIER,
    MIR_MEM_CONST_READ,
};
enum mir_space { MIR_SPACE_ANY, MIR_SPACE_SURFACE, MIR_SPACE_SHARED, MIR_SPACE_SCRATCH };

// How a message finds its surface when src[2] is there.
enum mir_surface {
    MIR_SURFACE_TABLE,  // src[2]: a UD that is ORed into the descriptor (a binding-table index)
    MIR_SURFACE_HANDLE, // src[2]: a UD that is ORed into the extended descriptor (a bindless handle)
    MIR_SURFACE_EITHER, // src[2]: a UQ, both of the above: low dword, high dword
};

enum mir_access {    // what a message is for: mir/ir/access.def; mir/ir/message.h has the whole
    MIR_ACCESS_NONE, // it is a message already
#define ACCESS(id, ...) MIR_ACCESS_##id,
#include "compiler/mir/ir/access.def"
    MIR_ACCESS_COUNT
};

struct mir_send {
    enum mir_access access : 8;
    uint8_t mlen, ex_mlen, rlen; // registers: src[0], src[1] (sends), dst
    bool header, eot;
    enum mir_surface surface : 8;
    enum mir_mem mem : 8;
    enum mir_space space : 8;
    // Of logical ones:
    uint8_t count, bytes, op; // as the access says
    bool wide;                // by 64-bit address
    bool qword, real;         // of atomics
    bool far;                 // of spills: after a block header
    uint8_t table, sampler;   // indices, where src[2] does not say
    // Where it goes, for mir/analysis/alias.h. 0: not known
    uint8_t object; // of its space, numbered from 1
    uint16_t root;  // an address that several accesses have in common, numbered from 1
    uint32_t at;    // bytes after the root; of spills: the register in scratch space
    // Of messages:
    uint8_t sfid;
    uint32_t desc;    // function control; or, with desc operand src[2], its constant part
    uint32_t ex_desc; // the extended descriptor's part of it
};

#define MIR_MAX_SRCS 3

struct mir_inst {
    struct mir_inst *prev, *next;
    struct mir_block *block;
    unsigned op;         // enum eu_op or enum mir_op
    uint32_t ip;         // scratch for passes: position in the program
    uint32_t line;       // source line for diagnostics, 0 if unknown
    uint8_t reg_bytes;   // of a general register, in which payloads are counted
    uint8_t exec_size;   // 1..32; wider than the hardware allows is split by mir_legalize
    uint8_t chan_offset; // first channel
    uint8_t bfn;         // of a BFN: its truth table (struct eu_inst)
    uint8_t rows;        // of a DPAS: registers of dst and src[0] (the same, or null), and rows of src[2]
    enum eu_cmod cmod : 8;
    enum eu_math math : 8;
    enum eu_pred pred_ctrl : 8; // EU_PRED_NORMAL, or an any/all form
    bool pred_inv;
    bool nomask;
    bool saturate;
    bool acc_wr;
    bool relaxed;            // of a send: an atomic load or store, which is a plain message; for diagnostics
    struct mir_operand flag; // MIR_FLAG vreg that cmod writes; kind NONE if none (SEL with cmod needs none)
    struct mir_operand pred; // MIR_FLAG vreg that is read; kind NONE: not predicated
    struct mir_operand dst;  // kind NONE: null register
    struct mir_operand src[MIR_MAX_SRCS]; // sends: [0] address payload, [1] second payload, [2] what enum
                                          // mir_surface says, or none
    struct mir_send send;
    struct mir_parts *parts;     // of MIR_OP_ACCESS
    struct mir_block *jip, *uip; // branches made by mir_cf: their targets are the starts of these blocks
};

// Control flow. `blocks` is in layout order: a reverse post-order in which every loop is contiguous. Channels
// diverge at branches whose predicate is not uniform; they wait where mir_cf places JOIN (or ENDIF) and run
// on in layout order.
struct mir_block {
    uint32_t index;                // position in mir_shader.blocks
    struct mir_inst *first, *last; // `last` is the terminator; a block without one falls through to succ[0]
    struct mir_block *succ[2];     // logical successors
    uint32_t pred_count, pred_capacity;
    struct mir_block **preds; // logical predecessors
    bool gone;                // scratch for mir_opt_cfg
    bool divergent_branch;    // the terminator's predicate differs between channels
    bool over_values;         // a loop over the values of an index, one a round (mir/lower/message/loop.c)
    uint32_t loop_depth;
    uint32_t loop_header; // index of the innermost loop's header block, or UINT32_MAX
    uint32_t loop_end;    // header only: index one past the last block of the loop in layout order
    uint32_t loop_parent; // header only: index of the header of the loop around, or UINT32_MAX
};

// Floating-point modes: bits of the control register that are clear when a thread starts (PRM SKL vol7
// "Control Register"). Without them denormals are flushed and results rounded to nearest even.
enum mir_float_mode {
    MIR_FLOAT_RTZ = 3 << 4,
    MIR_FLOAT_DENORM_DF = 1 << 6,
    MIR_FLOAT_DENORM_F = 1 << 7,
    MIR_FLOAT_DENORM_HF = 1 << 10,
};

struct mir_line {
    uint32_t offset; // bytes
    uint32_t line;   // 0: none
    bool atomic;     // the instruction here is an atomic load or store
};

// What is set at the program's start (mir/ir/builder.h).
struct mir_start {
    struct mir_inst *last;   // of the instructions that do, NULL: there are none
    struct mir_const **pool; // constants, by a hash of their bits
    uint32_t lane_index;     // its vreg, 0: there is none
    uint32_t time;           // `ip` of new ones, by which they are sorted later; 0: as vregs are numbered
    bool no_lines;           // no debugger stops there
};

// What accesses may count on.
struct mir_memory {
    bool robust;   // what is out of bounds must be harmless, to the dword
    bool states;   // surface states lie where handles say (mir/lower/message/state.c),
    uint32_t heap; // counted from the address in this byte of the cross-thread constants, plus 1; 0: from a
                   // known one
};

struct mir_facts;

// What mir_sched may spend registers on.
enum mir_sched_mode {
    MIR_SCHED_LATENCY,    // reads go ahead of where their values are needed, as far as there are registers
    MIR_SCHED_LESS_AHEAD, // into half as many more than the block's own order takes: where that would spill
    MIR_SCHED_PRESSURE,   // nor do accesses pass others of their space: what moves takes registers
};

struct mir_shader {
    struct arena *arena;
    const struct kiln_target *target;
    unsigned simd;      // 8, 16, 32
    uint32_t reg_bytes; // of a general register, by the target
    struct mir_vreg *vregs;
    uint32_t vreg_count, vreg_capacity;
    struct mir_block **blocks;
    uint32_t block_count, block_capacity;

    // Where the thread payload lies: vregs made by mir_shader_payload (mir/ir/build.c).
    uint32_t r0;           // vreg of g0: thread header
    uint32_t cross_thread; // vreg of the cross-thread constants (g1...), UINT32_MAX if none
    uint32_t cross_thread_regs;
    uint32_t per_thread;  // vreg of the per-thread constants: dword 0 is the subgroup's index
    uint32_t inline_data; // where walkers have a register of data (g1): the constants' address
    // Scratch memory: spills first, where block messages reach them; after them, at the next KiB, private
    // arrays.
    uint32_t spill_bytes, private_bytes;
    uint32_t array_regs;     // registers that private arrays have instead
    struct mir_facts *facts; // mir/analysis/facts.h
    bool is_legal;           // mir_legalize has been here: what the EU accepts stays so
    bool has_cf;             // mir_cf has been here: there is no BR
    bool has_payloads;       // mir_lower_accesses has: there is no MIR_OP_ACCESS
    bool has_messages;       // mir_messages has: no send is logical
    enum mir_sched_mode sched_mode;
    bool reads_ahead; // mir_sched did, into more registers than should be left
    bool uses_barrier, uses_slm, uses_atomics, uses_a64;
    uint32_t float_mode; // enum mir_float_mode, set by the program's first instruction
    uint32_t spills, fills, max_live_bytes, cycles;
    struct mir_memory memory;
    struct mir_start start;
    uint32_t line;          // what mir_inst_new gives new instructions
    bool relaxed;           // the same
    struct mir_line *lines; // made by mir_encode: where in the code another source line begins
    uint32_t line_count;
};

// ---- building (mir/ir/build.c)

// A target of registers of up to MIR_REG_BYTES.
struct mir_shader *mir_shader_create(struct arena *a, const struct kiln_target *target, unsigned simd);
// Makes r0, cross_thread and per_thread as vregs fixed at g0, g1..., and after them. With walkers that have
// data, g1 is inline_data, and the program loads cross_thread, and computes per_thread (isel/payload.c).
void mir_shader_payload(struct mir_shader *s, uint32_t cross_thread_regs, uint32_t per_thread_regs);
uint32_t mir_vreg_new(struct mir_shader *s, enum mir_file file, uint32_t size, unsigned align, bool uniform);
uint32_t mir_private_offset(const struct mir_shader *s); // MIR_OPK_PRIVATE
uint32_t mir_scratch_bytes(const struct mir_shader *s);  // all of it
struct mir_block *mir_block_new(struct mir_shader *s);   // appended to the layout
void mir_block_link(struct mir_shader *s, struct mir_block *from,
                    struct mir_block *to);                             // next free succ, and pred
void mir_drop_pred(struct mir_block *b, const struct mir_block *pred); // if it is there

struct mir_inst *mir_inst_new(struct mir_shader *s, unsigned op, unsigned exec_size); // not in a block yet
void mir_append(struct mir_block *b, struct mir_inst *i);
void mir_insert_before(struct mir_inst *at, struct mir_inst *i);
void mir_insert_after(struct mir_inst *at, struct mir_inst *i);
void mir_remove(struct mir_inst *i);

struct mir_operand mir_null(enum eu_type type);
struct mir_operand mir_imm_ud(uint32_t v);
struct mir_operand mir_imm_d(int32_t v);
struct mir_operand mir_imm_uw(uint16_t v);
struct mir_operand mir_imm_f(float v);
struct mir_operand mir_imm(enum eu_type type, uint64_t bits);
// A packed vector operand: as source <8;8,1> (or narrower), as destination stride 1.
struct mir_operand mir_vec(uint32_t vreg, uint32_t offset, enum eu_type type);
// A scalar: as source <0;1,0>, as destination stride 1.
struct mir_operand mir_scalar(uint32_t vreg, uint32_t offset, enum eu_type type);
// A strided vector: `stride` elements apart (1, 2, 4).
struct mir_operand mir_strided(uint32_t vreg, uint32_t offset, enum eu_type type, unsigned stride);

// ---- text (mir/ir/print.c, mir/ir/parse.c): lossless both ways

char *mir_print(struct arena *a, const struct mir_shader *s);
struct mir_shader *mir_parse(struct arena *a, const struct kiln_target *target, const char *text, char *err,
                             size_t err_size);
// NULL if the shader is well formed, else what is wrong (in the arena).
const char *mir_validate(struct arena *a, const struct mir_shader *s);

// ---- passes, in the order that compile.c runs them. Each: true if it changed something.

// Accesses into logical sends with payloads (mir/lower/message/lower.h). False with *error: one cannot be.
bool mir_lower_accesses(struct mir_shader *s, const char **error);
bool mir_opt_value_loops(struct mir_shader *s); // invariants of loops over the values of an index
bool mir_opt_cse(struct mir_shader *s);         // common subexpressions of a block
bool mir_opt_propagate(struct mir_shader *s);   // copies, modifiers, immediates into sources
bool mir_opt_extract(struct mir_shader *s);     // bytes and words of dwords
bool mir_opt_retarget(
    struct mir_shader *s);                 // results where the only move of them goes; conditional modifiers
bool mir_opt_narrow(struct mir_shader *s); // half of the channels, where the others are not read
bool mir_opt_dce(struct mir_shader *s);
bool mir_opt_predicate(struct mir_shader *s); // short branches
bool mir_opt_fence(struct mir_shader *s);     // of shared memory: where something has accessed it
bool mir_opt_mixed(struct mir_shader *s);     // halves as operands of arithmetic on floats
bool mir_opt_ternary(struct mir_shader *s);   // sums of sums, logic of logic: three sources
bool mir_legalize(struct mir_shader *s,
                  const char **error);    // exec sizes, regions, types, immediates: all rules but flags
bool mir_opt_remat(struct mir_shader *s); // what inner loops have in registers for outer ones
bool mir_payload(struct mir_shader *s, const char **error); // where the target has no split sends
bool mir_lowpower(
    struct mir_shader *s); // what restricted_qwords also requires, with nothing after that moves operands
bool mir_in_place(struct mir_shader *s);   // floats and qwords lie alike in all operands, likewise
bool mir_sched(struct mir_shader *s);      // list scheduling for pressure, then latency
bool mir_end_thread(struct mir_shader *s); // RETs into one block that ends the thread
// Here ra_coalesce.
bool mir_opt_cfg(struct mir_shader *s);                // empty blocks, and such as do the same
bool mir_cf(struct mir_shader *s, const char **error); // BR into the EU's branches
bool mir_opt_jump(struct mir_shader *s);               // conditions of JMPI, after mir_cf
// Here ra_small and ra_general.
bool mir_opt_private(struct mir_shader *s); // where private memory begins, after ra_general
bool mir_opt_rotate(
    struct mir_shader *s); // loops test at the bottom, after ra_general: the layout is no RPO now
bool mir_accumulate(struct mir_shader *s); // products through acc0, in allocated code
// Logical accesses into messages of the target (mir/ir/message.h). False with *error: it has no such message.
bool mir_messages(struct mir_shader *s, const struct kiln_target *target, const char **error);
// Instructions without a source line get one, where any instruction has some.
bool mir_lines(struct mir_shader *s);
// Then mir_emit, mir_scoreboard and mir_encode (mir/emit/emit.h).

#endif

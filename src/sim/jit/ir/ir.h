// Inside libkiln_simjit.so: the state of one translation, and what its files share.
//
// jit/ir         facts about instructions, operands as LLVM values, arithmetic, branches; LLVM itself
// jit/image      messages to images
// jit/translate  the loop over instructions, messages to memory, the result as bytes
//
// jit/ir/discover.c    where blocks begin, what can be reached, pieces of large kernels
// jit/ir/indirect.c    which registers addresses in a0 can reach
// jit/ir/live.c        what each instruction reads and writes; which registers are live where
// jit/ir/pairs.c       which registers are kept in twos
// jit/ir/region.c      operands: registers as LLVM values
// jit/ir/alu.c         arithmetic on 32-bit lanes and 64-bit integers
// jit/ir/operation.c   its operations on 32-bit lanes
// jit/ir/float.c       halves, doubles, roots, quotients, the accumulator
// jit/ir/math.c        transcendental functions
// jit/ir/float_kind.c  which instructions those are
// jit/ir/mode.c        in which of the host's modes blocks begin
// jit/ir/flow.c        branches
// jit/ir/send_decode.c which messages jit/translate makes
// jit/ir/emit.c        blocks, counters, exits, calls of the interpreter
// jit/ir/multiply.c    products of quadwords
// jit/ir/llvm.c        LLVM's passes and code generation
//
// A GRF is a local variable of eight dwords, which LLVM promotes to SSA values; one that is mostly used a
// dword at a time is eight variables, and two that are mostly used together are one of sixteen dwords where
// the host has such vectors. What indirect addresses can reach stays in memory. Instructions
// that are not translated are calls of the interpreter's function, with the registers that they touch
// stored before and loaded after.
#ifndef KILN_SIM_JIT_IR_H
#define KILN_SIM_JIT_IR_H

#include <llvm-c/Core.h>

#include "sim/jit/jit.h"

typedef LLVMValueRef val;
typedef LLVMTypeRef type;

enum { JIT_CHUNK = 8, JIT_CACHE = 8, JIT_SAMPLERS = 64 };

struct grf_set {
    uint64_t w[SIM_GRF_WORDS];
};

static inline void grf_add(struct grf_set *s, unsigned r)
{
    if (r < SIM_GRF_COUNT)
        s->w[r / 64] |= UINT64_C(1) << (r % 64);
}
static inline bool grf_has(const struct grf_set *s, unsigned r)
{
    return s->w[r / 64] >> (r % 64) & 1;
}
// The first one from `r` on, or SIM_GRF_COUNT.
static inline unsigned grf_next(const struct grf_set *s, unsigned r)
{
    for (unsigned w = r / 64; w < SIM_GRF_WORDS; w++) {
        const uint64_t left = s->w[w] & (w == r / 64 ? ~UINT64_C(0) << r % 64 : ~UINT64_C(0));
        if (left)
            return 64 * w + (unsigned)__builtin_ctzll(left);
    }
    return SIM_GRF_COUNT;
}
#define for_grfs(r, set) for (unsigned r = grf_next(set, 0); r < SIM_GRF_COUNT; r = grf_next(set, r + 1))

enum jit_version { FULL, PARTIAL };

// The host's floating-point mode that an instruction needs: any, that for F (and all else), the default one.
enum jit_mode { JIT_ANY_MODE, JIT_MODE_F, JIT_MODE_DF, JIT_MODES };

static inline bool jit_op_is_send(unsigned op)
{
    return op == EU_OP_SEND || op == EU_OP_SENDC || op == EU_OP_SENDS || op == EU_OP_SENDSC;
}

// Flag bits that are known as lanes in this block.
struct flag_lanes {
    val lanes;
    unsigned flag, first, count;
    bool all; // else only under the active channels: of channel `channel` and following
    unsigned channel;
};

// A function that samples a kind of surface by a kind of sampler.
struct jit_sampler {
    uint32_t image; // keys
    uint64_t sampler;
    unsigned coords, gather, moved, lanes;
    bool compares;
    val fn;
};

struct jt {
    const struct sim_jit_request *rq;
    const struct sim_program *p;
    const struct sim_uop *uops;
    LLVMContextRef ctx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    val fn, thread, wait_arg;
    type i1, i8, i16, i32, i64, f32, f64, ptr, v8;
    // Channels that a message to an image has answered at once, 8 or 16, and as many dwords.
    unsigned lanes;
    type words;
    val meta_round, meta_except;
    unsigned strictfp;
    bool has_avx, has_avx2, has_avx512;
    val links;                        // struct sim_jit_links
    uint32_t needs;                   // bits that must be set in cr0
    val srgb;                         // the table of what bytes are, of the image in hand
    val math_slot[3];                 // operands and result of a function of eight lanes
    val csr;                          // the host's floating-point mode for F
    bool double_mode;                 // while a block is made: the host is in the mode for DF
    struct sim_jit_message *messages; // as many as micro-ops, twice
    unsigned message_count;

    bool single;                   // only the version for any mask is made
    struct grf_set memory;         // stay in the register file: what indirect operands can reach,
    bool any_grf;                  // which is any of them
    struct grf_set used, split;    // accessed at all; kept as eight dwords
    struct grf_set first;          // kept together with the next one, as sixteen dwords
    uint8_t dwords[SIM_GRF_COUNT]; // those of them that are accessed, a bit each
    val grf[SIM_GRF_COUNT], dword[SIM_GRF_COUNT][8];
    val flag[2], active, count, deadline;
    uint32_t labels;
    uint32_t *label_of; // by uop: label + 1, or 0
    val *label;         // the channels that wait there
    uint64_t *may_wait; // bit set by uop: labels at which channels may wait when its second version begins

    // By 2 * uop + version
    bool *reachable, *leader;
    bool *in_double; // the block begins in the mode for DF
    bool *loop_head; // by uop
    LLVMBasicBlockRef *block;
    struct grf_set *live_in;     // registers that will be read
    struct grf_set *all_in;      // those of which elements of other channels than the enabled ones may be
    uint8_t home[SIM_GRF_COUNT]; // the channel of element 0
    uint16_t *entry;             // number within its piece, plus one
    uint32_t entries;            // at most, of a piece
    uint32_t *piece_first;       // the first instruction of each piece, and of none
    LLVMValueRef *piece;         // functions
    uint32_t pieces;

    // While a block is made
    enum jit_version version;
    unsigned pending; // instructions since `count` was brought up to date
    struct flag_lanes cache[JIT_CACHE];
    unsigned cached;
    struct {
        unsigned first, count;
        val lanes;
    } active_lanes[JIT_CACHE];
    unsigned active_cached;
    LLVMValueRef active_value;
    unsigned native, called, own_windows;
    struct jit_sampler samplers[JIT_SAMPLERS];
    unsigned sampler_count;
    char calls[160];
    double began;
};

// ---- jit/ir/discover.c
void jit_find_leaders(struct jt *j);
bool jit_find_reachable(struct jt *j);       // false: out of memory
uint32_t jit_piece_size(const struct jt *j); // about so many instructions
void jit_find_pieces(struct jt *j);
uint32_t jit_piece_of(const struct jt *j, uint32_t uop);
bool jit_number_entries(struct jt *j); // what one piece goes to in another; false: too many
bool jit_is_wait(const struct sim_uop *u);
bool jit_writes_control(const struct sim_uop *u);

// ---- jit/ir/region.c
type jit_lanes_type(type elem, unsigned n); // the element itself for one lane
val jit_splat(struct jt *j, val scalar, unsigned n);
val jit_const(struct jt *j, type t, uint64_t v);                      // of any integer or vector type
val jit_lanes_of(struct jt *j, val bits, unsigned first, unsigned n); // i1 lanes from bits of an i32
val jit_bits_of(struct jt *j, val lanes, unsigned n);                 // and back
val jit_rf_ptr(struct jt *j, unsigned offset);
val jit_field(struct jt *j, size_t offset); // of struct sim_thread
val jit_bytes_after(struct jt *j, val p, size_t bytes);
val jit_member(struct jt *j, val p, size_t offset, type t); // what lies there
val jit_group(struct jt *j);                                // the thread's
val jit_load_grf(struct jt *j, unsigned r);
void jit_store_grf(struct jt *j, unsigned r, val v);
val jit_load_pair(struct jt *j, unsigned r); // of j->first: sixteen dwords
val jit_load_two(struct jt *j, unsigned r);  // likewise of any two that follow each other
void jit_store_two(struct jt *j, unsigned r, val v);
// Elements [first, first + n) of a source as integers of its size, without modifiers.
val jit_read(struct jt *j, const struct sim_uop *u, unsigned k, unsigned first, unsigned n);
// Writes integers of the destination's size; mask NULL: all.
void jit_write(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n, val v, val mask);
bool jit_src_ok(const struct sim_uop *u, unsigned k);
bool jit_dst_ok(const struct sim_uop *u);

// Lanes from `first` on, and two parts together.
val jit_part_of_lanes(struct jt *j, val v, unsigned first, unsigned n);
val jit_join_lanes(struct jt *j, val low, val high);

// ---- jit/ir/indirect.c
void jit_find_reach(struct jt *j);

// ---- jit/ir/live.c
unsigned jit_src_offset(const struct sim_src *s, unsigned i);
void jit_touched(const struct sim_uop *u, struct grf_set *reads, struct grf_set *writes);
bool jit_overwrites(const struct jt *j, const struct sim_uop *u, enum jit_version v, struct grf_set *killed);
void jit_choose_registers(struct jt *j);
bool jit_liveness(struct jt *j);
bool jit_find_waits(struct jt *j); // false: out of memory
bool jit_may_wait(const struct jt *j, uint32_t uop, uint32_t label);
bool jit_writes_freely(const struct jt *j, const struct sim_uop *u);
unsigned jit_successors(const struct jt *j, uint32_t uop, enum jit_version v,
                        uint32_t out[8]); // 2 * uop + version

// ---- jit/ir/pairs.c
uint8_t *jit_loop_depths(const struct jt *j); // of instructions, up to a few; malloc'ed, NULL: no memory
void jit_choose_pairs(struct jt *j);
unsigned jit_lanes_at_once(const struct jt *j, const struct sim_uop *u);
// ---- jit/ir/alu.c
bool jit_alu_ok(const struct sim_uop *u);
void jit_alu(struct jt *j, const struct sim_uop *u);
// Channels on which an instruction acts as lanes [first, first + n); NULL: all.
val jit_exec_lanes(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n, bool with_pred);
val jit_exec_bits(struct jt *j, const struct sim_uop *u); // bit 0 is the instruction's first channel
val jit_pred_bits(struct jt *j, const struct sim_uop *u);
val jit_active(struct jt *j);
val jit_pred_lanes(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n);
void jit_write_flags(struct jt *j, const struct sim_uop *u, val *lanes, unsigned per);
// The low bytes of each lane, in the destination's size.
void jit_write_low(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n, val v, val mask);
// ---- jit/ir/operation.c
// enum sim_fast_op: of 32 bits; sums, products, logic and shifts of integers of 64 as well.
val jit_operation(struct jt *j, unsigned op, val a, val b, val c);
// A constant that LLVM does not know: it would compute with constants while translating, when the mode is not
// known.
val jit_opaque(struct jt *j, val constant);
val jit_intrinsic(struct jt *j, const char *name, type *overload, unsigned overloads, val *args, unsigned n);
val jit_strict(struct jt *j, val call);
// A constrained operation, llvm.experimental.constrained.*, of one to three operands.
val jit_fp(struct jt *j, const char *name, val a, val b, val c);
val jit_fcmp(struct jt *j, LLVMRealPredicate p, val a, val b);
enum { JIT_ROUND_EVEN, JIT_ROUND_DOWN, JIT_ROUND_UP, JIT_ROUND_ZERO }; // as x86 counts them
val jit_round(struct jt *j, unsigned how, val f);                      // to integral values

// ---- jit/ir/float.c
bool jit_float_ok(const struct sim_uop *u);
void jit_float(struct jt *j, const struct sim_uop *u);
unsigned jit_float_lanes(const struct jt *j, const struct sim_uop *u); // that it takes at once
// Lanes in another number; the rest is zero.
val jit_resized(struct jt *j, val v, unsigned n);
val jit_extended(struct jt *j, val f);             // floats to doubles
val jit_truncated(struct jt *j, val d);            // and back
val jit_odd_float(struct jt *j, val d);            // likewise, rounded to odd
uint32_t jit_float_needs(const struct sim_uop *u); // bits that must be set in cr0
void jit_enter_double_mode(struct jt *j);
void jit_leave_double_mode(struct jt *j);
enum jit_mode jit_float_mode(const struct sim_uop *u); // of one that is translated, and no message

// ---- jit/ir/math.c
// Of float lanes; b may be NULL. `mask`: the lanes that matter (NULL: all); `odd`: rounded to odd.
val jit_math(struct jt *j, unsigned function, val a, val b, val mask, bool odd);

// ---- jit/ir/mode.c
enum jit_mode jit_mode_of(const struct sim_uop *u);
void jit_choose_modes(struct jt *j);
// To the mode in which what follows an instruction at the end of a block begins.
void jit_change_mode(struct jt *j, uint32_t i);

// ---- jit/ir/flow.c
bool jit_is_flow(const struct sim_uop *u);
bool jit_has_uip(unsigned op);
bool jit_flow_ok(const struct jt *j, const struct sim_uop *u);
void jit_flow(struct jt *j, uint32_t uop);
unsigned jit_parks_at(const struct jt *j, const struct sim_uop *u,
                      uint32_t out[3]); // labels at which channels may wait

// ---- jit/ir/send_decode.c
bool jit_send_is_end(const struct sim_uop *u);
// Of a message whose payload is a register per eight channels throughout, and read for enabled channels only;
// else 0.
unsigned jit_send_slots(const struct sim_uop *u);
// Whole registers that a message writes, where all of its channels are enabled: of blocks, to images.
unsigned jit_block_response(const struct sim_uop *u);
unsigned jit_image_response(const struct sim_uop *u);

// ---- jit/ir/emit.c
void jit_count_send(struct jt *j);
struct sim_jit_message *jit_new_message(struct jt *j);
unsigned jit_own_window(struct jt *j); // for messages with addresses of their own
// Registers, and flags, from their variables to the register file (`out`), or back.
void jit_copy_grfs(struct jt *j, const struct grf_set *set, bool out);
void jit_copy_flags(struct jt *j, bool out);
void jit_return(struct jt *j, enum jit_version v);
void jit_function_attributes(struct jt *j, val fn);
void jit_count(struct jt *j); // brings `count` up to date
void jit_store_count(struct jt *j);
void jit_call_uop(struct jt *j, const struct sim_uop *u);
// A message's end: what was not made in line, at `slow`, is sim_jit_message_run's; the translation goes on at
// `done`.
void jit_end_message(struct jt *j, const struct sim_jit_message *m, LLVMBasicBlockRef slow,
                     LLVMBasicBlockRef done);
val jit_link_math(struct jt *j, unsigned function); // the address of a function of eight lanes
LLVMBasicBlockRef jit_target(struct jt *j, uint32_t uop, enum jit_version v);
void jit_exit(struct jt *j, uint32_t uop, enum jit_version v); // returns with the state that `uop` begins in
LLVMBasicBlockRef jit_new_block(struct jt *j, const char *name);
void jit_branch_mostly(struct jt *j, val condition, LLVMBasicBlockRef often, LLVMBasicBlockRef rarely);
// Goes on in a new block, which is returned, if `ok` holds; `otherwise` is a rare case.
LLVMBasicBlockRef jit_branch_unless(struct jt *j, val ok, LLVMBasicBlockRef otherwise);
void jit_forget_flags(struct jt *j, unsigned flag);

// ---- jit/ir/multiply.c
void jit_join_products(struct jt *j); // once registers are SSA values

// ---- jit/ir/llvm.c
double jit_now(void);              // milliseconds
void jit_set_cpu(const char *cpu); // for the thread: sim_jit_request.cpu
bool jit_host_has_avx(void), jit_host_has_avx2(void), jit_host_has_f16c(void), jit_host_has_avx512(void);
// Makes the context; jit_compile must follow, which ends it. False: the process exits.
bool jit_begin(struct jt *j);
// The object file; NULL with the reason in `why`.
LLVMMemoryBufferRef jit_compile(struct jt *j, struct sim_jit_head *h, char *why, size_t size);

#endif

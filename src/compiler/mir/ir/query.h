// Queries about an instruction for every machine pass: what it reads and writes, in bytes of which vreg.
#ifndef KILN_COMPILER_MIR_QUERY_H
#define KILN_COMPILER_MIR_QUERY_H

#include "compiler/mir/ir/mir.h"

// Registers that so many bytes take.
static inline uint32_t mir_regs(const struct mir_shader *s, uint32_t bytes)
{
    return (bytes + s->reg_bytes - 1) / s->reg_bytes;
}

// Channels of 32 bits that a register has.
static inline unsigned mir_native_width(const struct mir_shader *s)
{
    return kiln_target_native_width(s->target);
}

struct mir_range { // bytes [lo, hi) of one vreg; empty when lo == hi
    uint32_t lo, hi;
};

const char *mir_op_name(unsigned op);
bool mir_op_is_terminator(unsigned op); // ends a block: BR, RET and the EU's branches but JOIN and ENDIF

static inline bool mir_op_is_send(unsigned op)
{
    return op == EU_OP_SEND || op == EU_OP_SENDC || op == EU_OP_SENDS || op == EU_OP_SENDSC;
}

// A product of matrices: dst (and src[0], which is dst or null) has a register for each row, src[1] is a
// whole matrix, src[2] has a register for each row. It computes all channels from all of them: it is executed
// where a thread's channels are together, under their mask.
static inline bool mir_is_systolic(unsigned op)
{
    return op == EU_OP_DPAS;
}

// Takes whole registers, and not an element for each channel.
static inline bool mir_takes_registers(unsigned op)
{
    return mir_op_is_send(op) || mir_is_systolic(op);
}

// Writes a vreg directly.
static inline bool mir_has_dst(const struct mir_inst *i)
{
    return i->dst.kind == MIR_OPK_VREG && !(mir_op_is_send(i->op) && !i->send.rlen);
}

static inline bool mir_is_imm(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_IMM || o->kind == MIR_OPK_ADDROF || o->kind == MIR_OPK_PRIVATE;
}

static inline bool mir_is_float(enum eu_type t)
{
    return t == EU_TYPE_F || t == EU_TYPE_HF || t == EU_TYPE_DF;
}

static inline bool mir_is_signed(enum eu_type t) // of integers
{
    return t == EU_TYPE_D || t == EU_TYPE_W || t == EU_TYPE_B || t == EU_TYPE_Q;
}

static inline unsigned mir_dst_stride(const struct mir_operand *o)
{
    return o->hstride ? o->hstride : 1;
}

// Elements between neighbouring channels if the source region is linear (0: one element for all), else -1.
int mir_src_stride(const struct mir_operand *o, unsigned exec_size);
// One region of one vreg, or one immediate, with the same modifiers.
bool mir_same_source(const struct mir_operand *a, const struct mir_operand *b);
// Channels in rows of four that take the same of the four dwords of theirs: <4;4,0>. And all channels, eight
// by eight, the same eight: <0;8,1>. What three-source instructions reach by swizzles and in pieces.
bool mir_is_quad_region(const struct mir_operand *o);
bool mir_repeats_eight(const struct mir_operand *o, unsigned exec_size);
// Bytes that so many channels of a source region read of its vreg.
struct mir_range mir_region_range(const struct mir_operand *o, unsigned channels);
// Bytes that source `k` reads of its vreg (VREG operands; sends read whole registers).
struct mir_range mir_src_range(const struct mir_inst *i, unsigned k);
// Bytes that the destination touches of its vreg.
struct mir_range mir_dst_range(const struct mir_inst *i);
// True if the destination leaves no byte of its range with the old value, for the active channels: no
// predicate (SEL's does not count), no gaps.
bool mir_dst_is_full(const struct mir_inst *i);
bool mir_is_ternary(unsigned op);
unsigned mir_exec_type_size(const struct mir_inst *i); // bytes of the execution data type
bool mir_leaves_acc(const struct mir_inst *i); // touches it for others: not the products of mir_accumulate
// Both are MACH on the same factors and channels, and neither overwrites a factor: acc0 has the low half when
// the high one is there.
bool mir_is_low_half_of(const struct mir_inst *low, const struct mir_inst *high);
bool mir_touches_acc(const struct mir_inst *i); // reads or writes an accumulator, also implicitly
unsigned mir_flag_bytes(const struct mir_shader *s);

// Calls f for every vreg operand slot that is read (direct: also flags, address registers, bases).
typedef void mir_use_fn(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                        struct mir_range r);
void mir_foreach_use(const struct mir_shader *s, const struct mir_inst *i, mir_use_fn *f, void *ctx);

// Sets loop_header, loop_end and loop_depth of every block from the back edges in the layout: the loop of
// header h is all blocks from h to its last latch.
void mir_find_loops(struct mir_shader *s);
// Channels go from block d to block j > d and wait there: the first block in layout order that other channels
// may execute meanwhile (through j - 1). That is d + 1 or, if a loop holds d but not j, the header of the
// outermost such loop.
uint32_t mir_wait_first(const struct mir_shader *s, uint32_t d, uint32_t j);

#define mir_foreach_inst(i, b) for (struct mir_inst *i = (b)->first; i; i = i->next)
#define mir_foreach_inst_safe(i, b)                                                                          \
    for (struct mir_inst *i = (b)->first, *i##_next = i ? i->next : NULL; i;                                 \
         i = i##_next, i##_next = i ? i->next : NULL)

// The condition that holds for (b, a) where `c` holds for (a, b).
enum eu_cmod mir_cmod_swapped(enum eu_cmod c);

#endif

// A place in a program where instructions are appended, and what instruction selection and the lowering of
// accesses make there: temporaries, moves, arithmetic of any width, reads of one lane, and scalars that are
// set once, at the program's start.
//
// An instruction executes for all lanes of its destination: SIMD and masked if it is a vector, once and
// unmasked if it is a scalar. An operand is an immediate, a scalar <0;1,0> or a region of the lanes.
#ifndef KILN_COMPILER_MIR_BUILDER_H
#define KILN_COMPILER_MIR_BUILDER_H

#include "compiler/mir/ir/mir.h"

struct mir_builder {
    struct mir_shader *s;
    struct mir_block *b; // where instructions go
};

// ---- operands

bool mir_is_scalar(const struct mir_operand *o); // the same for all lanes
struct mir_operand mir_retype(struct mir_operand o, enum eu_type t);
// The part of a vector operand from lane `lane` on (scalars and immediates: unchanged).
struct mir_operand mir_lanes(struct mir_operand o, unsigned lane);
// The register address of a vreg's byte `at`, as an operand, and a dword of a vreg where the address says.
struct mir_operand mir_address_of(uint32_t vreg, uint32_t at);
struct mir_operand mir_through(uint32_t vreg, uint32_t address);

// ---- registers

// An element for each lane, or one for all. Halves are packed: MADs want them so, and they take half of the
// registers.
struct mir_operand mir_temp(struct mir_builder *b, enum eu_type t, bool divergent);
struct mir_operand mir_packed(struct mir_builder *b, uint32_t bytes, enum eu_type t, bool uniform);
struct mir_operand mir_new_flag(struct mir_builder *b, bool uniform);
// Without modifiers; immediates stay.
struct mir_operand mir_plain(struct mir_builder *b, struct mir_operand o);
// A register without modifiers holding the operand's value as type t of the same kind; copies only if it
// must.
struct mir_operand mir_in_reg(struct mir_builder *b, struct mir_operand o, enum eu_type t);
// A packed vector of dwords (or qwords) at a register boundary.
struct mir_operand mir_whole_vector(struct mir_builder *b, struct mir_operand o, enum eu_type t);

// ---- instructions

// The address so many bytes further on: of 64 bits, or an offset of 32, which wraps (`bytes` may be
// negative).
struct mir_operand mir_address_after(struct mir_builder *b, struct mir_operand addr, bool a64,
                                     uint32_t bytes);
struct mir_inst *mir_op1(struct mir_builder *b, unsigned op, struct mir_operand dst, struct mir_operand a);
struct mir_inst *mir_op2(struct mir_builder *b, unsigned op, struct mir_operand dst, struct mir_operand a,
                         struct mir_operand c);
struct mir_inst *mir_mov(struct mir_builder *b, struct mir_operand dst, struct mir_operand a);
// For so many channels from `lane` on.
struct mir_inst *mir_on_lanes(struct mir_inst *i, unsigned lane, unsigned count);
// Predicated by a flag.
struct mir_inst *mir_where(struct mir_inst *i, struct mir_operand flag);
// The number of the first enabled lane, a scalar, and what a packed vector has there.
struct mir_operand mir_enabled_channels(struct mir_builder *b);
struct mir_operand mir_first_lane(struct mir_builder *b);
struct mir_operand mir_read_lane(struct mir_builder *b, struct mir_operand vec, struct mir_operand lane);
// `by` bytes, a scalar dword, after `place`: an address that all lanes share.
uint32_t mir_shared_address(struct mir_builder *b, struct mir_operand by, struct mir_operand place);

// ---- at the program's start, which every block comes after (struct mir_start)

// An unmasked instruction there, after those put there before.
struct mir_inst *mir_at_start(struct mir_shader *s, unsigned op, unsigned exec_size, struct mir_operand dst,
                              struct mir_operand a);
// A scalar register with a constant.
struct mir_operand mir_pool(struct mir_shader *s, enum eu_type t, uint64_t bits);
struct mir_operand mir_lane_index(struct mir_shader *s); // 0, 1, 2, ...: a packed UW vector
// A register of messages that is zero but for what is put there next: bits of r0's dword at `byte`.
struct mir_operand mir_start_header(struct mir_shader *s);
void mir_start_r0(struct mir_shader *s, const struct mir_operand *header, unsigned byte, uint32_t bits);

#endif

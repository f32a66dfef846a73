// Reading and writing operands of any type and region: the general path of the interpreter.
//
// Integers travel as __int128, which holds every value and every intermediate result of the integer types
// exactly; floats as double, which holds every F, HF and DF. Source: PRM vol7 "Register Region", "Source
// Modifier".
#ifndef KILN_SIM_REGION_H
#define KILN_SIM_REGION_H

#include "hw/target.h"
#include "sim/thread/thread.h"

typedef __int128 sim_int;

// `imm`: 32 bytes, for the value of an immediate.
bool sim_prepare_src(const struct kiln_target *target, struct sim_src *s, const struct eu_inst *inst,
                     unsigned index, uint8_t *imm);
bool sim_prepare_dst(const struct kiln_target *target, struct sim_dst *d, const struct eu_inst *inst);
// Bytes of a target's general registers.
static inline uint32_t sim_grf_end(const struct kiln_target *target)
{
    return (uint32_t)target->grf_bytes * target->grf_count;
}

// Elements of source `k` for the channels in `mask` (others unspecified), with source modifiers applied.
// `logic`: negate means bitwise not.
void sim_load_int(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask, bool logic,
                  sim_int out[SIM_MAX_CHANNELS]);
void sim_load_float(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask,
                    double out[SIM_MAX_CHANNELS]);
// Raw bits without modifiers.
void sim_load_bits(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask,
                   uint64_t out[SIM_MAX_CHANNELS]);

// Integer or F elements as 32-bit lanes: sign or zero extended; no modifiers.
void sim_load_lanes(const struct sim_thread *t, const struct sim_uop *u, unsigned k,
                    uint32_t out[SIM_MAX_CHANNELS]);
// All integer types as 64-bit lanes, modifiers applied (`logic`: negate means not).
void sim_load_wide(const struct sim_thread *t, const struct sim_uop *u, unsigned k, bool logic,
                   uint64_t out[SIM_MAX_CHANNELS]);

// Writes raw bits of the destination's size.
void sim_store_bits(struct sim_thread *t, const struct sim_uop *u, uint32_t mask,
                    const uint64_t v[SIM_MAX_CHANNELS]);

// Hidden accumulator state.
sim_int sim_acc_read(const struct sim_thread *t, unsigned acc, unsigned ch, enum eu_type type);
void sim_acc_write(struct sim_thread *t, unsigned acc, unsigned ch, enum eu_type type, sim_int v);

// Conversions (convert.c). Rounding by `mode`, cr0's field.
uint16_t sim_double_to_half(double v, unsigned mode, bool flush);
uint16_t sim_double_to_bfloat(double v, unsigned mode); // keeps subnormals
double sim_half_to_double(uint16_t h, bool flush);
float sim_double_to_float(double v, unsigned mode);     // keeps subnormals
sim_int sim_double_to_int(double v, enum eu_type type); // toward zero, saturating; NaN is 0
sim_int sim_int_saturate(sim_int v, enum eu_type type);
sim_int sim_int_wrap(sim_int v, enum eu_type type);
bool sim_type_is_float(enum eu_type t);
bool sim_type_is_signed(enum eu_type t);

#endif

// Random instructions for the tests: those that Intel's assembler can write, uniformly over opcodes and
// forms.
#ifndef KILN_TESTS_ISA_GEN_H
#define KILN_TESTS_ISA_GEN_H

#include "kiln/isa.h"

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *r) // splitmix64
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static inline unsigned rng_below(struct rng *r, unsigned n)
{
    return (unsigned)((rng_next(r) >> 33) % n);
}

// True once in n times.
static inline bool rng_one_in(struct rng *r, unsigned n)
{
    return rng_below(r, n) == 0;
}

// An instruction of a random opcode of the target, at position `index` of `count` uncompacted ones (for
// branch targets).
void gen_inst(struct rng *r, const struct kiln_target *target, unsigned index, unsigned count,
              struct eu_inst *inst);

// Does the opcode, of one or two sources, know :bf?
bool gen_takes_bf(enum eu_op op);

#endif

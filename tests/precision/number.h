// Numbers of every SPIR-V type as bits, and their rounding, on MPFR: the ground that the precision test
// stands on. Nothing here comes from the driver or the simulator.
#ifndef KILN_TESTS_NUMBER_H
#define KILN_TESTS_NUMBER_H

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>

struct type {
    const char *name; // in the SPIR-V text: u8 ... u64, f16 ... f64
    bool is_float;
    unsigned bits;
    unsigned digits; // floats: of the significand
    int emin, emax;  // floats: exponents of the smallest normal number and of the largest
};

enum { U8, U16, U32, U64, F16, F32, F64, TYPE_COUNT };
extern const struct type types[TYPE_COUNT];

enum { PRECISION = 2400 }; // bits: sums and products of doubles are exact

uint64_t mask_of(unsigned bits);
int64_t sign_extend(uint64_t v, unsigned bits);

bool is_nan(const struct type *t, uint64_t v);
bool is_inf(const struct type *t, uint64_t v);
bool is_denormal(const struct type *t, uint64_t v);
uint64_t sign_bit(const struct type *t);
void to_mpfr(mpfr_t r, const struct type *t, uint64_t v);            // any float; exact
uint64_t from_mpfr(const struct type *t, mpfr_t v, mpfr_rnd_t mode); // MPFR_RNDN: ties to even; or MPFR_RNDZ
// 2^e: the distance of the type's numbers near v.
long ulp_exponent(const struct type *t, mpfr_t v);

// `count` inputs of a type: the special values first, then random ones of all sizes.
unsigned special_count(const struct type *t);
uint64_t special_value(const struct type *t, unsigned i);
uint64_t random_value(const struct type *t);
uint64_t random_bits(void);
void random_seed(uint64_t seed);

#endif

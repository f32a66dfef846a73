// Mutants: builds (-Dmutants=true, `./dev mutate`) in which one place of the driver can be made to leave out
// what it does for the hardware's sake: a flush, an invalidation, a stall, a wait, a workaround, a fence
// message. A test suite that notices nothing then says that the simulated device forgives it. In other builds
// nothing of this exists.
//
// Two kinds of places: packers of commands (gen_pack.h calls kiln_mutant_packet; a place is where it returns
// to), and values that the source marks with MUTABLE_BITS (a place is file, line and bit).
//
//     KILN_MUTANT_LOG=FILE   each process appends the mutants that it could have been, a line each, once
//     KILN_MUTANT=MUTANT,... the mutants to be: lines of that file
#ifndef KILN_UTIL_MUTANT_H
#define KILN_UTIL_MUTANT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef KILN_MUTANTS
// `bits` without the one that this process is to leave out here.
uint32_t kiln_mutant_bits(const char *file, int line, const char *what, uint32_t bits);
// Whether the mutant `what` of the code at `at`, an address in one of our libraries, is to be.
bool kiln_mutant_at(const void *at, const char *what);
// The same by the code that is at `at`.
uint32_t kiln_mutant_bits_at(const void *at, const char *what, uint32_t bits);
#define MUTABLE_BITS(what, bits) kiln_mutant_bits(__FILE__, __LINE__, what, bits)
// In a function that MUTABLE_CALLS declares: each of its calls is a place.
#define MUTABLE_CALLS __attribute__((noinline, noclone))
#define MUTABLE_INLINE __attribute__((noinline, noclone, unused)) static // instead of `static inline`
#define MUTABLE_CALL_BITS(what, bits) kiln_mutant_bits_at(__builtin_return_address(0), what, bits)
#else
#define MUTABLE_BITS(what, bits) (bits)
#define MUTABLE_CALLS
#define MUTABLE_INLINE static inline
#define MUTABLE_CALL_BITS(what, bits) (bits)
#endif
// Something that is done or not.
#define MUTABLE(what, condition) (MUTABLE_BITS(what, (condition) ? 1u : 0u) != 0)

#endif

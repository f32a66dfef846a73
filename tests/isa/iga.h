// Running iga64 from tests, and comparing with what it says.
#ifndef KILN_TESTS_ISA_IGA_H
#define KILN_TESTS_ISA_IGA_H

#include "hw/target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The instruction set that is compared: a device of ours and the -p of iga64. Set before anything else.
struct iga_platform {
    const char *name;    // "9"
    const char *program; // iga64, or tests/witness.sh's
    const struct kiln_target *target;
};
extern struct iga_platform iga_platform;
void iga_choose(const char *platform);

bool iga_available(void);
const char *iga_missing(void); // why it is not: for kt_skip

// Malloc'ed results; NULL when iga64 failed (iga_message() is what it said).
char *iga_disassemble(const void *code, size_t size);
uint8_t *iga_assemble(const char *text, const char *options, size_t *size);
const char *iga_message(void);

// Disassembles also what has errors, instructions of `step` bytes; bad[n] is set for each that is reported of
// the n-th.
char *iga_disassemble_all(const void *code, size_t size, size_t step, uint8_t *bad);

struct eu_inst;
// Whether version 2 drops a part of it in silence, in either direction: the saturation of lzd on Gen12.
bool iga_drops(const struct eu_inst *inst);

// The next line of a listing, without comments and labels, with single blanks. False at the end.
bool iga_next_inst(const char **text, char *line, size_t size);
// Checks that two listings are equal but for blanks and comments; reports the first lines that differ.
void iga_compare_text(const char *theirs, const char *ours);
void iga_compare_bytes(const uint8_t *theirs, size_t their_size, const uint8_t *ours, size_t our_size);

#endif

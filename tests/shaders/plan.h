// What a test shader is run with: the directives at its top (README.md).
#ifndef KILN_TESTS_SHADERS_PLAN_H
#define KILN_TESTS_SHADERS_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "images.h"

enum kind {
    K_NONE,
    K_UINT,
    K_INT,
    K_SMALL,
    K_INDEX,
    K_ZERO,
    K_FLOAT,
    K_UNIT,
    K_POS,
    K_WIDE,
    K_SPECIAL,
    K_ANY
};

#define MAX_BINDINGS 16
#define MAX_SPECS 16
#define MAX_PUSH 32

struct plan {
    uint32_t groups[3], elems, seeds;
    enum kind kind[MAX_BINDINGS];
    bool uniform[MAX_BINDINGS];
    unsigned bindings;
    enum kind push_kind;
    uint32_t push_words;
    unsigned spec_count;
    VkSpecializationMapEntry spec_entries[MAX_SPECS];
    uint64_t spec_data[MAX_SPECS];
    double tol_ulp, tol_abs, tol_rel;
    bool only_all, alone, address, refused;
    uint32_t array[MAX_BINDINGS]; // descriptors of a binding, 0: one
    unsigned same[MAX_BINDINGS];  // whose buffer a binding shows: its own, or an earlier one's
    char not_on[64];              // drivers that are known to fail it, with commas
    char slow_on[64];             // drivers whose compilers take seconds for it, with commas
    char more_on[64];             // drivers that read more than it says (KILN_SIM_CHECK's oob), with commas
    char check[32];               // what KILN_SIM_CHECK has to report, or ""
    bool is_image[MAX_BINDINGS];
    struct img_plan image[MAX_BINDINGS];
    bool expected[MAX_BINDINGS]; // checked against expect_value instead of lavapipe
    uint32_t expect_value[MAX_BINDINGS];
    uint64_t words; // a hash of the directives
};

// Reads the directives of a shader. NULL, or what is wrong with them (valid until the next call).
const char *plan_read(const char *path, struct plan *out);

// Dwords of a binding.
uint32_t plan_elements(const struct plan *p, unsigned binding);

#endif

// What sampler and typed messages share (image.c, sampler.c).
#ifndef KILN_COMPILER_MIR_IMAGE_H
#define KILN_COMPILER_MIR_IMAGE_H

#include "compiler/mir/ir/sample.h"
#include "compiler/mir/lower/message/accesses.h"

enum {
    SAMPLER_SHIFT = 8, // where an index from a register has the sampler's (MIR_SURFACE_TABLE)
    IMAGE_DATA = 4,
};

// One message, or as many as the width takes.
struct image_message {
    enum mir_access access;
    uint8_t op;                       // as the access says
    struct mir_operand low;           // UD or immediate: binding-table index, and sampler << SAMPLER_SHIFT
    struct mir_operand handle;        // of the surface, kind NONE: there is none; then low says so
    const struct access_place *place; // of a texel: for sets that reach its surface themselves
    struct mir_operand header;        // kind NONE: none
    struct mir_operand params[KILN_SAMPLE_ARGS], data[IMAGE_DATA];
    unsigned param_count, data_count;
    unsigned rcomps; // components of the response
    unsigned width;  // channels of a message
    bool once;       // for the thread
    enum mir_mem mem;
};

// Sets low and handle, once the index is the same for all lanes.
void image_place_surface(struct lower *l, struct image_message *m, const struct access_place *p);
struct image_response {
    struct mir_operand block[4]; // by message
    unsigned count;
};
struct image_response image_send(struct lower *l, const struct image_message *m);
// The components of what they bring, as the results of the access.
void image_results(struct lower *l, const struct image_message *m, const struct image_response *r);

#endif

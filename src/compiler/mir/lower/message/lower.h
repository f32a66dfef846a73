// What the files of this room share: accesses (mir/ir/access.h) become logical sends (mir/ir/message.h) with
// headers and payloads, as the target's set of messages wants them.
//
// lower.c walks the program and knows no message; a message set (struct message_set) is a row of functions.
// hdc.c has that of the data ports, sampler and gateway up to Gen12, lsc.c that of Gen12.5.
// loop.c, where all lanes of a message must reach one surface, is for any set that wants it.
#ifndef KILN_COMPILER_MIR_LOWER_MESSAGE_H
#define KILN_COMPILER_MIR_LOWER_MESSAGE_H

#include "compiler/mir/ir/access.h"
#include "compiler/mir/ir/builder.h"

struct lower;
typedef void lower_access(struct lower *l, const struct mir_inst *i);

struct access_place;
struct access_message;
struct message_set {
    lower_access *by[MIR_ACCESS_COUNT]; // NULL: accesses of this kind are made as messages
    bool aligned;                       // elements lie at multiples of their size: others go by bytes
    // A message whose payloads are there gets its surface, and what else the set wants in it.
    void (*reach)(struct lower *l, const struct access_place *p, const struct access_message *m,
                  struct mir_inst *i);
    // The surface of a texel, where texels are this set's own.
    void (*reach_texel)(struct lower *l, const struct access_place *p, struct mir_inst *i);
    // One element of private memory for each lane, `at` bytes after the place; `dword`: a whole one.
    struct mir_operand (*read_private)(struct lower *l, const struct access_place *p, unsigned at,
                                       unsigned bytes, bool dword);
    void (*write_private)(struct lower *l, const struct access_place *p, unsigned at, unsigned bytes,
                          bool dword, struct mir_operand data);
};
extern const struct message_set hdc_messages, lsc_messages;

// Of the surface that each lane has: its address (UQ), its bytes, and those of whole dwords (state.c).
struct surface_state {
    struct mir_operand base, size, whole;
};

enum { KEPT_STATES = 4 };

struct lower {
    union {
        struct {
            struct mir_shader *s;
            struct mir_block *b; // where instructions go
        };
        struct mir_builder m;
    };
    const struct message_set *set;
    const struct mir_inst *access; // that is lowered now

    // What is known already. Headers are set at the program's start: kind NONE until one is wanted.
    struct mir_operand scratch_header, barrier_payload, typed_header;
    struct mir_operand lane_dwords[MIR_LANE_DWORDS + 1]; // by how many
    struct {
        struct mir_block *b;
        uint32_t dword2;
        struct mir_operand header;
    } sampler; // the last one without a sampler or offsets of its own
    struct {
        struct mir_block *b;
        struct mir_operand address, lanes;
        unsigned dwords;
    } run; // the last address of blocks that are read by lanes
    struct {
        uint32_t buffer, block;
        struct surface_state state;
    } states[KEPT_STATES];
    unsigned next_state;
    uint32_t *idom;        // by block of the program as it was
    struct mir_block *old; // of the program as it was
    uint32_t block;        // its number there

    const char *error;
    struct lower_names *names; // names.h
};

// ---- names.c

// Result k of the access is what `o` holds: a register of the same kind as the access's own.
void lower_result(struct lower *l, unsigned k, struct mir_operand o);
// A component, where it is now.
struct mir_operand lower_part(const struct lower *l, const struct mir_operand *o);
// A new block, where instructions go from now on.
struct mir_block *lower_next_block(struct lower *l);

// ---- loop.c: runs what follows once for each different tuple of values, and sets them to scalars

struct value_loop {
    struct mir_block *header;
    struct mir_operand flag;
    bool open;
};
#define LOOP_VALUES 3
struct value_loop lower_loop_begin(struct lower *l, struct mir_operand *const *values, unsigned count);
void lower_loop_end(struct lower *l, struct value_loop loop);

#endif

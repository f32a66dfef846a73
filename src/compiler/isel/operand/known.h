// What selection has computed and may use again. One home: which facts there are, where each holds and how
// many of a kind are kept is the table in known.c; there is no other cache.
#ifndef KILN_COMPILER_ISEL_KNOWN_H
#define KILN_COMPILER_ISEL_KNOWN_H

#include <llvm-c/Core.h>

#include "compiler/llvm/ir/map.h"
#include "compiler/mir/ir/mir.h"

enum isel_fact {
    ISEL_CONDITION,   // `of`, in a flag: o[0], `inv`erted
    ISEL_FAR_HANDLES, // dwords from `number` on
    ISEL_FENCE,       // `inst`
    ISEL_MULTIPLE,    // `number` times `of`, as `type`
    ISEL_LOADED,      // by the load `of`: `list`, a dword each
    ISEL_FLOATS,      // the halves that the vector `of` has from `number` on: o[0], packed
    ISEL_TILE,        // the vector `of`, in registers one after the other: o[0]
    ISEL_LANE_TABLE,  // UW, the eight numbers of four bits that `number` is
    ISEL_OBJECT,      // `of`: its number, from 1, for mir_send.object
    ISEL_BUFFER,      // of the surface index `of`: likewise, mir_parts.buffer
    ISEL_ROOT,        // bytes `of` after the pointer `number`: likewise, mir_send.root
    ISEL_FACTS
};

struct isel_key {
    enum isel_fact fact;
    LLVMValueRef of;
    uint64_t number;
    enum eu_type type;
};

struct isel_known {
    struct isel_key key;
    struct mir_block *b; // where it was learned,
    uint32_t era;        // and when
    uint32_t block;      // the same in the cfg
    uint32_t before;     // another one of the same value
    struct mir_operand o[3];
    bool inv;
    struct mir_inst *inst;
    const struct mir_operand *list;
};

enum { ISEL_KEPT = 4 };

struct isel_knowledge {
    struct isel_known last[ISEL_FACTS][ISEL_KEPT]; // of facts of which only the last few are kept
    unsigned next[ISEL_FACTS];
    struct isel_known *all; // others
    uint32_t count, capacity;
    struct llvm_map newest; // by what it is of: index in `all`
};

struct isel_ctx;

// NULL: it is not known here. What is returned is good until the next isel_learn.
const struct isel_known *isel_known(const struct isel_ctx *x, struct isel_key key);
// To be filled in: key and place are.
struct isel_known *isel_learn(struct isel_ctx *x, struct isel_key key);

#endif

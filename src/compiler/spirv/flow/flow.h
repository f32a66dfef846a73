// Functions, blocks and control flow; source lines.
#ifndef KILN_COMPILER_SPIRV_FLOW_FLOW_H
#define KILN_COMPILER_SPIRV_FLOW_FLOW_H

#include "compiler/spirv/value/id.h"

// An edge to a loop's header that is never taken, so that the block stays in the loop
// (spirv/flow/converge.c).
struct spv_anchor {
    struct spv_anchor *next;
    struct spv_block *header;
};

struct spv_anchored { // such an edge of the current instance
    struct spv_anchored *next;
    LLVMBasicBlockRef from, to;
};

struct spv_block {
    uint32_t label;
    uint32_t first, end; // instructions: after OpLabel, one past the terminator
    bool reachable;
    bool heart; // header of a loop with subgroup operations
    struct spv_anchor *anchors;
    LLVMMetadataRef loop;   // of the current instance, what its OpLoopMerge requests, or NULL
    LLVMBasicBlockRef head; // of the current instance
    LLVMBasicBlockRef tail; // where its terminator went; NULL until emitted
};

struct spv_function {
    uint32_t id;
    const struct spv_type *type;
    uint32_t *params;
    uint32_t param_count;
    struct spv_block *blocks;
    uint32_t block_count;
    enum { SPV_FUNCTION_NEW, SPV_FUNCTION_OPEN, SPV_FUNCTION_DONE } state; // in spirv/flow/calls.c
    uint32_t size;                                                         // instructions, with its calls
    bool converges; // has subgroup operations, also by its calls
    bool anchored;  // spv_find_convergence has seen it
};

// A phi whose operands are filled in when the whole function instance is there.
struct spv_phi {
    struct spv_phi *next;
    const struct spv_inst *inst;
    const struct spv_value *value;
    LLVMBasicBlockRef bb;
};

// A function instance that is being emitted. Instances are not emitted by recursion: calls may be nested as
// deep as the module is long.
struct spv_call {
    struct spv_instance outer;
    const struct spv_inst *at; // the call; NULL for the entry point
    uint32_t line;             // its line
    uint32_t block, next;      // where to go on; next is 0 at the start of a block
    bool in_heart;             // the block's heart is still to be emitted
};

struct spv_return {
    struct spv_return *next;
    LLVMBasicBlockRef bb;
    const struct spv_value *value; // NULL: void
};

// ---- flow/line.c: source lines ----

// The line that OpLine or DebugLine sets, {NULL, 0} for OpNoLine; false if `i` is something else.
bool spv_line_of(const struct spv *c, const struct spv_inst *i, struct llvm_line *out);
// The line in force at an instruction, for messages; false if there is none.
bool spv_find_line(const struct spv *c, const struct spv_inst *at, struct llvm_line *out);
void spv_note_debug_source(struct spv *c, const struct spv_inst *i);
void spv_set_line(struct spv *c, uint32_t line);               // 0: none
void spv_follow_line(struct spv *c, const struct spv_inst *i); // as OpLine says, if `i` is one
// What a function begins with before its first line is that line's: without one its loads of built-ins would
// take the line of what uses them, and a breakpoint there would stop before there are variables.
void spv_prologue_line(struct spv *c, const struct spv_block *entry);

bool spv_is_debug_inst(const struct spv *c, const struct spv_inst *i, uint32_t op); // of DebugInfo.100
bool spv_debug_constant(const struct spv *c, uint32_t id, uint32_t *out); // its numbers are constants' ids

// ---- flow/debug.c ----

// What OpName does not name: variables of the module, and, when debugging, functions.
void spv_take_debug_names(struct spv *c);
// Nothing without a debugger:
void spv_debug_begin(struct spv *c);                            // an instance of a function has begun
void spv_debug_follow(struct spv *c, const struct spv_inst *i); // which has been emitted

// ---- flow/block.c ----

void spv_scan_functions(struct spv *c);
// Visits the labels that the terminator `i` names.
void spv_for_targets(struct spv *c, const struct spv_inst *i,
                     void (*visit)(struct spv *, void *, uint32_t label), void *data);
struct spv_block *spv_block_of(struct spv *c, const struct spv_function *f, uint32_t label);
// A branch on a constant of the module, most often a specialization constant, goes one way.
bool spv_constant_condition(struct spv *c, const struct spv_inst *i, bool *value);

// ---- flow/calls.c ----

// Sets the sizes of the functions that `entry` calls, and whether they have subgroup operations. Fails where
// there is recursion, or where they are too large when inlined.
void spv_follow_calls(struct spv *c, struct spv_function *entry);

// ---- flow/converge.c ----

bool spv_is_convergent(uint32_t op);                              // a subgroup operation
void spv_find_convergence(struct spv *c, struct spv_function *f); // sets its blocks' anchors and hearts
void spv_emit_heart(struct spv *c);
void spv_emit_anchors(struct spv *c, const struct spv_block *b);

// ---- flow/loop_control.c ----

// Hands on to LLVM what the loop's OpLoopMerge requests, where `terminator`, which ends `b`, goes back to its
// header.
void spv_mark_back_edges(struct spv *c, struct spv_block *b, const struct spv_inst *terminator);

// ---- flow/phi.c ----

// A phi for each scalar of the type, and its operands from a block that branches here `edges` times.
struct spv_value *spv_phi_tree(struct spv *c, const struct spv_type *t);
void spv_phi_add(struct spv *c, const struct spv_value *phi, const struct spv_value *v, LLVMBasicBlockRef bb,
                 unsigned edges);
void spv_fill_phi(struct spv *c, const struct spv_function *f, const struct spv_phi *p);

// ---- flow/function.c ----

// Begins an instance of a function; `at` is its call, NULL for the entry point.
void spv_begin_function(struct spv *c, struct spv_function *f, const struct spv_inst *at,
                        const struct spv_value **args);
void spv_end_function(struct spv *c); // whose blocks are all there

#endif

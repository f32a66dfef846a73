// What ids mean, the operands of an instruction, and its result.
#ifndef KILN_COMPILER_SPIRV_VALUE_ID_H
#define KILN_COMPILER_SPIRV_VALUE_ID_H

#include "compiler/spirv/value/value.h"

enum spv_id_kind {
    SPV_ID_NONE,
    SPV_ID_TYPE,
    SPV_ID_VALUE,
    SPV_ID_FUNCTION,
    SPV_ID_BLOCK,
    SPV_ID_EXT_SET,
    SPV_ID_OTHER, // strings, decoration groups: exists, cannot be used as a value
};

struct spv_decoration {
    struct spv_decoration *next; // of the same id
    uint32_t id;
    uint32_t member; // or SPV_NO_MEMBER
    uint32_t decoration;
    uint32_t count; // literals
    const uint32_t *literals;
};
struct spv_member_name {
    struct spv_member_name *next;
    uint32_t member;
    const char *name;
};
#define SPV_NO_MEMBER UINT32_MAX

struct spv_id {
    enum spv_id_kind kind;
    enum spv_set set;                     // SPV_ID_EXT_SET
    uint32_t debug_file;                  // id of a DebugSource's file name, or 0
    const char *string;                   // of OpString, else NULL
    const char *name;                     // of OpName, in the module's words
    struct spv_member_name *member_names; // when debugging
    uint32_t instance;                    // function instance that made the value; 0: module scope
    const struct spv_type *type;
    const struct spv_value *value;
    struct spv_function *function;
    struct spv_block *block;
    struct spv_decoration *decorations;
};

struct spv_id *spv_id(struct spv *c, uint32_t id);
const struct spv_type *spv_type(struct spv *c, uint32_t id);
const struct spv_type *spv_result_type(struct spv *c, const struct spv_inst *i);
const struct spv_value *spv_value(struct spv *c, uint32_t id); // by id
// LLVM folds arithmetic on constants with denormals and rounds to nearest, and drops multiplications by one.
// Where the module requires something else, float constants that are operands (spv_arg) are hidden from it.
LLVMValueRef spv_hide(struct spv *c, LLVMValueRef x);
const struct spv_value *spv_arg(struct spv *c, const struct spv_inst *i, uint32_t n); // by operand word
uint32_t spv_const_u32(struct spv *c, uint32_t id); // an integer constant's value
void spv_set(struct spv *c, const struct spv_inst *i, const struct spv_value *v);
// `d` becomes a decoration of its id: what says the same kind of the same member before it counts no more.
void spv_decorate(struct spv *c, struct spv_decoration *d);
// NULL: there is none. Takes the same time however many the id has.
const struct spv_decoration *spv_decoration(struct spv *c, uint32_t id, uint32_t member, uint32_t decoration);
void spv_define(struct spv *c, const struct spv_inst *i, enum spv_id_kind kind);

#endif

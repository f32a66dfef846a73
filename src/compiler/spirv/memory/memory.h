// Memory: variables, pointers, loads and stores.
#ifndef KILN_COMPILER_SPIRV_MEMORY_MEMORY_H
#define KILN_COMPILER_SPIRV_MEMORY_MEMORY_H

#include "compiler/spirv/value/id.h"

// A shared variable.
struct spv_shared {
    LLVMValueRef global;
    uint32_t offset;
    uint32_t zero;   // bytes to clear when the kernel starts
    uint32_t behind; // of so many bytes, whose offset is not known yet
};

// What the shader calls it: several may lie in one place.
struct spv_shared_name {
    const char *name;
    uint32_t index, size; // of struct spv_shared; bytes
};

// A load or store of a buffer that is known: the index + 1 of its (first) resource.
struct spv_access {
    LLVMValueRef inst;
    uint32_t object;
};

// ---- memory/memory.c ----

enum { SPV_COPY_LEAVES = 1024 }; // scalars; more are copied by loops

const struct spv_value *spv_load(struct spv *c, const struct spv_value *p, bool is_volatile);
void spv_store(struct spv *c, const struct spv_value *p, const struct spv_value *v, bool is_volatile);
// Of what `from` points to; through memory, where that is large and allowed.
void spv_copy(struct spv *c, const struct spv_value *to, const struct spv_value *from, bool is_volatile);
bool spv_is_memory(const struct spv_value *pointer); // neither a handle nor a table
// Of a scalar that is so many bytes after where the pointer points to, whatever that is.
const struct spv_value *spv_load_at(struct spv *c, const struct spv_value *p, LLVMValueRef bytes,
                                    const struct spv_type *t, bool is_volatile);
void spv_store_at(struct spv *c, const struct spv_value *p, LLVMValueRef bytes, const struct spv_value *v,
                  bool is_volatile);
LLVMTypeRef spv_offset_type(struct spv *c, const struct spv_value *p); // of offsets where it points
void spv_check_plain_pointer(struct spv *c,
                             const struct spv_value *p); // may be mixed with others in phis and selects
uint32_t spv_pointer_step(struct spv *c, const struct spv_value *p); // from one pointee to the next

// ---- memory/alias.c ----

void spv_note_access(struct spv *c, LLVMValueRef access, uint32_t object);
void spv_tell_buffers_apart(struct spv *c); // when all accesses are noted

// ---- memory/frame.c: variables that a debugger looks at ----

struct spv_debug_variable {
    const char *name;
    const struct spv_type *type;
    const struct spv_value *where; // a pointer; NULL: it is nowhere
    uint32_t id;                   // of one of the module; else 0, and:
    uint32_t instance;             // of its function
    uint32_t line;                 // where it is declared, if that is known
};

struct spv_debug_instance {          // of a function; numbers begin at 1
    uint32_t function, caller, line; // ids; the instance that called it, 0 for none; from where
};

struct spv_debug {
    uint32_t frame; // bytes of a lane
    struct spv_debug_variable *variables;
    uint32_t variable_count, variable_capacity;
    struct spv_debug_instance *instances;
    uint32_t instance_count, instance_capacity;
    const struct spv_inst **made_by; // by id
    bool declares;                   // the module says what is a variable: OpName does not
};

void spv_frame_create(struct spv *c);
// A place for a value of the type. NULL: no debugger, or such types have none, or there is no more room.
LLVMValueRef spv_frame_place(struct spv *c, const struct spv_type *t);
// There is this variable; `name` NULL: it has none, and it will not be asked for.
void spv_frame_note(struct spv *c, const char *name, const struct spv_type *t, const struct spv_value *where,
                    uint32_t id, uint32_t line);
// Stores a value in a place of its own, and returns that; NULL: as above.
const struct spv_value *spv_frame_keep(struct spv *c, const struct spv_value *v);
// Where in the frame a pointer points to; false: not there.
bool spv_frame_offset(const struct spv_value *pointer, uint32_t *out);

// ---- memory/pointer.c ----

bool spv_is_pointer_bitcast(struct spv *c, const struct spv_inst *i);
// Whether one value can be either pointer: the address is all that tells them apart.
bool spv_pointers_mix(const struct spv_value *p, const struct spv_value *q);
void spv_take_layout(struct spv_value *p, const struct spv_value *like);
const struct spv_value *spv_select_pointer(struct spv *c, LLVMValueRef cond, const struct spv_value *a,
                                           const struct spv_value *b);

// ---- memory/variable.c ----

// Module-scope variables that the instruction names get their storage, or the one of this id, if it is one.
void spv_place_variables(struct spv *c, const struct spv_inst *i);
void spv_place_variable(struct spv *c, uint32_t id);

// ---- memory/shared.c ----

void spv_shared_variable(struct spv *c, uint32_t id, struct spv_value *v);
LLVMValueRef spv_shared_lock(struct spv *c); // a dword of shared memory that is zero at first
void spv_place_shared_rest(struct spv *c);   // when all shared variables are known
// Aliased blocks of the entry point that have an initializer, although nothing names them: those over them
// show it.
void spv_place_cleared_blocks(struct spv *c);
void spv_clear_shared(struct spv *c); // once everything is emitted

// ---- memory/table.c ----

void spv_find_tables(struct spv *c);
const struct spv_value *spv_table_of(struct spv *c, uint32_t variable,
                                     const struct spv_type *pointee); // or NULL
// The variable's only content, whatever its size; NULL if it is written otherwise.
const struct spv_value *spv_table_constant(struct spv *c, uint32_t variable, const struct spv_type *pointee);
const struct spv_value *spv_table_element(struct spv *c, const struct spv_value *table, LLVMValueRef index);

// ---- memory/data.c ----

// Makes the variable a place in the constant data, if it is a large constant that is only read.
bool spv_data_variable(struct spv *c, uint32_t id, struct spv_value *v);

#endif

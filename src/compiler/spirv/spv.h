// SPIR-V to LLVM IR: what the spv_*.c files share.
//
// The translator walks the module once. Every SPIR-V value becomes a tree whose leaves are LLVM scalars:
// vectors, matrices, arrays and structs exist only here, so the LLVM IR is scalar code, as the EU runs it
// (one channel is one invocation), and composite instructions cost nothing. Functions are inlined as they are
// called: a call emits the callee's body again.
//
// Nothing here trusts the module. Every id, type and operand count is checked before LLVM sees it (its C API
// does not check), and an error leaves by longjmp from spv_fail.
#ifndef KILN_COMPILER_SPV_H
#define KILN_COMPILER_SPV_H

#include <setjmp.h>
#include <llvm-c/Core.h>
#include <spirv/unified1/spirv.h>
#include <spirv/unified1/GLSL.std.450.h>

#include "compiler/llvm/abi.h"
#include "compiler/llvm/intrinsics.h"
#include "compiler/llvm/shader.h"
#include "kiln/compiler.h"
#include "util/arena.h"

// Opcodes as the newest SPIR-V has them; Spv... names are the installed header's, which may lack some.
enum spv_opcode {
#define SPV_GRAMMAR(number, name, operands) SPV_##name = number,
#include "compiler/spirv/grammar.def"
};

enum { // of extensions
    SPV_CapabilityLongVectorEXT = 5425,
    SPV_CapabilityFloatControls2 = 6029,
    SPV_ExecutionModeQuadDerivativesKHR = 5088,
    SPV_ExecutionModeMaximallyReconvergesKHR = 6023,
    SPV_ExecutionModeFPFastMathDefault = 6028,
    SPV_FPFastMathModeAllowContract = 0x10000,
    SPV_FPEncodingBFloat16 = 0,
};

enum spv_kind {
    SPV_VOID,
    SPV_BOOL,
    SPV_INT,
    SPV_FLOAT,
    SPV_BRAIN, // a float of 16 bits, 8 of them exponent: stored and converted; an i16 to LLVM
    SPV_VECTOR,
    SPV_MATRIX, // `count` columns of `elem`
    SPV_ARRAY,
    SPV_RUNTIME_ARRAY,
    SPV_STRUCT,
    SPV_POINTER,
    SPV_FUNCTION,
    SPV_IMAGE,
    SPV_SAMPLER,
    SPV_SAMPLED_IMAGE, // `elem` is the image
};

struct spv_member {
    const struct spv_type *type;
    uint32_t offset;        // explicit layout, from Offset
    uint32_t natural;       // offset in our own layout
    uint32_t matrix_stride; // 0: none given
    bool row_major, has_offset, non_writable;
};

// OpTypeImage. `elem` of the type is the sampled type.
struct spv_image_type {
    SpvDim dim;
    SpvImageFormat format;
    bool depth, arrayed, ms, storage;
};

struct spv_type {
    enum spv_kind kind;
    uint32_t id;
    uint32_t bits; // SPV_INT, SPV_FLOAT
    bool is_signed;
    bool block, buffer_block;
    uint32_t count;              // components, columns, array length, members, parameters
    const struct spv_type *elem; // component, column, element, pointee, return type
    const struct spv_type **params;
    struct spv_member *members;
    uint32_t stride;  // ArrayStride, 0 if none
    uint32_t storage; // SPV_POINTER: SpvStorageClass
    struct spv_image_type image;
    // Our own layout, for private and shared variables: every leaf at a multiple of its size.
    uint32_t size, align;
    // How far recursion goes: nesting, types named on the way, scalars of a value (saturated).
    uint32_t depth, nodes, leaves;
};

enum { SPV_RESOURCE_KEYS = 1024 }; // hashes of set and binding

// A resource variable, and the binding-table entries it got.
struct spv_resource {
    uint32_t var_id;
    uint32_t next; // index + 1 of another one with the same key
    struct kiln_binding binding;
};

// What a pointer value needs beyond its address. Layout facts travel with the pointer because SPIR-V puts
// matrix strides on the struct member that holds the matrix.
struct spv_pointer {
    LLVMValueRef index;    // surfaces: the surface index (llvm/abi.h) if known
    uint32_t index_step;   // from one element of a descriptor array to the next
    bool pending;          // a module-scope variable that nothing has used yet
    uint32_t initializer;  // of a variable, 0 if none
    bool descriptor_array; // no address yet: an index must choose the descriptor; `index` is element 0's
    bool explicit_layout;  // Offset, ArrayStride... apply; else our own layout
    bool is_const;         // never written: loads are invariant
    bool is_volatile;
    bool is_data; // a variable that lies in the constant data (spirv/data.c), whatever its type says
    uint32_t matrix_stride; // pointee (or what contains it) is a matrix laid out so; 0: natural
    bool row_major;
    uint32_t array_stride;         // pointee is an element of an array with this stride; 0: not known
    const struct spv_value *table; // no memory: a constant that is only read (spirv/table.c)
    uint32_t comp_stride;          // pointee is a vector whose components are this far apart; 0: contiguous
};

// Images, samplers, and pointers to them (also to arrays of them): i32 indices of what the descriptors are.
struct spv_handle {
    LLVMValueRef surface, raw, sampler;            // NULL: has none
    uint32_t surface_step, raw_step, sampler_step; // from one element of an array to the next
    const struct kiln_ycbcr *ycbcr;                // a conversion, of an array any element's; or NULL
    uint32_t plane_step;                           // from one plane's surface to the next
    uint32_t chroma_step;         // from the first plane's sampler to that of the others: 0, the same
    uint32_t variable;            // whose conversion it is
    LLVMValueRef coord[3];        // OpImageTexelPointer
    const struct spv_type *image; // of the texel pointer
};

struct spv_value {
    const struct spv_type *type;
    LLVMValueRef v;                 // scalar, or the pointer's address
    const struct spv_value **elems; // composites: type->count of them
    struct spv_pointer *ptr;        // pointers
    const struct spv_handle *handle;
};

struct spv_inst {
    const uint32_t *words;
    uint32_t count; // words
    uint32_t index; // position in the module, for messages
    uint32_t type_id, result_id;
    uint16_t op;
    uint8_t literal_words; // OpSwitch: words of a literal
    bool ext_ignored;      // OpExtInst of a set that carries no semantics
};

// An edge to a loop's header that is never taken, so that the block stays in the loop (spirv/converge.c).
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
    enum { SPV_FUNCTION_NEW, SPV_FUNCTION_OPEN, SPV_FUNCTION_DONE } state; // in spirv/calls.c
    uint32_t size;                                                         // instructions, with its calls
    bool converges; // has subgroup operations, also by its calls
    bool anchored;  // spv_find_convergence has seen it
};

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
    struct spv_decoration *next;
    uint32_t member; // or SPV_NO_MEMBER
    uint32_t decoration;
    uint32_t count; // literals
    const uint32_t *literals;
};
#define SPV_NO_MEMBER UINT32_MAX

struct spv_id {
    enum spv_id_kind kind;
    bool debug_info;     // SPV_ID_EXT_SET: NonSemantic.Shader.DebugInfo.100
    uint32_t debug_file; // id of a DebugSource's file name, or 0
    const char *string;  // of OpString, else NULL
    uint32_t instance;   // function instance that made the value; 0: module scope
    const struct spv_type *type;
    const struct spv_value *value;
    struct spv_function *function;
    struct spv_block *block;
    struct spv_decoration *decorations;
};

// A phi whose operands are filled in when the whole function instance is there.
struct spv_phi {
    struct spv_phi *next;
    const struct spv_inst *inst;
    const struct spv_value *value;
    LLVMBasicBlockRef bb;
};

enum { SPV_ALL_FLOATS = 16 | 32 | 64 };

struct spv {
    struct arena *arena;
    const struct kiln_compile_options *options;
    jmp_buf fail;
    enum kiln_result result;
    char *message;
    size_t message_size;
    const struct spv_inst *at; // for messages

    struct spv_inst *insts;
    uint32_t inst_count, inst_capacity;
    const struct spv_inst *unresolved; // the first that names an id without a definition
    struct spv_id *ids;
    uint32_t bound;
    uint32_t version;

    struct spv_function *functions;
    uint32_t function_count;

    const struct spv_inst *entry_point;     // OpEntryPoint
    const struct spv_inst *local_size_mode; // its LocalSize or LocalSizeId
    uint32_t local_size[3];
    uint32_t workgroup_size_id; // constant decorated BuiltIn WorkgroupSize, 0 if none

    LLVMContextRef ctx;
    LLVMModuleRef module;
    LLVMValueRef kernel;
    LLVMBuilderRef b;               // where code goes: main_b, or entry_b while a variable is made
    LLVMBuilderRef main_b, entry_b; // entry_b: the kernel's entry block (variables, surfaces, built-ins)
    LLVMBasicBlockRef entry_end;
    LLVMTypeRef i1, i8, i16, i32, i64, f16, f32, f64, void_t;

    union { // the function instance that is being emitted
        struct {
            uint32_t instance;
            struct spv_function *function;
            struct spv_phi *phis;
            struct spv_return *returns;
            struct spv_anchored *anchored;
            LLVMBasicBlockRef return_bb;
            struct spv_call *call;
        };
        struct spv_instance {
            uint32_t instance;
            struct spv_function *function;
            struct spv_phi *phis;
            struct spv_return *returns;
            struct spv_anchored *anchored;
            LLVMBasicBlockRef return_bb;
            struct spv_call *call;
        } inst_state;
    };
    uint32_t instance_count, emitted;
    bool no_contraction; // of the instruction that is being emitted
    bool signed_zeros;   // likewise: -0 and +0 must be told apart (SPV_KHR_float_controls2 without NSZ)
    struct llvm_float_modes float_modes;
    uint32_t fast_math_type[4], fast_math_mode[4], fast_math_count; // FPFastMathDefault: ids
    bool long_vectors;                                              // more than four components may occur
    bool wide_atomics;                                              // of 64 bits may occur
    bool wide_images;                                               // with texels of 64 bits in one

    struct llvm_line *lines; // spirv/line.c
    uint32_t line_count, line_capacity;
    uint32_t line; // current one: index + 1, 0 if none
    LLVMMetadataRef line_scope;

    struct spv_resource *resources;
    uint32_t resource_of[SPV_RESOURCE_KEYS]; // index + 1 of the last one with this key
    uint32_t resource_count, resource_capacity, bti_count, handle_count, sampler_count;
    uint32_t far_handle_count, far_handle_bti; // of those that are not in the cross-thread data
    uint32_t shared_size, push_size;
    bool derivative_quads, derivative_linear; // which invocations are a quad
    LLVMValueRef local_index;                 // cached built-in
    bool subgroups_seen; // the kernel's results may depend on which invocations are a subgroup
    unsigned simd;       // spv_settle_width

    uint8_t *mentions;                 // by id (spirv/memory.c)
    const struct spv_inst *copy_store; // the load of what it stores was left to it, or NULL
    const struct spv_value *copy_from; // from here

    // By id: the variable that a pointer comes from, and the constant that is its only content
    // (spirv/table.c).
    uint32_t *table_root, *table_value;

    // Constant data (spirv/data.c).
    uint8_t *data;
    uint32_t data_size, data_capacity, data_bti; // KILN_NO_OFFSET: none
    uint32_t *data_place;                        // by id of a constant: its offset + 1; 0: it is not there

    uint32_t shared_count;
    bool shared_explicit; // shared variables are blocks
    LLVMValueRef shared_lock;
    uint32_t shared_lock_index;
    struct {
        LLVMValueRef global;
        uint32_t offset;
        uint32_t zero; // bytes to clear when the kernel starts
    } *shared;

    LLVMValueRef tbaa[6]; // one tag an address space
};

// ---- spirv/binary.c ----

// Fills c->insts from the module's words, which must outlive them.
void spv_read_binary(struct spv *c, const uint32_t *words, size_t count);
const char *spv_op_name(uint32_t opcode);

// ---- spirv/parse.c ----

// Translates one entry point into a new module of `ctx`. The module is the context's; nothing is left behind
// on failure.
enum kiln_result spv_to_llvm(struct arena *a, LLVMContextRef ctx, const uint32_t *words, size_t word_count,
                             const struct kiln_compile_options *options, struct llvm_shader *out,
                             char *message, size_t message_size);

_Noreturn void spv_fail(struct spv *c, enum kiln_result result, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#define spv_invalid(c, ...) spv_fail((c), KILN_ERROR_INVALID_MODULE, __VA_ARGS__)
#define spv_unsupported(c, ...) spv_fail((c), KILN_ERROR_UNSUPPORTED, __VA_ARGS__)
#define spv_check(c, cond, ...)                                                                              \
    do {                                                                                                     \
        if (!(cond))                                                                                         \
            spv_invalid((c), __VA_ARGS__);                                                                   \
    } while (0)

uint32_t spv_word(struct spv *c, const struct spv_inst *i, uint32_t n); // word n, or the module is invalid
struct spv_id *spv_id(struct spv *c, uint32_t id);
const struct spv_type *spv_type(struct spv *c, uint32_t id);
const struct spv_type *spv_result_type(struct spv *c, const struct spv_inst *i);
const struct spv_value *spv_value(struct spv *c, uint32_t id); // by id
// LLVM folds arithmetic on constants with denormals and rounds to nearest, and drops multiplications by one.
// Where the module wants something else, float constants that are operands (spv_arg) are hidden from it.
LLVMValueRef spv_hide(struct spv *c, LLVMValueRef x);
const struct spv_value *spv_arg(struct spv *c, const struct spv_inst *i, uint32_t n); // by operand word
uint32_t spv_const_u32(struct spv *c, uint32_t id); // an integer constant's value
void spv_set(struct spv *c, const struct spv_inst *i, const struct spv_value *v);
const struct spv_decoration *spv_decoration(struct spv *c, uint32_t id, uint32_t member, uint32_t decoration);
void spv_define(struct spv *c, const struct spv_inst *i, enum spv_id_kind kind);

// ---- spirv/type.c ----

bool spv_same_type(const struct spv_type *a, const struct spv_type *b);
bool spv_is_scalar(const struct spv_type *t);
bool spv_is_composite(const struct spv_type *t);
// Scalars and vectors: component type and count.
const struct spv_type *spv_component(const struct spv_type *t);
uint32_t spv_components(const struct spv_type *t);
const struct spv_type *spv_elem_type(const struct spv_type *t, uint32_t index); // of a composite
LLVMTypeRef spv_llvm_scalar(struct spv *c, const struct spv_type *t);
unsigned spv_address_space(struct spv *c, uint32_t storage);

// ---- spirv/const.c: constants, and values in general ----

struct spv_value *spv_new_value(struct spv *c, const struct spv_type *t); // elems allocated for composites
const struct spv_value *spv_scalar(struct spv *c, const struct spv_type *t, LLVMValueRef v);
const struct spv_value *spv_zero(struct spv *c, const struct spv_type *t);
bool spv_is_null(const struct spv_value *pointer);
const struct spv_value *spv_undef(struct spv *c, const struct spv_type *t);
LLVMValueRef spv_comp(const struct spv_value *v, uint32_t i); // component i of a vector, or the scalar itself
LLVMValueRef *spv_new_comps(struct spv *c, const struct spv_type *t); // room for the components
// A value of scalar or vector type from its components.
const struct spv_value *spv_from_comps(struct spv *c, const struct spv_type *t, const LLVMValueRef *comps);
bool spv_is_constant(const struct spv_value *v);
bool spv_is_zero(const struct spv_value *v); // a constant with no bit set
LLVMValueRef spv_i32(struct spv *c, uint32_t v);
LLVMValueRef spv_f32(struct spv *c, float v);
LLVMValueRef spv_fconst(struct spv *c, LLVMTypeRef t, double v);

// ---- spirv/memory.c ----

const struct spv_value *spv_load(struct spv *c, const struct spv_value *p, bool is_volatile);
void spv_store(struct spv *c, const struct spv_value *p, const struct spv_value *v, bool is_volatile);
void spv_tag(struct spv *c, LLVMValueRef inst,
             unsigned as); // type-based alias information: the address space
struct spv_pointer *spv_default_pointer(struct spv *c, const struct spv_type *t);
void spv_check_plain_pointer(struct spv *c,
                             const struct spv_value *p); // may be mixed with others in phis and selects
uint32_t spv_pointer_step(struct spv *c, const struct spv_value *p); // from one pointee to the next

// ---- spirv/variable.c ----

void spv_resolve_variable(struct spv *c, uint32_t id);
LLVMValueRef spv_alloca(struct spv *c, uint32_t size);
LLVMValueRef spv_shared_lock(struct spv *c); // a dword of shared memory that is zero at first
void spv_place_shared_lock(struct spv *c);   // when all shared variables are known
void spv_clear_shared(struct spv *c);        // once everything is emitted
uint32_t spv_explicit_size(struct spv *c, const struct spv_type *t, const struct spv_pointer *l);

// ---- spirv/pointer.c ----

bool spv_is_pointer_bitcast(struct spv *c, const struct spv_inst *i);
// Whether one value can be either pointer: the address is all that tells them apart.
bool spv_pointers_mix(const struct spv_value *p, const struct spv_value *q);
void spv_take_layout(struct spv_value *p, const struct spv_value *like);
const struct spv_value *spv_select_pointer(struct spv *c, LLVMValueRef cond, const struct spv_value *a,
                                           const struct spv_value *b);

// ---- spirv/group.c ----

// The fences that an atomic's memory semantics ask for before and after it.
void spv_release(struct spv *c, uint32_t semantics);
void spv_acquire(struct spv *c, uint32_t semantics);

// ---- spirv/image.c, spirv/image_format.c ----

enum {
    SPV_SAMPLE_PLAIN = 0,
    SPV_SAMPLE_DREF = 1,
    SPV_SAMPLE_PROJ = 2,
    SPV_SAMPLE_IMPLICIT = 4
}; // spirv/ops.def

bool spv_is_handle(const struct spv_type *t); // images, samplers, sampled images
void spv_image_variable(struct spv *c, uint32_t id, struct spv_value *v);
const struct spv_value *spv_image_load(struct spv *c, const struct spv_value *pointer);
void spv_image_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base);
// An atomic instruction on an image's texel: true if it was one.
bool spv_image_atomic(struct spv *c, const struct spv_inst *i);
// Reads of a storage format that typed reads do not convert: the raw texel to components.
uint32_t spv_image_channels(SpvImageFormat format);
// Of a type: are its texels one integer of 64 bits?
bool spv_image_is_wide(const struct spv_type *image); // 4 if unknown
// spirv/ycbcr.c: the conversion of an element of a resource variable, or of any; NULL if there is none. And
// the conversion of texels, as i32 components of each plane.
#define SPV_ANY_ELEMENT UINT32_MAX
const struct kiln_ycbcr *spv_ycbcr_of(struct spv *c, uint32_t id, uint32_t element);
void spv_ycbcr_convert(struct spv *c, const struct kiln_ycbcr *y, LLVMValueRef planes[3][4],
                       LLVMValueRef out[4]);
bool spv_image_format_raw(SpvImageFormat format);
// `which`: an enum kiln_raw_format, where the type does not name the format; else NULL.
void spv_image_unpack(struct spv *c, const struct spv_type *image, LLVMValueRef which,
                      const LLVMValueRef raw[4], LLVMValueRef out[4]);

// ---- spirv/resource.c: descriptors ----

// Finds a place for `count` descriptors (0: a run-time array) of the variable `id`: binding-table entries or
// a handle. Sets p->index and p->index_step.
void spv_assign_resource(struct spv *c, uint32_t id, uint32_t count, enum kiln_resource kind, bool written,
                         struct spv_pointer *p);
// The surface index (or sampler index or handle) of an element of a descriptor array.
LLVMValueRef spv_element_index(struct spv *c, const struct spv_pointer *p, LLVMValueRef element);
LLVMValueRef spv_surface(struct spv *c, LLVMValueRef index); // a buffer's start
void spv_resource_variable(struct spv *c, uint32_t id, struct spv_value *v);

// ---- spirv/table.c ----

void spv_find_tables(struct spv *c);
const struct spv_value *spv_table_of(struct spv *c, uint32_t variable,
                                     const struct spv_type *pointee); // or NULL
// The variable's only content, whatever its size; NULL if it is written otherwise.
const struct spv_value *spv_table_constant(struct spv *c, uint32_t variable, const struct spv_type *pointee);
const struct spv_value *spv_table_element(struct spv *c, const struct spv_value *table, LLVMValueRef index);

// ---- spirv/cf.c ----

void spv_scan_functions(struct spv *c);
// Emits the entry point, and in their places all functions that it calls.
void spv_emit_entry(struct spv *c, struct spv_function *f);
// Visits the labels that the terminator `i` names.
void spv_for_targets(struct spv *c, const struct spv_inst *i,
                     void (*visit)(struct spv *, void *, uint32_t label), void *data);

// ---- spirv/line.c: source lines ----

// The line that OpLine or DebugLine sets, {NULL, 0} for OpNoLine; false if `i` is something else.
bool spv_line_of(const struct spv *c, const struct spv_inst *i, struct llvm_line *out);
// The line in force at an instruction, for messages; false if there is none.
bool spv_find_line(const struct spv *c, const struct spv_inst *at, struct llvm_line *out);
void spv_note_debug_source(struct spv *c, const struct spv_inst *i);
void spv_set_line(struct spv *c, uint32_t line);               // 0: none
void spv_follow_line(struct spv *c, const struct spv_inst *i); // as OpLine says, if `i` is one

// ---- spirv/alu.c, spirv/matrix.c, spirv/glsl.c, spirv/math.c: arithmetic on LLVM scalars ----

LLVMValueRef spv_intrinsic(struct spv *c, const char *name, LLVMValueRef *args,
                           unsigned count); // llvm.NAME.<type of args[0]>
LLVMValueRef spv_call(struct spv *c, enum intrinsic id, LLVMValueRef *args, unsigned count); // of ours
LLVMValueRef spv_fop(struct spv *c,
                     LLVMValueRef v); // puts the fast-math flags of Vulkan on a float instruction
LLVMValueRef spv_fadd(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_fsub(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_fmul(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_fdiv(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_dot(struct spv *c, const struct spv_value *a, const struct spv_value *b);
// One component (or all arguments for operations on whole vectors) of a GLSL.std.450 instruction.
LLVMValueRef spv_math1(struct spv *c, uint32_t op, LLVMValueRef x);
LLVMValueRef spv_math2(struct spv *c, uint32_t op, LLVMValueRef x, LLVMValueRef y);
void spv_glsl(struct spv *c, const struct spv_inst *i, uint32_t op);

// ---- spirv/bfloat16.c: brain floats, as i16 ----

LLVMValueRef spv_bfloat16_to_f32(struct spv *c, LLVMValueRef v);
LLVMValueRef spv_bfloat16_from_float(struct spv *c, LLVMValueRef v, bool toward_zero);
LLVMValueRef spv_bfloat16_convert(struct spv *c, LLVMValueRef v, const struct spv_type *from,
                                  const struct spv_type *to, bool toward_zero);
const struct spv_value *spv_bfloat16_dot(struct spv *c, const struct spv_value *a, const struct spv_value *b);

// ---- spirv/group.c ----

void spv_shared_fence(struct spv *c);
void spv_group_barrier(struct spv *c, uint32_t fences); // of kiln.fence, then of the workgroup

// ---- spirv/atomic.c ----

// Where a 64-bit atomic on a buffer goes.
struct spv_wide_atomic {
    LLVMValueRef address;
    LLVMValueRef fits; // NULL: no question
    LLVMBasicBlockRef before, after;
};
struct spv_wide_atomic spv_wide_address(struct spv *c, const struct spv_value *buffer_pointer);
// The same of a texel that a pointer of OpImageTexelPointer points to.
struct spv_wide_atomic spv_texel_address(struct spv *c, const struct spv_handle *h);
// Around the access; the result is zero where it does not fit.
void spv_wide_begin(struct spv *c, struct spv_wide_atomic *w);
LLVMValueRef spv_wide_end(struct spv *c, struct spv_wide_atomic *w, LLVMValueRef result);
LLVMBasicBlockRef spv_new_block(struct spv *c);
// On 64 bits of shared memory. With `expected`, value is written only if that is what is there.
LLVMValueRef spv_locked_access(struct spv *c, LLVMValueRef address, LLVMAtomicRMWBinOp op, LLVMValueRef value,
                               LLVMValueRef expected);
// {what was there, whether that was what was expected}; on 32 or 64 bits of the space `as`.
LLVMValueRef spv_compare_exchange(struct spv *c, LLVMValueRef address, unsigned as, LLVMValueRef expected,
                                  LLVMValueRef value);
// What was there before, as bits; the value is a float, or 16 bits to exchange.
LLVMValueRef spv_update_loop(struct spv *c, LLVMValueRef address, unsigned as, LLVMAtomicRMWBinOp op,
                             LLVMValueRef value);

// ---- spirv/builtin.c ----

LLVMValueRef spv_local_index(struct spv *c);
const struct spv_value *spv_builtin(struct spv *c, const struct spv_type *t, uint32_t builtin);
LLVMValueRef spv_lane_id(struct spv *c); // SubgroupLocalInvocationId
LLVMValueRef spv_subgroup_size(struct spv *c);
// Once the kernel is there: the width that it must have, or 0 where any will do (options->simd_if_seen).
unsigned spv_settle_width(struct spv *c);

// ---- spirv/subgroup.c ----

// A call that depends on which lanes are active: neither merged, moved nor removed.
void spv_need_quads(struct spv *c);                                 // or the module is invalid
LLVMValueRef spv_derivative(struct spv *c, LLVMValueRef v, bool y); // coarse, of a float
LLVMValueRef spv_subgroup_call(struct spv *c, enum intrinsic id, LLVMValueRef *args, unsigned count);

// ---- spirv/calls.c ----

// Sets the sizes of the functions that `entry` calls, and whether they have subgroup operations. Fails where
// there is recursion, or where they are too large when inlined.
void spv_follow_calls(struct spv *c, struct spv_function *entry);

// ---- spirv/converge.c ----

bool spv_is_convergent(uint32_t op);                              // a subgroup operation
void spv_find_convergence(struct spv *c, struct spv_function *f); // sets its blocks' anchors and hearts
void spv_emit_heart(struct spv *c);
void spv_emit_anchors(struct spv *c, const struct spv_block *b);

// ---- spirv/data.c ----

// Makes the variable a place in the constant data, if it is a large constant that is only read.
bool spv_data_variable(struct spv *c, uint32_t id, struct spv_value *v);

// ---- the opcode table (spirv/ops.def) ----

struct spv_op;
typedef void (*spv_handler)(struct spv *c, const struct spv_inst *i, const struct spv_op *op);
struct spv_op {
    spv_handler handler;
    int cls; // what the operands must be: enum spv_class
    int arg; // an LLVM opcode or predicate, or whatever the handler wants
};

enum spv_class { SPV_ANY, SPV_INTS, SPV_FLOATS, SPV_BOOLS, SPV_MODULE, SPV_BOTH };

#define SPV_OP(name, fn, class, value) void fn(struct spv *, const struct spv_inst *, const struct spv_op *);
#include "compiler/spirv/ops.def"
#undef SPV_OP

const struct spv_op *spv_find_op(uint32_t opcode); // NULL: not handled

#endif

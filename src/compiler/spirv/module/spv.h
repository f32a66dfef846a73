// SPIR-V to LLVM IR: the module as it is read, and the state of its translation.
//
// The translator walks the module once. Every SPIR-V value becomes a tree whose leaves are LLVM scalars:
// vectors, matrices, arrays and structs exist only here, so the LLVM IR is scalar code, as the EU runs it
// (one channel is one invocation), and composite instructions cost nothing. Functions are inlined as they are
// called: a call emits the callee's body again.
//
// Nothing here trusts the module. Every id, type and operand count is checked before LLVM sees it (its C API
// does not check), and an error leaves by longjmp from spv_fail.
//
// The rooms above this one, bottom first: value (types, ids, values, constants), group (what a thread knows
// of its group and subgroup, barriers), descriptor, memory, image, atomic, math, flow (functions and control
// flow). Above them all are the table of opcodes (ops.c), which calls their handlers, and what walks the
// module by it.
#ifndef KILN_COMPILER_SPIRV_MODULE_SPV_H
#define KILN_COMPILER_SPIRV_MODULE_SPV_H

#include <setjmp.h>
#include <llvm-c/Core.h>
#include <spirv/unified1/spirv.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/shader.h"
#include "kiln/compiler.h"
#include "util/arena.h"

// Opcodes as the newest SPIR-V has them; Spv... names are the installed header's, which may lack some.
enum spv_opcode {
#define SPV_GRAMMAR(number, name, operands) SPV_##name = number,
#include "compiler/spirv/module/grammar.def"
};

enum { // of extensions
    SPV_CapabilityLongVectorEXT = 5425,
    SPV_ExecutionModeShader64BitIndexingEXT = 5427,
    SPV_BuiltInSamplerHeapEXT = 5122,
    SPV_BuiltInResourceHeapEXT = 5123,
    SPV_DecorationArrayStrideIdEXT = 5124,
    SPV_DecorationOffsetIdEXT = 5125,
    SPV_CapabilityFloatControls2 = 6029,
    SPV_ExecutionModeQuadDerivativesKHR = 5088,
    SPV_ExecutionModeMaximallyReconvergesKHR = 6023,
    SPV_ExecutionModeFPFastMathDefault = 6028,
    SPV_FPFastMathModeAllowContract = 0x10000,
    SPV_FPFastMathModeAllowReassoc = 0x20000,
    SPV_FPEncodingBFloat16 = 0,
    SPV_FPEncodingFloat8E4M3EXT = 4214,
    SPV_FPEncodingFloat8E5M2EXT = 4215,
    SPV_DecorationSaturatedToLargestFloat8NormalConversionEXT = 4216,
};

// Sets of extended instructions, by the name that OpExtInstImport gives.
enum spv_set { SPV_SET_UNKNOWN, SPV_SET_GLSL, SPV_SET_TRINARY, SPV_SET_SHADER_DEBUG, SPV_SET_IGNORED };
enum spv_set spv_find_set(const char *name); // module/binary.c

struct spv_inst {
    const uint32_t *words;
    uint32_t count; // words
    uint32_t index; // position in the module, for messages
    uint32_t type_id, result_id;
    uint16_t op;
    uint8_t literal_words;  // OpSwitch: words of a literal
    bool ext_ignored;       // OpExtInst of a set that carries no semantics
    uint32_t variable_uses; // index + 1 of the first in c->variable_uses; 0: names no variable of the module
};

// Lanes of a kernel with cooperative matrices that may have any number: math/cooperative.c says why.
enum { SPV_COOPERATIVE_WIDTH = 8, SPV_SYSTOLIC_WIDTH = 16 };
enum { SPV_ALL_FLOATS = 16 | 32 | 64 };
enum { SPV_LAST_USE = 1 << 30 };
enum { SPV_RESOURCE_KEYS = 1024 }; // hashes of set and binding

// The function instance that is being emitted.
struct spv_instance {
    uint32_t number; // 0: module scope
    struct spv_function *function;
    struct spv_phi *phis;
    struct spv_return *returns;
    struct spv_anchored *anchored;
    LLVMBasicBlockRef return_bb;
    struct spv_call *call;
};

struct spv {
    struct arena *arena;
    const struct kiln_compile_options *options;
    jmp_buf fail;
    enum kiln_result result;
    char error[512];           // if the result is none
    const struct spv_inst *at; // for messages

    struct spv_inst *insts;
    uint32_t inst_count, inst_capacity;
    uint32_t *variable_uses; // ids, in an instruction's order; the last one of it with SPV_LAST_USE
    uint32_t variable_use_count;
    const struct spv_inst *unresolved; // the first that names an id without a definition
    struct spv_id *ids;
    const uint32_t *words; // the module, in the host's order of bytes
    size_t word_count;
    struct spv_decoration **decorations; // hashed by id, member and kind (value/id.c)
    uint32_t decoration_count, decoration_capacity;
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

    struct spv_instance now;
    uint32_t instance_count, emitted;
    bool no_contraction;   // of the instruction that is being emitted
    bool no_reassociation; // likewise
    bool signed_zeros;     // likewise: -0 and +0 must be distinguished (SPV_KHR_float_controls2 without NSZ)
    struct llvm_float_modes float_modes;
    uint32_t fast_math_type[4], fast_math_mode[4], fast_math_count; // FPFastMathDefault: ids
    bool long_vectors;                                              // more than four components may occur
    bool wide_atomics;                                              // of 64 bits may occur
    bool wide_images;                                               // with texels of 64 bits in one
    bool wide_buffers; // storage buffers may have any size: SPV_EXT_shader_64bit_indexing
    bool reads_states; // of surfaces, where the driver has them

    struct llvm_line *lines; // spirv/flow/line.c
    uint32_t line_count, line_capacity;
    uint32_t line; // current one: index + 1, 0 if none
    LLVMMetadataRef line_scope;
    struct spv_debug *debug; // spirv/memory/frame.c; NULL: no debugger

    struct spv_resource *resources;
    uint32_t resource_of[SPV_RESOURCE_KEYS]; // index + 1 of the last one with this key
    uint32_t mapped_count;                   // of them, that are not the driver's
    uint32_t resource_count, resource_capacity, bti_count, handle_count, sampler_count;
    uint32_t far_handle_count, far_handle_bti; // of those that are not in the cross-thread data
    struct spv_access *accesses;
    uint32_t access_count, access_capacity;
    uint32_t shared_size, push_size;
    bool derivative_quads, derivative_linear; // which invocations are a quad
    LLVMValueRef local_index;                 // cached built-in
    bool subgroups_seen; // the kernel's results may depend on which invocations are a subgroup
    unsigned simd;       // spv_settle_width
    unsigned
        cooperative_width; // the width that the module's cooperative matrices are cut for; 0: it has none

    uint8_t *mentions;                 // by id (spirv/memory/memory.c)
    const struct spv_inst *copy_store; // the load of what it stores was left to it, or NULL
    const struct spv_value *copy_from; // from here

    // By id: the variable that a pointer comes from, and the constant that is its only content
    // (spirv/memory/table.c).
    uint32_t *table_root, *table_value;

    // Constant data (spirv/memory/data.c).
    uint8_t *data;
    uint32_t data_size, data_capacity, data_bti; // KILN_NO_OFFSET: none
    uint32_t *data_place;                        // by id of a constant: its offset + 1; 0: it is not there

    uint32_t shared_count, shared_capacity;
    bool shared_explicit; // shared variables are blocks
    LLVMValueRef shared_lock;
    uint32_t shared_aliased; // one more than the index of the blocks that lie over each other; 0: none
    struct spv_shared *shared;
    struct spv_shared_name *shared_names;
    uint32_t shared_name_count;

    LLVMValueRef tbaa[7]; // one tag an address space
};

// ---- module/error.c ----

_Noreturn void spv_fail(struct spv *c, enum kiln_result result, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#define spv_invalid(c, ...) spv_fail((c), KILN_ERROR_INVALID_MODULE, __VA_ARGS__)
#define spv_unsupported(c, ...) spv_fail((c), KILN_ERROR_UNSUPPORTED, __VA_ARGS__)
#define spv_check(c, cond, ...)                                                                              \
    do {                                                                                                     \
        if (!(cond))                                                                                         \
            spv_invalid((c), __VA_ARGS__);                                                                   \
    } while (0)

// ---- module/binary.c ----

enum { SPV_HEADER_WORDS = 5 };

// Fills c->insts from the module's words, which must outlive them.
void spv_read_binary(struct spv *c, const uint32_t *words, size_t count);
const char *spv_op_name(uint32_t opcode);
uint32_t spv_word(struct spv *c, const struct spv_inst *i, uint32_t n); // word n, or the module is invalid

// ---- module/validate.c ----

// Asks SPIRV-Tools' validator; fails where the module breaks a rule.
void spv_validate(struct spv *c, const uint32_t *words, size_t count);

#endif

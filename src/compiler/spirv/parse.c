// The module as a whole: taken apart into an array of instructions (spirv/binary.c), module-scope
// instructions in order, then the entry point's function. Ends with a module that LLVM's verifier accepts, or
// an error.
#include <stdio.h>
#include <string.h>
#include <spirv-tools/libspirv.h>
#include <llvm-c/Analysis.h>

#include "compiler/spirv/spv.h"

void spv_fail(struct spv *c, enum kiln_result result, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    if (c->message && c->message_size) {
        struct llvm_line l;
        if (c->at && spv_find_line(c, c->at, &l))
            snprintf(c->message, c->message_size, "instruction %u (%s:%u): %s: %s", c->at->index, l.file,
                     l.line, spv_op_name(c->at->op), text);
        else if (c->at)
            snprintf(c->message, c->message_size, "instruction %u: %s: %s", c->at->index,
                     spv_op_name(c->at->op), text);
        else
            snprintf(c->message, c->message_size, "%s", text);
    }
    c->result = result;
    longjmp(c->fail, 1);
}

uint32_t spv_word(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    spv_check(c, n < i->count, "operand %u is missing", n);
    return i->words[n];
}

struct spv_id *spv_id(struct spv *c, uint32_t id)
{
    spv_check(c, id > 0 && id < c->bound, "id %u is out of bounds", id);
    return &c->ids[id];
}

const struct spv_type *spv_type(struct spv *c, uint32_t id)
{
    struct spv_id *d = spv_id(c, id);
    spv_check(c, d->kind == SPV_ID_TYPE, "%%%u is not a type", id);
    return d->type;
}

const struct spv_type *spv_result_type(struct spv *c, const struct spv_inst *i)
{
    const struct spv_type *t = spv_type(c, i->type_id);
    spv_check(c, t->kind != SPV_POINTER || t->elem, "the pointer type %%%u is only declared", t->id);
    return t;
}

const struct spv_value *spv_value(struct spv *c, uint32_t id)
{
    struct spv_id *d = spv_id(c, id);
    spv_check(c, d->kind == SPV_ID_VALUE, "%%%u is not a value that is defined here", id);
    spv_check(c, d->instance == 0 || d->instance == c->instance, "%%%u is used before it is defined", id);
    if (d->value->ptr && d->value->ptr->pending)
        spv_resolve_variable(c, id);
    return d->value;
}

LLVMValueRef spv_hide(struct spv *c, LLVMValueRef x)
{
    if (!LLVMIsAConstantFP(x) || !(c->float_modes.flush || c->float_modes.rtz))
        return x;
    LLVMBuilderRef saved = c->b;
    c->b = c->entry_b;
    x = spv_call(c, INTRINSIC_OPAQUE, &x, 1);
    c->b = saved;
    return x;
}

static const struct spv_value *hidden(struct spv *c, const struct spv_value *v)
{
    const struct spv_type *e = v->type->kind == SPV_MATRIX ? v->type->elem->elem : spv_component(v->type);
    if (e->kind != SPV_FLOAT)
        return v;
    if (v->type->kind == SPV_VECTOR || v->type->kind == SPV_MATRIX) {
        struct spv_value *all = spv_new_value(c, v->type);
        for (uint32_t n = 0; n < v->type->count; n++)
            all->elems[n] = hidden(c, v->elems[n]);
        return all;
    }
    return LLVMIsAConstantFP(v->v) ? spv_scalar(c, v->type, spv_hide(c, v->v)) : v;
}

const struct spv_value *spv_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_value(c, spv_word(c, i, n));
    bool folds = c->instance && (c->float_modes.flush || c->float_modes.rtz);
    return folds ? hidden(c, v) : v;
}

uint32_t spv_const_u32(struct spv *c, uint32_t id)
{
    const struct spv_value *v = spv_value(c, id);
    spv_check(c, v->type->kind == SPV_INT && v->type->bits <= 64 && LLVMIsAConstantInt(v->v),
              "%%%u is not an integer constant", id);
    unsigned long long n = LLVMConstIntGetZExtValue(v->v);
    spv_check(c, n <= UINT32_MAX, "the constant %%%u is too large", id);
    return (uint32_t)n;
}

// An id gets its meaning once; inside functions again for each instance of the function.
void spv_define(struct spv *c, const struct spv_inst *i, enum spv_id_kind kind)
{
    struct spv_id *d = spv_id(c, i->result_id);
    spv_check(c, d->kind == SPV_ID_NONE || (d->kind == kind && d->instance && d->instance != c->instance),
              "%%%u is defined twice", i->result_id);
    d->kind = kind;
    d->instance = c->instance;
}

void spv_set(struct spv *c, const struct spv_inst *i, const struct spv_value *v)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check(c, spv_same_type(t, v->type), "the operands do not make a value of the result type");
    if (v->type != t) { // keep the declared type: it carries signedness and layout
        struct spv_value *n = arena_new(c->arena, struct spv_value);
        *n = *v;
        n->type = t;
        v = n;
    }
    spv_define(c, i, SPV_ID_VALUE);
    c->ids[i->result_id].value = v;
}

const struct spv_decoration *spv_decoration(struct spv *c, uint32_t id, uint32_t member, uint32_t decoration)
{
    for (struct spv_decoration *d = spv_id(c, id)->decorations; d; d = d->next)
        if (d->member == member && d->decoration == decoration)
            return d;
    return NULL;
}

// ---- module-scope instructions ----

void spv_op_ignore(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
}

static void decorate(struct spv *c, uint32_t target, uint32_t member, uint32_t decoration, uint32_t count,
                     const uint32_t *literals)
{
    struct spv_id *id = spv_id(c, target);
    struct spv_decoration *d = arena_new(c->arena, struct spv_decoration);
    *d = (struct spv_decoration){id->decorations, member, decoration, count, literals};
    id->decorations = d;
    if (decoration == SpvDecorationBuiltIn && member == SPV_NO_MEMBER && count &&
        literals[0] == SpvBuiltInWorkgroupSize)
        c->workgroup_size_id = target;
}

void spv_op_decorate(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    bool member = op->arg;
    uint32_t n = member ? 3 : 2;
    decorate(c, spv_word(c, i, 1), member ? spv_word(c, i, 2) : SPV_NO_MEMBER, spv_word(c, i, n),
             i->count - n - 1, i->words + n + 1);
}

void spv_op_group_decorate(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    struct spv_decoration *group = spv_id(c, spv_word(c, i, 1))->decorations;
    uint32_t step = op->arg ? 2 : 1;
    for (uint32_t n = 2; n + step <= i->count; n += step)
        for (struct spv_decoration *d = group; d; d = d->next) {
            spv_check(c, i->words[n] != i->words[1], "a decoration group decorates itself");
            decorate(c, i->words[n], op->arg ? i->words[n + 1] : d->member, d->decoration, d->count,
                     d->literals);
        }
}

static const struct {
    uint32_t id;
    const char *name;
    bool supported;
} capabilities[] = {
#define YES(number, name) {number, #name, true},
#define NO(number, name) {number, #name, false},
#include "compiler/spirv/caps.def"
};

void spv_op_capability(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    uint32_t id = spv_word(c, i, 1);
    for (unsigned k = 0; k < sizeof(capabilities) / sizeof(capabilities[0]); k++)
        if (capabilities[k].id == id) {
            // It says of each instruction what may be assumed of zeros, infinities and NaNs: nothing is.
            if (id == SPV_CapabilityFloatControls2)
                c->float_modes.zero_inf_nan = 16 | 32 | 64;
            c->wide_atomics |= id == SpvCapabilityInt64Atomics || id == SpvCapabilityAtomicFloat64AddEXT ||
                               id == SpvCapabilityAtomicFloat64MinMaxEXT;
            c->wide_images |= id == SpvCapabilityInt64ImageEXT;
            c->long_vectors |= id == SPV_CapabilityLongVectorEXT;
            if (!capabilities[k].supported)
                spv_unsupported(c, "the capability %s is not supported", capabilities[k].name);
            return;
        }
    spv_unsupported(c, "SPIR-V had no capability %u in 2026", id);
}

void spv_op_memory_model(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_word(c, i, 1) != SpvAddressingModelLogical &&
        i->words[1] != SpvAddressingModelPhysicalStorageBuffer64)
        spv_unsupported(c, "addressing model %u is not supported", i->words[1]);
    uint32_t model = spv_word(c, i, 2);
    if (model != SpvMemoryModelGLSL450 && model != SpvMemoryModelVulkan && model != SpvMemoryModelSimple)
        spv_unsupported(c, "memory model %u is not supported", model);
}

// The string that starts at word n, (spirv/binary.c has checked that it ends, except behind a decoration's or
// a mode's word).
static const char *literal_string(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    spv_word(c, i, n);
    return arena_strndup(c->arena, (const char *)(i->words + n),
                         strnlen((const char *)(i->words + n), (i->count - n) * 4));
}

void spv_op_string(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const char *text = literal_string(c, i, 2);
    spv_define(c, i, SPV_ID_OTHER);
    c->ids[i->result_id].string = text;
}

void spv_op_decoration_group(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_define(c, i, SPV_ID_OTHER);
}

void spv_op_entry_point(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const char *want = c->options->entry_point ? c->options->entry_point : "main";
    if (spv_word(c, i, 1) == SpvExecutionModelGLCompute && !strcmp(literal_string(c, i, 3), want)) {
        spv_check(c, !c->entry_point, "the entry point '%s' is defined twice", want);
        c->entry_point = i;
    }
}

static void float_mode(struct spv *c, const struct spv_inst *i, uint8_t *widths)
{
    uint32_t bits = spv_word(c, i, 3);
    spv_check(c, bits == 16 || bits == 32 || bits == 64, "there are no floats of %u bits", bits);
    *widths |= (uint8_t)bits;
}

// What may be done to the instructions of a float type that are not decorated with FPFastMathMode. The mode
// is a constant that comes later, as is the type.
static void fast_math_default(struct spv *c, const struct spv_inst *i)
{
    spv_check(c, c->fast_math_count < 4, "more than four defaults for the floats of three widths");
    c->fast_math_type[c->fast_math_count] = spv_word(c, i, 3);
    c->fast_math_mode[c->fast_math_count++] = spv_word(c, i, 4);
    c->float_modes.zero_inf_nan = SPV_ALL_FLOATS;
}

void spv_op_execution_mode(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (!c->entry_point || spv_word(c, i, 1) != c->entry_point->words[2])
        return;
    switch (spv_word(c, i, 2)) {
    case SpvExecutionModeLocalSize:
        for (unsigned k = 0; k < 3; k++)
            c->local_size[k] = spv_word(c, i, 3 + k);
        c->local_size_mode = i;
        return;
    case SpvExecutionModeLocalSizeId:
        c->local_size_mode = i;
        return;
    case SpvExecutionModeDenormPreserve:
        float_mode(c, i, &c->float_modes.preserve);
        return;
    case SpvExecutionModeDenormFlushToZero:
        float_mode(c, i, &c->float_modes.flush);
        return;
    case SpvExecutionModeRoundingModeRTE:
        float_mode(c, i, &c->float_modes.rte);
        return;
    case SpvExecutionModeRoundingModeRTZ:
        float_mode(c, i, &c->float_modes.rtz);
        return;
    case SpvExecutionModeDerivativeGroupQuadsNV:
        c->derivative_quads = true;
        return;
    case SpvExecutionModeDerivativeGroupLinearNV:
        c->derivative_linear = true;
        return;
    case SpvExecutionModeSignedZeroInfNanPreserve:
        float_mode(c, i, &c->float_modes.zero_inf_nan);
        return;
    case SpvExecutionModeSubgroupUniformControlFlowKHR: // always so
    case SPV_ExecutionModeMaximallyReconvergesKHR:      // so too
    case SPV_ExecutionModeQuadDerivativesKHR:           // what is a quad follows from the derivative group
    case SpvExecutionModeLocalSizeHint:
        return;
    case SPV_ExecutionModeFPFastMathDefault:
        fast_math_default(c, i);
        return;
    default:
        spv_unsupported(c, "execution mode %u is not supported", i->words[2]);
    }
}

// OpenCL.DebugInfo.100 is what dxc -fspv-debug=rich writes.
static bool is_known_set(const char *name)
{
    return !strcmp(name, "GLSL.std.450") || !strncmp(name, "NonSemantic.", 12) ||
           !strcmp(name, "OpenCL.DebugInfo.100");
}

void spv_op_ext_import(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const char *name = literal_string(c, i, 2);
    if (!is_known_set(name))
        spv_unsupported(c, "the instruction set '%s' is not supported", name);
    spv_define(c, i, SPV_ID_EXT_SET);
    c->ids[i->result_id].debug_info = strcmp(name, "NonSemantic.Shader.DebugInfo.100") == 0;
}

void spv_op_ext_inst(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    struct spv_id *set = spv_id(c, spv_word(c, i, 3));
    spv_check(c, set->kind == SPV_ID_EXT_SET, "%%%u is not an instruction set", i->words[3]);
    if (i->ext_ignored) {
        spv_define(c, i, SPV_ID_OTHER);
        spv_note_debug_source(c, i);
        return;
    }
    spv_check(c, i->op == SpvOpExtInst, "forward references in an instruction with a meaning");
    spv_check(c, c->instance, "an extended instruction outside a function");
    spv_glsl(c, i, spv_word(c, i, 4));
}

// ---- the table ----

const struct spv_op *spv_find_op(uint32_t opcode)
{
    static const struct spv_op table[] = {
#define SPV_OP(name, fn, class, value) [SPV_##name] = {fn, class, (int)value},
#include "compiler/spirv/ops.def"
#undef SPV_OP
    };
    if (opcode >= sizeof(table) / sizeof(table[0]) || !table[opcode].handler)
        return NULL;
    return &table[opcode];
}

// ---- validation ----

// The validator's rules follow the version that the module claims.
static spv_target_env environment(const uint32_t *words, size_t count)
{
    uint32_t version = count > 1 ? words[1] >> 8 & 0xff : 0;
    return version <= 3   ? SPV_ENV_VULKAN_1_1
           : version == 4 ? SPV_ENV_VULKAN_1_1_SPIRV_1_4
           : version == 5 ? SPV_ENV_VULKAN_1_2
                          : SPV_ENV_VULKAN_1_3;
}

// What the driver has a feature for is valid, whether or not this device has it enabled.
static spv_validator_options validator_options(void)
{
    spv_validator_options o = spvValidatorOptionsCreate();
    if (!o)
        return NULL;
    spvValidatorOptionsSetRelaxBlockLayout(o, true);
    spvValidatorOptionsSetUniformBufferStandardLayout(o, true);
    spvValidatorOptionsSetScalarBlockLayout(o, true);
    spvValidatorOptionsSetWorkgroupScalarBlockLayout(o, true);
    spvValidatorOptionsSetAllowLocalSizeId(o, true);
    return o;
}

// Is what the validator says a rule that an extension newer than it lifts?
static bool lifted(const char *text)
{
    static const char *const rules[] = {
        "VUID-StandaloneSpirv-Offset-04663", // VK_KHR_maintenance8
        // VK_EXT_shader_uniform_buffer_unsized_array
        "OpTypeRuntimeArray must be decorated with BufferBlock if it has storage class Uniform",
    };
    for (unsigned i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        if (strstr(text, rules[i]))
            return true;
    return false;
}

// The instruction that the validator means. It counts them from 1, and has none for what it misses at the
// module's end. NULL: the module as a whole.
static const struct spv_inst *accused(const struct spv *c, spv_diagnostic diag)
{
    if (!diag)
        return NULL;
    if (diag->position.index > 0 && diag->position.index <= c->inst_count)
        return &c->insts[diag->position.index - 1];
    if (strstr(diag->error, "forward referenced"))
        return c->unresolved;
    return strstr(diag->error, "Missing OpFunctionEnd") ? &c->insts[c->inst_count - 1] : NULL;
}

// The rules that need the whole module, by SPIRV-Tools' validator. It may be older than the extensions that a
// module uses: then its parser stops at the first, and it has no say. It ends at the
// first broken rule, too: behind one that is lifted nothing is checked.
static void validate(struct spv *c, const uint32_t *words, size_t count)
{
    spv_context tools = spvContextCreate(environment(words, count));
    spv_validator_options options = validator_options();
    if (!tools || !options)
        spv_unsupported(c, "SPIRV-Tools has no context");
    char text[512] = "";
    if (spvBinaryParse(tools, NULL, words, count, NULL, NULL, NULL) == SPV_SUCCESS) {
        spv_diagnostic diag = NULL;
        spv_const_binary_t bin = {words, count};
        if (spvValidateWithOptions(tools, options, &bin, &diag) != SPV_SUCCESS)
            snprintf(text, sizeof(text), "%s", diag && diag->error ? diag->error : "limits exceeded");
        c->at = accused(c, diag);
        spvDiagnosticDestroy(diag);
    }
    spvValidatorOptionsDestroy(options);
    spvContextDestroy(tools);
    spv_check(c, !text[0] || lifted(text), "invalid SPIR-V: %s", text);
    c->at = NULL;
}

// ---- the LLVM module around the kernel ----

static LLVMAttributeRef attribute(struct spv *c, const char *name, uint64_t value)
{
    return LLVMCreateEnumAttribute(c->ctx, LLVMGetEnumAttributeKindForName(name, strlen(name)), value);
}

static void create_module(struct spv *c)
{
    c->i1 = LLVMInt1TypeInContext(c->ctx);
    c->i8 = LLVMInt8TypeInContext(c->ctx);
    c->i16 = LLVMInt16TypeInContext(c->ctx);
    c->i32 = LLVMInt32TypeInContext(c->ctx);
    c->i64 = LLVMInt64TypeInContext(c->ctx);
    c->f16 = LLVMHalfTypeInContext(c->ctx);
    c->f32 = LLVMFloatTypeInContext(c->ctx);
    c->f64 = LLVMDoubleTypeInContext(c->ctx);
    c->void_t = LLVMVoidTypeInContext(c->ctx);
    c->module = LLVMModuleCreateWithNameInContext("kiln", c->ctx);
    LLVMSetDataLayout(c->module, KILN_DATA_LAYOUT);
    c->kernel = LLVMAddFunction(c->module, "kernel", LLVMFunctionType(c->void_t, NULL, 0, false));
    LLVMAddAttributeAtIndex(c->kernel, LLVMAttributeFunctionIndex, attribute(c, "nounwind", 0));
    LLVMAddAttributeAtIndex(c->kernel, LLVMAttributeFunctionIndex, attribute(c, "convergent", 0));
    // No libm, no memset: LLVM must not make calls of its own.
    LLVMAddAttributeAtIndex(c->kernel, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(c->ctx, "no-builtins", 11, "", 0));
    // Aliasing: the address spaces do not overlap, except that private ones are told apart by LLVM itself.
    LLVMMetadataRef name = LLVMMDStringInContext2(c->ctx, "kiln", 4);
    LLVMMetadataRef root = LLVMMDNodeInContext2(c->ctx, &name, 1);
    static const char *const spaces[] = {"private", "global", "surface", "shared", "push", "const"};
    LLVMMetadataRef zero = LLVMValueAsMetadata(LLVMConstInt(c->i64, 0, false));
    for (unsigned k = 0; k < 6; k++) {
        // Physical addresses can reach what surfaces show: the surface's type is under the global one.
        LLVMMetadataRef global[] = {LLVMMDStringInContext2(c->ctx, "global", 6), root, zero};
        LLVMMetadataRef parent = k == KILN_AS_SURFACE ? LLVMMDNodeInContext2(c->ctx, global, 3) : root;
        LLVMMetadataRef t[] = {LLVMMDStringInContext2(c->ctx, spaces[k], strlen(spaces[k])), parent, zero};
        LLVMMetadataRef node = LLVMMDNodeInContext2(c->ctx, t, 3);
        LLVMMetadataRef access[] = {node, node, zero};
        c->tbaa[k] = LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, access, 3));
    }

    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "entry");
    LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "body");
    c->b = c->main_b = LLVMCreateBuilderInContext(c->ctx);
    c->entry_b = LLVMCreateBuilderInContext(c->ctx);
    LLVMPositionBuilderAtEnd(c->entry_b, entry);
    LLVMValueRef br = LLVMBuildBr(c->entry_b, body);
    LLVMPositionBuilderBefore(c->entry_b, br);
    LLVMPositionBuilderBefore(c->b,
                              br); // module-scope constants fold; what does not lands in the entry block
    c->entry_end = body;
}

static void module_scope(struct spv *c)
{
    bool in_function = false;
    for (uint32_t n = 0; n < c->inst_count; n++) {
        const struct spv_inst *i = &c->insts[n];
        c->at = i;
        if (i->op == SpvOpFunction)
            in_function = true;
        if (!in_function) {
            const struct spv_op *op = spv_find_op(i->op);
            if (!op)
                spv_unsupported(c, "this instruction is not supported");
            spv_check(c, op->cls == SPV_MODULE || op->cls == SPV_BOTH, "not allowed outside a function");
            op->handler(c, i, op);
        }
        if (i->op == SpvOpFunctionEnd)
            in_function = false;
    }
    for (uint32_t n = 0; n < c->inst_count; n++) {
        c->at = &c->insts[n];
        if (c->at->op == SpvOpTypeForwardPointer)
            spv_check(c, spv_type(c, c->at->words[1])->elem, "the pointer type %%%u is only declared",
                      c->at->words[1]);
    }
    c->at = NULL;
}

// The instruction whose result an id is, for messages. NULL: there is none.
static const struct spv_inst *definition(struct spv *c, uint32_t id)
{
    for (uint32_t n = 0; n < c->inst_count; n++)
        if (c->insts[n].result_id == id)
            return &c->insts[n];
    return NULL;
}

static void resolve_local_size(struct spv *c)
{
    c->at = c->local_size_mode ? c->local_size_mode : c->entry_point;
    if (c->local_size_mode && c->local_size_mode->words[2] == SpvExecutionModeLocalSizeId)
        for (unsigned k = 0; k < 3; k++)
            c->local_size[k] = spv_const_u32(c, spv_word(c, c->local_size_mode, 3 + k));
    if (c->workgroup_size_id) { // overrides the execution mode
        const struct spv_inst *size = definition(c, c->workgroup_size_id);
        c->at = size ? size : c->at;
        const struct spv_value *v = spv_value(c, c->workgroup_size_id);
        spv_check(c, v->type->kind == SPV_VECTOR && v->type->count == 3 && v->type->elem->kind == SPV_INT,
                  "WorkgroupSize is not a vector of three integers");
        for (unsigned k = 0; k < 3; k++) {
            LLVMValueRef n = v->elems[k]->v;
            spv_check(c, n && LLVMIsAConstantInt(n), "WorkgroupSize is not constant");
            c->local_size[k] = (uint32_t)LLVMConstIntGetZExtValue(n);
        }
    } else {
        spv_check(c, c->local_size_mode, "the entry point has no workgroup size");
    }
    uint64_t total = 1;
    for (unsigned k = 0; k < 3; k++) {
        spv_check(c, c->local_size[k] > 0, "the workgroup size is zero");
        if (c->local_size[k] > 1024 || (total *= c->local_size[k]) > 1024)
            spv_fail(c, KILN_ERROR_LIMIT, "the workgroup has more than 1024 invocations (%u x %u x %u)",
                     c->local_size[0], c->local_size[1], c->local_size[2]);
    }
    c->at = NULL;
}

// Loads, stores and exchanges of doubles need no capability of their own: are there any?
static void find_wide_atomics(struct spv *c)
{
    bool doubles = false;
    for (uint32_t n = 0; n < c->inst_count && !c->wide_atomics; n++) {
        const struct spv_inst *i = &c->insts[n];
        doubles |= i->op == SpvOpCapability && i->count > 1 && i->words[1] == SpvCapabilityFloat64;
        if (i->op != SpvOpAtomicLoad && i->op != SpvOpAtomicExchange && i->op != SpvOpAtomicStore)
            continue;
        const struct spv_id *t = i->type_id && i->type_id < c->bound ? &c->ids[i->type_id] : NULL;
        c->wide_atomics = t ? t->kind == SPV_ID_TYPE && t->type->bits == 64 : doubles;
    }
}

static void translate(struct spv *c, const uint32_t *words, size_t word_count)
{
    spv_read_binary(c, words, word_count);
    if (c->options->validate)
        validate(c, words, word_count);
    c->ids = arena_array(c->arena, struct spv_id, c->bound);
    create_module(c);
    module_scope(c);
    if (!c->entry_point)
        spv_fail(c, KILN_ERROR_NO_ENTRY_POINT, "the module has no compute entry point '%s'",
                 c->options->entry_point ? c->options->entry_point : "main");
    resolve_local_size(c);
    spv_scan_functions(c);
    spv_find_tables(c);
    find_wide_atomics(c);
    c->at = c->entry_point;
    struct spv_id *entry = spv_id(c, c->entry_point->words[2]);
    spv_check(c, entry->kind == SPV_ID_FUNCTION, "the entry point is not a function");
    spv_check(c, entry->function->param_count == 0 && entry->function->type->elem->kind == SPV_VOID,
              "the entry point has parameters or returns a value");
    spv_follow_calls(c, entry->function);
    LLVMPositionBuilderAtEnd(c->b, c->entry_end);
    spv_emit_entry(c, entry->function);
    LLVMBuildRetVoid(c->b);
    c->at = NULL;
    spv_place_shared_lock(c);
    spv_clear_shared(c);
    c->simd = spv_settle_width(c);

    // What the checks above cannot see (a definition that does not dominate its use) shows here.
    char *error = NULL;
    char text[512];
    bool bad = LLVMVerifyModule(c->module, LLVMReturnStatusAction, &error);
    snprintf(text, sizeof(text), "%s", error ? error : "");
    LLVMDisposeMessage(error);
    if (bad) // names SPIR-V's instruction, not LLVM's
        validate(c, words, word_count);
    spv_check(c, !bad, "the module does not translate: %s", text);
}

static void finish(struct spv *c, struct llvm_shader *out)
{
    *out = (struct llvm_shader){.module = c->module,
                                .kernel = c->kernel,
                                .shared_size = c->shared_size,
                                .push_size = (c->push_size + 3) & ~3u,
                                .binding_count = c->resource_count,
                                .bti_count = c->bti_count,
                                .handle_count = c->handle_count - c->far_handle_count,
                                .far_handle_count = c->far_handle_count,
                                .far_handle_bti = c->far_handle_bti,
                                .sampler_count = c->sampler_count,
                                .shared_count = c->shared_count,
                                .data = c->data,
                                .data_size = c->data_size,
                                .data_bti = c->data_bti,
                                .lines = c->lines,
                                .line_count = c->line_count};
    out->float_modes = c->float_modes;
    out->quads = c->derivative_quads;
    out->simd = c->simd;
    memcpy(out->local_size, c->local_size, sizeof(out->local_size));
    out->bindings = arena_array(c->arena, struct kiln_binding, c->resource_count + 1);
    for (uint32_t n = 0; n < c->resource_count; n++)
        out->bindings[n] = c->resources[n].binding;
    out->shared_offsets = arena_array(c->arena, uint32_t, c->shared_count + 1);
    for (uint32_t n = 0; n < c->shared_count; n++)
        out->shared_offsets[n] = c->shared[n].offset;
}

enum kiln_result spv_to_llvm(struct arena *a, LLVMContextRef ctx, const uint32_t *words, size_t word_count,
                             const struct kiln_compile_options *options, struct llvm_shader *out,
                             char *message, size_t message_size)
{
    struct spv *c = arena_new(a, struct spv);
    *c = (struct spv){.arena = a,
                      .ctx = ctx,
                      .options = options,
                      .message = message,
                      .message_size = message_size,
                      .data_bti = KILN_NO_OFFSET,
                      .far_handle_bti = KILN_NO_OFFSET};
    if (setjmp(c->fail) == 0) {
        translate(c, words, word_count);
        finish(c, out);
    }
    if (c->main_b)
        LLVMDisposeBuilder(c->main_b);
    if (c->entry_b)
        LLVMDisposeBuilder(c->entry_b);
    if (c->result != KILN_OK && c->module)
        LLVMDisposeModule(c->module);
    return c->result;
}

// Module-scope instructions but for types, constants and variables: capabilities, modes, decorations,
// instruction sets.
#include <string.h>

#include "compiler/kernel/kernel.h"
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/id.h"
#include "hw/target.h"

void spv_op_ignore(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
}

static void decorate(struct spv *c, uint32_t target, uint32_t member, uint32_t decoration, uint32_t count,
                     const uint32_t *literals)
{
    struct spv_decoration *d = arena_new(c->arena, struct spv_decoration);
    *d = (struct spv_decoration){NULL, target, member, decoration, count, literals};
    spv_decorate(c, d);
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
#include "compiler/spirv/module/caps.def"
};

static bool is_double(uint32_t capability)
{
    return capability == SpvCapabilityFloat64 || capability == SpvCapabilityAtomicFloat64AddEXT ||
           capability == SpvCapabilityAtomicFloat64MinMaxEXT;
}

// Why the device lacks it; NULL: it does not.
static const char *lacks(const struct kiln_target *t, uint32_t capability)
{
    if (is_double(capability) && !kiln_target_makes_doubles(t))
        return "computes no doubles";
    if (capability == SpvCapabilityFloat16 && !kiln_target_has_halves(t))
        return "computes no halves";
    if (capability == SpvCapabilityPhysicalStorageBufferAddresses && !kiln_target_has_a64(t))
        return "reaches no memory by address";
    return NULL;
}

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
            const char *why = lacks(kernel_target(c->options), id);
            if (why)
                spv_unsupported(c, "the capability %s is not supported by this device, which %s",
                                capabilities[k].name, why);
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

// The string that starts at word n, (spirv/module/binary.c has checked that it ends, except behind a
// decoration's or a mode's word).
static const char *literal_string(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    spv_word(c, i, n);
    return arena_strndup(c->arena, (const char *)(i->words + n),
                         strnlen((const char *)(i->words + n), (i->count - n) * 4));
}

void spv_op_name_id(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    uint32_t id = spv_word(c, i, 1);
    if (id >= c->bound)
        return;
    if (i->op == SpvOpName) {
        spv_word(c, i, 2);
        c->ids[id].name = (const char *)(i->words + 2); // it ends there, says spirv/module/binary.c
        return;
    }
    if (!c->debug)
        return;
    struct spv_member_name *m = arena_new(c->arena, struct spv_member_name);
    *m = (struct spv_member_name){c->ids[id].member_names, spv_word(c, i, 2), literal_string(c, i, 3)};
    c->ids[id].member_names = m;
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
    case SPV_ExecutionModeShader64BitIndexingEXT:
        c->wide_buffers = true;
        LLVMSetDataLayout(c->module, kiln_data_layout(c->wide_buffers, false));
        return;
    case SPV_ExecutionModeFPFastMathDefault:
        fast_math_default(c, i);
        return;
    default:
        spv_unsupported(c, "execution mode %u is not supported", i->words[2]);
    }
}

void spv_op_ext_import(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const char *name = literal_string(c, i, 2);
    enum spv_set set = spv_find_set(name);
    if (set == SPV_SET_UNKNOWN)
        spv_unsupported(c, "the instruction set '%s' is not supported", name);
    spv_define(c, i, SPV_ID_EXT_SET);
    c->ids[i->result_id].set = set;
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
    spv_check(c, c->now.number, "an extended instruction outside a function");
    if (set->set == SPV_SET_TRINARY)
        spv_trinary(c, i, spv_word(c, i, 4));
    else
        spv_glsl(c, i, spv_word(c, i, 4));
}

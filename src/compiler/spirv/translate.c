// The module as a whole: taken apart into an array of instructions (spirv/module/binary.c), module-scope
// instructions in order, then the entry point's function. Ends with a module that LLVM's verifier accepts, or
// an error.
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <llvm-c/Analysis.h>

#include "compiler/kernel/kernel.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/translate.h"
#include "compiler/support/guard.h"

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
    LLVMSetDataLayout(c->module, kiln_data_layout(c->wide_buffers, false));
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
    for (unsigned k = 0; k < sizeof(spaces) / sizeof(spaces[0]); k++) {
        // Physical addresses can reach what surfaces show: the surface's type is under the global one.
        LLVMMetadataRef global[] = {LLVMMDStringInContext2(c->ctx, "global", 6), root, zero};
        LLVMMetadataRef parent = k == KILN_AS_SURFACE ? LLVMMDNodeInContext2(c->ctx, global, 3) : root;
        LLVMMetadataRef t[] = {LLVMMDStringInContext2(c->ctx, spaces[k], strlen(spaces[k])), parent, zero};
        LLVMMetadataRef node = LLVMMDNodeInContext2(c->ctx, t, 3);
        LLVMMetadataRef access[] = {node, node, zero};
        c->tbaa[k] = LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, access, 3));
    }
    c->tbaa[KILN_AS_BUFFER] = c->tbaa[KILN_AS_SURFACE]; // the same memory

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
        guard_check_time();
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

// One block after the other, in the order in which they were made: what an instruction uses was there before
// it.
static bool is_chain(LLVMValueRef kernel)
{
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel), next; bb; bb = next) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        next = LLVMGetNextBasicBlock(bb);
        unsigned ways = end ? LLVMGetNumSuccessors(end) : UINT_MAX;
        if (next ? ways != 1 || LLVMGetSuccessor(end, 0) != next : ways != 0)
            return false;
    }
    return true;
}

static void translate(struct spv *c, const uint32_t *words, size_t word_count)
{
    spv_read_binary(c, words, word_count);
    if (c->options->validate)
        spv_validate(c, words, word_count);
    c->ids = arena_array(c->arena, struct spv_id, c->bound);
    if (c->options->debug)
        spv_frame_create(c);
    create_module(c);
    module_scope(c);
    spv_take_debug_names(c);
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
    spv_tell_buffers_apart(c);
    spv_place_cleared_blocks(c);
    spv_place_shared_rest(c);
    spv_clear_shared(c);
    c->simd = spv_settle_width(c);

    // What the checks above cannot see (a definition that does not dominate its use) shows here; the rest of
    // the module is declarations of ours.
    bool bad = (c->options->validate || !is_chain(c->kernel)) &&
               LLVMVerifyFunction(c->kernel, LLVMReturnStatusAction);
    if (bad) // names SPIR-V's instruction, not LLVM's
        spv_validate(c, words, word_count);
    if (bad) {
        char text[512], *error = NULL;
        LLVMVerifyModule(c->module, LLVMReturnStatusAction, &error);
        snprintf(text, sizeof(text), "%s", error);
        LLVMDisposeMessage(error);
        spv_invalid(c, "the module does not translate: %s", text);
    }
}

static void finish(struct spv *c, struct llvm_shader *out)
{
    *out = (struct llvm_shader){.module = c->module,
                                .kernel = c->kernel,
                                .shared_size = c->shared_size,
                                .push_size = (c->push_size + 3) & ~3u,
                                .binding_count = c->resource_count - c->mapped_count,
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
    out->target = kernel_target(c->options);
    out->debug = c->debug != NULL;
    out->frame_bytes = c->debug ? c->debug->frame : 0;
    out->debug_text = c->debug ? spv_debug_text(c) : NULL;
    out->float_modes = c->float_modes;
    out->quads = c->derivative_quads;
    out->reads_states = c->reads_states;
    out->wide_buffers = c->wide_buffers;
    out->valid_descriptors = c->options->valid_descriptors;
    out->simd = c->simd;
    out->sees_width = c->subgroups_seen;
    memcpy(out->local_size, c->local_size, sizeof(out->local_size));
    out->bindings = arena_array(c->arena, struct kiln_binding, c->resource_count + 1);
    out->binding_names = arena_array(c->arena, const char *, c->resource_count + 1);
    for (uint32_t n = 0, k = 0; n < c->resource_count; n++) {
        if (c->resources[n].mapped)
            continue;
        out->bindings[k] = c->resources[n].binding;
        out->binding_names[k++] = spv_resource_name(c, &c->resources[n]);
    }
    out->shared_offsets = arena_array(c->arena, uint32_t, c->shared_count + 1);
    for (uint32_t n = 0; n < c->shared_count; n++)
        out->shared_offsets[n] = c->shared[n].offset;
    out->shared_variables = arena_array(c->arena, struct kiln_shared_variable, c->shared_name_count + 1);
    out->shared_variable_count = c->shared_name_count;
    for (uint32_t n = 0; n < c->shared_name_count; n++) {
        const struct spv_shared_name *v = &c->shared_names[n];
        out->shared_variables[n] =
            (struct kiln_shared_variable){c->shared[v->index].offset, v->size, v->name};
    }
}

// What went wrong, and where.
static void report(const struct spv *c, struct kiln_diagnostic *why)
{
    struct llvm_line l;
    *why = (struct kiln_diagnostic){.instruction = KILN_NO_INSTRUCTION, .message = c->error};
    if (!c->at)
        return;
    why->instruction = c->at->index;
    why->opcode = c->at->op;
    why->opcode_name = spv_op_name(c->at->op);
    if (spv_find_line(c, c->at, &l)) {
        why->file = l.file;
        why->line = l.line;
    }
}

enum kiln_result spv_to_llvm(struct arena *a, LLVMContextRef ctx, const uint32_t *words, size_t word_count,
                             const struct kiln_compile_options *options, struct llvm_shader *out,
                             struct kiln_diagnostic *why)
{
    struct spv *c = arena_new(a, struct spv);
    *c = (struct spv){.arena = a,
                      .ctx = ctx,
                      .options = options,
                      .wide_buffers = options->wide_buffers,
                      .data_bti = KILN_NO_OFFSET,
                      .far_handle_bti = KILN_NO_OFFSET};
    if (setjmp(c->fail) == 0) {
        translate(c, words, word_count);
        finish(c, out);
    } else {
        report(c, why);
    }
    if (c->main_b)
        LLVMDisposeBuilder(c->main_b);
    if (c->entry_b)
        LLVMDisposeBuilder(c->entry_b);
    if (c->result != KILN_OK && c->module)
        LLVMDisposeModule(c->module);
    return c->result;
}

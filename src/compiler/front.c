// The first half of a compile: SPIR-V to optimized LLVM IR, and what a dispatch has to give the kernel.
#include <string.h>

#include "compiler/compile.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/list.h"
#include "compiler/spirv/translate.h"
#include "compiler/kernel/keep_module.h"
#include "util/log.h"

// Cross-thread constants: push constants, then the dispatch's group counts, then handles (kiln/compiler.h).
static void lay_out_constants(struct compile *c)
{
    struct isel_params *p = &c->params;
    memcpy(p->local_size, c->shader.local_size, sizeof(p->local_size));
    p->sampler_count = c->shader.sampler_count;
    p->push_size = c->shader.push_size;
    p->push_bti = c->uses.dynamic_push ? c->shader.bti_count++ : KILN_NO_OFFSET;
    p->num_workgroups_offset = c->uses.num_workgroups ? p->push_size : KILN_NO_OFFSET;
    p->handle_offset = p->push_size + (c->uses.num_workgroups ? 12 : 0);
    p->handle_count = c->shader.handle_count;
    p->far_handle_bti = c->shader.far_handle_bti;
    uint32_t bytes = p->handle_offset + 4 * c->shader.handle_count;
    p->cross_thread_regs = (bytes + c->target->grf_bytes - 1) / c->target->grf_bytes;
    p->per_thread_regs = c->uses.subgroup_id ? 1 : 0;
    p->frame_bytes = c->shader.frame_bytes;
    p->robust_buffer_access = c->options->robust_buffer_access;
    p->heap_low = 0;
    for (uint32_t n = 0; n < c->shader.binding_count; n++)
        if (c->shader.bindings[n].resource == KILN_RESOURCE_HEAP_LOW &&
            c->shader.bindings[n].handle < p->handle_count)
            p->heap_low = c->shader.bindings[n].handle + 1;
    p->surface_states = !c->options->descriptor_buffers && (!c->options->descriptor_heaps || p->heap_low);
}

// The IR keeps to the contract between the halves.
static enum kiln_result check_contract(struct compile *c, const char *stage)
{
    if (!c->validate)
        return KILN_OK;
    const char *wrong = intrinsic_validate(&c->scratch, c->shader.module);
    enum kiln_result r = wrong ? compile_fail(c, KILN_ERROR_INTERNAL, "after %s: %s", stage, wrong) : KILN_OK;
    arena_reset(&c->scratch);
    return r;
}

// *llvm: the text that is to be kept, or NULL.
static enum kiln_result optimize(struct compile *c, char **llvm)
{
    const struct kiln_compile_options *o = c->options;
    bool wanted = o->dump & KILN_EMIT_LLVM, after_step = wanted && o->llvm_step;
    struct llvm_request request = {
        .lap = &c->lap, .validate = c->validate, .stop = after_step && compile_stops_at_llvm(c)};
    const char *near;
    if (after_step)
        step_parse(o->llvm_step, &request.after, &near); // kernel/options.c has refused what is none
    struct llvm_facts facts = llvm_facts_of(&c->arena, c->shader.kernel);
    const char *error = llvm_optimize(&facts, &c->shader, &request, llvm);
    c->params.graph = error ? NULL : llvm_facts_graph(&facts);
    if (error)
        return compile_fail(c, KILN_ERROR_INTERNAL, "%s", error);
    if (*llvm && request.stop)
        return KILN_OK;
    enum kiln_result r = check_contract(c, "LLVM");
    if (r != KILN_OK)
        return r;
    char *text = (wanted && !after_step) || KILN_DEBUG(LLVM) ? llvm_text(&c->arena, c->shader.module) : NULL;
    if (KILN_DEBUG(LLVM))
        compile_show(text, "optimized LLVM IR");
    if (!after_step)
        *llvm = text;
    return KILN_OK;
}

enum kiln_result compile_front(struct compile *c, LLVMContextRef ctx, const uint32_t *spirv,
                               size_t word_count, char **llvm)
{
    keep_module(spirv, word_count, c->options->spec_constants, c->options->spec_constant_count);
    enum kiln_result r = spv_to_llvm(&c->arena, ctx, spirv, word_count, c->options, &c->shader, &c->why);
    if (r != KILN_OK)
        return r;
    lap_end(&c->lap, "SPIR-V to LLVM IR");
    if ((r = check_contract(c, "the front end")) != KILN_OK)
        return r;
    if (KILN_DEBUG(LLVM))
        compile_show(llvm_text(&c->arena, c->shader.module), "LLVM IR");
    if ((r = optimize(c, llvm)) != KILN_OK)
        return r;
    c->uses = llvm_find_uses(c->shader.kernel);
    lay_out_constants(c);
    return KILN_OK;
}

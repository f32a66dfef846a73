// Makes the kernel: its code, what the driver must know of it, its lines, and the requested texts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compile.h"
#include "compiler/llvm/ir/map.h"
#include "compiler/mir/ir/query.h"
#include "compiler/support/json.h"
#include "hw/devinfo.h"
#include "util/log.h"

static void count(struct arena *a, const struct mir_shader *s, struct kiln_kernel_info *i)
{
    i->simd = s->simd;
    i->registers = s->target->grf_count;
    i->scratch_size = mir_scratch_bytes(s) ? 1024 : 0;
    while (i->scratch_size < mir_scratch_bytes(s))
        i->scratch_size *= 2;
    i->spills = s->spills;
    i->fills = s->fills;
    i->cycles = s->cycles;
    i->max_live_regs = mir_regs(s, s->max_live_bytes);
    for (uint32_t b = 0; b < s->block_count; b++) {
        mir_foreach_inst(inst, s->blocks[b])
        {
            i->instructions += inst->op < EU_OP_COUNT;
            if (!mir_op_is_send(inst->op))
                continue;
            i->sends++;
            i->uses_sampler |= inst->send.sfid == EU_SFID_SAMPLER;
            i->uses_constant_cache |= inst->send.sfid == EU_SFID_CONSTANT_CACHE;
        }
        i->loops += s->blocks[b]->loop_header == b;
    }
    // How many, not up to which: what ends the thread is sent from the last ones.
    bool *used = arena_array(a, bool, s->target->grf_count);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (s->vregs[v].file == MIR_GRF && s->vregs[v].phys >= 0)
            for (uint32_t r = (uint32_t)s->vregs[v].phys / s->reg_bytes,
                          end = mir_regs(s, (uint32_t)s->vregs[v].phys + s->vregs[v].size);
                 r < end; r++) {
                i->grf_used += !used[r];
                used[r] = true;
            }
}

enum { CONSTANT_REGISTER = 32 }; // bytes, of any target's (kiln/compiler.h)

static void fill_info(struct compile *c, const struct mir_shader *s, struct kiln_kernel_info *i)
{
    i->size = sizeof(*i);
    snprintf(i->device, sizeof(i->device), "%s", c->target->dev->name);
    memcpy(i->local_size, c->shader.local_size, sizeof(i->local_size));
    i->cross_thread_regs = c->params.cross_thread_regs * (c->target->grf_bytes / CONSTANT_REGISTER);
    // Where walkers have data threads know their number.
    i->per_thread_regs = kiln_target_has_compute_walker(c->target) ? 0 : c->params.per_thread_regs;
    i->push_offset = 0;
    i->push_size = c->params.push_size;
    i->push_bti = c->params.push_bti;
    i->const_bti = c->shader.data_bti;
    i->const_size = c->shader.data_size;
    i->num_workgroups_offset = c->params.num_workgroups_offset;
    i->handle_offset = c->params.handle_offset;
    i->handle_count = c->shader.handle_count;
    i->far_handle_count = c->shader.far_handle_count;
    i->far_handle_bti = c->shader.far_handle_bti;
    i->slm_size = c->shader.shared_size;
    i->uses_barrier = c->uses.barrier;
    i->uses_atomics = c->uses.atomics;
    i->uses_a64 = c->uses.global_memory;
    i->quads = c->shader.quads;
    i->reads_states = c->shader.reads_states;
    i->binding_count = c->shader.binding_count;
    i->bti_count = c->shader.bti_count;
    i->sampler_count = c->shader.sampler_count;
    if (s) // NULL: the compile stopped at LLVM IR
        count(&c->arena, s, i);
    if (s)
        i->threads_per_group = (compile_group_size(c) + s->simd - 1) / s->simd;
}

static char *assembly(const struct kiln_target *target, const void *code, size_t size)
{
    struct eu_text text = {0};
    struct eu_error error;
    if (!eu_disassemble(target, code, size, &text, &error)) {
        free(text.data);
        return strdup(error.text);
    }
    return text.data;
}

// The lines of the code, with their files numbered. False when out of memory.
static bool add_lines(struct compile *c, const struct mir_shader *s, struct kiln_kernel *k)
{
    if (!s || !s->line_count)
        return true;
    struct llvm_map numbers; // of the files: lines of one file name the same string
    llvm_map_init(&numbers, &c->arena, 16);
    k->lines = calloc(s->line_count + 1, sizeof(*k->lines));
    k->files = calloc(c->shader.line_count + 1, sizeof(*k->files));
    if (!k->lines || !k->files)
        return false;
    for (uint32_t n = 0; n < s->line_count; n++) {
        struct kiln_line *l = &k->lines[k->line_count++];
        *l = (struct kiln_line){.offset = s->lines[n].offset, .atomic = s->lines[n].atomic};
        if (!s->lines[n].line || s->lines[n].line > c->shader.line_count)
            continue;
        const struct llvm_line *from = &c->shader.lines[s->lines[n].line - 1];
        l->line = from->line;
        l->file = llvm_map_get(&numbers, from->file);
        if (l->file != LLVM_NONE)
            continue;
        l->file = k->file_count;
        llvm_map_set(&numbers, from->file, l->file);
        if (!(k->files[k->file_count++] = strdup(from->file)))
            return false;
    }
    return true;
}

// What only the code says, behind what the front end has written.
static bool add_debug(struct compile *c, const struct mir_shader *s, struct kiln_kernel *k)
{
    struct json j = {.arena = &c->arena};
    if (!s || !c->shader.debug_text)
        return true;
    json_put(&j, ",\"private\":%u,\"rows\":[", mir_private_offset(s));
    for (uint32_t n = 0; n < s->line_count; n++)
        json_put(&j, "%s[%u,%u]", n ? "," : "", s->lines[n].offset,
                 s->lines[n].line > c->shader.line_count ? 0 : s->lines[n].line);
    json_put(&j, "]}");
    size_t head = strlen(c->shader.debug_text);
    k->debug = malloc(head + j.size + 1);
    if (!k->debug)
        return false;
    memcpy(k->debug, c->shader.debug_text, head);
    memcpy(k->debug + head, j.text, j.size + 1);
    return true;
}

static bool add_names(const struct compile *c, struct kiln_kernel *k)
{
    for (uint32_t n = 0; k->binding_names && n < k->info.binding_count; n++)
        if (!(k->binding_names[n] = strdup(c->shader.binding_names[n])))
            return false;
    return k->binding_names != NULL;
}

static bool add_shared(const struct compile *c, struct kiln_kernel *k)
{
    k->shared = calloc(c->shader.shared_variable_count + 1, sizeof(*k->shared));
    for (uint32_t n = 0; k->shared && n < c->shader.shared_variable_count; n++) {
        k->shared[n] = c->shader.shared_variables[n];
        if (!(k->shared[n].name = strdup(k->shared[n].name)))
            return false;
        k->shared_count++;
    }
    return k->shared != NULL;
}

enum kiln_result compile_make_kernel(struct compile *c, const struct candidate *best, const char *llvm,
                                     struct kiln_kernel **out)
{
    struct kiln_kernel *k = calloc(1, sizeof(*k));
    if (!k)
        return KILN_ERROR_OUT_OF_MEMORY;
    fill_info(c, best->shader, &k->info);
    k->bindings = calloc(k->info.binding_count + 1, sizeof(*k->bindings));
    k->binding_names = calloc(k->info.binding_count + 1, sizeof(*k->binding_names));
    size_t data_at = (best->code_size + 63) & ~(size_t)63;
    k->info.const_offset = k->info.const_size ? (uint32_t)data_at : 0;
    k->code_size = k->info.const_size ? data_at + ((k->info.const_size + 7) & ~7u) : best->code_size;
    k->code = calloc(1, k->code_size + 1);
    if (!k->bindings || !k->code || !add_names(c, k) || !add_shared(c, k) || !add_lines(c, best->shader, k) ||
        !add_debug(c, best->shader, k)) {
        kiln_kernel_destroy(k);
        return KILN_ERROR_OUT_OF_MEMORY;
    }
    memcpy(k->bindings, c->shader.bindings, k->info.binding_count * sizeof(*k->bindings));
    if (best->code_size)
        memcpy(k->code, best->code, best->code_size);
    if (k->info.const_size)
        memcpy((uint8_t *)k->code + data_at, c->shader.data, k->info.const_size);
    if (c->options->dump & KILN_EMIT_LLVM && llvm)
        k->text[0] = strdup(llvm);
    if (best->log.texts)
        k->text[1] = pass_join_texts(&best->log);
    if (best->code_size && (c->options->dump & KILN_EMIT_ASM || KILN_DEBUG(ASM)))
        k->text[2] = assembly(c->target, k->code, best->code_size);
    if (KILN_DEBUG(ASM))
        compile_show(k->text[2] ? k->text[2] : "(none)", "EU assembly");
    *out = k;
    return KILN_OK;
}

enum kiln_result compile_add_small(struct compile *c, const struct small_candidate *small,
                                   struct kiln_kernel *k)
{
    enum kiln_result r = compile_make_kernel(c, &small->candidate, NULL, &k->small);
    k->small_groups = small->groups;
    return r;
}

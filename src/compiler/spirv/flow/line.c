// Source lines: OpLine, and DebugLine of NonSemantic.Shader.DebugInfo.100, become debug locations of LLVM IR.
//
// A location's "line" is a number of our own, the index + 1 into a list of (file, line) that goes along with
// the kernel: a shader has lines of several files in one function after inlining, which LLVM would want a
// tree of scopes for. Instructions without a line have none; locations that the optimizer merges read 0,
// which is none too.
#include <llvm-c/DebugInfo.h>

#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/value/id.h"

enum {
    DEBUG_LINE = 103,
    DEBUG_NO_LINE = 104,
    DEBUG_SOURCE = 35,
    DEBUG_INFO_100 = 100
}; // NonSemantic.Shader.DebugInfo.100

bool spv_is_debug_inst(const struct spv *c, const struct spv_inst *i, uint32_t op)
{
    if (i->op != SpvOpExtInst || !i->ext_ignored || i->count < 5 || i->words[4] != op)
        return false;
    uint32_t set = i->words[3];
    return set < c->bound && c->ids && c->ids[set].set == SPV_SET_SHADER_DEBUG;
}

static const char *string_of(const struct spv *c, uint32_t id)
{
    return id < c->bound && c->ids ? c->ids[id].string : NULL;
}

bool spv_debug_constant(const struct spv *c, uint32_t id, uint32_t *out)
{
    if (id >= c->bound || c->ids[id].kind != SPV_ID_VALUE || !c->ids[id].value || !c->ids[id].value->v ||
        !LLVMIsAConstantInt(c->ids[id].value->v))
        return false;
    *out = (uint32_t)LLVMConstIntGetZExtValue(c->ids[id].value->v);
    return true;
}

// The file of a DebugSource instruction: its first operand is a string.
static const char *debug_source(const struct spv *c, uint32_t id)
{
    return id < c->bound && c->ids[id].debug_file ? string_of(c, c->ids[id].debug_file) : NULL;
}

bool spv_line_of(const struct spv *c, const struct spv_inst *i, struct llvm_line *out)
{
    if (i->op == SpvOpLine && i->count >= 4) {
        *out = (struct llvm_line){string_of(c, i->words[1]), i->words[2], 0};
    } else if (spv_is_debug_inst(c, i, DEBUG_LINE) && i->count >= 7) {
        *out = (struct llvm_line){debug_source(c, i->words[5]), 0, 0};
        if (!spv_debug_constant(c, i->words[6], &out->line))
            return false;
    } else if (i->op == SpvOpNoLine || spv_is_debug_inst(c, i, DEBUG_NO_LINE)) {
        *out = (struct llvm_line){NULL, 0, 0};
    } else {
        return false;
    }
    return true;
}

bool spv_find_line(const struct spv *c, const struct spv_inst *at, struct llvm_line *out)
{
    for (uint32_t n = at->index + 1; n-- > 0;) {
        const struct spv_inst *i = &c->insts[n];
        if (i->op == SpvOpLabel || i->op == SpvOpFunction)
            return false;
        if (spv_line_of(c, i, out))
            return out->file != NULL && out->line != 0;
    }
    return false;
}

void spv_note_debug_source(struct spv *c, const struct spv_inst *i)
{
    if (spv_is_debug_inst(c, i, DEBUG_SOURCE) && i->count >= 6)
        c->ids[i->result_id].debug_file = i->words[5];
}

// One compile unit and subprogram that all locations are in; made at the first line.
static void make_scope(struct spv *c)
{
    LLVMDIBuilderRef b = LLVMCreateDIBuilder(c->module);
    LLVMMetadataRef file = LLVMDIBuilderCreateFile(b, "shader", 6, "", 0);
    LLVMDIBuilderCreateCompileUnit(b, LLVMDWARFSourceLanguageC99, file, "kiln", 4, true, "", 0, 0, "", 0,
                                   LLVMDWARFEmissionLineTablesOnly, 0, false, false, "", 0, "", 0);
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(b, file, NULL, 0, LLVMDIFlagZero);
    c->line_scope = LLVMDIBuilderCreateFunction(b, file, "kernel", 6, "", 0, file, 1, type, true, true, 1,
                                                LLVMDIFlagZero, true);
    LLVMSetSubprogram(c->kernel, c->line_scope);
    LLVMDIBuilderFinalize(b);
    LLVMDisposeDIBuilder(b);
    LLVMValueRef version = LLVMConstInt(c->i32, LLVMDebugMetadataVersion(), false);
    LLVMAddModuleFlag(c->module, LLVMModuleFlagBehaviorWarning, "Debug Info Version", 18,
                      LLVMValueAsMetadata(version));
}

// Index + 1 of a line; the same one twice in a row is common.
static uint32_t line_number(struct spv *c, const struct llvm_line *l)
{
    for (uint32_t n = c->line_count; n > 0 && n + 16 > c->line_count; n--)
        if (c->lines[n - 1].line == l->line && c->lines[n - 1].file == l->file &&
            c->lines[n - 1].instance == l->instance)
            return n;
    if (c->line_count == c->line_capacity) {
        uint32_t n = c->line_capacity ? c->line_capacity * 2 : 64;
        c->lines = arena_grow(c->arena, c->lines, c->line_count * sizeof(*l), n * sizeof(*l));
        c->line_capacity = n;
    }
    c->lines[c->line_count++] = *l;
    return c->line_count;
}

void spv_set_line(struct spv *c, uint32_t line)
{
    if (c->line == line)
        return;
    c->line = line;
    if (!line) {
        LLVMSetCurrentDebugLocation2(c->main_b, NULL);
        return;
    }
    if (!c->line_scope)
        make_scope(c);
    LLVMSetCurrentDebugLocation2(c->main_b,
                                 LLVMDIBuilderCreateDebugLocation(c->ctx, line, 0, c->line_scope, NULL));
}

void spv_follow_line(struct spv *c, const struct spv_inst *i)
{
    struct llvm_line l;
    if (!spv_line_of(c, i, &l))
        return;
    l.instance = c->debug ? c->now.number : 0;
    spv_set_line(c, l.file && l.line ? line_number(c, &l) : 0);
}

void spv_prologue_line(struct spv *c, const struct spv_block *entry)
{
    for (uint32_t n = entry->first; n < entry->end && !c->line; n++)
        spv_follow_line(c, &c->insts[n]);
}

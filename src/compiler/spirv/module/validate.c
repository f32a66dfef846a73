// What SPIRV-Tools' validator says of a module: the rules that need the whole of it.
#include <stdio.h>
#include <string.h>
#include <spirv-tools/libspirv.h>

#include "compiler/spirv/module/spv.h"
#include "util/log.h"

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
        // VK_KHR_maintenance8; the second is what newer validators call it
        "VUID-StandaloneSpirv-Offset-04663", "VUID-RuntimeSpirv-Offset-10213",
        // SPV_NV_compute_shader_derivatives: without a mode derivatives are zero
        "DerivativeGroupQuadsNV or DerivativeGroupLinearNV execution mode",
        "DerivativeGroupQuadsKHR or DerivativeGroupLinearKHR execution mode",
        // VK_EXT_shader_uniform_buffer_unsized_array
        "OpTypeRuntimeArray must be decorated with BufferBlock if it has storage class Uniform",
        "The Result Type of OpArrayLength", // VK_EXT_shader_64bit_indexing; spirv/memory/pointer.c looks
    };
    for (unsigned i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        if (strstr(text, rules[i]))
            return true;
    return false;
}

// The module with extensions named as the validator knows them: it may be older than their names.
static const uint32_t *with_known_names(const struct spv *c, const uint32_t *words, size_t count)
{
    static const struct {
        const char now[40], before[40]; // of the same number of words
    } names[] = {{"SPV_KHR_compute_shader_derivatives", "SPV_NV_compute_shader_derivatives"}};
    if (!c->inst_count)
        return words;
    words = c->insts[0].words - SPV_HEADER_WORDS; // in our byte order
    uint32_t *copy = arena_array(c->arena, uint32_t, count);
    memcpy(copy, words, count * sizeof(*copy));
    for (uint32_t n = 0; n < c->inst_count; n++) {
        const struct spv_inst *i = &c->insts[n];
        if (i->op != SpvOpExtension)
            continue;
        const char *name = (const char *)(i->words + 1); // it ends, says binary.c
        for (unsigned k = 0; k < sizeof(names) / sizeof(names[0]); k++)
            if (!strcmp(name, names[k].now))
                memcpy(copy + (i->words + 1 - words), names[k].before, (i->count - 1) * sizeof(*copy));
    }
    return copy;
}

// SPIRV-Tools (of 2023 at least) looks a query's entry points up among those with an execution mode, and at
// nothing where there is none: OpExecutionModeId, or a size by a built-in constant, is no such mode to it.
static bool validator_would_crash(const struct spv *c)
{
    bool queries = false, without = false;
    for (uint32_t n = 0; n < c->inst_count; n++) {
        const struct spv_inst *entry = &c->insts[n];
        queries |= entry->op == SpvOpImageQueryLod;
        bool has_mode = entry->op != SpvOpEntryPoint;
        for (uint32_t k = n; k < c->inst_count && !has_mode && c->insts[k].op != SpvOpFunction; k++)
            has_mode = c->insts[k].op == SpvOpExecutionMode && c->insts[k].words[1] == entry->words[2];
        without |= !has_mode;
    }
    return queries && without;
}

// SPIRV-Tools' checks of structured control flow take the cube of how deep it is nested, or the square of how
// much there is of it: measured (2023) at about 80 ns for each unit of this. A thousand else-ifs take it half
// a minute, a thousand loops in each other two.
enum { MOST_WORK = 60000000 };

static uint64_t work_of(uint64_t constructs, uint64_t depth)
{
    return constructs * (depth * depth > constructs ? depth * depth : constructs);
}

static uint64_t validator_work(const struct spv *c)
{
    uint32_t *open = arena_array(c->arena, uint32_t, c->bound); // by merge block: how deep it was
    uint64_t constructs = 0, depth = 0, most = 0, work = 0;
    for (uint32_t n = 0; n < c->inst_count; n++) {
        const struct spv_inst *i = &c->insts[n];
        if (i->op == SpvOpLabel && open[i->result_id]) {
            depth = depth < open[i->result_id] ? depth : open[i->result_id] - 1;
        } else if (i->op == SpvOpSelectionMerge || i->op == SpvOpLoopMerge) {
            constructs += i->op == SpvOpLoopMerge ? 2 : 1; // a loop is two: its body and what continues it
            open[i->words[1]] = (uint32_t)++depth;
            most = depth > most ? depth : most;
        } else if (i->op == SpvOpFunctionEnd) {
            work += work_of(constructs, most);
            constructs = depth = most = 0;
        }
    }
    return work;
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
void spv_validate(struct spv *c, const uint32_t *words, size_t count)
{
    if (validator_work(c) > MOST_WORK) {
        kiln_warn_once("SPIRV-Tools' validator is left out: what is nested so deep takes it minutes (our own "
                       "checks are not)");
        return;
    }
    spv_context tools = spvContextCreate(environment(words, count));
    spv_validator_options options = validator_options();
    if (!tools || !options)
        spv_unsupported(c, "SPIRV-Tools has no context");
    words = with_known_names(c, words, count);
    char text[512] = "";
    spv_const_binary_t bin = {words, count};
    spvValidatorOptionsSetFriendlyNames(options, false);
    if (!validator_would_crash(c) && spvValidateWithOptions(tools, options, &bin, NULL) != SPV_SUCCESS &&
        spvBinaryParse(tools, NULL, words, count, NULL, NULL, NULL) == SPV_SUCCESS) {
        spv_diagnostic diag = NULL;
        spvValidatorOptionsSetFriendlyNames(options, true); // which take as long as a good module's checks
        spvValidateWithOptions(tools, options, &bin, &diag);
        snprintf(text, sizeof(text), "%s", diag && diag->error ? diag->error : "limits exceeded");
        c->at = accused(c, diag);
        spvDiagnosticDestroy(diag);
    }
    spvValidatorOptionsDestroy(options);
    spvContextDestroy(tools);
    spv_check(c, !text[0] || lifted(text), "invalid SPIR-V: %s", text);
    c->at = NULL;
}

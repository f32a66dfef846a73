// GLSL to SPIR-V with glslang's C interface.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>

#include "tools/kilnc/glsl.h"

// glslang's preprocessor takes escapes in strings for what they mean, so that its parser meets line feeds in
// them: escaped once more they are what the shader says. The caller frees the copy.
static char *escape_strings(const char *source)
{
    enum { CODE, STRING, LINE, BLOCK } in = CODE;
    char *out = malloc(2 * strlen(source) + 1), *to = out;
    for (const char *s = source; out && *s; s++) {
        bool pair = s[1] != 0;
        if (in == STRING && *s == '\\' && pair) {
            *to++ = '\\';
            *to++ = '\\';
            if (s[1] == '\\' || s[1] == '"')
                *to++ = '\\';
            *to++ = *++s;
            continue;
        }
        if (in == CODE)
            in = *s == '"'                  ? STRING
                 : *s == '/' && s[1] == '/' ? LINE
                 : *s == '/' && s[1] == '*' ? BLOCK
                                            : CODE;
        else if ((in == STRING && (*s == '"' || *s == '\n')) || (in == LINE && *s == '\n') ||
                 (in == BLOCK && *s == '/' && s > source && s[-1] == '*'))
            in = CODE;
        *to++ = *s;
    }
    if (out)
        *to = 0;
    return out;
}

// "ERROR: 0:7: ..." as "PATH:7: error: ...", which editors know.
static char *name_lines(const char *log, const char *path)
{
    char *out = NULL;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    if (!f)
        return NULL;
    for (const char *line = log; *line;) {
        size_t n = strcspn(line, "\n");
        unsigned number;
        int at = 0;
        if (sscanf(line, "ERROR: 0:%u: %n", &number, &at) == 1 && at && (size_t)at <= n)
            fprintf(f, "%s:%u: error: %.*s\n", path, number, (int)(n - (size_t)at), line + at);
        else if (sscanf(line, "WARNING: 0:%u: %n", &number, &at) == 1 && at && (size_t)at <= n)
            fprintf(f, "%s:%u: warning: %.*s\n", path, number, (int)(n - (size_t)at), line + at);
        else if (n)
            fprintf(f, "%.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
    return fclose(f) ? NULL : out;
}

// Vulkan's versions and the SPIR-V that each has, as glslangValidator's --target-env.
static const struct {
    const char *name;
    glslang_target_client_version_t client;
    glslang_target_language_version_t language;
} targets[] = {
    {"vulkan1.1", GLSLANG_TARGET_VULKAN_1_1, GLSLANG_TARGET_SPV_1_3},
    {"vulkan1.0", GLSLANG_TARGET_VULKAN_1_0, GLSLANG_TARGET_SPV_1_0},
    {"vulkan1.2", GLSLANG_TARGET_VULKAN_1_2, GLSLANG_TARGET_SPV_1_5},
    {"vulkan1.3", GLSLANG_TARGET_VULKAN_1_3, GLSLANG_TARGET_SPV_1_6},
};
enum { TARGETS = sizeof(targets) / sizeof(targets[0]) };

// The first is the default.
static unsigned target_of(const struct kilnc_args *args)
{
    for (unsigned i = 0; args->target_env && i < TARGETS; i++)
        if (!strcmp(args->target_env, targets[i].name))
            return i;
    return 0;
}

// "NAME=VALUE" as "#define NAME VALUE". The caller frees the text.
static char *preamble_of(const struct kilnc_args *args)
{
    char *out = NULL;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    if (!f)
        return NULL;
    for (size_t i = 0; i < args->defines.count; i++) {
        const char *d = args->defines.data[i];
        size_t name = strcspn(d, "=");
        fprintf(f, "#define %.*s %s\n", (int)name, d, d[name] ? d + name + 1 : "1");
    }
    return fclose(f) ? NULL : out;
}

static uint32_t *link_and_generate(const struct kilnc_args *args, const char *path, const char *source,
                                   glslang_program_t *program, size_t *words, char **log)
{
    if (!glslang_program_link(program, GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT)) {
        *log = strdup(glslang_program_get_info_log(program));
        return NULL;
    }
    if (args->debug) {
        glslang_spv_options_t options = {.generate_debug_info = true, .disable_optimizer = true};
        glslang_program_set_source_file(program, GLSLANG_STAGE_COMPUTE, path);
        glslang_program_add_source_text(program, GLSLANG_STAGE_COMPUTE, source, strlen(source));
        glslang_program_SPIRV_generate_with_options(program, GLSLANG_STAGE_COMPUTE, &options);
    } else {
        glslang_program_SPIRV_generate(program, GLSLANG_STAGE_COMPUTE);
    }
    *words = glslang_program_SPIRV_get_size(program);
    uint32_t *spirv = malloc(*words * sizeof(uint32_t) + 1);
    if (spirv)
        glslang_program_SPIRV_get(program, spirv);
    return spirv;
}

uint32_t *kilnc_compile_glsl(const struct kilnc_args *args, const char *path, const char *source,
                             size_t *words, char **log)
{
    char *escaped = escape_strings(source), *preamble = preamble_of(args), *said = NULL;
    if (!escaped || !preamble) {
        free(escaped);
        free(preamble);
        return NULL;
    }
    const glslang_input_t input = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = GLSLANG_STAGE_COMPUTE,
        .client = GLSLANG_CLIENT_VULKAN,
        .client_version = targets[target_of(args)].client,
        .target_language = GLSLANG_TARGET_SPV,
        .target_language_version = targets[target_of(args)].language,
        .code = escaped,
        .default_version = 450,
        .default_profile = GLSLANG_NO_PROFILE,
        .messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT,
        .resource = glslang_default_resource(),
    };
    uint32_t *spirv = NULL;
    glslang_initialize_process();
    glslang_shader_t *shader = glslang_shader_create(&input);
    glslang_shader_set_preamble(shader, preamble);
    if (!glslang_shader_preprocess(shader, &input) || !glslang_shader_parse(shader, &input)) {
        said = strdup(glslang_shader_get_info_log(shader));
    } else {
        glslang_program_t *program = glslang_program_create();
        glslang_program_add_shader(program, shader);
        spirv = link_and_generate(args, path, source, program, words, &said);
        glslang_program_delete(program);
    }
    glslang_shader_delete(shader);
    glslang_finalize_process();
    *log = said ? name_lines(said, path) : NULL;
    free(said);
    free(escaped);
    free(preamble);
    return spirv;
}

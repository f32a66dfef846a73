// GLSL to SPIR-V with glslang's C interface.
#include <stdlib.h>
#include <string.h>
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>

#include "tools/kilnc_glsl.h"

static uint32_t *link_and_generate(glslang_program_t *program, size_t *words, char **log)
{
    if (!glslang_program_link(program, GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT)) {
        *log = strdup(glslang_program_get_info_log(program));
        return NULL;
    }
    glslang_program_SPIRV_generate(program, GLSLANG_STAGE_COMPUTE);
    *words = glslang_program_SPIRV_get_size(program);
    uint32_t *spirv = malloc(*words * sizeof(uint32_t) + 1);
    if (spirv)
        glslang_program_SPIRV_get(program, spirv);
    return spirv;
}

uint32_t *kilnc_compile_glsl(const char *source, size_t *words, char **log)
{
    const glslang_input_t input = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = GLSLANG_STAGE_COMPUTE,
        .client = GLSLANG_CLIENT_VULKAN,
        .client_version = GLSLANG_TARGET_VULKAN_1_1,
        .target_language = GLSLANG_TARGET_SPV,
        .target_language_version = GLSLANG_TARGET_SPV_1_3,
        .code = source,
        .default_version = 450,
        .default_profile = GLSLANG_NO_PROFILE,
        .messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT,
        .resource = glslang_default_resource(),
    };
    uint32_t *spirv = NULL;
    glslang_initialize_process();
    glslang_shader_t *shader = glslang_shader_create(&input);
    if (!glslang_shader_preprocess(shader, &input) || !glslang_shader_parse(shader, &input)) {
        *log = strdup(glslang_shader_get_info_log(shader));
    } else {
        glslang_program_t *program = glslang_program_create();
        glslang_program_add_shader(program, shader);
        spirv = link_and_generate(program, words, log);
        glslang_program_delete(program);
    }
    glslang_shader_delete(shader);
    glslang_finalize_process();
    return spirv;
}

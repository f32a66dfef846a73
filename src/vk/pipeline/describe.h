// What the application requests when it makes a pipeline, in one form: vkCreateComputePipelines,
// vkCreateShadersEXT and vkGetPipelineKeyKHR say it in chains of structures with older and newer ways for the
// same. describe.c alone reads those; all after it works on this. The rule for a new extension: a member
// here, a case there.
#ifndef KILN_VK_DESCRIBE_H
#define KILN_VK_DESCRIBE_H

#include "newer.h"
#include "vk/pipeline/pipeline.h"

// Everything it points to is the application's, but for `constants` and what becomes of mappings.
struct kiln_pipeline_description {
    // The shader: a kernel of ours, or SPIR-V, or only the identifier of a module that a cache knows.
    const void *kernel; // as kiln_kernel_serialize gives it, or NULL
    size_t kernel_size;
    const uint8_t *kernel_key; // its key, KILN_KEY_SIZE bytes, or NULL
    const uint32_t *code;      // or NULL
    size_t words;
    const void *module; // whose name a message has; may be NULL
    bool has_identifier;
    uint8_t identifier[KILN_KEY_SIZE];
    // How it is compiled.
    const char *entry;
    struct kiln_pipeline_layout *layout;
    struct kiln_spec_constant *constants;
    uint32_t constant_count;
    uint32_t subgroup_size; // that it must have, or 0
    bool varying_subgroups; // any will do, and it sees which
    bool full_subgroups;    // no invocation is missing but in the last one
    bool wide_buffers;      // 64-bit indexing
    bool keep_texts;        // for vkGetPipelineExecutableInternalRepresentationsKHR
    bool only_cached;       // it must not be compiled
    // Descriptor heaps: pipeline/heap.c makes these of the application's mappings, and frees them.
    bool in_heaps;
    struct kiln_mapping *mappings;
    struct kiln_ycbcr *conversions;
    uint32_t mapping_count, conversion_count;
    struct kiln_embedded embedded;
    bool stop_after_failure; // its failure keeps those after it from being made
    // Where to say what it cost: NULL, or one for the pipeline, and some for its stages.
    VkPipelineCreationFeedback *feedback, *stage_feedback;
    uint32_t stage_feedback_count;
};

// Whatever the result, kiln_description_finish is for the description then.
VkResult kiln_describe_pipeline(struct kiln_device *device, const VkComputePipelineCreateInfo *info,
                                struct kiln_pipeline_description *d);
// The layout is made of `info` by the caller.
VkResult kiln_describe_shader(struct kiln_device *device, const VkShaderCreateInfoEXT *info,
                              struct kiln_pipeline_layout *layout, struct kiln_pipeline_description *d);
void kiln_description_finish(struct kiln_device *device, struct kiln_pipeline_description *d);

// pipeline/heap.c: the mappings in the chain of a stage or a shader.
VkResult kiln_describe_mappings(struct kiln_device *device, const void *chain,
                                struct kiln_pipeline_description *d);

// compile.c: the kernel of a description, and how it is called in the caches.
struct kiln_compiled {
    struct kiln_kernel *kernel;
    uint8_t key[KILN_KEY_SIZE];
    bool cache_hit; // of the application's cache
};
VkResult kiln_pipeline_compile(struct kiln_device *device, struct kiln_cache *cache,
                               const struct kiln_pipeline_description *d, struct kiln_compiled *out);
// The key alone.
VkResult kiln_pipeline_key(struct kiln_device *device, const struct kiln_pipeline_description *d,
                           uint8_t key[KILN_KEY_SIZE]);

#endif

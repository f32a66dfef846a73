// VkIndirectExecutionSetEXT: pipelines, or shader objects, of which each sequence of generated commands names
// one.
#ifndef KILN_VK_EXECUTION_SET_H
#define KILN_VK_EXECUTION_SET_H

#include "vk/pipeline/pipeline.h"

struct kiln_execution_set {
    uint32_t count;
    const struct kiln_pipeline *pipelines[]; // NULL: not written yet
};

#endif

// VkIndirectExecutionSetEXT: pipelines, or shader objects, of which each sequence of generated commands names
// one. It may change after commands that use it were recorded.
#ifndef KILN_VK_EXECUTION_SET_H
#define KILN_VK_EXECUTION_SET_H

#include "vk/pipeline/pipeline.h"

struct kiln_execution_set {
    uint32_t count;
    struct kiln_lock lock;                   // while it is written, or commands follow what was
    uint64_t serial;                         // of the last write
    uint64_t *serials;                       // of that of each pipeline
    const struct kiln_pipeline *pipelines[]; // NULL: not written yet
};

#endif

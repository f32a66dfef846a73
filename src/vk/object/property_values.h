// Names for values of properties.def that need more than a literal.
#ifndef KILN_VK_PROPERTY_VALUES_H
#define KILN_VK_PROPERTY_VALUES_H

#include "kiln/cache.h"
#include "newer.h"
#include "vk/object/claim.h"
#include "vk/object/physical_device.h"

// Which GroupNonUniform instructions the compiler has.
#define KILN_SUBGROUP_OPERATIONS                                                                             \
    (VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |     \
     VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT |                                      \
     VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT | VK_SUBGROUP_FEATURE_CLUSTERED_BIT |                          \
     VK_SUBGROUP_FEATURE_QUAD_BIT | VK_SUBGROUP_FEATURE_ROTATE_BIT_KHR |                                     \
     VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT_KHR | VK_SUBGROUP_FEATURE_PARTITIONED_BIT_EXT)

// No version of the conformance tests has been passed and submitted.
// (wgpu takes no device with a zero here, whatever else it has.)
#define KILN_CONFORMANCE ((VkConformanceVersion){kiln_claims_graphics() ? 1 : 0, 0, 0, 0})
#define KILN_SUBGROUP_STAGES                                                                                 \
    ((VkShaderStageFlags)VK_SHADER_STAGE_COMPUTE_BIT |                                                       \
     (VkShaderStageFlags)(kiln_claims_graphics() ? VK_SHADER_STAGE_FRAGMENT_BIT : 0))

#define KILN_MAX_UPDATE_AFTER_BIND KILN_MAX_SET_DESCRIPTORS
#define KILN_MAX_INLINE_SIZE 4096u
#define KILN_MAX_INLINE_BLOCKS 32u

#endif

// The data of a VkPipelineCache, as the ICD reads and writes it and as `kilnc --emit cache` writes it, so
// that kernels compiled offline start at once: a header of Vulkan's version one, then entries, each padded
// with zeros to 8 bytes.
#ifndef KILN_CACHE_H
#define KILN_CACHE_H

#include "kiln/compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

// VkPipelineCacheHeaderVersionOne. A device writes its own ids; kilnc writes device_id 0 and
// KILN_CACHE_OFFLINE_UUID, which every device accepts: an entry's key names the device that it was compiled
// for.
struct kiln_cache_header {
    uint32_t header_size, header_version, vendor_id, device_id;
    uint8_t uuid[16];
};
#define KILN_CACHE_OFFLINE_UUID "kiln offline v2" // 16 bytes with its zero

struct kiln_cache_entry_header {
    uint8_t key[KILN_KEY_SIZE];    // kiln_compile_key with the options of kiln_cache_options
    uint8_t digest[KILN_KEY_SIZE]; // kiln_cache_digest
    uint64_t size;                 // of the kernel, as kiln_kernel_serialize gives it
};

// SHA-256 of a key and its kernel. It shows damage; a forger of data forges it too, so that all that a
// kernel says is checked as well when it is used.
KILN_COMPILER_API void kiln_cache_digest(const uint8_t key[KILN_KEY_SIZE], const void *kernel, size_t size,
                                         uint8_t digest[KILN_KEY_SIZE]);

// VkPhysicalDeviceSubgroupProperties.subgroupSize
#define KILN_CACHE_SUBGROUP_SIZE 32

// A module that looks at subgroups must see the size that the device reports; others take the width that runs
// best.
static inline unsigned kiln_cache_simd(const uint32_t *spirv, size_t words)
{
    const uint32_t op_capability = 17, group_non_uniform = 61, quad = 68, ballot_khr = 4423, vote_khr = 4431;
    for (size_t at = 5; at + 1 < words;) {
        uint32_t op = spirv[at] & 0xffff, length = spirv[at] >> 16;
        if (op != op_capability || !length)
            break; // capabilities come first
        uint32_t capability = spirv[at + 1];
        // Each from GroupNonUniformVote to GroupNonUniformQuad implies the first.
        if ((capability >= group_non_uniform && capability <= quad) || capability == ballot_khr ||
            capability == vote_khr)
            return KILN_CACHE_SUBGROUP_SIZE;
        at += length;
    }
    return 0;
}

// What vkCreateComputePipelines compiles with, on top of device, entry point, specialization constants,
// robust_buffer_access where the application enables robustBufferAccess or pipelineRobustness, and
// valid_descriptors unless a set layout has descriptors that are partially bound or updated while pending.
static inline void kiln_cache_options(struct kiln_compile_options *o, const uint32_t *spirv, size_t words)
{
    o->simd = kiln_cache_simd(spirv, words);
    o->simd_if_seen = true;
    o->small_grids = true;
}

#ifdef __cplusplus
}
#endif
#endif

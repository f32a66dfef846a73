// A small Vulkan compute client over the loader: what the demo, the shader runner and the benches share.
// Every function returns VK_SUCCESS or the first error; vkc_what() says which call gave it.
#ifndef KILN_TESTS_VKC_H
#define KILN_TESTS_VKC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

struct vkc_device {
    VkInstance instance; // shared; destroyed with the last device by vkc_instance_destroy
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    VkCommandPool pool;
    VkPhysicalDeviceProperties props;
    VkPhysicalDeviceMemoryProperties memory;
    bool has_address;
    uint32_t subgroup_size;               // that pipelines require from now on; 0: any
    char driver[VK_MAX_DRIVER_NAME_SIZE]; // VkPhysicalDeviceDriverProperties.driverName
};

struct vkc_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize size;
    void *map; // host coherent
};

struct vkc_binding {
    VkDescriptorType type;
    const struct vkc_buffer *buffer; // of storage and uniform buffers; else:
    VkDescriptorImageInfo image;
    VkBufferView view;
    uint32_t array; // 0, or an array of descriptors: each an equal part of the buffer, aligned as any driver
                    // wants it
};

struct vkc_pipeline {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipeline pipeline;
    uint32_t push_size;
};

// For what uses the device directly: the memory type that the host sees, and VkResults for vkc_what.
uint32_t vkc_memory_type(const struct vkc_device *d, uint32_t bits);
VkResult vkc_note(VkResult r, const char *what);
// Records by `record`, submits, waits.
VkResult vkc_submit(struct vkc_device *d, void (*record)(VkCommandBuffer cmd, void *data), void *data);

const char *vkc_what(void); // the call that failed last, e.g. "vkCreateComputePipelines: VK_ERROR_..."
const char *vkc_result_name(VkResult r);

VkResult vkc_instance_create(VkInstance *out);
// The first physical device whose driverName or deviceName contains `driver` (NULL: any); all features that
// it has are enabled as far as VkPhysicalDeviceFeatures and Vulkan 1.1 to 1.3 go.
VkResult vkc_device_create(VkInstance instance, const char *driver, struct vkc_device *out);
void vkc_device_destroy(struct vkc_device *d);

VkResult vkc_buffer_create(struct vkc_device *d, VkDeviceSize size, struct vkc_buffer *out);
uint64_t vkc_buffer_address(struct vkc_device *d, const struct vkc_buffer *b); // 0 without the feature
void vkc_buffer_destroy(struct vkc_device *d, struct vkc_buffer *b);

// `arrays`: descriptors of each binding (0: one), or NULL.
VkResult vkc_pipeline_create(struct vkc_device *d, const uint32_t *spirv, size_t bytes,
                             const VkSpecializationInfo *spec, const VkDescriptorType *types,
                             const uint32_t *arrays, unsigned count, uint32_t push_size,
                             struct vkc_pipeline *out);
void vkc_pipeline_destroy(struct vkc_device *d, struct vkc_pipeline *p);

// Records one dispatch, submits it and waits. Buffers are read back through their maps.
VkResult vkc_dispatch(struct vkc_device *d, const struct vkc_pipeline *p, const struct vkc_binding *bindings,
                      unsigned count, const void *push, uint32_t x, uint32_t y, uint32_t z);

// `times` dispatches in one command buffer, with a pipeline barrier between them or without.
VkResult vkc_dispatch_times(struct vkc_device *d, const struct vkc_pipeline *p,
                            const struct vkc_binding *bindings, unsigned count, uint32_t x, uint32_t times,
                            bool ordered);

uint32_t *vkc_read_file(const char *path,
                        size_t *bytes); // malloc'ed, padded with a zero word; NULL with errno

#endif

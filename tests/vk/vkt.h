// What the Vulkan API tests share: an instance through the Khronos loader with the validation layer, whose
// messages are counted (a clean test has none), a device with its queue, and the few helpers that keep a case
// short.
#ifndef KILN_TESTS_VKT_H
#define KILN_TESTS_VKT_H

#include <vulkan/vulkan.h>

#include "kt.h"

struct vkt {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    const VkAllocationCallbacks *alloc;
};

struct vkt_options {
    bool no_validation; // for misuse on purpose
    bool no_device;
    bool newer;              // extensions that the layer does not know yet: without it
    bool synchronized_queue; // with `newer`: a queue that any thread may submit to
    bool not_robust;         // without robustBufferAccess
    bool all_queues;         // of all families; vkt.queue is the first one
    const VkAllocationCallbacks *alloc;
};

// Every device extension that the driver has is enabled, and the features of the structures that matter here.
// False, with a failed check, if something cannot be made.
bool vkt_init(struct vkt *v, const struct vkt_options *options);
uint32_t vkt_min_subgroup(const struct vkt *v); // the smallest size that a pipeline may ask for
bool vkt_has_extension(const struct vkt *v, const char *name); // of the device
// What the device did, from a file of KILN_SIM_TOTALS; `name` with its quotes. 0: there is none.
uint64_t vkt_total(const char *path, const char *name);
// Destroys all; a failed check if the validation layer said anything since vkt_init.
void vkt_finish(struct vkt *v);

// A device with one queue and so many extensions, and what `next` asks for. Nothing else of it is made or
// looked at.
VkResult vkt_device(VkPhysicalDevice physical, const void *next, uint32_t count, const char *const *names,
                    const VkAllocationCallbacks *alloc, VkDevice *out);

// The layer puts checks into the shaders. It takes a set of descriptors for itself, and thinks that pushed
// descriptors are uninitialized: such tests are skipped.
bool vkt_gpu_assisted(void);
unsigned vkt_messages(void); // of the validation layer, so far
// From now to the next vkt_init messages whose name has `id` in it do not count: for a case that breaks this
// rule on purpose, or where a version of the layer is wrong, with the reason where it is called.
void vkt_allow(const char *id);
// The layer that puts checks into shaders (1.4.309) waits on a semaphore that it has not made yet where the
// first submission of a queue is without commands: one with commands, which vkt_init makes for its device.
void vkt_first_submission(struct vkt *v);

#define vkt_ok(call) kt_eq((call), VK_SUCCESS)
#define vkt_proc(v, name) ((PFN_##name)vkGetDeviceProcAddr((v)->device, #name))

struct vkt_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize size;
    void *map;
};
struct vkt_buffer vkt_buffer(struct vkt *v,
                             VkDeviceSize size); // storage, uniform, transfer, indirect; zero-filled
// Memory for a buffer that shaders address, of a type that `bits` allow: bound, mapped, zero. Its address.
VkDeviceAddress vkt_back_addressed(struct vkt *v, struct vkt_buffer *b, uint32_t bits);
void vkt_buffer_free(struct vkt *v, struct vkt_buffer *b);

// An image of one sample, tiled optimally.
VkImageCreateInfo vkt_image_2d(VkFormat format, uint32_t width, uint32_t height, uint32_t levels,
                               uint32_t layers, VkImageUsageFlags usage);
// Memory of the image's own, bound to it.
VkDeviceMemory vkt_back(struct vkt *v, VkImage image);
struct vkt_image {
    VkImage image;
    VkDeviceMemory memory;
};
struct vkt_image vkt_image(struct vkt *v, const VkImageCreateInfo *info); // null handles, if it fails
void vkt_image_free(struct vkt *v, struct vkt_image *i);

VkFence vkt_fence(struct vkt *v);                                         // not signaled
VkSemaphore vkt_timeline(struct vkt *v, uint64_t value);                  // a timeline semaphore
VkResult vkt_signal(struct vkt *v, VkSemaphore timeline, uint64_t value); // from the host
VkResult vkt_wait(struct vkt *v, VkSemaphore timeline, uint64_t value, uint64_t timeout_ns);
// A submission of one batch with at most one of each: VK_NULL_HANDLE, none. Values are for timelines.
struct vkt_submit {
    VkCommandBuffer cmd;
    VkSemaphore wait, signal;
    uint64_t wait_value, signal_value;
    VkFence fence;
};
VkResult vkt_submit(VkQueue queue, struct vkt_submit s);

VkCommandBuffer vkt_begin(struct vkt *v);
void vkt_run(struct vkt *v, VkCommandBuffer cmd); // ends, submits, waits, frees
// Takes a new colour image to the GENERAL layout, all levels and layers, for transfers to write.
void vkt_general(struct vkt *v, VkImage image);
void vkt_barrier(VkCommandBuffer cmd); // everything before and everything after

// A pipeline whose set 0 has `count` storage buffers (or the given types), with push constants of `push`
// bytes.
struct vkt_pipeline {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};
struct vkt_shader {
    const uint32_t *code;
    size_t bytes;
};
// A pool, and all the sets that it has room for.
VkDescriptorPool vkt_allocate(struct vkt *v, uint32_t count, const VkDescriptorSetLayout *layouts,
                              uint32_t size_count, const VkDescriptorPoolSize *sizes, VkDescriptorSet *out);
// Its push constants begin at 0.
VkPipelineLayout vkt_layout(struct vkt *v, uint32_t count, const VkDescriptorSetLayout *sets, uint32_t push);
// Of the entry point `main`.
VkComputePipelineCreateInfo vkt_compute_info(VkShaderModule module, VkPipelineLayout layout);
VkPipeline vkt_compute(struct vkt *v, struct vkt_shader shader, VkPipelineLayout layout,
                       VkPipelineCreateFlags flags, const VkSpecializationInfo *spec);
bool vkt_pipeline(struct vkt *v, struct vkt_shader shader, uint32_t count, const VkDescriptorType *types,
                  uint32_t push, const VkSpecializationInfo *spec, struct vkt_pipeline *out);
void vkt_pipeline_free(struct vkt *v, struct vkt_pipeline *p);
void vkt_bind_buffer(struct vkt *v, struct vkt_pipeline *p, uint32_t binding, VkDescriptorType type,
                     const struct vkt_buffer *b, VkDeviceSize offset, VkDeviceSize range);
void vkt_bind(VkCommandBuffer cmd, const struct vkt_pipeline *p); // pipeline and set

// Allocation callbacks that count, and fail the n-th allocation.
struct vkt_heap {
    VkAllocationCallbacks callbacks;
    long live, total, fail_at; // fail_at < 0: never
};
void vkt_heap_init(struct vkt_heap *h);

#endif

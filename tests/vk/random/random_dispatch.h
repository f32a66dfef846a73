// What the dispatches of random programs share: pipelines, and ranges of buffers.
#ifndef KILN_TESTS_RANDOM_DISPATCH_H
#define KILN_TESTS_RANDOM_DISPATCH_H

#include "random/random.h"

#include "newer.h"

#define COMPUTE VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT
#define READ VK_ACCESS_2_SHADER_STORAGE_READ_BIT
#define WRITE VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT

// How the kernel "mix" gets its descriptors. The last two only without a layer.
enum way {
    PLAIN,
    DYNAMIC,
    PUSHED,
    AFTER_BIND,
    INLINE,
    TEMPLATE,
    PUSHED_TEMPLATE,
    COPIED,
    OBJECT,
    IN_BUFFER,
    WAYS
};

enum { MOST_SOURCES = 20, LOCALS = 4, DIMS = 3, VIEWS = 512 };

struct pipelines {
    VkDescriptorSetLayout mix_set[WAYS], out_set, many_set, image_set;
    VkPipelineLayout mix_layout[WAYS], gather_layout, address_layout, image_layout;
    VkDescriptorUpdateTemplate template, push_template;
    VkPipeline mix[WAYS][LOCALS], gather, address, image[DIMS];
    VkShaderEXT objects[LOCALS];
    VkImageView views[VIEWS];
    unsigned view_count;
    VkPhysicalDeviceLimits limits;
    // A buffer of descriptors: a set takes `stride` bytes of it.
    VkBuffer descriptors;
    VkDeviceMemory descriptors_memory;
    char *descriptors_map;
    VkDeviceAddress descriptors_address;
    VkDeviceSize stride, places[3];
    uint32_t used;
    size_t sizes[3];
    PFN_vkCmdPushDescriptorSetKHR push;
    PFN_vkCmdPushDescriptorSetWithTemplateKHR push_with_template;
    PFN_vkCmdBeginConditionalRenderingEXT begin_condition;
    PFN_vkCmdEndConditionalRenderingEXT end_condition;
};

struct range {
    int buffer;
    VkDeviceSize offset, size;
};

bool range_choose(struct world *w, VkBufferUsageFlags usage, VkDeviceSize align, VkDeviceSize least,
                  struct range *r);
bool range_meet(struct world *w, const struct range *a, const struct range *b);
// Robust: nothing beyond the end.
uint32_t range_read(struct world *w, const struct range *r, uint64_t i);
void range_write(struct world *w, const struct range *r, uint64_t i, uint32_t x);
VkDescriptorBufferInfo range_info(const struct world *w, const struct range *r);
struct access range_access(struct world *w, const struct range *r, bool writes, VkAccessFlags2 mask);
VkDescriptorSet take_set(struct world *w, VkDescriptorSetLayout layout, const void *next);

VkDescriptorSetLayout make_set(struct world *w, uint32_t count, const VkDescriptorType *types,
                               VkDescriptorSetLayoutCreateFlags flags, VkDescriptorBindingFlags each);
VkPipeline make_pipeline(struct world *w, const uint32_t *code, size_t size, VkPipelineLayout layout,
                         VkPipelineCreateFlags flags, const uint32_t *local);

void mix_init(struct world *w, struct pipelines *p);
void mix_finish(struct world *w, struct pipelines *p);

#endif

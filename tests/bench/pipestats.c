// Creates a compute pipeline from each SPIR-V file on one driver and prints a JSON line with what
// VK_KHR_pipeline_executable_properties says of it, and how long vkCreateComputePipelines took: by the clock,
// and of the processor in all threads of the process, since Kiln compiles in a thread of its own.
//
// usage: pipestats DRIVER [-r REPEAT] FILE.spv...
//
// The pipeline layout is derived from the module's Binding and DescriptorSet decorations.
#include "common/vkc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    OP_ENTRY_POINT = 15,
    OP_TYPE_ARRAY = 28,
    OP_TYPE_RUNTIME_ARRAY = 29,
    OP_TYPE_POINTER = 32,
    OP_CONSTANT = 43,
    OP_VARIABLE = 59,
    OP_DECORATE = 71,
    OP_TYPE_IMAGE = 25,
    OP_TYPE_SAMPLER = 26,
    OP_TYPE_SAMPLED_IMAGE = 27
};
enum { DECORATION_BUFFER_BLOCK = 3, DECORATION_BINDING = 33, DECORATION_SET = 34 };
enum { CLASS_UNIFORM = 2, CLASS_PUSH = 9, CLASS_STORAGE = 12, CLASS_UNIFORM_CONSTANT = 0 };

struct id {
    uint32_t op, type, value; // type: element, pointee or pointer type; value: constant, sampled kind
    uint32_t set, binding, storage;
    bool buffer_block, has_binding;
};

static uint64_t now_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct id *scan(const uint32_t *w, size_t words, uint32_t *bound, char entry[64])
{
    if (words < 5 || w[0] != 0x07230203 || w[3] > 1u << 22)
        return NULL;
    *bound = w[3];
    struct id *ids = calloc(*bound, sizeof(*ids));
    for (size_t i = 5; ids && i < words;) {
        uint32_t op = w[i] & 0xffff, n = w[i] >> 16;
        if (!n || i + n > words)
            break;
        const uint32_t *a = w + i + 1;
        if (op == OP_ENTRY_POINT && n > 3)
            snprintf(entry, 64, "%s", (const char *)(a + 2));
        else if (op == OP_DECORATE && n >= 3 && a[0] < *bound) {
            struct id *d = &ids[a[0]];
            d->buffer_block |= a[1] == DECORATION_BUFFER_BLOCK;
            if (a[1] == DECORATION_BINDING)
                d->binding = a[2], d->has_binding = true;
            if (a[1] == DECORATION_SET)
                d->set = a[2];
        } else if (op == OP_TYPE_POINTER && a[0] < *bound)
            ids[a[0]].op = op, ids[a[0]].type = a[2];
        else if ((op == OP_TYPE_ARRAY || op == OP_TYPE_RUNTIME_ARRAY) && a[0] < *bound)
            ids[a[0]].op = op, ids[a[0]].type = a[1], ids[a[0]].value = op == OP_TYPE_ARRAY ? a[2] : 0;
        else if (op == OP_TYPE_IMAGE && a[0] < *bound && n >= 9)
            ids[a[0]].op = op, ids[a[0]].value = a[6] | a[2] << 8;
        else if ((op == OP_TYPE_SAMPLER || op == OP_TYPE_SAMPLED_IMAGE) && a[0] < *bound)
            ids[a[0]].op = op, ids[a[0]].type = n > 2 ? a[1] : 0;
        else if (op == OP_CONSTANT && a[1] < *bound)
            ids[a[1]].op = op, ids[a[1]].value = a[2];
        else if (op == OP_VARIABLE && a[1] < *bound)
            ids[a[1]].op = op, ids[a[1]].type = a[0], ids[a[1]].storage = a[2];
        i += n;
    }
    return ids;
}

static VkDescriptorType descriptor_type(const struct id *ids, const struct id *var, uint32_t *count)
{
    const struct id *t = &ids[ids[var->type].type];
    *count = 1;
    while (t->op == OP_TYPE_ARRAY || t->op == OP_TYPE_RUNTIME_ARRAY) {
        *count *= t->value ? ids[t->value].value : 1;
        t = &ids[t->type];
    }
    if (var->storage == CLASS_STORAGE || t->buffer_block)
        return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (var->storage == CLASS_UNIFORM)
        return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    if (t->op == OP_TYPE_SAMPLER)
        return VK_DESCRIPTOR_TYPE_SAMPLER;
    if (t->op == OP_TYPE_SAMPLED_IMAGE)
        return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    bool buffer = t->value >> 8 == 5, storage = (t->value & 255) == 2;
    return buffer
               ? (storage ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER)
               : (storage ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
}

static VkPipelineLayout make_layout(VkDevice device, const struct id *ids, uint32_t bound)
{
    VkDescriptorSetLayout sets[8];
    for (uint32_t s = 0; s < 8; s++) {
        VkDescriptorSetLayoutBinding b[64];
        uint32_t n = 0;
        for (uint32_t i = 0; i < bound && n < 64; i++) {
            if (ids[i].op != OP_VARIABLE || !ids[i].has_binding || ids[i].set != s)
                continue;
            bool seen = false;
            for (uint32_t k = 0; k < n; k++)
                seen |= b[k].binding == ids[i].binding;
            if (seen)
                continue;
            b[n] = (VkDescriptorSetLayoutBinding){.binding = ids[i].binding,
                                                  .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
            b[n].descriptorType = descriptor_type(ids, &ids[i], &b[n].descriptorCount);
            n++;
        }
        VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = n, .pBindings = b};
        if (vkCreateDescriptorSetLayout(device, &info, NULL, &sets[s]) < 0)
            return VK_NULL_HANDLE;
    }
    VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 128};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 8,
                                       .pSetLayouts = sets,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &push};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    vkCreatePipelineLayout(device, &info, NULL, &layout);
    return layout;
}

static void print_statistics(VkDevice device, VkPipeline pipeline)
{
    PFN_vkGetPipelineExecutablePropertiesKHR properties =
        (PFN_vkGetPipelineExecutablePropertiesKHR)(void *)vkGetDeviceProcAddr(
            device, "vkGetPipelineExecutablePropertiesKHR");
    PFN_vkGetPipelineExecutableStatisticsKHR statistics =
        (PFN_vkGetPipelineExecutableStatisticsKHR)(void *)vkGetDeviceProcAddr(
            device, "vkGetPipelineExecutableStatisticsKHR");
    if (!properties || !statistics)
        return;
    VkPipelineInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline};
    VkPipelineExecutablePropertiesKHR props[4];
    for (int i = 0; i < 4; i++)
        props[i] = (VkPipelineExecutablePropertiesKHR){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
    uint32_t n = 4;
    properties(device, &info, &n, props);
    printf(", \"executables\": [");
    for (uint32_t e = 0; e < n; e++) {
        VkPipelineExecutableInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                             .pipeline = pipeline,
                                             .executableIndex = e};
        VkPipelineExecutableStatisticKHR s[32];
        for (int i = 0; i < 32; i++)
            s[i] = (VkPipelineExecutableStatisticKHR){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
        uint32_t count = 32;
        statistics(device, &which, &count, s);
        printf("%s{\"name\": \"%s\", \"subgroup\": %u", e ? ", " : "", props[e].name, props[e].subgroupSize);
        for (uint32_t i = 0; i < count; i++)
            printf(", \"%s\": %llu", s[i].name, (unsigned long long)s[i].value.u64);
        printf("}");
    }
    printf("]");
}

static int one(struct vkc_device *d, VkDevice device, const char *path, unsigned repeat)
{
    size_t bytes;
    uint32_t *spirv = vkc_read_file(path, &bytes), bound = 0;
    char entry[64] = "main";
    struct id *ids = spirv ? scan(spirv, bytes / 4, &bound, entry) : NULL;
    if (!ids)
        return fprintf(stderr, "%s: not SPIR-V\n", path), 1;
    VkShaderModuleCreateInfo mi = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = spirv};
    VkShaderModule module = VK_NULL_HANDLE;
    VkPipelineLayout layout = make_layout(device, ids, bound);
    VkResult r = vkCreateShaderModule(device, &mi, NULL, &module);
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = entry},
        .layout = layout};
    uint64_t best = UINT64_MAX, least = UINT64_MAX;
    VkPipeline pipeline = VK_NULL_HANDLE;
    for (unsigned i = 0; r >= 0 && i < repeat; i++) {
        vkDestroyPipeline(device, pipeline, NULL);
        uint64_t start = now_ns(CLOCK_MONOTONIC), before = now_ns(CLOCK_PROCESS_CPUTIME_ID);
        r = vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline);
        uint64_t spent = now_ns(CLOCK_PROCESS_CPUTIME_ID) - before, t = now_ns(CLOCK_MONOTONIC) - start;
        best = t < best ? t : best;
        least = spent < least ? spent : least;
    }
    printf("{\"file\": \"%s\", \"driver\": \"%s\", \"result\": \"%s\", \"compile_ns\": %llu, "
           "\"processor_ns\": %llu",
           path, d->driver, vkc_result_name(r), (unsigned long long)best, (unsigned long long)least);
    if (r >= 0)
        print_statistics(device, pipeline);
    printf("}\n");
    fflush(stdout); // the next compile may never end
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyShaderModule(device, module, NULL);
    free(ids);
    free(spirv);
    return 0;
}

// A device with the executable properties enabled where the driver has them.
static VkDevice stats_device(struct vkc_device *d)
{
    VkExtensionProperties e[512];
    uint32_t n = 512;
    bool has = false;
    vkEnumerateDeviceExtensionProperties(d->physical, NULL, &n, e);
    for (uint32_t i = 0; i < n; i++)
        has |= !strcmp(e[i].extensionName, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
    float priority = 1;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR stats = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pipelineExecutableInfo = VK_TRUE};
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(d->physical, &features);
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = d->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    const char *name = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = has ? &stats : NULL,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = has,
                               .ppEnabledExtensionNames = &name,
                               .pEnabledFeatures = &features};
    VkDevice device = VK_NULL_HANDLE;
    vkCreateDevice(d->physical, &info, NULL, &device);
    return device;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return fprintf(stderr, "usage: pipestats DRIVER [-r REPEAT] FILE.spv...\n"), 2;
    VkInstance instance;
    struct vkc_device d;
    if (vkc_instance_create(&instance) < 0 || vkc_device_create(instance, argv[1], &d) < 0)
        return fprintf(stderr, "pipestats: %s\n", vkc_what()), 1;
    VkDevice device = stats_device(&d);
    int i = 2, bad = 0;
    unsigned repeat = 1;
    if (argc > 4 && !strcmp(argv[2], "-r")) {
        repeat = (unsigned)atoi(argv[3]);
        i = 4;
    }
    for (; i < argc; i++)
        bad |= one(&d, device, argv[i], repeat);
    vkDestroyDevice(device, NULL);
    vkc_device_destroy(&d);
    vkDestroyInstance(instance, NULL);
    return bad;
}

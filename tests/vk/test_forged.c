// Forged pipeline caches: kernels of ours with fields changed at random, their digests made
// right. Each is refused, or taken and dispatched, directly and indirectly; whatever it says, the driver
// writes nowhere but into memory of its own (./dev test --asan sees it, and ./dev fuzz, with more cases:
// KILN_FORGED=FIRST-LAST).
#include <stddef.h>

#include "compiler/kernel/kernel.h"
#include "kiln/cache.h"
#include "vk/vkt.h"
#include "vkt_arrays.h"
#include "vkt_bindless.h"
#include "vkt_count.h"
#include "vkt_many.h"
#include "vkt_texels.h"

#define SHADER(name) {vkt_##name, sizeof(vkt_##name)}
static const struct vkt_shader shaders[] = {SHADER(count), SHADER(texels), SHADER(arrays), SHADER(bindless),
                                            SHADER(many)};
enum { SHADERS = sizeof(shaders) / sizeof(shaders[0]), SETS = 3, CASES = 400, PUSH = 128 };

// A device, and what a forged kernel may refer to: every kind of descriptor, a pushed set among them.
struct rig {
    struct vkt v;
    VkDescriptorSetLayout sets[SETS];
    VkDescriptorPool pool;
    VkDescriptorSet set[SETS]; // the last one is pushed
    VkPipelineLayout layout;
    VkShaderModule modules[SHADERS];
    struct vkt_buffer buffer;
    uint8_t *data[SHADERS]; // of a cache with the kernel
    size_t size[SHADERS];
};

static uint64_t state;

static uint32_t next(void)
{
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(z ^ (z >> 31));
}

static uint32_t below(uint32_t n)
{
    return next() % n;
}

// ---- the rig

static void make_sets(struct rig *r)
{
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                             VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                             VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                             VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                             VK_DESCRIPTOR_TYPE_SAMPLER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC};
    enum { TYPES = sizeof(types) / sizeof(types[0]) };
    VkDescriptorPoolSize sizes[TYPES];
    for (unsigned s = 0; s < SETS; s++) {
        VkDescriptorSetLayoutBinding b[TYPES];
        for (unsigned i = 0; i < TYPES; i++) {
            b[i] = (VkDescriptorSetLayoutBinding){i, types[i], s ? 2 : 4, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
            sizes[i] = (VkDescriptorPoolSize){types[i], 16};
        }
        VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .flags = s == SETS - 1 ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR : 0,
            .bindingCount = s == SETS - 1 ? TYPES - 1 : TYPES,
            .pBindings = b};
        vkt_ok(vkCreateDescriptorSetLayout(r->v.device, &info, NULL, &r->sets[s]));
    }
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = SETS,
                                       .poolSizeCount = TYPES,
                                       .pPoolSizes = sizes};
    vkt_ok(vkCreateDescriptorPool(r->v.device, &pool, NULL, &r->pool));
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = r->pool,
                                         .descriptorSetCount = SETS - 1,
                                         .pSetLayouts = r->sets};
    vkt_ok(vkAllocateDescriptorSets(r->v.device, &alloc, r->set));
}

static VkWriteDescriptorSet buffer_write(const struct rig *r, const VkDescriptorBufferInfo *info, unsigned s)
{
    (void)r;
    return (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = r->set[s],
                                  .descriptorCount = 2,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = info};
}

static VkResult build(struct rig *r, unsigned shader, VkPipelineCache cache, VkPipelineCreateFlags flags,
                      VkPipeline *out)
{
    VkComputePipelineCreateInfo info = vkt_compute_info(r->modules[shader], r->layout);
    info.flags = flags;
    return vkCreateComputePipelines(r->v.device, cache, 1, &info, NULL, out);
}

static VkPipelineCache make_cache(struct rig *r, const void *data, size_t size)
{
    VkPipelineCacheCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, .initialDataSize = size, .pInitialData = data};
    VkPipelineCache c = VK_NULL_HANDLE;
    vkt_ok(vkCreatePipelineCache(r->v.device, &info, NULL, &c));
    return c;
}

static void make_kernel(struct rig *r, unsigned n)
{
    VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                       .codeSize = shaders[n].bytes,
                                       .pCode = shaders[n].code};
    vkt_ok(vkCreateShaderModule(r->v.device, &module, NULL, &r->modules[n]));
    if (r->data[n])
        return; // of the device before
    VkPipelineCache c = make_cache(r, NULL, 0);
    VkPipeline p = VK_NULL_HANDLE;
    vkt_ok(build(r, n, c, 0, &p));
    vkt_ok(vkGetPipelineCacheData(r->v.device, c, &r->size[n], NULL));
    r->data[n] = malloc(r->size[n]);
    vkt_ok(vkGetPipelineCacheData(r->v.device, c, &r->size[n], r->data[n]));
    vkDestroyPipeline(r->v.device, p, NULL);
    vkDestroyPipelineCache(r->v.device, c, NULL);
}

static bool open_rig(struct rig *r)
{
    if (!vkt_init(&r->v, &(struct vkt_options){.no_validation = true}))
        return false;
    make_sets(r);
    r->layout = vkt_layout(&r->v, SETS, r->sets, PUSH);
    r->buffer = vkt_buffer(&r->v, 65536);
    const VkDescriptorBufferInfo info[2] = {{r->buffer.buffer, 0, 32768}, {r->buffer.buffer, 0, 32768}};
    for (unsigned s = 0; s < SETS - 1; s++) {
        VkWriteDescriptorSet w = buffer_write(r, info, s);
        vkUpdateDescriptorSets(r->v.device, 1, &w, 0, NULL);
    }
    for (unsigned n = 0; n < SHADERS; n++)
        make_kernel(r, n);
    return true;
}

static void close_rig(struct rig *r)
{
    for (unsigned n = 0; n < SHADERS; n++)
        vkDestroyShaderModule(r->v.device, r->modules[n], NULL);
    for (unsigned s = 0; s < SETS; s++)
        vkDestroyDescriptorSetLayout(r->v.device, r->sets[s], NULL);
    vkDestroyPipelineLayout(r->v.device, r->layout, NULL);
    vkDestroyDescriptorPool(r->v.device, r->pool, NULL);
    vkt_buffer_free(&r->v, &r->buffer);
    vkt_finish(&r->v);
}

// ---- forging

static uint32_t odd_number(void)
{
    static const uint32_t edges[] = {
        0,           1,           2,           3,           4,           7,           8,          16,
        31,          32,          33,          56,          57,          63,          64,         65,
        127,         128,         255,         256,         257,         512,         1000,       1024,
        2048,        4096,        65535,       65536,       1 << 20,     2 << 20,     4 << 20,    0x7fffffff,
        0x80000000u, 0xfffffff0u, 0xfffffff4u, 0xfffffff8u, 0xfffffffcu, 0xfffffffeu, 0xffffffffu};
    return below(4) ? edges[below(sizeof(edges) / 4)] : next() >> below(32);
}

#define WORD(field) offsetof(struct kiln_kernel_info, field)
static const size_t words[] = {WORD(simd),
                               WORD(local_size[0]),
                               WORD(local_size[1]),
                               WORD(local_size[2]),
                               WORD(threads_per_group),
                               WORD(cross_thread_regs),
                               WORD(per_thread_regs),
                               WORD(push_offset),
                               WORD(push_size),
                               WORD(push_bti),
                               WORD(const_bti),
                               WORD(const_offset),
                               WORD(const_size),
                               WORD(num_workgroups_offset),
                               WORD(handle_offset),
                               WORD(handle_count),
                               WORD(far_handle_count),
                               WORD(far_handle_bti),
                               WORD(slm_size),
                               WORD(scratch_size),
                               WORD(bti_count),
                               WORD(sampler_count),
                               WORD(instructions),
                               WORD(sends),
                               WORD(loops),
                               WORD(cycles)};

static void set_word(struct kiln_kernel_info *i, size_t offset, uint32_t value)
{
    memcpy((uint8_t *)i + offset, &value, 4);
}

static void change_binding(struct kiln_binding *b)
{
    const uint32_t table = below(3) ? below(20) : odd_number(), handle = below(3) ? below(8) : odd_number();
    switch (below(6)) {
    case 0:
        b->set = below(4) ? below(SETS) : odd_number();
        break;
    case 1:
        b->binding = below(4) ? below(8) : odd_number();
        break;
    case 2:
        b->count = below(4) ? below(6) : odd_number();
        break;
    case 3:
        b->bti = table;
        b->handle = KILN_NO_OFFSET;
        break;
    case 4:
        b->handle = handle;
        b->bti = KILN_NO_OFFSET;
        break;
    default:
        b->resource = (enum kiln_resource)below(10);
        break;
    }
}

static void add_binding(struct kiln_kernel *k)
{
    struct kiln_binding *more = calloc(k->info.binding_count + 1, sizeof(*more));
    memcpy(more, k->bindings, k->info.binding_count * sizeof(*more));
    struct kiln_binding *b = &more[k->info.binding_count++];
    *b = (struct kiln_binding){.set = below(SETS),
                               .binding = below(7),
                               .count = below(5),
                               .bti = below(8),
                               .handle = KILN_NO_OFFSET,
                               .resource = (enum kiln_resource)below(9)};
    if (below(2)) { // with a handle, and what belongs to one
        b->bti = KILN_NO_OFFSET;
        b->handle = below(2) ? k->info.handle_count++ : below(4);
    }
    free(k->bindings);
    k->bindings = more;
    k->binding_names = realloc(k->binding_names, k->info.binding_count * sizeof(*k->binding_names));
    k->binding_names[k->info.binding_count - 1] = strdup(below(2) ? "a" : "");
}

// Things that go together, so that more than refusals are tried.
static void change_together(struct kiln_kernel_info *i)
{
    uint32_t simd = 8u << below(3), x = 1 + below(64), y = 1 + below(16);
    switch (below(5)) {
    case 0:
        i->simd = simd;
        i->local_size[0] = x;
        i->local_size[1] = y;
        i->local_size[2] = 1;
        i->threads_per_group = (x * y + simd - 1) / simd;
        break;
    case 1:
        i->cross_thread_regs = below(65);
        i->handle_offset = i->cross_thread_regs ? 4 * below(8 * i->cross_thread_regs) : 0;
        break;
    case 2:
        i->cross_thread_regs = 1 + below(64);
        i->num_workgroups_offset = 32 * i->cross_thread_regs - 4 * below(5);
        break;
    case 3:
        i->scratch_size = 1u << below(24);
        break;
    default:
        i->bti_count = below(257);
        i->sampler_count = below(17);
        i->far_handle_count = below(3) ? 0 : 1 + below(3);
        i->far_handle_bti = i->far_handle_count ? below(8) : KILN_NO_OFFSET;
        break;
    }
}

static void change(struct kiln_kernel *k)
{
    for (unsigned n = 1 + below(4); n; n--)
        switch (below(6)) {
        case 0:
        case 1:
            set_word(&k->info, words[below(sizeof(words) / sizeof(words[0]))], odd_number());
            break;
        case 2:
            if (k->info.binding_count)
                change_binding(&k->bindings[below(k->info.binding_count)]);
            break;
        case 3:
            add_binding(k);
            break;
        case 4:
            change_together(&k->info);
            break;
        default:
            if (below(2))
                k->info.uses_barrier ^= true;
            else
                k->info.uses_a64 ^= true, k->info.uses_atomics ^= true;
            break;
        }
}

// The cache's data with its kernel changed.
static uint8_t *forge(const uint8_t *data, size_t *size)
{
    struct kiln_cache_entry_header h;
    const size_t head = sizeof(struct kiln_cache_header);
    struct kiln_kernel *k = NULL;
    void *blob = NULL;
    size_t bytes = 0;
    memcpy(&h, data + head, sizeof(h));
    kt_eq(kiln_kernel_deserialize(data + head + sizeof(h), h.size, &k), KILN_OK);
    change(k);
    kt_eq(kiln_kernel_serialize(k, &blob, &bytes), KILN_OK);
    kiln_kernel_destroy(k);
    h.size = bytes;
    kiln_cache_digest(h.key, blob, bytes, h.digest);
    uint8_t *out = calloc(1, head + sizeof(h) + bytes + 8);
    memcpy(out, data, head);
    memcpy(out + head, &h, sizeof(h));
    memcpy(out + head + sizeof(h), blob, bytes);
    *size = head + sizeof(h) + (bytes + 7) / 8 * 8;
    free(blob);
    return out;
}

// ---- running

// False: the device is lost.
static bool dispatch(struct rig *r, VkPipeline p)
{
    const uint32_t push[PUSH / 4] = {1, 0, 1, 0}, offsets[8] = {0};
    const VkDescriptorBufferInfo info[2] = {{r->buffer.buffer, 0, 32768}, {r->buffer.buffer, 0, 32768}};
    VkWriteDescriptorSet pushed = buffer_write(r, info, 0);
    memcpy((uint8_t *)r->buffer.map + 65536 - 12, (uint32_t[]){2, 1, 1}, 12);
    VkCommandBuffer cmd = vkt_begin(&r->v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r->layout, 0, SETS - 1, r->set, 4 + 2,
                            offsets);
    vkt_proc(&r->v, vkCmdPushDescriptorSetKHR)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r->layout, SETS - 1, 1,
                                               &pushed);
    vkCmdPushConstants(cmd, r->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH, push);
    vkCmdDispatch(cmd, 2, 1, 1);
    vkCmdDispatchIndirect(cmd, r->buffer.buffer, 65536 - 12);
    VkResult result = vkEndCommandBuffer(cmd);
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    if (!result)
        result = vkQueueSubmit(r->v.queue, 1, &submit, VK_NULL_HANDLE);
    if (!result)
        result = vkQueueWaitIdle(r->v.queue);
    vkFreeCommandBuffers(r->v.device, r->v.pool, 1, &cmd);
    return result != VK_ERROR_DEVICE_LOST;
}

KT_TEST(forged_kernels)
{
    static struct rig r;
    const char *range = getenv("KILN_FORGED");
    unsigned long first = 0, last = CASES - 1, taken = 0, lost = 0;
    if (range && sscanf(range, "%lu-%lu", &first, &last) == 1)
        last = first;
    if (!open_rig(&r))
        return;
    for (unsigned long n = first; n <= last && !kt_failures; n++) {
        state = n * 1000003 + 1;
        unsigned shader = n % SHADERS;
        size_t size;
        if (range && first == last)
            printf("# case %lu\n", n);
        uint8_t *data = forge(r.data[shader], &size);
        VkPipelineCache c = make_cache(&r, data, size);
        VkPipeline p = VK_NULL_HANDLE;
        VkResult result =
            build(&r, shader, c, VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT_EXT, &p);
        bool lives = true;
        if (!result) {
            taken++;
            lives = dispatch(&r, p);
        }
        vkDestroyPipeline(r.v.device, p, NULL);
        vkDestroyPipelineCache(r.v.device, c, NULL);
        free(data);
        if (!lives) {
            lost++;
            close_rig(&r);
            if (!open_rig(&r))
                return;
        }
    }
    printf("# %lu kernels: %lu taken and run, %lu of these lost the device\n", last - first + 1, taken, lost);
    kt_ok(taken || range, "no forged kernel was taken: the test changes too much");
    close_rig(&r);
    for (unsigned n = 0; n < SHADERS; n++)
        free(r.data[n]);
}

KT_MAIN()

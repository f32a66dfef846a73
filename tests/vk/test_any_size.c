// Buffers of more than 4 GiB, and VK_EXT_shader_64bit_indexing: what shaders do at indices of 64 bits
// (shaders/any_size.spvasm), with descriptors of every origin, and at the ends; copies, fills and updates at
// offsets of 64 bits. Few pages of the buffers are touched, so that few are there.
#include "vk/large.h"
#include "vkt_any_size.h"

enum { HEAD = 16, LANES = 32, CASES = 4 * LANES }; // bytes before the arrays
enum mode {
    READ,
    WRITE,
    ADD,
    READ_FOUR,
    WRITE_FOUR,
    LENGTH,
    READ_SAME,
    READ_FOUR_SAME,
    READ_BYTE,
    WRITE_BYTE,
    EXCHANGE,
    WRITE_SAME,
    READ_PLACE,
    MAX_PLACE
};

struct test_case {
    uint64_t index;
    uint32_t which, value;
    uint32_t result[4];
};

// ---- a scene: two buffers with a part of each that a descriptor shows, and the cases

enum origin { SET, DYNAMIC, PUSHED, DESCRIPTOR_BUFFER, OBJECT, ORIGINS };
static const char *const names[ORIGINS] = {"a set", "dynamic offsets", "pushed descriptors",
                                           "a descriptor buffer", "a shader object"};

struct scene {
    enum origin origin;
    bool robust;
    struct memory big[2], cases, descriptors;
    uint64_t offset[2], range[2];
    struct vkt_pipeline p;
    VkShaderEXT shader;
};

enum { PUSH = 16 };

// The module, with the execution mode if it is not the pipeline that asks for long indices.
static uint32_t *module_words(bool by_mode, size_t *bytes)
{
    enum { CAPABILITY = 17, EXECUTION_MODE = 16 };
    const size_t count = sizeof(vkt_any_size) / 4;
    uint32_t *out = malloc(4 * (count + 5));
    size_t n = 0;
    bool capability = false, mode = false;
    memcpy(out, vkt_any_size, 5 * 4);
    n = 5;
    for (size_t k = 5; k < count; k += vkt_any_size[k] >> 16) {
        const uint32_t *i = &vkt_any_size[k], op = i[0] & 0xffff;
        if (by_mode && op == CAPABILITY && !capability) {
            out[n++] = 2u << 16 | CAPABILITY;
            out[n++] = 5426; // Shader64BitIndexingEXT
            capability = true;
        }
        if (by_mode && op == EXECUTION_MODE && !mode) {
            out[n++] = 3u << 16 | EXECUTION_MODE;
            out[n++] = i[1];
            out[n++] = 5427;
            mode = true;
        }
        memcpy(out + n, i, 4 * (i[0] >> 16));
        n += i[0] >> 16;
    }
    *bytes = 4 * n;
    return out;
}

static VkDescriptorType buffer_type(const struct scene *s)
{
    return s->origin == DYNAMIC ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC
                                : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

static void make_layouts(struct scene *s)
{
    const VkDescriptorSetLayoutBinding bindings[2] = {
        {0, buffer_type(s), 2, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = s->origin == PUSHED              ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
                 : s->origin == DESCRIPTOR_BUFFER ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT
                                                  : 0,
        .bindingCount = 2,
        .pBindings = bindings};
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &s->p.set_layout));
    s->p.layout = vkt_layout(&v, 1, &s->p.set_layout, PUSH);
}

static void make_pipeline(struct scene *s, bool by_mode)
{
    size_t bytes;
    uint32_t *code = module_words(by_mode, &bytes);
    if (s->origin == OBJECT) {
        const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH};
        const VkShaderCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                            .flags = by_mode ? 0 : VK_SHADER_CREATE_64_BIT_INDEXING_BIT_EXT,
                                            .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                            .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                            .codeSize = bytes,
                                            .pCode = code,
                                            .pName = "main",
                                            .setLayoutCount = 1,
                                            .pSetLayouts = &s->p.set_layout,
                                            .pushConstantRangeCount = 1,
                                            .pPushConstantRanges = &push};
        vkt_ok(vkt_proc(&v, vkCreateShadersEXT)(v.device, 1, &info, NULL, &s->shader));
    } else {
        const VkShaderModuleCreateInfo module = {
            .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = code};
        vkt_ok(vkCreateShaderModule(v.device, &module, NULL, &s->p.module));
        VkComputePipelineCreateInfo info = vkt_compute_info(s->p.module, s->p.layout);
        const VkPipelineCreateFlags2CreateInfoKHR flags = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
            .flags = (by_mode ? 0 : VK_PIPELINE_CREATE_2_64_BIT_INDEXING_BIT_EXT) |
                     (s->origin == DESCRIPTOR_BUFFER ? VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0)};
        info.pNext = &flags;
        vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &s->p.pipeline));
    }
    free(code);
}

// What the descriptors are written with: dynamic offsets come with the set.
static void buffer_infos(const struct scene *s, VkDescriptorBufferInfo info[3])
{
    for (unsigned k = 0; k < 2; k++)
        info[k] =
            (VkDescriptorBufferInfo){s->big[k].buffer, s->origin == DYNAMIC ? 0 : s->offset[k], s->range[k]};
    info[2] = (VkDescriptorBufferInfo){s->cases.buffer, 0, VK_WHOLE_SIZE};
}

static void writes(const struct scene *s, const VkDescriptorBufferInfo info[3], VkWriteDescriptorSet out[2])
{
    out[0] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                    .dstSet = s->p.set,
                                    .descriptorCount = 2,
                                    .descriptorType = buffer_type(s),
                                    .pBufferInfo = info};
    out[1] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                    .dstSet = s->p.set,
                                    .dstBinding = 1,
                                    .descriptorCount = 1,
                                    .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                    .pBufferInfo = info + 2};
}

static void write_set(struct scene *s)
{
    VkDescriptorBufferInfo info[3];
    VkWriteDescriptorSet w[2];
    const VkDescriptorPoolSize sizes[2] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3},
                                           {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 2}};
    s->p.pool = vkt_allocate(&v, 1, &s->p.set_layout, 2, sizes, &s->p.set);
    buffer_infos(s, info);
    writes(s, info, w);
    vkUpdateDescriptorSets(v.device, 2, w, 0, NULL);
}

static void write_descriptor_buffer(struct scene *s)
{
    VkPhysicalDeviceDescriptorBufferPropertiesEXT limits = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                     .pNext = &limits};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    const size_t step = limits.storageBufferDescriptorSize;
    VkDeviceSize size, first[2];
    vkt_proc(&v, vkGetDescriptorSetLayoutSizeEXT)(v.device, s->p.set_layout, &size);
    for (uint32_t k = 0; k < 2; k++)
        vkt_proc(&v, vkGetDescriptorSetLayoutBindingOffsetEXT)(v.device, s->p.set_layout, k, &first[k]);
    s->descriptors = allocate(size, VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT);
    const VkDescriptorAddressInfoEXT place[3] = {{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                                  .address = s->big[0].address + s->offset[0],
                                                  .range = s->range[0]},
                                                 {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                                  .address = s->big[1].address + s->offset[1],
                                                  .range = s->range[1]},
                                                 {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                                  .address = s->cases.address,
                                                  .range = s->cases.size}};
    for (unsigned k = 0; k < 3; k++) {
        const VkDescriptorGetInfoEXT get = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                            .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .data.pStorageBuffer = &place[k]};
        vkt_proc(&v, vkGetDescriptorEXT)(v.device, &get, step,
                                         s->descriptors.map + (k < 2 ? first[0] + k * step : first[1]));
    }
}

static struct scene make_scene(enum origin origin, bool by_mode)
{
    struct scene s = {.origin = origin};
    s.big[0] = allocate(9 * GIB + 4096, BIG);
    s.big[1] = allocate(5 * GIB, BIG);
    // The parts end within pages that are there, so that only bounds keep what is behind them.
    s.offset[0] = origin == DYNAMIC ? 256 : 4096;
    s.range[0] = 9 * GIB - 4096 - 20;
    s.offset[1] = origin == DYNAMIC ? 64 : 64;
    s.range[1] = origin == DYNAMIC ? 4 * GIB + 128 : 4 * GIB + 8;
    s.cases = allocate(CASES * sizeof(struct test_case), BIG);
    make_layouts(&s);
    make_pipeline(&s, by_mode);
    if (origin == DESCRIPTOR_BUFFER)
        write_descriptor_buffer(&s);
    else if (origin != PUSHED)
        write_set(&s);
    return s;
}

static void free_scene(struct scene *s)
{
    if (s->shader)
        vkt_proc(&v, vkDestroyShaderEXT)(v.device, s->shader, NULL);
    if (s->descriptors.buffer)
        release(&s->descriptors);
    vkt_pipeline_free(&v, &s->p);
    release(&s->cases);
    release(&s->big[0]);
    release(&s->big[1]);
}

static void bind_descriptors(const struct scene *s, VkCommandBuffer cmd)
{
    const VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_COMPUTE;
    if (s->origin == PUSHED) {
        VkDescriptorBufferInfo info[3];
        VkWriteDescriptorSet w[2];
        buffer_infos(s, info);
        writes(s, info, w);
        vkt_proc(&v, vkCmdPushDescriptorSetKHR)(cmd, point, s->p.layout, 0, 2, w);
    } else if (s->origin == DESCRIPTOR_BUFFER) {
        const VkDescriptorBufferBindingInfoEXT b = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
            .address = s->descriptors.address,
            .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT};
        const uint32_t index = 0;
        const VkDeviceSize offset = 0;
        vkt_proc(&v, vkCmdBindDescriptorBuffersEXT)(cmd, 1, &b);
        vkt_proc(&v, vkCmdSetDescriptorBufferOffsetsEXT)(cmd, point, s->p.layout, 0, 1, &index, &offset);
    } else {
        const uint32_t offsets[2] = {(uint32_t)s->offset[0], (uint32_t)s->offset[1]};
        vkCmdBindDescriptorSets(cmd, point, s->p.layout, 0, 1, &s->p.set, s->origin == DYNAMIC ? 2 : 0,
                                offsets);
    }
}

static void run(const struct scene *s, enum mode mode)
{
    const struct {
        uint64_t place;
        uint32_t mode, none;
    } push = {s->big[0].address, mode, 0};
    VkCommandBuffer cmd = vkt_begin(&v);
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    if (s->origin == OBJECT)
        vkt_proc(&v, vkCmdBindShadersEXT)(cmd, 1, &stage, &s->shader);
    else
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->p.pipeline);
    bind_descriptors(s, cmd);
    vkCmdPushConstants(cmd, s->p.layout, stage, 0, sizeof(push), &push);
    vkCmdDispatch(cmd, CASES / LANES, 1, 1);
    vkt_run(&v, cmd);
}

// ---- what must come of it

static struct test_case *cases_of(const struct scene *s)
{
    return (struct test_case *)s->cases.map;
}

// Where element `index` of so many bytes is; NULL: outside of what the descriptor shows.
static void *element(const struct scene *s, unsigned which, uint64_t index, unsigned bytes)
{
    const uint64_t offset = HEAD + index * bytes;
    if (index > UINT64_C(1) << 60 || offset + bytes > s->range[which])
        return NULL;
    return at(&s->big[which], s->offset[which] + offset);
}

// What a read of it gives: parts that are within, where bounds are exact; else all of it or nothing.
static void expect_read(const struct scene *s, unsigned which, uint64_t index, unsigned bytes,
                        uint32_t want[4])
{
    const uint8_t *whole = element(s, which, index, bytes);
    memset(want, 0, 16);
    if (whole)
        memcpy(want, whole, bytes);
    for (unsigned k = 0; !whole && s->robust && k < bytes / 4; k++) {
        const uint64_t offset = HEAD + index * bytes + 4 * k;
        if (index <= UINT64_C(1) << 60 && offset + 4 <= s->range[which])
            memcpy(&want[k], at(&s->big[which], s->offset[which] + offset), 4);
    }
}

// Indices at both ends, around the powers of two where fewer bits would wrap, and outside. (Each one apart
// from the others, since they are written.)
static uint64_t some_index(const struct scene *s, unsigned n, unsigned which, unsigned bytes)
{
    const uint64_t end = (s->range[which] - HEAD) / bytes;
    const uint64_t far[] = {0,
                            1,
                            end - 1,
                            end,
                            end + 1,
                            end + 3,
                            GIB / bytes,
                            2 * GIB / bytes - 1,
                            2 * GIB / bytes,
                            4 * GIB / bytes - HEAD / bytes - 1,
                            4 * GIB / bytes - HEAD / bytes,
                            4 * GIB / bytes + 5,
                            GIB + 3,
                            2 * GIB - 7,
                            2 * GIB + 9,
                            4 * GIB - 11,
                            4 * GIB + 13,
                            4 * GIB + 15,
                            9 * GIB + 1,
                            UINT64_C(1) << 40,
                            UINT64_C(1) << 47,
                            UINT64_C(1) << 59,
                            0 - (uint64_t)(HEAD / bytes + 1),
                            0 - (uint64_t)(HEAD / bytes + 9),
                            INT64_MAX / bytes};
    enum { COUNT = sizeof(far) / sizeof(far[0]) };
    return n < COUNT ? far[n] : 17 + n * (4097 / bytes);
}

static void fill_cases(const struct scene *s, unsigned bytes, bool mixed)
{
    struct test_case *c = cases_of(s);
    for (unsigned n = 0; n < CASES; n++) {
        const unsigned which = mixed ? n & 1 : n / LANES & 1;
        c[n] = (struct test_case){.index = some_index(s, mixed ? n / 2 : n % LANES, which, bytes),
                                  .which = which,
                                  .result = {~0u, ~0u, ~0u, ~0u}};
        c[n].value = 0x1000 + (uint32_t)(c[n].index % 1009) * 2 + which; // some meet
    }
}

static void prepare(const struct scene *s, unsigned bytes)
{
    for (unsigned n = 0; n < CASES; n++) {
        const struct test_case *c = &cases_of(s)[n];
        uint8_t *e = element(s, c->which, c->index, bytes);
        for (unsigned k = 0; e && k < bytes; k++)
            e[k] = (uint8_t)(n * 37 + k * 11 + 1);
    }
    for (unsigned b = 0; b < 2; b++) // behind the part that is shown
        memset(at(&s->big[b], s->offset[b] + s->range[b]), 0xee, 64);
}

static bool is_untouched(const struct scene *s)
{
    bool same = true;
    for (unsigned b = 0; b < 2; b++)
        for (unsigned k = 0; k < 64; k++)
            same &= *(uint8_t *)at(&s->big[b], s->offset[b] + s->range[b] + k) == 0xee;
    return same;
}

static void check_reads(const struct scene *s, enum mode mode, unsigned bytes)
{
    fill_cases(s, bytes, true);
    prepare(s, bytes);
    run(s, mode);
    unsigned wrong = 0;
    for (unsigned n = 0; n < CASES; n++) {
        const struct test_case *c = &cases_of(s)[n];
        uint32_t want[4];
        expect_read(s, c->which, c->index, bytes, want);
        wrong += memcmp(want, c->result, sizeof(want)) != 0;
        if (memcmp(want, c->result, sizeof(want)) && wrong < 4)
            printf("# %s, mode %d, case %u, index 0x%llx of %u: 0x%x for 0x%x\n", names[s->origin], mode, n,
                   (unsigned long long)c->index, c->which, c->result[0], want[0]);
    }
    kt_eq(wrong, 0);
}

// The parts of an element that are within the buffer may be read and written where the whole is not.
static void check_writes(const struct scene *s, enum mode mode, unsigned bytes)
{
    fill_cases(s, bytes, true);
    prepare(s, bytes);
    run(s, mode);
    unsigned wrong = 0;
    for (unsigned n = 0; n < CASES; n++) {
        const struct test_case *c = &cases_of(s)[n];
        const uint32_t v4[4] = {c->value, c->value + 1, c->value + 2, c->value + 3};
        const void *e = element(s, c->which, c->index, bytes);
        wrong += e && memcmp(e, v4, bytes);
    }
    kt_eq(wrong, 0);
    kt_true(is_untouched(s));
}

static void check_atomics(const struct scene *s)
{
    for (enum mode mode = ADD; mode <= EXCHANGE; mode += EXCHANGE - ADD) {
        fill_cases(s, 4, true);
        prepare(s, 4);
        uint32_t before[CASES], after[CASES];
        for (unsigned n = 0; n < CASES; n++) {
            struct test_case *c = &cases_of(s)[n];
            const uint32_t *e = element(s, c->which, c->index, 4);
            before[n] = e ? *e : 0;
            if (mode == EXCHANGE && e && n % 4 < 2) // these are exchanged
                c->value = *e;
            after[n] = mode == ADD ? before[n] + c->value : before[n] == c->value ? c->value + 7 : before[n];
        }
        run(s, mode);
        unsigned wrong = 0;
        for (unsigned n = 0; n < CASES; n++) {
            const struct test_case *c = &cases_of(s)[n];
            const uint32_t *e = element(s, c->which, c->index, 4);
            wrong += c->result[0] != before[n] || (e && *e != after[n]);
        }
        kt_eq(wrong, 0);
        kt_true(is_untouched(s));
    }
}

static void check_lengths(const struct scene *s)
{
    fill_cases(s, 4, true);
    run(s, LENGTH);
    unsigned wrong = 0;
    for (unsigned n = 0; n < CASES; n++) {
        const struct test_case *c = &cases_of(s)[n];
        const uint64_t length = (s->range[c->which] - HEAD) / 4, fours = (s->range[0] - HEAD) / 16;
        wrong += (c->result[0] | (uint64_t)c->result[1] << 32) != length ||
                 (c->result[2] | (uint64_t)c->result[3] << 32) != fours;
    }
    kt_eq(wrong, 0);
}

// An index that all lanes of a group have: word or four words.
static void check_same(const struct scene *s, enum mode mode, unsigned bytes, unsigned which)
{
    for (unsigned first = 0; first < 28; first += CASES / LANES) {
        fill_cases(s, bytes, false);
        for (unsigned n = 0; n < CASES; n++) {
            cases_of(s)[n].which = which;
            cases_of(s)[n].index = some_index(s, first + n / LANES, which, bytes);
            cases_of(s)[n].value = 0x2000 + n / LANES;
        }
        prepare(s, bytes);
        run(s, mode);
        unsigned wrong = 0;
        for (unsigned n = 0; n < CASES; n++) {
            const struct test_case *c = &cases_of(s)[n];
            uint32_t want[4];
            const uint32_t *e = element(s, which, c->index, bytes);
            expect_read(s, which, c->index, bytes, want);
            wrong += mode == WRITE_SAME ? e && *e != c->value : memcmp(c->result, want, 16) != 0;
        }
        kt_eq(wrong, 0);
        kt_true(is_untouched(s));
    }
}

// By the buffer's address, without a descriptor and without bounds.
static void check_places(struct scene *s)
{
    for (enum mode mode = READ_PLACE; mode <= MAX_PLACE; mode++) {
        for (unsigned n = 0; n < CASES; n++) {
            const uint64_t index = n * (9 * GIB / 4 / CASES);
            cases_of(s)[n] = (struct test_case){.index = index, .value = 0x10 + n * 7};
            *(uint32_t *)at(&s->big[0], index * 4) = n * 9;
        }
        run(s, mode);
        unsigned wrong = 0;
        for (unsigned n = 0; n < CASES; n++) {
            const struct test_case *c = &cases_of(s)[n];
            const uint32_t now = *(uint32_t *)at(&s->big[0], c->index * 4);
            wrong +=
                mode == READ_PLACE ? c->result[0] != n * 9 : now != (c->value > n * 9 ? c->value : n * 9);
        }
        kt_eq(wrong, 0);
    }
}

static void check_all(enum origin origin, bool by_mode, bool robust)
{
    struct scene s = make_scene(origin, by_mode);
    s.robust = robust;
    check_reads(&s, READ, 4);
    check_reads(&s, READ_FOUR, 16);
    check_reads(&s, READ_BYTE, 1);
    check_writes(&s, WRITE, 4);
    check_writes(&s, WRITE_FOUR, 16);
    check_writes(&s, WRITE_BYTE, 1);
    check_atomics(&s);
    check_lengths(&s);
    check_same(&s, READ_SAME, 4, 0);
    check_same(&s, READ_FOUR_SAME, 16, 1);
    check_same(&s, WRITE_SAME, 4, 0);
    check_places(&s);
    free_scene(&s);
}

// Gen8 has no descriptor buffers.
static void each_origin(bool robust)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true, .not_robust = !robust}) || !has_memory(15 * GIB))
        return;
    VkPhysicalDeviceShader64BitIndexingFeaturesEXT f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_64_BIT_INDEXING_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 f2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    vkGetPhysicalDeviceFeatures2(v.physical, &f2);
    kt_true(f.shader64BitIndexing && vkt_has_extension(&v, "VK_EXT_shader_64bit_indexing"));
    for (enum origin o = SET; o < ORIGINS; o++)
        if ((o != DESCRIPTOR_BUFFER || vkt_has_extension(&v, "VK_EXT_descriptor_buffer")) &&
            (o != OBJECT || vkt_has_extension(&v, "VK_EXT_shader_object")))
            check_all(o, o == SET || o == OBJECT, robust);
    check_all(SET, false, robust);
    vkt_finish(&v);
}

KT_TEST(robust_shaders_index_with_64_bits)
{
    each_origin(true);
}

KT_TEST(other_shaders_index_with_64_bits)
{
    each_origin(false);
}

KT_MAIN()

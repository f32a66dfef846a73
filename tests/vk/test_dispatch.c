// Dispatches of every kind, with their results: push constants, specialization, group ids and counts,
// indirect dispatch, descriptor kinds, robust bounds, many pipelines in one command buffer.
#include "vk/vkt.h"
#include "vkt_add.h"
#include "vkt_arrays.h"
#include "vkt_count.h"
#include "vkt_ids.h"
#include "vkt_saxpy.h"
#include "vkt_shared.h"
#include "vkt_subgroup.h"

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})
#define SSBO VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
#define UBO VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER

static struct vkt v;

static void push(VkCommandBuffer cmd, const struct vkt_pipeline *p, uint32_t size, const void *data)
{
    vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, size, data);
}

struct saxpy_push {
    float a;
    uint32_t n;
};

KT_TEST(saxpy)
{
    if (!vkt_init(&v, NULL))
        return;
    enum { N = 1000 };
    const struct {
        uint32_t local;
        float bias;
    } data = {64, 0.25f};
    // Of what the shader does not declare, entries may have any size.
    const VkSpecializationMapEntry entries[] = {{7, 0, 0}, {0, 0, 4}, {8, 0, 7}, {1, 4, 4}};
    const VkSpecializationInfo spec = {4, entries, sizeof(data), &data};
    struct vkt_buffer x = vkt_buffer(&v, N * 4), y = vkt_buffer(&v, N * 4);
    float *fx = x.map, *fy = y.map;
    for (unsigned i = 0; i < N; i++) {
        fx[i] = (float)i;
        fy[i] = (float)(N - i) * 0.5f;
    }
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(saxpy), 2, NULL, 8, &spec, &p)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &x, 0, VK_WHOLE_SIZE);
        vkt_bind_buffer(&v, &p, 1, SSBO, &y, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        push(cmd, &p, 8, &(struct saxpy_push){2.0f, N - 1});
        vkCmdDispatch(cmd, (N + 63) / 64, 1, 1);
        vkt_run(&v, cmd);
        for (unsigned i = 0; i < N - 1; i++)
            if (!kt_ok(fy[i] == 2.0f * (float)i + (float)(N - i) * 0.5f + 0.25f, "y[%u] is %g", i,
                       (double)fy[i]))
                break;
        kt_ok(fy[N - 1] == 0.5f, "beyond n: %g", (double)fy[N - 1]);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &x);
    vkt_buffer_free(&v, &y);
    vkt_finish(&v);
}

// Checks that the rows of ids.comp are the groups start..end, once each, with these counts.
static void check_ids(struct vkt_buffer *b, const uint32_t start[3], const uint32_t count[3],
                      const char *what)
{
    uint32_t *m = b->map, n = count[0] * count[1] * count[2], seen[256] = {0};
    kt_ok(m[0] == n, "%s: %u groups ran, not %u", what, m[0], n);
    for (uint32_t i = 0; i < n && i < m[0]; i++) {
        const uint32_t *row = m + 4 + i * 4;
        uint32_t x = (row[0] & 255) - start[0], y = ((row[0] >> 8) & 255) - start[1],
                 z = (row[0] >> 16) - start[2];
        if (!kt_ok(x < count[0] && y < count[1] && z < count[2], "%s: group id %x", what, row[0]))
            break;
        kt_ok(seen[(z * count[1] + y) * count[0] + x]++ == 0, "%s: group %x twice", what, row[0]);
        kt_ok(row[1] == count[0] && row[2] == count[1] && row[3] == count[2], "%s: counts %u %u %u", what,
              row[1], row[2], row[3]);
    }
    memset(b->map, 0, b->size);
}

KT_TEST(group_ids_direct_base_and_indirect)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 8192), args = vkt_buffer(&v, 64);
    struct vkt_pipeline p;
    const uint32_t zero[3] = {0}, counts[3] = {3, 4, 5};
    if (vkt_pipeline(&v, SHADER(ids), 1, NULL, 0, NULL, &p)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &b, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 3, 4, 5);
        vkCmdDispatch(cmd, 0, 4, 5); // nothing
        vkCmdDispatch(cmd, 3, 0, 5);
        vkt_run(&v, cmd);
        check_ids(&b, zero, counts, "direct");

        memcpy((uint32_t *)args.map + 2, counts, sizeof(counts));
        cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatchIndirect(cmd, args.buffer, 8);
        vkt_run(&v, cmd);
        check_ids(&b, zero, counts, "indirect");

        for (unsigned z = 0; z < 3; z++) { // a zero in each place
            uint32_t with_zero[3] = {2, 2, 2};
            with_zero[z] = 0;
            memcpy(args.map, with_zero, sizeof(with_zero));
            cmd = vkt_begin(&v);
            vkt_bind(cmd, &p);
            vkCmdDispatchIndirect(cmd, args.buffer, 0);
            vkt_run(&v, cmd);
            kt_eq(*(uint32_t *)b.map, 0);
        }

        // Direct, indirect and direct again: the counts are right each time.
        memcpy(args.map, counts, sizeof(counts));
        cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkCmdDispatchIndirect(cmd, args.buffer, 0);
        vkCmdDispatch(cmd, 2, 1, 1);
        vkt_run(&v, cmd);
        uint32_t *m = b.map, ones = 0, twos = 0, threes = 0;
        kt_eq(m[0], 63);
        for (unsigned i = 0; i < 63; i++) {
            ones += m[4 + i * 4 + 1] == 1;
            twos += m[4 + i * 4 + 1] == 2;
            threes += m[4 + i * 4 + 1] == 3;
        }
        kt_true(ones == 1 && twos == 2 && threes == 60);
        memset(b.map, 0, b.size);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkt_buffer_free(&v, &args);
    vkt_finish(&v);
}

KT_TEST(dispatch_base)
{
    // The helper's pipelines lack VK_PIPELINE_CREATE_DISPATCH_BASE; without the layer nobody minds.
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 8192);
    struct vkt_pipeline p;
    const uint32_t counts[3] = {3, 4, 5}, base[3] = {7, 2, 9};
    if (vkt_pipeline(&v, SHADER(ids), 1, NULL, 0, NULL, &p)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &b, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatchBase(cmd, base[0], base[1], base[2], counts[0], counts[1], counts[2]);
        vkt_run(&v, cmd);
        check_ids(&b, base, counts, "base");
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(bounds_are_those_of_the_descriptor)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer a = vkt_buffer(&v, 1024), u = vkt_buffer(&v, 256), o = vkt_buffer(&v, 1024);
    const VkDescriptorType types[] = {SSBO, UBO, SSBO};
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(add), 3, types, 0, NULL, &p)) {
        for (unsigned i = 0; i < 256; i++) {
            ((uint32_t *)a.map)[i] = i;
            ((uint32_t *)o.map)[i] = 0xdead;
        }
        *(uint32_t *)u.map = 1000;
        vkt_bind_buffer(&v, &p, 0, SSBO, &a, 256, 128); // 32 values from the 64th on
        vkt_bind_buffer(&v, &p, 1, UBO, &u, 0, 16);
        vkt_bind_buffer(&v, &p, 2, SSBO, &o, 256, 256); // 64 values
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 8, 1, 1);
        vkt_run(&v, cmd);
        const uint32_t *m = o.map;
        kt_eq(m[63], 0xdead);
        kt_eq(m[64], 1064);
        kt_eq(m[95], 1095);
        kt_eq(m[96], 1000); // a load beyond the end is zero
        kt_eq(m[127], 1000);
        kt_eq(m[128], 0xdead); // a store beyond the end is dropped
        kt_eq(m[255], 0xdead);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &a);
    vkt_buffer_free(&v, &u);
    vkt_buffer_free(&v, &o);
    vkt_finish(&v);
}

KT_TEST(dynamic_offsets)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer a = vkt_buffer(&v, 1024), u = vkt_buffer(&v, 256), o = vkt_buffer(&v, 1024);
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                      VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, SSBO};
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(add), 3, types, 0, NULL, &p)) {
        for (unsigned i = 0; i < 256; i++)
            ((uint32_t *)a.map)[i] = i;
        for (unsigned i = 0; i < 4; i++)
            ((uint32_t *)u.map)[i * 16] = i * 1000;
        vkt_bind_buffer(&v, &p, 0, types[0], &a, 0, 128);
        vkt_bind_buffer(&v, &p, 1, types[1], &u, 0, 16);
        vkt_bind_buffer(&v, &p, 2, SSBO, &o, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
        const uint32_t offsets[2] = {512, 192};
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &p.set, 2, offsets);
        vkCmdDispatch(cmd, 2, 1, 1);
        vkt_run(&v, cmd);
        const uint32_t *m = o.map;
        kt_eq(m[0], 3128);
        kt_eq(m[31], 3159);
        kt_eq(m[32], 3000); // beyond the range
        kt_eq(m[64], 0);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &a);
    vkt_buffer_free(&v, &u);
    vkt_buffer_free(&v, &o);
    vkt_finish(&v);
}

KT_TEST(barriers_order_dispatches)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 256 * 4);
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &b, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        uint32_t want = 0;
        for (uint32_t i = 0; i < 24; i++) {
            uint32_t add = i & 1;
            push(cmd, &p, 4, &add);
            vkCmdDispatch(cmd, 4, 1, 1);
            vkt_barrier(cmd);
            want = want * 2 + add;
        }
        vkt_run(&v, cmd);
        for (unsigned i = 0; i < 256; i++)
            kt_eq(((uint32_t *)b.map)[i], want);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(shared_memory)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer a = vkt_buffer(&v, 4096), b = vkt_buffer(&v, 4096);
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(shared), 2, NULL, 0, NULL, &p)) {
        for (unsigned i = 0; i < 1024; i++)
            ((uint32_t *)a.map)[i] = i;
        vkt_bind_buffer(&v, &p, 0, SSBO, &a, 0, VK_WHOLE_SIZE);
        vkt_bind_buffer(&v, &p, 1, SSBO, &b, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 4, 1, 1);
        vkt_run(&v, cmd);
        for (unsigned i = 0; i < 1024; i++)
            if (!kt_eq(((uint32_t *)b.map)[i], (i & ~255u) + 255 - (i & 255)))
                break;
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &a);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

// Many dispatches, pipelines and sets: several blocks of batch, binding tables and CURBE data.
KT_TEST(long_command_buffer)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 256), c = vkt_buffer(&v, 256);
    struct vkt_pipeline p, q;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p) &&
        vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &q)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &b, 0, VK_WHOLE_SIZE);
        vkt_bind_buffer(&v, &q, 0, SSBO, &c, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        uint32_t want[2] = {0, 0};
        for (uint32_t i = 0; i < 3000; i++) {
            uint32_t add = i % 7;
            vkt_bind(cmd, i & 1 ? &q : &p);
            push(cmd, &p, 4, &add);
            vkCmdDispatch(cmd, 1, 1, 1);
            vkt_barrier(cmd);
            want[i & 1] = want[i & 1] * 2 + add;
        }
        vkt_run(&v, cmd);
        for (unsigned i = 0; i < 64; i++) {
            kt_eq(((uint32_t *)b.map)[i], want[0]);
            kt_eq(((uint32_t *)c.map)[i], want[1]);
        }
    }
    vkt_pipeline_free(&v, &p);
    vkt_pipeline_free(&v, &q);
    vkt_buffer_free(&v, &b);
    vkt_buffer_free(&v, &c);
    vkt_finish(&v);
}

KT_TEST(push_descriptors_and_templates)
{
    if (vkt_gpu_assisted())
        kt_skip("the layer knows no pushed descriptors");
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 256), c = vkt_buffer(&v, 256);
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        // A layout like the pipeline's, for pushing.
        VkDescriptorSetLayoutBinding binding = {0, SSBO, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
        VkDescriptorSetLayoutCreateInfo linfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                 .flags =
                                                     VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
                                                 .bindingCount = 1,
                                                 .pBindings = &binding};
        VkDescriptorSetLayout set_layout;
        vkt_ok(vkCreateDescriptorSetLayout(v.device, &linfo, NULL, &set_layout));
        VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4};
        VkPipelineLayoutCreateInfo pinfo = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                            .setLayoutCount = 1,
                                            .pSetLayouts = &set_layout,
                                            .pushConstantRangeCount = 1,
                                            .pPushConstantRanges = &range};
        VkPipelineLayout layout;
        vkt_ok(vkCreatePipelineLayout(v.device, &pinfo, NULL, &layout));
        VkComputePipelineCreateInfo info = vkt_compute_info(p.module, layout);
        VkPipeline pipeline;
        vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
        const VkDescriptorUpdateTemplateEntry entry = {0, 0, 1, SSBO, 8, sizeof(VkDescriptorBufferInfo)};
        VkDescriptorUpdateTemplateCreateInfo tinfo = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
            .descriptorUpdateEntryCount = 1,
            .pDescriptorUpdateEntries = &entry,
            .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR,
            .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE,
            .pipelineLayout = layout,
            .set = 0};
        VkDescriptorUpdateTemplate tmpl;
        vkt_ok(vkCreateDescriptorUpdateTemplate(v.device, &tinfo, NULL, &tmpl));
        const struct {
            uint64_t pad;
            VkDescriptorBufferInfo info;
        } data = {0, {c.buffer, 0, 256}};
        VkDescriptorBufferInfo first = {b.buffer, 0, 256};
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .descriptorCount = 1,
                                  .descriptorType = SSBO,
                                  .pBufferInfo = &first};
        const uint32_t add[2] = {5, 6};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkt_proc(&v, vkCmdPushDescriptorSetKHR)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &w);
        vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &add[0]);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_proc(&v, vkCmdPushDescriptorSetWithTemplateKHR)(cmd, tmpl, layout, 0, &data);
        vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &add[1]);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        kt_eq(*(uint32_t *)b.map, 5);
        kt_eq(*(uint32_t *)c.map, 6);
        vkDestroyDescriptorUpdateTemplate(v.device, tmpl, NULL);
        vkDestroyPipeline(v.device, pipeline, NULL);
        vkDestroyPipelineLayout(v.device, layout, NULL);
        vkDestroyDescriptorSetLayout(v.device, set_layout, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkt_buffer_free(&v, &c);
    vkt_finish(&v);
}

// `size` 0: any, as long as what is reported is what was executed.
static void check_subgroups(struct vkt_pipeline *p, VkPipeline pipeline, uint32_t local, uint32_t size)
{
    struct vkt_buffer b = vkt_buffer(&v, 1024 * 16);
    vkt_bind_buffer(&v, p, 0, SSBO, &b, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, p);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    const uint32_t *m = b.map;
    uint32_t elected = 0;
    if (!size)
        size = m[0];
    if (!kt_ok(size == 8 || size == 16 || size == 32, "subgroups of %u", size))
        size = 32;
    uint32_t count = (local + size - 1) / size;
    for (unsigned i = 0; i < local; i++) {
        if (!kt_ok(m[i * 4] == size && m[i * 4 + 1] == i / size && m[i * 4 + 2] == i % size &&
                       (m[i * 4 + 3] & 0xffff) == count,
                   "invocation %u: size %u, subgroup %u, place %u, of %u", i, m[i * 4], m[i * 4 + 1],
                   m[i * 4 + 2], m[i * 4 + 3] & 0xffff))
            break;
        elected += m[i * 4 + 3] >> 16;
    }
    kt_eq(elected, count);
    vkt_buffer_free(&v, &b);
}

static void try_subgroups(struct vkt_pipeline *p, const VkSpecializationInfo *spec, uint32_t local,
                          VkPipelineShaderStageCreateFlags flags, uint32_t required, uint32_t size)
{
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo wish = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = required};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = required ? &wish : NULL,
                  .flags = flags,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = p->module,
                  .pName = "main",
                  .pSpecializationInfo = spec},
        .layout = p->layout};
    VkPipeline pipeline = VK_NULL_HANDLE;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    if (pipeline)
        check_subgroups(p, pipeline, local, size);
    vkDestroyPipeline(v.device, pipeline, NULL);
}

// The largest workgroup there is, whose subgroups are of the size that the device reports; then each size on
// request.
KT_TEST(subgroups)
{
    if (!vkt_init(&v, NULL))
        return;
    uint32_t local = 1024;
    const VkSpecializationMapEntry entry = {0, 0, 4};
    const VkSpecializationInfo spec = {1, &entry, 4, &local};
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(subgroup), 1, NULL, 0, &spec, &p)) {
        check_subgroups(&p, p.pipeline, 1024, 32);
        static const uint32_t locals[] = {256, 96, 77, 1, 33};
        static const VkPipelineShaderStageCreateFlags flags[] = {
            0, VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT,
            VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT,
            VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT |
                VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT};
        for (unsigned k = 0; k < 5; k++) {
            local = locals[k];
            for (uint32_t size = vkt_min_subgroup(&v); size <= 32; size *= 2)
                try_subgroups(&p, &spec, local, 0, size, size);
            for (unsigned f = 0; f < (local % 32 ? 2 : 4); f++)
                try_subgroups(&p, &spec, local, flags[f], 0, f & 1 ? 0 : 32);
        }
    }
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_TEST(descriptor_arrays_and_two_sets)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer bufs[4], u = vkt_buffer(&v, 128);
    VkDescriptorSetLayoutBinding bindings[2] = {{0, SSBO, 4, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
                                                {3, UBO, 2, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    VkDescriptorSetLayout layouts[2];
    VkDescriptorBufferInfo infos[4], uinfos[2] = {{u.buffer, 0, 16}, {u.buffer, 64, 16}};
    for (unsigned i = 0; i < 2; i++) {
        VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = 1,
                                                .pBindings = &bindings[i]};
        vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &layouts[i]));
    }
    for (uint32_t i = 0; i < 4; i++) {
        bufs[i] = vkt_buffer(&v, 256);
        infos[i] = (VkDescriptorBufferInfo){bufs[i].buffer, 0, VK_WHOLE_SIZE};
        for (uint32_t j = 0; j < 64; j++)
            ((uint32_t *)bufs[i].map)[j] = i * 1000 + j;
    }
    ((uint32_t *)u.map)[1] = 50000;
    ((uint32_t *)u.map)[17] = 70000;
    VkDescriptorPoolSize sizes[2] = {{SSBO, 4}, {UBO, 2}};
    VkDescriptorSet sets[2];
    VkDescriptorPool pool = vkt_allocate(&v, 2, layouts, 2, sizes, sets);
    VkWriteDescriptorSet w[2] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = sets[0],
                                  .descriptorCount = 4,
                                  .descriptorType = SSBO,
                                  .pBufferInfo = infos},
                                 {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = sets[1],
                                  .dstBinding = 3,
                                  .descriptorCount = 2,
                                  .descriptorType = UBO,
                                  .pBufferInfo = uinfos}};
    vkUpdateDescriptorSets(v.device, 2, w, 0, NULL);
    VkPipelineLayout layout = vkt_layout(&v, 2, layouts, 12);
    VkPipeline pipeline =
        vkt_compute(&v, (struct vkt_shader){vkt_arrays, sizeof(vkt_arrays)}, layout, 0, NULL);
    if (pipeline) {
        const uint32_t data[2][3] = {{1, 3, 0}, {2, 0, 1}};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 1, 1, &sets[1], 0, NULL);
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &sets[0], 0, NULL);
        for (unsigned i = 0; i < 2; i++) {
            vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, data[i]);
            vkCmdDispatch(cmd, 2, 1, 1);
        }
        vkt_run(&v, cmd);
        kt_eq(((uint32_t *)bufs[3].map)[63], 51063);
        kt_eq(((uint32_t *)bufs[0].map)[7], 72007);
        kt_eq(((uint32_t *)bufs[1].map)[7], 1007);
    }
    vkDestroyPipeline(v.device, pipeline, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorPool(v.device, pool, NULL);
    for (unsigned i = 0; i < 2; i++)
        vkDestroyDescriptorSetLayout(v.device, layouts[i], NULL);
    for (unsigned i = 0; i < 4; i++)
        vkt_buffer_free(&v, &bufs[i]);
    vkt_buffer_free(&v, &u);
    vkt_finish(&v);
}

// Each host allocation of pipeline creation and recording fails once: an error code, nothing lost, and the
// next try works.
KT_TEST(out_of_memory_while_recording)
{
    struct vkt_heap h;
    vkt_heap_init(&h);
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true, .alloc = &h.callbacks}))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 8192);
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &b, 0, 256);
        VkComputePipelineCreateInfo info = vkt_compute_info(p.module, p.layout);
        bool done = false;
        for (long n = 0; n < 64 && !done; n++) {
            long limit = h.fail_at = h.total + n;
            VkPipeline pipeline;
            VkResult r =
                vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, &h.callbacks, &pipeline);
            VkCommandBuffer cmd = VK_NULL_HANDLE;
            if (!r) {
                VkCommandBufferAllocateInfo ainfo = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                     .commandPool = v.pool,
                                                     .commandBufferCount = 1};
                VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
                r = vkAllocateCommandBuffers(v.device, &ainfo, &cmd);
                if (!r) {
                    vkBeginCommandBuffer(cmd, &begin);
                    vkt_bind(cmd, &p);
                    for (uint32_t i = 0; i < 500; i++) {
                        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, i & 1 ? p.pipeline : pipeline);
                        push(cmd, &p, 4, &i);
                        vkCmdDispatch(cmd, 1, 1, 1);
                    }
                    vkCmdFillBuffer(cmd, b.buffer, 4096, 4096, 1);
                    r = vkEndCommandBuffer(cmd);
                    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
                }
                vkDestroyPipeline(v.device, pipeline, &h.callbacks);
            }
            h.fail_at = -1;
            done = h.total <= limit;
            kt_ok(done ? r == VK_SUCCESS
                       : r == VK_ERROR_OUT_OF_HOST_MEMORY || r == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
                             r == VK_SUCCESS,
                  "allocation %ld fails: VkResult %d", n, r);
        }
        kt_ok(done, "never got through");
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
    kt_eq(h.live, 0);
}

// A buffer without memory: its surface lies at address 0, where nothing is mapped.
KT_TEST(fault_loses_the_device)
{
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkBufferCreateInfo binfo = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .size = 256,
                                .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    struct vkt_buffer b = {.size = 256};
    vkt_ok(vkCreateBuffer(v.device, &binfo, NULL, &b.buffer));
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &b, 0, VK_WHOLE_SIZE);
        const uint32_t add = 1;
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        push(cmd, &p, 4, &add);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_ok(vkEndCommandBuffer(cmd));
        VkFenceCreateInfo finfo = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
        VkFence f;
        vkt_ok(vkCreateFence(v.device, &finfo, NULL, &f));
        VkSubmitInfo submit = {
            .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
        vkt_ok(vkQueueSubmit(v.queue, 1, &submit, f));
        kt_eq(vkWaitForFences(v.device, 1, &f, VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
        kt_eq(vkGetFenceStatus(v.device, f), VK_ERROR_DEVICE_LOST);
        kt_eq(vkQueueSubmit(v.queue, 1, &submit, VK_NULL_HANDLE), VK_ERROR_DEVICE_LOST);
        kt_eq(vkQueueWaitIdle(v.queue), VK_ERROR_DEVICE_LOST);
        kt_eq(vkDeviceWaitIdle(v.device), VK_ERROR_DEVICE_LOST);
        vkDestroyFence(v.device, f, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkDestroyBuffer(v.device, b.buffer, NULL);
    vkt_finish(&v);
}

KT_MAIN()

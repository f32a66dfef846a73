// See random.h: the kernel "mix" by every way to give it descriptors.
#include "random/random_dispatch.h"

#include "vkt_rnd_mix.h"

#define BASE VK_PIPELINE_CREATE_DISPATCH_BASE_BIT
enum { SETS_IN_BUFFER = 256 };

static const uint32_t locals[LOCALS] = {32, 64, 100, 7};
static const VkDescriptorType plain[3] = {
    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER};
static const VkDescriptorType dynamic[3] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                            VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                            VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC};
static const VkDescriptorType inlined[3] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK};

static unsigned ways(const struct world *w)
{
    return w->newer ? WAYS : OBJECT;
}

static bool pushes(enum way way)
{
    return way == PUSHED || way == PUSHED_TEMPLATE || way == OBJECT;
}

static const VkDescriptorType *types_of(enum way way)
{
    return way == DYNAMIC ? dynamic : way == INLINE ? inlined : plain;
}

// ---- set-up

static void make_templates(struct world *w, struct pipelines *p)
{
    VkDescriptorUpdateTemplateEntry e[3];
    for (uint32_t i = 0; i < 3; i++)
        e[i] = (VkDescriptorUpdateTemplateEntry){
            i, 0, 1, plain[i], i * sizeof(VkDescriptorBufferInfo), sizeof(VkDescriptorBufferInfo)};
    VkDescriptorUpdateTemplateCreateInfo t = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 3,
        .pDescriptorUpdateEntries = e,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = p->mix_set[TEMPLATE]};
    vkt_ok(vkCreateDescriptorUpdateTemplate(w->v.device, &t, NULL, &p->template));
    t.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR;
    t.pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
    t.pipelineLayout = p->mix_layout[PUSHED_TEMPLATE];
    vkt_ok(vkCreateDescriptorUpdateTemplate(w->v.device, &t, NULL, &p->push_template));
}

static void make_object(struct world *w, struct pipelines *p, unsigned local)
{
    VkSpecializationMapEntry entry = {0, 0, 4};
    VkSpecializationInfo spec = {1, &entry, 4, &locals[local]};
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 20};
    VkShaderCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                  .flags = VK_SHADER_CREATE_DISPATCH_BASE_BIT_EXT,
                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                  .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                  .codeSize = sizeof(vkt_rnd_mix),
                                  .pCode = vkt_rnd_mix,
                                  .pName = "main",
                                  .setLayoutCount = 1,
                                  .pSetLayouts = &p->mix_set[OBJECT],
                                  .pushConstantRangeCount = 1,
                                  .pPushConstantRanges = &range,
                                  .pSpecializationInfo = &spec};
    vkt_ok(vkt_proc(&w->v, vkCreateShadersEXT)(w->v.device, 1, &info, NULL, &p->objects[local]));
}

static void make_descriptor_buffer(struct world *w, struct pipelines *p)
{
    VkPhysicalDeviceDescriptorBufferPropertiesEXT b = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &b};
    vkGetPhysicalDeviceProperties2(w->v.physical, &props);
    VkDeviceSize size;
    vkt_proc(&w->v, vkGetDescriptorSetLayoutSizeEXT)(w->v.device, p->mix_set[IN_BUFFER], &size);
    p->stride = (size + b.descriptorBufferOffsetAlignment - 1) / b.descriptorBufferOffsetAlignment *
                b.descriptorBufferOffsetAlignment;
    for (uint32_t i = 0; i < 3; i++) {
        vkt_proc(&w->v, vkGetDescriptorSetLayoutBindingOffsetEXT)(w->v.device, p->mix_set[IN_BUFFER], i,
                                                                  &p->places[i]);
        p->sizes[i] = i == 2 ? b.robustUniformBufferDescriptorSize : b.robustStorageBufferDescriptorSize;
    }
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = p->stride * SETS_IN_BUFFER,
                               .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
                                        VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    vkt_ok(vkCreateBuffer(w->v.device, &info, NULL, &p->descriptors));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(w->v.device, p->descriptors, &req);
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = req.size};
    while (!(req.memoryTypeBits >> alloc.memoryTypeIndex & 1))
        alloc.memoryTypeIndex++;
    vkt_ok(vkAllocateMemory(w->v.device, &alloc, NULL, &p->descriptors_memory));
    vkt_ok(vkBindBufferMemory(w->v.device, p->descriptors, p->descriptors_memory, 0));
    vkt_ok(
        vkMapMemory(w->v.device, p->descriptors_memory, 0, VK_WHOLE_SIZE, 0, (void **)&p->descriptors_map));
    VkBufferDeviceAddressInfo where = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                       .buffer = p->descriptors};
    p->descriptors_address = vkGetBufferDeviceAddress(w->v.device, &where);
}

void mix_init(struct world *w, struct pipelines *p)
{
    for (unsigned way = 0; way < ways(w); way++) {
        VkDescriptorSetLayoutCreateFlags flags =
            pushes(way)         ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
            : way == AFTER_BIND ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT
            : way == IN_BUFFER  ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT
                                : 0;
        p->mix_set[way] = make_set(w, 3, types_of(way), flags,
                                   way == AFTER_BIND ? VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT : 0);
        p->mix_layout[way] = vkt_layout(&w->v, 1, &p->mix_set[way], 20);
        for (unsigned l = 0; l < LOCALS; l++)
            if (way == OBJECT)
                make_object(w, p, l);
            else
                p->mix[way][l] = make_pipeline(
                    w, vkt_rnd_mix, sizeof(vkt_rnd_mix), p->mix_layout[way],
                    BASE | (way == IN_BUFFER ? VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0), &locals[l]);
    }
    make_templates(w, p);
    if (w->newer)
        make_descriptor_buffer(w, p);
}

void mix_finish(struct world *w, struct pipelines *p)
{
    VkDevice d = w->v.device;
    for (unsigned way = 0; way < ways(w); way++) {
        for (unsigned l = 0; l < LOCALS; l++)
            vkDestroyPipeline(d, p->mix[way][l], NULL);
        vkDestroyPipelineLayout(d, p->mix_layout[way], NULL);
        vkDestroyDescriptorSetLayout(d, p->mix_set[way], NULL);
    }
    vkDestroyDescriptorUpdateTemplate(d, p->template, NULL);
    vkDestroyDescriptorUpdateTemplate(d, p->push_template, NULL);
    for (unsigned l = 0; l < LOCALS && w->newer; l++)
        vkt_proc(&w->v, vkDestroyShaderEXT)(d, p->objects[l], NULL);
    vkDestroyBuffer(d, p->descriptors, NULL);
    vkFreeMemory(d, p->descriptors_memory, NULL);
}

// ---- the model

struct mix {
    enum way way;
    unsigned which; // of locals
    struct range dst, src, scale, args;
    bool indirect, inlined, based;
    uint32_t scale_y, local, base[3], count[3];
    uint32_t dynamic[3]; // parts of the offsets that come with the binding
    VkDescriptorSet set;
    struct {
        uint32_t groups[3], n, k;
    } push;
};

static void act_mix(struct world *w, const void *arg)
{
    struct mix m = *(const struct mix *)arg;
    if (w->condition)
        return;
    if (m.indirect)
        memcpy(m.count, world_bytes(w, m.args.buffer, m.args.offset), 12);
    uint32_t u = m.inlined ? m.scale_y : range_read(w, &m.scale, 1);
    for (uint32_t z = m.base[2]; z < m.base[2] + m.count[2]; z++)
        for (uint32_t y = m.base[1]; y < m.base[1] + m.count[1]; y++)
            for (uint32_t x = m.base[0]; x < m.base[0] + m.count[0]; x++)
                for (uint32_t l = 0; l < m.local; l++) {
                    uint32_t i = ((z * m.push.groups[1] + y) * m.push.groups[0] + x) * m.local + l;
                    if (i < m.push.n)
                        range_write(w, &m.dst, i,
                                    range_read(w, &m.dst, i) * 3 + range_read(w, &m.src, i) * u + m.push.k);
                }
}

struct args {
    struct range at;
    uint32_t count[3];
};

static void act_args(struct world *w, const void *arg)
{
    const struct args *a = arg;
    memcpy(world_bytes(w, a->at.buffer, a->at.offset), a->count, 12);
}

static bool write_args(struct world *w, const struct mix *m)
{
    struct args a = {m->args, {m->count[0], m->count[1], m->count[2]}};
    struct access to = access_buffer(w, m->args.buffer, m->args.offset, 12, true,
                                     VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT);
    if (!random_need(w, &to, 1))
        return false;
    vkCmdUpdateBuffer(w->to->cmd, w->buffers[m->args.buffer].handle, m->args.offset, 12, a.count);
    world_act(w, act_args, &a, sizeof(a));
    return true;
}

// ---- descriptors

static void in_buffer(struct world *w, const struct mix *m)
{
    struct pipelines *p = w->pipelines;
    const struct range *ranges[3] = {&m->dst, &m->src, &m->scale};
    const uint32_t index = 0;
    const VkDeviceSize offset = p->used++ * p->stride;
    for (uint32_t i = 0; i < 3; i++) {
        VkBufferDeviceAddressInfo where = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                           .buffer = w->buffers[ranges[i]->buffer].handle};
        VkDescriptorAddressInfoEXT range = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                            .address = vkGetBufferDeviceAddress(w->v.device, &where) +
                                                       ranges[i]->offset,
                                            .range = ranges[i]->size};
        VkDescriptorGetInfoEXT get = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT, .type = plain[i]};
        get.data.pStorageBuffer = &range;
        vkt_proc(&w->v, vkGetDescriptorEXT)(w->v.device, &get, p->sizes[i],
                                            p->descriptors_map + offset + p->places[i]);
    }
    VkDescriptorBufferBindingInfoEXT binding = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
                                                .address = p->descriptors_address,
                                                .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT};
    vkt_proc(&w->v, vkCmdBindDescriptorBuffersEXT)(w->to->cmd, 1, &binding);
    vkt_proc(&w->v, vkCmdSetDescriptorBufferOffsetsEXT)(w->to->cmd, VK_PIPELINE_BIND_POINT_COMPUTE,
                                                        p->mix_layout[IN_BUFFER], 0, 1, &index, &offset);
}

// A set that has them from another one: the two storage buffers by one copy.
static VkDescriptorSet copied(struct world *w, VkDescriptorSet from)
{
    VkDescriptorSet set = take_set(w, w->pipelines->mix_set[COPIED], NULL);
    VkCopyDescriptorSet copies[2];
    for (uint32_t i = 0; i < 2; i++)
        copies[i] = (VkCopyDescriptorSet){.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                          .srcSet = from,
                                          .srcBinding = i * 2,
                                          .dstSet = set,
                                          .dstBinding = i * 2,
                                          .descriptorCount = 2 - i};
    vkUpdateDescriptorSets(w->v.device, 0, NULL, 2, copies);
    return set;
}

static void bind_set(struct world *w, struct mix *m, uint32_t count, VkWriteDescriptorSet *writes)
{
    struct pipelines *p = w->pipelines;
    VkDescriptorSet set = take_set(w, p->mix_set[m->way], NULL);
    for (uint32_t i = 0; i < count; i++)
        writes[i].dstSet = set;
    if (m->way == TEMPLATE) {
        VkDescriptorBufferInfo info[3];
        for (uint32_t i = 0; i < 3; i++)
            info[i] = *writes[i].pBufferInfo;
        vkUpdateDescriptorSetWithTemplate(w->v.device, set, p->template, info);
    } else if (m->way != AFTER_BIND) {
        vkUpdateDescriptorSets(w->v.device, count, writes, 0, NULL);
    }
    if (m->way == COPIED)
        set = copied(w, set);
    m->set = set;
    vkCmdBindDescriptorSets(w->to->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->mix_layout[m->way], 0, 1, &set,
                            m->way == DYNAMIC ? 3 : 0, m->dynamic);
    if (m->way == AFTER_BIND)
        vkUpdateDescriptorSets(w->v.device, count, writes, 0, NULL);
}

// `from`: the first binding that is written, of those that are pushed.
static void bind_mix(struct world *w, struct mix *m, uint32_t from)
{
    struct pipelines *p = w->pipelines;
    VkDescriptorBufferInfo info[3] = {range_info(w, &m->dst), range_info(w, &m->src),
                                      range_info(w, &m->scale)};
    uint32_t block[4] = {0, m->scale_y, 0, 0};
    VkWriteDescriptorSetInlineUniformBlock data = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, .dataSize = 16, .pData = block};
    VkWriteDescriptorSet writes[3];
    for (uint32_t i = 0; i < 3; i++) {
        bool in = m->way == INLINE && i == 2;
        info[i].offset -= m->dynamic[i];
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .pNext = in ? &data : NULL,
                                           .dstBinding = i,
                                           .descriptorCount = in ? 16 : 1,
                                           .descriptorType = types_of(m->way)[i],
                                           .pBufferInfo = &info[i]};
    }
    if (m->way == PUSHED_TEMPLATE)
        p->push_with_template(w->to->cmd, p->push_template, p->mix_layout[m->way], 0, info);
    else if (m->way == IN_BUFFER)
        in_buffer(w, m);
    else if (pushes(m->way))
        p->push(w->to->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->mix_layout[m->way], 0, 3 - from,
                writes + from);
    else
        bind_set(w, m, 3, writes);
}

static void bind_kernel(struct world *w, const struct mix *m)
{
    struct pipelines *p = w->pipelines;
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    if (m->way == OBJECT)
        vkt_proc(&w->v, vkCmdBindShadersEXT)(w->to->cmd, 1, &stage, &p->objects[m->which]);
    else
        vkCmdBindPipeline(w->to->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->mix[m->way][m->which]);
}

// ---- the operation

static bool choose_mix(struct world *w, struct mix *m)
{
    const VkPhysicalDeviceLimits *l = &w->pipelines->limits;
    m->inlined = m->way == INLINE;
    VkBufferUsageFlags addressed = m->way == IN_BUFFER ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0;
    if (m->way == IN_BUFFER && w->pipelines->used == SETS_IN_BUFFER)
        return false;
    if (!range_choose(w, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, l->minStorageBufferOffsetAlignment, 4,
                      &m->dst) ||
        !range_choose(w, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, l->minStorageBufferOffsetAlignment, 4,
                      &m->src) ||
        !range_choose(w, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, l->minUniformBufferOffsetAlignment, 16,
                      &m->scale))
        return false;
    m->scale.size = 16;
    for (unsigned i = 0; i < 3; i++) {
        const struct range *r = i == 0 ? &m->dst : i == 1 ? &m->src : &m->scale;
        if ((w->buffers[r->buffer].usage & addressed) != addressed)
            return false;
    }
    m->indirect = chance(w, 35) && range_choose(w, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, 4, 12, &m->args);
    m->args.size = 12;
    const struct range *ranges[3] = {&m->dst, &m->src, &m->scale};
    for (unsigned i = 0; i < 3 && m->way == DYNAMIC; i++) {
        VkDeviceSize unit = i == 2 ? l->minUniformBufferOffsetAlignment : l->minStorageBufferOffsetAlignment;
        m->dynamic[i] = (uint32_t)(rnd(w, (uint32_t)(ranges[i]->offset / unit + 1)) * unit);
    }
    return !range_meet(w, &m->dst, &m->src) && (m->inlined || !range_meet(w, &m->dst, &m->scale)) &&
           !(m->indirect && (range_meet(w, &m->dst, &m->args) || range_meet(w, &m->src, &m->args) ||
                             range_meet(w, &m->scale, &m->args)));
}

static void choose_groups(struct world *w, struct mix *m)
{
    m->push.n = (uint32_t)(m->dst.size / 4) + rnd(w, 40);
    m->push.k = rnd(w, 1 << 20);
    uint32_t groups = m->push.n / m->local + 1;
    m->push.groups[0] = 1 + rnd(w, groups > 60 ? 60 : groups);
    m->push.groups[1] = 1 + rnd(w, groups / m->push.groups[0] > 8 ? 8 : groups / m->push.groups[0] + 1);
    m->push.groups[2] = groups / m->push.groups[0] / m->push.groups[1] + rnd(w, 2);
    m->based = !m->indirect && chance(w, 30);
    for (unsigned i = 0; i < 3; i++) {
        m->base[i] = m->based ? rnd(w, m->push.groups[i]) : 0;
        m->count[i] = chance(w, 5) ? 0 : m->push.groups[i] - m->base[i];
    }
}

static bool need_mix(struct world *w, const struct mix *m, unsigned *count)
{
    struct access a[4] = {range_access(w, &m->dst, true, READ | WRITE), range_access(w, &m->src, false, READ),
                          range_access(w, &m->scale, false, VK_ACCESS_2_UNIFORM_READ_BIT)};
    *count = m->inlined ? 2 : 3;
    for (unsigned i = 0; i < *count; i++) { // (the layer does not know of dynamic offsets)
        a[i].offset -= m->dynamic[i];
        a[i].size += m->dynamic[i];
    }
    if (m->indirect)
        a[(*count)++] =
            access_buffer(w, m->args.buffer, m->args.offset, 12, false, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                          VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    return random_need(w, a, *count);
}

static void dispatch_mix(struct world *w, const struct mix *m, unsigned accesses)
{
    VkCommandBuffer cmd = w->to->cmd;
    world_log(w,
              "mix way %d local %u: buffer %d +%u %u bytes <- %d +%u %u bytes, scale %d +%u; %u+%u %u+%u "
              "%u+%u, n %u%s",
              m->way, m->local, m->dst.buffer, (unsigned)m->dst.offset, (unsigned)m->dst.size, m->src.buffer,
              (unsigned)m->src.offset, (unsigned)m->src.size, m->scale.buffer, (unsigned)m->scale.offset,
              m->base[0], m->count[0], m->base[1], m->count[1], m->base[2], m->count[2], m->push.n,
              m->indirect ? ", indirect" : "");
    if (m->indirect)
        vkCmdDispatchIndirect(cmd, w->buffers[m->args.buffer].handle, m->args.offset);
    else if (m->based)
        vkCmdDispatchBase(cmd, m->base[0], m->base[1], m->base[2], m->count[0], m->count[1], m->count[2]);
    else
        vkCmdDispatch(cmd, m->count[0], m->count[1], m->count[2]);
    world_act(w, act_mix, m, sizeof(*m));
    random_after(w, accesses);
}

// Another dispatch behind some transfers, for which only what changed is bound or pushed.
static void again_mix(struct world *w, struct mix *m)
{
    static bool (*const between[])(struct world *) = {op_fill, op_copy_buffer, op_buffer_image, op_copy_image,
                                                      op_clear};
    VkPipelineLayout layout = w->pipelines->mix_layout[m->way];
    for (unsigned n = rnd(w, 3); n-- > 0;)
        between[rnd(w, 5)](w);
    struct mix next = *m;
    const VkPhysicalDeviceLimits *l = &w->pipelines->limits;
    unsigned accesses;
    uint32_t from = 3;
    if (m->way == DYNAMIC) {
        uint32_t set_offset = (uint32_t)(m->src.offset - m->dynamic[1]);
        uint64_t most = w->buffers[m->src.buffer].size - set_offset - m->src.size;
        next.dynamic[1] = rnd(w, (uint32_t)(most / l->minStorageBufferOffsetAlignment) + 1) *
                          (uint32_t)l->minStorageBufferOffsetAlignment;
        next.src.offset = set_offset + next.dynamic[1];
    } else if ((m->way == PUSHED || m->way == OBJECT) && chance(w, 70)) {
        if (!range_choose(w, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, l->minUniformBufferOffsetAlignment, 16,
                          &next.scale))
            return;
        next.scale.size = 16;
        from = 2;
    }
    next.push.k = rnd(w, 1 << 20);
    if (range_meet(w, &next.dst, &next.src) || (!next.inlined && range_meet(w, &next.dst, &next.scale)) ||
        !need_mix(w, &next, &accesses))
        return;
    if (m->way == DYNAMIC)
        vkCmdBindDescriptorSets(w->to->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &m->set, 3,
                                next.dynamic);
    else if (from < 3)
        bind_mix(w, &next, from);
    vkCmdPushConstants(w->to->cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 16, 4, &next.push.k);
    dispatch_mix(w, &next, accesses);
}

bool op_mix(struct world *w)
{
    struct mix m = {.way = (enum way)rnd(w, ways(w)), .which = rnd(w, LOCALS), .scale_y = rnd(w, 1000)};
    m.local = locals[m.which];
    if (!choose_mix(w, &m))
        return false;
    choose_groups(w, &m);
    if (m.indirect && !write_args(w, &m))
        return false;
    unsigned accesses;
    if (!need_mix(w, &m, &accesses))
        return false;
    VkPipelineLayout layout = w->pipelines->mix_layout[m.way];
    bool later = chance(w, 30); // the pipeline last
    if (!later)
        bind_kernel(w, &m);
    bind_mix(w, &m, 0);
    vkCmdPushConstants(w->to->cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, m.push.groups);
    vkCmdPushConstants(w->to->cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 12, 8, &m.push.n);
    if (later)
        bind_kernel(w, &m);
    dispatch_mix(w, &m, accesses);
    if (!m.indirect && chance(w, 35))
        again_mix(w, &m);
    return true;
}

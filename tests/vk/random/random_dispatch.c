// See random.h: dispatches of small kernels (shaders/rnd_*.comp), by every way to give them descriptors.
#include "random/random_dispatch.h"

#include "vkt_rnd_address.h"
#include "vkt_rnd_gather.h"
#include "vkt_rnd_image1.h"
#include "vkt_rnd_image2.h"
#include "vkt_rnd_image3.h"

VkDescriptorSetLayout make_set(struct world *w, uint32_t count, const VkDescriptorType *types,
                               VkDescriptorSetLayoutCreateFlags flags, VkDescriptorBindingFlags each)
{
    VkDescriptorSetLayoutBinding b[3];
    VkDescriptorBindingFlags bits[3];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = types[i] == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK          ? 16
                     : each & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT ? MOST_SOURCES
                                                                                  : 1;
        b[i] = (VkDescriptorSetLayoutBinding){i, types[i], n, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
        bits[i] = each;
    }
    VkDescriptorSetLayoutBindingFlagsCreateInfo more = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = count,
        .pBindingFlags = bits};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .pNext = each ? &more : NULL,
                                            .flags = flags,
                                            .bindingCount = count,
                                            .pBindings = b};
    VkDescriptorSetLayout out = VK_NULL_HANDLE;
    vkt_ok(vkCreateDescriptorSetLayout(w->v.device, &info, NULL, &out));
    return out;
}

VkPipeline make_pipeline(struct world *w, const uint32_t *code, size_t size, VkPipelineLayout layout,
                         VkPipelineCreateFlags flags, const uint32_t *local)
{
    VkSpecializationMapEntry entry = {0, 0, 4};
    VkSpecializationInfo spec = {1, &entry, 4, local};
    return vkt_compute(&w->v, (struct vkt_shader){code, size}, layout, flags, local ? &spec : NULL);
}

static const VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
static const VkDescriptorType images[2] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                           VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE};

bool pipelines_init(struct world *w)
{
    struct pipelines *p = w->pipelines = calloc(1, sizeof(*p));
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(w->v.physical, &props);
    p->limits = props.limits;
    mix_init(w, p);
    p->out_set = make_set(w, 1, &storage, 0, 0);
    p->many_set =
        make_set(w, 1, &storage, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT,
                 VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT |
                     VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT | VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT);
    p->image_set = make_set(w, 2, images, 0, 0);
    const VkDescriptorSetLayout two[2] = {p->out_set, p->many_set};
    p->gather_layout = vkt_layout(&w->v, 2, two, 12);
    p->address_layout = vkt_layout(&w->v, 0, NULL, 24);
    p->image_layout = vkt_layout(&w->v, 1, &p->image_set, 32);
    p->gather = make_pipeline(w, vkt_rnd_gather, sizeof(vkt_rnd_gather), p->gather_layout, 0, NULL);
    p->address = make_pipeline(w, vkt_rnd_address, sizeof(vkt_rnd_address), p->address_layout, 0, NULL);
    p->image[0] = make_pipeline(w, vkt_rnd_image1, sizeof(vkt_rnd_image1), p->image_layout, 0, NULL);
    p->image[1] = make_pipeline(w, vkt_rnd_image2, sizeof(vkt_rnd_image2), p->image_layout, 0, NULL);
    p->image[2] = make_pipeline(w, vkt_rnd_image3, sizeof(vkt_rnd_image3), p->image_layout, 0, NULL);
    p->push = vkt_proc(&w->v, vkCmdPushDescriptorSetKHR);
    p->push_with_template = vkt_proc(&w->v, vkCmdPushDescriptorSetWithTemplateKHR);
    p->begin_condition = vkt_proc(&w->v, vkCmdBeginConditionalRenderingEXT);
    p->end_condition = vkt_proc(&w->v, vkCmdEndConditionalRenderingEXT);
    return p->gather && p->address;
}

void pipelines_idle(struct world *w)
{
    struct pipelines *p = w->pipelines;
    for (unsigned i = 0; i < p->view_count; i++)
        vkDestroyImageView(w->v.device, p->views[i], NULL);
    p->view_count = 0;
    vkResetDescriptorPool(w->v.device, w->descriptors, 0);
    w->sets = 0;
    p->used = 0;
}

void pipelines_finish(struct world *w)
{
    struct pipelines *p = w->pipelines;
    VkDevice d = w->v.device;
    mix_finish(w, p);
    vkDestroyPipeline(d, p->gather, NULL);
    vkDestroyPipeline(d, p->address, NULL);
    for (unsigned i = 0; i < DIMS; i++)
        vkDestroyPipeline(d, p->image[i], NULL);
    vkDestroyPipelineLayout(d, p->gather_layout, NULL);
    vkDestroyPipelineLayout(d, p->address_layout, NULL);
    vkDestroyPipelineLayout(d, p->image_layout, NULL);
    vkDestroyDescriptorSetLayout(d, p->out_set, NULL);
    vkDestroyDescriptorSetLayout(d, p->many_set, NULL);
    vkDestroyDescriptorSetLayout(d, p->image_set, NULL);
    free(p);
    w->pipelines = NULL;
}

// ---- ranges of buffers

bool range_choose(struct world *w, VkBufferUsageFlags usage, VkDeviceSize align, VkDeviceSize least,
                  struct range *r)
{
    r->buffer = (int)rnd(w, BUFFERS);
    const struct buffer *b = &w->buffers[r->buffer];
    if (!(b->usage & usage) || b->size < least)
        return false;
    r->offset = rnd(w, (uint32_t)((b->size - least) / align + 1)) * align;
    VkDeviceSize most = (b->size - r->offset) & ~UINT64_C(3);
    r->size = least + rnd(w, (uint32_t)((most - least) / 4 + 1)) * 4;
    if (chance(w, 50) && r->size > 4000)
        r->size = least + rnd(w, 900) * 4;
    return true;
}

bool range_meet(struct world *w, const struct range *a, const struct range *b)
{
    const struct buffer *x = &w->buffers[a->buffer], *y = &w->buffers[b->buffer];
    return x->memory == y->memory && overlap(x->offset + a->offset, a->size, y->offset + b->offset, b->size);
}

// A robust read.
uint32_t range_read(struct world *w, const struct range *r, uint64_t i)
{
    uint32_t x = 0;
    if (i * 4 + 4 <= r->size)
        memcpy(&x, world_bytes(w, r->buffer, r->offset + i * 4), 4);
    return x;
}

void range_write(struct world *w, const struct range *r, uint64_t i, uint32_t x)
{
    if (i * 4 + 4 <= r->size)
        memcpy(world_bytes(w, r->buffer, r->offset + i * 4), &x, 4);
}

VkDescriptorBufferInfo range_info(const struct world *w, const struct range *r)
{
    return (VkDescriptorBufferInfo){w->buffers[r->buffer].handle, r->offset, r->size};
}

struct access range_access(struct world *w, const struct range *r, bool writes, VkAccessFlags2 mask)
{
    return access_buffer(w, r->buffer, r->offset, r->size, writes, COMPUTE, mask);
}

VkDescriptorSet take_set(struct world *w, VkDescriptorSetLayout layout, const void *next)
{
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .pNext = next,
                                        .descriptorPool = w->descriptors,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &layout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    vkt_ok(vkAllocateDescriptorSets(w->v.device, &info, &set));
    w->sets++;
    return set;
}

// ---- gather

struct gather {
    struct range dst, src[MOST_SOURCES];
    struct {
        uint32_t n, count, k;
    } push;
};

static void act_gather(struct world *w, const void *arg)
{
    const struct gather *g = arg;
    for (uint32_t i = 0; i < g->push.n && !w->condition; i++) {
        uint32_t sum = i;
        for (uint32_t j = 0; j < 3; j++)
            sum = sum * 5 + range_read(w, &g->src[(i * g->push.k + j) % g->push.count], i & 15);
        range_write(w, &g->dst, i, sum);
    }
}

bool op_gather(struct world *w)
{
    struct pipelines *p = w->pipelines;
    VkDeviceSize unit = p->limits.minStorageBufferOffsetAlignment;
    struct gather g = {.push = {.count = 1 + rnd(w, MOST_SOURCES), .k = rnd(w, 50)}};
    struct access a[MOST_SOURCES + 1];
    if (!range_choose(w, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, unit, 4, &g.dst))
        return false;
    a[0] = range_access(w, &g.dst, true, WRITE);
    for (uint32_t i = 0; i < g.push.count; i++) {
        if (!range_choose(w, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, unit, 4, &g.src[i]) ||
            range_meet(w, &g.dst, &g.src[i]))
            return false;
        a[1 + i] = range_access(w, &g.src[i], false, READ);
    }
    g.push.n = 1 + rnd(w, (uint32_t)(g.dst.size / 4 > 3000 ? 3000 : g.dst.size / 4) + 10);
    if (!random_need(w, a, 1 + g.push.count))
        return false;
    world_log(w, "gather buffer %d +%u %u bytes from %u, n %u", g.dst.buffer, (unsigned)g.dst.offset,
              (unsigned)g.dst.size, g.push.count, g.push.n);
    uint32_t most = g.push.count + rnd(w, MOST_SOURCES - g.push.count + 1);
    VkDescriptorSetVariableDescriptorCountAllocateInfo variable = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO,
        .descriptorSetCount = 1,
        .pDescriptorCounts = &most};
    VkDescriptorSet sets[2] = {take_set(w, p->out_set, NULL), take_set(w, p->many_set, &variable)};
    VkDescriptorBufferInfo info[MOST_SOURCES], dst = range_info(w, &g.dst);
    for (uint32_t i = 0; i < g.push.count; i++)
        info[i] = range_info(w, &g.src[i]);
    VkWriteDescriptorSet writes[2] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = sets[0],
                                       .descriptorCount = 1,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = &dst},
                                      {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = sets[1],
                                       .descriptorCount = g.push.count,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = info}};
    bool after = chance(w, 50);
    vkUpdateDescriptorSets(w->v.device, after ? 1 : 2, writes, 0, NULL);
    VkCommandBuffer cmd = w->to->cmd;
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->gather_layout, 0, 2, sets, 0, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->gather);
    vkCmdPushConstants(cmd, p->gather_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, &g.push);
    vkCmdDispatch(cmd, (g.push.n + 63) / 64, 1, 1);
    if (after)
        vkUpdateDescriptorSets(w->v.device, 1, &writes[1], 0, NULL);
    world_act(w, act_gather, &g, sizeof(g));
    random_after(w, 1 + g.push.count);
    return true;
}

// ---- address

struct address {
    struct range dst, src;
    struct {
        VkDeviceAddress dst, src;
        uint32_t n, k;
    } push;
};

static void act_address(struct world *w, const void *arg)
{
    const struct address *a = arg;
    for (uint32_t i = 0; i < a->push.n && !w->condition; i++)
        range_write(w, &a->dst, i, (range_read(w, &a->src, i) ^ a->push.k) + range_read(w, &a->dst, i));
}

bool op_address(struct world *w)
{
    struct pipelines *p = w->pipelines;
    struct address d = {.push = {.k = (uint32_t)random_next(&w->rng)}};
    if (!range_choose(w, VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, 4, 4, &d.dst) ||
        !range_choose(w, VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, 4, 4, &d.src) ||
        range_meet(w, &d.dst, &d.src))
        return false;
    VkDeviceSize n = d.dst.size < d.src.size ? d.dst.size : d.src.size;
    d.push.n = (uint32_t)(n / 4);
    d.push.dst = w->buffers[d.dst.buffer].address + d.dst.offset;
    d.push.src = w->buffers[d.src.buffer].address + d.src.offset;
    struct access a[2] = {range_access(w, &d.dst, true, READ | WRITE), range_access(w, &d.src, false, READ)};
    if (!random_need(w, a, 2))
        return false;
    world_log(w, "address buffer %d +%u <- %d +%u, n %u", d.dst.buffer, (unsigned)d.dst.offset, d.src.buffer,
              (unsigned)d.src.offset, d.push.n);
    VkCommandBuffer cmd = w->to->cmd;
    vkCmdPushConstants(cmd, p->address_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 24, &d.push);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->address);
    vkCmdDispatch(cmd, (d.push.n + 31) / 32, 1, 1);
    world_act(w, act_address, &d, sizeof(d));
    random_after(w, 2);
    return true;
}

// ---- images

struct window { // a level of some layers (or depths)
    int image;
    uint32_t level, layer, layers;
};

struct texels {
    struct window dst, src;
    struct {
        uint32_t mask[4], size[3], k;
    } push;
};

static uint8_t *texel(struct world *w, const struct window *v, const uint32_t p[3])
{
    const struct image *i = &w->images[v->image];
    bool one = i->type == VK_IMAGE_TYPE_1D;
    return world_block(w, i, 0, v->level, v->layer + p[one ? 1 : 2], p[0], one ? 0 : p[1]);
}

static void act_image(struct world *w, const void *arg)
{
    const struct texels *t = arg;
    const struct random_format *f = w->images[t->dst.image].format, *g = w->images[t->src.image].format;
    uint32_t p[3], a[4], b[4];
    if (w->condition)
        return;
    for (p[2] = 0; p[2] < t->push.size[2]; p[2]++)
        for (p[1] = 0; p[1] < t->push.size[1]; p[1]++)
            for (p[0] = 0; p[0] < t->push.size[0]; p[0]++) {
                random_unpack(f, texel(w, &t->dst, p), a);
                random_unpack(g, texel(w, &t->src, p), b);
                for (unsigned c = 0; c < 4; c++)
                    a[c] = (a[c] + b[c] + t->push.k) & t->push.mask[c];
                random_pack(f, a, texel(w, &t->dst, p));
            }
}

static struct window choose_window(struct world *w, int image, uint32_t size[3])
{
    const struct image *i = &w->images[image];
    struct window v = {.image = image, .level = rnd(w, i->levels)};
    VkExtent3D e = world_extent(i, v.level);
    v.layer = rnd(w, i->layers);
    v.layers = 1 + rnd(w, i->layers - v.layer);
    size[0] = e.width;
    size[1] = i->type == VK_IMAGE_TYPE_1D ? v.layers : e.height;
    size[2] = i->type == VK_IMAGE_TYPE_3D ? e.depth : i->type == VK_IMAGE_TYPE_2D ? v.layers : 1;
    return v;
}

static VkImageView make_view(struct world *w, const struct window *v)
{
    static const VkImageViewType types[] = {VK_IMAGE_VIEW_TYPE_1D_ARRAY, VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                            VK_IMAGE_VIEW_TYPE_3D};
    const struct image *i = &w->images[v->image];
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = i->handle,
        .viewType = types[i->type],
        .format = i->format->vk,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, v->level, 1, v->layer, v->layers}};
    VkImageView view = VK_NULL_HANDLE;
    vkt_ok(vkCreateImageView(w->v.device, &info, NULL, &view));
    w->pipelines->views[w->pipelines->view_count++] = view;
    return view;
}

bool op_image(struct world *w)
{
    struct pipelines *p = w->pipelines;
    if (!w->image_count || p->view_count + 2 > VIEWS)
        return false;
    int d = (int)rnd(w, w->image_count), s = (int)rnd(w, w->image_count);
    struct image *dst = &w->images[d], *src = &w->images[s];
    if (!(dst->usage & VK_IMAGE_USAGE_STORAGE_BIT) || !(src->usage & VK_IMAGE_USAGE_SAMPLED_BIT) ||
        dst->type != src->type || !dst->defined || !src->defined)
        return false;
    uint32_t size[3];
    struct texels t = {.push.k = rnd(w, 100)};
    t.dst = choose_window(w, d, t.push.size);
    t.src = choose_window(w, s, size);
    if (d == s && t.dst.level == t.src.level)
        return false;
    for (unsigned i = 0; i < 3; i++)
        t.push.size[i] = size[i] < t.push.size[i] ? size[i] : t.push.size[i];
    for (unsigned c = 0; c < 4; c++)
        t.push.mask[c] = dst->format->bits[c] == 32 ? UINT32_MAX : (1u << dst->format->bits[c]) - 1;
    struct access a[2] = {access_image(w, d, true, COMPUTE, READ | WRITE),
                          access_image(w, s, false, COMPUTE, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT)};
    if (d == s)
        a[0].mask |= a[1].mask;
    random_layout(w, d, VK_IMAGE_LAYOUT_GENERAL, &a[0]);
    if (d != s)
        random_layout(
            w, s, chance(w, 60) ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, &a[1]);
    if (!random_need(w, a, d == s ? 1 : 2))
        return false;
    world_log(w, "image %d level %u layers %u+%u <- %d level %u layer %u: %u x %u x %u", d, t.dst.level,
              t.dst.layer, t.dst.layers, s, t.src.level, t.src.layer, t.push.size[0], t.push.size[1],
              t.push.size[2]);
    VkDescriptorImageInfo info[2] = {
        {.imageView = make_view(w, &t.dst), .imageLayout = VK_IMAGE_LAYOUT_GENERAL},
        {.imageView = make_view(w, &t.src), .imageLayout = src->layout}};
    VkDescriptorSet set = take_set(w, p->image_set, NULL);
    VkWriteDescriptorSet writes[2];
    for (uint32_t i = 0; i < 2; i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = set,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = images[i],
                                           .pImageInfo = &info[i]};
    vkUpdateDescriptorSets(w->v.device, 2, writes, 0, NULL);
    VkCommandBuffer cmd = w->to->cmd;
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->image[dst->type]);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->image_layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(cmd, p->image_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 32, &t.push);
    vkCmdDispatch(cmd, (t.push.size[0] + 7) / 8, (t.push.size[1] + 3) / 4, t.push.size[2]);
    world_act(w, act_image, &t, sizeof(t));
    random_after(w, d == s ? 1 : 2);
    return true;
}

// ---- conditional rendering

struct condition {
    struct range at;
    bool inverted;
    uint32_t value; // that a fill writes
};

static void act_begin(struct world *w, const void *arg)
{
    const struct condition *c = arg;
    w->condition = (range_read(w, &c->at, 0) != 0) == c->inverted;
}

static void act_set(struct world *w, const void *arg)
{
    const struct condition *c = arg;
    memcpy(world_bytes(w, c->at.buffer, c->at.offset), &c->value, 4);
}

static void act_end(struct world *w, const void *arg)
{
    w->condition = false;
}

bool op_condition(struct world *w)
{
    struct condition c = {.inverted = chance(w, 50)};
    if (w->conditional || !range_choose(w, VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT, 4, 4, &c.at))
        return false;
    c.at.size = 4;
    c.value = chance(w, 50) ? 0 : 1u << rnd(w, 32);
    if (chance(w, 60)) {
        struct access to =
            access_buffer(w, c.at.buffer, c.at.offset, 4, true, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                          VK_ACCESS_2_TRANSFER_WRITE_BIT);
        random_need(w, &to, 1);
        vkCmdFillBuffer(w->to->cmd, w->buffers[c.at.buffer].handle, c.at.offset, 4, c.value);
        world_act(w, act_set, &c, sizeof(c));
    }
    struct access a = access_buffer(w, c.at.buffer, c.at.offset, 4, false,
                                    VK_PIPELINE_STAGE_2_CONDITIONAL_RENDERING_BIT_EXT,
                                    VK_ACCESS_2_CONDITIONAL_RENDERING_READ_BIT_EXT);
    random_need(w, &a, 1);
    w->predicate = a;
    VkConditionalRenderingBeginInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
        .buffer = w->buffers[c.at.buffer].handle,
        .offset = c.at.offset,
        .flags = c.inverted ? VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT : 0};
    world_log(w, "begin condition: buffer %d at %u%s", c.at.buffer, (unsigned)c.at.offset,
              c.inverted ? ", inverted" : "");
    w->pipelines->begin_condition(w->to->cmd, &info);
    world_act(w, act_begin, &c, sizeof(c));
    w->conditional = true;
    return true;
}

void end_condition(struct world *w)
{
    if (!w->conditional)
        return;
    world_log(w, "end condition");
    w->pipelines->end_condition(w->to->cmd);
    world_act(w, act_end, "", 1);
    w->conditional = false;
}

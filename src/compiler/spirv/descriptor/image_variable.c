// Variables that are images, samplers and tensors, and arrays of them. An image or sampler value is no LLVM
// value but a handle: the indices of its surface states and its SAMPLER_STATE (struct spv_handle).
//
// A storage image whose format typed reads do not convert has a second surface state for reads, with the
// unsigned format of as many bits (spirv/image/format.c).
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"
#include "hw/target.h"

#define ANY_ELEMENT UINT32_MAX

// The conversion of an element of a resource variable, or of any; NULL if there is none.
static const struct kiln_ycbcr *ycbcr_of(struct spv *c, uint32_t id, uint32_t element)
{
    const struct spv_decoration *set = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationDescriptorSet);
    const struct spv_decoration *binding = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationBinding);
    for (unsigned n = 0; set && binding && n < c->options->ycbcr_count; n++) {
        const struct kiln_ycbcr *y = &c->options->ycbcr[n];
        if (y->set == set->literals[0] && y->binding == binding->literals[0] &&
            (element == ANY_ELEMENT || y->element == element))
            return y;
    }
    return NULL;
}

static bool readable(struct spv *c, uint32_t id)
{
    return !spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationNonReadable);
}

// The mapping's conversion.
static const struct kiln_ycbcr *mapped_conversion(struct spv *c, const struct kiln_mapping *m)
{
    return m->conversion && m->conversion <= c->options->ycbcr_count ? &c->options->ycbcr[m->conversion - 1]
                                                                     : NULL;
}

static void map_sampler(struct spv *c, uint32_t id, const struct kiln_mapping *m, bool combined,
                        struct spv_handle *h)
{
    struct spv_pointer p = {0};
    if (m->embedded) {
        h->sampler = spv_assign_handle(c, id, 0, (uint32_t)(m - c->options->mappings), KILN_RESOURCE_SAMPLER);
        h->chroma_step = h->ycbcr && h->ycbcr->samplers > 1 ? KILN_SAMPLER_HANDLE_STEP : 0;
        return;
    }
    spv_map_descriptors(c, id, m, combined, combined ? SPV_MAP_COMBINED_SAMPLER : SPV_MAP_SAMPLER, &p);
    h->sampler = p.index;
    h->sampler_step = p.index_step;
    h->samplers = p.list;
}

// In heaps: a storage image has one state, which is written to and read through.
static void map_image_variable(struct spv *c, uint32_t id, const struct spv_type *t, struct spv_handle *h)
{
    const bool combined = t->kind == SPV_SAMPLED_IMAGE, storage = t->kind == SPV_IMAGE && t->image.storage,
               written = !spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationNonWritable);
    const uint32_t resource = combined                 ? KILN_MAP_COMBINED_IMAGES
                              : t->kind == SPV_SAMPLER ? KILN_MAP_SAMPLERS
                              : t->kind == SPV_TENSOR  ? KILN_MAP_TENSORS
                              : !storage               ? KILN_MAP_SAMPLED_IMAGES
                              : written                ? KILN_MAP_WRITE_IMAGES
                                                       : KILN_MAP_READ_IMAGES;
    const struct kiln_mapping *m = spv_mapping(c, id, resource);
    if (t->kind != SPV_SAMPLER) {
        struct spv_pointer p = {0};
        spv_map_descriptors(c, id, m, combined, SPV_MAP_RESOURCE, &p);
        h->surface = p.index;
        h->surface_step = p.index_step;
        h->surfaces = p.list;
        h->plane_step = KILN_SURFACE_HANDLE_STEP;
    }
    if (storage) {
        h->raw = h->surface;
        h->raw_step = h->surface_step;
    }
    if (combined)
        h->ycbcr = mapped_conversion(c, m);
    if (t->kind == SPV_SAMPLER || combined)
        map_sampler(c, id, m, combined, h);
}

// A variable that is no array is the first element of a list.
static void take_first(struct spv *c, struct spv_handle *h)
{
    if (h->surfaces)
        h->surface = spv_list_index(c, h->surfaces, spv_i32(c, 0));
    if (h->raw)
        h->raw = h->surface;
    if (h->samplers)
        h->sampler = spv_list_index(c, h->samplers, spv_i32(c, 0));
    h->surfaces = h->samplers = NULL;
}

static LLVMValueRef assign(struct spv *c, uint32_t id, uint32_t count, enum kiln_resource kind, bool written,
                           uint32_t *step)
{
    struct spv_pointer p = {0};
    spv_assign_resource(c, id, count, kind, written, &p);
    *step = p.index_step;
    return p.index;
}

// In descriptor buffers a sampler lies beside each surface, and the first two planes' are used.
static void assign_sampler(struct spv *c, uint32_t id, uint32_t count, const struct kiln_ycbcr *y,
                           struct spv_handle *h)
{
    uint32_t samplers = y ? y->samplers : 1, one;
    bool beside = c->options->descriptor_buffers;
    h->sampler = assign(c, id, beside ? count : count * samplers, KILN_RESOURCE_SAMPLER, false, &one);
    h->sampler_step = one * (beside && y ? y->stride : samplers);
    h->chroma_step = samplers > 1 ? one : 0;
}

void spv_image_variable(struct spv *c, uint32_t id, struct spv_value *v)
{
    const struct spv_type *t = v->type->elem;
    struct spv_handle *h = arena_new(c->arena, struct spv_handle);
    uint32_t count = 1;
    if (t->kind == SPV_ARRAY || t->kind == SPV_RUNTIME_ARRAY) {
        count = t->kind == SPV_ARRAY ? t->count : 0;
        t = t->elem;
    }
    spv_check(c, spv_is_handle(t), "%%%u is not an image or sampler", id);
    if (c->options->descriptor_heaps) {
        map_image_variable(c, id, t, h);
        if (v->type->elem == t)
            take_first(c, h);
        v->handle = h;
        return;
    }
    const struct spv_type *image = t->kind == SPV_SAMPLED_IMAGE ? t->elem : t;
    const struct kiln_ycbcr *any = t->kind == SPV_SAMPLED_IMAGE ? ycbcr_of(c, id, ANY_ELEMENT) : NULL;
    const uint32_t planes = any ? any->stride : 1;
    if (any) {
        h->variable = id;
        h->ycbcr = v->type->elem == t ? ycbcr_of(c, id, 0) : any;
    }
    if (image->kind == SPV_IMAGE) {
        bool buffer = image->image.dim == SpvDimBuffer, storage = image->image.storage;
        enum kiln_resource kind =
            storage  ? (buffer ? KILN_RESOURCE_STORAGE_TEXEL_BUFFER : KILN_RESOURCE_STORAGE_IMAGE)
            : buffer ? KILN_RESOURCE_UNIFORM_TEXEL_BUFFER
                     : KILN_RESOURCE_SAMPLED_IMAGE;
        bool written = storage && !spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationNonWritable);
        h->surface = assign(c, id, count * planes, kind, written, &h->plane_step);
        h->surface_step = h->plane_step * planes;
        // All reads go through the raw surface, also where typed reads convert the format that the type
        // names: a view of another one gives undefined values then, but not a message that the hardware
        // cannot do.
        bool atomic = image->image.format == SpvImageFormatR32f; // exchanges go to integers
        bool wide = spv_image_is_wide(image);                    // not a surface: where texels are
        if (storage && (wide ? c->wide_atomics : readable(c, id) || atomic))
            h->raw = assign(c, id, count,
                            spv_image_by_address(c, image) ? KILN_RESOURCE_TEXEL_MAP
                            : buffer                       ? KILN_RESOURCE_STORAGE_TEXEL_BUFFER_RAW
                                                           : KILN_RESOURCE_STORAGE_IMAGE_RAW,
                            false, &h->raw_step);
        if (h->raw && spv_image_by_address(c, image) && !kiln_target_has_a64(kernel_target(c->options)))
            h->texels = assign(c, id, count, KILN_RESOURCE_TEXELS, written, &h->texels_step);
    }
    if (t->kind == SPV_TENSOR)
        h->surface = assign(c, id, count, KILN_RESOURCE_TENSOR, false, &h->surface_step);
    if (t->kind == SPV_SAMPLER || t->kind == SPV_SAMPLED_IMAGE)
        assign_sampler(c, id, count, any, h);
    v->handle = h;
}

LLVMValueRef spv_step_index(struct spv *c, LLVMValueRef base, uint32_t by, LLVMValueRef index)
{
    struct spv_pointer p = {.index = base, .index_step = by};
    return base ? spv_element_index(c, &p, index) : NULL;
}

static LLVMValueRef step_or_list(struct spv *c, LLVMValueRef base, uint32_t by,
                                 const struct spv_index_list *l, LLVMValueRef index)
{
    return base && l ? spv_list_index(c, l, index) : spv_step_index(c, base, by, index);
}

// Into an array of images, or a heap.
void spv_image_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base,
                     const struct spv_type *t, uint32_t w)
{
    if (base->handle->heap) {
        spv_heap_chain(c, i, base, t, w);
        return;
    }
    const struct spv_type *result = spv_result_type(c, i);
    struct spv_handle h = *base->handle;
    spv_check(c, i->count <= w + 1, "too many indices");
    if (i->count == w + 1) {
        const struct spv_value *n = spv_arg(c, i, w);
        spv_check(c, (t->kind == SPV_ARRAY || t->kind == SPV_RUNTIME_ARRAY) && n->type->kind == SPV_INT,
                  "not an array of images, or not an index");
        LLVMValueRef index = LLVMBuildIntCast2(c->b, n->v, c->i32, true, "");
        h.surface = step_or_list(c, h.surface, h.surface_step, h.surfaces, index);
        h.raw = h.surfaces && h.raw ? h.surface : spv_step_index(c, h.raw, h.raw_step, index);
        h.texels = spv_step_index(c, h.texels, h.texels_step, index);
        h.sampler = step_or_list(c, h.sampler, h.sampler_step, h.samplers, index);
        h.surfaces = h.samplers = NULL;
        if (h.ycbcr && h.variable) {
            spv_check(c, LLVMIsAConstantInt(index), "an index of images that are converted is not constant");
            h.ycbcr = ycbcr_of(c, h.variable, (uint32_t)LLVMConstIntGetZExtValue(index));
        }
        t = t->elem;
    }
    spv_check(c, result->untyped || spv_same_type(t, result->elem), "the result points to another type");
    spv_set(c, i, spv_handle_value(c, result, h));
}

const struct spv_value *spv_image_load(struct spv *c, const struct spv_value *pointer)
{
    const struct spv_type *t = pointer->type->elem;
    if (pointer->handle->heap)
        return spv_heap_load(c, pointer, t);
    spv_check(c, spv_is_handle(t) && !pointer->handle->image, "not a pointer to an image or sampler");
    return spv_handle_value(c, t, *pointer->handle);
}

// Images and samplers. An image or sampler value is no LLVM value but a handle: the indices of its surface
// states and its SAMPLER_STATE (struct spv_handle). Instructions become the intrinsics of llvm/abi.h.
//
// A storage image whose format typed reads do not convert has a second surface state for reads, with the
// unsigned format of as many bits; spirv/image_format.c unpacks what it gives.
#include "compiler/spirv/spv.h"

bool spv_is_handle(const struct spv_type *t)
{
    return t->kind == SPV_IMAGE || t->kind == SPV_SAMPLER || t->kind == SPV_SAMPLED_IMAGE;
}

// ---- variables, loads, handles ----

static const struct spv_value *handle_value(struct spv *c, const struct spv_type *t, struct spv_handle h)
{
    struct spv_value *v = spv_new_value(c, t);
    struct spv_handle *copy = arena_new(c->arena, struct spv_handle);
    *copy = h;
    v->handle = copy;
    if (t->kind == SPV_POINTER)
        v->ptr = arena_new(c->arena, struct spv_pointer);
    return v;
}

static bool readable(struct spv *c, uint32_t id)
{
    return !spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationNonReadable);
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
    const struct spv_type *image = t->kind == SPV_SAMPLED_IMAGE ? t->elem : t;
    const struct kiln_ycbcr *any = t->kind == SPV_SAMPLED_IMAGE ? spv_ycbcr_of(c, id, SPV_ANY_ELEMENT) : NULL;
    const uint32_t planes = any ? any->stride : 1;
    if (any) {
        h->variable = id;
        h->ycbcr = v->type->elem == t ? spv_ycbcr_of(c, id, 0) : any;
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
                            buffer ? KILN_RESOURCE_STORAGE_TEXEL_BUFFER_RAW : KILN_RESOURCE_STORAGE_IMAGE_RAW,
                            false, &h->raw_step);
    }
    if (t->kind != SPV_IMAGE)
        assign_sampler(c, id, count, any, h);
    v->handle = h;
}

static LLVMValueRef step(struct spv *c, LLVMValueRef base, uint32_t by, LLVMValueRef index)
{
    struct spv_pointer p = {.index = base, .index_step = by};
    return base ? spv_element_index(c, &p, index) : NULL;
}

// Into an array of images.
void spv_image_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base)
{
    const struct spv_type *result = spv_result_type(c, i), *t = base->type->elem;
    struct spv_handle h = *base->handle;
    spv_check(c, i->count <= 5, "too many indices");
    if (i->count == 5) {
        const struct spv_value *n = spv_arg(c, i, 4);
        spv_check(c, (t->kind == SPV_ARRAY || t->kind == SPV_RUNTIME_ARRAY) && n->type->kind == SPV_INT,
                  "not an array of images, or not an index");
        LLVMValueRef index = LLVMBuildIntCast2(c->b, n->v, c->i32, true, "");
        h.surface = step(c, h.surface, h.surface_step, index);
        h.raw = step(c, h.raw, h.raw_step, index);
        h.sampler = step(c, h.sampler, h.sampler_step, index);
        if (h.ycbcr) {
            spv_check(c, LLVMIsAConstantInt(index), "an index of images that are converted is not constant");
            h.ycbcr = spv_ycbcr_of(c, h.variable, (uint32_t)LLVMConstIntGetZExtValue(index));
        }
        t = t->elem;
    }
    spv_check(c, spv_same_type(t, result->elem), "the result points to another type");
    spv_set(c, i, handle_value(c, result, h));
}

const struct spv_value *spv_image_load(struct spv *c, const struct spv_value *pointer)
{
    const struct spv_type *t = pointer->type->elem;
    spv_check(c, spv_is_handle(t) && !pointer->handle->image, "not a pointer to an image or sampler");
    return handle_value(c, t, *pointer->handle);
}

static const struct spv_value *arg_of(struct spv *c, const struct spv_inst *i, uint32_t n, enum spv_kind kind)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, v->type->kind == kind && v->handle,
              "operand %u is not the image or sampler that it should be", n);
    return v;
}

void spv_op_sampled_image(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *image = arg_of(c, i, 3, SPV_IMAGE), *sampler = arg_of(c, i, 4, SPV_SAMPLER);
    spv_check(c, t->kind == SPV_SAMPLED_IMAGE && spv_same_type(t->elem, image->type), "not the image's type");
    spv_set(c, i,
            handle_value(
                c, t,
                (struct spv_handle){.surface = image->handle->surface, .sampler = sampler->handle->sampler}));
}

void spv_op_image(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *v = arg_of(c, i, 3, SPV_SAMPLED_IMAGE);
    spv_check(c, spv_same_type(t, v->type->elem), "not the image's type");
    spv_set(c, i, handle_value(c, t, (struct spv_handle){.surface = v->handle->surface}));
}

// ---- operands ----

// The optional operands of an image instruction; NULL where absent.
struct operands {
    const struct spv_value *lod, *dx, *dy, *offset, *const_offset, *const_offsets, *min_lod, *sample, *bias;
    bool is_volatile;
};

static struct operands image_operands(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    struct operands o = {0};
    if (n >= i->count)
        return o;
    uint32_t mask = i->words[n++];
    const uint32_t plain = SpvImageOperandsNonPrivateTexelMask | SpvImageOperandsSignExtendMask |
                           SpvImageOperandsZeroExtendMask | SpvImageOperandsNontemporalMask;
    for (uint32_t bit = 1; bit && bit <= mask; bit <<= 1) {
        if (!(mask & bit))
            continue;
        switch (bit) {
        case SpvImageOperandsBiasMask:
            o.bias = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsLodMask:
            o.lod = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsGradMask:
            o.dx = spv_arg(c, i, n++);
            o.dy = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsConstOffsetMask:
            o.const_offset = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsOffsetMask:
            o.offset = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsConstOffsetsMask:
            o.const_offsets = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsSampleMask:
            o.sample = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsMinLodMask:
            o.min_lod = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsMakeTexelAvailableMask:
        case SpvImageOperandsMakeTexelVisibleMask:
            spv_arg(c, i, n++);
            break;
        case SpvImageOperandsVolatileTexelMask:
            o.is_volatile = true;
            break;
        default:
            if (!(bit & plain))
                spv_unsupported(c, "image operand 0x%x", bit);
        }
    }
    return o;
}

// Components of a coordinate without the layer.
static uint32_t dimensions(const struct spv_image_type *t)
{
    switch (t->dim) {
    case SpvDim1D:
    case SpvDimBuffer:
        return 1;
    case SpvDim2D:
        return 2;
    default:
        return t->dim == SpvDimCube && t->storage ? 2 : 3;
    }
}

// With the layer; for cubes that typed messages see as arrays, the face and layer.
static uint32_t coordinates(const struct spv_image_type *t)
{
    return dimensions(t) + (t->arrayed || (t->dim == SpvDimCube && t->storage) ? 1 : 0);
}

static LLVMValueRef as_bits(struct spv *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind)
        return LLVMBuildIntCast2(c->b, v, c->i32, true, ""); // 16-bit coordinates
    if (LLVMGetTypeKind(t) == LLVMHalfTypeKind)
        v = LLVMBuildFPExt(c->b, v, c->f32, "");
    return LLVMBuildBitCast(c->b, v, c->i32, "");
}

static LLVMValueRef component(struct spv *c, const struct spv_value *v, uint32_t n)
{
    spv_check(c, n < spv_components(v->type) && (v->type->kind == SPV_VECTOR || spv_is_scalar(v->type)),
              "%u components are needed", n + 1);
    return spv_comp(v, n);
}

struct message {
    enum kiln_sample_op op;
    LLVMValueRef args[KILN_SAMPLE_ARGS];
    uint32_t header;      // constant bits of the message header
    LLVMValueRef offsets; // texel offsets in their place in it, where they are not constant; or NULL
};

static void set(struct spv *c, struct message *m, enum kiln_sample_arg arg, LLVMValueRef v)
{
    m->args[arg] = as_bits(c, v);
}

static void set_coordinates(struct spv *c, struct message *m, const struct spv_value *v, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++)
        set(c, m, KILN_ARG_U + n, component(c, v, n));
}

// Four components as i32.
static void send(struct spv *c, const struct spv_handle *h, const struct message *m, LLVMValueRef out[4])
{
    LLVMValueRef header = spv_i32(c, m->header);
    if (m->offsets)
        header = LLVMBuildOr(c->b, header, m->offsets, "");
    LLVMValueRef args[4 + KILN_SAMPLE_ARGS] = {spv_i32(c, m->op), h->surface,
                                               h->sampler ? h->sampler : spv_i32(c, 0), header};
    for (unsigned n = 0; n < KILN_SAMPLE_ARGS; n++)
        args[4 + n] = m->args[n] ? m->args[n] : LLVMGetPoison(c->i32);
    LLVMValueRef texel = spv_call(c, m->op == KILN_SAMPLE_LOD ? INTRINSIC_SAMPLE_LOD : INTRINSIC_SAMPLE, args,
                                  4 + KILN_SAMPLE_ARGS);
    for (unsigned n = 0; n < 4; n++)
        out[n] = LLVMBuildExtractElement(c->b, texel, spv_i32(c, n), "");
}

// i32 components as a value of the result type (32-bit numbers).
static void set_texel(struct spv *c, const struct spv_inst *i, LLVMValueRef bits[4])
{
    const struct spv_type *t = spv_result_type(c, i), *e = spv_component(t);
    LLVMValueRef r[4];
    spv_check(c, (e->kind == SPV_INT || e->kind == SPV_FLOAT) && e->bits == 32,
              "the result is not made of 32-bit numbers");
    spv_check(c, spv_components(t) <= 4, "the result has %u components", spv_components(t));
    for (uint32_t n = 0; n < spv_components(t); n++) {
        spv_check(c, bits[n], "the result has %u components", spv_components(t));
        r[n] = LLVMBuildBitCast(c->b, bits[n], spv_llvm_scalar(c, e), "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// Where the message header has texel offsets, of four bits each.
static const unsigned offset_shift[3] = {8, 4, 0};

// Constant texel offsets in their place in the message header.
static uint32_t header_offsets(struct spv *c, const struct spv_value *v, uint32_t count)
{
    uint32_t bits = 0;
    for (uint32_t n = 0; n < count && n < spv_components(v->type); n++) {
        LLVMValueRef o = component(c, v, n);
        spv_check(c, LLVMIsAConstantInt(o), "a texel offset is not constant");
        int64_t value = LLVMConstIntGetSExtValue(o);
        if (value < -8 || value > 7)
            spv_unsupported(c, "a texel offset of %lld", (long long)value);
        bits |= ((uint32_t)value & 15) << offset_shift[n];
    }
    return bits;
}

// Others, within the same limits.
static LLVMValueRef computed_offsets(struct spv *c, const struct spv_value *v, uint32_t count)
{
    LLVMValueRef bits = spv_i32(c, 0);
    for (uint32_t n = 0; n < count && n < spv_components(v->type); n++) {
        LLVMValueRef o = LLVMBuildAnd(c->b, as_bits(c, component(c, v, n)), spv_i32(c, 15), "");
        bits = LLVMBuildOr(c->b, bits, LLVMBuildShl(c->b, o, spv_i32(c, offset_shift[n]), ""), "");
    }
    return bits;
}

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsAConstant(v) && LLVMIsNull(v);
}

static const struct spv_image_type *sampled_type(const struct spv_value *image)
{
    return &image->type->elem->image;
}

// ---- sampling ----

static void set_lod(struct spv *c, struct message *m, const struct operands *o, uint32_t dims, bool dref)
{
    if (o->dx) {
        m->op = dref ? KILN_SAMPLE_D_C : KILN_SAMPLE_D;
        for (uint32_t n = 0; n < dims; n++) {
            set(c, m, KILN_ARG_DUDX + 2 * n, component(c, o->dx, n));
            set(c, m, KILN_ARG_DUDY + 2 * n, component(c, o->dy, n));
        }
        if (o->min_lod)
            set(c, m, KILN_ARG_MINLOD, o->min_lod->v);
        return;
    }
    spv_check(c, o->lod && spv_is_scalar(o->lod->type), "neither a LOD nor gradients");
    if (is_zero(o->lod->v)) {
        m->op = dref ? KILN_SAMPLE_LZ_C : KILN_SAMPLE_LZ;
        return;
    }
    m->op = dref ? KILN_SAMPLE_L_C : KILN_SAMPLE_L;
    set(c, m, KILN_ARG_LOD, o->lod->v);
}

// What the quad's coordinates imply, as gradients: the coarse ones, so that the whole quad reads one level. A
// bias scales them.
static void imply_gradients(struct spv *c, struct message *m, const struct operands *o,
                            const struct spv_value *coord, uint32_t dims, bool dref)
{
    spv_need_quads(c);
    LLVMValueRef scale = NULL;
    if (o->bias) {
        LLVMValueRef bias = component(c, o->bias, 0);
        scale = spv_intrinsic(c, "llvm.exp2", &bias, 1);
    }
    m->op = dref ? KILN_SAMPLE_D_C : KILN_SAMPLE_D;
    for (uint32_t n = 0; n < dims; n++)
        for (unsigned y = 0; y < 2; y++) {
            LLVMValueRef d = spv_derivative(c, component(c, coord, n), y);
            set(c, m, (y ? KILN_ARG_DUDY : KILN_ARG_DUDX) + 2 * n, scale ? spv_fmul(c, d, scale) : d);
        }
    if (o->min_lod)
        set(c, m, KILN_ARG_MINLOD, o->min_lod->v);
}

static const struct spv_value *projected(struct spv *c, const struct spv_value *coord, uint32_t dims)
{
    struct spv_value *v = spv_new_value(c, coord->type);
    LLVMValueRef q = component(c, coord, spv_components(coord->type) - 1);
    for (uint32_t n = 0; n < spv_components(coord->type); n++)
        v->elems[n] =
            n < dims ? spv_scalar(c, coord->type->elem, spv_fdiv(c, spv_comp(coord, n), q)) : coord->elems[n];
    return v;
}

// From the middle of a texel of a plane's first half to that of the first texel of the whole: half a texel of
// it, as a part of its size.
static LLVMValueRef half_texel(struct spv *c, const struct spv_handle *h, unsigned axis)
{
    struct message m = {.op = KILN_SAMPLE_RESINFO};
    LLVMValueRef size[4];
    set(c, &m, KILN_ARG_LOD, spv_i32(c, 0));
    send(c, h, &m, size);
    return spv_fdiv(c, spv_f32(c, 0.5f), LLVMBuildUIToFP(c->b, size[axis], c->f32, ""));
}

// Each plane by the same coordinates: a texel of a smaller plane lies between those of the first that it
// belongs to, or, if it is cosited, on the first of them.
static void sample_planes(struct spv *c, const struct spv_handle *h, const struct message *m,
                          LLVMValueRef texel[4])
{
    const struct kiln_ycbcr *y = h->ycbcr;
    LLVMValueRef planes[3][4];
    struct message chroma = *m;
    for (unsigned axis = 0; axis < 2; axis++)
        if (y->cosited[axis]) {
            LLVMValueRef at = LLVMBuildBitCast(c->b, m->args[KILN_ARG_U + axis], c->f32, "");
            set(c, &chroma, KILN_ARG_U + axis, spv_fadd(c, at, half_texel(c, h, axis)));
        }
    for (uint32_t n = 0; n < y->planes; n++) {
        struct spv_handle plane = *h;
        plane.surface = step(c, h->surface, h->plane_step, spv_i32(c, n));
        if (n)
            plane.sampler = step(c, h->sampler, h->chroma_step, spv_i32(c, 1));
        send(c, &plane, n ? &chroma : m, planes[n]);
    }
    spv_ycbcr_convert(c, y, planes, texel);
}

void spv_op_image_sample(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = arg_of(c, i, 3, SPV_SAMPLED_IMAGE), *coord = spv_arg(c, i, 4);
    const struct spv_image_type *t = sampled_type(image);
    bool dref = op->arg & SPV_SAMPLE_DREF, proj = op->arg & SPV_SAMPLE_PROJ;
    struct operands o = image_operands(c, i, dref ? 6 : 5);
    struct message m = {0};
    spv_check(c, spv_component(coord->type)->kind == SPV_FLOAT, "coordinates are not floats");
    spv_check(c, !proj || coord->type->kind == SPV_VECTOR, "a projection needs a vector");
    if (proj)
        coord = projected(c, coord, dimensions(t));
    set_coordinates(c, &m, coord, coordinates(t));
    if (dref) {
        LLVMValueRef ref = component(c, spv_arg(c, i, 5), 0);
        if (proj)
            ref = spv_fdiv(c, ref, component(c, spv_arg(c, i, 4), spv_components(coord->type) - 1));
        set(c, &m, KILN_ARG_REF, ref);
    }
    if (op->arg & SPV_SAMPLE_IMPLICIT)
        imply_gradients(c, &m, &o, coord, dimensions(t), dref);
    else
        set_lod(c, &m, &o, dimensions(t), dref);
    spv_check(c, !o.const_offsets, "ConstOffsets where nothing is gathered");
    if (o.const_offset)
        m.header = header_offsets(c, o.const_offset, dimensions(t));
    else if (o.offset)
        m.offsets = computed_offsets(c, o.offset, dimensions(t));
    LLVMValueRef texel[4];
    if (image->handle->ycbcr) {
        spv_check(c, !dref && !m.header && !m.offsets && t->dim == SpvDim2D,
                  "offsets, a comparison, or not two dimensions, where texels are converted");
        sample_planes(c, image->handle, &m, texel);
    } else {
        send(c, image->handle, &m, texel);
    }
    set_texel(c, i, texel);
}

// One gather; with `offset`, by its values.
static void gather(struct spv *c, const struct spv_handle *h, struct message m,
                   const struct spv_value *offset, bool dref, LLVMValueRef out[4])
{
    if (offset) {
        m.op = dref ? KILN_SAMPLE_GATHER_PO_C : KILN_SAMPLE_GATHER_PO;
        set(c, &m, KILN_ARG_OFFU, component(c, offset, 0));
        set(c, &m, KILN_ARG_OFFV, component(c, offset, 1));
    } else {
        m.op = dref ? KILN_SAMPLE_GATHER_C : KILN_SAMPLE_GATHER;
    }
    send(c, h, &m, out);
}

void spv_op_image_gather(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = arg_of(c, i, 3, SPV_SAMPLED_IMAGE), *coord = spv_arg(c, i, 4);
    const struct spv_image_type *t = sampled_type(image);
    bool dref = op->arg & SPV_SAMPLE_DREF;
    struct operands o = image_operands(c, i, 6);
    struct message m = {0};
    set_coordinates(c, &m, coord, coordinates(t));
    if (dref)
        set(c, &m, KILN_ARG_REF, component(c, spv_arg(c, i, 5), 0));
    else
        m.header = (spv_const_u32(c, spv_word(c, i, 5)) & 3) << 16;
    LLVMValueRef texel[4];
    if (o.const_offsets) { // four gathers, each for the one texel at its offset, which is the last
        spv_check(c, o.const_offsets->type->kind == SPV_ARRAY && o.const_offsets->type->count == 4,
                  "ConstOffsets is not an array of four");
        for (unsigned n = 0; n < 4; n++) {
            LLVMValueRef four[4];
            gather(c, image->handle, m, o.const_offsets->elems[n], dref, four);
            texel[n] = four[3];
        }
    } else {
        gather(c, image->handle, m, o.offset ? o.offset : o.const_offset, dref, texel);
    }
    set_texel(c, i, texel);
}

// ---- fetching, and queries ----

void spv_op_image_fetch(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = arg_of(c, i, 3, SPV_IMAGE), *coord = spv_arg(c, i, 4);
    const struct spv_image_type *t = &image->type->image;
    struct operands o = image_operands(c, i, 5);
    struct message m = {.op = KILN_SAMPLE_LD};
    spv_check(c, spv_component(coord->type)->kind == SPV_INT, "coordinates are not integers");
    set_coordinates(c, &m, coord, coordinates(t));
    const struct spv_value *offset = o.offset ? o.offset : o.const_offset;
    for (uint32_t n = 0; offset && n < dimensions(t); n++)
        m.args[n] = LLVMBuildAdd(c->b, m.args[n], as_bits(c, component(c, offset, n)), "");
    spv_check(c, !o.sample == !t->ms, "a sample is for multisampled images");
    if (o.sample) {
        m.op = KILN_SAMPLE_LD_MS;
        set(c, &m, KILN_ARG_SI, component(c, o.sample, 0));
    } else {
        set(c, &m, KILN_ARG_LOD, o.lod ? component(c, o.lod, 0) : spv_i32(c, 0));
    }
    LLVMValueRef texel[4];
    send(c, image->handle, &m, texel);
    set_texel(c, i, texel);
}

void spv_op_image_query_lod(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = arg_of(c, i, 3, SPV_SAMPLED_IMAGE), *coord = spv_arg(c, i, 4);
    struct message m = {.op = KILN_SAMPLE_LOD};
    LLVMValueRef lod[4];
    spv_need_quads(c);
    spv_check(c, spv_component(coord->type)->kind == SPV_FLOAT, "coordinates are not floats");
    set_coordinates(c, &m, coord, dimensions(sampled_type(image)));
    send(c, image->handle, &m, lod);
    set_texel(c, i, lod);
}

// op->arg: 0 the size, 1 the size of a level, 2 the number of levels, 3 of samples.
void spv_op_image_query(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = arg_of(c, i, 3, SPV_IMAGE);
    const struct spv_image_type *t = &image->type->image;
    struct message m = {.op = op->arg == 3 ? KILN_SAMPLE_INFO : KILN_SAMPLE_RESINFO};
    LLVMValueRef info[4], size[4] = {NULL};
    set(c, &m, KILN_ARG_LOD, op->arg == 1 ? component(c, spv_arg(c, i, 4), 0) : spv_i32(c, 0));
    send(c, image->handle, &m, info);
    if (op->arg >= 2) {
        size[0] = info[op->arg == 2 ? 3 : 0];
    } else {
        uint32_t dims = t->dim == SpvDimCube ? 2 : dimensions(t);
        spv_check(c, spv_components(spv_result_type(c, i)) == dims + t->arrayed,
                  "the result does not have the image's number of dimensions");
        for (uint32_t n = 0; n < dims + t->arrayed; n++)
            size[n] = info[n];
        if (t->arrayed && t->dim == SpvDimCube && t->storage) // a surface of faces
            size[dims] = LLVMBuildUDiv(c->b, size[dims], spv_i32(c, 6), "");
    }
    set_texel(c, i, size);
}

// ---- storage images ----

static void storage_coordinates(struct spv *c, const struct spv_type *image, const struct spv_value *coord,
                                LLVMValueRef out[3])
{
    uint32_t count = coordinates(&image->image);
    spv_check(c, spv_component(coord->type)->kind == SPV_INT, "coordinates are not integers");
    for (uint32_t n = 0; n < 3; n++)
        out[n] = n < count ? as_bits(c, component(c, coord, n)) : LLVMGetPoison(c->i32);
}

// What the raw surface holds, by the sampler's view of it; NULL if the type says so.
static LLVMValueRef unknown_format(struct spv *c, const struct spv_value *image)
{
    if (image->type->image.format != SpvImageFormatUnknown)
        return NULL;
    struct message m = {.op = KILN_SAMPLE_LD};
    const struct spv_handle h = {.surface = image->handle->raw};
    LLVMValueRef bits[4], which = spv_i32(c, 0);
    for (unsigned n = 0; n < 3; n++)
        m.args[KILN_ARG_U + n] = spv_i32(c, 0);
    m.args[KILN_ARG_LOD] = spv_i32(c, 0);
    send(c, &h, &m, bits);
    for (unsigned n = 0; n < 4; n++) {
        LLVMValueRef set_bit = LLVMBuildICmp(c->b, LLVMIntNE, bits[n], spv_i32(c, 0), "");
        LLVMValueRef bit = LLVMBuildSelect(c->b, set_bit, spv_i32(c, 1u << n), spv_i32(c, 0), "");
        which = LLVMBuildOr(c->b, which, bit, "");
    }
    return which;
}

// The halves of an integer as a value of the result type, whose other components are 0, 0, 1.
static void set_wide_texel(struct spv *c, const struct spv_inst *i, LLVMValueRef halves[2])
{
    const struct spv_type *t = spv_result_type(c, i);
    LLVMValueRef low = LLVMBuildZExt(c->b, halves[0], c->i64, ""),
                 high = LLVMBuildZExt(c->b, halves[1], c->i64, "");
    LLVMValueRef zero = LLVMConstInt(c->i64, 0, false);
    LLVMValueRef r[4] = {
        LLVMBuildOr(c->b, low, LLVMBuildShl(c->b, high, LLVMConstInt(c->i64, 32, false), ""), ""), zero, zero,
        LLVMConstInt(c->i64, 1, false)};
    spv_check(c, spv_component(t)->kind == SPV_INT && spv_component(t)->bits == 64,
              "the result is not made of 64-bit integers");
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_image_read(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = arg_of(c, i, 3, SPV_IMAGE);
    const struct spv_handle *h = image->handle;
    struct operands o = image_operands(c, i, 5);
    spv_check(c, image->type->image.storage, "not a storage image");
    const bool wide = spv_image_is_wide(image->type);
    LLVMValueRef args[4] = {h->raw && !wide ? h->raw : h->surface}, texel[4], out[4];
    storage_coordinates(c, image->type, spv_arg(c, i, 4), args + 1);
    LLVMValueRef v =
        spv_call(c, o.is_volatile ? INTRINSIC_IMAGE_READ_VOLATILE : INTRINSIC_IMAGE_READ, args, 4);
    for (unsigned n = 0; n < 4; n++)
        texel[n] = LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "");
    if (wide) {
        set_wide_texel(c, i, texel);
        return;
    }
    bool unpack = h->raw && spv_image_format_raw(image->type->image.format);
    if (unpack)
        spv_image_unpack(c, image->type, unknown_format(c, image), texel, out);
    set_texel(c, i, unpack ? out : texel);
}

void spv_op_image_write(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = arg_of(c, i, 1, SPV_IMAGE), *texel = spv_arg(c, i, 3);
    spv_check(c, image->type->image.storage, "not a storage image");
    image_operands(c, i, 4);
    LLVMValueRef args[9] = {image->handle->surface};
    uint32_t count = spv_components(texel->type), channels = spv_image_channels(image->type->image.format);
    count = count < channels ? count : channels;
    spv_check(c, spv_component(texel->type)->kind == SPV_INT || spv_component(texel->type)->kind == SPV_FLOAT,
              "a texel is not made of numbers");
    storage_coordinates(c, image->type, spv_arg(c, i, 2), args + 1);
    for (uint32_t n = 0; n < 4; n++)
        args[5 + n] = n < count ? as_bits(c, component(c, texel, n)) : LLVMGetPoison(c->i32);
    if (spv_image_is_wide(image->type)) { // halves
        LLVMValueRef v = component(c, texel, 0), by = LLVMConstInt(c->i64, 32, false);
        spv_check(c, LLVMTypeOf(v) == c->i64, "a texel is not of 64 bits");
        count = 2;
        args[5] = LLVMBuildTrunc(c->b, v, c->i32, "");
        args[6] = LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, v, by, ""), c->i32, "");
    }
    args[4] = spv_i32(c, count);
    spv_call(c, INTRINSIC_IMAGE_WRITE, args, 9);
}

void spv_op_image_texel_pointer(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *image = spv_arg(c, i, 3);
    spv_check(c,
              t->kind == SPV_POINTER && t->storage == SpvStorageClassImage &&
                  image->type->kind == SPV_POINTER && image->handle && image->type->elem->kind == SPV_IMAGE &&
                  image->type->elem->image.storage,
              "not a pointer to a storage image");
    struct spv_handle h = *image->handle;
    h.image = image->type->elem;
    storage_coordinates(c, h.image, spv_arg(c, i, 4), h.coord);
    spv_set(c, i, handle_value(c, t, h));
}

// Fetches of texels by integer coordinates, and queries.
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

void spv_op_image_fetch(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = spv_image_arg(c, i, 3, SPV_IMAGE), *coord = spv_arg(c, i, 4);
    const struct spv_image_type *t = &image->type->image;
    struct spv_image_operands o = spv_image_operands(c, i, 5);
    struct spv_message m = {.op = KILN_SAMPLE_LD};
    spv_check(c, spv_component(coord->type)->kind == SPV_INT, "coordinates are not integers");
    spv_message_coordinates(c, &m, coord, spv_image_coordinates(t));
    const struct spv_value *offset = o.offset ? o.offset : o.const_offset;
    for (uint32_t n = 0; offset && n < spv_image_dimensions(t); n++)
        m.args[n] = LLVMBuildAdd(c->b, m.args[n], spv_texel_bits(c, spv_image_component(c, offset, n)), "");
    spv_check(c, !o.sample == !t->ms, "a sample is for multisampled images");
    if (o.sample) {
        m.op = KILN_SAMPLE_LD_MS;
        spv_message_set(c, &m, KILN_ARG_SI, spv_image_component(c, o.sample, 0));
    } else {
        spv_message_set(c, &m, KILN_ARG_LOD, o.lod ? spv_image_component(c, o.lod, 0) : spv_i32(c, 0));
    }
    LLVMValueRef texel[4];
    spv_message_send(c, image->handle, &m, texel);
    spv_set_texel(c, i, texel);
}

static const struct spv_value *zeros_like(struct spv *c, const struct spv_value *v)
{
    LLVMValueRef *zeros = spv_new_comps(c, v->type);
    for (uint32_t k = 0; k < spv_components(v->type); k++)
        zeros[k] = LLVMConstNull(LLVMTypeOf(spv_comp(v, k)));
    return spv_from_comps(c, v->type, zeros);
}

void spv_op_image_query_lod(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = spv_image_arg(c, i, 3, SPV_SAMPLED_IMAGE), *coord = spv_arg(c, i, 4);
    struct spv_message m = {.op = KILN_SAMPLE_LOD};
    LLVMValueRef lod[4];
    spv_check(c, spv_component(coord->type)->kind == SPV_FLOAT, "coordinates are not floats");
    if (!spv_has_quads(c)) // coordinates that do not change
        coord = zeros_like(c, coord);
    spv_message_coordinates(c, &m, coord, spv_image_dimensions(&image->type->elem->image));
    spv_message_send(c, image->handle, &m, lod);
    spv_set_texel(c, i, lod);
}

// op->arg: 0 the size, 1 the size of a level, 2 the number of levels, 3 of samples.
void spv_op_image_query(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = spv_image_arg(c, i, 3, SPV_IMAGE);
    const struct spv_image_type *t = &image->type->image;
    struct spv_message m = {.op = op->arg == 3 ? KILN_SAMPLE_INFO : KILN_SAMPLE_RESINFO};
    LLVMValueRef info[4], size[4] = {NULL};
    spv_message_set(c, &m, KILN_ARG_LOD,
                    op->arg == 1 ? spv_image_component(c, spv_arg(c, i, 4), 0) : spv_i32(c, 0));
    spv_message_send(c, image->handle, &m, info);
    if (op->arg >= 2) {
        size[0] = info[op->arg == 2 ? 3 : 0];
    } else {
        uint32_t dims = t->dim == SpvDimCube ? 2 : spv_image_dimensions(t);
        spv_check(c, spv_components(spv_result_type(c, i)) == dims + t->arrayed,
                  "the result does not have the image's number of dimensions");
        for (uint32_t n = 0; n < dims + t->arrayed; n++)
            size[n] = info[n];
        if (t->arrayed && t->dim == SpvDimCube && t->storage) // a surface of faces
            size[dims] = LLVMBuildUDiv(c->b, size[dims], spv_i32(c, 6), "");
    }
    spv_set_texel(c, i, size);
}

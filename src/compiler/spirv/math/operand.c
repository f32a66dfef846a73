// Operands of arithmetic: scalars or vectors of a class, as many components as the result.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

void spv_check_class(struct spv *c, const struct spv_type *t, int cls)
{
    const struct spv_type *e = spv_component(t);
    enum spv_kind want = cls == SPV_INTS ? SPV_INT : cls == SPV_FLOATS ? SPV_FLOAT : SPV_BOOL;
    if (cls == SPV_ANY)
        spv_check(c, spv_is_scalar(e), "an operand is neither scalar nor vector");
    else
        spv_check(c, e->kind == want, "an operand is not %s",
                  cls == SPV_INTS     ? "an integer"
                  : cls == SPV_FLOATS ? "a float"
                                      : "a boolean");
}

// Operand n: a scalar or vector of the class, with as many components as the result.
const struct spv_value *spv_operand(struct spv *c, const struct spv_inst *i, uint32_t n, int cls)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check_class(c, v->type, cls);
    spv_check(c, spv_components(v->type) == spv_components(spv_result_type(c, i)),
              "operand %u has another number of components than the result", n);
    return v;
}

// As above, and of the same component type as `like`.
const struct spv_value *spv_operand_like(struct spv *c, const struct spv_inst *i, uint32_t n, int cls,
                                         const struct spv_value *like)
{
    const struct spv_value *v = spv_operand(c, i, n, cls);
    spv_check(c, spv_same_type(v->type, like->type), "the operands' types differ");
    return v;
}

const struct spv_type *spv_result_of(struct spv *c, const struct spv_inst *i, int cls)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check_class(c, t, cls);
    return t;
}

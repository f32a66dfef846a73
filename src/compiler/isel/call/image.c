// Images: accesses through the sampler and to texels, from the intrinsics of llvm/ir/abi.h. What is the same
// for all lanes is asked for once. How messages take the parameters is mir/lower/message/image.c's.
#include <string.h>

#include "compiler/isel/memory/send.h"

enum { COORDINATES = 3, AOP_CMPWR = 14 };

// Components of a vector that somebody reads, a bit each: through casts to other types of their size.
static unsigned components_read(LLVMValueRef v, unsigned depth)
{
    unsigned mask = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeRef t = LLVMTypeOf(user);
        int64_t index;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMExtractElement:
            if (!isel_const_int(LLVMGetOperand(user, 1), &index) || index < 0 || index > 3)
                return 15;
            mask |= 1u << index;
            break;
        case LLVMShuffleVector:
            for (unsigned k = 0; k < LLVMGetVectorSize(t); k++) {
                int m = LLVMGetMaskValue(user, k) - (LLVMGetOperand(user, 0) == v ? 0 : 4);
                if (LLVMGetOperand(user, 0) == LLVMGetOperand(user, 1))
                    return 15;
                mask |= m >= 0 && m < 4 ? 1u << m : 0;
            }
            break;
        case LLVMBitCast:
            if (!depth || LLVMGetTypeKind(t) != LLVMVectorTypeKind || LLVMGetVectorSize(t) != 4)
                return 15;
            mask |= components_read(user, depth - 1);
            break;
        default:
            return 15;
        }
    }
    return mask;
}

// Of a four-component result: up to the last one.
static unsigned components_used(LLVMValueRef v)
{
    unsigned mask = components_read(v, 2);
    return mask ? 32 - (unsigned)__builtin_clz(mask) : 1;
}

static bool absent(LLVMValueRef v)
{
    return LLVMIsUndef(v) || LLVMIsPoison(v);
}

// A surface (or sampler) index, as isel_target_index understands it.
static struct isel_target target_of(struct isel_ctx *x, LLVMValueRef v)
{
    struct isel_target t = {0};
    isel_target_index(x, &t, isel_ext(x, v, 0, false), v);
    return t;
}

// An access to the surface `t`: the first `results` components of v's value.
static struct mir_inst *access_of(struct isel_ctx *x, const struct isel_target *t, enum mir_access access,
                                  bool once, unsigned args, unsigned data, unsigned results)
{
    struct mir_inst *i = mir_access_new(x->s, access, once, args, data, results);
    isel_set_surface(x, i, t);
    i->send.space = MIR_SPACE_SURFACE;
    return i;
}

static void set_result(struct isel_ctx *x, struct isel_value *v, struct mir_inst *i)
{
    struct mir_operand first = {.kind = MIR_OPK_NONE};
    for (unsigned k = 0; k < i->parts->results; k++) {
        struct mir_operand o = isel_retype(isel_result(x, i, k, EU_TYPE_UD), EU_TYPE_D);
        first = k ? first : o;
        isel_set(x, v, k, o);
    }
    for (unsigned k = i->parts->results; k < isel_type_comps(LLVMTypeOf(v->llvm)); k++)
        isel_set(x, v, k, first); // nobody reads those beyond
}

// ---- the sampler

static void set_sampler(struct isel_ctx *x, struct mir_inst *i, const struct isel_target *sampler)
{
    i->parts->at[MIR_PART_SAMPLER] = sampler->index;
    if (sampler->index.kind == MIR_OPK_NONE)
        i->send.sampler = sampler->bti & 15;
    else if (sampler->surface == MIR_SURFACE_EITHER)
        isel_fail(x, "a sampler from more than one place");
    else
        i->parts->samplers = sampler->surface;
}

static void sample(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_operand args[KILN_SAMPLE_ARGS] = {{0}}, texels = {.kind = MIR_OPK_NONE};
    int64_t bits = 0;
    if (!isel_const_int(LLVMGetOperand(v->llvm, 3), &bits))
        texels = isel_retype(isel_int(x, LLVMGetOperand(v->llvm, 3), 0), EU_TYPE_UD);
    for (unsigned n = 0; n < KILN_SAMPLE_ARGS; n++) {
        LLVMValueRef arg = LLVMGetOperand(v->llvm, 4 + n);
        if (!absent(arg))
            args[n] = isel_int(x, arg, 0);
    }
    struct isel_target surface = target_of(x, LLVMGetOperand(v->llvm, 1)),
                       sampler = target_of(x, LLVMGetOperand(v->llvm, 2));
    struct mir_inst *i = access_of(x, &surface, MIR_ACCESS_SAMPLE, !v->divergent, KILN_SAMPLE_ARGS, 0,
                                   components_used(v->llvm));
    set_sampler(x, i, &sampler);
    i->send.op = (uint8_t)isel_immediate(x, v->llvm, 0);
    i->send.mem = MIR_MEM_CONST_READ;
    i->parts->offsets = (uint32_t)bits;
    i->parts->at[MIR_PART_TEXELS] = texels;
    memcpy(mir_arg(i, 0), args, sizeof(args));
    set_result(x, v, i);
    isel_emit_access(x, i);
}

// ---- texels

struct coordinates {
    struct mir_operand c[COORDINATES];
    unsigned count;
};

static struct coordinates coordinates_of(struct isel_ctx *x, LLVMValueRef call, unsigned first)
{
    struct coordinates p = {.count = 1};
    for (unsigned n = 0; n < COORDINATES; n++) {
        LLVMValueRef c = LLVMGetOperand(call, first + n);
        p.c[n] = absent(c) ? mir_imm_ud(0) : isel_int(x, c, 0);
        if (!absent(c))
            p.count = n + 1;
    }
    return p;
}

// Surface and coordinates are the call's operands from `first` on.
static struct mir_inst *texel_access(struct isel_ctx *x, struct isel_value *v, unsigned first, bool once,
                                     const struct mir_operand *data, unsigned n, unsigned results)
{
    const struct coordinates p = coordinates_of(x, v->llvm, first + 1);
    struct isel_target t = target_of(x, LLVMGetOperand(v->llvm, first));
    struct mir_inst *i = access_of(x, &t, MIR_ACCESS_TEXEL, once, p.count, n, results);
    for (unsigned k = 0; k < p.count; k++)
        *mir_arg(i, k) = p.c[k];
    for (unsigned k = 0; k < n; k++)
        *mir_data(i, k) = data[k];
    return i;
}

static void image_read(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_inst *i = texel_access(x, v, 0, !v->divergent, NULL, 0, components_used(v->llvm));
    i->send.mem = MIR_MEM_READ;
    set_result(x, v, i);
    isel_emit_access(x, i);
}

static void image_write(struct isel_ctx *x, struct isel_value *v)
{
    enum { MOST = 4 };
    struct mir_operand data[MOST];
    unsigned n = isel_immediate(x, v->llvm, 4);
    for (unsigned k = 0; k < n && k < MOST; k++) {
        LLVMValueRef c = LLVMGetOperand(v->llvm, 5 + k);
        data[k] = absent(c) ? mir_imm_ud(0) : isel_int(x, c, 0);
    }
    struct mir_inst *i = texel_access(x, v, 0, false, data, n, 0);
    i->send.mem = MIR_MEM_WRITE;
    isel_emit_access(x, i);
}

static void image_atomic(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_operand data[2];
    unsigned n = 0;
    uint32_t aop = isel_immediate(x, v->llvm, 0);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef c = LLVMGetOperand(v->llvm, 5 + k);
        if (!absent(c))
            data[n++] = isel_int(x, c, 0);
        else if (k == 0 || aop == AOP_CMPWR)
            data[n++] = mir_imm_ud(0);
    }
    struct mir_inst *i = texel_access(x, v, 1, false, data, n, LLVMGetFirstUse(v->llvm) != NULL);
    i->send.mem = MIR_MEM_ATOMIC;
    i->send.op = (uint8_t)aop;
    if (i->parts->results)
        set_result(x, v, i);
    isel_emit_access(x, i);
    x->s->uses_atomics = true;
}

bool isel_call_image(struct isel_ctx *x, struct isel_value *v, enum intrinsic id)
{
    static void (*const rows[INTRINSIC_COUNT])(struct isel_ctx *x, struct isel_value *v) = {
        [INTRINSIC_SAMPLE] = sample,           [INTRINSIC_SAMPLE_LOD] = sample,
        [INTRINSIC_IMAGE_READ] = image_read,   [INTRINSIC_IMAGE_READ_VOLATILE] = image_read,
        [INTRINSIC_IMAGE_WRITE] = image_write, [INTRINSIC_IMAGE_ATOMIC] = image_atomic,
    };
    if (rows[id])
        rows[id](x, v);
    return rows[id] != NULL;
}

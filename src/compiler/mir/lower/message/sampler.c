// The sampler's messages: which there are, in what order they take their parameters, and their header.
//
// The sampler takes at most 11 registers of parameters. Those after the last present one are left out, absent
// ones before it are zero.
//
// Facts: opcodes and parameters from PRM SKL vol7 "Sampling Engine Message Formats" as Mesa's
// lower_sampler_logical_send_gfx7 puts them together; the message header is g0 with texel offsets, gather's
// channel and the mask of channels that are not wanted in dword 2, and the sampler state pointer in dword 3.
#include "compiler/mir/ir/query.h"
#include "compiler/mir/lower/message/image.h"
#include "isa/table/msg.h"

enum { MAX_PARAM_REGS = 11 };

#define END 0xff
// Arguments in the order of the payload.
static const struct sampler_message {
    uint8_t msg; // enum eu_msg
    bool header;
    uint8_t args[KILN_SAMPLE_ARGS];
} messages[] = {
    [KILN_SAMPLE_L] = {EU_MSG_SAMPLER_SAMPLE_L,
                       false,
                       {KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_L_C] = {EU_MSG_SAMPLER_SAMPLE_L_C,
                         false,
                         {KILN_ARG_REF, KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_LZ] = {EU_MSG_SAMPLER_SAMPLE_LZ,
                        false,
                        {KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_LZ_C] = {EU_MSG_SAMPLER_SAMPLE_C_LZ,
                          false,
                          {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_D] = {EU_MSG_SAMPLER_SAMPLE_D,
                       false,
                       {KILN_ARG_U, KILN_ARG_DUDX, KILN_ARG_DUDY, KILN_ARG_V, KILN_ARG_DVDX, KILN_ARG_DVDY,
                        KILN_ARG_R, KILN_ARG_DRDX, KILN_ARG_DRDY, KILN_ARG_AI, KILN_ARG_MINLOD, END}},
    [KILN_SAMPLE_D_C] = {EU_MSG_SAMPLER_SAMPLE_D_C,
                         false,
                         {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_DUDX, KILN_ARG_DUDY, KILN_ARG_V, KILN_ARG_DVDX,
                          KILN_ARG_DVDY, KILN_ARG_R, KILN_ARG_DRDX, KILN_ARG_DRDY, KILN_ARG_AI,
                          KILN_ARG_MINLOD, END}},
    [KILN_SAMPLE_GATHER] = {EU_MSG_SAMPLER_GATHER4,
                            true,
                            {KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_GATHER_C] = {EU_MSG_SAMPLER_GATHER4_C,
                              true,
                              {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_GATHER_PO] = {EU_MSG_SAMPLER_GATHER4_PO,
                               true,
                               {KILN_ARG_U, KILN_ARG_V, KILN_ARG_OFFU, KILN_ARG_OFFV, KILN_ARG_R, END}},
    [KILN_SAMPLE_GATHER_PO_C] = {EU_MSG_SAMPLER_GATHER4_PO_C,
                                 true,
                                 {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_V, KILN_ARG_OFFU, KILN_ARG_OFFV,
                                  KILN_ARG_R, END}},
    [KILN_SAMPLE_LD] = {EU_MSG_SAMPLER_LD, false, {KILN_ARG_U, KILN_ARG_V, KILN_ARG_LOD, KILN_ARG_R, END}},
    [KILN_SAMPLE_LD_MS] = {EU_MSG_SAMPLER_LD2DMS,
                           false,
                           {KILN_ARG_SI, KILN_ARG_MCS, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, END}},
    [KILN_SAMPLE_INFO] = {EU_MSG_SAMPLER_SAMPLEINFO, true, {KILN_ARG_LOD, END}},
    [KILN_SAMPLE_LOD] = {EU_MSG_SAMPLER_LOD, false, {KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_RESINFO] = {EU_MSG_SAMPLER_RESINFO, false, {KILN_ARG_LOD, END}},
};

// Bitwise or of immediates and scalar registers.
static struct mir_operand either(struct lower *l, struct mir_operand a, struct mir_operand b)
{
    if (a.kind == MIR_OPK_IMM && b.kind == MIR_OPK_IMM)
        return mir_imm_ud((uint32_t)(a.imm | b.imm));
    struct mir_operand d = mir_temp(&l->m, EU_TYPE_UD, false);
    if (a.kind == MIR_OPK_IMM)
        mir_op2(&l->m, EU_OP_OR, d, b, a);
    else
        mir_op2(&l->m, EU_OP_OR, d, a, b);
    return d;
}

// Into the descriptor, if it is an index of the table of samplers. A handle goes into the header.
static void place_sampler(struct lower *l, struct image_message *m, const struct access_place *t)
{
    if (t->index.kind == MIR_OPK_NONE) {
        m->low = either(l, m->low, mir_imm_ud((t->bti & 15) << SAMPLER_SHIFT));
    } else if (t->surface == MIR_SURFACE_TABLE) {
        struct mir_operand up = mir_temp(&l->m, EU_TYPE_UD, false);
        mir_op2(&l->m, EU_OP_SHL, up, t->index, mir_imm_ud(SAMPLER_SHIFT));
        m->low = either(l, m->low, up);
    }
}

// From Gen11 its other bits have meanings, and g0 others: all but the pointer to the samplers are zero
// (Mesa 25.0.7 brw_lower_logical_sends.cpp). A header with only dword 2 of its own is kept for the messages
// that follow. `offsets`: more of its bits, the same for all lanes, or of kind NONE.
static struct mir_operand make_header(struct lower *l, uint32_t dword2, struct mir_operand offsets,
                                      const struct access_place *sampler)
{
    bool handle = sampler->index.kind != MIR_OPK_NONE && sampler->surface == MIR_SURFACE_HANDLE;
    bool computed = offsets.kind != MIR_OPK_NONE;
    if (!handle && !computed && l->sampler.b == l->b && l->sampler.dword2 == dword2)
        return l->sampler.header;
    uint32_t h = mir_vreg_new(l->s, MIR_GRF, l->s->reg_bytes, l->s->reg_bytes, true);
    bool bare = kiln_target_has_sampler_base(l->s->target);
    struct mir_operand first = bare ? mir_imm_ud(0) : mir_vec(l->s->r0, 0, EU_TYPE_UD);
    mir_on_lanes(mir_mov(&l->m, mir_vec(h, 0, EU_TYPE_UD), first), 0, l->s->reg_bytes / 4)->nomask = true;
    if (bare && !handle)
        mir_op2(&l->m, EU_OP_AND, mir_scalar(h, 12, EU_TYPE_UD), mir_scalar(l->s->r0, 12, EU_TYPE_UD),
                mir_imm_ud(~UINT32_C(31)));
    if (computed)
        mir_op2(&l->m, EU_OP_OR, mir_scalar(h, 8, EU_TYPE_UD), offsets, mir_imm_ud(dword2));
    else
        mir_mov(&l->m, mir_scalar(h, 8, EU_TYPE_UD), mir_imm_ud(dword2));
    struct mir_operand o = mir_vec(h, 0, EU_TYPE_UD);
    if (handle)
        mir_mov(&l->m, mir_scalar(h, 12, EU_TYPE_UD), sampler->index);
    if (!handle && !computed) {
        l->sampler.b = l->b;
        l->sampler.dword2 = dword2;
        l->sampler.header = o;
    }
    return o;
}

// Before Gen9 the level of detail is ld's second parameter, and nothing implies level 0: an absent one is
// zero.
static const struct sampler_message *sampler_message(const struct lower *l, enum kiln_sample_op op)
{
    static const struct sampler_message others[KILN_SAMPLE_OPS] = {
        [KILN_SAMPLE_LD] = {EU_MSG_SAMPLER_LD,
                            false,
                            {KILN_ARG_U, KILN_ARG_LOD, KILN_ARG_V, KILN_ARG_R, END}},
        [KILN_SAMPLE_LZ] = {EU_MSG_SAMPLER_SAMPLE_L,
                            false,
                            {KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
        [KILN_SAMPLE_LZ_C] = {
            EU_MSG_SAMPLER_SAMPLE_L_C,
            false,
            {KILN_ARG_REF, KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}}};
    return others[op].args[0] != others[op].args[1] && !kiln_target_has_lz(l->s->target) ? &others[op]
                                                                                         : &messages[op];
}

static bool is_zero(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_IMM && !o->imm;
}

// The parameters of a sampler message, and which it is.
static enum eu_msg parameters(struct lower *l, struct image_message *m)
{
    const enum kiln_sample_op op = (enum kiln_sample_op)l->access->send.op;
    const struct sampler_message *msg = sampler_message(l, op);
    bool lz =
        op == KILN_SAMPLE_LD && kiln_target_has_lz(l->s->target) && is_zero(mir_arg(l->access, KILN_ARG_LOD));
    unsigned last = 0, n = 0;
    for (unsigned k = 0; msg->args[k] != END; k++) {
        uint8_t a = msg->args[k];
        if (lz && a == KILN_ARG_LOD)
            continue;
        struct mir_operand o = lower_part(l, mir_arg(l->access, a));
        bool gone = o.kind == MIR_OPK_NONE;
        m->params[n++] = gone ? mir_imm_ud(0) : o;
        last = gone ? last : n;
    }
    m->param_count = last ? last : 1;
    return lz ? EU_MSG_SAMPLER_LD_LZ : (enum eu_msg)msg->msg;
}

void hdc_sample(struct lower *l, const struct mir_inst *i)
{
    const struct mir_parts *parts = i->parts;
    struct image_message m = {
        .access = MIR_ACCESS_SAMPLE, .mem = i->send.mem, .once = i->nomask, .rcomps = parts->results};
    m.op = eu_msgs[parameters(l, &m)].number;
    m.width = m.once || l->s->simd == access_lanes(l) || m.param_count * 2 > MAX_PARAM_REGS ? access_lanes(l)
                                                                                            : access_width(l);
    struct access_place surface = access_place_of(l),
                        sampler = {.bti = i->send.sampler, .surface = parts->samplers};
    struct mir_operand texels = lower_part(l, &parts->at[MIR_PART_TEXELS]);
    sampler.index = lower_part(l, &parts->at[MIR_PART_SAMPLER]);
    struct value_loop loop =
        lower_loop_begin(l, (struct mir_operand *[]){&surface.index, &sampler.index, &texels}, LOOP_VALUES);
    image_place_surface(l, &m, &surface);
    place_sampler(l, &m, &sampler);
    bool handle = sampler.index.kind != MIR_OPK_NONE && sampler.surface == MIR_SURFACE_HANDLE;
    if (parts->offsets || texels.kind != MIR_OPK_NONE || handle || messages[i->send.op].header)
        m.header = make_header(l, parts->offsets | (0xfu << m.rcomps & 0xf) << 12, texels, &sampler);
    struct image_response r = image_send(l, &m);
    lower_loop_end(l, loop);
    image_results(l, &m, &r);
}
